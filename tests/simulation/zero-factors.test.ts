/** Parameters whose value zero changes the structure of a model: L*der(i) + R*i = u with L = 0. */

import { equations, instantiate, Model, type SimulateOptions, Var } from 'vario'
import { FirstOrder } from 'vario/library/blocks'
import { Capacitor, ConstantVoltage, Ground, Inductor, Resistor, SineVoltage } from 'vario/library/electric'
import { FixedHeatFlow, FixedTemperature, HeatCapacitor, ThermalConductor } from 'vario/library/heat-transfer'
import { ConstantTorque, Damper, Fixed, IdealGear, Inertia, Spring } from 'vario/library/rotational'
import { describe, expect, it } from 'vitest'
import type { ModelNode } from '../../src/model/index.ts'
import { codeOf, type Table } from './event-runs.ts'

const SOLVERS = ['auto', 'bdf', 'radau5', 'tsit5', 'dop853'] as const
type Merge = NonNullable<SimulateOptions['merge']>

/** One translation in turn with zero, without and with zero again: all solvers, generated and interpreted code. */
function check(
  model: ModelNode,
  zero: Merge,
  test: (result: Table) => void,
  original?: (result: Table) => void,
): void {
  for (const interpret of [false, true]) {
    const instance = instantiate(model, { interpret })
    for (const solver of SOLVERS) {
      const options = { stopTime: 1, tolerance: 1e-9, solver }
      test(instance.simulate({ ...options, merge: zero }))
      original?.(instance.simulate(options))
    }
  }
}

describe('a factor of a derivative that is zero', () => {
  const Lag = Model({ L: 0.5, R: 2, i: Var({ start: 0 }), equations: equations`L*der(i) + R*i = 1 + time` })
  const Drag = Model({ m: 1, d: 2, F: 3, v: Var({ start: 0 }), equations: equations`m*der(v) = F - d*v` })

  it('gives an algebraic equation', () => {
    check(
      Lag,
      { L: 0 },
      (result) => expect(result.final('i')).toBeCloseTo(1, 12),
      // i = (1 + t)/R - L/R² + (L/R² - 1/R) exp(-R t/L)
      (result) => expect(result.final('i')).toBeCloseTo(1 - 0.125 + (0.125 - 0.5) * Math.exp(-4), 7),
    )
    check(Drag, { m: 0 }, (result) => expect(result.final('v')).toBeCloseTo(1.5, 12))
    // zero as a difference of parameters
    const Difference = Model({
      a: 2,
      b: 1,
      x: Var({ start: 0 }),
      equations: equations`(a - b)*der(x) = cos(time) - x`,
    })
    check(Difference, { b: 2 }, (result) => expect(result.final('x')).toBeCloseTo(Math.cos(1), 12))
  })

  it('is retranslated for another value if the model was translated with zero', () => {
    check(
      Lag({ L: 0 }),
      { L: 0.5 },
      (result) => expect(result.final('i')).toBeCloseTo(0.875 - 0.375 * Math.exp(-4), 7),
      (result) => expect(result.final('i')).toBeCloseTo(1, 12),
    )
  })

  it('may be next to other states', () => {
    const Fast = Model({
      eps: 1e-2,
      x: Var({ init: 1 }),
      z: Var({ start: 0 }),
      equations: equations`der(x) = -z; eps*der(z) = x - z`,
    })
    check(Fast, { eps: 0 }, (result) => expect(result.final('x')).toBeCloseTo(Math.exp(-1), 7))
    const Coupled = Model({
      a: 1,
      b: 1,
      c: 0.5,
      x: Var({ start: 0 }),
      y: Var({ start: 0 }),
      equations: equations`a*der(x) + c*der(y) = 1 - x; c*der(x) + b*der(y) = 2 - y`,
    })
    check(Coupled, { a: 0, c: 0 }, (result) => {
      expect(result.final('x')).toBeCloseTo(1, 12)
      expect(result.final('y')).toBeCloseTo(2 * (1 - Math.exp(-1)), 7)
    })
    // c = 0 alone: two lags
    check(Coupled, { c: 0 }, (result) => {
      expect(result.final('x')).toBeCloseTo(1 - Math.exp(-1), 7)
      expect(result.final('y')).toBeCloseTo(2 * (1 - Math.exp(-1)), 7)
    })
  })

  it('differentiates a prescribed value if a state follows from it', () => {
    // a = 0: x = sin(t), and y = der(x)
    const model = Model({
      a: 1,
      x: Var({ start: 0 }),
      equations: equations`a*der(x) = sin(time) - x; y = der(x)`,
    })
    check(model, { a: 0 }, (result) => expect(result.final('y')).toBeCloseTo(Math.cos(1), 12))
  })

  it('causes a warning for an init value that cannot be fulfilled', () => {
    const result = instantiate(Drag({ v: Var({ init: 7 }) })).simulate({ stopTime: 1, merge: { m: 0 } })
    expect(result.at('v', 0)).toBeCloseTo(1.5, 12)
    expect(result.warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      expect.stringMatching(
        /^INIT: init 7 of v has no effect: with the value zero of m it is not a state but computed, 1\.5/,
      ),
    ])
    expect(instantiate(Drag({ v: Var({ init: 7 }) })).simulate({ stopTime: 1 }).warnings).toEqual([])
  })

  it('is named in the error if it leaves a variable undetermined', () => {
    const instance = instantiate(Model({ k: 1, equations: equations`x = time; k*y = x - time` }))
    expect(codeOf(() => instance.simulate({ stopTime: 1, merge: { k: 0 } }))).toMatch(
      /^STRUCTURE: With the value zero of the factor -?k of y in k\*y = x - time.*Nothing determines y/,
    )
  })
})

