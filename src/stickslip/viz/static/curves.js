// Small plots over time: drawn once, the cursor moves with the time; a click jumps there.

const CURVES = ["#3b76b8", "#c77c2e", "#4d9a63", "#b4514b", "#8669ad", "#3f9ba0", "#a0883f", "#7a8797"];

class CurvePlot {
  // plot: { title, unit, time, curves: [{ label, values }] }; jump(t) is called on a click
  constructor(parent, plot, jump) {
    this.jump = jump;
    const title = document.createElement("h2");
    title.textContent = plot.title + " ";
    const unit = document.createElement("small");
    unit.textContent = `[${plot.unit}]`;
    title.append(unit);
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", `${plot.title} over time`);
    this.names = document.createElement("div");
    this.names.className = "curves";
    parent.append(title, this.canvas, this.names);
    this.base = document.createElement("canvas");
    const move = (event) => {
      if (event.type === "pointermove" && !(event.buttons & 1)) return;
      const x = event.clientX - this.canvas.getBoundingClientRect().left;
      this.jump(this.first + (x - this.left) / (this.right - this.left) * (this.last - this.first));
    };
    this.canvas.addEventListener("pointerdown", move);
    this.canvas.addEventListener("pointermove", move);
    this.set(plot);
  }

  set(plot) {
    this.plot = plot;
    this.names.replaceChildren(...(plot.curves.length > 1 || plot.curves[0]?.label ? plot.curves.map((curve, k) => {
      const name = document.createElement("span"), mark = document.createElement("i");
      mark.style.background = CURVES[k % CURVES.length];
      name.append(mark, curve.label);
      return name;
    }) : []));
    this.stale = true;
  }

  range() {
    let low = Infinity, high = -Infinity;
    for (const curve of this.plot.curves) {
      for (const y of curve.values) {
        if (y < low) low = y;
        if (y > high) high = y;
      }
    }
    if (!(low <= high)) return [0, 1];
    if (low === high) return [low - (Math.abs(low) || 1) * 0.5, high + (Math.abs(high) || 1) * 0.5];
    const margin = 0.06 * (high - low);
    return [low - margin, high + margin];
  }

  drawBase(theme) {
    const ratio = window.devicePixelRatio || 1;
    const w = this.canvas.clientWidth, h = this.canvas.clientHeight;
    if (!w || !h) return false;
    for (const canvas of [this.canvas, this.base]) {
      canvas.width = Math.round(w * ratio);
      canvas.height = Math.round(h * ratio);
    }
    const context = this.base.getContext("2d"), { time } = this.plot;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const [low, high] = this.range();
    this.left = 54;
    this.right = w - 8;
    const top = 6, bottom = h - 18;
    this.top = top;
    this.bottom = bottom;
    this.first = time[0] ?? 0;
    this.last = time[time.length - 1] > this.first ? time[time.length - 1] : this.first + 1;
    const x = (t) => this.left + (t - this.first) / (this.last - this.first) * (this.right - this.left);
    const y = (v) => bottom - (v - low) / (high - low) * (bottom - top);
    context.font = "10.5px system-ui, sans-serif";
    context.lineWidth = 1;
    context.strokeStyle = cssColour(theme.grid);
    context.fillStyle = theme.soft;
    context.textAlign = "right";
    context.textBaseline = "middle";
    const step = niceStep((high - low) / 4);
    for (let k = Math.ceil(low / step); k * step <= high; k++) {
      const level = Math.round(y(k * step)) + 0.5;
      context.beginPath();
      context.moveTo(this.left, level);
      context.lineTo(this.right, level);
      context.globalAlpha = k === 0 ? 1 : 0.45;
      context.stroke();
      context.globalAlpha = 1;
      context.fillText(short(Math.abs(k) * step < 1e-12 * step ? 0 : k * step), this.left - 6, level);
    }
    context.textAlign = "center";
    context.textBaseline = "top";
    const pace = niceStep((this.last - this.first) / 5);
    for (let k = Math.ceil(this.first / pace); k * pace <= this.last; k++) {
      context.fillText(short(Number((k * pace).toPrecision(10))), Math.min(x(k * pace), this.right - 8), bottom + 4);
    }
    this.plot.curves.forEach((curve, k) => {
      context.strokeStyle = CURVES[k % CURVES.length];
      context.lineWidth = 1.4;
      context.beginPath();
      let pen = false;
      for (let i = 0; i < time.length; i++) {
        const v = curve.values[i];
        if (!Number.isFinite(v)) {
          pen = false;
          continue;
        }
        if (pen) context.lineTo(x(time[i]), y(v)); else context.moveTo(x(time[i]), y(v));
        pen = true;
      }
      context.stroke();
    });
    return true;
  }

  draw(t, theme) {
    if (this.stale || this.theme !== theme || this.width !== this.canvas.clientWidth) {
      if (!this.drawBase(theme)) return;
      this.stale = false;
      this.theme = theme;
      this.width = this.canvas.clientWidth;
    }
    const context = this.canvas.getContext("2d"), ratio = this.canvas.width / this.canvas.clientWidth;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.drawImage(this.base, 0, 0);
    const x = this.left + (t - this.first) / (this.last - this.first) * (this.right - this.left);
    if (x < this.left - 1 || x > this.right + 1) return;
    context.strokeStyle = theme.ink;
    context.lineWidth = ratio;
    context.beginPath();
    context.moveTo(x * ratio, this.top * ratio);
    context.lineTo(x * ratio, this.bottom * ratio);
    context.stroke();
  }
}
