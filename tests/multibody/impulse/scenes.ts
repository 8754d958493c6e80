/** Models with impulses in contacts, for the tests. */
import type { simulate } from 'vario'
import {
  Box,
  Model3D,
  Object3D,
  Scene,
  type SceneArguments,
  Solid,
  Sphere,
  UniformGravityField,
} from 'vario/multibody'

/** A scene whose contacts of steel are impulses. */
export function impulseScene(
  { e, mu = 0, g = 9.81, threshold }: { e: number; mu?: number; g?: number; threshold?: number },
  more: SceneArguments = {},
): ReturnType<typeof Scene> {
  return Scene({
    contactResponse: 'impulse',
    gravityField: UniformGravityField({ g }),
    contactPairs: {
      'Steel-Steel': {
        coefficientOfRestitution: e,
        slidingFrictionCoefficient: mu,
        rotationalResistanceCoefficient: 0,
        ...(threshold !== undefined && { impactThreshold: threshold }),
      },
    },
    ...more,
  })
}

/** A floor at y = 0. */
export const floor = Object3D({
  parent: 'world',
  translation: [0, -0.5, 0],
  feature: Solid({
    shape: Box({ lengthX: 100, lengthY: 1, lengthZ: 100 }),
    solidMaterial: 'Steel',
    collision: true,
  }),
})

/** A ball of steel that falls from a height of its center onto a floor at y = 0. */
export function bouncingBall(
  scene: ReturnType<typeof Scene>,
  height: number,
  radius: number,
): Parameters<typeof simulate>[0] {
  return Model3D({
    world: Object3D({ feature: scene }),
    floor,
    ball: Object3D({
      parent: 'world',
      fixedToParent: false,
      translation: [0, height, 0],
      feature: Solid({ shape: Sphere({ diameter: 2 * radius }), solidMaterial: 'Steel', collision: true }),
    }),
  })
}
