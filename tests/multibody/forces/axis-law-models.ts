/** Models for the tests of friction and stops. */
import { MassProperties, Model3D, NoGravityField, Object3D, Revolute, Scene, Solid } from 'vario/multibody'

export const empty = Object3D({ feature: Scene({ gravityField: NoGravityField() }) })

/** 2 kg, 1 kg.m2 about x and y, 2 kg.m2 about z. */
export const body = Object3D({
  feature: Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 1, Izz: 2 }) }),
})

const link = Object3D({
  feature: Solid({
    massProperties: MassProperties({ mass: 1.5, centerOfMass: [0.4, 0, 0], Ixx: 0.1, Iyy: 0.2, Izz: 0.2 }),
  }),
})

/** Two links in the gravity of -y, the second one at `elbow`. */
export const arm = {
  world: Object3D({ feature: Scene() }),
  upper: link,
  lower: link,
  elbow: Object3D({ parent: 'upper', translation: [0.9, 0, 0] }),
}

const crank = Solid({ massProperties: MassProperties({ mass: 0.5, Ixx: 1, Iyy: 1, Izz: 0.25 }) })

/** A parallelogram without gravity: 1 kg.m2 about r1. r1, r2 and r3 turn by equal amounts. */
export function createParallelogram(args: {
  readonly r1: object
  readonly r2?: object
  readonly r3?: object
}) {
  return Model3D({
    world: empty,
    base: Object3D({ parent: 'world', translation: [1, 0, 0] }),
    a: Object3D({ feature: crank }),
    a1: Object3D({ parent: 'a', translation: [0, 0.5, 0] }),
    c: Object3D({ feature: crank }),
    c1: Object3D({ parent: 'c', translation: [0, 0.5, 0] }),
    bar: Object3D({
      feature: Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 1, Izz: 1 }) }),
    }),
    bar1: Object3D({ parent: 'bar', translation: [1, 0, 0] }),
    r1: Revolute({ obj1: 'world', obj2: 'a', ...args.r1 }),
    r2: Revolute({ obj1: 'a1', obj2: 'bar', ...args.r2 }),
    r3: Revolute({ obj1: 'base', obj2: 'c', ...args.r3 }),
    r4: Revolute({ obj1: 'c1', obj2: 'bar1' }),
  })
}
