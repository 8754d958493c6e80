/**
 * Nonlinear least squares: the certified results of the Statistical Reference Datasets of NIST (StRD, nonlinear
 * regression; public data), bounds, rank.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { computeStudentLimit, minimizeLeastSquares } from '../../../src/studies/fit/index.ts'

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
  Math.min(
    11,
    ...certified.map((value, j) => -Math.log10(Math.abs(values[j] - value) / Math.abs(value) + 1e-99)),
  )

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
        expect(['converged', 'precision']).toContain(result.termination)
        expect(result.undetermined).toEqual([])
        expect(digits).toBeGreaterThan(6.5)
        // residuals of Lanczos1 are the rounding of its data to 14 digits, which doubles know to 0.2 %
        expect(deviationDigits).toBeGreaterThan(data.name === 'Lanczos1' ? 2.5 : 6.5)
        const sumError = Math.abs(result.sumOfSquares / data.sumOfSquares - 1)
        expect(sumError).toBeLessThan(data.name === 'Lanczos1' ? 5e-3 : 1e-9)
      })

  test('a given Jacobian leads to the same values', () => {
    const data = DATASETS.find(({ name }) => name === 'BoxBOD')!
    const result = minimizeLeastSquares({
      names: ['a', 'b'],
      nResidual: data.y.length,
      residuals: (b, out) => {
        for (let i = 0; i < out.length; i++) out[i] = saturation(b, data.x[i], 0) - data.y[i]
        return true
      },
      jacobian: (b, out) => {
        data.x.forEach((x, i) => {
          out[2 * i] = 1 - exp(-b[1] * x)
          out[2 * i + 1] = b[0] * x * exp(-b[1] * x)
        })
        return 0
      },
      start: data.start1,
    })
    expect(countDigits(result.x, data.parameters)).toBeGreaterThan(8)
    expect(countDigits(result.standardErrors, data.deviations)).toBeGreaterThan(8)
  })
})

/** y = a + b x with the residuals a + b x - y. */
const line = (x: readonly number[], y: readonly number[], scale = 1) => ({
  names: ['a', 'b'],
  nResidual: x.length,
  residuals: (p: Float64Array, out: Float64Array) => {
    for (let i = 0; i < x.length; i++) out[i] = scale * (p[0] + p[1] * x[i] - y[i])
    return true
  },
  start: [0, 0],
})

describe('bounds', () => {
  test('hold parameters, and the others are those of the smaller problem', () => {
    // without bounds b = 2; with b <= 1.5 the best a is the mean of y - 1.5 x
    const x = [0, 1, 2, 3]
    const y = [1.1, 2.9, 5.1, 6.9]
    const result = minimizeLeastSquares({ ...line(x, y), upper: [Infinity, 1.5] })
    expect(result.x[1]).toBe(1.5)
    expect(Math.abs(result.x[0] - (4 - 1.5 * 1.5))).toBeLessThan(1e-12)
    expect(result.degreesOfFreedom).toBe(3)
    expect(result.standardErrors[1]).toBeNaN()
    // the error of a mean of four values
    expect(Math.abs(result.standardErrors[0] / (result.residualDeviation / 2) - 1)).toBeLessThan(1e-9)
  })

  test('no evaluation leaves them', () => {
    const result = minimizeLeastSquares({
      names: ['p', 'q'],
      nResidual: 3,
      residuals: (x, out) => {
        expect(x[0]).toBeGreaterThanOrEqual(0)
        expect(x[1]).toBeLessThanOrEqual(4)
        // a minimum at p = -1, q = 9 without bounds
        out[0] = Math.sqrt(x[0]) + 1
        out[1] = x[1] - 9
        out[2] = 0.1 * x[0] * x[1]
        return true
      },
      start: [2, 1],
      lower: [0, -Infinity],
      upper: [Infinity, 4],
    })
    expect([...result.x]).toEqual([0, 4])
  })

  test('change nothing where they do not matter', () => {
    const data = DATASETS.find(({ name }) => name === 'Rat43')!
    const residuals = (b: Float64Array, out: Float64Array): boolean => {
      for (let i = 0; i < out.length; i++) out[i] = CURVES.Rat43(b, data.x[i], 0) - data.y[i]
      return true
    }
    const names = ['b1', 'b2', 'b3', 'b4']
    const bounds = { lower: [1, 0, 0, 0.1], upper: [1000, 100, 10, 10] }
    const result = minimizeLeastSquares({
      names,
      nResidual: data.y.length,
      residuals,
      start: data.start1,
      ...bounds,
    })
    expect(countDigits(result.x, data.parameters)).toBeGreaterThan(6.5)
  })
})

