// The picture of one result: its bodies, obstacles and forces, in coordinates relative to the result's origin.

import * as THREE from "three";
import { Basis, Box, Camera, Vector, basisOf, dot } from "../camera";
import { ColourMap, Rgb, Theme } from "../colours";
import { Frame } from "../frames";
import { LiveResult } from "../live_result";
import { Forces } from "./forces";
import { Light } from "./light";
import { disposeGroup, obstacleGroup, toColour } from "./obstacles";
import { Spheres } from "./spheres";
import { visibleBodies } from "./visible";

/** Bodies whose centre is beyond are left out. */
export interface Clip {
  axis: number; // 0, 1, 2: x, y, z
  at: number; // [m]
  keep: "below" | "above";
}

/** A part of the page [CSS pixel], y downwards. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Look {
  map: ColourMap;
  clip: Clip | null;
  forces: boolean;
  obstacles: boolean;
  theme: Theme;
}

const toUnit = (c: Rgb) => new THREE.Vector3(c[0] / 255, c[1] / 255, c[2] / 255);

/** How wide the strongest force is drawn, in mean radii of the bodies. In space many lie behind each other. */
const WIDEST = 1.1;
const WIDEST_SOLID = 0.6;

/** More bodies than this are culled where graphics are slow. */
const MANY = 5000;

export class Pane {
  rect: Rect = { x: 0, y: 0, width: 1, height: 1 };
  frame: Frame | null = null;
  private readonly scene = new THREE.Scene();
  private readonly eye = new THREE.OrthographicCamera();
  private readonly spheres: Spheres;
  private readonly balls: Spheres;
  private readonly forces = new Forces();
  private unsent = true; // bodies or colours have changed since they went to the graphics
  private sentFrom = ""; // direction of view at that time
  private walls = new THREE.Group();
  private box: Box | null = null; // of the bodies of all frames seen
  private basis: Basis = basisOf({ target: [0, 0, 0], height: 1, azimuth: 0, elevation: 0 }, 2);
  private distance = 1; // of the eye from the middle of the picture [m]
  private camera: Camera = { target: [0, 0, 0], height: 1, azimuth: 0, elevation: 0 };

  constructor(readonly result: LiveResult, private readonly quick: boolean) {
    const flat = result.info.dimension < 3;
    this.spheres = new Spheres(flat, quick);
    this.balls = new Spheres(flat, quick);
    this.balls.mesh.renderOrder = flat ? 0 : 1;
    this.scene.add(this.spheres.mesh, this.balls.mesh, this.forces.mesh, this.walls);
    this.eye.matrixAutoUpdate = false;
  }

  get dimension() {
    return this.result.info.dimension;
  }

  show(frame: Frame, look: Look) {
    this.frame = frame;
    this.spheres.place(frame.position, this.dimension, frame.radius, frame.orientation);
    this.widen(frame);
    this.showBalls(frame, look.theme);
    this.restyle(look);
  }

  /** Colours, clipping, forces and obstacles of the frame that is shown. */
  restyle(look: Look) {
    const frame = this.frame;
    if (!frame) return;
    const { colour } = this.spheres;
    look.map.paint(frame.value, frame.count, colour);
    if (look.forces && frame.contacts) pale(colour, frame.count, look.theme.paper);
    for (let i = 0; look.clip && i < frame.count; ++i) {
      if (this.hidden(i, look.clip)) colour[4 * i + 3] = 0;
    }
    this.unsent = true;
    this.forces.mesh.visible = look.forces && frame.contacts !== null;
    if (look.forces && frame.contacts) {
      this.forces.place(frame.contacts, frame.position, this.dimension, (i) => this.hidden(i, look.clip));
    }
    this.showWalls(frame, look);
  }

  /** Around all bodies seen so far, absolute. */
  get extent(): Box {
    return this.box ?? { min: [0, 0, 0], max: [1, 1, 1] };
  }

  get largestImpulse() {
    return this.frame?.contacts ? this.forces.largest : 0;
  }

  draw(renderer: THREE.WebGLRenderer, camera: Camera, theme: Theme, canvasHeight: number, widestImpulse: number) {
    const { x, y, width, height } = this.rect;
    this.aim(camera);
    this.send();
    const light = this.light(theme, camera.height / height / renderer.getPixelRatio());
    this.spheres.prepare(light);
    this.balls.prepare(light);
    const widest = (this.dimension < 3 ? WIDEST : WIDEST_SOLID) * this.meanRadius();
    this.forces.prepare(light, widestImpulse > 0 ? widest / widestImpulse : 0);
    renderer.setViewport(x, canvasHeight - y - height, width, height);
    renderer.setScissor(x, canvasHeight - y - height, width, height);
    renderer.setClearColor(toColour(theme.paper), 1);
    renderer.clear();
    renderer.render(this.scene, this.eye);
  }

