/** Tables in equations: their kinks, derivatives, extrapolation, and the interpolations against closed forms. */

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { equations, Model, modelFromJson, modelToJson, Par, simulate, Var } from 'vario'
import { parseTable, readTable } from 'vario/files'
import { Table1D, Table2D, table1D, table2D } from 'vario/library/blocks'
import { Mass, Position } from 'vario/library/translational'
import { describe, expect, it } from 'vitest'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import { checkInterpreter } from '../support/check-interpreter.ts'
import { createRandom } from './support.ts'

checkInterpreter()

const SOLVERS = ['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const

/** Values of a curve at the arguments `u`, by an equation. */
function evaluateCurve(T: number[][], u: readonly number[], method: string, outside = 'hold'): number[] {
  const model = Model({
    T,
    ...{ u: [...u], method, outside },
    equations: equations`y = [${table1D}(T, u[i], method, outside) for i in eachindex(u)]`,
  })
  return [...simulate(model, { stopTime: 0 }).finalVector('y')]
}

function evaluateSurface(
  T: number[][],
  points: readonly [number, number][],
  method: string,
  outside = 'hold',
) {
  const model = Model({
    T,
    ...{ u: points.map(([a]) => a), method, outside },
    v: points.map(([, b]) => b),
    equations: equations`y = [${table2D}(T, u[i], v[i], method, outside) for i in eachindex(u)]`,
  })
  return [...simulate(model, { stopTime: 0 }).finalVector('y')]
}

const range = (from: number, to: number, n: number): number[] =>
  Array.from({ length: n }, (_, i) => from + ((to - from) * i) / (n - 1))
const sample = (x: readonly number[], f: (x: number) => number): number[][] => x.map((u) => [u, f(u)])

describe('straight lines', () => {
  const T = [
    [0, 0],
    [1, 2],
    [3, 3],
    [4, 1],
  ]
  const Integral = Model({
    T,
    x: Var({ init: 0 }),
    s: Var({ init: 0 }),
    equations: equations`
      der(x) = 1
      y = table1D(T, x)
      der(s) = y
    `,
  })

  it.each(SOLVERS)('stop the solver at their kinks: %s integrates them exactly', (solver) => {
    const result = simulate(Integral, { stopTime: 6, solver, tolerance: 1e-9 })
    // 1 + 5 + 2, and 2 beyond the end; a step over a kink has an error of about h²
    expect(Math.abs(result.final('s') - 10)).toBeLessThan(solver === 'bdf' ? 1e-9 : 1e-12)
    expect(result.attributes.statistics).toMatchObject({ events: 3 })
    expect(result.warnings).toEqual([])
  })

  it('are those of the parameter in JSON and merge', () => {
    const back = modelFromJson(JSON.stringify(modelToJson(Integral)))
    expect(simulate(back, { stopTime: 6 }).final('s')).toBeCloseTo(10, 9)
    const merge = {
      T: [
        [0, 1],
        [2, 3],
      ],
    }
    // 4, and 3 for 4 s
    expect(simulate(Integral, { stopTime: 6, merge }).final('s')).toBeCloseTo(16, 9)
  })

  it('have the events of an argument that turns back', () => {
    const model = Model({ T, equations: equations`y = table1D(T, 3.5*sin(time), "linear", "linear")` })
    const result = simulate(model, { stopTime: 2 * Math.PI })
    // upwards and downwards through 1 and 3; at 0 and 4 the line continues
    expect(result.attributes.statistics).toMatchObject({ events: 4 })
    expect(result.at('y', Math.PI / 2)).toBeCloseTo(2, 9)
    expect(result.at('y', 1.5 * Math.PI)).toBeCloseTo(-7, 9)
  })

  it.each([
    ['hold', [0, 2.5, 1]],
    ['linear', [-2, 2.5, -1]],
    // the period is 4: -1 is 3, 2 is 2, 5 is 1
    ['periodic', [3, 2.5, 2]],
  ])('continue with %s', (outside, expected) => {
    expect(evaluateCurve(T, [-1, 2, 5], 'linear', outside)).toEqual(expected)
  })

  it('repeat with a jump, which is an event', () => {
    const saw = [
      [0, 0],
      [1, 2],
    ]
    const model = Model({
      saw,
      s: Var({ init: 0 }),
      equations: equations`der(s) = table1D(saw, time, "linear", "periodic")`,
    })
    for (const solver of SOLVERS) {
      const result = simulate(model, { stopTime: 3.5, solver, tolerance: 1e-8 })
      // bdf has the error of the tolerance
      expect(result.final('s'), solver).toBeCloseTo(3.25, 7)
      expect(result.attributes.statistics, solver).toMatchObject({ events: 3 })
    }
  })

  it('may stand in a system of equations', () => {
    // a diode as a table in series with 2 Ohm at 3 V: i = 1 V/2 Ohm on the steep part, 0.5 + 0.5*1 …
    const model = Model({
      diode: [
        [-1, 0],
        [0, 0],
        [1, 1],
      ],
      equations: equations`
        3*time = 2*i + v
        i = table1D(diode, v, "linear", "linear")
      `,
    })
    const result = simulate(model, { stopTime: 1 })
    expect(result.final('i')).toBeCloseTo(1, 9)
    expect(result.at('v', 0.5)).toBeCloseTo(0.5, 9)
  })
})

describe('smooth curves', () => {
  const parabola = (x: number): number => 2 - 3 * x + 0.5 * x * x
  const knots = range(-2, 4, 7)
  const between = range(-2, 4, 41)

  it.each(['akima', 'modified-akima', 'fritsch-carlson', 'steffen'])(
    '%s passes a straight line',
    (method) => {
      const uneven = [-1, 0, 0.5, 2, 3].map((x) => [x, 3 - 2 * x])
      evaluateCurve(uneven, between, method, 'linear').forEach((y, i) => {
        expect(y).toBeCloseTo(3 - 2 * between[i], 12)
      })
      evaluateCurve(
        [
          [0, 1],
          [2, 5],
        ],
        [0.5, 1],
        method,
      ).forEach((y, i) => {
        expect(y).toBeCloseTo(2 + i, 12)
      })
    },
  )

  it('akima reproduces parabolas on even points: both weights are equal everywhere', () => {
    evaluateCurve(sample(knots, parabola), between, 'akima').forEach((y, i) => {
      expect(y).toBeCloseTo(parabola(between[i]), 12)
    })
  })

  it('steffen reproduces a monotone parabola on uneven points: its slopes are those of the parabola', () => {
    const x = [1, 1.5, 2.5, 3]
    const f = (u: number): number => u * u
    evaluateCurve(sample(x, f), range(1, 3, 21), 'steffen').forEach((y, i) => {
      expect(y).toBeCloseTo((1 + i / 10) ** 2, 12)
    })
  })

  it('akima has the slope of equal neighbors at a corner', () => {
    // m = 0, 0 before and 1, 3 behind: the slope is 0 [Akima 1970]; f = 3t² - 2t³ + s(t³ - t²), s = (2*1 + 2*3)/4 behind
    const T = [
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 1],
      [4, 4],
      [5, 9],
    ]
    // slopes at 3: lines 0 1 3 5: weights |5 - 3| and |1 - 0|: (2*1 + 1*3)/3
    const s = 5 / 3
    const t = 0.5
    expect(evaluateCurve(T, [1.5, 2.5], 'akima')).toEqual([
      0,
      expect.closeTo(3 * t * t - 2 * t ** 3 + s * (t ** 3 - t * t), 12),
    ])
  })

  it('modified-akima stays within flat pieces beside a step', () => {
    const T = [0, 0, 0, 1, 1, 1].map((y, x) => [x, y])
    const y = evaluateCurve(T, range(0, 5, 101), 'modified-akima')
    expect(Math.max(...y)).toBeLessThanOrEqual(1 + 1e-15)
    expect(Math.min(...y)).toBeGreaterThanOrEqual(-1e-15)
    // at its middle the slopes are 0 on both sides
    expect(evaluateCurve(T, [2.5], 'modified-akima')).toEqual([0.5])
  })

  it('fritsch-carlson limits slopes to the circle of radius 3', () => {
    // lines 0.1 and 10: the mean slope 5.05 is 50.5 times the first line; the end has slope 0.1: (1, 50.5) → radius 3
    const T = [
      [0, 0],
      [1, 0.1],
      [2, 10.1],
    ]
    const factor = 3 / Math.hypot(1, 50.5)
    const hermite = (y0: number, y1: number, s0: number, s1: number): number => (y0 + y1) / 2 + (s0 - s1) / 8
    const expected = hermite(0, 0.1, 0.1 * factor, 5.05 * factor)
    expect(evaluateCurve(T, [0.5], 'fritsch-carlson')[0]).toBeCloseTo(expected, 12)
  })

  it.each(campaignSeeds(20, 4))('monotone interpolations stay monotone, random points %i', (seed) => {
    const random = createRandom(seed)
    for (const method of ['fritsch-carlson', 'steffen']) {
      let [x, y] = [0, 0]
      const T = Array.from({ length: 12 }, () => [
        (x += 0.05 + random()),
        (y += random() < 0.2 ? 0 : random() ** 4),
      ])
      const values = evaluateCurve(T, range(T[0][0], x, 400), method)
      for (let i = 1; i < values.length; i++) expect(values[i] - values[i - 1]).toBeGreaterThan(-1e-13)
    }
  })

  it('repeat smoothly', () => {
    const x = range(0, 2 * Math.PI, 33)
    const T = sample(x, Math.sin)
    T[32][1] = T[0][1]
    for (const method of ['akima', 'modified-akima', 'steffen', 'fritsch-carlson']) {
      const u = range(-20, 20, 101)
      // errors of cubic interpolation, h⁴/384 = 4e-6 with exact slopes; limited slopes at extremes are 0, as those of sin
      evaluateCurve(T, u, method, 'periodic').forEach((y, i) => {
        expect(Math.abs(y - Math.sin(u[i]))).toBeLessThan(5e-3)
      })
      // the same at both ends of the period, with the slope: the second difference is small
      const [a, b, c] = evaluateCurve(T, [-1e-4, 0, 1e-4], method, 'periodic')
      expect(Math.abs(a - 2 * b + c)).toBeLessThan(1e-7)
    }
  })

  it.each(SOLVERS)('have both derivatives, %s', (solver) => {
    const T = sample(knots, parabola)
    const model = Model({
      T,
      x: Var({ init: 0.5 }),
      equations: equations`
        der(x) = cos(time)
        y = table1D(T, x, "akima")
        v = der(y)
        a = der(v)
      `,
    })
    const result = simulate(model, { stopTime: 3, solver, tolerance: 1e-9 })
    // y = 2 - 3x + x²/2 with x = 0.5 + sin(t)
    const [s, c] = [Math.sin(3), Math.cos(3)]
    // the error of x, some ten times the tolerance
    expect(result.final('v')).toBeCloseTo((s - 2.5) * c, 7)
    expect(result.final('a')).toBeCloseTo(c * c - (s - 2.5) * s, 7)
  })

  it('prescribe a position, whose acceleration jumps at events', () => {
    // s = t² up to 1, then the line 2t - 1: steffen has both exactly
    const T = [
      [-1, 1],
      [-0.5, 0.25],
      [0, 0],
      [0.5, 0.25],
      [1, 1],
      [1.5, 2],
      [2, 3],
      [3, 5],
    ]
    const model = Model({
      T,
      drive: Position({ exact: true }),
      mass: Mass({ m: 2 }),
      equations: equations`drive.s_ref = table1D(T, time, "steffen", "linear")`,
      connect: [['drive.flange', 'mass.flange_a']],
    })
    const result = simulate(model, { stopTime: 4 })
    expect(result.final('mass.s')).toBeCloseTo(7, 9)
    expect(result.final('mass.v')).toBeCloseTo(2, 9)
    expect(result.at('drive.flange.f', 0.25)).toBeCloseTo(-4, 9)
    expect(result.at('drive.flange.f', 3.5)).toBeCloseTo(0, 9)
  })
})

