/** Rotational components against closed forms. */

import { equations, Model, redeclare, simulate } from 'vario'
import { ConstantVoltage, Ground, Resistor } from 'vario/library/electric'
import {
  AngleSensor,
  BearingFriction,
  Brake,
  Clutch,
  ConstantSpeed,
  ConstantTorque,
  Damper,
  ElastoGap,
  EMF,
  Fixed,
  IdealGear,
  IdealGearWithSupport,
  Inertia,
  SpeedSensor,
  Spring,
  SpringDamper,
  Torque,
  TorqueSensor,
  UnitlessAngleSensor,
  UnitlessSpeedSensor,
  UnitlessTorque,
} from 'vario/library/rotational'
import { describe, expect, it } from 'vitest'
import { changesOf } from './support.ts'

const ACCURATE = { tolerance: 1e-9 }

describe('inertias and compliances', () => {
  it('two inertias with a spring oscillate against each other', () => {
    const model = Model({
      J1: Inertia({ J: 2, phi: { init: 0.5 } }),
      J2: Inertia({ J: 3 }),
      spring: Spring({ c: 7, phi_rel0: 0.1 }),
      connect: [
        ['J1.flange_b', 'spring.flange_a'],
        ['spring.flange_b', 'J2.flange_a'],
      ],
    })
    const result = simulate(model, { stopTime: 2, ...ACCURATE })
    const w = Math.sqrt(7 * (1 / 2 + 1 / 3))
    expect(result.final('spring.phi_rel')).toBeCloseTo(0.1 - 0.6 * Math.cos(w * 2), 7)
    expect(2 * result.final('J1.w') + 3 * result.final('J2.w')).toBeCloseTo(0, 8)
  })

  it('a damper and a spring-damper decay by their closed forms', () => {
    const model = Model({
      J1: Inertia({ J: 2, w: { init: 3 } }),
      damper: Damper({ d: 0.5 }),
      J2: Inertia({ J: 1, phi: { init: 1 } }),
      both: SpringDamper({ c: 5, d: 0.4 }),
      fixed: Fixed(),
      connect: [
        ['J1.flange_b', 'damper.flange_b'],
        ['J2.flange_b', 'both.flange_b'],
        ['damper.flange_a', 'both.flange_a', 'fixed.flange'],
      ],
    })
    const result = simulate(model, { stopTime: 3, ...ACCURATE })
    expect(result.final('J1.w')).toBeCloseTo(3 * Math.exp(-0.75), 7)
    const w = Math.sqrt(5 - 0.04)
    const expected = Math.exp(-0.6) * (Math.cos(3 * w) + (0.2 / w) * Math.sin(3 * w))
    expect(result.final('J2.phi')).toBeCloseTo(expected, 7)
  })

  it('an impact on an elastogap takes half a period and reverses the velocity', () => {
    const model = Model({
      fixed: Fixed(),
      gap: ElastoGap({ c: 400, d: 0, phi_rel0: 0.2 }),
      J: Inertia({ J: 4, phi: { init: 1 }, w: { init: -2 } }),
      connect: [
        ['fixed.flange', 'gap.flange_a'],
        ['gap.flange_b', 'J.flange_a'],
      ],
    })
    const result = simulate(model, { stopTime: 2, ...ACCURATE })
    const [[start], [end]] = changesOf(result, 'gap.contact')
    expect(start).toBeCloseTo(0.4, 8)
    expect(end).toBeCloseTo(0.4 + Math.PI / 10, 8)
    expect(result.final('J.w')).toBeCloseTo(2, 7)
    const damped = simulate(model, { stopTime: 2, merge: { gap: { d: 20 } } })
    // Beyond the limit by the accuracy of the event times the stiffness.
    expect(Math.max(...damped.values('gap.tau'))).toBeLessThan(1e-6)
    expect(damped.final('J.w')).toBeLessThan(1.9)
  })
})

