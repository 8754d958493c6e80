/** Impulses that lock, compared with closed forms: bodies on joints take part, and every loss is reported. */
import { equations, Model, Par, type SignalTable, simulate, Var } from 'vario'
import { IdealGear, Inertia, Spring } from 'vario/library/rotational'
import { Flange } from 'vario/library/translational'
import {
  type ActionProgram,
  Box,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Scene,
  SensorResult,
  Solid,
  Sphere,
  Spherical,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'

const solid = Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1.2, Izz: 1.5 }) })
const free = { parent: 'world', fixedToParent: false, assemblyRoot: true, lockable: true }
const weightless = () => Object3D({ feature: Scene({ gravityField: NoGravityField(), gap: 100 }) })

/** Values of a vector before and after an event. */
function rowsAt(result: SignalTable, name: string, n: number, time: number): [number[], number[]] {
  const values = result.values(name)
  const read = (row: number): number[] => Array.from(values.subarray(n * row, n * row + n))
  return [read(result.time.indexOf(time)), read(result.time.lastIndexOf(time))]
}

const lostOf = (result: SignalTable): number[] =>
  (result.attributes.actions as unknown as { lostEnergy?: number }[]).flatMap(
    ({ lostEnergy }) => lostEnergy ?? [],
  )

const difference = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((x, i) => Math.abs(x - b[i])))

describe('a part gripped by an arm with a drive', () => {
  const [J, ratio, w0] = [0.2, 3, 2]
  const grip = (members: object, connect: string[][]) =>
    simulate(
      Model3D({
        world: weightless(),
        a: Object3D({ feature: solid }),
        j: RevoluteWithFlange({ obj1: 'world', obj2: 'a', axis: 'z', w: { init: w0 } }),
        tip: Object3D({ parent: 'a', translation: [2, 0, 0], lockable: true }),
        part: Object3D({
          ...free,
          translation: [2, 0, 0],
          feature: Solid({ massProperties: MassProperties({ mass: 0.7, Ixx: 0.1, Iyy: 0.1, Izz: 0.05 }) }),
        }),
        ...members,
        connect,
        actions: function* (act) {
          yield act.attach('part', 'tip', { impulse: true })
        },
      } as Parameters<typeof Model3D>[0]),
      { stopTime: 0.01 },
    )
  const added = 0.05 + 0.7 * 2 ** 2

  test('stops the rotor behind a rigid gear abruptly too', () => {
    const result = grip(
      {
        rotor: Inertia({ J, phi: { init: null }, w: { init: null } }),
        gear: IdealGear({ ratio }),
      },
      [
        ['rotor.flange_b', 'gear.flange_a'],
        ['gear.flange_b', 'j.flange'],
      ],
    )
    const before = 1.5 + ratio ** 2 * J
    const w1 = (w0 * before) / (before + added)
    expect(result.values('j.w')[0]).toBeCloseTo(w1, 13)
    expect(result.values('rotor.w')[0]).toBeCloseTo(ratio * w1, 13)
    expect(lostOf(result)[0]).toBeCloseTo(0.5 * before * w0 * (w0 - w1), 13)
  })

  test('does not stop the rotor behind a spring', () => {
    const result = grip(
      { rotor: Inertia({ J, phi: Var({ init: 0 }), w: Var({ init: 5 }) }), spring: Spring({ c: 10 }) },
      [
        ['rotor.flange_b', 'spring.flange_a'],
        ['spring.flange_b', 'j.flange'],
      ],
    )
    expect(result.values('j.w')[0]).toBeCloseTo((w0 * 1.5) / (1.5 + added), 13)
    expect(result.values('rotor.w')[0]).toBe(5)
  })
})

test('moves with a hand whose motion is prescribed, and keeps its velocity when released', () => {
  const Mover = Model({
    flange: Flange(),
    A: Par(1, 'm'),
    T: Par(1, 's'),
    equations: equations`flange.s = A*sin(time/T)`,
  })
  const result = simulate(
    Model3D({
      world: weightless(),
      hand: Object3D({ lockable: true, feature: solid }),
      j: PrismaticWithFlange({
        obj1: 'world',
        obj2: 'hand',
        axis: 'x',
        s: { init: null },
        v: { init: null },
      }),
      mover: Mover(),
      part: Object3D({ ...free, translation: [0, 1, 0], feature: solid }),
      motion: SensorResult({ object: 'part' }),
      connect: [['mover.flange', 'j.flange']],
      actions: function* (act) {
        yield act.wait(0.2)
        yield act.attach('part', 'hand', { impulse: true })
        yield act.wait(0.3)
        yield act.release('part')
      },
    } as Parameters<typeof Model3D>[0]),
    { stopTime: 1, interval: 0.1 },
  )
  expect(result.at('motion.velocity[1]', 0.2)).toBeCloseTo(Math.cos(0.2), 13)
  expect(result.final('motion.velocity[1]')).toBeCloseTo(Math.cos(0.5), 12)
  // of the part, which stops relative to the hand
  expect(lostOf(result)[0]).toBeCloseTo(0.5 * Math.cos(0.2) ** 2, 12)
})

