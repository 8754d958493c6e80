/** Contacts during changes of the structure. */
import { type SignalTable, simulate } from 'vario'
import { type ActionProgram, Box, Model3D, Object3D, Prismatic, Solid, Sphere } from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { fixedBox, freeBody, uprightWorld } from '../contact/scenes.ts'

const G = 9.81
const SIZE = 0.2
const cube = Box({ lengthX: SIZE, lengthY: SIZE, lengthZ: SIZE })
const ball = Sphere({ diameter: 0.1 })

interface Entry {
  readonly obj1: string
  readonly obj2: string
  readonly start: number
  readonly end: number | null
  readonly velocity: number
}
const contactsOf = (result: SignalTable, a: string, b: string) =>
  (result.attributes.contacts as unknown as readonly Entry[]).filter(
    ({ obj1, obj2 }) => [obj1, obj2].sort().join() === [a, b].sort().join(),
  )
/** A box that lies on a plate, with a ball dropped onto it. */
const stack = (actions: ActionProgram, members: object = {}) =>
  Model3D({
    world: uprightWorld(),
    plate: fixedBox([2, 2, 0.1], [0, 0, -0.05], 'Steel'),
    dock: Object3D({ parent: 'world', lockable: true }),
    box: freeBody(cube, 'Steel', { translation: [0, 0, SIZE / 2], assemblyRoot: true }),
    foot: Object3D({ parent: 'box', translation: [0, 0, -SIZE / 2], lockable: true }),
    ...members,
    actions,
  })

describe('attach and release', () => {
  const m = 8000 * SIZE ** 3

  test('keep other contacts: merged bodies have none between each other, and released ones have one again', () => {
    const seen: [number, boolean, number, boolean][] = []
    const result = simulate(
      stack(
        function* (act) {
          let state = yield act.wait(0.5)
          const look = () =>
            seen.push([
              state.time,
              state.touches('box', 'plate'),
              state.contactForce('box', 'plate'),
              state.touches('ball', 'box'),
            ])
          look()
          state = yield act.attach('foot', 'dock', { impulse: true })
          look()
          yield act.wait(0.25)
          look()
          state = yield act.release('box')
          look()
          state = yield act.wait(0.25)
          look()
        },
        { ball: freeBody(ball, 'Steel', { translation: [0, 0, SIZE + 0.05] }) },
      ),
      { stopTime: 1, tolerance: 1e-8, interval: 0.01 },
    )
    expect(seen.map(([t, touches, , ballTouches]) => [t, touches, ballTouches])).toEqual([
      [0.5, true, true],
      [0.5, false, true],
      [0.75, false, true],
      [0.75, true, true],
      [1, true, true],
    ])
    // box and ball together rest on the plate, before and after; rolling resistance and damping remove the rest of the
    // motion
    const weight = (m + (8000 * Math.PI * 0.1 ** 3) / 6) * G
    expect(Math.abs(seen[0][2] / weight - 1)).toBeLessThan(1e-3)
    expect(Math.abs(seen[4][2] / weight - 1)).toBeLessThan(1e-3)
    // the box touches the plate twice, and the ball touches the box throughout
    expect(contactsOf(result, 'box', 'plate').map(({ start, end }) => [start, end])).toEqual([
      [0, 0.5],
      [0.75, null],
    ])
    const balls = contactsOf(result, 'box', 'ball')
    expect(balls).toHaveLength(1)
    expect(balls[0].end).toBeNull()
    // no object has moved by more than the depth of a contact
    expect(Math.abs(result.at('box.r_abs[3]', 1) - SIZE / 2)).toBeLessThan(1e-5)
  })

  test('keep the history of a contact in progress', () => {
    // another body is attached during the impact of the ball on the plate: the impact continues
    const model = (isAttached: boolean) =>
      stack(
        function* (act) {
          yield act.waitUntil((s) => s.touches('ball', 'plate'))
          yield act.wait(2e-5)
          if (isAttached) yield act.attach('foot', 'dock', { impulse: true })
        },
        { ball: freeBody(ball, 'Steel', { translation: [0.5, 0, 0.05 + 0.02] }) },
      )
    const options = { stopTime: 0.15, tolerance: 1e-9, interval: 0.001 }
    const [with_, without] = [true, false].map((is) => simulate(model(is), options))
    const [first, second] = [with_, without].map((r) => contactsOf(r, 'ball', 'plate')[0])
    // one contact with the speed of the fall, √(2 g h)
    expect(first.velocity).toBeCloseTo(Math.sqrt(2 * G * 0.02), 3)
    expect(first.start).toBeCloseTo(second.start, 9)
    expect(Math.abs(first.end! - second.end!)).toBeLessThan(1e-8)
    // the coefficient of restitution depends on that speed: the ball rebounds at the same speed
    const up = (r: SignalTable) => r.at('ball.velocity[3]', 0.1)
    expect(Math.abs(up(with_) - up(without))).toBeLessThan(1e-6)
    expect(up(without)).toBeGreaterThan(-0.5)
  })

  test('cause a warning if released bodies overlap', () => {
    const result = simulate(
      stack(
        function* (act) {
          yield act.wait(0.1)
          yield act.release('inner')
        },
        {
          inner: Object3D({
            ...{ parent: 'plate', translation: [0.5, 0, 0.05], assemblyRoot: true },
            feature: Solid({ shape: cube, solidMaterial: 'Steel', collision: true }),
          }),
        },
      ),
      { stopTime: 0.10001 },
    )
    const overlaps = result.warnings.filter(({ code }) => code === 'CONTACT_OVERLAP')
    expect(overlaps.map(({ time }) => time)).toEqual([0.1])
  })
})

