/** Invariants of every change of the structure, on random assemblies with random programs. */
import { type SignalTable, simulate } from 'vario'
import { type ActionProgram, Model3D } from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { campaignSeeds, RUNS_ALL } from '../../support/campaign-seeds.ts'
import {
  type BodyMotion,
  kineticEnergyOf,
  listAllForbidden,
  momentumOf,
  projectVelocities,
  readJoint,
  readMotion,
  readRow,
  sizeOfMomentum,
  violationOf,
} from './support/momentum-law.ts'
import { createRandomProgram, type RandomChange, type Snapshot } from './support/random-program.ts'
import { isDriven, type JointKind, type RandomJoint, RandomStructure } from './support/random-structure.ts'

/** Changes are computed once, in double precision: rounding errors remain, about 1e-14. */
const ROUNDING = 1e-12

const DOF: Record<JointKind, number> = {
  ...{ Revolute: 1, Prismatic: 1, Universal: 2, Spherical: 3, Cylindrical: 2, Planar: 3 },
  ...{ RevoluteWithFlange: 1, PrismaticWithFlange: 1 },
}

/** Names and sizes of positions and velocities of joints. */
const VALUES: Partial<Record<JointKind, readonly (readonly [string, string, number])[]>> = {
  Revolute: [['phi', 'w', 1]],
  RevoluteWithFlange: [['phi', 'w', 1]],
  Prismatic: [['s', 'v', 1]],
  PrismaticWithFlange: [['s', 'v', 1]],
  Universal: [['phi', 'w', 2]],
  Cylindrical: [
    ['phi', 'w', 1],
    ['s', 'v', 1],
  ],
  Planar: [
    ['s', 'v', 2],
    ['phi', 'w', 1],
  ],
}

const createModel = (structure: RandomStructure, actions?: ActionProgram) =>
  Model3D({ ...structure.members, ...(actions && { actions }) } as Parameters<typeof Model3D>[0])

/** A change with the motion on both sides of it. */
interface Observed {
  readonly change: RandomChange
  readonly result: SignalTable
  /** Rows of the results. */
  readonly rows: readonly [number, number]
  /** All bodies before and after it. */
  readonly allBefore: readonly BodyMotion[]
  readonly allAfter: readonly BodyMotion[]
  /** Bodies that remain. */
  readonly before: readonly BodyMotion[]
  readonly after: readonly BodyMotion[]
  readonly lost: number
  /** Sizes of lengths and masses, of velocities, and of distances from the origin. */
  readonly length: number
  readonly mass: number
  readonly speed: number
  readonly distance: number
}

function observe(seed: number): Observed[] {
  const structure = new RandomStructure(seed)
  const { length, mass } = structure
  const changes: RandomChange[] = []
  const program = createRandomProgram(structure, 4, changes)
  const result = simulate(createModel(structure, program), {
    stopTime: 0.09,
    interval: 0.09,
    tolerance: 1e-4,
  })
  const log = result.attributes.actions as unknown as { time: number; lostEnergy?: number }[]
  return changes.map((change) => {
    const { time } = change
    const rows = [result.time.indexOf(time), result.time.lastIndexOf(time)] as const
    const read = ({ bodies }: Snapshot, row: number): BodyMotion[] =>
      structure.allBodies
        .filter(({ name }) => bodies.includes(name))
        .map((body) => readMotion(result, body, row))
    const [allBefore, allAfter] = [read(change.before, rows[0]), read(change.after, rows[1])]
    const before = allBefore.filter(({ name }) => change.after.bodies.includes(name))
    const after = allAfter.filter(({ name }) => change.before.bodies.includes(name))
    const all = [...allBefore, ...allAfter]
    const lost = log.reduce((sum, entry) => sum + (entry.time === time ? (entry.lostEnergy ?? 0) : 0), 0)
    const speeds = all.flatMap((m) => [...m.velocity, ...m.angularVelocity.map((w) => w * length)])
    return {
      ...{ change, result, rows, allBefore, allAfter, before, after, lost, length, mass },
      // where everything is at rest, rounding errors are those of the motions before
      speed: Math.max(0.1 * length, ...speeds.map(Math.abs)),
      distance: Math.max(length, ...all.flatMap(({ position }) => position).map(Math.abs)),
    }
  })
}

