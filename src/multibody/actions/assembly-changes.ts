/** Changes of assemblies: attach, release, flip to another end, delete; instances of pools: add. */

import { assertKnownName, InputError, suggestName } from '../../base/index.ts'
import { toPlainRecord } from '../../model/index.ts'
import { checkUnits, composePoses, invertPose, readStartVector } from '../records/index.ts'
import {
  type Assembly,
  addInstance,
  createLock,
  findAssembly,
  findInScopes,
  hangsOn,
  type JointNode,
  keepInstances,
  type ObjectNode,
  type PoolStart,
  replaceJoints,
  type Structure,
} from '../structure/index.ts'
import type { Change, ChangeContext } from './change-context.ts'
import { stop } from './lock-conditions.ts'

/** Locks the assembly of `part` to `target`: it moves with it, or closes a loop if it is held already. */
export function attach(context: ChangeContext, part: string, target: string, impulse: boolean): Change {
  const { structure } = context
  const [object, other] = [context.lockable(part), context.lockable(target)]
  const assembly = context.assembly(object)
  const { root, holder } = assembly
  assertApart(context, object, other)
  const closesLoop = holder.role === 'lock' || hangsOn(structure, other, assembly)
  const lostEnergy = stop(context, object, other, { isNear: true, impulse })
  const fixed = composePoses(invertPose(context.pose(other)), context.pose(object))
  const text = `${object.fullPath} is attached to ${other.fullPath}`
  // the first lock is named after the assembly, others after the locked objects
  const name = closesLoop
    ? { path: `${object.path}:${other.path}`, fullPath: `${object.fullPath}:${other.fullPath}` }
    : root
  const lock = createLock(name, other, object, fixed)
  return {
    structure: replaceJoints(structure, closesLoop ? [] : [holder], [lock]),
    text: closesLoop ? `${text}, which closes a loop` : text,
    ...(impulse && { lostEnergy }),
  }
}

/** Asserts that two objects are neither one body nor connected by a lock. */
function assertApart(context: ChangeContext, object: ObjectNode, other: ObjectNode): void {
  const lock = context.structure.joints.find(
    ({ role, object1, object2 }) =>
      role === 'lock' &&
      ((object1 === other && object2 === object) || (object1 === object && object2 === other)),
  )
  if (lock !== undefined)
    throw context.error(
      `expected objects that are apart, but ${object.fullPath} is attached to ${other.fullPath} already. Release it first.`,
    )
  if (context.frame(object).body === context.frame(other).body)
    throw context.error(
      `expected two bodies, but ${object.fullPath} and ${other.fullPath} are one already. Attach another object.`,
    )
}

/** Frees the assembly of `part`. */
export function release(context: ChangeContext, part: string): Change {
  const object = context.object(part)
  const assembly = context.assembly(object)
  const { root } = assembly
  const locks = listLocks(context.structure, assembly)
  if (locks.length === 0)
    throw context.error(`expected an object that is attached, but ${root.fullPath} is not. Attach it first.`)
  const own = locks.filter(({ object1, object2 }) => object1 === object || object2 === object)
  const [lock] = locks.length === 1 ? locks : own
  if (locks.length > 1 && own.length !== 1)
    throw context.error(
      `expected one place, but ${root.fullPath} is attached in ${locks.length} places. Name the object of one of them that is attached once: ` +
        `${locks.map(({ object2 }) => object2.fullPath).join(', ')}.`,
    )
  const isLast = !locks.some((other) => other !== lock && isHolding(other, assembly))
  // a lock between two objects of the assembly, or to a carried one, has never held it
  const isFreed = isLast && isHolding(lock, assembly) && assembly.holder === lock
  return {
    structure: replaceJoints(context.structure, [lock], isFreed ? [context.freeJoint(root)] : []),
    text: `${lock.object2.fullPath} is released from ${lock.object1.fullPath}`,
  }
}

