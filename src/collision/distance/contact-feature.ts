/**
 * The part of the surface of a core on which a contact point lies, with its first and second order: a vertex, an edge
 * or a face of a polyhedron; an ellipsoid; the rim, the side or the flat end of a cylinder, cone or beam. Its points
 * are
 *
 *   x(d, t) = base + ρ(t) û(d) + Σ e_k t_k                                                  (1)
 *
 * with the unit vector û of the direction d in the plane of a disc of radius ρ, and up to two straight directions e_k.
 * If the point can move freely along a direction e_k, d must be orthogonal to it:
 *
 *   e_k·d = 0                                                                               (2)
 *
 * An ellipsoid has x(d) = D²d / |D d| instead. With (2), x is the support point in direction d; its derivative H =
 * ∂x/∂d is symmetric and positive semidefinite. All vectors are in the frame of the shape.
 */

import { BEAM, BOX, CONE, type ConvexShape, CYLINDER, ELLIPSOID, HULL, SEGMENT } from '../convex.ts'
import { STRIDE } from '../distance-query.ts'
import { isInsideCore } from '../inside-core.ts'

/** Dependence of x on the direction. */
const NOT_AT_ALL = 0
const BY_ELLIPSOID = 1
const BY_DISC = 2
const BY_CONE = 3

/** A coordinate counts as inside an edge if it is this fraction of the half length away from the ends. */
const END_MARGIN = 1e-7

/** A point of a flat end of radius r belongs to the rim if it is farther than this fraction of r from the axis. */
const RIM_PART = 0.97

/** Directions closer than this to the axis of a disc have no usable û [rad]. */
const AXIAL_LIMIT = 1e-9

/** Places in `values`: x (3), H in the basis u1, u2 (3), then u1·e, u2·e, d·e for both directions. */
export const X = 0
export const H11 = 3
export const H12 = 4
export const H22 = 5
export const EDGES = 6

export class ContactFeature {
  /** Number of free straight directions. */
  nFree = 0
  /** Free directions [-, m for cones and hulls] (2 × 3), and the places t on them [m, - for cones and hulls] (2). */
  readonly e = new Float64Array(6)
  readonly t = new Float64Array(2)
  /** Result of `evaluateFeature`, see X, H11, EDGES (12). */
  readonly values = new Float64Array(12)
  private readonly base = new Float64Array(3)
  private readonly discRadius = new Float64Array(1)
  private dependence = NOT_AT_ALL
  /** Coordinates of the plane of the disc, and of its axis. */
  private i1 = 0
  private i2 = 1
  private i3 = 2

  /**
   * Chooses the feature on which the point x[o…] of the shape lies; for hulls from the vertices in the first k points
   * of the simplex, at place `place` of each. False if it cannot be determined, as for a point inside.
   */
  identify(
    shape: ConvexShape,
    x: Float64Array,
    o: number,
    simplex: Float64Array,
    place: number,
    k: number,
  ): boolean {
    const size = shape.size
    this.nFree = 0
    this.dependence = NOT_AT_ALL
    this.base[0] = 0
    this.base[1] = 0
    this.base[2] = 0
    const i3 = shape.axis
    const i1 = i3 === 2 ? 0 : i3 + 1
    const i2 = 3 - i1 - i3
    switch (shape.kind) {
      case SEGMENT:
        this.addSpan(i3, x[o + i3], size[0])
        return true
      case BOX:
        return (
          this.addSpan(0, x[o], size[0]) &&
          this.addSpan(1, x[o + 1], size[1]) &&
          this.addSpan(2, x[o + 2], size[2])
        )
      case ELLIPSOID:
        this.dependence = BY_ELLIPSOID
        return true
      case CYLINDER:
        this.addSpan(i3, x[o + i3], size[1])
        return this.addDisc(i1, i2, i3, x, o, size[0])
      case BEAM: {
        // the disc lies in the plane of length (i3) and width (i1); thickness along i2
        this.addSpan(i2, x[o + i2], size[2])
        const isFlat = this.nFree === 0 && Math.abs(x[o + i1]) < RIM_PART * size[1]
        if (isFlat && Math.abs(x[o + i3]) < size[0]) {
          this.addFree(i3, x[o + i3])
          this.addFree(i1, x[o + i1])
          return true
        }
        this.addSpan(i3, x[o + i3], size[0])
        return this.addDisc(i3, i1, i2, x, o, size[1])
      }
      case CONE:
        return this.identifyCone(shape, x, o, i1, i2, i3)
      case HULL:
        return this.identifyHull(simplex, place, k)
    }
    return true
  }

