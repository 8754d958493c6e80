/** Start values decide which solution of nonlinear and mixed systems is found, whatever unknowns the translation chooses; derivatives of elements. */
import { equations, instantiate, Model, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'

describe('nonlinear systems', () => {
  // e = 5 tanh(e): e = 4.99954…, 0 and the negative; y = e/5
  it.each([1, -1])('y = tanh(5 y) in two equations, from %s', (start) => {
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

  it.each([3, -3])('y (y + 0.1) = 4, from %s', (start) => {
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

describe('mixed systems', () => {
  /** A comparator with hysteresis: of its three solutions at x = 0, the one in the middle is not stable. */
  it.each([
    { start: 15, interpret: false },
    { start: -15, interpret: false },
    { start: 15, interpret: true },
  ])('a comparator started at $start (interpreted: $interpret)', ({ start, interpret }) => {
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
    // x runs to ±15, and turns where the saturated solution ends: e = ±15, x = ±X with X = 7.5 - 15e-4
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

it.each([false, true])('third derivative of an element of a vector (interpreted: %s)', (interpret) => {
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
})
