/**
 * Random commands that change a chain of bodies, including joints that hold assemblies: each is carried out, or
 * rejected with an error of its own; released bodies move freely; and no change adds energy.
 */
import { type SignalTable, simulate, type VarioError } from 'vario'
import {
  type Action,
  type ActionProgram,
  type Actions,
  Fix,
  Free,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Planar,
  Revolute,
  Scene,
  Solid,
  Spherical,
  Universal,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { campaignSeeds } from '../../support/campaign-seeds.ts'
import { createRandom } from '../../support/random.ts'

const feature = Solid({ massProperties: MassProperties({ mass: 1, Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }) })
const world = Object3D({
  // attached bodies may be anywhere
  feature: Scene({ gravityField: NoGravityField(), enableContactDetection: false, gap: 100 }),
})

type Command = (act: Actions) => Action
type JointChange = Parameters<Actions['changeJoint']>[1]

const N_COMMAND = 12
const PERIOD = 0.02

/** A chain of four bodies, free or connected to the world, perhaps with another body beside it, and its commands. */
function create(seed: number) {
  const next = createRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]
  const isFree = next() < 0.5
  const flying = { parent: 'world', fixedToParent: false, assemblyRoot: true, feature }
  const chain = ['a', 'b', 'c', 'd']
  const bodies = [...chain, 'e']
  const members: Record<string, unknown> = { world, base: Object3D({ parent: 'world', lockable: true }) }
  for (const name of bodies) {
    members[name] = Object3D({ feature, ...(next() < 0.3 && { assemblyRoot: true }) })
    members[`${name}1`] = Object3D({ parent: name, translation: [1, 0, 0], lockable: true })
    members[`${name}0`] = Object3D({ parent: name, lockable: true })
  }
  members.e = Object3D({ ...flying, translation: [0, 1, 0] })
  if (isFree) members.a = Object3D({ ...flying, velocity: [0.1, 0, 0], angularVelocity: [0, 0, 0.3] })
  else members.j0 = Revolute({ obj1: 'base', obj2: 'a', w: 0.3 })
  for (let i = 1; i < 4; i++)
    members[`j${i}`] = pick([Revolute, Spherical, Free])({ obj1: `${chain[i - 1]}1`, obj2: chain[i] })
  const joints = ['j1', 'j2', 'j3', 'e', isFree ? 'a' : 'j0']
  const createCommand = (): Command => {
    const [joint, one, other, kind] = [pick(joints), pick(bodies), pick(bodies), next()]
    const ends = { obj1: pick([one, `${one}1`, 'world', 'base']), obj2: pick([other, `${other}0`]) }
    const record = pick<JointChange>([{ kind: 'Fix' }, { kind: 'Free' }, pick([Free, Fix])(ends)])
    const target = pick([`${other}1`, 'base'])
    const part = pick([one, `${one}0`, `${one}1`])
    if (kind < 0.2) return (act) => act.disconnect(joint)
    if (kind < 0.6) return (act) => act.changeJoint(joint, record, { impulse: true })
    if (kind < 0.75) return (act) => act.attach(`${one}0`, target, { impulse: true })
    if (kind < 0.85) return (act) => act.release(part)
    if (kind < 0.93) return (act) => act.lock(joint, { impulse: true })
    return (act) => act.unlock(joint)
  }
  return { members, commands: Array.from({ length: N_COMMAND }, createCommand) }
}

/** Runs the commands that are not rejected. */
function run(seed: number, rejected: string[] = []): SignalTable {
  const { members, commands } = create(seed)
  for (;;) {
    let at = -1
    const model = Model3D({
      ...(members as Parameters<typeof Model3D>[0]),
      actions: function* (act) {
        for (const [k, command] of commands.entries()) {
          at = k
          yield act.wait(PERIOD)
          yield command(act)
        }
        at = -1
      },
    })
    try {
      return simulate(model, { stopTime: PERIOD * (N_COMMAND + 2), interval: PERIOD / 2, tolerance: 1e-8 })
    } catch (error) {
      const { message } = error as VarioError
      // errors of the command itself, not of its effect
      expect(message, `seed ${seed}`).toMatch(/^actions: /)
      expect(at, `seed ${seed}: ${message}`).toBeGreaterThanOrEqual(0)
      rejected.push(message)
      commands.splice(at, 1)
    }
  }
}

test('random changes are carried out or rejected, and add no energy', () => {
  let nDone = 0
  for (const seed of campaignSeeds(600, 8)) {
    const result = run(seed)
    nDone += (result.attributes.actions as unknown as unknown[]).length
    const energy = Array.from(result.values('world.kineticEnergy') as Float64Array)
    const least = 1e-9
    energy.forEach((value, k) => {
      // errors of the steps, each at most 1e-8
      if (k > 0) expect(value, `seed ${seed}, ${k}`).toBeLessThan(energy[k - 1] * (1 + 1e-6) + least)
    })
  }
  expect(nDone).toBeGreaterThan(20)
  // all 600 seeds take about a minute
}, 300_000)

/** Commands that fix stretched links whose joints move across their line: no motion continues that, see loop-closing. */
test.each([29, 125, 308, 432, 435, 521])('stretched links in motion are not fixed: seed %d', (seed) => {
  const messages: string[] = []
  run(seed, messages)
  expect(messages.join('\n')).toMatch(
    /actions: .*: expected velocities with which the closed loops with j\d can go on/,
  )
})