describe('gears, motor, sources and sensors', () => {
  it('a gear divides the inertia of the load by ratio^2', () => {
    const model = Model({
      source: ConstantTorque({ tau_constant: 3 }),
      J1: Inertia({ J: 0.5 }),
      gear: IdealGear({ ratio: 4 }),
      J2: Inertia({ J: 24, phi: { init: null }, w: { init: null } }),
      sensor: TorqueSensor(),
      connect: [
        ['source.flange', 'J1.flange_a'],
        ['J1.flange_b', 'gear.flange_a'],
        ['gear.flange_b', 'sensor.flange_a'],
        ['sensor.flange_b', 'J2.flange_a'],
      ],
    })
    const result = simulate(model, { stopTime: 2, ...ACCURATE })
    expect(result.final('J1.w')).toBeCloseTo((3 / 2) * 2, 8)
    expect(result.final('J2.phi')).toBeCloseTo(((3 / 2) * 2) / 4, 8)
    expect(result.final('sensor.tau')).toBeCloseTo((24 * 1.5) / 4, 8)
  })

  it('the housing of a gear with support takes the difference of the torques', () => {
    const model = Model({
      source: ConstantTorque({ tau_constant: 3 }),
      J1: Inertia({ J: 0.5 }),
      gear: IdealGearWithSupport({ ratio: 4 }),
      J2: Inertia({ J: 24, phi: { init: null }, w: { init: null } }),
      fixed: Fixed(),
      connect: [
        ['source.flange', 'J1.flange_a'],
        ['J1.flange_b', 'gear.flange_a'],
        ['gear.flange_b', 'J2.flange_a'],
        ['gear.support', 'fixed.flange'],
      ],
    })
    const result = simulate(model, { stopTime: 1, ...ACCURATE })
    expect(result.final('J1.w')).toBeCloseTo(1.5, 8)
    // 2.25 N.m go in, 9 N.m go out.
    expect(result.final('gear.support.tau')).toBeCloseTo(9 - 2.25, 8)
  })

  it('a DC motor runs up with the time constant J*R/k^2', () => {
    const model = Model({
      V: ConstantVoltage({ V: 12 }),
      R: Resistor({ R: 0.5 }),
      emf: EMF({ k: 0.8 }),
      J: Inertia({ J: 0.2 }),
      ground: Ground(),
      connect: [
        ['V.p', 'R.p'],
        ['R.n', 'emf.p'],
        ['emf.n', 'V.n', 'ground.p'],
        ['emf.flange', 'J.flange_a'],
      ],
    })
    const result = simulate(model, { stopTime: 0.3, ...ACCURATE })
    expect(result.final('J.w')).toBeCloseTo(15 * (1 - Math.exp((-0.3 * 0.64) / 0.1)), 6)
  })

  it('torque inputs, speeds and sensors work with and without units', () => {
    const model = Model({
      t1: Torque(),
      t2: UnitlessTorque(),
      J: Inertia({ J: 2 }),
      angle: AngleSensor(),
      angle2: UnitlessAngleSensor(),
      speed: SpeedSensor(),
      speed2: UnitlessSpeedSensor(),
      drive: ConstantSpeed({ w_fixed: 3, phi: { init: 1 } }),
      measured: AngleSensor(),
      equations: equations`
        t1.tau = 4
        t2.tau = -2*time
      `,
      connect: [
        [
          't1.flange',
          't2.flange',
          'J.flange_a',
          'angle.flange',
          'angle2.flange',
          'speed.flange',
          'speed2.flange',
        ],
        ['drive.flange', 'measured.flange'],
      ],
    })
    const result = simulate(model, { stopTime: 1.5, ...ACCURATE })
    const w = 2 * 1.5 - 1.5 ** 2 / 2
    const phi = 1.5 ** 2 - 1.5 ** 3 / 6
    for (const name of ['angle.phi', 'angle2.phi']) expect(result.final(name)).toBeCloseTo(phi, 8)
    for (const name of ['speed.w', 'speed2.w']) expect(result.final(name)).toBeCloseTo(w, 8)
    expect(result.final('measured.phi')).toBeCloseTo(5.5, 8)
  })
})

