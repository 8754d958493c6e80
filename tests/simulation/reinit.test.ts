/** `reinit` of variables that are not states but determine one. */

import { equations, instantiate, Model, simulate, Var } from 'vario'
import { IdealGear, Inertia } from 'vario/library/rotational'
import { describe, expect, it } from 'vitest'
import type { ModelNode } from '../../src/model/index.ts'
import { codeOf, run, type Table } from './event-runs.ts'

const SOLVERS = ['auto', 'bdf', 'radau5', 'tsit5', 'dop853'] as const

/** All solvers, with generated and with interpreted code. */
function runAll(model: ModelNode, check: (result: Table) => void): void {
  for (const interpret of [false, true]) {
    const instance = instantiate(model, { interpret })
    for (const solver of SOLVERS) check(instance.simulate({ stopTime: 1, tolerance: 1e-9, solver }))
  }
}

describe('reinit of a variable that one state determines', () => {
  it.each([1e-6, 1, 4, -4, 1e6])('sets a multiple y = %d*x + 1 of the state', (factor) => {
    const model = Model({
      factor,
      x: Var({ init: 0 }),
      equations: equations`der(x) = 1; y = factor*x + 1; when time > 0.5 then reinit(y, 3*y + factor) end when`,
    })
    // y = 0.5*factor + 1 before the event, 2.5*factor + 3 after it, and 0.5*factor more at the end. The solvers are exact.
    runAll(model, (result) => {
      expect(result.final('y') / (3 * factor + 3)).toBeCloseTo(1, 12)
      expect((factor * result.final('x')) / (3 * factor + 2)).toBeCloseTo(1, 12)
    })
  })

  it.each([
    [1, 8, 2],
    [0, 8, 2],
    [-1, 8, 2],
    [0.1, -1e-9, -1e-3],
    [3, 1e18, 1e6],
  ])('solves y = x^3 from x = %d: y = %d gives x = %d', (start, y, x) => {
    const model = Model({
      x: Var({ init: start }),
      target: y,
      equations: equations`der(x) = 0; y = x^3; when time > 0.5 then reinit(y, target) end when`,
    })
    runAll(model, (result) => expect(result.final('x') / x).toBeCloseTo(1, 13))
  })

  it('solves through several equations, one of them implicit, and with time', () => {
    const model = Model({
      x: Var({ init: 0 }),
      u: Var({ start: 0 }),
      equations: equations`
        der(x) = 0
        u + u^3 = x
        z = exp(u)
        y = 2*z + time
        when time > 0.5 then reinit(y, 2*exp(1) + 0.5) end when
      `,
    })
    // u = 1, x = 2; the inner system is solved to 1e-12 or better
    runAll(model, (result) => expect(result.final('x')).toBeCloseTo(2, 10))
  })

  it('solves for a variable that is defined on one side only', () => {
    const model = Model({
      x: Var({ init: 1e-3 }),
      equations: equations`der(x) = 0; y = log(x); when time > 0.5 then reinit(y, 2) end when`,
    })
    // An error of 1e-16 in y is 1e-15 in x
    runAll(model, (result) => expect(result.final('x')).toBeCloseTo(Math.exp(2), 13))
  })

  it('sets both sides of a gear', () => {
    const free = { phi: { init: null }, w: { init: null } }
    for (const [first, second] of [
      [{}, free],
      [free, {}],
    ]) {
      for (const [name, value, wa] of [
        ['a.w', 6, 6],
        ['b.w', 6, -24],
        ['gear.phi_b', 2, 0],
      ] as const) {
        const model = Model({
          a: Inertia({ J: 1, ...first }),
          gear: IdealGear({ ratio: -4 }),
          b: Inertia({ J: 2, ...second }),
          connect: [
            ['a.flange_b', 'gear.flange_a'],
            ['gear.flange_b', 'b.flange_a'],
          ],
          equations: equations(`when time > 0.5 then reinit(${name}, ${value}) end when`),
        })
        const phi = name === 'gear.phi_b' ? value * -4 : wa * 0.5
        runAll(model, (result) => {
          expect(result.final('a.w')).toBeCloseTo(wa, 11)
          expect(result.final('b.w')).toBeCloseTo(wa / -4, 11)
          expect(result.final('a.phi')).toBeCloseTo(phi, 11)
          expect(result.final('b.phi')).toBeCloseTo(phi / -4, 11)
        })
      }
    }
  })

  it('takes the values from before the event for several at once', () => {
    const model = Model({
      x: Var({ init: 1 }),
      z: Var({ init: 5 }),
      equations: equations`
        der(x) = 0
        der(z) = 0
        a = 2*x
        b = 3*z
        when time > 0.5 then
          reinit(a, b)
          reinit(b, a)
        end when
      `,
    })
    runAll(model, (result) => {
      expect(result.final('a')).toBeCloseTo(15, 12)
      expect(result.final('b')).toBeCloseTo(2, 12)
    })
  })

  it('bounces with the speed of the other end of a lever', () => {
    const model = (lever: number, names: string) =>
      Model({
        lever,
        h: Var({ init: 1 }),
        v: Var({ init: 0 }),
        equations: equations(`
          der(h) = v; der(v) = -9.81; u = lever*v
          when h < 0 then reinit(${names}, -0.5*${names}) end when
        `),
      })
    const direct = run(model(4, 'v'), 0.8)
    const through = run(model(4, 'u'), 0.8)
    // Until the second impact at 2 t1, t1 = sqrt(2/g): v = 0.5 g t1 - g (t - t1)
    const t1 = Math.sqrt(2 / 9.81)
    const exact = 0.5 * 9.81 * t1 - 9.81 * (0.8 - t1)
    expect(direct.final('v')).toBeCloseTo(exact, 7)
    expect(through.final('v')).toBeCloseTo(exact, 7)
  })

  it('is an error with the names if two states, or none, determine the variable', () => {
    const model = (action: string) =>
      Model({
        x1: Var({ init: 0 }),
        x2: Var({ init: 0 }),
        equations: equations(`
          der(x1) = 1; der(x2) = 2; d = x1 - 2*x2; s = sin(time)
          when x1 > 0.5 then reinit(${action}, 0) end when
        `),
      })
    expect(codeOf(() => run(model('d')))).toMatch(/^EVENTS: reinit\(d, …\).*computed from 2 of them, x1, x2/)
    expect(codeOf(() => run(model('s')))).toMatch(/^EVENTS: reinit\(s, …\).*depends on none of them/)
  })

  it('is an error for a value that the variable cannot have', () => {
    const model = Model({
      x: Var({ init: 1 }),
      equations: equations`der(x) = 1; y = x^2 + 1; when time > 0.5 then reinit(y, 0.5) end when`,
    })
    expect(codeOf(() => run(model))).toMatch(
      /^EVENTS: reinit\(y, 0\.5\) at t = 0\.5 s: .*no value of x gives it/,
    )
  })
})

