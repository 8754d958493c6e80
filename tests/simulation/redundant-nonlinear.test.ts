/** Nonlinear constraints between states that follow from others: removed and named, checked against minimal coordinates. */

import { equations, instantiate, Model, modelFromJson, modelToJson, Par, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'

/** Angle and speed of a pendulum of length 1 m, and x at its end. */
function swing(phi: number, w: number, stopTime: number): number {
  const Angle = Model({
    ...{ phi: Var({ init: phi }), w: Var({ init: w }) },
    equations: equations`der(phi) = w; der(w) = -9.81*sin(phi)`,
  })
  return Math.sin(simulate(Angle, { stopTime, tolerance: 1e-11 }).final('phi'))
}
const END = swing(Math.asin(0.6), 0, 2)

const states = (L: number) => ({
  x: Var({ init: 0.6 * L, nominal: L }),
  y: Var({ start: -0.7 * L, nominal: L }),
  vx: Var({ start: 0, nominal: L }),
  vy: Var({ start: 0, nominal: L }),
  lambda: Var(),
  mu: Var(),
})

/** A pendulum of length L whose rod is described twice; the time scale is the same for all lengths. */
const Twice = (L = 1) =>
  Model({
    ...{ ...states(L), L: Par(L), M: Par(L) },
    equations: equations`
      der(x) = vx; der(y) = vy
      der(vx) = -(lambda + mu)*x
      der(vy) = -(lambda + mu)*y - 9.81*L
      x^2 + y^2 = L^2
      sqrt(x^2 + y^2) = M
    `,
  })

const SOLVERS = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const
const cases = [...SOLVERS.map((solver) => [1, solver] as const), [1e-6, 'auto'], [1e6, 'bdf']] as const

describe('a pendulum with its length twice', () => {
  it.each(cases)('moves like the angle equation, length %f, with %s', (L, solver) => {
    const result = simulate(Twice(L), { stopTime: 2, tolerance: 1e-8, solver })
    // errors of some hundred steps of 1e-8 add up in the phase; the history of bdf is not projected
    expect(Math.abs(result.final('x') / L - END)).toBeLessThan(solver === 'bdf' ? 1e-6 : 1e-7)
    expect(result.final('lambda')).toBeCloseTo(result.final('mu'), 9)
    expect(result.warnings.map(({ code }) => code)).toEqual(['UNDETERMINED'])
    expect(result.warnings[0].message).toMatch(
      /^The constraint sqrt\(x\^2 \+ y\^2\) = M +\(top level\) follows from x\^2 \+ y\^2 = L\^2 .*lambda, mu/,
    )
  })

  it('is the same interpreted, from JSON, and for other lengths of one instance', () => {
    const options = { stopTime: 0.5 }
    const compiled = instantiate(Twice())
    const x = compiled.simulate(options).final('x')
    expect(instantiate(Twice(), { interpret: true }).simulate(options).final('x')).toBe(x)
    expect(simulate(modelFromJson(modelToJson(Twice())), options).final('x')).toBe(x)
    // lengths that contradict each other, also by little
    for (const M of [1.1, 1 + 1e-6])
      expect(() => compiled.simulate({ ...options, merge: { M } })).toThrow(
        /no solution near to the start values\.\n.*contradict each other:\n +x\^2 \+ y\^2 = L\^2 .*\n +sqrt\(x\^2 \+ y\^2\) = M /,
      )
    const contradictory = instantiate(Twice().extend({ L: 0.9, M: 0.9 }))
    expect(contradictory.simulate({ ...options, merge: { L: 1, M: 1 } }).final('x')).toBeCloseTo(x, 9)
  })

  it('hits a wall: reinit of its velocity at an event', () => {
    const hit = equations`
      when x < 0 and vx < 0 then
        reinit(vx, -0.5*vx)
        reinit(vy, -0.5*vy)
      end when
    `
    const once = Twice().extend({ equations: hit })
    const Once = Model({
      ...states(1),
      equations: equations`der(x) = vx; der(y) = vy; der(vx) = -lambda*x; der(vy) = -lambda*y - 9.81; x^2 + y^2 = 1; mu = 0`,
    }).extend({ equations: hit })
    const options = { stopTime: 2, tolerance: 1e-9 }
    const [twice, single] = [simulate(once, options), simulate(Once, options)]
    expect(twice.final('x')).toBeCloseTo(single.final('x'), 7)
    expect(twice.final('vy')).toBeCloseTo(single.final('vy'), 6)
  })

  it('may have its speed, or the same equation, as the second constraint', () => {
    for (const [text, removed] of [
      ['x^2 + y^2 = 1; x*vx + y*vy = 0', 'x*vx + y*vy = 0'],
      ['x*vx + y*vy = 0; x^2 + y^2 = 1', 'x*vx + y*vy = 0'],
      ['x^2 + y^2 = 1; x^2 + y^2 = 1', 'x^2 + y^2 = 1'],
    ]) {
      const model = Model({
        ...states(1),
        equations: equations`der(x) = vx; der(y) = vy; der(vx) = -(lambda + mu)*x; der(vy) = -(lambda + mu)*y - 9.81`,
      }).extend({ equations: equations(text) })
      const result = simulate(model, { stopTime: 2, tolerance: 1e-8 })
      expect(result.final('x')).toBeCloseTo(END, 7)
      expect(
        result.warnings[0].message.startsWith(`The constraint ${removed}   (top level) follows from `),
      ).toBe(true)
    }
  })

  it('may have a length that changes with time', () => {
    // consistent start: the rod grows by 0.1 m/s
    const start = { y: { start: -0.8 }, vx: { start: 0.06 }, vy: { start: -0.08 } }
    const grow = Twice().extend({
      ...start,
      L: Var(),
      M: Var(),
      equations: equations`L = 1 + 0.1*sin(time); M = L`,
    })
    const Once = Model({
      ...states(1),
      equations: equations`
        der(x) = vx; der(y) = vy; der(vx) = -lambda*x; der(vy) = -lambda*y - 9.81*L; mu = 0
        x^2 + y^2 = L^2; L = 1 + 0.1*sin(time)
      `,
    }).extend(start)
    const options = { stopTime: 2, tolerance: 1e-9 }
    expect(simulate(grow, options).final('x')).toBeCloseTo(simulate(Once, options).final('x'), 7)
  })

  it('may have a second length only on another branch of the first constraint', () => {
    const at = (y: number) =>
      Model({
        ...states(1),
        equations: equations`
          der(x) = vx; der(y) = vy; der(vx) = -(lambda + mu)*x; der(vy) = -(lambda + mu)*y - 9.81
          (x^2 + y^2 - 1)*(x^2 + y^2 - 4) = 0
          sqrt(x^2 + y^2) = 2
        `,
      }).extend({ x: { init: 0 }, y: { start: y } })
    for (const y of [-2.1, -1.7]) expect(simulate(at(y), { stopTime: 1 }).final('y')).toBeCloseTo(-2, 9)
    // from the branch of radius 1 the start has to be nearer, but the constraints do not contradict each other
    expect(() => simulate(at(-1), { stopTime: 1 })).toThrow(/singular.*[\s\S]*start from another pose/)
  })

  it('is an error if the motion depends on how the rods share the force', () => {
    const model = Model({
      ...states(1),
      equations: equations`
        der(x) = vx; der(y) = vy
        der(vx) = -(lambda + mu)*x - 0.1*mu*vx
        der(vy) = -(lambda + mu)*y - 9.81 - 0.1*mu*vy
        x^2 + y^2 = 1; (x^2 + y^2)^2 = 1
      `,
    })
    expect(() => simulate(model, { stopTime: 1 })).toThrow(
      /der\(vy\), on which the motion depends, is not determined/,
    )
  })
})

/** A coupler on two, or three, parallel rods of length 1 m, at 0, 1 and a3 along it. */
const Coupler = Model({
  ...{ x: Var({ init: 0.6 }), y: Var({ start: -0.7 }), phi: Var({ start: 0 }) },
  ...{ vx: Var({ start: 0 }), vy: Var({ start: 0 }), w: Var({ start: 0 }), f1: Var(), f2: Var() },
})
const TwoRods = Coupler.extend({
  equations: equations`
    der(x) = vx; der(y) = vy; der(phi) = w
    der(vx) = -f1*x - f2*(x + cos(phi) - 1)
    der(vy) = -9.81 - f1*y - f2*(y + sin(phi))
    0.5*der(w) = f2*(sin(phi)*(x + cos(phi) - 1) - cos(phi)*(y + sin(phi)))
    x^2 + y^2 = 1
    (x + cos(phi) - 1)^2 + (y + sin(phi))^2 = 1
  `,
})
const ThreeRods = Coupler.extend({
  ...{ a3: Par(2), f3: Var() },
  equations: equations`
    der(x) = vx; der(y) = vy; der(phi) = w
    der(vx) = -f1*x - f2*(x + cos(phi) - 1) - f3*(x + a3*cos(phi) - a3)
    der(vy) = -9.81 - f1*y - f2*(y + sin(phi)) - f3*(y + a3*sin(phi))
    0.5*der(w) = f2*(sin(phi)*(x + cos(phi) - 1) - cos(phi)*(y + sin(phi)))
      + a3*f3*(sin(phi)*(x + a3*cos(phi) - a3) - cos(phi)*(y + a3*sin(phi)))
    x^2 + y^2 = 1
    (x + cos(phi) - 1)^2 + (y + sin(phi))^2 = 1
    (x + a3*cos(phi) - a3)^2 + (y + a3*sin(phi))^2 = 1
  `,
})

describe('a four-bar linkage', () => {
  it.each(['auto', 'bdf'] as const)('swings like a pendulum with a third rod, with %s', (solver) => {
    const result = simulate(ThreeRods, { stopTime: 2, tolerance: 1e-8, solver })
    expect(Math.abs(result.final('x') - END)).toBeLessThan(solver === 'bdf' ? 1e-6 : 1e-7)
    expect(result.final('phi')).toBeCloseTo(0, 9)
    expect(result.warnings.map(({ code }) => code)).toEqual(['UNDETERMINED'])
    // f1 + f2 + f3 = S and f2 + 2 f3 = 0, with the least sum of squares: 5/6, 1/3, -1/6 of S
    const [f1, f2, f3] = ['f1', 'f2', 'f3'].map((name) => result.final(name))
    expect(f1 / (f1 + f2 + f3)).toBeCloseTo(5 / 6, 7)
    expect(f2 / (f1 + f2 + f3)).toBeCloseTo(1 / 3, 7)
  })

  it('passes its dead center with a third rod, which two rods alone would not prescribe', () => {
    const start = { x: { init: 0 }, y: { start: -1 }, vx: { init: 5 } }
    const result = simulate(ThreeRods.extend(start), { stopTime: 3, tolerance: 1e-9 })
    // swings beyond 90°: y = 0 is passed four times
    expect(Math.max(...result.values('y'))).toBeGreaterThan(0.2)
    expect(result.final('x')).toBeCloseTo(swing(0, 5, 3), 6)
    expect(result.final('phi')).toBeCloseTo(0, 9)
  })

  it('keeps both rods if it starts in a dead center, where their gradients are dependent', () => {
    const start = { x: { init: null, start: 1 }, y: { init: 0 }, vy: { start: 1 } }
    const two = simulate(TwoRods.extend(start), { stopTime: 0.2 })
    expect(two.warnings.some(({ message }) => message.includes('removed'))).toBe(false)
    expect(two.final('x')).toBeCloseTo(swing(Math.PI / 2, 1, 0.2), 5)
    const three = simulate(ThreeRods.extend(start), { stopTime: 0.2 })
    expect(three.final('x')).toBeCloseTo(swing(Math.PI / 2, 1, 0.2), 5)
  })
})

describe('gears whose ratio changes with the angle', () => {
  const Gears = (law: string) =>
    Model({
      ...{ p1: Var({ init: 0.1 }), p2: Var({ start: 0 }), w1: Var({ init: 1 }), w2: Var({ start: 0 }) },
      ...{ f1: Var(), f2: Var() },
      equations: equations`
        der(p1) = w1; der(p2) = w2
        der(w1) = -p1 + (f1 + f2)*(1 + 0.3*cos(p1)); 2*der(w2) = -f1 - f2
        p2 = p1 + 0.3*sin(p1)
      `,
    }).extend({ equations: equations(law) })
  /** (1 + 2 r²) p1″ + 2 r r′ p1′² = -p1 with r = 1 + 0.3 cos p1. */
  const Single = Model({
    ...{ p1: Var({ init: 0.1 }), w1: Var({ init: 1 }), r: Var() },
    equations: equations`
      r = 1 + 0.3*cos(p1)
      der(p1) = w1
      (1 + 2*r^2)*der(w1) - 2*r*0.3*sin(p1)*w1^2 = -p1
    `,
  })

  it.each(['2*p2 = 2*p1 + 0.6*sin(p1)', 'p2 - p1 = 0.3*sin(p1)', 'sin(p2 - p1 - 0.3*sin(p1)) = 0'])(
    'move like one in parallel: %s',
    (law) => {
      const options = { stopTime: 5, tolerance: 1e-9 }
      const result = simulate(Gears(law), options)
      expect(result.final('p1')).toBeCloseTo(simulate(Single, options).final('p1'), 7)
      expect(result.final('f1')).toBeCloseTo(result.final('f2'), 9)
      expect(result.warnings.map(({ code }) => code)).toEqual(['UNDETERMINED'])
    },
  )

  it('contradict each other with another offset', () => {
    expect(() => simulate(Gears('p2 = p1 + 0.3*sin(p1) + 0.01'), { stopTime: 1 })).toThrow(
      /contradict each other:\n +p2 = p1 \+ 0\.3\*sin\(p1\) .*\n +p2 = p1 \+ 0\.3\*sin\(p1\) \+ 0\.01/,
    )
  })

  it('may be linear, without connectors', () => {
    const model = Model({
      ...{ p1: Var({ init: 0.1 }), p2: Var({ start: 0 }), w1: Var({ init: 0 }), w2: Var({ start: 0 }) },
      ...{ f1: Var(), f2: Var() },
      equations: equations`
        der(p1) = w1; der(p2) = w2; der(w1) = -9*p1 + 2*f1 + 4*f2; 2*der(w2) = -f1 - 2*f2
        p2 = 2*p1; 2*p2 = 4*p1
      `,
    })
    // (1 + 2·2²) p1″ = -9 p1
    expect(simulate(model, { stopTime: 2, tolerance: 1e-9 }).final('p1')).toBeCloseTo(0.1 * Math.cos(2), 8)
  })
})
