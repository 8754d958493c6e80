import { FREE, PRISMATIC, REVOLUTE, type Tree } from './tree.ts'
import type { TreeData } from './tree-data.ts'

/**
 * Poses of all bodies, X_PB = X_PJ·X_JB(q) and X_WB = X_WP·X_PB, from the root to the leaves.
 *
 * One function on purpose: numbers stay in registers from the joint to the world. With a separate function for each of
 * the two poses and arrays between them, a body of a chain took 57 ns instead of 33, a free body 44 instead of 37
 * (positions alone, over the trees of benchmarks/multibody/forward-dynamics.ts).
 *
 * @param q positions of all joints (nq); rotation matrices in it must be orthonormal
 * @param first only for the bodies from this one on …
 * @param end … up to the one before this one; the poses of parents outside of the range must be known
 */
export function computePositions(
  tree: Tree,
  data: TreeData,
  q: Float64Array,
  first = 0,
  end = tree.nBody,
): void {
  const { kind, parent, qStart, R_PJ, p_PJ } = tree
  const { R_PB, p_PB, R_WB, p_WB } = data
  for (let i = first; i < end; i++) {
    const r = 9 * i
    const t = 3 * i
    const iq = qStart[i]
    const j00 = R_PJ[r]
    const j01 = R_PJ[r + 1]
    const j02 = R_PJ[r + 2]
    const j10 = R_PJ[r + 3]
    const j11 = R_PJ[r + 4]
    const j12 = R_PJ[r + 5]
    const j20 = R_PJ[r + 6]
    const j21 = R_PJ[r + 7]
    const j22 = R_PJ[r + 8]
    let px = p_PJ[t]
    let py = p_PJ[t + 1]
    let pz = p_PJ[t + 2]
    let r00 = j00
    let r01 = j01
    let r02 = j02
    let r10 = j10
    let r11 = j11
    let r12 = j12
    let r20 = j20
    let r21 = j21
    let r22 = j22

    // pose in the parent
    const type = kind[i]
    if (type === REVOLUTE) {
      const c = Math.cos(q[iq])
      const s = Math.sin(q[iq])
      r00 = c * j00 + s * j01
      r01 = c * j01 - s * j00
      r10 = c * j10 + s * j11
      r11 = c * j11 - s * j10
      r20 = c * j20 + s * j21
      r21 = c * j21 - s * j20
    } else if (type === PRISMATIC) {
      px += j02 * q[iq]
      py += j12 * q[iq]
      pz += j22 * q[iq]
    } else {
      const b00 = q[iq]
      const b01 = q[iq + 1]
      const b02 = q[iq + 2]
      const b10 = q[iq + 3]
      const b11 = q[iq + 4]
      const b12 = q[iq + 5]
      const b20 = q[iq + 6]
      const b21 = q[iq + 7]
      const b22 = q[iq + 8]
      r00 = j00 * b00 + j01 * b10 + j02 * b20
      r01 = j00 * b01 + j01 * b11 + j02 * b21
      r02 = j00 * b02 + j01 * b12 + j02 * b22
      r10 = j10 * b00 + j11 * b10 + j12 * b20
      r11 = j10 * b01 + j11 * b11 + j12 * b21
      r12 = j10 * b02 + j11 * b12 + j12 * b22
      r20 = j20 * b00 + j21 * b10 + j22 * b20
      r21 = j20 * b01 + j21 * b11 + j22 * b21
      r22 = j20 * b02 + j21 * b12 + j22 * b22
      if (type === FREE) {
        const x = q[iq + 9]
        const y = q[iq + 10]
        const z = q[iq + 11]
        px += j00 * x + j01 * y + j02 * z
        py += j10 * x + j11 * y + j12 * z
        pz += j20 * x + j21 * y + j22 * z
      }
    }
    R_PB[r] = r00
    R_PB[r + 1] = r01
    R_PB[r + 2] = r02
    R_PB[r + 3] = r10
    R_PB[r + 4] = r11
    R_PB[r + 5] = r12
    R_PB[r + 6] = r20
    R_PB[r + 7] = r21
    R_PB[r + 8] = r22
    p_PB[t] = px
    p_PB[t + 1] = py
    p_PB[t + 2] = pz

    // pose in the world
    const iParent = parent[i]
    if (iParent < 0) {
      for (let k = 0; k < 9; k++) R_WB[r + k] = R_PB[r + k]
      p_WB[t] = px
      p_WB[t + 1] = py
      p_WB[t + 2] = pz
      continue
    }
    const rP = 9 * iParent
    const tP = 3 * iParent
    for (let row = 0; row < 3; row++) {
      const w0 = R_WB[rP + 3 * row]
      const w1 = R_WB[rP + 3 * row + 1]
      const w2 = R_WB[rP + 3 * row + 2]
      R_WB[r + 3 * row] = w0 * r00 + w1 * r10 + w2 * r20
      R_WB[r + 3 * row + 1] = w0 * r01 + w1 * r11 + w2 * r21
      R_WB[r + 3 * row + 2] = w0 * r02 + w1 * r12 + w2 * r22
      p_WB[t + row] = p_WB[tP + row] + w0 * px + w1 * py + w2 * pz
    }
  }
}
