/** Clutches, levers and ratchets of sliding parts: closed forms of their motions, and the same names as for shafts. */
import { equations, Model, modelFromJson, modelToJson, simulate } from 'vario'
import { ConstantVoltage, Ground, Resistor } from 'vario/library/electric'
import * as rotational from 'vario/library/rotational'
import * as translational from 'vario/library/translational'
import {
  BearingFriction,
  Clutch,
  ConstantForce,
  EMF,
  Fixed,
  Force,
  IdealGear,
  IdealGearWithSupport,
  LossyGear,
  Mass,
  OneWayClutch,
  Spring,
} from 'vario/library/translational'
import { describe, expect, it } from 'vitest'

const SOLVERS = ['dop853', 'radau5', 'bdf'] as const
const TOLERANCE = 1e-8
/** Errors of a run: some ten times the tolerance, as positions are integrals of integrals. */
const ERROR = 1e-6

describe('names', () => {
  it('are the same for shafts and rods, up to those of their quantities', () => {
    /** Models of the one domain that the other lacks: the quantity has another name, or there is none. */
    const only = (a: object, b: object): string[] =>
      Object.keys(a)
        .filter((name) => !(name in b))
        .sort()
    const quantities = [
      'AngleSensor',
      'ConstantTorque',
      'Inertia',
      'InertiaWithStops',
      'Torque',
      'TorqueSensor',
    ]
    const unitless = ['UnitlessAngleSensor', 'UnitlessTorque']
    const ofShafts = ['Belt', 'BevelGear', 'IdealPlanetary', 'IdealRollingWheel']
    expect(only(rotational, translational)).toEqual([...quantities, ...unitless, ...ofShafts].sort())
    const counterparts = [...quantities, ...unitless].map((name) =>
      name.replace('Angle', 'Position').replace('Torque', 'Force').replace('Inertia', 'Mass'),
    )
    expect(only(translational, rotational)).toEqual([...counterparts, 'PartialRigid'].sort())
  })
})

describe('a clutch between two rods', () => {
  /** Masses 1 and 3, slip with 4 N, breakaway at 6 N. */
  const create = (scale: number) =>
    Model({
      a: Mass({ m: scale, v: { init: 4 } }),
      b: Mass({ m: 3 * scale }),
      clutch: Clutch({ mue: 0.5, cgeo: 2, fn_max: 4 * scale, peak: 1.5 }),
      drive: Force(),
      equations: equations`
        clutch.f_normalized = if time < 5 then 1 else 0
        drive.f = ${scale}*(if time < 1 then 0 elseif time < 2 then 4.5 elseif time < 3 then 7 elseif time < 4 then 9 else 0)
      `,
      connect: [
        ['drive.flange', 'a.flange_a'],
        ['a.flange_b', 'clutch.flange_a'],
        ['clutch.flange_b', 'b.flange_a'],
      ],
    })

  const check = (solver: (typeof SOLVERS)[number], scale: number): void => {
    const result = simulate(create(scale), { stopTime: 6, solver, tolerance: TOLERANCE })
    const compare = (name: string, t: number, value: number): void =>
      expect(Math.abs(result.at(name, t) - value)).toBeLessThan(ERROR)
    // slip: v_a = 4 - 4t, v_b = 4t/3, equal at 0.75 s; the heat 4 N*1.5 m is the energy 1/2*(3/4 kg)*(4 m/s)^2
    compare('a.v', 0.5, 2)
    compare('b.v', 0.5, 2 / 3)
    expect(result.at('clutch.mode', 0.5)).toBe(-1)
    compare('clutch.s_rel', 0.9, -1.5)
    // stuck while 3/4 of the drive is below 6 N: also at 5.25 N, above the 4 N of sliding
    for (const t of [0.8, 1.5, 2.5, 2.9]) expect(result.at('clutch.mode', t)).toBe(0)
    expect(result.at('clutch.f', 1.5) / scale).toBeCloseTo(-0.75 * 4.5, 9)
    expect(result.at('clutch.f', 2.5) / scale).toBeCloseTo(-0.75 * 7, 9)
    compare('b.v', 2.9, 1 + 4.5 / 4 + (0.9 * 7) / 4)
    // slip at 6.75 N: 9 N - 4 N and 4 N/3 kg; then back at 4 + 4/3 m/s² together at 4 + 11/16 s
    const v = 1 + 4.5 / 4 + 7 / 4
    compare('a.v', 3.5, v + 2.5)
    compare('b.v', 3.5, v + 2 / 3)
    compare('b.v', 4.6, v + (4 / 3) * 1.6)
    expect(result.at('clutch.mode', 4.6)).toBe(-1)
    // momentum: 4 (v - v_0) = 9 N s
    compare('a.v', 4.9, v + 9 / 4)
    expect(result.at('clutch.mode', 5.5)).toBe(2)
    compare('a.v', 6, v + 9 / 4)
  }

  it.each(SOLVERS)('slips, sticks up to the breakaway force, and opens: %s', (solver) => {
    check(solver, 1)
  })

  it.each([1e-6, 1e6])('does so with masses and forces times %s', (scale) => {
    check('radau5', scale)
    check('dop853', scale)
  })

  it('keeps its results in JSON', () => {
    const model = create(1)
    const copy = modelFromJson(modelToJson(model))
    const [one, two] = [model, copy].map((m) => simulate(m, { stopTime: 6 }))
    expect(two.values('a.s')).toEqual(one.values('a.s'))
  })
})

