/**
 * Articulated inertias [Featherstone 2008, chapter 7]: resistance of a body, with all its descendants connected by
 * joints, to an acceleration. Symmetric, [t; f] = M·[alpha; a], 21 numbers in flat arrays:
 *
 *   M = [ A   B ]    0..5    A: xx, yy, zz, xy, xz, yz                                                            (1)
 *       [ Bᵀ  C ]    6..14   B, row-major
 *                    15..20  C: xx, yy, zz, xy, xz, yz
 *
 * A joint with the motion S reduces the inertia: with U = M S, D = Sᵀ M S, the remainder for the parent is, at Bo,
 *
 *   M − U D⁻¹ Uᵀ                                                                                                  (2)
 *
 * and at its own origin, in its own axes, with A, B, C rotated and p = p_PB,
 *
 *   C_P = C,   B_P = B + p× C,   A_P = A − B p× + p× B_Pᵀ                                                         (3)
 *
 * The rotor of a joint (`Tree.armature`) with the inertia J adds it to D alone. Where D = Sᵀ M S makes products with S
 * zero, the motion of the joint then transmits J Sᵀ(…)/D.
 *
 * The data of each joint for a pass, its `factor`, has at most as many numbers:
 *
 *   REVOLUTE, PRISMATIC  1/D
 *   SPHERICAL            A⁻¹ (6), A⁻¹B (9): D = A
 *   FREE                 C⁻¹ (6), C⁻¹Bᵀ (9), (A − B C⁻¹ Bᵀ)⁻¹ (6): D = M, zero remainder for the parent
 */
import { EPS } from '../base/index.ts'

/** Number of doubles of an articulated inertia. */
export const ARTICULATED_SIZE = 21

/** Places of A, B, C in an articulated inertia. */
const B = 6
const C = 15

/** Rounding of the inertia of a body itself, relative to its size [1]. */
const OWN_ROUNDING = 8 * EPS

/** Rounding of the remainder of an inertia after reduction by joints, relative to its size before [1]. */
const REDUCED_ROUNDING = 64 * EPS

const complement = new Float64Array(6)

/**
 * True if the pivot `d` is more than the rounding of an inertia of the size `own`, and of inertias that had the sizes
 * `reduced` before reduction by joints.
 */
export function isPivot(d: number, own: number, reduced: number): boolean {
  return d > OWN_ROUNDING * own + REDUCED_ROUNDING * reduced
}

/** factor = factor of a spherical joint. Returns 0, or 1 if A is singular; `reduced`: see `isPivot`. */
export function factorSphericalJoint(
  factor: Float64Array,
  o: number,
  M: Float64Array,
  iM: number,
  reduced: number,
): number {
  if (invertSymmetric3(factor, o, M, iM, reduced) !== 0) return 1
  // A⁻¹B, column by column
  for (let j = 0; j < 3; j++) {
    const x = M[iM + B + j]
    const y = M[iM + B + 3 + j]
    const z = M[iM + B + 6 + j]
    factor[o + 6 + j] = factor[o] * x + factor[o + 3] * y + factor[o + 4] * z
    factor[o + 9 + j] = factor[o + 3] * x + factor[o + 1] * y + factor[o + 5] * z
    factor[o + 12 + j] = factor[o + 4] * x + factor[o + 5] * y + factor[o + 2] * z
  }
  return 0
}

/** factor = factor of a free joint. Returns 0, or 1 if M is singular. */
export function factorFreeJoint(
  factor: Float64Array,
  o: number,
  M: Float64Array,
  iM: number,
  angularReduced: number,
  linearReduced: number,
): number {
  if (invertSymmetric3(factor, o, M, iM + C, linearReduced) !== 0) return 1
  // C⁻¹Bᵀ: column j comes from row j of B
  for (let j = 0; j < 3; j++) {
    const x = M[iM + B + 3 * j]
    const y = M[iM + B + 3 * j + 1]
    const z = M[iM + B + 3 * j + 2]
    factor[o + 6 + j] = factor[o] * x + factor[o + 3] * y + factor[o + 4] * z
    factor[o + 9 + j] = factor[o + 3] * x + factor[o + 1] * y + factor[o + 5] * z
    factor[o + 12 + j] = factor[o + 4] * x + factor[o + 5] * y + factor[o + 2] * z
  }
  // A − B·C⁻¹Bᵀ
  complement[0] = M[iM] - dotRowColumn(M, iM + B, factor, o + 6)
  complement[1] = M[iM + 1] - dotRowColumn(M, iM + B + 3, factor, o + 7)
  complement[2] = M[iM + 2] - dotRowColumn(M, iM + B + 6, factor, o + 8)
  complement[3] = M[iM + 3] - dotRowColumn(M, iM + B, factor, o + 7)
  complement[4] = M[iM + 4] - dotRowColumn(M, iM + B, factor, o + 8)
  complement[5] = M[iM + 5] - dotRowColumn(M, iM + B + 3, factor, o + 8)
  const trace = M[iM] + M[iM + 1] + M[iM + 2]
  return invertSymmetric3(factor, o + 15, complement, 0, angularReduced + trace)
}

