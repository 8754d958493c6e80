import {
  mat3MulVec,
  mat3Transpose,
  mat3TransposeMulVec,
  vec3Add,
  vec3Cross,
  vec3Scale,
  vec3Sub,
} from '../../math/index.ts'
import { FREE } from '../../mechanics/index.ts'
import type { RotationElement } from '../parts/joints/index.ts'
import { createOrientation } from '../world/index.ts'

const R = new Float64Array(9)
const p = new Float64Array(3)
const cross = new Float64Array(3)

/**
 * Coordinates of a spherical or free joint from A to B as in results, and those of the tree. Positions are the
 * orientation of B in A, and p = p_AB_A of a free joint; velocities are w = w_AB_A, and v = p'. The tree has
 * R = R_AB, p, w_B = Rᵀ w, v_B = Rᵀ v, or, if it goes from B to A, Rᵀ, -Rᵀ p, -w, w × p - v. So velocities of the
 * tree are T times the coordinates; forces of the coordinates are Tᵀ times those of the tree, with equal power.
 */
export class RotationCoordinates {
  /** Number of positions and of velocities. */
  readonly nq: number
  readonly nv: number
  /** Names of the vectors of positions, with their lengths. */
  readonly positions: readonly (readonly [string, number])[]
  readonly velocities: readonly (readonly [string, number])[]
  readonly isFree: boolean
  /** Number of values of the orientation. */
  readonly nOrientation: number
  private readonly orientation: ReturnType<typeof createOrientation>

  constructor(
    element: RotationElement,
    private readonly isReversed: boolean,
    /** First position and velocity among the coordinates, and of the tree. */
    private readonly k: number,
    private readonly m: number,
    private readonly iq: number,
    private readonly iv: number,
  ) {
    this.isFree = element.kind === FREE
    // without start values, Cardan angles keep their sequence x-y-z
    this.orientation = createOrientation(element.orientation, new Float64Array(3), null)
    const { name, start } = this.orientation
    this.nOrientation = start.length
    this.nq = start.length + (this.isFree ? 3 : 0)
    this.nv = this.isFree ? 6 : 3
    const linear = this.isFree ? 3 : 0
    this.positions = [
      [name, start.length],
      ['translation', linear],
    ]
    this.velocities = [
      ['angularVelocity', 3],
      ['velocity', linear],
    ]
  }

  /** Sizes of the velocities: those of the axes of a vector are equal. */
  sizesFromTree(sizes: Float64Array, out: Float64Array): void {
    for (let i = 0; i < this.nv; i++) out[this.m + i] = sizes[this.iv + i]
  }

  positionsToTree(q: Float64Array, out: Float64Array): void {
    const { k, iq } = this
    this.orientation.toRotation(q, out, iq, k)
    if (this.isReversed) {
      R.set(out.subarray(iq, iq + 9))
      mat3Transpose(out, iq, R, 0)
    }
    if (!this.isFree) return
    for (let i = 0; i < 3; i++) out[iq + 9 + i] = q[k + this.nOrientation + i]
    if (!this.isReversed) return
    mat3TransposeMulVec(p, 0, R, 0, out, iq + 9)
    for (let i = 0; i < 3; i++) out[iq + 9 + i] = -p[i]
  }

  /** `near` (nq of all): orientations have several sets of coordinates, of which the nearest are chosen. */
  positionsFromTree(tree: Float64Array, near: Float64Array, out: Float64Array): void {
    const { k, iq, nOrientation } = this
    if (this.isReversed) mat3Transpose(R, 0, tree, iq)
    else R.set(tree.subarray(iq, iq + 9))
    const values = new Float64Array(nOrientation)
    this.orientation.fromRotation(R, near.subarray(k, k + nOrientation), values)
    out.set(values, k)
    if (!this.isFree) return
    for (let i = 0; i < 3; i++) out[k + nOrientation + i] = tree[iq + 9 + i]
    if (!this.isReversed) return
    mat3MulVec(p, 0, R, 0, tree, iq + 9)
    for (let i = 0; i < 3; i++) out[k + nOrientation + i] = -p[i]
  }