describe('a ratchet', () => {
  const Ratchet = Model({
    a: Mass({ m: 1 }),
    b: Mass({ m: 2 }),
    ratchet: OneWayClutch(),
    drive: Force(),
    connect: [
      ['drive.flange', 'a.flange_a'],
      ['a.flange_b', 'ratchet.flange_a'],
      ['ratchet.flange_b', 'b.flange_a'],
    ],
  })

  it.each(SOLVERS)('pushes, overruns, and engages again: %s', (solver) => {
    const model = Ratchet.extend({ equations: equations`drive.f = 3*cos(time)` })
    const result = simulate(model, { stopTime: 10, solver, tolerance: TOLERANCE })
    // together (1 + 2) a = 3 cos t up to π/2; then a alone: v = 1 + 3 (sin t - 1), which returns to 1 at π/2 + 2π
    expect(result.at('ratchet.f', 1)).toBeCloseTo(-2 * Math.cos(1), 2)
    for (const t of [Math.PI / 2, 5, 7.8]) expect(Math.abs(result.at('b.v', t) - 1)).toBeLessThan(ERROR)
    expect(Math.abs(result.at('a.v', 3) - (1 + 3 * (Math.sin(3) - 1)))).toBeLessThan(1e-4)
    const again = 2.5 * Math.PI
    expect(result.at('ratchet.mode', again - 0.01)).toBe(1)
    expect(result.final('a.v')).toBeLessThanOrEqual(result.final('b.v') + ERROR)
    expect(result.warnings).toEqual([])
  })

  it.each(SOLVERS)('holds a load while the pawl returns: a jack, with %s', (solver) => {
    // a fixed pawl holds the rod against its load of 100 N; a push of 103 N lifts its 2 kg
    const model = Model({
      rod: Mass({ m: 2 }),
      pawl: OneWayClutch(),
      housing: Fixed(),
      load: ConstantForce({ f_constant: -100 }),
      push: Force(),
      equations: equations`push.f = if time < 1 or time > 3 then 103 else 0`,
      connect: [
        ['housing.flange', 'pawl.flange_a'],
        ['pawl.flange_b', 'rod.flange_a'],
        ['load.flange', 'rod.flange_b'],
        ['push.flange', 'rod.flange_b'],
      ],
    })
    const result = simulate(model, { stopTime: 4, solver, tolerance: TOLERANCE })
    // 0.75 m in 1 s at 1.5 m/s², 1.5 m/s that 50 m/s² end after 0.0225 m, held; again 0.75 m
    expect(Math.abs(result.at('rod.s', 1) - 0.75)).toBeLessThan(ERROR)
    for (const t of [1.1, 2, 2.9]) {
      expect(Math.abs(result.at('rod.s', t) - 0.7725)).toBeLessThan(ERROR)
      expect(result.at('pawl.f', t)).toBeCloseTo(-100, 9)
    }
    expect(Math.abs(result.final('rod.s') - 1.5225)).toBeLessThan(ERROR)
  })

  it('refuses a start that is an impact', () => {
    const model = Ratchet({ a: { v: { init: 1 } } }).extend({ equations: equations`drive.f = 0` })
    expect(() => simulate(model, { stopTime: 1 })).toThrow(
      'expected flange_b to be at least as fast as flange_a',
    )
  })
})

