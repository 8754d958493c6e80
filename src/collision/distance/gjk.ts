/**
 * Distance of separated cores: the GJK algorithm (Gilbert, Johnson, Keerthi 1988) finds the point of A ⊖ B closest to
 * the origin with simplices of support points. Its distance |v| is an upper bound, g(n) with n = -v/|v| a lower bound.
 * Between polyhedra it ends after some iterations with the exact simplex. With a curved core it converges only to half
 * of the digits of points and normal; there it only has to find the features with the contact points, for Newton's
 * method.
 */

import {
  CANDIDATE,
  computeCenterOffset,
  computeDifferenceSupport,
  computeDifferenceSupportAlong,
  DISTANCE,
  type DistanceQuery,
  FROM_SIMPLEX,
  NOT_FOUND,
  STRIDE,
  setCoreFromSimplex,
} from '../distance-query.ts'
import { reduceToClosest } from './gjk-simplex.ts'
import { type PolishWorkspace, polish } from './newton-polish.ts'

const MAX_ITERATIONS = 100
const MAX_RESTARTS = 2
/**
 * Cores closer than this fraction of their size count as touching: the direction of v would consist of rounding errors.
 */
const TOUCHING_PART = 1e-13
/** The bounds agree if they differ by less than this fraction of the size: a few rounding errors of coordinates. */
const EXACT_PART = 1e-15
/**
 * A result whose bounds differ by more than CERTIFIED_PART of the size, of cores that may overlap or are closer than
 * CLOSE_PART, is left to the polytope, whose faces have a normal however close the origin is.
 */
const CERTIFIED_PART = 1e-14
const CLOSE_PART = 1e-6
/**
 * Newton's method is first tried when the bounds differ by less than this fraction of the size, then at each further
 * reduction by FACTOR.
 */
const POLISH_PART = 0.02
const POLISH_FACTOR = 0.05

/**
 * Writes the distance of the cores to `query.core`. Returns CERTIFIED or FROM_SIMPLEX if they are separated. Otherwise
 * returns the number of points of the simplex that contains the origin, up to rounding errors, 4 for a tetrahedron; or
 * CANDIDATE.
 */
export function computeCoreDistance(query: DistanceQuery, work: PolishWorkspace, isCurved: boolean): number {
  computeCenterOffset(query, query.closest, 0)
  const offset = query.closest
  return computeCoreDistanceFrom(query, work, isCurved, offset[0], offset[1], offset[2])
}

/**
 * The same for cores whose difference is a smaller convex set and a ball of radius `inset` [m] around each of its
 * points, such as ellipsoids: as long as the smaller sets do not overlap, this is a distance, which has no local
 * minima. It therefore also gives depths smaller than the inset, without a polytope. Returns CERTIFIED or FROM_SIMPLEX,
 * or NOT_FOUND if the overlap is deeper, or Newton's method fails.
 */
export function computeInsetDistance(query: DistanceQuery, work: PolishWorkspace, inset: number): number {
  const { simplex, closest } = query
  const scale = query.scale[0]
  computeCenterOffset(query, closest, 0)
  let k = 0
  let polishGap = POLISH_PART * scale
  let upper = Infinity
  let sign = 1
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const norm = Math.sqrt(closest[0] * closest[0] + closest[1] * closest[1] + closest[2] * closest[2])
    if (!(norm > TOUCHING_PART * scale) || norm >= upper) return NOT_FOUND
    const nx = (sign * closest[0]) / norm
    const ny = (sign * closest[1]) / norm
    const nz = (sign * closest[2]) / norm
    const o = k * STRIDE
    computeDifferenceSupport(query, nx, ny, nz, simplex, o)
    if (k > 0) {
      const gap = norm - inset + (nx * simplex[o] + ny * simplex[o + 1] + nz * simplex[o + 2])
      if (gap <= polishGap) {
        const status = polish(query, work, k, nx, ny, nz)
        if (status !== NOT_FOUND && query.core[DISTANCE] > -inset) return status
        if (gap <= EXACT_PART * scale) return NOT_FOUND
        polishGap = Math.min(polishGap, gap) * POLISH_FACTOR
        computeDifferenceSupport(query, nx, ny, nz, simplex, o)
      }
      upper = norm
    }
    simplex[o] -= inset * nx
    simplex[o + 1] -= inset * ny
    simplex[o + 2] -= inset * nz
    // the first direction is that of the centers, from A to B; the next ones are from the closest point to the origin
    sign = -1
    k = reduceToClosest(query, k + 1)
    if (k === 4) return NOT_FOUND
  }
  return NOT_FOUND
}

