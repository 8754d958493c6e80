/** Templates of `vario new`. */

/** Equations of a swing. */
export const MODEL_1D = `/** A swing: a pendulum with friction, from one equation. */
import { equations, type Experiment, Model, Par, Var } from 'vario'

export default Model({
  L: Par(2, 'm', { info: 'length of the ropes' }),
  m: Par(30, 'kg', { info: 'mass of the child' }),
  d: Par(5, 'N.m.s/rad', { info: 'friction' }),
  g: Par(9.81, 'm/s2'),
  phi: Var({ init: 0.8, unit: 'rad', info: 'angle from the vertical' }),
  w: Var({ init: 0, unit: 'rad/s' }),
  equations: equations\`
    w = der(phi)
    m*L^2*der(w) = -m*g*L*sin(phi) - d*w
  \`,
})

/** What \`vario simulate\` does unless it is told otherwise. */
export const experiment: Experiment = { stopTime: 20, plot: ['phi'] }
`

/** A double pendulum in 3D. */
export const MODEL_3D = `/** A double pendulum: two beams that hang one on the other. */
import { type Experiment, Model } from 'vario'
import { Beam, Model3D, Object3D, Revolute, Scene, Solid } from 'vario/multibody'

/** A beam along x, with an object at either end. */
const Arm = (length: number, color: string) =>
  Model({
    body: Object3D({
      feature: Solid({
        shape: Beam({ axis: 'x', length, width: 0.1, thickness: 0.1 }),
        solidMaterial: 'Aluminium',
        visualMaterial: { color },
      }),
    }),
    left: Object3D({ parent: 'body', translation: [-length / 2, 0, 0] }),
    right: Object3D({ parent: 'body', translation: [length / 2, 0, 0] }),
  })

export default Model3D({
  world: Object3D({ feature: Scene() }),
  upper: Arm(1, 'steelblue'),
  lower: Arm(0.8, 'orange'),
  shoulder: Revolute({ obj1: 'world', obj2: 'upper.left', axis: 'z', phi: { init: 0.5 } }),
  elbow: Revolute({ obj1: 'upper.right', obj2: 'lower.left', axis: 'z', phi: { init: 0.5 } }),
})

/** What \`vario simulate\` does unless it is told otherwise. */
export const experiment: Experiment = { stopTime: 10, plot: [['shoulder.phi', 'elbow.phi']] }
`
