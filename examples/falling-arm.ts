/**
 * A robot arm whose power fails. Until then its drives, of limited effort, hold it; then it falls against the friction
 * of its joints and the inertia of the rotors, which is larger than that of the links, hits the stops of both joints,
 * bounces, and comes to rest.
 *
 *   npx tsx examples/falling-arm.ts
 */
import { type Experiment, expr, plotText, type SignalTable, simulate } from 'vario'
import {
  Box,
  MassPropertiesFromShapeAndMass,
  Model3D,
  Object3D,
  Revolute,
  Scene,
  Solid,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Lengths [m] and masses [kg] of the links. */
export const [L1, L2, M1, M2] = [0.5, 0.4, 4, 2]
/** Time at which the power fails [s]. */
export const FAILURE = 0.5
/** Stops of the shoulder and of the elbow [rad], friction of the elbow [N.m]. */
export const [SHOULDER_STOP, ELBOW_STOP, ELBOW_FRICTION] = [-1, -1.2, 0.6]

/** A link along x from its joint to `length`. */
function createLink(length: number, mass: number, color: string): object {
  return Object3D({
    feature: Solid({
      shape: Box({ lengthX: length, lengthY: 0.08, lengthZ: 0.08 }),
      massProperties: MassPropertiesFromShapeAndMass({ mass }),
      visualMaterial: { color },
    }),
  })
}

export const FallingArm = Model3D({
  world: Object3D({ feature: Scene({ enableContactDetection: false }) }),
  upper: createLink(L1, M1, 'SteelBlue'),
  lower: createLink(L2, M2, 'Orange'),
  root: Object3D({ parent: 'upper', translation: [-L1 / 2, 0, 0] }),
  elbow: Object3D({ parent: 'upper', translation: [L1 / 2, 0, 0] }),
  hand: Object3D({ parent: 'lower', translation: [-L2 / 2, 0, 0] }),

  // 100 turns of the motor for one of the joint; torques and rotors are those of the motors
  shoulder: Revolute({
    ...{ obj1: 'world', obj2: 'root', phi: 0.5, gear: 100, armature: 1e-4, effort: 0.5 },
    tau: expr`if time < ${FAILURE} then -20*(shoulder.phi - 0.5) - 2*shoulder.w + 0.2 else 0`,
    friction: { coulomb: 2, viscous: 0.5 },
    limits: { lower: SHOULDER_STOP, upper: 2, restitution: 0.3 },
  }),
  drive: Revolute({
    ...{ obj1: 'elbow', obj2: 'hand', phi: 0.3, gear: 60, armature: 1e-4, effort: 0.2 },
    tau: expr`if time < ${FAILURE} then -20*(drive.phi - 0.3) - 2*drive.w + 0.05 else 0`,
    friction: ELBOW_FRICTION,
    limits: { lower: ELBOW_STOP, upper: 2, restitution: 0.3 },
  }),
})

export default FallingArm({})

/** Settings for `vario simulate` and `vario view`. */
export const experiment: Experiment = { stopTime: 4, plot: [['shoulder.phi', 'drive.phi']] }

export function simulateFallingArm(tolerance = 1e-8): SignalTable {
  return simulate(FallingArm, { stopTime: 4, tolerance })
}

if (isMain(import.meta.url)) {
  const result = simulateFallingArm()
  console.log(plotText(result, ['shoulder.phi', 'drive.phi'], { heading: 'Angles of the joints [rad]' }))
  for (const name of ['shoulder', 'drive'])
    console.log(
      `${name}: rests at ${result.final(`${name}.phi`).toFixed(3)} rad with a reaction of ` +
        `${result.final(`${name}.reaction`).toFixed(2)} N.m`,
    )
}
