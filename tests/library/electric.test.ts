/** Electric components against closed forms. */

import { equations, Model, simulate } from 'vario'
import {
  Capacitor,
  Conductor,
  ConstantCurrent,
  ConstantVoltage,
  CurrentSensor,
  Diode,
  Ground,
  IdealDiode,
  IdealOpAmp3Pin,
  IdealTransformer,
  Inductor,
  Resistor,
  SignalCurrent,
  SignalVoltage,
  SineCurrent,
  SineVoltage,
  StepVoltage,
  Switch,
  ThreeCoupledInductors,
  Transformer,
  UnitlessCurrentSensor,
  UnitlessSignalVoltage,
  VoltageSensor,
} from 'vario/library/electric'
import { describe, expect, it } from 'vitest'

/** Relative accuracy of runs with tolerance 1e-9; global errors are a small multiple of the local tolerance. */
const ACCURATE = { tolerance: 1e-9 }
const ACCURACY = 1e-7

describe('linear components', () => {
  it('an RC circuit charges with the time constant R*C', () => {
    const model = Model({
      R: Resistor({ R: 0.5 }),
      C: Capacitor({ C: 2 }),
      V: ConstantVoltage({ V: 10 }),
      ground: Ground(),
      connect: [
        ['V.p', 'R.p'],
        ['R.n', 'C.p'],
        ['C.n', 'V.n', 'ground.p'],
      ],
    })
    const result = simulate(model, { stopTime: 2, ...ACCURATE })
    expect(result.final('C.v')).toBeCloseTo(10 * (1 - Math.exp(-2)), 6)
    expect(result.final('R.i')).toBeCloseTo(20 * Math.exp(-2), 6)
  })

  it('an RL circuit with a parallel conductor follows a constant current', () => {
    const model = Model({
      I: ConstantCurrent({ I: 2 }),
      G: Conductor({ G: 0.25 }),
      L: Inductor({ L: 3 }),
      ground: Ground(),
      connect: [
        ['I.n', 'G.p', 'L.p'],
        ['I.p', 'G.n', 'L.n', 'ground.p'],
      ],
    })
    const result = simulate(model, { stopTime: 1, ...ACCURATE })
    expect(result.final('L.i')).toBeCloseTo(2 * (1 - Math.exp(-4 / 3)), 6)
  })

  it('sensors measure sine and step voltages', () => {
    const model = Model({
      V: SineVoltage({ V: 3, f: 2, phase: 0.5, offset: 1, startTime: 0.1 }),
      S: StepVoltage({ V: 4, offset: 1, startTime: 0.3 }),
      R: Resistor({ R: 2 }),
      A: CurrentSensor(),
      U: VoltageSensor(),
      ground: Ground(),
      connect: [
        ['V.p', 'A.p', 'U.p'],
        ['V.n', 'S.p'],
        ['A.n', 'R.p'],
        ['R.n', 'U.n', 'S.n', 'ground.p'],
      ],
    })
    const result = simulate(model, { stopTime: 0.7, interval: 0.1 })
    const sine = (t: number) => 1 + 3 * Math.sin(4 * Math.PI * (t - 0.1) + 0.5)
    expect(result.at('U.v', 0.05)).toBeCloseTo(2, 12)
    expect(result.at('A.i', 0.2, 'left')).toBeCloseTo((sine(0.2) + 1) / 2, 12)
    expect(result.at('U.v', 0.3, 'left')).toBeCloseTo(sine(0.3) + 1, 10)
    expect(result.at('U.v', 0.3)).toBeCloseTo(sine(0.3) + 5, 10)
    expect(result.final('U.v')).toBeCloseTo(sine(0.7) + 5, 12)
  })

  it('current sources follow a signal and a sine', () => {
    const model = Model({
      I1: SignalCurrent(),
      I2: SineCurrent({ I: 2, f: 1 }),
      R: Resistor({ R: 5 }),
      ground: Ground(),
      equations: equations`I1.i = 3*time`,
      connect: [
        ['I1.n', 'I2.n', 'R.p'],
        ['I1.p', 'I2.p', 'R.n', 'ground.p'],
      ],
    })
    const result = simulate(model, { stopTime: 0.2 })
    expect(result.final('R.v')).toBeCloseTo(5 * (0.6 + 2 * Math.sin(0.4 * Math.PI)), 12)
  })

  it('sources accept signals with and without units', () => {
    const model = Model({
      V1: SignalVoltage(),
      V2: UnitlessSignalVoltage(),
      A: UnitlessCurrentSensor(),
      R: Resistor({ R: 4 }),
      ground: Ground(),
      equations: equations`V1.v = 2; V2.v = A.i`,
      connect: [
        ['V1.p', 'A.p'],
        ['A.n', 'R.p'],
        ['R.n', 'V2.p'],
        ['V2.n', 'V1.n', 'ground.p'],
      ],
    })
    expect(simulate(model, { stopTime: 1 }).final('A.i')).toBeCloseTo(2 / 5, 12)
  })

  it('an inverting amplifier has the gain -R2/R1', () => {
    const model = Model({
      V: SineVoltage({ V: 1, f: 1 }),
      R1: Resistor({ R: 2 }),
      R2: Resistor({ R: 7 }),
      amp: IdealOpAmp3Pin(),
      ground: Ground(),
      connect: [
        ['V.p', 'R1.p'],
        ['R1.n', 'R2.p', 'amp.in_n'],
        ['R2.n', 'amp.out'],
        ['amp.in_p', 'V.n', 'ground.p'],
      ],
    })
    expect(simulate(model, { stopTime: 0.2 }).final('amp.out.v')).toBeCloseTo(
      -3.5 * Math.sin(0.4 * Math.PI),
      12,
    )
  })
})

