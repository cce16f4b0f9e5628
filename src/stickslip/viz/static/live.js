// A running simulation: ask for new instants now and then, and follow the end.

class LiveFeed {
  constructor(viewer) {
    this.viewer = viewer;
    this.recorded = viewer.scene.recorded;
    this.failures = 0;
    this.restore();
    viewer.jump(viewer.frames.end);
    viewer.play(true);
    this.show("running");
    this.ask();
  }

  async ask() {
    const begin = performance.now();
    try {
      const answer = await fetch(`frames?after=${this.recorded}`, { cache: "no-store" });
      if (!answer.ok) throw new Error(answer.statusText);
      this.failures = 0;
      if (!this.take(await answer.json())) return;
    } catch (error) {
      this.failures += 1;
      if (this.failures > 5) {
        this.end("the simulation has ended or was stopped");
        return;
      }
    }
    setTimeout(() => this.ask(), Math.max(500, performance.now() - begin)); // the server rests half of the time
  }

  // Returns whether to go on asking.
  take(answer) {
    const { viewer } = this;
    if (answer.reset) {
      this.keep();
      location.reload();
      return false;
    }
    this.recorded = answer.recorded;
    if (answer.frames) viewer.grow(new Frames(answer.frames), answer.recorded, answer.facts);
    if (!answer.live) this.end("finished");
    return answer.live;
  }

  end(text) {
    this.viewer.scene.live = false;
    this.viewer.play(false);
    this.show(text);
    document.documentElement.dataset.live = "ended";
  }

  show(text) {
    find("name").textContent = `${this.viewer.scene.name} (${text})`;
    if (!document.documentElement.dataset.live) document.documentElement.dataset.live = "running";
  }

  // Camera and colours survive a new start of the page.
  keep() {
    const { stage, colouring, theme } = this.viewer;
    sessionStorage.setItem("stickslip", JSON.stringify({
      position: stage.camera.position.toArray(), target: stage.controls.target.toArray(), zoom: stage.camera.zoom,
      colour: colouring.mode, theme,
    }));
  }

  restore() {
    const text = sessionStorage.getItem("stickslip");
    if (!text) return;
    sessionStorage.removeItem("stickslip");
    const kept = JSON.parse(text), { stage } = this.viewer;
    stage.camera.position.fromArray(kept.position);
    stage.controls.target.fromArray(kept.target);
    stage.camera.zoom = kept.zoom;
    stage.camera.updateProjectionMatrix();
    stage.controls.update();
    this.viewer.setColour(kept.colour);
    this.viewer.setTheme(kept.theme);
  }
}
