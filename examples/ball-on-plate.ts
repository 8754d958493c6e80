/**
 * A ball on a plate that a controller tilts. A camera sees the ball 50 times per second, and its picture comes one period
 * late; two motors follow the wanted angles.
 *
 *   npx tsx examples/ball-on-plate.ts
 */
import { type Experiment, equations, expr, plotText, type SignalTable, simulate, Var } from 'vario'
import { Box, MassProperties, Model3D, Object3D, Scene, Solid, Sphere, Universal } from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Radius of the ball, thickness of the plate, start of the ball on the plate along x and z [m]; period of the camera [s]. */
export const DATA = { radius: 0.02, thickness: 0.01, x: 0.1, z: -0.05, period: 0.02 } as const
/** Gains of the ball: [rad/m, rad.s/m]; of the plate: [1/s2, 1/s]; its moment of inertia about x and z [kg.m2]. */
export const GAINS = { kp: 1.2, kd: 0.9, ks: 900, kv: 42, J: 0.0067 } as const

const { radius, thickness, x, z, period } = DATA
const { kp, kd, ks, kv, J } = GAINS

/** Without rolling resistance, the ball rests only in the middle. */
const polished = {
  coefficientOfRestitution: 0.5,
  slidingFrictionCoefficient: 0.5,
  rotationalResistanceCoefficient: 0,
}

export const BallOnPlate = Model3D({
  world: Object3D({ feature: Scene({ contactPairs: { 'Steel-Steel': polished } }) }),
  plate: Object3D({
    feature: Solid({
      shape: Box({ lengthX: 0.4, lengthY: thickness, lengthZ: 0.4 }),
      massProperties: MassProperties({ mass: 0.5, Ixx: J, Iyy: 0.0133, Izz: J }),
      ...{ solidMaterial: 'Steel', visualMaterial: { color: 'LightSlateGrey' }, collision: true },
    }),
  }),
  gimbal: Universal({ obj1: 'world', obj2: 'plate', axis1: 'x', axis2: 'z', tau: expr`torque` }),
  ball: Object3D({
    ...{ parent: 'world', fixedToParent: false, orientation: 'quaternion' },
    translation: [x, thickness / 2 + radius, z],
    feature: Solid({
      shape: Sphere({ diameter: 2 * radius }),
      ...{ solidMaterial: 'Steel', visualMaterial: { color: 'DarkOrange' }, collision: true },
    }),
  }),
  // what the camera has seen before the start
  seen: Var({ start: [x, 0, z], unit: 'm' }),
  late: Var({ start: [x, 0, z], unit: 'm' }),
  wanted: Var({ start: [0, 0], unit: 'rad' }),
  torque: Var({ unit: 'N.m' }),
  equations: equations`
    seen = sample(transpose(plate.R_abs)*(ball.r_abs - plate.r_abs), Clock(${period}))
    late = previous(seen)
    speed = (late - previous(late))/${period}

    # a tilt about x rolls the ball along z, one about z along -x
    wanted = [-${kp}*late[3] - ${kd}*speed[3], ${kp}*late[1] + ${kd}*speed[1]]
    torque = ${J}*(${ks}*(hold(wanted) - gimbal.phi) - ${kv}*gimbal.w)
  `,
})

export default BallOnPlate({})

/** Settings for `vario simulate` and `vario view`. */
export const experiment: Experiment = { stopTime: 6, plot: [['seen'], ['gimbal.phi']] }

export function simulateBall(): SignalTable {
  return simulate(BallOnPlate, { stopTime: 6, tolerance: 1e-6 })
}

if (isMain(import.meta.url)) {
  const result = simulateBall()
  console.log(plotText(result, ['seen[1]', 'seen[3]'], { height: 14 }))
  const [atX, , atZ] = result.finalVector('seen')
  console.log(`At the end the ball is ${(1000 * Math.hypot(atX, atZ)).toFixed(2)} mm from the middle.`)
}
