/**
 * An inverted pendulum on a cart, balanced by a state feedback: `linearize` gives the linear system at the upright position,
 * `lqr` the gains, and the closed loop is simulated in three dimensions. Only the position of the cart and the
 * angle are measured: `kalman` gives an estimator of the velocities.
 *
 *     npx tsx examples/cart-pole.ts
 */

import { equations, expr, linearize, Model, Par, type SignalTable, simulate, Var } from 'vario'
import { kalman, lqr, outputRegulator } from 'vario/control'
import {
  Box,
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  Scene,
  Solid,
  Sphere,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** The plant: a force moves the cart, and the pole with a point mass at its end turns freely; phi = 0 is upright. */
export const CartPole = Model3D({
  world: Object3D({ feature: Scene() }),
  cart: Object3D({
    feature: Solid({
      shape: Box({ lengthX: 0.4, lengthY: 0.1, lengthZ: 0.2 }),
      massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }),
    }),
  }),
  slide: Prismatic({ obj1: 'world', obj2: 'cart', axis: 'x', f: expr`force` }),
  pole: Object3D(),
  ball: Object3D({
    ...{ parent: 'pole', translation: [0, 0.5, 0] },
    feature: Solid({ shape: Sphere({ diameter: 0.06 }), massProperties: MassProperties({ mass: 0.2 }) }),
  }),
  hinge: Revolute({ obj1: 'cart', obj2: 'pole', axis: '-z', phi: { init: expr`tilt` } }),

  tilt: Par({ value: 0, unit: 'rad', info: 'at the start' }),
  force: Var({ input: true, unit: 'N' }),
  s: Var({ output: true, unit: 'm' }),
  phi: Var({ output: true, unit: 'rad' }),
  equations: equations`
    s = slide.s
    phi = hinge.phi
  `,
})

/** The linear system at the upright position, gains K of the states in their order there, and the estimator. */
export function designControl() {
  const plant = linearize(CartPole)
  const weights: Readonly<Record<string, number>> = {
    'slide.s': 10,
    'hinge.phi': 10,
    'slide.v': 1,
    'hinge.w': 1,
  }
  const Q = plant.states.map((name, i) => plant.states.map((_, j) => (i === j ? weights[name] : 0)))
  const { K, poles } = lqr(plant, { Q, R: [[0.1]] })
  // noise of the force, and of the two sensors
  const noise = {
    G: plant.B,
    Q: [[1]],
    R: [
      [1e-4, 0],
      [0, 1e-4],
    ],
  }
  const { L } = kalman(plant, noise)
  return { plant, K, poles, controller: outputRegulator(plant, K, L) }
}

/** The plant, which starts with a tilt of 17 degrees, and its controller: from the two measurements to the force. */
export function createBalancedCartPole() {
  const { controller } = designControl()
  return Model({
    plant: CartPole({ tilt: 0.3 }),
    A: controller.A,
    B: controller.B,
    c: controller.C[0],
    x: Var({ init: [0, 0, 0, 0] }),
    equations: equations`
      der(x) = A*x + B*[plant.s, plant.phi]
      plant.force = c*x
    `,
  })
}

export function simulateCartPole(): SignalTable {
  return simulate(createBalancedCartPole(), { stopTime: 8 })
}

if (isMain(import.meta.url)) {
  const { K, poles } = designControl()
  console.log('gains', K[0])
  console.log('poles', poles)
  console.log(simulateCartPole().summary())
}
