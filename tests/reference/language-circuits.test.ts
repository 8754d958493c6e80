/** Cases of the language reference: electric circuits. */
import { equations, expr, instantiate, Model, Par, quantity, redeclare, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'
import {
  Capacitor,
  ConstantVoltage,
  Ground,
  IdealDiode,
  Inductor,
  OnePort,
  Resistor,
  SineVoltage,
} from './support/electric.ts'
import { expectClose, SIMULATION_TOLERANCE as tolerance } from './support/expect-close.ts'

checkInterpreter()

const Filter = Model({
  R: Resistor({ R: 0.5 }),
  C: Capacitor({ C: 2, v: { init: 0.1 } }),
  V: ConstantVoltage({ V: 10 }),
  ground: Ground(),
  connect: [
    ['V.p', 'R.p'],
    ['R.n', 'C.p'],
    ['C.n', 'V.n', 'ground.p'],
  ],
})

describe('RC filter', () => {
  it('filter-circuit', () => {
    expectClose(simulate(Filter, { stopTime: 10, tolerance }).final('C.v'), 10 - 9.9 * Math.exp(-10))
  })

  it('filter-circuit-R5', () => {
    const merge = { R: { R: quantity(5, 'Ohm') } }
    expectClose(simulate(Filter, { stopTime: 10, tolerance, merge }).final('C.v'), 10 - 9.9 * Math.exp(-1))
    const kilo = { R: { R: quantity(0.005, 'kOhm') } }
    expectClose(
      simulate(Filter, { stopTime: 10, tolerance, merge: kilo }).final('C.v'),
      10 - 9.9 * Math.exp(-1),
    )
  })

  it('filter-circuit-no-ground', () => {
    const model = Model({
      r: Par(2, 'Ohm'),
      c: Par(1, 'F'),
      v: Par(10, 'V'),
      R: Resistor({ R: expr`r` }),
      C: Capacitor({ C: expr`c` }),
      V: ConstantVoltage({ V: expr`v` }),
      connect: [
        ['V.p', 'R.p'],
        ['R.n', 'C.p'],
        ['C.n', 'V.n'],
      ],
    })
    const instance = instantiate(model)
    expect(instance.translation.notes.filter((note) => note.includes('determined by nothing'))).toHaveLength(
      1,
    )
    expect(instance.translation.notes).toContain('1 equation(s) follow from the others and were removed.')
    const result = instance.simulate({ stopTime: 10, tolerance })
    expectClose(result.final('C.v'), 10 * (1 - Math.exp(-5)))
    // r changes R.R without a new translation
    expectClose(
      instance.simulate({ stopTime: 10, tolerance, merge: { r: 10 } }).final('C.v'),
      10 * (1 - Math.exp(-1)),
    )
  })

  it('filter-circuit-merge-access', () => {
    const merge = { R: { R: 5 }, C: { v: 3 } }
    const result = simulate(Filter, { stopTime: 10, tolerance, merge })
    expectClose(result.final('C.v'), 10 - 7 * Math.exp(-1))
    expectClose(result.final('R.v'), 7 * Math.exp(-1))
    expect(result.final('C.n.v')).toBe(0)
    expect(result.final('ground.p.i')).toBe(0)
    expect(result.parameter('R.R')).toBe(5)
    const timed = result.names.filter((name) => result.signal(name).header.baseKind !== 'parameter')
    expect(timed.sort()).toEqual(
      [
        ...['C.i', 'C.n.i', 'C.n.v', 'C.p.i', 'C.p.v', 'C.v', 'C.der(v)', 'R.i', 'R.n.i', 'R.n.v', 'R.p.i'],
        ...[
          'R.p.v',
          'R.v',
          'V.i',
          'V.n.i',
          'V.n.v',
          'V.p.i',
          'V.p.v',
          'V.v',
          'ground.p.i',
          'ground.p.v',
          'time',
        ],
      ].sort(),
    )
    for (const name of ['R.v', 'C.n.v', 'ground.p.i', 'R.R']) expect(result.has(name)).toBe(true)
    expect(result.has('R.p.vv')).toBe(false)
    expect(result.signal('C.i').unit).toBe('A')
    expect(result.signal('C.p.v').unit).toBe('V')
  })

  it('filter-circuit-float32: the same number, in double precision', () => {
    const merge = { R: { R: 5 }, C: { v: 3 } }
    const result = simulate(Filter, { stopTime: 10, tolerance, interval: 0.01, solver: 'tsit5', merge })
    // eight digits of single precision
    expectClose(result.final('C.v'), 7.4248414, 1e-6)
    expect(result.time).toHaveLength(1001)
  })

  it('filter-circuit-dae: with implicit methods', () => {
    const merge = { R: { R: 5 }, C: { v: 3 } }
    for (const solver of ['bdf', 'radau5'] as const) {
      const result = simulate(Filter, { stopTime: 10, tolerance, merge, solver })
      expectClose(result.final('C.v'), 10 - 7 * Math.exp(-1))
    }
  })

  it('filter-circuit-dae: with the integrator of implicit DAEs', () => {
    // The same circuit with its capacitor in two halves. The wire between them has a nonlinear law with the only
    // solution v = 0, so that neither voltage can be eliminated: a constraint between states.
    const Wire = OnePort.extend({
      unitVoltage: Par(1, 'V'),
      equations: equations`v/unitVoltage + (v/unitVoltage)^3 = 0`,
    })
    const model = Model({
      R: Resistor({ R: 5 }),
      C: Capacitor({ C: 1, v: { init: 3 } }),
      half: Capacitor({ C: 1, v: { init: 3 } }),
      wire: Wire(),
      V: ConstantVoltage({ V: 10 }),
      ground: Ground(),
      connect: [
        ['V.p', 'R.p'],
        ['R.n', 'C.p', 'wire.p'],
        ['wire.n', 'half.p'],
        ['C.n', 'half.n', 'V.n', 'ground.p'],
      ],
    })
    const result = simulate(model, { stopTime: 10, tolerance })
    expectClose(result.final('C.v'), 10 - 7 * Math.exp(-1))
    expectClose(result.final('half.v'), result.final('C.v'), 1e-12)
  })

  it('replaces a component by redeclare', () => {
    const model = Filter({ R: redeclare(Inductor({ L: 0.5 })) })
    const result = simulate(model, { stopTime: 2, tolerance })
    // series of L and C without losses: w = 1/sqrt(L*C) = 1
    expectClose(result.final('C.v'), 10 - 9.9 * Math.cos(2))
  })
})

describe('networks', () => {
  it('singular-LRRL', () => {
    const model = Model({
      v0: 10,
      L1_L: 0.1,
      L2_L: 0.2,
      R1_R: 10,
      R2_R: 20,
      L2_p_i: Var({ init: 0.1 }),
      R2_p_i: Var({ start: 0 }),
      V_n_v: Var({ start: 0 }),
      equations: equations`
        L1_v = L1_p_v - L1_n_v
        0 = L1_p_i + L1_n_i
        L1_L*der(L1_p_i) = L1_v
        L2_v = L2_p_v - L2_n_v
        0 = L2_p_i + L2_n_i
        L2_L*der(L2_p_i) = L2_v
        R1_v = R1_p_v - R1_n_v
        0 = R1_p_i + R1_n_i
        R1_v = R1_R*R1_p_i
        R2_v = R2_p_v - R2_n_v
        0 = R2_p_i + R2_n_i
        R2_v = R2_R*R2_p_i
        V_v = V_p_v - V_n_v
        0 = V_p_i + V_n_i
        V_p_v = L1_p_v
        0 = V_p_i + L1_p_i
        L1_n_v = R1_p_v
        L1_n_v = R2_p_v
        0 = L1_n_i + R1_p_i + R2_p_i
        R1_n_v = L2_p_v
        R2_n_v = L2_p_v
        0 = R1_n_i + R2_n_i + L2_p_i
        L2_n_v = V_n_v
        0 = L2_n_i + V_n_i
        V_v = v0
      `,
    })
    const instance = instantiate(model)
    expect(instance.translation.states.map((state) => state.name)).toEqual(['L2_p_i'])
    const result = instance.simulate({ stopTime: 1, tolerance })
    // (L1 + L2)*di/dt = v0 - R1*R2/(R1 + R2)*i
    const time = 0.3 / (200 / 30)
    expectClose(result.final('L2_p_i'), 1.5 - 1.4 * Math.exp(-1 / time))
    expectClose(result.at('L2_p_i', 0.04), 1.5 - 1.4 * Math.exp(-0.04 / time))
    expectClose(result.final('L1_p_i'), result.final('L2_p_i'), 1e-12)
    expectClose(result.final('R1_p_i') + result.final('R2_p_i'), result.final('L2_p_i'), 1e-12)
  })

  it('linear-loop-mc: the deterministic part', () => {
    const model = Model({
      R1: Resistor({ R: 100 }),
      R2: Resistor({ R: 200, i: { start: 0 } }),
      Ri: Resistor({ R: 10 }),
      C: Capacitor({ C: 2.5e-3, i: { start: 0 } }),
      V: ConstantVoltage({ V: 10 }),
      ground: Ground(),
      connect: [
        ['V.p', 'Ri.n'],
        ['Ri.p', 'R1.p'],
        ['Ri.p', 'R2.p'],
        ['R1.n', 'R2.n', 'C.p'],
        ['C.n', 'V.n', 'ground.p'],
      ],
    })
    const instance = instantiate(model)
    const { systems, states } = instance.translation
    expect(states.map((state) => state.name)).toEqual(['C.v'])
    expect(systems.map(({ kind, isConstant }) => [kind, isConstant])).toEqual([['linear', true]])
    // Six unknowns and three iteration variables. Resistances may be zero, so that R*i = v is never solved for i; from
    // two currents the voltages and everything else follow. Two are therefore the minimum; greedy tearing needs one
    // more.
    const [{ unknowns, inner, residuals }] = systems
    expect(unknowns.length + inner.length).toBe(6)
    expect(unknowns.length).toBeGreaterThanOrEqual(2)
    expect(unknowns.length).toBeLessThanOrEqual(3)
    expect(residuals).toHaveLength(unknowns.length)
    const T = 2.5e-3 * (10 + 200 / 3)
    for (const merge of [{}, { R1: { R: 110 }, R2: { R: 220 }, C: { C: 2.6e-3 } }]) {
      const isFirst = Object.keys(merge).length === 0
      const time = isFirst ? T : 2.6e-3 * (10 + 220 / 3)
      const result = instance.simulate({ stopTime: 1, tolerance, merge })
      expectClose(result.final('C.v'), 10 * (1 - Math.exp(-1 / time)))
    }
    expectClose(10 * (1 - Math.exp(-1 / T)), 9.945785463823377, 1e-9)
  })
})

describe('rectifiers', () => {
  it('rectifier-half-wave', () => {
    const model = Model({
      R1: Resistor({ R: 1 }),
      R2: Resistor({ R: 10 }),
      C: Capacitor({ C: 0.1 }),
      D: IdealDiode(),
      V: SineVoltage({ V: 5, f: 1.5 }),
      ground: Ground(),
      connect: [
        ['V.p', 'R1.p'],
        ['R1.n', 'D.p'],
        ['D.n', 'R2.p', 'C.p'],
        ['ground.p', 'R2.n', 'C.n', 'V.n'],
      ],
    })
    const result = simulate(model, { stopTime: 3, tolerance })
    expectClose(result.final('C.v'), 3.50966394, 1e-7)
  })

  const Bridge = Model({
    V: SineVoltage({ V: 220, f: 50 }),
    R1: Resistor({ R: 20 }),
    R2: Resistor({ R: 500 }),
    C: Capacitor({ C: 1e-4 }),
    D1: IdealDiode(),
    D2: IdealDiode(),
    D3: IdealDiode(),
    D4: IdealDiode(),
    ground: Ground(),
    connect: [
      ['V.p', 'R1.p'],
      ['R1.n', 'D1.p', 'D3.n'],
      ['V.n', 'D2.p', 'D4.n', 'ground.p'],
      ['D1.n', 'D2.n', 'R2.p', 'C.p'],
      ['D3.p', 'D4.p', 'R2.n', 'C.n'],
    ],
  })

  it('rectifier-bridge-default', () => {
    for (const solver of ['auto', 'bdf', 'tsit5'] as const) {
      const result = simulate(Bridge, { stopTime: 0.1, tolerance, solver })
      // the number of the reference, from a run with tolerance 1e-6
      expectClose(result.final('C.v'), 183.9899542497182, 1e-5)
      // of the four diodes, none or two opposite ones conduct
      const closed = ['D1', 'D2', 'D3', 'D4'].map((diode) => result.values(`${diode}.closed`))
      result.time.forEach((_, k) => {
        expect(closed[0][k]).toBe(closed[3][k])
        expect(closed[1][k]).toBe(closed[2][k])
        expect(closed[0][k] + closed[1][k]).toBeLessThanOrEqual(1)
      })
    }
  })
})
