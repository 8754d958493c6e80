/**
 * Contact of two surfaces that are nearly parallel. The deepest point of such a contact jumps from one corner to another when the bodies
 * rock by a hair; a body that lies on a face would do so without end. Here the depth δ(x), an affine function over the common part P of both
 * faces (or of an edge and a face), is replaced by the mean
 *
 *   δ_s = C ∫ δ^(p+1) dx / ∫ δ^p dx  over the part of P with δ > 0,    faces: p = 1, C = 2,    edges: p = 2, C = 4/3.               (1)
 *
 * If δ > 0 near one corner only, δ_s is the depth of the corner, exactly: a point contact as before. If δ > 0 along an edge of a face, the
 * integral over a face becomes that over an edge. In between, δ_s is smooth. With the weights w(x) = ∂δ_s/∂δ(x), a force that depends on δ_s
 * acts as a force W = ∫ w dx times as large at the point ∫ w x dx / W, and remains conservative:
 *
 *   w(x) = C [(p + 1) δ^p/D − p N δ^(p−1)/D²],    N = ∫ δ^(p+1) dx,    D = ∫ δ^p dx                                             (2)
 *
 * Where P shrinks to a point, as that of an edge and the corner of a face, the contact must become that of the point with the depth δ_0: of
 * δ_s − δ_0 and W − 1 only a part B counts, a smooth function of the extent σ of P (σ² is the trace of its second moments),
 *
 *   δ_s → δ_0 + B (δ_s − δ_0),   W → 1 + B (W − 1),   B = s² (3 − 2 s),   s = min(1, σ²/ℓ²).                                      (3)
 *
 * Where P becomes narrow, because one face ends shortly behind the side of the other, the contact must become that of the sides, which meet when it is beyond
 * both. Then (1) and (2) for edges are taken over the side of A on B and that of B on A (`patch-sides.ts`). With the smaller principal moment σ_2² of
 * the area where both faces are, whatever their depth,
 *
 *   δ_s → b δ_s + (1 − b) δ_s(sides),  and so on,   b = s² (3 − 2 s),   s = min(1, σ_2²/ℓ²).                                      (4)
 *
 * Two edges, of capsules or the sides of cylinders and cones, form a patch if they are nearly parallel: one of them counts as a narrow face.
 */
import { CONE, type ConvexShape, CYLINDER, ELLIPSOID, POINT } from '../../shapes/index.ts'
import { RESULT_NORMAL, RESULT_POINT_A } from '../query/index.ts'
import { sumOverEdgeOnFace } from './cut-edge.ts'
import { cutByDepth, cutFaces } from './cut-faces.ts'
import { computeNearFace } from './near-face.ts'
import {
  blendPatchValues,
  computeMinorMoment,
  computePatchValues,
  setPointValues,
  smoothStep,
  sumOverPolygon,
} from './patch-integrals.ts'
import { sumOverNearestSides } from './patch-sides.ts'
import { type ContactPatch, PATCH_U, PATCH_V } from './patch-workspace.ts'

/** Faces and edges whose angle to the contact plane is smaller form a patch [rad]. */
const NEAR_PARALLEL = 0.05
/** Extent ℓ from which on a patch counts in full, as part of the radius of the smaller body [1]. */
const FULL_EXTENT_PART = 0.02
/** Half the width of the face in place of an edge, as part of ℓ [1]: below an angle of 0.03 rad, crossing edges count in full. */
const NARROW_PART = 0.05

/**
 * The patch of shapes A and B, for the answer `result` of `computeSignedDistance` at their poses in the world. False if there is none: the
 * contact is a point.
 */
export function computeContactPatch(
  patch: ContactPatch,
  shapeA: ConvexShape,
  R_WA: Float64Array,
  iRA: number,
  p_WA: Float64Array,
  ipA: number,
  shapeB: ConvexShape,
  R_WB: Float64Array,
  iRB: number,
  p_WB: Float64Array,
  ipB: number,
  result: Float64Array,
  o: number,
): boolean {
  if (isRound(shapeA) || isRound(shapeB)) return false
  const ip = o + RESULT_POINT_A
  const iN = o + RESULT_NORMAL
  setBasis(patch.values, result, iN)
  const nA = placeFace(patch, patch.faceA, shapeA, 1, R_WA, iRA, p_WA, ipA, result, ip, iN)
  if (nA < 2) return false
  const nB = placeFace(patch, patch.faceB, shapeB, -1, R_WB, iRB, p_WB, ipB, result, ip, iN)
  if (nB < 2) return false
  const radii = shapeA.radius + shapeB.radius
  const extent = FULL_EXTENT_PART * Math.min(shapeA.boundingRadius, shapeB.boundingRadius)
  if (nA > 2 && nB > 2) return computeFacePatch(patch, nA, nB, radii, extent, result, o)
  const narrow = NARROW_PART * extent
  patch.sums.fill(0)
  if (nA > 2)
    sumOverEdgeOnFace(patch, patch.faceB, nA, patch.faceA, -1, radii, radii + getEdgeRadius(shapeB), narrow)
  else if (nB > 2)
    sumOverEdgeOnFace(patch, patch.faceA, nB, patch.faceB, 1, radii, radii + getEdgeRadius(shapeA), narrow)
  else sumOverEdgeOnFace(patch, patch.faceA, widenEdge(patch.faceB, narrow), patch.faceB, 1, radii, 0, 0)
  return computePatchValues(patch, 2, 4 / 3, extent, result, o)
}

