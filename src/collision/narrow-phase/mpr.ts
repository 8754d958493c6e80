/**
 * The improved Minkowski Portal Refinement algorithm (thesis ch. 6; 2017 paper, ch. 4): signed distance of two convex shapes from a portal, a
 * triangle of support points of A ⊖ B through which the ray from an inner point r0 to the origin passes. Where shapes are separated, it is
 * the distance or an upper bound of it (theorem 6.3); where they penetrate, its sign is right, but the depth is that of the boundary near
 * the ray, an upper bound of the penetration depth. `computeSignedDistance` has the exact values.
 *
 * Support points are those of whole shapes, radii included. All lengths are in metres, tolerances too; the reference implementation scales
 * portals and does not scale back (facts B.6), which we do not follow. Two signs are those of the 2017 paper, since the thesis prints phase 2 and
 * `isNextPortal` with signs that exclude each other: a portal point is replaced if the origin is beyond the plane of r0 and two others, on the
 * side to which n3 points, n3·r0 < 0; and the planes themselves belong to the portals.
 */
import { EPS, VarioError } from '../../base/index.ts'
import type { DistanceQuery } from './distance-query.ts'
import { setCoreFromParallel, setCoreFromPoint, setCoreFromPortal } from './portal-answer.ts'
import { PortalPoints } from './portal-points.ts'

/** Iterations of phases 2 and 3 at most (thesis 6.1.4). */
export const MPR_MAX_ITERATIONS = 120

/** ε = 100 eps (thesis line 471), relative to the size of the shapes and its square where it limits areas. */
const EPSILON = 100 * EPS

/** How the algorithm ended: by TC1, TC2, TC3, or with the best result so far. */
export const MPR_TC1 = 1
export const MPR_TC2 = 2
export const MPR_TC3 = 3

/** Memory and answer of the algorithm. */
export class MprWorkspace {
  readonly points = new PortalPoints(2 * MPR_MAX_ITERATIONS + 10)
  /** Places of the best portal, and of the support point in the direction of its normal (4). */
  readonly portal = new Int32Array(4)
  /** Iterations of phase 2 and of phase 3 of the last call. */
  phase2 = 0
  phase3 = 0
  /** MPR_TC1, MPR_TC2 or MPR_TC3; the last two also for the best result so far. */
  termination = 0
  /** Whether the tolerance was met. */
  isConverged = true
}

/** Signed distance of the pair of `query` into `query.core`, points on the whole shapes; `tolerance` [m] is that of TC2 and TC3. */
export function computePortalDistance(query: DistanceQuery, work: MprWorkspace, tolerance: number): void {
  const points = work.points
  const w = points.w
  const scale = query.scale[0]
  const limit = EPSILON * scale
  const areaLimit = EPSILON * scale * scale
  const volumeLimit = areaLimit * scale
  work.phase2 = 0
  work.phase3 = 0
  work.isConverged = true

  // phase 1: inner point r0 and three portal points
  points.start(query)
  const r0 = points.r0
  const x0 = r0[0]
  const y0 = r0[1]
  const z0 = r0[2]
  const norm0 = Math.sqrt(x0 * x0 + y0 * y0 + z0 * z0)
  if (!(norm0 > limit))
    throw new VarioError('COINCIDENT_CENTERS', 'MPR: the centres of both shapes coincide.')
  let r1 = points.add(query, -x0, -y0, -z0)
  const nx = y0 * w[r1 + 2] - z0 * w[r1 + 1]
  const ny = z0 * w[r1] - x0 * w[r1 + 2]
  const nz = x0 * w[r1 + 1] - y0 * w[r1]
  if (nx * nx + ny * ny + nz * nz < areaLimit * areaLimit) {
    work.termination = MPR_TC1
    setCoreFromPoint(query, points, r1, -x0 / norm0, -y0 / norm0, -z0 / norm0)
    return
  }
  let r2 = points.add(query, -nx, -ny, -nz)
  if (points.isLine(r1, r2, areaLimit)) {
    r2 = points.add(query, nx, ny, nz)
    if (points.isLine(r1, r2, areaLimit)) throwPlanar()
  }
  if (points.computeSide(r1, r2) > 0) {
    const swap = r1
    r1 = r2
    r2 = swap
  }
  let r3 = points.addBeside(query, r1, r2)
  if (points.isFlat(r1, r2, r3, areaLimit)) {
    const swap = r1
    r1 = r2
    r2 = swap
    r3 = points.addBeside(query, r1, r2)
    if (points.isFlat(r1, r2, r3, areaLimit)) throwPlanar()
  }

  // phase 2: exchange points until the ray passes the portal
  let isValid = false
  for (let i = 0; i < MPR_MAX_ITERATIONS && !isValid; i++) {
    work.phase2++
    if (points.computeSide(r1, r3) < -volumeLimit) {
      r2 = r3
      r3 = points.addBeside(query, r1, r3)
    } else if (points.computeSide(r3, r2) < -volumeLimit) {
      r1 = r3
      r3 = points.addBeside(query, r3, r2)
    } else isValid = true
  }
  if (!isValid) throw new VarioError('MPR_NO_PORTAL', 'MPR: phase 2 found no valid portal.')

  // phase 3: refine the portal
  const best = refine(query, work, r1, r2, r3, tolerance)
  if (best === Infinity) throwPlanar()
  work.isConverged = best < tolerance * tolerance
  const portal = work.portal
  points.computePortalNormal(portal[0], portal[1], portal[2], 0)
  if (work.termination === MPR_TC2)
    setCoreFromParallel(query, points, portal[0], portal[1], portal[2], portal[3])
  else setCoreFromPortal(query, points, portal[0], portal[1], portal[2])
}

