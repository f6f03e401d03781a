// Bodies as impostors: two triangles each, whose fragments are those of a disc or of a shaded sphere.
//
// In a parallel projection a body whose centre is nearer is never behind another one that it does not overlap (the plane
// between the two separates them, and the line of sight crosses it one way only). So one depth a body is exact for bodies
// that never overlap, and the depth test can come before the shading: what makes large packings cheap to draw.

import * as THREE from "three";

const VERTEX = /* glsl */ `
precision highp float;
in vec2 corner;
in vec3 center;
in float radius;
in vec4 colour;
#ifdef TURNED
in vec4 turn;
flat out vec4 turning;
#endif
uniform mat4 modelViewMatrix, projectionMatrix;
uniform float pixel;  // [m]
out vec2 place;       // in radii from the centre
flat out vec4 tint;
flat out float size;  // radius [pixel]
flat out float far;   // 0 for the nearest bodies, 1 for the farthest
uniform vec2 depths;  // of these two [m]

void main() {
  tint = colour;
  float r = max(radius, 1.2 * pixel);
  size = r / pixel;
  place = corner * (1.0 + 1.0 / size);
  vec4 seen = modelViewMatrix * vec4(center, 1.0);
  far = clamp((seen.z - depths.x) / (depths.y - depths.x), 0.0, 1.0);
  seen.xy += place * r;
  gl_Position = colour.a > 0.0 ? projectionMatrix * seen : vec4(0.0, 0.0, 9.0, 1.0);
#ifdef TURNED
  turning = turn;
#endif
}`;

const FRAGMENT = /* glsl */ `
precision highp float;
in vec2 place;
flat in vec4 tint;
flat in float size;
#ifdef TURNED
flat in vec4 turning;
uniform mat3 toWorld;
#endif
uniform vec3 rim, paper;
flat in float far;
out vec4 pixelColour;

void main() {
  float d = length(place);
#ifdef FLAT
  float cover = clamp((1.0 - d) * size + 0.5, 0.0, 1.0);
  if (cover <= 0.0) discard;
  float inside = clamp((1.0 - d) * size - 0.5, 0.0, 1.0);
  vec3 shown = mix(mix(tint.rgb, rim, clamp(size / 8.0, 0.0, 0.75)), tint.rgb, inside);
#ifdef TURNED
  vec2 hand = vec2(cos(turning.x), sin(turning.x));
  float beside = abs(place.x * hand.y - place.y * hand.x);
  if (dot(place, hand) > 0.0 && beside < max(0.09, 0.8 / size)) shown = mix(shown, rim, 0.7 * inside);
#endif
  pixelColour = vec4(shown, cover * tint.a);
#else
#ifdef SMOOTH
  float cover = clamp((1.0 - d) * size + 0.5, 0.0, 1.0);
  if (cover <= 0.0) discard;
#else
  float cover = 1.0;
  if (d > 1.0) discard;
#endif
  vec3 normal = vec3(place, sqrt(max(0.0, 1.0 - d * d)));
  vec3 own = tint.rgb;
#ifdef TURNED
  vec3 n = toWorld * normal;
  vec3 q = -turning.yzw;  // back into the body's own axes
  vec3 body = n + 2.0 * cross(q, cross(q, n) + turning.x * n);
  own = body.z > 0.0 ? own : mix(own, rim, 0.55);
#endif
  float light = 0.42 + 0.58 * max(0.0, dot(normal, vec3(-0.36, 0.48, 0.80)));
  float shine = pow(max(0.0, dot(normal, vec3(-0.19, 0.25, 0.95))), 40.0);
  pixelColour = vec4(mix(own * light + 0.18 * shine, paper, 0.4 * far), cover);
#endif
}`;

/** What a picture is drawn with. */
export interface Light {
  pixel: number; // its length [m]
  rim: THREE.Vector3; // colour of rims and marks
  paper: THREE.Vector3; // what is far is paler
  toWorld: THREE.Matrix3; // axes of the picture
  depths: THREE.Vector2; // of the nearest and the farthest body, along the view [m]
  push: THREE.Vector3; // colour of contacts that push
  pull: THREE.Vector3; // and that pull
}

