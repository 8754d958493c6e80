/**
 * Which joints close loops, and are cut. A joint with a flange, with start values that the user has given, or with a
 * relation to another one, stays in the tree. Of the others one is cut that leaves the fewest constraints: a spherical
 * joint before a revolute one; one with a guess after all without; of the same kind one that is far from the world. Where
 * there is no loop, nothing is cut.
 */
import { VarioError } from '../../base/index.ts'
import { FREE, SPHERICAL } from '../../mechanics/index.ts'
import { isAxisElement } from '../parts/index.ts'
import type { JointNode, ObjectNode } from './nodes.ts'
import type { Structure } from './structure.ts'

export function chooseCuts(
  structure: Structure,
  /** Joints that relations need in the tree. */
  related: ReadonlySet<JointNode>,
): readonly JointNode[] {
  // what is connected without loops has one connection less than objects
  let nConnection = structure.joints.length
  for (const { parent } of structure.objects.values()) if (parent !== null) nConnection++
  if (nConnection < structure.objects.size) return []
  const levelOf = findLevels(structure)
  const kept = structure.joints
    .map((joint) => ({
      joint,
      rank: rankOf(joint) + (related.has(joint) ? 400 : 0),
      level: Math.min(levelOf(joint.object1), levelOf(joint.object2)),
    }))
    .sort((a, b) => b.rank - a.rank || a.level - b.level)
    .map(({ joint }) => joint)
  return assertFree(cutInOrder(structure, kept))
}

function assertFree(cuts: readonly JointNode[]): readonly JointNode[] {
  const driven = cuts.find(({ motion }) => motion?.hasFlange)
  if (driven === undefined) return cuts
  throw new VarioError(
    'MULTIBODY',
    `${driven.fullPath} closes a loop of joints which all have flanges: one joint of a loop has no states, and cannot ` +
      'have a flange. Replace one that nothing drives by the joint without flange; a force that acts between its ' +
      'objects can be a SpringDamperPtP or a Bushing.',
    { joint: driven.fullPath },
  )
}

/** Objects that are connected: with their parents, and by joints as they come. */
class Groups {
  private readonly group = new Map<ObjectNode, ObjectNode>()

  constructor({ objects }: Structure) {
    for (const object of objects.values()) if (object.parent !== null) this.join(object, object.parent)
  }

  find(object: ObjectNode): ObjectNode {
    const { group } = this
    let root = object
    for (let next = group.get(root); next !== undefined; next = group.get(root)) root = next
    for (let node = object; node !== root; ) {
      const next = group.get(node)!
      group.set(node, root)
      node = next
    }
    return root
  }

  /** Whether they were apart. */
  join(a: ObjectNode, b: ObjectNode): boolean {
    const [rootA, rootB] = [this.find(a), this.find(b)]
    if (rootA === rootB) return false
    this.group.set(rootA, rootB)
    return true
  }
}

/** Joints that connect what those before them have connected already. */
function cutInOrder(structure: Structure, joints: readonly JointNode[]): readonly JointNode[] {
  const groups = new Groups(structure)
  return joints.filter(({ object1, object2 }) => !groups.join(object1, object2))
}

/** Number of joints between an object and the world: trees that are not deep have loops that do not influence each other. */
function findLevels(structure: Structure): (object: ObjectNode) => number {
  const groups = new Groups(structure)
  const neighbours = new Map<ObjectNode, ObjectNode[]>()
  const add = (from: ObjectNode, to: ObjectNode): void => {
    const list = neighbours.get(from)
    if (list === undefined) neighbours.set(from, [to])
    else list.push(to)
  }
  for (const { object1, object2 } of structure.joints) {
    const [a, b] = [groups.find(object1), groups.find(object2)]
    add(a, b)
    add(b, a)
  }
  const levels = new Map([[groups.find(structure.world), 0]])
  const queue = [...levels.keys()]
  for (let k = 0; k < queue.length; k++) {
    for (const next of neighbours.get(queue[k]) ?? []) {
      if (levels.has(next)) continue
      levels.set(next, levels.get(queue[k])! + 1)
      queue.push(next)
    }
  }
  return (object) => levels.get(groups.find(object)) ?? Number.POSITIVE_INFINITY
}

/** The greater, the less a joint may be cut. */
function rankOf({ motion }: JointNode): number {
  if (motion === null) return 6
  if (motion.hasFlange) return 200
  const axes = motion.elements.filter(isAxisElement)
  const isGiven = motion.elements.some((element) =>
    isAxisElement(element)
      ? element.positionStart.isGiven || element.velocityStart.isGiven
      : element.isRotationGiven || element.isTranslationGiven,
  )
  const isGuess = axes.some(
    ({ positionStart, velocityStart }) => positionStart.isGuess || velocityStart.isGuess,
  )
  return (isGiven ? 100 : 0) + (isGuess ? 50 : 0) + 6 - countDof(motion)
}

function countDof({ elements }: NonNullable<JointNode['motion']>): number {
  let n = 0
  for (const { kind } of elements) n += kind === FREE ? 6 : kind === SPHERICAL ? 3 : 1
  return n
}
