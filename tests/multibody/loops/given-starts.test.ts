/**
 * Random start values of random mechanisms, of tree joints, cut joints and free motions: a run starts with them, or an
 * error names them.
 */
import { type SignalTable, simulate } from 'vario'
import { Free } from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { campaignSeeds } from '../../support/campaign-seeds.ts'
import { createRandom } from '../../support/random.ts'
import {
  buildRandomMechanism,
  createRandomMechanism,
  type MechanismKind,
  type RandomMechanism,
} from './support/random-mechanism.ts'

type Values = Record<string, number | number[]>
type Merge = Record<string, Record<string, unknown>>

const KINDS: readonly MechanismKind[] = ['planar', 'spatial', 'several loops', 'free']

/** Names of start values of the kinds of joints, and the sizes of vectors. */
const NAMES: Readonly<Record<string, readonly [string, number][]>> = {
  ...{
    Revolute: [
      ['phi', 0],
      ['w', 0],
    ],
    Prismatic: [
      ['s', 0],
      ['v', 0],
    ],
    Universal: [
      ['phi', 2],
      ['w', 2],
    ],
  },
  Cylindrical: [
    ['s', 0],
    ['v', 0],
    ['phi', 0],
    ['w', 0],
  ],
  Planar: [
    ['s', 2],
    ['v', 2],
    ['phi', 0],
    ['w', 0],
  ],
  Spherical: [
    ['rotation', 3],
    ['angularVelocity', 3],
  ],
  Free: [
    ['translation', 3],
    ['velocity', 3],
    ['rotation', 3],
    ['angularVelocity', 3],
  ],
}
const POSITIONS = ['phi', 's', 'rotation', 'translation']

/** The mechanism, with a free joint of every body besides its joints. */
function build(mechanism: RandomMechanism): Parameters<typeof simulate>[0] {
  const root = mechanism.kind === 'free' && { root: { orientation: 'cardan' } }
  const free = mechanism.bodies.map(({ name }) => [`free_${name}`, Free({ obj1: 'world', obj2: name })])
  return buildRandomMechanism(mechanism, new Set()).extend({ ...root, ...Object.fromEntries(free) } as never)
}

function listJoints({ kind, joints, bodies }: RandomMechanism): (readonly [string, string])[] {
  return [
    ...(kind === 'free' ? [['root', 'Free'] as const] : []),
    ...joints.map(({ name, kind }) => [name, kind] as const),
    ...bodies.map(({ name }) => [`free_${name}`, 'Free'] as const),
  ]
}

/** All start values that describe the state of a run at time t. */
function readState(result: SignalTable, mechanism: RandomMechanism, t: number): Record<string, Values> {
  const read = (joint: string, [name, size]: readonly [string, number]): number | number[] => {
    const path = `${joint}.${name}`
    // velocities of immobile joints are rounding errors
    const at = (signal: string): number => {
      const value = result.at(signal, t)
      return Math.abs(value) < 1e-9 ? 0 : value
    }
    return size === 0 ? at(path) : Array.from({ length: size }, (_, i) => at(`${path}[${i + 1}]`))
  }
  return Object.fromEntries(
    listJoints(mechanism)
      // angles in the other sequence cannot be start values
      .filter(
        ([joint, kind]) =>
          (kind !== 'Spherical' && kind !== 'Free') ||
          !result.has(`${joint}.rotationXYZ`) ||
          result.at(`${joint}.rotationXYZ`, t) === 1,
      )
      .map(([joint, kind]) => [
        joint,
        Object.fromEntries(NAMES[kind].map((entry) => [entry[0], read(joint, entry)])),
      ]),
  )
}

/**
 * Given values at a fraction `share` of all joints; guesses of other positions, with an error of `noise`. Velocities
 * are consistent only with the exact positions: with noise there are none.
 */
function choose(
  state: Record<string, Values>,
  next: () => number,
  share: number,
  noise: number,
): { merge: Merge; given: [string, string, number | number[]][] } {
  const merge: Merge = {}
  const given: [string, string, number | number[]][] = []
  for (const [joint, values] of Object.entries(state)) {
    merge[joint] = {}
    for (const [name, value] of Object.entries(values)) {
      const isPosition = POSITIONS.includes(name)
      const near = (x: number): number => x + noise * (next() - 0.5)
      if ((isPosition || noise === 0) && next() < share) {
        merge[joint][name] = value
        given.push([joint, name, value])
      } else
        merge[joint][name] = !isPosition
          ? null
          : { start: typeof value === 'number' ? near(value) : value.map(near) }
    }
  }
  return { merge, given }
}

/** Largest difference between a given value and the start of a run. */
function measureMiss(result: SignalTable, joint: string, name: string, value: number | number[]): number {
  const path = `${joint}.${name}`
  if (typeof value === 'number') return Math.abs(result.at(path, 0) - value)
  const found = value.map((_, i) => result.at(`${path}[${i + 1}]`, 0))
  return Math.max(...found.map((x, i) => Math.abs(x - value[i])))
}

const STEP = { stopTime: 1e-6, interval: 1e-6 }

describe.each(KINDS)('%s mechanisms', (kind) => {
  const start = (seed: number) => {
    const next = createRandom(7000 + seed)
    const mechanism = createRandomMechanism(kind, seed)
    const model = build(mechanism)
    const moved = simulate(model, { stopTime: 0.3, tolerance: 1e-8, interval: 0.3 })
    return { next, mechanism, model, state: readState(moved, mechanism, 0.3) }
  }

  test('start with consistent values', () => {
    for (const seed of campaignSeeds(60, 2)) {
      const { next, model, state } = start(seed)
      for (const [share, noise] of [
        [0.1, 0],
        [0.3, 0],
        [0.7, 0],
        [0.3, 0.05],
      ]) {
        const { merge, given } = choose(state, next, share, noise)
        const result = simulate(model, { ...STEP, merge })
        // rounding errors of loops, in velocities of a few m/s
        for (const [joint, name, value] of given)
          expect(measureMiss(result, joint, name, value), `seed ${seed}: ${joint}.${name}`).toBeLessThan(1e-8)
        expect(
          result.warnings.filter(({ code }) => code === 'INIT'),
          `seed ${seed}`,
        ).toEqual([])
      }
    }
  })

  test('name contradictory values', () => {
    for (const seed of campaignSeeds(60, 2)) {
      const { next, model, state } = start(seed)
      const { merge, given } = choose(state, next, 0.4, 0)
      if (given.length === 0) continue
      const wrong = given[Math.floor(next() * given.length)]
      const [joint, name, value] = wrong
      const size = 10 ** (-4 * next())
      const change = (x: number): number => x + size * (next() - 0.5)
      wrong[2] = typeof value === 'number' ? change(value) : value.map(change)
      merge[joint][name] = wrong[2]
      let said = ''
      let result: SignalTable | null = null
      try {
        result = simulate(model, { ...STEP, merge })
        said = result.warnings.map(({ message }) => message).join('\n')
      } catch (error) {
        said = String(error)
      }
      for (const [path, key, x] of given) {
        if (result !== null && measureMiss(result, path, key, x) < 1e-5) continue
        if (result !== null) expect(said, `seed ${seed}`).toContain(`${path}.${key}`)
      }
      // an error names at least one joint with a start value
      if (result === null)
        expect(
          given.some(([path]) => said.includes(path)),
          `seed ${seed}: ${said}`,
        ).toBe(true)
    }
  })
})
