/** The common part of two faces, and the depth over it. */
import type { ContactPatch } from './patch-workspace.ts'

/** Length of sides, relative to the face, below which they are ignored. */
const MIN_SIDE = 1e-9
/** Slope of faces below which it is a rounding error [1]. */
const MIN_SLOPE = 1e-9

/**
 * patch.cut = the part of the face `subject` within the face `clip` [Sutherland, Hodgman 1974], with the depth
 * radii + sign (h_subject − h_clip). Returns its number of corners.
 */
export function cutFaces(
  patch: ContactPatch,
  nSubject: number,
  subject: Float64Array,
  nClip: number,
  clip: Float64Array,
  sign: number,
  radii: number,
): number {
  const { cut, plane } = patch
  const side = fitPlane(clip, nClip, plane)
  for (let k = 0; k < 3 * nSubject; k += 3) {
    const u = subject[k]
    const v = subject[k + 1]
    cut[k] = u
    cut[k + 1] = v
    cut[k + 2] = radii + sign * (subject[k + 2] - (plane[0] + plane[1] * u + plane[2] * v))
  }
  let n = nSubject
  patch.nCut = 0
  for (let k = 0; k < nClip && n > 0; k++) {
    const j = k === nClip - 1 ? 0 : k + 1
    if (isShortSide(clip, nClip, k, j)) continue
    const eu = side * (clip[3 * j] - clip[3 * k])
    const ev = side * (clip[3 * j + 1] - clip[3 * k + 1])
    n = cutByLine(patch, n, -ev, eu, 0, ev * clip[3 * k] - eu * clip[3 * k + 1])
  }
  if (patch.nCut > 0 || isTilted(plane)) patch.isExact = false
  return n
}

/** True if a plane is tilted against the contact plane by more than rounding errors. */
export function isTilted(plane: Float64Array): boolean {
  return plane[1] * plane[1] + plane[2] * plane[2] >= MIN_SLOPE * MIN_SLOPE
}

/** Keeps the part of a polygon of n corners where the depth is positive. Returns its number of corners. */
export function cutByDepth(patch: ContactPatch, n: number): number {
  return cutByLine(patch, n, 0, 0, 1, 0)
}

/**
 * True if the side from corner k to corner j of a face has no length: its direction is noise, and its neighbors meet
 * there.
 */
export function isShortSide(face: Float64Array, n: number, k: number, j: number): boolean {
  return squareOfSide(face, k, j) < MIN_SIDE * MIN_SIDE * squareOfSide(face, 0, n >> 1)
}

function squareOfSide(face: Float64Array, i: number, j: number): number {
  const u = face[3 * j] - face[3 * i]
  const v = face[3 * j + 1] - face[3 * i + 1]
  return u * u + v * v
}

/** Keeps the part that satisfies a u + b v + c δ + d >= 0. */
function cutByLine(patch: ContactPatch, n: number, a: number, b: number, c: number, d: number): number {
  const { cut, spare } = patch
  // most lines remove nothing: a small face lies entirely on a large one
  let first = 0
  while (first < n && a * cut[3 * first] + b * cut[3 * first + 1] + c * cut[3 * first + 2] + d >= 0) first++
  if (first === n) return n
  patch.nCut++
  let count = 0
  let d1 = a * cut[0] + b * cut[1] + c * cut[2] + d
  for (let i = 0; i < n; i++) {
    const o = 3 * i
    const q = i === n - 1 ? 0 : o + 3
    const d0 = d1
    d1 = a * cut[q] + b * cut[q + 1] + c * cut[q + 2] + d
    if (d0 >= 0) {
      const s = 3 * count++
      spare[s] = cut[o]
      spare[s + 1] = cut[o + 1]
      spare[s + 2] = cut[o + 2]
    }
    if (d0 * d1 < 0) {
      const t = d0 / (d0 - d1)
      const s = 3 * count++
      spare[s] = cut[o] + t * (cut[q] - cut[o])
      spare[s + 1] = cut[o + 1] + t * (cut[q + 1] - cut[o + 1])
      spare[s + 2] = cut[o + 2] + t * (cut[q + 2] - cut[o + 2])
    }
  }
  patch.cut = spare
  patch.spare = cut
  return count
}

/**
 * Heights of the corners of a face as a plane over u, v. Returns 1 if the corners are counterclockwise, −1 otherwise.
 */
export function fitPlane(face: Float64Array, n: number, plane: Float64Array): number {
  // normal of the polygon by the sum of the areas of its projections [Newell]
  let x = 0
  let y = 0
  let z = 0
  for (let k = 0; k < n; k++) {
    const o = 3 * k
    const q = k === n - 1 ? 0 : o + 3
    x += (face[o + 1] - face[q + 1]) * (face[o + 2] + face[q + 2])
    y += (face[o + 2] - face[q + 2]) * (face[o] + face[q])
    z += (face[o] - face[q]) * (face[o + 1] + face[q + 1])
  }
  plane[1] = -x / z
  plane[2] = -y / z
  plane[0] = face[2] - plane[1] * face[0] - plane[2] * face[1]
  return z > 0 ? 1 : -1
}
