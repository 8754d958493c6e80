/**
 * Evolution strategy with covariance matrix adaptation, (μ/μ_w, λ)-CMA-ES [Hansen 2016, The CMA evolution strategy: a tutorial]:
 *
 *   x_k = m + σ B D z_k,  z_k ~ N(0, I),  C = B D² Bᵀ                                                 (1)
 *   m ← Σ w_i x_i:λ                                                                                 (2)
 *   p_σ ← (1 - c_σ) p_σ + √(c_σ (2 - c_σ) μ_eff) C^{-1/2} Δm/σ                                       (3)
 *   p_c ← (1 - c_c) p_c + h_σ √(c_c (2 - c_c) μ_eff) Δm/σ                                            (4)
 *   C ← (1 - c_1 - c_μ) C + c_1 p_c p_cᵀ + c_μ Σ w_i y_i:λ y_i:λᵀ                                    (5)
 *   σ ← σ exp(c_σ/d_σ (‖p_σ‖/E‖N(0, I)‖ - 1))                                                        (6)
 *
 * Only ranks of values count, so any order of evaluation gives the same result.
 */
import { computeSymmetricEigen } from './symmetric-eigen.ts'

/** Size of steps, relative to the first one, and range of values, relative to them, below which a search has ended. */
const SMALLEST_STEP = 1e-12
const SMALLEST_RANGE = 1e-13
/** Largest ratio of the axes, squared. */
const LARGEST_CONDITION = 1e14

/** Why a search has ended; null: it goes on. */
export type CmaEnd = 'steps' | 'values' | 'condition' | 'stagnation' | null

export class CmaEs {
  readonly lambda: number
  private readonly mu: number
  private readonly weights: number[]
  private readonly muEff: number
  private readonly cSigma: number
  private readonly dSigma: number
  private readonly cc: number
  private readonly c1: number
  private readonly cMu: number
  private readonly expected: number
  private readonly pSigma: Float64Array
  private readonly pc: Float64Array
  private readonly C: Float64Array
  private readonly B: Float64Array
  private readonly D: Float64Array
  private sigma: number
  private generation = 0
  private points: Float64Array[] = []
  /** Best values of the last generations, and medians. */
  private readonly history: number[] = []
  private readonly medians: number[] = []
  end: CmaEnd = null