describe('coupled inductors', () => {
  it('a transformer with a shorted secondary has the inductance L1 - M^2/L2', () => {
    const model = Model({
      V: ConstantVoltage({ V: 6 }),
      T: Transformer({ L1: 2, L2: 0.5, M: 0.8 }),
      ground: Ground(),
      connect: [
        ['V.p', 'T.p1'],
        ['V.n', 'T.n1', 'T.n2', 'T.p2', 'ground.p'],
      ],
    })
    const result = simulate(model, { stopTime: 1, ...ACCURATE })
    expect(result.final('T.i1')).toBeCloseTo(6 / (2 - 0.64 / 0.5), 8)
    expect(result.final('T.i2')).toBeCloseTo((-0.8 / 0.5) * result.final('T.i1'), 8)
  })

  it('an ideal transformer reflects a load R as n^2*R', () => {
    const model = Model({
      V: ConstantVoltage({ V: 12 }),
      T: IdealTransformer({ n: 3 }),
      R: Resistor({ R: 2 }),
      ground: Ground(),
      connect: [
        ['V.p', 'T.p1'],
        ['T.p2', 'R.p'],
        ['V.n', 'T.n1', 'T.n2', 'R.n', 'ground.p'],
      ],
    })
    const result = simulate(model, { stopTime: 1 })
    expect(result.final('T.i1')).toBeCloseTo(12 / 18, 12)
    expect(result.final('R.v')).toBeCloseTo(4, 12)
  })

  const L = [
    [3, 1, 0.5],
    [1, 2, 0.4],
    [0.5, 0.4, 1],
  ]

  it('three coils with constant voltages satisfy L*der(i) = v', () => {
    const model = Model({
      V1: ConstantVoltage({ V: 1 }),
      V2: ConstantVoltage({ V: -2 }),
      V3: ConstantVoltage({ V: 0.5 }),
      coils: ThreeCoupledInductors({ L }),
      ground: Ground(),
      connect: [
        ['V1.p', 'coils.p1'],
        ['V2.p', 'coils.p2'],
        ['V3.p', 'coils.p3'],
        ['V1.n', 'V2.n', 'V3.n', 'coils.n1', 'coils.n2', 'coils.n3', 'ground.p'],
      ],
    })
    const result = simulate(model, { stopTime: 2, ...ACCURATE })
    const i = [1, 2, 3].map((k) => result.final(`coils.i${k}`))
    const v = [1, -2, 0.5]
    for (const [row, voltage] of v.entries()) {
      expect(L[row].reduce((sum, l, k) => sum + l * i[k], 0)).toBeCloseTo(2 * voltage, 8)
    }
  })

  it('three coils in series have one state, and the sum of all elements as inductance', () => {
    const model = Model({
      V: ConstantVoltage({ V: 5 }),
      R: Resistor({ R: 2 }),
      coils: ThreeCoupledInductors({ L, i2: { init: null }, i3: { init: null } }),
      ground: Ground(),
      connect: [
        ['V.p', 'R.p'],
        ['R.n', 'coils.p1'],
        ['coils.n1', 'coils.p2'],
        ['coils.n2', 'coils.p3'],
        ['coils.n3', 'V.n', 'ground.p'],
      ],
    })
    const inductance = L.flat().reduce((sum, l) => sum + l, 0)
    const result = simulate(model, { stopTime: 3, ...ACCURATE })
    expect(result.final('coils.i3')).toBeCloseTo(2.5 * (1 - Math.exp((-2 * 3) / inductance)), 7)
  })
})