/** Largest difference of two lists. */
function difference(a: readonly number[], b: readonly number[]): number {
  expect(a).toHaveLength(b.length)
  let worst = 0
  a.forEach((x, i) => {
    const d = Math.abs(x - b[i])
    if (!(d <= worst)) worst = d
  })
  return worst
}

/** Difference of orientations: quaternions of opposite sign are equal. */
function turn(a: readonly number[], b: readonly number[]): number {
  const sign = Math.sign(a.reduce((sum, x, i) => sum + x * b[i], 0))
  return difference(
    a.map((x) => sign * x),
    b,
  )
}

function checkMotion(observed: Observed): void {
  const { change, before, after, allAfter, result, rows, length, mass, speed, distance } = observed
  after.forEach((motion, k) => {
    expect(difference(motion.origin, before[k].origin)).toBeLessThan(ROUNDING * distance)
    expect(turn(motion.quaternion, before[k].quaternion)).toBeLessThan(ROUNDING)
  })
  const forbidden = listAllForbidden(result, change.after, rows[1])
  const expected = change.hasImpulse
    ? projectVelocities(before, forbidden, length, mass)
    : before.flatMap(({ velocity, angularVelocity }) => [...velocity, ...angularVelocity])
  after.forEach(({ velocity, angularVelocity }, k) => {
    const at = 6 * k
    expect(difference(velocity, expected.slice(at, at + 3))).toBeLessThan(ROUNDING * speed)
    const turning = length * difference(angularVelocity, expected.slice(at + 3, at + 6))
    expect(turning).toBeLessThan(ROUNDING * speed)
  })
  for (const entry of forbidden) expect(violationOf(entry, allAfter, length)).toBeLessThan(ROUNDING * speed)
  if (change.start) checkStart(change.start, observed)
}

/** Cardan angles x-y-z as a quaternion x y z w: the product of three. */
function quaternionOf(angles: readonly number[]): number[] {
  const [a, b, c] = angles.map((angle) => Math.cos(angle / 2))
  const [x, y, z] = angles.map((angle) => Math.sin(angle / 2))
  return [x * b * c + a * y * z, a * y * c - x * b * z, a * b * z + x * y * c, a * b * c - x * y * z]
}

/** Checks that an added object starts as the command specifies. */
function checkStart(start: NonNullable<RandomChange['start']>, observed: Observed): void {
  const { result, rows, allAfter, length, speed, distance } = observed
  const added = allAfter.find(({ name }) => name === start.body)!
  expect(difference(added.origin, start.translation)).toBeLessThan(ROUNDING * distance)
  expect(turn(added.quaternion, quaternionOf(start.rotation))).toBeLessThan(ROUNDING)
  const turning = length * difference(added.angularVelocity, start.angularVelocity)
  expect(turning).toBeLessThan(ROUNDING * speed)
  const velocity = readRow(result, `${start.body}Motion.velocity`, 3, rows[1])
  expect(difference(velocity, start.velocity)).toBeLessThan(ROUNDING * speed)
}

function checkBalances(observed: Observed): void {
  const { change, allBefore, allAfter, before, after, result, rows, lost, length, mass, speed } = observed
  // the world computes with merged masses the sums over the single bodies
  const energies = result.values('world.kineticEnergy')
  const size = mass * speed ** 2 + Math.max(kineticEnergyOf(allBefore), kineticEnergyOf(allAfter))
  expect(Math.abs(energies[rows[0]] - kineticEnergyOf(allBefore))).toBeLessThan(ROUNDING * size)
  expect(Math.abs(energies[rows[1]] - kineticEnergyOf(allAfter))).toBeLessThan(ROUNDING * size)
  expect(Math.abs(kineticEnergyOf(before) - kineticEnergyOf(after) - lost)).toBeLessThan(ROUNDING * size)
  expect(lost).toBeGreaterThan(-ROUNDING * size)
  if (!change.hasImpulse) expect(lost).toBe(0)
  const potential = result.values('world.potentialEnergy')
  if (change.kind !== 'delete' && change.kind !== 'add') {
    const jump = Math.abs(potential[rows[1]] - potential[rows[0]])
    expect(jump).toBeLessThan(ROUNDING * (Math.abs(potential[rows[0]]) + 100 * mass * length ** 2))
  }
  for (const component of listComponents(change.after)) {
    if (component.has('world')) continue
    const isIn = ({ name }: BodyMotion): boolean => component.has(name)
    if (!before.some(isIn)) continue
    const [p0, p1] = [before, after].map((motions) => momentumOf(motions.filter(isIn)))
    const sizes = sizeOfMomentum(before.filter(isIn), mass, length, speed)
    p1.forEach((x, i) => {
      expect(Math.abs(x - p0[i])).toBeLessThan(ROUNDING * sizes[i < 3 ? 0 : 1])
    })
  }
}

