/** Rods and gears while actions change the structure. */
import { simulate } from 'vario'
import {
  type Actions,
  GearConstraint,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Pool,
  Revolute,
  Rod,
  RollingWheel,
  Scene,
  Solid,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'

const world = Object3D({ feature: Scene({ enableContactDetection: false }) })
const solid = (mass: number, I: number) =>
  Solid({ massProperties: MassProperties({ mass, Ixx: I, Iyy: I, Izz: I }) })

test('a locked joint stops the one behind the gear, and both continue from there', () => {
  const model = Model3D({
    world,
    a: Object3D({ feature: solid(1, 1) }),
    weight: Object3D({ parent: 'a', translation: [0.3, 0, 0], feature: solid(1, 0) }),
    b: Object3D({ feature: solid(1, 2) }),
    ra: Revolute({ obj1: 'world', obj2: 'a' }),
    rb: Revolute({ obj1: 'world', obj2: 'b' }),
    gear: GearConstraint({ joint1: 'ra', joint2: 'rb', ratio: -2 }),
    actions: function* (act: Actions) {
      yield act.eventAfterPeriod(0.5)
      yield act.lock('ra', { impulse: true })
      yield act.eventAfterPeriod(0.3)
      yield act.unlock('ra')
    },
  })
  const result = simulate(model, { stopTime: 1.5, tolerance: 1e-9 })
  // the whole energy of the motion is dissipated: of one degree of freedom with J = 1 + 0.09 + 2/2²
  const [{ lostEnergy }] = result.attributes.actions as readonly { lostEnergy?: number }[]
  const before = result.at('ra.phi', 0.6)
  expect(lostEnergy).toBeCloseTo(-9.81 * 0.3 * Math.sin(before), 7)
  for (const t of [0.6, 0.79]) {
    expect(result.at('ra.phi', t)).toBe(before)
    expect(result.at('rb.w', t)).toBeCloseTo(0, 14)
  }
  // from rest, half a second later than the first motion
  expect(result.final('rb.w')).toBeGreaterThan(0.3)
  for (const t of [0.3, 0.7, 1.5])
    expect(result.at('ra.phi', t) + 2 * result.at('rb.phi', t)).toBeCloseTo(0, 12)
  const energy = 0.5 * (1 + 0.09 + 0.5) * result.final('ra.w') ** 2
  expect(energy).toBeCloseTo(9.81 * 0.3 * (Math.sin(before) - Math.sin(result.final('ra.phi'))), 7)
})

test('a rod is removed with the object at its end, and others keep their lengths', () => {
  const free = { parent: 'world', fixedToParent: false, assemblyRoot: true, feature: solid(1, 0.1) }
  const model = Model3D({
    world,
    b: Object3D({ ...free, translation: [1, 0, 0] }),
    c: Object3D({ ...free, translation: [2, 0, 0] }),
    inner: Rod({ obj1: 'world', obj2: 'b' }),
    outer: Rod({ obj1: 'b', obj2: 'c' }),
    actions: function* (act: Actions) {
      yield act.eventAfterPeriod(0.5)
      yield act.delete('c')
    },
  })
  const result = simulate(model, { stopTime: 1, tolerance: 1e-9 })
  expect(result.segments.map(({ dof }) => dof)).toEqual([10, 5])
  const length = (t: number): number => Math.hypot(...[1, 2, 3].map((i) => result.at(`b.r_abs[${i}]`, t)))
  for (const t of [0.25, 0.75, 1]) expect(length(t)).toBeCloseTo(1, 9)
})

test('velocities that contradict a gear after a change are an error', () => {
  const createModel = (command: (act: Actions) => ReturnType<Actions['changeJoint']>) =>
    Model3D({
      world: Object3D({ feature: Scene({ enableContactDetection: false, gravityField: NoGravityField() }) }),
      a: Object3D({ feature: solid(1, 0.1) }),
      b: Object3D({ feature: solid(1, 0.3) }),
      ra: Revolute({ obj1: 'world', obj2: 'a', w: 2 }),
      rb: Revolute({ obj1: 'world', obj2: 'b', w: -1 }),
      gear: GearConstraint({ joint1: 'ra', joint2: 'rb', ratio: -2 }),
      actions: function* (act: Actions) {
        yield act.wait(0.5)
        yield command(act)
      },
    })
  const reversed = createModel((act) => act.changeJoint('ra', { kind: 'Revolute', axis: '-z' }))
  // w1 - ratio w2 = -2 + 2 (-1)
  expect(() => simulate(reversed, { stopTime: 1 })).toThrow(
    /changeJoint\('ra', Revolute\(…\)\) at t = 0\.5 s: expected velocities that the new structure allows, got differences of gear by 4\.00/,
  )
  // an unsuitable joint of the gear is an error of the command too
  const other = createModel((act) => act.changeJoint('ra', { kind: 'Spherical' }))
  expect(() => simulate(other, { stopTime: 1 })).toThrow(
    /After actions: changeJoint\('ra', Spherical\(…\)\) at t = 0\.5 s: gear\.joint1: expected .*Revolute/,
  )
  const same = simulate(
    createModel((act) => act.changeJoint('ra', { kind: 'Revolute', axis: 'z' })),
    { stopTime: 1 },
  )
  expect(same.final('ra.w')).toBeCloseTo(2, 12)
})

test('a gear without one of its joints has no torque', () => {
  const model = Model3D({
    world,
    a: Object3D({ feature: solid(1, 1) }),
    weight: Object3D({ parent: 'a', translation: [0.3, 0, 0], feature: solid(1, 0) }),
    b: Object3D({ feature: solid(1, 2) }),
    ra: Revolute({ obj1: 'world', obj2: 'a' }),
    rb: Revolute({ obj1: 'world', obj2: 'b' }),
    gear: GearConstraint({ joint1: 'ra', joint2: 'rb', ratio: -2 }),
    actions: function* (act: Actions) {
      yield act.wait(0.5)
      yield act.disconnect('ra')
    },
  })
  const result = simulate(model, { stopTime: 1 })
  expect(result.at('gear.tau1', 0.4)).not.toBeNaN()
  expect(result.final('gear.tau1')).toBeNaN()
  // missing is not wrong
  expect(result.warnings).toEqual([])
})

describe('bodies and wheels that an action locks', () => {
  const free = { parent: 'world', fixedToParent: false, assemblyRoot: true, lockable: true }
  const near = Object3D({
    lockable: true,
    feature: Scene({ enableContactDetection: false, gap: 100 }),
  })

  test.each([0, 3])('keep their momentum with a rod of %d kg between two bodies that become one', (mass) => {
    const model = Model3D({
      world: near,
      a: Object3D({ ...free, translation: [1, 0, 0], velocity: [1, 0, 0], feature: solid(1, 0.1) }),
      b: Object3D({ ...free, translation: [1, -1, 0.1], feature: solid(2, 0.2) }),
      rod: Rod({ obj1: 'a', obj2: 'b', mass }),
      actions: function* (act: Actions) {
        yield act.wait(0.2)
        yield act.attach('b', 'a', { impulse: true })
        yield act.wait(0.3)
        yield act.release('b')
      },
    })
    const result = simulate(model, { stopTime: 1, tolerance: 1e-9 })
    expect(result.segments.map(({ dof }) => dof)).toEqual([11, 6, 11])
    // gravity g t (m1 + m2 + mass) subtracted, the momentum is the initial one: half of the rod moves with a
    const total = 3 + mass
    for (const t of [0.1, 0.3, 0.9]) {
      expect(result.at('world.momentum[1]', t)).toBeCloseTo(1 + mass / 2, 7)
      expect(result.at('world.momentum[2]', t)).toBeCloseTo(-9.81 * t * total, 6)
    }
    const [{ lostEnergy }] = result.attributes.actions as readonly { lostEnergy?: number }[]
    const energies = result.values('world.totalEnergy')
    // errors of 1e-9 of about 10 J
    expect(energies[0] - result.final('world.totalEnergy')).toBeCloseTo(lostEnergy!, 7)
    expect(result.at('rod.force', 0.3)).toBeNaN()
    expect(result.final('rod.force')).not.toBeNaN()
    expect(result.warnings).toEqual([])
  })

  test('stay at rest if a wheel is parked', () => {
    const model = Model3D({
      world: near,
      w: Object3D({
        ...free,
        ...{ translation: [0, 0.5, 0], velocity: [1, 0, 0], angularVelocity: [0, 0, -2] },
        feature: solid(1, 0.1),
      }),
      roll: RollingWheel({ obj1: 'world', obj2: 'w', radius: 0.5 }),
      actions: function* (act: Actions) {
        yield act.wait(0.5)
        yield act.attach('w', 'world', { impulse: true })
        yield act.wait(0.1)
        yield act.release('w')
      },
    })
    const result = simulate(model, { stopTime: 1 })
    expect(result.final('w.r_abs[1]')).toBeCloseTo(0.5, 9)
    expect(result.at('roll.normalForce', 0.55)).toBeNaN()
    expect(result.final('roll.normalForce')).toBeCloseTo(9.81, 9)
  })
})

describe('a mechanism with a closed loop from a pool', () => {
  const body = Object3D({ feature: solid(1, 0.1) })
  const end = (parent: string, length: number) => Object3D({ parent, translation: [length, 0, 0] })
  const guess = { w: { start: 0 } }
  const createParts = (rocker: object) => ({
    ...{ ground: end('ship', 2), crank: body, crankEnd: end('crank', 0.5) },
    ...{ coupler: body, couplerEnd: end('coupler', 2), rock: body, rockEnd: end('rock', 1) },
    j1: Revolute({ obj1: 'ship', obj2: 'crank', phi: 0.7, w: 2 }),
    j2: Revolute({ obj1: 'crankEnd', obj2: 'coupler', phi: { start: -0.3 }, ...guess }),
    j3: Revolute({ obj1: 'ground', obj2: 'rock', phi: { start: 1.2 }, ...guess, ...rocker }),
    j4: Revolute({ obj1: 'rockEnd', obj2: 'couplerEnd', phi: { start: -1 }, ...guess }),
  })
  const start = { translation: [1, 2, 3], rotation: [0.1, 0.2, 0.3], velocity: [0, 1, 0] } as const
  const createPool = (rocker: object) =>
    Model3D({
      world,
      bars: Pool({ ship: Object3D({ fixedToParent: false, feature: solid(3, 1) }), ...createParts(rocker) }),
      actions: function* (act: Actions) {
        yield act.wait(0.3)
        yield act.add('bars', start)
      },
    })

  test('begins with the given values, and moves like one declared from the start', () => {
    const ship = Object3D({ parent: 'world', fixedToParent: false, ...start, feature: solid(3, 1) })
    const declared = simulate(Model3D({ world, ship, ...createParts({}) }), {
      stopTime: 0.5,
      tolerance: 1e-9,
    })
    const added = simulate(createPool({}), { stopTime: 0.8, tolerance: 1e-9 })
    expect(added.at('bars[1].j1.phi', 0.3)).toBe(0.7)
    expect(added.at('bars[1].j1.w', 0.3)).toBeCloseTo(2, 12)
    expect(added.at('bars[1].ship.r_abs[3]', 0.3)).toBeCloseTo(3, 12)
    for (const name of ['j1.phi', 'j3.w', 'ship.r_abs[1]', 'ship.velocity[2]'])
      expect(added.final(`bars[1].${name}`)).toBeCloseTo(declared.final(name), 7)
  })

  test('is an error with contradictory start values', () => {
    expect(() => simulate(createPool({ w: 5 }), { stopTime: 0.8 })).toThrow(
      /expected velocities that keep them closed at t = 0\.3 s.*given start values of bars\[1\]\.ship, bars\[1\]\.j1, bars\[1\]\.j3/,
    )
  })

  test('is an error with an open joint without a start value', () => {
    const bars = Pool({ a: body, b: body, j: Revolute({ obj1: 'a', obj2: 'b', phi: Number.NaN }) })
    const model = Model3D({
      world,
      bars,
      actions: function* (act: Actions) {
        yield act.add('bars')
      },
    })
    expect(() => simulate(model, { stopTime: 0.1 })).toThrow(/bars\[1\]\.j\.phi: expected a start value/)
  })
})
