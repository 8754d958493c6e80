/**
 * Gravity whose acceleration is any function of position. As for attraction by a point, it acts on the parts of the
 * bodies, each as a point at its center of mass:
 *
 *   f = m g(r)                                                                                                      (1)
 *   V = Σ m V(r)                                                                                                    (2)
 *
 * Needs `computePositions`.
 */
import { mat3MulVec } from '../../math/index.ts'
import type { Tree } from '../tree.ts'
import type { TreeData } from '../tree-data.ts'
import { addForceAtPlace } from './forces.ts'

/** Writes the acceleration [m/s2] (3) at a position in the world [m] (3). */
export type AccelerationField = (place: Float64Array, out: Float64Array) => void

/** Center of mass of a part in the world [m], and acceleration there [m/s2], workspace. */
const place = new Float64Array(3)
const acceleration = new Float64Array(3)

/** Adds the forces (1) to `data.F_ext`; `first`, `end` as for `computePositions`. */
export function addFieldGravity(
  tree: Tree,
  data: TreeData,
  field: AccelerationField,
  first = 0,
  end = tree.nBody,
): void {
  const { partStart, partMass, p_BPart } = tree
  for (let i = first; i < end; i++) {
    for (let k = partStart[i]; k < partStart[i + 1]; k++) {
      const m = partMass[k]
      if (m === 0) continue
      locatePart(tree, data, i, k)
      field(place, acceleration)
      addForceAtPlace(data, i, p_BPart, 3 * k, m * acceleration[0], m * acceleration[1], m * acceleration[2])
    }
  }
}

/** Potential energy (2) of all bodies [J]; `potential` is that of 1 kg at a position [J/kg]. */
export function computeFieldPotential(
  tree: Tree,
  data: TreeData,
  potential: (place: Float64Array) => number,
): number {
  const { partStart, partMass } = tree
  let sum = 0
  for (let i = 0; i < tree.nBody; i++) {
    for (let k = partStart[i]; k < partStart[i + 1]; k++) {
      if (partMass[k] === 0) continue
      locatePart(tree, data, i, k)
      sum += partMass[k] * potential(place)
    }
  }
  return sum
}

/** Writes the position of part k of body i to `place`. */
function locatePart(tree: Tree, data: TreeData, i: number, k: number): void {
  mat3MulVec(place, 0, data.R_WB, 9 * i, tree.p_BPart, 3 * k)
  for (let j = 0; j < 3; j++) place[j] += data.p_WB[3 * i + j]
}
