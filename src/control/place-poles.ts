import { InputError, VarioError } from '../base/index.ts'
import {
  computeRealSchur,
  createRealSchur,
  moveBlock,
  type RealSchur,
  standardizeBlock,
} from '../math/index.ts'
import { type Complex, printComplex } from './complex.ts'
import { compressRows } from './compress-rows.ts'
import {
  add,
  identity,
  type Mat,
  multiply,
  scale,
  slice,
  solve,
  subtract,
  toRows,
  transpose,
  zeros,
} from './matrix.ts'
import { findEigenvalues, noEigenvalues } from './poles-and-zeros.ts'
import { createStaircase, findReachable } from './reachability.ts'
import { readSystem, type StateSpace } from './state-space.ts'

/** A feedback that places poles. */
export interface PlacedPoles {
  /** u = -K x (number of inputs × n) */
  readonly K: number[][]
  /** Poles of A - B K as they are computed from it. */
  readonly poles: Complex[]
}

/**
 * A feedback u = -K x that gives A - B K the wanted poles; complex ones in pairs. With one input it is unique; with
 * several ones, every block of the Schur form of A is moved to the nearest wanted poles by a small feedback, one after
 * the other [Varga 1981].
 */
export function placePoles(system: StateSpace, poles: readonly (number | Complex)[]): PlacedPoles {
  const { A, B, n } = readSystem('system', system)
  const wanted = readPoles(poles, n)
  const { rank } = findReachable(A, B)
  let K: Mat
  if (rank === n) K = moveBlocks(A, B, wanted)
  else {
    // poles that no input reaches stay where they are
    const { Q, rest, rank: reached } = createStaircase(A, B)
    for (const pole of findEigenvalues(rest)) if (pole.im >= 0) keepPole(wanted, pole)
    const basis = slice(Q, 0, n, 0, reached)
    const inner = moveBlocks(multiply(transpose(basis), A, basis), multiply(transpose(basis), B), wanted)
    K = multiply(inner, transpose(basis))
  }
  return { K: toRows(K), poles: findEigenvalues(subtract(A, multiply(B, K))) }
}

/** A pole that stays must be wanted up to so much of its size. */
const SAME_POLE = 1e-6

function keepPole(wanted: Complex[], pole: Complex): void {
  const distance = ({ re, im }: Complex): number => Math.hypot(re - pole.re, im - pole.im)
  const k = wanted.findIndex((other) => distance(other) <= SAME_POLE * Math.hypot(other.re, other.im))
  if (k >= 0) wanted.splice(k, 1)
  else
    throw new VarioError(
      'UNCONTROLLABLE',
      `placePoles: expected the pole ${printComplex(pole)} among the wanted ones, got ` +
        `${wanted.map(printComplex).join(', ') || 'none'}. No input reaches it: keep it, or add an input; ` +
        '`controllability` lists all such poles.',
      { pole },
    )
}

/** The feedback of a system whose states are all reached. */
function moveBlocks(A: Mat, B: Mat, wanted: Complex[]): Mat {
  const n = A.nRows
  const schur = createRealSchur(n)
  schur.t.set(A.a)
  if (computeRealSchur(schur) !== 0) throw noEigenvalues('placePoles')
  const U: Mat = { nRows: n, nCols: n, a: schur.u }
  const T: Mat = { nRows: n, nCols: n, a: schur.t }
  let K = zeros(B.nCols, n)
  for (let done = 0; done < n; ) {
    const size = chooseBlock(schur, done, wanted)
    const first = n - size
    const columns = slice(U, 0, n, first, n)
    const block = slice(T, first, n, first, n)
    const F = findBlockFeedback(block, multiply(transpose(columns), B), takeNearest(wanted, block))
    K = add(K, multiply(F, transpose(columns)))
    subtractColumns(schur, multiply(transpose(U), B, F), first)
    if (size === 2) standardizeBlock(schur, first)
    const isSplit = size === 2 && schur.t[(n - 1) * n + n - 2] === 0
    moveBlock(schur, first, done)
    if (isSplit) moveBlock(schur, n - 1, done + 1)
    done += size
  }
  return K
}

/** Complex numbers, each pair once with im > 0. */
function readPoles(poles: readonly (number | Complex)[], n: number): Complex[] {
  if (poles.length !== n) throw new InputError('poles', `${n} poles, one for each state`, `${poles.length}`)
  const all = poles.map((pole) => (typeof pole === 'number' ? { re: pole, im: 0 } : pole))
  const out = all.filter(({ im }) => im >= 0)
  const lower = all.filter(({ im }) => im < 0)
  for (const { re, im } of out.filter((pole) => pole.im > 0)) {
    const k = lower.findIndex((pole) => pole.re === re && pole.im === -im)
    if (k < 0) throw new InputError('poles', 'complex poles in pairs', printComplex({ re, im }))
    lower.splice(k, 1)
  }
  if (lower.length > 0) throw new InputError('poles', 'complex poles in pairs', printComplex(lower[0]))
  return out
}