  /** Where a place in space [m, absolute] is on the page. */
  project(point: ArrayLike<number>): { x: number; y: number } {
    const scale = this.rect.height / this.camera.height;
    const from = Array.from(this.camera.target, (c, k) => (point[k] ?? 0) - c);
    return {
      x: this.rect.x + this.rect.width / 2 + scale * dot(this.basis.right, from),
      y: this.rect.y + this.rect.height / 2 - scale * dot(this.basis.up, from),
    };
  }

  /** The centre of the i-th body, absolute [m]. */
  center(i: number): Vector {
    const { origin, dimension } = this.result.info;
    const at = (k: number) => (k < dimension ? this.frame!.position[dimension * i + k] + origin[k] : 0);
    return [at(0), at(1), at(2)];
  }

  /** Pixels of the page to a metre. */
  get scale() {
    return this.rect.height / this.camera.height;
  }

  /** The nearest body under a place of the page, or -1. */
  pick(x: number, y: number): number {
    const frame = this.frame;
    if (!frame) return -1;
    let best = -1;
    let nearest = -Infinity;
    for (let i = 0; i < frame.count; ++i) {
      if (this.spheres.colour[4 * i + 3] === 0) continue;
      const center = this.center(i);
      const seen = this.project(center);
      const reach = Math.max(frame.radius[i] * this.scale, 4);
      if (Math.hypot(seen.x - x, seen.y - y) > reach) continue;
      const depth = this.dimension < 3 ? -Math.hypot(seen.x - x, seen.y - y) : dot(this.basis.toward, center);
      if (depth > nearest) {
        nearest = depth;
        best = i;
      }
    }
    return best;
  }

  /** The place of a body in the frame that is shown, or -1. */
  placeOf(id: number): number {
    const frame = this.frame;
    if (!frame) return -1;
    if (!frame.id) return id < frame.count ? id : -1;
    return frame.id.indexOf(id);
  }

  idOf(i: number): number {
    return this.frame?.id ? this.frame.id[i] : i;
  }

  /** Hands the bodies to the graphics: all, or where that is slow those that can be seen from here. */
  private send() {
    const { frame } = this;
    const cull = !this.quick && this.dimension === 3 && frame !== null && frame.count > MANY;
    const turned = cull && this.sentFrom !== this.basis.toward.join();
    if (!this.unsent && !turned) return;
    const { colour } = this.spheres;
    const shown = (i: number) => colour[4 * i + 3] > 0;
    this.spheres.send(cull ? visibleBodies({ position: frame.position, radius: frame.radius, shown }, this.basis) : null);
    this.unsent = false;
    this.sentFrom = this.basis.toward.join();
  }

  private hidden(i: number, clip: Clip | null): boolean {
    if (!clip || this.dimension < 3) return false;
    const x = this.frame!.position[3 * i + clip.axis] + this.result.info.origin[clip.axis];
    return clip.keep === "below" ? x > clip.at : x < clip.at;
  }

