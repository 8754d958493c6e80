/**
 * A pendulum that bounces on an obstacle until it rests there (Engelson 2000, 7.2). Impacts are impulses: the first
 * ones are located one by one, and when they have become slower than 0.01 m/s the elastic law carries the bar.
 *
 *   npx tsx examples/resting-pendulum.ts
 */
import { type Experiment, plotText, type SignalTable, simulate } from 'vario'
import {
  Box,
  ContactResult,
  MassProperties,
  Model3D,
  Object3D,
  Revolute,
  Scene,
  Solid,
  Sphere,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Height of the obstacle, and radius of the ball at the end of the bar of 1 m [m]. */
const HEIGHT = -0.4
const RADIUS = 0.02

const scene = Scene({
  contactResponse: 'impulse',
  contactPairs: {
    'Steel-Steel': {
      coefficientOfRestitution: 0.5,
      slidingFrictionCoefficient: 0,
      rotationalResistanceCoefficient: 0,
    },
  },
})

export const RestingPendulum = Model3D({
  world: Object3D({ feature: scene }),
  // its upper face is below the height by the radius of the ball
  obstacle: Object3D({
    parent: 'world',
    translation: [-0.9, HEIGHT - RADIUS - 0.05, 0],
    feature: Solid({
      shape: Box({ lengthX: 0.3, lengthY: 0.1, lengthZ: 0.3 }),
      solidMaterial: 'Steel',
      collision: true,
    }),
  }),
  bar: Object3D({
    feature: Solid({
      massProperties: MassProperties({ mass: 50, centerOfMass: [0, 0.5, 0], Ixx: 0, Iyy: 0, Izz: 0 }),
    }),
  }),
  tip: Object3D({
    parent: 'bar',
    translation: [0, 1, 0],
    feature: Solid({ shape: Sphere({ diameter: 2 * RADIUS }), contactMaterial: 'Steel', collision: true }),
  }),
  // at phi = 0 the bar points upwards
  rev: Revolute({ obj1: 'world', obj2: 'bar', axis: 'z', phi: 1, canCollide: true }),
  contact: ContactResult({ obj1: 'obstacle', obj2: 'tip' }),
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = {
  stopTime: 1.2,
  tolerance: 1e-8,
  interval: 0.002,
  plot: ['tip.r_abs[2]'],
}

export function simulateRestingPendulum(stopTime = 1.2): SignalTable {
  return simulate(RestingPendulum, { stopTime, tolerance: 1e-8, interval: 0.002 })
}

if (isMain(import.meta.url)) {
  const result = simulateRestingPendulum()
  console.log(plotText(result, ['tip.r_abs[2]'], { heading: 'Height of the end of the bar [m]' }))
  for (const { time, velocity, normalImpulse, lostEnergy } of result.impacts)
    console.log(
      `t = ${time.toFixed(6)} s: ${velocity.toFixed(4)} m/s, ${normalImpulse.toFixed(3)} N.s, ` +
        `${lostEnergy.toFixed(3)} J are lost`,
    )
  console.log(`At rest, the obstacle carries ${result.final('contact.normalForce')} N.`)
}
