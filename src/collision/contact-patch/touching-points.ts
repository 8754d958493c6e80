/**
 * Points at which two shapes touch each other: where faces, or a face and an edge, or parallel edges meet, the corners
 * of the common part. Forces and impulses at these points can replace any pressure over the common part.
 */
import type { PlacedShapes } from '../placed-shapes.ts'
import { RESULT_NORMAL, RESULT_POINT_A, RESULT_POINT_B } from '../write-result.ts'
import { isRound } from './contact-patch.ts'
import { cutFaces } from './cut-faces.ts'
import { type ContactPatch, PATCH_U, PATCH_V } from './patch-workspace.ts'
import { placeFace, setBasis, widenEdge } from './place-face.ts'

/** Largest gap of touching corners relative to the radius of the smaller shape [1]: tilts of 1e-8 rad are ignored. */
const REACH_PART = 1e-8
/** Half the width of the face that replaces an edge, relative to the radius [1]: crossing edges have one point. */
const NARROW_PART = 1e-9
/** Of more corners, as in discs, the farthest ones in this number of directions are taken. */
export const MAX_TOUCHING = 8

/**
 * out = points in the world [m] (MAX_TOUCHING × 3) of the shapes a and b, for the answer `result` of
 * `computeSignedDistance`. Returns their number; 0: none in addition to the known one.
 */
export function computeTouchingPoints(
  patch: ContactPatch,
  shapes: PlacedShapes,
  a: number,
  b: number,
  result: Float64Array,
  o: number,
  out: Float64Array,
): number {
  const [shapeA, shapeB] = [shapes.convex[a], shapes.convex[b]]
  if (isRound(shapeA) || isRound(shapeB)) return 0
  const { values, faceA, faceB } = patch
  setBasis(values, result, o + RESULT_NORMAL)
  const nA = placeFace(patch, faceA, shapes, a, 1, result, o, 0)
  const nB = placeFace(patch, faceB, shapes, b, -1, result, o, 0)
  if (nA < 2 || nB < 2) return 0
  const radii = shapeA.radius + shapeB.radius
  const radius = Math.min(shapeA.boundingRadius, shapeB.boundingRadius)
  let n: number
  if (nA > 2) n = cutFaces(patch, nB, faceB, nA, faceA, -1, radii)
  else {
    const nClip = nB > 2 ? nB : widenEdge(faceB, NARROW_PART * radius)
    n = cutFaces(patch, nA, faceA, nClip, faceB, 1, radii)
  }
  const chosen = chooseCorners(patch, n, REACH_PART * radius)
  if (chosen.length < 2) return 0
  chosen.forEach((k, i) => {
    const u = patch.cut[3 * k]
    const v = patch.cut[3 * k + 1]
    for (let c = 0; c < 3; c++) {
      const pointA = result[o + RESULT_POINT_A + c]
      // u and v are relative to the point on A; impulses act in the middle
      const middle = pointA + 0.5 * (result[o + RESULT_POINT_B + c] - pointA)
      out[3 * i + c] = middle + u * values[PATCH_U + c] + v * values[PATCH_V + c]
    }
  })
  return chosen.length
}

/** Numbers of the touching corners of the common part that are the farthest ones in some direction. */
function chooseCorners({ cut }: ContactPatch, n: number, reach: number): number[] {
  let deepest = Number.NEGATIVE_INFINITY
  for (let k = 0; k < n; k++) deepest = Math.max(deepest, cut[3 * k + 2])
  const limit = Math.min(0, deepest) - reach
  const chosen: number[] = []
  for (let d = 0; d < MAX_TOUCHING; d++) {
    // no direction is along an axis, in which two corners would be equally far
    const angle = (2 * Math.PI * (d + 0.3)) / MAX_TOUCHING
    let farthest = -1
    let distance = Number.NEGATIVE_INFINITY
    for (let k = 0; k < n; k++) {
      const along = Math.cos(angle) * cut[3 * k] + Math.sin(angle) * cut[3 * k + 1]
      if (cut[3 * k + 2] < limit || along <= distance) continue
      farthest = k
      distance = along
    }
    if (farthest >= 0 && !chosen.includes(farthest)) chosen.push(farthest)
  }
  return chosen
}
