/** Objects added during a run. */

import { Model, modelFromJson, modelToJson, quantity, type SignalTable, simulate } from 'vario'
import {
  type ActionProgram,
  Box,
  createAnimation,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Pool,
  Revolute,
  RevoluteWithFlange,
  Scene,
  SensorResult,
  Solid,
  Sphere,
  SpringDamperPtP,
  UniformGravityField,
  when,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'

const MASS = MassProperties({ mass: 2, Ixx: 0.1, Iyy: 0.2, Izz: 0.25 })
const world = Object3D({
  feature: Scene({
    gravityField: UniformGravityField({ g: 9.81, n: [0, -1, 0] }),
    enableContactDetection: false,
  }),
})
const brick = Object3D({ feature: Solid({ massProperties: MASS }) })

interface LogEntry {
  readonly time: number
  readonly command: string
  readonly text: string
}

const actionsOf = (result: SignalTable) => result.attributes.actions as unknown as LogEntry[]

/** First and last time at which a signal has values [s]. */
function lifeOf(result: SignalTable, name: string): [number, number] {
  const { missing, nElement } = result.signal(name)
  const times = Array.from(result.time).filter((_, i) => missing?.[i * nElement] !== 1)
  return [times[0], times[times.length - 1]]
}

describe('an added object', () => {
  test('moves freely from the given pose with the given velocity', () => {
    const model = Model3D({
      world,
      bricks: Pool({ body: brick, tip: Object3D({ parent: 'body', translation: [0, 0, 0.3] }) }),
      actions: function* (act) {
        yield act.wait(0.3)
        yield act.add('bricks', {
          translation: [1, 2, 3],
          rotation: [0.1, 0, 0],
          velocity: [0.5, 4, -1],
          // about a principal axis, which therefore stays fixed
          angularVelocity: [2, 0, 0],
        })
      },
    })
    const result = simulate(model, { stopTime: 1.3, tolerance: 1e-10 })
    // one second of free fall and of rotation about x; the solver is far more accurate than this on polynomials and
    // sines
    const expected = [1.5, 2 + 4 - 9.81 / 2, 2]
    result.finalVector('bricks[1].body.r_abs').forEach((x, i) => {
      expect(Math.abs(x - expected[i])).toBeLessThan(1e-9)
    })
    const angle = 0.1 + 2
    const tip = [expected[0], expected[1] - 0.3 * Math.sin(angle), expected[2] + 0.3 * Math.cos(angle)]
    result.finalVector('bricks[1].tip.r_abs').forEach((x, i) => {
      expect(Math.abs(x - tip[i])).toBeLessThan(1e-8)
    })
    expect(lifeOf(result, 'bricks[1].tip.r_abs')).toEqual([0.3, 1.3])
    expect(actionsOf(result).map(({ time, text }) => [time, text])).toEqual([[0.3, 'bricks[1] is added']])
  })

  test('has a unique number, which is never used again', () => {
    const seen: unknown[] = []
    const model = Model3D({
      world,
      bricks: Pool({ body: brick }),
      balls: Pool({ ball: brick }),
      actions: function* (act) {
        const first = yield act.add('bricks')
        const second = yield act.add('bricks', { translation: [1, 0, 0] })
        // later additions do not change what a state reports of an earlier one
        seen.push(first.added, second.added)
        yield act.wait(0.25)
        yield act.delete(first.added)
        const third = yield act.add('bricks', { translation: [2, 0, 0] })
        const ball = yield act.add('balls', { translation: [3, 0, 0] })
        seen.push(third.added, ball.added, ball.position('balls[1].ball')[0], ball.position('bricks[3]')[0])
        seen.push(ball.exists('bricks[1]'), ball.exists('bricks[1].body'), ball.exists('bricks[2].body'))
        yield act.wait(0.25)
        yield act.delete('bricks[2].body')
      },
    })
    const result = simulate(model, { stopTime: 1 })
    expect(seen).toEqual(['bricks[1]', 'bricks[2]', 'bricks[3]', 'balls[1]', 3, 2, false, false, true])
    expect(lifeOf(result, 'bricks[1].body.r_abs')).toEqual([0, 0.25])
    expect(lifeOf(result, 'bricks[2].body.r_abs')).toEqual([0, 0.5])
    expect(lifeOf(result, 'bricks[3].body.r_abs')).toEqual([0.25, 1])
    const { segments } = result.attributes as unknown as { segments: { dof: number }[] }
    expect(segments.map(({ dof }) => dof)).toEqual([12, 18, 12])
  })

  test('behaves as if it had been there from the start, including joints, springs and sensors', () => {
    const parts = {
      arm: Object3D({ feature: Solid({ massProperties: MASS }) }),
      hinge: Object3D({ parent: 'arm', translation: [0.4, 0, 0] }),
      flap: Object3D({ feature: Solid({ massProperties: MASS }) }),
      joint: Revolute({ obj1: 'hinge', obj2: 'flap', axis: 'z', phi: { init: 0.5 }, w: { init: 1 } }),
      tip: Object3D({ parent: 'flap', translation: [0, 0.5, 0] }),
      spring: SpringDamperPtP({ obj1: 'anchor', obj2: 'tip', springForceLaw: 50, damperForceLaw: 1 }),
      sensor: SensorResult({ object: 'tip', objectOrigin: 'anchor' }),
    }
    const start = { translation: [0.2, 1, 0], velocity: [0, 1, 0.5], angularVelocity: [0.3, -0.4, 1] }
    const anchor = Object3D({ parent: 'world', translation: [0, 2, 0] })
    const added = Model3D({
      world,
      anchor,
      things: Pool(parts),
      actions: function* (act) {
        yield act.add('things', start)
      },
    })
    const free = Object3D({
      parent: 'world',
      fixedToParent: false,
      feature: Solid({ massProperties: MASS }),
      ...start,
    })
    const declared = Model3D({ world, anchor, thing: Model({ ...parts, arm: free }) })
    const options = { stopTime: 1, tolerance: 1e-10 }
    const [a, b] = [simulate(added, options), simulate(declared, options)]
    for (const name of ['arm.r_abs', 'tip.r_abs', 'flap.q_abs', 'sensor.distance', 'joint.phi']) {
      const [x, y] = [a.signal(`things[1].${name}`), b.signal(`thing.${name}`)]
      const last = (signal: typeof x) => Array.from(signal.values.slice(-signal.nElement))
      // the same equations with the bodies in another order: rounding errors that steps amplify, below the tolerance
      last(x).forEach((value, i) => {
        expect(Math.abs(value - last(y)[i]), name).toBeLessThan(1e-8)
      })
    }
  })

  test('starts as its template specifies unless values are given; units are converted', () => {
    const model = Model3D({
      world,
      bricks: Pool({
        frame: Object3D({ parent: 'body', translation: [1, 0, 0] }),
        body: Object3D({
          parent: 'world',
          fixedToParent: false,
          translation: [1, 1, 1],
          velocity: [0, 0, 3],
          feature: Solid({ massProperties: MASS }),
        }),
      }),
      actions: function* (act) {
        yield act.add('bricks')
        yield act.add('bricks', { translation: quantity([10, 20, 30], 'cm'), velocity: [0, 0, 0] })
      },
    })
    const result = simulate(model, { stopTime: 1e-6 })
    const first = (name: string) => Array.from(result.values(name).slice(0, 3))
    expect(first('bricks[1].frame.r_abs')).toEqual([2, 1, 1])
    expect(first('bricks[1].body.velocity')).toEqual([0, 0, 3])
    expect(first('bricks[2].body.r_abs')).toEqual([0.1, 0.2, 0.3])
    expect(first('bricks[2].body.velocity')).toEqual([0, 0, 0])
  })

  test('can be attached, released, taken apart and deleted, also from a pool of a sub-model', () => {
    const seen: unknown[] = []
    const cell = Model({
      parts: Pool({
        body: brick,
        grip: Object3D({ parent: 'body', lockable: true }),
        flap: Object3D({ feature: Solid({ massProperties: MASS }) }),
        hinge: Revolute({ obj1: 'grip', obj2: 'flap', axis: 'z' }),
      }),
    })
    const model = Model3D({
      world: Object3D({ feature: Scene({ gravityField: NoGravityField(), enableContactDetection: false }) }),
      hook: Object3D({ parent: 'world', translation: [0, 1, 0], lockable: true }),
      cell,
      actions: function* (act) {
        const { added } = yield act.add('cell.parts', { translation: [0, 1, 0] })
        let s = yield act.attach(`${added}.grip`, 'hook')
        seen.push(s.attachedTo(added))
        s = yield act.lock(`${added}.hinge`)
        yield act.wait(0.1)
        yield act.unlock(`${added}.hinge`)
        s = yield act.release(added)
        seen.push(s.attachedTo(`${added}.flap`))
        s = yield act.disconnect(`${added}.hinge`)
        seen.push(s.exists(`${added}.hinge`))
        s = yield act.delete(added)
        seen.push(s.exists(`${added}.body`), s.exists(`${added}.flap`), s.exists(added))
        s = yield act.delete(`${added}.flap`)
        seen.push(s.exists(`${added}.flap`))
      },
    })
    const result = simulate(model, { stopTime: 0.2 })
    expect(seen).toEqual(['hook', null, false, false, true, false, false])
    expect(lifeOf(result, 'cell.parts[1].body.r_abs')).toEqual([0, 0.1])
  })

  test('can be added by a condition of the model repeatedly', () => {
    const model = Model3D({
      world,
      drops: Pool({ drop: brick }),
      clock: Object3D({ parent: 'world', fixedToParent: false, feature: Solid({ massProperties: MASS }) }),
      feeds: when(
        (s) => Math.floor(Math.sqrt(Math.max(0, (-2 * s.position('clock')[1]) / 9.81)) / 0.25) % 2 === 1,
        (act) => act.add('drops', { translation: [1, 0, 0] }),
      ),
    })
    const result = simulate(model, { stopTime: 1, tolerance: 1e-8 })
    // every half second, the first a quarter of a second after the start
    const times = actionsOf(result).map(({ time }) => time)
    expect(times).toHaveLength(2)
    // the error of the event time is that of the position over a velocity of at least 2.5 m/s
    expect(Math.abs(times[0] - 0.25)).toBeLessThan(1e-6)
    expect(Math.abs(times[1] - 0.75)).toBeLessThan(1e-6)
  })
})

describe('contacts of an added object', () => {
  const ball = (y: number) =>
    Object3D({
      ...{ parent: 'world', fixedToParent: false, translation: [0, y, 0] },
      feature: Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: 'Steel', collision: true }),
    })
  const floor = Object3D({
    parent: 'world',
    translation: [0, -0.05, 0],
    feature: Solid({
      shape: Box({ lengthX: 2, lengthY: 0.1, lengthZ: 2 }),
      solidMaterial: 'Steel',
      collision: true,
    }),
  })
  const scene = Object3D({ feature: Scene() })

  test('are those of a declared object: the same bounces at the same times', () => {
    const added = simulate(
      Model3D({
        ...{ world: scene, floor, balls: Pool({ ball: ball(0) }) },
        actions: function* (act) {
          yield act.add('balls', { translation: [0, 0.5, 0] })
        },
      }),
      { stopTime: 0.6, tolerance: 1e-8 },
    )
    const declared = simulate(Model3D({ world: scene, floor, ball: ball(0.5) }), {
      stopTime: 0.6,
      tolerance: 1e-8,
    })
    const contactsOf = (result: SignalTable) =>
      (result.attributes as unknown as { contacts: { start: number; velocity: number }[] }).contacts
    expect(contactsOf(added)).toHaveLength(contactsOf(declared).length)
    expect(contactsOf(added)[0].start).toBe(contactsOf(declared)[0].start)
    // fall from 0.4 m
    expect(Math.abs(contactsOf(added)[0].start - Math.sqrt(0.8 / 9.81))).toBeLessThan(1e-6)
    expect(added.finalVector('balls[1].ball.r_abs')).toEqual(declared.finalVector('ball.r_abs'))
  })

  const overlapping = (wait: number): ActionProgram =>
    function* (act) {
      if (wait > 0) yield act.wait(wait)
      yield act.add('balls', { translation: [0, 0.08, 0] })
      yield act.add('balls', { translation: [0.5, 0.3, 0] })
    }

  test.each([0, 0.01])('report the depth of an initial overlap (at %f s)', (time) => {
    const model = Model3D({ world: scene, floor, balls: Pool({ ball: ball(0) }), actions: overlapping(time) })
    const result = simulate(model, { stopTime: time + 1e-4 })
    expect(result.warnings.map(({ code }) => code)).toContain('CONTACT_OVERLAP')
    const { message } = result.warnings.find(({ code }) => code === 'CONTACT_OVERLAP')!
    // the center is 0.08 m above the floor, the radius is 0.1 m
    expect(message).toContain(`balls[1].ball overlap by 0.02 m at t = ${time} s`)
    expect(result.warnings.filter(({ code }) => code === 'CONTACT_OVERLAP')).toHaveLength(1)
  })

  test('cause no warning without an overlap, nor do impacts in progress', () => {
    const model = Model3D({
      ...{ world: scene, floor, ball: ball(0.3), balls: Pool({ ball: ball(0) }) },
      actions: function* (act) {
        yield act.waitUntil((s) => s.touches('ball'))
        yield act.wait(2e-4)
        yield act.add('balls', { translation: [0.5, 0.3, 0] })
      },
    })
    const result = simulate(model, { stopTime: 0.3 })
    expect(actionsOf(result)).toHaveLength(1)
    expect(result.warnings).toEqual([])
  })
})

