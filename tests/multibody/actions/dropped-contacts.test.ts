/** Contacts that end as a side effect, and overlapping bodies: warnings name them. */
import { simulate } from 'vario'
import { Box, Model3D, Object3D, Prismatic, Solid, Sphere } from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { floor, impulseScene } from '../impulse/scenes.ts'

const ball = Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: 'Steel', collision: true })

/** A ball on a floor is attached to a hand; the hand is connected with the world by joints. */
function lift(canCollide: boolean, hasArm: boolean): ReturnType<typeof simulate> {
  const model = Model3D({
    world: Object3D({ feature: impulseScene({ e: 0.5 }) }),
    floor,
    hand: Object3D({
      lockable: true,
      feature: Solid({ shape: Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.1 }), solidMaterial: 'Steel' }),
    }),
    ...(hasArm && {
      arm: Object3D({
        feature: Solid({ shape: Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.1 }), solidMaterial: 'Steel' }),
      }),
      shoulder: Prismatic({ obj1: 'world', obj2: 'arm', axis: 'x', s: 0 }),
    }),
    slide: Prismatic({ obj1: hasArm ? 'arm' : 'world', obj2: 'hand', axis: 'z', s: 0, canCollide }),
    top: Object3D({ parent: 'hand', translation: [0, 0.1, 0], lockable: true }),
    part: Object3D({
      ...{ parent: 'world', fixedToParent: false, assemblyRoot: true, lockable: true },
      ...{ translation: [0, 0.1, 0], feature: ball },
    }),
    actions: function* (act) {
      yield act.wait(0.1)
      yield act.attach('part', 'top', { impulse: true })
    },
  })
  return simulate(model, { stopTime: 0.2 })
}

describe('a part that lies on the floor and is attached to a hand', () => {
  test('loses its contact with a warning if the joint of the hand is on the world', () => {
    const { warnings } = lift(false, false)
    const dropped = warnings.filter(({ code }) => code === 'CONTACT_DROPPED')
    expect(dropped).toHaveLength(1)
    expect(dropped[0].time).toBe(0.1)
    for (const name of ['part', 'floor', 'slide', 'canCollide: true'])
      expect(dropped[0].message).toContain(name)
  })

  test.each([
    ['with canCollide: true', true, false],
    ['behind another joint', false, true],
  ])('keeps it %s', (_, canCollide, hasArm) => {
    const result = lift(canCollide, hasArm)
    expect(result.warnings.filter(({ code }) => code === 'CONTACT_DROPPED')).toHaveLength(0)
    const contacts = result.attributes['contacts'] as unknown as { obj1: string; end: number | null }[]
    expect(contacts.some(({ end }) => end === null)).toBe(true)
  })
})

/** An action grips a part that lies on a floor and touches a hand. */
function grip(action: 'attach' | 'lock', isDriven: boolean): ReturnType<typeof simulate> {
  const assembly = { parent: 'world', fixedToParent: false, assemblyRoot: true, lockable: true } as const
  const model = Model3D({
    world: Object3D({ feature: impulseScene({ e: 0.5 }) }),
    floor,
    hand: Object3D({
      ...(isDriven ? { lockable: true } : { ...assembly, translation: [0, 0.3, 0] }),
      feature: ball,
    }),
    ...(isDriven && {
      arm: Object3D({
        feature: Solid({ shape: Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.1 }), solidMaterial: 'Steel' }),
      }),
      shoulder: Prismatic({ obj1: 'world', obj2: 'arm', axis: 'x', s: 0 }),
      slide: Prismatic({ obj1: 'arm', obj2: 'hand', axis: 'y', s: 0.3 }),
    }),
    part: Object3D({ ...assembly, translation: [0, 0.1, 0], feature: ball }),
    knob: Object3D({ parent: 'part', translation: [0, 0.2, 0], lockable: true }),
    actions: function* (act) {
      yield act.wait(0.3)
      if (action === 'attach') yield act.attach('knob', 'hand', { impulse: true })
      else yield act.lock('slide', { impulse: true })
    },
  })
  return simulate(model, { stopTime: 0.4 })
}

test.each([
  ['a free hand attaches it', 'attach', false],
  ['a hand on an arm attaches it', 'attach', true],
  ['the joint of the hand is locked', 'lock', true],
] as const)('a part that touches the hand loses no contact when %s', (_, action, isDriven) => {
  // the hand has fallen onto the part: the merged body has no contact with itself, and the floor still carries it
  const result = grip(action, isDriven)
  expect(result.warnings.filter(({ code }) => code === 'CONTACT_DROPPED')).toHaveLength(0)
  const contacts = result.attributes['contacts'] as unknown as {
    obj1: string
    obj2: string
    end: number | null
  }[]
  const open = contacts.filter(({ end }) => end === null).map(({ obj1, obj2 }) => [obj1, obj2].sort())
  expect(open).toContainEqual(['floor', 'part'])
})

test.each([0, -1])(
  'an overlap of bodies with impulses at the start causes a warning, velocity %s',
  (velocity) => {
    const model = Model3D({
      world: Object3D({ feature: impulseScene({ e: 0.5 }) }),
      floor,
      ball: Object3D({
        ...{ parent: 'world', fixedToParent: false, feature: ball },
        ...{ translation: [0, 0.08, 0], velocity: [0, velocity, 0] },
      }),
    })
    const { warnings } = simulate(model, { stopTime: 0.01 })
    const overlap = warnings.find(({ code }) => code === 'CONTACT_OVERLAP')
    // the ball is 0.02 m deep in the floor
    expect(overlap?.message).toContain('overlap by 0.02 m at t = 0 s')
  },
)
