import { type MatrixLayout, multiplyMatrix } from './jacobian/index.ts'

/**
 * Products of the power iteration: enough for the order of magnitude, which suffices for the choice of a method.
 */
const ITERATIONS = 8

/**
 * Estimate of the spectral radius of a matrix by the growth of J^k v over k products. The mean growth is meaningful for
 * complex pairs too: for an undamped oscillator it is ω, where a norm of J would give ω².
 */
export class SpectralRadius {
  private v: Float64Array
  private product: Float64Array

  constructor(private readonly layout: MatrixLayout) {
    this.v = new Float64Array(layout.n)
    this.product = new Float64Array(layout.n)
  }

  /** `values` are the entries of the matrix in the layout's order. */
  estimate(values: Float64Array): number {
    const { n } = this.layout
    // A start without symmetries of its own, the same in every run.
    for (let i = 0; i < n; i++) this.v[i] = 1 + ((i * 0.6180339887498949) % 1)
    let logGrowth = 0
    for (let k = 0; k < ITERATIONS; k++) {
      const before = norm(this.v)
      multiplyMatrix(this.layout, values, this.v, this.product)
      const after = norm(this.product)
      if (!(after > 0)) return 0
      logGrowth += Math.log(after / before)
      const scale = 1 / after
      for (let i = 0; i < n; i++) this.product[i] *= scale
      const swap = this.v
      this.v = this.product
      this.product = swap
    }
    return Math.exp(logGrowth / ITERATIONS)
  }
}

function norm(v: Float64Array): number {
  let sum = 0
  for (let i = 0; i < v.length; i++) sum += v[i] * v[i]
  return Math.sqrt(sum)
}
