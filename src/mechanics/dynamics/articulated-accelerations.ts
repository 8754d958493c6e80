import { ARTICULATED_SIZE } from '../joint-elimination.ts'
import { FREE, PRISMATIC, REVOLUTE, type Tree } from '../tree.ts'
import type { TreeData } from '../tree-data.ts'

/**
 * Eq. 3 and 4 of `forward-dynamics.ts`, from the root to the leaves.
 *
 * One function on purpose, as `computePositions` (tree/positions.ts has the measurement): numbers stay in
 * registers from the joint to the parent.
 */
export function passAccelerationsToLeaves(
  tree: Tree,
  data: TreeData,
  tau: Float64Array,
  vdot: Float64Array,
  first: number,
  end: number,
): void {
  const { kind, parent, vStart, armature } = tree
  const { M_articulated: M, factor, isPrescribed, A_bias, A_WB_B: A, F_articulated: F, R_PB, p_PB } = data
  for (let i = first; i < end; i++) {
    const o = 6 * i
    const m = ARTICULATED_SIZE * i
    const iv = vStart[i]
    const type = kind[i]
    const iParent = parent[i]

    // A': acceleration of P at Bo, in B
    let a0 = 0.0
    let a1 = 0.0
    let a2 = 0.0
    let a3 = 0.0
    let a4 = 0.0
    let a5 = 0.0
    if (iParent >= 0) {
      const r = 9 * i
      const oP = 6 * iParent
      const px = p_PB[3 * i]
      const py = p_PB[3 * i + 1]
      const pz = p_PB[3 * i + 2]
      const wx = A[oP]
      const wy = A[oP + 1]
      const wz = A[oP + 2]
      const x = A[oP + 3] + wy * pz - wz * py
      const y = A[oP + 4] + wz * px - wx * pz
      const z = A[oP + 5] + wx * py - wy * px
      a0 = R_PB[r] * wx + R_PB[r + 3] * wy + R_PB[r + 6] * wz
      a1 = R_PB[r + 1] * wx + R_PB[r + 4] * wy + R_PB[r + 7] * wz
      a2 = R_PB[r + 2] * wx + R_PB[r + 5] * wy + R_PB[r + 8] * wz
      a3 = R_PB[r] * x + R_PB[r + 3] * y + R_PB[r + 6] * z
      a4 = R_PB[r + 1] * x + R_PB[r + 4] * y + R_PB[r + 7] * z
      a5 = R_PB[r + 2] * x + R_PB[r + 5] * y + R_PB[r + 8] * z
    }

    if (type === REVOLUTE) {
      const UA =
        M[m + 4] * a0 + M[m + 5] * a1 + M[m + 2] * a2 + M[m + 12] * a3 + M[m + 13] * a4 + M[m + 14] * a5
      if (isPrescribed[i] === 1) tau[iv] = F[o] + UA + armature[i] * vdot[iv]
      else vdot[iv] = factor[m] * (F[o] - UA)
      a2 += vdot[iv]
    } else if (type === PRISMATIC) {
      const UA =
        M[m + 8] * a0 + M[m + 11] * a1 + M[m + 14] * a2 + M[m + 19] * a3 + M[m + 20] * a4 + M[m + 17] * a5
      if (isPrescribed[i] === 1) tau[iv] = F[o] + UA + armature[i] * vdot[iv]
      else vdot[iv] = factor[m] * (F[o] - UA)
      a5 += vdot[iv]
    } else if (type === FREE) {
      // [alpha; a] = M⁻¹ [t; f]: alpha = (A − B C⁻¹ Bᵀ)⁻¹ (t − (C⁻¹Bᵀ)ᵀ f), a = C⁻¹ f − C⁻¹Bᵀ alpha
      const f0 = F[o + 3]
      const f1 = F[o + 4]
      const f2 = F[o + 5]
      const t0 = F[o] - factor[m + 6] * f0 - factor[m + 9] * f1 - factor[m + 12] * f2
      const t1 = F[o + 1] - factor[m + 7] * f0 - factor[m + 10] * f1 - factor[m + 13] * f2
      const t2 = F[o + 2] - factor[m + 8] * f0 - factor[m + 11] * f1 - factor[m + 14] * f2
      const wx = factor[m + 15] * t0 + factor[m + 18] * t1 + factor[m + 19] * t2
      const wy = factor[m + 18] * t0 + factor[m + 16] * t1 + factor[m + 20] * t2
      const wz = factor[m + 19] * t0 + factor[m + 20] * t1 + factor[m + 17] * t2
      const x = factor[m] * f0 + factor[m + 3] * f1 + factor[m + 4] * f2
      const y = factor[m + 3] * f0 + factor[m + 1] * f1 + factor[m + 5] * f2
      const z = factor[m + 4] * f0 + factor[m + 5] * f1 + factor[m + 2] * f2
      vdot[iv] = wx - a0 - A_bias[o]
      vdot[iv + 1] = wy - a1 - A_bias[o + 1]
      vdot[iv + 2] = wz - a2 - A_bias[o + 2]
      const ax = x - factor[m + 6] * wx - factor[m + 7] * wy - factor[m + 8] * wz
      const ay = y - factor[m + 9] * wx - factor[m + 10] * wy - factor[m + 11] * wz
      const az = z - factor[m + 12] * wx - factor[m + 13] * wy - factor[m + 14] * wz
      vdot[iv + 3] = ax - a3 - A_bias[o + 3]
      vdot[iv + 4] = ay - a4 - A_bias[o + 4]
      vdot[iv + 5] = az - a5 - A_bias[o + 5]
      A[o] = wx
      A[o + 1] = wy
      A[o + 2] = wz
      A[o + 3] = ax
      A[o + 4] = ay
      A[o + 5] = az
      continue
    } else {
      // A⁻¹ (u − A alpha − B a)
      const u0 = F[o]
      const u1 = F[o + 1]
      const u2 = F[o + 2]
      const x = factor[m + 6] * a3 + factor[m + 7] * a4 + factor[m + 8] * a5
      const y = factor[m + 9] * a3 + factor[m + 10] * a4 + factor[m + 11] * a5
      const z = factor[m + 12] * a3 + factor[m + 13] * a4 + factor[m + 14] * a5
      vdot[iv] = factor[m] * u0 + factor[m + 3] * u1 + factor[m + 4] * u2 - a0 - x
      vdot[iv + 1] = factor[m + 3] * u0 + factor[m + 1] * u1 + factor[m + 5] * u2 - a1 - y
      vdot[iv + 2] = factor[m + 4] * u0 + factor[m + 5] * u1 + factor[m + 2] * u2 - a2 - z
      a0 += vdot[iv]
      a1 += vdot[iv + 1]
      a2 += vdot[iv + 2]
    }
    A[o] = a0 + A_bias[o]
    A[o + 1] = a1 + A_bias[o + 1]
    A[o + 2] = a2 + A_bias[o + 2]
    A[o + 3] = a3 + A_bias[o + 3]
    A[o + 4] = a4 + A_bias[o + 4]
    A[o + 5] = a5 + A_bias[o + 5]
  }
}
