/**
 * Impacts of random trees: the end of a chain of joints on a free body hits a free ball. Restitution and momenta hold
 * up to rounding errors, energy never grows.
 */
import { type SignalTable, simulate } from 'vario'
import {
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Prismatic,
  Revolute,
  Scene,
  type SceneArguments,
  SensorResult,
  Solid,
  Sphere,
  Spherical,
  Universal,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { campaignSeeds } from '../../support/campaign-seeds.ts'
import { createRandom } from '../../support/random.ts'

type Random = () => number
const R = 0.05

const between = (random: Random, low: number, high: number): number => low + (high - low) * random()
const vector = (random: Random, size: number): number[] => [0, 1, 2].map(() => between(random, -size, size))
const unit = (v: readonly number[]): number[] => v.map((x) => x / Math.hypot(...v))

/** A body of any mass and inertia. */
function body(random: Random): ReturnType<typeof Solid> {
  const mass = 10 ** between(random, -1, 1)
  const [a, b, c] = [1, 2, 3].map(() => mass * between(random, 0.01, 0.1))
  return Solid({
    massProperties: MassProperties({
      mass,
      centerOfMass: vector(random, 0.2),
      Ixx: b + c,
      Iyy: a + c,
      Izz: a + b,
    }),
  })
}

/** A joint of any kind, in any state. */
function joint(random: Random, obj1: string, obj2: string): unknown {
  const turn = (): number => between(random, -1, 1)
  const kind = Math.floor(4 * random())
  const axis = unit(vector(random, 1))
  if (kind === 0) return Revolute({ obj1, obj2, axis, phi: turn(), w: 3 * turn() })
  if (kind === 1) return Prismatic({ obj1, obj2, axis, s: turn(), v: 3 * turn() })
  if (kind === 2)
    return Spherical({ obj1, obj2, rotation: vector(random, 1), angularVelocity: vector(random, 3) })
  return Universal({ obj1, obj2, axis1: 'x', axis2: 'y', phi: [turn(), turn()], w: [turn(), turn()] })
}

/** All members but the ball. */
function createTree(random: Random): Record<string, unknown> {
  const members: Record<string, unknown> = {
    body0: Object3D({
      ...{ parent: 'world', fixedToParent: false, feature: body(random) },
      ...{ translation: vector(random, 1), rotation: vector(random, 1) },
      ...{ velocity: vector(random, 2), angularVelocity: vector(random, 3) },
    }),
  }
  const n = 1 + Math.floor(5 * random())
  for (let k = 1; k <= n; k++) {
    const parent = Math.floor(k * random())
    members[`hook${k}`] = Object3D({ parent: `body${parent}`, translation: vector(random, 0.5) })
    members[`body${k}`] = Object3D({ feature: body(random) })
    members[`joint${k}`] = joint(random, `hook${k}`, `body${k}`)
  }
  members['tip'] = Object3D({
    parent: `body${n}`,
    translation: vector(random, 0.5),
    feature: Solid({ shape: Sphere({ diameter: 2 * R }), contactMaterial: 'Steel', collision: true }),
  })
  return members
}

/** A free four-bar with any corners, as one rigid body initially. */
function createLoop(random: Random): Record<string, unknown> {
  const corners = [
    [0, 0],
    [1, 0.1],
    [0.9, 0.8],
    [-0.1, 0.7],
  ].map((corner) => [...corner.map((x) => x + between(random, -0.1, 0.1)), 0])
  const way = (from: number, to: number): number[] => corners[to].map((x, i) => x - corners[from][i])
  const members: Record<string, unknown> = {
    body0: Object3D({
      ...{ parent: 'world', fixedToParent: false, feature: body(random) },
      ...{ translation: vector(random, 1), rotation: vector(random, 1) },
      ...{ velocity: vector(random, 2), angularVelocity: vector(random, 3) },
    }),
  }
  for (let k = 1; k <= 4; k++) {
    // body k begins at corner k; the last joint closes the loop at the beginning of the first body
    members[`hook${k}`] = Object3D({ parent: `body${k - 1}`, translation: way(k - 1, k % 4) })
    if (k < 4) members[`body${k}`] = Object3D({ feature: body(random) })
    members[`joint${k}`] = Revolute({ obj1: `hook${k}`, obj2: `body${k % 4}`, axis: 'z' })
  }
  members['tip'] = Object3D({
    ...{ parent: 'body2', translation: vector(random, 0.5) },
    feature: Solid({ shape: Sphere({ diameter: 2 * R }), contactMaterial: 'Steel', collision: true }),
  })
  return members
}

const world = (e: number, mu: number, more: SceneArguments): ReturnType<typeof Object3D> =>
  Object3D({
    feature: Scene({
      gravityField: NoGravityField(),
      contactPairs: {
        'Steel-Steel': {
          ...{ coefficientOfRestitution: e, slidingFrictionCoefficient: mu },
          ...{ rotationalResistanceCoefficient: 0, impactThreshold: 1e-9 },
        },
      },
      ...more,
    }),
  })

const at = (result: SignalTable, name: string): number => result.values(name)[0]
const vectorAt = (result: SignalTable, name: string): number[] =>
  [1, 2, 3].map((i) => at(result, `${name}[${i}]`))

/** The start of a run, after impacts if there are any. */
function start(members: Record<string, unknown>): SignalTable {
  return simulate(Model3D(members as Parameters<typeof Model3D>[0]), { stopTime: 1e-9, interval: 1e-9 })
}

interface Meeting {
  readonly before: SignalTable
  readonly after: SignalTable
  readonly e: number
  /** From the tip to the ball. */
  readonly normal: readonly number[]
  readonly ball: { readonly mass: number; readonly p: number[]; readonly v: number[]; readonly w: number[] }
}

const cross = (a: readonly number[], b: readonly number[]): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i], 0)

