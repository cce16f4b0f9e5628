// Geometries of rigid shapes in their own frames, and the materials that show how they turn.

function shapeGeometry(kind, size) {
  switch (kind) {
    case "sphere": return new THREE.SphereGeometry(size[0], 32, 20).rotateX(Math.PI / 2);
    case "box": return new THREE.BoxGeometry(size[0], size[1], size[2]);
    case "cylinder": return new THREE.CylinderGeometry(size[0], size[0], size[1], 40).rotateX(Math.PI / 2);
    case "capsule": return new THREE.CapsuleGeometry(size[0], size[1], 8, 20).rotateX(Math.PI / 2);
    case "ring": return new THREE.TorusGeometry(size[0] + size[1], size[1], 12, 48);
    case "plane": return new THREE.PlaneGeometry(2 * size[0], 2 * size[0]);
    case "frame": return frameGeometry(size[0]);
    case "disk": return new THREE.CircleGeometry(size[0], 96);
    case "hole": return new THREE.RingGeometry(size[0], size[1], 96);
    case "rectangle": return new THREE.PlaneGeometry(size[0], size[1]);
    case "stadium": return stadiumGeometry(size[0], size[1]);
    case "facets": return facetsGeometry(size);
    case "polygon": return polygonGeometry(size);
    case "halfplane": return halfplaneGeometry(size[0]);
    case "coil": return coilGeometry();
    case "zigzag": return zigzagGeometry();
  }
  throw new Error(`unknown shape ${kind}`);
}

// Number of vertices, their coordinates, then three numbers per triangle; each has vertices of its own, and is flat.
function facetsGeometry(size) {
  const first = 1 + 3 * size[0], places = [];
  for (let i = first; i < size.length; i++) {
    for (let k = 0; k < 3; k++) places.push(size[1 + 3 * size[i] + k]);
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(places, 3));
  geometry.setAttribute("uv", new THREE.Float32BufferAttribute(new Float32Array(places.length / 3 * 2).fill(0.5), 2));
  geometry.computeVertexNormals();
  return geometry;
}

function stadiumGeometry(radius, length) {
  const shape = new THREE.Shape();
  shape.absarc(0.5 * length, 0, radius, -Math.PI / 2, Math.PI / 2, false);
  shape.absarc(-0.5 * length, 0, radius, Math.PI / 2, 3 * Math.PI / 2, false);
  return new THREE.ShapeGeometry(shape, 16);
}

function polygonGeometry(corners) {
  const shape = new THREE.Shape();
  shape.moveTo(corners[0], corners[1]);
  for (let i = 2; i < corners.length; i += 2) shape.lineTo(corners[i], corners[i + 1]);
  return new THREE.ShapeGeometry(shape);
}

// The line of a half plane with hatching below it.
function halfplaneGeometry(half) {
  const thick = 0.004 * half, deep = 0.022 * half, strokes = 80;
  const corners = [-half, 0, half, 0, half, -thick, -half, -thick];
  const index = [0, 2, 1, 0, 3, 2];
  for (let k = 0; k < strokes; k++) {
    const x = -half + 2 * half * (k + 0.5) / strokes, n = corners.length / 2;
    corners.push(x, 0, x + 0.6 * thick, 0, x - deep + 0.6 * thick, -deep, x - deep, -deep);
    index.push(n, n + 2, n + 1, n, n + 3, n + 2);
  }
  return flatGeometry(corners, index);
}

function flatGeometry(corners, index) {
  const places = [];
  for (let i = 0; i < corners.length; i += 2) places.push(corners[i], corners[i + 1], 0);
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(places, 3));
  geometry.setAttribute("normal", new THREE.Float32BufferAttribute(places.map((_, i) => (i % 3 === 2 ? 1 : 0)), 3));
  geometry.setAttribute("uv", new THREE.Float32BufferAttribute(corners.map(() => 0.5), 2));
  geometry.setIndex(index);
  return geometry;
}

