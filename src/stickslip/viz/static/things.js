// Everything that moves: typed arrays written once per picture, nothing allocated on the way.

const IDENTITY = [0, 0, 0, 1, 0, 0, 0]; // x, y, z, w, i, j, k

// Poses of all rigid parts at the present time, seven numbers each.
class Poses {
  constructor(scene, frames) {
    this.frames = frames;
    this.parts = scene.parts;
    this.values = new Float64Array(7 * scene.parts.length);
    scene.parts.forEach((_, p) => this.values.set(IDENTITY, 7 * p));
    this.moving = scene.parts.map((part, p) => p).filter((p) => scene.parts[p].motion === "rigid");
  }

  // Number of the pose that carries a part.
  carrier(p) {
    const part = this.parts[p];
    return part.motion === "none" && part.parent >= 0 ? part.parent : p;
  }

  update(k, x) {
    const next = Math.min(k + 1, this.frames.count - 1), out = this.values;
    for (let n = 0; n < this.moving.length; n++) {
      const p = this.moving[n], { position, quaternion } = this.frames.parts[p];
      for (let c = 0; c < 3; c++) out[7 * p + c] = position[3 * k + c] * (1 - x) + position[3 * next + c] * x;
      if (quaternion) slerp(quaternion, 4 * k, 4 * next, x, out, 7 * p + 3);
    }
  }
}

function slerp(q, a, b, x, out, o) {
  let dot = q[a] * q[b] + q[a + 1] * q[b + 1] + q[a + 2] * q[b + 2] + q[a + 3] * q[b + 3];
  const sign = dot < 0 ? -1 : 1;
  dot = Math.min(Math.abs(dot), 1);
  let u = 1 - x, v = x;
  if (dot < 0.9999) {
    const angle = Math.acos(dot), sine = Math.sin(angle);
    u = Math.sin((1 - x) * angle) / sine;
    v = Math.sin(x * angle) / sine;
  }
  v *= sign;
  let size = 0;
  for (let c = 0; c < 4; c++) {
    out[o + c] = u * q[a + c] + v * q[b + c];
    size += out[o + c] * out[o + c];
  }
  size = Math.sqrt(size) || 1;
  for (let c = 0; c < 4; c++) out[o + c] /= size;
}

// Equal rigid shapes of all parts as one instanced mesh.
class ShapeGroup {
  constructor(kind, size, role, stage) {
    this.kind = kind;
    this.entries = [];
    this.role = role;
    this.geometry = shapeGeometry(kind, size);
    const ground = role === "ground";
    this.material = shapeMaterial(ground ? "" : kind, stage.flat, ground && !stage.flat
      ? { transparent: true, opacity: 0.4, depthWrite: false, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 8 } : {});
  }

  add(part, carrier, shape) {
    this.entries.push({ part, carrier, shape });
  }

  build(stage) {
    const count = this.entries.length;
    this.mesh = new THREE.InstancedMesh(this.geometry, this.material, count);
    this.mesh.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
    this.colours = new Float32Array(3 * count);
    this.mesh.instanceColor = new THREE.InstancedBufferAttribute(this.colours, 3);
    this.mesh.instanceColor.setUsage(THREE.DynamicDrawUsage);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = this.role !== "ground";
    this.mesh.receiveShadow = true;
    this.local = new Float64Array(16 * count);
    const place = new THREE.Vector3(), turn = new THREE.Quaternion(), one = new THREE.Vector3(1, 1, 1);
    const matrix = new THREE.Matrix4();
    this.entries.forEach(({ shape }, i) => {
      place.fromArray(shape.position);
      turn.copy(quaternionOf(shape.quaternion));
      if (stage.flat) place.z = { ground: -2e-3, body: 0, marker: 1e-3, joint: 2e-3 }[this.role] * stage.size;
      matrix.compose(place, turn, one).toArray(this.local, 16 * i);
    });
    this.mesh.userData.parts = this.entries.map((entry) => entry.part);
    stage.world.add(this.mesh);
  }