  /**
   * @param mean start (n), which moves
   * @param firstSigma standard deviation of the first points
   * @param normal a normal number by generation and place
   */
  constructor(
    readonly mean: Float64Array,
    private readonly firstSigma: number,
    private readonly normal: (generation: number, place: number) => number,
    lambda?: number,
  ) {
    const n = mean.length
    this.sigma = firstSigma
    this.lambda = lambda ?? defaultPopulation(n)
    this.mu = Math.floor(this.lambda / 2)
    const raw = Array.from({ length: this.mu }, (_, i) => Math.log((this.lambda + 1) / 2) - Math.log(i + 1))
    const sum = raw.reduce((total, w) => total + w, 0)
    this.weights = raw.map((w) => w / sum)
    this.muEff = 1 / this.weights.reduce((total, w) => total + w * w, 0)
    const { muEff } = this
    this.cSigma = (muEff + 2) / (n + muEff + 5)
    this.dSigma = 1 + 2 * Math.max(0, Math.sqrt((muEff - 1) / (n + 1)) - 1) + this.cSigma
    this.cc = (4 + muEff / n) / (n + 4 + (2 * muEff) / n)
    this.c1 = 2 / ((n + 1.3) ** 2 + muEff)
    this.cMu = Math.min(1 - this.c1, (2 * (muEff - 2 + 1 / muEff)) / ((n + 2) ** 2 + muEff))
    this.expected = Math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))
    this.pSigma = new Float64Array(n)
    this.pc = new Float64Array(n)
    this.C = new Float64Array(n * n)
    this.B = new Float64Array(n * n)
    this.D = new Float64Array(n).fill(1)
    for (let i = 0; i < n; i++) {
      this.C[i * n + i] = 1
      this.B[i * n + i] = 1
    }
  }

  /** The next population, eq. 1. */
  ask(): readonly Float64Array[] {
    const { mean, B, D, sigma, generation, lambda, normal } = this
    const n = mean.length
    this.points = Array.from({ length: lambda }, (_, k) => {
      const z = Float64Array.from({ length: n }, (_, j) => D[j] * normal(generation, k * n + j))
      return mean.map((m, i) => {
        let y = 0
        for (let j = 0; j < n; j++) y += B[i * n + j] * z[j]
        return m + sigma * y
      })
    })
    return this.points
  }

  /** Takes the values of the population: smaller is better; NaN is the worst. */
  tell(values: ArrayLike<number>): void {
    const { mean, points, mu, weights, muEff, cSigma, cc, c1, cMu, pSigma, pc, C, sigma, expected } = this
    const n = mean.length
    const comparable = Array.from(values, (value) => (Number.isNaN(value) ? Infinity : value))
    const order = comparable.map((_, k) => k).sort((a, b) => comparable[a] - comparable[b] || a - b)
    const best = order.slice(0, mu).map((k) => points[k].map((x, i) => (x - mean[i]) / sigma))
    const step = new Float64Array(n)
    best.forEach((y, k) => {
      for (let i = 0; i < n; i++) step[i] += weights[k] * y[i]
    })
    for (let i = 0; i < n; i++) mean[i] += sigma * step[i] // (2)
    this.generation++
    const whitened = this.whiten(step)
    let norm = 0
    for (let i = 0; i < n; i++) {
      pSigma[i] = (1 - cSigma) * pSigma[i] + Math.sqrt(cSigma * (2 - cSigma) * muEff) * whitened[i] // (3)
      norm += pSigma[i] ** 2
    }
    norm = Math.sqrt(norm)
    const isShort = norm / Math.sqrt(1 - (1 - cSigma) ** (2 * this.generation)) / expected < 1.4 + 2 / (n + 1)
    for (let i = 0; i < n; i++)
      pc[i] = (1 - cc) * pc[i] + (isShort ? Math.sqrt(cc * (2 - cc) * muEff) * step[i] : 0) // (4)
    const decay = 1 - c1 - cMu + (isShort ? 0 : c1 * cc * (2 - cc))
    for (let i = 0; i < n; i++)
      for (let j = 0; j <= i; j++) {
        let sum = decay * C[i * n + j] + c1 * pc[i] * pc[j] // (5)
        for (let k = 0; k < mu; k++) sum += cMu * weights[k] * best[k][i] * best[k][j]
        C[i * n + j] = sum
        C[j * n + i] = sum
      }
    this.sigma *= Math.exp(Math.min(1, (cSigma / this.dSigma) * (norm / expected - 1))) // (6)
    this.updateAxes()
    this.updateEnd(order.map((k) => comparable[k]))
  }

  /** C^{-1/2} of a vector. */
  private whiten(v: Float64Array): Float64Array {
    const { B, D } = this
    const n = v.length
    const out = new Float64Array(n)
    for (let j = 0; j < n; j++) {
      let sum = 0
      for (let i = 0; i < n; i++) sum += B[i * n + j] * v[i]
      sum /= D[j]
      for (let i = 0; i < n; i++) out[i] += B[i * n + j] * sum
    }
    return out
  }

  /** B and D; of large matrices not in every generation. */
  private updateAxes(): void {
    const { C, B, D, c1, cMu, generation, mean } = this
    const n = mean.length
    const period = Math.max(1, Math.floor(1 / ((c1 + cMu) * n * 10)))
    if (generation % period !== 0) return
    const a = C.slice()
    computeSymmetricEigen(n, a, B)
    let [smallest, largest] = [Infinity, 0]
    for (let i = 0; i < n; i++) {
      const value = a[i * n + i]
      smallest = Math.min(smallest, value)
      largest = Math.max(largest, value)
      D[i] = Math.sqrt(Math.max(value, 0)) || Number.MIN_VALUE
    }
    if (!(largest <= LARGEST_CONDITION * smallest)) this.end = 'condition'
  }

  private updateEnd(sorted: readonly number[]): void {
    const { history, medians, sigma, firstSigma, D, pc, lambda, mean } = this
    const n = mean.length
    history.push(sorted[0])
    medians.push(sorted[Math.floor(lambda / 2)])
    const recent = history.slice(-(10 + Math.ceil((30 * n) / lambda)))
    const values = [...recent, ...sorted.slice(0, Math.ceil(lambda / 2))].filter(Number.isFinite)
    const range = Math.max(...values) - Math.min(...values)
    const isFull = recent.length === 10 + Math.ceil((30 * n) / lambda)
    if (isFull && range <= SMALLEST_RANGE * Math.max(1e-30, Math.abs(sorted[0]))) this.end = 'values'
    const widest = sigma * Math.max(...D, ...pc.map(Math.abs))
    if (widest < SMALLEST_STEP * firstSigma) this.end = 'steps'
    // no progress of the best values and of the medians over many generations
    const length = Math.min(20_000, Math.floor(120 + (30 * n) / lambda + 0.2 * history.length))
    if (history.length > length && !isBetter(history, length) && !isBetter(medians, length))
      this.end = 'stagnation'
    if (!(sigma < 1e8 * firstSigma) || !Number.isFinite(sigma)) this.end = 'steps'
  }
}

/** True if the median of the last part of a list is below that of its first part. */
function isBetter(list: readonly number[], length: number): boolean {
  const part = list.slice(-length)
  const size = Math.floor(0.3 * length)
  const median = (values: readonly number[]): number =>
    [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
  return median(part.slice(-size)) < median(part.slice(0, size))
}

/** Size of a population for n parameters. */
export function defaultPopulation(n: number): number {
  return 4 + Math.floor(3 * Math.log(n))
}
