import { ARTICULATED_SIZE } from '../joint-elimination.ts'
import { FREE, PRISMATIC, REVOLUTE, type Tree } from '../tree.ts'
import type { TreeData } from '../tree-data.ts'

/**
 * Eq. 1 and 2 of `forward-dynamics.ts`, from the leaves to the root. `F_articulated` contains Z during the pass;
 * afterwards u, or Sᵀ Z' at prescribed joints.
 *
 * One function on purpose, as `computePositions` (tree/positions.ts has the measurement): numbers stay in
 * registers from the joint to the parent.
 */
export function passForcesToRoot(
  tree: Tree,
  data: TreeData,
  tau: Float64Array,
  vdot: Float64Array,
  first: number,
  end: number,
): void {
  const { kind, parent, vStart, armature } = tree
  const { M_articulated: M, factor, isPrescribed, A_bias, F_bias, F_ext, F_articulated: F, R_PB, p_PB } = data
  for (let k = 6 * first; k < 6 * end; k++) F[k] = F_bias[k] - F_ext[k]

  for (let i = end - 1; i >= first; i--) {
    const o = 6 * i
    const m = ARTICULATED_SIZE * i
    const iv = vStart[i]
    const type = kind[i]
    // force on the parent, minus the part taken by the motion of the joint
    let t0 = 0.0
    let t1 = 0.0
    let t2 = 0.0
    let f0 = 0.0
    let f1 = 0.0
    let f2 = 0.0
    if (type === FREE) {
      // U = M, D = M: only τ acts on the parent, and M A = τ − Z gives A without c
      t0 = tau[iv]
      t1 = tau[iv + 1]
      t2 = tau[iv + 2]
      f0 = tau[iv + 3]
      f1 = tau[iv + 4]
      f2 = tau[iv + 5]
      F[o] = t0 - F[o]
      F[o + 1] = t1 - F[o + 1]
      F[o + 2] = t2 - F[o + 2]
      F[o + 3] = f0 - F[o + 3]
      F[o + 4] = f1 - F[o + 4]
      F[o + 5] = f2 - F[o + 5]
    } else {
      const c0 = A_bias[o]
      const c1 = A_bias[o + 1]
      let c2 = A_bias[o + 2]
      const c3 = A_bias[o + 3]
      const c4 = A_bias[o + 4]
      let c5 = A_bias[o + 5]
      if (isPrescribed[i] === 1) {
        if (type === REVOLUTE) c2 += vdot[iv]
        else c5 += vdot[iv]
      }
      // Z' = Z + M c
      const b00 = M[m + 6]
      const b01 = M[m + 7]
      const b02 = M[m + 8]
      const b10 = M[m + 9]
      const b11 = M[m + 10]
      const b12 = M[m + 11]
      const b20 = M[m + 12]
      const b21 = M[m + 13]
      const b22 = M[m + 14]
      t0 = F[o] + M[m] * c0 + M[m + 3] * c1 + M[m + 4] * c2 + b00 * c3 + b01 * c4 + b02 * c5
      t1 = F[o + 1] + M[m + 3] * c0 + M[m + 1] * c1 + M[m + 5] * c2 + b10 * c3 + b11 * c4 + b12 * c5
      t2 = F[o + 2] + M[m + 4] * c0 + M[m + 5] * c1 + M[m + 2] * c2 + b20 * c3 + b21 * c4 + b22 * c5
      f0 = F[o + 3] + b00 * c0 + b10 * c1 + b20 * c2 + M[m + 15] * c3 + M[m + 18] * c4 + M[m + 19] * c5
      f1 = F[o + 4] + b01 * c0 + b11 * c1 + b21 * c2 + M[m + 18] * c3 + M[m + 16] * c4 + M[m + 20] * c5
      f2 = F[o + 5] + b02 * c0 + b12 * c1 + b22 * c2 + M[m + 19] * c3 + M[m + 20] * c4 + M[m + 17] * c5

      // Z' + U D⁻¹ u
      if (isPrescribed[i] === 1) {
        F[o] = type === REVOLUTE ? t2 : f2
      } else if (type === REVOLUTE) {
        const u = tau[iv] - t2
        const s = factor[m] * u
        F[o] = u
        t0 += M[m + 4] * s
        t1 += M[m + 5] * s
        t2 = tau[iv] - armature[i] * s
        f0 += b20 * s
        f1 += b21 * s
        f2 += b22 * s
      } else if (type === PRISMATIC) {
        const u = tau[iv] - f2
        const s = factor[m] * u
        F[o] = u
        t0 += b02 * s
        t1 += b12 * s
        t2 += b22 * s
        f0 += M[m + 19] * s
        f1 += M[m + 20] * s
        f2 = tau[iv] - armature[i] * s
      } else {
        const u0 = tau[iv] - t0
        const u1 = tau[iv + 1] - t1
        const u2 = tau[iv + 2] - t2
        F[o] = u0
        F[o + 1] = u1
        F[o + 2] = u2
        t0 = tau[iv]
        t1 = tau[iv + 1]
        t2 = tau[iv + 2]
        f0 += factor[m + 6] * u0 + factor[m + 9] * u1 + factor[m + 12] * u2
        f1 += factor[m + 7] * u0 + factor[m + 10] * u1 + factor[m + 13] * u2
        f2 += factor[m + 8] * u0 + factor[m + 11] * u1 + factor[m + 14] * u2
      }
    }

    // to the parent
    const iParent = parent[i]
    if (iParent < 0) continue
    const r = 9 * i
    const oP = 6 * iParent
    const px = p_PB[3 * i]
    const py = p_PB[3 * i + 1]
    const pz = p_PB[3 * i + 2]
    const gx = R_PB[r] * f0 + R_PB[r + 1] * f1 + R_PB[r + 2] * f2
    const gy = R_PB[r + 3] * f0 + R_PB[r + 4] * f1 + R_PB[r + 5] * f2
    const gz = R_PB[r + 6] * f0 + R_PB[r + 7] * f1 + R_PB[r + 8] * f2
    F[oP] += R_PB[r] * t0 + R_PB[r + 1] * t1 + R_PB[r + 2] * t2 + py * gz - pz * gy
    F[oP + 1] += R_PB[r + 3] * t0 + R_PB[r + 4] * t1 + R_PB[r + 5] * t2 + pz * gx - px * gz
    F[oP + 2] += R_PB[r + 6] * t0 + R_PB[r + 7] * t1 + R_PB[r + 8] * t2 + px * gy - py * gx
    F[oP + 3] += gx
    F[oP + 4] += gy
    F[oP + 5] += gz
  }
}