  update(poses, colouring, k, x) {
    const m = this.mesh.instanceMatrix.array;
    for (let i = 0; i < this.entries.length; i++) {
      const { part, carrier } = this.entries[i];
      writeMatrix(poses.values, 7 * carrier, this.local, 16 * i, m);
      colouring.write(part, 0, 1, k, x, this.colours, 3 * i);
    }
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.instanceColor.needsUpdate = true;
    this.mesh.boundingSphere = null;
  }
}

// m = pose * local, both column by column.
function writeMatrix(poses, o, local, i, m) {
  const w = poses[o + 3], a = poses[o + 4], b = poses[o + 5], c = poses[o + 6];
  const r00 = 1 - 2 * (b * b + c * c), r01 = 2 * (a * b - w * c), r02 = 2 * (a * c + w * b);
  const r10 = 2 * (a * b + w * c), r11 = 1 - 2 * (a * a + c * c), r12 = 2 * (b * c - w * a);
  const r20 = 2 * (a * c - w * b), r21 = 2 * (b * c + w * a), r22 = 1 - 2 * (a * a + b * b);
  for (let j = 0; j < 4; j++) {
    const x = local[i + 4 * j], y = local[i + 4 * j + 1], z = local[i + 4 * j + 2], n = i + 4 * j;
    m[n] = r00 * x + r01 * y + r02 * z;
    m[n + 1] = r10 * x + r11 * y + r12 * z;
    m[n + 2] = r20 * x + r21 * y + r22 * z;
    m[n + 3] = local[n + 3];
  }
  m[i + 12] += poses[o];
  m[i + 13] += poses[o + 1];
  m[i + 14] += poses[o + 2];
}

// Length of a line at the first instant.
function lengthOf(position, count) {
  let sum = 0;
  for (let i = 3; i < 3 * count; i += 3) {
    sum += Math.hypot(position[i] - position[i - 3], position[i + 1] - position[i - 2], position[i + 2] - position[i - 1]);
  }
  return sum;
}

// A beam or string: its cross-section along its axis. In the plane a band of the section's height.
class LineThing {
  constructor(scene, p, stage, position) {
    const part = scene.parts[p];
    this.part = p;
    this.count = part.count;
    this.closed = part.section.closed;
    this.flat = stage.flat;
    this.profile = this.flat ? bandProfile(part.section.outline) : sectionProfile(part.section.outline);
    this.rim = this.profile.points.length / 2;
    this.centre = new Float32Array(3 * this.count);
    this.turn = new Float32Array(4 * this.count);
    const n = this.count * this.rim;
    this.places = new Float32Array(3 * n);
    this.normals = new Float32Array(3 * n);
    this.colours = new Float32Array(3 * n);
    this.axisColours = new Float32Array(3 * (this.count + (this.closed ? 1 : 0)));
    this.thick = this.flat && Math.abs(this.profile.points[1]) > 0.15 * lengthOf(position, this.count);
    this.makeMesh(stage);
  }

  makeMesh(stage) {
    const geometry = new THREE.BufferGeometry();
    const dynamic = (array) => new THREE.BufferAttribute(array, 3).setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute("position", dynamic(this.places));
    geometry.setAttribute("normal", dynamic(this.normals));
    geometry.setAttribute("color", dynamic(this.colours));
    geometry.setIndex(this.triangles());
    const options = { vertexColors: true, side: THREE.DoubleSide };
    if (this.thick) Object.assign(options, { transparent: true, opacity: 0.45, depthWrite: false }); // hides nothing
    const material = this.flat ? new THREE.MeshBasicMaterial(options)
      : new THREE.MeshStandardMaterial({ ...options, roughness: 0.6, metalness: 0.05 });
    this.mesh = new THREE.Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.userData.part = this.part;
    // the axis as a thin line, so that slender beams are seen from afar
    const axis = new THREE.BufferGeometry();
    this.axis = new Float32Array(3 * (this.count + (this.closed ? 1 : 0)));
    axis.setAttribute("position", dynamic(this.axis));
    axis.setAttribute("color", dynamic(this.axisColours));
    this.line = new THREE.Line(axis, new THREE.LineBasicMaterial({ vertexColors: true }));
    this.line.frustumCulled = false;
    stage.world.add(this.mesh, this.line);
  }

