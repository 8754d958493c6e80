/**
 * Kernels over 3×3 matrices in flat arrays, row-major: element (i, j) of A is a[ia + 3i + j]. `out` may be the same
 * matrix or vector as an input unless a function says otherwise.
 */
import { EPS } from '../../base/index.ts'

/** Relative size of det(A) below which its sign is rounding: a sum of six products of three factors [1]. */
const SINGULAR_DETERMINANT = 8 * EPS

/** Cyclic Jacobi converges quadratically; five sweeps suffice in practice, the rest is a reserve. */
const MAX_JACOBI_SWEEPS = 20

/** The matrix that `mat3SymmetricEigen` diagonalizes (3 × 3). */
const jacobi = new Float64Array(9)

/** out = identity. */
export function mat3Identity(out: Float64Array, o: number): void {
  for (let i = 0; i < 9; i++) out[o + i] = 0
  out[o] = 1
  out[o + 4] = 1
  out[o + 8] = 1
}

/** out = A. */
export function mat3Copy(out: Float64Array, o: number, a: Float64Array, ia: number): void {
  for (let i = 0; i < 9; i++) out[o + i] = a[ia + i]
}

/** out = A + s·B. */
export function mat3AddScaled(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
  s: number,
): void {
  for (let i = 0; i < 9; i++) out[o + i] = a[ia + i] + s * b[ib + i]
}

/** out = A·B, for rotations R_AC = R_AB·R_BC. */
export function mat3Mul(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  const b00 = b[ib]
  const b01 = b[ib + 1]
  const b02 = b[ib + 2]
  const b10 = b[ib + 3]
  const b11 = b[ib + 4]
  const b12 = b[ib + 5]
  const b20 = b[ib + 6]
  const b21 = b[ib + 7]
  const b22 = b[ib + 8]
  // row i of the result needs row i of A only, so out may be A
  for (let i = 0; i < 9; i += 3) {
    const x = a[ia + i]
    const y = a[ia + i + 1]
    const z = a[ia + i + 2]
    out[o + i] = x * b00 + y * b10 + z * b20
    out[o + i + 1] = x * b01 + y * b11 + z * b21
    out[o + i + 2] = x * b02 + y * b12 + z * b22
  }
}

/** out = Aᵀ·B, for rotations R_BC = R_ABᵀ·R_AC. */
export function mat3MulTransposeA(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  const a00 = a[ia]
  const a01 = a[ia + 1]
  const a02 = a[ia + 2]
  const a10 = a[ia + 3]
  const a11 = a[ia + 4]
  const a12 = a[ia + 5]
  const a20 = a[ia + 6]
  const a21 = a[ia + 7]
  const a22 = a[ia + 8]
  // column j of the result needs column j of B only, so out may be B
  for (let j = 0; j < 3; j++) {
    const x = b[ib + j]
    const y = b[ib + j + 3]
    const z = b[ib + j + 6]
    out[o + j] = a00 * x + a10 * y + a20 * z
    out[o + j + 3] = a01 * x + a11 * y + a21 * z
    out[o + j + 6] = a02 * x + a12 * y + a22 * z
  }
}

/** out = A·Bᵀ, for rotations R_AC = R_AB·R_CBᵀ. */
export function mat3MulTransposeB(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  const b00 = b[ib]
  const b01 = b[ib + 1]
  const b02 = b[ib + 2]
  const b10 = b[ib + 3]
  const b11 = b[ib + 4]
  const b12 = b[ib + 5]
  const b20 = b[ib + 6]
  const b21 = b[ib + 7]
  const b22 = b[ib + 8]
  for (let i = 0; i < 9; i += 3) {
    const x = a[ia + i]
    const y = a[ia + i + 1]
    const z = a[ia + i + 2]
    out[o + i] = x * b00 + y * b01 + z * b02
    out[o + i + 1] = x * b10 + y * b11 + z * b12
    out[o + i + 2] = x * b20 + y * b21 + z * b22
  }
}

/** out = A·v, for rotations v_A = R_AB·v_B. */
export function mat3MulVec(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  v: Float64Array,
  iv: number,
): void {
  const x = v[iv]
  const y = v[iv + 1]
  const z = v[iv + 2]
  out[o] = a[ia] * x + a[ia + 1] * y + a[ia + 2] * z
  out[o + 1] = a[ia + 3] * x + a[ia + 4] * y + a[ia + 5] * z
  out[o + 2] = a[ia + 6] * x + a[ia + 7] * y + a[ia + 8] * z
}

