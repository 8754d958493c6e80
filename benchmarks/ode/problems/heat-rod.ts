import type { CscPattern } from 'vario/math'
import type { OdeTestProblem } from './types.ts'

/** Number of Fourier modes that matter at t = 0.1: the k-th is damped by about exp(-π² k² / 10). */
const MODES = 12

/**
 * Heat conduction in a rod of length 1 by the method of lines, y_i' = (n+1)² (y_{i-1} - 2 y_i + y_{i+1}), with one end at 1
 * and the other at 0, from 0 everywhere to t = 0.1. With `sparse` the Jacobian has a tridiagonal pattern, otherwise it is
 * dense. The end value is the closed form of the semi-discrete solution.
 */
export function heatRod(n: number, sparse = true): OdeTestProblem {
  const k = (n + 1) * (n + 1)
  const f = (_t: number, x: Float64Array, dx: Float64Array): void => {
    let left = 1
    let here = x[0]
    for (let i = 0; i < n; i++) {
      const right = i + 1 < n ? x[i + 1] : 0
      dx[i] = k * (left - 2 * here + right)
      left = here
      here = right
    }
  }
  return {
    name: `heat-rod-${n}`,
    stiff: true,
    problem: sparse ? { n, f, sparsity: createTridiagonalPattern(n) } : { n, f },
    jacobian: sparse ? createSparseJacobian(n, k) : createDenseJacobian(n, k),
    t0: 0,
    x0: Array.from({ length: n }, () => 0),
    tEnd: 0.1,
    reference: computeRodTemperature(n, 0.1),
  }
}

function createTridiagonalPattern(n: number): CscPattern {
  const colPtr = new Int32Array(n + 1)
  const rowIdx = new Int32Array(3 * n - 2)
  let p = 0
  for (let j = 0; j < n; j++) {
    for (let i = Math.max(0, j - 1); i <= Math.min(n - 1, j + 1); i++) rowIdx[p++] = i
    colPtr[j + 1] = p
  }
  return { nRows: n, nCols: n, colPtr, rowIdx }
}

function createSparseJacobian(n: number, k: number): OdeTestProblem['jacobian'] {
  return (_t, _x, J) => {
    let p = 0
    for (let j = 0; j < n; j++) {
      if (j > 0) J[p++] = k
      J[p++] = -2 * k
      if (j < n - 1) J[p++] = k
    }
  }
}

function createDenseJacobian(n: number, k: number): OdeTestProblem['jacobian'] {
  return (_t, _x, J) => {
    for (let i = 0; i < n; i++) {
      if (i > 0) J[i * n + i - 1] = k
      J[i * n + i] = -2 * k
      if (i < n - 1) J[i * n + i + 1] = k
    }
  }
}

/** Steady profile 1 - i/(n+1) minus its expansion in the eigenvectors sin(kπi/(n+1)), each damped by exp(λ_k t). */
function computeRodTemperature(n: number, t: number): number[] {
  const m = n + 1
  const y = Array.from({ length: n }, (_, i) => 1 - (i + 1) / m)
  for (let k = 1; k <= Math.min(n, MODES); k++) {
    const angle = (k * Math.PI) / (2 * m)
    const amplitude = Math.exp(-4 * m * m * Math.sin(angle) ** 2 * t) / (m * Math.tan(angle))
    for (let i = 0; i < n; i++) y[i] -= amplitude * Math.sin((k * Math.PI * (i + 1)) / m)
  }
  return y
}
