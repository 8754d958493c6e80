/**
 * Points on a grid of integers below 2^48, so that differences of coordinates are exact and signs of determinants are
 * exact. The grid is finer than 8e-15 of the extent of the points, and multiples of a power of two are preserved.
 */
import { EPS, InputError, VarioError } from '../../base/index.ts'

/** Bits of the coordinates on the grid. */
const GRID_BITS = 48

/**
 * Points flatter than this, relative to their extent, have no volume [1]: the rounding noise of rotated coordinates is
 * 1e-15.
 */
const MIN_RELATIVE_THICKNESS = 1e-12

/**
 * Relative rounding error of the determinant in `HullPlane.isBelow`, relative to the sum of its absolute terms; twice
 * the bound [1].
 */
const DETERMINANT_ERROR = 8 * EPS

/**
 * Coordinates of points on the grid (nPoint × 3), integers; `extent` is the largest edge of the bounding box in units
 * of the grid.
 */
export interface GridPoints {
  readonly coordinates: Float64Array
  readonly extent: number
}

/** Rounds points (nPoint × 3) to the grid of their bounding box. */
export function createGridPoints(path: string, points: Float64Array): GridPoints {
  if (points.length % 3 !== 0 || points.length < 12)
    throw new InputError(path, 'at least four points with three coordinates each', points)
  const min = [0, 0, 0]
  let extent = 0
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY
    let high = Number.NEGATIVE_INFINITY
    for (let i = k; i < points.length; i += 3) {
      if (!Number.isFinite(points[i]))
        throw new InputError(`${path}[${Math.floor(i / 3)}]`, 'finite coordinates', points[i])
      low = Math.min(low, points[i])
      high = Math.max(high, points[i])
    }
    min[k] = low
    extent = Math.max(extent, high - low)
  }
  if (extent === Number.POSITIVE_INFINITY) throw new InputError(path, 'points with finite distances', points)
  // infinite for (almost) coincident points
  const scale = 2 ** (GRID_BITS - Math.ceil(Math.log2(extent)))
  if (!Number.isFinite(scale)) throw noVolume(path, 'all in one point')
  const coordinates = points.map((x, i) => Math.round((x - min[i % 3]) * scale))
  return { coordinates, extent: extent * scale }
}

/** Four points that span a tetrahedron, wide apart and ordered so that each face sees the fourth from below. */
export function findTetrahedron(path: string, points: GridPoints): [number, number, number, number] {
  const { coordinates: x, extent } = points
  const nPoint = x.length / 3
  // the most distant two of the extreme points along an axis
  const extremes: number[] = []
  for (let k = 0; k < 3; k++) {
    extremes.push(findLargest(nPoint, (i) => x[3 * i + k]))
    extremes.push(findLargest(nPoint, (i) => -x[3 * i + k]))
  }
  let a = 0
  let b = 0
  let longest = -1
  for (const i of extremes) {
    for (const j of extremes) {
      const distance = Math.hypot(
        x[3 * i] - x[3 * j],
        x[3 * i + 1] - x[3 * j + 1],
        x[3 * i + 2] - x[3 * j + 2],
      )
      if (distance > longest) {
        longest = distance
        a = i
        b = j
      }
    }
  }
  // the most distant point from their line, then from the plane of the three
  const c = findLargest(nPoint, (i) => Math.hypot(...cross(x, a, b, i)))
  const normal = cross(x, a, b, c)
  const area = Math.hypot(...normal)
  if (area <= MIN_RELATIVE_THICKNESS * extent * longest) throw noVolume(path, 'on one line')
  const height = (i: number) =>
    normal[0] * (x[3 * i] - x[3 * a]) +
    normal[1] * (x[3 * i + 1] - x[3 * a + 1]) +
    normal[2] * (x[3 * i + 2] - x[3 * a + 2])
  const d = findLargest(nPoint, (i) => Math.abs(height(i)))
  if (Math.abs(height(d)) <= MIN_RELATIVE_THICKNESS * extent * area) throw noVolume(path, 'in one plane')
  return height(d) < 0 ? [a, b, c, d] : [a, c, b, d]
}