describe('contact detection', () => {
  /** A ball that falls onto a thin plate. */
  const drop = (actions: ActionProgram, scene: object = {}) =>
    Model3D({
      world: uprightWorld(scene),
      plate: fixedBox([2, 2, 0.02], [0, 0, -0.01], 'Steel'),
      ball: freeBody(ball, 'Steel', { translation: [0, 0, 0.05 + 0.1], assemblyRoot: true }),
      top: Object3D({ parent: 'ball', lockable: true }),
      hook: Object3D({ parent: 'world', translation: [0, 0, 0.15], lockable: true }),
      actions,
    })
  const options = { stopTime: 0.5, tolerance: 1e-8, interval: 0.01 }
  const impact = Math.sqrt((2 * 0.1) / G)

  test('lets a ball pass while off, and resumes from the actual position when switched on again', () => {
    const seen: number[] = []
    const result = simulate(
      drop(function* (act) {
        // after the first bounce
        let state = yield act.wait(impact + 0.05)
        seen.push(state.position('ball')[2], state.velocity('ball')[2])
        yield act.enableContactDetection(false)
        state = yield act.wait(0.25)
        seen.push(state.position('ball')[2])
        yield act.enableContactDetection(true)
      }),
      options,
    )
    const [z, v, later] = seen
    // free flight for 0.25 s, from above the plate to below it
    expect(Math.abs(later - (z + v * 0.25 - (G / 2) * 0.25 ** 2))).toBeLessThan(1e-8)
    expect(z).toBeGreaterThan(0.05)
    expect(later).toBeLessThan(-0.1)
    expect(contactsOf(result, 'ball', 'plate')).toHaveLength(1)
    // the energy of the bounce is still counted
    const dissipated = (t: number) => result.at('world.dissipatedEnergy', t)
    expect(dissipated(0.18)).toBeGreaterThan(1e-3)
    expect(dissipated(0.5)).toBe(dissipated(0.18))
  })

  test('is an option of other commands', () => {
    const heights = [true, false].map((enableContactDetection) =>
      simulate(
        drop(function* (act) {
          yield act.attach('top', 'hook')
          yield act.wait(0.1)
          yield act.release('ball', { enableContactDetection })
        }),
        { ...options, stopTime: 0.1 + 3 * impact },
      ).final('ball.r_abs[3]'),
    )
    // without contacts, three times the fall time gives nine times the height
    expect(Math.abs(heights[1] - (0.15 - 9 * 0.1))).toBeLessThan(1e-7)
    expect(heights[0]).toBeGreaterThan(0.05 - 1e-4)
  })

  test('can be switched on in a scene that starts without contacts', () => {
    const result = simulate(
      drop(
        function* (act) {
          yield act.enableContactDetection(true)
        },
        { enableContactDetection: false },
      ),
      options,
    )
    const [first] = contactsOf(result, 'ball', 'plate')
    expect(first.start).toBeCloseTo(impact, 6)
    expect(result.final('ball.r_abs[3]')).toBeGreaterThan(0.05 - 1e-4)
  })
})

