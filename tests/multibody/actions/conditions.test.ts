/** Conditions of programs and of the model are located as events. */
import { equations, Model, type SimulateOptions, simulate, Var } from 'vario'
import {
  type ActionProgram,
  Box,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  Sphere,
  type WorldState,
  when,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'

const G = 9.81
const SOLVERS = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const

const solid = Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) })
const free = { parent: 'world', fixedToParent: false, assemblyRoot: true, lockable: true }
const weightless = () => Object3D({ feature: Scene({ gravityField: NoGravityField() }) })
/** A body that moves along x at 1 m/s. */
const glider = () => Object3D({ ...free, velocity: [1, 0, 0], feature: solid })

interface ActionEntry {
  readonly time: number
  readonly by: string
}

const actionsOf = (model: Parameters<typeof simulate>[0], options: SimulateOptions) =>
  (simulate(model, options).attributes.actions as unknown as ActionEntry[]).map(({ time, by }) => ({
    time,
    by,
  }))

describe.each(SOLVERS)('with %s', (solver) => {
  test.each([1e-4, 1e-6, 1e-8, 1e-10])('locates the height of a falling body, tolerance %d', (tolerance) => {
    let time = Number.NaN
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      a: Object3D({ ...free, translation: [0, 4, 0], feature: solid }),
      actions: function* (act) {
        time = (yield act.waitUntil((s) => s.position('a')[1] < 0.3)).time
      },
    })
    simulate(model, { stopTime: 2, tolerance, solver })
    // a parabola: one-step methods are exact, multistep methods start with low order
    const limit = solver === 'bdf' ? tolerance : 1e-12
    expect(Math.abs(time - Math.sqrt((2 * 3.7) / G))).toBeLessThan(limit)
  })

  test.each([
    ['hidden', Revolute],
    ['with a flange', RevoluteWithFlange],
  ] as const)('locates an angle, a force and a turning point of a pendulum with a joint %s', (_, Joint) => {
    // released horizontally: I w² = 2 m g l sin, radial force m (g sin + w² l), the other one m g cos (1 - m l²/I)
    const I = 1.1
    const found: WorldState[] = []
    const errors: number[] = []
    const force = (angle: number) =>
      Math.hypot(G * Math.sin(angle) * (1 + 2 / I), G * Math.cos(angle) * (1 - 1 / I))
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      a: Object3D({
        feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }) }),
      }),
      pivot: Object3D({ parent: 'a', translation: [-1, 0, 0] }),
      j: Joint({ obj1: 'world', obj2: 'pivot', axis: 'z' }),
      actions: function* (act) {
        let s = yield act.waitUntil((s) => s.jointPosition('j') < -0.5)
        errors.push(s.jointVelocity('j') + Math.sqrt((2 * G * Math.sin(0.5)) / I))
        s = yield act.waitUntil((s) => Math.hypot(...s.jointForce('j').force) > 20)
        errors.push((force(-s.jointPosition('j')) - 20) / 20)
        s = yield act.waitUntil((s) => s.velocity('a')[1] > 0)
        errors.push(s.jointPosition('j') + Math.PI / 2)
        found.push(s)
      },
    })
    simulate(model, { stopTime: 2, tolerance: 1e-8, solver })
    expect(found).toHaveLength(1)
    // errors of the integration over half a swing; the lowest point depends on geometry only
    const limit = solver === 'bdf' ? 2e-7 : 2e-8
    for (const error of errors) expect(Math.abs(error)).toBeLessThan(limit)
    expect(Math.abs(errors[2])).toBeLessThan(1e-12)
  })
})