/** A ball touches the end of a random tree, and moves towards it. */
function meet(seed: number, mu: number, more: SceneArguments, create = createTree): Meeting {
  const random = createRandom(seed)
  const e = random()
  const tree = create(random)
  const motion = SensorResult({ object: 'tip' })
  const before = start({ world: world(e, mu, {}), ...tree, motion })
  const normal = unit(vector(random, 1))
  const p = vectorAt(before, 'tip.r_abs').map((x, i) => x + 2 * R * normal[i])
  const w = vector(random, 3)
  const tipVelocity = vectorAt(before, 'motion.velocity')
  const approach = between(random, 0.1, 3)
  const along = approach - dot(tipVelocity, normal)
  const v = vector(random, 1)
  const vn = dot(v, normal)
  const velocity = v.map((x, i) => x - (vn + along) * normal[i])
  const mass = 10 ** between(random, -1, 1)
  const ball = Object3D({
    ...{ parent: 'world', fixedToParent: false, translation: p, velocity, angularVelocity: w },
    feature: Solid({
      ...{ shape: Sphere({ diameter: 2 * R }), massProperties: mass },
      ...{ contactMaterial: 'Steel', collision: true },
    }),
  })
  const scene = world(e, mu, { contactResponse: 'impulse', ...more })
  const after = start({ world: scene, ...tree, ball, motion, ballMotion: SensorResult({ object: 'ball' }) })
  return { before, after, e, normal, ball: { mass, p, v: velocity, w } }
}

