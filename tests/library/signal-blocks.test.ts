/** Filters against their closed forms, noise against its statistics, and blocks of controls and logic. */
import { equations, Model, simulate, Var } from 'vario'
import {
  BandLimitedWhiteNoise,
  Chirp,
  Filter,
  Mean,
  Nand,
  Nor,
  NormalNoise,
  OnDelay,
  OnOffController,
  RateLimiter,
  RootMeanSquare,
  RSFlipFlop,
  Trapezoid,
  UniformNoise,
  Xor,
} from 'vario/library/blocks'
import { describe, expect, it } from 'vitest'
import { designFilter } from '../../src/library/blocks/filter-design.ts'
import { checkInterpreter } from '../support/check-interpreter.ts'

checkInterpreter()

const SOLVERS = ['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const

/** c (jω - A)⁻¹ b + d by elimination with complex numbers. */
function responseOf(
  design: string,
  band: string,
  order: number,
  f: number,
  f_cut = 1,
  f_min = 0.5,
  ripple = 0.5,
) {
  const { n, A, b, c, d } = designFilter(design, band, order, f_cut, f_min, ripple)
  const w = 2 * Math.PI * f
  // rows [re, im] of the matrix and the right side
  const M = Array.from({ length: n }, (_, i) => [
    ...Array.from({ length: n }, (_, j): [number, number] => [-A[i * n + j], i === j ? w : 0]),
    [b[i], 0] as [number, number],
  ])
  const times = (x: number[], y: number[]): [number, number] => [
    x[0] * y[0] - x[1] * y[1],
    x[0] * y[1] + x[1] * y[0],
  ]
  const over = (x: number[], y: number[]): [number, number] => {
    const size = y[0] ** 2 + y[1] ** 2
    return [(x[0] * y[0] + x[1] * y[1]) / size, (x[1] * y[0] - x[0] * y[1]) / size]
  }
  for (let k = 0; k < n; k++) {
    let p = k
    for (let i = k + 1; i < n; i++) if (Math.hypot(...M[i][k]) > Math.hypot(...M[p][k])) p = i
    ;[M[k], M[p]] = [M[p], M[k]]
    for (let i = 0; i < n; i++) {
      if (i === k) continue
      const factor = over(M[i][k], M[k][k])
      for (let j = k; j <= n; j++) {
        const part = times(factor, M[k][j])
        M[i][j] = [M[i][j][0] - part[0], M[i][j][1] - part[1]]
      }
    }
  }
  const sum = [d, 0]
  for (let k = 0; k < n; k++) {
    const x = over(M[k][n], M[k][k])
    sum[0] += c[k] * x[0]
    sum[1] += c[k] * x[1]
  }
  return { gain: Math.hypot(...sum), phase: Math.atan2(sum[1], sum[0]) }
}

describe('filters', () => {
  it('butterworth: 1/√(1 + f^2n), any order and band', () => {
    for (const n of [1, 2, 3, 4, 7, 10]) {
      for (const f of [0.01, 0.5, 1, 2, 10]) {
        const low = 1 / Math.sqrt(1 + f ** (2 * n))
        expect(responseOf('butterworth', 'low pass', n, f).gain).toBeCloseTo(low, 11)
        expect(responseOf('butterworth', 'high pass', n, 1 / f).gain).toBeCloseTo(low, 11)
        // limits 0.5 and 2: f - 1/f over 1.5
        const x = Math.abs(f - 1 / f) / 1.5
        const pass = 1 / Math.sqrt(1 + x ** (2 * n))
        expect(responseOf('butterworth', 'band pass', n, f, 2, 0.5).gain).toBeCloseTo(pass, 9)
        const stop = x === 0 ? 0 : 1 / Math.sqrt(1 + x ** (-2 * n))
        expect(responseOf('butterworth', 'band stop', n, f, 2, 0.5).gain).toBeCloseTo(stop, 9)
      }
    }
  })

  it('critical damping: equal poles; f_cut has 1/√2 of the amplitude', () => {
    for (const n of [1, 2, 5]) {
      const rate = 1 / Math.sqrt(2 ** (1 / n) - 1)
      for (const f of [0.3, 1, 4])
        expect(responseOf('critical damping', 'low pass', n, f).gain).toBeCloseTo(
          (1 + (f / rate) ** 2) ** (-n / 2),
          10,
        )
    }
  })

  it('chebyshev: polynomials of Chebyshev in the amplitude', () => {
    for (const n of [2, 3, 5, 8]) {
      const epsilon = Math.sqrt(10 ** 0.05 - 1)
      const T = (x: number): number => (x <= 1 ? Math.cos(n * Math.acos(x)) : Math.cosh(n * Math.acosh(x)))
      const level = (x: number): number => 1 / Math.sqrt(1 + (epsilon * T(x)) ** 2)
      // the frequency with 1/√2 of the amplitude at 0
      let [lo, hi] = [1, 10]
      for (let k = 0; k < 80; k++) {
        const middle = (lo + hi) / 2
        if (level(middle) > level(0) * Math.SQRT1_2) lo = middle
        else hi = middle
      }
      for (const f of [0.2, 0.5, 0.9, 1, 2])
        expect(responseOf('chebyshev', 'low pass', n, f).gain).toBeCloseTo(level(f * lo) / level(0), 8)
    }
  })

  it('bessel: maximally flat delay, and the published limits of the band', () => {
    // ω₀ of the delay 1 s with -3 dB [Zverev 1967, Handbook of filter synthesis]
    const published: Record<number, number> = { 2: 1.3617, 3: 1.7557, 4: 2.1139, 5: 2.4274, 8: 3.1797 }
    for (const [order, limit] of Object.entries(published)) {
      const n = Number(order)
      expect(responseOf('bessel', 'low pass', n, 1).gain).toBeCloseTo(Math.SQRT1_2, 9)
      const delayAt = (f: number): number => {
        const [a, b] = [f - 1e-4, f + 1e-4].map((g) => responseOf('bessel', 'low pass', n, g).phase)
        return (a - b) / (2 * Math.PI * 2e-4)
      }
      // delay = limit/(2π f_cut), up to terms f^2n
      expect(2 * Math.PI * delayAt(1e-3)).toBeCloseTo(limit, 3)
      if (n >= 4) expect(delayAt(0.3) / delayAt(1e-3)).toBeCloseTo(1, 4)
    }
    expect(responseOf('bessel', 'low pass', 15, 1).gain).toBeCloseTo(Math.SQRT1_2, 6)
  })

  it.each(SOLVERS)('a block passes a sine with the amplitude of its design: %s', (solver) => {
    const model = Model({
      filter: Filter({ design: 'chebyshev', band: 'band pass', order: 3, f_min: 0.5, f_cut: 2, k: 3 }),
      equations: equations`filter.u = sin(2*pi*1.7*time)`,
    })
    const result = simulate(model, { stopTime: 20, solver, tolerance: 1e-8, interval: 0.01 })
    const late = result.values('filter.y').filter((_, i) => result.time[i] > 15)
    const { gain } = responseOf('chebyshev', 'band pass', 3, 1.7, 2, 0.5)
    // points of a grid of 0.01 s miss the peak by at most (π 1.7 0.01)²/2
    expect(Math.abs(Math.max(...late) / (3 * gain) - 1)).toBeLessThan(2e-3)
  })

  it('other parameters in merge, and errors', () => {
    const model = Model({ filter: Filter(), equations: equations`filter.u = 1` })
    const merge = { filter: { order: 5, design: 'bessel' } }
    expect(simulate(model, { stopTime: 5, merge }).final('filter.y')).toBeCloseTo(1, 5)
    for (const [parameters, message] of [
      [{ design: 'elliptic' }, "Filter: design: expected 'bessel' | 'butterworth'"],
      [{ order: 16 }, 'Filter: expected an order up to 15, got 16'],
      [{ band: 'band pass', f_min: 2 }, 'expected 0 < f_min < f_cut'],
      [{ design: 'chebyshev', ripple: 4 }, 'expected a ripple between 0 and 3 dB'],
    ] as const)
      expect(() => simulate(model, { stopTime: 1, merge: { filter: parameters } })).toThrow(message)
  })
})

describe('means and limits', () => {
  it.each(SOLVERS)('mean and root mean square of a sine with an offset: %s', (solver) => {
    const model = Model({
      mean: Mean({ T: 0.5 }),
      rms: RootMeanSquare({ T: 0.5, startTime: 0.1 }),
      equations: equations`
        mean.u = 2 + 3*sin(4*pi*time)
        rms.u = 3*sin(4*pi*time)
      `,
    })
    const result = simulate(model, { stopTime: 2.2, solver, tolerance: 1e-8 })
    expect(result.at('mean.y', 0.4)).toBe(0)
    for (const t of [0.7, 1.3, 2.2]) {
      expect(result.at('mean.y', t)).toBeCloseTo(2, 6)
      expect(result.at('rms.y', t)).toBeCloseTo(3 / Math.SQRT2, 6)
    }
  })

  it('a rate limiter rises and falls with its rates, and follows otherwise', () => {
    const model = Model({
      limiter: RateLimiter({ rising: 2, falling: -4, Td: 1e-3 }),
      equations: equations`limiter.u = if time < 1 then 1 elseif time < 2 then 0 else 0.5*(time - 2)`,
    })
    const result = simulate(model, { stopTime: 4, tolerance: 1e-8 })
    expect(result.at('limiter.y', 0.25)).toBeCloseTo(0.5, 6)
    expect(result.at('limiter.y', 1.1)).toBeCloseTo(0.6, 5)
    // a ramp is followed with the lag Td
    expect(result.final('limiter.y')).toBeCloseTo(1 - 0.5e-3, 6)
  })

  it('a two-point controller oscillates between its limits', () => {
    const model = Model({
      controller: OnOffController({ bandwidth: 0.2 }),
      T: Var({ init: 0 }),
      equations: equations`
        controller.reference = 1
        controller.u = T
        der(T) = (if controller.y then 2 else 0) - T
      `,
    })
    const result = simulate(model, { stopTime: 6, tolerance: 1e-8 })
    const late = result.values('T').filter((_, i) => result.time[i] > 2)
    expect(Math.max(...late)).toBeCloseTo(1.1, 6)
    expect(Math.min(...late)).toBeCloseTo(0.9, 6)
  })
})

describe('sources', () => {
  it('a trapezoid has its kinks at events', () => {
    const model = Model({
      source: Trapezoid({
        amplitude: 2,
        rising: 0.1,
        width: 0.2,
        falling: 0.3,
        period: 1,
        startTime: 0.5,
        offset: 1,
      }),
      I: Var({ init: 0 }),
      equations: equations`der(I) = source.y`,
    })
    const result = simulate(model, { stopTime: 2.5, tolerance: 1e-6 })
    for (const [t, y] of [
      [0.2, 1],
      [0.55, 2],
      [0.7, 3],
      [0.95, 2],
      [1.3, 1],
      [1.55, 2],
      [1.95, 2],
    ])
      expect(result.at('source.y', t)).toBeCloseTo(y, 9)
    // per period 2 (0.05 + 0.2 + 0.15), and the offset
    expect(result.final('I')).toBeCloseTo(2.5 + 2 * 0.8, 9)
    const wrong = Model({ source: Trapezoid({ rising: 0.5, width: 0.6 }) })
    expect(() => simulate(wrong, { stopTime: 1 })).toThrow(
      'expected rising + width + falling up to the period',
    )
    const pulse = Model({ source: Trapezoid({ rising: 0, falling: 0 }) })
    expect(simulate(pulse, { stopTime: 1 }).at('source.y', 0.1)).toBe(1)
  })

  it('a chirp passes from one frequency to the other', () => {
    const model = Model({ source: Chirp({ f_start: 1, f_end: 5, duration: 2, amplitude: 3, startTime: 1 }) })
    const result = simulate(model, { stopTime: 4, interval: 1e-3 })
    expect(result.at('source.y', 0.5)).toBe(0)
    expect(result.at('source.y', 2.2)).toBeCloseTo(3 * Math.sin(2 * Math.PI * (1.2 + 1.2 ** 2)), 4)
    // 6 turns within the duration, then 5 Hz
    expect(result.at('source.y', 3.55)).toBeCloseTo(3 * Math.sin(2 * Math.PI * (6 + 5 * 0.55)), 2)
  })

  it('noise depends on seed and time alone, and has its distribution', () => {
    const model = (seed: number) =>
      Model({
        a: UniformNoise({ seed, yMin: 2, yMax: 4, samplePeriod: 1e-3 }),
        b: NormalNoise({ seed: seed + 1, mu: 1, sigma: 0.5, samplePeriod: 1e-3 }),
        c: BandLimitedWhiteNoise({ seed: seed + 2, samplePeriod: 1e-3, noisePower: 4e-3 }),
        x: Var({ init: 0 }),
        equations: equations`der(x) = a.y - x`,
      })
    const run = (seed: number, solver: (typeof SOLVERS)[number], stopTime = 0.8) =>
      simulate(model(seed), { stopTime, solver, interval: 0.1 })
    const result = run(7, 'tsit5')
    const statistics = (name: string) => {
      const n = result.values('a.n')
      const all = result.values(name)
      const values = all.filter((_, i) => i > 0 && n[i] !== n[i - 1])
      const mean = values.reduce((sum, y) => sum + y, 0) / values.length
      const variance = values.reduce((sum, y) => sum + (y - mean) ** 2, 0) / values.length
      const next = values.slice(1).reduce((sum, y, k) => sum + (y - mean) * (values[k] - mean), 0)
      return { mean, deviation: Math.sqrt(variance), correlation: next / values.length / variance }
    }
    // standard errors of 800 samples: σ/28 of a mean, σ/40 of a deviation, 1/28 of a correlation; four of them
    const [a, b, c] = ['a.y', 'b.y', 'c.y'].map(statistics)
    expect(Math.abs(a.mean - 3)).toBeLessThan((4 * 0.577) / 28)
    expect(Math.abs(a.deviation - 1 / Math.sqrt(3))).toBeLessThan(0.05)
    expect(Math.abs(b.mean - 1)).toBeLessThan((4 * 0.5) / 28)
    expect(Math.abs(b.deviation - 0.5)).toBeLessThan((4 * 0.5) / 40)
    expect(Math.abs(c.deviation - 2)).toBeLessThan((4 * 2) / 40)
    for (const { correlation } of [a, b, c]) expect(Math.abs(correlation)).toBeLessThan(4 / 28)
    const other = run(7, 'bdf', 0.3)
    for (const t of [0.0105, 0.1235, 0.2995]) expect(other.at('b.y', t)).toBe(result.at('b.y', t))
    expect(run(8, 'tsit5', 0.1).at('a.y', 0.0505)).not.toBe(result.at('a.y', 0.0505))
  })
})

it('logic', () => {
  const model = Model({
    xor: Xor(),
    nand: Nand(),
    nor: Nor(),
    latch: RSFlipFlop(),
    late: OnDelay({ delayTime: 0.5 }),
    equations: equations`
      a = time > 1
      b = time > 2 and time < 4
      xor.u1 = a
      xor.u2 = b
      nand.u1 = a
      nand.u2 = b
      nor.u1 = a
      nor.u2 = b
      latch.S = time > 0.5 and time < 0.7 or time > 3
      latch.R = time > 2 and time < 3.5
      late.u = b or time > 0.2 and time < 0.6
    `,
  })
  const result = simulate(model, { stopTime: 5 })
  const table = (name: string) => [0.55, 1.5, 2.3, 2.7, 3.7, 4.5].map((t) => result.at(name, t))
  expect(table('xor.y')).toEqual([0, 1, 0, 0, 0, 1])
  expect(table('nand.y')).toEqual([1, 1, 0, 0, 0, 1])
  expect(table('nor.y')).toEqual([1, 0, 0, 0, 0, 0])
  expect(table('latch.y')).toEqual([1, 1, 0, 0, 1, 1])
  expect(table('late.y')).toEqual([0, 0, 0, 1, 1, 0])
})