describe('a lever', () => {
  it.each(SOLVERS)('reduces mass and stiffness by the square of its ratio: %s', (solver) => {
    const model = Model({
      a: Mass({ m: 1, s: { init: 0.1 } }),
      b: Mass({ m: 8, s: { init: null }, v: { init: null } }),
      lever: IdealGear({ ratio: -2 }),
      spring: Spring({ c: 48 }),
      wall: Fixed(),
      connect: [
        ['a.flange_b', 'lever.flange_a'],
        ['lever.flange_b', 'b.flange_a', 'spring.flange_b'],
        ['spring.flange_a', 'wall.flange'],
      ],
    })
    // (1 + 8/4) a'' = -48/4 a: ω = 2
    const result = simulate(model, { stopTime: 5, solver, tolerance: TOLERANCE })
    expect(Math.abs(result.final('a.s') - 0.1 * Math.cos(10))).toBeLessThan(ERROR)
    expect(Math.abs(result.final('b.s') + 0.05 * Math.cos(10))).toBeLessThan(ERROR)
    // balance of moments about the pivot, and the force of the spring and of the mass at b
    const ofB = -8 * (-0.05 * -4 * Math.cos(10)) - 48 * (-0.05 * Math.cos(10))
    expect(Math.abs(result.final('lever.flange_b.f') - ofB)).toBeLessThan(100 * ERROR)
    expect(result.final('lever.flange_b.f')).toBeCloseTo(2 * result.final('lever.flange_a.f'), 12)
  })

  it.each(SOLVERS)('moves its pivot: %s', (solver) => {
    const masses = { a: 2, b: 5, pivot: 3 }
    const [r, F] = [-2, 4]
    const model = Model({
      a: Mass({ m: masses.a }),
      b: Mass({ m: masses.b }),
      pivot: Mass({ m: masses.pivot, s: { init: null }, v: { init: null } }),
      lever: IdealGearWithSupport({ ratio: r }),
      drive: ConstantForce({ f_constant: F }),
      connect: [
        ['drive.flange', 'a.flange_a'],
        ['a.flange_b', 'lever.flange_a'],
        ['b.flange_a', 'lever.flange_b'],
        ['pivot.flange_a', 'lever.support'],
      ],
    })
    // s_a - r s_b + (r - 1) s_p = 0, whose multiplier is the force at a
    const gradient = { a: 1, b: -r, pivot: r - 1 }
    const names = ['a', 'b', 'pivot'] as const
    const mobility = names.reduce((sum, name) => sum + gradient[name] ** 2 / masses[name], 0)
    const lambda = -F / masses.a / mobility
    const result = simulate(model, { stopTime: 2, solver, tolerance: TOLERANCE })
    for (const name of names) {
      const a = ((name === 'a' ? F : 0) + lambda * gradient[name]) / masses[name]
      expect(Math.abs(result.final(`${name}.v`) - 2 * a)).toBeLessThan(ERROR)
    }
  })
})

