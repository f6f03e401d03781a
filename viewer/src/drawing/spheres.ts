// Bodies as impostors: a triangle each, whose fragments are those of a disc or of a shaded sphere.
//
// In a parallel projection a body whose centre is nearer is never behind another one that it does not overlap (the plane
// between the two separates them, and the line of sight crosses it one way only). So one depth a body is exact for bodies
// that never overlap, and the depth test can come before the shading: what makes large packings cheap to draw.

import * as THREE from "three";
import { Light } from "./light";
import { Patches, TRIANGLE } from "./patches";

// bodies: centre [m], radius [m]; colours; turns: an angle, or a quaternion w, x, y, z.
const VERTEX = /* glsl */ `
#ifdef TURNED
flat out vec4 turning;
#endif
uniform float pixel;  // [m]
uniform vec2 depths;  // of the nearest and the farthest body [m]
out vec2 place;       // in radii from the centre
flat out vec4 tint;
flat out float size;  // radius [pixel]
flat out float far;   // 0 for the nearest bodies, 1 for the farthest

void main() {
  tint = colours;
  float r = max(bodies.w, 1.2 * pixel);
  size = r / pixel;
  place = corner() * (1.0 + 1.0 / size);
  vec4 seen = modelViewMatrix * vec4(bodies.xyz, 1.0);
  far = clamp((seen.z - depths.x) / (depths.y - depths.x), 0.0, 1.0);
  seen.xy += place * r;
  gl_Position = tint.a > 0.0 ? projectionMatrix * seen : NOWHERE;
#ifdef TURNED
  turning = turns;
#endif
}`;

const FRAGMENT = /* glsl */ `
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

export class Spheres {
  private readonly patches: Patches;
  /** RGBA of each body, to be filled before `send`; opacity 0 hides it. */
  colour = new Uint8Array(0);
  private position = new Float32Array(0);
  private radius = new Float32Array(0);
  private orientation: Float32Array | null = null;
  private dimension = 3;

  constructor(flat: boolean, smooth: boolean) {
    this.patches = new Patches(TRIANGLE, ["bodies", "colours", "turns"], VERTEX, FRAGMENT, {
      depthTest: !flat,
      depthWrite: !flat,
      blending: flat ? THREE.NormalBlending : THREE.NoBlending,
      alphaToCoverage: smooth && !flat,
    });
    this.patches.define("FLAT", flat);
    this.patches.define("SMOOTH", smooth && !flat);
    this.mesh.renderOrder = 1;
  }

  get mesh() {
    return this.patches.mesh;
  }

  /** `position` has `dimension` numbers a body, `orientation` one (an angle) or four (a quaternion w, x, y, z). */
  place(position: Float32Array, dimension: number, radius: Float32Array, orientation: Float32Array | null) {
    Object.assign(this, { position, dimension, radius, orientation });
    if (this.colour.length !== 4 * radius.length) this.colour = new Uint8Array(4 * radius.length);
  }

  /** Hands bodies and colours to the graphics: those of the list, or all. */
  send(list: Uint32Array | null) {
    const { position, dimension, radius, orientation } = this;
    const count = list?.length ?? radius.length;
    const bodies = this.patches.room("bodies", count, "float");
    const colours = this.patches.room("colours", count, "byte");
    const turns = orientation ? this.patches.room("turns", count, "float") : null;
    const numbers = dimension === 3 ? 4 : 1;
    for (let at = 0; at < count; ++at) {
      const i = list ? list[at] : at;
      for (let k = 0; k < 3; ++k) bodies[4 * at + k] = k < dimension ? position[dimension * i + k] : 0;
      bodies[4 * at + 3] = radius[i];
      for (let k = 0; k < 4; ++k) colours[4 * at + k] = this.colour[4 * i + k];
      if (turns) for (let k = 0; k < numbers; ++k) turns[4 * at + k] = orientation![numbers * i + k];
    }
    this.patches.define("TURNED", orientation !== null);
    this.patches.send(count);
  }

  prepare(light: Light) {
    this.patches.prepare(light);
  }
}
