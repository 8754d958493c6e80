/** Platform, boxes and arm of the space robot: primitive shapes, and frames that can be locked to each other. */
import { equations, Model, Var } from 'vario'
import { Flange, SpringDamper } from 'vario/library/rotational'
import { Box, Cylinder, Object3D, RevoluteWithFlange, Solid, Visual } from 'vario/multibody'
import { axisOf, LINKS, N_AXIS } from './arm-kinematics.ts'

export type Vector = readonly [number, number, number]

/** Distance of the interfaces of the platform, and edge of the boxes [m]. */
export const [PITCH, EDGE] = [0.5, 0.4]
const [COLUMNS, ROWS] = [5, 2]

/** Position of an interface of the platform, or above it [m]. The origin is in the middle. */
export const placeOf = (column: number, row: number, height = 0): Vector => [
  PITCH * (column - (COLUMNS + 1) / 2),
  PITCH * (row - (ROWS + 1) / 2),
  height,
]

/** Center of a box on a layer, counted from 1 [m]. */
export const centerOf = (column: number, row: number, layer: number): Vector =>
  placeOf(column, row, EDGE * (layer - 0.5))

/** A slab with an interface at every place of the grid. It floats freely, or does not move. */
export function Platform(isFloating: boolean) {
  const members: Record<string, unknown> = {
    top: Object3D({ parent: 'world', fixedToParent: !isFloating }),
    slab: Object3D({
      parent: 'top',
      translation: [0, 0, -0.05],
      feature: Solid({
        shape: Box({ lengthX: COLUMNS * PITCH, lengthY: ROWS * PITCH, lengthZ: 0.1 }),
        massProperties: 600,
        visualMaterial: { color: 'lightslategray' },
      }),
    }),
  }
  for (let column = 1; column <= COLUMNS; column++)
    for (let row = 1; row <= ROWS; row++)
      members[`lockX${column}Y${row}`] = Object3D({
        ...{ parent: 'top', translation: placeOf(column, row), lockable: true },
      })
  return Model(members)
}

/** A box with an interface on every face. It is an assembly, initially free. */
export function Module(translation: Vector, color: string) {
  const face = (...place: Vector) => Object3D({ parent: 'body', translation: place, lockable: true })
  return Model({
    body: Object3D({
      ...{ parent: 'world', fixedToParent: false, assemblyRoot: true, translation },
      feature: Solid({
        shape: Box({ lengthX: EDGE, lengthY: EDGE, lengthZ: EDGE }),
        massProperties: 12,
        visualMaterial: { color },
      }),
    }),
    lockXpos: face(EDGE / 2, 0, 0),
    lockXneg: face(-EDGE / 2, 0, 0),
    lockYpos: face(0, EDGE / 2, 0),
    lockYneg: face(0, -EDGE / 2, 0),
    lockZpos: face(0, 0, EDGE / 2),
    lockZneg: face(0, 0, -EDGE / 2),
  })
}

/** A motor whose angle is prescribed. */
const Motor = Model({
  flange: Flange(),
  angle: Var({ input: true, unit: 'rad' }),
  equations: equations`flange.phi = angle`,
})

/**
 * A motor with an elastic gear. The drives of both halves of the arm are the same, because it can stand on either end.
 */
const Drive = Model({
  flange: Flange(),
  motor: Motor(),
  gear: SpringDamper({ c: 2e4, d: 500 }),
  connect: [
    ['motor.flange', 'gear.flange_a'],
    ['gear.flange_b', 'flange'],
  ],
})

/** A link along z from its frame `near` to its frame `far`. */
const Link = (length: number, color: string, parent?: string) =>
  Model({
    near: Object3D(parent === undefined ? {} : { parent }),
    body: Object3D({
      parent: 'near',
      translation: [0, 0, length / 2],
      feature: Solid({
        shape: Cylinder({ axis: 'z', diameter: 0.09, length }),
        massProperties: 2 + 10 * length,
        visualMaterial: { color },
      }),
    }),
    far: Object3D({ parent: 'near', translation: [0, 0, length] }),
  })

/** The arm at rest: link 0 is its blue end, which stands at `foot`, and link 7 the green one. */
export function createArm(foot: Vector, angles: readonly number[]): Record<string, unknown> {
  const arm: Record<string, unknown> = {
    blueLock: Object3D({
      ...{ parent: 'world', fixedToParent: false, assemblyRoot: true, lockable: true, translation: foot },
    }),
    link0: Link(LINKS[0], 'royalblue', 'blueLock'),
    greenLock: Object3D({ parent: `link${N_AXIS}.far`, lockable: true }),
  }
  angles.forEach((init, i) => {
    const k = i + 1
    const axis = axisOf(k)
    arm[`link${k}`] = Link(LINKS[k], k === N_AXIS ? 'limegreen' : 'gainsboro')
    arm[`axis${k}`] = RevoluteWithFlange({ obj1: `link${i}.far`, obj2: `link${k}.near`, axis, phi: { init } })
    arm[`drive${k}`] = Drive()
    arm[`housing${k}`] = Object3D({
      parent: `link${k}.near`,
      feature: Visual({
        shape: Cylinder({ axis, diameter: 0.11, length: axis === 'z' ? 0.06 : 0.13 }),
        visualMaterial: { color: 'dimgray' },
      }),
    })
  })
  return arm
}