describe('a lever with losses', () => {
  const Drive = Model({
    a: Mass({ m: 1 }),
    b: Mass({ m: 4, v: { init: null }, s: { init: null } }),
    lever: LossyGear({ ratio: 2, eta: 0.8, f_bearing: 0.5 }),
    motor: Force(),
    load: Force(),
    connect: [
      ['motor.flange', 'a.flange_a'],
      ['a.flange_b', 'lever.flange_a'],
      ['lever.flange_b', 'b.flange_a'],
      ['load.flange', 'b.flange_b'],
    ],
  })
  const accelerationOf = (motor: number, load: number, v = 0, parameters = {}, solver?: 'bdf'): number => {
    const model = Drive({ a: { v: { init: v } }, lever: parameters }).extend({
      equations: equations`
        motor.f = ${motor}
        load.f = ${load}
      `,
    })
    const result = simulate(model, { stopTime: 0.1, ...(solver ? { solver } : {}) })
    return (result.final('a.v') - v) / 0.1
  }

  it('drives with eta, is driven with 1/eta, in both directions', () => {
    // m_b a/4 = eta (F - m_a a) - f_bearing
    const driving = (0.8 * 3 - 0.5) / (1 + 0.8)
    // (F_b - m_b a/2)/2 = m_a a/eta + f_bearing
    const driven = (10 / 2 - 0.5) / (1 + 1 / 0.8)
    for (const solver of [undefined, 'bdf'] as const) {
      expect(accelerationOf(3, 0, 0, {}, solver)).toBeCloseTo(driving, 6)
      expect(accelerationOf(-3, 0, 0, {}, solver)).toBeCloseTo(-driving, 6)
      expect(accelerationOf(3, 0, 1, {}, solver)).toBeCloseTo(driving, 6)
      expect(accelerationOf(0, 10, 0, {}, solver)).toBeCloseTo(driven, 6)
      expect(accelerationOf(0, -10, -1, {}, solver)).toBeCloseTo(-driven, 6)
    }
  })

  it('holds at rest within its losses, and is an ideal lever without them', () => {
    // held while eta F - 0.5 < load/2 < F/eta + 0.5
    for (const load of [-4, -5, -7, -8.4]) expect(accelerationOf(3, load)).toBe(0)
    expect(accelerationOf(3, -3.6)).toBeGreaterThan(0.05)
    expect(accelerationOf(3, -8.8)).toBeLessThan(-0.01)
    expect(accelerationOf(3, 0, 0, { eta: 1, f_bearing: 0 })).toBeCloseTo(1.5, 8)
  })

  it('refuses to pass no power', () => {
    for (const wrong of [{ eta: 0 }, { ratio: 0 }]) {
      expect(() => accelerationOf(1, 0, 0, wrong)).toThrow('LossyGear: expected eta > 0 and ratio <> 0')
    }
  })

  it.each(SOLVERS)('comes to rest, holds, and starts again with %s', (solver) => {
    const model = Drive.extend({
      equations: equations`
        motor.f = if time < 2 then 3 elseif time < 12 then 0 else 3
        load.f = if time < 12 then 0 elseif time < 14 then -5 else 0
      `,
    })
    const result = simulate(model, { stopTime: 15, solver, tolerance: TOLERANCE })
    expect(Math.abs(result.at('a.v', 2) - (2 * 1.9) / 1.8)).toBeLessThan(ERROR)
    // 0.5/1.8 m/s² for 7.6 s
    expect(result.at('lever.mode', 9.5)).toBe(1)
    expect(result.at('lever.mode', 9.7)).toBe(0)
    for (const t of [10, 13, 13.9]) expect(Math.abs(result.at('a.v', t))).toBeLessThan(ERROR)
    expect(Math.abs(result.final('a.v') - 1.9 / 1.8)).toBeLessThan(ERROR)
  })
})

