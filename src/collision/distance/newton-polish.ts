/**
 * Newton's method for the conditions of closest or deepest points, with at least one curved core. With the
 * features of both cores (contact-feature.ts), unknowns are the unit vector n and the places t on free directions:
 *
 *   a(n, t) - b(-n, t) + δ n = 0,   δ = -n·(a - b)                                          (1)
 *   e_k·n = 0 for all free directions                                                      (2)
 *
 * With n + x1 u1 + x2 u2 in a tangent basis, H the sum of the H of both features, and g_k = ±(u1·e_k, u2·e_k), a step
 * solves
 *
 *   (H + δ I) x + Σ g_k τ_k = -(u1·(a-b), u2·(a-b)),   g_k·x = ∓e_k·n                       (3)
 *
 * The same equations hold for separated (δ > 0) and overlapping cores (δ < 0). A solution is accepted only if it is
 * certified: its points belong to the cores, and the support mappings give the same δ for n. For separated cores this
 * proves that it is the distance.
 */

import {
  CERTIFIED,
  computeDifferenceSupport,
  DISTANCE,
  type DistanceQuery,
  FROM_SIMPLEX,
  NORMAL,
  NOT_FOUND,
  POINT_A,
  POINT_B,
  STRIDE,
} from '../distance-query.ts'
import { ContactFeature, EDGES, H11, H12, H22, X } from './contact-feature.ts'
import { K11, K12, K22, R1, R2, SCALE, solveStep, TAU } from './newton-polish-step.ts'

const MAX_ITERATIONS = 12
/**
 * Maximum number of iterations while the residual decreases: around an axis that both bodies almost share, H + δ I is
 * almost singular, and the residual decreases slowly.
 */
const MAX_FALLING_ITERATIONS = 60
/** Longest step [rad]. */
const MAX_STEP = 0.7
/**
 * Iterations end when the tangential residual is below this fraction of the size of the bodies: a few rounding errors
 * of coordinates.
 */
const RESIDUAL_PART = 2e-15
/**
 * Iterations also end when the residual is below this fraction of the size and does not decrease, as for a nearly
 * singular H + δ I: √2 times SINGULAR_RESIDUAL_PART of newton-polish-step.ts, below which n is not changed, because the
 * residual is the sum of two components, plus rounding errors.
 */
const STALLED_PART = 1.5e-12
/**
 * Iterations of dependent free directions end when the residual does not decrease below this fraction of the last one:
 * the directions are contradictory. Otherwise the residual decreases quadratically. For a penetrating cylinder and box,
 * 43 % of all steps were useless without this.
 */
const CONTRADICTION_FACTOR = 0.9
/** Points and distances are certified if they agree within this fraction of the size of the bodies. */
const CERTIFICATE_PART = 4e-14

const SCRATCH = 4 * STRIDE

export class PolishWorkspace {
  readonly featureA = new ContactFeature()
  readonly featureB = new ContactFeature()
  readonly n = new Float64Array(3)
  readonly u1 = new Float64Array(3)
  readonly u2 = new Float64Array(3)
  /** -n, u1, u2 in B. */
  readonly d = new Float64Array(3)
  readonly v1 = new Float64Array(3)
  readonly v2 = new Float64Array(3)
  /** The points a in A and b in B that belong to the simplex. */
  readonly points = new Float64Array(6)
  /** Step: x1, x2, τ of up to four free directions. */
  readonly step = new Float64Array(6)
  /** g of up to four free directions, and right-hand sides (4 × 3). */
  readonly edges = new Float64Array(12)
  /** Coefficients of the equations of a step, see K11 (6). */
  readonly system = new Float64Array(6)
  /** True if the contact points are the only ones for the normal: no edges or faces are parallel. */
  isUnique = true
}

/**
 * Improves the normal (nx, ny, nz) that belongs to the first k points of the simplex with their weights λ. Returns
 * CERTIFIED if the result, then in `query.core`, is certified, or FROM_SIMPLEX if the normal is certified but the
 * points are not unique. Otherwise returns NOT_FOUND.
 */
