/**
 * Integrals over the part of an edge that lies over a face. Coordinates are those of `contact-patch.ts`: u, v in the
 * contact plane, with the contact point at 0, and the height h along n.
 *
 * Where the contact is beyond the face, at its rounded side, the normal n is tilted against the face by an angle θ, and
 * the edge lies over the side itself: rounding errors would decide which part is over the face. With the sum r of the
 * radii of both surfaces, the part nearer than θ r to the side still touches its rounding, whose depth is measured
 * along n; only farther inside does the face itself carry the load. So the depth is, with the depth d over the contact
 * plane and the slope e <= 0 of the face against it,
 *
 *   δ = d  for e > −θ² r,    δ = d + e + θ² r  elsewhere,                                                           (1)
 *
 * and sides are moved out by `margin`. Then depth and weights are continuous from the face to the side.
 */
import { fitPlane, isShortSide, isTilted } from './cut-faces.ts'
import { sumOverEdge } from './patch-integrals.ts'
import type { ContactPatch } from './patch-workspace.ts'

/** Tilt below which edges need no separate gradient: the error of the force is that fraction [rad]. */
const MIN_TILT = 1e-6

/**
 * Adds the integrals over the part of `edge` within the face `clip`, where δ = radii + sign (h_edge − h_clip) is
 * positive.
 *
 * @param r sum of the radii with which both surfaces are rounded across the edge [m]
 * @param margin distance by which the sides of the face are moved out [m]
 */
export function sumOverEdgeOnFace(
  patch: ContactPatch,
  edge: Float64Array,
  nClip: number,
  clip: Float64Array,
  sign: number,
  radii: number,
  r: number,
  margin: number,
): void {
  const { plane } = patch
  const side = fitPlane(clip, nClip, plane)
  const u = edge[0]
  const v = edge[1]
  const du = edge[3] - u
  const dv = edge[4] - v
  // the part from t0 to t1 is within all sides [Cyrus, Beck 1978]
  let t0 = 0
  let t1 = 1
  // direction of the side at the contact point
  let least = Infinity
  let su = 1
  let sv = 0
  for (let k = 0; k < nClip; k++) {
    const j = k === nClip - 1 ? 0 : k + 1
    if (isShortSide(clip, nClip, k, j)) continue
    const eu = side * (clip[3 * j] - clip[3 * k])
    const ev = side * (clip[3 * j + 1] - clip[3 * k + 1])
    const length = Math.sqrt(eu * eu + ev * ev)
    const start = eu * (v - clip[3 * k + 1]) - ev * (u - clip[3 * k]) + margin * length
    const rise = eu * dv - ev * du
    const distance = Math.abs(ev * clip[3 * k] - eu * clip[3 * k + 1]) / length
    const cost = Math.max(distance, margin) + (margin * rise * rise) / (length * length * (du * du + dv * dv))
    if (cost < least) {
      least = cost
      su = eu / length
      sv = ev / length
    }
    if (start + t0 * rise < 0 && start + t1 * rise < 0) return
    if (start + t0 * rise < 0) t0 = -start / rise
    else if (start + t1 * rise < 0) t1 = -start / rise
  }
  // slopes of the face along and across the side: only the latter is that of its rounding
  const along = plane[1] * su + plane[2] * sv
  const across = plane[2] * su - plane[1] * sv
  // d, including the tilt of the face along the side, and e at the start of the edge, and their changes up to its end
  const d0 = radii + sign * (edge[2] - plane[0] - along * (u * su + v * sv))
  const dd = sign * (edge[5] - edge[2] - along * (du * su + dv * sv))
  const e0 = -sign * across * (v * su - u * sv)
  const de = -sign * across * (dv * su - du * sv)
  const square = across * across
  const isFlat = Math.abs(dd) + Math.abs(de) < MIN_TILT * Math.sqrt(du * du + dv * dv)
  if ((t0 > 0 || t1 < 1) && !isFlat) patch.isExact = false
  if (!isTilted(plane)) {
    addPiece(patch, edge, t0, t1, d0 + e0, dd + de)
    return
  }
  // (1): the parts near the side and farther in
  const near = e0 + square * r
  const tBorder = Math.min(t1, Math.max(t0, -near / de))
  const isStartNear = near + t0 * de > 0 || (near + t0 * de === 0 && de > 0)
  if (isStartNear === near + t1 * de > 0) {
    // the whole edge lies on the rounding, as on another edge
    if (!isStartNear) patch.isExact = false
    addPiece(patch, edge, t0, t1, isStartNear ? d0 : d0 + near, isStartNear ? dd : dd + de)
    return
  }
  patch.isExact = false
  addPiece(patch, edge, t0, tBorder, isStartNear ? d0 : d0 + near, isStartNear ? dd : dd + de)
  addPiece(patch, edge, tBorder, t1, isStartNear ? d0 + near : d0, isStartNear ? dd + de : dd)
}

/** Adds the part from t0 to t1 of an edge where the depth d0 + t dd is positive. */
function addPiece(
  patch: ContactPatch,
  edge: Float64Array,
  t0: number,
  t1: number,
  d0: number,
  dd: number,
): void {
  const isDeepAt0 = d0 + t0 * dd > 0
  const isDeepAt1 = d0 + t1 * dd > 0
  if (!isDeepAt0 && !isDeepAt1) return
  const a = isDeepAt0 ? t0 : -d0 / dd
  const b = isDeepAt1 ? t1 : -d0 / dd
  const { cut } = patch
  for (let k = 0; k < 2; k++) {
    const t = k === 0 ? a : b
    cut[3 * k] = edge[0] + t * (edge[3] - edge[0])
    cut[3 * k + 1] = edge[1] + t * (edge[4] - edge[1])
    cut[3 * k + 2] = d0 + t * dd
  }
  sumOverEdge(patch, 0, 3)
}
