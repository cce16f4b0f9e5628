// Renderer, lights, cameras, ground grid; in the plane a flat picture with axes.

const THEMES = {
  light: { back: 0xf4f5f7, ground: 0xe3e7ec, grid: 0xc9d0d8, fine: 0xdfe4ea, ink: "#1e242c", soft: "#667080", sky: 0xffffff, earth: 0xc4cad2 },
  dark: { back: 0x15191f, ground: 0x262d36, grid: 0x39424e, fine: 0x232a33, ink: "#e3e8ee", soft: "#93a0b0", sky: 0xe6eef8, earth: 0x66707d },
};

const BAR = 46; // least height of the bar over the picture [px]

class Stage {
  constructor(scene, canvas, axes) {
    this.flat = scene.dim === 2;
    this.views = this.flat ? ["fit"] : ["iso", "xy", "xz", "yz", "fit"];
    this.canvas = canvas;
    this.axes = axes;
    this.low = new THREE.Vector3(...scene.low);
    this.high = new THREE.Vector3(...scene.high);
    this.centre = this.low.clone().add(this.high).multiplyScalar(0.5);
    this.size = this.low.distanceTo(this.high) || 1;
    this.up = new THREE.Vector3(...scene.up);
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: this.flat });
    this.renderer.outputColorSpace = THREE.SRGBColorSpace;
    this.world = new THREE.Scene();
    this.ground = null;
    if (this.flat) this.makeFlat(); else this.makeSpatial(scene);
    this.controls.addEventListener("change", () => { this.changed = true; });
    this.changed = true;
  }

  makeFlat() {
    this.camera = new THREE.OrthographicCamera(-1, 1, 1, -1, -100 * this.size, 100 * this.size);
    this.camera.position.set(this.centre.x, this.centre.y, 10 * this.size);
    this.controls = new THREE.OrbitControls(this.camera, this.canvas);
    this.controls.enableRotate = false;
    this.controls.zoomToCursor = true;
    this.controls.screenSpacePanning = true;
    this.controls.mouseButtons = { LEFT: 2, MIDDLE: 1, RIGHT: 2 }; // pan, dolly, pan
    this.controls.touches = { ONE: 1, TWO: 2 }; // pan, dolly and pan
  }

  makeSpatial(scene) {
    this.camera = new THREE.PerspectiveCamera(32, 1, 0.003 * this.size, 60 * this.size);
    this.camera.up.copy(this.up);
    this.controls = new THREE.OrbitControls(this.camera, this.canvas);
    this.controls.enableDamping = false;
    this.hemisphere = new THREE.HemisphereLight(0xffffff, 0xc4cad2, 2.2);
    this.hemisphere.position.copy(this.up);
    this.sun = new THREE.DirectionalLight(0xffffff, 1.9);
    const [e, f] = this.horizontal();
    this.sun.position.copy(this.centre).addScaledVector(this.up, 1.6 * this.size)
      .addScaledVector(e, 0.5 * this.size).addScaledVector(f, -0.3 * this.size);
    this.sun.target.position.copy(this.centre);
    this.shadows();
    this.world.add(this.hemisphere, this.sun, this.sun.target);
    this.makeGround(scene);
  }

  shadows() {
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 3;
    const box = this.sun.shadow.camera;
    const half = 0.75 * this.size;
    box.left = box.bottom = -half;
    box.right = box.top = half;
    box.near = 0.05 * this.size;
    box.far = 4 * this.size;
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.002 * this.size;
  }

  // Two horizontal unit vectors; the first is a world axis.
  horizontal() {
    const axis = Math.abs(this.up.x) > 0.9 ? new THREE.Vector3(0, 1, 0) : new THREE.Vector3(1, 0, 0);
    const e = axis.addScaledVector(this.up, -axis.dot(this.up)).normalize();
    return [e, new THREE.Vector3().crossVectors(this.up, e)];
  }

  // Grid of a round cell size on the most level ground plane, or below everything, with a plane that takes shadows.
  makeGround(scene) {
    const cell = niceStep(this.size / 8);
    const cells = 2 * Math.ceil(1.3 * this.size / cell);
    const axis = this.up.clone(), normal = new THREE.Vector3();
    let height = this.corners().reduce((least, corner) => Math.min(least, corner.dot(this.up)), Infinity);
    let level = 0.5; // steeper planes are walls
    for (const part of scene.parts) {
      if (part.role !== "ground") continue;
      for (const shape of part.shapes) {
        if (shape.kind !== "plane") continue;
        normal.set(0, 0, 1).applyQuaternion(quaternionOf(shape.quaternion));
        if (normal.dot(this.up) <= level) continue;
        level = normal.dot(this.up);
        axis.copy(normal);
        height = new THREE.Vector3(...shape.position).dot(axis) + 1e-4 * this.size;
      }
    }
    this.ground = new THREE.Group();
    this.grid = new THREE.GridHelper(cells * cell, cells);
    this.shade = new THREE.Mesh(new THREE.PlaneGeometry(cells * cell, cells * cell), new THREE.ShadowMaterial({
      opacity: 0.16, depthWrite: false, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 4,
    }));
    this.shade.rotation.x = -Math.PI / 2;
    this.shade.receiveShadow = true;
    this.ground.add(this.grid, this.shade);
    this.ground.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), axis);
    const middle = this.centre.clone().addScaledVector(axis, height - this.centre.dot(axis));
    for (const e of this.horizontal()) { // lines of the grid at multiples of the cell
      const along = e.addScaledVector(axis, -e.dot(axis)).normalize();
      middle.addScaledVector(along, Math.round(middle.dot(along) / cell) * cell - middle.dot(along));
    }
    this.ground.position.copy(middle);
    this.cell = cell;
    this.world.add(this.ground);
  }

  corners() {
    const out = [];
    for (const x of [this.low.x, this.high.x]) {
      for (const y of [this.low.y, this.high.y]) {
        for (const z of [this.low.z, this.high.z]) out.push(new THREE.Vector3(x, y, z));
      }
    }
    return out;
  }

  setTheme(name) {
    const theme = THEMES[name];
    this.theme = theme;
    if (!this.flat) {
      this.world.background = new THREE.Color(theme.back);
      this.hemisphere.color.set(theme.sky);
      this.hemisphere.groundColor.set(theme.earth);
      const fine = new THREE.Color(theme.fine), coarse = new THREE.Color(theme.grid);
      const colours = this.grid.geometry.attributes.color;
      for (let i = 0; i < colours.count; i++) {
        const c = Math.floor(i / 4) % 5 === 0 ? coarse : fine;
        colours.setXYZ(i, c.r, c.g, c.b);
      }
      colours.needsUpdate = true;
      this.shade.material.opacity = name === "dark" ? 0.4 : 0.16;
    }
    this.changed = true;
  }

  resize() {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    if (!w || !h) return;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(w, h, false);
    this.width = w;
    this.height = h;
    this.bar = Math.max(BAR, document.getElementById("bar").offsetHeight + 14);
    if (this.flat) this.frustum();
    else {
      this.camera.aspect = w / h;
      this.camera.updateProjectionMatrix();
    }
    this.axes.width = w * ratio;
    this.axes.height = h * ratio;
    this.changed = true;
  }

  // Half height of the flat picture at zoom 1, so that the box and the strip of the tick labels fit.
  frustum() {
    const aspect = this.width / this.height;
    const dx = this.high.x - this.low.x, dy = this.high.y - this.low.y;
    const half = 0.53 * Math.max(this.margin() * dy, 1.08 * dx / aspect, 0.02 * this.size);
    this.camera.left = -half * aspect;
    this.camera.right = half * aspect;
    this.camera.top = half;
    this.camera.bottom = -half;
    this.camera.updateProjectionMatrix();
  }

  // Camera from a side: "iso", "xy", "xz", "yz" or "fit" (keep the direction).
  look(from) {
    if (this.flat) {
      this.camera.zoom = 1;
      this.camera.position.set(this.centre.x, this.centre.y, 10 * this.size);
      this.controls.target.set(this.centre.x, this.centre.y, 0);
      this.frustum();
      this.controls.update();
      this.changed = true;
      return;
    }
    const way = this.direction(from).normalize();
    this.controls.target.copy(this.centre);
    this.camera.position.copy(this.centre).addScaledVector(way, this.distance(way));
    this.controls.update();
    this.changed = true;
  }

  // How much higher the picture is than the part of it that no bar covers.
  margin() {
    return this.height / Math.max(this.height - 2 * this.bar, 0.5 * this.height);
  }

  // Least distance from which all corners of the box are seen, with a margin.
  distance(way) {
    const right = new THREE.Vector3().crossVectors(this.camera.up, way).normalize();
    const upward = new THREE.Vector3().crossVectors(way, right);
    const tall = Math.tan(this.camera.fov * Math.PI / 360), wide = tall * this.camera.aspect;
    let least = 0.1 * this.size;
    for (const corner of this.corners()) {
      corner.sub(this.centre);
      const out = Math.max(this.margin() * Math.abs(corner.dot(upward)) / tall, Math.abs(corner.dot(right)) / wide);
      least = Math.max(least, 1.06 * out + corner.dot(way));
    }
    return least;
  }

  direction(from) {
    if (from === "fit") return this.camera.position.clone().sub(this.controls.target);
    if (from === "iso") {
      const [e, f] = this.horizontal();
      return this.up.clone().multiplyScalar(0.55).addScaledVector(e, 0.62).addScaledVector(f, -1.0);
    }
    const way = { xy: [0, 0, 1], xz: [0, -1, 0], yz: [1, 0, 0] }[from];
    const lift = { xy: [0, -1, 0], xz: [0, 0, -1], yz: [0, 0, -1] }[from]; // what is up in the picture, if undecided
    return new THREE.Vector3(...way).addScaledVector(new THREE.Vector3(...lift), 1e-4);
  }

  render() {
    this.renderer.render(this.world, this.camera);
    if (this.flat) this.drawAxes();
  }

  // Lines at round numbers with labels along the left and the lower edge.
  drawAxes() {
    const context = this.axes.getContext("2d");
    const ratio = this.axes.width / this.width;
    const { camera, width, height } = this;
    const perPixel = (camera.right - camera.left) / camera.zoom / width;
    const step = niceStep(90 * perPixel);
    const left = camera.position.x - 0.5 * width * perPixel, bottom = camera.position.y - 0.5 * height * perPixel;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = cssColour(this.theme.back);
    context.fillRect(0, 0, width, height);
    context.font = "11px system-ui, sans-serif";
    context.lineWidth = 1;
    const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
    const number = (x) => (Math.abs(x) < 1e-9 * step ? 0 : x).toFixed(Math.min(digits, 12));
    context.textAlign = "center";
    context.textBaseline = "bottom";
    for (let k = Math.ceil(left / step); k * step < left + width * perPixel; k++) {
      const x = Math.round((k * step - left) / perPixel) + 0.5;
      context.strokeStyle = cssColour(k === 0 ? this.theme.grid : this.theme.fine);
      context.beginPath();
      context.moveTo(x, 0);
      context.lineTo(x, height);
      context.stroke();
      context.fillStyle = this.theme.soft;
      if (x > 50 && x < width - 60) context.fillText(number(k * step), x, height - 6);
    }
    context.textAlign = "left";
    context.textBaseline = "middle";
    for (let k = Math.ceil(bottom / step); k * step < bottom + height * perPixel; k++) {
      const y = Math.round(height - (k * step - bottom) / perPixel) + 0.5;
      context.strokeStyle = cssColour(k === 0 ? this.theme.grid : this.theme.fine);
      context.beginPath();
      context.moveTo(0, y);
      context.lineTo(width, y);
      context.stroke();
      context.fillStyle = this.theme.soft;
      if (y > this.bar + 24 && y < height - 24) context.fillText(number(k * step), 8, y);
    }
    context.fillStyle = this.theme.ink;
    context.textAlign = "right";
    context.fillText("x [m]", width - 10, height - 12);
    context.textAlign = "left";
    context.fillText("y [m]", 8, this.bar + 10);
  }
}

// The round number 1, 2 or 5 times a power of ten at or above x.
function niceStep(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  for (const k of [1, 2, 5]) if (k * power >= x * (1 - 1e-9)) return k * power;
  return 10 * power;
}

function cssColour(number) {
  return "#" + number.toString(16).padStart(6, "0");
}

function quaternionOf(wxyz) {
  return new THREE.Quaternion(wxyz[1], wxyz[2], wxyz[3], wxyz[0]);
}