describe('two arguments', () => {
  const T = [
    [0, 0, 1, 3],
    [0, 1, 2, 3],
    [2, 5, 0, 1],
  ]

  it('are interpolated by straight lines', () => {
    const points: [number, number][] = [
      [0, 0],
      [2, 3],
      [1, 0.5],
      [0.5, 2],
      [-1, 2],
      [3, -1],
    ]
    const linear = (a: number, b: number, t: number): number => a + (b - a) * t
    const expected = [1, 1, 2, linear(2.5, 0.5, 0.25)]
    expect(evaluateSurface(T, points, 'linear', 'hold')).toEqual([...expected, 2.5, 5])
    // along u1 at u2 = 2: 2.5 … 0.5; along u2 at u1 = 3: from 7 (5 + 2) to -1 (0 - 1) per 1
    expect(evaluateSurface(T, points, 'linear', 'linear')).toEqual([...expected, 3.5, 15])
  })

  const f = (x: number, y: number): number => (1 + x - 0.5 * x * x) * (2 - y + 0.25 * y * y)
  const grid = (xs: number[], ys: number[]): number[][] => [
    [0, ...ys],
    ...xs.map((x) => [x, ...ys.map((y) => f(x, y))]),
  ]
  const smooth = grid(range(-1, 3, 5), range(0, 5, 6))

  it('reproduce a product of parabolas with akima', () => {
    const points = range(-1, 3, 9).flatMap((x) => range(0, 5, 11).map((y): [number, number] => [x, y]))
    evaluateSurface(smooth, points, 'akima').forEach((z, i) => {
      expect(z).toBeCloseTo(f(...points[i]), 11)
    })
  })

  it('are equivalent: a transposed table has the same values', () => {
    const random = createRandom(3)
    const data = [[0, 1, 2, 4, 5], ...range(0, 3, 4).map((x) => [x, ...range(0, 1, 4).map(() => random())])]
    const transposed = data[0].map((_, j) => data.map((row) => row[j]))
    const points = Array.from({ length: 20 }, (): [number, number] => [4 * random() - 0.5, 1 + 4 * random()])
    for (const method of ['linear', 'akima', 'modified-akima']) {
      const swapped = points.map(([a, b]): [number, number] => [b, a])
      const expected = evaluateSurface(transposed, swapped, method, 'linear')
      evaluateSurface(data, points, method, 'linear').forEach((z, i) => {
        expect(z).toBeCloseTo(expected[i], 12)
      })
    }
  })

  it.each(SOLVERS)('have both derivatives and events at kinks, %s', (solver) => {
    const model = Model({
      ...{ T, smooth, s: Var({ init: 0 }) },
      equations: equations`
        x = 1 + sin(time)
        y = 2 + cos(time)
        z = table2D(smooth, x, y, "akima")
        v = der(z)
        a = der(v)
        der(s) = table2D(T, 2*time/3, time)
      `,
    })
    const result = simulate(model, { stopTime: 3, solver, tolerance: 1e-9 })
    const z = (t: number): number => f(1 + Math.sin(t), 2 + Math.cos(t))
    const h = 1e-3
    // central differences of the closed form: errors of h²
    expect(result.final('v')).toBeCloseTo((z(3 + h) - z(3 - h)) / (2 * h), 5)
    expect(result.final('a')).toBeCloseTo((z(3 + h) - 2 * z(3) + z(3 - h)) / (h * h), 5)
    // along the diagonal: (1 + t)(1 - t/3) + (5 - 5t)t/3 up to 1, then (2 + (t-1)/2)(1 - t/3) + (t-1)/2*t/3
    const integrate = (g: (t: number) => number, from: number, to: number): number =>
      ((to - from) / 6) * (g(from) + 4 * g((from + to) / 2) + g(to))
    const first = integrate((t) => (1 + t) * (1 - t / 3) + ((5 - 5 * t) * t) / 3, 0, 1)
    const second = integrate((t) => (2 + (t - 1) / 2) * (1 - t / 3) + (((t - 1) / 2) * t) / 3, 1, 3)
    expect(result.final('s')).toBeCloseTo(first + second, 9)
  })
})

