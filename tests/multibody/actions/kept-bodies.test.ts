/** Bodies that a change of structure does not affect: their steps, states and results stay the same, bit for bit. */
import { type SignalTable, simulate } from 'vario'
import {
  type ActionProgram,
  Box,
  Model3D,
  NoGravityField,
  Object3D,
  Pool,
  Scene,
  Solid,
} from 'vario/multibody'
import { expect, test } from 'vitest'

const feature = Solid({
  shape: Box({ lengthX: 0.2, lengthY: 0.3, lengthZ: 0.1 }),
  solidMaterial: 'DryWood',
  collision: true,
})
const free = { parent: 'world', fixedToParent: false, assemblyRoot: true, feature }

/** Bodies that tumble far from each other, and one declared first, so that its removal renumbers all others. */
const createScene = (actions: ActionProgram) =>
  Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField(), gap: 100 }) }),
    dock: Object3D({ parent: 'world', translation: [-5, 0, 0], lockable: true }),
    first: Object3D({ ...free, translation: [-5, 0, 0] }),
    bodies: Array.from({ length: 6 }, (_, k) =>
      Object3D({
        ...free,
        translation: [2 * k, 0, 0],
        velocity: [0, 0.1 * k, 0],
        angularVelocity: [1, 0.3 * k, -0.5],
        lockable: true,
      }),
    ),
    crates: Pool({ body: Object3D({ feature }), grip: Object3D({ parent: 'body', lockable: true }) }),
    actions,
  })

const OPTIONS = { stopTime: 1, tolerance: 1e-7 }
const WAITS = [0.13, 0.2, 0.11, 0.17, 0.1, 0.05]

/** The same event times, without a change. */
const quiet = simulate(
  createScene(function* (act) {
    for (const time of WAITS) yield act.wait(time)
  }),
  OPTIONS,
)

/** Compares values of a signal at the end, and at all times that both tables have. */
function expectSame(a: SignalTable, b: SignalTable, names: readonly string[]): void {
  for (const name of names) {
    const [timesA, timesB] = [a.values('time'), b.values('time')]
    const [x, y] = [a.values(name), b.values(name)]
    const rows = new Map(Array.from(timesB, (t, i) => [t, i]))
    const width = x.length / timesA.length
    let nSame = 0
    timesA.forEach((t, i) => {
      const j = rows.get(t)
      if (j === undefined) return
      nSame++
      for (let k = 0; k < width; k++) expect(x[i * width + k]).toBe(y[j * width + k])
    })
    expect(nSame).toBeGreaterThan(500)
  }
}

test('bodies without commands keep their results bit for bit, although they are renumbered', () => {
  const busy = simulate(
    createScene(function* (act) {
      yield act.wait(WAITS[0])
      yield act.delete('first')
      yield act.wait(WAITS[1])
      const { added } = yield act.add('crates', { translation: [-5, 0, 0] })
      yield act.wait(WAITS[2])
      yield act.attach(`${added}.grip`, 'dock')
      yield act.wait(WAITS[3])
      yield act.attach('bodies[2]', 'bodies[3]', { impulse: true })
      yield act.wait(WAITS[4])
      yield act.release('bodies[2]')
      yield act.wait(WAITS[5])
      yield act.delete('bodies[3]')
    }),
    OPTIONS,
  )
  const others = [1, 4, 5, 6].flatMap((k) =>
    ['r_abs', 'q_abs', 'velocity', 'angularVelocity'].map((name) => `bodies[${k}].${name}`),
  )
  expectSame(quiet, busy, others)
  expect(busy.segments).toHaveLength(7)
})

test('a body to which something is attached does not keep the steps that it had alone', () => {
  // two equal bodies that spin about their common axis become one: the angular momentum gives its rate
  const model = Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField(), gap: 100 }) }),
    a: Object3D({ ...free, angularVelocity: [0, 0, 2], lockable: true }),
    b: Object3D({ ...free, translation: [0, 0, 1], lockable: true }),
    c: Object3D({ ...free, translation: [9, 0, 0] }),
    actions: function* (act) {
      yield act.wait(0.25)
      yield act.attach('a', 'b', { impulse: true })
    },
  })
  const result = simulate(model, { stopTime: 1, tolerance: 1e-9 })
  // 2 rad/s for 0.25 s, then 1 rad/s for 0.75 s, within a few times the tolerance
  expect(result.final('b.rot123_abs[3]')).toBeCloseTo(0.75, 8)
  expect(result.final('a.rot123_abs[3]')).toBeCloseTo(1.25, 8)
})

test('the sum of the energy dissipated in contacts continues', () => {
  const shape = Box({ lengthX: 9, lengthY: 0.2, lengthZ: 9 })
  const floor = Solid({ shape, solidMaterial: 'Steel', collision: true })
  const [plain, changed] = [false, true].map((isChanged) =>
    simulate(
      Model3D({
        world: Object3D({ feature: Scene() }),
        floor: Object3D({ parent: 'world', translation: [0, -0.1, 0], feature: floor }),
        far: Object3D({ ...free, translation: [0, 50, 0] }),
        farther: Object3D({ ...free, translation: [0, 60, 0] }),
        a: Object3D({ ...free, translation: [0, 0.5, 0] }),
        b: Object3D({ ...free, translation: [2, 0.6, 0] }),
        actions: function* (act) {
          // in flight, and after the first impact of both on the floor
          yield act.wait(0.1)
          if (isChanged) yield act.delete('far')
          yield act.wait(0.28)
          if (isChanged) yield act.delete('farther')
        },
      }),
      { stopTime: 0.6, tolerance: 1e-8 },
    ),
  )
  const lost = plain.final('world.dissipatedEnergy')
  // two boxes of a few kg that fall by half a meter dissipate a part of m g h
  expect(lost).toBeGreaterThan(1)
  expect(changed.final('world.dissipatedEnergy') / lost).toBeCloseTo(1, 5)
})

test('bodies step over unrelated changes', () => {
  const stepsOf = (nRound: number): number => {
    const result = simulate(
      createScene(function* (act) {
        for (let k = 0; k < nRound; k++) {
          const { added } = yield act.add('crates', { translation: [-8, 0, 0] })
          yield act.wait(0.01)
          yield act.delete(added)
          yield act.wait(0.01)
        }
      }),
      OPTIONS,
    )
    return (result.attributes as unknown as { statistics: { steps: number } }).statistics.steps
  }
  // only the crate has separate steps: at most a few in each round, not one for each of seven bodies at every event
  const [few, many] = [stepsOf(5), stepsOf(45)]
  expect(many - few).toBeLessThan(40 * 7)
})
