// Which bodies of a packing can be seen at all: most are buried. For machines that draw without a graphics card.
//
// A grid across the view holds, for each cell, the depth of the nearest body whose disc covers the whole cell. A body all of
// whose cells are covered by nearer ones is hidden; bodies do not overlap, so nearer centres mean nearer bodies
// (spheres.ts). No body that can be seen is left out.

import { Basis } from "../camera";

const MOST_CELLS = 4_000_000;

export interface Packing {
  position: Float32Array; // three numbers a body
  radius: Float32Array;
  shown: (i: number) => boolean; // false: left out, and hides nothing
}

/** The places of bodies that may be seen along `basis.toward`. */
export function visibleBodies({ position, radius, shown }: Packing, basis: Basis): Uint32Array {
  const count = radius.length;
  const seen = projected(position, count, basis);
  const grid = gridAround(seen, radius);
  const nearest = new Float32Array(grid.columns * grid.rows).fill(-Infinity);
  const visible = new Uint32Array(count);
  for (let i = 0; i < count; ++i) if (shown(i)) cover(grid, nearest, seen, i, radius[i]);
  let found = 0;
  for (let i = 0; i < count; ++i) {
    if (shown(i) && !covered(grid, nearest, seen, i, radius[i])) visible[found++] = i;
  }
  return visible.subarray(0, found);
}

/** Right, up and toward the viewer, for each body. */
function projected(position: Float32Array, count: number, { right, up, toward }: Basis): Float32Array {
  const seen = new Float32Array(3 * count);
  for (let i = 0; i < count; ++i) {
    const x = position[3 * i];
    const y = position[3 * i + 1];
    const z = position[3 * i + 2];
    seen[3 * i] = right[0] * x + right[1] * y + right[2] * z;
    seen[3 * i + 1] = up[0] * x + up[1] * y + up[2] * z;
    seen[3 * i + 2] = toward[0] * x + toward[1] * y + toward[2] * z;
  }
  return seen;
}

interface Grid {
  left: number;
  bottom: number;
  cell: number; // [m]
  columns: number;
  rows: number;
}

/** Cells of half the mean radius, larger where there would be too many. */
function gridAround(seen: Float32Array, radius: Float32Array): Grid {
  let left = Infinity;
  let right = -Infinity;
  let bottom = Infinity;
  let top = -Infinity;
  let sum = 0;
  for (let i = 0; i < radius.length; ++i) {
    const r = radius[i];
    left = Math.min(left, seen[3 * i] - r);
    right = Math.max(right, seen[3 * i] + r);
    bottom = Math.min(bottom, seen[3 * i + 1] - r);
    top = Math.max(top, seen[3 * i + 1] + r);
    sum += r;
  }
  const area = (right - left) * (top - bottom);
  const cell = Math.max((0.5 * sum) / radius.length, Math.sqrt(area / MOST_CELLS));
  const columns = Math.floor((right - left) / cell) + 1;
  const rows = Math.floor((top - bottom) / cell) + 1;
  return { left, bottom, cell, columns, rows };
}

function cover(grid: Grid, nearest: Float32Array, seen: Float32Array, i: number, radius: number) {
  const { cell, columns } = grid;
  const x = (seen[3 * i] - grid.left) / cell;
  const y = (seen[3 * i + 1] - grid.bottom) / cell;
  const r = radius / cell;
  const depth = seen[3 * i + 2];
  // Cells whose farthest corner is in the disc.
  for (let row = Math.ceil(y - r); row + 1 <= y + r; ++row) {
    const dy = Math.max(y - row, row + 1 - y);
    const half = r * r - dy * dy;
    if (half <= 0) continue;
    const reach = Math.sqrt(half);
    for (let column = Math.ceil(x - reach); column + 1 <= x + reach; ++column) {
      const k = row * columns + column;
      if (depth > nearest[k]) nearest[k] = depth;
    }
  }
}

function covered(grid: Grid, nearest: Float32Array, seen: Float32Array, i: number, radius: number): boolean {
  const { cell, columns } = grid;
  const x = (seen[3 * i] - grid.left) / cell;
  const y = (seen[3 * i + 1] - grid.bottom) / cell;
  const r = radius / cell;
  const depth = seen[3 * i + 2];
  for (let row = Math.floor(y - r); row < y + r; ++row) {
    // The part of the row that the disc reaches, at its nearest to the centre.
    const dy = row > y ? row - y : row + 1 < y ? y - row - 1 : 0;
    const reach = Math.sqrt(Math.max(0, r * r - dy * dy));
    for (let column = Math.floor(x - reach); column < x + reach; ++column) {
      if (!(nearest[row * columns + column] > depth)) return false;
    }
  }
  return true;
}
