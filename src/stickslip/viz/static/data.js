// Numbers of the page: from base64 text to typed arrays, and the place of a time among the instants.

function decode(text, Type) {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return new Type(bytes.buffer);
}

// 16-bit steps of a range: x = low + scale * step, component by component.
function unquantise(packed) {
  const steps = decode(packed.data, Uint16Array);
  const width = packed.low.length;
  const out = new Float32Array(steps.length);
  for (let i = 0, c = 0; i < steps.length; i++, c = c + 1 === width ? 0 : c + 1) {
    out[i] = packed.low[c] + packed.scale[c] * steps[i];
  }
  return out;
}

function unitQuaternions(text) {
  const steps = decode(text, Int16Array);
  const out = new Float32Array(steps.length);
  for (let i = 0; i < steps.length; i += 4) {
    const size = Math.hypot(steps[i], steps[i + 1], steps[i + 2], steps[i + 3]) || 1;
    for (let c = 0; c < 4; c++) out[i + c] = steps[i + c] / size;
  }
  return out;
}

function joined(a, b) {
  const out = new a.constructor(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

// All instants of the page. ``append`` adds those that a running simulation has computed since.
class Frames {
  constructor(packed) {
    this.time = decode(packed.time, Float64Array);
    this.parts = packed.parts.map((part) => ({
      position: part.position ? unquantise(part.position) : null,
      quaternion: part.quaternion ? unitQuaternions(part.quaternion) : null,
      channels: part.channels.map(unquantise),
      fields: part.fields.map((text) => decode(text, Uint8Array)),
    }));
    const c = packed.contacts;
    this.contacts = {
      offset: decode(c.offset, Uint32Array),
      point: unquantise(c.point),
      force: decode(c.force, Float32Array),
      status: decode(c.status, Uint8Array),
      a: decode(c.a, Int32Array),
      b: decode(c.b, Int32Array),
    };
    this.plots = packed.plots.map((plot) => ({
      title: plot.title,
      unit: plot.unit,
      time: decode(plot.time, Float64Array),
      curves: plot.curves.map((curve) => ({ label: curve.label, values: decode(curve.data, Float32Array) })),
    }));
    this.last = 0;
  }

  get count() { return this.time.length; }

  get start() { return this.time[0]; }

  get end() { return this.time[this.time.length - 1]; }

  append(more) {
    const known = this.contacts.point.length / 3;
    this.time = joined(this.time, more.time);
    this.parts.forEach((part, k) => {
      const next = more.parts[k];
      if (part.position) part.position = joined(part.position, next.position);
      if (part.quaternion) part.quaternion = joined(part.quaternion, next.quaternion);
      part.channels = part.channels.map((values, i) => joined(values, next.channels[i]));
      part.fields = part.fields.map((values, i) => joined(values, next.fields[i]));
    });
    const offset = more.contacts.offset.subarray(1).map((x) => x + known);
    this.contacts.offset = joined(this.contacts.offset, offset);
    for (const name of ["point", "force", "status", "a", "b"]) {
      this.contacts[name] = joined(this.contacts[name], more.contacts[name]);
    }
    this.plots = more.plots;
  }

  // Number of the last instant at or before t; the search starts where the last one ended.
  before(t) {
    const time = this.time;
    let k = this.last;
    if (!(time[k] <= t && (k + 1 >= time.length || t < time[k + 1]))) {
      let low = 0, high = time.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (time[middle] <= t) low = middle; else high = middle - 1;
      }
      k = low;
    }
    this.last = k;
    return k;
  }

  // Weight of the instant after ``before(t)``.
  weight(k, t) {
    if (k + 1 >= this.time.length) return 0;
    const x = (t - this.time[k]) / (this.time[k + 1] - this.time[k]);
    return Math.min(Math.max(x, 0), 1);
  }
}

// Short text of a number with about four digits.
function short(x) {
  if (!Number.isFinite(x)) return "–";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size < 1e-3 || size >= 1e5) return x.toExponential(2).replace("e+", "e").replace(/\.?0+e/, "e");
  return String(Number(x.toPrecision(4)));
}
