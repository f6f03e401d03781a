// The force network: a line a contact, as wide as its impulse, drawn over the bodies.

import * as THREE from "three";
import { Contacts } from "../api";
import { Light } from "./light";
import { Patches, RECTANGLE } from "./patches";

// starts: where a line starts [m], impulse (negative where the contact pulls); ends: where it ends [m].
const VERTEX = /* glsl */ `
uniform float pixel;          // [m]
uniform float width_;         // of a line of impulse 1 [m]
uniform vec2 depths;          // of the nearest and the farthest body [m]
flat out float impulse;
flat out float strength;

void main() {
  impulse = starts.w;
  vec4 a = modelViewMatrix * vec4(starts.xyz, 1.0), b = modelViewMatrix * vec4(ends.xyz, 1.0);
  vec2 along = b.xy - a.xy;
  vec2 across = normalize(length(along) > 0.0 ? vec2(-along.y, along.x) : vec2(1.0, 0.0));
  float width = abs(impulse) * width_;
  strength = clamp(width / pixel, 0.0, 1.0);
  vec4 seen = mix(a, b, 0.5 + 0.5 * corner().x);
  strength *= 1.0 - 0.75 * clamp((seen.z - depths.x) / (depths.y - depths.x), 0.0, 1.0);
  seen.xy += 0.5 * corner().y * max(width, pixel) * across;
  // Lines too faint to see are not drawn.
  gl_Position = strength > 0.03 ? projectionMatrix * seen : NOWHERE;
}`;

const FRAGMENT = /* glsl */ `
flat in float impulse;
flat in float strength;
uniform vec3 push, pull;
out vec4 pixelColour;
void main() { pixelColour = vec4(impulse < 0.0 ? pull : push, strength); }`;

export class Forces {
  largest = 0; // impulse of the contacts
  private readonly patches = new Patches(RECTANGLE, ["starts", "ends"], VERTEX, FRAGMENT, {
    depthTest: false,
    depthWrite: false,
    side: THREE.DoubleSide,
  });

  constructor() {
    this.mesh.renderOrder = 3;
  }

  get mesh() {
    return this.patches.mesh;
  }

  /** `hidden(i)` tells which bodies are not shown: their lines are not either. */
  place(contacts: Contacts, position: Float32Array, dimension: number, hidden: (i: number) => boolean) {
    const count = contacts.first.length;
    const starts = this.patches.room("starts", count, "float");
    const ends = this.patches.room("ends", count, "float");
    this.largest = 0;
    let reached = 0; // contacts with obstacles so far
    for (let c = 0; c < count; ++c) {
      const i = contacts.first[c];
      const j = contacts.second[c];
      for (let k = 0; k < dimension; ++k) {
        const from = position[dimension * i + k];
        starts[4 * c + k] = from;
        ends[4 * c + k] = j >= 0 ? position[dimension * j + k] : from + contacts.reach[dimension * reached + k];
      }
      if (j < 0) ++reached;
      this.largest = Math.max(this.largest, Math.abs(contacts.impulse[c]));
      starts[4 * c + 3] = hidden(i) || (j >= 0 && hidden(j)) ? 0 : contacts.impulse[c];
    }
    this.patches.send(count);
  }

  /** `scale` [m / unit of impulse]: width of the line of one unit. */
  prepare(light: Light, scale: number) {
    this.patches.prepare({ ...light, width_: scale });
  }
}