describe('a voice coil', () => {
  it.each(SOLVERS)('reaches its no-load velocity V/k with the time constant R m/k²: %s', (solver) => {
    const model = Model({
      source: ConstantVoltage({ V: 12 }),
      R: Resistor({ R: 4 }),
      coil: EMF({ k: 6 }),
      ground: Ground(),
      mass: Mass({ m: 3 }),
      connect: [
        ['source.p', 'R.p'],
        ['R.n', 'coil.p'],
        ['coil.n', 'source.n', 'ground.p'],
        ['coil.flange', 'mass.flange_a'],
      ],
    })
    const result = simulate(model, { stopTime: 1, solver, tolerance: TOLERANCE })
    const v = 2 * (1 - Math.exp(-3))
    expect(Math.abs(result.final('mass.v') - v)).toBeLessThan(ERROR)
    expect(Math.abs(result.final('coil.i') - (12 - 6 * v) / 4)).toBeLessThan(10 * ERROR)
    // electric power in, mechanical power out
    expect(result.final('coil.v') * result.final('coil.i')).toBeCloseTo(
      -result.final('coil.flange.f') * result.final('mass.v'),
      9,
    )
  })
})

describe('friction', () => {
  it.each(SOLVERS)('between two shafts limits the torque that passes: %s', (solver) => {
    const { Inertia, SlidingFriction, Torque } = rotational
    const model = Model({
      a: Inertia({ J: 1 }),
      b: Inertia({ J: 3 }),
      limiter: SlidingFriction({ tau_c: 4, peak: 1.5, d: 0.75 }),
      drive: Torque(),
      equations: equations`drive.tau = if time < 1 then 7 else 9`,
      connect: [
        ['drive.flange', 'a.flange_a'],
        ['a.flange_b', 'limiter.flange_a'],
        ['limiter.flange_b', 'b.flange_a'],
      ],
    })
    // 5.25 N.m stick; 6.75 N.m slip: w = w_b - w_a with w' = -9 + (4 - d w) (1 + 1/3), rate 4/3 d = 1
    const result = simulate(model, { stopTime: 3, solver, tolerance: TOLERANCE })
    expect(result.at('limiter.mode', 0.5)).toBe(0)
    expect(Math.abs(result.at('b.w', 0.9) - (0.9 * 7) / 4)).toBeLessThan(ERROR)
    const slip = (9 - 16 / 3) * (1 - Math.exp(-2))
    expect(Math.abs(result.final('limiter.w') + slip)).toBeLessThan(ERROR)
    expect(result.final('limiter.mode')).toBe(-1)
    expect(Math.abs(result.final('a.w') + 3 * result.final('b.w') - 7 - 18)).toBeLessThan(10 * ERROR)
  })

  it('is that of shafts, with the same numbers', () => {
    const rod = Model({
      mass: Mass({ m: 2, v: { init: 3 } }),
      friction: BearingFriction({ f_c: 1.5, d: 0.2, peak: 2 }),
      drive: Force(),
      equations: equations`drive.f = 4*sin(2*time)`,
      connect: [
        ['drive.flange', 'mass.flange_a'],
        ['mass.flange_b', 'friction.flange_a'],
      ],
    })
    const shaft = Model({
      mass: rotational.Inertia({ J: 2, w: { init: 3 } }),
      friction: rotational.BearingFriction({ tau_c: 1.5, d: 0.2, peak: 2 }),
      drive: rotational.Torque(),
      equations: equations`drive.tau = 4*sin(2*time)`,
      connect: [
        ['drive.flange', 'mass.flange_a'],
        ['mass.flange_b', 'friction.flange_a'],
      ],
    })
    const [a, b] = [rod, shaft].map((model) => simulate(model, { stopTime: 10, tolerance: TOLERANCE }))
    expect(new Set(a.values('friction.mode')).size).toBe(3)
    expect(Math.abs(a.final('mass.s') - b.final('mass.phi'))).toBeLessThan(1e-12)
  })
})
