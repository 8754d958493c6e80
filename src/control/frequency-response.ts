import { assertPositive } from '../base/index.ts'
import { createComplexDenseLu, factorComplexDenseLu, solveComplexDenseLu } from '../math/index.ts'
import type { Complex } from './complex.ts'
import { readSystem, type StateSpace, type System } from './state-space.ts'

/**
 * Frequency response: for each frequency [rad/s] the matrix G(iω), row by row for each output; of a discrete system
 * G(exp(iωT)). Infinite at a pole.
 */
export function frequencyResponse(system: StateSpace, frequencies: readonly number[]): Complex[][][] {
  const read = readSystem('system', system)
  return frequencies.map((w, k) => {
    if (w !== 0) assertPositive(`frequencies[${k}]`, w)
    return evaluateAtFrequency(read, w)
  })
}

/** G at a frequency [rad/s]. */
export function evaluateAtFrequency(system: System, w: number): Complex[][] {
  const { sampleTime, nIn, nOut } = system
  const angle = w * (sampleTime ?? 0)
  const s = sampleTime === undefined ? { re: 0, im: w } : { re: Math.cos(angle), im: Math.sin(angle) }
  const infinite = { re: Infinity, im: 0 }
  return (
    evaluateSystem(system, s) ?? Array.from({ length: nOut }, () => new Array<Complex>(nIn).fill(infinite))
  )
}

/** G(s) = C (s I - A)⁻¹ B + D, row by row; null at a pole. */
export function evaluateSystem(
  { A, B, C, D, n, nIn, nOut }: Pick<System, 'A' | 'B' | 'C' | 'D' | 'n' | 'nIn' | 'nOut'>,
  s: Complex,
): Complex[][] | null {
  const lu = createComplexDenseLu(n)
  for (let k = 0; k < n * n; k++) lu.re[k] = -A.a[k]
  for (let i = 0; i < n; i++) {
    lu.re[i * n + i] += s.re
    lu.im[i * n + i] = s.im
  }
  if (factorComplexDenseLu(lu) !== 0) return null
  const out: Complex[][] = Array.from({ length: nOut }, () => [])
  const [re, im] = [new Float64Array(n), new Float64Array(n)]
  for (let j = 0; j < nIn; j++) {
    for (let i = 0; i < n; i++) re[i] = B.a[i * nIn + j]
    im.fill(0)
    solveComplexDenseLu(lu, re, im)
    for (let o = 0; o < nOut; o++) {
      let [x, y] = [D.a[o * nIn + j], 0]
      for (let i = 0; i < n; i++) {
        x += C.a[o * n + i] * re[i]
        y += C.a[o * n + i] * im[i]
      }
      out[o].push({ re: x, im: y })
    }
  }
  return out
}
