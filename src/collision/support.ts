/**
 * Support mappings (thesis 4.2): the point of a convex core that is farthest in a direction d. The narrow phase uses no
 * other property of a shape. Directions need not be unit vectors. If the farthest points are a face or an edge because
 * a component of d is zero, its center is returned, so that the mapping is odd for symmetric shapes; for d = 0 it is
 * some finite point of the core.
 */
import { BEAM, BOX, CONE, type ConvexShape, CYLINDER, ELLIPSOID, HULL, POINT, SEGMENT } from './convex.ts'

/**
 * Limits between which squares of directions lose no digits; all directions lie between them except those made of
 * rounding errors [any unit²].
 */
const SQUARE_MIN = 1e-200
const SQUARE_MAX = 1e200

/** Limits between which lengths of directions have a reciprocal with full digits [any unit]. */
const NORM_MIN = 1e-290
const NORM_MAX = 1e290

/**
 * The direction of `computeSupport` and `findHullSupport`, and a rescaled one that was too short or too long (2 × 3).
 */
const direction = new Float64Array(6)

/** out = support point of the core of `shape` in direction (dx, dy, dz), both in the frame S of the shape [m]. */
export function computeSupport(
  shape: ConvexShape,
  dx: number,
  dy: number,
  dz: number,
  out: Float64Array,
  o: number,
): void {
  direction[0] = dx
  direction[1] = dy
  direction[2] = dz
  computeSupportAlong(shape, direction, 0, out, o)
}

/**
 * The same with the direction d[i…] in an array: a call that V8 does not inline allocates a number on the heap for each
 * argument that is not an integer. MPR of penetrating boxes takes 994 ns with numbers and 707 ns with an array
 * (benchmarks/collision/narrow-phase.ts).
 */
export function computeSupportAlong(
  shape: ConvexShape,
  d: Float64Array,
  i: number,
  out: Float64Array,
  o: number,
): void {
  if (shape.kind === HULL) {
    const v = findHullSupportAlong(shape, d, i)
    const vertices = shape.vertices
    out[o] = vertices[v]
    out[o + 1] = vertices[v + 1]
    out[o + 2] = vertices[v + 2]
    return
  }
  if (shape.kind !== BOX) {
    computeOther(shape, d, i, out, o)
    return
  }
  // signs by division, because unpredictable branches are slow: 32 instead of 40 ns for a support point of two boxes
  const size = shape.size
  const dx = d[i]
  const dy = d[i + 1]
  const dz = d[i + 2]
  out[o] = size[0] * (+(dx > 0) - +(dx < 0))
  out[o + 1] = size[1] * (+(dy > 0) - +(dy < 0))
  out[o + 2] = size[2] * (+(dz > 0) - +(dz < 0))
}

/** Support points of all kinds but boxes, in a separate function so that V8 inlines the rest. */
function computeOther(shape: ConvexShape, d: Float64Array, i: number, out: Float64Array, o: number): void {
  const { kind, size, axis } = shape
  if (kind === POINT) {
    out[o] = 0
    out[o + 1] = 0
    out[o + 2] = 0
    return
  }
  if (kind === ELLIPSOID) {
    computeEllipsoidSupport(size, d, i, out, o)
    return
  }
  // cores with an axis; the coordinates i1, i2 are orthogonal to it
  const i1 = axis === 2 ? 0 : axis + 1
  const i2 = axis === 0 ? 2 : axis - 1
  const d1 = d[i + i1]
  const d2 = d[i + i2]
  const d3 = d[i + axis]
  if (kind === SEGMENT) {
    out[o + i1] = 0
    out[o + i2] = 0
    out[o + axis] = size[0] * (+(d3 > 0) - +(d3 < 0))
    return
  }
  // length of the direction in the plane of the disc
  const across = kind === BEAM ? d3 : d2
  const square = d1 * d1 + across * across
  const norm = square > SQUARE_MIN && square < SQUARE_MAX ? Math.sqrt(square) : computeNorm(d1, across)
  if (kind === CYLINDER) {
    const f = norm > 0 ? size[0] / norm : 0
    out[o + i1] = f * d1
    out[o + i2] = f * d2
    out[o + axis] = size[1] * (+(d3 > 0) - +(d3 < 0))
  } else if (kind === CONE) {
    // either the base or the top circle: the one with the larger radius·|d_perp| + z·dz
    const isTop = (size[3] - size[2]) * d3 > (size[0] - size[1]) * norm
    const f = norm > 0 ? (isTop ? size[1] : size[0]) / norm : 0
    out[o + i1] = f * d1
    out[o + i2] = f * d2
    out[o + axis] = isTop ? size[3] : size[2]
  } else {
    // beam: half cylinders in the plane of length and width
    const f = norm > 0 ? size[1] / norm : 0
    out[o + i1] = f * d1
    out[o + i2] = size[2] * (+(d2 > 0) - +(d2 < 0))
    out[o + axis] = f * d3 + size[0] * (+(d3 > 0) - +(d3 < 0))
  }
}

