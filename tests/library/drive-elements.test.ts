/** Gears, stops, backlash, one-way clutches, wheels and belts: closed forms of their motions. */
import { equations, Model, simulate } from 'vario'
import {
  Belt,
  BevelGear,
  ConstantSpeed,
  ConstantTorque,
  Fixed,
  IdealPlanetary,
  IdealRollingWheel,
  Inertia,
  InertiaWithStops,
  LossyGear,
  OneWayClutch,
  ElastoBacklash as RotationalBacklash,
  Torque,
} from 'vario/library/rotational'
import {
  Brake,
  ConstantForce,
  ElastoBacklash,
  Fixed as FixedRail,
  Force,
  Mass,
  MassWithStops,
} from 'vario/library/translational'
import { describe, expect, it } from 'vitest'

const SOLVERS = ['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const
const TOLERANCE = 1e-8
/** Errors of a run: some ten times the tolerance, as positions are integrals of integrals. */
const ERROR = 1e-6

describe('ideal gears', () => {
  it('a planetary gear divides torque and speed (Willis)', () => {
    const model = Model({
      sun: Inertia({ J: 1 }),
      carrier: Inertia({ J: 3 }),
      drive: ConstantTorque({ tau_constant: 2 }),
      gear: IdealPlanetary({ ratio: 2 }),
      housing: Fixed(),
      connect: [
        ['drive.flange', 'sun.flange_a'],
        ['sun.flange_b', 'gear.sun'],
        ['gear.carrier', 'carrier.flange_a'],
        ['gear.ring', 'housing.flange'],
      ],
    })
    // ring held: w_sun = 3 w_carrier; (1 + 3/9) a = 2
    const result = simulate(model, { stopTime: 2, tolerance: TOLERANCE })
    expect(result.final('sun.w')).toBeCloseTo(3, 8)
    expect(result.final('carrier.w')).toBeCloseTo(1, 8)
    const held =
      result.final('gear.ring.tau') + result.final('gear.sun.tau') + result.final('gear.carrier.tau')
    expect(held).toBeCloseTo(0, 12)
  })

  it('a bevel gear passes torques about two axes to its housing', () => {
    const model = Model({
      a: Inertia({ J: 1 }),
      b: Inertia({ J: 8 }),
      drive: ConstantTorque({ tau_constant: 3 }),
      gear: BevelGear({ ratio: 2 }),
      front: Fixed(),
      side: Fixed(),
      connect: [
        ['drive.flange', 'a.flange_a'],
        ['a.flange_b', 'gear.flange_a'],
        ['gear.flange_b', 'b.flange_a'],
        ['gear.support_a', 'front.flange'],
        ['gear.support_b', 'side.flange'],
      ],
    })
    // (1 + 8/4) a = 3; torques of the supports are those of the shafts
    const result = simulate(model, { stopTime: 1, tolerance: TOLERANCE })
    expect(result.final('a.w')).toBeCloseTo(1, 8)
    expect(result.final('gear.support_a.tau')).toBeCloseTo(-2, 8)
    expect(result.final('gear.support_b.tau')).toBeCloseTo(4, 8)
  })

  it('a bevel gear, or a planetary gear, with open flanges is an error that names them', () => {
    const shafts = { a: Inertia({ J: 1 }), drive: ConstantTorque({ tau_constant: 3 }) }
    const bevel = Model({
      ...{ ...shafts, gear: BevelGear({ ratio: 2 }), b: Inertia({ J: 8 }) },
      connect: [
        ['drive.flange', 'a.flange_a'],
        ['a.flange_b', 'gear.flange_a'],
        ['gear.flange_b', 'b.flange_a'],
      ],
    })
    expect(() => simulate(bevel, { stopTime: 1 })).toThrow(
      /open, so that their flows are 0; connect them:\n {4}gear.support_a\n {4}gear.support_b\n/,
    )
    const planetary = Model({
      ...{ ...shafts, gear: IdealPlanetary() },
      connect: [
        ['drive.flange', 'a.flange_a'],
        ['a.flange_b', 'gear.sun'],
      ],
    })
    expect(() => simulate(planetary, { stopTime: 1 })).toThrow(
      /connect them:\n {4}gear.carrier\n {4}gear.ring\n/,
    )
  })

  it('a wheel rolls: m + J/r² accelerates', () => {
    const model = Model({
      wheel: Inertia({ J: 0.5 }),
      roll: IdealRollingWheel({ radius: 0.5 }),
      body: Mass({ m: 4 }),
      pull: ConstantForce({ f_constant: 3 }),
      connect: [
        ['wheel.flange_b', 'roll.flange_r'],
        ['roll.flange_t', 'body.flange_a'],
        ['body.flange_b', 'pull.flange'],
      ],
    })
    const result = simulate(model, { stopTime: 2, tolerance: TOLERANCE })
    expect(result.final('body.v')).toBeCloseTo((3 / 6) * 2, 8)
    expect(result.final('wheel.w')).toBeCloseTo(2, 8)
  })
})

describe('a gear with losses', () => {
  const Drive = Model({
    a: Inertia({ J: 1 }),
    b: Inertia({ J: 4 }),
    gear: LossyGear({ ratio: 2, eta: 0.8, tau_bearing: 0.5 }),
    motor: Torque(),
    load: Torque(),
    connect: [
      ['motor.flange', 'a.flange_a'],
      ['a.flange_b', 'gear.flange_a'],
      ['gear.flange_b', 'b.flange_a'],
      ['load.flange', 'b.flange_b'],
    ],
  })
  const accelerationOf = (motor: number, load: number, w = 0, parameters = {}): number => {
    const model = Drive({ a: { w: { init: w } }, b: { w: { init: w / 2 } }, gear: parameters }).extend({
      equations: equations`
        motor.tau = ${motor}
        load.tau = ${load}
      `,
    })
    const result = simulate(model, { stopTime: 0.1 })
    return (result.final('a.w') - w) / 0.1
  }

  it('drives with eta, is driven with 1/eta, in both directions', () => {
    // J_b a/4 = eta (T - J_a a) - tau_bearing
    const driving = (0.8 * 3 - 0.5) / (1 + 0.8)
    expect(accelerationOf(3, 0)).toBeCloseTo(driving, 8)
    expect(accelerationOf(-3, 0)).toBeCloseTo(-driving, 8)
    expect(accelerationOf(3, 0, 1)).toBeCloseTo(driving, 8)
    // (T_b - J_b a/2)/2 = J_a a/eta + tau_bearing
    const driven = (10 / 2 - 0.5) / (1 + 1 / 0.8)
    expect(accelerationOf(0, 10)).toBeCloseTo(driven, 8)
    expect(accelerationOf(0, -10, -1)).toBeCloseTo(-driven, 8)
    // forwards against a motor that brakes: a < 0, still turning; loss (1/eta - 1)|tau_a|
    const braked = (-2 / 0.8 - 0.5) / (1 + 1 / 0.8)
    expect(accelerationOf(-2, 0, 1)).toBeCloseTo(braked, 8)
  })

  it('coasts by its bearings, and holds at rest within its losses', () => {
    // the own inertia of a drives b: J_b a/4 = -eta J_a a - tau_bearing
    expect(accelerationOf(0, 0, 1)).toBeCloseTo(-0.5 / 1.8, 8)
    // held while eta T - 0.5 < load/2 < T/eta + 0.5
    for (const load of [-4, -5, -7, -8.4]) expect(accelerationOf(3, load)).toBe(0)
    expect(accelerationOf(3, -3.6)).toBeGreaterThan(0.05)
    expect(accelerationOf(3, -8.8)).toBeLessThan(-0.01)
  })

  it.each(SOLVERS)('comes to rest, holds, and starts again with %s', (solver) => {
    const model = Drive.extend({
      equations: equations`
        motor.tau = if time < 2 then 3 elseif time < 12 then 0 else 3
        load.tau = if time < 12 then 0 elseif time < 14 then -5 else 0
      `,
    })
    const result = simulate(model, { stopTime: 15, solver, tolerance: TOLERANCE })
    const top = (2 * 1.9) / 1.8
    expect(Math.abs(result.at('a.w', 2) - top)).toBeLessThan(ERROR)
    // 0.5/1.8 rad/s² for 7.6 s
    expect(result.at('gear.mode', 9.5)).toBe(1)
    expect(result.at('gear.mode', 9.7)).toBe(0)
    for (const t of [10, 13, 13.9]) expect(Math.abs(result.at('a.w', t))).toBeLessThan(ERROR)
    expect(Math.abs(result.final('a.w') - 1.9 / 1.8)).toBeLessThan(ERROR)
  })

  it('is an ideal gear when it has no losses', () => {
    expect(accelerationOf(3, 0, 0, { eta: 1, tau_bearing: 0 })).toBeCloseTo(1.5, 8)
  })
})

describe('stops', () => {
  const driven = (mass: object) =>
    Model({
      mass: MassWithStops({ m: 2, s_min: -0.5, s_max: 1, v: { init: 2 } })(mass),
      drive: Force(),
      equations: equations`drive.f = if time < 3 then 4 else -4`,
      connect: [['drive.flange', 'mass.flange_a']],
    })

  it.each(SOLVERS)('end a motion, hold with the force of the drive, and release: %s', (solver) => {
    const result = simulate(driven({ e: 0 }), { stopTime: 6, solver, tolerance: TOLERANCE })
    // 2t + t² = 1
    const impact = Math.sqrt(2) - 1
    expect(Math.abs(result.at('mass.s', impact - 0.01) - 1 + 0.01 * (2 + 2 * impact))).toBeLessThan(2e-4)
    for (const t of [0.5, 2, 2.9]) {
      expect(result.at('mass.s', t)).toBeCloseTo(1, 12)
      expect(result.at('mass.f_stop', t)).toBeCloseTo(-4, 9)
      expect(result.at('mass.stop', t)).toBe(1)
    }
    // away with 2 m/s², 1.5 m to the other stop
    expect(Math.abs(result.at('mass.s', 4) - 0)).toBeLessThan(ERROR)
    expect(result.final('mass.stop')).toBe(-1)
    expect(result.final('mass.f_stop')).toBeCloseTo(4, 9)
    // both impacts, and the end of the contact
    expect(result.attributes.statistics).toMatchObject({ events: 3, timeEvents: 1 })
  })

  it('throw back with the coefficient of restitution, until the velocity is small', () => {
    const result = simulate(driven({ e: 0.3 }), { stopTime: 2.9, tolerance: TOLERANCE })
    const impact = Math.sqrt(2) - 1
    const v = 2 + 2 * impact
    // s = 1 - e v t + t² after the first impact
    const t = 0.1
    expect(Math.abs(result.at('mass.v', impact + t) - (-0.3 * v + 2 * t))).toBeLessThan(0.02)
    expect(result.final('mass.stop')).toBe(1)
    expect(result.final('mass.s')).toBeCloseTo(1, 12)
    // 0.3^n * v < 1e-3 for n = 7
    expect(result.attributes.statistics).toMatchObject({ events: 7 })
  })

  it('rotate likewise', () => {
    const model = Model({
      mass: InertiaWithStops({ J: 2, phi_min: -0.5, phi_max: 1, w: { init: 2 } }),
      drive: Torque(),
      equations: equations`drive.tau = if time < 3 then 4 else -4`,
      connect: [['drive.flange', 'mass.flange_a']],
    })
    const result = simulate(model, { stopTime: 6, tolerance: TOLERANCE })
    expect(result.at('mass.tau_stop', 2)).toBeCloseTo(-4, 9)
    expect(result.final('mass.phi')).toBeCloseTo(-0.5, 9)
  })

  it('a mass that starts at a stop stays there, and one that is pulled away leaves', () => {
    for (const [f, s] of [
      [4, 1],
      [-4, 0],
    ]) {
      const model = Model({
        mass: MassWithStops({ m: 2, s: { init: 1 } }),
        drive: ConstantForce({ f_constant: f }),
        connect: [['drive.flange', 'mass.flange_a']],
      })
      expect(simulate(model, { stopTime: 1, tolerance: TOLERANCE }).final('mass.s')).toBeCloseTo(s, 7)
    }
  })
})

describe('backlash', () => {
  it.each(SOLVERS)('has two free flights and two half oscillations per period: %s', (solver) => {
    const model = Model({
      mass: Mass({ m: 2, v: { init: 1 } }),
      gap: ElastoBacklash({ c: 50, b: 0.4 }),
      wall: FixedRail(),
      connect: [
        ['wall.flange', 'gap.flange_a'],
        ['gap.flange_b', 'mass.flange_a'],
      ],
    })
    // ω = 5: π/5 in contact, 0.4 s from one side to the other
    const period = 2 * (Math.PI / 5 + 0.4)
    const result = simulate(model, { stopTime: 3 * period, solver, tolerance: TOLERANCE })
    expect(Math.abs(result.final('mass.s'))).toBeLessThan(10 * ERROR)
    expect(Math.abs(result.final('mass.v') - 1)).toBeLessThan(ERROR)
    // the largest compression v/ω
    expect(Math.max(...result.values('mass.s'))).toBeCloseTo(0.4, 3)
    expect(result.attributes.statistics).toMatchObject({ events: 12 })
  })

  it('is that of rotation, and without backlash a spring and damper', () => {
    const create = (b: number) =>
      Model({
        mass: Inertia({ J: 2, w: { init: 1 } }),
        gap: RotationalBacklash({ c: 50, b }),
        wall: Fixed(),
        connect: [
          ['wall.flange', 'gap.flange_a'],
          ['gap.flange_b', 'mass.flange_a'],
        ],
      })
    const period = 2 * (Math.PI / 5 + 0.4)
    expect(
      Math.abs(simulate(create(0.4), { stopTime: period, tolerance: TOLERANCE }).final('mass.phi')),
    ).toBeLessThan(ERROR)
    const spring = simulate(create(0), { stopTime: 1, tolerance: TOLERANCE })
    expect(Math.abs(spring.final('mass.phi') - Math.sin(5) / 5)).toBeLessThan(ERROR)
  })
})

describe('a one-way clutch', () => {
  const Freewheel = Model({
    a: Inertia({ J: 1 }),
    b: Inertia({ J: 2 }),
    clutch: OneWayClutch(),
    drive: Torque(),
    connect: [
      ['drive.flange', 'a.flange_a'],
      ['a.flange_b', 'clutch.flange_a'],
      ['clutch.flange_b', 'b.flange_a'],
    ],
  })

  it.each(SOLVERS)('takes along, overruns, and engages again: %s', (solver) => {
    const model = Freewheel.extend({ equations: equations`drive.tau = 3*cos(time)` })
    const result = simulate(model, { stopTime: 10, solver, tolerance: TOLERANCE })
    // together (1 + 2) a = 3 cos t up to π/2; then a alone: w = 1 + 3 (sin t - 1), which returns to 1 at π/2 + 2π
    expect(Math.abs(result.at('b.w', Math.PI / 2) - 1)).toBeLessThan(ERROR)
    expect(Math.abs(result.at('b.w', 7) - 1)).toBeLessThan(ERROR)
    expect(Math.abs(result.at('a.w', 3) - (1 + 3 * (Math.sin(3) - 1)))).toBeLessThan(1e-4)
    const again = 2.5 * Math.PI
    expect(result.at('clutch.mode', again - 0.01)).toBe(1)
    expect(result.final('a.w')).toBeLessThanOrEqual(result.final('b.w') + ERROR)
    expect(result.warnings).toEqual([])
  })

  it('holds against any torque', () => {
    const model = Freewheel.extend({
      load: ConstantTorque({ tau_constant: -100 }),
      equations: equations`drive.tau = 100 + 3`,
      connect: [['load.flange', 'b.flange_b']],
    })
    expect(simulate(model, { stopTime: 1, tolerance: TOLERANCE }).final('b.w')).toBeCloseTo(1, 7)
  })

  it('refuses a start that is an impact', () => {
    const model = Freewheel({ a: { w: { init: 1 } } }).extend({ equations: equations`drive.tau = 0` })
    expect(() => simulate(model, { stopTime: 1 })).toThrow(
      'expected flange_b to be at least as fast as flange_a',
    )
  })
})

describe('a belt', () => {
  const Drive = Model({
    a: Inertia({ J: 0.1 }),
    b: Inertia({ J: 0.2 }),
    belt: Belt({ r_a: 0.1, r_b: 0.2, c: 5e3, f_0: 100 }),
    drive: ConstantTorque(),
    connect: [
      ['drive.flange', 'a.flange_a'],
      ['a.flange_b', 'belt.flange_a'],
      ['belt.flange_b', 'b.flange_a'],
    ],
  })

  it('is a gear in the mean, and oscillates with the stiffness of two spans', () => {
    const result = simulate(Drive, { stopTime: 2, tolerance: TOLERANCE })
    // motion of the center of inertia: J_a w_a + (r_a/r_b) J_b w_b = t
    expect(result.final('a.w') * 0.1 + 0.5 * 0.2 * result.final('b.w')).toBeCloseTo(2, 7)
    // s'' + 2c (r_a²/J_a + r_b²/J_b) s = -r_a/J_a
    const omega2 = 2 * 5e3 * (0.1 ** 2 / 0.1 + 0.2 ** 2 / 0.2)
    const s = (-1 / omega2) * (1 - Math.cos(Math.sqrt(omega2) * 2))
    expect(Math.abs(result.final('belt.s') - s)).toBeLessThan(ERROR)
    expect(result.final('belt.f_1') + result.final('belt.f_2')).toBeCloseTo(200, 9)
  })

  it('has a slack span beyond the pretension, which then pulls with the other one alone', () => {
    const model = Model({
      belt: Belt({ r_a: 0.1, c: 5e3, f_0: 100 }),
      wall: Fixed(),
      turn: ConstantSpeed({ w_fixed: 1 }),
      connect: [
        ['wall.flange', 'belt.flange_a'],
        ['belt.flange_b', 'turn.flange'],
      ],
    })
    const result = simulate(model, { stopTime: 0.4 })
    // slack from s = 0.02 m at 0.2 s
    expect(result.at('belt.f_2', 0.1)).toBeCloseTo(50, 9)
    expect(result.final('belt.f_2')).toBe(0)
    expect(result.final('belt.f_1')).toBeCloseTo(300, 9)
    expect(result.attributes.statistics).toMatchObject({ events: 1 })
  })
})

describe('a brake of a rod', () => {
  it.each(SOLVERS)('slides, sticks, and opens: %s', (solver) => {
    const model = Model({
      mass: Mass({ m: 2, v: { init: 3 } }),
      brake: Brake({ mue: 0.4, peak: 1.5, fn_max: 10 }),
      drive: Force(),
      equations: equations`
        brake.f_normalized = if time < 4 then 1 else 0
        drive.f = if time < 3 then 0 else 5
      `,
      connect: [
        ['drive.flange', 'mass.flange_a'],
        ['mass.flange_b', 'brake.flange_a'],
      ],
    })
    const result = simulate(model, { stopTime: 5, solver, tolerance: TOLERANCE })
    // 4 N: rest after 1.5 s at 2.25 m; 5 N is less than the peak of 6 N; then 5/2 m/s²
    expect(Math.abs(result.at('mass.v', 1) - 1)).toBeLessThan(ERROR)
    expect(Math.abs(result.at('mass.s', 3.9) - 2.25)).toBeLessThan(ERROR)
    expect(Math.abs(result.final('mass.v') - 2.5)).toBeLessThan(ERROR)
  })
})
