/** Commands that lock, unlock and disconnect a joint. */
import { cardan123FromRotation } from '../../math/index.ts'
import { isAxisElement, type JointElement } from '../parts/joints/index.ts'
import { composePoses, invertPose, type Pose } from '../records/index.ts'
import {
  collectConnected,
  collectMechanism,
  isAssemblyRoot,
  type JointNode,
  type ObjectNode,
  replaceJoints,
  type Structure,
} from '../structure/index.ts'
import type { Change, ChangeContext } from './change-context.ts'
import { stop } from './lock-conditions.ts'

/** Locks a joint at its present position. */
export function lockJoint(context: ChangeContext, reference: string, impulse: boolean): Change {
  const joint = context.anyJoint(reference)
  const { object1, object2 } = joint
  if (joint.motion === null || joint.isBraked)
    throw context.error(
      `expected a joint that can move, but ${joint.fullPath} ${joint.locked || joint.isBraked ? 'is locked already' : 'never can'}. Leave the command out.`,
    )
  if (joint.motion.isPrescribed)
    throw context.error(`${joint.fullPath} has a prescribed motion, which a lock would contradict.`)
  const lostEnergy = stop(context, object2, object1, { isNear: false, impulse })
  return {
    structure: replaceJoints(context.structure, [joint], [lockHere(context, joint)]),
    text: `${joint.fullPath} is locked`,
    ...(impulse && { lostEnergy }),
  }
}

/** The locked joint. A joint with a flange stays in the tree, because equations have its states. */
function lockHere(context: ChangeContext, joint: JointNode): JointNode {
  if (joint.motion?.hasFlange) return { ...joint, isBraked: true }
  const fixed = relativePose(context, joint.object1, joint.object2)
  return { ...joint, fixed, motion: null, locked: stopHere(context, joint, fixed) }
}

/** Unlocks a joint at its present position. */
export function unlockJoint(context: ChangeContext, reference: string): Change {
  const joint = context.anyJoint(reference)
  const free = joint.isBraked ? { ...joint, isBraked: false } : joint.locked
  if (free === null)
    throw context.error(
      `expected a locked joint, but ${joint.fullPath} is not locked. Leave the command out.`,
    )
  return {
    structure: replaceJoints(context.structure, [joint], [free]),
    text: `${joint.fullPath} is unlocked`,
  }
}

/** Removes a joint; a disconnected mechanism moves freely. */
export function disconnect(context: ChangeContext, reference: string): Change {
  const { structure } = context
  const joint = context.joint(reference)
  const left = replaceJoints(structure, [joint], [])
  const far = [joint.object2, joint.object1].map((end) => ({ end, objects: collectMechanism(left, end) }))
  const held = collectConnected(left, structure.world)
  const loose = far.find(({ end }) => !held.has(end))
  if (loose === undefined) {
    const kept = far.reduce((now, { objects }) => nameLock(turnLock(now, objects), objects), left)
    return { structure: kept, text: `${joint.fullPath} is disconnected, and a loop is open` }
  }
  const root = rootOf(structure, loose.objects) ?? topOf(loose.end)
  const free: Structure = {
    ...replaceJoints(left, [], [context.freeJoint(root)]),
    madeRoots: new Set([...structure.madeRoots, root]),
  }
  return {
    structure: nameLock(free, far.find((side) => side !== loose)!.objects),
    text: `${joint.fullPath} is disconnected, and ${root.fullPath} moves freely`,
  }
}

/** Root of a mechanism that is not held: its assembly root, or the topmost parent. */
export function findLooseRoot(structure: Structure, end: ObjectNode): ObjectNode {
  return rootOf(structure, collectMechanism(structure, end)) ?? topOf(end)
}

/** An attached mechanism that has lost the root after which its lock was named gets a root of its own. */
function nameLock(structure: Structure, objects: ReadonlySet<ObjectNode>): Structure {
  const lock = structure.joints.find(
    ({ role, object1, object2 }) => role === 'lock' && objects.has(object2) && !objects.has(object1),
  )
  if (lock === undefined || rootOf(structure, objects) !== undefined) return structure
  const root = topOf(lock.object2)
  const { path, fullPath } = root
  return {
    ...replaceJoints(structure, [lock], [{ ...lock, path, fullPath }]),
    madeRoots: new Set([...structure.madeRoots, root]),
  }
}

/** The first root of an assembly among objects. */
function rootOf(structure: Structure, objects: ReadonlySet<ObjectNode>): ObjectNode | undefined {
  return [...structure.objects.values()].find(
    (object) => objects.has(object) && isAssemblyRoot(structure, object),
  )
}

/** The topmost parent of an object. */
function topOf(object: ObjectNode): ObjectNode {
  let top = object
  while (top.parent !== null) top = top.parent
  return top
}

/** A lock that has closed a loop, and now holds objects at its other end, becomes the lock of these. */
function turnLock(structure: Structure, objects: ReadonlySet<ObjectNode>): Structure {
  if (objects.has(structure.world)) return structure
  const holds = ({ role, object1, object2 }: JointNode): boolean =>
    role !== 'joint' && objects.has(object2) && !objects.has(object1)
  const lock = structure.joints.find(
    ({ role, object1, object2 }) => role === 'lock' && objects.has(object1) && !objects.has(object2),
  )
  if (lock === undefined || structure.joints.some(holds)) return structure
  const { object1, object2, fixed } = lock
  const turned = { ...lock, object1: object2, object2: object1, fixed: invertPose(fixed!) }
  return replaceJoints(structure, [lock], [turned])
}

function relativePose(context: ChangeContext, object1: ObjectNode, object2: ObjectNode): Pose {
  return composePoses(invertPose(context.pose(object1)), context.pose(object2))
}

/** The joint at rest at its present position. */
function stopHere(context: ChangeContext, joint: JointNode, X_12: Pose): JointNode {
  const motion = joint.motion!
  const rotation = new Float64Array(3)
  const X_1F = motion.offset === null ? X_12 : composePoses(X_12, invertPose(motion.offset))
  cardan123FromRotation(rotation, 0, X_1F.R, 0)
  const elements = motion.elements.map((element): JointElement => {
    if (isAxisElement(element))
      return {
        ...element,
        positionStart: { ...element.positionStart, value: context.position(joint, element)! },
        velocityStart: { ...element.velocityStart, value: 0 },
      }
    const zero = new Float64Array(3)
    const resumed = context.orientation(joint)
    return { ...element, rotation, resumed, translation: X_1F.p, velocity: zero, angularVelocity: zero }
  })
  return { ...joint, startsInMotion: true, motion: { ...motion, elements } }
}
