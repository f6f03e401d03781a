// The force network: a line a contact, as wide as its impulse, drawn over the bodies.

import * as THREE from "three";
import { Contacts } from "../api";
import { Light } from "./spheres";

const VERTEX = /* glsl */ `
precision highp float;
in vec2 corner;  // along the line 0 to 1, across it -1 to 1
in vec3 start, end;
in float part;   // of the widest line; negative where the contact pulls
uniform mat4 modelViewMatrix, projectionMatrix;
uniform float pixel, widest;  // [m]
uniform vec2 depths;          // of the nearest and the farthest body [m]
flat out float sign_;
flat out float strength;

void main() {
  vec4 a = modelViewMatrix * vec4(start, 1.0), b = modelViewMatrix * vec4(end, 1.0);
  vec2 along = b.xy - a.xy;
  vec2 across = normalize(length(along) > 0.0 ? vec2(-along.y, along.x) : vec2(1.0, 0.0));
  float width = abs(part) * widest;
  strength = clamp(width / pixel, 0.0, 1.0);
  sign_ = part;
  vec4 seen = mix(a, b, corner.x);
  strength *= 1.0 - 0.75 * clamp((seen.z - depths.x) / (depths.y - depths.x), 0.0, 1.0);
  seen.xy += 0.5 * corner.y * max(width, pixel) * across;
  // Lines too faint to see are not drawn.
  gl_Position = strength > 0.03 ? projectionMatrix * seen : vec4(0.0, 0.0, 9.0, 1.0);
}`;

const FRAGMENT = /* glsl */ `
precision highp float;
flat in float sign_;
flat in float strength;
uniform vec3 push, pull;
out vec4 pixelColour;
void main() { pixelColour = vec4(sign_ < 0.0 ? pull : push, strength); }`;

export class Forces {
  readonly mesh: THREE.Mesh<THREE.InstancedBufferGeometry, THREE.RawShaderMaterial>;
  largest = 0; // impulse of the contacts

  constructor() {
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.setAttribute("corner", new THREE.BufferAttribute(new Float32Array([0, -1, 1, -1, 0, 1, 1, 1]), 2));
    geometry.setIndex([0, 1, 2, 2, 1, 3]);
    const material = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        pixel: { value: 1 },
        widest: { value: 1 },
        push: { value: new THREE.Vector3() },
        pull: { value: new THREE.Vector3() },
        depths: { value: new THREE.Vector2(1, 0) },
      },
      depthTest: false,
      depthWrite: false,
      transparent: true,
      side: THREE.DoubleSide,
    });
    this.mesh = new THREE.Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 3;
  }

  /** `hidden(i)` tells which bodies are not shown: their lines are not either. */
  place(contacts: Contacts, position: Float32Array, dimension: number, hidden: (i: number) => boolean) {
    const count = contacts.first.length;
    const start = new Float32Array(3 * count);
    const end = new Float32Array(3 * count);
    const part = new Float32Array(count);
    this.largest = 0;
    let reached = 0; // contacts with obstacles so far
    for (let c = 0; c < count; ++c) {
      const i = contacts.first[c];
      const j = contacts.second[c];
      for (let k = 0; k < dimension; ++k) {
        start[3 * c + k] = position[dimension * i + k];
        end[3 * c + k] =
          j >= 0 ? position[dimension * j + k] : start[3 * c + k] + contacts.reach[dimension * reached + k];
      }
      if (j < 0) ++reached;
      this.largest = Math.max(this.largest, Math.abs(contacts.impulse[c]));
      part[c] = hidden(i) || (j >= 0 && hidden(j)) ? 0 : contacts.impulse[c];
    }
    const { geometry } = this.mesh;
    geometry.dispose();
    geometry.setAttribute("start", new THREE.InstancedBufferAttribute(start, 3));
    geometry.setAttribute("end", new THREE.InstancedBufferAttribute(end, 3));
    geometry.setAttribute("part", new THREE.InstancedBufferAttribute(part, 1));
    geometry.instanceCount = count;
  }

  /** `scale` [m / unit of impulse]: width of the line of one unit. */
  prepare(light: Light, scale: number) {
    const { uniforms } = this.mesh.material;
    for (const name of ["pixel", "push", "pull", "depths"] as const) uniforms[name].value = light[name];
    uniforms.widest.value = scale;
  }

  dispose() {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