/**
 * Phase 3: exchanges points of the portal r1, r2, r3, given by their places, until TC2 or TC3 is met. Returns the square of the smallest
 * value of both conditions [m²]; the portal that it belongs to is in `work.portal`. What the loop needs is in local
 * variables, since every access to an array has its checks.
 */
function refine(
  query: DistanceQuery,
  work: MprWorkspace,
  start1: number,
  start2: number,
  start3: number,
  tolerance: number,
): number {
  const { points, portal } = work
  const w = points.w
  const d = query.direction
  const scale = query.scale[0]
  const areaLimit = EPSILON * EPSILON * scale * scale
  const squareLimit = areaLimit * areaLimit
  const x0 = points.r0[0]
  const y0 = points.r0[1]
  const z0 = points.r0[2]
  let r1 = start1
  let r2 = start2
  let r3 = start3
  let x1 = w[r1]
  let y1 = w[r1 + 1]
  let z1 = w[r1 + 2]
  let x2 = w[r2]
  let y2 = w[r2 + 1]
  let z2 = w[r2 + 2]
  let x3 = w[r3]
  let y3 = w[r3 + 1]
  let z3 = w[r3 + 2]
  let best = Infinity
  for (let i = 0; i < MPR_MAX_ITERATIONS; i++) {
    work.phase3++
    // normal of the portal, of any length, on the side of the origin as seen from r0
    const ux = x2 - x1
    const uy = y2 - y1
    const uz = z2 - z1
    const vx = x3 - x1
    const vy = y3 - y1
    const vz = z3 - z1
    let nx = uy * vz - uz * vy
    let ny = uz * vx - ux * vz
    let nz = ux * vy - uy * vx
    const square = nx * nx + ny * ny + nz * nz
    if (!(square > squareLimit)) break
    if (x0 * nx + y0 * ny + z0 * nz > 0) {
      nx = -nx
      ny = -ny
      nz = -nz
    }
    d[0] = nx
    d[1] = ny
    d[2] = nz
    const r4 = points.addAlong(query)
    const x4 = w[r4]
    const y4 = w[r4 + 1]
    const z4 = w[r4 + 2]
    // squares of TC2 = |r4 × n| and TC3 = |(r4 - r1)·n|
    const cx = y4 * nz - z4 * ny
    const cy = z4 * nx - x4 * nz
    const cz = x4 * ny - y4 * nx
    const height = (x4 - x1) * nx + (y4 - y1) * ny + (z4 - z1) * nz
    const tc2 = (cx * cx + cy * cy + cz * cz) / square
    const tc3 = (height * height) / square
    const tc = Math.min(tc2, tc3)
    if (tc < best) {
      best = tc
      portal[0] = r1
      portal[1] = r2
      portal[2] = r3
      portal[3] = r4
      work.termination = tc2 < tc3 ? MPR_TC2 : MPR_TC3
      if (tc < tolerance * tolerance) break
    }
    // the portal of r4 and two others through which the ray passes
    const dx = y4 * z0 - z4 * y0
    const dy = z4 * x0 - x4 * z0
    const dz = x4 * y0 - y4 * x0
    const side1 = dx * x1 + dy * y1 + dz * z1
    const side2 = dx * x2 + dy * y2 + dz * z2
    const side3 = dx * x3 + dy * y3 + dz * z3
    if (side1 >= 0 && side2 <= 0) {
      r3 = r4
      x3 = x4
      y3 = y4
      z3 = z4
    } else if (side2 >= 0 && side3 <= 0) {
      r1 = r4
      x1 = x4
      y1 = y4
      z1 = z4
    } else if (side3 >= 0 && side1 <= 0) {
      r2 = r4
      x2 = x4
      y2 = y4
      z2 = z4
    } else break
  }
  return best
}

function throwPlanar(): never {
  throw new VarioError('PLANAR_SHAPES', 'MPR: shapes are planar, and MPR in two dimensions is not supported.')
}
