/** Random valid commands, and their effect on the structure. */
import type { ActionProgram, WorldState } from 'vario/multibody'
import { createJoint } from './create-joint.ts'
import {
  FREE_KINDS,
  type Holder,
  isDriven,
  type JointKind,
  type RandomJoint,
  type RandomStructure,
} from './random-structure.ts'

type Actions = Parameters<ActionProgram>[0]
type Action = ReturnType<Actions['wait']>

/** Bodies, joints and holders of mechanisms at a time. */
export interface Snapshot {
  readonly bodies: readonly string[]
  readonly joints: readonly RandomJoint[]
  readonly holders: readonly Holder[]
}

/** A command that was carried out. */
export interface RandomChange {
  readonly time: number
  readonly kind: string
  readonly hasImpulse: boolean
  readonly before: Snapshot
  readonly after: Snapshot
  /** Start values of an added object. */
  readonly start?: Start
}

/** Initial motion of the root that a pool adds. */
interface Start {
  readonly body: string
  readonly translation: readonly number[]
  readonly rotation: readonly number[]
  readonly velocity: readonly number[]
  readonly angularVelocity: readonly number[]
}

export function takeSnapshot({ bodies, joints, holders }: RandomStructure): Snapshot {
  return {
    bodies: bodies.map(({ name }) => name),
    joints: joints.map((joint) => ({ ...joint })),
    holders: [...holders],
  }
}

/** A program of `n` changes at random times, which are written to `changes`. */
export function createRandomProgram(
  structure: RandomStructure,
  n: number,
  changes: RandomChange[],
): ActionProgram {
  return function* (act) {
    let state: WorldState = yield act.wait(structure.between(0.001, 0.03))
    for (let k = 0; k < n; k++) {
      const before = takeSnapshot(structure)
      const step = chooseStep(structure, act)
      if (step === null) continue
      for (const action of step.actions) state = yield action
      const { actions: _, ...what } = step
      changes.push({ time: state.time, ...what, before, after: takeSnapshot(structure) })
      state = yield act.wait(structure.between(0.001, 0.03))
    }
  }
}

interface Step {
  readonly kind: string
  readonly hasImpulse: boolean
  readonly actions: readonly Action[]
  readonly start?: Start
}

/** Kinds that are rarely possible appear several times. */
const KINDS = [
  ...[
    'attach',
    'attach',
    'release',
    'releaseAndAttach',
    'flipChain',
    'flipChain',
    'flipChain',
    'lock',
    'lock',
  ],
  ...['unlock', 'unlock', 'unlock', 'disconnect', 'delete', 'releaseAndBack', 'unlockAndBack', 'add'],
  ...['changeKind', 'widen', 'changeEnds'],
]

const TRIES: Record<string, (structure: RandomStructure, act: Actions, kind: string) => Step | null> = {
  ...{ lock: tryBrake, unlock: tryBrake, unlockAndBack: tryBrake, disconnect: tryDisconnect },
  ...{ add: tryAdd, changeKind: tryChangeKind, widen: tryChangeKind, changeEnds: tryChangeEnds },
}

/** Tries commands until one is possible; null: none of several. */
function chooseStep(structure: RandomStructure, act: Actions): Step | null {
  for (let k = 0; k < 20; k++) {
    const kind = structure.pick(KINDS)
    const found = (TRIES[kind] ?? tryAssembly)(structure, act, kind)
    if (found !== null) return found
  }
  return null
}

/** Commands that lock joints, and unlock them. */
function tryBrake(structure: RandomStructure, act: Actions, kind: string): Step | null {
  const isLocked = kind !== 'lock'
  const joints = structure.joints.filter((joint) => joint.isLocked === isLocked && !isDriven(joint.kind))
  if (joints.length === 0) return null
  const joint = structure.pick(joints)
  const impulse = { impulse: true }
  if (kind === 'lock') {
    joint.isLocked = true
    return { kind, hasImpulse: true, actions: [act.lock(joint.name, impulse)] }
  }
  if (kind === 'unlockAndBack')
    return { kind, hasImpulse: false, actions: [act.unlock(joint.name), act.lock(joint.name)] }
  joint.isLocked = false
  return { kind, hasImpulse: false, actions: [act.unlock(joint.name)] }
}