  triangles() {
    const { edges, caps } = this.profile, rim = this.rim, index = [];
    const spans = this.closed ? this.count : this.count - 1;
    for (let i = 0; i < spans; i++) {
      const a = i * rim, b = ((i + 1) % this.count) * rim;
      for (const [p, q] of edges) index.push(a + p, a + q, b + p, a + q, b + q, b + p);
    }
    if (!this.closed) {
      for (const [p, q, r] of caps) {
        const last = (this.count - 1) * rim;
        index.push(p, r, q, last + p, last + q, last + r);
      }
    }
    return index;
  }

  update(frames, colouring, k, x) {
    this.interpolate(frames.parts[this.part], k, Math.min(k + 1, frames.count - 1), x);
    const { points, normals } = this.profile, rim = this.rim, q = this.turn, c = this.centre;
    for (let i = 0; i < this.count; i++) {
      const w = q[4 * i], a = q[4 * i + 1], b = q[4 * i + 2], d = q[4 * i + 3];
      const x1 = 1 - 2 * (b * b + d * d), y1 = 2 * (a * b + w * d), z1 = 2 * (a * d - w * b); // d_1
      const x2 = 2 * (a * b - w * d), y2 = 1 - 2 * (a * a + d * d), z2 = 2 * (b * d + w * a); // d_2
      for (let j = 0; j < rim; j++) {
        const o = 3 * (i * rim + j), u = points[2 * j], v = points[2 * j + 1], m = normals[2 * j], n = normals[2 * j + 1];
        this.places[o] = c[3 * i] + u * x1 + v * x2;
        this.places[o + 1] = c[3 * i + 1] + u * y1 + v * y2;
        this.places[o + 2] = c[3 * i + 2] + u * z1 + v * z2;
        this.normals[o] = m * x1 + n * x2;
        this.normals[o + 1] = m * y1 + n * y2;
        this.normals[o + 2] = m * z1 + n * z2;
      }
      colouring.write(this.part, i, this.count, k, x, this.axisColours, 3 * i);
      for (let j = 0; j < rim; j++) {
        const o = 3 * (i * rim + j);
        for (let e = 0; e < 3; e++) this.colours[o + e] = this.axisColours[3 * i + e];
      }
    }
    this.axis.set(c);
    if (this.closed) {
      for (let e = 0; e < 3; e++) {
        this.axis[3 * this.count + e] = c[e];
        this.axisColours[3 * this.count + e] = this.axisColours[e];
      }
    }
    for (const name of ["position", "normal", "color"]) this.mesh.geometry.attributes[name].needsUpdate = true;
    for (const name of ["position", "color"]) this.line.geometry.attributes[name].needsUpdate = true;
    this.mesh.geometry.boundingSphere = null;
  }

  interpolate(data, k, next, x) {
    const n = 3 * this.count, { position, quaternion } = data;
    for (let i = 0; i < n; i++) this.centre[i] = position[k * n + i] * (1 - x) + position[next * n + i] * x;
    if (!quaternion) {
      transport(this.centre, this.count, this.closed, this.flat, this.turn);
      return;
    }
    for (let i = 0; i < this.count; i++) {
      const a = 4 * (k * this.count + i), b = 4 * (next * this.count + i);
      let size = 0;
      for (let e = 0; e < 4; e++) {
        const value = quaternion[a + e] * (1 - x) + quaternion[b + e] * x;
        this.turn[4 * i + e] = value;
        size += value * value;
      }
      size = Math.sqrt(size) || 1;
      for (let e = 0; e < 4; e++) this.turn[4 * i + e] /= size;
    }
  }
}

