/**
 * A satellite turns by three reaction wheels: a star camera gives its orientation, equations the torques of the motors.
 * The wheels take over the angular momentum of the satellite, which therefore comes to rest.
 *
 *   npx tsx examples/reaction-wheels.ts
 */
import { type Experiment, equations, expr, Model, plotText, type SignalTable, simulate, Var } from 'vario'
import {
  Box,
  Cylinder,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Revolute,
  Scene,
  Solid,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Moment of inertia of a wheel about its axis [kg.m2]. */
export const WHEEL = 0.01

/** A wheel whose motor turns it against the bus with the torque `u`. */
function Wheel(axis: 'x' | 'y' | 'z', place: readonly number[]) {
  return Model({
    u: Var({ unit: 'N.m', input: true }),
    mount: Object3D({ parent: 'bus', translation: place }),
    rotor: Object3D({
      feature: Solid({
        shape: Cylinder({ axis, diameter: 0.3, length: 0.06 }),
        massProperties: MassProperties({ mass: 1, Ixx: WHEEL, Iyy: WHEEL, Izz: WHEEL }),
        visualMaterial: { color: 'orange' },
      }),
    }),
    spin: Revolute({ obj1: 'mount', obj2: 'rotor', axis, tau: expr`u` }),
  })
}

export const Satellite = Model3D({
  world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
  bus: Object3D({
    ...{ parent: 'world', fixedToParent: false, orientation: 'quaternion' },
    ...{ rotation: [2.5, 0.4, -1], angularVelocity: [0.02, -0.03, 0.01] },
    feature: Solid({
      shape: Box({ lengthX: 0.8, lengthY: 0.8, lengthZ: 1.2 }),
      massProperties: MassProperties({ mass: 50, Ixx: 4, Iyy: 3, Izz: 5 }),
      visualMaterial: { color: 'SteelBlue', transparency: 0.4 },
    }),
  }),
  x: Wheel('x', [0.25, 0, 0]),
  y: Wheel('y', [0, 0.25, 0]),
  z: Wheel('z', [0, 0, 0.25]),
  equations: equations`
    # the shorter way round
    q = if bus.q_abs[4] < 0 then -bus.q_abs else bus.q_abs
    w = transpose(bus.R_abs)*bus.w_abs
    tau = 0.8*q[1:3] + 3*w
    x.u = tau[1]
    y.u = tau[2]
    z.u = tau[3]
  `,
})

export default Satellite({})

/** Settings for `vario simulate` and `vario view`. */
export const experiment: Experiment = { stopTime: 90, plot: [['q'], ['x.spin.w', 'y.spin.w', 'z.spin.w']] }

export function simulateWheels(): SignalTable {
  return simulate(Satellite, { stopTime: 90, tolerance: 1e-8 })
}

if (isMain(import.meta.url)) {
  const result = simulateWheels()
  console.log(plotText(result, ['q'], { height: 12 }))
  const speeds = ['x', 'y', 'z'].map((name) => result.final(`${name}.spin.w`).toFixed(3))
  console.log(`The satellite rests, and its wheels turn with ${speeds.join(', ')} rad/s.`)
}