describe('joints whose objects may collide', () => {
  /** A ball that slides down a rail to the plate, its own parent. */
  const slider = (canCollide: boolean, actions: ActionProgram) =>
    Model3D({
      world: uprightWorld(),
      plate: fixedBox([2, 2, 0.1], [0, 0, -0.05], 'Steel'),
      ball: Object3D({ feature: Solid({ shape: ball, solidMaterial: 'Steel', collision: true }) }),
      rail: Prismatic({ obj1: 'world', obj2: 'ball', axis: 'z', s: 0.05, canCollide }),
      actions,
    })

  test('have no contacts between their objects while they are locked', () => {
    const seen: [boolean, number][] = []
    const result = simulate(
      slider(true, function* (act) {
        let state = yield act.wait(0.5)
        const look = () => seen.push([state.touches('ball', 'plate'), state.contactForce('ball', 'plate')])
        look()
        state = yield act.lock('rail', { impulse: true })
        look()
        yield act.wait(0.2)
        state = yield act.unlock('rail')
        look()
        state = yield act.wait(0.3)
        look()
      }),
      { stopTime: 1, tolerance: 1e-8 },
    )
    expect(seen.map(([touches]) => touches)).toEqual([true, false, true, true])
    const weight = ((8000 * Math.PI * 0.1 ** 3) / 6) * G
    expect(seen[1][1]).toBe(0)
    for (const k of [0, 2, 3]) expect(Math.abs(seen[k][1] / weight - 1)).toBeLessThan(1e-3)
    expect(contactsOf(result, 'ball', 'plate').map(({ start, end }) => [start, end])).toEqual([
      [0, 0.5],
      [0.7, null],
    ])
    expect(Math.abs(result.final('rail.s') - result.at('rail.s', 0.4))).toBeLessThan(1e-9)
  })

  test('take the option of the record if they are changed', () => {
    const result = simulate(
      slider(false, function* (act) {
        // otherwise the ball would fall through the plate
        yield act.changeJoint('rail', Prismatic({ obj1: 'world', obj2: 'ball', axis: 'z', canCollide: true }))
      }),
      { stopTime: 0.5, tolerance: 1e-8 },
    )
    expect(contactsOf(result, 'ball', 'plate')).toHaveLength(1)
    expect(Math.abs(result.final('rail.s') - 0.05)).toBeLessThan(1e-5)
  })
})

test('bodies independent of a change move as without it', () => {
  // each body is integrated with separate steps; commands end these
  const model = (actions: ActionProgram) =>
    stack(actions, {
      ball: freeBody(ball, 'Steel', { translation: [0.5, 0.3, 0.05 + 0.1], velocity: [0, 0.2, 0] }),
      other: freeBody(ball, 'Steel', { translation: [-0.5, 0.3, 0.05 + 0.2] }),
    })
  const options = { stopTime: 0.6, tolerance: 1e-8, interval: 0.01 }
  const quiet = simulate(
    model(function* (act) {
      yield act.wait(0.05)
    }),
    options,
  )
  const busy = simulate(
    model(function* (act) {
      for (let k = 0; k < 10; k++) {
        yield act.wait(0.02)
        yield act.attach('foot', 'dock', { impulse: true })
        yield act.wait(0.02)
        yield act.release('box')
      }
    }),
    options,
  )
  const starts = (r: SignalTable, name: string) => contactsOf(r, name, 'plate').map(({ start }) => start)
  for (const name of ['ball', 'other']) {
    const [a, b] = [starts(quiet, name), starts(busy, name)]
    expect(a.length).toBeGreaterThan(1)
    expect(b.length).toBe(a.length)
    // errors of 1e-8 are amplified by impacts of milliseconds
    for (let k = 0; k < a.length; k++) expect(Math.abs(a[k] - b[k])).toBeLessThan(1e-5)
  }
})
