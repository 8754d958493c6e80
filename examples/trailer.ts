/**
 * A vehicle drops its trailer. Both roll on balls as wheels, with friction that prevents most slip; the trailer hangs
 * on a ball hitch, a spherical joint. A constant force pulls the vehicle, as a rope would. After four seconds the hitch
 * opens: the vehicle accelerates faster, and the trailer rolls on with its present speed.
 *
 *   npx tsx examples/trailer.ts
 */
import { type Experiment, Model, plotText, type SignalTable, simulate } from 'vario'
import {
  Box,
  MassProperties,
  Model3D,
  Object3D,
  Revolute,
  Scene,
  Solid,
  Sphere,
  Spherical,
  WorldForce,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Masses of bodies and of one wheel [kg], radius of wheels [m], force [N]. */
export const CAR = 1000
export const TRAILER = 400
export const WHEEL = 20
export const RADIUS = 0.3
export const PULL = 2000
/** Moment of inertia of a wheel about its axis [kg.m2]. */
export const INERTIA = 1.2
/** Time at which the hitch opens [s]. */
export const DROP = 4

const Wheel = (x: number, z: number) =>
  Model({
    hub: Object3D({ parent: 'body', translation: [x, -0.3, z] }),
    tyre: Object3D({
      feature: Solid({
        shape: Sphere({ diameter: 2 * RADIUS }),
        massProperties: MassProperties({ mass: WHEEL, Ixx: INERTIA, Iyy: INERTIA, Izz: INERTIA }),
        contactMaterial: 'DryWood',
        collision: true,
        visualMaterial: { color: 'DarkSlateGrey' },
      }),
    }),
    axle: Revolute({ obj1: 'hub', obj2: 'tyre', axis: 'z' }),
  })

const chassis = (mass: number, length: number, color: string) =>
  Solid({
    shape: Box({ lengthX: length, lengthY: 0.4, lengthZ: 1.4 }),
    massProperties: MassProperties({ mass, Ixx: mass / 4, Iyy: mass, Izz: mass }),
    visualMaterial: { color },
  })

export const Trailer = Model3D({
  world: Object3D({
    feature: Scene({
      contactPairs: {
        'DryWood-DryWood': {
          coefficientOfRestitution: 0,
          slidingFrictionCoefficient: 0.8,
          rotationalResistanceCoefficient: 0,
        },
      },
    }),
  }),
  road: Object3D({
    parent: 'world',
    translation: [40, -0.1, 0],
    feature: Solid({
      shape: Box({ lengthX: 100, lengthY: 0.2, lengthZ: 6 }),
      solidMaterial: 'DryWood',
      collision: true,
      visualMaterial: { color: 'Gainsboro' },
    }),
  }),
  car: Model({
    body: Object3D({
      parent: 'world',
      fixedToParent: false,
      translation: [0, RADIUS + 0.3, 0],
      feature: chassis(CAR, 4, 'Firebrick'),
    }),
    wheels: [Wheel(1.3, 0.8), Wheel(1.3, -0.8), Wheel(-1.3, 0.8), Wheel(-1.3, -0.8)],
    hitch: Object3D({ parent: 'body', translation: [-2.2, -0.1, 0] }),
    // at the height of the hubs
    rope: Object3D({ parent: 'body', translation: [2, -0.3, 0] }),
    pull: WorldForce({ objectApply: 'rope', forceFunction: () => [PULL, 0, 0] }),
  }),
  trailer: Model({
    body: Object3D({ feature: chassis(TRAILER, 2, 'DarkOrange') }),
    wheels: [Wheel(-0.2, 0.8), Wheel(-0.2, -0.8), Wheel(1, 0)],
    eye: Object3D({ parent: 'body', translation: [1.4, -0.1, 0] }),
  }),
  coupling: Spherical({ obj1: 'car.hitch', obj2: 'trailer.eye' }),
  actions: function* (act) {
    yield act.wait(DROP)
    yield act.disconnect('coupling')
  },
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: 8, plot: ['car.body.r_abs[1]', 'car.body.velocity[1]'] }

export function simulateTrailer(tolerance = 1e-6): SignalTable {
  return simulate(Trailer, { stopTime: 8, tolerance })
}

if (isMain(import.meta.url)) {
  const result = simulateTrailer()
  const names = ['car.body.r_abs[1]', 'trailer.body.r_abs[1]']
  console.log(plotText(result, names, { heading: 'Positions along the road [m]' }))
  const distance = result.final(names[0]) - result.final(names[1])
  console.log(`After 8 s, the trailer is ${distance.toFixed(2)} m behind the vehicle.`)
}
