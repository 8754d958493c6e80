import { SPATIAL_INERTIA_SIZE } from '../math/index.ts'
import { FREE, PRISMATIC, REVOLUTE, type Tree } from './tree.ts'
import type { TreeData } from './tree-data.ts'

/**
 * Velocities of all bodies, and the terms of the accelerations and forces that depend on velocities only, from the root
 * to the leaves. Needs `computePositions`. All vectors are at Bo and in B, with p = p_PB and the velocities of the
 * joint w_J = w_JB, v_J = v_JBo:
 *
 *   w = w_P + w_J,   v = v_P + w_P × p + v_J                                                                      (1)
 *   A_bias = [w_P × w_J;  w_P × (w_P × p) + 2 w_P × v_J + w_J × v_J]                                              (2)
 *   F_bias = [w × I w;  w × (w × h)]                                                                              (3)
 *
 * (2) is the classical acceleration in addition to those of the parent and v̇. Its last term belongs to free joints,
 * whose v_J is given in the rotating frame B.
 *
 * One function on purpose, as `computePositions`: with (3) in a separate function, a body of a chain took 27.6
 * ns instead of 27.0, a free body 16.4 instead of 15.5 (the trees of benchmarks/multibody/forward-dynamics.ts).
 *
 * @param v velocities of all joints (nv)
 * @param first as for `computePositions`
 * @param end as for `computePositions`
 */
export function computeVelocities(
  tree: Tree,
  data: TreeData,
  v: Float64Array,
  first = 0,
  end = tree.nBody,
): void {
  const { kind, parent, vStart, M_BBo } = tree
  const { R_PB, p_PB, V_WB_B, A_bias, F_bias } = data
  for (let i = first; i < end; i++) {
    const o = 6 * i
    const iv = vStart[i]
    const type = kind[i]

    // velocity of the joint
    let wJx = 0
    let wJy = 0
    let wJz = 0
    let vJx = 0
    let vJy = 0
    let vJz = 0
    if (type === REVOLUTE) wJz = v[iv]
    else if (type === PRISMATIC) vJz = v[iv]
    else {
      wJx = v[iv]
      wJy = v[iv + 1]
      wJz = v[iv + 2]
      if (type === FREE) {
        vJx = v[iv + 3]
        vJy = v[iv + 4]
        vJz = v[iv + 5]
      }
    }

    let wx = wJx
    let wy = wJy
    let wz = wJz
    const iParent = parent[i]
    if (iParent < 0) {
      V_WB_B[o + 3] = vJx
      V_WB_B[o + 4] = vJy
      V_WB_B[o + 5] = vJz
      A_bias[o] = 0
      A_bias[o + 1] = 0
      A_bias[o + 2] = 0
      A_bias[o + 3] = wJy * vJz - wJz * vJy
      A_bias[o + 4] = wJz * vJx - wJx * vJz
      A_bias[o + 5] = wJx * vJy - wJy * vJx
    } else {
      const r = 9 * i
      const r00 = R_PB[r]
      const r01 = R_PB[r + 1]
      const r02 = R_PB[r + 2]
      const r10 = R_PB[r + 3]
      const r11 = R_PB[r + 4]
      const r12 = R_PB[r + 5]
      const r20 = R_PB[r + 6]
      const r21 = R_PB[r + 7]
      const r22 = R_PB[r + 8]
      const px = p_PB[3 * i]
      const py = p_PB[3 * i + 1]
      const pz = p_PB[3 * i + 2]
      const oP = 6 * iParent
      const wPx = V_WB_B[oP]
      const wPy = V_WB_B[oP + 1]
      const wPz = V_WB_B[oP + 2]

      // motion of the point of P at Bo, in P
      const wpx = wPy * pz - wPz * py
      const wpy = wPz * px - wPx * pz
      const wpz = wPx * py - wPy * px
      const vx = V_WB_B[oP + 3] + wpx
      const vy = V_WB_B[oP + 4] + wpy
      const vz = V_WB_B[oP + 5] + wpz
      const ax = wPy * wpz - wPz * wpy
      const ay = wPz * wpx - wPx * wpz
      const az = wPx * wpy - wPy * wpx

      // in B, with the motion of the joint: (1) and (2)
      const ux = r00 * wPx + r10 * wPy + r20 * wPz
      const uy = r01 * wPx + r11 * wPy + r21 * wPz
      const uz = r02 * wPx + r12 * wPy + r22 * wPz
      wx += ux
      wy += uy
      wz += uz
      V_WB_B[o + 3] = r00 * vx + r10 * vy + r20 * vz + vJx
      V_WB_B[o + 4] = r01 * vx + r11 * vy + r21 * vz + vJy
      V_WB_B[o + 5] = r02 * vx + r12 * vy + r22 * vz + vJz
      A_bias[o] = uy * wJz - uz * wJy
      A_bias[o + 1] = uz * wJx - ux * wJz
      A_bias[o + 2] = ux * wJy - uy * wJx
      // 2 w_P × v_J + w_J × v_J = (w_P + w) × v_J
      const sx = ux + wx
      const sy = uy + wy
      const sz = uz + wz
      A_bias[o + 3] = r00 * ax + r10 * ay + r20 * az + sy * vJz - sz * vJy
      A_bias[o + 4] = r01 * ax + r11 * ay + r21 * az + sz * vJx - sx * vJz
      A_bias[o + 5] = r02 * ax + r12 * ay + r22 * az + sx * vJy - sy * vJx
    }
    V_WB_B[o] = wx
    V_WB_B[o + 1] = wy
    V_WB_B[o + 2] = wz

    // (3)
    const m = SPATIAL_INERTIA_SIZE * i
    const hx = M_BBo[m + 1]
    const hy = M_BBo[m + 2]
    const hz = M_BBo[m + 3]
    const ixy = M_BBo[m + 7]
    const ixz = M_BBo[m + 8]
    const iyz = M_BBo[m + 9]
    const lx = M_BBo[m + 4] * wx + ixy * wy + ixz * wz
    const ly = ixy * wx + M_BBo[m + 5] * wy + iyz * wz
    const lz = ixz * wx + iyz * wy + M_BBo[m + 6] * wz
    const gx = wy * hz - wz * hy
    const gy = wz * hx - wx * hz
    const gz = wx * hy - wy * hx
    F_bias[o] = wy * lz - wz * ly
    F_bias[o + 1] = wz * lx - wx * lz
    F_bias[o + 2] = wx * ly - wy * lx
    F_bias[o + 3] = wy * gz - wz * gy
    F_bias[o + 4] = wz * gx - wx * gz
    F_bias[o + 5] = wx * gy - wy * gx
  }
}
