/** Runs of models with programs: repeated, nested, simultaneous, from files and into files. */
import {
  instantiate,
  Model,
  modelFromJson,
  modelToJson,
  readBinary,
  readCsv,
  readJson,
  registerFunction,
  type SignalTable,
  simulate,
  writeBinary,
  writeCsv,
  writeJson,
} from 'vario'
import {
  type ActionProgram,
  Box,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Scene,
  Solid,
  Sphere,
  type WorldState,
  when,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'

const solid = Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) })
const free = { parent: 'world', fixedToParent: false, assemblyRoot: true, lockable: true }
const weightless = () => Object3D({ feature: Scene({ gravityField: NoGravityField(), gap: 100 }) })
const glider = () => Object3D({ ...free, velocity: [1, 0, 0], feature: solid })

interface ActionEntry {
  readonly time: number
  readonly by: string
  readonly text: string
}

const actionsOf = (result: SignalTable, key = 'actions') => result.attributes[key] as unknown as ActionEntry[]

const createGlider = (actions: ActionProgram) => Model3D({ world: weightless(), a: glider(), actions })

describe('programs start anew', () => {
  test('in every run of one translation', () => {
    let nStart = 0
    const model = instantiate(
      createGlider(function* (act) {
        nStart++
        yield act.wait(0.5)
        yield act.delete('a')
      }),
    )
    const [first, second] = [model.simulate({ stopTime: 1 }), model.simulate({ stopTime: 1 })]
    expect(nStart).toBe(2)
    expect(actionsOf(second)).toEqual(actionsOf(first))
    expect(second.values('a.r_abs')).toEqual(first.values('a.r_abs'))
  })

  test('in a run inside another one, also of the same model', () => {
    const seen: number[] = []
    const model = instantiate(
      createGlider(function* (act) {
        let s: WorldState = yield act.wait(0.3)
        if (seen.length === 0) {
          seen.push(s.time)
          // this run waits while the others proceed, and is unchanged afterwards
          const inner = model.simulate({ startTime: 5, stopTime: 6 })
          seen.push(actionsOf(inner)[0].time)
        }
        s = yield act.wait(0.3)
        seen.push(s.position('a')[0])
        yield act.delete('a')
      }),
    )
    const [{ time }] = actionsOf(model.simulate({ stopTime: 1 }))
    expect(seen).toHaveLength(4)
    // the inner one first
    expect(seen[1]).toBeCloseTo(0.6, 12)
    expect(seen[2]).toBeCloseTo(5.6, 12)
    expect(seen[3]).toBeCloseTo(0.6, 12)
    expect(time).toBeCloseTo(0.6, 12)
  })
})

test('in two 3D models of one model', () => {
  const create = (time: number) =>
    Model3D({
      world: weightless(),
      a: glider(),
      b: Object3D({ ...free, translation: [1, 0, 0], feature: solid }),
      actions: function* (act) {
        yield act.wait(time)
        yield act.attach('a', 'b', { impulse: true })
        yield act.wait(0.1)
        yield act.release('a')
      },
    })
  const result = simulate(Model({ first: create(0.5), inner: Model({ second: create(0.7) }) }), {
    stopTime: 2,
  })
  for (const [path, time] of [
    ['first', 0.5],
    ['inner.second', 0.7],
  ] as const) {
    const actions = actionsOf(result, `${path}.actions`)
    expect(actions.map((entry) => Number(entry.time.toFixed(12)))).toEqual([
      time,
      Number((time + 0.1).toFixed(12)),
    ])
    expect(actions[0]).toMatchObject({ by: `${path}.actions`, text: `${path}.a is attached to ${path}.b` })
    // half as fast from then on
    expect(result.final(`${path}.a.r_abs[1]`)).toBeCloseTo(time + (2 - time) / 2, 12)
  }
  expect(result.segments).toHaveLength(5)
  expect(result.segments.map((segment) => [segment['first.dof'], segment['inner.second.dof']])).toEqual([
    [12, 12],
    [6, 12],
    [12, 12],
    [12, 6],
    [12, 12],
  ])
})

test('only commands that change the structure begin a segment, also where bodies have separate steps', () => {
  const ball = Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: 'Steel', collision: true })
  const body = (x: number, v: number) =>
    Object3D({ ...free, translation: [x, 0, 0], velocity: [v, 0, 0], feature: ball })
  const lines: string[] = []
  const result = simulate(
    Model3D({
      ...{ world: weightless(), a: body(0, 1), b: body(5, 0), c: body(9, 0) },
      actions: function* (act) {
        yield act.wait(0.1)
        // from here on the condition depends on all bodies at the same time
        yield act.waitUntil((s) => s.distance('a', 'b') < 4.5)
        yield act.wait(0.1)
        yield act.attach('c', 'b')
      },
    }),
    { stopTime: 1, log: (line) => lines.push(line) },
  )
  const [before, after] = result.segments
  expect(result.segments).toHaveLength(2)
  expect([before.startTime, before.endTime]).toEqual([0, after.startTime])
  expect(after.startTime).toBeCloseTo(0.6, 9)
  expect([before.dof, after.dof]).toEqual([18, 12])
  // the steps of both methods are counted
  const total = (result.attributes.statistics as unknown as { steps: number }).steps
  expect(Number(before.steps) + Number(after.steps)).toBe(total)
  expect(lines.filter((line) => line.startsWith('segment')).map((line) => line.slice(0, 9))).toEqual([
    'segment 1',
    'segment 2',
  ])
})