  /**
   * Adds a straight extent ±half along coordinate i: fixed at an end, or free in between. False if three directions
   * would be free.
   */
  private addSpan(i: number, value: number, half: number): boolean {
    if (Math.abs(value) < half * (1 - END_MARGIN)) {
      if (this.nFree === 2) return false
      this.addFree(i, value)
    } else this.base[i] = value > 0 ? half : -half
    return true
  }

  private addFree(i: number, value: number): void {
    const o = 3 * this.nFree
    this.e[o] = 0
    this.e[o + 1] = 0
    this.e[o + 2] = 0
    this.e[o + i] = 1
    this.t[this.nFree] = value
    this.nFree++
  }

  /** Adds the rim of a disc in the plane i1, i2 around the base point, or its inside if it is an end. */
  private addDisc(i1: number, i2: number, i3: number, x: Float64Array, o: number, radius: number): boolean {
    const u = x[o + i1] - this.base[i1]
    const v = x[o + i2] - this.base[i2]
    if (this.nFree === 0 && u * u + v * v < RIM_PART * RIM_PART * radius * radius) {
      this.base[i1] = 0
      this.base[i2] = 0
      this.addFree(i1, x[o + i1])
      this.addFree(i2, x[o + i2])
      return true
    }
    this.dependence = BY_DISC
    this.discRadius[0] = radius
    this.i1 = i1
    this.i2 = i2
    this.i3 = i3
    return true
  }

  private identifyCone(
    shape: ConvexShape,
    x: Float64Array,
    o: number,
    i1: number,
    i2: number,
    i3: number,
  ): boolean {
    const size = shape.size
    const part = (x[o + i3] - size[2]) / (size[3] - size[2])
    if (part <= END_MARGIN || part >= 1 - END_MARGIN) {
      const isTop = part > 0.5
      this.base[i3] = isTop ? size[3] : size[2]
      const radius = isTop ? size[1] : size[0]
      return radius > 0 ? this.addDisc(i1, i2, i3, x, o, radius) : true
    }
    this.dependence = BY_CONE
    this.i1 = i1
    this.i2 = i2
    this.i3 = i3
    this.nFree = 1
    this.t[0] = part
    return true
  }

  /**
   * Changes the side of a cone or cylinder to the end that is farther in direction d. False for all other
   * features.
   */
  fixSideAtEnd(shape: ConvexShape, d: Float64Array): boolean {
    const isSide = this.nFree === 1 && (shape.kind === CONE || shape.kind === CYLINDER)
    if (!isSide) return false
    const { size } = shape
    const { e, i3 } = this
    const isTop = e[0] * d[0] + e[1] * d[1] + e[2] * d[2] > 0
    this.nFree = 0
    if (shape.kind === CYLINDER) {
      this.base[i3] = isTop ? size[1] : -size[1]
      return true
    }
    const radius = isTop ? size[1] : size[0]
    this.base[i3] = isTop ? size[3] : size[2]
    this.dependence = radius > 0 ? BY_DISC : NOT_AT_ALL
    this.discRadius[0] = radius
    return true
  }

  private identifyHull(s: Float64Array, place: number, k: number): boolean {
    this.base[0] = s[place]
    this.base[1] = s[place + 1]
    this.base[2] = s[place + 2]
    for (let i = 1; i < k; i++) {
      const o = i * STRIDE + place
      let isNew = true
      for (let j = 0; j < i && isNew; j++) {
        const q = j * STRIDE + place
        isNew = s[o] !== s[q] || s[o + 1] !== s[q + 1] || s[o + 2] !== s[q + 2]
      }
      if (!isNew) continue
      if (this.nFree === 2) return false
      for (let c = 0; c < 3; c++) this.e[3 * this.nFree + c] = s[o + c] - this.base[c]
      this.t[this.nFree] = 1 / 3
      this.nFree++
    }
    return true
  }