// A spring of unit length along z and unit radius.
function coilGeometry() {
  const turns = 8, steps = 20 * turns, around = 6, wire = 0.16;
  const places = [], normals = [], uv = [], index = [];
  for (let i = 0; i <= steps; i++) {
    const s = i / steps, lead = Math.min(1, Math.min(s, 1 - s) / 0.08);
    const angle = 2 * Math.PI * turns * s, c = Math.cos(angle), d = Math.sin(angle);
    for (let j = 0; j < around; j++) {
      const b = 2 * Math.PI * j / around;
      const out = Math.cos(b), along = Math.sin(b);
      places.push(c * (lead + wire * out), d * (lead + wire * out), s + 0.012 * along);
      normals.push(c * out, d * out, along);
      uv.push(0.5, 0.5);
      if (i < steps) {
        const p = i * around + j, q = i * around + (j + 1) % around;
        index.push(p, q, p + around, q, q + around, p + around);
      }
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(places, 3));
  geometry.setAttribute("normal", new THREE.Float32BufferAttribute(normals, 3));
  geometry.setAttribute("uv", new THREE.Float32BufferAttribute(uv, 2));
  geometry.setIndex(index);
  return geometry;
}

// The same in the plane: a zigzag of unit length along z, unit half width along x.
function zigzagGeometry() {
  const points = [[0, 0], [0, 0.12]];
  for (let k = 0; k < 8; k++) points.push([k % 2 ? -1 : 1, 0.12 + 0.76 * (k + 0.5) / 8]);
  points.push([0, 0.88], [0, 1]);
  const places = [], index = [], wire = 0.2;
  for (let k = 0; k + 1 < points.length; k++) {
    const [a, b] = points[k], [c, d] = points[k + 1], n = places.length / 3;
    places.push(a - wire, 0, b, a + wire, 0, b, c + wire, 0, d, c - wire, 0, d);
    index.push(n, n + 1, n + 2, n, n + 2, n + 3);
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(places, 3));
  geometry.setAttribute("normal", new THREE.Float32BufferAttribute(places.map((_, i) => (i % 3 === 1 ? 1 : 0)), 3));
  geometry.setAttribute("uv", new THREE.Float32BufferAttribute(new Float32Array(places.length / 3 * 2).fill(0.5), 2));
  geometry.setIndex(index);
  return geometry;
}

function frameGeometry(length) {
  return new THREE.BoxGeometry(length, 0.05 * length, 0.05 * length);
}

// Lines drawn on a shape by its surface coordinates: edges of boxes, meridians of spheres and cylinders, radii of disks.
const PATTERNS = {
  box: "min(min(vMark.x, 1.0 - vMark.x) / fwidth(vMark.x), min(vMark.y, 1.0 - vMark.y) / fwidth(vMark.y))",
  rectangle: "min(min(vMark.x, 1.0 - vMark.x) / fwidth(vMark.x), min(vMark.y, 1.0 - vMark.y) / fwidth(vMark.y))",
  sphere: "min(abs(fract(vMark.x * 4.0) - 0.5) / fwidth(vMark.x * 4.0), abs(vMark.y - 0.5) / fwidth(vMark.y))",
  cylinder: "vMark.z > 0.5 ? abs(vMark.y - 0.5) / fwidth(vMark.y) : abs(fract(vMark.x * 2.0 + 0.5) - 0.5) / fwidth(vMark.x * 2.0)", // ends: a diameter
  disk: "min(abs(vMark.y - 0.5) / fwidth(vMark.y) + (vMark.x < 0.5 ? 1e3 : 0.0), (0.5 - length(vMark.xy - 0.5)) / fwidth(length(vMark.xy - 0.5)))",
};

// Standard or flat material; ``kind`` chooses the lines that make rotations visible.
function shapeMaterial(kind, flat, options = {}) {
  const material = flat
    ? new THREE.MeshBasicMaterial({ side: THREE.DoubleSide, ...options })
    : new THREE.MeshStandardMaterial({ roughness: 0.62, metalness: 0.05, side: THREE.DoubleSide, ...options });
  const pattern = PATTERNS[kind];
  if (pattern) {
    material.onBeforeCompile = (shader) => {
      shader.vertexShader = "varying vec3 vMark;\n" + shader.vertexShader.replace(
        "#include <begin_vertex>", "#include <begin_vertex>\n  vMark = vec3(uv, abs(normal.z));");
      shader.fragmentShader = "varying vec3 vMark;\n" + shader.fragmentShader.replace(
        "#include <color_fragment>",
        `#include <color_fragment>\n  diffuseColor.rgb *= mix(0.52, 1.0, smoothstep(0.4, 1.6, ${pattern}));`);
    };
    material.customProgramCacheKey = () => `mark-${kind}-${flat}`;
    material.defines = { ...(material.defines || {}), USE_UV: "" };
  }
  return material;
}
