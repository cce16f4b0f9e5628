// What the viewer uses of three.js 0.187.0. README.md in this folder says how three.bundle.js is made from it.
export {
  AmbientLight, BackSide, Box3, BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, CircleGeometry, Color,
  ConeGeometry, CylinderGeometry, DirectionalLight, DoubleSide, DynamicDrawUsage, EdgesGeometry, Float32BufferAttribute,
  FrontSide, GridHelper, Group, HemisphereLight, InstancedBufferAttribute, InstancedMesh, Line, LineBasicMaterial,
  LineSegments, Matrix3, Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial, MeshStandardMaterial, OrthographicCamera,
  PCFSoftShadowMap, PerspectiveCamera, Plane, PlaneGeometry, Points, PointsMaterial, Quaternion, Raycaster, RingGeometry,
  Scene, ShadowMaterial, Shape, ShapeGeometry, SphereGeometry, SRGBColorSpace, TorusGeometry, Vector2, Vector3,
  WebGLRenderer, PCFShadowMap, VSMShadowMap,
} from "three";
export { OrbitControls } from "three/addons/controls/OrbitControls.js";