/** The patch of two faces: what they have in common, or their sides if that is narrow or nothing. */
function computeFacePatch(
  patch: ContactPatch,
  nA: number,
  nB: number,
  radii: number,
  extent: number,
  result: Float64Array,
  o: number,
): boolean {
  const { values, sums, axis, faceValues } = patch
  const nCommon = cutFaces(patch, nB, patch.faceB, nA, patch.faceA, -1, radii)
  const part = smoothStep(computeMinorMoment(patch, nCommon, axis) / (extent * extent))
  const count = part > 0 ? cutByDepth(patch, nCommon) : 0
  sums.fill(0)
  if (count > 2) sumOverPolygon(patch, count)
  const isFace = computePatchValues(patch, 1, 2, extent, result, o)
  if (part === 1) return isFace
  // (4)
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

/** Radius of the core across an edge, which is a line on the side of a cylinder or cone [m]; 0 for sharp edges. */
function getEdgeRadius({ kind, size }: ConvexShape): number {
  if (kind === CYLINDER) return size[0]
  return kind === CONE ? 0.5 * (size[0] + size[1]) : 0
}

/** Makes a narrow rectangle of an edge; returns its number of corners. */
function widenEdge(face: Float64Array, half: number): number {
  const u = face[3] - face[0]
  const v = face[4] - face[1]
  const f = half / Math.sqrt(u * u + v * v)
  for (let k = 1; k >= 0; k--) {
    // both ends of the edge, first on one side, then back on the other
    const x = face[3 * k]
    const y = face[3 * k + 1]
    const h = face[3 * k + 2]
    setCorner(face, 3 - k, x - f * v, y + f * u, h)
    setCorner(face, k, x + f * v, y - f * u, h)
  }
  return 4
}

function setCorner(face: Float64Array, k: number, u: number, v: number, h: number): void {
  face[3 * k] = u
  face[3 * k + 1] = v
  face[3 * k + 2] = h
}

function isRound({ kind }: ConvexShape): boolean {
  return kind === POINT || kind === ELLIPSOID
}

function setBasis(values: Float64Array, n: Float64Array, iN: number): void {
  const nx = n[iN]
  const ny = n[iN + 1]
  const nz = n[iN + 2]
  // U is orthogonal to n and to the axis that is farthest from n
  const ax = Math.abs(nx) <= Math.abs(ny) && Math.abs(nx) <= Math.abs(nz) ? 1 : 0
  const ay = ax === 0 && Math.abs(ny) <= Math.abs(nz) ? 1 : 0
  const az = 1 - ax - ay
  const ux = ny * az - nz * ay
  const uy = nz * ax - nx * az
  const uz = nx * ay - ny * ax
  const f = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz)
  values[PATCH_U] = f * ux
  values[PATCH_U + 1] = f * uy
  values[PATCH_U + 2] = f * uz
  values[PATCH_V] = f * (ny * uz - nz * uy)
  values[PATCH_V + 1] = f * (nz * ux - nx * uz)
  values[PATCH_V + 2] = f * (nx * uy - ny * ux)
}

/** Face of a shape towards side·n, in coordinates u, v, h relative to the contact point. Returns its number of corners. */
function placeFace(
  patch: ContactPatch,
  face: Float64Array,
  shape: ConvexShape,
  side: number,
  R: Float64Array,
  r: number,
  p: Float64Array,
  o: number,
  result: Float64Array,
  ip: number,
  iN: number,
): number {
  const { corners, values } = patch
  const nx = result[iN]
  const ny = result[iN + 1]
  const nz = result[iN + 2]
  const count = computeNearFace(
    shape,
    side * (R[r] * nx + R[r + 3] * ny + R[r + 6] * nz),
    side * (R[r + 1] * nx + R[r + 4] * ny + R[r + 7] * nz),
    side * (R[r + 2] * nx + R[r + 5] * ny + R[r + 8] * nz),
    NEAR_PARALLEL,
    corners,
  )
  if (count < 2) return count
  const ox = p[o] - result[ip]
  const oy = p[o + 1] - result[ip + 1]
  const oz = p[o + 2] - result[ip + 2]
  for (let k = 0; k < 3 * count; k += 3) {
    const cx = corners[k]
    const cy = corners[k + 1]
    const cz = corners[k + 2]
    const x = ox + R[r] * cx + R[r + 1] * cy + R[r + 2] * cz
    const y = oy + R[r + 3] * cx + R[r + 4] * cy + R[r + 5] * cz
    const z = oz + R[r + 6] * cx + R[r + 7] * cy + R[r + 8] * cz
    face[k] = values[PATCH_U] * x + values[PATCH_U + 1] * y + values[PATCH_U + 2] * z
    face[k + 1] = values[PATCH_V] * x + values[PATCH_V + 1] * y + values[PATCH_V + 2] * z
    face[k + 2] = nx * x + ny * y + nz * z
  }
  return count
}
