/** Helpers of the tests of linear systems. */
import type { StateSpace } from 'vario/control'
import { createRandom } from '../math/matrix-helpers.ts'

/** Rows of random numbers between -1 and 1. */
export function randomRows(nRows: number, nCols: number, random: () => number): number[][] {
  return Array.from({ length: nRows }, () => Array.from({ length: nCols }, () => 2 * random() - 1))
}

/** A random continuous system. */
export function randomSystem(seed: number, n: number, nIn: number, nOut: number): StateSpace {
  const random = createRandom(seed)
  const rows = (r: number, c: number): number[][] => randomRows(r, c, random)
  return { A: rows(n, n), B: rows(n, nIn), C: rows(nOut, n), D: rows(nOut, nIn) }
}

export function multiplyRows(
  x: readonly (readonly number[])[],
  y: readonly (readonly number[])[],
): number[][] {
  return x.map((row) => y[0].map((_, j) => row.reduce((sum, value, k) => sum + value * y[k][j], 0)))
}

export function transposeRows(x: readonly (readonly number[])[]): number[][] {
  return x[0].map((_, j) => x.map((row) => row[j]))
}

/** Largest absolute value of Σ factor · matrix. */
export function sizeOfSum(...terms: readonly (readonly [number, readonly (readonly number[])[]])[]): number {
  let size = 0
  terms[0][1].forEach((row, i) => {
    row.forEach((_, j) => {
      size = Math.max(size, Math.abs(terms.reduce((sum, [factor, m]) => sum + factor * m[i][j], 0)))
    })
  })
  return size
}

/** Largest distance of two lists of complex numbers, each paired with the nearest that is left. */
export function rootDistance(
  found: readonly { re: number; im: number }[],
  wanted: readonly (number | { re: number; im: number })[],
): number {
  if (found.length !== wanted.length) return Infinity
  const left = wanted.map((root) => (typeof root === 'number' ? { re: root, im: 0 } : root))
  let largest = 0
  for (const { re, im } of found) {
    const sizes = left.map((root) => Math.hypot(root.re - re, root.im - im))
    const nearest = sizes.indexOf(Math.min(...sizes))
    largest = Math.max(largest, sizes[nearest])
    left.splice(nearest, 1)
  }
  return largest
}
