/**
 * An inverted pendulum on a cart, balanced by a state feedback: `linearize` gives the linear system at the upright position,
 * `lqr` the gains, and the closed loop is simulated with the nonlinear equations. Only the position of the cart and the
 * angle are measured: `kalman` gives an estimator of the velocities.
 *
 *     npx tsx examples/cart-pole.ts
 */

import { equations, linearize, Model, Par, type SignalTable, simulate, Var } from 'vario'
import { kalman, lqr, outputRegulator } from 'vario/control'
import { isMain } from './support/is-main.ts'

/** The plant: a force moves the cart, and the pole with a point mass at its end turns freely; phi = 0 is upright. */
export const CartPole = Model({
  M: Par(1, 'kg'),
  m: Par(0.2, 'kg'),
  l: Par(0.5, 'm'),
  g: Par(9.81, 'm/s2'),
  force: Var({ input: true, unit: 'N' }),
  s: Var({ init: 0, unit: 'm', output: true }),
  v: Var({ init: 0, unit: 'm/s' }),
  phi: Var({ init: 0, unit: 'rad', output: true }),
  w: Var({ init: 0, unit: 'rad/s' }),
  equations: equations`
    der(s) = v
    der(phi) = w
    (M + m)*der(v) + m*l*(cos(phi)*der(w) - sin(phi)*w^2) = force
    cos(phi)*der(v) + l*der(w) = g*sin(phi)
  `,
})

/** The linear system at the upright position, gains K of the states s, phi, v, w as they are ordered there, and the estimator. */
export function designControl() {
  const plant = linearize(CartPole)
  const weights: Readonly<Record<string, number>> = { s: 10, phi: 10, v: 1, w: 1 }
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
    plant: CartPole({ phi: Var({ init: 0.3 }) }),
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
