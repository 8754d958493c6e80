/** Semiconductors, switches with arcs, batteries and machines against closed forms. */
import { equations, Model, simulate } from 'vario'
import {
  Battery,
  ConstantCurrent,
  ConstantVoltage,
  Ground,
  IdealThyristor,
  Inductor,
  LimitedOpAmp,
  NMOS,
  NPN,
  PMOS,
  PNP,
  Resistor,
  SaturatingInductor,
  SignalVoltage,
  SineVoltage,
  SwitchWithArc,
  ZenerDiode,
} from 'vario/library/electric'
import {
  AsynchronousMachine,
  DcPermanentMagnet,
  DcSeparatelyExcited,
  DcSeries,
  SynchronousMachine,
} from 'vario/library/machines'
import { ConstantSpeed, ConstantTorque } from 'vario/library/rotational'
import { describe, expect, it } from 'vitest'

const SOLVERS = ['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const
const ACCURATE = { tolerance: 1e-9 }

/** A device with voltages or currents at its pins, on ground. */
function drive(device: object, pins: Record<string, { V: number } | { I: number }>) {
  const sources = Object.fromEntries(
    Object.entries(pins).map(([pin, value]) => [
      `at${pin}`,
      // a current into the pin
      'V' in value ? ConstantVoltage(value) : ConstantCurrent({ I: -value.I }),
    ]),
  )
  const names = Object.keys(pins)
  const connect = [
    ...names.map((pin) => [`at${pin}.p`, `T.${pin}`]),
    ['ground.p', ...names.map((pin) => `at${pin}.n`)],
  ]
  return Model({ T: device, ground: Ground(), ...sources, connect } as never)
}

describe('semiconductors', () => {
  it('a Zener diode limits the voltage to that of its breakthrough', () => {
    const model = Model({
      source: SignalVoltage(),
      R: Resistor({ R: 100 }),
      zener: ZenerDiode(),
      ground: Ground(),
      equations: equations`source.v = 24*sin(time)`,
      connect: [
        ['source.p', 'R.p'],
        ['R.n', 'zener.n'],
        ['zener.p', 'source.n', 'ground.p'],
      ],
    })
    const result = simulate(model, { stopTime: 6, ...ACCURATE })
    for (const t of [0.5, 1, 1.57, 4, 4.7]) {
      const v = result.at('zener.v', t)
      // the same equation by hand
      const i = 1e-6 * (Math.exp(v / 0.04) - 1) - 0.7 * Math.exp(-(v + 5.1) / (0.74 * 0.04)) + v / 1e8
      expect(result.at('zener.i', t)).toBeCloseTo(i, 5)
      expect(-result.at('zener.i', t) * 100 - v).toBeCloseTo(result.at('source.v', t), 9)
      // the curve is 0.74 * 0.04 V per factor e in the current: within 0.2 V of the nominal voltage
      if (t < 3) expect(Math.abs(v + 5.1)).toBeLessThan(0.2)
    }
    // forwards 0.3 … 0.5 V
    expect(result.at('zener.v', 4.7)).toBeCloseTo(0.04 * Math.log(0.23 / 1e-6), 1)
  })

  it.each(SOLVERS)('a thyristor conducts from its ignition to the zero of its current: %s', (solver) => {
    const model = Model({
      source: SineVoltage({ V: 100, f: 50 }),
      thyristor: IdealThyristor(),
      R: Resistor({ R: 10 }),
      ground: Ground(),
      equations: equations`thyristor.fire = mod(time, 0.02) > 0.005 and mod(time, 0.02) < 0.006`,
      connect: [
        ['source.p', 'thyristor.p'],
        ['thyristor.n', 'R.p'],
        ['R.n', 'source.n', 'ground.p'],
      ],
    })
    const result = simulate(model, { stopTime: 0.04, solver })
    expect(result.at('R.v', 0.004)).toBeCloseTo(0, 1)
    // 10 A * 10 Ohm with Ron = 1e-5 Ohm
    expect(result.at('R.v', 0.0075)).toBeCloseTo(100 * Math.sin(0.75 * Math.PI), 3)
    expect(result.at('R.v', 0.0099)).toBeCloseTo(100 * Math.sin(0.99 * Math.PI), 2)
    for (const t of [0.0105, 0.015, 0.0245]) expect(Math.abs(result.at('R.v', t))).toBeLessThan(0.02)
    expect(result.at('R.v', 0.0275)).toBeCloseTo(100 * Math.sin(0.75 * Math.PI), 3)
  })

  it('field effect transistors follow Shichman and Hodges, in both directions', () => {
    const beta = (0.041e-3 * (20e-6 - 2.5e-6)) / (6e-6 - 1.5e-6)
    const nmos = (vd: number, vg: number, vs: number): number => {
      const low = Math.min(vd, vs)
      const over = vg - low - 0.8 - 1.144 * Math.max(low, 0)
      const v = Math.abs(vd - vs)
      const channel = over <= 0 ? 0 : v < over ? (over - v / 2) * v : over ** 2 / 2
      return beta * channel * Math.sign(vd - vs) + (vd - vs) / 1e7
    }
    const create = (device: typeof NMOS, vd: number, vg: number, vs: number) => {
      const model = drive(device(), { D: { V: vd }, G: { V: vg }, S: { V: vs }, B: { V: 0 } })
      return simulate(model, { stopTime: 0 }).final('T.ID')
    }
    const points = [
      [5, 0.5, 0],
      [5, 2, 0],
      [0.5, 3, 0],
      [5, 4, 1],
      [0, 3, 0.5],
      [0, 3, 5],
    ]
    for (const [vd, vg, vs] of points) expect(create(NMOS, vd, vg, vs)).toBeCloseTo(nmos(vd, vg, vs), 12)
    // complementary: the same equations with reversed voltages and the parameters of the p-channel
    const same = { W: 20e-6, L: 6e-6, Beta: 0.041e-3, Vt: -0.8, K2: 1.144, dW: -2.5e-6, dL: -1.5e-6 }
    for (const [vd, vg, vs] of points)
      expect(create(PMOS(same) as typeof NMOS, -vd, -vg, -vs)).toBeCloseTo(-nmos(vd, vg, vs), 12)
  })

  it.each([
    ['npn', NPN, 1],
    ['pnp', PNP, -1],
  ])('bipolar transistors amplify with Bf and satisfy Ebers and Moll: %s', (_, device, sign) => {
    const T = (device as typeof NPN)({ Vak: 0 })
    const model = drive(T, { E: { V: 0 }, C: { V: sign * 5 }, B: { I: sign * 1e-5 } })
    const result = simulate(model, { stopTime: 0 })
    // active: iC = Bf iB, vbe = Vt ln(iC/Is)
    expect(result.final('T.C.i')).toBeCloseTo(sign * 5e-4, 9)
    expect(result.final('T.vbe')).toBeCloseTo(0.02585 * Math.log(5e-4 / 1e-16), 6)
    // saturated: both junctions conduct; forced gain 10
    const saturated = drive(T, { E: { V: 0 }, C: { I: sign * 1e-4 }, B: { I: sign * 1e-5 } })
    const vce = simulate(saturated, { stopTime: 0 })
    // v_ce = Vt ln((1 + (1 + iC/iB)/Br)/(1 - iC/(iB Bf)))
    const expected = 0.02585 * Math.log((1 + 11 / 0.1) / (1 - 10 / 50))
    expect(sign * vce.final('T.C.v')).toBeCloseTo(expected, 6)
  })

  it('an amplifier with limits is linear in between', () => {
    const model = Model({
      amplifier: LimitedOpAmp({ A: 1e5 }),
      plus: ConstantVoltage({ V: 15 }),
      minus: ConstantVoltage({ V: -15 }),
      source: SignalVoltage(),
      R1: Resistor({ R: 1e3 }),
      R2: Resistor({ R: 10e3 }),
      ground: Ground(),
      equations: equations`source.v = 2*sin(time)`,
      connect: [
        ['source.p', 'R1.p'],
        ['R1.n', 'R2.p', 'amplifier.in_n'],
        ['R2.n', 'amplifier.out'],
        ['plus.p', 'amplifier.v_max'],
        ['minus.p', 'amplifier.v_min'],
        ['plus.n', 'minus.n', 'source.n', 'amplifier.in_p', 'ground.p'],
      ],
    })
    const result = simulate(model, { stopTime: 6 })
    // -10/(1 + 11/A)
    expect(result.at('amplifier.out.v', 0.5)).toBeCloseTo((-20 * Math.sin(0.5)) / (1 + 11e-5), 3)
    expect(result.at('amplifier.out.v', 1.57)).toBeCloseTo(-15, 12)
    expect(result.at('amplifier.out.v', 4.7)).toBeCloseTo(15, 12)
  })
})

describe('inductors, switches and batteries', () => {
  it('the flux of a saturating inductor is the integral of the voltage', () => {
    const model = Model({
      V: ConstantVoltage({ V: 2 }),
      L: SaturatingInductor({ L0: 1, Linf: 0.1, Isat: 2 }),
      ground: Ground(),
      connect: [
        ['V.p', 'L.p'],
        ['L.n', 'V.n', 'ground.p'],
      ],
    })
    const result = simulate(model, { stopTime: 2, ...ACCURATE })
    expect(result.final('L.psi')).toBeCloseTo(4, 6)
    const i = result.final('L.i')
    expect(0.1 * i + 0.9 * 2 * Math.atan(i / 2)).toBeCloseTo(4, 6)
  })

  it.each(SOLVERS)('an arc ends where the current of an inductor is zero: %s', (solver) => {
    const model = Model({
      V: ConstantVoltage({ V: 20 }),
      R: Resistor({ R: 2 }),
      L: Inductor({ L: 0.1, i: { init: 10 } }),
      S: SwitchWithArc({ V0: 30, dVdt: 1e4, Vmax: 60 }),
      ground: Ground(),
      equations: equations`S.control = time < 0.01`,
      connect: [
        ['V.p', 'R.p'],
        ['R.n', 'L.p'],
        ['L.n', 'S.p'],
        ['S.n', 'V.n', 'ground.p'],
      ],
    })
    const result = simulate(model, { stopTime: 0.05, solver, tolerance: 1e-8 })
    expect(result.at('L.i', 0.009)).toBeCloseTo(10, 4)
    // 60 V after 3 ms; L i' = 20 - 2 i - v: i = -20 + (i1 + 20) exp(-20 (t - t1)), linear voltage before
    const t1 = 0.003
    // particular solution of 0.1 i' + 2 i = -10 - 1e4 τ: i = -5000 τ + 245
    const i1 = -5000 * t1 + 245 + (10 - 245) * Math.exp(-20 * t1)
    expect(result.at('L.i', 0.013)).toBeCloseTo(i1, 3)
    const end = 0.013 + Math.log((i1 + 20) / 20) / 20
    expect(result.at('S.arcs', end - 1e-4)).toBe(1)
    expect(result.at('S.arcs', end + 1e-4)).toBe(0)
    expect(Math.abs(result.final('L.i'))).toBeLessThan(1e-3)
  })

  it('a battery is discharged: table of the open-circuit voltage, and the slow part', () => {
    const model = Model({
      load: ConstantCurrent({ I: 2 }),
      battery: Battery({ Q: 1000, R0: 0.05, R1: 0.1, C1: 100 }),
      ground: Ground(),
      connect: [
        ['battery.p', 'load.p'],
        ['battery.n', 'load.n', 'ground.p'],
      ],
    })
    const result = simulate(model, { stopTime: 300, ...ACCURATE })
    expect(result.final('battery.SOC')).toBeCloseTo(0.4, 8)
    const ocv = (soc: number): number => (soc > 0.9 ? 3.9 + 3 * (soc - 0.9) : 3.4 + (0.5 / 0.8) * (soc - 0.1))
    for (const t of [20, 50, 100, 300]) {
      const v = ocv(1 - (2 * t) / 1000) - 2 * 0.05 - 2 * 0.1 * (1 - Math.exp(-t / 10))
      expect(result.at('battery.v', t)).toBeCloseTo(v, 4)
    }
    // the ends of the full range and of the steep part
    expect(result.attributes.statistics).toMatchObject({ events: 2 })
  })
})

describe('machines for direct current', () => {
  const onSource = (machine: object, connect: string[][] = []) =>
    Model({
      ...{
        machine,
        V: ConstantVoltage({ V: 100 }),
        ground: Ground(),
        load: ConstantTorque({ tau_constant: -10 }),
      },
      connect: [
        ['V.p', 'machine.p'],
        ['machine.n', 'V.n', 'ground.p'],
        ['machine.flange', 'load.flange'],
        ...connect,
      ],
    })

  it('with permanent magnets starts as a system of second order', () => {
    const result = simulate(onSource(DcPermanentMagnet({ Ra: 0.5, La: 0.1, J: 0.2, k: 0.5 })), {
      stopTime: 4,
      ...ACCURATE,
    })
    // steady: i = 10/k, w = (V - Ra i)/k
    const w0 = (100 - 0.5 * 20) / 0.5
    // deviations: roots of La J s² + Ra J s + k² = 0
    const [a, b, c] = [0.1 * 0.2, 0.5 * 0.2, 0.25]
    const alpha = b / (2 * a)
    const beta = Math.sqrt(c / a - alpha ** 2)
    // w(0) = 0, w'(0) = -10/J
    const [p, q] = [-w0, (-10 / 0.2 - w0 * alpha) / beta]
    for (const t of [0.02, 0.1, 4]) {
      const w = w0 + Math.exp(-alpha * t) * (p * Math.cos(beta * t) + q * Math.sin(beta * t))
      // output points interpolate
      if (t === 4) expect(result.final('machine.w')).toBeCloseTo(w, 5)
      else expect(Math.abs(result.at('machine.w', t) - w)).toBeLessThan(0.1)
    }
  })

  it('in series: torque M i², steady speed (V/i - R)/M', () => {
    const result = simulate(onSource(DcSeries({ M: 0.1 })), { stopTime: 200, ...ACCURATE })
    const i = Math.sqrt(10 / 0.1)
    expect(result.final('machine.i')).toBeCloseTo(i, 5)
    expect(result.final('machine.w')).toBeCloseTo((100 / i - 0.06) / 0.1, 4)
  })

  it('in shunt: the field follows the same voltage', () => {
    const connect = [
      ['machine.ep', 'machine.p'],
      ['machine.en', 'machine.n'],
    ]
    const result = simulate(onSource(DcSeparatelyExcited(), connect), { stopTime: 100, ...ACCURATE })
    const psi = 0.6 * (100 / 100)
    expect(result.final('machine.ie')).toBeCloseTo(1, 8)
    expect(result.final('machine.w')).toBeCloseTo((100 - (0.05 * 10) / psi) / psi, 4)
  })
})

describe('machines with three phases', () => {
  const W = 2 * Math.PI * 50
  const source = (V: number, f = 50, phase = 0) => ({
    v1: SineVoltage({ V, f, phase: Math.PI / 2 + phase }),
    v2: SineVoltage({ V, f, phase: Math.PI / 2 + phase - (2 * Math.PI) / 3 }),
    v3: SineVoltage({ V, f, phase: Math.PI / 2 + phase + (2 * Math.PI) / 3 }),
    ground: Ground(),
  })
  const lines = [
    ['v1.p', 'machine.p1'],
    ['v2.p', 'machine.p2'],
    ['v3.p', 'machine.p3'],
    ['v1.n', 'v2.n', 'v3.n', 'ground.p'],
  ]

  it.each([-0.02, 0.01, 0.05, 0.3, 1])(
    'an asynchronous machine has the torque of its equivalent circuit at slip %d',
    (slip) => {
      const model = Model({
        ...source(100),
        machine: AsynchronousMachine({ w: { init: ((1 - slip) * W) / 2 } }),
        drive: ConstantSpeed({ w_fixed: ((1 - slip) * W) / 2 }),
        connect: [...lines, ['machine.flange', 'drive.flange']],
      })
      const result = simulate(model, { stopTime: 6, tolerance: 1e-8 })
      // stator Rs + jX1, main jXm, rotor Rr/s + jX2; amplitudes 100 V
      const [r1, x1, r2, x2, xm] = [0.03, W * 0.3e-3, 0.04 / slip, W * 0.3e-3, W * 9e-3]
      // Thevenin equivalent of the stator
      const d = r1 ** 2 + (x1 + xm) ** 2
      const vt2 = (100 ** 2 * xm ** 2) / d
      const rt = (xm ** 2 * r1) / d
      const xt = (xm * (r1 ** 2 + x1 * (x1 + xm))) / d
      const i2 = vt2 / ((rt + r2) ** 2 + (xt + x2) ** 2)
      const torque = (1.5 * i2 * r2) / (W / 2)
      expect(Math.abs(result.final('machine.tau') / torque - 1)).toBeLessThan(1e-4)
      const sum = ['p1', 'p2', 'p3'].reduce((all, pin) => all + result.final(`machine.${pin}.i`), 0)
      expect(Math.abs(sum)).toBeLessThan(1e-9)
    },
  )

  it('an asynchronous machine starts and reaches the slip of its load', () => {
    const model = Model({
      ...source(100),
      machine: AsynchronousMachine({ J: 0.05 }),
      load: ConstantTorque({ tau_constant: -20 }),
      connect: [...lines, ['machine.flange', 'load.flange']],
    })
    const result = simulate(model, { stopTime: 2 })
    expect(result.final('machine.tau')).toBeCloseTo(20, 2)
    expect(result.final('machine.w')).toBeGreaterThan(0.95 * (W / 2))
    expect(result.final('machine.w')).toBeLessThan(W / 2)
  })

  it('a synchronous machine has the torque of its load angle', () => {
    const [V, p, Rs, Ld, Lq, psi, phase] = [80, 2, 0.03, 1e-3, 2e-3, 0.2, 0.7]
    const model = Model({
      ...source(V, 50, phase),
      machine: SynchronousMachine({ Rs, Ld, Lq, psi, w: { init: W / p } }),
      drive: ConstantSpeed({ w_fixed: W / p }),
      connect: [...lines, ['machine.flange', 'drive.flange']],
    })
    const result = simulate(model, { stopTime: 1, tolerance: 1e-8 })
    // constant in d, q: Rs id - W Lq iq = vd, W Ld id + Rs iq = vq - W psi
    const [vd, vq] = [V * Math.cos(phase), V * Math.sin(phase) - W * psi]
    const det = Rs ** 2 + W ** 2 * Ld * Lq
    const id = (Rs * vd + W * Lq * vq) / det
    const iq = (Rs * vq - W * Ld * vd) / det
    expect(result.final('machine.id')).toBeCloseTo(id, 3)
    expect(result.final('machine.iq')).toBeCloseTo(iq, 3)
    expect(result.final('machine.tau')).toBeCloseTo(1.5 * p * (psi * iq + (Ld - Lq) * id * iq), 3)
    // power: electric input = losses + mechanical output
    const electric = 1.5 * (V * Math.cos(phase) * id + V * Math.sin(phase) * iq)
    const losses = 1.5 * Rs * (id ** 2 + iq ** 2)
    expect(result.final('machine.tau') * (W / p)).toBeCloseTo(electric - losses, 1)
  })
})