function tryDisconnect(structure: RandomStructure, act: Actions, kind: string): Step | null {
  const joint = pickJoint(structure)
  if (joint === null) return null
  const inner = takeOut(structure, joint)
  structure.holders.push({ inner, outer: 'world', isFree: true })
  return { kind, hasImpulse: false, actions: [act.disconnect(joint.name)] }
}

/** A joint without flange; null: none exists. */
function pickJoint(structure: RandomStructure): RandomJoint | null {
  const free = structure.joints.filter((joint) => !isDriven(joint.kind))
  return free.length === 0 ? null : structure.pick(free)
}

/** Removes a joint; returns the body at its end that is free afterwards. */
function takeOut(structure: RandomStructure, joint: RandomJoint): string {
  structure.joints = structure.joints.filter((other) => other !== joint)
  const isHeld = (end: string): boolean => {
    const mechanism = structure.mechanismOf(end)
    return mechanism.has('world') || structure.holders.some(({ inner }) => mechanism.has(inner))
  }
  return [joint.body2, joint.body1].find((end) => !isHeld(end))!
}

/** Adds an object from the pool at a random pose with a random motion. */
function tryAdd(structure: RandomStructure, act: Actions, kind: string): Step {
  const velocity = structure.vector(structure.length)
  const start = { ...structure.place(), velocity, angularVelocity: structure.vector(1) }
  const body = `${structure.addInstance()}.b1`
  return { kind, hasImpulse: false, actions: [act.add('parts', start)], start: { body, ...start } }
}

/** Kinds that allow all motions of another one about the same axis. */
const WIDER: Partial<Record<JointKind, readonly JointKind[]>> = {
  Revolute: ['Cylindrical', 'Spherical', 'Universal', 'Planar'],
  Prismatic: ['Cylindrical'],
  Universal: ['Spherical'],
}

/** Changes the kind of a joint, with an impulse, or without if the new kind allows more; its objects stay in place. */
function tryChangeKind(structure: RandomStructure, act: Actions, kind: string): Step | null {
  const joint = pickJoint(structure)
  if (joint === null) return null
  const hasImpulse = kind === 'changeKind'
  const kinds = hasImpulse ? FREE_KINDS : WIDER[joint.kind]
  if (kinds === undefined) return null
  const axes = hasImpulse ? structure.axes() : joint.axes
  return replace(structure, act, joint, { kind: structure.pick(kinds), axes }, hasImpulse, kind)
}

/** Moves a joint elsewhere: with the bodies that it carries, or to a free assembly, which frees the former bodies. */
function tryChangeEnds(structure: RandomStructure, act: Actions, kind: string): Step | null {
  const joint = pickJoint(structure)
  if (joint === null) return null
  const { joints } = structure
  const loose = takeOut(structure, joint)
  const left = structure.joints
  structure.joints = joints
  const targets = ['world', ...structure.bodies.map(({ name }) => name)]
  const isElsewhere = structure.random() < 0.5
  const [near, far] = [structure.pick(targets), structure.pick(targets)]
  structure.joints = left
  const holder = far === 'world' ? undefined : structure.holderOf(far)
  const isPossible = isElsewhere
    ? holder?.isFree && ![near, far].some((end) => structure.isCarriedBy(end, loose))
    : structure.mechanismOf(loose).has(far)
  const isApart = far !== 'world' && !structure.isCarriedBy(near, far)
  structure.joints = joints
  if (!isPossible || !isApart) return null
  if (isElsewhere)
    structure.holders = [
      ...structure.holders.filter((other) => other !== holder),
      { inner: loose, outer: 'world', isFree: true },
    ]
  const frames = [near === 'world' ? 'depot1' : `${near}Lock`, `${far}Lock`] as const
  const ends = { body1: near, body2: far, frames, axes: structure.axes() }
  return replace(structure, act, joint, { ...ends, kind: structure.pick(FREE_KINDS) }, true, kind)
}

