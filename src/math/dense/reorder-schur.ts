import { createDenseLu, factorDenseLu, solveDenseLu } from './dense-lu.ts'
import { type RealSchur, readEigenvalues, standardizeBlock } from './real-schur.ts'

/**
 * Moves the selected eigenvalues of a Schur form to the top, so that the first columns of U span their invariant subspace.
 *
 * @param isSelected decides by real and imaginary part; both eigenvalues of a pair must have the same answer
 * @returns the number of selected eigenvalues
 */
export function reorderSchur(schur: RealSchur, isSelected: (re: number, im: number) => boolean): number {
  const { n, re, im } = schur
  let top = 0
  for (let k = 0; k < n; ) {
    const size = blockSize(schur, k)
    if (isSelected(re[k], im[k])) {
      moveBlock(schur, k, top)
      top += size
    }
    k += size
  }
  return top
}

/** Moves the block at row `from` up to row `to`, and the blocks in between down. */
export function moveBlock(schur: RealSchur, from: number, to: number): void {
  let at = from
  while (at > to) {
    const before = at >= 2 && schur.t[(at - 1) * schur.n + at - 2] !== 0 ? 2 : 1
    swapBlocks(schur, at - before, before, blockSize(schur, at))
    at -= before
  }
  readEigenvalues(schur)
}

/** 2 if a complex pair begins at row k. */
function blockSize({ n, t }: RealSchur, k: number): 1 | 2 {
  return k + 1 < n && t[(k + 1) * n + k] !== 0 ? 2 : 1
}

/**
 * Exchanges two adjacent diagonal blocks of sizes p and q, the first at row k [Bai & Demmel 1993]. With the solution of
 *
 *   T₁₁ X - X T₂₂ = T₁₂                                                                                     (1)
 *
 * the columns of (-X; I) span the invariant subspace of the second block; their QR factorization is the exchange.
 */
function swapBlocks(schur: RealSchur, k: number, p: number, q: number): void {
  const { n, t, u } = schur
  const size = p + q
  const at = (i: number, j: number): number => t[(k + i) * n + k + j]
  // eq. (1) for the entries of X at i q + j
  const lu = createDenseLu(p * q)
  const x = new Float64Array(p * q)
  for (let i = 0; i < p; i++) {
    for (let j = 0; j < q; j++) {
      const row = (i * q + j) * p * q
      for (let l = 0; l < p; l++) lu.a[row + l * q + j] += at(i, l)
      for (let l = 0; l < q; l++) lu.a[row + i * q + l] -= at(p + l, p + j)
      x[i * q + j] = at(i, p + j)
    }
  }
  // equal eigenvalues: nothing to exchange
  if (factorDenseLu(lu) !== 0) return
  solveDenseLu(lu, x)
  // columns (-X; I), size × q
  const w = new Float64Array(size * q)
  for (let j = 0; j < q; j++) {
    for (let i = 0; i < p; i++) w[i * q + j] = -x[i * q + j]
    w[(p + j) * q + j] = 1
  }
  const v = new Float64Array(size)
  for (let j = 0; j < q; j++) {
    let norm = 0
    for (let i = j; i < size; i++) norm = Math.hypot(norm, w[i * q + j])
    const alpha = w[j * q + j] > 0 ? -norm : norm
    v.fill(0)
    for (let i = j; i < size; i++) v[i] = w[i * q + j]
    v[j] -= alpha
    let square = 0
    for (let i = j; i < size; i++) square += v[i] * v[i]
    if (square === 0) continue
    const tau = 2 / square
    for (let c = j; c < q; c++) {
      let s = 0
      for (let i = j; i < size; i++) s += v[i] * w[i * q + c]
      for (let i = j; i < size; i++) w[i * q + c] -= tau * s * v[i]
    }
    for (let c = 0; c < n; c++) {
      let s = 0
      for (let i = j; i < size; i++) s += v[i] * t[(k + i) * n + c]
      for (let i = j; i < size; i++) t[(k + i) * n + c] -= tau * s * v[i]
    }
    for (const m of [t, u]) {
      for (let r = 0; r < n; r++) {
        let s = 0
        for (let i = j; i < size; i++) s += v[i] * m[r * n + k + i]
        for (let i = j; i < size; i++) m[r * n + k + i] -= tau * s * v[i]
      }
    }
  }
  // rounding errors below the exchanged blocks
  for (let i = q; i < size; i++) for (let j = 0; j < q; j++) t[(k + i) * n + k + j] = 0
  if (q === 2) standardizeBlock(schur, k)
  if (p === 2) standardizeBlock(schur, k + q)
}