test('locates conditions on variables of the equations, states and others', () => {
  const times: number[] = []
  const program: ActionProgram = function* (act) {
    times.push((yield act.waitUntil((s) => s.value('x') > 0.25)).time)
    times.push((yield act.waitUntil((s) => s.value('y') > 0.75)).time)
  }
  const world3D = Model3D({
    world: weightless(),
    a: glider(),
    x: Var({ init: 0 }),
    y: Var(),
    equations: equations`
      der(x) = 1
      y = x^2 + x
    `,
    actions: program,
  })
  simulate(world3D, { stopTime: 1 })
  // by their names in the 3D model, for any place of the model
  simulate(Model({ inner: Model({ robot: world3D }) }), { stopTime: 1 })
  for (const [k, time] of times.entries()) expect(time).toBeCloseTo(k % 2 === 0 ? 0.25 : 0.5, 13)
  expect(times).toHaveLength(4)
})

test('locates the beginning, the end and a force of a contact', () => {
  const ball = Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: 'Steel', collision: true })
  const floor = Solid({
    shape: Box({ lengthX: 2, lengthY: 0.2, lengthZ: 2 }),
    solidMaterial: 'Steel',
    collision: true,
  })
  const times: number[] = []
  const model = Model3D({
    world: Object3D({ feature: Scene() }),
    floor: Object3D({ parent: 'world', translation: [0, -0.1, 0], feature: floor }),
    a: Object3D({ ...free, translation: [0, 1, 0], feature: ball }),
    b: Object3D({ ...free, translation: [0.5, 2, 0], feature: ball }),
    actions: function* (act) {
      times.push((yield act.waitUntil((s) => s.touches('a', 'floor'))).time)
      times.push((yield act.waitUntil((s) => !s.touches('a'))).time)
      times.push((yield act.waitUntil((s) => s.contactForce('b') > 100)).time)
    },
  })
  simulate(model, { stopTime: 1 })
  expect(times[0]).toBeCloseTo(Math.sqrt((2 * 0.9) / G), 11)
  expect(times[1]).toBeGreaterThan(times[0])
  expect(times[1]).toBeLessThan(times[0] + 1e-3)
  // a stiff contact reaches 100 N immediately after its beginning
  const beginning = Math.sqrt((2 * 1.9) / G)
  expect(times[2]).toBeGreaterThan(beginning)
  expect(times[2]).toBeLessThan(beginning + 1e-5)
})

test('detects a contact with impulses at the instant of each impact', () => {
  const ball = Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: 'Steel', collision: true })
  const shape = Box({ lengthX: 2, lengthY: 0.2, lengthZ: 2 })
  let nHit = 0
  const model = Model3D({
    world: Object3D({ feature: Scene({ contactResponse: 'impulse' }) }),
    floor: Object3D({
      ...{ parent: 'world', translation: [0, -0.1, 0] },
      feature: Solid({ shape, solidMaterial: 'Steel', collision: true }),
    }),
    a: Object3D({ ...free, translation: [0, 1.1, 0], feature: ball }),
    far: Object3D({ ...free, translation: [0.8, 9, 0], feature: ball }),
    hits: when(
      (s) => s.touches('floor', 'a'),
      (act) => {
        nHit++
        return act.wait(0)
      },
    ),
    actions: function* (act) {
      yield act.waitUntil((s) => s.touches('a'))
      yield act.delete('far')
    },
  })
  const result = simulate(model, { stopTime: 1.3 })
  const [{ time }] = result.attributes.actions as unknown as ActionEntry[]
  const impacts = result.attributes.impacts as unknown as { time: number }[]
  expect(time).toBeCloseTo(Math.sqrt(2 / G), 11)
  expect(impacts.map((impact) => impact.time)).toContain(time)
  // each time that the ball lands
  expect(impacts).toHaveLength(2)
  expect(nHit).toBe(2)
})

