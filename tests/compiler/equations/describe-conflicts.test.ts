/** Descriptions of equations that determine the same unknowns twice, and contradict or repeat each other. */

import { equations, instantiate, Model } from 'vario'
import { ConstantCurrent, ConstantVoltage, Ground, Resistor, SineVoltage } from 'vario/library/electric'
import { FixedTemperature } from 'vario/library/heat-transfer'
import { ConstantSpeed, Inertia } from 'vario/library/rotational'
import { ConstantSpeed as ConstantRodSpeed, Mass } from 'vario/library/translational'
import { describe, expect, it } from 'vitest'
import type { ModelNode } from '../../../src/model/index.ts'

function messageOf(model: ModelNode): string {
  try {
    instantiate(model)
  } catch (error) {
    return `${(error as { code: string }).code}: ${(error as Error).message}`
  }
  return 'fine'
}

const inParallel = (a: ModelNode, b: ModelNode) =>
  Model({
    a,
    b,
    R: Resistor({ R: 2 }),
    g: Ground(),
    connect: [
      ['a.p', 'b.p', 'R.p'],
      ['a.n', 'b.n', 'R.n', 'g.p'],
    ],
  })

describe('two sources', () => {
  it.each([
    [1, 2],
    [1e-6, 2e-6],
    [1e6, 1e6 + 1],
    [5, 0],
    [5, -5],
  ])('voltages %d and %d contradict each other', (a, b) => {
    const text = messageOf(inParallel(ConstantVoltage({ V: a }), ConstantVoltage({ V: b })))
    expect(text).toMatch(/^STRUCTURE: /)
    expect(text).toContain(`contradict each other with a.V = ${a}, b.V = ${b}:`)
    expect(text).toMatch(/a\.v = a\.V {3}\(a\)\n +b\.v = b\.V {3}\(b\)/)
    expect(text).toMatch(/Nothing determines:\n +[ab]\.i/)
  })

  it('voltages that depend on the time are reported without values', () => {
    const text = messageOf(inParallel(SineVoltage({ V: 1 }), ConstantVoltage({ V: 1 })))
    expect(text).toMatch(
      /These equations determine the same: they contradict or repeat each other:\n +a\.v = .*time < a\.startTime/,
    )
  })

  it('three voltages in a ring are compared by their balance', () => {
    const ring = (c: number) =>
      Model({
        a: ConstantVoltage({ V: 0.1 }),
        b: ConstantVoltage({ V: 0.2 }),
        c: ConstantVoltage({ V: c }),
        g: Ground(),
        connect: [
          ['a.p', 'b.n'],
          ['b.p', 'c.p'],
          ['a.n', 'c.n', 'g.p'],
        ],
      })
    expect(messageOf(ring(0.4))).toContain('contradict each other with a.V = 0.1, b.V = 0.2, c.V = 0.4')
    // 0.1 + 0.2 differs from 0.3 by rounding
    expect(messageOf(ring(0.3))).toBe('fine')
  })

  it('currents in series, temperatures, speeds and velocities are compared too', () => {
    const currents = Model({
      a: ConstantCurrent({ I: 1 }),
      b: ConstantCurrent({ I: 2 }),
      g: Ground(),
      connect: [
        ['a.p', 'b.n'],
        ['a.n', 'b.p', 'g.p'],
      ],
    })
    expect(messageOf(currents)).toContain('contradict each other with a.I = 1, b.I = 2')
    const temperatures = (b: number) =>
      Model({
        a: FixedTemperature({ T: 300 }),
        b: FixedTemperature({ T: b }),
        connect: [['a.port', 'b.port']],
      })
    expect(messageOf(temperatures(310))).toContain('contradict each other with a.T = 300, b.T = 310')
    expect(messageOf(temperatures(300))).toBe('fine')
    const free = { phi: { init: null }, w: { init: null } }
    const speeds = (w: number) =>
      Model({
        a: ConstantSpeed({ w_fixed: 1 }),
        J: Inertia(free),
        b: ConstantSpeed({ w_fixed: w }),
        connect: [
          ['a.flange', 'J.flange_a'],
          ['b.flange', 'J.flange_b'],
        ],
      })
    expect(messageOf(speeds(2))).toContain('contradict each other with a.w_fixed = 1, b.w_fixed = 2')
    expect(messageOf(speeds(1))).toMatch(
      /are equivalent with a\.w_fixed = 1, b\.w_fixed = 1[\s\S]*Nothing determines:\n +J\.flange_[ab]\.tau/,
    )
    const velocities = Model({
      a: ConstantRodSpeed({ v_fixed: 1 }),
      m: Mass({ s: { init: null }, v: { init: null } }),
      b: ConstantRodSpeed({ v_fixed: 2 }),
      connect: [
        ['a.flange', 'm.flange_a'],
        ['b.flange', 'm.flange_b'],
      ],
    })
    expect(messageOf(velocities)).toContain(
      'contradict each other with a.v_fixed = 1, m.L = 0, b.v_fixed = 2',
    )
  })

  it('a short-circuited source is reported', () => {
    const short = Model({ a: ConstantVoltage({ V: 5 }), g: Ground(), connect: [['a.p', 'a.n', 'g.p']] })
    expect(messageOf(short)).toMatch(
      /This equation contradicts the connections with a\.V = 5:\n +a\.v = a\.V/,
    )
  })
})

it('equations without components are reported', () => {
  expect(messageOf(Model({ equations: equations`x = 1; y = x; y = 2; z = y` }))).toMatch(
    /contradict each other:\n +x = 1 .*\n +y = 2 /,
  )
  expect(
    messageOf(Model({ k: 2, equations: equations`x + y = 3; x - y = 1; k*x + y = 5; z = x` })),
  ).toContain('are equivalent with k = 2')
  // no conflict is reported without a double determination, or if it cannot be decided
  expect(messageOf(Model({ equations: equations`x + y = 1` }))).not.toMatch(/contradict|are equivalent/)
})
