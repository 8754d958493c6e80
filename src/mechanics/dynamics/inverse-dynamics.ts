import {
  SPATIAL_INERTIA_SIZE,
  spatialForceToA,
  spatialInertiaMulMotion,
  spatialMotionToB,
} from '../../math/index.ts'
import { FREE, PRISMATIC, REVOLUTE, SPHERICAL, type Tree } from '../tree.ts'
import type { TreeData } from '../tree-data.ts'

/** Force on a parent, scratch. */
const F_P = new Float64Array(6)

/**
 * Forces from accelerations by the recursive Newton-Euler algorithm [Featherstone 2008, table 5.1]. Needs
 * `computePositions`, `computeVelocities` and the external forces; fills `data.A_WB_B` and `data.F_joint`.
 *
 * @param vdot derivatives of all velocities (nv)
 * @param tau forces of the joints that cause them [N.m, N] (nv): output
 */
export function computeInverseDynamics(
  tree: Tree,
  data: TreeData,
  vdot: Float64Array,
  tau: Float64Array,
): void {
  computeAccelerations(tree, data, vdot)
  computeJointForces(tree, data)
  const { nBody, kind, vStart, armature } = tree
  const { F_joint } = data
  for (let i = 0; i < nBody; i++) {
    const o = 6 * i
    const iv = vStart[i]
    const type = kind[i]
    if (type === REVOLUTE) tau[iv] = F_joint[o + 2] + armature[i] * vdot[iv]
    else if (type === PRISMATIC) tau[iv] = F_joint[o + 5] + armature[i] * vdot[iv]
    else {
      const n = type === FREE ? 6 : 3
      for (let k = 0; k < n; k++) tau[iv + k] = F_joint[o + k]
    }
  }
}

/**
 * Accelerations `data.A_WB_B` of all bodies, A = A' + A_bias + S·v̇ with A' that of the parent at Bo, from the root to
 * the leaves. Needs `computePositions` and `computeVelocities`.
 *
 * @param vdot derivatives of all velocities (nv)
 */
export function computeAccelerations(tree: Tree, data: TreeData, vdot: Float64Array): void {
  const { nBody, kind, parent, vStart } = tree
  const { R_PB, p_PB, A_bias, A_WB_B: A } = data
  for (let i = 0; i < nBody; i++) {
    const o = 6 * i
    const iv = vStart[i]
    const type = kind[i]
    if (parent[i] < 0) for (let k = 0; k < 6; k++) A[o + k] = 0
    else spatialMotionToB(A, o, R_PB, 9 * i, p_PB, 3 * i, A, 6 * parent[i])
    for (let k = 0; k < 6; k++) A[o + k] += A_bias[o + k]
    if (type === REVOLUTE) A[o + 2] += vdot[iv]
    else if (type === PRISMATIC) A[o + 5] += vdot[iv]
    else {
      const n = type === SPHERICAL ? 3 : 6
      for (let k = 0; k < n; k++) A[o + k] += vdot[iv + k]
    }
  }
}

/**
 * Forces `data.F_joint` in the joints, from the leaves to the root: the force that a body needs for its acceleration in
 * addition to the external forces, plus the forces on its children. Needs `data.A_WB_B`, so that it may follow
 * `computeForwardDynamics`.
 */
export function computeJointForces(tree: Tree, data: TreeData): void {
  const { nBody, parent, M_BBo } = tree
  const { R_PB, p_PB, A_WB_B, F_bias, F_ext, F_joint: F } = data
  for (let i = 0; i < nBody; i++) {
    const o = 6 * i
    spatialInertiaMulMotion(F, o, M_BBo, SPATIAL_INERTIA_SIZE * i, A_WB_B, o)
    for (let k = o; k < o + 6; k++) F[k] += F_bias[k] - F_ext[k]
  }
  for (let i = nBody - 1; i >= 0; i--) {
    if (parent[i] < 0) continue
    spatialForceToA(F_P, 0, R_PB, 9 * i, p_PB, 3 * i, F, 6 * i)
    const oP = 6 * parent[i]
    for (let k = 0; k < 6; k++) F[oP + k] += F_P[k]
  }
}
