import { EPS } from '../../base/index.ts'
import { SingularInertiaError } from '../singular-inertia-error.ts'
import type { Tree } from '../tree.ts'

/** Relative size of a diagonal element after a subtraction below which it is rounding, not inertia [1]. */
const SINGULAR_PIVOT = 64 * EPS

/**
 * Factors M = Lᵀ D L in place, L unit lower triangular: no fill-in appears outside the elements of the branches of the
 * tree, and zeros are never accessed [Featherstone 2008, 6.5]. Cost: the sum of squared depths.
 *
 * @param M mass matrix (nv × nv); on return L below the diagonal and D on it; the upper triangle is unchanged
 * @throws SingularInertiaError
 */
export function factorMassMatrix(tree: Tree, M: Float64Array): void {
  const { nv, vParent } = tree
  for (let k = nv - 1; k >= 0; k--) {
    const row = k * nv
    const d = M[row + k]
    if (!(d > 0)) throw new SingularInertiaError(findBody(tree, k))
    for (let i = vParent[k]; i >= 0; i = vParent[i]) {
      const l = M[row + i] / d
      const rowI = i * nv
      const before = M[rowI + i]
      for (let j = i; j >= 0; j = vParent[j]) M[rowI + j] -= l * M[row + j]
      if (!(M[rowI + i] > SINGULAR_PIVOT * before)) throw new SingularInertiaError(findBody(tree, i))
      M[row + i] = l
    }
  }
}

/**
 * x = M⁻¹ x with the factors of `factorMassMatrix`.
 *
 * @param x right-hand side and solution (nv)
 */
export function solveMassMatrix(tree: Tree, factors: Float64Array, x: Float64Array): void {
  const { nv, vParent } = tree
  // Lᵀ y = x
  for (let k = nv - 1; k >= 0; k--) {
    const row = k * nv
    for (let i = vParent[k]; i >= 0; i = vParent[i]) x[i] -= factors[row + i] * x[k]
  }
  for (let k = 0; k < nv; k++) x[k] /= factors[k * nv + k]
  // L x = z
  for (let k = 0; k < nv; k++) {
    const row = k * nv
    for (let i = vParent[k]; i >= 0; i = vParent[i]) x[k] -= factors[row + i] * x[i]
  }
}

function findBody(tree: Tree, iVelocity: number): number {
  let i = 0
  while (tree.vStart[i + 1] <= iVelocity) i++
  return i
}