describe('a pool as data', () => {
  const model = Model3D({
    world,
    bricks: Pool({ body: brick, tip: Object3D({ parent: 'body', translation: [0, 0, 0.3] }) }),
    feeds: when(
      (s) => s.time >= 0,
      (act) => act.add('bricks', { translation: [0, 1, 0] }),
    ),
  })

  test('has templates that can be merged', () => {
    const shifted = model.extend({ bricks: { parts: { tip: { translation: [0, 0, 0.5] } } } })
    for (const result of [
      simulate(shifted, { stopTime: 0.1 }),
      simulate(model, { stopTime: 0.1, merge: { bricks: { parts: { tip: { translation: [0, 0, 0.5] } } } } }),
    ])
      expect(result.finalVector('bricks[1].tip.r_abs')[2]).toBe(0.5)
  })

  test('is written to and read from JSON', () => {
    const still = Model3D({
      world,
      bricks: Pool({
        body: brick,
        tip: Object3D({ parent: 'body', translation: quantity([0, 0, 30], 'cm') }),
      }),
    })
    const text = JSON.stringify(modelToJson(still))
    const again = modelFromJson(JSON.parse(text))
    expect(JSON.stringify(modelToJson(again))).toBe(text)
    const actions: ActionProgram = function* (act) {
      yield act.add('bricks')
    }
    const result = simulate(again.extend({ actions }), { stopTime: 0.1 })
    expect(result.finalVector('bricks[1].tip.r_abs')[2]).toBe(0.3)
  })

  test('appears in an animation while its objects exist', () => {
    const visible = Model3D({
      world,
      bricks: Pool({
        body: Object3D({ feature: Solid({ shape: Box(), massProperties: MASS }) }),
        tip: Object3D({ parent: 'body' }),
      }),
      actions: function* (act) {
        yield act.add('bricks')
        yield act.wait(0.5)
        yield act.delete('bricks[1]')
        // appears and disappears at the same instant, which no result shows
        yield act.add('bricks')
        yield act.delete('bricks[2]')
        yield act.add('bricks')
      },
    })
    const result = simulate(visible, { stopTime: 1, interval: 0.1 })
    const { parts, times } = createAnimation(visible, result)
    expect(parts.map(({ path }) => path)).toEqual(['bricks[1].body', 'bricks[3].body'])
    const shown = parts.map(({ positions }) =>
      Array.from(times).filter((_, i) => !Number.isNaN(positions[3 * i])),
    )
    expect(shown.map((list) => [list[0], list.at(-1)])).toEqual([
      [0, 0.5],
      [0.5, 1],
    ])
  })
})

