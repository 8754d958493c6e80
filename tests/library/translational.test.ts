/** Translational components against closed forms; stick-slip event times. */

import { equations, Model, simulate } from 'vario'
import {
  BearingFriction,
  ConstantForce,
  ConstantSpeed,
  Damper,
  ElastoGap,
  Fixed,
  Force,
  ForceSensor,
  Mass,
  PositionSensor,
  SlidingFriction,
  SpeedSensor,
  Spring,
  SpringDamper,
  UnitlessForce,
  UnitlessPositionSensor,
  UnitlessSpeedSensor,
} from 'vario/library/translational'
import { describe, expect, it } from 'vitest'
import { changesOf } from './support.ts'

const ACCURATE = { tolerance: 1e-9 }
const g = 9.81

describe('masses, springs, dampers', () => {
  it('oscillators have their closed forms, and rigid parts their lengths', () => {
    const model = Model({
      wall: Fixed(),
      spring: Spring({ c: 8, s_rel0: 0.5 }),
      mass: Mass({ m: 2, L: 0.4, s: { init: 1 } }),
      both: SpringDamper({ c: 5, d: 0.4 }),
      mass2: Mass({ m: 1, s: { init: 1 } }),
      damper: Damper({ d: 0.5 }),
      mass3: Mass({ m: 2, v: { init: 3 } }),
      sensor: ForceSensor(),
      connect: [
        ['wall.flange', 'spring.flange_a', 'both.flange_a', 'damper.flange_a'],
        ['spring.flange_b', 'sensor.flange_a'],
        ['sensor.flange_b', 'mass.flange_a'],
        ['both.flange_b', 'mass2.flange_a'],
        ['damper.flange_b', 'mass3.flange_a'],
      ],
    })
    const result = simulate(model, { stopTime: 3, ...ACCURATE })
    // The spring is attached at s - 0.2: rest at 0.7, amplitude 0.3, w = 2.
    const s = 0.7 + 0.3 * Math.cos(6)
    expect(result.final('mass.s')).toBeCloseTo(s, 7)
    expect(result.final('sensor.f')).toBeCloseTo(-8 * (s - 0.7), 6)
    const w = Math.sqrt(5 - 0.04)
    const expected = Math.exp(-0.6) * (Math.cos(3 * w) + (0.2 / w) * Math.sin(3 * w))
    expect(result.final('mass2.s')).toBeCloseTo(expected, 7)
    expect(result.final('mass3.v')).toBeCloseTo(3 * Math.exp(-0.75), 7)
  })

  it('forces and sensors work with and without units', () => {
    const model = Model({
      f0: ConstantForce({ f_constant: 1 }),
      f1: Force(),
      f2: UnitlessForce(),
      mass: Mass({ m: 2 }),
      position: PositionSensor(),
      position2: UnitlessPositionSensor(),
      velocity: SpeedSensor(),
      velocity2: UnitlessSpeedSensor(),
      equations: equations`f1.f = 3; f2.f = 2*time`,
      connect: [
        ['f0.flange', 'f1.flange', 'f2.flange', 'mass.flange_a'],
        ['mass.flange_b', 'position.flange', 'position2.flange', 'velocity.flange', 'velocity2.flange'],
      ],
    })
    const result = simulate(model, { stopTime: 1.5, ...ACCURATE })
    const v = 2 * 1.5 + 1.5 ** 2 / 2
    const s = 1.5 ** 2 + 1.5 ** 3 / 6
    // The reference multiplies by the unit in place of dividing; a number in m and m/s is meant.
    for (const name of ['position.s', 'position2.s']) expect(result.final(name)).toBeCloseTo(s, 8)
    for (const name of ['velocity.v', 'velocity2.v']) expect(result.final(name)).toBeCloseTo(v, 8)
  })

  it('an elastogap reverses a mass after half a period, and never pulls', () => {
    const model = Model({
      wall: Fixed(),
      gap: ElastoGap({ c: 900, d: 0, s_rel0: 0.1 }),
      mass: Mass({ m: 1, s: { init: 1.1 }, v: { init: -2 } }),
      connect: [
        ['wall.flange', 'gap.flange_a'],
        ['gap.flange_b', 'mass.flange_a'],
      ],
    })
    const result = simulate(model, { stopTime: 1, ...ACCURATE })
    const times = changesOf(result, 'gap.contact').map(([t]) => t)
    expect(times).toEqual([expect.closeTo(0.5, 8), expect.closeTo(0.5 + Math.PI / 30, 8)])
    expect(result.final('mass.v')).toBeCloseTo(2, 7)
    const damped = simulate(model, { stopTime: 1, merge: { gap: { d: 50 } } })
    // Beyond the limit by the accuracy of the event times the stiffness.
    expect(Math.max(...damped.values('gap.f'))).toBeLessThan(1e-6)
  })
})

