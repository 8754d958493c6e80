import { spatialForceToA } from '../../math/index.ts'
import { ARTICULATED_SIZE } from '../joint-elimination.ts'
import { FREE, PRISMATIC, REVOLUTE, type Tree } from '../tree.ts'
import type { TreeData } from '../tree-data.ts'

/** D⁻¹ g of one force, scratch. */
const y = new Float64Array(6)

/**
 * Coupling of the prescribed joints while all other joints move freely: N_ij = ∂τ_i/∂v̇_j over the joints
 * with `data.isPrescribed`, in the order of their bodies. It is the Schur complement of the mass matrix, N = M_pp −
 * M_pf M_ff⁻¹ M_fp, computed without M_ff. Needs `computeArticulatedInertias`.
 *
 * The acceleration energy of body h and all its descendants, with free joints below eliminated, is a quadratic form of
 * the acceleration A of h and of the prescribed accelerations x below: ½ [A; x]ᵀ [M F; Fᵀ N] [A; x]. F_i is the force
 * required by x_i = 1 at Bo. With A = A' + S s, the joint of h adds its s
 *
 *   prescribed: to x,   N_hh = Sᵀ M S + J,   N_hi = Sᵀ F_i,   F_h = M S                                               (1)
 *   free: minimum over s, with U = M S, D = Sᵀ M S, g_i = Sᵀ F_i:
 *               N_ij −= g_iᵀ D⁻¹ g_j,   F_i −= U D⁻¹ g_i                                                          (2)
 *
 * and M follows the articulated-body algorithm. Each F_i is then transmitted to the parent. Cost: for each prescribed
 * joint its depth, and for each free joint the square of the number of prescribed joints below.
 *
 * @param N symmetric, dense, row-major (k × k for k prescribed joints): output
 */
export function computePrescribedMassMatrix(tree: Tree, data: TreeData, N: Float64Array): void {
  const { nBody, kind, parent, armature } = tree
  const { M_articulated: M, isPrescribed, F_unit: F, firstUnit, nextUnit, R_PB, p_PB } = data
  let n = 0
  for (let i = 0; i < nBody; i++) n += isPrescribed[i]
  for (let k = 0; k < n * n; k++) N[k] = 0
  firstUnit.fill(-1)

  let unit = n
  for (let i = nBody - 1; i >= 0; i--) {
    if (isPrescribed[i] === 1) {
      // (1)
      unit--
      const s = kind[i] === REVOLUTE ? 2 : 5
      for (let a = firstUnit[i]; a >= 0; a = nextUnit[a]) N[a * n + unit] = N[unit * n + a] = F[6 * a + s]
      copyColumn(F, 6 * unit, M, ARTICULATED_SIZE * i, kind[i])
      N[unit * n + unit] = F[6 * unit + s] + armature[i]
      nextUnit[unit] = firstUnit[i]
      firstUnit[i] = unit
    } else {
      // (2)
      for (let a = firstUnit[i]; a >= 0; a = nextUnit[a]) eliminateFrom(tree, data, i, a, N, n)
      // a free joint transmits no force
      if (kind[i] === FREE) continue
    }

    // to the parent, into its list
    const iParent = parent[i]
    if (iParent < 0) continue
    let a = firstUnit[i]
    while (a >= 0) {
      spatialForceToA(F, 6 * a, R_PB, 9 * i, p_PB, 3 * i, F, 6 * a)
      const next = nextUnit[a]
      nextUnit[a] = firstUnit[iParent]
      firstUnit[iParent] = a
      a = next
    }
  }
}

