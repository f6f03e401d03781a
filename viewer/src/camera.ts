// Where the eye is: a parallel projection, so that one scale holds everywhere, as in `galet render`.

export type Vector = [number, number, number];

export interface Camera {
  target: Vector; // middle of the picture [m]
  height: number; // of the picture [m]
  azimuth: number; // 3D: turns around z [degrees]; 0 looks along +y
  elevation: number; // 3D: over the plane of x and y [degrees]
}

/** Unit vectors of the picture: to its right, up, and out of it to the viewer. */
export interface Basis {
  right: Vector;
  up: Vector;
  toward: Vector;
}

export function basisOf(camera: Camera, dimension: number): Basis {
  if (dimension < 3) return { right: [1, 0, 0], up: [0, 1, 0], toward: [0, 0, 1] };
  const a = (camera.azimuth * Math.PI) / 180;
  const e = (camera.elevation * Math.PI) / 180;
  return {
    right: [Math.cos(a), Math.sin(a), 0],
    up: [-Math.sin(a) * Math.sin(e), Math.cos(a) * Math.sin(e), Math.cos(e)],
    toward: [Math.sin(a) * Math.cos(e), -Math.cos(a) * Math.cos(e), Math.sin(e)],
  };
}

export const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => {
  let sum = 0;
  for (let k = 0; k < Math.min(a.length, b.length); ++k) sum += a[k] * b[k];
  return sum;
};

/** An axis-parallel box [m]. */
export interface Box {
  min: Vector;
  max: Vector;
}

/** The smallest box around all of some; of size 1 where there is none. */
export function joined(boxes: Box[]): Box {
  if (boxes.length === 0) return { min: [0, 0, 0], max: [1, 1, 1] };
  return boxes.reduce((a, b) => ({
    min: a.min.map((x, k) => Math.min(x, b.min[k])) as Vector,
    max: a.max.map((x, k) => Math.max(x, b.max[k])) as Vector,
  }));
}

/** A camera that sees a whole box in a picture of the given width to height. */
export function fitted(box: Box, dimension: number, aspect: number, azimuth = 25, elevation = 20): Camera {
  const target = box.min.map((low, k) => (low + box.max[k]) / 2) as Vector;
  const camera: Camera = { target, height: 1, azimuth, elevation };
  const { right, up } = basisOf(camera, dimension);
  const half = box.min.map((low, k) => (box.max[k] - low) / 2);
  const reach = (axis: Vector) => dot(axis.map(Math.abs), half);
  const height = 2 * 1.06 * Math.max(reach(up), reach(right) / aspect);
  camera.height = height > 0 ? height : 1;
  return camera;
}

/** Moves the target by a part of the picture's height. */
export function panned(camera: Camera, dimension: number, dx: number, dy: number): Camera {
  const { right, up } = basisOf(camera, dimension);
  const target = camera.target.map((x, k) => x - camera.height * (dx * right[k] - dy * up[k])) as Vector;
  return { ...camera, target };
}

/** Zooms by a factor about a place, given in parts of the height right of and above the middle. */
export function zoomed(camera: Camera, dimension: number, factor: number, x: number, y: number): Camera {
  const { right, up } = basisOf(camera, dimension);
  const shift = camera.height * (1 - factor);
  const target = camera.target.map((c, k) => c + shift * (x * right[k] + y * up[k])) as Vector;
  return { ...camera, target, height: camera.height * factor };
}

export function turned(camera: Camera, degreesAround: number, degreesUp: number): Camera {
  const elevation = Math.min(90, Math.max(-90, camera.elevation + degreesUp));
  return { ...camera, azimuth: (camera.azimuth + degreesAround) % 360, elevation };
}
