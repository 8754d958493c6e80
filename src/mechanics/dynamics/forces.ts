/** External forces on bodies. All functions add to `data.F_ext` and need `computePositions`. */
import type { Tree } from '../tree.ts'
import type { TreeData } from '../tree-data.ts'

/** Removes all external forces; `first`, `end` as for `computePositions`. */
export function clearForces(data: TreeData, first = 0, end = data.F_ext.length / 6): void {
  data.F_ext.fill(0, 6 * first, 6 * end)
}

/**
 * Weight in a uniform field with the acceleration (gx, gy, gz) [m/s2], in the world; `first`, `end` as for
 * `computePositions`.
 */
export function addUniformGravity(
  tree: Tree,
  data: TreeData,
  gx: number,
  gy: number,
  gz: number,
  first = 0,
  end = tree.nBody,
): void {
  const { mass } = tree
  for (let i = first; i < end; i++) {
    const m = mass[i]
    if (m !== 0) addForceAtPlace(data, i, tree.p_BC, 3 * i, m * gx, m * gy, m * gz)
  }
}

/**
 * Adds a force and a torque on body `i`, both in the world; the force acts at a point of the world.
 *
 * @param F_W [torque; force] at the point, in W [N.m, N] (6)
 * @param p_WQ the point, in W [m] (3)
 */
export function addForceAtPoint(
  data: TreeData,
  i: number,
  F_W: Float64Array,
  iF: number,
  p_WQ: Float64Array,
  ip: number,
): void {
  const { R_WB, p_WB, F_ext } = data
  const fx = F_W[iF + 3]
  const fy = F_W[iF + 4]
  const fz = F_W[iF + 5]
  // moment about Bo
  const t = 3 * i
  const x = p_WQ[ip] - p_WB[t]
  const y = p_WQ[ip + 1] - p_WB[t + 1]
  const z = p_WQ[ip + 2] - p_WB[t + 2]
  const mx = F_W[iF] + y * fz - z * fy
  const my = F_W[iF + 1] + z * fx - x * fz
  const mz = F_W[iF + 2] + x * fy - y * fx
  // in B
  const r = 9 * i
  const o = 6 * i
  for (let k = 0; k < 3; k++) {
    const ex = R_WB[r + k]
    const ey = R_WB[r + k + 3]
    const ez = R_WB[r + k + 6]
    F_ext[o + k] += ex * mx + ey * my + ez * mz
    F_ext[o + k + 3] += ex * fx + ey * fy + ez * fz
  }
}

/** Adds the force (x, y, z) in the world [N] on body i, at a point of the body [m] (3). */
export function addForceAtPlace(
  data: TreeData,
  i: number,
  p_BQ: Float64Array,
  ip: number,
  x: number,
  y: number,
  z: number,
): void {
  const { R_WB, F_ext } = data
  const r = 9 * i
  const o = 6 * i
  const fx = R_WB[r] * x + R_WB[r + 3] * y + R_WB[r + 6] * z
  const fy = R_WB[r + 1] * x + R_WB[r + 4] * y + R_WB[r + 7] * z
  const fz = R_WB[r + 2] * x + R_WB[r + 5] * y + R_WB[r + 8] * z
  const cx = p_BQ[ip]
  const cy = p_BQ[ip + 1]
  const cz = p_BQ[ip + 2]
  F_ext[o] += cy * fz - cz * fy
  F_ext[o + 1] += cz * fx - cx * fz
  F_ext[o + 2] += cx * fy - cy * fx
  F_ext[o + 3] += fx
  F_ext[o + 4] += fy
  F_ext[o + 5] += fz
}
