/**
 * A hopper with one springy leg, as Marc Raibert built it: it hops in place, runs at 1 m/s, and stops. Three controllers as
 * equations: the leg gets longer while it pushes off, which replaces the lost energy; in flight, the leg swings to where
 * the next stance keeps the speed; in stance, the hip keeps the body level.
 *
 *   npx tsx examples/hopper.ts
 */
import { type Experiment, equations, expr, plotText, type SignalTable, simulate, Var } from 'vario'
import {
  Box,
  ContactResult,
  Cylinder,
  MassProperties,
  Model3D,
  Object3D,
  Planar,
  Prismatic,
  Revolute,
  Scene,
  Solid,
  Sphere,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Masses [kg], length [m], stiffness [N/m] and damping [N.s/m] of the leg, its extension when it pushes off [m]. */
export const DATA = {
  body: 10,
  leg: 0.4,
  foot: 0.2,
  length: 0.5,
  k: 4000,
  d: 15,
  push: 0.02,
  g: 9.81,
} as const
/** Duration of a stance, about half a period of the body on its spring [s]; speed [m/s], and when it is wanted [s]. */
export const RUN = { stance: 0.16, speed: 1, start: 1, end: 6, stop: 8 } as const

const { length, k, d, push } = DATA

export const Hopper = Model3D({
  world: Object3D({ feature: Scene() }),
  ground: Object3D({
    ...{ parent: 'world', translation: [3, -0.1, 0] },
    feature: Solid({
      shape: Box({ lengthX: 8, lengthY: 0.2, lengthZ: 1 }),
      ...{ solidMaterial: 'Steel', visualMaterial: { color: 'LightSlateGrey' }, collision: true },
    }),
  }),
  body: Object3D({
    feature: Solid({
      shape: Box({ lengthX: 0.5, lengthY: 0.1, lengthZ: 0.2 }),
      massProperties: MassProperties({ mass: DATA.body, Ixx: 0.4, Iyy: 0.4, Izz: 0.6 }),
      visualMaterial: { color: 'DarkOrange' },
    }),
  }),
  leg: Object3D({
    feature: Solid({
      shape: Cylinder({ axis: 'y', diameter: 0.04, length: 0.3 }),
      massProperties: MassProperties({ mass: DATA.leg, Ixx: 0.01, Iyy: 0.001, Izz: 0.01 }),
    }),
  }),
  foot: Object3D({
    feature: Solid({
      shape: Sphere({ diameter: 0.06 }),
      massProperties: MassProperties({ mass: DATA.foot, Ixx: 1e-4, Iyy: 1e-4, Izz: 1e-4 }),
      ...{ solidMaterial: 'DryWood', collision: true },
    }),
  }),
  plane: Planar({ obj1: 'world', obj2: 'body', s: { init: [0, 0.8] } }),
  hip: Revolute({ obj1: 'body', obj2: 'leg', axis: 'z', tau: expr`torque` }),
  slide: Prismatic({
    ...{ obj1: 'leg', obj2: 'foot', axis: '-y', s: { init: length } },
    ...{ stiffness: k, damping: d, rest: expr`rest` },
  }),
  touch: ContactResult({ obj1: 'foot', obj2: 'ground' }),

  torque: Var({ unit: 'N.m', info: 'of the hip, from the body on the leg' }),
  rest: Var({ start: length, unit: 'm', info: 'length of the leg without force' }),
  hops: Var({ start: 0 }),
  work: Var({ start: 0, unit: 'J', info: 'of hip and damper' }),
  pushed: Var({ start: 0, unit: 'J', info: 'into the spring by changes of its rest length' }),
  equations: equations`
    stance = touch.normalForce > 0
    speed = plane.v[1]
    wanted = if time > ${RUN.start} and time < ${RUN.end} then ${RUN.speed} else 0

    # flight: at half of the next stance, the foot is below the body if it lands ahead by half of the way in stance
    ahead = speed*${RUN.stance / 2} + 0.05*(speed - wanted)
    aim = asin(min(max(ahead/${length}, -0.5), 0.5))
    tilt = plane.phi + hip.phi
    torque = if stance then 300*plane.phi + 30*plane.w else 60*(aim - tilt) - 4*(plane.w + hip.w)

    # the leg pushes off when it extends again, and is short in flight
    when stance and slide.v > 0.05 then
      rest = ${length + push}
      pushed = pre(pushed) + ${k / 2}*((slide.s - ${length + push})^2 - (slide.s - pre(rest))^2)
    elsewhen not stance then
      rest = ${length}
      pushed = pre(pushed) + ${k / 2}*((slide.s - ${length})^2 - (slide.s - pre(rest))^2)
    end

    # one highest point per hop
    when plane.v[2] < 0 then hops = pre(hops) + 1 end
    der(work) = torque*hip.w - ${d}*slide.v^2
  `,
})

export default Hopper({})

/** Settings for `vario simulate` and `vario view`. */
export const experiment: Experiment = {
  stopTime: RUN.stop,
  plot: [['plane.s'], ['speed', 'wanted'], ['plane.phi']],
}

export function simulateHopper(): SignalTable {
  return simulate(Hopper, { stopTime: RUN.stop, tolerance: 1e-6 })
}

if (isMain(import.meta.url)) {
  const result = simulateHopper()
  console.log(plotText(result, ['plane.s[1]', 'plane.s[2]'], { height: 14 }))
  console.log(`${result.final('hops')} hops, ${result.final('plane.s[1]').toFixed(2)} m.`)
}
