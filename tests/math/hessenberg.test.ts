import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHessenbergForm, HessenbergLu, reduceToHessenberg } from '../../src/math/index.ts'
import { createRandom, EPS, randomVector } from './matrix-helpers.ts'

/** Residuals of (d I - h J) x = b in units of eps times the maximum terms of the rows, ‖d I - h J‖ ‖x‖ + ‖b‖. */
function residual(
  J: Float64Array,
  d: [number, number],
  h: number,
  x: Float64Array[],
  b: Float64Array[],
): number {
  const n = x[0].length
  const size = (v: ArrayLike<number>): number => Math.max(...Array.from(v, Math.abs))
  let norm = 0
  let largest = 0
  for (let i = 0; i < n; i++) {
    let [re, im] = [d[0] * x[0][i] - d[1] * x[1][i] - b[0][i], d[0] * x[1][i] + d[1] * x[0][i] - b[1][i]]
    let sum = Math.abs(d[0]) + Math.abs(d[1])
    for (let j = 0; j < n; j++) {
      re -= h * J[i * n + j] * x[0][j]
      im -= h * J[i * n + j] * x[1][j]
      sum += Math.abs(h * J[i * n + j])
    }
    norm = Math.max(norm, sum)
    largest = Math.max(largest, Math.abs(re), Math.abs(im))
  }
  const scale = norm * Math.max(size(x[0]), size(x[1])) + Math.max(size(b[0]), size(b[1]))
  return largest / (EPS * scale)
}

/** Solves with a real and a complex shift and several h; returns the largest residual in units of rounding errors. */
function solveAll(n: number, J: Float64Array, random: () => number): number {
  const form = createHessenbergForm(n)
  form.h.set(J)
  reduceToHessenberg(form)
  const real = new HessenbergLu(form, false)
  const complex = new HessenbergLu(form, true)
  let largest = 0
  for (const h of [1e-3, 0.1, 30]) {
    const [bRe, bIm] = [randomVector(n, random), randomVector(n, random)]
    expect(real.factorReal(3.6, h) && complex.factorComplex(2.7, 3.1, h)).toBe(true)
    const x = bRe.slice()
    real.solveReal(x)
    const zero = new Float64Array(n)
    largest = Math.max(largest, residual(J, [3.6, 0], h, [x, zero], [bRe, zero]))
    const [xRe, xIm] = [bRe.slice(), bIm.slice()]
    complex.solveComplex(xRe, xIm)
    largest = Math.max(largest, residual(J, [2.7, 3.1], h, [xRe, xIm], [bRe, bIm]))
  }
  return largest
}

describe('systems d I - h J through the Hessenberg form', () => {
  // Backward errors of eliminations grow with n times the growth of the entries, which is some 10 for random matrices.
  it('solves systems of random matrices, full and with many zeros', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 25 }), fc.integer(), fc.boolean(), (n, seed, isSparse) => {
        const random = createRandom(seed)
        const J = randomVector(n * n, random)
        if (isSparse) for (let k = 0; k < J.length; k++) if (random() < 0.8) J[k] = 0
        expect(solveAll(n, J, random)).toBeLessThan(1000 * n)
      }),
    )
  })

  it.each([1e-6, 1, 1e6])('solves the system of a rod of 100 cells with rates of %d', (rate) => {
    const n = 100
    const J = new Float64Array(n * n)
    for (let i = 0; i < n; i++) {
      if (i > 0) J[i * n + i - 1] = rate
      J[i * n + i] = -2 * rate
      if (i + 1 < n) J[i * n + i + 1] = rate
    }
    expect(solveAll(n, J, createRandom(1))).toBeLessThan(1000 * n)
  })

  it('solves systems with mixed rates from 1e-6 to 1e6', () => {
    const n = 30
    const random = createRandom(7)
    const J = randomVector(n * n, random)
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) J[i * n + j] *= 10 ** (((i * 7) % 13) - 6)
    expect(solveAll(n, J, random)).toBeLessThan(1000 * n)
  })

  it('reports singular systems', () => {
    // Eigenvalues 1, 2 and 3: d I - h J is singular for d = 2, h = 1.
    const form = createHessenbergForm(3)
    form.h.set([1, 5, 7, 0, 2, 4, 0, 0, 3])
    reduceToHessenberg(form)
    expect(new HessenbergLu(form, false).factorReal(2, 1)).toBe(false)
    expect(new HessenbergLu(form, true).factorComplex(2, 0, 1)).toBe(false)
    expect(new HessenbergLu(form, true).factorComplex(2, 1, 1)).toBe(true)
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
      for (let k = 0; k < 9; k++) {
        form.h.set([1, 5, 7, 2, 2, 4, 3, 1, 3])
        form.h[k] = bad
        reduceToHessenberg(form)
        expect(new HessenbergLu(form, false).factorReal(2, 1), `${bad} at ${k}`).toBe(false)
        expect(new HessenbergLu(form, true).factorComplex(2, 1, 1), `${bad} at ${k}`).toBe(false)
      }
    }
  })
})