function noVolume(path: string, how: string): VarioError {
  return new VarioError('NO_VOLUME', `${path}: expected points that span a volume, got points ${how}.`, {
    path,
  })
}

/** Index below `n` with the largest `measure`. */
function findLargest(n: number, measure: (i: number) => number): number {
  let best = 0
  let bestValue = Number.NEGATIVE_INFINITY
  for (let i = 0; i < n; i++) {
    const value = measure(i)
    if (value > bestValue) {
      bestValue = value
      best = i
    }
  }
  return best
}

/** (b - a) × (c - a), rounded. */
function cross(x: Float64Array, a: number, b: number, c: number): [number, number, number] {
  const ux = x[3 * b] - x[3 * a]
  const uy = x[3 * b + 1] - x[3 * a + 1]
  const uz = x[3 * b + 2] - x[3 * a + 2]
  const vx = x[3 * c] - x[3 * a]
  const vy = x[3 * c + 1] - x[3 * a + 1]
  const vz = x[3 * c + 2] - x[3 * a + 2]
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
}

/** Exact normal (b - a) × (c - a) of a triangle of points on the grid. */
export function computeExactNormal(
  x: Float64Array,
  a: number,
  b: number,
  c: number,
): [bigint, bigint, bigint] {
  const ux = BigInt(x[3 * b] - x[3 * a])
  const uy = BigInt(x[3 * b + 1] - x[3 * a + 1])
  const uz = BigInt(x[3 * b + 2] - x[3 * a + 2])
  const vx = BigInt(x[3 * c] - x[3 * a])
  const vy = BigInt(x[3 * c + 1] - x[3 * a + 1])
  const vz = BigInt(x[3 * c + 2] - x[3 * a + 2])
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
}

/** Plane through three points on the grid, with an exact test for the side of other points. */
export class HullPlane {
  private readonly x: Float64Array
  private readonly a: number
  private readonly b: number
  private readonly c: number
  /** Rounded normal, not of unit length (3). */
  readonly normal: readonly [number, number, number]
  /** Sums of the absolute values of the terms of the normal (3). */
  private readonly terms: readonly [number, number, number]
  /** Exact normal, computed when first needed. */
  private exact: [bigint, bigint, bigint] | undefined = undefined

  constructor(x: Float64Array, a: number, b: number, c: number) {
    this.x = x
    this.a = a
    this.b = b
    this.c = c
    const ux = x[3 * b] - x[3 * a]
    const uy = x[3 * b + 1] - x[3 * a + 1]
    const uz = x[3 * b + 2] - x[3 * a + 2]
    const vx = x[3 * c] - x[3 * a]
    const vy = x[3 * c + 1] - x[3 * a + 1]
    const vz = x[3 * c + 2] - x[3 * a + 2]
    this.normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    this.terms = [
      Math.abs(uy * vz) + Math.abs(uz * vy),
      Math.abs(uz * vx) + Math.abs(ux * vz),
      Math.abs(ux * vy) + Math.abs(uy * vx),
    ]
  }

  /** Rounded distance of point `i` above the plane times the length of the normal. */
  height(i: number): number {
    const { x, a, normal } = this
    return (
      normal[0] * (x[3 * i] - x[3 * a]) +
      normal[1] * (x[3 * i + 1] - x[3 * a + 1]) +
      normal[2] * (x[3 * i + 2] - x[3 * a + 2])
    )
  }

  /** True if the plane is strictly below point `i`, exactly. */
  isBelow(i: number): boolean {
    const { x, a, terms } = this
    const dx = x[3 * i] - x[3 * a]
    const dy = x[3 * i + 1] - x[3 * a + 1]
    const dz = x[3 * i + 2] - x[3 * a + 2]
    const height = this.normal[0] * dx + this.normal[1] * dy + this.normal[2] * dz
    const error =
      DETERMINANT_ERROR * (terms[0] * Math.abs(dx) + terms[1] * Math.abs(dy) + terms[2] * Math.abs(dz))
    if (height > error) return true
    if (height < -error) return false
    this.exact ??= computeExactNormal(x, a, this.b, this.c)
    return this.exact[0] * BigInt(dx) + this.exact[1] * BigInt(dy) + this.exact[2] * BigInt(dz) > 0n
  }
}