/** As `computeCoreDistance`, with a first search direction of any length. */
export function computeCoreDistanceFrom(
  query: DistanceQuery,
  work: PolishWorkspace,
  isCurved: boolean,
  startX: number,
  startY: number,
  startZ: number,
): number {
  const { simplex, closest, direction } = query
  const scale = query.scale[0]
  const hasStart =
    startX * startX + startY * startY + startZ * startZ > TOUCHING_PART * TOUCHING_PART * scale * scale
  computeDifferenceSupport(query, hasStart ? startX : 1, startY, startZ, simplex, 0)
  let k = 1
  query.lambda[0] = 1
  closest[0] = simplex[0]
  closest[1] = simplex[1]
  closest[2] = simplex[2]
  let upper = Infinity
  let nRestart = 0
  let polishGap = POLISH_PART * scale

  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const norm = Math.sqrt(closest[0] * closest[0] + closest[1] * closest[1] + closest[2] * closest[2])
    if (norm <= TOUCHING_PART * scale) return k
    const nx = -closest[0] / norm
    const ny = -closest[1] / norm
    const nz = -closest[2] / norm
    const o = k * STRIDE
    computeDifferenceSupport(query, nx, ny, nz, simplex, o)
    const lower = -(nx * simplex[o] + ny * simplex[o + 1] + nz * simplex[o + 2])
    const gap = norm - lower
    const isStalled = norm >= upper || isKnown(simplex, k)
    if (gap <= EXACT_PART * scale || isStalled) {
      const isExact = gap <= CERTIFIED_PART * scale
      if (!isExact && isCurved) {
        const status = polish(query, work, k, nx, ny, nz)
        if (status !== NOT_FOUND) return query.core[DISTANCE] > 0 ? status : CANDIDATE
      }
      if (!isExact && k > 1 && straighten(query, k, nx, ny, nz)) {
        computeDifferenceSupportAlong(query, simplex, o)
        const x = direction[0]
        const y = direction[1]
        const z = direction[2]
        if (norm + (x * simplex[o] + y * simplex[o + 1] + z * simplex[o + 2]) <= CERTIFIED_PART * scale) {
          setCoreFromSimplex(query, k, x, y, z, norm)
          return FROM_SIMPLEX
        }
      }
      if (!isExact && (lower <= 0 || norm < CLOSE_PART * scale)) return k
      if (isExact || nRestart === MAX_RESTARTS) {
        setCoreFromSimplex(query, k, nx, ny, nz, norm)
        return FROM_SIMPLEX
      }
      // the simplex is too thin for its closest point: restart from here
      nRestart++
      computeDifferenceSupport(query, nx, ny, nz, simplex, 0)
      query.lambda[0] = 1
      k = 1
      closest[0] = simplex[0]
      closest[1] = simplex[1]
      closest[2] = simplex[2]
      upper = Infinity
      continue
    }
    if (isCurved && gap <= polishGap) {
      // a certified result of overlapping cores is not necessarily the smallest depth
      const status = polish(query, work, k, nx, ny, nz)
      if (status !== NOT_FOUND) return query.core[DISTANCE] > 0 ? status : CANDIDATE
      polishGap = Math.min(polishGap, gap) * POLISH_FACTOR
      computeDifferenceSupport(query, nx, ny, nz, simplex, o)
    }
    upper = norm
    k = reduceToClosest(query, k + 1)
    if (k === 4) return 4
  }
  return k
}

/**
 * direction = unit normal n of the edge or triangle of the first k points of the simplex. The given normal has rounding
 * errors because it is the direction of a short vector: g(n) would have them times the length of the edge and not equal
 * the distance. False if the points are on a line.
 */
function straighten(query: DistanceQuery, k: number, nx: number, ny: number, nz: number): boolean {
  const { simplex: s, direction } = query
  const ex = s[STRIDE] - s[0]
  const ey = s[STRIDE + 1] - s[1]
  const ez = s[STRIDE + 2] - s[2]
  const fx = k === 2 ? nx : s[2 * STRIDE] - s[0]
  const fy = k === 2 ? ny : s[2 * STRIDE + 1] - s[1]
  const fz = k === 2 ? nz : s[2 * STRIDE + 2] - s[2]
  let x = ey * fz - ez * fy
  let y = ez * fx - ex * fz
  let z = ex * fy - ey * fx
  if (k === 2) {
    // (e × n) × e is the part of n orthogonal to e
    const gx = x
    const gy = y
    x = gy * ez - z * ey
    y = z * ex - gx * ez
    z = gx * ey - gy * ex
  }
  const length = Math.sqrt(x * x + y * y + z * z)
  if (!(length > 0)) return false
  const f = (x * nx + y * ny + z * nz < 0 ? -1 : 1) / length
  direction[0] = f * x
  direction[1] = f * y
  direction[2] = f * z
  return true
}

/** True if the last of k + 1 points equals one of the others: then no better point exists. */
function isKnown(s: Float64Array, k: number): boolean {
  const o = k * STRIDE
  for (let q = 0; q < o; q += STRIDE)
    if (s[o] === s[q] && s[o + 1] === s[q + 1] && s[o + 2] === s[q + 2]) return true
  return false
}