describe('blocks and files', () => {
  it('Table1D and Table2D take their options as parameters', () => {
    const model = Model({
      one: Table1D({
        table: [
          [0, 0],
          [1, 1],
          [2, 4],
        ],
        interpolation: 'akima',
        extrapolation: 'linear',
      }),
      two: Table2D({
        table: [
          [0, 0, 2],
          [0, 0, 2],
          [2, 0, 6],
        ],
      }),
      equations: equations`
        one.u = 3*time
        two.u1 = time
        two.u2 = 2*time
      `,
    })
    const result = simulate(model, { stopTime: 1 })
    // the parabola continues with its slope 4; bilinear: u2*(1 + u1)
    expect(result.final('one.y')).toBeCloseTo(8, 12)
    expect(result.final('two.y')).toBeCloseTo(4, 12)
    const merge = { one: { interpolation: 'linear', extrapolation: 'hold' } }
    expect(simulate(model, { stopTime: 1, merge }).final('one.y')).toBe(4)
  })

  it('readTable takes columns by name, in SI', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'vario-')), 'motor.csv')
    writeFileSync(path, 'speed [rpm],torque [N.m],note\n0,10,1\n3000,8.5,2\n')
    const rows = await readTable(path, { columns: ['speed', 'torque'] })
    expect(rows).toEqual([
      [0, 10],
      [expect.closeTo(100 * Math.PI, 10), 8.5],
    ])
    await expect(readTable(path, { columns: ['power'] })).rejects.toThrow(
      "expected a column 1 to 3, or speed, torque, note, got 'power'",
    )
    await expect(readTable(`${path}x`)).rejects.toThrow('the file does not exist')
  })

  it('parseTable accepts tables with two arguments, and tables without a header', () => {
    expect(parseTable('u\\v;0;1,5\n1;2;3\n')).toEqual([
      [0, 0, 1.5],
      [1, 2, 3],
    ])
    expect(parseTable('0,1\n2,3')).toEqual([
      [0, 1],
      [2, 3],
    ])
    expect(() => parseTable('a,b\n1,x')).toThrow("CSV line 2, column 3: expected a number, got 'x'")
    expect(() => parseTable('1,2\n1')).toThrow('expected 2 cells as in the first line, got 1')
    expect(() => parseTable('')).toThrow('The CSV text is empty')
  })
})

