import {
  collectConnected,
  collectMechanism,
  findAssembly,
  isAssemblyRoot,
  type JointNode,
  type ObjectNode,
  replaceJoints,
  type Structure,
} from '../structure/index.ts'
import type { ChangeContext } from './change-context.ts'
import { findLooseRoot } from './lock-joint.ts'

/** Place of a joint in the tree. */
export interface JointPlace {
  /** The carried end. */
  readonly far: ObjectNode
  /** True if the carried end belongs to an assembly. */
  readonly farHasRoot: boolean
  /** Root of the mechanism that only the old joint has carried; null: others carry it. */
  readonly loose: ObjectNode | null
  /** Free motion of an assembly that the joint carries from now on; null: none ends. */
  readonly dropped: JointNode | null
}

/**
 * Finds the place in the tree of a joint between two objects that replaces `old`. If other joints carry both, and none
 * of the two is an assembly that moves freely, it closes a loop.
 */
export function findJointPlace(
  context: ChangeContext,
  old: JointNode,
  object1: ObjectNode,
  object2: ObjectNode,
): JointPlace {
  const { structure } = context
  const left = replaceJoints(structure, [old], [])
  const held = collectConnected(left, structure.world)
  const [is1Held, is2Held] = [held.has(object1), held.has(object2)]
  if (is1Held !== is2Held) {
    const far = is1Held ? object2 : object1
    return { far, farHasRoot: hasRoot(left, far), loose: null, dropped: null }
  }
  if (!is1Held)
    throw context.error(
      `expected an object that is held otherwise, but ${object1.fullPath} and ${object2.fullPath} are held by ` +
        `${old.fullPath} alone. Connect one of them with the world first.`,
    )
  for (const [far, other] of [
    [object2, object1],
    [object1, object2],
  ]) {
    const dropped = findFreeMotion(left, far)
    if (dropped === null) continue
    const apart = replaceJoints(left, [dropped], [])
    if (collectConnected(apart, far).has(other)) continue
    const loose = findLooseRoot(left, held.has(old.object2) ? old.object1 : old.object2)
    return { far, farHasRoot: hasRoot(apart, far), loose, dropped }
  }
  // other joints hold both: the joint closes a loop
  const carried = [old.object2, old.object1].find((end) => !held.has(end))
  return {
    far: object2,
    farHasRoot: hasRoot(left, object2),
    loose: carried === undefined ? null : findLooseRoot(left, carried),
    dropped: null,
  }
}

/** The free motion of the assembly that carries an object, directly or through others; null: the world holds it. */
function findFreeMotion(structure: Structure, object: ObjectNode): JointNode | null {
  const seen = new Set<JointNode>()
  for (let at = object; ; ) {
    const holder = findAssembly(structure, at)?.holder
    if (holder === undefined || seen.has(holder)) return null
    if (holder.role === 'free') return holder
    seen.add(holder)
    at = holder.object1
  }
}

function hasRoot(structure: Structure, object: ObjectNode): boolean {
  for (const node of collectMechanism(structure, object)) if (isAssemblyRoot(structure, node)) return true
  return false
}