/** Size of the last block to be moved; two blocks of size 1 become one where only complex poles are left. */
function chooseBlock(schur: RealSchur, done: number, wanted: readonly Complex[]): 1 | 2 {
  const { n, t } = schur
  if (n - done >= 2 && t[(n - 1) * n + n - 2] !== 0) return 2
  if (wanted.some(({ im }) => im === 0)) return 1
  // the number of states that are left is even: another single block exists, and the pairs below it go up
  let row = n - 2
  while (row > done && t[row * n + row - 1] !== 0) row -= 2
  for (; row < n - 2; row += 2) moveBlock(schur, row + 1, row)
  return 2
}

/** Takes one pole, or two, that are nearest to the eigenvalues of a block. */
function takeNearest(wanted: Complex[], block: Mat): Complex[] {
  const eigenvalues = findEigenvalues(block)
  const take = (of: Complex, isReal: boolean): Complex | undefined => {
    const distance = (pole: Complex): number => Math.hypot(pole.re - of.re, pole.im - Math.abs(of.im))
    const [nearest] = wanted
      .filter(({ im }) => (im === 0) === isReal)
      .sort((a, b) => distance(a) - distance(b))
    if (nearest) wanted.splice(wanted.indexOf(nearest), 1)
    return nearest
  }
  if (eigenvalues.length === 1) return [take(eigenvalues[0], true)!]
  const pair = take(eigenvalues[0], false)
  if (pair) return [pair, { re: pair.re, im: -pair.im }]
  return eigenvalues.map((value) => take(value, true)!)
}

/** Feedback F of a block of size 1 or 2 so that block - inputs F has the wanted eigenvalues: the smallest one. */
function findBlockFeedback(block: Mat, inputs: Mat, targets: readonly Complex[]): Mat {
  const { Q, rank } = compressRows(transpose(inputs), 0)
  const reduced = multiply(inputs, Q)
  const candidates: Mat[] = []
  if (block.nRows === 1) {
    const f = (block.a[0] - targets[0].re) / reduced.a[0]
    candidates.push({ nRows: 1, nCols: 1, a: Float64Array.of(f) })
  } else {
    for (let k = 0; k < rank; k++) {
      const f = placeBySingleInput(block, slice(reduced, 0, 2, k, k + 1), targets)
      if (f) candidates.push(k === 0 ? f : { nRows: 2, nCols: 2, a: Float64Array.of(0, 0, ...f.a) })
    }
    if (rank === 2) {
      const f = solve(slice(reduced, 0, 2, 0, 2), subtract(block, chooseClosedBlock(block, targets)))
      if (f) candidates.push(f)
    }
  }
  const normOf = ({ a }: Mat): number => a.reduce((norm, value) => Math.hypot(norm, value), 0)
  const [best] = candidates.filter(({ a }) => a.every(Number.isFinite)).sort((a, b) => normOf(a) - normOf(b))
  if (!best)
    throw new VarioError(
      'UNCONTROLLABLE',
      `placePoles: expected poles that inputs can move, got ${findEigenvalues(block).map(printComplex).join(', ')}, ` +
        'which inputs hardly reach. Add an input, or scale the states.',
    )
  return multiply(slice(Q, 0, Q.nRows, 0, best.nRows), best)
}

/** Ackermann's formula for a block of two: f = (0 1) (b, A b)⁻¹ (A² - trace A + det); null if b does not reach it. */
function placeBySingleInput(block: Mat, b: Mat, targets: readonly Complex[]): Mat | null {
  const [{ re, im }, other] = targets
  const trace = re + other.re
  const det = re * other.re - im * other.im
  const reach = transpose({ nRows: 2, nCols: 2, a: Float64Array.of(...b.a, ...multiply(block, b).a) })
  const polynomial = add(subtract(multiply(block, block), scale(block, trace)), scale(identity(2), det))
  const row = solve(transpose(reach), { nRows: 2, nCols: 1, a: Float64Array.of(0, 1) })
  return row && multiply(transpose(row), polynomial)
}

/** A 2 × 2 matrix with the wanted eigenvalues that is near to a block of a Schur form. */
function chooseClosedBlock({ a: [, b, c] }: Mat, targets: readonly Complex[]): Mat {
  const [{ re, im }, other] = targets
  if (im === 0) return { nRows: 2, nCols: 2, a: Float64Array.of(re, b, 0, other.re) }
  if (b * c < 0) {
    const factor = im / Math.sqrt(-b * c)
    return { nRows: 2, nCols: 2, a: Float64Array.of(re, b * factor, c * factor, re) }
  }
  const upper = (b < 0 ? -1 : 1) * Math.max(Math.abs(b), im)
  return { nRows: 2, nCols: 2, a: Float64Array.of(re, upper, -(im * im) / upper, re) }
}

/** T := T - M in the columns from `first` on. */
function subtractColumns({ n, t }: RealSchur, M: Mat, first: number): void {
  for (let i = 0; i < n; i++) for (let j = 0; j < M.nCols; j++) t[i * n + first + j] -= M.a[i * M.nCols + j]
}
