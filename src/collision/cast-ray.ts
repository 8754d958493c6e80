/**
 * Distance from a point to a shape along a ray. Every shape is a union of convex pieces, in which a ray has one interval
 * of its parameter, or a surface of triangles.
 */

import type { MeshShape, SolidShape } from './shape.ts'
import { axisIndex, axisSign } from './signed-axis.ts'

/** Interval of the parameter of a ray inside of a piece; empty if first > last. */
interface Interval {
  readonly first: number
  readonly last: number
}

const EMPTY: Interval = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY }
const ALL: Interval = { first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY }

type Vector = readonly [number, number, number]

/**
 * Smallest t >= 0 for which origin + t·direction is on the surface of a shape; Infinity: there is none. From inside, it
 * is the way out. Origin [m] (3) and direction (3, of any length) are in the frame of the shape.
 */
export function castRay(shape: SolidShape, origin: ArrayLike<number>, direction: ArrayLike<number>): number {
  const o = toVector(origin)
  const d = toVector(direction)
  switch (shape.shape) {
    case 'Sphere':
      return enter(cutBall(o, d, shape.diameter / 2))
    case 'Ellipsoid': {
      const half = [shape.lengthX / 2, shape.lengthY / 2, shape.lengthZ / 2]
      return enter(cutBall(divide(o, half), divide(d, half), 1))
    }
    case 'Box':
      return enter(cutBox(o, d, [shape.lengthX / 2, shape.lengthY / 2, shape.lengthZ / 2]))
    case 'Cylinder': {
      const [a, b] = [toAxis(o, shape.axis), toAxis(d, shape.axis)]
      const whole = cutFrustum(
        a,
        b,
        shape.diameter / 2,
        shape.diameter / 2,
        -shape.length / 2,
        shape.length / 2,
      )
      const hole = shape.innerDiameter > 0 ? cutRound(a, b, shape.innerDiameter / 2, 0, 0, ALL) : EMPTY
      return enterAround(whole, hole)
    }
    case 'Cone': {
      const [a, b] = [toAxis(o, shape.axis), toAxis(d, shape.axis)]
      return enter(cutFrustum(a, b, shape.diameter / 2, shape.topDiameter / 2, 0, shape.length))
    }
    case 'Capsule': {
      const [a, b] = [toAxis(o, shape.axis), toAxis(d, shape.axis)]
      const [r, h] = [shape.diameter / 2, shape.length / 2]
      const balls = [-h, h].map((z) => cutBall([a[0], a[1], a[2] - z], b, r))
      return enter(join([cutFrustum(a, b, r, r, -h, h), ...balls]))
    }
    case 'Beam': {
      // length, width and thickness along x, y, z
      const k = axisIndex(shape.axis)
      const [a, b] = [o, d].map((x): Vector => [x[k], x[(k + 1) % 3], x[(k + 2) % 3]])
      const [l, w, t] = [shape.length / 2, shape.width / 2, shape.thickness / 2]
      const ends = [-l, l].map((x) => cutFrustum([a[0] - x, a[1], a[2]], b, w, w, -t, t))
      return enter(join([cutBox(a, b, [l, w, t]), ...ends]))
    }
    case 'Mesh':
      return cutMesh(o, d, shape)
  }
}

function toVector(x: ArrayLike<number>): Vector {
  return [x[0], x[1], x[2]]
}

function divide(x: Vector, by: readonly number[]): Vector {
  return [x[0] / by[0], x[1] / by[1], x[2] / by[2]]
}

/** Components with the axis as z; the others keep their handedness, which does not matter for round shapes. */
function toAxis(x: Vector, axis: Parameters<typeof axisIndex>[0]): Vector {
  const k = axisIndex(axis)
  return [x[(k + 1) % 3], x[(k + 2) % 3], axisSign(axis) * x[k]]
}

/** The surface is met at the begin of an interval, or at its end from inside. */
function enter({ first, last }: Interval): number {
  if (first > last || last < 0) return Number.POSITIVE_INFINITY
  return first >= 0 ? first : last
}

/** The same for a piece with a hole. */
function enterAround(whole: Interval, hole: Interval): number {
  if (hole.first > hole.last) return enter(whole)
  return Math.min(
    enter({ first: whole.first, last: Math.min(whole.last, hole.first) }),
    enter({ first: Math.max(whole.first, hole.last), last: whole.last }),
  )
}

/** The interval of a convex union. */
function join(parts: readonly Interval[]): Interval {
  const hit = parts.filter(({ first, last }) => first <= last)
  return hit.length === 0
    ? EMPTY
    : { first: Math.min(...hit.map(({ first }) => first)), last: Math.max(...hit.map(({ last }) => last)) }
}

