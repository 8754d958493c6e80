/** Friction elements at rest: between the sliding and breakaway forces they start stuck, and stay stuck. */
import { equations, Model, simulate } from 'vario'
import {
  BearingFriction,
  Brake,
  Clutch,
  ConstantTorque,
  Fixed,
  Inertia,
  SlidingFriction as ShaftFriction,
} from 'vario/library/rotational'
import {
  ConstantForce,
  Fixed as FixedRail,
  Force,
  Mass,
  Clutch as RodClutch,
  BearingFriction as RodFriction,
  SlidingFriction,
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
  body: Mass({ m: INERTIA }),
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
  'Clutch of rods': (load: number) =>
    Model({
      ...rod(load),
      ...{ friction: RodClutch(pressed), wall: FixedRail(), equations: press },
      connect: [toDrive, toFriction, toWall],
    }),
  'SlidingFriction of shafts': (load: number) =>
    Model({
      ...shaft(load),
      ...{ friction: ShaftFriction({ tau_c: SLIDING, peak: PEAK }), wall: Fixed() },
      connect: [toDrive, toFriction, toWall],
    }),
  'BearingFriction of rods': (load: number) =>
    Model({ ...rod(load), friction: RodFriction(rough), connect: [toDrive, toFriction] }),
  'SlidingFriction of rods': (load: number) =>
    Model({
      ...rod(load),
      ...{ friction: SlidingFriction(rough), wall: FixedRail() },
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
    const velocity = result.final(name.endsWith('rods') ? 'body.v' : 'body.w')
    expect(velocity).toBeCloseTo((sign * 1.5 * SLIDING) / INERTIA, 6)
  }
})

it.each([
  'if time < 10 then 7 else 9',
  'if cos(time) > 0.5 then 7 else 9',
  'if body.s >= 0 then 7 else 9',
  'if (if time < 10 then 1 else 0) > 0.5 then 7 else 9',
])(
  'stays stuck when the branch of the load that holds at the start is below the breakaway force: %s',
  (load) => {
    // 3/4 of 7 N pass between 1 kg and 3 kg, less than 6 N; 3/4 of 9 N would be more
    const model = Model({
      ...{ drive: Force(), body: Mass({ m: 1 }), other: Mass({ m: 3 }) },
      friction: SlidingFriction({ f_c: 4, peak: 1.5 }),
      equations: equations(`drive.f = ${load}`),
      connect: [toDrive, toFriction, ['friction.flange_b', 'other.flange_a']],
    })
    for (const solver of ['dop853', 'bdf'] as const) {
      const result = simulate(model, { stopTime: 1, solver })
      expect([...new Set(result.values('friction.mode'))]).toEqual([0])
      expect(result.final('friction.f')).toBeCloseTo(-0.75 * 7, 9)
    }
  },
)