/** out = Aᵀ·v, for rotations v_B = R_ABᵀ·v_A. */
export function mat3TransposeMulVec(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  v: Float64Array,
  iv: number,
): void {
  const x = v[iv]
  const y = v[iv + 1]
  const z = v[iv + 2]
  out[o] = a[ia] * x + a[ia + 3] * y + a[ia + 6] * z
  out[o + 1] = a[ia + 1] * x + a[ia + 4] * y + a[ia + 7] * z
  out[o + 2] = a[ia + 2] * x + a[ia + 5] * y + a[ia + 8] * z
}

/** out = Aᵀ. */
export function mat3Transpose(out: Float64Array, o: number, a: Float64Array, ia: number): void {
  const a01 = a[ia + 1]
  const a02 = a[ia + 2]
  const a12 = a[ia + 5]
  out[o] = a[ia]
  out[o + 1] = a[ia + 3]
  out[o + 2] = a[ia + 6]
  out[o + 4] = a[ia + 4]
  out[o + 5] = a[ia + 7]
  out[o + 8] = a[ia + 8]
  out[o + 3] = a01
  out[o + 6] = a02
  out[o + 7] = a12
}

/** out = [v]×, the matrix with [v]×·u = v × u. */
export function mat3Skew(out: Float64Array, o: number, v: Float64Array, iv: number): void {
  const x = v[iv]
  const y = v[iv + 1]
  const z = v[iv + 2]
  out[o] = 0
  out[o + 1] = -z
  out[o + 2] = y
  out[o + 3] = z
  out[o + 4] = 0
  out[o + 5] = -x
  out[o + 6] = -y
  out[o + 7] = x
  out[o + 8] = 0
}

/** det(A). */
export function mat3Determinant(a: Float64Array, ia: number): number {
  const a10 = a[ia + 3]
  const a11 = a[ia + 4]
  const a12 = a[ia + 5]
  const a20 = a[ia + 6]
  const a21 = a[ia + 7]
  const a22 = a[ia + 8]
  return (
    a[ia] * (a11 * a22 - a12 * a21) +
    a[ia + 1] * (a12 * a20 - a10 * a22) +
    a[ia + 2] * (a10 * a21 - a11 * a20)
  )
}

/**
 * out = A⁻¹ from cofactors. Returns 0, or 1 without a change of `out` if A is singular to working precision or not
 * finite. The elements should lie between 1e-100 and 1e100, since their third powers occur.
 */
export function mat3Inverse(out: Float64Array, o: number, a: Float64Array, ia: number): number {
  const a00 = a[ia]
  const a01 = a[ia + 1]
  const a02 = a[ia + 2]
  const a10 = a[ia + 3]
  const a11 = a[ia + 4]
  const a12 = a[ia + 5]
  const a20 = a[ia + 6]
  const a21 = a[ia + 7]
  const a22 = a[ia + 8]
  const c00 = a11 * a22 - a12 * a21
  const c01 = a12 * a20 - a10 * a22
  const c02 = a10 * a21 - a11 * a20
  const det = a00 * c00 + a01 * c01 + a02 * c02

  // Hadamard: |det A| is at most the product of the lengths of the rows
  const square0 = a00 * a00 + a01 * a01 + a02 * a02
  const square1 = a10 * a10 + a11 * a11 + a12 * a12
  const square2 = a20 * a20 + a21 * a21 + a22 * a22
  const largest = Math.sqrt(square0) * Math.sqrt(square1) * Math.sqrt(square2)
  if (!(Math.abs(det) > SINGULAR_DETERMINANT * largest)) return 1

  const s = 1 / det
  out[o] = s * c00
  out[o + 1] = s * (a02 * a21 - a01 * a22)
  out[o + 2] = s * (a01 * a12 - a02 * a11)
  out[o + 3] = s * c01
  out[o + 4] = s * (a00 * a22 - a02 * a20)
  out[o + 5] = s * (a02 * a10 - a00 * a12)
  out[o + 6] = s * c02
  out[o + 7] = s * (a01 * a20 - a00 * a21)
  out[o + 8] = s * (a00 * a11 - a01 * a10)
  return 0
}