describe('a lock without an impulse', () => {
  /** Two bodies, the second slightly faster: within the possible errors of the integration. */
  const run = (actions: ActionProgram) =>
    simulate(
      Model3D({
        world: weightless(),
        a: Object3D({ ...free, velocity: [1, 0.1, 0], feature: solid }),
        b: Object3D({ ...free, translation: [1, 0.5, 0], velocity: [1.0005, 0.1, 0.0002], feature: solid }),
        c: Object3D({ ...free, translation: [2, 0, 1], velocity: [1, 0.1004, 0], feature: solid }),
        actions,
      }),
      { stopTime: 0.2, interval: 0.1 },
    )

  test('removes the remaining relative motion so that momentum is kept', () => {
    const result = run(function* (act) {
      yield act.wait(0.1)
      yield act.attach('b', 'a')
      yield act.releaseAndAttach('b', 'c')
    })
    for (const name of ['world.momentum', 'world.angularMomentum']) {
      const [before, after] = rowsAt(result, name, 3, 0.1)
      expect(difference(before, after)).toBeLessThan(1e-14)
    }
    expect(lostOf(result)).toEqual([])
  })
})

test('a lock is possible again for bodies at rest, despite rounding errors', () => {
  const result = simulate(
    Model3D({
      world: weightless(),
      d1: Object3D({ parent: 'world', lockable: true }),
      d2: Object3D({ parent: 'world', translation: [0.3, 1, 0.2], rotation: [1, 2, 3], lockable: true }),
      a: Object3D({
        ...free,
        rotation: [0.3, 0.7, 0.1],
        velocity: [1, 2, 3],
        angularVelocity: [0.3, 1, 2],
        feature: solid,
      }),
      b: Object3D({ lockable: true, feature: solid }),
      pivot: Object3D({ parent: 'b', translation: [0.3, 0.2, 0.1] }),
      j: Spherical({ obj1: 'a', obj2: 'pivot', angularVelocity: { init: [0.3, 1, 0.5] } }),
      actions: function* (act) {
        yield act.wait(0.1)
        yield act.lock('j', { impulse: true })
        for (let k = 0; k < 5; k++) {
          yield act.attach('a', 'd1', { impulse: true })
          yield act.flipChain('b', 'd2', 'a', { impulse: true })
          yield act.release('b')
        }
      },
    }),
    { stopTime: 0.2, interval: 0.1 },
  )
  expect(result.final('world.kineticEnergy')).toBeLessThan(1e-28)
})

describe('orientations near the singularities of Cardan angles', () => {
  test.each([Math.PI / 2, Math.PI / 2 - 1e-9, -Math.PI / 2 + 1e-7, 1.57, 3])(
    'are locked without a jump: %d rad',
    (angle) => {
      for (const orientation of ['cardan', 'quaternion'] as const) {
        const result = simulate(
          Model3D({
            world: weightless(),
            a: Object3D({
              ...{ ...free, orientation, rotation: [0.3, angle, 0.2] },
              ...{ angularVelocity: [0.1, 0.5, 0.3], velocity: [1, 2, 3], feature: solid },
            }),
            b: Object3D({ ...free, translation: [1, 0, 0], feature: solid }),
            motion: SensorResult({ object: 'a' }),
            actions: function* (act) {
              yield act.wait(1e-6)
              yield act.attach('a', 'b', { impulse: true })
              yield act.wait(1e-6)
              yield act.release('a')
            },
          }),
          { stopTime: 0.01, interval: 0.01 },
        )
        const jump = (name: string, n: number) => difference(...rowsAt(result, name, n, 2e-6))
        expect(jump('a.q_abs', 4)).toBeLessThan(1e-14)
        expect(jump('motion.velocity', 3)).toBeLessThan(1e-14)
        expect(jump('motion.angularVelocity', 3)).toBeLessThan(1e-14)
      }
    },
  )
})