describe('errors', () => {
  const run = (pool: ReturnType<typeof Pool>, actions: ActionProgram) =>
    simulate(Model3D({ world, bricks: pool, actions }), { stopTime: 1 })
  const good = Pool({ body: brick })

  test.each<[string, [string, unknown], RegExp]>([
    ['a pool that does not exist', ['brics', {}], /the path of a pool: bricks.*bricks.*got 'brics'/],
    ['a key that is misspelled', ['bricks', { translaton: [0, 0, 0] }], /translaton.*translation/],
    ['a vector of two numbers', ['bricks', { velocity: [1, 2] }], /add: velocity.*3 finite numbers/],
    ['a different unit', ['bricks', { velocity: quantity([1, 2, 3], 'm') }], /add: velocity.*m\/s/],
    ['a number instead of a map', ['bricks', [1, 2, 3]], /a map \{ translation/],
  ])('are reported in the command: %s', (_, [pool, start], message) => {
    expect(() =>
      run(good, function* (act) {
        yield act.add(pool, start as object)
      }),
    ).toThrow(message)
  })

  test('are reported for a state before the addition, and after the removal', () => {
    expect(() =>
      run(good, function* (act) {
        const s = yield act.wait(0.1)
        yield act.delete(s.added)
      }),
    ).toThrow(/added: expected an instance that the program has added/)
    expect(() =>
      run(good, function* (act) {
        const { added } = yield act.add('bricks')
        yield act.delete(added)
        yield act.delete(added)
      }),
    ).toThrow(/got 'bricks\[1\]'/)
  })

  test.each<[string, () => unknown, RegExp]>([
    ['nothing', () => Pool({}), /Pool: expected at least one Object3D/],
    ['a number instead of a map', () => Pool([brick] as never), /a map of parts/],
    ['a name with a dot', () => Pool({ 'a.b': brick }), /names of letters/],
    ['no object', () => Pool({ joint: Revolute({ obj1: 'a', obj2: 'b' }) }), /at least one Object3D/],
    ['a scene', () => Pool({ world }), /Pool\.world\.feature: expected no Scene/],
    [
      'a joint with a flange',
      () => Pool({ body: brick, rev: RevoluteWithFlange({ obj1: 'a', obj2: 'b' }) as never }),
      /Pool\.rev: expected a part without equations.*got 'Revolute/,
    ],
    [
      'a model',
      () => Pool({ body: Model({ a: brick }) as never }),
      /Pool\.body: expected a part without equations/,
    ],
    ['a shape', () => Pool({ body: Box() as never }), /Pool\.body: expected an Object3D, a joint/],
    [
      'a first object that is fixed',
      () => Pool({ body: Object3D({ parent: 'world' }) }),
      /Pool\.body\.parent: expected no parent/,
    ],
  ])('are reported when the template is written: %s', (_, create, message) => {
    expect(create).toThrow(message)
  })

  test.each<[string, ReturnType<typeof Pool>, RegExp]>([
    [
      'a parent outside the pool',
      Pool({ body: brick, arm: Object3D({ parent: 'world' }) }),
      /bricks\.arm\.parent: expected the path of an Object3D: bricks\.body, bricks\.arm/,
    ],
    [
      'a root that moves relative to something else',
      Pool({ body: Object3D({ parent: 'lift', fixedToParent: false }) }),
      /bricks\.body\.parent: expected world/,
    ],
    [
      'an object without a connection',
      Pool({ body: brick, other: brick }),
      /bricks\.other: expected an object that a parent/,
    ],
    ['a pool in a pool', Pool({ body: brick, more: Pool({ a: brick }) }), /bricks\.more\.kind.*'Pool'/],
    [
      'a condition',
      Pool({
        body: brick,
        breaks: when(
          () => true,
          (act) => act.delete('body'),
        ),
      }),
      /bricks\.breaks\.kind/,
    ],
  ])('are reported in the template when a run starts: %s', (_, pool, message) => {
    expect(() => run(pool, function* () {})).toThrow(message)
  })

  test('are reported for a pool outside of a 3D model', () => {
    expect(() => simulate(Model({ bricks: good }), { stopTime: 1 })).toThrow(/bricks is a Pool, but no model/)
  })
})
