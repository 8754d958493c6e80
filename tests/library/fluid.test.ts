/** Hydraulics against closed forms: Hagen and Poiseuille, Torricelli, oscillators, operating points. */
import { equations, Model, simulate } from 'vario'
import {
  CheckValve,
  FixedFlow,
  FixedPressure,
  FlowSensor,
  HydraulicCylinder,
  HydraulicMotor,
  Inertance,
  Orifice,
  Pipe,
  PrescribedFlow,
  PrescribedPressure,
  PressureSensor,
  Pump,
  Tank,
  Valve,
  Volume,
} from 'vario/library/fluid'
import {
  ConvectionTable,
  FixedHeatFlow,
  FixedTemperature,
  HeatCapacitor,
  HeatCapacitorTable,
} from 'vario/library/heat-transfer'
import { ConstantTorque, Inertia } from 'vario/library/rotational'
import { ConstantForce, Fixed, Mass } from 'vario/library/translational'
import { describe, expect, it } from 'vitest'

const SOLVERS = ['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const
const G = 9.80665

describe('pipes', () => {
  /** Pressure difference of a pipe for a flow. */
  const lossAt = (q: number, parameters: object = {}): number => {
    const model = Model({
      source: FixedFlow({ q }),
      pipe: Pipe({ D: 0.02, L: 10 })(parameters),
      sink: FixedPressure(),
      connect: [
        ['source.port', 'pipe.port_a'],
        ['pipe.port_b', 'sink.port'],
      ],
    })
    return simulate(model, { stopTime: 0 }).final('pipe.dp')
  }
  const flowOf = (re: number): number => (re * Math.PI * 0.02 * 1e-3) / (4 * 1000)
  const lossOf = (lambda: number, re: number): number => {
    const v = (re * 1e-3) / (1000 * 0.02)
    return lambda * (10 / 0.02) * 500 * v * v
  }

  it('are laminar up to Re = 2000: Hagen and Poiseuille', () => {
    for (const re of [-1500, 1, 500, 1999]) {
      const expected = (128 * 1e-3 * 10 * flowOf(re)) / (Math.PI * 0.02 ** 4)
      expect(lossAt(flowOf(re)) / expected).toBeCloseTo(1, 12)
    }
    expect(lossAt(0, { height: 2 })).toBeCloseTo(2000 * G, 9)
  })

  it('are turbulent from Re = 4000 on: Colebrook and White within 1 %', () => {
    for (const re of [4000, 1e4, 1e5, 1e6]) {
      let lambda = 0.03
      for (let k = 0; k < 50; k++)
        lambda = (-2 * Math.log10(2.5e-5 / 0.02 / 3.7 + 2.51 / (re * Math.sqrt(lambda)))) ** -2
      expect(Math.abs(lossAt(flowOf(re)) / lossOf(lambda, re) - 1)).toBeLessThan(re < 5000 ? 0.03 : 0.012)
      expect(lossAt(flowOf(-re))).toBeCloseTo(-lossAt(flowOf(re)), 6)
    }
  })

  it('have a smooth transition: value and slope', () => {
    for (const re of [2000, 4000]) {
      const [a, b, c, d] = [-2, -1, 1, 2].map((k) => lossAt(flowOf(re * (1 + k * 1e-4))))
      expect((b - a) / (d - c)).toBeCloseTo(1, 2)
      expect((c - b) / (d - c) / 2).toBeCloseTo(1, 2)
    }
    for (let re = 2000; re < 4000; re += 100)
      expect(lossAt(flowOf(re + 100))).toBeGreaterThan(lossAt(flowOf(re)))
  })

  it('carry the flow of a pressure difference: the inverse, with the Jacobian of the friction', () => {
    for (const re of [100, 3000, 1e5]) {
      const model = Model({
        source: FixedPressure({ p: lossAt(flowOf(re)) }),
        pipe: Pipe({ D: 0.02, L: 10 }),
        sink: FixedPressure(),
        connect: [
          ['source.port', 'pipe.port_a'],
          ['pipe.port_b', 'sink.port'],
        ],
      })
      expect(simulate(model, { stopTime: 0 }).final('pipe.Re') / re).toBeCloseTo(1, 8)
    }
  })
})

describe('tanks', () => {
  it.each(SOLVERS)('empty through an orifice: Torricelli, %s', (solver) => {
    const model = Model({
      tank: Tank({ A: 0.5, level: { init: 2 } }),
      hole: Orifice({ A: 1e-3, dp_small: 0.1 }),
      out: FixedPressure(),
      connect: [
        ['tank.port', 'hole.port_a'],
        ['hole.port_b', 'out.port'],
      ],
    })
    const result = simulate(model, { stopTime: 300, solver, tolerance: 1e-8 })
    const rate = ((0.61 * 1e-3) / 0.5) * Math.sqrt(G / 2)
    expect(result.final('tank.level')).toBeCloseTo((Math.sqrt(2) - rate * 300) ** 2, 5)
  })

  it('balance their levels through a laminar pipe', () => {
    const model = Model({
      left: Tank({ A: 0.01, level: { init: 0.02 } }),
      right: Tank({ A: 0.03, level: { init: 0.01 } }),
      pipe: Pipe({ D: 5e-3, L: 2 }),
      connect: [
        ['left.port', 'pipe.port_a'],
        ['pipe.port_b', 'right.port'],
      ],
    })
    const result = simulate(model, { stopTime: 500, tolerance: 1e-9 })
    const conductance = (Math.PI * 5e-3 ** 4) / (128 * 1e-3 * 2)
    const rate = conductance * 1000 * G * (1 / 0.01 + 1 / 0.03)
    const difference = result.final('left.level') - result.final('right.level')
    expect(difference).toBeCloseTo(0.01 * Math.exp(-rate * 500), 8)
    expect(0.01 * result.final('left.level') + 0.03 * result.final('right.level')).toBeCloseTo(5e-4, 12)
  })
})

describe('dynamics', () => {
  it.each(SOLVERS)('a volume and the inertia of a pipe oscillate: %s', (solver) => {
    const model = Model({
      volume: Volume({ V: 2e-3, K: 1e9, p: { init: 1e5 } }),
      pipe: Inertance({ L: 4, A: 2e-4 }),
      open: FixedPressure(),
      connect: [
        ['volume.port', 'pipe.port_a'],
        ['pipe.port_b', 'open.port'],
      ],
    })
    const omega = Math.sqrt((1e9 * 2e-4) / (2e-3 * 1000 * 4))
    const period = (2 * Math.PI) / omega
    const result = simulate(model, { stopTime: 2.25 * period, solver, tolerance: 1e-9 })
    expect(Math.abs(result.final('volume.p'))).toBeLessThan(1)
    expect(result.final('pipe.q')).toBeCloseTo(1e5 * Math.sqrt((2e-3 * 2e-4) / (1e9 * 1000 * 4)), 9)
  })

  it('a check valve passes one direction, with events', () => {
    const model = Model({
      source: PrescribedPressure(),
      valve: CheckValve({ p_open: 1e4, R: 1e8, G: 0 }),
      volume: Volume({ V: 1e-3, K: 1e7 }),
      sensor: PressureSensor(),
      equations: equations`source.p = 1e5*sin(2*pi*time)`,
      connect: [
        ['source.port', 'valve.port_a'],
        ['valve.port_b', 'volume.port', 'sensor.port'],
      ],
    })
    const result = simulate(model, { stopTime: 0.75, tolerance: 1e-8 })
    // charged with the time constant R V/K = 0.01 s: near to the peak, less the opening pressure, and held
    const held = result.final('sensor.p')
    expect(held).toBeGreaterThan(0.88e5)
    expect(held).toBeLessThan(0.9e5)
    expect(Math.abs(result.at('sensor.p', 0.5) - held)).toBeLessThan(1)
    // it closes where the flow is zero: the source has come back to the pressure of the volume
    const closes = result.time[result.values('valve.isOpen').lastIndexOf(1)]
    expect(1e5 * Math.sin(2 * Math.PI * closes) - 1e4).toBeCloseTo(held, -1)
    expect(result.attributes.statistics).toMatchObject({ events: 2 })
  })

  it('a pump and a valve have their operating point', () => {
    const model = Model({
      supply: FixedPressure(),
      pump: Pump(),
      sensor: FlowSensor(),
      valve: Valve({ A: 1e-4, dp_small: 1e-3 }),
      out: FixedPressure(),
      equations: equations`
        pump.n = 20
        valve.opening = 2*time
      `,
      connect: [
        ['supply.port', 'pump.port_a'],
        ['pump.port_b', 'sensor.port_a'],
        ['sensor.port_b', 'valve.port_a'],
        ['valve.port_b', 'out.port'],
      ],
    })
    const result = simulate(model, { stopTime: 1 })
    // dp = a - b q², q² = c² dp: dp = a/(1 + b c²)
    for (const [t, opening] of [
      [0.25, 0.5],
      [1, 1],
    ]) {
      const [a, b] = [2e5 * 0.64, 1e5 / 1e-6]
      const c2 = (0.61 * 1e-4 * opening) ** 2 * (2 / 1000)
      const dp = a / (1 + b * c2)
      expect(result.at('valve.dp', t)).toBeCloseTo(dp, 1)
      expect(result.at('sensor.q', t)).toBeCloseTo(Math.sqrt(c2 * dp), 8)
    }
  })

  it.each(SOLVERS)('a cylinder is driven by a flow, and oscillates on its oil: %s', (solver) => {
    const [m, A, q] = [100, 2e-3, 1e-4]
    const model = Model({
      pump: PrescribedFlow(),
      cylinder: HydraulicCylinder({ A_a: A, V_a: 1e-3, K: 1e8, s_max: 1 }),
      tank: FixedPressure(),
      wall: Fixed(),
      mass: Mass({ m }),
      load: ConstantForce({ f_constant: -2000 }),
      equations: equations`pump.q = ${q}`,
      connect: [
        ['pump.port', 'cylinder.port_a'],
        ['cylinder.port_b', 'tank.port'],
        ['wall.flange', 'cylinder.flange_a'],
        ['cylinder.flange_b', 'mass.flange_a'],
        ['mass.flange_b', 'load.flange'],
      ],
    }).extend({ cylinder: { p_a: { init: 2000 / A } } })
    const result = simulate(model, { stopTime: 0.2, solver, tolerance: 1e-8 })
    // small oscillation around v = q/A, from rest: v = q/A (1 - cos ωt), ω² = K A²/(m V)
    const omega = Math.sqrt((1e8 * A * A) / (m * 1e-3))
    const v = (q / A) * (1 - Math.cos(omega * 0.2))
    // the volume grows by 2 % meanwhile
    expect(Math.abs(result.final('mass.v') - v)).toBeLessThan(0.02 * (q / A))
    // conservation: energy of pump = load + kinetic + compression
    const balance = (result.final('cylinder.p_a') - 2000 / A) * ((1e-3 + A * result.final('mass.s')) / 1e8)
    expect(Math.abs(balance + A * result.final('mass.s') - q * 0.2)).toBeLessThan(1e-6 * q + 2e-7)
  })

  it('a hydraulic motor turns with the flow and its torque', () => {
    const model = Model({
      source: FixedPressure({ p: 1e6 }),
      motor: HydraulicMotor({ V_rev: 2e-6 }),
      out: FixedPressure(),
      wheel: Inertia({ J: 0.5 }),
      load: ConstantTorque({ tau_constant: -1 }),
      connect: [
        ['source.port', 'motor.port_a'],
        ['motor.port_b', 'out.port'],
        ['motor.flange', 'wheel.flange_a'],
        ['wheel.flange_b', 'load.flange'],
      ],
    })
    const result = simulate(model, { stopTime: 1 })
    expect(result.final('wheel.w')).toBeCloseTo((2 - 1) / 0.5, 8)
    expect(result.final('motor.q')).toBeCloseTo(2 * 2e-6, 12)
  })
})

describe('heat with tables', () => {
  it('a heat capacity by a table stores the integral of c over T', () => {
    const model = Model({
      source: FixedHeatFlow({ Q_flow: 1000 }),
      body: HeatCapacitorTable({
        m: 2,
        cp: [
          [300, 400],
          [400, 500],
          [500, 900],
        ],
        T: { init: 300 },
      }),
      connect: [['source.port', 'body.port']],
    })
    const result = simulate(model, { stopTime: 200, tolerance: 1e-9 })
    // up to 400 K: 2 * 450 * 100 J; then 2 (500 ΔT + 2 ΔT²) = 110 000 J
    const rise = (-500 + Math.sqrt(500 ** 2 + 4 * 2 * 55_000)) / 4
    expect(result.final('body.T')).toBeCloseTo(400 + rise, 5)
    expect(result.final('body.H')).toBeCloseTo(200_000, 6)
    expect(result.attributes.statistics).toMatchObject({ events: 1 })
  })

  it('free convection by a table cools faster when it is hot', () => {
    // h = 0.1 ΔT: C ΔT' = -0.1 A ΔT²: ΔT = ΔT0/(1 + ΔT0 0.1 A t/C)
    const model = Model({
      body: HeatCapacitor({ C: 500, T: { init: 393.15 } }),
      surface: ConvectionTable({
        A: 2,
        h: [
          [0, 0],
          [200, 20],
        ],
      }),
      air: FixedTemperature({ T: 293.15 }),
      connect: [
        ['body.port', 'surface.port_a'],
        ['surface.port_b', 'air.port'],
      ],
    })
    const result = simulate(model, { stopTime: 100, tolerance: 1e-9 })
    expect(result.final('body.T')).toBeCloseTo(293.15 + 100 / (1 + (100 * 0.2 * 100) / 500), 5)
  })
})
