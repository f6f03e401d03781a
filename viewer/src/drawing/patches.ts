// Many small shapes, all triangles or all rectangles, in one draw call, each with a few vectors of its own.
//
// Every corner has a copy of its shape's vectors. Instancing would say the same in fewer words, but browsers without a
// graphics card draw every instance as a call of its own: seconds for a hundred thousand.

import * as THREE from "three";

/** Corners of the triangles that a shape is made of. */
export type Outline = readonly (readonly [number, number])[];

/** Around the unit circle: half the corners of a square, which counts for more than the larger area. */
export const TRIANGLE: Outline = [[0, 2], [-1.7320509, -1], [1.7320509, -1]];
export const RECTANGLE: Outline = [[-1, -1], [1, -1], [-1, 1], [-1, 1], [1, -1], [1, 1]];

const prelude = (outline: Outline, vectors: string[]) => /* glsl */ `
precision highp float;
precision highp int;
const vec2 CORNERS[${outline.length}] = vec2[](${outline.map(([x, y]) => `vec2(${x}, ${y})`).join(", ")});
uniform mat4 modelViewMatrix, projectionMatrix;
${vectors.map((name) => `in vec4 ${name};`).join("\n")}
vec2 corner() { return CORNERS[gl_VertexID % ${outline.length}]; }
const vec4 NOWHERE = vec4(0.0, 0.0, 9.0, 1.0);
`;

type Numbers = Float32Array | Uint8Array;

export class Patches {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.RawShaderMaterial>;
  private readonly own = new Map<string, Numbers>(); // four numbers a shape

  /** `vectors` are what the vertex shader finds as vec4; all uniforms are set by `prepare`. */
  constructor(
    private readonly outline: Outline,
    vectors: string[],
    vertexShader: string,
    fragmentShader: string,
    options: THREE.ShaderMaterialParameters,
  ) {
    const material = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: prelude(outline, vectors) + vertexShader,
      fragmentShader: `precision highp float;\n${fragmentShader}`,
      // In the list that is drawn by `renderOrder`.
      transparent: true,
      ...options,
    });
    this.mesh = new THREE.Mesh(new THREE.BufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.geometry.setDrawRange(0, 0);
  }

  /** Room for four numbers a shape, to be filled and then sent by `send`; bytes become fractions of 255. */
  room(name: string, count: number, kind: "float" | "byte"): Numbers {
    const known = this.own.get(name);
    if (known && known.length >= 4 * count) return known;
    const size = 4 * Math.max(1, count);
    const numbers = kind === "float" ? new Float32Array(size) : new Uint8Array(size);
    this.own.set(name, numbers);
    return numbers;
  }

  /** Draws the first `count` shapes with the vectors that were filled in. */
  send(count: number) {
    const { geometry } = this.mesh;
    for (const [name, numbers] of this.own) {
      const attribute = this.attribute(name, numbers);
      copyToCorners(numbers, count, this.outline.length, attribute.array as Numbers);
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, 4 * this.outline.length * count);
      attribute.needsUpdate = true;
    }
    geometry.setDrawRange(0, this.outline.length * count);
  }

  /** The copies of a vector at all corners. */
  private attribute(name: string, numbers: Numbers): THREE.BufferAttribute {
    const { geometry } = this.mesh;
    const known = geometry.getAttribute(name) as THREE.BufferAttribute | undefined;
    const size = numbers.length * this.outline.length;
    if (known && known.array.length === size) return known;
    geometry.dispose(); // buffers do not grow
    const bytes = numbers instanceof Uint8Array;
    const made = new THREE.BufferAttribute(bytes ? new Uint8Array(size) : new Float32Array(size), 4, bytes);
    geometry.setAttribute(name, made.setUsage(THREE.DynamicDrawUsage));
    return made;
  }

  /** Sets uniforms by name; those the shaders do not know are passed over. */
  prepare(values: object) {
    const { uniforms } = this.mesh.material;
    for (const [name, value] of Object.entries(values)) uniforms[name] = { value };
  }

  /** Switches a #define of the shaders. */
  define(name: string, on: boolean) {
    const { material } = this.mesh;
    if (on === name in material.defines) return;
    if (on) material.defines[name] = 1;
    else delete material.defines[name];
    material.needsUpdate = true;
  }
}

function copyToCorners(own: Numbers, count: number, corners: number, all: Numbers) {
  let to = 0;
  for (let i = 0; i < 4 * count; i += 4) {
    for (let c = 0; c < corners; ++c) {
      all[to++] = own[i];
      all[to++] = own[i + 1];
      all[to++] = own[i + 2];
      all[to++] = own[i + 3];
    }
  }
}