/** With half axes A = diag(a, b, c): A²d / |A d|. */
function computeEllipsoidSupport(
  size: Float64Array,
  d: Float64Array,
  i: number,
  out: Float64Array,
  o: number,
): void {
  let x = size[0] * d[i]
  let y = size[1] * d[i + 1]
  let z = size[2] * d[i + 2]
  let square = x * x + y * y + z * z
  if (!(square > SQUARE_MIN && square < SQUARE_MAX)) {
    const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z))
    const f = largest > 0 ? 1 / largest : 0
    if (f < NORM_MAX) {
      x *= f
      y *= f
      z *= f
    }
    square = x * x + y * y + z * z
  }
  const f = square > 0 ? 1 / Math.sqrt(square) : 0
  out[o] = size[0] * (x * f)
  out[o + 1] = size[1] * (y * f)
  out[o + 2] = size[2] * (z * f)
}

/** √(x² + y²) where the squares would underflow or overflow; values too small as divisors count as zero. */
function computeNorm(x: number, y: number): number {
  const largest = Math.max(Math.abs(x), Math.abs(y))
  if (largest < NORM_MIN) return 0
  const u = x / largest
  const v = y / largest
  return largest * Math.sqrt(u * u + v * v)
}

/** Index of a vertex of a HULL that is farthest in direction (dx, dy, dz). */
export function findHullSupport(shape: ConvexShape, dx: number, dy: number, dz: number): number {
  direction[0] = dx
  direction[1] = dy
  direction[2] = dz
  return findHullSupportAlong(shape, direction, 0) / 3
}

/**
 * Place in `shape.vertices` of the support vertex in direction d[i…]: the best vertex in the cell of the direction
 * (hull-cells.ts).
 */
export function findHullSupportAlong(shape: ConvexShape, d: Float64Array, i: number): number {
  const { vertices, cells, cellVertices, cellsPerUnit, nCell: n } = shape
  let x = d[i]
  let y = d[i + 1]
  let z = d[i + 2]
  let sum = Math.abs(x) + Math.abs(y) + Math.abs(z)
  if (!(sum > NORM_MIN && sum < NORM_MAX)) {
    const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z))
    x = largest > 0 ? x / largest : 1
    y = largest > 0 ? y / largest : 0
    z = largest > 0 ? z / largest : 0
    sum = Math.abs(x) + Math.abs(y) + Math.abs(z)
  }
  const f = cellsPerUnit / sum
  const column = (x * f + cellsPerUnit) | 0
  const row = (y * f + cellsPerUnit) | 0
  let best = cells[(+(z >= 0) * n + column) * n + row]
  if (best >= 0) return best
  let k = -best
  best = cellVertices[k]
  let bestValue = x * vertices[best] + y * vertices[best + 1] + z * vertices[best + 2]
  for (let other = cellVertices[++k]; other >= 0; other = cellVertices[++k]) {
    const value = x * vertices[other] + y * vertices[other + 1] + z * vertices[other + 2]
    if (value > bestValue) {
      bestValue = value
      best = other
    }
  }
  return best
}
