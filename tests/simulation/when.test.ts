/** `when`: actions, start and end, assertions. */
import { equations, Model, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { codeOf, run } from './event-runs.ts'

describe('when', () => {
  it('assigns a variable for two reasons in one clause, as the error at elsewhen advises', () => {
    const model = Model({
      x: Var({ init: 0 }),
      n: Var({ start: 0 }),
      equations: equations`
        der(x) = 1
        when edge(x > 1) or edge(x > 2) then n = if edge(x > 1) then 1 else 2 end when
      `,
    })
    const result = run(model, 3)
    expect([0.5, 1.5, 2.5].map((t) => result.at('n', t))).toEqual([0, 1, 2])
  })

  it('executes several actions in one clause, in one event', () => {
    const model = Model({
      x: Var({ init: 0 }),
      n: Var({ start: 0 }),
      last: Var({ start: -1 }),
      equations: equations`
        der(x) = 1
        when x > 0.3 then
          n = pre(n) + 1
          last = time
          reinit(x, 0)
        end when
      `,
    })
    const result = run(model)
    expect(result.final('n')).toBe(3)
    expect(result.final('last')).toBeCloseTo(0.9, 9)
    expect(result.final('x')).toBeCloseTo(0.1, 9)
  })

  it('does not fire for conditions that are true at the start, except for initial()', () => {
    const model = Model({
      x: Var({ init: 1 }),
      n: Var({ start: 0 }),
      m: Var({ start: 0 }),
      equations: equations`
        der(x) = -1
        when x > 0 then n = pre(n) + 1 end when
        when initial() then
          m = pre(m) + 1
          reinit(x, 2)
        end when
      `,
    })
    const result = run(model)
    expect(result.final('n')).toBe(0)
    expect(result.final('m')).toBe(1)
    expect(result.final('x')).toBeCloseTo(1, 9)
  })

  it('needs a start value for the size of an array', () => {
    const model = (members: Record<string, unknown>) =>
      Model({
        ...members,
        x: Var({ init: [1, 2] }),
        equations: equations`der(x) = [1, 1]; when time > 0.5 then v = x end when`,
      })
    expect(run(model({ v: Var({ start: [0, 0] }) })).finalVector('v')[1]).toBeCloseTo(2.5, 9)
    expect(codeOf(() => run(model({})))).toMatch(/^START: v: expected a start value/)
  })

  it('fires at the end by terminal()', () => {
    const model = Model({
      x: Var({ init: 1 }),
      total: Var({ start: 0 }),
      equations: equations`
        der(x) = -x
        when terminal() then total = x end when
      `,
    })
    const result = run(model)
    expect(result.final('total')).toBeCloseTo(Math.exp(-1), 8)
    expect(result.at('total', 0.99)).toBe(0)
  })

  it('ends the run with the message of terminate', () => {
    const model = Model({
      x: Var({ init: 0 }),
      equations: equations`
        der(x) = 1
        when x > 0.5 then terminate("half") end when
      `,
    })
    const result = run(model, 2)
    expect(result.attributes['termination']).toBe('half')
    expect(result.time.at(-1)).toBeCloseTo(0.5, 9)
  })

  it('checks assertions at the start, during the run, and inside of when', () => {
    const Watched = Model({
      limit: 0.5,
      x: Var({ init: 0 }),
      equations: equations`
        der(x) = 1
        assert(x < limit, "x is too large")
      `,
    })
    expect(codeOf(() => run(Model({ part: Watched() })))).toMatch(/^ASSERT: part: x is too large .*t = 0\.5/)
    expect(codeOf(() => run(Watched({ limit: -1 })))).toMatch(/^ASSERT: x is too large .*t = 0 s/)
    expect(run(Watched({ limit: 2 })).final('x')).toBeCloseTo(1, 9)
    const inWhen = Model({
      equations: equations`when time > 0.3 then assert(time > 1, "too early") end when`,
    })
    expect(codeOf(() => run(inWhen))).toMatch(/^ASSERT: too early .*t = 0\.3/)
  })

  it('lists the states for a reinit of another variable', () => {
    const model = Model({
      x: Var({ init: 0 }),
      equations: equations`der(x) = 1; y = 2*time + 1; when x > 0.5 then reinit(y, 0) end when`,
    })
    expect(codeOf(() => run(model))).toMatch(/reinit\(y, …\): expected a state, one of x/)
  })

  it('accepts an alias in reinit, with its sign', () => {
    const model = Model({
      x: Var({ init: 0 }),
      equations: equations`der(x) = 1; 0 = x + y; when x > 0.5 then reinit(y, 3) end when`,
    })
    const result = run(model)
    expect(result.final('x')).toBeCloseTo(-2.5, 9)
    expect(result.final('y')).toBeCloseTo(2.5, 9)
  })
})