describe('friction', () => {
  const Shaft = Model({
    J: Inertia({ J: 2, w: { init: 3 } }),
    friction: BearingFriction({ tau_c: 1.5 }),
    torque: Torque(),
    connect: [
      ['J.flange_b', 'friction.flange_a'],
      ['J.flange_a', 'torque.flange'],
    ],
  })

  it('Coulomb friction stops a shaft at J*w0/tau_c', () => {
    const model = Shaft.extend({ equations: equations`torque.tau = 0` })
    const result = simulate(model, { stopTime: 6, ...ACCURATE })
    const changes = changesOf(result, 'friction.mode')
    expect(changes).toEqual([[expect.closeTo(4, 8), 1, 0]])
    expect(result.final('J.phi')).toBeCloseTo(6, 8)
    expect(result.final('J.w')).toBeCloseTo(0, 8)
  })

  it('a shaft with viscous friction stops where the exponential reaches zero', () => {
    const model = Shaft.extend({ equations: equations`torque.tau = 0` })
    const merge = { friction: { d: 0.5 } }
    const result = simulate(model, { stopTime: 4, ...ACCURATE, merge })
    const stop = (2 / 0.5) * Math.log(1 + (0.5 * 3) / 1.5)
    expect(changesOf(result, 'friction.mode')).toEqual([[expect.closeTo(stop, 7), 1, 0]])
  })

  it('a shaft reverses at once where the torque exceeds the friction', () => {
    const model = Shaft.extend({ equations: equations`torque.tau = -4` })
    const result = simulate(model, { stopTime: 4, ...ACCURATE })
    const stop = 3 / ((4 + 1.5) / 2)
    expect(changesOf(result, 'friction.mode')).toEqual([[expect.closeTo(stop, 7), 1, -1]])
    expect(result.final('J.w')).toBeCloseTo((-(4 - 1.5) / 2) * (4 - stop), 7)
  })

  it('a brake is free, slides, sticks, and is free again', () => {
    const model = Model({
      torque: ConstantTorque({ tau_constant: 2 }),
      J: Inertia({ J: 4 }),
      brake: Brake({ mue: 0.4, fn_max: 50, cgeo: 0.5 }),
      equations: equations`brake.f_normalized = if time < 2 then 0 elseif time < 4 then 1 else 0`,
      connect: [
        ['torque.flange', 'J.flange_a'],
        ['J.flange_b', 'brake.flange_a'],
      ],
    })
    const result = simulate(model, { stopTime: 5, ...ACCURATE })
    // 1 rad/s at 2 s, then (10 - 2)/4 rad/s2 down.
    expect(changesOf(result, 'brake.mode')).toEqual([
      [2, 2, 1],
      [expect.closeTo(2.5, 8), 1, 0],
      [4, 0, 2],
    ])
    expect(result.at('brake.tau', 3.5)).toBeCloseTo(2, 8)
    expect(result.final('J.w')).toBeCloseTo(0.5, 7)
  })

  const Pair = Model({
    drive: ConstantTorque({ tau_constant: 0 }),
    J1: Inertia({ J: 2, w: { init: 10 } }),
    clutch: Clutch({ mue: 0.5, fn_max: 8 }),
    J2: Inertia({ J: 3 }),
    connect: [
      ['drive.flange', 'J1.flange_a'],
      ['J1.flange_b', 'clutch.flange_a'],
      ['clutch.flange_b', 'J2.flange_a'],
    ],
  })

  it('a clutch locks two inertias at the closed-form time and keeps their momentum', () => {
    const model = Pair.extend({ equations: equations`clutch.f_normalized = if time < 0.5 then 0 else 1` })
    const result = simulate(model, { stopTime: 6, ...ACCURATE })
    const lock = 0.5 + 10 / (4 / 2 + 4 / 3)
    expect(changesOf(result, 'clutch.mode')).toEqual([
      [0.5, 2, -1],
      [expect.closeTo(lock, 8), -1, 0],
    ])
    const [J1, J2] = [result.values('J1.w'), result.values('J2.w')]
    for (let k = 0; k < J1.length; k++) expect(2 * J1[k] + 3 * J2[k]).toBeCloseTo(20, 8)
    expect(result.final('J1.w')).toBeCloseTo(4, 8)
    expect(result.final('J2.w')).toBeCloseTo(4, 8)
  })

  it('a clutch slips when its torque exceeds the maximum', () => {
    // Locked, the clutch carries 3/5 of the drive; it slips beyond 1.2*4 N.m.
    const model = Pair.extend({
      drive: redeclare(Torque()),
      equations: equations`
        clutch.f_normalized = 1
        drive.tau = 2*time
      `,
    })
    const merge = { J1: { w: 0 }, clutch: { peak: 1.2 } }
    const result = simulate(model, { stopTime: 5, ...ACCURATE, merge })
    const slip = (4.8 * 5) / 3 / 2
    const changes = changesOf(result, 'clutch.mode')
    expect(changes).toEqual([[expect.closeTo(slip, 6), 0, -1]])
    expect(result.final('J2.a')).toBeCloseTo(4 / 3, 8)
    expect(result.final('J1.a')).toBeCloseTo((10 - 4) / 2, 8)
  })
})
