/** Random commands that are allowed where they are given, and what they do to a structure. */
import type { ActionProgram, WorldState } from 'vario/multibody'
import { type Holder, isDriven, type RandomJoint, type RandomStructure } from './random-structure.ts'

type Actions = Parameters<ActionProgram>[0]
type Action = ReturnType<Actions['wait']>

/** Bodies, joints and what holds mechanisms, at some time. */
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
      const { kind, hasImpulse } = step
      changes.push({ time: state.time, kind, hasImpulse, before, after: takeSnapshot(structure) })
      state = yield act.wait(structure.between(0.001, 0.03))
    }
  }
}

interface Step {
  readonly kind: string
  readonly hasImpulse: boolean
  readonly actions: readonly Action[]
}

const KINDS = [
  ...[
    'attach',
    'attach',
    'release',
    'releaseAndAttach',
    'flipChain',
    'lock',
    'unlock',
    'disconnect',
    'delete',
  ],
  ...['releaseAndBack', 'unlockAndBack'],
]

/** Tries commands until one is possible; null: none of some. */
function chooseStep(structure: RandomStructure, act: Actions): Step | null {
  for (let k = 0; k < 20; k++) {
    const kind = structure.pick(KINDS)
    const step = kind.includes('ock') && kind !== 'unknown' ? tryJoint(structure, act, kind) : null
    const found = step ?? tryAssembly(structure, act, kind) ?? tryDisconnect(structure, act, kind)
    if (found !== null) return found
  }
  return null
}

/** Commands that stop joints, and let them go. */
function tryJoint(structure: RandomStructure, act: Actions, kind: string): Step | null {
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
  const joints = structure.joints.filter((joint) => !isDriven(joint.kind))
  if (kind !== 'disconnect' || joints.length === 0) return null
  const joint = structure.pick(joints)
  structure.joints = structure.joints.filter((other) => other !== joint)
  const isHeld = (end: string): boolean => {
    const mechanism = structure.mechanismOf(end)
    return mechanism.has('world') || structure.holders.some(({ inner }) => mechanism.has(inner))
  }
  const loose = [joint.body2, joint.body1].find((end) => !isHeld(end))!
  structure.holders.push({ inner: loose, outer: 'world', isFree: true })
  return { kind, hasImpulse: false, actions: [act.disconnect(joint.name)] }
}

/** Commands that hold assemblies, and let them go. */
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
    // any end may hold it afterwards: all of it is at rest with respect to what it was attached to
    if (holder.inner !== body) return null
    const target = holder.outer === 'world' ? 'depot2' : `${holder.outer}Lock`
    hold(body, holder.outer, false)
    return { kind, hasImpulse: false, actions: [act.release(part), act.attach(part, target)] }
  }
  const targets = ['world', ...structure.bodies.map(({ name }) => name)]
  const outer = structure.pick(targets.filter((name) => !structure.hangsOn(name, body)))
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
  return { kind: 'delete', hasImpulse: false, actions: [act.delete(`${body}Lock`)] }
}
