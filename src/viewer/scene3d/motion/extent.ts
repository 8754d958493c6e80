/** Position and size of a scene, and the camera distance that shows all of it. */
import { quatRotateVec } from '../../../math/index.ts'
import type { SceneMotion } from './scene-motion.ts'

/** Boxes around parts, in their frames. */
export interface PartBoxes {
  /** Index of the object of each part in the motion; -1: the part is never visible (nPart). */
  readonly objects: Int32Array
  /** Smallest and largest x y z [m] (nPart × 6). */
  readonly boxes: Float64Array
}

/** A box in world. */
export interface Extent {
  /** Smallest and largest x y z [m] (6). */
  readonly box: Float64Array
  /** Corners of the boxes of all parts [m] (nPoint × 3). */
  readonly points: Float64Array
  readonly center: Float64Array
  /** Half of the diagonal of the box [m]; 1 if there is nothing. */
  readonly radius: number
}

/** The extent of all parts at given times [s]. Leaves the motion at the last of them. */
export function computeExtent(motion: SceneMotion, parts: PartBoxes, times: readonly number[]): Extent {
  const points = new Float64Array(24 * parts.objects.length * times.length)
  let n = 0
  for (const t of times) {
    motion.setTime(t)
    for (let i = 0; i < parts.objects.length; i++) {
      const object = parts.objects[i]
      if (object < 0 || motion.exists[object] === 0) continue
      computeCorners(motion, object, parts.boxes, 6 * i, points, n)
      n += 24
    }
  }
  return createExtent(points.subarray(0, n))
}

/** Computes the eight corners of a box that moves with an object, in world [m]: into `out` at `o` (24). */
export function computeCorners(
  motion: SceneMotion,
  object: number,
  boxes: Float64Array,
  b: number,
  out: Float64Array,
  o: number,
): void {
  const { positions, quaternions } = motion
  for (let j = 0; j < 8; j++) {
    const k = o + 3 * j
    out[k] = boxes[b + (j & 1 ? 3 : 0)]
    out[k + 1] = boxes[b + (j & 2 ? 4 : 1)]
    out[k + 2] = boxes[b + (j & 4 ? 5 : 2)]
    quatRotateVec(out, k, quaternions, 4 * object, out, k)
    for (let c = 0; c < 3; c++) out[k + c] += positions[3 * object + c]
  }
}

function createExtent(points: Float64Array): Extent {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity)
  for (let i = 0; i < points.length; i++) {
    const c = i % 3
    if (points[i] < box[c]) box[c] = points[i]
    if (points[i] > box[3 + c]) box[3 + c] = points[i]
  }
  if (points.length === 0) box.fill(0)
  const center = new Float64Array(3)
  let square = 0
  for (let c = 0; c < 3; c++) {
    center[c] = (box[c] + box[3 + c]) / 2
    square += (box[3 + c] - box[c]) ** 2
  }
  return { box, points, center, radius: Math.sqrt(square) / 2 || 1 }
}

/**
 * Pose of a camera that sees all points and looks along the negative of `back`, with `right` to the right and `above`
 * above (unit vectors): its target and its distance from it [m]. `slope` is the tangent of half of the vertical angle
 * of view, `aspect` the width of the picture divided by its height.
 */
export function computeFit(
  points: Float64Array,
  right: ArrayLike<number>,
  above: ArrayLike<number>,
  back: ArrayLike<number>,
  slope: number,
  aspect: number,
): { target: Float64Array; distance: number } {
  // In coordinates (x, z) along `right` and `back`, a camera at (X, Z) sees a point if |x - X| <= a (Z - z) with the slope
  // a of its edges: Z = (max(x + a z) - min(x - a z))/(2 a) is the nearest one that sees all, and so for `above`.
  const n = points.length / 3
  const edges = [slope * aspect, slope]
  const least = [Infinity, Infinity]
  const most = [-Infinity, -Infinity]
  let nearest = -Infinity
  let farthest = Infinity
  if (n === 0) return { target: new Float64Array(3), distance: 1 }
  for (let i = 0; i < points.length; i += 3) {
    const z = dotAt(points, i, back)
    nearest = Math.max(nearest, z)
    farthest = Math.min(farthest, z)
    for (let k = 0; k < 2; k++) {
      const x = dotAt(points, i, k === 0 ? right : above)
      least[k] = Math.min(least[k], x - edges[k] * z)
      most[k] = Math.max(most[k], x + edges[k] * z)
    }
  }
  const clear = nearest + CLEARANCE * (nearest - farthest)
  const Z = Math.max(clear, ...[0, 1].map((k) => (most[k] - least[k]) / (2 * edges[k])))
  const middle = (nearest + farthest) / 2
  const distance = Z - middle
  const start = [0, 1].map((k) => (least[k] + most[k]) / 2)
  const [x, y] = [right, above].map((axis, k) => centerSlopes(points, axis, back, start[k], Z))
  const target = new Float64Array(3)
  for (let c = 0; c < 3; c++) target[c] = right[c] * x + above[c] * y + back[c] * middle
  return { target, distance }
}

/** Minimum distance of the camera to the nearest point, relative to the depth of all points. */
const CLEARANCE = 0.2

/** Tolerance of centering, relative to the picture: smaller than visible. */
const CENTERED = 1e-4
const MAX_STEPS = 40

/**
 * The place X of a camera at Z that centers all points: the largest and smallest slope (x - X)/(Z - z) are opposite.
 * Starts near a given place.
 */
function centerSlopes(
  points: Float64Array,
  axis: ArrayLike<number>,
  back: ArrayLike<number>,
  start: number,
  Z: number,
): number {
  let X = start
  let [low, high] = [-Infinity, Infinity]
  for (let step = 0; step < MAX_STEPS; step++) {
    let [most, least, depthOfMost, depthOfLeast] = [-Infinity, Infinity, 1, 1]
    for (let i = 0; i < points.length; i += 3) {
      const depth = Z - dotAt(points, i, back)
      const x = (dotAt(points, i, axis) - X) / depth
      if (x > most) [most, depthOfMost] = [x, depth]
      if (x < least) [least, depthOfLeast] = [x, depth]
    }
    // The sum decreases with X and is piecewise linear: Newton steps, or bisection where they leave the interval.
    const sum = most + least
    if (!(Math.abs(sum) > CENTERED * (most - least))) break
    if (sum > 0) low = X
    else high = X
    const next = X + sum / (1 / depthOfMost + 1 / depthOfLeast)
    X = next > low && next < high ? next : (low + high) / 2
    // rounding errors of collinear points led to one side: the other end of the interval is still infinite
    if (!Number.isFinite(X)) return start
  }
  return X
}

function dotAt(a: ArrayLike<number>, i: number, b: ArrayLike<number>): number {
  return a[i] * b[0] + a[i + 1] * b[1] + a[i + 2] * b[2]
}