describe('the estimate', () => {
  test('has the textbook errors of a line at all scales', () => {
    const x = [0, 1, 2, 3, 4]
    const y = [1.1, 2.9, 5.1, 6.9, 9.05]
    const mean = 2
    const sxx = 10
    for (const scale of [1e-6, 1, 1e6]) {
      const {
        x: p,
        residualDeviation: s,
        standardErrors,
        covariance,
      } = minimizeLeastSquares(line(x, y, scale))
      const slope = x.reduce((sum, value, i) => sum + (value - mean) * y[i], 0) / sxx
      const error = s / scale
      expect(Math.abs(p[1] - slope)).toBeLessThan(1e-9)
      expect(Math.abs(standardErrors[1] / (error / Math.sqrt(sxx)) - 1)).toBeLessThan(1e-8)
      expect(Math.abs(standardErrors[0] / (error * Math.sqrt(1 / 5 + 4 / sxx)) - 1)).toBeLessThan(1e-8)
      // covariance of intercept and slope: -mean s²/sxx
      expect(Math.abs(covariance[1] / ((-mean * error ** 2) / sxx) - 1)).toBeLessThan(1e-8)
    }
  })

  test('names parameters that act alike, and those that do not act', () => {
    const result = minimizeLeastSquares({
      names: ['R', 'C', 'v', 'idle'],
      nResidual: 6,
      residuals: (p, out) => {
        for (let i = 0; i < 6; i++)
          out[i] = p[2] * exp(-i / (p[0] * p[1])) - 5 * exp(-i / 6) - 0.01 * cos(7 * i)
        return true
      },
      start: [1, 3, 2, 1],
    })
    expect(result.undetermined).toHaveLength(2)
    expect(result.undetermined).toContainEqual(['R', 'C'])
    expect(result.undetermined).toContainEqual(['idle'])
    expect(Math.abs(result.x[0] * result.x[1] - 6)).toBeLessThan(0.1)
    expect(result.standardErrors[2]).toBeGreaterThan(0)
    expect(result.standardErrors[0]).toBeNaN()
  })

  test('has no errors without degrees of freedom, and fewer points than parameters leave a group', () => {
    const two = minimizeLeastSquares(line([0, 1], [1, 3]))
    expect([...two.x].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([1, 2])
    expect(two.residualDeviation).toBeNaN()
    const one = minimizeLeastSquares(line([1], [3]))
    expect(one.undetermined).toEqual([['a', 'b']])
    expect(one.sumOfSquares).toBeLessThan(1e-20)
  })

  test('is missing if the residuals are not defined at the start', () => {
    const result = minimizeLeastSquares({ ...line([0, 1], [1, 3]), residuals: () => false })
    expect(result.termination).toBe('start')
  })
})

test("limits of Student's distribution agree with scipy 1.10 and closed forms", () => {
  // [degrees of freedom, probability outside, t.isf(p/2)]
  const reference = [
    ...[
      [2, 0.5, 0.8164965809277266],
      [2, 1e-6, 999.9992500105391],
      [3, 0.05, 3.1824463052842638],
    ],
    ...[
      [5, 0.01, 4.032142983557536],
      [5, 1e-6, 28.47847346300838],
      [10, 0.1, 1.8124611228107341],
    ],
    ...[
      [30, 0.05, 2.042272456301238],
      [30, 1e-6, 6.119075620384274],
      [125, 0.5, 0.6764575141879317],
    ],
    ...[
      [1000, 0.05, 1.9623390808264078],
      [1e6, 0.05, 1.959966356814107],
      [1e6, 1e-6, 4.891668960710385],
    ],
  ]
  for (const [degrees, tails, limit] of reference)
    expect(Math.abs(computeStudentLimit(tails, degrees) / limit - 1)).toBeLessThan(1e-10)
  // Cauchy: tan(π (1 - p)/2)
  for (const p of [0.5, 0.1, 1e-3])
    expect(Math.abs(computeStudentLimit(p, 1) / Math.tan((PI * (1 - p)) / 2) - 1)).toBeLessThan(1e-10)
})
