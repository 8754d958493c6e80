/** Nonlinear systems with several solutions: the branch that is followed, and the jump at its end. */
import { equations, instantiate, Model, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'

const SOLVERS = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const

/**
 * An operational amplifier with positive feedback as an oscillator: y stays at ±15 until |x| reaches the fold at 7.5 -
 * 15/gain.
 */
const createOscillator = (gain: number, limit = 15) =>
  Model({
    x: Var({ init: 0 }),
    y: Var({ start: limit }),
    equations: equations(`
      der(x) = y - x
      y = noEvent(max(-${limit}, min(${limit}, ${gain}*(y/2 - x))))
    `),
  })

/** x after a time, from exponentials between the folds. */
function exactState(gain: number, limit: number, time: number): number {
  const fold = limit / 2 - limit / gain
  let [t, x, y] = [0, 0, limit]
  for (;;) {
    const duration = Math.log((y - x) / (y - Math.sign(y) * fold))
    if (t + duration >= time) return y + (x - y) * Math.exp(t - time)
    t += duration
    x = Math.sign(y) * fold
    y = -y
  }
}

describe('an oscillator that jumps at folds', () => {
  const cases = SOLVERS.flatMap((solver) =>
    [1e-4, 1e-6, 1e-8].map((tolerance) => [solver, tolerance] as const),
  )
  it.each(cases)('%s, tolerance %s', (solver, tolerance) => {
    const result = simulate(createOscillator(1e4), { stopTime: 10, solver, tolerance })
    // x jumps in its slope by 30/s: an error of the jump time is an error of x, and there are nine jumps
    expect(Math.abs(result.final('x') - exactState(1e4, 15, 10))).toBeLessThan(1000 * tolerance)
  })

  it('logs its jumps', () => {
    const result = simulate(createOscillator(1e4), { stopTime: 10 })
    expect(result.warnings.map(({ code }) => code)).toEqual(['BRANCH'])
    // ln(15/7.5015) = 0.6929
    expect(result.warnings[0].message).toContain(
      'The solution of the nonlinear system in y ends at about t = 0.69',
    )
  })

  it.each([
    [20, 1],
    [1e6, 1e-3],
    [1e3, 1e4],
  ])('jumps alike when interpreted, gain %s, limit %s', (gain, limit) => {
    const model = instantiate(createOscillator(gain, limit), { interpret: true })
    const result = model.simulate({ stopTime: 10, merge: { x: { nominal: limit }, y: { nominal: limit } } })
    expect(Math.abs(result.final('x') - exactState(gain, limit, 10))).toBeLessThan(1e-3 * limit)
  })
})

it('a branch that continues is followed for any steps, and without a warning', () => {
  // y³ - y = x has three solutions for |x| < 0.385; y starts on the upper one, which x never leaves
  const model = Model({
    x: Var({ init: 0.3 }),
    y: Var({ start: 1 }),
    equations: equations`
      der(x) = -20*(x - 0.3*cos(7*time))
      y^3 - y = x
    `,
  })
  for (const solver of SOLVERS) {
    for (const tolerance of [1e-2, 1e-4, 1e-8]) {
      const result = simulate(model, { stopTime: 10, solver, tolerance })
      const [x, y] = [result.values('x'), result.values('y')]
      for (let k = 0; k < x.length; k++) {
        expect(y[k]).toBeGreaterThan(0.7)
        expect(Math.abs(y[k] ** 3 - y[k] - x[k])).toBeLessThan(1e-9)
      }
      expect(result.warnings).toEqual([])
    }
  }
})

it('the end of the only branch is an error with the equation', () => {
  const model = Model({
    x: Var({ init: -1 }),
    y: Var({ start: 1 }),
    equations: equations`
      der(x) = 1
      y^2 = -x
    `,
  })
  expect(() => simulate(model, { stopTime: 2 })).toThrow(/nonlinear system in y[\s\S]*y\^2 = -x/)
})

describe('a Schmitt trigger with a finite gain', () => {
  const cases = [1e1, 1e3, 1e5, 1e7].flatMap((gain) => [1e-6, 1, 1e6].map((size) => [gain, size] as const))
  it.each(cases)('jumps at its thresholds, with gain %d and output %d', (gain, size) => {
    // y = G (u + h y) within ±A; the part in between ends where it meets ±A, at u = ±A (h - 1/G)
    const h = 0.5
    const amplitude = 2 * h * size
    const threshold = Math.asin((h - 1 / gain) / (2 * h)) / (2 * Math.PI)
    const model = Model({
      ...{ A: size, G: gain, h, x: Var({ init: 0 }) },
      equations: equations(`
        der(x) = ${2 * Math.PI}*cos(${2 * Math.PI}*time)
        u = ${amplitude}*x
        y = if G*(u + h*y) > A then A else if G*(u + h*y) < -A then -A else G*(u + h*y)
      `),
    })
    for (const solver of ['auto', 'bdf', 'radau5'] as const) {
      const result = simulate(model, { stopTime: 2, solver, tolerance: 1e-8 })
      // 0.002 s is far more than the errors of the integration, and less than the distance of anything else
      for (const [t, y] of [
        [threshold + 0.002, 1],
        [0.5 + threshold - 0.002, 1],
        [0.5 + threshold + 0.002, -1],
        [1 + threshold - 0.002, -1],
        [1 + threshold + 0.002, 1],
        [1.75, -1],
      ])
        expect(result.at('y', t) / size).toBeCloseTo(y, 9)
    }
  })
})