describe('friction', () => {
  it('a sliding mass comes to rest after v0/(mu*g)', () => {
    const [m, mu, v0] = [2, 0.3, 5]
    const model = Model({
      mass: Mass({ m, v: { init: v0 } }),
      friction: BearingFriction({ f_c: mu * m * g }),
      connect: [['mass.flange_b', 'friction.flange_a']],
    })
    const result = simulate(model, { stopTime: 3, ...ACCURATE })
    const stop = v0 / (mu * g)
    expect(changesOf(result, 'friction.mode')).toEqual([[expect.closeTo(stop, 8), 1, 0]])
    expect(result.final('mass.s')).toBeCloseTo(v0 ** 2 / (2 * mu * g), 8)
  })

  it('a mass starts when a growing force reaches the maximum', () => {
    const model = Model({
      force: Force(),
      mass: Mass({ m: 2 }),
      friction: BearingFriction({ f_c: 3 }),
      equations: equations`force.f = -2*time`,
      connect: [
        ['force.flange', 'mass.flange_a'],
        ['mass.flange_b', 'friction.flange_a'],
      ],
    })
    const result = simulate(model, { stopTime: 4, ...ACCURATE })
    expect(changesOf(result, 'friction.locked')[0]).toEqual([expect.closeTo(1.5, 8), 1, 0])
    expect(result.at('mass.s', 1.4)).toBe(0)
    expect(result.final('mass.s')).toBeCloseTo((-2 * 2.5 ** 3) / 12, 7)
    expect(result.final('friction.mode')).toBe(-1)
  })

  // Mass m behind a spring c whose other end moves with V (or on a belt): stuck until c*V*t = f_s; slip with
  // m*e'' = -(c*e - f_c) for the elongation e, e = f_s/c and e' = V at its start, until e' = V again; then
  // e = (2*f_c - f_s)/c, and it sticks for 2*(f_s - f_c)/(c*V).
  const [m, c, V, f_c, peak] = [0.5, 40, 0.2, 3, 1.6]
  const w = Math.sqrt(c / m)
  const firstSlip = (peak * f_c) / (c * V)
  const slip = (2 * Math.PI - 2 * Math.atan((((peak - 1) * f_c) / c) * (w / V))) / w
  const stick = (2 * (peak - 1) * f_c) / (c * V)

  const expectStickSlip = (changes: ReturnType<typeof changesOf>, sliding: number) => {
    const starts = changes.filter(([, , after]) => after === sliding).map(([t]) => t)
    const ends = changes.filter(([, , after]) => after === 0).map(([t]) => t)
    expect(starts.length).toBeGreaterThanOrEqual(3)
    expect(changes).toHaveLength(starts.length + ends.length)
    for (const [k, start] of starts.entries()) {
      const expected = firstSlip + k * (slip + stick)
      expect(Math.abs(start - expected)).toBeLessThan(1e-6)
      if (k < ends.length) expect(Math.abs(ends[k] - expected - slip)).toBeLessThan(1e-6)
    }
  }

  it('a mass pulled by a spring sticks and slips', () => {
    const model = Model({
      drive: ConstantSpeed({ v_fixed: V }),
      spring: Spring({ c }),
      mass: Mass({ m }),
      friction: BearingFriction({ f_c, peak }),
      connect: [
        ['mass.flange_b', 'spring.flange_a'],
        ['spring.flange_b', 'drive.flange'],
        ['mass.flange_a', 'friction.flange_b'],
      ],
    })
    const result = simulate(model, { stopTime: 3, ...ACCURATE })
    expectStickSlip(changesOf(result, 'friction.mode'), 1)
  })

  it('a block on a belt sticks and slips', () => {
    const model = Model({
      wall: Fixed(),
      spring: Spring({ c }),
      mass: Mass({ m, v: { init: V } }),
      friction: SlidingFriction({ f_c, peak }),
      belt: ConstantSpeed({ v_fixed: V }),
      connect: [
        ['wall.flange', 'spring.flange_a'],
        ['spring.flange_b', 'mass.flange_a'],
        ['mass.flange_b', 'friction.flange_b'],
        ['friction.flange_a', 'belt.flange'],
      ],
    })
    const result = simulate(model, { stopTime: 3, ...ACCURATE })
    expectStickSlip(changesOf(result, 'friction.mode'), -1)
  })

  it('a damped oscillator with friction comes to rest in the sticking zone, with half periods pi/w', () => {
    const [amplitude, zone] = [1, f_c / c]
    const model = Model({
      wall: Fixed(),
      spring: Spring({ c }),
      mass: Mass({ m, s: { init: amplitude } }),
      friction: BearingFriction({ f_c }),
      connect: [
        ['wall.flange', 'spring.flange_a'],
        ['spring.flange_b', 'mass.flange_a'],
        ['mass.flange_b', 'friction.flange_a'],
      ],
    })
    const result = simulate(model, { stopTime: 4, ...ACCURATE })
    // Every half period the amplitude shrinks by 2*f_c/c.
    let [s, n] = [amplitude, 0]
    while (Math.abs(s) > zone) {
      s = -Math.sign(s) * (Math.abs(s) - 2 * zone)
      n++
    }
    expect(result.final('mass.s')).toBeCloseTo(s, 6)
    const rest = changesOf(result, 'friction.mode').at(-1)!
    expect(rest[0]).toBeCloseTo((n * Math.PI) / w, 6)
    expect(rest[2]).toBe(0)
  })
})
