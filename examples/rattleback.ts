/**
 * A rattleback (thesis appendix B, figure B.5): an ellipsoid whose principal axes of inertia are rotated in the plane
 * relative to those of its surface. Spun against its preferred direction, it begins to wobble, stops, and reverses.
 *
 *   npx tsx examples/rattleback.ts
 */
import { type Experiment, plotText, type SignalTable, simulate } from 'vario'
import {
  Box,
  Ellipsoid,
  MassProperties,
  Model3D,
  Object3D,
  Scene,
  Solid,
  UniformGravityField,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Half axes of the surface, and depth of the center of mass below its center [m]. */
export const HALF_AXES = [0.2, 0.03, 0.02] as const
export const DEPTH = 0.01
/** Mass [kg] and inertia about the center of mass, in the axes of the surface [kg.m2]. */
export const MASS = 1
export const INERTIA = { Ixx: 2e-4, Iyy: 1.6e-3, Izz: 1.7e-3, Ixy: 2e-5 }
/** At the start it lies flat, turns counterclockwise about the vertical, and pitches [rad/s]. */
export const SPIN = 5
export const PITCH = 0.5

/**
 * The plate approximates an ideal one: little slip (friction is regularized below 0.1 mm/s), little damping (the
 * default is for impacts: with it the fast pitching would lose a third of its energy in four seconds), no rotational
 * resistance.
 */
const scene = Scene({
  gravityField: UniformGravityField({ n: [0, 0, -1] }),
  maximumContactDamping: 10,
  contactPairs: {
    'DryWood-DryWood': {
      coefficientOfRestitution: 0,
      slidingFrictionCoefficient: 1,
      rotationalResistanceCoefficient: 0,
      vsmall: 1e-4,
    },
  },
})

export const Rattleback = Model3D({
  world: Object3D({ feature: scene }),
  plate: Object3D({
    parent: 'world',
    translation: [0, 0, -0.05],
    feature: Solid({
      shape: Box({ lengthX: 2, lengthY: 2, lengthZ: 0.1 }),
      solidMaterial: 'DryWood',
      collision: true,
    }),
  }),
  rattleback: Object3D({
    parent: 'world',
    fixedToParent: false,
    translation: [0, 0, HALF_AXES[2]],
    // its lowest point is at rest
    velocity: [PITCH * HALF_AXES[2], 0, 0],
    angularVelocity: [0, PITCH, SPIN],
    feature: Solid({
      shape: Ellipsoid({ lengthX: 2 * HALF_AXES[0], lengthY: 2 * HALF_AXES[1], lengthZ: 2 * HALF_AXES[2] }),
      massProperties: MassProperties({ mass: MASS, centerOfMass: [0, 0, -DEPTH], ...INERTIA }),
      contactMaterial: 'DryWood',
      collision: true,
    }),
  }),
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: 5, interval: 0.01, plot: ['rattleback.angularVelocity[3]'] }

/** It reverses after three seconds. */
export function simulateRattleback(stopTime = 5): SignalTable {
  return simulate(Rattleback, { stopTime, interval: 0.01 })
}

if (isMain(import.meta.url)) {
  const result = simulateRattleback()
  console.log(
    plotText(result, ['rattleback.angularVelocity[3]'], { heading: 'Spin of the rattleback [rad/s]' }),
  )
  console.log(
    `\nFrom ${SPIN} rad/s to ${result.final('rattleback.angularVelocity[3]').toFixed(2)} rad/s, on the plate`,
  )
  console.log(`all the time; friction took ${(1000 * result.final('world.dissipatedEnergy')).toFixed(2)} mJ.`)
}
