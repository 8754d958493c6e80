/** Faces and edges of shapes in the plane of their contact. */
import type { PlacedShapes } from '../placed-shapes.ts'
import { RESULT_NORMAL, RESULT_POINT_A } from '../write-result.ts'
import { computeNearFace } from './near-face.ts'
import { type ContactPatch, PATCH_U, PATCH_V } from './patch-workspace.ts'

/** Angle to the contact plane below which faces and edges form a patch [rad]. */
const NEAR_PARALLEL = 0.05

/** Writes unit vectors U, V orthogonal to the normal at n[iN…] to the values of a patch. */
export function setBasis(values: Float64Array, n: Float64Array, iN: number): void {
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

/**
 * Face of shape i of `shapes` towards side·n, in coordinates u, v, h relative to the contact point, without some of its
 * extents (see `near-face.ts`). Contact point and normal are those of the distance at result[o…]. Returns its number of
 * corners.
 */
export function placeFace(
  patch: ContactPatch,
  face: Float64Array,
  { convex, R_WS: R, p_WS: p }: PlacedShapes,
  i: number,
  side: number,
  result: Float64Array,
  o: number,
  without: number,
): number {
  const r = 9 * i
  const t = 3 * i
  const ip = o + RESULT_POINT_A
  const iN = o + RESULT_NORMAL
  const { corners, values, parts } = patch
  const nx = result[iN]
  const ny = result[iN + 1]
  const nz = result[iN + 2]
  const count = computeNearFace(
    convex[i],
    side * (R[r] * nx + R[r + 3] * ny + R[r + 6] * nz),
    side * (R[r + 1] * nx + R[r + 4] * ny + R[r + 7] * nz),
    side * (R[r + 2] * nx + R[r + 5] * ny + R[r + 8] * nz),
    NEAR_PARALLEL,
    without,
    corners,
    parts,
  )
  if (count < 2) return count
  const ox = p[t] - result[ip]
  const oy = p[t + 1] - result[ip + 1]
  const oz = p[t + 2] - result[ip + 2]
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

/** Converts an edge to a narrow rectangle; returns its number of corners. */
export function widenEdge(face: Float64Array, half: number): number {
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