const CORNERS = new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]);

export class Spheres {
  readonly mesh: THREE.Mesh<THREE.InstancedBufferGeometry, THREE.RawShaderMaterial>;
  /** RGBA of each body, to be filled before `recoloured`; opacity 0 hides it. */
  colour = new Uint8Array(0);
  private room = 0; // bodies the buffers hold
  private turned = false;

  constructor(flat: boolean, smooth: boolean) {
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.setAttribute("corner", new THREE.BufferAttribute(CORNERS, 2));
    geometry.setIndex([0, 1, 2, 2, 1, 3]);
    const material = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        pixel: { value: 1 },
        rim: { value: new THREE.Vector3() },
        paper: { value: new THREE.Vector3() },
        depths: { value: new THREE.Vector2(1, 0) },
        toWorld: { value: new THREE.Matrix3() },
      },
      depthTest: !flat,
      depthWrite: !flat,
      // In the list that is drawn by `renderOrder`: walls come first.
      transparent: true,
      blending: flat ? THREE.NormalBlending : THREE.NoBlending,
    });
    if (flat) material.defines.FLAT = 1;
    if (smooth && !flat) {
      material.defines.SMOOTH = 1;
      material.alphaToCoverage = true;
    }
    this.mesh = new THREE.Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 1;
  }

  /** `position` has `dimension` numbers a body, `orientation` one (an angle) or four (a quaternion w, x, y, z). */
  place(position: Float32Array, dimension: number, radius: Float32Array, orientation: Float32Array | null) {
    const count = radius.length;
    if (this.room === 0 || count > this.room || (orientation !== null) !== this.turned) this.grow(count, orientation !== null);
    const { center, radius: size, turn } = this.attributes();
    spread(position, dimension, 3, count, center.array as Float32Array);
    (size.array as Float32Array).set(radius);
    for (const changed of [center, size]) changed.needsUpdate = true;
    if (orientation && turn) {
      spread(orientation, dimension === 3 ? 4 : 1, 4, count, turn.array as Float32Array);
      turn.needsUpdate = true;
    }
    this.mesh.geometry.instanceCount = count;
  }

  recoloured() {
    this.attributes().colour.needsUpdate = true;
  }

  prepare(light: Light) {
    const { uniforms } = this.mesh.material;
    for (const name of ["pixel", "rim", "paper", "toWorld", "depths"] as const) uniforms[name].value = light[name];
  }

  private attributes() {
    const get = (name: string) => this.mesh.geometry.getAttribute(name) as THREE.InstancedBufferAttribute;
    return { center: get("center"), radius: get("radius"), colour: get("colour"), turn: get("turn") };
  }

  private grow(count: number, turned: boolean) {
    this.room = Math.max(count, 1);
    this.turned = turned;
    this.colour = new Uint8Array(4 * this.room);
    const { geometry, material } = this.mesh;
    geometry.dispose();
    const add = (name: string, array: Float32Array | Uint8Array, size: number, normalized = false) => {
      const attribute = new THREE.InstancedBufferAttribute(array, size, normalized);
      geometry.setAttribute(name, attribute.setUsage(THREE.DynamicDrawUsage));
    };
    add("center", new Float32Array(3 * this.room), 3);
    add("radius", new Float32Array(this.room), 1);
    add("colour", this.colour, 4, true);
    if (turned) {
      add("turn", new Float32Array(4 * this.room), 4);
      material.defines.TURNED = 1;
    } else {
      geometry.deleteAttribute("turn");
      delete material.defines.TURNED;
    }
    material.needsUpdate = true;
  }

  dispose() {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

/** Vectors of `from` numbers each into vectors of `to`, zeros behind. */
function spread(source: Float32Array, from: number, to: number, count: number, out: Float32Array) {
  if (from === to) {
    out.set(source);
    return;
  }
  for (let i = 0; i < count; ++i) {
    for (let k = 0; k < from; ++k) out[to * i + k] = source[from * i + k];
  }
}