describe('results', () => {
  test.each(['cardan', 'quaternion'] as const)(
    'continue for a spherical joint that is locked, by %s',
    (orientation) => {
      const result = simulate(
        Model3D({
          world: weightless(),
          a: Object3D({ feature: solid }),
          pivot: Object3D({ parent: 'a', translation: [0.3, 0, 0] }),
          j: Spherical({
            ...{ obj1: 'world', obj2: 'pivot', orientation, rotation: { init: [0.3, 0.4, 0.2] } },
            angularVelocity: { init: [0.1, 2, 0.3] },
          }),
          actions: function* (act) {
            yield act.wait(0.3)
            yield act.lock('j', { impulse: true })
            yield act.wait(0.1)
            yield act.unlock('j')
          },
        }),
        { stopTime: 0.5, interval: 0.1 },
      )
      // the states of a quaternion drift from unit length, within the tolerance
      const [name, n, limit] =
        orientation === 'cardan' ? (['j.rotation', 3, 1e-14] as const) : (['j.quaternion', 4, 1e-8] as const)
      for (const time of [0.3, 0.4]) expect(difference(...rowsAt(result, name, n, time))).toBeLessThan(limit)
      expect(result.vectorAt('j.angularVelocity', 0.35)).toEqual(new Float64Array(3))
    },
  )

  test('keep the energy dissipated in contacts while these are switched off', () => {
    const material = { solidMaterial: 'DryWood', collision: true }
    const result = simulate(
      Model3D({
        world: Object3D({ feature: Scene() }),
        floor: Object3D({
          ...{ parent: 'world', translation: [0, -0.1, 0] },
          feature: Solid({ shape: Box({ lengthX: 2, lengthY: 0.2, lengthZ: 2 }), ...material }),
        }),
        a: Object3D({
          ...{ ...free, translation: [0, 0.3, 0] },
          feature: Solid({ shape: Sphere({ diameter: 0.2 }), ...material }),
        }),
        actions: function* (act) {
          yield act.wait(0.3)
          yield act.enableContactDetection(false)
          yield act.wait(0.01)
          yield act.enableContactDetection(true)
        },
      }),
      { stopTime: 0.35 },
    )
    const before = result.at('world.dissipatedEnergy', 0.3, 'left')
    expect(before).toBeGreaterThan(1)
    expect(result.at('world.dissipatedEnergy', 0.31)).toBe(before)
  })

  test('include the potential energy of bodies that the world takes or releases', () => {
    const result = simulate(
      Model3D({
        world: Object3D({ feature: Scene({ gap: 10 }) }),
        // a permanent part of the world, which has no energy
        ground: Object3D({ parent: 'world', translation: [0, 7, 0], lockable: true, feature: solid }),
        a: Object3D({ ...free, translation: [0, 5, 0], feature: solid }),
        arm: Object3D({ feature: solid }),
        pivot: Object3D({ parent: 'arm', translation: [-1, 0, 0] }),
        j: Revolute({ obj1: 'world', obj2: 'pivot', axis: 'z' }),
        actions: function* (act) {
          yield act.wait(0.1)
          yield act.attach('a', 'ground', { impulse: true })
          yield act.wait(0.1)
          yield act.lock('j', { impulse: true })
          yield act.wait(0.1)
          yield act.release('a')
          yield act.unlock('j')
        },
      }),
      { stopTime: 0.4, interval: 0.1 },
    )
    const height = result.at('a.r_abs[2]', 0.2) + result.at('arm.r_abs[2]', 0.2)
    expect(result.at('world.potentialEnergy', 0.2)).toBeCloseTo(9.81 * height, 12)
    for (const time of [0.1, 0.2, 0.1 + 0.1 + 0.1])
      expect(difference(...rowsAt(result, 'world.potentialEnergy', 1, time))).toBeLessThan(1e-13)
    // the bodies start at 5 m and 0 m
    expect(result.values('world.totalEnergy')[0]).toBeCloseTo(9.81 * 5, 12)
    expect(result.final('world.totalEnergy')).toBeCloseTo(9.81 * 5 - lostOf(result)[0] - lostOf(result)[1], 5)
  })
})

describe('an assembly', () => {
  const chain = (actions: ActionProgram) =>
    Model3D({
      world: weightless(),
      d1: Object3D({ parent: 'world', lockable: true }),
      d2: Object3D({ parent: 'world', lockable: true }),
      b1: Object3D({ ...free, feature: solid }),
      b2: Object3D({ lockable: true, feature: solid }),
      b3: Object3D({ lockable: true, feature: solid }),
      j1: Revolute({ obj1: 'b1', obj2: 'b2', axis: 'z' }),
      j2: Revolute({ obj1: 'b2', obj2: 'b3', axis: 'z' }),
      actions,
    })

  test('stays an assembly if a joint breaks, and the root belongs to the other part', () => {
    const held: (string | null)[] = []
    const result = simulate(
      chain(function* (act) {
        yield act.attach('b3', 'd1')
        let s = yield act.disconnect('j1')
        held.push(s.attachedTo('b1'), s.attachedTo('b2'), s.attachedTo('b3'))
        s = yield act.flipChain('b2', 'd2', 'b3')
        held.push(s.attachedTo('b3'))
        s = yield act.release('b3')
        held.push(s.attachedTo('b2'))
        yield act.attach('b1', 'b3')
        yield act.wait(0.05)
        yield act.release('b1')
        yield act.delete('b2')
        s = yield act.wait(0)
        expect([s.exists('b1'), s.exists('b2'), s.exists('b3')]).toEqual([true, false, false])
      }),
      { stopTime: 0.1 },
    )
    expect(held).toEqual([null, 'd1', 'd1', 'd2', null])
    // two free bodies with a joint, one of them with another body on it; then one body
    expect(result.segments.map(({ dof }) => dof)).toEqual([7, 6])
  })

  test('is deleted by any of its objects if it is attached and locked', () => {
    const result = simulate(
      chain(function* (act) {
        yield act.lock('j1')
        yield act.attach('b1', 'd1')
        yield act.wait(0.05)
        yield act.delete('b2')
      }),
      { stopTime: 0.1 },
    )
    expect(result.final('b3.r_abs[1]')).toBeNaN()
    expect(result.segments.map(({ dof }) => dof)).toEqual([1, 0])
  })
})
