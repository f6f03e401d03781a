// Culling against rays: every body that a ray meets first is among the visible ones.

import { expect, test } from "@playwright/test";
import { basisOf, dot } from "../src/camera";
import { visibleBodies } from "../src/drawing/visible";

/** Numbers that look random and are the same each time (Park and Miller, 1988). */
function random(seed: number) {
  let state = seed;
  return () => (state = (16807 * state) % 2147483647) / 2147483647;
}

/** Spheres of different sizes about the points of a lattice, which do not overlap. */
function packing(side: number, seed: number) {
  const next = random(seed);
  const position: number[] = [];
  const radius: number[] = [];
  for (let i = 0; i < side ** 3; ++i) {
    const r = 0.2 + 0.29 * next();
    const play = 0.5 - r;
    const at = [i % side, Math.floor(i / side) % side, Math.floor(i / side ** 2)];
    position.push(...at.map((x) => x + play * (2 * next() - 1)));
    radius.push(r);
  }
  return { position: new Float32Array(position), radius: new Float32Array(radius) };
}

for (const [azimuth, elevation] of [[0, 0], [25, 20], [-120, 70], [40, 90]]) {
  test(`no body that can be seen is left out (${azimuth}, ${elevation})`, () => {
    const bodies = packing(14, 1 + azimuth + 200 + elevation);
    const hidden = (i: number) => i % 5 === 0; // clipped
    const basis = basisOf({ target: [0, 0, 0], height: 1, azimuth, elevation }, 3);
    const count = bodies.radius.length;
    const list = visibleBodies({ ...bodies, shown: (i) => !hidden(i) }, basis);
    const found = new Set(list);
    expect(list.some(hidden)).toBe(false);
    expect(found.size).toBe(list.length);
    const center = (i: number) => bodies.position.subarray(3 * i, 3 * i + 3);
    const seen = Array.from({ length: count }, (_, i) => [basis.right, basis.up, basis.toward].map((axis) => dot(axis, center(i))));
    const next = random(7);
    for (let ray = 0; ray < 4000; ++ray) {
      const [x, y] = [-2 + 24 * next() - 4, -2 + 24 * next() - 4];
      let first = -1;
      let nearest = -Infinity;
      for (let i = 0; i < count; ++i) {
        if (hidden(i)) continue;
        const square = bodies.radius[i] ** 2 - (seen[i][0] - x) ** 2 - (seen[i][1] - y) ** 2;
        if (square < 0 || seen[i][2] + Math.sqrt(square) <= nearest) continue;
        nearest = seen[i][2] + Math.sqrt(square);
        first = i;
      }
      if (first >= 0) expect(found.has(first)).toBe(true);
    }
  });
}

test("most bodies of a dense packing are left out", () => {
  const side = 30;
  const position = Float32Array.from({ length: 3 * side ** 3 }, (_, k) => {
    const i = Math.floor(k / 3);
    return [i % side, Math.floor(i / side) % side, Math.floor(i / side ** 2)][k % 3];
  });
  const radius = new Float32Array(side ** 3).fill(0.5);
  const basis = basisOf({ target: [0, 0, 0], height: 1, azimuth: 25, elevation: 20 }, 3);
  const list = visibleBodies({ position, radius, shown: () => true }, basis);
  expect(list.length).toBeLessThan(0.35 * side ** 3);
});
