/**
 * Contact of two surfaces that are nearly parallel. The deepest point of such a contact jumps from one corner to
 * another when the bodies rock slightly; a body lying on a face would rock forever. Here the depth δ(x), an
 * affine function over the common part P of both faces (or of an edge and a face), is replaced by the mean
 *
 *   δ_s = C ∫ δ^(p+1) dx / ∫ δ^p dx  over the part of P with δ > 0,    faces: p = 1, C = 2,    edges: p = 2, C = 4/3.
 *   (1)
 *
 * If δ > 0 near one corner only, δ_s is the depth of the corner, exactly: a point contact as before. If δ > 0 along an
 * edge of a face, the integral over a face becomes that over an edge. In between, δ_s is smooth. With the weights w(x)
 * = ∂δ_s/∂δ(x), a force that depends on δ_s acts as a force W = ∫ w dx times as large at the point ∫ w x dx / W, and
 * remains conservative:
 *
 *   w(x) = C [(p + 1) δ^p/D − p N δ^(p−1)/D²],    N = ∫ δ^(p+1) dx,    D = ∫ δ^p dx                                 (2)
 *
 * Where P shrinks to a point, as that of an edge and the corner of a face, the contact must become that of the point
 * with the depth δ_0: only a fraction B of δ_s − δ_0 and W − 1 counts, a smooth function of the extent σ of P (σ² is
 * the trace of its second moments),
 *
 *   δ_s → δ_0 + B (δ_s − δ_0),   W → 1 + B (W − 1),   B = s² (3 − 2 s),   s = min(1, σ²/ℓ²).                        (3)
 *
 * Where P becomes narrow, because one face ends shortly behind the side of the other, the contact must become that of
 * the sides, which meet when it is beyond both. Then (1) and (2) for edges are evaluated on the side of A on B and the
 * side of B on A (`patch-sides.ts`). With the smaller principal moment σ_2² of the common area of both faces, at any
 * depth,
 *
 *   δ_s → b δ_s + (1 − b) δ_s(sides),  and so on,   b = s² (3 − 2 s),   s = min(1, σ_2²/ℓ²).                        (4)
 *
 * Where the tilt of an edge or a face approaches the limit at which it no longer counts, the result is a mean of those
 * with and without it (`near-face.ts`),
 *
 *   δ_s → a δ_s + (1 − a) δ_s(without),  and so on.                                                                 (5)
 *
 * Two edges, of capsules or the sides of cylinders and cones, form a patch if they are nearly parallel: one of them
 * counts as a narrow face.
 */

import { BEAM, BOX, CONE, type ConvexShape, CYLINDER, ELLIPSOID, HULL, POINT, SEGMENT } from '../convex.ts'
import type { PlacedShapes } from '../placed-shapes.ts'
import { RESULT_NORMAL } from '../write-result.ts'
import { sumOverEdgeOnFace } from './cut-edge.ts'
import { cutByDepth, cutFaces, isTilted } from './cut-faces.ts'
import {
  blendPatchValues,
  computeMinorMoment,
  computePatchValues,
  setPointValues,
  smoothStep,
  sumOverPolygon,
} from './patch-integrals.ts'
import { sumOverNearestSides } from './patch-sides.ts'
import type { ContactPatch } from './patch-workspace.ts'
import { placeFace, setBasis, widenEdge } from './place-face.ts'

/** Extent ℓ from which a patch counts in full, relative to the radius of the smaller body [1]. */
const FULL_EXTENT_PART = 0.02
/**
 * Half the width of the face that replaces an edge, relative to ℓ [1]: below an angle of 0.03 rad, crossing edges count
 * in full.
 */
const NARROW_PART = 0.05
/** Tilt below which flat contacts need no separate gradient: the error of the force is that fraction [rad]. */
const MIN_TILT = 1e-6
/** Rounding error of a sum of shares equal to 1 [1]. */
const ROUNDING = 1e-12

/**
 * Computes the patch of the shapes a and b of `shapes`, for the result `result` of `computeSignedDistance`. False if
 * there is none: the contact is a point.
 */
export function computeContactPatch(
  patch: ContactPatch,
  shapes: PlacedShapes,
  a: number,
  b: number,
  result: Float64Array,
  o: number,
): boolean {
  const shapeA = shapes.convex[a]
  const shapeB = shapes.convex[b]
  if (isRound(shapeA) || isRound(shapeB)) return false
  const { values, blended, parts } = patch
  setBasis(values, result, o + RESULT_NORMAL)
  let isPatch = false
  let sum = 0
  // (5)
  for (let withoutA = 0; withoutA < 4; withoutA++) {
    const nA = placeFace(patch, patch.faceA, shapes, a, 1, result, o, withoutA)
    const partA = computeShare(parts, withoutA)
    if (!(partA > 0)) continue
    for (let withoutB = 0; withoutB < 4; withoutB++) {
      const nB = placeFace(patch, patch.faceB, shapes, b, -1, result, o, withoutB)
      const part = partA * computeShare(parts, withoutB)
      if (!(part > 0)) continue
      const isFound = computeFeaturePatch(patch, nA, nB, shapeA, shapeB, result, o)
      if (part === 1) return isFound
      patch.isExact = false
      isPatch ||= isFound
      if (!isFound) setPointValues(patch, result, o)
      sum += part
      if (sum > part) blendPatchValues(values, blended, part / sum)
      blended.set(values)
      if (sum > 1 - ROUNDING) return isPatch
    }
  }
  return isPatch
}

/** Share of the case without some extents, from the fractions of both shapes. */
function computeShare(parts: Float64Array, without: number): number {
  const first = (without & 1) === 0 ? parts[0] : 1 - parts[0]
  return first * ((without & 2) === 0 ? parts[1] : 1 - parts[1])
}