/**
 * Eigenvalues and eigenvectors of a symmetric matrix, for example principal moments and axes of an inertia tensor, by
 * cyclic Jacobi rotations: A = R·diag(values)·Rᵀ. For an inertia I_B, R is R_BP with P the frame of the principal axes.
 *
 * @param values eigenvalues, ascending (3)
 * @param vectors R: column j is the eigenvector of value j; a proper rotation, det = +1 (3 × 3)
 * @param a symmetric matrix, of which the upper triangle is read (3 × 3); must not be `vectors`
 * @returns 0, or 1 if A is not finite
 */
export function mat3SymmetricEigen(
  values: Float64Array,
  iValues: number,
  vectors: Float64Array,
  iVectors: number,
  a: Float64Array,
  ia: number,
): number {
  mat3Identity(vectors, iVectors)
  for (let i = 0; i < 3; i++) {
    for (let j = i; j < 3; j++) {
      jacobi[3 * i + j] = a[ia + 3 * i + j]
      jacobi[3 * j + i] = a[ia + 3 * i + j]
    }
  }
  const sum = jacobi[0] + jacobi[1] + jacobi[2] + jacobi[4] + jacobi[5] + jacobi[8]
  let status = 1
  for (let sweep = 0; sweep < MAX_JACOBI_SWEEPS && Number.isFinite(sum); sweep++) {
    if (jacobi[1] === 0 && jacobi[2] === 0 && jacobi[5] === 0) {
      status = 0
      break
    }
    rotateAway(0, 1, 2, vectors, iVectors)
    rotateAway(0, 2, 1, vectors, iVectors)
    rotateAway(1, 2, 0, vectors, iVectors)
  }
  for (let i = 0; i < 3; i++) values[iValues + i] = jacobi[4 * i]

  // ascending order; each exchange turns one column round, so that the determinant stays +1
  orderPair(0, 1, values, iValues, vectors, iVectors)
  orderPair(1, 2, values, iValues, vectors, iVectors)
  orderPair(0, 1, values, iValues, vectors, iVectors)
  return status
}

/** One Jacobi rotation that makes element (p, q) zero; r is the third index. [Golub, Van Loan 2013, 8.5.2] */
function rotateAway(p: number, q: number, r: number, vectors: Float64Array, iv: number): void {
  const apq = jacobi[3 * p + q]
  const app = jacobi[4 * p]
  const aqq = jacobi[4 * q]
  // an element that no longer changes the diagonal is zero
  if (Math.abs(apq) < 0.125 * EPS * Math.min(Math.abs(app), Math.abs(aqq)) || apq === 0) {
    jacobi[3 * p + q] = 0
    jacobi[3 * q + p] = 0
    return
  }
  // t = tan of the smaller of the two possible angles
  const theta = (aqq - app) / (2 * apq)
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(1 + theta * theta))
  const c = 1 / Math.sqrt(1 + t * t)
  const s = t * c
  jacobi[4 * p] = app - t * apq
  jacobi[4 * q] = aqq + t * apq
  jacobi[3 * p + q] = 0
  jacobi[3 * q + p] = 0
  const arp = jacobi[3 * r + p]
  const arq = jacobi[3 * r + q]
  jacobi[3 * r + p] = jacobi[3 * p + r] = c * arp - s * arq
  jacobi[3 * r + q] = jacobi[3 * q + r] = s * arp + c * arq
  for (let i = iv; i < iv + 9; i += 3) {
    const vp = vectors[i + p]
    const vq = vectors[i + q]
    vectors[i + p] = c * vp - s * vq
    vectors[i + q] = s * vp + c * vq
  }
}

function orderPair(
  p: number,
  q: number,
  values: Float64Array,
  iValues: number,
  vectors: Float64Array,
  iVectors: number,
): void {
  const lower = values[iValues + p]
  if (!(lower > values[iValues + q])) return
  values[iValues + p] = values[iValues + q]
  values[iValues + q] = lower
  for (let i = iVectors; i < iVectors + 9; i += 3) {
    const vp = vectors[i + p]
    vectors[i + p] = vectors[i + q]
    vectors[i + q] = -vp
  }
}
