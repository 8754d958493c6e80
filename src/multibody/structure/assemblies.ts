/**
 * Assemblies (thesis 11.2): mechanisms that actions move as a whole. A mechanism is a set of objects connected by
 * parents and joints. It is an assembly if its root has `assemblyRoot: true`. One joint holds it, which actions
 * replace: free motion, or a lock at an object of another mechanism.
 */
import type { JointNode, ObjectNode, Structure } from './structure.ts'

export interface Assembly {
  /** Its name is that of the holder of the assembly, and of the states of its free motion. */
  readonly root: ObjectNode
  readonly objects: ReadonlySet<ObjectNode>
  /** The joint that holds it: object2 is one of the objects. */
  readonly holder: JointNode
}

/** True if an object can be the root of an assembly for actions. */
export function isAssemblyRoot({ madeRoots }: Structure, object: ObjectNode): boolean {
  return object.record.assemblyRoot === true || madeRoots.has(object)
}

/** All objects that parents and joints connect with `start`, without the holders of assemblies. */
export function collectMechanism(
  { objects, joints }: Pick<Structure, 'objects' | 'joints'>,
  start: ObjectNode,
): Set<ObjectNode> {
  return collectConnected({ objects, joints: joints.filter(({ role }) => role === 'joint') }, start)
}

/** All objects that parents, joints and holders of assemblies connect with `start`. */
export function collectConnected(
  structure: Pick<Structure, 'objects' | 'joints'>,
  start: ObjectNode,
): Set<ObjectNode> {
  const neighbors = new Map<ObjectNode, ObjectNode[]>()
  const connect = (a: ObjectNode, b: ObjectNode): void => {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ]) {
      const list = neighbors.get(from)
      if (list === undefined) neighbors.set(from, [to])
      else list.push(to)
    }
  }
  for (const object of structure.objects.values()) if (object.parent !== null) connect(object, object.parent)
  for (const { object1, object2 } of structure.joints) connect(object1, object2)
  // the set grows while it is visited
  const found = new Set([start])
  for (const object of found) for (const other of neighbors.get(object) ?? []) found.add(other)
  return found
}

/** The assembly of an object; null: it belongs to none. */
export function findAssembly(structure: Structure, part: ObjectNode): Assembly | null {
  const objects = collectMechanism(structure, part)
  const root = findRoot(structure, part, objects)
  const holders = structure.joints.filter(
    ({ role, object1, object2 }) => role !== 'joint' && objects.has(object2) && !objects.has(object1),
  )
  // a freely moving assembly may be locked to one that it carries: a loop
  const holder = holders.find(({ role }) => role === 'free') ?? holders.at(0)
  return root === null || holder === undefined ? null : { root, objects, holder }
}

/** The root among the objects that are fixed to `part`, or the first one of the mechanism. */
function findRoot(
  structure: Structure,
  part: ObjectNode,
  objects: ReadonlySet<ObjectNode>,
): ObjectNode | null {
  // a holder that has become a joint of the mechanism may still be named after its old assembly
  const taken = new Set(structure.joints.flatMap(({ role, path }) => (role === 'joint' ? [path] : [])))
  const isRoot = (object: ObjectNode): boolean => isAssemblyRoot(structure, object) && !taken.has(object.path)
  for (let object: ObjectNode | null = part; object !== null; object = object.parent)
    if (isRoot(object)) return object
  for (const object of structure.objects.values()) if (objects.has(object) && isRoot(object)) return object
  return null
}

/** True if an object belongs to an assembly, or to one that it carries directly or indirectly. */
export function hangsOn(structure: Structure, object: ObjectNode, { objects }: Assembly): boolean {
  const seen = new Set<JointNode>()
  for (let at = object; ; ) {
    if (objects.has(at)) return true
    const assembly = findAssembly(structure, at)
    if (assembly === null || seen.has(assembly.holder)) return false
    seen.add(assembly.holder)
    at = assembly.holder.object1
  }
}

/** The structure without the joints `without`, and with the new `joints`. */
export function replaceJoints(
  structure: Structure,
  without: readonly JointNode[],
  joints: readonly JointNode[],
): Structure {
  return {
    ...structure,
    joints: [...structure.joints.filter((joint) => !without.includes(joint)), ...joints],
  }
}
