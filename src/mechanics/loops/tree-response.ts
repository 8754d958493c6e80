/**
 * Response of accelerations to wrenches on some bodies, without velocities, gravity or other forces: M⁻¹ Jᵀ. Eq. 1 to 4
 * of `forward-dynamics.ts` with known articulated inertias, along the path from the bodies to the root and back.
 */
import { ARTICULATED_SIZE } from '../joint-elimination.ts'
import { FREE, PRISMATIC, REVOLUTE, type Tree } from '../tree.ts'
import type { TreeData } from '../tree-data.ts'

export class TreeResponse {
  /** Spatial accelerations of the bodies, at their origins and in their axes (6 nBody). */
  readonly A: Float64Array
  /** Forces during the pass to the root, then the remaining forces of the joints (6 nBody). */
  readonly Z: Float64Array
  private readonly a = new Float64Array(6)
  private readonly joint = new Float64Array(6)

  constructor(
    private readonly tree: Tree,
    private readonly data: TreeData,
  ) {
    this.A = new Float64Array(6 * tree.nBody)
    this.Z = new Float64Array(6 * tree.nBody)
  }

  /** Clears all wrenches on these bodies. */
  clear(bodies: Int32Array): void {
    for (let k = 0; k < bodies.length; k++) this.Z.fill(0, 6 * bodies[k], 6 * bodies[k] + 6)
  }

  /** Adds `factor` times a wrench on a body. */
  addWrench(body: number, wrench: Float64Array, o: number, factor: number): void {
    if (body < 0) return
    for (let i = 0; i < 6; i++) this.Z[6 * body + i] -= factor * wrench[o + i]
  }

  /** Adds a unit force or torque of a joint with one axis: on its body, and the opposite on the parent. */
  addJointForce(i: number): void {
    const { Z, joint } = this
    const { R_PB, p_PB } = this.data
    const isRevolute = this.tree.kind[i] === REVOLUTE
    Z[6 * i + (isRevolute ? 2 : 5)] -= 1
    const parent = this.tree.parent[i]
    if (parent < 0) return
    const [x, y, z] = [R_PB[9 * i + 2], R_PB[9 * i + 5], R_PB[9 * i + 8]]
    const [px, py, pz] = [p_PB[3 * i], p_PB[3 * i + 1], p_PB[3 * i + 2]]
    joint.fill(0)
    if (isRevolute) joint.set([x, y, z])
    else joint.set([py * z - pz * y, pz * x - px * z, px * y - py * x, x, y, z])
    for (let k = 0; k < 6; k++) Z[6 * parent + k] += joint[k]
  }

  /**
   * Computes accelerations of bodies, and of joints into `vdot` (nv) unless it is null. The bodies, in ascending order,
   * are all bodies on the paths from those with wrenches to the root, and from there to the requested ones.
   */
  compute(bodies: Int32Array, vdot: Float64Array | null): void {
    for (let k = bodies.length - 1; k >= 0; k--) this.passToParent(bodies[k])
    for (let k = 0; k < bodies.length; k++) this.passToChild(bodies[k], vdot)
  }

  /** Accelerations of bodies by accelerations of joints alone (nv). */
  spread(bodies: Int32Array, vdot: Float64Array): void {
    const { A, a } = this
    const { kind, vStart } = this.tree
    for (let k = 0; k < bodies.length; k++) {
      const i = bodies[k]
      const iv = vStart[i]
      this.readParent(i)
      if (kind[i] === REVOLUTE) a[2] += vdot[iv]
      else if (kind[i] === PRISMATIC) a[5] += vdot[iv]
      else for (let j = 0; j < (kind[i] === FREE ? 6 : 3); j++) a[j] += vdot[iv + j]
      A.set(a, 6 * i)
    }
  }

