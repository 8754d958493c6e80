/**
 * The support mappings of shapes/support.ts with the direction in an array. A call that V8 does not inline allocates a number on the heap
 * for each argument that is not an integer. MPR of penetrating poses with `computeSupport` and with this: boxes 994 and 707 ns, cylinder and
 * box 1330 and 1158 ns, hulls 3305 and 3035 ns (benchmarks/collision/narrow-phase.ts).
 */
import {
  BEAM,
  BOX,
  CONE,
  type ConvexShape,
  CYLINDER,
  ELLIPSOID,
  HULL,
  POINT,
  SEGMENT,
} from '../shapes/convex.ts'
import { computeSupport, findHullSupport } from '../shapes/support.ts'

/** Between these limits squares of directions lose no digits, which is so for all that are not made of rounding errors [any unit²]. */
const SQUARE_MIN = 1e-200
const SQUARE_MAX = 1e200

/** Added to what signs are divided by, so that 0 has the sign 0; it changes no sign of numbers above 1e-284 [any unit]. */
const SMALLEST = 1e-300

/** out[o…] = support point of the core of `shape` in direction d[i…], both in the frame of the shape [m]. */
export function computeSupportAlong(
  shape: ConvexShape,
  d: Float64Array,
  i: number,
  out: Float64Array,
  o: number,
): void {
  if (shape.kind !== BOX) {
    computeOther(shape, d, i, out, o)
    return
  }
  // signs by division, since branches that go either way are mispredicted: 32 instead of 40 ns for a support point of two boxes
  const size = shape.size
  const dx = d[i]
  const dy = d[i + 1]
  const dz = d[i + 2]
  out[o] = size[0] * (dx / (Math.abs(dx) + SMALLEST))
  out[o + 1] = size[1] * (dy / (Math.abs(dy) + SMALLEST))
  out[o + 2] = size[2] * (dz / (Math.abs(dz) + SMALLEST))
}

/** All but boxes, apart from them so that V8 inlines what is left. */
function computeOther(shape: ConvexShape, d: Float64Array, i: number, out: Float64Array, o: number): void {
  const size = shape.size
  const kind = shape.kind
  if (kind === POINT) {
    out[o] = 0
    out[o + 1] = 0
    out[o + 2] = 0
    return
  }
  if (kind === HULL) {
    const v = 3 * findHullSupport(shape, d[i], d[i + 1], d[i + 2])
    const vertices = shape.vertices
    out[o] = vertices[v]
    out[o + 1] = vertices[v + 1]
    out[o + 2] = vertices[v + 2]
    return
  }
  if (kind === ELLIPSOID) {
    const x = size[0] * d[i]
    const y = size[1] * d[i + 1]
    const z = size[2] * d[i + 2]
    const square = x * x + y * y + z * z
    if (square > SQUARE_MIN && square < SQUARE_MAX) {
      const f = 1 / Math.sqrt(square)
      out[o] = size[0] * (x * f)
      out[o + 1] = size[1] * (y * f)
      out[o + 2] = size[2] * (z * f)
      return
    }
  } else {
    const axis = shape.axis
    const i1 = axis === 2 ? 0 : axis + 1
    const i2 = axis === 0 ? 2 : axis - 1
    const d1 = d[i + i1]
    const d3 = d[i + axis]
    if (kind === SEGMENT) {
      out[o + i1] = 0
      out[o + i2] = 0
      out[o + axis] = d3 > 0 ? size[0] : d3 < 0 ? -size[0] : 0
      return
    }
    const d2 = d[i + i2]
    const across = kind === BEAM ? d3 : d2
    const square = d1 * d1 + across * across
    if (square > SQUARE_MIN && square < SQUARE_MAX) {
      const norm = Math.sqrt(square)
      if (kind === CYLINDER) {
        const f = size[0] / norm
        out[o + i1] = f * d1
        out[o + i2] = f * d2
        out[o + axis] = d3 > 0 ? size[1] : d3 < 0 ? -size[1] : 0
        return
      }
      if (kind === CONE) {
        const isTop = (size[3] - size[2]) * d3 > (size[0] - size[1]) * norm
        const f = (isTop ? size[1] : size[0]) / norm
        out[o + i1] = f * d1
        out[o + i2] = f * d2
        out[o + axis] = isTop ? size[3] : size[2]
        return
      }
      if (kind === BEAM) {
        const f = size[1] / norm
        out[o + i1] = f * d1
        out[o + i2] = d2 > 0 ? size[2] : d2 < 0 ? -size[2] : 0
        out[o + axis] = f * d3 + (d3 > 0 ? size[0] : d3 < 0 ? -size[0] : 0)
        return
      }
    }
  }
  // directions along the axis, and tiny ones
  computeSupport(shape, d[i], d[i + 1], d[i + 2], out, o)
}