function meet(a: Interval, b: Interval): Interval {
  return { first: Math.max(a.first, b.first), last: Math.min(a.last, b.last) }
}

/** |o + t d| <= r */
function cutBall(o: Vector, d: Vector, r: number): Interval {
  const dd = d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
  // from the point nearest to the center, for accuracy far away
  const t = -(o[0] * d[0] + o[1] * d[1] + o[2] * d[2]) / dd
  const [x, y, z] = [o[0] + t * d[0], o[1] + t * d[1], o[2] + t * d[2]]
  const square = r * r - (x * x + y * y + z * z)
  if (!(square >= 0)) return EMPTY
  const half = Math.sqrt(square / dd)
  return { first: t - half, last: t + half }
}

/** -half <= o + t d <= half along one axis, from `low` to `high`. */
function cutSlab(o: number, d: number, low: number, high: number): Interval {
  if (d === 0) return o >= low && o <= high ? ALL : EMPTY
  const [a, b] = [(low - o) / d, (high - o) / d]
  return a < b ? { first: a, last: b } : { first: b, last: a }
}

function cutBox(o: Vector, d: Vector, half: Vector): Interval {
  const slabs = [0, 1, 2].map((i) => cutSlab(o[i], d[i], -half[i], half[i]))
  return slabs.reduce(meet)
}

/** A frustum about z with the radii at `low` and `high`. */
function cutFrustum(o: Vector, d: Vector, rLow: number, rHigh: number, low: number, high: number): Interval {
  const slope = (rHigh - rLow) / (high - low)
  return cutRound(o, d, rLow, slope, low, cutSlab(o[2], d[2], low, high))
}

/** x² + y² <= (r + slope (z - low))² within an interval in which the right side is the square of a radius >= 0. */
function cutRound(o: Vector, d: Vector, r: number, slope: number, low: number, within: Interval): Interval {
  if (within.first > within.last) return EMPTY
  const [radius, rate] = [r + slope * (o[2] - low), slope * d[2]]
  const a = d[0] * d[0] + d[1] * d[1] - rate * rate
  const b = o[0] * d[0] + o[1] * d[1] - radius * rate
  const c = o[0] * o[0] + o[1] * o[1] - radius * radius
  // a t² + 2 b t + c <= 0
  if (a === 0) {
    if (b === 0) return c <= 0 ? within : EMPTY
    const t = -c / (2 * b)
    return meet(within, b > 0 ? { ...ALL, last: t } : { ...ALL, first: t })
  }
  const discriminant = b * b - a * c
  if (discriminant < 0) return a < 0 ? within : EMPTY
  // without cancellation
  const q = -(b + Math.sign(b || 1) * Math.sqrt(discriminant))
  const roots = [q / a, q === 0 ? 0 : c / q]
  const [lower, upper] = [Math.min(...roots), Math.max(...roots)]
  if (a > 0) return meet(within, { first: lower, last: upper })
  const before = meet(within, { ...ALL, last: lower })
  return before.first <= before.last ? before : meet(within, { ...ALL, first: upper })
}

/** The nearest triangle [Möller, Trumbore 1997]. */
function cutMesh(o: Vector, d: Vector, { vertices, triangles }: MeshShape): number {
  let nearest = Number.POSITIVE_INFINITY
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [3 * triangles[k], 3 * triangles[k + 1], 3 * triangles[k + 2]]
    const [e1x, e1y, e1z] = [0, 1, 2].map((i) => vertices[b + i] - vertices[a + i])
    const [e2x, e2y, e2z] = [0, 1, 2].map((i) => vertices[c + i] - vertices[a + i])
    const [px, py, pz] = [d[1] * e2z - d[2] * e2y, d[2] * e2x - d[0] * e2z, d[0] * e2y - d[1] * e2x]
    const determinant = e1x * px + e1y * py + e1z * pz
    if (determinant === 0) continue
    const [sx, sy, sz] = [0, 1, 2].map((i) => o[i] - vertices[a + i])
    const u = (sx * px + sy * py + sz * pz) / determinant
    const [qx, qy, qz] = [sy * e1z - sz * e1y, sz * e1x - sx * e1z, sx * e1y - sy * e1x]
    const v = (d[0] * qx + d[1] * qy + d[2] * qz) / determinant
    if (u < 0 || v < 0 || u + v > 1) continue
    const t = (e2x * qx + e2y * qy + e2z * qz) / determinant
    if (t >= 0 && t < nearest) nearest = t
  }
  return nearest
}