  /** Transmits the forces of a body to its parent. Afterwards Z contains u of the joint in its first elements. */
  passToParent(i: number): void {
    const { Z } = this
    const { M_articulated: M, factor, isPrescribed, R_PB, p_PB } = this.data
    const { armature } = this.tree
    const o = 6 * i
    const m = ARTICULATED_SIZE * i
    const type = this.tree.kind[i]
    let t0 = Z[o]
    let t1 = Z[o + 1]
    let t2 = Z[o + 2]
    let f0 = Z[o + 3]
    let f1 = Z[o + 4]
    let f2 = Z[o + 5]
    if (type === FREE) {
      for (let k = 0; k < 6; k++) Z[o + k] = -Z[o + k]
      return
    }
    if (isPrescribed[i] === 0) {
      if (type === REVOLUTE) {
        const u = -t2
        const s = factor[m] * u
        Z[o] = u
        t0 += M[m + 4] * s
        t1 += M[m + 5] * s
        t2 = -armature[i] * s
        f0 += M[m + 12] * s
        f1 += M[m + 13] * s
        f2 += M[m + 14] * s
      } else if (type === PRISMATIC) {
        const u = -f2
        const s = factor[m] * u
        Z[o] = u
        t0 += M[m + 8] * s
        t1 += M[m + 11] * s
        t2 += M[m + 14] * s
        f0 += M[m + 19] * s
        f1 += M[m + 20] * s
        f2 = -armature[i] * s
      } else {
        const u0 = -t0
        const u1 = -t1
        const u2 = -t2
        Z[o] = u0
        Z[o + 1] = u1
        Z[o + 2] = u2
        t0 = 0
        t1 = 0
        t2 = 0
        f0 += factor[m + 6] * u0 + factor[m + 9] * u1 + factor[m + 12] * u2
        f1 += factor[m + 7] * u0 + factor[m + 10] * u1 + factor[m + 13] * u2
        f2 += factor[m + 8] * u0 + factor[m + 11] * u1 + factor[m + 14] * u2
      }
    }
    const parent = this.tree.parent[i]
    if (parent < 0) return
    const r = 9 * i
    const oP = 6 * parent
    const px = p_PB[3 * i]
    const py = p_PB[3 * i + 1]
    const pz = p_PB[3 * i + 2]
    const gx = R_PB[r] * f0 + R_PB[r + 1] * f1 + R_PB[r + 2] * f2
    const gy = R_PB[r + 3] * f0 + R_PB[r + 4] * f1 + R_PB[r + 5] * f2
    const gz = R_PB[r + 6] * f0 + R_PB[r + 7] * f1 + R_PB[r + 8] * f2
    Z[oP] += R_PB[r] * t0 + R_PB[r + 1] * t1 + R_PB[r + 2] * t2 + py * gz - pz * gy
    Z[oP + 1] += R_PB[r + 3] * t0 + R_PB[r + 4] * t1 + R_PB[r + 5] * t2 + pz * gx - px * gz
    Z[oP + 2] += R_PB[r + 6] * t0 + R_PB[r + 7] * t1 + R_PB[r + 8] * t2 + px * gy - py * gx
    Z[oP + 3] += gx
    Z[oP + 4] += gy
    Z[oP + 5] += gz
  }

