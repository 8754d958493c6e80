/** Building blocks of the contact models in the tests. */
import {
  Box,
  Object3D,
  type Object3DArguments,
  Scene,
  type SceneArguments,
  Solid,
  type SolidArguments,
  Sphere,
  UniformGravityField,
} from 'vario/multibody'

export type Vector = readonly [number, number, number]

type Part = ReturnType<typeof Object3D>

/** The world, with gravity along -z. */
export function uprightWorld(args: SceneArguments = {}): Part {
  return Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }), ...args }) })
}

/** A box fixed in the world that collides. */
export function fixedBox(
  lengths: Vector,
  translation: Vector,
  solidMaterial: string,
  solid: SolidArguments = {},
): Part {
  const [lengthX, lengthY, lengthZ] = lengths
  return Object3D({
    parent: 'world',
    translation,
    feature: Solid({ shape: Box({ lengthX, lengthY, lengthZ }), solidMaterial, collision: true, ...solid }),
  })
}

/** A free body of a material that collides; `start` gives its initial pose and motion. */
export function freeBody(
  shape: NonNullable<SolidArguments['shape']>,
  solidMaterial: string,
  start: Object3DArguments,
  solid: SolidArguments = {},
): Part {
  return Object3D({
    parent: 'world',
    fixedToParent: false,
    ...start,
    feature: Solid({ shape, solidMaterial, collision: true, ...solid }),
  })
}

/** A free sphere, see `freeBody`. */
export function freeSphere(
  diameter: number,
  solidMaterial: string,
  start: Object3DArguments,
  solid: SolidArguments = {},
): Part {
  return freeBody(Sphere({ diameter }), solidMaterial, start, solid)
}
