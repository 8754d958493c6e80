import {
  collectConnected,
  collectMechanism,
  findAssembly,
  isAssemblyRoot,
  type JointNode,
  type ObjectNode,
  replaceJoints,
  type Structure,
} from '../../../structure/index.ts'
import type { ChangeContext } from '../context/index.ts'
import { findLooseRoot } from './joint-changes.ts'

/** Where a joint stands in the tree. */
export interface JointPlace {
  /** The end that it carries. */
  readonly far: ObjectNode
  /** Whether what it carries is an assembly. */
  readonly farHasRoot: boolean
  /** Root of what the old joint has carried, and nothing carries now; null: it is carried. */
  readonly loose: ObjectNode | null
  /** Free motion of an assembly that the joint carries now; null: none ends. */
  readonly dropped: JointNode | null
}

/**
 * Where a joint between two objects comes to stand in place of `old`. If it connects what other joints carry, and none of
 * the two is an assembly that moves freely, it closes a loop.
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
      `${object1.fullPath} and ${object2.fullPath} are held by ${old.fullPath} alone: without it, a joint between them ` +
        'connects them with nothing.',
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
  // both are held by others: the joint closes a loop
  const carried = [old.object2, old.object1].find((end) => !held.has(end))
  return {
    far: object2,
    farHasRoot: hasRoot(left, object2),
    loose: carried === undefined ? null : findLooseRoot(left, carried),
    dropped: null,
  }
}

/** The free motion of the assembly that carries an object, perhaps by others; null: the world holds it. */
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