/** Computes the patch of faces or edges with nA and nB corners. False if there is none: the contact is a point. */
function computeFeaturePatch(
  patch: ContactPatch,
  nA: number,
  nB: number,
  shapeA: ConvexShape,
  shapeB: ConvexShape,
  result: Float64Array,
  o: number,
): boolean {
  if (nA < 2 || nB < 2) return false
  const radii = shapeA.radius + shapeB.radius
  const extent = FULL_EXTENT_PART * Math.min(shapeA.boundingRadius, shapeB.boundingRadius)
  patch.isExact = true
  patch.widening = computeWidening(
    shapeA.boundingRadius < shapeB.boundingRadius ? shapeA : shapeB,
    nA > 2 && nB > 2,
  )
  if (nA > 2 && nB > 2) return computeFacePatch(patch, nA, nB, shapeA, shapeB, extent, result, o)
  const narrow = NARROW_PART * extent
  patch.sums.fill(0)
  if (nA > 2)
    sumOverEdgeOnFace(patch, patch.faceB, nA, patch.faceA, -1, radii, radii + getEdgeRadius(shapeB), narrow)
  else if (nB > 2)
    sumOverEdgeOnFace(patch, patch.faceA, nB, patch.faceB, 1, radii, radii + getEdgeRadius(shapeA), narrow)
  else sumOverEdgeOnFace(patch, patch.faceA, widenEdge(patch.faceB, narrow), patch.faceB, 1, radii, 0, 0)
  if (!isRigid(nA === 2 ? shapeA : shapeB, 2)) patch.isExact = false
  return computePatchValues(patch, 2, 4 / 3, extent, result, o)
}

/**
 * True if the corners of the face or edge of a shape are the same points of it at all angles, unlike those of the rim
 * of a disc.
 */
function isRigid({ kind }: ConvexShape, n: number): boolean {
  return kind === BOX || kind === HULL || (kind !== BEAM && n === 2)
}

/** Computes the patch of two faces: their common part, or their sides if that is narrow or empty. */
function computeFacePatch(
  patch: ContactPatch,
  nA: number,
  nB: number,
  shapeA: ConvexShape,
  shapeB: ConvexShape,
  extent: number,
  result: Float64Array,
  o: number,
): boolean {
  const { values, sums, axis, plane, faceValues } = patch
  const radii = shapeA.radius + shapeB.radius
  // the smaller face is clipped: mostly, all of it is over the other
  const isBCut = shapeB.boundingRadius <= shapeA.boundingRadius
  const nCommon = isBCut
    ? cutFaces(patch, nB, patch.faceB, nA, patch.faceA, -1, radii)
    : cutFaces(patch, nA, patch.faceA, nB, patch.faceB, 1, radii)
  const isMoving = !patch.isExact || !isRigid(isBCut ? shapeB : shapeA, isBCut ? nB : nA)
  if (isMoving) patch.isExact = isFlat(patch, nCommon, shapeA, shapeB)
  const part = smoothStep(computeMinorMoment(patch, nCommon, axis) / (extent * extent))
  const count = part > 0 ? cutByDepth(patch, nCommon) : 0
  sums.fill(0)
  if (count > 2) sumOverPolygon(patch, count)
  const isFace = computePatchValues(patch, 1, 2, extent, result, o)
  if (part === 1) return isFace
  // (4)
  patch.isExact = part === 0
  if (axis[0] === 0 && axis[1] === 0 && isTilted(plane)) {
    // beyond both faces, the normal is tilted across their sides
    const slope = Math.sqrt(plane[1] * plane[1] + plane[2] * plane[2])
    axis[0] = -plane[2] / slope
    axis[1] = plane[1] / slope
  }
  faceValues.set(values)
  sums.fill(0)
  sumOverNearestSides(patch, nA, nB, radii, NARROW_PART * extent)
  const isSides = computePatchValues(patch, 2, 4 / 3, extent, result, o)
  if (!isFace) return isSides
  // the rim of a disc meets a side in a point
  if (!isSides) setPointValues(patch, result, o)
  blendPatchValues(values, faceValues, 1 - part)
  return true
}

/** True if the depth is constant over the common part, so that δ_s does not depend on its sides. */
function isFlat({ cut }: ContactPatch, n: number, shapeA: ConvexShape, shapeB: ConvexShape): boolean {
  let [low, high] = [Infinity, -Infinity]
  for (let k = 0; k < n; k++) {
    low = Math.min(low, cut[3 * k + 2])
    high = Math.max(high, cut[3 * k + 2])
  }
  return low > 0 && high - low < MIN_TILT * Math.min(shapeA.boundingRadius, shapeB.boundingRadius)
}

/**
 * Reduction of the roots of the second moments of a face or line by edges rounded with the radius r: r/√3 with straight
 * sides, r/2 with round ones. The ends of capsules are not rounded edges.
 */
function computeWidening({ kind, radius }: ConvexShape, isFace: boolean): number {
  if (kind === SEGMENT) return 0
  return isFace && (kind === CYLINDER || kind === CONE) ? 0.5 * radius : radius / Math.sqrt(3)
}

/** Radius of the core across an edge, which is a line on the side of a cylinder or cone [m]; 0 for sharp edges. */
function getEdgeRadius({ kind, size }: ConvexShape): number {
  if (kind === CYLINDER) return size[0]
  return kind === CONE ? 0.5 * (size[0] + size[1]) : 0
}

/** True if a shape has neither faces nor edges. */
export function isRound({ kind }: ConvexShape): boolean {
  return kind === POINT || kind === ELLIPSOID
}