export function polish(
  query: DistanceQuery,
  work: PolishWorkspace,
  k: number,
  nx: number,
  ny: number,
  nz: number,
): number {
  const { featureA, featureB, points } = work
  const { shapeA, shapeB, simplex, lambda } = query
  for (let c = 0; c < 6; c++) {
    let sum = 0
    for (let i = 0; i < k; i++) sum += lambda[i] * simplex[i * STRIDE + 3 + c]
    points[c] = sum
  }
  if (!featureA.identify(shapeA, points, 0, simplex, 3, k)) return NOT_FOUND
  if (!featureB.identify(shapeB, points, 3, simplex, 6, k)) return NOT_FOUND
  const status = iterate(query, work, nx, ny, nz)
  if (status !== NOT_FOUND || work.isUnique) return status

  // sides of coaxial cones and cylinders that are almost parallel contradict each other in (2): one of them touches
  // only with an end
  if (featureB.fixSideAtEnd(shapeB, work.d)) {
    const atEnd = iterate(query, work, nx, ny, nz)
    if (atEnd !== NOT_FOUND) return atEnd
    featureB.identify(shapeB, points, 3, simplex, 6, k)
  }
  return featureA.fixSideAtEnd(shapeA, work.n) ? iterate(query, work, nx, ny, nz) : NOT_FOUND
}

/** Newton's method from the normal (nx, ny, nz) for the features of both cores; returns as `polish`. */
function iterate(query: DistanceQuery, work: PolishWorkspace, nx: number, ny: number, nz: number): number {
  const n = work.n
  n[0] = nx
  n[1] = ny
  n[2] = nz
  const tolerance = RESIDUAL_PART * query.scale[0]
  let last = Infinity
  for (let iteration = 0; iteration < MAX_FALLING_ITERATIONS; iteration++) {
    const residual = computeStep(query, work)
    if (residual < 0) return NOT_FOUND
    if (residual <= tolerance || (residual > 0.5 * last && residual < STALLED_PART * query.scale[0])) {
      if (!certify(query, work)) return NOT_FOUND
      return work.isUnique ? CERTIFIED : FROM_SIMPLEX
    }
    if (!work.isUnique && residual > CONTRADICTION_FACTOR * last) return NOT_FOUND
    if (iteration >= MAX_ITERATIONS && residual >= last) return NOT_FOUND
    last = residual
    applyStep(work)
  }
  return NOT_FOUND
}

/** Residual of (1) and (2) [m], or -1 without a step; the step of (3) is in `work.step`. */
function computeStep(query: DistanceQuery, work: PolishWorkspace): number {
  const { featureA, featureB, n, u1, u2, d, v1, v2, step, edges, system } = work
  const R = query.R_AB
  const p = query.p_AB
  computeTangents(n, u1, u2)
  turnBack(R, -n[0], -n[1], -n[2], d)
  turnBack(R, u1[0], u1[1], u1[2], v1)
  turnBack(R, u2[0], u2[1], u2[2], v2)
  if (!featureA.evaluate(query.shapeA, n, u1, u2)) return -1
  if (!featureB.evaluate(query.shapeB, d, v1, v2)) return -1
  const a = featureA.values
  const b = featureB.values
  const wx = a[X] - (p[0] + R[0] * b[X] + R[1] * b[X + 1] + R[2] * b[X + 2])
  const wy = a[X + 1] - (p[1] + R[3] * b[X] + R[4] * b[X + 1] + R[5] * b[X + 2])
  const wz = a[X + 2] - (p[2] + R[6] * b[X] + R[7] * b[X + 1] + R[8] * b[X + 2])
  const delta = -(n[0] * wx + n[1] * wy + n[2] * wz)
  query.core[DISTANCE] = delta
  const r1 = u1[0] * wx + u1[1] * wy + u1[2] * wz
  const r2 = u2[0] * wx + u2[1] * wy + u2[2] * wz
  system[K11] = a[H11] + b[H11] + delta
  system[K12] = a[H12] + b[H12]
  system[K22] = a[H22] + b[H22] + delta

  // free directions of both features, with the signs of (3)
  let m = 0
  let residual = Math.abs(r1) + Math.abs(r2)
  for (let k = 0; k < featureA.nFree; k++, m++) {
    const o = EDGES + 3 * k
    edges[3 * m] = a[o]
    edges[3 * m + 1] = a[o + 1]
    edges[3 * m + 2] = -a[o + 2]
    residual += Math.abs(a[o + 2])
  }
  for (let k = 0; k < featureB.nFree; k++, m++) {
    const o = EDGES + 3 * k
    edges[3 * m] = -b[o]
    edges[3 * m + 1] = -b[o + 1]
    edges[3 * m + 2] = -b[o + 2]
    residual += Math.abs(b[o + 2])
  }

  system[R1] = r1
  system[R2] = r2
  system[SCALE] = query.scale[0]
  const rank = solveStep(step, edges, m, system)
  work.isUnique = rank === m
  return rank < 0 ? -1 : residual
}

