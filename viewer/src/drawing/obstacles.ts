// Obstacles and exits of a result as meshes, in coordinates relative to its origin.
//
// Walls that bodies stay in front of are drawn first and hide nothing: the side that bodies are on is filled, the back is
// not there, so that one looks into a container from any side. Balls are drawn with the bodies' own means.

import * as THREE from "three";
import { Exit, Obstacle } from "../api";
import { Box, Vector } from "../camera";
import { Rgb, Theme } from "../colours";

/** Where walls without end are cut off. */
export interface Surroundings {
  dimension: number;
  origin: number[];
  box: Box; // absolute [m]
}

export const toColour = (c: Rgb) => new THREE.Color().setRGB(c[0] / 255, c[1] / 255, c[2] / 255, THREE.LinearSRGBColorSpace);

export function obstacleGroup(obstacles: Obstacle[], exits: Exit[], around: Surroundings, theme: Theme): THREE.Group {
  const group = new THREE.Group();
  const add = (object: THREE.Object3D, order: number) => {
    object.renderOrder = order;
    group.add(object);
  };
  for (const obstacle of obstacles) {
    for (const [object, order] of parts(obstacle, around, theme)) add(object, order);
  }
  for (const exit of exits) add(lines([at(exit.from, around), at(exit.to, around)], [0, 158, 115], 1), 2);
  return group;
}

export function disposeGroup(group: THREE.Group) {
  group.traverse((object) => {
    if (object instanceof THREE.Mesh || object instanceof THREE.LineSegments) {
      object.geometry.dispose();
      object.material.dispose();
    }
  });
}

type Part = [THREE.Object3D, number];

function parts(obstacle: Obstacle, around: Surroundings, theme: Theme): Part[] {
  const line = theme.ink;
  switch (obstacle.shape) {
    case "half-space":
      return halfSpace(at(obstacle.point, around), toVector(obstacle.normal), around, theme);
    case "box":
      return [
        ...faces(obstacle.min, obstacle.max, around, theme, -1),
        [lines(edges(obstacle.min, obstacle.max, around), line, 0.8), -1],
        [lines(edges(obstacle.min, obstacle.max, around), line, 0.18), 2],
      ];
    case "block":
      return [
        ...faces(obstacle.min, obstacle.max, around, theme, 1),
        [lines(edges(obstacle.min, obstacle.max, around), line, 0.8), 2],
      ];
    case "segment":
      return [[lines([at(obstacle.from, around), at(obstacle.to, around)], line, 1), 2]];
    case "floor-plan":
      return [[lines(obstacle.lines.flatMap((l) => [at(l.slice(0, 2), around), at(l.slice(2), around)]), line, 1), 2]];
    case "sphere": // a body of the picture: Pane draws it
    case "user":
      return [];
  }
}

const toVector = (v: number[]) => new THREE.Vector3(v[0] ?? 0, v[1] ?? 0, v[2] ?? 0);

function at(point: number[], around: Surroundings): THREE.Vector3 {
  return toVector(point).sub(toVector(around.origin));
}

function lines(ends: THREE.Vector3[], colour: Rgb, opacity: number): THREE.LineSegments {
  const geometry = new THREE.BufferGeometry().setFromPoints(ends);
  const material = new THREE.LineBasicMaterial({
    color: toColour(colour),
    opacity,
    transparent: true,
    depthTest: false,
    depthWrite: false,
  });
  return new THREE.LineSegments(geometry, material);
}

/** A filled polygon, seen from the side its corners turn anticlockwise. */
function polygon(corners: THREE.Vector3[], theme: Theme, opacity: number, solid: boolean, twoSided = false): THREE.Mesh {
  const geometry = new THREE.BufferGeometry().setFromPoints(corners);
  const index = [];
  for (let k = 1; k + 1 < corners.length; ++k) index.push(0, k, k + 1);
  geometry.setIndex(index);
  const material = new THREE.MeshBasicMaterial({
    color: toColour(theme.obstacle),
    opacity,
    transparent: true,
    depthTest: solid,
    depthWrite: solid,
    side: twoSided ? THREE.DoubleSide : THREE.FrontSide,
  });
  return new THREE.Mesh(geometry, material);
}