describe('connections and names after changes', () => {
  const flying = { parent: 'world', fixedToParent: false, feature }
  /** A free chain of four; a lock may close a loop with the last three of it. */
  const chain = (actions: ActionProgram) =>
    Model3D({
      world,
      a: Object3D({ ...flying, assemblyRoot: true, velocity: [0.1, 0, 0], angularVelocity: [0, 0, 1] }),
      a1: Object3D({ parent: 'a', translation: [1, 0, 0] }),
      b: Object3D({ feature }),
      b0: Object3D({ parent: 'b', lockable: true }),
      b1: Object3D({ parent: 'b', translation: [0, 1, 0] }),
      c: Object3D({ feature }),
      c1: Object3D({ parent: 'c', translation: [-1, 0, 0] }),
      d: Object3D({ feature }),
      d1: Object3D({ parent: 'd', translation: [0, -1, 0], lockable: true }),
      j1: Revolute({ obj1: 'a1', obj2: 'b' }),
      j2: Revolute({ obj1: 'b1', obj2: 'c' }),
      j3: Revolute({ obj1: 'c1', obj2: 'd' }),
      actions,
    })
  /** Sum of the positions of four equal masses. */
  const sumAt = (result: SignalTable, i: number, t: number): number =>
    ['a', 'b', 'c', 'd'].reduce((sum, name) => sum + result.at(`${name}.r_abs[${i}]`, t), 0)
  const expectUniformMotion = (result: SignalTable): void => {
    for (const i of [1, 2]) {
      const places = [0, 0.3, 0.6, 0.9].map((t) => sumAt(result, i, t))
      for (const k of [1, 2]) expect(places[k + 1] - 2 * places[k] + places[k - 1]).toBeCloseTo(0, 7)
    }
  }

  test.each([
    ['a part and its target', 'd1', 'b0'],
    ['swapped', 'b0', 'd1'],
  ])('a loop closed by attach stays closed inside an assembly that breaks apart: %s', (_, part, target) => {
    const model = chain(function* (act) {
      yield act.wait(0.1)
      yield act.attach(part, target, { impulse: true })
      yield act.wait(0.2)
      yield act.disconnect('j1')
    })
    const result = simulate(model, { stopTime: 0.9, tolerance: 1e-9 })
    expect(result.segments.map(({ dof }) => dof)).toEqual([9, 7, 12])
    expectUniformMotion(result)
  })

  test('an object held by a lock inside an assembly can be released after the removal of a joint', () => {
    const model = chain(function* (act) {
      yield act.attach('d1', 'b0', { impulse: true })
      yield act.wait(0.1)
      yield act.disconnect('j2')
      yield act.wait(0.1)
      yield act.release('d1')
    })
    const result = simulate(model, { stopTime: 0.9, tolerance: 1e-9 })
    // one hinge less than in the chain, then two parts with one hinge each
    expect(result.segments.map(({ dof }) => dof)).toEqual([7, 8, 14])
    expectUniformMotion(result)
  })

  test('an assembly whose joint moves to another object can be released', () => {
    const docked = Model3D({
      world,
      base: Object3D({ parent: 'world', lockable: true }),
      ship: Object3D({ ...flying, assemblyRoot: true }),
      capsule: Object3D({ ...flying, assemblyRoot: true, velocity: [0, 0.5, 0] }),
      other: Object3D({ ...flying, assemblyRoot: true, translation: [2, 0, 0] }),
      actions: function* (act) {
        yield act.changeJoint('capsule', Fix({ obj1: 'ship', obj2: 'capsule' }), { impulse: true })
        yield act.wait(0.1)
        yield act.changeJoint('capsule', Free({ obj1: 'ship', obj2: 'other' }), { impulse: true })
        yield act.wait(0.1)
        yield act.changeJoint('capsule', { kind: 'Free' })
      },
    })
    const result = simulate(docked, { stopTime: 1, tolerance: 1e-9 })
    // two equal masses share the momentum, and keep it
    for (const name of ['ship', 'capsule'])
      expect(result.final(`${name}.r_abs[2]`), name).toBeCloseTo(0.25, 9)
    expect(result.final('other.r_abs[2]')).toBeCloseTo(0, 9)
    expect(result.segments.map(({ dof }) => dof)).toEqual([12, 18, 18])
  })

  test.each<[string, ReturnType<typeof Planar>, number]>([
    ['planar', Planar({ obj1: 'base', obj2: 'a', axis: 'z', phi: 0.1, w: 1 }), 1],
    ['oblique planar', Planar({ obj1: 'base', obj2: 'a', axis: 'z', phi: 0.7, w: 1 }), 1],
    [
      'universal',
      Universal({ obj1: 'base', obj2: 'a', axis1: 'z', axis2: 'x', phi: [0.1, 0], w: [1, 0] }) as never,
      1,
    ],
  ])('a %s joint parallel to a hinge can be locked', (_, joint, dof) => {
    const model = Model3D({
      world,
      base: Object3D({ parent: 'world' }),
      a: Object3D({
        feature: Solid({
          massProperties: MassProperties({
            mass: 1,
            centerOfMass: [0.3, 0.1, 0],
            Ixx: 0.1,
            Iyy: 0.2,
            Izz: 0.15,
          }),
        }),
      }),
      hinge: Revolute({ obj1: 'base', obj2: 'a', axis: 'z' }),
      joint,
      actions: function* (act) {
        yield act.wait(0.37)
        yield act.lock('joint', { impulse: true })
        yield act.wait(0.2)
        yield act.unlock('joint')
      },
    })
    const result = simulate(model, { stopTime: 1 })
    expect(result.segments.map((segment) => segment.dof)).toEqual([dof, 0, dof])
    // without a load it stays where it was locked
    expect(Math.abs(result.final('a.r_abs[1]'))).toBeLessThan(1e-12)
    expect(result.final('hinge.phi') - result.at('hinge.phi', 0)).toBeCloseTo(0.37, 6)
  })
})
