/**
 * Conditions both of whose branches lead back to their limit: the solution slides along it until one of them leads
 * away.
 */

import { equations, instantiate, Model, type SimulateOptions, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import type { ModelNode } from '../../src/model/index.ts'
import { codeOf, type Table } from './event-runs.ts'

const SOLVERS = ['auto', 'bdf', 'radau5', 'tsit5', 'dop853'] as const

/** All solvers with generated code, and the interpreter. */
function runAll(model: ModelNode, options: SimulateOptions, check: (result: Table) => void): void {
  const instance = instantiate(model)
  for (const solver of SOLVERS) check(instance.simulate({ tolerance: 1e-7, ...options, solver }))
  check(instantiate(model, { interpret: true }).simulate({ tolerance: 1e-7, ...options }))
}

const close = (value: number, expected: number, tolerance = 1e-5): void => {
  expect(Math.abs(value - expected)).toBeLessThan(tolerance)
}

describe('sliding', () => {
  const Relay = Model({ x: Var({ init: 0.5 }), equations: equations`der(x) = if x > 0 then -1 else 1` })

  it('leaves and reaches a limit any number of times', () => {
    // It slides while |u| < 1, leaves where u passes ±1, and returns where the integral of u - 1 is zero.
    const u = 1.2
    const Pushed = Model({
      x: Var({ init: 0 }),
      equations: equations(`der(x) = ${u}*sin(time) - (if x > 0 then 1 else -1)`),
    })
    const tLeave = Math.asin(1 / u)
    const away = (t: number): number => u * (Math.cos(tLeave) - Math.cos(t)) - (t - tLeave)
    /** The same with the other sign in every second half period. */
    const exact = (t: number): number => {
      const half = Math.floor(t / Math.PI)
      const since = t - half * Math.PI
      return since < tLeave ? 0 : (half % 2 === 0 ? 1 : -1) * Math.max(0, away(since))
    }
    runAll(Pushed, { stopTime: 4 * Math.PI, interval: 0.1 }, (result) => {
      for (const t of result.values('time')) close(result.at('x', t), exact(t))
    })
    // Every change is logged once: it slides from the start on, and leaves and returns in each of four half periods.
    const log: string[] = []
    simulate(Pushed, { stopTime: 4 * Math.PI, log: (line) => log.push(line) })
    expect(log.filter((line) => line.includes('slides along its limit'))).toHaveLength(5)
    expect(log.filter((line) => line.includes('leaves its limit'))).toHaveLength(4)
  })

  it('keeps a relay on its surface, and the log says so', () => {
    runAll(Relay, { stopTime: 2 }, (result) => {
      close(result.final('x'), 0, 1e-9)
      close(result.at('der(x)', 1.5), 0, 1e-9)
    })
    const log: string[] = []
    simulate(Relay, { stopTime: 2, log: (line) => log.push(line) })
    expect(log.join('\n')).toMatch(/t = 0\.5\d* s x > 0 slides along its limit/)
  })

  it('works from a start on the surface', () => {
    runAll(Relay({ x: { init: 0 } }), { stopTime: 2 }, (result) => close(result.final('x'), 0, 1e-9))
  })

  it('works for conditions with offsets and factors, and states of all sizes', () => {
    for (const scale of [1e-6, 1, 1e6])
      for (const offset of [0, 5, -1e-3, 1e6]) {
        const model = Model({
          x: Var({ init: offset + 0.5 }),
          equations: equations`der(x) = if ${scale}*(x - ${offset}) > 0 then -1 else 0.3`,
        })
        // the condition is at its limit to 1e-10 of the compared values
        close(simulate(model, { stopTime: 2 }).final('x'), offset, 1e-9 * Math.max(1, offset))
      }
    for (const size of [1e-6, 1e6]) {
      const model = Model({
        x: Var({ init: 0.5 * size }),
        equations: equations`der(x) = if x > 0 then -${size} else 0.3*${size}`,
      })
      runAll(model, { stopTime: 2 }, (result) => close(result.final('x') / size, 0, 1e-9))
    }
  })

  it('ends where one branch leaves: a tank that is filled again', () => {
    const model = Model({
      h: Var({ init: 1 }),
      equations: equations`
        inflow = 0.1*time
        outflow = if h > 0 then 1 else 0
        der(h) = inflow - outflow
      `,
    })
    runAll(model, { stopTime: 11, interval: 0.01 }, (result) => {
      // empty from 1 - t + 0.05 t^2 = 0 on; the inflow equals the outflow; from 10 s on h = 0.05 (t - 10)^2
      const empty = 10 - Math.sqrt(80)
      close(result.at('h', empty + 0.5), 0, 1e-9)
      close(result.at('outflow', 5), 0.5, 1e-7)
      close(result.final('h'), 0.05)
      expect(Math.min(...result.values('h'))).toBeGreaterThan(-1e-6)
    })
  })

  it('lets a naive Coulomb brake hold up to the limit of its force, with the force of sticking', () => {
    for (const law of ['if v > 0 then 1 else -1', 'if v > 0 then 1 elseif v < 0 then -1 else 0']) {
      const model = Model({
        s: Var({ init: 0 }),
        v: Var({ init: 3 }),
        equations: equations(`
          der(s) = v
          F = if time > 6 then 2 else 0.3
          f = ${law}
          der(v) = F - f
        `),
      })
      runAll(model, { stopTime: 7 }, (result) => {
        // stops at 3/0.7 s after 3^2/(2*0.7) m; then 1 s with 1 m/s2
        close(result.at('s', 5), 9 / 1.4)
        close(result.at('f', 5), 0.3, 1e-7)
        close(result.final('v'), 1)
        close(result.final('s'), 9 / 1.4 + 0.5)
      })
    }
  })

  it('sticks and slips in both directions for many periods', () => {
    const model = Model({
      v: Var({ init: 0.5 }),
      equations: equations`der(v) = 1.5*sin(time) - (if v > 0 then 1 else -1)`,
    })
    runAll(model, { stopTime: 20 }, (result) => {
      // slips from 1.5 sin t = 1 on: v = 1.5 (cos ts - cos t) - (t - ts); 20 s is in the fourth period
      const start = Math.asin(2 / 3) + 6 * Math.PI
      close(result.final('v'), 1.5 * (Math.cos(start) - Math.cos(20)) - (20 - start))
      // sticks just before
      close(result.at('v', start - 0.1), 0, 1e-9)
    })
  })

  it('works on surfaces that move with time, an input or a table', () => {
    const model = (surface: string) =>
      Model({
        u: Var({ input: true, start: 0 }),
        x: Var({ init: 1 }),
        equations: equations(`der(x) = if x > ${surface} then -3 else 2`),
      })
    runAll(model('sin(time)'), { stopTime: 3 }, (result) => close(result.final('x'), Math.sin(3)))
    runAll(model('u'), { stopTime: 3, inputs: { u: (t) => Math.sin(t) } }, (result) =>
      close(result.final('x'), Math.sin(3)),
    )
    const table = { t: [0, 1, 2, 3], values: [0, 1, -1, 0.7] }
    runAll(model('u'), { stopTime: 3, inputs: { u: table } }, (result) => {
      close(result.at('x', 2.5), -0.15)
      close(result.final('x'), 0.7)
    })
  })

  it('works on surfaces of functions that cannot be differentiated, of intermediate variables', () => {
    const bend = (x: number): number => x + x ** 3
    const model = Model({
      x: Var({ init: 0.5 }),
      equations: equations`
        z = 2*x - sin(time)
        y = ${bend}(z)
        u = y + z
        der(x) = if u > 0 then -1 else 1
      `,
    })
    // u = 0 where x = sin(t)/2, whose steepest slope is 1/2
    runAll(model, { stopTime: 3 }, (result) => {
      close(result.at('x', 2), 0.5 * Math.sin(2))
      close(result.final('x'), 0.5 * Math.sin(3))
      close(result.at('der(x)', 2), 0.5 * Math.cos(2), 1e-4)
    })
  })

  it('works on nonlinear surfaces: a circle', () => {
    const model = Model({
      x: Var({ init: 2 }),
      y: Var({ init: 0 }),
      equations: equations`
        u = if x^2 + y^2 > 1 then -1 else 1
        der(x) = -y + u*x
        der(y) = x + u*y
      `,
    })
    // angular velocity 1 everywhere
    runAll(model, { stopTime: 3 }, (result) => {
      close(result.final('x'), Math.cos(3))
      close(result.final('y'), Math.sin(3))
    })
  })

  it('works for a second-order system: on 2 x + v = 0 x decays as exp(-2 t)', () => {
    const model = Model({
      x: Var({ init: 0.2 }),
      v: Var({ init: 0 }),
      equations: equations`
        u = if 2*x + v > 0 then -1 else 1
        der(x) = v
        der(v) = u + 0.3*sin(time)
      `,
    })
    runAll(model, { stopTime: 3 }, (result) => {
      const [x2, x3] = [2, 3].map((t) => result.at('x', t))
      close(x3 / x2, Math.exp(-2), 1e-4)
      // dv/dt = -2 v: u = -2 v - 0.3 sin t
      close(result.final('u'), 4 * x3 - 0.3 * Math.sin(3))
    })
  })

  it('gives a condition in several equations the same weight in all of them', () => {
    const model = Model({
      x: Var({ init: 0.5 }),
      y: Var({ init: 0 }),
      w: Var({ init: 0 }),
      equations: equations`
        der(x) = if x > 0 then -1 else 3
        der(y) = if x > 0 then 1 else 0
        der(w) = if x > 0 then 2*w + 1 else -w
      `,
    })
    runAll(model, { stopTime: 2 }, (result) => {
      // three quarters of the time above: dw/dt = 1.25 w + 0.75
      close(result.final('y'), 0.5 + 0.75 * 1.5)
      const before = (Math.E - 1) / 2
      close(result.final('w'), (before + 0.6) * Math.exp(1.875) - 0.6, 1e-4)
    })
  })

  it('works along several surfaces at once, independent or coupled, also of array elements', () => {
    const Coupled = Model({
      v1: Var({ init: 1 }),
      v2: Var({ init: 2 }),
      x: Var({ init: [0.5, 0.2] }),
      equations: equations`
        f1 = if v1 > 0 then 1 else -1
        f12 = if v2 - v1 > 0 then 0.5 else -0.5
        der(v1) = f12 - f1
        2*der(v2) = 0.2*sin(time) - f12
        der(x) = [if x[1] > 0 then -1 else 1, if x[2] > 0 then -2 else 0.5*time]
      `,
    })
    runAll(Coupled, { stopTime: 10 }, (result) => {
      for (const name of ['v1', 'v2', 'x[1]', 'x[2]']) close(result.final(name), 0, 1e-7)
      // both at rest: the pulling force is passed on to the ground
      close(result.final('f12'), 0.2 * Math.sin(10), 1e-6)
      close(result.final('f1'), 0.2 * Math.sin(10), 1e-6)
    })
  })

  it('works with systems of equations that depend on the branch', () => {
    const model = Model({
      x: Var({ init: 1 }),
      y: Var({ start: 1 }),
      equations: equations`
        y^3 + y = (if x > 0 then -10 else 2) + 0.5*sin(time)
        der(x) = y
      `,
    })
    // from above y = -2 at least, since (-2)^3 - 2 = -10: on the surface before 0.6 s
    runAll(model, { stopTime: 3 }, (result) => close(result.final('x'), 0, 1e-7))
  })

  it('works with nonlinear constraints between states: a pendulum that friction stops', () => {
    const Cartesian = Model({
      x: Var({ init: 1 }),
      y: Var({ init: 0 }),
      vx: Var({ init: 0 }),
      vy: Var({ init: 0 }),
      equations: equations`
        w = x*vy - y*vx
        T = if w > 0 then 0.5 else -0.5
        der(x) = vx
        der(y) = vy
        der(vx) = -lambda*x + T*y
        der(vy) = -lambda*y - 1 - T*x
        x^2 + y^2 = 1
      `,
    })
    const Angle = Model({
      phi: Var({ init: 0 }),
      w: Var({ init: 0 }),
      equations: equations`
        T = if w > 0 then 0.5 else -0.5
        der(phi) = w
        der(w) = -cos(phi) - T
      `,
    })
    const phi = simulate(Angle, { stopTime: 10, tolerance: 1e-9 }).final('phi')
    const result = simulate(Cartesian, { stopTime: 10 })
    close(result.final('x'), Math.cos(phi))
    // at rest the torque holds the weight
    close(result.final('T'), -Math.cos(phi))
  })

  it('is one event for discrete variables, and the Boolean keeps its value', () => {
    const model = Model({
      x: Var({ init: 0.5 }),
      u: Var({ start: -1 }),
      n: Var({ start: 0 }),
      equations: equations`
        b = x > 0
        der(x) = u
        u = if x > 0 then -1 elseif x < 0 then 1 else pre(u)
        n = pre(n) + (if change(b) then 1 else 0)
      `,
    })
    runAll(model, { stopTime: 2 }, (result) => {
      close(result.final('x'), 0, 1e-9)
      expect(result.final('n')).toBeLessThanOrEqual(2)
      expect(result.final('b')).toBe(1)
    })
  })

  // along x = 0 the branch x > 0 has the weight 2/3: y has the mean 2*2/3 + 5/3
  const Uneven = Model({
    x: Var({ init: 0.5 }),
    equations: equations`der(x) = if x > 0 then -1 else 2; y = if x > 0 then 2 else 5`,
  })

  it.each([
    ['when', 'when sample(0.1, 0.3) then z = y end when', 3],
    ['pre in when', 'when sample(0.1, 0.3) then z = pre(y) end when', 3],
    ['a sum', 'when sample(0.1, 0.3) then z = pre(z) + y end when', 2 * 2 + 5 * 3],
    ['a clock', 'c = sample(y, Clock(0.3)); z = hold(c)', 3],
  ])('gives the mean to variables that are sampled: %s', (_, law, expected) => {
    const model = Uneven.extend({ y: Var({ start: 2 }), c: Var({ start: 2 }), z: Var({ start: 0 }) }).extend({
      equations: equations(`${law}${law.startsWith('when') ? '; c = 0*x' : ''}`),
    })
    runAll(model, { stopTime: 2 }, (result) => {
      close(result.final('z'), expected)
      expect(result.warnings).toEqual([])
    })
  })

  it('keeps arrays without a mean, with a warning', () => {
    const model = Uneven.extend({
      r: Var({ start: [1, 2] }),
      b: Var({ start: [true, true] }),
      d: Var({ start: 1 }),
      s: Var({ start: [0, 0] }),
      equations: equations`
        r = if x > 0 then [1, 2] else [4, 5] + 0*pre(r)
        b = [x > 0, time > -1]
        d = if pre(b[1]) then 1 else 4
        free = [x > 0]
        mean = if x > 0 then [2, 0] else [5, 0]
        when sample(0.1, 0.3) then s = pre(s) + mean; end when
      `,
    })
    const result = simulate(model, { stopTime: 2 })
    const names = result.warnings.map(({ code, message }) => `${code} ${message.split(':')[0]}`)
    expect(names.sort()).toEqual(['SLIDING b', 'SLIDING r'])
    // values of one side, not between them
    expect([1, 4]).toContain(result.final('r[1]'))
    expect([0, 1]).toContain(result.final('b[1]'))
    expect([0, 1]).toContain(result.final('free[1]'))
    close(result.final('mean[1]'), 3)
    close(result.final('s[1]'), 2 * 2 + 5 * 3)
  })

  it.each(['d = if x > 0 then 1 else 4 + 0*pre(d)', 'b = x > 0; d = if pre(b) then 1 else 4'])(
    'warns of variables that have no mean: %s',
    (law) => {
      const model = Uneven.extend({ d: Var({ start: 1 }), b: Var({ type: 'Boolean', start: true }) }).extend({
        equations: equations(law.startsWith('d') ? `${law}; b = true` : law),
      })
      const { warnings } = simulate(model, { stopTime: 2 })
      expect(warnings.map(({ code }) => code)).toEqual(['SLIDING'])
      expect(warnings[0].message.startsWith(`${law[0]}: expected the same value on both sides`)).toBe(true)
      expect(warnings[0].time).toBeCloseTo(0.5, 9)
      // values that agree need no warning
      const latch = Uneven.extend({
        d: Var({ start: 1 }),
        equations: equations`d = if x > 0 then 1 else pre(d)`,
      })
      expect(simulate(latch, { stopTime: 2 }).warnings).toEqual([])
    },
  )

  it('ends where reinit moves the state off the surface', () => {
    const model = Relay.extend({ equations: equations`when time > 1 then reinit(x, -0.2) end when` })
    runAll(model, { stopTime: 1.1 }, (result) => close(result.final('x'), -0.1))
    runAll(model, { stopTime: 2 }, (result) => close(result.final('x'), 0, 1e-9))
  })
})

describe('conditions without sliding', () => {
  it('are crossed or left where both branches cross, or both leave', () => {
    const model = (above: number, below: number, init: number) =>
      Model({ x: Var({ init }), equations: equations`der(x) = if x > 0 then ${above} else ${below}` })
    runAll(model(-1, -2, 0.5), { stopTime: 2 }, (result) => close(result.final('x'), -3))
    runAll(model(3, 2, -1), { stopTime: 2 }, (result) => close(result.final('x'), 4.5))
    runAll(model(1, -1, 0), { stopTime: 1 }, (result) => close(Math.abs(result.final('x')), 1))
  })

  it('are crossed by an oscillator of second order', () => {
    const model = Model({
      x: Var({ init: 1 }),
      v: Var({ init: 0 }),
      equations: equations`der(x) = v; der(v) = if x > 0 then -1 else 1`,
    })
    // period 4 sqrt(2)
    runAll(model, { stopTime: 4 * Math.SQRT2 }, (result) => close(result.final('x'), 1, 1e-4))
  })

  it.each(['x > 0 then -1 else 1', 'x >= 0 then -1 else 1', 'x < 0 then 1e6 else -2e6'])(
    'rest on a surface to which both branches return is an error at once: x″ = if %s',
    (law) => {
      const text = `der(x) = v\n der(v) = if ${law}`
      const model = (x: number, v: number) =>
        Model({
          x: Var({ init: x }),
          v: Var({ init: v }),
          equations: equations(Object.assign([text], { raw: [text] })),
        })
      for (const solver of SOLVERS)
        expect(codeOf(() => simulate(model(0, 0), { stopTime: 10, solver }))).toMatch(
          /^CHATTERING: .*condition x .*rests there/,
        )
      // A motion there, however slow, is not at rest.
      expect(simulate(model(0, 1e-3), { stopTime: 1e-10 }).final('v')).toBeGreaterThan(0)
    },
  )

  it('permit rest on a surface that one branch leaves, or to which none returns', () => {
    const create = (law: string) => {
      const text = `der(x) = v\n der(v) = ${law}`
      return Model({
        x: Var({ init: 0 }),
        v: Var({ init: 0 }),
        equations: equations(Object.assign([text], { raw: [text] })),
      })
    }
    // x = -t²/2; x = 0, as a body that lies on a spring without weight; x = t² from the branch at the start
    runAll(create('if x > 0 then -1 else -1'), { stopTime: 1 }, (result) => close(result.final('x'), -0.5))
    runAll(create('if x < 0 then -100*x else 0'), { stopTime: 1 }, (result) => close(result.final('x'), 0))
    runAll(create('if x >= 0 then 2 else -1'), { stopTime: 1 }, (result) => close(result.final('x'), 1))
  })

  it('several surfaces whose jumps do not add up are an error that names them', () => {
    const model = Model({
      x: Var({ init: 0.5 }),
      y: Var({ init: 0.7 }),
      equations: equations`
        a = if x > 0 then 1 else -1
        b = if y > 0 then 1 else -1
        der(x) = -a - 0.5*a*b
        der(y) = -b + 0.5*a*b
      `,
    })
    expect(codeOf(() => simulate(model, { stopTime: 3 }))).toMatch(/^CHATTERING: .*x > 0 and y > 0 meet/)
  })

  it('infinitely many crossings in a finite time are an error', () => {
    const model = Model({
      x: Var({ init: 1 }),
      v: Var({ init: 0 }),
      equations: equations`
        der(x) = v
        der(v) = -2*(if x > 0 then 1 else -1) - (if v > 0 then 1 else -1)
      `,
    })
    for (const solver of SOLVERS)
      expect(codeOf(() => simulate(model, { stopTime: 10, solver }))).toMatch(/^CHATTERING: .*condition/)
  })

  it.each([
    ['x <= 0', 'if x > 0 then -1 else pre(n)'],
    ['x > 0', 'if x > 0 then -pre(n) else 1'],
  ])(
    'a slope that depends on how often the limit was crossed is an error: when %s, %s',
    (condition, slope) => {
      for (const init of [0.5, -0.5]) {
        const text = `der(x) = ${slope}\n when ${condition} then\n n = pre(n) + 1\n end when`
        const model = Model({
          x: Var({ init }),
          n: Var({ start: 1 }),
          equations: equations(Object.assign([text], { raw: [text] })),
        })
        expect(codeOf(() => simulate(model, { stopTime: 2 }))).toMatch(/^CHATTERING: .*discrete variables/)
      }
    },
  )

  it('discrete variables that keep changing are an error', () => {
    const model = Model({
      x: Var({ init: 0.5 }),
      n: Var({ start: 1 }),
      equations: equations`
        der(x) = if x > 0 then -n else n
        when x < 0 then n = pre(n) + 1 end when
      `,
    })
    expect(codeOf(() => simulate(model, { stopTime: 2 }))).toMatch(/^CHATTERING: .*x > 0.*discrete variables/)
  })

  it('a ball does not fall through when its bounces become smaller than the tolerance', () => {
    const model = Model({
      h: Var({ init: 1 }),
      v: Var({ init: 0 }),
      equations: equations`der(h) = v; der(v) = -9.81; when h < 0 then reinit(v, -0.7*v) end when`,
    })
    for (const solver of SOLVERS)
      for (const tolerance of [1e-4, 1e-6, 1e-8])
        expect(codeOf(() => simulate(model, { stopTime: 2.7, solver, tolerance }))).toMatch(
          /^CHATTERING: condition h < 0: expected an end of the sequence of events, got (20|1000) of them within /,
        )
  })

  it('a condition that is not a number is an error that begins with it', () => {
    const model = Model({
      x: Var({ init: 1 }),
      equations: equations`der(x) = -1; y = if sqrt(x) > 0.1 then 1 else 2`,
    })
    for (const solver of SOLVERS)
      expect(codeOf(() => simulate(model, { stopTime: 5, solver }))).toMatch(
        /^ROOT_FUNCTION: condition sqrt\(x\) > 0.1: expected a finite event indicator, got NaN\./,
      )
  })
})
