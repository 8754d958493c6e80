import { InputError, VarioError } from '../base/index.ts'
import { computeEigenvalues } from '../math/index.ts'
import type { Complex } from './complex.ts'
import { compressRows } from './compress-rows.ts'
import {
  add,
  compose,
  identity,
  largest,
  type Mat,
  multiply,
  scale,
  slice,
  solve,
  subtract,
  toRows,
  transpose,
} from './matrix.ts'
import { isDecaying, readSystem, type StateSpace, type System } from './state-space.ts'

/** Poles: the eigenvalues of A [1/s]; complex pairs stand together. */
export function poles(system: StateSpace): Complex[] {
  return findEigenvalues(readSystem('system', system).A)
}

/** True if all poles decay: they have negative real parts, or, of a discrete system, are inside of the unit circle. */
export function isStable(system: StateSpace): boolean {
  const read = readSystem('system', system)
  return findEigenvalues(read.A).every((pole) => isDecaying(read, pole))
}

/** Response y of the system at rest to constant inputs u: y = G u, row by row; infinite where it does not settle. */
export function dcGain(system: StateSpace): number[][] {
  const { A, B, C, D, n, nIn, nOut, sampleTime } = readSystem('system', system)
  const M = sampleTime === undefined ? scale(A, -1) : subtract(identity(n), A)
  const X = solve(M, B)
  if (X) return toRows(add(multiply(C, X), D))
  return Array.from({ length: nOut }, () => new Array<number>(nIn).fill(Infinity))
}

/**
 * Transmission zeros: where the system matrix loses rank, with the poles that inputs do not reach or outputs do not see.
 * The pencil is compressed by orthogonal transformations [Emami-Naeini & Van Dooren 1982].
 */
export function transmissionZeros(system: StateSpace): Complex[] {
  return findZeros(readSystem('system', system))
}

/** Eigenvalues of a matrix as complex numbers. */
export function findEigenvalues({ nRows, a }: Mat): Complex[] {
  const values = computeEigenvalues(nRows, a)
  if (!values) throw noEigenvalues('control')
  return Array.from(values.re, (re, k) => ({ re, im: values.im[k] }))
}

/** Zeros of a checked system. */
export function findZeros(system: Pick<System, 'A' | 'B' | 'C' | 'D'>): Complex[] {
  const balanced = balanceSystem(system)
  const { A, B, C, D } = balanced
  const norm = compose([
    [A, B],
    [C, D],
  ]).a.reduce((sum, value) => Math.hypot(sum, value), 0)
  // rounding errors of so many compressions
  const tolerance = norm * Number.EPSILON * 10 * (A.nRows + B.nCols + C.nRows)
  // full row rank of D, then by duality full column rank
  const first = reducePencil(balanced, tolerance)
  const dual = reducePencil(dualOf(first), tolerance)
  const { A: Ar, B: Br, C: Cr, D: Dr } = dual
  if (Dr.nRows !== Dr.nCols)
    throw new InputError('system', 'a pencil that can be compressed', `${Dr.nRows} × ${Dr.nCols}`)
  if (Dr.nRows === 0) return findEigenvalues(Ar)
  const X = solve(Dr, Cr)
  return X ? findEigenvalues(subtract(Ar, multiply(Br, X))) : []
}

type Pencil = Pick<System, 'A' | 'B' | 'C' | 'D'>

function dualOf({ A, B, C, D }: Pencil): Pencil {
  return { A: transpose(A), B: transpose(C), C: transpose(B), D: transpose(D) }
}

/** Removes rows until D has full row rank; finite zeros stay the same. */
function reducePencil(pencil: Pencil, tolerance: number): Pencil {
  let { A, B, C, D } = pencil
  for (;;) {
    const n = A.nRows
    const nIn = B.nCols
    const nOut = C.nRows
    // Uᵀ D = (D₁; 0), Uᵀ C = (C₁; C₂)
    const { Q: U, rank: sigma } = compressRows(D, tolerance)
    if (sigma === nOut) return { A, B, C, D }
    const Ct = multiply(transpose(U), C)
    const D1 = slice(multiply(transpose(U), D), 0, sigma, 0, nIn)
    const C1 = slice(Ct, 0, sigma, 0, n)
    // C₂ V = (S 0): the first states must be zero
    const { Q: V, rank: rho } = compressRows(transpose(slice(Ct, sigma, nOut, 0, n)), tolerance)
    if (rho === 0) return { A, B, C: C1, D: D1 }
    const At = multiply(transpose(V), A, V)
    const Bt = multiply(transpose(V), B)
    const C1t = multiply(C1, V)
    A = slice(At, rho, n, rho, n)
    B = slice(Bt, rho, n, 0, nIn)
    C = compose([[slice(C1t, 0, sigma, rho, n)], [slice(At, 0, rho, rho, n)]])
    D = compose([[D1], [slice(Bt, 0, rho, 0, nIn)]])
  }
}

/** Sweeps that scale states, inputs and outputs: they converge quickly, and need not be exact. */
const SCALINGS = 12

/** Scales states, inputs and outputs by powers of two so that rows and columns of the pencil have similar sizes. */
export function balanceSystem({ A, B, C, D }: Pencil): Pencil {
  const [n, nIn, nOut] = [A.nRows, B.nCols, C.nRows]
  const M = compose([
    [A, B],
    [C, D],
  ])
  const width = n + nIn
  const rowNorm = (i: number, skip: number): number => {
    let norm = 0
    for (let j = 0; j < width; j++) if (j !== skip) norm = Math.hypot(norm, M.a[i * width + j])
    return norm
  }
  const columnNorm = (j: number, skip: number): number => {
    let norm = 0
    for (let i = 0; i < n + nOut; i++) if (i !== skip) norm = Math.hypot(norm, M.a[i * width + j])
    return norm
  }
  const scaleRow = (i: number, factor: number): void => {
    for (let j = 0; j < width; j++) M.a[i * width + j] *= factor
  }
  const scaleColumn = (j: number, factor: number): void => {
    for (let i = 0; i < n + nOut; i++) M.a[i * width + j] *= factor
  }
  const powerOf = (ratio: number): number => 2 ** Math.round(Math.log2(ratio))
  for (let pass = 0; pass < SCALINGS; pass++) {
    const size = largest(slice(M, 0, n, 0, n)) || 1
    for (let j = n; j < width; j++) {
      const norm = columnNorm(j, -1)
      if (norm > 0) scaleColumn(j, powerOf(size / norm))
    }
    for (let i = n; i < n + nOut; i++) {
      const norm = rowNorm(i, -1)
      if (norm > 0) scaleRow(i, powerOf(size / norm))
    }
    for (let k = 0; k < n; k++) {
      const [row, column] = [rowNorm(k, k), columnNorm(k, k)]
      if (!(row > 0 && column > 0)) continue
      const factor = powerOf(Math.sqrt(column / row))
      scaleRow(k, factor)
      scaleColumn(k, 1 / factor)
    }
  }
  return {
    A: slice(M, 0, n, 0, n),
    B: slice(M, 0, n, n, width),
    C: slice(M, n, n + nOut, 0, n),
    D: slice(M, n, n + nOut, n, width),
  }
}

/** The error for a matrix whose eigenvalues the QR algorithm does not find. */
export function noEigenvalues(where: string): VarioError {
  const message = `${where}: expected a matrix whose eigenvalues converge, got one for which they do not. Scale the system.`
  return new VarioError('EIGENVALUES', message)
}
