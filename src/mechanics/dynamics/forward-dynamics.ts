import type { Tree } from '../tree.ts'
import type { TreeData } from '../tree-data.ts'
import { passAccelerationsToLeaves } from './articulated-accelerations.ts'
import { passForcesToRoot } from './articulated-forces.ts'
import { computeArticulatedInertias } from './articulated-inertias.ts'

/**
 * Accelerations from forces in O(nBody) by the articulated-body algorithm [Featherstone 2008, table 7.1], and forces
 * from accelerations at prescribed joints (hybrid dynamics, [chapter 9.2]). Needs `computePositions`,
 * `computeVelocities` and the external forces. With Z the bias force of a body and all its descendants, and c = A_bias:
 *
 *   Z' = Z + M c (+ M S v̇, if v̇ is prescribed),   u = τ − Sᵀ Z'                                                   (1)
 *   Z_P += X (Z' + U D⁻¹ u)                        at free joints; X Z' at prescribed ones                        (2)
 *   v̇ = D⁻¹ (u − Uᵀ A'),   A = A' + c + S v̇        with A' = the acceleration of P at Bo, in B                    (3)
 *   τ = Sᵀ (Z + M A) + J v̇                         at prescribed joints                                           (4)
 *
 * This is the textbook form with c included in Z' once; J is the inertia of the rotor of the joint. Also fills `data.A_WB_B`.
 *
 * @param tau forces of the joints [N.m, N] (nv): read at free joints, written at prescribed ones
 * @param vdot derivatives of the velocities (nv): written at free joints, read at prescribed ones
 * @param first as for `computePositions`
 * @param end as for `computePositions`
 * @throws SingularInertiaError if a joint moves no inertia
 */
export function computeForwardDynamics(
  tree: Tree,
  data: TreeData,
  tau: Float64Array,
  vdot: Float64Array,
  first = 0,
  end = tree.nBody,
): void {
  computeArticulatedInertias(tree, data, first, end)
  computeArticulatedAccelerations(tree, data, tau, vdot, first, end)
}

/** The same after `computeArticulatedInertias` has been called for these positions and prescribed joints. */
export function computeArticulatedAccelerations(
  tree: Tree,
  data: TreeData,
  tau: Float64Array,
  vdot: Float64Array,
  first = 0,
  end = tree.nBody,
): void {
  passForcesToRoot(tree, data, tau, vdot, first, end)
  passAccelerationsToLeaves(tree, data, tau, vdot, first, end)
}
