/**
 * Assemblies (thesis 11.2): what actions move as a whole. Objects that parents and joints connect are one mechanism. A
 * mechanism with a root that says `assemblyRoot: true` is an assembly. It is held by one joint, which actions replace:
 * free motion, or a lock at an object of something else.
 */
import type { JointNode, ObjectNode } from './nodes.ts'
import type { Structure } from './structure.ts'

export interface Assembly {
  /** Gives its name to what holds the assembly, and to the states of its free motion. */
  readonly root: ObjectNode
  readonly objects: ReadonlySet<ObjectNode>
  /** What holds it: its object2 is one of the objects. */
  readonly holder: JointNode
}

/** Whether actions may take an object as the root of an assembly. */
export function isAssemblyRoot({ madeRoots }: Structure, object: ObjectNode): boolean {
  return object.record.assemblyRoot === true || madeRoots.has(object)
}

/** All objects that parents and joints connect with `start`, but not what holds assemblies. */
export function collectMechanism(
  { objects, joints }: Pick<Structure, 'objects' | 'joints'>,
  start: ObjectNode,
): Set<ObjectNode> {
  return collectConnected({ objects, joints: joints.filter(({ role }) => role === 'joint') }, start)
}

/** The same, and what holds assemblies connects as well. */
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
  // a set that grows while it is visited
  const found = new Set([start])
  for (const object of found) for (const other of neighbors.get(object) ?? []) found.add(other)
  return found
}

/** The assembly that an object belongs to; null: it belongs to none. */
export function findAssembly(structure: Structure, part: ObjectNode): Assembly | null {
  const objects = collectMechanism(structure, part)
  const root = findRoot(structure, part, objects)
  const holders = structure.joints.filter(
    ({ role, object1, object2 }) => role !== 'joint' && objects.has(object2) && !objects.has(object1),
  )
  // what moves freely may be locked to something that it carries itself: a loop
  const holder = holders.find(({ role }) => role === 'free') ?? holders.at(0)
  return root === null || holder === undefined ? null : { root, objects, holder }
}

/** The root among the objects that `part` is fixed to, or the first one of the mechanism. */
function findRoot(
  structure: Structure,
  part: ObjectNode,
  objects: ReadonlySet<ObjectNode>,
): ObjectNode | null {
  // a joint that has become one of the mechanism may still have the name of what it has held
  const taken = new Set(structure.joints.flatMap(({ role, path }) => (role === 'joint' ? [path] : [])))
  const isRoot = (object: ObjectNode): boolean => isAssemblyRoot(structure, object) && !taken.has(object.path)
  for (let object: ObjectNode | null = part; object !== null; object = object.parent)
    if (isRoot(object)) return object
  for (const object of structure.objects.values()) if (objects.has(object) && isRoot(object)) return object
  return null
}

/** Whether an object hangs on an assembly: belongs to it, or to one that it holds, and so on. */
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

/** The structure with other joints: `without` go, `joints` come. */
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