/** Locks at objects of an assembly, without those of carried assemblies. */
function listLocks({ joints }: Structure, { objects }: Assembly): JointNode[] {
  return joints.filter(({ role, object2 }) => role === 'lock' && objects.has(object2))
}

function isHolding({ object1, object2 }: JointNode, { objects }: Assembly): boolean {
  return objects.has(object2) && !objects.has(object1)
}

/** Asserts that two ends belong to one chain, before one is released and the other one is locked. */
export function assertFlips(context: ChangeContext, part: string, old: string): void {
  const [next, before] = [context.lockable(part), context.lockable(old)]
  const { objects, holder, root } = context.assembly(before)
  if (!objects.has(next))
    throw context.error(
      `expected two ends of one chain of joints, but ${next.fullPath} and ${before.fullPath} are not. Attach and release them separately.`,
    )
  if (holder.role !== 'lock' || context.frame(holder.object2).body !== context.frame(before).body)
    throw context.error(
      `${before.fullPath} does not hold ${root.fullPath}: ` +
        (holder.role === 'lock' ? `${holder.object2.fullPath} does.` : 'it moves freely.'),
    )
}

/** Removes an assembly with its joints. */
export function remove(context: ChangeContext, part: string): Change {
  const { structure } = context
  const object = context.object(part)
  if (object === structure.world || (context.frame(object).body < 0 && !findAssembly(structure, object)))
    throw context.error(
      `expected an object that moves, but ${object.fullPath} belongs to the world. Delete another one.`,
    )
  const { root, objects, holder } = context.assembly(object)
  const carried = structure.joints.find((joint) => objects.has(joint.object1) && !objects.has(joint.object2))
  if (carried !== undefined)
    throw context.error(
      `expected an object that carries nothing, but ${carried.fullPath} connects ${carried.object2.fullPath} with it. Release that first.`,
    )
  const driven = structure.joints.find((joint) => objects.has(joint.object2) && joint.motion?.hasFlange)
  if (driven !== undefined)
    throw context.error(
      `expected joints without flange, but ${driven.fullPath} has one, and its equations go on. Use the joint without flange.`,
    )
  const isGone = (node: ObjectNode): boolean => objects.has(node)
  const left = new Map([...structure.objects].filter(([, node]) => !isGone(node)))
  const rest: Structure = {
    ...structure,
    objects: left,
    instances: keepInstances(structure.instances, left),
    joints: structure.joints.filter(
      (joint) => joint !== holder && !isGone(joint.object1) && !isGone(joint.object2),
    ),
  }
  return { structure: rest, text: `${root.fullPath} is deleted` }
}

/** Start values of an added instance, with units. */
const START_KEYS = { translation: 'm', rotation: 'rad', velocity: 'm/s', angularVelocity: 'rad/s' } as const

/** Adds an instance of a pool. */
export function addFromPool(context: ChangeContext, reference: string, given: PoolStart): Change {
  const { pools } = context.structure
  const pool = typeof reference === 'string' ? findInScopes(pools, context.from.path, reference) : undefined
  if (pool === undefined) {
    const names = [...pools.keys()]
    const expected = `the path of a pool: ${names.join(', ') || '(there is none)'}${suggestName(reference, names)}`
    throw new InputError('actions: add', expected, reference)
  }
  const { structure, instance } = addInstance(context.structure, pool, readStart(given))
  const { path, fullPath, parts } = instance
  return {
    structure,
    text: `${fullPath} is added`,
    added: { name: path, objects: parts.map((part) => part.path) },
  }
}

/** Checks start values, and returns them in SI units. */
function readStart(given: PoolStart): PoolStart {
  const names = Object.keys(START_KEYS)
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new InputError('actions: add', `a map { ${names.join(', ')} }`, given)
  const start: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(given)) {
    const path = `actions: add: ${key}`
    assertKnownName(path, key, names)
    if (value === undefined) continue
    checkUnits(path, value, START_KEYS[key as keyof typeof START_KEYS])
    start[key] = toPlainRecord(value)
    readStartVector(path, start[key], 3)
  }
  return start
}
