/** What holds an assembly: it is attached, released, carried on by another of its ends, or deleted. */
import { composePoses, invertPose } from '../../frames/index.ts'
import {
  createLock,
  findAssembly,
  hangsOn,
  keepInstances,
  type ObjectNode,
  replaceJoints,
  type Structure,
} from '../../structure/index.ts'
import { type Change, type ChangeContext, stop } from './context/index.ts'

/** Locks the assembly of `part`, which moves freely, to `target`. */
export function attach(context: ChangeContext, part: string, target: string, impulse: boolean): Change {
  const { structure } = context
  const [object, other] = [context.lockable(part), context.lockable(target)]
  const assembly = context.assembly(object)
  const { root, holder } = assembly
  if (assembly.objects.has(other))
    throw context.error(
      `${other.fullPath} belongs to the assembly ${root.fullPath} itself: that would close a loop.`,
    )
  if (holder.role === 'lock')
    throw context.error(
      `${root.fullPath} does not move freely: it is attached to ${holder.object1.fullPath} already, and a second ` +
        'lock would close a kinematic loop. Release it first, or use releaseAndAttach.',
    )
  if (hangsOn(structure, other, assembly))
    throw context.error(
      `${other.fullPath} is carried by the assembly ${root.fullPath} itself: that would close a kinematic loop.`,
    )
  const lostEnergy = stop(context, object, other, { isNear: true, impulse })
  const fixed = composePoses(invertPose(context.pose(other)), context.pose(object))
  return {
    structure: replaceJoints(structure, [holder], [createLock(root, other, object, fixed)]),
    text: `${object.fullPath} is attached to ${other.fullPath}`,
    ...(impulse && { lostEnergy }),
  }
}

/** Lets the assembly of `part` go. */
export function release(context: ChangeContext, part: string): Change {
  const { root, holder } = context.assembly(context.object(part))
  if (holder.role !== 'lock') throw context.error(`${root.fullPath} is not attached to anything.`)
  return {
    structure: replaceJoints(context.structure, [holder], [context.freeJoint(root)]),
    text: `${holder.object2.fullPath} is released from ${holder.object1.fullPath}`,
  }
}

/** Checks that two ends belong to one chain, before one lets go and the other holds. */
export function assertFlips(context: ChangeContext, part: string, old: string): void {
  const [next, before] = [context.lockable(part), context.lockable(old)]
  const { objects, holder, root } = context.assembly(before)
  if (!objects.has(next))
    throw context.error(`${next.fullPath} and ${before.fullPath} are not ends of one chain of joints.`)
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
    throw context.error(`${object.fullPath} belongs to the world, which cannot be deleted.`)
  const { root, objects, holder } = context.assembly(object)
  const carried = structure.joints.find((joint) => objects.has(joint.object1) && !objects.has(joint.object2))
  if (carried !== undefined)
    throw context.error(
      `${carried.fullPath} still connects ${carried.object2.fullPath} with it: release that first.`,
    )
  const driven = structure.joints.find((joint) => objects.has(joint.object2) && joint.motion?.hasFlange)
  if (driven !== undefined)
    throw context.error(`${driven.fullPath} has a flange, and its equations go on: it cannot be deleted.`)
  const isGone = (node: ObjectNode): boolean => objects.has(node)
  const left = new Map([...structure.objects].filter(([, node]) => !isGone(node)))
  const rest: Structure = {
    ...structure,
    objects: left,
    instances: keepInstances(structure.instances, left),
    joints: structure.joints.filter((joint) => joint !== holder && !isGone(joint.object1)),
  }
  return { structure: rest, text: `${root.fullPath} is deleted` }
}