test('simultaneous, nested and empty programs run in order', () => {
  const log: string[] = []
  function* first(act: Parameters<ActionProgram>[0]): ReturnType<ActionProgram> {
    yield act.wait(0.2)
    log.push('first waited')
    yield act.waitUntil((s) => s.position('a')[0] > 0.7)
    log.push('first ends')
  }
  function* second(act: Parameters<ActionProgram>[0]): ReturnType<ActionProgram> {
    yield act.waitUntil((s) => s.position('a')[0] > 0.5)
    log.push('second goes on')
    yield act.parallel(first)
    log.push('second ends')
  }
  let end = Number.NaN
  simulate(
    createGlider(function* (act) {
      end = (yield act.parallel(first, second)).time
      yield act.parallel()
      log.push('end')
    }),
    { stopTime: 2 },
  )
  expect(log).toEqual([
    ...['first waited', 'second goes on', 'first ends', 'first waited', 'first ends', 'second ends', 'end'],
  ])
  // 0.5 s and 0.2 s
  expect(end).toBeCloseTo(0.7, 12)
})

test('a model with programs can be stored as JSON, with functions by name', () => {
  const program: ActionProgram = function* (act) {
    yield act.wait(0.5)
    yield act.delete('b')
  }
  const isFar = (s: WorldState) => s.position('a')[0] > 0.7
  const remove = (act: Parameters<ActionProgram>[0]) => act.delete('a')
  registerFunction('removeB', program)
  registerFunction('isFar', isFar)
  registerFunction('removeA', remove)
  const model = Model3D({
    world: weightless(),
    a: glider(),
    b: glider(),
    far: when(isFar, remove),
    actions: program,
  })
  const text = JSON.stringify(modelToJson(model))
  const [direct, read] = [model, modelFromJson(JSON.parse(text))].map((some) =>
    actionsOf(simulate(some, { stopTime: 1 })),
  )
  expect(read).toEqual(direct)
  expect(read.map(({ by }) => by)).toEqual(['actions', 'far'])
})

describe('results whose variables exist only at times', () => {
  const model = Model3D({
    world: weightless(),
    a: glider(),
    d: Object3D({ parent: 'world', lockable: true }),
    actions: function* (act) {
      yield act.wait(0.5)
      yield act.attach('a', 'd', { impulse: true })
      yield act.wait(0.25)
      yield act.release('a')
      yield act.wait(0.125)
      yield act.delete('a')
    },
  })

  test.each([
    ['CSV', (result: SignalTable) => readCsv(writeCsv(result)), false],
    ['JSON', (result: SignalTable) => readJson(writeJson(result)), true],
    ['binary', (result: SignalTable) => readBinary(writeBinary(result)), true],
  ] as const)('can be stored in %s files', (_, pass, hasAttributes) => {
    const result = simulate(model, { stopTime: 1, interval: 0.25 })
    const back = pass(result)
    expect(back.time).toEqual(result.time)
    let nMissing = 0
    for (const name of result.names) {
      expect(back.values(name), name).toEqual(result.values(name))
      nMissing += result.values(name).filter(Number.isNaN).length
    }
    expect(nMissing).toBeGreaterThan(50)
    if (hasAttributes) expect(back.attributes).toEqual(result.attributes)
  })

  test('can be selected by record', () => {
    const result = simulate(model, { stopTime: 1, interval: 0.25, record: ['a.velocity', 'a.r*'] })
    expect(result.names).toContain('a.velocity')
    expect(result.names).not.toContain('a.translation')
    const x = (name: string) => Array.from(result.time, (_, i) => result.values(name)[3 * i])
    expect(Array.from(result.time)).toEqual([0, 0.25, 0.5, 0.5, 0.75, 0.75, 0.875, 0.875, 1])
    const none = Number.NaN
    expect(x('a.velocity')).toEqual([1, 1, 1, none, none, 0, 0, none, none])
    expect(x('a.r_abs').map((value) => Number(value.toFixed(12)))).toEqual([
      ...[0, 0.25, 0.5, 0.5, 0.5, 0.5, 0.5, none, none],
    ])
  })
})

test('actions on some of many bodies with contacts do not move the others', () => {
  const ball = Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: 'Steel', collision: true })
  const floor = Solid({
    shape: Box({ lengthX: 20, lengthY: 0.2, lengthZ: 2 }),
    solidMaterial: 'Steel',
    collision: true,
  })
  const create = (actions?: ActionProgram) =>
    Model3D({
      world: Object3D({ feature: Scene({ gap: 10 }) }),
      floor: Object3D({ parent: 'world', translation: [0, -0.1, 0], feature: floor }),
      ...Object.fromEntries(
        Array.from({ length: 8 }, (_, i) => [
          `b${i}`,
          Object3D({ ...free, translation: [0.4 * i, 0.3 + 0.05 * i, 0], feature: ball }),
        ]),
      ),
      ...(actions && { actions }),
    } as Parameters<typeof Model3D>[0])
  const options = { stopTime: 0.35, tolerance: 1e-8 }
  const plain = simulate(create(), options)
  const changed = simulate(
    create(function* (act) {
      // b0 falls 0.2 m, and touches when the command arrives
      yield act.wait(Math.sqrt((2 * 0.2) / 9.81))
      yield act.delete('b7')
      yield act.wait(0.05)
      yield act.attach('b6', 'b5', { impulse: true })
      yield act.wait(0.05)
      yield act.release('b6')
    }),
    options,
  )
  // one or two bounces: errors of the tolerance are amplified by the stiffness of the contact
  for (const name of ['b0', 'b1', 'b2', 'b3', 'b4'])
    expect(Math.abs(plain.final(`${name}.r_abs[2]`) - changed.final(`${name}.r_abs[2]`))).toBeLessThan(1e-6)
  expect(actionsOf(changed)).toHaveLength(3)
})