/** out = eq. 2 for a prismatic joint, U = column 5, from d = 1/D. */
export function reducePrismaticJoint(
  out: Float64Array,
  o: number,
  M: Float64Array,
  iM: number,
  d: number,
): void {
  const U0 = M[iM + B + 2]
  const U1 = M[iM + B + 5]
  const U2 = M[iM + B + 8]
  const U3 = M[iM + C + 4]
  const U4 = M[iM + C + 5]
  const k0 = U0 * d
  const k1 = U1 * d
  const k2 = U2 * d
  out[o] = M[iM] - k0 * U0
  out[o + 1] = M[iM + 1] - k1 * U1
  out[o + 2] = M[iM + 2] - k2 * U2
  out[o + 3] = M[iM + 3] - k0 * U1
  out[o + 4] = M[iM + 4] - k0 * U2
  out[o + 5] = M[iM + 5] - k1 * U2
  out[o + B] = M[iM + B] - k0 * U3
  out[o + B + 1] = M[iM + B + 1] - k0 * U4
  out[o + B + 2] = 0
  out[o + B + 3] = M[iM + B + 3] - k1 * U3
  out[o + B + 4] = M[iM + B + 4] - k1 * U4
  out[o + B + 5] = 0
  out[o + B + 6] = M[iM + B + 6] - k2 * U3
  out[o + B + 7] = M[iM + B + 7] - k2 * U4
  out[o + B + 8] = 0
  out[o + C] = M[iM + C] - d * U3 * U3
  out[o + C + 1] = M[iM + C + 1] - d * U4 * U4
  out[o + C + 2] = 0
  out[o + C + 3] = M[iM + C + 3] - d * U3 * U4
  out[o + C + 4] = 0
  out[o + C + 5] = 0
}

/** Places of the elements of row k in an articulated inertia (6 × 6). */
export const ARTICULATED_PLACES = Uint8Array.of(
  ...[0, 3, 4, 6, 7, 8],
  ...[3, 1, 5, 9, 10, 11],
  ...[4, 5, 2, 12, 13, 14],
  ...[6, 9, 12, 15, 18, 19],
  ...[7, 10, 13, 18, 16, 20],
  ...[8, 11, 14, 19, 20, 17],
)

/** out = eq. 2 for a revolute or prismatic joint with a rotor, U = column `axis`, from d = 1/D. */
export function reduceDrivenJoint(
  out: Float64Array,
  o: number,
  M: Float64Array,
  iM: number,
  axis: number,
  d: number,
): void {
  for (let j = 0; j < 6; j++) {
    const k = M[iM + ARTICULATED_PLACES[6 * axis + j]] * d
    for (let i = 0; i < 6; i++) {
      const place = ARTICULATED_PLACES[6 * i + j]
      out[o + place] = M[iM + place] - k * M[iM + ARTICULATED_PLACES[6 * axis + i]]
    }
  }
}

/** out = eq. 2 for a spherical joint: only C − Bᵀ·A⁻¹B remains. */
export function reduceSphericalJoint(
  out: Float64Array,
  o: number,
  M: Float64Array,
  iM: number,
  factor: Float64Array,
  iFactor: number,
): void {
  const b = iM + B
  const w = iFactor + 6
  for (let k = 0; k < C; k++) out[o + k] = 0
  out[o + C] = M[iM + C] - dotColumns(M, b, factor, w)
  out[o + C + 1] = M[iM + C + 1] - dotColumns(M, b + 1, factor, w + 1)
  out[o + C + 2] = M[iM + C + 2] - dotColumns(M, b + 2, factor, w + 2)
  out[o + C + 3] = M[iM + C + 3] - dotColumns(M, b, factor, w + 1)
  out[o + C + 4] = M[iM + C + 4] - dotColumns(M, b, factor, w + 2)
  out[o + C + 5] = M[iM + C + 5] - dotColumns(M, b + 1, factor, w + 2)
}

/**
 * out = A⁻¹ of a symmetric positive definite 3 × 3 matrix (6 numbers) by A = L D Lᵀ. Returns 0, or 1 if it is singular.
 */
function invertSymmetric3(
  out: Float64Array,
  o: number,
  A: Float64Array,
  iA: number,
  reduced: number,
): number {
  const d0 = A[iA]
  const xy = A[iA + 3]
  const xz = A[iA + 4]
  const own = d0 + A[iA + 1] + A[iA + 2]
  if (!isPivot(d0, own, reduced)) return 1
  const l10 = xy / d0
  const l20 = xz / d0
  const d1 = A[iA + 1] - l10 * xy
  if (!isPivot(d1, own, reduced)) return 1
  const l21 = (A[iA + 5] - l20 * xy) / d1
  const d2 = A[iA + 2] - l20 * xz - l21 * l21 * d1
  if (!isPivot(d2, own, reduced)) return 1
  // L⁻¹ = [1; −l10 1; k −l21 1]
  const k = l10 * l21 - l20
  const e2 = 1 / d2
  const e1 = 1 / d1
  out[o] = 1 / d0 + l10 * l10 * e1 + k * k * e2
  out[o + 1] = e1 + l21 * l21 * e2
  out[o + 2] = e2
  out[o + 3] = -l10 * e1 - k * l21 * e2
  out[o + 4] = k * e2
  out[o + 5] = -l21 * e2
  return 0
}

/** Row of a row-major 3 × 3 matrix times column of another. */
function dotRowColumn(a: Float64Array, ia: number, b: Float64Array, ib: number): number {
  return a[ia] * b[ib] + a[ia + 1] * b[ib + 3] + a[ia + 2] * b[ib + 6]
}

/** Column times column of row-major 3 × 3 matrices. */
function dotColumns(a: Float64Array, ia: number, b: Float64Array, ib: number): number {
  return a[ia] * b[ib] + a[ia + 3] * b[ib + 3] + a[ia + 6] * b[ib + 6]
}