describe('when', () => {
  test('fires at the start if it is true then, and each time that it becomes true', () => {
    const times: number[] = []
    const model = Model3D({
      world: weightless(),
      a: Object3D({ feature: solid }),
      j: Revolute({ obj1: 'world', obj2: 'a', axis: 'z', w: { init: 2 * Math.PI } }),
      w: when(
        (s) => Math.cos(s.jointPosition('j')) > 0.5,
        function* (act) {
          times.push((yield act.wait(0)).time)
        },
      ),
    })
    simulate(model, { stopTime: 3.5 })
    // one revolution per second: true from a sixth before each full revolution to a sixth after it
    const expected = [0, 5 / 6, 11 / 6, 17 / 6]
    expect(times).toHaveLength(expected.length)
    for (const [k, time] of times.entries()) expect(time).toBeCloseTo(expected[k], 12)
  })

  test('resolves paths from the place of its declaration', () => {
    const Arm = (w: number) =>
      Model({
        a: Object3D({ feature: solid }),
        j: Revolute({ obj1: 'world', obj2: 'a', axis: 'z', w: { init: w } }),
        breaks: when(
          (s) => s.jointPosition('j') > 1,
          (act) => act.disconnect('j'),
        ),
      })
    const found = actionsOf(Model3D({ world: weightless(), slow: Arm(1), fast: Arm(2) }), { stopTime: 2 })
    expect(found.map(({ by }) => by)).toEqual(['fast.breaks', 'slow.breaks'])
    expect(found[0].time).toBeCloseTo(0.5, 12)
    expect(found[1].time).toBeCloseTo(1, 12)
  })

  test('is false if an object of its condition is removed, and other conditions may query its existence', () => {
    const found = actionsOf(
      Model3D({
        world: weightless(),
        a: glider(),
        b: Object3D({ ...free, feature: solid }),
        first: when(
          (s) => s.distance('a', 'b') > 0.5,
          (act) => act.delete('b'),
        ),
        second: when(
          (s) => !s.exists('b') && s.position('a')[0] > 0.8,
          (act) => act.delete('a'),
        ),
      }),
      { stopTime: 2 },
    )
    expect(found.map(({ by, time }) => [by, Number(time.toFixed(12))])).toEqual([
      ['first', 0.5],
      ['second', 0.8],
    ])
  })
})

describe('a program', () => {
  const model = Model3D({
    world: weightless(),
    a: glider(),
    actions: function* (act) {
      yield act.wait(1)
      yield act.waitUntil((s) => s.position('a')[0] > 1.5)
      yield act.delete('a')
    },
  })

  test.each([0, 10, -10])('counts times from a start at %d s', (startTime) => {
    const [{ time }] = actionsOf(model, { startTime, stopTime: startTime + 3 })
    expect(time).toBeCloseTo(startTime + 1.5, 12)
  })

  test.each([1, 0.3, 0.1 + 0.2])('carries out a command at the end of the run, %d s', (stopTime) => {
    const result = simulate(
      Model3D({
        world: weightless(),
        a: glider(),
        actions: function* (act) {
          yield act.wait(0.1)
          yield act.wait(stopTime - 0.1)
          yield act.delete('a')
        },
      }),
      { stopTime },
    )
    expect(result.final('a.r_abs[1]')).toBeNaN()
    expect(result.at('a.r_abs[1]', stopTime, 'left')).toBeCloseTo(stopTime, 12)
    expect(result.segments.at(-1)).toMatchObject({ startTime: stopTime, endTime: stopTime, states: 0 })
  })

  test('finds a condition that holds briefly if the steps are short enough, and warns otherwise', () => {
    const width = 1e-4
    const run = (maxStep?: number) => {
      let time = Number.NaN
      const { warnings } = simulate(
        Model3D({
          world: weightless(),
          a: glider(),
          actions: function* (act) {
            time = (yield act.waitUntil((s) => Math.abs(s.position('a')[0] - 0.7777) < width / 2)).time
          },
        }),
        { stopTime: 2, ...(maxStep && { maxStep }) },
      )
      return { time, warnings }
    }
    expect(run(0.5 * width).time).toBeCloseTo(0.7777 - width / 2, 11)
    const { time, warnings } = run()
    expect(time).toBeNaN()
    expect(warnings.map(({ code }) => code)).toEqual(['ACTION_WAITS'])
    expect(warnings[0].message).toContain('limit the steps by maxStep')
  })
})