// Section axes of a string: the first is turned from section to section with the tangent, without twist.
const transported = { t: new THREE.Vector3(), last: new THREE.Vector3(), q: new THREE.Quaternion(), step: new THREE.Quaternion() };
function transport(centre, count, closed, flat, out) {
  const { t, last, q, step } = transported;
  for (let i = 0; i < count; i++) {
    const a = closed ? (i + count - 1) % count : Math.max(i - 1, 0), b = closed ? (i + 1) % count : Math.min(i + 1, count - 1);
    t.set(centre[3 * b] - centre[3 * a], centre[3 * b + 1] - centre[3 * a + 1], centre[3 * b + 2] - centre[3 * a + 2]);
    if (t.lengthSq() === 0) t.set(1, 0, 0);
    t.normalize();
    if (flat) { // d_1 = -z, d_2 = normal, d_3 = tangent
      const half = 0.5 * Math.atan2(t.y, t.x), c = Math.SQRT1_2 * Math.cos(half), s = Math.SQRT1_2 * Math.sin(half);
      out[4 * i] = c;
      out[4 * i + 1] = -s;
      out[4 * i + 2] = c;
      out[4 * i + 3] = s;
      continue;
    }
    if (i === 0) q.setFromUnitVectors(last.set(0, 0, 1), t);
    else q.premultiply(step.setFromUnitVectors(last, t));
    last.copy(t);
    out[4 * i] = q.w;
    out[4 * i + 1] = q.x;
    out[4 * i + 2] = q.y;
    out[4 * i + 3] = q.z;
  }
}

// Points and normals of a section; corners of polygons with few sides are sharp, so they appear once per side.
function sectionProfile(outline) {
  const n = outline.length, sharp = n <= 8;
  const points = [], normals = [], edges = [], caps = [];
  const normal = (p, q) => {
    const x = q[1] - p[1], y = p[0] - q[0], size = Math.hypot(x, y) || 1;
    return [x / size, y / size];
  };
  for (let i = 0; i < n; i++) {
    const p = outline[i], q = outline[(i + 1) % n];
    if (sharp) {
      const [x, y] = normal(p, q), at = points.length / 2;
      points.push(p[0], p[1], q[0], q[1]);
      normals.push(x, y, x, y);
      edges.push([at, at + 1]);
    } else {
      const size = Math.hypot(p[0], p[1]) || 1;
      points.push(p[0], p[1]);
      normals.push(p[0] / size, p[1] / size);
      edges.push([i, (i + 1) % n]);
    }
  }
  for (let i = 1; i + 1 < n; i++) caps.push(sharp ? [0, 2 * i, 2 * i + 2] : [0, i, i + 1]);
  return { points, normals, edges, caps };
}

function bandProfile(outline) {
  const half = Math.max(...outline.map((point) => Math.abs(point[1])));
  return { points: [0, half, 0, -half], normals: [0, 1, 0, -1], edges: [[0, 1]], caps: [] };
}

