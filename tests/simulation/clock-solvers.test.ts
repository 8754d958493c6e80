/** Differential equations that are solved at the ticks of a clock, against the methods written by hand. */
import { equations, Model, Par, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'
import { codeOf, run } from './event-runs.ts'

checkInterpreter()

type Vector = readonly number[]
/** Right-hand side of a differential equation with the input u. */
type Slope = (x: Vector, u: number, t: number) => Vector

const step = (x: Vector, h: number, k: Vector): number[] => x.map((value, i) => value + h * k[i])

/** Solves x = g(x) by relaxed fixed-point iteration, which converges for h·∂f/∂x from -5 to 1. */
function solve(g: (x: Vector) => Vector, start: Vector): Vector {
  let x = start
  for (let i = 0; i < 300; i++) x = step(x, 0.3, step(g(x), -1, x))
  return x
}

/** One step from (x, u0, t) to the input u1 at t + h. */
const METHODS: Record<string, (f: Slope, x: Vector, u0: number, u1: number, t: number, h: number) => Vector> =
  {
    ExplicitEuler: (f, x, u0, _, t, h) => step(x, h, f(x, u0, t)),
    ExplicitMidPoint2: (f, x, u0, u1, t, h) =>
      step(x, h, f(step(x, h / 2, f(x, u0, t)), (u0 + u1) / 2, t + h / 2)),
    ExplicitRungeKutta4: (f, x, u0, u1, t, h) => {
      const k1 = f(x, u0, t)
      const k2 = f(step(x, h / 2, k1), (u0 + u1) / 2, t + h / 2)
      const k3 = f(step(x, h / 2, k2), (u0 + u1) / 2, t + h / 2)
      const k4 = f(step(x, h, k3), u1, t + h)
      return x.map((value, i) => value + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]))
    },
    ImplicitEuler: (f, x, _, u1, t, h) => solve((next) => step(x, h, f(next, u1, t + h)), x),
    ImplicitTrapezoid: (f, x, u0, u1, t, h) => {
      const k0 = f(x, u0, t)
      return solve((next) => step(step(x, h / 2, k0), h / 2, f(next, u1, t + h)), x)
    },
  }

/** States at the ticks. */
function recur(method: string, f: Slope, start: Vector, u: (t: number) => number, ticks: Vector): Vector[] {
  const states: Vector[] = [start]
  for (let i = 1; i < ticks.length; i++) {
    const [t, next] = [ticks[i - 1], ticks[i]]
    states.push(METHODS[method](f, states[i - 1], u(t), u(next), t, next - t))
  }
  return states
}

const TICKS = Array.from({ length: 10 }, (_, k) => k / 10)

describe.each(Object.keys(METHODS))('%s', (method) => {
  const clock = `Clock(Clock(1, 10), "${method}")`

  it('solves coupled nonlinear equations with an input and the time', () => {
    const model = Model({
      phi: Var({ init: 1 }),
      w: Var({ init: 0 }),
      equations: equations(`
        u = sample(cos(3*time), ${clock})
        der(phi) = w
        2*der(w) = torque - 0.3*w
        torque = -4*sin(phi) + u + time
        y = hold(phi)
      `),
    })
    const f: Slope = ([phi, w], u, t) => [w, (-4 * Math.sin(phi) + u + t - 0.3 * w) / 2]
    const states = recur(method, f, [1, 0], (t) => Math.cos(3 * t), TICKS)
    const result = run(model, 0.99)
    states.forEach(([phi, w], k) => {
      // exact but for rounding and the tolerance of Newton's method
      expect(result.at('phi', TICKS[k] + 0.05)).toBeCloseTo(phi, 9)
      expect(result.at('w', TICKS[k] + 0.01)).toBeCloseTo(w, 9)
      expect(result.at('y', TICKS[k] + 0.03)).toBe(result.at('phi', TICKS[k] + 0.05))
    })
  })

  it('solves equations of arrays', () => {
    const model = Model({
      A: Par([
        [0, 1],
        [-2, -0.5],
      ]),
      b: Par([0, 1]),
      x: Var({ init: [1, -1] }),
      equations: equations(`
        u = sample([time, 2], ${clock})
        der(x) = A*x + b*u[1]
      `),
    })
    const f: Slope = ([a, b], u) => [b, -2 * a - 0.5 * b + u]
    const states = recur(method, f, [1, -1], (t) => t, TICKS)
    const result = run(model, 0.99)
    states.forEach((x, k) => {
      expect(result.at('x[1]', TICKS[k] + 0.05)).toBeCloseTo(x[0], 10)
      expect(result.at('x[2]', TICKS[k] + 0.05)).toBeCloseTo(x[1], 10)
    })
  })

  it('takes the intervals of a clock of events as steps', () => {
    const model = Model({
      x: Var({ init: 1 }),
      s: Var({ init: 0 }),
      equations: equations(`
        der(s) = 1
        der(x) = -x + sample(s, Clock(Clock(sin(s^2) > 0, 0.5), "${method}"))
      `),
    })
    // just after 0, then where s² = 2πk
    const ticks = [0, ...[1, 2, 3].map((k) => Math.sqrt(2 * Math.PI * k))]
    const f: Slope = ([x], u) => [u - x]
    const states = recur(method, f, [1], (t) => t, ticks)
    const result = simulate(model, { stopTime: 4.5, tolerance: 1e-10 })
    states.forEach(([x], k) => {
      // events are located to about 1e-10 of the time
      expect(result.at('x', ticks[k] + 0.05)).toBeCloseTo(x, 7)
    })
  })
})