/** How far walls without end reach [m]. */
function farEnough(around: Surroundings): number {
  const size = around.box.max.map((high, k) => high - around.box.min[k]);
  return 1.2 * Math.max(...size, 1e-9);
}

function halfSpace(point: THREE.Vector3, normal: THREE.Vector3, around: Surroundings, theme: Theme): Part[] {
  const far = farEnough(around);
  const middle = around.box.min.map((low, k) => (low + around.box.max[k]) / 2) as Vector;
  // The point of the plane nearest the middle of the picture.
  const center = at(middle, around);
  center.addScaledVector(normal, point.clone().sub(center).dot(normal));
  if (around.dimension < 3) {
    const along = new THREE.Vector3(-normal.y, normal.x, 0).multiplyScalar(20 * far);
    const below = normal.clone().multiplyScalar(-20 * far);
    const a = center.clone().sub(along);
    const b = center.clone().add(along);
    const corners = [a, a.clone().add(below), b.clone().add(below), b];
    return [
      [polygon(corners, theme, 1, false, true), -1],
      [lines([a, b], theme.ink, 0.8), 0],
    ];
  }
  const u = new THREE.Vector3(Math.abs(normal.x) < 0.9 ? 1 : 0, Math.abs(normal.x) < 0.9 ? 0 : 1, 0)
    .cross(normal)
    .normalize();
  const v = normal.clone().cross(u);
  const corner = (s: number, t: number) =>
    center.clone().addScaledVector(u, s * far).addScaledVector(v, t * far);
  const corners = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  return [
    [polygon(corners, theme, 0.6, false), -1],
    [lines(corners.flatMap((c, k) => [c, corners[(k + 1) % 4]]), theme.ink, 0.25), -1],
  ];
}

function cornersOf(min: number[], max: number[], around: Surroundings) {
  const low = at(min, around);
  const high = at(max, around);
  return (i: number, j: number, k: number) =>
    new THREE.Vector3(i ? high.x : low.x, j ? high.y : low.y, k ? high.z : low.z);
}

/** The filled faces of a box; `outward` 1 shows them from outside, -1 from inside. */
function faces(min: number[], max: number[], around: Surroundings, theme: Theme, outward: number): Part[] {
  const c = cornersOf(min, max, around);
  const solid = outward > 0;
  if (around.dimension < 3) {
    return solid ? [[polygon([c(0, 0, 0), c(1, 0, 0), c(1, 1, 0), c(0, 1, 0)], theme, 1, false, true), -1]] : [];
  }
  // Anticlockwise seen from outside.
  const outside = [
    [c(0, 0, 0), c(0, 1, 0), c(1, 1, 0), c(1, 0, 0)],
    [c(0, 0, 1), c(1, 0, 1), c(1, 1, 1), c(0, 1, 1)],
    [c(0, 0, 0), c(1, 0, 0), c(1, 0, 1), c(0, 0, 1)],
    [c(0, 1, 0), c(0, 1, 1), c(1, 1, 1), c(1, 1, 0)],
    [c(0, 0, 0), c(0, 0, 1), c(0, 1, 1), c(0, 1, 0)],
    [c(1, 0, 0), c(1, 1, 0), c(1, 1, 1), c(1, 0, 1)],
  ];
  return outside.map((corners, k) => {
    const shade = [0.75, 0.35, 0.5, 0.5, 0.6, 0.6][k];
    return [polygon(solid ? corners : corners.reverse(), theme, solid ? 1 : shade, solid), -1] as Part;
  });
}

function edges(min: number[], max: number[], around: Surroundings): THREE.Vector3[] {
  const c = cornersOf(min, max, around);
  if (around.dimension === 1) return [c(0, 0, 0), c(1, 0, 0)];
  const square = (k: number) => [c(0, 0, k), c(1, 0, k), c(1, 0, k), c(1, 1, k), c(1, 1, k), c(0, 1, k), c(0, 1, k), c(0, 0, k)];
  if (around.dimension === 2) return square(0);
  const posts = [0, 1].flatMap((i) => [0, 1].flatMap((j) => [c(i, j, 0), c(i, j, 1)]));
  return [...square(0), ...square(1), ...posts];
}