describe('diodes and switches', () => {
  /** The reference computes with 3.14 in place of pi. */
  const hertz = (f: number) => (f * 3.14) / Math.PI

  it('half-wave rectifier (rectifier-half-wave)', () => {
    const model = Model({
      R1: Resistor({ R: 1 }),
      R2: Resistor({ R: 10 }),
      C: Capacitor({ C: 0.1 }),
      D: IdealDiode(),
      V: SineVoltage({ V: 5, f: hertz(1.5) }),
      ground: Ground(),
      connect: [
        ['V.p', 'R1.p'],
        ['R1.n', 'D.p'],
        ['D.n', 'R2.p', 'C.p'],
        ['ground.p', 'R2.n', 'C.n', 'V.n'],
      ],
    })
    const result = simulate(model, { stopTime: 3, ...ACCURATE })
    // Verified independently: 3.50966394.
    expect(Math.abs(result.final('C.v') / 3.50966394 - 1)).toBeLessThan(ACCURACY)
    const closed = result.values('D.closed')
    expect(closed.filter((value, k) => k > 0 && value !== closed[k - 1]).length).toBeGreaterThanOrEqual(8)
  })

  it('bridge rectifier (rectifier-bridge-default)', () => {
    const model = Model({
      V: SineVoltage({ V: 220, f: hertz(50) }),
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
    const result = simulate(model, { stopTime: 0.1, ...ACCURATE })
    expect(Math.abs(result.final('C.v') / 183.9899542497182 - 1)).toBeLessThan(1e-4)
    expect(Math.min(...result.values('C.v'))).toBeGreaterThan(-1e-6)
  })

  it('a three-phase bridge has the mean voltage 3*sqrt(3)/pi times the amplitude', () => {
    const members: Record<string, unknown> = {}
    const connect: string[][] = [['L.n', 'R.p']]
    const [plus, minus, star] = [['L.p'], ['R.n'], ['ground.p']]
    for (const k of [1, 2, 3]) {
      members[`V${k}`] = SineVoltage({ V: 100, f: 50, phase: (-2 * Math.PI * k) / 3 })
      members[`R${k}`] = Resistor({ R: 1e-4 })
      members[`upper${k}`] = IdealDiode()
      members[`lower${k}`] = IdealDiode()
      connect.push([`V${k}.p`, `R${k}.p`], [`R${k}.n`, `upper${k}.p`, `lower${k}.n`])
      plus.push(`upper${k}.n`)
      minus.push(`lower${k}.p`)
      star.push(`V${k}.n`)
    }
    const model = Model({
      ...members,
      ...{ L: Inductor({ L: 0.05 }), R: Resistor({ R: 10 }), ground: Ground() },
      connect: [...connect, plus, minus, star],
      equations: equations`der(integral) = R.v`,
    })
    const result = simulate(model, { stopTime: 0.2, interval: 0.02, tolerance: 1e-8 })
    const mean = (result.final('integral') - result.at('integral', 0.1)) / 0.1
    expect(Math.abs(mean / ((300 * Math.sqrt(3)) / Math.PI) - 1)).toBeLessThan(1e-4)
  })

  it('an ideal diode conducts above its knee voltage', () => {
    const model = Model({
      V: ConstantVoltage({ V: 5 }),
      R: Resistor({ R: 100 }),
      D: IdealDiode({ Vknee: 0.7, Ron: 1e-9, Goff: 1e-12 }),
      ground: Ground(),
      connect: [
        ['V.p', 'R.p'],
        ['R.n', 'D.p'],
        ['D.n', 'V.n', 'ground.p'],
      ],
    })
    expect(simulate(model, { stopTime: 1 }).final('R.i')).toBeCloseTo(0.043, 9)
    expect(simulate(model, { stopTime: 1, merge: { V: { V: 0.6 } } }).final('R.i')).toBeCloseTo(0, 9)
  })

  it('the current of an inductor decays through the second branch after a switch opens', () => {
    const model = Model({
      V: ConstantVoltage({ V: 10 }),
      S: Switch({ Ron: 1e-9, Goff: 1e-9 }),
      L: Inductor({ L: 2 }),
      R: Resistor({ R: 4 }),
      D: IdealDiode({ Ron: 1e-9, Goff: 1e-9 }),
      ground: Ground(),
      equations: equations`S.control = time < 1.5`,
      connect: [
        ['V.p', 'S.p'],
        ['S.n', 'L.p', 'D.n'],
        ['L.n', 'R.p'],
        ['R.n', 'D.p', 'V.n', 'ground.p'],
      ],
    })
    const result = simulate(model, { stopTime: 2, ...ACCURATE })
    const peak = 2.5 * (1 - Math.exp(-3))
    expect(result.at('L.i', 1.5)).toBeCloseTo(peak, 6)
    expect(result.final('L.i')).toBeCloseTo(peak * Math.exp(-1), 6)
    expect(result.final('D.i')).toBeCloseTo(result.final('L.i'), 6)
  })

  it('an exponential diode satisfies its law on both sides of the linear continuation', () => {
    const model = Model({
      V: ConstantVoltage({ V: 1 }),
      R: Resistor({ R: 10 }),
      D: Diode(),
      ground: Ground(),
      connect: [
        ['V.p', 'R.p'],
        ['R.n', 'D.p'],
        ['D.n', 'V.n', 'ground.p'],
      ],
    })
    const law = (v: number) => {
      const x = v / 0.04
      const exponential = x > 15 ? Math.exp(15) * (1 + x - 15) - 1 : Math.exp(x) - 1
      return 1e-6 * exponential + v / 1e8
    }
    for (const [V, isLinear] of [
      [1, false],
      [-3, false],
      [100, true],
    ] as const) {
      const result = simulate(model, { stopTime: 1, merge: { V: { V } } })
      const v = result.final('D.v')
      expect(v > 0.6).toBe(isLinear)
      expect(Math.abs(result.final('D.i') - law(v))).toBeLessThan(1e-9 * Math.abs(law(v)) + 1e-12)
      expect(v + 10 * result.final('D.i')).toBeCloseTo(V, 9)
    }
  })
})
