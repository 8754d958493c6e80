/** Loops, branches and clauses with several conditions in equations. */
import { equations, instantiate, Model, modelFromJson, modelToJson, printModel, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import type { SimulateOptions } from '../../src/simulation/index.ts'
import { checkInterpreter } from '../support/check-interpreter.ts'

checkInterpreter()

/** Runs a model that has gone through JSON. */
function run(
  text: string,
  members: Record<string, unknown> = {},
  options: Partial<SimulateOptions> = {},
): ReturnType<typeof simulate> {
  const json = JSON.stringify(modelToJson(Model({ ...members, equations: equations(text) })))
  return simulate(modelFromJson(json), { stopTime: 1, tolerance: 1e-8, ...options })
}

function messageOf(text: string, members: Record<string, unknown> = {}): string {
  try {
    run(text, members)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('expected an error')
}

const HEAT = `
  for i in 2:n-1 loop
    der(T[i]) = (T[i-1] - 2*T[i] + T[i+1])/dx^2 "heat equation"
  end for
  der(T[1]) = 0
  der(T[n]) = 0
  dx = 1/(n-1)
`

/** First mode of the heat equation with fixed ends, and its rate after discretization. */
function mode(n: number): { init: number[]; rate: number } {
  const init = Array.from({ length: n }, (_, i) => Math.sin((Math.PI * i) / (n - 1)))
  return { init, rate: 4 * (n - 1) ** 2 * Math.sin(Math.PI / (2 * (n - 1))) ** 2 }
}

describe('for', () => {
  it.each(['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const)(
    'solves the heat equation, whose modes decay at known rates: %s',
    (solver) => {
      const { init, rate } = mode(21)
      const result = run(HEAT, { n: 21, T: Var({ init }) }, { stopTime: 0.1, solver })
      const found = result.finalVector('T')
      // the error of a run is some times the tolerance 1e-8
      for (const [i, x] of init.entries()) expect(found[i]).toBeCloseTo(x * Math.exp(-rate * 0.1), 6)
    },
  )

  it('keeps an array one symbol, whose size may differ between runs', () => {
    const { init } = mode(21)
    const model = instantiate(Model({ n: 21, T: Var({ init }), equations: equations(HEAT) }))
    expect(model.translation.states.map(({ name }) => name)).toEqual(['T'])
    expect(model.translation.dynamics.length).toBeLessThan(5)
    const other = mode(11)
    const result = model.simulate({ stopTime: 0.1, tolerance: 1e-8, merge: { n: 11, T: other.init } })
    expect(result.finalVector('T')[5]).toBeCloseTo(Math.exp(-other.rate * 0.1), 6)
  })

  it('has no equations for an empty range, also if only a run makes it empty', () => {
    const model = instantiate(Model({ n: 4, T: Var({ init: [1, 0, 0, 1] }), equations: equations(HEAT) }))
    const result = model.simulate({ stopTime: 1, merge: { n: 2, T: [3, 4] } })
    expect([...result.finalVector('T')]).toEqual([3, 4])
    expect(model.simulate({ stopTime: 1 }).finalVector('T').length).toBe(4)
  })

  it('defines matrices by two variables, in one loop or in two', () => {
    for (const text of [
      'for i in 1:2, j in 1:3 loop A[i, j] = 10*i + j end for; y = A[2, 3]',
      'for i in 1:2 loop\n for j in 1:3 loop\n  A[i, j] = 10*i + j;\n end for\nend for\ny = A[2, 3]',
    ]) {
      const result = run(text)
      expect([...result.finalVector('A')]).toEqual([11, 12, 13, 21, 22, 23])
      expect(result.final('y')).toBe(23)
    }
  })

  it('joins the interior and the boundary of a matrix', () => {
    const text = `
      for i in 2:n-1, j in 2:n-1 loop
        der(A[i, j]) = A[i-1, j] + A[i+1, j] + A[i, j-1] + A[i, j+1] - 4*A[i, j]
      end for
      for j in 1:n loop
        der(A[1, j]) = 0; der(A[n, j]) = 0
      end for
      for i in 2:n-1 loop der(A[i, 1]) = 0; der(A[i, n]) = 0 end for
    `
    const { init } = mode(5)
    const A = init.map((x) => init.map((y) => x * y))
    const result = run(text, { n: 5, A: Var({ init: A }) })
    const rate = 8 * Math.sin(Math.PI / 8) ** 2
    expect(result.finalVector('A')[12]).toBeCloseTo(Math.exp(-rate), 6)
  })

  it('takes steps, lists and vectors as ranges', () => {
    const text = 'for i in 1:2:5 loop y[i] = i end for; for i in {2, 4} loop y[i] = -i end for'
    expect([...run(text).finalVector('y')]).toEqual([1, -2, 3, -4, 5])
    expect([...run('for i in k loop y[i] = i*time end for', { k: [2, 1] }).finalVector('y')]).toEqual([1, 2])
  })

  it('names the place of a range that is not known', () => {
    expect(messageOf('for i in 1:m loop y[i] = 1 end for; m = 3*time')).toContain(
      'line 1: model: for … in 1:m: expected a range or a vector of parameters',
    )
    expect(messageOf('for i in n loop y[i] = 1 end for', { n: 3 })).toContain('write 1:n for the numbers')
  })

  it('connects sub-models and reads them by index', () => {
    const Tank = Model({ h: Var({ init: 1 }), q: 0, equations: equations`der(h) = -h` })
    const text = 'for i in 1:3 loop y[i] = i*C[i].h; end for; s = sum(i*y[i] for i in 1:3)'
    const result = run(text, { C: [Tank({ h: 1 }), Tank({ h: 2 }), Tank({ h: 3 })] })
    const e = Math.exp(-1)
    for (const [i, x] of [1, 4, 9].entries()) expect(result.finalVector('y')[i]).toBeCloseTo(x * e, 6)
    expect(result.final('s')).toBeCloseTo(36 * e, 5)
  })
})

describe('if', () => {
  it('chooses by parameters, also for one run, and with other numbers of equations', () => {
    const model = instantiate(
      Model({
        order: 1,
        x: Var({ init: 1 }),
        equations: equations`
          if order == 1 then
            der(x) = -x
          elseif order == 2 then
            der(x) = v "velocity"
            der(v) = -x
            v0 = 1
          else
            assert(false, "order 1 or 2")
            der(x) = 0
          end if
        `,
      }),
    )
    expect(model.simulate({ stopTime: 1, tolerance: 1e-8 }).final('x')).toBeCloseTo(Math.exp(-1), 7)
    const second = model.simulate({ stopTime: 1, tolerance: 1e-8, merge: { order: 2 } })
    expect(second.final('x')).toBeCloseTo(Math.cos(1), 7)
    expect(() => model.simulate({ stopTime: 1, merge: { order: 3 } })).toThrow('order 1 or 2')
  })

  it('unites equations with the same left side under conditions that change', () => {
    const result = run(
      `if time < 0.25 then
         y = 1; z = x
       elseif time < 0.5 then
         z = 2*x; y = 2
       else
         y = 3
         z = 0
       end if
       der(x) = y`,
      { x: Var({ init: 0 }) },
    )
    // 0.25 + 2*0.25 + 3*0.5: exact, as every piece is constant
    expect(result.final('x')).toBeCloseTo(2.25, 12)
    expect([0.1, 0.4, 0.8].map((t) => result.at('z', t))[2]).toBe(0)
    expect(result.at('z', 0.4)).toBeCloseTo(2 * (0.25 + 0.3), 12)
  })

  it('unites equations about different variables: an ideal rectifier, in units', () => {
    const result = run(
      `u = 10*sin(2*pi*time)
       u = R*i + v
       if u > 0 then
         v = 0
       else
         i = 0
       end if
       der(q) = i`,
      {
        u: Var({ unit: 'V' }),
        v: Var({ unit: 'V' }),
        i: Var({ unit: 'A' }),
        q: Var({ init: 0, unit: 'C' }),
        R: 2,
      },
    )
    // the integral of 5 sin(2 pi t) over the half-wave
    expect(result.final('q')).toBeCloseTo(5 / Math.PI, 7)
    expect(result.at('v', 0.75)).toBeCloseTo(-10, 9)
  })

  it('asserts under the condition of its branch', () => {
    const text = (limit: number): string =>
      `der(x) = 1
       if x > 0.5 then
         y = 1
         assert(time < ${limit}, "too late")
       else
         y = 0
       end if`
    expect(() => run(text(0.9), { x: Var({ init: 0 }) })).toThrow('too late')
    expect(run(text(2), { x: Var({ init: 0 }) }).final('y')).toBe(1)
    expect(run(text(0.2), { x: Var({ init: -1 }) }).final('y')).toBe(0)
  })

  it('counts the equations of its branches', () => {
    const message = messageOf('der(x) = 1; if x > 0 then y = 1; z = 2; else y = 2; end if', {
      x: Var({ init: 0 }),
    })
    expect(message).toContain(
      "expected as many equations in every branch, got 2 after 'then', 1 after 'else'",
    )
  })

  it('distinguishes an equation whose left side has branches', () => {
    const result = run('if time > 2 then x else y = 5\nx = 3')
    expect(result.final('y')).toBe(5)
  })
})

describe('when', () => {
  const n = { n: Var({ start: 0 }) }

  it('acts in the first branch whose condition becomes true', () => {
    const text = 'when time > 0.3 then\n n = 1\nelsewhen time > 0.6 then\n n = 2\nend when'
    const result = run(text, n)
    expect([0.2, 0.5, 0.9].map((t) => result.at('n', t))).toEqual([0, 1, 2])
    expect(run(text.replace('0.6', '0.3'), n).final('n')).toBe(1)
  })

  it('acts if any of several conditions becomes true, also while others are', () => {
    const text = 'when {time > 0.3, time > 0.6, 2*time > 1.2} then n = pre(n) + 1; end when'
    const result = run(text, n)
    expect([0.2, 0.5, 0.9].map((t) => result.at('n', t))).toEqual([0, 1, 2])
  })

  it('reinitializes elements of a state, each for itself', () => {
    const text = `
      for i in 1:3 loop
        der(h[i]) = v[i]
        der(v[i]) = -9.81
        when h[i] < 0 then
          reinit(v[i], -0.5*v[i])
          n[i] = pre(n[i]) + 1
        end when
      end for
    `
    const result = run(
      text,
      { h: Var({ init: [1, 1, 0.5] }), v: Var({ init: [0, 0, 0] }), n: Var({ start: [0, 0, 0] }) },
      { stopTime: 0.6 },
    )
    // h = v1 s - g s²/2 after the first impact at sqrt(2 h0/g), with v1 = 0.5 sqrt(2 g h0)
    const height = (h0: number): number => {
      const s = 0.6 - Math.sqrt((2 * h0) / 9.81)
      return 0.5 * Math.sqrt(2 * 9.81 * h0) * s - (9.81 * s * s) / 2
    }
    const found = result.finalVector('h')
    for (const [i, h0] of [1, 1, 0.5].entries()) expect(found[i]).toBeCloseTo(height(h0), 6)
    expect([...result.finalVector('n')]).toEqual([1, 1, 1])
  })

  it('refuses an element that does not exist, and different values for one element', () => {
    const x = { x: Var({ init: [0, 0] }) }
    expect(messageOf('der(x) = {1, 1}; when x[1] > 0.5 then reinit(x[3], 0) end when', x)).toContain(
      'reinit(x[3], …): expected a subscript from 1 to 2',
    )
    const clash =
      'when x[1] > 0.5 then reinit(x[2], 1) end when; when x[1] > 0.5 then reinit(x[2], 2) end when'
    expect(messageOf(`der(x) = {1, 1}; ${clash}`, x)).toContain('expected one value, got 1')
  })

  it('refuses two clauses for one variable', () => {
    const message = messageOf('when time > 0.1 then n = 1; end when; when time > 0.2 then n = 2; end when', n)
    expect(message).toContain('write one: when a then n = … elsewhen b then n = … end when')
  })
})

describe('slices and rules', () => {
  it('accepts slices on the left, and numbers for all their elements', () => {
    const result = run('x[2:3] = {1, 2}*time; x[1] = 5; x[4:end] = 0', { x: Var({ start: [0, 0, 0, 0, 0] }) })
    expect([...result.finalVector('x')]).toEqual([5, 1, 2, 0, 0])
    expect([
      ...run('A[1, :] = {1, 2}; A[2, :] = {3, 4}', {
        A: Var({
          start: [
            [0, 0],
            [0, 0],
          ],
        }),
      }).finalVector('A'),
    ]).toEqual([1, 2, 3, 4])
  })

  it('sums, multiplies and compares by a rule', () => {
    const result = run(
      's = sum(i^2 for i in 1:n); p = product(i for i in 1:5); a = max(x[i] for i in 1:3); b = min(-i for i in {1, 5, 3})',
      { n: 10, x: [1, 7, 3] },
    )
    expect(['s', 'p', 'a', 'b'].map((name) => result.final(name))).toEqual([385, 120, 7, -5])
  })

  it('has rows for the last of several variables, as in Modelica', () => {
    const result = run('A = {10*i + j for i in 1:2, j in 1:3}; s = sum(i*j for i in 1:2, j in 1:3)')
    expect([...result.finalVector('A')]).toEqual([11, 21, 12, 22, 13, 23])
    expect(result.final('s')).toBe(18)
  })
})

it('prints statements as text that is read back', () => {
  const model = Model({
    x: Var({ init: [0, 0] }),
    equations: equations`
      for i in 1:2, j in {1} loop if i == j then y[i] = 1; else y[i] = 2 end if end for
      when {x[1] > 1, x[2] > 2} then reinit(x[1], 0); elsewhen initial() then a = 3; end when
      der(x) = {1, 2}
    `,
  })
  expect(printModel(model)).toContain(
    'for i in 1:2, j in [1] loop if i == j then y[i] = 1; else y[i] = 2; end if; end for',
  )
  expect(printModel(model)).toContain('elsewhen initial() then a = 3; end when')
  const json = JSON.stringify(modelToJson(model))
  expect(JSON.stringify(modelToJson(modelFromJson(json)))).toBe(json)
})
