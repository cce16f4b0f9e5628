// Contact points and force arrows, and the trails of picked parts.

class ContactThing {
  constructor(frames, stage) {
    this.frames = frames;
    this.stage = stage;
    this.capacity = 0;
    this.showPoints = true;
    this.showForces = true;
    this.scale = 1;
    this.reference();
    this.a = new THREE.Vector3();
    this.way = new THREE.Vector3();
    this.y = new THREE.Vector3(0, 1, 0);
    this.turn = new THREE.Quaternion();
    this.size = new THREE.Vector3();
    this.matrix = new THREE.Matrix4();
    this.states = STATES.map((state) => new THREE.Color(state.colour));
    this.grow();
  }

  // Force that is drawn with an eighth of the size of the scene: forces are smaller for three quarters of the time.
  // Impacts are large but short; they are cut at twice that length, so that resting contacts are seen, too.
  reference() {
    const { time } = this.frames, { offset, force } = this.frames.contacts, found = [];
    for (let k = 0; k < time.length; k++) {
      const span = k + 1 < time.length ? time[k + 1] - time[k] : 0;
      for (let i = offset[k]; i < offset[k + 1]; i++) {
        const size = Math.hypot(force[3 * i], force[3 * i + 1], force[3 * i + 2]);
        if (size > 0) found.push([size, span]);
      }
    }
    found.sort((a, b) => a[0] - b[0]);
    const whole = found.reduce((sum, [, span]) => sum + span, 0);
    let passed = 0;
    const typical = found.find(([, span]) => (passed += span) >= 0.75 * whole);
    this.known = found.length > 0;
    this.force = typical ? typical[0] : 1;
  }

  // Room for the largest number of contacts at one instant.
  grow() {
    const { offset } = this.frames.contacts;
    let most = 1;
    for (let k = 0; k + 1 < offset.length; k++) most = Math.max(most, offset[k + 1] - offset[k]);
    if (most <= this.capacity) return;
    for (const mesh of [this.points, this.shafts, this.heads]) if (mesh) this.stage.world.remove(mesh);
    this.capacity = most;
    const d = this.stage.size * Math.min(1, Math.max(0.3, Math.sqrt(24 / most))), flat = this.stage.flat; // many: thinner
    this.head = 0.022 * d;
    const make = (geometry) => { // forces point into bodies: in space they are drawn over them
      const mesh = new THREE.InstancedMesh(geometry, new THREE.MeshBasicMaterial({ depthTest: flat, transparent: !flat }), most);
      mesh.instanceColor = new THREE.InstancedBufferAttribute(new Float32Array(3 * most), 3);
      mesh.frustumCulled = false;
      mesh.renderOrder = 3;
      if (flat) mesh.position.z = 5e-3 * this.stage.size;
      this.stage.world.add(mesh);
      return mesh;
    };
    this.points = make(new THREE.SphereGeometry(0.005 * d, 12, 8));
    this.shafts = make(new THREE.CylinderGeometry(0.0022 * d, 0.0022 * d, 1, 8).translate(0, 0.5, 0));
    this.heads = make(new THREE.ConeGeometry(0.007 * d, this.head, 12).translate(0, 0.5 * this.head, 0));
  }

  get longest() { return 0.125 * this.stage.size; }

  update(k) {
    const { offset, point, force, status } = this.frames.contacts;
    const first = offset[k], count = offset[k + 1] - first;
    const drawn = this.showForces ? count : 0;
    this.points.count = this.showPoints ? count : 0;
    this.shafts.count = this.heads.count = drawn;
    const head = this.head;
    for (let n = 0; n < count; n++) {
      const i = 3 * (first + n), colour = this.states[status[first + n]];
      this.a.set(point[i], point[i + 1], point[i + 2]);
      this.matrix.makeTranslation(this.a.x, this.a.y, this.a.z);
      this.points.setMatrixAt(n, this.matrix);
      this.points.setColorAt(n, colour);
      if (!drawn) continue;
      this.way.set(force[i], force[i + 1], force[i + 2]);
      const size = this.way.length();
      const length = size > 0 ? Math.min(size / this.force * this.scale, 2) * this.longest : 0;
      this.turn.setFromUnitVectors(this.y, size > 0 ? this.way.divideScalar(size) : this.y);
      const shaft = Math.max(length - head, 1e-6 * this.stage.size), tip = Math.min(1, length / head);
      this.matrix.compose(this.a, this.turn, this.size.set(1, shaft, 1));
      this.shafts.setMatrixAt(n, this.matrix);
      this.matrix.compose(this.a.addScaledVector(this.way, size > 0 ? shaft : 0), this.turn, this.size.set(tip, tip, tip));
      this.heads.setMatrixAt(n, this.matrix);
      this.shafts.setColorAt(n, colour);
      this.heads.setColorAt(n, colour);
    }
    for (const mesh of [this.points, this.shafts, this.heads]) {
      mesh.instanceMatrix.needsUpdate = true;
      mesh.instanceColor.needsUpdate = true;
    }
  }
}

// Path of the origin of a rigid part, of the end of a line or of the mean of a surface, up to the present time.
class Trail {
  constructor(frames, scene, p, stage, colour) {
    this.frames = frames;
    this.part = p;
    this.count = scene.parts[p].motion === "rigid" ? 1 : scene.parts[p].count;
    this.kind = scene.parts[p].motion;
    this.places = new Float32Array(3 * (frames.count + 1));
    this.geometry = new THREE.BufferGeometry();
    this.attribute = new THREE.BufferAttribute(this.places, 3);
    this.geometry.setAttribute("position", this.attribute);
    this.line = new THREE.Line(this.geometry, new THREE.LineBasicMaterial({ color: colour }));
    this.line.frustumCulled = false;
    if (stage.flat) this.line.position.z = 4e-3 * stage.size;
    stage.world.add(this.line);
    for (let k = 0; k < frames.count; k++) this.write(k, 0, k);
    this.attribute.needsUpdate = true;
  }

  write(k, x, slot) {
    const { position } = this.frames.parts[this.part], n = this.count, next = Math.min(k + 1, this.frames.count - 1);
    const at = (instant, c) => {
      if (this.kind !== "mesh") return position[3 * (instant * n + n - 1) + c];
      let sum = 0;
      for (let i = 0; i < n; i++) sum += position[3 * (instant * n + i) + c];
      return sum / n;
    };
    for (let c = 0; c < 3; c++) this.places[3 * slot + c] = at(k, c) * (1 - x) + at(next, c) * x;
  }

  update(k, x) {
    if (this.touched !== undefined) this.write(this.touched, 0, this.touched);
    this.write(k, x, k + 1 < this.frames.count ? k + 1 : k);
    this.touched = Math.min(k + 1, this.frames.count - 1);
    this.geometry.setDrawRange(0, k + 2);
    this.attribute.needsUpdate = true;
  }

  remove(stage) {
    stage.world.remove(this.line);
    this.geometry.dispose();
  }
}
