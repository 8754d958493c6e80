/** Names that occur only in conditions, `when`, assertions and clocks: the error of a variable without an equation. */
import { equations, Model, Par, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { codeOf } from '../../simulation/event-runs.ts'

const simulated = (text: string, members = {}): string =>
  codeOf(() =>
    simulate(
      Model({
        k: Par(2),
        speed: Var({ init: 1 }),
        ...members,
        equations: equations(`der(speed) = 1; ${text}`),
      }),
      { stopTime: 1 },
    ),
  )

describe('a misspelled variable', () => {
  it.each([
    'y = if sped > 0 then 1 else 2',
    'y = sign(sped)',
    'when sped > 1 then reinit(speed, 0) end when',
    'when speed > sped then reinit(speed, 0) end when',
    'when speed > 1.5 then reinit(speed, sped) end when',
    'when sample(sped, Clock(0.1)) > 1 then reinit(speed, 0) end when',
    'assert(sped > 0, "too slow")',
    'y = edge(sped > 1)',
    'when speed > 1.5 then n = pre(sped) + 1 end when',
    'y = [if sped > i then 1 else 2 for i in 1:3]',
  ])('gives an error with the nearest name: %s', (text) => {
    const message = simulated(text)
    expect(message).toMatch(/^STRUCTURE: .*1 equation\(s\) missing/s)
    expect(message).toContain("sped: did you mean 'speed'?")
  })

  it('appears at its position', () => {
    expect(simulated('y = if sped > 0 then 1 else 2')).toMatch(/line 1: .*\n.*sped > 0.*\n +\^\^\^\^$/s)
  })
})

describe('subscripts of a number', () => {
  it.each(['y = speed[2]', 'y = k[1]', 'y = time[2]', 'y = speed[integer(time) + 1]', 'y = k[1, 1]'])(
    'give an error that names them: %s',
    (text) => {
      expect(simulated(text)).toMatch(/^TYPE: .*expected an array, got \d subscripts? on a number/)
    },
  )
})
