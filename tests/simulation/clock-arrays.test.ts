/** Arrays of clocks, and clocks by a condition of parameters. */
import { equations, instantiate, Model, Par, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'

checkInterpreter()

/** Counts the ticks of the clock of its input. */
const Counter = Model({
  n: Var({ start: 0 }),
  equations: equations`n = previous(n) + (if u > -1 then 1 else 0)`,
})
/** Ticks of Clock(T) until t = 1 s, with the first one. */
const ticks = (T: number): number => Math.floor(1 / T + 1e-9) + 1

describe('an array of clocks', () => {
  it.each([
    ['a rule', 'c = {Clock(0.1*i) for i in 1:3}'],
    ['a list', 'c = {Clock(0.1), Clock(0.2), Clock(0.3)}'],
    ['a loop', 'for i in 1:3 loop c[i] = Clock(0.1*i); end for'],
    [
      'elements that follow from others',
      'c[1] = Clock(1, 10); c[2] = subSample(c[1], 2); c[3] = subSample(c[1], 3)',
    ],
  ])('by %s', (_, text) => {
    const model = Model({
      counter: [Counter(), Counter(), Counter()],
      equations: equations(`${text}; for i in 1:3 loop counter[i].u = sample(time, c[i]); end for`),
    })
    const result = simulate(model, { stopTime: 1 })
    expect([1, 2, 3].map((i) => result.final(`counter[${i}].n`))).toEqual([0.1, 0.2, 0.3].map(ticks))
  })

  it('may have a number of elements that is a parameter', () => {
    const model = instantiate(
      Model({ m: 2, equations: equations`c = {Clock(0.1*i) for i in 1:m}; x = sample(time, c[m])` }),
    )
    expect([1, 2, 3, 4].map((m) => model.simulate({ stopTime: 1, merge: { m } }).final('x'))).toEqual(
      [1, 1, 0.9, 0.8].map((value) => expect.closeTo(value, 12)),
    )
  })

  it.each([
    ['c = {Clock(0.1), Clock(0.2)}; x = sample(time, c)', 'expected one of the clocks of the array, c[1]'],
    ['c = {Clock(0.1), Clock(0.2)}; x = sample(time, c[3])', 'expected a subscript from 1 to 2, got 3'],
    ['c = {Clock(0.1), 3}; x = sample(time, c[1])', 'expected clocks, got other values beside them'],
    ['x = {sample(time, Clock(0.1*i)) for i in 1:2}', 'Write an array of components, each with its clock'],
    ['for i in 1:2 loop x[i] = sample(time, Clock(0.1*i)); end for', 'each with its clock'],
    ['c = {Clock(0.1), Clock(0.2)}; x = {sample(time, c[i]) for i in 1:2}', 'each with its clock'],
  ])('has errors that say what to write: %s', (text, message) => {
    expect(() => simulate(Model({ equations: equations(text) }), { stopTime: 1 })).toThrow(message)
  })
})

describe('a clock by a condition', () => {
  const model = (text: string) =>
    Model({ isFast: Par(true), n: Var({ start: 0 }), equations: equations(text) })

  it.each([
    'c = if isFast then Clock(0.1) else Clock(0.25); n = previous(n) + 1; x = n + sample(0*time, c)',
    'n = previous(n) + 1; x = n + sample(0*time, if isFast then Clock(0.1) else Clock(0.25))',
    'if isFast then c = Clock(0.1); else c = Clock(0.25); end if; n = previous(n) + 1; x = n + sample(0*time, c)',
  ])('takes parameters: %s', (text) => {
    const run = instantiate(model(text))
    expect(run.simulate({ stopTime: 1 }).final('n')).toBe(ticks(0.1))
    expect(run.simulate({ stopTime: 1, merge: { isFast: false } }).final('n')).toBe(ticks(0.25))
  })

  it('must not change: the error says what to write', () => {
    const text = 'c = if time > 0.5 then Clock(0.1) else Clock(0.2); x = sample(time, c)'
    expect(() => simulate(model(text), { stopTime: 1 })).toThrow(
      'Write Clock(T) with an interval T that changes',
    )
  })
})