describe('errors', () => {
  const T = [
    [0, 0],
    [1, 2],
    [2, 3],
  ]
  const attempt = (text: string, T: unknown, u = 0): (() => unknown) => {
    return () => simulate(Model({ T: Par(T as number[]), equations: equations(text) }), { stopTime: 1 + u })
  }
  it.each([
    ['y = table1D(T, 1, "spline")', T, "table1D: interpolation: expected 'linear' | 'akima'"],
    ['y = table1D(T, 1, "linear", "none")', T, "table1D: extrapolation: expected 'hold' | 'linear'"],
    ['y = table1D(T)', T, 'table1D: expected 2 to 4 arguments'],
    [
      'y = table1D(T, 1)',
      [
        [0, 1, 2],
        [1, 2, 3],
      ],
      'at least two rows [x, y], got a 2 × 3 matrix',
    ],
    [
      'y = table1D(T, 1)',
      [
        [0, 1],
        [0, 2],
      ],
      'expected increasing numbers in the first column, got 0 after 0',
    ],
    [
      'y = table2D(T, 1, 1)',
      [
        [0, 1],
        [0, 2],
      ],
      'table2D: expected a table of at least 3 × 3',
    ],
    [
      'y = table2D(T, 1, 1, "steffen")',
      [
        [0, 0, 1],
        [0, 1, 1],
        [1, 1, 1],
      ],
      'table2D: interpolation: expected',
    ],
    ['y = table1D(T, 4*time, "linear", "error")', T, 'expected an argument in the range 0 to 2, got 2.0'],
    ['y = table1D(T, 4*time, "akima", "error")', T, 'expected an argument in the range 0 to 2, got 2.0'],
  ])('%s', (text, T, message) => {
    expect(attempt(text, T)).toThrow(message)
  })

  it('an argument that reaches the end and turns back is within the table', () => {
    for (const method of ['linear', 'akima']) {
      const model = Model({ T, method, equations: equations`y = table1D(T, 1 + sin(time), method, "error")` })
      expect(simulate(model, { stopTime: 7 }).at('y', Math.PI / 2)).toBeCloseTo(3, 9)
    }
  })
})
