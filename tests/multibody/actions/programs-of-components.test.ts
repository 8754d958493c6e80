/** Programs of components inside a 3D model run in parallel, or an error states why not. */
import { Model, Par, type SignalTable, simulate } from 'vario'
import {
  type ActionProgram,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Revolute,
  Scene,
  Solid,
  when,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'

const world = Object3D({
  feature: Scene({ gravityField: NoGravityField(), enableContactDetection: false }),
})
const feature = Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) })

/** A wheel that rotates at 2 rad/s until its own program stops it. */
const wheel = (actions: ActionProgram) => ({
  disc: Object3D({ feature }),
  axle: Revolute({ obj1: 'world', obj2: 'disc', axis: 'z', phi: 0, w: 2 }),
  actions,
})

/** Brakes when the axle of the component has rotated by an angle [rad]: without a force, so it takes an impulse. */
const stopAt = (angle: number): ActionProgram =>
  function* (act) {
    yield act.waitUntil((s) => s.jointPosition('axle') > angle)
    yield act.lock('axle', { impulse: true })
  }

const logOf = (result: SignalTable) =>
  result.attributes.actions as unknown as readonly { time: number; by: string; text: string }[]

describe('programs of components', () => {
  test.each([
    ['Model', Model],
    ['Model3D', Model3D],
  ])('run beside that of the model, with paths relative to the component: %s', (_, create) => {
    const result = simulate(
      Model3D({
        world,
        left: create(wheel(stopAt(0.5)))(),
        right: create(wheel(stopAt(1)))(),
        inner: Model({ deep: create(wheel(stopAt(1.5)))() })(),
        ...wheel(function* (act) {
          yield act.wait(0.1)
          yield act.lock('axle', { impulse: true })
        }),
      }),
      { stopTime: 2, tolerance: 1e-9 },
    )
    // constant velocity until the angle, which is located as an event: the tolerance over 2 rad/s
    for (const [path, angle] of [
      ['left', 0.5],
      ['right', 1],
      ['inner.deep', 1.5],
    ] as const)
      expect(Math.abs(result.final(`${path}.axle.phi`) - angle), path).toBeLessThan(1e-8)
    expect(result.final('axle.phi')).toBeCloseTo(0.2, 9)
    expect(logOf(result).map(({ by }) => by)).toEqual([
      'actions',
      'left.actions',
      'right.actions',
      'inner.deep.actions',
    ])
    for (const [i, time] of [0.1, 0.25, 0.5, 0.75].entries())
      expect(Math.abs(logOf(result)[i].time - time)).toBeLessThan(1e-8)
  })

  test('run in each component of a list', () => {
    const result = simulate(
      Model3D({ world, wheels: [0.2, 0.4, 0.6].map((angle) => Model(wheel(stopAt(angle)))()) }),
      { stopTime: 1, tolerance: 1e-9 },
    )
    for (const [i, angle] of [0.2, 0.4, 0.6].entries())
      expect(Math.abs(result.final(`wheels[${i + 1}].axle.phi`) - angle)).toBeLessThan(1e-8)
  })

  test('act in the order of the model at the same instant', () => {
    const both: ActionProgram = function* (act) {
      yield act.wait(0.5)
      yield act.lock('axle', { impulse: true })
    }
    const result = simulate(Model3D({ world, a: Model(wheel(both))(), b: Model(wheel(both))() }), {
      stopTime: 1,
    })
    expect(logOf(result).map(({ by, time }) => [by, time])).toEqual([
      ['a.actions', 0.5],
      ['b.actions', 0.5],
    ])
    for (const name of ['a', 'b']) expect(result.final(`${name}.axle.phi`)).toBeCloseTo(1, 9)
  })

  test('are named if they fail or wait', () => {
    const wrong = wheel(function* (act) {
      yield act.lock('axel')
    })
    expect(() => simulate(Model3D({ world, car: Model(wrong)() }), { stopTime: 1 })).toThrow(
      /the path of a joint: .*car\.axle.*car\.actions: lock\('axel'\)/,
    )
    const result = simulate(Model3D({ world, car: Model(wheel(stopAt(9)))() }), { stopTime: 1 })
    expect(result.warnings.map(({ message }) => message).join()).toContain(
      'The program car.actions still waits',
    )
  })

  test('are taken only from generator functions under their key, not from parameters of other types', () => {
    const numbers = Model({ ...wheel(stopAt(0.5)), actions: Par(3) })
    expect(simulate(Model3D({ world, car: numbers() }), { stopTime: 1 }).final('car.axle.phi')).toBeCloseTo(
      2,
      6,
    )
  })
})

describe('programs in the wrong place', () => {
  const program: ActionProgram = function* (act) {
    yield act.lock('axle', { impulse: true })
  }
  const other = (name: string, value: unknown) => ({
    disc: Object3D({ feature }),
    axle: Revolute({ obj1: 'world', obj2: 'disc' }),
    [name]: value,
  })
  const plain = (act: Parameters<ActionProgram>[0]) => program(act)

  test.each<[string, unknown]>([
    ['action', program],
    ['program', program],
    ['Actions', program],
    ['steps', program],
    ['action', plain],
    ['programs', plain],
    ['acions', plain],
  ])('are errors that name the key %s and the correct ones', (name, value) => {
    const message = new RegExp(
      `${name}: expected a program under the key actions .* when\\(.*, got .*function`,
    )
    const members = other(name, value) as Parameters<typeof Model3D>[0]
    expect(() => simulate(Model3D({ world, ...members }), { stopTime: 1 })).toThrow(message)
    expect(() => simulate(Model3D({ world, car: Model(members)() }), { stopTime: 1 })).toThrow(
      new RegExp(`car\\.${message.source}`),
    )
  })

  test('are not other functions, nor programs of reactions', () => {
    const members = { ...other('reaction', (x: number) => 2 * x), stop: when((s) => s.time > 0.5, program) }
    const result = simulate(Model3D({ world, ...(members as Parameters<typeof Model3D>[0]) }), {
      stopTime: 1,
    })
    expect(logOf(result)).toHaveLength(1)
  })

  test('are errors in a list', () => {
    const members = { ...other('speed', 3), actions: [program, program] as never }
    expect(() => simulate(Model3D({ world, ...members } as never), { stopTime: 1 })).toThrow(
      /actions: expected a generator function/,
    )
  })

  test('are errors in a model that is not a 3D model', () => {
    expect(() => simulate(Model({ x: Par(1), actions: program }), { stopTime: 1 })).toThrow(
      /actions is a program of actions, but no model around it is a 3D model/,
    )
  })
})