function applyStep(work: PolishWorkspace): void {
  const { featureA, featureB, n, u1, u2, step } = work
  const length = Math.sqrt(step[0] * step[0] + step[1] * step[1])
  const f = length > MAX_STEP ? MAX_STEP / length : 1
  let square = 0
  for (let c = 0; c < 3; c++) {
    n[c] += f * (step[0] * u1[c] + step[1] * u2[c])
    square += n[c] * n[c]
  }
  const norm = Math.sqrt(square)
  for (let c = 0; c < 3; c++) n[c] /= norm
  for (let k = 0; k < featureA.nFree; k++) featureA.t[k] += f * step[TAU + k]
  for (let k = 0; k < featureB.nFree; k++) featureB.t[k] += f * step[TAU + featureA.nFree + k]
}

function certify(query: DistanceQuery, work: PolishWorkspace): boolean {
  const { featureA, featureB, n } = work
  const { core, simplex } = query
  const tolerance = CERTIFICATE_PART * query.scale[0]
  if (!featureA.isFeasible(query.shapeA, tolerance)) return false
  if (!featureB.isFeasible(query.shapeB, tolerance)) return false
  computeDifferenceSupport(query, n[0], n[1], n[2], simplex, SCRATCH)
  const bound = -(n[0] * simplex[SCRATCH] + n[1] * simplex[SCRATCH + 1] + n[2] * simplex[SCRATCH + 2])
  if (!(bound >= core[DISTANCE] - tolerance)) return false
  for (let c = 0; c < 3; c++) {
    core[NORMAL + c] = n[c]
    core[POINT_A + c] = featureA.values[X + c]
    core[POINT_B + c] = featureB.values[X + c]
  }
  return true
}

/** out = Rᵀ (x, y, z). */
function turnBack(R: Float64Array, x: number, y: number, z: number, out: Float64Array): void {
  out[0] = R[0] * x + R[3] * y + R[6] * z
  out[1] = R[1] * x + R[4] * y + R[7] * z
  out[2] = R[2] * x + R[5] * y + R[8] * z
}

/** An orthonormal basis u1, u2 of the plane orthogonal to the unit vector n. */
function computeTangents(n: Float64Array, u1: Float64Array, u2: Float64Array): void {
  const x = n[0]
  const y = n[1]
  const z = n[2]
  const sign = z >= 0 ? 1 : -1
  const f = -1 / (sign + z)
  const g = x * y * f
  u1[0] = 1 + sign * x * x * f
  u1[1] = sign * g
  u1[2] = -sign * x
  u2[0] = g
  u2[1] = sign + y * y * f
  u2[2] = -y
}
