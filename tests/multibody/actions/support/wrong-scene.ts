/** The model for tests of wrong programs, and their errors. */
import { equations, simulate, Var } from 'vario'
import {
  type Action,
  type ActionProgram,
  type Actions,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Revolute,
  Scene,
  Solid,
  type WorldState,
} from 'vario/multibody'

export const solid = Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) })
export const free = { parent: 'world', fixedToParent: false, assemblyRoot: true, feature: solid } as const

/** Two bodies that meet at a dock, at rest, and a link that rotates on a hinge. */
export const scene = (members: object) =>
  Model3D({
    world: Object3D({ feature: Scene({ enableContactDetection: false, gravityField: NoGravityField() }) }),
    dock: Object3D({ parent: 'world', translation: [1, 0, 0], lockable: true }),
    dock2: Object3D({ parent: 'world', translation: [1, 0, 0], lockable: true }),
    a: Object3D({ ...free, translation: [0.5, 0, 0] }),
    aEnd: Object3D({ parent: 'a', translation: [0.5, 0, 0], lockable: true }),
    plain: Object3D({ parent: 'a', translation: [0.5, 0, 0] }),
    b: Object3D({ ...free, translation: [1.5, 0, 0] }),
    bEnd: Object3D({ parent: 'b', translation: [-0.5, 0, 0], lockable: true }),
    bSide: Object3D({ parent: 'b', translation: [-0.5, 0, 0], lockable: true }),
    link: Object3D({ feature: solid }),
    linkEnd: Object3D({ parent: 'link', lockable: true }),
    hinge: Revolute({ obj1: 'dock', obj2: 'link', w: 0.2 }),
    x: Var({ init: 0.5 }),
    isLarge: Var({}),
    list: Var({ init: [1, 2] }),
    equations: equations`
      der(x) = 1
      isLarge = x > 0.75
      der(list) = -list
    `,
    ...members,
  })

export const run = (actions: unknown, members: object = {}) =>
  simulate(scene({ ...members, ...(actions !== null && { actions: actions as ActionProgram }) }), {
    stopTime: 1,
  })

export function errorOf(start: () => unknown): { code: string; message: string; fields: { time?: number } } {
  try {
    start()
  } catch (error) {
    return error as ReturnType<typeof errorOf>
  }
  throw new Error('no error')
}

/** A program with one command at 0.25 s, which may be of any type. */
export const later = (command: (act: Actions) => unknown) =>
  function* (act: Actions): Generator<Action, void, WorldState> {
    yield act.wait(0.25)
    yield command(act) as Action
  }
/** A program that queries the state at 0.25 s. */
export const ask = (question: (state: WorldState) => unknown) =>
  function* (act: Actions): Generator<Action, void, WorldState> {
    question(yield act.wait(0.25))
  }
/** A value without its type, as in a program in JavaScript. */
export const untyped = (value: unknown) => value as never