  /**
   * Evaluates (1), H in the tangent basis u1, u2 and the products of the free directions with u1, u2, d. False if the
   * direction is along the axis of a disc, so that û does not exist.
   */
  evaluate(shape: ConvexShape, d: Float64Array, u1: Float64Array, u2: Float64Array): boolean {
    const values = this.values
    const base = this.base
    const e = this.e
    values[X] = base[0]
    values[X + 1] = base[1]
    values[X + 2] = base[2]
    values[H11] = 0
    values[H12] = 0
    values[H22] = 0
    if (this.dependence === BY_ELLIPSOID) this.evaluateEllipsoid(shape.size, d, u1, u2)
    else if (this.dependence !== NOT_AT_ALL && !this.evaluateDisc(shape.size, d, u1, u2)) return false
    for (let k = 0; k < this.nFree; k++) {
      const o = 3 * k
      if (this.dependence !== BY_CONE) for (let c = 0; c < 3; c++) values[X + c] += e[o + c] * this.t[k]
      values[EDGES + o] = u1[0] * e[o] + u1[1] * e[o + 1] + u1[2] * e[o + 2]
      values[EDGES + o + 1] = u2[0] * e[o] + u2[1] * e[o + 1] + u2[2] * e[o + 2]
      values[EDGES + o + 2] = d[0] * e[o] + d[1] * e[o + 1] + d[2] * e[o + 2]
    }
    return true
  }

  /** H = (D² - x xᵀ) / |D d| */
  private evaluateEllipsoid(size: Float64Array, d: Float64Array, u1: Float64Array, u2: Float64Array): void {
    const values = this.values
    const a2 = size[0] * size[0]
    const b2 = size[1] * size[1]
    const c2 = size[2] * size[2]
    const f = 1 / Math.sqrt(a2 * d[0] * d[0] + b2 * d[1] * d[1] + c2 * d[2] * d[2])
    const x = a2 * d[0] * f
    const y = b2 * d[1] * f
    const z = c2 * d[2] * f
    const x1 = u1[0] * x + u1[1] * y + u1[2] * z
    const x2 = u2[0] * x + u2[1] * y + u2[2] * z
    values[X] = x
    values[X + 1] = y
    values[X + 2] = z
    values[H11] = (u1[0] * a2 * u1[0] + u1[1] * b2 * u1[1] + u1[2] * c2 * u1[2] - x1 * x1) * f
    values[H12] = (u1[0] * a2 * u2[0] + u1[1] * b2 * u2[1] + u1[2] * c2 * u2[2] - x1 * x2) * f
    values[H22] = (u2[0] * a2 * u2[0] + u2[1] * b2 * u2[1] + u2[2] * c2 * u2[2] - x2 * x2) * f
  }

  /** H = ρ/|d_perp| v vᵀ with v in the plane of the disc, orthogonal to û. */
  private evaluateDisc(size: Float64Array, d: Float64Array, u1: Float64Array, u2: Float64Array): boolean {
    const values = this.values
    const { i1, i2, i3 } = this
    const norm = Math.sqrt(d[i1] * d[i1] + d[i2] * d[i2])
    if (!(norm > AXIAL_LIMIT)) return false
    const c1 = d[i1] / norm
    const c2 = d[i2] / norm
    let radius = this.discRadius[0]
    if (this.dependence === BY_CONE) {
      const slope = size[1] - size[0]
      const height = size[3] - size[2]
      radius = size[0] + slope * this.t[0]
      values[X + i3] = size[2] + height * this.t[0]
      this.e[i1] = slope * c1
      this.e[i2] = slope * c2
      this.e[i3] = height
    }
    values[X + i1] += radius * c1
    values[X + i2] += radius * c2
    const v1 = c1 * u1[i2] - c2 * u1[i1]
    const v2 = c1 * u2[i2] - c2 * u2[i1]
    const f = radius / norm
    values[H11] = f * v1 * v1
    values[H12] = f * v1 * v2
    values[H22] = f * v2 * v2
    return true
  }

  /** True if the point `values[X…]` belongs to the shape, up to `tolerance` [m]. */
  isFeasible(shape: ConvexShape, tolerance: number): boolean {
    if (shape.kind !== HULL) return isInsideCore(shape, this.values, X, tolerance)
    const part = tolerance / shape.boundingRadius
    const t1 = this.nFree > 0 ? this.t[0] : 0
    const t2 = this.nFree > 1 ? this.t[1] : 0
    return t1 >= -part && t2 >= -part && t1 + t2 <= 1 + part
  }
}