  /** Acceleration of a body, from that of its parent and Z. */
  passToChild(i: number, vdot: Float64Array | null): void {
    const { Z, A, a } = this
    const { M_articulated: M, factor, isPrescribed } = this.data
    const o = 6 * i
    const m = ARTICULATED_SIZE * i
    const iv = this.tree.vStart[i]
    const type = this.tree.kind[i]
    this.readParent(i)
    if (type === FREE) {
      const f0 = Z[o + 3]
      const f1 = Z[o + 4]
      const f2 = Z[o + 5]
      const t0 = Z[o] - factor[m + 6] * f0 - factor[m + 9] * f1 - factor[m + 12] * f2
      const t1 = Z[o + 1] - factor[m + 7] * f0 - factor[m + 10] * f1 - factor[m + 13] * f2
      const t2 = Z[o + 2] - factor[m + 8] * f0 - factor[m + 11] * f1 - factor[m + 14] * f2
      const wx = factor[m + 15] * t0 + factor[m + 18] * t1 + factor[m + 19] * t2
      const wy = factor[m + 18] * t0 + factor[m + 16] * t1 + factor[m + 20] * t2
      const wz = factor[m + 19] * t0 + factor[m + 20] * t1 + factor[m + 17] * t2
      A[o] = wx
      A[o + 1] = wy
      A[o + 2] = wz
      A[o + 3] =
        factor[m] * f0 +
        factor[m + 3] * f1 +
        factor[m + 4] * f2 -
        factor[m + 6] * wx -
        factor[m + 7] * wy -
        factor[m + 8] * wz
      A[o + 4] =
        factor[m + 3] * f0 +
        factor[m + 1] * f1 +
        factor[m + 5] * f2 -
        factor[m + 9] * wx -
        factor[m + 10] * wy -
        factor[m + 11] * wz
      A[o + 5] =
        factor[m + 4] * f0 +
        factor[m + 5] * f1 +
        factor[m + 2] * f2 -
        factor[m + 12] * wx -
        factor[m + 13] * wy -
        factor[m + 14] * wz
      if (vdot !== null) for (let k = 0; k < 6; k++) vdot[iv + k] = A[o + k] - a[k]
      return
    }
    if (type === REVOLUTE || type === PRISMATIC) {
      let rate = 0
      if (isPrescribed[i] === 0) {
        const UA =
          type === REVOLUTE
            ? M[m + 4] * a[0] +
              M[m + 5] * a[1] +
              M[m + 2] * a[2] +
              M[m + 12] * a[3] +
              M[m + 13] * a[4] +
              M[m + 14] * a[5]
            : M[m + 8] * a[0] +
              M[m + 11] * a[1] +
              M[m + 14] * a[2] +
              M[m + 19] * a[3] +
              M[m + 20] * a[4] +
              M[m + 17] * a[5]
        rate = factor[m] * (Z[o] - UA)
      }
      a[type === REVOLUTE ? 2 : 5] += rate
      if (vdot !== null) vdot[iv] = rate
    } else {
      for (let k = 0; k < 3; k++) {
        const [s0, s1, s2] = k === 0 ? [0, 3, 4] : k === 1 ? [3, 1, 5] : [4, 5, 2]
        const b = m + 6 + 3 * k
        const rate =
          factor[m + s0] * Z[o] +
          factor[m + s1] * Z[o + 1] +
          factor[m + s2] * Z[o + 2] -
          a[k] -
          factor[b] * a[3] -
          factor[b + 1] * a[4] -
          factor[b + 2] * a[5]
        A[o + k] = a[k] + rate
        if (vdot !== null) vdot[iv + k] = rate
      }
      for (let k = 3; k < 6; k++) A[o + k] = a[k]
      return
    }
    for (let k = 0; k < 6; k++) A[o + k] = a[k]
  }

  /** a = acceleration of the parent at Bo, in B. */
  private readParent(i: number): void {
    const { A, a } = this
    const { R_PB, p_PB } = this.data
    const parent = this.tree.parent[i]
    if (parent < 0) {
      a.fill(0)
      return
    }
    const r = 9 * i
    const oP = 6 * parent
    const px = p_PB[3 * i]
    const py = p_PB[3 * i + 1]
    const pz = p_PB[3 * i + 2]
    const wx = A[oP]
    const wy = A[oP + 1]
    const wz = A[oP + 2]
    const x = A[oP + 3] + wy * pz - wz * py
    const y = A[oP + 4] + wz * px - wx * pz
    const z = A[oP + 5] + wx * py - wy * px
    for (let k = 0; k < 3; k++) {
      a[k] = R_PB[r + k] * wx + R_PB[r + 3 + k] * wy + R_PB[r + 6 + k] * wz
      a[k + 3] = R_PB[r + k] * x + R_PB[r + 3 + k] * y + R_PB[r + 6 + k] * z
    }
  }
}