describe('two clauses that set one state at one instant', () => {
  const createModel = (first: string, second: string) =>
    Model({
      ...{ x: Var({ init: 0 }), z: Var({ init: [0, 0] }) },
      equations: equations(`
        y = -x
        q = x^3
        der(x) = 1
        der(z) = [1, 1]
        when time > 0.5 then ${first} end
        when 2*time > 1 then ${second} end
      `),
    })

  it.each([
    ['reinit(x, 2)', 'reinit(x, 3)', 'x', '2', '3'],
    ['reinit(x, 2)', 'reinit(y, 2)', 'x', '2', '-2'],
    ['reinit(x, 2)', 'reinit(q, 27)', 'x', '2', '3'],
    ['reinit(z, [1, 2])', 'reinit(z, [1, 3])', 'z', '[1, 2]', '[1, 3]'],
    ['reinit(x, 2); reinit(x, 3)', 'reinit(z, [1, 3])', 'x', '2', '3'],
  ])('%s and %s are an error that names the state and both clauses', (first, second, state, one, other) => {
    const text = codeOf(() => simulate(createModel(first, second), { stopTime: 1 }))
    expect(text).toMatch(/^EVENTS: /)
    expect(text).toContain(`reinit(${state}, …) at t = 0.5`)
    expect(text).toContain(`got ${one} from 'when time > 0.5' and ${other}`)
  })

  it.each([
    ['reinit(x, 0.3)', 'reinit(x, 0.1*3)'],
    ['reinit(x, 0.3)', 'reinit(y, -0.3)'],
    ['reinit(x, 0.3)', 'reinit(q, 0.027)'],
  ])('%s and %s agree within rounding errors', (first, second) => {
    expect(simulate(createModel(first, second), { stopTime: 0.6 }).final('x')).toBeCloseTo(0.4, 9)
  })

  /** The clauses of one state at 0.5 s, and the lines of the log about them. */
  function runClauses(text: string, states: Record<string, ReturnType<typeof Var>> = {}) {
    const log: string[] = []
    const model = Model({ x: Var({ init: 0 }), ...states, equations: equations(`der(x) = 1\n${text}`) })
    const result = simulate(model, { stopTime: 1, log: (line) => log.push(line) })
    return { result, notes: log.filter((line) => line.includes(' is set to ')) }
  }

  it('may follow each other if the second results from the first: both apply, and the log lists them', () => {
    const { result, notes } = runClauses(`
      when time > 0.5 then reinit(x, 10) end
      when x > 9 then reinit(x, 20) end
    `)
    expect(result.final('x')).toBeCloseTo(20.5, 9)
    expect(notes).toEqual(["at t = 0.5 s x is set to 20 by 'when x > 9', after 10 by 'when time > 0.5'"])
  })

  it('may form a cascade of three: the last one applies', () => {
    const { result, notes } = runClauses(`
      when time > 0.5 then reinit(x, 10) end
      when x > 9 then reinit(x, x + 10) end
      when x > 15 then reinit(x, x + 10) end
    `)
    expect(result.final('x')).toBeCloseTo(30.5, 9)
    expect(notes.length).toBe(2)
  })

  it('may move a state that rests at a limit past it, because of the first clause', () => {
    // y touches 1 and rests there until the first clause moves it, as the middle one of three balls
    const { result } = runClauses(
      `
        der(y) = v
        der(v) = 0
        when time > 0.5 then reinit(v, 2) end
        when y > 1 then reinit(v, -1) end
      `,
      { y: Var({ init: 1 }), v: Var({ init: 0 }) },
    )
    expect(result.final('y')).toBeCloseTo(0.5, 6)
  })

  it.each([
    ['time > 0.5', 'x > 0.5'],
    ['x > 0.5', 'time > 0.5'],
    ['x > 0.5', '2*x > 1'],
    ['time > 0.5', 'x*x > 0.25'],
    ['time > 0.5', 'exp(x) > exp(0.5)'],
    ['time > 0.5', 'not x < 0.5'],
  ])('%s and %s at one instant are an error, although one is evaluated after the other', (first, second) => {
    const clauses = `when ${first} then reinit(x, 2) end\nwhen ${second} then reinit(x, 3) end`
    const text = codeOf(() => runClauses(clauses))
    expect(text).toMatch(/^EVENTS: reinit\(x, …\) at t = 0\.5/)
    expect(text).toContain(`'when ${first}'`)
    expect(text).toContain(`'when ${second}'`)
  })
})