  /** Counts a frame into the extent, shown or not. */
  widen(frame: Frame) {
    const { origin, dimension } = this.result.info;
    const box: Box = this.box ?? { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
    for (let k = 0; k < dimension; ++k) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = 0; i < frame.count; ++i) {
        const x = frame.position[dimension * i + k];
        const r = frame.radius[i];
        if (x - r < low) low = x - r;
        if (x + r > high) high = x + r;
      }
      box.min[k] = Math.min(box.min[k], low + origin[k]);
      box.max[k] = Math.max(box.max[k], high + origin[k]);
    }
    for (let k = dimension; k < 3; ++k) box.min[k] = box.max[k] = 0;
    if (frame.count > 0) this.box = box;
  }

  private showBalls(frame: Frame, theme: Theme) {
    const { origin } = this.result.info;
    const balls = frame.obstacles.flatMap((o) => (o.shape === "sphere" ? [o] : []));
    const position = new Float32Array(balls.flatMap((b) => origin.map((c, k) => b.center[k] - c)));
    this.balls.place(position, this.dimension, new Float32Array(balls.map((b) => b.radius)), null);
    balls.forEach((_, i) => this.balls.colour.set([...theme.obstacle, 255], 4 * i));
    this.balls.send(null);
  }

  private showWalls(frame: Frame, look: Look) {
    this.scene.remove(this.walls);
    disposeGroup(this.walls);
    this.balls.mesh.visible = look.obstacles;
    const around = { dimension: this.dimension, origin: this.result.info.origin, box: this.withWalls(frame) };
    this.walls = look.obstacles
      ? obstacleGroup(frame.obstacles, this.result.info.exits, around, look.theme)
      : new THREE.Group();
    this.scene.add(this.walls);
  }

  /** The extent of bodies and of what containers they are in. */
  withWalls(frame: Frame): Box {
    const { min, max } = this.extent;
    const box: Box = { min: [...min], max: [...max] };
    const size = Math.max(...max.map((high, k) => high - min[k]));
    const join = (point: number[]) => {
      // Obstacles far away from everything are cut off.
      if (point.some((x, k) => x < min[k] - 2 * size || x > max[k] + 2 * size)) return;
      point.forEach((x, k) => {
        box.min[k] = Math.min(box.min[k], x);
        box.max[k] = Math.max(box.max[k], x);
      });
    };
    for (const o of frame.obstacles) {
      if (o.shape === "box" || o.shape === "block") [o.min, o.max].forEach(join);
      if (o.shape === "segment") [o.from, o.to].forEach(join);
      if (o.shape === "sphere") [1, -1].forEach((s) => join(o.center.map((c) => c + s * o.radius)));
      if (o.shape === "floor-plan") o.lines.forEach((l) => [l.slice(0, 2), l.slice(2)].forEach(join));
    }
    return box;
  }

  private light(theme: Theme, pixel: number): Light {
    const { right, up, toward } = this.basis;
    const toWorld = new THREE.Matrix3().set(
      right[0], up[0], toward[0], right[1], up[1], toward[1], right[2], up[2], toward[2],
    );
    // Depths of the corners of the extent, as the eye counts them.
    const { min, max } = this.extent;
    const middle = dot(toward, min.map((low, k) => (low + max[k]) / 2 - this.camera.target[k]));
    const half = Math.max(dot(toward.map(Math.abs), max.map((high, k) => (high - min[k]) / 2)), 1e-30);
    const depths = new THREE.Vector2(middle + half - this.distance, middle - half - this.distance);
    const { ink, paper, push, pull } = theme;
    return {
      pixel, toWorld, depths, rim: toUnit(ink), paper: toUnit(paper), push: toUnit(push), pull: toUnit(pull),
    };
  }

  private meanRadius(): number {
    const radius = this.frame?.radius ?? new Float32Array([1]);
    let sum = 0;
    for (const r of radius) sum += r;
    return sum / Math.max(1, radius.length);
  }

  private aim(camera: Camera) {
    this.camera = camera;
    this.basis = basisOf(camera, this.dimension);
    const { right, up, toward } = this.basis;
    const { origin } = this.result.info;
    const { min, max } = this.extent;
    // Far enough for all bodies to lie before the eye.
    const target = camera.target.map((c, k) => c - (origin[k] ?? 0));
    const reach = Math.hypot(...max.map((high, k) => Math.max(Math.abs(high - camera.target[k]), Math.abs(min[k] - camera.target[k]))));
    const distance = (this.distance = 3 * (reach + camera.height));
    const eye = target.map((c, k) => c + distance * toward[k]);
    this.eye.matrixWorld.set(
      right[0], up[0], toward[0], eye[0],
      right[1], up[1], toward[1], eye[1],
      right[2], up[2], toward[2], eye[2],
      0, 0, 0, 1,
    );
    this.eye.matrixWorldInverse.copy(this.eye.matrixWorld).invert();
    this.eye.matrixWorldAutoUpdate = false;
    const half = camera.height / 2;
    const wide = (half * this.rect.width) / this.rect.height;
    Object.assign(this.eye, { left: -wide, right: wide, top: half, bottom: -half, near: 0, far: 2 * distance });
    this.eye.updateProjectionMatrix();
  }
}

/** Bodies under a force network step back. */
function pale(colour: Uint8Array, count: number, paper: Rgb) {
  for (let i = 0; i < 4 * count; ++i) {
    if (i % 4 < 3) colour[i] = Math.round(0.3 * colour[i] + 0.7 * paper[i % 4]);
  }
}