/** Bodies that joints and locks connect. */
function listComponents({ bodies, joints, holders }: Snapshot): Set<string>[] {
  const pairs = [
    ...joints.map(({ body1, body2 }) => [body1, body2]),
    ...holders.flatMap(({ inner, outer, isFree }) => (isFree ? [] : [[inner, outer]])),
  ]
  const left = new Set(bodies)
  return bodies.flatMap((name) => {
    if (!left.has(name)) return []
    const found = new Set([name])
    for (const body of found)
      for (const [a, b] of pairs) {
        if (a === body) found.add(b)
        if (b === body) found.add(a)
      }
    for (const body of found) left.delete(body)
    return [found]
  })
}

function checkJoints({ change, result, rows, length, speed, distance }: Observed): void {
  for (const joint of change.after.joints) {
    // a new or replaced joint has no values to continue
    const same = ({ name, kind, axes, frames }: RandomJoint): boolean =>
      name === joint.name && kind === joint.kind && axes === joint.axes && frames === joint.frames
    const isSame = change.before.joints.some(same)
    for (const [position, velocity, n] of VALUES[joint.kind] ?? []) {
      const read = (name: string): number[][] => rows.map((row) => readJoint(result, joint, name, n, row))
      const unit = position === 's' ? 1 : 1 / length
      const [q0, q1] = read(position)
      if (!isSame) {
        for (const x of q1) expect(x).not.toBeNaN()
        continue
      }
      expect(difference(q1, q0)).toBeLessThan(ROUNDING * distance * unit * (position === 's' ? 1 : 10))
      const [v0, v1] = read(velocity)
      if (joint.isLocked) expect(v1).toEqual(v1.map(() => 0))
      else if (!change.hasImpulse) expect(difference(v1, v0)).toBeLessThan(10 * ROUNDING * speed * unit)
    }
  }
  // removed joints have no values
  for (const joint of change.before.joints) {
    const { name, kind } = joint
    if (isDriven(kind) || change.after.joints.some((other) => other.name === name)) continue
    for (const [position, , n] of VALUES[kind] ?? [])
      expect(readJoint(result, joint, position, n, rows[1])[0]).toBeNaN()
  }
}

function checkStructure({ change: { after, time }, result }: Observed): void {
  const free = after.holders.filter(({ isFree }) => isFree).length
  const dof = after.joints.reduce((sum, { kind, isLocked }) => sum + (isLocked ? 0 : DOF[kind]), 6 * free)
  expect(result.segments.findLast(({ startTime }) => startTime === time)?.dof).toBe(dof)
}

describe('poses, velocities and momenta across every change', () => {
  const BLOCK = 50
  const seen = new Map<string, number>()

  test.each([0, 1, 2, 3, 4, 5])('satisfy the conservation laws: programs of block %i', (block) => {
    for (const seed of campaignSeeds(BLOCK, 10).map((k) => BLOCK * block + k)) {
      const observed = observe(seed)
      for (const entry of observed) {
        const where = `seed ${seed}, ${entry.change.kind} at ${entry.change.time} s`
        try {
          checkMotion(entry)
          checkBalances(entry)
          checkJoints(entry)
          checkStructure(entry)
        } catch (error) {
          throw new Error(`${where}: ${(error as Error).message}`, { cause: error })
        }
        seen.set(entry.change.kind, (seen.get(entry.change.kind) ?? 0) + 1)
      }
    }
  })

  test('enough changes of each kind have occurred', () => {
    for (const kind of [
      'attach',
      'release',
      'releaseAndAttach',
      'flipChain',
      'lock',
      'unlock',
      'disconnect',
      'delete',
      'add',
      'changeKind',
      'changeEnds',
      'widen',
    ])
      expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(RUNS_ALL ? 20 : 0)
  })
})