function replace(
  structure: RandomStructure,
  act: Actions,
  joint: RandomJoint,
  more: Partial<RandomJoint>,
  hasImpulse: boolean,
  kind: string,
): Step {
  const other = { ...joint, ...more, isLocked: false }
  structure.joints = structure.joints.map((old) => (old === joint ? other : old))
  const record = createJoint(other.kind, other.frames, other.axes) as Parameters<Actions['changeJoint']>[1]
  const options = hasImpulse ? { impulse: true } : {}
  return { kind, hasImpulse, actions: [act.changeJoint(joint.name, record, options)] }
}

/** Commands that attach assemblies, and release them. */
function tryAssembly(structure: RandomStructure, act: Actions, kind: string): Step | null {
  const { name: body } = structure.pick(structure.bodies)
  const holder = structure.holderOf(body)
  if (holder === undefined) return null
  const hold = (inner: string, outer: string, isFree: boolean): void => {
    structure.holders = [...structure.holders.filter((other) => other !== holder), { inner, outer, isFree }]
  }
  const part = `${body}Lock`
  if (kind === 'delete') return tryDelete(structure, act, body, holder)
  if (kind === 'attach' ? !holder.isFree : holder.isFree) return null
  if (kind === 'release') {
    hold(body, 'world', true)
    return { kind, hasImpulse: false, actions: [act.release(part)] }
  }
  if (kind === 'releaseAndBack') {
    // any end may hold it afterwards: the whole assembly is at rest relative to its target
    if (holder.inner !== body) return null
    const target = holder.outer === 'world' ? 'depot2' : `${holder.outer}Lock`
    hold(body, holder.outer, false)
    return { kind, hasImpulse: false, actions: [act.release(part), act.attach(part, target)] }
  }
  const targets = ['world', ...structure.bodies.map(({ name }) => name)]
  const outer = structure.pick(targets.filter((name) => !structure.isCarriedBy(name, body)))
  const target = outer === 'world' ? structure.pick(['depot1', 'depot2']) : `${outer}Lock`
  const impulse = { impulse: true }
  const old = `${holder.inner}Lock`
  const action = {
    attach: () => act.attach(part, target, impulse),
    releaseAndAttach: () => act.releaseAndAttach(part, target, impulse),
    flipChain: () => act.flipChain(part, target, old, impulse),
  }[kind]
  if (action === undefined || (kind === 'flipChain' && holder.inner === body)) return null
  hold(body, outer, false)
  return { kind, hasImpulse: true, actions: [action()] }
}

function tryDelete(structure: RandomStructure, act: Actions, body: string, holder: Holder): Step | null {
  const mechanism = structure.mechanismOf(body)
  const carries = structure.holders.some(
    ({ inner, outer, isFree }) => !isFree && mechanism.has(outer) && !mechanism.has(inner),
  )
  const own = structure.joints.filter(({ body1 }) => mechanism.has(body1))
  if (carries || own.some(({ kind }) => isDriven(kind)) || structure.bodies.length <= mechanism.size)
    return null
  structure.joints = structure.joints.filter((joint) => !own.includes(joint))
  structure.holders = structure.holders.filter((other) => other !== holder)
  for (const name of mechanism) structure.bodies.splice(structure.bodies.indexOf(structure.bodyOf(name)), 1)
  const instance = /^(parts\[\d+\])\.b1$/.exec(body)
  return { kind: 'delete', hasImpulse: false, actions: [act.delete(instance?.[1] ?? `${body}Lock`)] }
}
