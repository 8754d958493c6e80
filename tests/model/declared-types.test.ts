/** Variables and parameters of declared types: Integer, Boolean, enumerations. */
import {
  Enumeration,
  equations,
  instantiate,
  Model,
  modelFromJson,
  modelToJson,
  Par,
  simulate,
  Var,
} from 'vario'
import { describe, expect, it } from 'vitest'
import { equalModels } from '../../src/model/index.ts'
import { messageOf } from './support.ts'

const Mode = Enumeration('off', 'heating', 'cooling')
const Color = Enumeration('red', 'green')
/** Heats below 290 K, cools above 300 K: a square wave of the outside temperature. */
const Climate = Model({
  Mode,
  first: Par('heating', { type: Mode }),
  T: Var({ init: 280 }),
  mode: Var({ type: Mode, start: 'off', info: 'of the heater' }),
  n: Var({ type: 'Integer', start: 0 }),
  equations: equations`
    der(T) = if mode == Mode.heating then 10 else 0
    when T > 290 then
      mode = Mode.cooling
      n = pre(n) + 1
    elsewhen time > 0.5 then
      mode = first
      n = pre(n) + 1
    end when
  `,
})

describe('enumerations', () => {
  it('have values with names, which are positions in results', () => {
    const result = simulate(Climate, { stopTime: 2 })
    expect([0.2, 1, 1.8].map((t) => result.at('mode', t))).toEqual([1, 2, 3])
    expect(result.final('T')).toBeCloseTo(290, 6)
    expect(result.final('n')).toBe(2)
    expect(result.signal('mode').info).toBe('of the heater: 1 off, 2 heating, 3 cooling')
    expect(result.summary()).toContain('1 off, 2 heating, 3 cooling')
  })

  it('are modified, merged and written as JSON by names and positions', () => {
    expect(simulate(Climate({ first: 'off' }), { stopTime: 2 }).final('T')).toBe(280)
    expect(simulate(Climate({ mode: 'heating' }), { stopTime: 0.4 }).final('T')).toBeCloseTo(284, 6)
    const run = instantiate(Climate).simulate({
      stopTime: 0.4,
      merge: { mode: { start: 'heating' }, first: 'cooling' },
    })
    expect(run.final('T')).toBeCloseTo(284, 6)
    const back = modelFromJson(JSON.stringify(modelToJson(Climate)))
    expect(equalModels(back, Climate)).toBe(true)
    expect(simulate(back, { stopTime: 2 }).final('n')).toBe(2)
  })

  it('refuse other names, other values and changes', () => {
    expect(messageOf(() => Var({ type: Mode, start: 'of' }))).toContain("'of'")
    expect(messageOf(() => Climate({ first: 'warm' }))).toContain("'warm'")
    expect(messageOf(() => instantiate(Climate({ first: 4 as never })))).toBe(
      'first: expected one of off, heating, cooling, got 4.',
    )
    expect(messageOf(() => instantiate(Climate).simulate({ stopTime: 1, merge: { mode: 'of' } }))).toContain(
      "'of'",
    )
    expect(messageOf(() => Climate({ Mode: { off: 3 } }))).toContain('Mode.off: expected no new value')
    expect(messageOf(() => Enumeration('a', 'a'))).toContain('Enumeration: expected different names')
  })

  it('are compared and combined with themselves only', () => {
    const problem = (text: string) =>
      messageOf(() =>
        instantiate(Climate.extend({ Color, c: Var({ type: Color }), equations: equations(text) })),
      )
    expect(problem('c = Mode.off')).toContain(
      "'c': expected a value of the enumeration red, green, got 'Mode.off', a value of the enumeration off, heating, cooling",
    )
    expect(problem('c = 1')).toContain("got '1', a whole number")
    expect(problem('c = if mode == Color.red then Color.red else Color.green')).toContain("around '=='")
    expect(problem('c = if T > 290 then Color.red else Mode.off')).toContain(
      'expected values of the same type',
    )
    expect(problem('c = Color.red; z = mode + 1')).toContain(
      "'+': expected numbers, got a value of the enumeration",
    )
    expect(problem('c = if mode > Mode.off then Color.red else Color.green')).toBe('no error')
  })
})

describe('Integer and Boolean', () => {
  const problem = (members: object, text: string) =>
    messageOf(() =>
      instantiate(Model({ ...members, x: Var({ init: 1 }), equations: equations(`der(x) = 1; ${text}`) })),
    )
  const n = Var({ type: 'Integer', start: 0 })

  it('accepts equations with whole numbers', () => {
    const whole = [
      '3',
      'k + 1',
      '2*k - 1',
      'integer(x)',
      'floor(x/2)',
      'if x > 2 then 1 else k',
      'abs(-k)',
      'pre(n)',
    ]
    for (const value of whole)
      expect(problem({ n, k: Par(2, { type: 'Integer' }) }, `n = ${value}`), value).toBe('no error')
    expect(problem({ n }, 'n = 3; y = n/2')).toBe('no error')
  })

  it('refuses others, with the place', () => {
    expect(problem({ n }, 'n = x')).toContain(
      "'n': expected a whole number, got 'x', a number; write integer(…) or round(…)",
    )
    for (const value of ['x/2', '1.5', 'k/2', 'sqrt(k)', 'if x > 2 then 1 else x', 'k'])
      expect(problem({ n, k: 2 }, `n = ${value}`), value).toContain("'n': expected a whole number")
    expect(problem({ n }, 'when x > 2 then n = pre(n) + 0.5 end when')).toContain(
      "'n': expected a whole number",
    )
    expect(problem({ n: Var({ type: 'Integer', init: 1 }) }, 'der(n) = 1')).toContain(
      'der(…): expected a number that changes',
    )
    expect(problem({ n: Var({ type: 'Integer', start: 0.5 }) }, 'n = 1')).toBe(
      'n: expected a whole number, got 0.5.',
    )
    expect(problem({ n: Par(2.5, { type: 'Integer' }) }, 'y = n')).toBe(
      'n: expected a whole number, got 2.5.',
    )
    expect(problem({ b: Par(2, { type: 'Boolean' }) }, 'y = b')).toBe('b: expected true or false, got 2.')
    expect(messageOf(() => Var({ type: 'Real' as never }))).toContain(
      "'Integer', 'Boolean' or an Enumeration",
    )
  })
})
