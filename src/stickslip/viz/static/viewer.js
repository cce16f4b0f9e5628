// The page: time, switches, legend, picking, the loop that draws.

const SPEEDS = [1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
const find = (id) => document.getElementById(id);

class Viewer {
  constructor(data) {
    this.scene = data.scene;
    this.frames = new Frames(data.frames);
    this.stage = new Stage(this.scene, find("stage"), find("axes"));
    this.colouring = new Colouring(this.scene, this.frames);
    this.poses = new Poses(this.scene, this.frames);
    this.trails = new Map();
    this.followed = -1;
    this.t = this.frames.start;
    this.playing = false;
    this.makeThings();
    this.panel = new PickedPanel(find("picked"), this);
    this.plots = [];
    this.showPlots();
    this.makeControls();
    this.readAddress();
    window.addEventListener("resize", () => this.stage.resize());
    new ResizeObserver(() => this.stage.resize()).observe(find("view"));
    if (this.scene.live) new LiveFeed(this);
    requestAnimationFrame((now) => this.loop(now));
  }

  // Add instants that a running simulation has computed.
  grow(more, recorded, facts) {
    const atEnd = this.t >= this.frames.end;
    this.frames.append(more);
    this.scene.recorded = recorded;
    this.scene.facts = facts;
    this.contacts.grow();
    if (!this.contacts.known) this.contacts.reference();
    if (find("colour").length !== this.colouring.choices.length) {
      this.fillColours();
      find("colour").value = this.colouring.mode;
    }
    this.makeSwitches();
    this.showPlots();
    for (const p of [...this.trails.keys()]) {
      this.setTrail(p, false);
      this.setTrail(p, true);
    }
    if (this.panel.part >= 0 && this.panel.plot) this.panel.choose(this.panel.channel);
    this.setRange();
    this.fillFacts();
    if (atEnd && this.playing) this.jump(this.frames.end);
  }

  showPlots() {
    this.frames.plots.forEach((plot, k) => {
      if (this.plots[k] && this.plots[k].plot.title === plot.title) this.plots[k].set(plot);
      else if (!this.plots[k]) this.plots.push(new CurvePlot(find("plots"), plot, (t) => this.jump(t)));
    });
  }

  makeThings() {
    const groups = new Map();
    this.things = [];
    this.scene.parts.forEach((part, p) => {
      for (const shape of part.shapes) {
        const role = part.role === "ground" || part.role === "joint" ? part.role : shape.role;
        const key = JSON.stringify([shape.kind, shape.size, role]);
        if (!groups.has(key)) groups.set(key, new ShapeGroup(shape.kind, shape.size, role, this.stage));
        groups.get(key).add(p, this.poses.carrier(p), shape);
      }
      if (part.role === "spring") return;
      if (part.section) this.things.push(new LineThing(this.scene, p, this.stage, this.frames.parts[p].position));
      else if (part.surface) this.things.push(new MeshThing(this.scene, p, this.stage));
    });
    this.groups = [...groups.values()];
    for (const group of this.groups) group.build(this.stage);
    this.springs = new Springs(this.scene, this.stage);
    this.contacts = new ContactThing(this.frames, this.stage);
  }

  // Controls.

  makeControls() {
    const { scene } = this;
    find("name").textContent = scene.name;
    find("view").classList.toggle("flat", this.stage.flat);
    this.fillColours();
    find("colour").addEventListener("change", (event) => this.setColour(event.target.value));
    this.makeSwitches();
    for (const from of this.stage.views) {
      const button = document.createElement("button");
      button.textContent = from;
      button.title = from === "fit" ? "show everything" : `look at ${from}`;
      button.addEventListener("click", () => this.stage.look(from));
      find("cameras").append(button);
    }
    this.makeClock();
    find("theme").addEventListener("click", () => this.setTheme(this.theme === "dark" ? "light" : "dark"));
    find("side").addEventListener("click", () => this.setPanel(find("panel").hidden));
    find("info").addEventListener("click", () => {
      find("facts").hidden = !find("facts").hidden;
      find("info").setAttribute("aria-pressed", String(!find("facts").hidden));
    });
    this.fillFacts();
    this.makePicking();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => this.setTheme(event.matches ? "dark" : "light"));
  }

  makeSwitches() {
    if (this.frames.contacts.status.length && !find("switch-forces")) {
      this.addSwitch("contacts", true, (on) => { this.contacts.showPoints = on; });
      this.addSwitch("forces", true, (on) => { this.contacts.showForces = on; this.showLegend(); });
      this.addScale();
    }
    if (this.scene.parts.some((part) => part.role === "joint") && !find("switch-joints")) {
      this.addSwitch("joints", true, (on) => {
        for (const group of this.groups) if (group.role === "joint") group.mesh.visible = on;
      });
    }
  }

  fillColours() {
    find("colour").replaceChildren(...this.colouring.choices.map(([value, label]) => new Option(label, value)));
  }

  addSwitch(name, on, set) {
    const button = document.createElement("button");
    button.textContent = name;
    button.id = `switch-${name}`;
    button.setAttribute("aria-pressed", String(on));
    button.addEventListener("click", () => {
      const now = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(now));
      set(now);
      this.stage.changed = true;
    });
    find("switches").append(button);
  }

  addScale() {
    const select = document.createElement("select");
    select.title = "length of the force arrows";
    select.setAttribute("aria-label", select.title);
    for (const scale of [0.1, 0.3, 1, 3, 10, 100]) select.append(new Option(`× ${scale}`, String(scale), scale === 1, scale === 1));
    select.addEventListener("change", () => {
      this.contacts.scale = Number(select.value);
      this.showLegend();
      this.stage.changed = true;
    });
    find("switches").append(select);
  }

  makeClock() {
    const select = find("speed"), span = this.frames.end - this.frames.start;
    for (const speed of SPEEDS) select.append(new Option(speed >= 1 ? `${speed} ×` : `1/${Math.round(1 / speed)} ×`, String(speed)));
    const wanted = span >= 2 && span <= 30 ? 1 : span / 8;
    this.speed = SPEEDS.reduce((best, s) => (Math.abs(Math.log(s / wanted)) < Math.abs(Math.log(best / wanted)) ? s : best), 1);
    select.value = String(this.speed);
    select.addEventListener("change", () => { this.speed = Number(select.value); });
    this.setRange();
    find("slider").addEventListener("input", (event) => {
      this.play(false);
      this.jump(Number(event.target.value));
    });
    find("play").addEventListener("click", () => this.play(!this.playing));
    document.addEventListener("keydown", (event) => {
      // a focused list takes all keys, a button the space bar; the slider none, so that keys do the same everywhere
      const own = event.key === " " ? "button, select, [type=checkbox], tr" : "select";
      if ((event.target.matches?.(own) && event.key !== "Escape") || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === " ") this.play(!this.playing);
      else if (event.key === "Escape") this.pick(-1);
      else if (event.key === "ArrowRight") this.step(1);
      else if (event.key === "ArrowLeft") this.step(-1);
      else if (event.key === "Home") this.jump(this.frames.start);
      else if (event.key === "End") this.jump(this.frames.end);
      else return;
      event.preventDefault();
    });
  }

  setRange() {
    find("slider").min = this.frames.start;
    find("slider").max = this.frames.end > this.frames.start ? this.frames.end : this.frames.start + 1;
  }

  fillFacts() {
    const { scene } = this, list = document.createElement("dl");
    const error = scene.tolerance === null ? "fewer than the tolerance needs"
      : `places between them are within ${short(scene.tolerance)} m (${short(100 * scene.tolerance / this.stage.size)} % of the size) of the recorded ones`;
    const facts = [...scene.facts, ["keyframes", `${this.frames.count} of ${scene.recorded} instants; ${error}`]];
    if (!this.stage.flat) facts.push(["grid", `${short(this.stage.cell)} m`]);
    for (const [label, value] of facts) {
      const term = document.createElement("dt"), text = document.createElement("dd");
      term.textContent = label;
      text.textContent = value;
      list.append(term, text);
    }
    find("facts").replaceChildren(list);
  }

  setTheme(name) {
    this.theme = name;
    document.documentElement.classList.toggle("dark", name === "dark");
    this.stage.setTheme(name);
    for (const group of this.groups) {
      if (group.role === "ground" && !this.stage.flat) group.material.opacity = name === "dark" ? 0.16 : 0.4;
    }
  }

  setPanel(shown) {
    find("panel").hidden = !shown;
    find("side").setAttribute("aria-pressed", String(shown));
    this.stage.resize();
  }

  setColour(mode) {
    if (!this.colouring.choices.some(([value]) => value === mode)) return;
    this.colouring.mode = mode;
    find("colour").value = mode;
    this.showLegend();
    this.stage.changed = true;
  }

  showLegend() {
    const legend = find("legend"), { mode } = this.colouring, field = this.scene.fields[mode];
    const parts = [];
    if (field) {
      const title = document.createElement("div"), ramp = document.createElement("div"), ends = document.createElement("div");
      title.textContent = `${mode} [${field.unit}]`;
      ramp.className = "ramp";
      ramp.style.background = cssRamp(field.signed ? "signed" : "rising");
      ends.className = "ends";
      for (const x of [field.low, 0.5 * (field.low + field.high), field.high]) {
        const end = document.createElement("span");
        end.textContent = short(x);
        ends.append(end);
      }
      parts.push(title, ramp, ends);
    }
    const forces = this.contacts.showForces && this.frames.contacts.status.length > 0;
    if (mode === "contact" || forces) {
      const seen = new Set(this.frames.contacts.status);
      STATES.forEach((state, k) => {
        if (!seen.has(k) && !(k === 0 && mode === "contact")) return;
        const line = document.createElement("div"), mark = document.createElement("span");
        mark.className = "mark";
        mark.style.background = cssColour(state.colour);
        line.append(mark, state.name);
        parts.push(line);
      });
    }
    if (forces) {
      const line = document.createElement("div");
      const length = this.contacts.longest, force = this.contacts.force / this.contacts.scale;
      line.textContent = `arrow of ${short(length)} m: ${short(force)} N`;
      parts.push(line);
    }
    legend.replaceChildren(...parts);
    legend.hidden = !parts.length;
  }

  // Picking.

  makePicking() {
    const canvas = this.stage.canvas, caster = new THREE.Raycaster(), place = new THREE.Vector2();
    caster.params.Line.threshold = 0.006 * this.stage.size;
    this.fillParts();
    let down = null;
    canvas.addEventListener("pointerdown", (event) => { down = [event.clientX, event.clientY]; });
    canvas.addEventListener("pointerup", (event) => {
      if (!down || Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 4) return;
      const box = canvas.getBoundingClientRect();
      place.set(2 * (event.clientX - box.left) / box.width - 1, 1 - 2 * (event.clientY - box.top) / box.height);
      caster.setFromCamera(place, this.stage.camera);
      this.pick(this.hit(caster));
    });
  }

  // The list of all objects: for the keyboard, and for what is small or hidden.
  fillParts() {
    const seen = this.scene.parts.map((part, p) => [part, p]).filter(([part]) => part.role !== "ground");
    find("parts").append(new Option("–", "-1"), ...seen.map(([part, p]) => new Option(`${part.name} (${part.kind})`, String(p))));
    find("parts").addEventListener("change", (event) => this.pick(Number(event.target.value)));
  }

  hit(caster) {
    const targets = [...this.groups.filter((group) => group.mesh.visible).map((group) => group.mesh), ...this.things.map((thing) => thing.mesh)];
    if (this.springs.mesh) targets.push(this.springs.mesh);
    const found = caster.intersectObjects(targets, false).map(({ object, instanceId }) =>
      (instanceId === undefined ? object.userData.part : object.userData.parts[instanceId]));
    const moving = found.find((p) => this.scene.parts[p].role !== "ground");
    return moving ?? -1;
  }

  pick(p) {
    this.panel.show(p);
    find("parts").value = String(p);
    this.colouring.picked = p;
    if (p >= 0 && find("panel").hidden) this.setPanel(true);
    this.stage.changed = true;
  }

  setTrail(p, on) {
    if (on && !this.trails.has(p)) {
      this.trails.set(p, new Trail(this.frames, this.scene, p, this.stage, this.colouring.own[p]));
    } else if (!on && this.trails.has(p)) {
      this.trails.get(p).remove(this.stage);
      this.trails.delete(p);
    }
    this.stage.changed = true;
  }

  follow(p) {
    this.followed = p;
    this.anchor = null;
  }

  // Time.

  play(on) {
    if (on && this.t >= this.frames.end && !this.scene.live) this.t = this.frames.start;
    this.playing = on;
    find("play").textContent = on ? "❚❚" : "▶";
    find("play").setAttribute("aria-label", on ? "pause" : "play");
  }

  jump(t) {
    this.t = Math.min(Math.max(t, this.frames.start), this.frames.end);
    this.stage.changed = true;
  }

  step(by) {
    this.play(false);
    const k = this.frames.before(this.t) + by;
    this.jump(this.frames.time[Math.min(Math.max(k, 0), this.frames.count - 1)]);
  }

  advance(seconds) {
    if (!this.playing) return;
    this.t += seconds * this.speed;
    if (this.t > this.frames.end) {
      if (find("loop").checked && !this.scene.live) this.t = this.frames.start;
      else {
        this.t = this.frames.end;
        if (!this.scene.live) this.play(false);
      }
    }
    this.stage.changed = true;
  }

  loop(now) {
    const seconds = Math.min((now - (this.now ?? now)) / 1000, 0.1);
    this.now = now;
    this.advance(seconds);
    if (this.stage.changed) this.draw();
    requestAnimationFrame((next) => this.loop(next));
  }

  draw() {
    this.stage.changed = false;
    const { t, frames } = this, k = frames.before(t), x = frames.weight(k, t);
    this.colouring.update(k);
    this.poses.update(k, x);
    for (const group of this.groups) group.update(this.poses, this.colouring, k, x);
    for (const thing of this.things) thing.update(frames, this.colouring, k, x);
    this.springs.update(frames, this.colouring, k, x);
    this.contacts.update(k);
    for (const trail of this.trails.values()) trail.update(k, x);
    this.keepFollowed();
    this.stage.render();
    this.stage.changed = false;
    find("slider").value = t;
    const number = t.toFixed(this.digits());
    find("time").textContent = this.scene.clock === "s" ? `${number} s` : `${this.scene.clock} ${number}`;
    for (const plot of this.plots) plot.draw(t, this.stage.theme);
    this.panel.update(k, x, t, this.stage.theme);
    document.documentElement.dataset.drawn = String(Number(document.documentElement.dataset.drawn || 0) + 1);
  }

  digits() {
    return Math.min(9, Math.max(2, Math.ceil(3 - Math.log10(this.frames.end - this.frames.start || 1))));
  }

  keepFollowed() {
    if (this.followed < 0) return;
    const p = this.followed, place = new THREE.Vector3();
    const thing = this.things.find((each) => each.part === p);
    if (thing) {
      const source = thing.centre || thing.places, n = source.length / 3;
      for (let i = 0; i < 3 * n; i++) place.setComponent(i % 3, place.getComponent(i % 3) + source[i] / n);
    } else place.fromArray(this.poses.values, 7 * p);
    if (this.anchor) {
      const way = place.clone().sub(this.anchor);
      this.stage.camera.position.add(way);
      this.stage.controls.target.add(way);
      this.stage.controls.update();
    }
    this.anchor = place;
  }

  // State in the address: #t=0.5&theme=dark&view=xy&colour=speed&pick=ball&trail=1&follow=1&speed=0.1&panel=0&play=0
  readAddress() {
    const wanted = new URLSearchParams(location.hash.slice(1) || location.search.slice(1));
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    this.setTheme(wanted.get("theme") || (dark ? "dark" : "light"));
    this.setPanel(wanted.get("panel") ? wanted.get("panel") !== "0" : innerWidth > 900);
    this.stage.resize();
    this.stage.look(this.stage.flat ? "fit" : "iso");
    const view = wanted.get("view");
    if (this.stage.views.includes(view)) this.stage.look(view);
    this.setColour(wanted.get("colour") || "object");
    this.showLegend();
    if (wanted.get("pick")) {
      const p = this.scene.parts.findIndex((part) => part.name === wanted.get("pick"));
      if (p >= 0 && wanted.get("trail")) this.setTrail(p, true);
      if (p >= 0 && wanted.get("follow")) this.follow(p);
      this.pick(p);
    }
    if (wanted.get("speed")) this.speed = Number(wanted.get("speed")) || this.speed;
    const t = Number(wanted.get("t"));
    if (wanted.has("t") && Number.isFinite(t)) this.jump(t);
    this.play(wanted.has("play") ? wanted.get("play") !== "0" : !wanted.has("t"));
  }
}

function start() {
  const message = find("message");
  try {
    window.viewer = new Viewer(JSON.parse(find("data").textContent));
  } catch (error) {
    message.hidden = false;
    message.textContent = `This page needs WebGL to show the model: ${error.message}`;
    console.error(error);
  }
}

start();
