/** Energies, momenta and the center of mass of a whole tree, in the world. They need `computePositions`. */
import {
  mat3MulVec,
  SPATIAL_INERTIA_SIZE,
  spatialDot,
  spatialForceToA,
  spatialInertiaMulMotion,
  spatialMotionToB,
} from '../../math/index.ts'
import { REVOLUTE, type Tree } from '../tree.ts'
import type { TreeData } from '../tree-data.ts'

/** Momentum of a body, scratch. */
const L = new Float64Array(6)

/** Velocity of a parent, scratch. */
const V = new Float64Array(6)

/** Center of mass of a body in W [m], scratch. */
const p_WC = new Float64Array(3)

/** Kinetic energy [J], with that of the rotors relative to their parents. Needs `computeVelocities`. */
export function computeKineticEnergy(tree: Tree, data: TreeData): number {
  const { armature } = tree
  let sum = 0
  for (let i = 0; i < tree.nBody; i++) {
    spatialInertiaMulMotion(L, 0, tree.M_BBo, SPATIAL_INERTIA_SIZE * i, data.V_WB_B, 6 * i)
    sum += 0.5 * spatialDot(L, 0, data.V_WB_B, 6 * i)
    if (armature[i] > 0) sum += 0.5 * armature[i] * measureSpeed(tree, data, i) ** 2
  }
  return sum
}

/** Speed of a joint with one axis [rad/s, m/s]: the difference of the velocities of body i and of its parent at Bo. */
function measureSpeed({ kind, parent }: Tree, { V_WB_B, R_PB, p_PB }: TreeData, i: number): number {
  const axis = kind[i] === REVOLUTE ? 2 : 5
  if (parent[i] < 0) return V_WB_B[6 * i + axis]
  spatialMotionToB(V, 0, R_PB, 9 * i, p_PB, 3 * i, V_WB_B, 6 * parent[i])
  return V_WB_B[6 * i + axis] - V[axis]
}

/** Potential energy −Σ m g·r in a uniform field with the acceleration (gx, gy, gz) [m/s2], zero at the origin [J]. */
export function computeUniformPotential(
  tree: Tree,
  data: TreeData,
  gx: number,
  gy: number,
  gz: number,
): number {
  let sum = 0
  for (let i = 0; i < tree.nBody; i++) {
    locateCenterOfMass(tree, data, i)
    sum -= tree.mass[i] * (gx * p_WC[0] + gy * p_WC[1] + gz * p_WC[2])
  }
  return sum
}

/**
 * Angular momentum about the origin of the world [kg.m2/s] and momentum [kg.m/s], in W, of the bodies without rotors.
 * Needs `computeVelocities`.
 *
 * @param out [angular; linear] (6)
 */
export function computeMomentum(tree: Tree, data: TreeData, out: Float64Array): void {
  out.fill(0, 0, 6)
  for (let i = 0; i < tree.nBody; i++) {
    // a momentum is transformed to another frame like a force
    spatialInertiaMulMotion(L, 0, tree.M_BBo, SPATIAL_INERTIA_SIZE * i, data.V_WB_B, 6 * i)
    spatialForceToA(L, 0, data.R_WB, 9 * i, data.p_WB, 3 * i, L, 0)
    for (let k = 0; k < 6; k++) out[k] += L[k]
  }
}

/**
 * Center of mass of all bodies, in W.
 *
 * @param out [m] (3); zero if nothing has a mass
 * @returns total mass [kg]
 */
export function computeCenterOfMass(tree: Tree, data: TreeData, out: Float64Array): number {
  out.fill(0, 0, 3)
  let total = 0
  for (let i = 0; i < tree.nBody; i++) {
    locateCenterOfMass(tree, data, i)
    total += tree.mass[i]
    for (let k = 0; k < 3; k++) out[k] += tree.mass[i] * p_WC[k]
  }
  for (let k = 0; k < 3 && total > 0; k++) out[k] /= total
  return total
}

/** p_WC = center of mass of body i. */
function locateCenterOfMass(tree: Tree, data: TreeData, i: number): void {
  mat3MulVec(p_WC, 0, data.R_WB, 9 * i, tree.p_BC, 3 * i)
  for (let k = 0; k < 3; k++) p_WC[k] += data.p_WB[3 * i + k]
}