/** Relative errors of restitution, momentum and angular momentum; and the lost energy. */
function measure({ before, after, e, normal, ball }: Meeting): {
  readonly errors: number[]
  readonly lost: number
  readonly energy: number
} {
  const { mass, p, v, w } = ball
  const arm = normal.map((x) => R * x)
  const pointVelocity = (result: SignalTable, sensor: string, sign: number): number[] => {
    const turning = cross(vectorAt(result, `${sensor}.angularVelocity`), arm)
    return vectorAt(result, `${sensor}.velocity`).map((x, i) => x + sign * turning[i])
  }
  const tip = pointVelocity(before, 'motion', 1)
  const onBall = v.map((x, i) => x - cross(w, arm)[i])
  const uBefore = dot(onBall, normal) - dot(tip, normal)
  const uAfter =
    dot(pointVelocity(after, 'ballMotion', -1), normal) - dot(pointVelocity(after, 'motion', 1), normal)
  const spin = 0.4 * mass * R * R
  const momentum = vectorAt(before, 'world.momentum').map((x, i) => x + mass * v[i])
  const angular = vectorAt(before, 'world.angularMomentum').map(
    (x, i) => x + mass * cross(p, v)[i] + spin * w[i],
  )
  const energy = at(before, 'world.kineticEnergy') + 0.5 * (mass * dot(v, v) + spin * dot(w, w))
  const apart = (a: readonly number[], b: readonly number[]): number =>
    Math.hypot(...a.map((x, i) => x - b[i]))
  const size = Math.sqrt(2 * energy * mass)
  const impacts = after.attributes['impacts'] as unknown as readonly { readonly lostEnergy: number }[]
  expect(impacts).toHaveLength(1)
  return {
    errors: [
      Math.abs(uAfter + e * uBefore) / Math.abs(uBefore),
      apart(vectorAt(after, 'world.momentum'), momentum) / size,
      apart(vectorAt(after, 'world.angularMomentum'), angular) / size,
      Math.abs(energy - at(after, 'world.kineticEnergy') - impacts[0].lostEnergy) / energy,
    ],
    lost: impacts[0].lostEnergy,
    energy,
  }
}

describe.each(campaignSeeds(10, 1))('impacts without friction, block %i', (block) => {
  test('satisfy the laws of momentum and restitution, 100 times', () => {
    let worst = 0
    for (let k = 0; k < 100; k++) {
      const { errors, lost, energy } = measure(meet(100 * (block - 1) + k + 1, 0, {}))
      worst = Math.max(worst, ...errors)
      expect(lost).toBeGreaterThan(-1e-14 * energy)
    }
    expect(worst).toBeLessThan(1e-12)
  }, 120_000)
})

describe.each([
  ['newton', 'sequential'],
  ['poisson', 'sequential'],
  ['newton', 'together'],
  ['poisson', 'together'],
] as const)('impacts with friction, %s, %s', (impactRestitution, simultaneousImpacts) => {
  test('keep momenta, and never add energy', () => {
    for (const k of campaignSeeds(50, 16)) {
      const mu = 0.02 * k
      const meeting = meet(1999 + k, mu, { impactRestitution, simultaneousImpacts })
      const { errors, lost, energy } = measure(meeting)
      expect(Math.max(...errors.slice(1))).toBeLessThan(1e-12)
      expect(lost).toBeGreaterThan(-1e-12 * energy)
      const [{ impulse, normalImpulse }] = meeting.after.attributes['impacts'] as unknown as readonly {
        readonly impulse: readonly number[]
        readonly normalImpulse: number
      }[]
      // Coulomb's cone, with the rounding error of the difference of two squares
      const tangential = Math.sqrt(Math.max(0, dot(impulse, impulse) - normalImpulse ** 2))
      expect(tangential).toBeLessThan(mu * normalImpulse + 1e-7 * normalImpulse)
    }
  }, 120_000)
})

test('impacts of free closed loops satisfy the laws of momentum and restitution', () => {
  let worst = 0
  for (const k of campaignSeeds(50, 10)) {
    const { errors, lost, energy } = measure(meet(2999 + k, 0, {}, createLoop))
    worst = Math.max(worst, ...errors)
    expect(lost).toBeGreaterThan(-1e-14 * energy)
  }
  expect(worst).toBeLessThan(1e-12)
}, 120_000)
