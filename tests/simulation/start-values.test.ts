/**
 * Start values select the solution of nonlinear and mixed systems, regardless of the unknowns that the translation
 * chooses; derivatives of elements.
 */
import { equations, instantiate, Model, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'

describe('nonlinear systems', () => {
  // e = 5 tanh(e): e = 4.99954…, 0 and the negative; y = e/5
  it.each([1, -1])('reach a root of y = tanh(5 y) in two equations, from %s', (start) => {
    const model = Model({
      y: Var({ start }),
      equations: equations`
        e = 5*y
        y = tanh(e)
      `,
    })
    const y = simulate(model, { stopTime: 1 }).final('y')
    expect(Math.abs(y - Math.tanh(5 * y))).toBeLessThan(1e-9)
    expect(y * start).toBeGreaterThan(0.99)
  })

  it.each([3, -3])('reach a root of y (y + 0.1) = 4, from %s', (start) => {
    const model = Model({
      y: Var({ start }),
      equations: equations`
        z = y*w
        w = y + 0.1
        z = 4
      `,
    })
    const root = -0.05 + Math.sign(start) * Math.sqrt(0.05 ** 2 + 4)
    expect(simulate(model, { stopTime: 1 }).final('y')).toBeCloseTo(root, 9)
  })
})

/** sin(a/2) = 0.5 has the solutions a = π/3 + 4πk and 5π/3 + 4πk; the start value of y decides. */
describe('variables computed behind a nonlinear system', () => {
  const near = (value: number): number => {
    const solutions = Array.from({ length: 80 }, (_, k) => 4 * Math.PI * (k - 40)).flatMap((turn) => [
      Math.PI / 3 + turn,
      (5 * Math.PI) / 3 + turn,
    ])
    return solutions.reduce((best, a) => (Math.abs(a - value) < Math.abs(best - value) ? a : best))
  }

  // `a` is the value for the start value of y, close enough to one of the solutions for Newton's method to converge to
  // it.
  it.each([
    { text: 'a = 2*y', start: 7, a: 14 },
    { text: 'y = -a/2', start: -7, a: 14 },
    { text: 'y = 1/a', start: 1 / 18, a: 18 },
    { text: 'b = a - 1; c = exp(b/10); y = 2*c', start: 2 * Math.exp(1.3), a: 14 },
    { text: 'y = a - 14', start: 0, a: 14 },
    { text: 'y = 1e6*a', start: -11e6, a: -11 },
    { text: 'w = 3*time + 2; y = a*w; der(s) = -y', start: 28, a: 14 },
    { text: '2.5*y + 3.5*z = a; y - 2.1*z = 1', start: 7, a: 27.5 },
    { text: 'y^3 + y = 2*a', start: 7, a: 175 },
    { text: 'v = [a, 3*a]; y = v[2]', start: 18, a: 6 },
  ])('follow from the root: $text from y = $start', ({ text, start, a }) => {
    const lines = ['sin(a/2) = 0.5', ...text.split('; ')].join('\n')
    const model = Model({
      y: Var({ start }),
      ...(text.includes('der(s)') && { s: Var({ init: 1 }) }),
      equations: equations(Object.assign([lines], { raw: [lines] })),
    })
    for (const interpret of [false, true]) {
      const found = instantiate(model, { interpret }).simulate({ stopTime: 1 }).final('a')
      expect(Math.abs(found - near(a))).toBeLessThan(1e-9 * Math.abs(a))
    }
  })

  it('take the first ones that agree if start values contradict each other', () => {
    const model = Model({
      y: Var({ start: 13 }),
      z: Var({ start: 40 }),
      equations: equations`
        sin(a) + sin(b) = 0.5
        sin(a) - sin(b) = 0.3
        y = 2*a
        z = 5*a
      `,
    })
    // sin a = 0.4: a = asin 0.4 + 2π next to 6.5, π - asin 0.4 + 2π next to 8
    const a = simulate(model, { stopTime: 1 }).final('a')
    const nearest = [Math.asin(0.4), Math.PI - Math.asin(0.4)].map((x) => x + 2 * Math.PI)
    expect(Math.min(...nearest.map((x) => Math.abs(x - a)))).toBeLessThan(1e-9)
  })
})

describe('mixed systems', () => {
  /** A comparator with hysteresis: of its three solutions at x = 0, the middle one is unstable. */
  it.each([
    { start: 15, interpret: false },
    { start: -15, interpret: false },
    { start: 15, interpret: true },
  ])('include a comparator started at $start (interpreted: $interpret)', ({ start, interpret }) => {
    const model = Model({
      x: Var({ init: 0 }),
      y: Var({ start }),
      e: Var({ start: 5000 * start }),
      equations: equations`
        der(x) = y - x
        e = 1e4*(y/2 - x)
        y = if e > 15 then 15 elseif e < -15 then -15 else e
      `,
    })
    const result = instantiate(model, { interpret }).simulate({ stopTime: 5, tolerance: 1e-8 })
    // x approaches ±15, and turns where the saturated solution ends: e = ±15, x = ±X with X = 7.5 - 15e-4
    const X = 7.5 - 15e-4
    const first = Math.log(15 / (15 - X))
    const half = Math.log((15 + X) / (15 - X))
    const n = Math.floor((5 - first) / half)
    const rest = 5 - first - n * half
    const sign = Math.sign(start) * (n % 2 === 0 ? -1 : 1)
    const expected = sign * (15 - (15 + X) * Math.exp(-rest))
    // errors of 1e-8 at the turns
    expect(Math.abs(result.final('x') - expected)).toBeLessThan(1e-5)
  })
})

it.each([false, true])(
  'the third derivative of an element of a vector is right (interpreted: %s)',
  (interpret) => {
    const model = Model({
      p: Var({ start: [0, 0] }),
      q: Var({ init: 0 }),
      equations: equations`
      p = [sin(time), time^4]
      v = der(p[2])
      a = der(v)
      jerk = der(a)
      der(q) = jerk
    `,
    })
    // jerk = 24 t, q = 12 t²
    const result = instantiate(model, { interpret }).simulate({ stopTime: 1 })
    expect(result.final('jerk')).toBeCloseTo(24, 12)
    expect(result.final('q')).toBeCloseTo(12, 5)
  },
)

describe('arrays', () => {
  // x⁴ + x² = 20: x = ±2
  const QUARTIC = 'x^2 + x^4 = 20'
  const start = (model: Parameters<typeof simulate>[0], name: string): number =>
    simulate(model, { stopTime: 0 }).values(name)[0]

  it.each([1, -1])('select the solution of an unknown behind them, sign %d', (sign) => {
    const vector = Model({
      v: Var({ start: [2 * sign, 4 * sign] }),
      equations: equations(`${QUARTIC}; v = [x, 2*x]`),
    })
    expect(start(vector, 'x')).toBeCloseTo(2 * sign, 12)
    const matrix = Model({
      A: Var({
        start: [
          [2 * sign, 0],
          [0, 2 * sign],
        ],
      }),
      equations: equations(`${QUARTIC}; A = x*identity(2)`),
    })
    expect(start(matrix, 'x')).toBeCloseTo(2 * sign, 12)
    expect(
      start(Model({ v: Var({ start: [2 * sign] }), equations: equations(`${QUARTIC}; v = [x]`) }), 'x'),
    ).toBeCloseTo(2 * sign, 12)
  })

  it.each([1, -1])('give start values to elements that are unknowns, sign %d', (sign) => {
    const coupled = Model({
      v: Var({ start: [2 * sign, 3 * sign] }),
      equations: equations`v[1]^2 + v[2]^2 = 13; v[1]*v[2] = 6`,
    })
    for (const interpret of [false, true]) {
      const result = instantiate(coupled, { interpret }).simulate({ stopTime: 0 })
      expect(result.values('v[1]')[0]).toBeCloseTo(2 * sign, 12)
      expect(result.values('v[2]')[0]).toBeCloseTo(3 * sign, 12)
    }
    // 2 and 3 in the other order
    const other = coupled.extend({ v: { start: [3 * sign, 2 * sign] } })
    expect(start(other, 'v[1]')).toBeCloseTo(3 * sign, 12)
  })
})
