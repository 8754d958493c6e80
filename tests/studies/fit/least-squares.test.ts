/**
 * Nonlinear least squares: the certified results of the Statistical Reference Datasets of NIST (StRD, nonlinear
 * regression; public data), bounds, rank.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { minimizeLeastSquares } from '../../../src/studies/fit/index.ts'

interface Dataset {
  readonly name: string
  readonly level: 'lower' | 'average' | 'higher'
  readonly start1: readonly number[]
  readonly start2: readonly number[]
  readonly parameters: readonly number[]
  readonly deviations: readonly number[]
  readonly sumOfSquares: number
  readonly y: readonly number[]
  readonly x: readonly number[]
  readonly x2?: readonly number[]
}

type Curve = (b: Float64Array, x: number, x2: number) => number

const { exp, cos, sin, PI, atan } = Math
const saturation: Curve = (b, x) => b[0] * (1 - exp(-b[1] * x))
const chwirut: Curve = (b, x) => exp(-b[0] * x) / (b[1] + b[2] * x)
const lanczos: Curve = (b, x) => b[0] * exp(-b[1] * x) + b[2] * exp(-b[3] * x) + b[4] * exp(-b[5] * x)
const gauss: Curve = (b, x) =>
  b[0] * exp(-b[1] * x) + b[2] * exp(-(((x - b[3]) / b[4]) ** 2)) + b[5] * exp(-(((x - b[6]) / b[7]) ** 2))
const cubic: Curve = (b, x) =>
  (b[0] + x * (b[1] + x * (b[2] + x * b[3]))) / (1 + x * (b[4] + x * (b[5] + x * b[6])))

const CURVES: Record<string, Curve> = {
  Misra1a: saturation,
  Misra1b: (b, x) => b[0] * (1 - (1 + (b[1] * x) / 2) ** -2),
  Misra1c: (b, x) => b[0] * (1 - (1 + 2 * b[1] * x) ** -0.5),
  Misra1d: (b, x) => (b[0] * b[1] * x) / (1 + b[1] * x),
  Chwirut1: chwirut,
  Chwirut2: chwirut,
  DanWood: (b, x) => b[0] * x ** b[1],
  Lanczos1: lanczos,
  Lanczos2: lanczos,
  Lanczos3: lanczos,
  Gauss1: gauss,
  Gauss2: gauss,
  Gauss3: gauss,
  Nelson: (b, x, x2) => b[0] - b[1] * x * exp(-b[2] * x2),
  MGH17: (b, x) => b[0] + b[1] * exp(-x * b[3]) + b[2] * exp(-x * b[4]),
  Kirby2: (b, x) => (b[0] + x * (b[1] + x * b[2])) / (1 + x * (b[3] + x * b[4])),
  Hahn1: cubic,
  Thurber: cubic,
  Roszman1: (b, x) => b[0] - b[1] * x - atan(b[2] / (x - b[3])) / PI,
  ENSO: (b, x) =>
    b[0] +
    b[1] * cos((2 * PI * x) / 12) +
    b[2] * sin((2 * PI * x) / 12) +
    b[4] * cos((2 * PI * x) / b[3]) +
    b[5] * sin((2 * PI * x) / b[3]) +
    b[7] * cos((2 * PI * x) / b[6]) +
    b[8] * sin((2 * PI * x) / b[6]),
  Rat42: (b, x) => b[0] / (1 + exp(b[1] - b[2] * x)),
  Rat43: (b, x) => b[0] / (1 + exp(b[1] - b[2] * x)) ** (1 / b[3]),
  MGH09: (b, x) => (b[0] * (x * x + x * b[1])) / (x * x + x * b[2] + b[3]),
  MGH10: (b, x) => b[0] * exp(b[1] / (x + b[2])),
  Eckerle4: (b, x) => (b[0] / b[1]) * exp(-0.5 * ((x - b[2]) / b[1]) ** 2),
  BoxBOD: saturation,
  Bennett5: (b, x) => b[0] * (b[1] + x) ** (-1 / b[2]),
}

const DATASETS = JSON.parse(
  readFileSync(new URL('./nist-regression.json', import.meta.url), 'utf8'),
) as Dataset[]

/** Certified digits: -lg of the largest relative error; the certified values have 11. */
const countDigits = (values: ArrayLike<number>, certified: readonly number[]): number =>
  Math.min(11, ...certified.map((value, j) => -Math.log10(Math.abs(values[j] - value) / Math.abs(value) + 1e-99)))

function fitDataset(data: Dataset, start: readonly number[]) {
  const curve = CURVES[data.name]
  const y = data.name === 'Nelson' ? data.y.map(Math.log) : data.y
  return minimizeLeastSquares({
    names: start.map((_, j) => `b${j + 1}`),
    nResidual: y.length,
    residuals: (b, out) => {
      for (let i = 0; i < y.length; i++) out[i] = curve(b, data.x[i], data.x2?.[i] ?? 0) - y[i]
      return true
    },
    start,
  })
}

describe('certified problems of NIST', () => {
  for (const data of DATASETS)
    for (const start of [data.start1, data.start2])
      test(`${data.name} (${data.level}) from ${start.join(', ')}`, () => {
        const result = fitDataset(data, start)
        const digits = countDigits(result.x, data.parameters)
        const deviationDigits = countDigits(result.standardErrors, data.deviations)
        if (process.env.SHOW) console.log(data.name, start === data.start1 ? 1 : 2, digits.toFixed(1), deviationDigits.toFixed(1), result.termination, result.nIteration, result.undetermined, result.sumOfSquares/data.sumOfSquares)
        expect(digits).toBeGreaterThan(6)
        expect(deviationDigits).toBeGreaterThan(4)
      })
})
