// Many small rectangles in one draw call, each with a few vectors of its own.
//
// The vectors lie in textures, and vertices find theirs by their number. Instancing would say the same in fewer words, but
// browsers without a graphics card draw every instance as a call of its own: seconds for a hundred thousand.

import * as THREE from "three";

const WIDTH = 2048; // texels in a row

const PRELUDE = /* glsl */ `
precision highp float;
precision highp int;
const vec2 CORNERS[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(-1, 1), vec2(-1, 1), vec2(1, -1), vec2(1, 1));
uniform mat4 modelViewMatrix, projectionMatrix;
vec2 corner() { return CORNERS[gl_VertexID % 6]; }  // of the rectangle
vec4 own(sampler2D vectors) {                       // the vector of the rectangle
  int k = gl_VertexID / 6;
  return texelFetch(vectors, ivec2(k % ${WIDTH}, k / ${WIDTH}), 0);
}
const vec4 NOWHERE = vec4(0.0, 0.0, 9.0, 1.0);
`;

type Numbers = Float32Array | Uint8Array;

export class Quads {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.RawShaderMaterial>;

  /** `vectors` names the samplers of the vertex shader; all other uniforms are set by `prepare`. */
  constructor(
    vertexShader: string,
    fragmentShader: string,
    private readonly vectors: string[],
    options: THREE.ShaderMaterialParameters,
  ) {
    const material = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: PRELUDE + vertexShader,
      fragmentShader: `precision highp float;\n${fragmentShader}`,
      // In the list that is drawn by `renderOrder`.
      transparent: true,
      ...options,
    });
    for (const name of vectors) material.uniforms[name] = { value: null };
    this.mesh = new THREE.Mesh(new THREE.BufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.count = 0;
  }

  set count(rectangles: number) {
    this.mesh.geometry.setDrawRange(0, 6 * rectangles);
  }

  /** Room for four numbers a rectangle, to be filled and then sent by `send`. What it held is kept where it is large
   *  enough. */
  room(name: string, count: number, kind: "float" | "byte"): Numbers {
    const known = this.texture(name);
    const rows = Math.max(1, Math.ceil(count / WIDTH));
    if (known && known.image.height >= rows) return known.image.data as Numbers;
    known?.dispose();
    const size = 4 * WIDTH * rows;
    const numbers = kind === "float" ? new Float32Array(size) : new Uint8Array(size);
    const type = kind === "float" ? THREE.FloatType : THREE.UnsignedByteType;
    const texture = new THREE.DataTexture(numbers, WIDTH, rows, THREE.RGBAFormat, type);
    this.mesh.material.uniforms[name].value = texture;
    return numbers;
  }

  send(name: string) {
    const texture = this.texture(name);
    if (texture) texture.needsUpdate = true;
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

  dispose() {
    for (const name of this.vectors) this.texture(name)?.dispose();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  private texture(name: string): THREE.DataTexture | null {
    return this.mesh.material.uniforms[name].value;
  }
}
