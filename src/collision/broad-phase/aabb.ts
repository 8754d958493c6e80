/**
 * Axis-aligned bounding boxes in flat arrays: six numbers each, [xMin, yMin, zMin, xMax, yMax, zMax] in the world [m].
 */

/** Numbers per box. */
export const AABB_SIZE = 6

/** True if boxes a and b have a common point; touching boxes have one. */
export function overlapAabb(a: Float64Array, ia: number, b: Float64Array, ib: number): boolean {
  return (
    a[ia] <= b[ib + 3] &&
    b[ib] <= a[ia + 3] &&
    a[ia + 1] <= b[ib + 4] &&
    b[ib + 1] <= a[ia + 4] &&
    a[ia + 2] <= b[ib + 5] &&
    b[ib + 2] <= a[ia + 5]
  )
}

/** Euclidean distance of two boxes [m], 0 if they overlap (thesis definition 5.1). */
export function computeAabbDistance(a: Float64Array, ia: number, b: Float64Array, ib: number): number {
  const x = Math.max(0, a[ia] - b[ib + 3], b[ib] - a[ia + 3])
  const y = Math.max(0, a[ia + 1] - b[ib + 4], b[ib + 1] - a[ia + 4])
  const z = Math.max(0, a[ia + 2] - b[ib + 5], b[ib + 2] - a[ia + 5])
  return Math.sqrt(x * x + y * y + z * z)
}

/** True if box a lies within box b. */
export function isInsideAabb(a: Float64Array, ia: number, b: Float64Array, ib: number): boolean {
  return (
    a[ia] >= b[ib] &&
    a[ia + 1] >= b[ib + 1] &&
    a[ia + 2] >= b[ib + 2] &&
    a[ia + 3] <= b[ib + 3] &&
    a[ia + 4] <= b[ib + 4] &&
    a[ia + 5] <= b[ib + 5]
  )
}

/** out = box a, enlarged by `margin` [m] on all sides. */
export function enlargeAabb(out: Float64Array, o: number, a: Float64Array, ia: number, margin: number): void {
  out[o] = a[ia] - margin
  out[o + 1] = a[ia + 1] - margin
  out[o + 2] = a[ia + 2] - margin
  out[o + 3] = a[ia + 3] + margin
  out[o + 4] = a[ia + 4] + margin
  out[o + 5] = a[ia + 5] + margin
}

/** out = smallest box around boxes a and b; true if `out` has changed. */
export function uniteAabb(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): boolean {
  let hasChanged = false
  for (let k = 0; k < 3; k++) {
    const min = Math.min(a[ia + k], b[ib + k])
    const max = Math.max(a[ia + k + 3], b[ib + k + 3])
    if (min !== out[o + k] || max !== out[o + k + 3]) hasChanged = true
    out[o + k] = min
    out[o + k + 3] = max
  }
  return hasChanged
}
