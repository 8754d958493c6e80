/** Joints with flanges that actions lock: they stand still, whatever the equations compute. */
import { simulate } from 'vario'
import { Damper, Fixed, Inertia } from 'vario/library/rotational'
import { Fixed as FixedRail, Damper as LinearDamper } from 'vario/library/translational'
import {
  type ActionProgram,
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'

const link = (mass: number) =>
  Object3D({ feature: Solid({ massProperties: MassProperties({ mass, Ixx: 0.01, Iyy: 0.1, Izz: 0.1 }) }) })

const brake: ActionProgram = function* (act) {
  yield act.wait(0.5)
  yield act.lock('second', { impulse: true })
  yield act.wait(0.5)
  yield act.unlock('second')
}

/** Two links; `second` connects the second link with the first. */
function createArm(members: Record<string, unknown>, actions = brake) {
  return Model3D({
    world: Object3D({ feature: Scene() }),
    a: link(2),
    a1: Object3D({ parent: 'a', translation: [-0.5, 0, 0] }),
    a2: Object3D({ parent: 'a', translation: [0.5, 0, 0] }),
    b: link(1),
    b1: Object3D({ parent: 'b', translation: [-0.4, 0, 0] }),
    first: Revolute({ obj1: 'world', obj2: 'a1' }),
    ...members,
    actions,
  } as Parameters<typeof Model3D>[0])
}

const ends = { obj1: 'a2', obj2: 'b1' }
const options = { stopTime: 1.5, tolerance: 1e-10 }

describe('a driven joint without load is locked and released like one without flange', () => {
  // one link is merged with its neighbor, the other is held by the equations: two computations of the same motion
  test.each([
    [
      'revolute',
      { second: Revolute(ends) },
      { second: RevoluteWithFlange(ends), load: Damper({ d: 0 }), fixed: Fixed() },
      'phi',
    ],
    [
      'prismatic',
      { second: Prismatic({ ...ends, axis: 'x', v: 0.3 }) },
      {
        second: PrismaticWithFlange({ ...ends, axis: 'x', v: { init: 0.3 } }),
        load: LinearDamper({ d: 0 }),
        fixed: FixedRail(),
      },
      's',
    ],
  ])('%s', (_, hidden, driven, position) => {
    const connect = [
      ['fixed.flange', 'load.flange_a'],
      ['load.flange_b', 'second.flange'],
    ]
    const [expected, found] = [createArm(hidden), createArm({ ...driven, connect })].map((model) =>
      simulate(model, options),
    )
    // 100 tolerances: the runs have different steps
    for (const name of ['first.phi', `second.${position}`])
      for (const t of [0.4, 0.7, 0.99, 1.5])
        expect(Math.abs(found.at(name, t) - expected.at(name, t)), `${name} at ${t}`).toBeLessThan(1e-8)
    expect(found.segments.map(({ dof }) => dof)).toEqual([2, 1, 2])
    const [loss, lossFound] = [expected, found].map(
      ({ attributes }) =>
        (attributes as unknown as { actions: { lostEnergy: number }[] }).actions[0].lostEnergy,
    )
    expect(Math.abs(lossFound / loss - 1)).toBeLessThan(1e-7)
  })
})

test('a rotor behind the flange stops too, and its energy counts as dissipated', () => {
  const J = 0.02
  const model = createArm({
    second: RevoluteWithFlange(ends),
    rotor: Inertia({ J, phi: { init: null }, w: { init: null } }),
    connect: [['second.flange', 'rotor.flange_a']],
  })
  const result = simulate(model, options)
  const { time } = result
  const event = time.findIndex((t, i) => t > 0.49 && t === time[i + 1])
  const energy = (i: number): number =>
    result.values('world.totalEnergy')[i] + (J / 2) * result.values('second.w')[i] ** 2
  const { lostEnergy } = (result.attributes as unknown as { actions: { lostEnergy: number }[] }).actions[0]
  expect(lostEnergy).toBeGreaterThan(0.1)
  // both sides of the event are in the results; the energy of 10 J has rounding errors
  expect(Math.abs(energy(event) - energy(event + 1) - lostEnergy)).toBeLessThan(1e-12)
  // it stands still: the almost infinite inertia that the equations receive gives a motion far below the tolerance
  const angle = result.at('second.phi', 0.5001)
  for (const t of [0.6, 0.8, 0.999]) {
    expect(Math.abs(result.at('second.phi', t) - angle)).toBeLessThan(1e-11)
    expect(Math.abs(result.at('second.w', t))).toBeLessThan(1e-11)
  }
  // and the rest of the arm keeps its energy
  expect(Math.abs(energy(event + 1) - result.at('world.totalEnergy', 0.9))).toBeLessThan(1e-8)
})

test.each<[string, ActionProgram, RegExp]>([
  [
    'locked twice',
    function* (act) {
      yield act.lock('second')
      yield act.lock('second')
    },
    /second is locked already/,
  ],
  [
    'not locked',
    function* (act) {
      yield act.unlock('second')
    },
    /second is not locked/,
  ],
  [
    'removed',
    function* (act) {
      yield act.disconnect('second')
    },
    /expected a joint without flange, but second has one/,
  ],
])('a command for a driven joint is an error: %s', (_, actions, message) => {
  const driven = { second: RevoluteWithFlange(ends), load: Damper({ d: 1 }), fixed: Fixed() }
  const connect = [
    ['fixed.flange', 'load.flange_a'],
    ['load.flange_b', 'second.flange'],
  ]
  expect(() => simulate(createArm({ ...driven, connect }, actions), { stopTime: 0.1 })).toThrow(message)
})