describe('partitions with differential equations', () => {
  it('infer their method from related clocks', () => {
    const model = Model({
      x: Var({ init: 3 }),
      y: Var({ init: 0 }),
      z: Var({ init: 0 }),
      equations: equations`
        der(x) = -x + sample(1, Clock(Clock(1, 10), "ExplicitEuler"))
        der(y) = subSample(x, 2) + sample(1, Clock(Clock(2, 10), "ImplicitEuler"))
        der(z) = subSample(x, 2) + 1
      `,
    })
    const result = run(model, 0.79)
    let [x, y, z] = [3, 0, 0]
    let slope = x + 1
    for (let k = 0; k < 7; k++) {
      if (k > 0) x += 0.1 * (1 - x)
      if (k > 0 && k % 2 === 0) {
        y += 0.2 * (x + 1)
        z += 0.2 * slope
        slope = x + 1
      }
      expect(result.at('x', 0.1 * k + 0.05)).toBeCloseTo(x, 12)
      expect(result.at('y', 0.1 * k + 0.05)).toBeCloseTo(y, 12)
      expect(result.at('z', 0.1 * k + 0.05)).toBeCloseTo(z, 12)
    }
  })

  it('have the method of a converted clock', () => {
    const model = Model({
      x: Var({ init: 1 }),
      equations: equations`
        c = Clock(Clock(1, 10), "ImplicitEuler")
        slow = subSample(c, 2)
        der(x) = sample(0, slow) - x
      `,
    })
    const result = run(model, 0.5)
    for (const k of [0, 1, 2]) expect(result.at('x', 0.2 * k + 0.05)).toBeCloseTo(1.2 ** -k, 12)
  })

  it('may contain previous, interval and firstTick', () => {
    const model = Model({
      T: Par(0.5),
      k: Par(2),
      xc: Var({ init: 1 }),
      z: Var({ start: 0 }),
      y: Var({ start: 0 }),
      equations: equations`
        c = Clock(Clock(0.1), "ImplicitEuler")
        uc = sample(sin(time), c)
        der(xc) = uc
        z = if firstTick() then 0 else previous(z) + interval(uc)/T*uc
        y = xc + k*(xc + uc) + z
        yc = hold(y)
      `,
    })
    const result = run(model, 0.99)
    let [xc, z] = [1, 0]
    TICKS.forEach((t, k) => {
      const u = Math.sin(t)
      if (k > 0) {
        xc += 0.1 * u
        z += (0.1 / 0.5) * u
      }
      expect(result.at('yc', t + 0.05)).toBeCloseTo(xc + 2 * (xc + u) + z, 11)
    })
  })

  it('an inverse model is solved implicitly', () => {
    // the input of a first-order system whose output is given: u = y + der(y)
    const model = Model({
      y: Var({ init: 0 }),
      equations: equations`
        y = sample(time^2, Clock(Clock(1, 10), "ImplicitEuler"))
        u = y + der(y)
        v = hold(u)
      `,
      u: Var({ start: 0 }),
    })
    const result = run(model, 0.99)
    TICKS.slice(1).forEach((t) => {
      // the difference quotient of t² over the last interval
      expect(result.at('v', t + 0.05)).toBeCloseTo(t ** 2 + (t ** 2 - (t - 0.1) ** 2) / 0.1, 9)
    })
  })

  it('are errors if they cannot be solved', () => {
    const failure = (text: string): string =>
      codeOf(() => run(Model({ x: Var({ init: 1 }), z: Var({ init: 0 }), equations: equations(text) })))
    expect(failure('der(x) = -x + sample(time, Clock(Clock(0.1), "Heun"))')).toMatch(
      /^EVENTS: Clock\(…, "Heun"\): expected a solver method, one of ExplicitEuler, .*ImplicitTrapezoid/,
    )
    expect(failure('der(x^2) = 1 + sample(0, Clock(Clock(0.1), "ImplicitEuler"))')).toMatch(
      /^EVENTS: der\(x\^2\): expected the derivative of a variable/,
    )
    expect(
      failure('der(x) = z - x + sample(0, Clock(Clock(0.1), "ImplicitEuler")); der(z) = hold(x)'),
    ).toMatch(
      /^EVENTS: der\(x\): expected equations at the ticks of a clock only, got .*der\(z\) = hold\(x\)/,
    )
    expect(
      failure(
        'der(x) = sample(0, Clock(Clock(0.1), "ImplicitEuler")); der(z) = subSample(x, 2) + sample(1, Clock(Clock(0.2), "ExplicitEuler")) + noClock(x) + sample(1, Clock(Clock(0.2), "ImplicitEuler"))',
      ),
    ).toMatch(
      /^EVENTS: der\(z\): expected one solver method for the clock, got ExplicitEuler and ImplicitEuler/,
    )
  })
})