/** Applies (2) for force a with itself and with those after it in the list of body i, then for F_a. */
function eliminateFrom(tree: Tree, data: TreeData, i: number, a: number, N: Float64Array, n: number): void {
  const { M_articulated: M, factor, F_unit: F, nextUnit } = data
  const m = ARTICULATED_SIZE * i
  const f = 6 * a
  const type = tree.kind[i]
  if (type === REVOLUTE || type === PRISMATIC) {
    const s = type === REVOLUTE ? 2 : 5
    const y0 = factor[m] * F[f + s]
    for (let b = a; b >= 0; b = nextUnit[b]) subtractSymmetric(N, n, a, b, y0 * F[6 * b + s])
    copyColumn(y, 0, M, m, type)
    for (let k = 0; k < 6; k++) F[f + k] -= y0 * y[k]
    F[f + s] = tree.armature[i] * y0
    return
  }
  if (type === FREE) {
    solveFree(factor, m, F, f)
    for (let b = a; b >= 0; b = nextUnit[b]) {
      let sum = 0
      for (let k = 0; k < 6; k++) sum += y[k] * F[6 * b + k]
      subtractSymmetric(N, n, a, b, sum)
    }
    return
  }
  // spherical: g is the torque
  multiplySymmetric(y, 0, factor, m, F, f)
  for (let b = a; b >= 0; b = nextUnit[b]) {
    const g = 6 * b
    subtractSymmetric(N, n, a, b, y[0] * F[g] + y[1] * F[g + 1] + y[2] * F[g + 2])
  }
  for (let j = 0; j < 3; j++) {
    F[f + 3 + j] -= factor[m + 6 + j] * F[f] + factor[m + 9 + j] * F[f + 1] + factor[m + 12 + j] * F[f + 2]
  }
  for (let k = 0; k < 3; k++) F[f + k] = 0
}

function subtractSymmetric(N: Float64Array, n: number, a: number, b: number, value: number): void {
  N[a * n + b] -= value
  if (a !== b) N[b * n + a] = N[a * n + b]
}

/** out = M S, the column of an articulated inertia that a revolute or prismatic joint moves. */
function copyColumn(out: Float64Array, o: number, M: Float64Array, m: number, kind: number): void {
  const isRevolute = kind === REVOLUTE
  out[o] = M[m + (isRevolute ? 4 : 8)]
  out[o + 1] = M[m + (isRevolute ? 5 : 11)]
  out[o + 2] = M[m + (isRevolute ? 2 : 14)]
  out[o + 3] = M[m + (isRevolute ? 12 : 19)]
  out[o + 4] = M[m + (isRevolute ? 13 : 20)]
  out[o + 5] = M[m + (isRevolute ? 14 : 17)]
}

/** y = M⁻¹ F with the factor of a free joint. */
function solveFree(factor: Float64Array, m: number, F: Float64Array, f: number): void {
  // angular part: (A − B C⁻¹ Bᵀ)⁻¹ (t − (C⁻¹Bᵀ)ᵀ f)
  for (let j = 0; j < 3; j++) {
    y[3 + j] =
      F[f + j] - (factor[m + 6 + j] * F[f + 3] + factor[m + 9 + j] * F[f + 4] + factor[m + 12 + j] * F[f + 5])
  }
  multiplySymmetric(y, 0, factor, m + 15, y, 3)
  // linear part: C⁻¹ f − C⁻¹Bᵀ alpha
  multiplySymmetric(y, 3, factor, m, F, f + 3)
  for (let k = 0; k < 3; k++) {
    const w = m + 6 + 3 * k
    y[3 + k] -= factor[w] * y[0] + factor[w + 1] * y[1] + factor[w + 2] * y[2]
  }
}

/** out = A x, A symmetric 3 × 3 as 6 numbers; out must not overlap x. */
function multiplySymmetric(
  out: Float64Array,
  o: number,
  A: Float64Array,
  iA: number,
  x: Float64Array,
  ix: number,
): void {
  const x0 = x[ix]
  const x1 = x[ix + 1]
  const x2 = x[ix + 2]
  out[o] = A[iA] * x0 + A[iA + 3] * x1 + A[iA + 4] * x2
  out[o + 1] = A[iA + 3] * x0 + A[iA + 1] * x1 + A[iA + 5] * x2
  out[o + 2] = A[iA + 4] * x0 + A[iA + 5] * x1 + A[iA + 2] * x2
}
