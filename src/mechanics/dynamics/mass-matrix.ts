import {
  SPATIAL_INERTIA_SIZE,
  spatialForceToA,
  spatialInertiaAdd,
  spatialInertiaMulMotion,
  spatialInertiaRotate,
  spatialInertiaShift,
} from '../../math/index.ts'
import { PRISMATIC, REVOLUTE, type Tree } from '../tree.ts'
import type { TreeData } from '../tree-data.ts'

const inertia_P = new Float64Array(SPATIAL_INERTIA_SIZE)
const p_BP = new Float64Array(3)
const unit = new Float64Array(6)
const F = new Float64Array(6)

/**
 * Mass matrix of the tree, M v̇ + h = τ, by the composite-rigid-body algorithm [Featherstone 2008, table 6.2]. Needs
 * `computePositions`. Elements between joints on different branches are zero.
 *
 * @param M symmetric, dense, row-major (nv × nv): output
 */
export function computeMassMatrix(tree: Tree, data: TreeData, M: Float64Array): void {
  const { nBody, nv, kind, parent, vStart, armature } = tree
  const { M_composite, R_PB, p_PB } = data
  computeCompositeInertias(tree, data)
  M.fill(0)
  for (let i = 0; i < nBody; i++) {
    for (let column = vStart[i]; column < vStart[i + 1]; column++) {
      // force for one unit of v̇
      unit.fill(0)
      unit[getMotionIndex(kind[i], column - vStart[i])] = 1
      spatialInertiaMulMotion(F, 0, M_composite, SPATIAL_INERTIA_SIZE * i, unit, 0)
      // its component along every joint on the path to the root
      for (let j = i; j >= 0; j = parent[j]) {
        for (let row = vStart[j]; row < vStart[j + 1]; row++) {
          const value = F[getMotionIndex(kind[j], row - vStart[j])]
          M[row * nv + column] = value
          M[column * nv + row] = value
        }
        spatialForceToA(F, 0, R_PB, 9 * j, p_PB, 3 * j, F, 0)
      }
    }
    if (armature[i] > 0) M[(nv + 1) * vStart[i]] += armature[i]
  }
}

/**
 * Index of the element of a spatial vector moved by the k-th velocity of a joint: columns of S are unit vectors for all
 * kinds.
 */
export function getMotionIndex(kind: number, k: number): number {
  if (kind === REVOLUTE) return 2
  if (kind === PRISMATIC) return 5
  return k
}

/** Inertia `data.M_composite` of each body with all its descendants, joints locked. */
export function computeCompositeInertias(tree: Tree, data: TreeData): void {
  const { nBody, parent, M_BBo } = tree
  const { M_composite, R_PB, p_PB } = data
  M_composite.set(M_BBo)
  for (let i = nBody - 1; i >= 0; i--) {
    if (parent[i] < 0) continue
    const oP = SPATIAL_INERTIA_SIZE * parent[i]
    // to the axes of P first, then from Bo to Po
    spatialInertiaRotate(inertia_P, 0, R_PB, 9 * i, M_composite, SPATIAL_INERTIA_SIZE * i)
    for (let k = 0; k < 3; k++) p_BP[k] = -p_PB[3 * i + k]
    spatialInertiaShift(inertia_P, 0, inertia_P, 0, p_BP, 0)
    spatialInertiaAdd(M_composite, oP, M_composite, oP, inertia_P, 0)
  }
}