  /** Derivatives of the positions. */
  rates(q: Float64Array, v: Float64Array, out: Float64Array): void {
    const { k, m, nOrientation } = this
    const own = new Float64Array(nOrientation)
    this.orientation.derivative(q.subarray(k, k + nOrientation), v, m, own)
    out.set(own, k)
    if (this.isFree) for (let i = 0; i < 3; i++) out[k + nOrientation + i] = v[m + 3 + i]
  }

  /** Velocities of the tree, T v. */
  velocitiesToTree(q: Float64Array, v: Float64Array, out: Float64Array): void {
    const { m, iv } = this
    this.enter(q)
    if (!this.isReversed) {
      mat3TransposeMulVec(out, iv, R, 0, v, m)
      if (this.isFree) mat3TransposeMulVec(out, iv + 3, R, 0, v, m + 3)
      return
    }
    vec3Scale(out, iv, v, m, -1)
    if (!this.isFree) return
    vec3Cross(cross, 0, v, m, p, 0)
    vec3Sub(out, iv + 3, cross, 0, v, m + 3)
  }

  /** Derivatives of the velocities of the tree, T a + T' v. */
  accelerationsToTree(q: Float64Array, v: Float64Array, a: Float64Array, out: Float64Array): void {
    const { m, iv } = this
    this.velocitiesToTree(q, a, out)
    if (!this.isFree) return
    vec3Cross(cross, 0, v, m, v, m + 3)
    if (!this.isReversed) {
      // -w_B × v_B = -Rᵀ (w × v)
      mat3TransposeMulVec(p, 0, R, 0, cross, 0)
      vec3Sub(out, iv + 3, out, iv + 3, p, 0)
    } else vec3Add(out, iv + 3, out, iv + 3, cross, 0)
  }

  /** The inverse of `accelerationsToTree`. */
  accelerationsFromTree(q: Float64Array, v: Float64Array, tree: Float64Array, out: Float64Array): void {
    const { m, iv } = this
    this.enter(q)
    if (!this.isReversed) {
      mat3MulVec(out, m, R, 0, tree, iv)
      if (!this.isFree) return
      mat3MulVec(out, m + 3, R, 0, tree, iv + 3)
      vec3Cross(cross, 0, v, m, v, m + 3)
      vec3Add(out, m + 3, out, m + 3, cross, 0)
      return
    }
    vec3Scale(out, m, tree, iv, -1)
    if (!this.isFree) return
    // a = w' × p + w × v - (tree)
    vec3Cross(cross, 0, v, m, v, m + 3)
    vec3Sub(cross, 0, cross, 0, tree, iv + 3)
    vec3Cross(out, m + 3, out, m, p, 0)
    vec3Add(out, m + 3, out, m + 3, cross, 0)
  }

  /** Forces of the coordinates, Tᵀ f, from those of the tree; `f` and `out` begin at `i` and `o`. */
  forcesFromTree(q: Float64Array, f: Float64Array, i: number, out: Float64Array, o: number): void {
    const [from, to] = [i + this.iv, o + this.m]
    this.enter(q)
    if (!this.isReversed) {
      mat3MulVec(out, to, R, 0, f, from)
      if (this.isFree) mat3MulVec(out, to + 3, R, 0, f, from + 3)
      return
    }
    vec3Scale(out, to, f, from, -1)
    if (!this.isFree) return
    vec3Cross(cross, 0, p, 0, f, from + 3)
    vec3Add(out, to, out, to, cross, 0)
    vec3Scale(out, to + 3, f, from + 3, -1)
  }

  /** The inverse of `forcesFromTree`. */
  forcesToTree(q: Float64Array, tau: Float64Array, out: Float64Array): void {
    const { m, iv } = this
    this.enter(q)
    if (!this.isReversed) {
      mat3TransposeMulVec(out, iv, R, 0, tau, m)
      if (this.isFree) mat3TransposeMulVec(out, iv + 3, R, 0, tau, m + 3)
      return
    }
    vec3Scale(out, iv, tau, m, -1)
    if (!this.isFree) return
    vec3Scale(out, iv + 3, tau, m + 3, -1)
    vec3Cross(cross, 0, p, 0, out, iv + 3)
    vec3Add(out, iv, out, iv, cross, 0)
  }

  /** Orientation R and translation p. */
  private enter(q: Float64Array): void {
    this.orientation.toRotation(q, R, 0, this.k)
    if (this.isFree) for (let i = 0; i < 3; i++) p[i] = q[this.k + this.nOrientation + i]
  }
}