describe('components', () => {
  it('may be an inductance, a capacitance, or a capacitor in a short circuit', () => {
    const RL = Model({
      u: SineVoltage({ V: 1, f: 1 }),
      R: Resistor({ R: 2 }),
      L: Inductor({ L: 0.1 }),
      g: Ground(),
      connect: [
        ['u.p', 'R.p'],
        ['R.n', 'L.p'],
        ['L.n', 'u.n', 'g.p'],
      ],
    })
    check(RL, { L: { L: 0 }, u: { f: 0.7 } }, (result) =>
      expect(result.final('L.i')).toBeCloseTo(Math.sin(1.4 * Math.PI) / 2, 12),
    )
    const RC = Model({
      u: ConstantVoltage({ V: 3 }),
      R: Resistor({ R: 2 }),
      C: Capacitor({ C: 0.1 }),
      R2: Resistor({ R: 1 }),
      g: Ground(),
      connect: [
        ['u.p', 'R.p'],
        ['R.n', 'C.p', 'R2.p'],
        ['C.n', 'R2.n', 'u.n', 'g.p'],
      ],
    })
    check(RC, { C: { C: 0 } }, (result) => expect(result.final('C.v')).toBeCloseTo(1, 12))
    check(RC, { R2: { R: 0 } }, (result) => {
      expect(result.final('C.v')).toBeCloseTo(0, 12)
      expect(result.final('R2.i')).toBeCloseTo(1.5, 12)
      expect(result.final('C.i')).toBeCloseTo(0, 12)
    })
  })

  it('may be an inertia: before a damper, on either side of a gear or a spring', () => {
    const damped = Model({
      torque: ConstantTorque({ tau_constant: 3 }),
      J: Inertia({ J: 1 }),
      d: Damper({ d: 2 }),
      fixed: Fixed(),
      connect: [
        ['torque.flange', 'J.flange_a'],
        ['J.flange_b', 'd.flange_a'],
        ['d.flange_b', 'fixed.flange'],
      ],
    })
    check(
      damped,
      { J: { J: 0 } },
      (result) => {
        expect(result.final('J.w')).toBeCloseTo(1.5, 12)
        expect(result.final('J.phi')).toBeCloseTo(1.5, 8)
      },
      (result) => expect(result.final('J.w')).toBeCloseTo(1.5 * (1 - Math.exp(-2)), 7),
    )
    const between = (middle: ModelNode, second: object) =>
      Model({
        torque: ConstantTorque({ tau_constant: 3 }),
        J1: Inertia({ J: 1 }),
        middle,
        J2: Inertia({ J: 2, ...second }),
        connect: [
          ['torque.flange', 'J1.flange_a'],
          ['J1.flange_b', 'middle.flange_a'],
          ['middle.flange_b', 'J2.flange_a'],
        ],
      })
    const geared = between(IdealGear({ ratio: 3 }), { phi: { init: null }, w: { init: null } })
    check(geared, { J2: { J: 0 } }, (result) => expect(result.final('J1.w')).toBeCloseTo(3, 8))
    check(geared, { J1: { J: 0 } }, (result) => expect(result.final('J1.w')).toBeCloseTo((9 * 3) / 2, 8))
    const elastic = between(Spring({ c: 10 }), {})
    check(elastic, { J2: { J: 0 } }, (result) => expect(result.final('J1.w')).toBeCloseTo(3, 8))
    check(elastic, { J1: { J: 0 } }, (result) => {
      expect(result.final('J2.w')).toBeCloseTo(1.5, 8)
      expect(result.final('J1.phi')).toBeCloseTo(0.75 + 0.3, 8)
    })
    const none = () => instantiate(geared).simulate({ stopTime: 1, merge: { J1: { J: 0 }, J2: { J: 0 } } })
    expect(codeOf(none)).toMatch(
      /^STRUCTURE: With the value zero of the factor J1\.J of J1\.a in .*J2\.J of J2\.a/,
    )
  })

  it('may be a heat capacity or a time constant', () => {
    const wall = Model({
      T: FixedTemperature({ T: 300 }),
      G: ThermalConductor({ G: 2 }),
      C: HeatCapacitor({ C: 5 }),
      Q: FixedHeatFlow({ Q_flow: 10 }),
      connect: [
        ['T.port', 'G.port_a'],
        ['G.port_b', 'C.port', 'Q.port'],
      ],
    })
    check(wall, { C: { C: 0 } }, (result) => expect(result.final('C.T')).toBeCloseTo(305, 10))
    const lag = Model({ lag: FirstOrder({ k: 3 }), equations: equations`lag.u = time` })
    check(lag, { lag: { T: 0 } }, (result) => expect(result.final('lag.y')).toBeCloseTo(3, 12))
  })
})
