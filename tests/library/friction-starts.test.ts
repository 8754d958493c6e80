/** Friction elements at rest: between the sliding and breakaway forces they start stuck, and stay stuck. */
import { equations, Model, simulate } from 'vario'
import { BearingFriction, Brake, Clutch, ConstantTorque, Fixed, Inertia } from 'vario/library/rotational'
import {
  ConstantForce,
  FixedPosition,
  SlidingFriction,
  SupportFriction,
  TranslationalMass,
} from 'vario/library/translational'
import { expect, it } from 'vitest'

/** The sliding force is 2 N or 2 N.m, the breakaway force is twice as much. */
const [SLIDING, PEAK] = [2, 2]
const INERTIA = 4
const rough = { f_c: SLIDING, peak: PEAK }
const pressed = { mue: 0.5, fn_max: 4, peak: PEAK }
const press = equations`friction.f_normalized = 1`
const toDrive = ['drive.flange', 'body.flange_a']
const toFriction = ['body.flange_b', 'friction.flange_a']
const toWall = ['friction.flange_b', 'wall.flange']

const shaft = (load: number) => ({
  drive: ConstantTorque({ tau_constant: load }),
  body: Inertia({ J: INERTIA }),
})
const rod = (load: number) => ({
  drive: ConstantForce({ f_constant: load }),
  body: TranslationalMass({ m: INERTIA }),
})
const CASES = {
  BearingFriction: (load: number) =>
    Model({
      ...shaft(load),
      friction: BearingFriction({ tau_c: SLIDING, peak: PEAK }),
      connect: [toDrive, toFriction],
    }),
  Brake: (load: number) =>
    Model({ ...shaft(load), friction: Brake(pressed), equations: press, connect: [toDrive, toFriction] }),
  Clutch: (load: number) =>
    Model({
      ...shaft(load),
      ...{ friction: Clutch(pressed), wall: Fixed(), equations: press },
      connect: [toDrive, toFriction, toWall],
    }),
  SupportFriction: (load: number) =>
    Model({ ...rod(load), friction: SupportFriction(rough), connect: [toDrive, toFriction] }),
  SlidingFriction: (load: number) =>
    Model({
      ...rod(load),
      ...{ friction: SlidingFriction(rough), wall: FixedPosition() },
      connect: [toDrive, toFriction, toWall],
    }),
}

it.each(Object.entries(CASES))('%s', (name, create) => {
  for (const sign of [1, -1]) {
    for (const part of [0.5, 1.5]) {
      const result = simulate(create(sign * part * SLIDING), { stopTime: 1 })
      expect([...new Set(result.values('friction.mode'))]).toEqual([0])
    }
    // beyond the peak it slides from the start: a = (f - f_c)/m
    const result = simulate(create(sign * 2.5 * SLIDING), { stopTime: 1 })
    expect(Math.abs(result.final('friction.mode'))).toBe(1)
    const velocity = result.final(name.startsWith('S') ? 'body.v' : 'body.w')
    expect(velocity).toBeCloseTo((sign * 1.5 * SLIDING) / INERTIA, 6)
  }
})
