import { InputError } from '../../base/index.ts'
import {
  ARTICULATED_SIZE,
  factorFreeJoint,
  factorSphericalJoint,
  isPivot,
  reduceDrivenJoint,
  reducePrismaticJoint,
  reduceSphericalJoint,
} from '../joint-elimination.ts'
import { SingularInertiaError } from '../singular-inertia-error.ts'
import { FREE, PRISMATIC, REVOLUTE, type Tree } from '../tree.ts'
import type { TreeData } from '../tree-data.ts'
import { addInertiaToParent } from './add-inertia-to-parent.ts'
import { addRevoluteInertiaToParent } from './add-revolute-inertia-to-parent.ts'

/** Articulated inertia of one body without the motion of its joint. */
const reduced = new Float64Array(ARTICULATED_SIZE)

/**
 * Articulated inertias of all bodies and the factors of their joints, from the leaves to the root [Featherstone 2008,
 * chapter 7]. Prescribed joints are rigid: they transmit the whole inertia [chapter 9.2]. Needs
 * `computePositions`.
 */
export function computeArticulatedInertias(tree: Tree, data: TreeData, first = 0, end = tree.nBody): void {
  const { M_articulated: M, M_rigid, reducedSize, isFactorConstant } = data
  for (let k = ARTICULATED_SIZE * first; k < ARTICULATED_SIZE * end; k++) M[k] = M_rigid[k]
  reducedSize.fill(0, 2 * first, 2 * end)
  for (let i = end - 1; i >= first; i--) if (isFactorConstant[i] === 0) passInertiaToParent(tree, data, i)
}

/**
 * Computes the factors of the joint of body i, and adds the remainder of its articulated inertia to that of its parent.
 */
export function passInertiaToParent(tree: Tree, data: TreeData, i: number): void {
  const { M_articulated: M, factor, reducedSize, isPrescribed, R_PB, p_PB } = data
  const type = tree.kind[i]
  if (isPrescribed[i] === 1 && type > PRISMATIC) throw createPrescribedError(i)
  const o = ARTICULATED_SIZE * i
  const iParent = tree.parent[i]
  const oParent = ARTICULATED_SIZE * iParent
  if (iParent >= 0 && type !== FREE) addReducedSize(data, i, iParent, o)

  if (isPrescribed[i] === 1) {
    if (iParent >= 0) addInertiaToParent(M, oParent, M, o, R_PB, 9 * i, p_PB, 3 * i)
  } else if (tree.armature[i] > 0) {
    const k = type === REVOLUTE ? 0 : 15
    const D = M[o + k + 2] + tree.armature[i]
    const reduction = reducedSize[2 * i + (type === REVOLUTE ? 0 : 1)]
    if (!isPivot(D, M[o + k] + M[o + k + 1] + D, reduction)) throw new SingularInertiaError(i)
    factor[o] = 1 / D
    if (iParent < 0) return
    reduceDrivenJoint(reduced, 0, M, o, type === REVOLUTE ? 2 : 5, factor[o])
    addInertiaToParent(M, oParent, reduced, 0, R_PB, 9 * i, p_PB, 3 * i)
  } else if (type === REVOLUTE) {
    const D = M[o + 2]
    if (!isPivot(D, M[o] + M[o + 1] + D, reducedSize[2 * i])) throw new SingularInertiaError(i)
    factor[o] = 1 / D
    if (iParent >= 0) addRevoluteInertiaToParent(M, oParent, o, factor[o], R_PB, 9 * i, p_PB, 3 * i)
  } else if (type === FREE) {
    const status = factorFreeJoint(factor, o, M, o, reducedSize[2 * i], reducedSize[2 * i + 1])
    if (status !== 0) throw new SingularInertiaError(i)
  } else {
    if (type === PRISMATIC) {
      const D = M[o + 17]
      if (!isPivot(D, M[o + 15] + M[o + 16] + D, reducedSize[2 * i + 1])) throw new SingularInertiaError(i)
      factor[o] = 1 / D
      reducePrismaticJoint(reduced, 0, M, o, factor[o])
    } else {
      if (factorSphericalJoint(factor, o, M, o, reducedSize[2 * i]) !== 0) throw new SingularInertiaError(i)
      reduceSphericalJoint(reduced, 0, M, o, factor, o)
    }
    if (iParent >= 0) addInertiaToParent(M, oParent, reduced, 0, R_PB, 9 * i, p_PB, 3 * i)
  }
}

/**
 * If an axis has already removed the inertia of the child, its rounding error remains. The parent needs its size to
 * distinguish it from a small inertia.
 */
function addReducedSize(data: TreeData, i: number, iParent: number, o: number): void {
  const { M_articulated: M, reducedSize, p_PB } = data
  const px = p_PB[3 * i]
  const py = p_PB[3 * i + 1]
  const pz = p_PB[3 * i + 2]
  const linear = M[o + 15] + M[o + 16] + M[o + 17]
  reducedSize[2 * iParent] += M[o] + M[o + 1] + M[o + 2] + linear * (px * px + py * py + pz * pz)
  reducedSize[2 * iParent + 1] += linear
}

function createPrescribedError(i: number): InputError {
  return new InputError(
    `data.isPrescribed[${i}]`,
    '0, because the joint is neither revolute nor prismatic',
    1,
  )
}
