// The panel of a picked part: a table of its channels now, one of them plotted over time.

class PickedPanel {
  constructor(element, viewer) {
    this.element = element;
    this.viewer = viewer;
    this.part = -1;
    this.cells = [];
    this.plot = null;
  }

  show(p) {
    this.part = p;
    this.element.hidden = p < 0;
    this.element.replaceChildren();
    this.cells = [];
    this.plot = null;
    if (p < 0) return;
    const { scene } = this.viewer, part = scene.parts[p];
    this.element.append(this.header(part), this.options(part));
    const table = document.createElement("table");
    part.channels.forEach((channel, c) => table.append(...this.rows(channel, c)));
    this.element.append(table);
    const place = document.createElement("div");
    this.element.append(place);
    if (part.channels.length) {
      this.plot = new CurvePlot(place, this.curves(0), (t) => this.viewer.jump(t));
      this.choose(0);
    }
  }

  header(part) {
    const header = document.createElement("header");
    const name = document.createElement("strong"), kind = document.createElement("span"), close = document.createElement("button");
    name.textContent = part.name;
    kind.className = "unit";
    kind.textContent = part.kind;
    close.textContent = "×";
    close.title = "close";
    close.setAttribute("aria-label", "close");
    close.addEventListener("click", () => this.viewer.pick(-1));
    header.append(name, kind, close);
    return header;
  }

  options(part) {
    const box = document.createElement("div");
    box.className = "options";
    if (!["rigid", "line", "mesh"].includes(part.motion)) return box;
    const { viewer } = this, p = this.part;
    for (const [label, get, set] of [
      ["trail", () => viewer.trails.has(p), (on) => viewer.setTrail(p, on)],
      ["follow", () => viewer.followed === p, (on) => viewer.follow(on ? p : -1)],
    ]) {
      const text = document.createElement("label"), check = document.createElement("input");
      check.type = "checkbox";
      check.checked = get();
      check.addEventListener("change", () => set(check.checked));
      text.append(check, " " + label);
      box.append(text);
    }
    return box;
  }

  rows(channel, c) {
    return channel.labels.map((label, i) => {
      const row = document.createElement("tr");
      const name = row.insertCell(), value = row.insertCell();
      name.textContent = i === 0 || channel.labels.length > 3 ? `${channel.name} ${label}`.trim() : `${channel.name} ${label}`;
      row.dataset.channel = String(c);
      row.title = "show over time";
      row.tabIndex = 0;
      row.addEventListener("click", () => this.choose(c));
      row.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          this.choose(c);
        }
      });
      this.cells.push({ value, c, i, width: channel.labels.length, unit: channel.unit });
      return row;
    });
  }

  curves(c) {
    const { scene, frames } = this.viewer, channel = scene.parts[this.part].channels[c];
    const values = frames.parts[this.part].channels[c], width = channel.labels.length;
    return {
      title: channel.name,
      unit: channel.unit,
      time: frames.time,
      curves: channel.labels.map((label, i) => ({ label, values: values.filter((_, j) => j % width === i) })),
    };
  }

  choose(c) {
    this.channel = c;
    for (const row of this.element.querySelectorAll("tr")) row.classList.toggle("shown", row.dataset.channel === String(c));
    const plot = this.curves(c);
    this.plot.set(plot);
    const title = this.element.querySelector("h2");
    title.firstChild.textContent = plot.title + " ";
    title.querySelector("small").textContent = `[${plot.unit}]`;
  }

  update(k, x, t, theme) {
    if (this.part < 0) return;
    const { frames } = this.viewer, data = frames.parts[this.part], next = Math.min(k + 1, frames.count - 1);
    for (const { value, c, i, width, unit } of this.cells) {
      const values = data.channels[c];
      const text = `${short(values[k * width + i] * (1 - x) + values[next * width + i] * x)} ${unit}`;
      if (value.textContent !== text) value.textContent = text;
    }
    if (this.plot) this.plot.draw(t, theme);
  }
}
