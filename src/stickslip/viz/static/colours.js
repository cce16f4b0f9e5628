// Colours of fields (256 steps) and of contact states; those of parts come with the scene.

const STATES = [
  { name: "no contact", colour: 0x9aa5b1 },
  { name: "stick", colour: 0x2f9e66 },
  { name: "slip", colour: 0xd9822b },
  { name: "closed without friction", colour: 0x3b82c4 },
  { name: "compliant", colour: 0x8c6bb1 },
];
const RANK = [0, 4, 3, 1, 2]; // of the states, where a part has several
// anchors of the ramps, from low to high
const RAMPS = {
  rising: [0x3d4fb5, 0x2f7fa8, 0x2fa58d, 0x9ccb4f, 0xf6e15a],
  signed: [0x1f57b0, 0x6f9fd6, 0xa9b0b9, 0xdf8a62, 0xb3281e],
};

function makeRamp(name) {
  const anchors = RAMPS[name].map((c) => new THREE.Color(c));
  const out = new Float32Array(3 * 256);
  const colour = new THREE.Color();
  for (let i = 0; i < 256; i++) {
    const x = i / 255 * (anchors.length - 1);
    const k = Math.min(Math.floor(x), anchors.length - 2);
    colour.lerpColors(anchors[k], anchors[k + 1], x - k).toArray(out, 3 * i);
  }
  return out;
}

function cssRamp(name) {
  return `linear-gradient(90deg, ${RAMPS[name].map(cssColour).join(", ")})`;
}

// What parts are coloured by: "object", "contact", or the name of a field.
class Colouring {
  constructor(scene, frames) {
    this.scene = scene;
    this.frames = frames;
    this.mode = "object";
    this.ramps = { rising: makeRamp("rising"), signed: makeRamp("signed") };
    this.states = STATES.map((state) => new THREE.Color(state.colour));
    this.none = new THREE.Color(0x9aa5b1);
    this.own = scene.parts.map((part) => new THREE.Color(part.colour));
    this.status = new Uint8Array(scene.parts.length);
    this.picked = -1;
  }

  get choices() {
    const choices = [["object", "object"]];
    if (this.frames.contacts.status.length) choices.push(["contact", "contact status"]);
    for (const name of Object.keys(this.scene.fields)) choices.push([name, name]);
    return choices;
  }

  // Status of every part at an instant: stick before slip before the other kinds, as in the results.
  update(k) {
    if (this.mode !== "contact") return;
    const { offset, status, a, b } = this.frames.contacts;
    this.status.fill(0);
    for (let i = offset[k]; i < offset[k + 1]; i++) {
      this.raise(a[i], status[i]);
      this.raise(b[i], status[i]);
    }
  }

  raise(part, status) {
    if (part >= 0 && RANK[status] > RANK[this.status[part]]) this.status[part] = status;
  }

  // Write the colour of place j of a part at instant k (weight x of the next) to out[i], out[i + 1], out[i + 2].
  write(part, j, count, k, x, out, i) {
    this.plain(part, j, count, k, x, out, i);
    if (part !== this.picked) return;
    for (let c = 0; c < 3; c++) out[i + c] = 0.6 * out[i + c] + 0.4; // brighter
  }

  plain(part, j, count, k, x, out, i) {
    let colour = this.own[part];
    if (this.mode === "contact") colour = this.states[this.status[part]];
    else if (this.mode !== "object") {
      const description = this.scene.parts[part];
      const field = description.fields.indexOf(this.mode);
      if (field >= 0) {
        const values = this.frames.parts[part].fields[field];
        const next = Math.min(k + 1, this.frames.count - 1);
        const value = Math.round(values[k * count + j] * (1 - x) + values[next * count + j] * x);
        const ramp = this.scene.fields[this.mode].signed ? this.ramps.signed : this.ramps.rising;
        out[i] = ramp[3 * value];
        out[i + 1] = ramp[3 * value + 1];
        out[i + 2] = ramp[3 * value + 2];
        return;
      }
      colour = this.none;
    }
    out[i] = colour.r;
    out[i + 1] = colour.g;
    out[i + 2] = colour.b;
  }
}