// A deforming surface with its edges.
class MeshThing {
  constructor(scene, p, stage) {
    const part = scene.parts[p];
    this.part = p;
    this.count = part.count;
    this.places = new Float32Array(3 * this.count);
    this.colours = new Float32Array(3 * this.count);
    const geometry = new THREE.BufferGeometry();
    this.position = new THREE.BufferAttribute(this.places, 3).setUsage(THREE.DynamicDrawUsage);
    this.colour = new THREE.BufferAttribute(this.colours, 3).setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute("position", this.position);
    geometry.setAttribute("color", this.colour);
    geometry.setIndex(new THREE.BufferAttribute(decode(part.surface.triangles, Uint32Array), 1));
    const options = { vertexColors: true, side: part.surface.flat ? THREE.DoubleSide : THREE.FrontSide };
    const material = stage.flat ? new THREE.MeshBasicMaterial(options)
      : new THREE.MeshStandardMaterial({ ...options, flatShading: true, roughness: 0.7, metalness: 0.02,
        polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
    this.mesh = new THREE.Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.userData.part = p;
    const edges = new THREE.BufferGeometry();
    edges.setAttribute("position", this.position);
    edges.setIndex(new THREE.BufferAttribute(decode(part.surface.edges, Uint32Array), 1));
    this.edges = new THREE.LineSegments(edges, new THREE.LineBasicMaterial({ color: 0x10151b, transparent: true, opacity: 0.28 }));
    this.edges.frustumCulled = false;
    if (stage.flat) this.edges.position.z = 5e-4 * stage.size;
    stage.world.add(this.mesh, this.edges);
  }

  update(frames, colouring, k, x) {
    const n = 3 * this.count, { position } = frames.parts[this.part], next = Math.min(k + 1, frames.count - 1);
    for (let i = 0; i < n; i++) this.places[i] = position[k * n + i] * (1 - x) + position[next * n + i] * x;
    for (let i = 0; i < this.count; i++) colouring.write(this.part, i, this.count, k, x, this.colours, 3 * i);
    this.position.needsUpdate = true;
    this.colour.needsUpdate = true;
    this.mesh.geometry.boundingSphere = null;
  }
}

// Springs between two moving points, all in one instanced mesh.
class Springs {
  constructor(scene, stage) {
    this.parts = scene.parts.map((_, p) => p).filter((p) => scene.parts[p].role === "spring");
    if (!this.parts.length) return;
    const outline = scene.parts[this.parts[0]].section.outline;
    this.radius = Math.max(...outline.map((point) => Math.hypot(...point)));
    this.mesh = new THREE.InstancedMesh(shapeGeometry(stage.flat ? "zigzag" : "coil"), shapeMaterial("", stage.flat), this.parts.length);
    this.colours = new Float32Array(3 * this.parts.length);
    this.mesh.instanceColor = new THREE.InstancedBufferAttribute(this.colours, 3);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = true;
    this.mesh.userData.parts = this.parts;
    this.a = new THREE.Vector3();
    this.way = new THREE.Vector3();
    this.turn = new THREE.Quaternion();
    this.scale = new THREE.Vector3();
    this.z = new THREE.Vector3(0, 0, 1);
    this.side = new THREE.Vector3();
    this.normal = new THREE.Vector3();
    this.matrix = new THREE.Matrix4();
    this.flat = stage.flat;
    stage.world.add(this.mesh);
  }

  update(frames, colouring, k, x) {
    if (!this.parts.length) return;
    const next = Math.min(k + 1, frames.count - 1);
    for (let n = 0; n < this.parts.length; n++) {
      const position = frames.parts[this.parts[n]].position;
      this.a.fromArray(position, 6 * k).lerp(this.side.fromArray(position, 6 * next), x);
      this.way.fromArray(position, 6 * k + 3).lerp(this.side.fromArray(position, 6 * next + 3), x).sub(this.a);
      const length = this.way.length() || 1e-12;
      this.way.divideScalar(length);
      if (this.flat) {
        this.side.set(-this.way.y, this.way.x, 0);
        this.matrix.makeBasis(this.side, this.normal.set(0, 0, 1), this.way).setPosition(this.a);
      } else this.matrix.makeRotationFromQuaternion(this.turn.setFromUnitVectors(this.z, this.way)).setPosition(this.a);
      this.matrix.scale(this.scale.set(this.radius, this.radius, length));
      this.mesh.setMatrixAt(n, this.matrix);
      colouring.write(this.parts[n], 0, 1, k, x, this.colours, 3 * n);
    }
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.instanceColor.needsUpdate = true;
    this.mesh.boundingSphere = null;
  }
}
