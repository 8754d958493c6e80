/**
 * Which joints close loops, and are cut. A joint with a flange, with start values that the user has given, or with a
 * relation to another one, stays in the tree. Of the others one is cut that leaves the fewest constraints: a spherical
 * joint before a revolute one; one with a guess after all without; of the same kind one that is far from the world, or
 * near to it, where that makes loops which do not meet: a lattice is better one long chain with a small loop at each link
 * than two chains that all loops connect. Where there is no loop, nothing is cut.
 */
import { VarioError } from '../../base/index.ts'
import { FREE, SPHERICAL } from '../../mechanics/index.ts'
import { isAxisElement } from '../parts/index.ts'
import { type Edge, Groups, weighTree } from './graph/index.ts'
import type { JointNode, ObjectNode } from './nodes.ts'
import type { Structure } from './structure.ts'

/** Another tree is taken if its loops cost so many times less. */
const MUCH_LESS = 4
/** Loops that cost less are not worth another tree. */
const FEW = 100

export function chooseCuts(
  structure: Structure,
  /** Joints that relations need in the tree. */
  related: ReadonlySet<JointNode>,
): readonly JointNode[] {
  // numbers of connections and objects do not tell: what is not connected with the world may hide a loop
  if (cutInOrder(structure, structure.joints).length === 0) return []
  const levelOf = findLevels(structure)
  const joints = structure.joints.map((joint) => {
    const levels = [levelOf(joint.object1), levelOf(joint.object2)]
    return {
      joint,
      rank: rankOf(joint) + (related.has(joint) ? 400 : 0),
      level: Math.min(...levels),
      isAcross: levels[0] === levels[1],
    }
  })
  const cut = (compare: (a: (typeof joints)[number], b: (typeof joints)[number]) => number) =>
    cutInOrder(
      structure,
      [...joints].sort((a, b) => b.rank - a.rank || compare(a, b)).map(({ joint }) => joint),
    )
  const far = cut((a, b) => a.level - b.level)
  const cost = weighCuts(structure, far)
  if (cost < FEW) return assertFree(far)
  const near = cut((a, b) =>
    b.level === a.level ? Number(b.isAcross) - Number(a.isAcross) : b.level - a.level,
  )
  return assertFree(MUCH_LESS * weighCuts(structure, near) < cost ? near : far)
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

/** Objects that are connected with their parents. */
function groupObjects({ objects }: Structure): Groups<ObjectNode> {
  const groups = new Groups<ObjectNode>()
  for (const object of objects.values()) if (object.parent !== null) groups.join(object, object.parent)
  return groups
}

function weighCuts(structure: Structure, cuts: readonly JointNode[]): number {
  const groups = groupObjects(structure)
  const edge = ({ object1, object2 }: JointNode): Edge<ObjectNode> => [
    groups.find(object1),
    groups.find(object2),
  ]
  const isCut = new Set(cuts)
  const kept = structure.joints.filter((joint) => !isCut.has(joint))
  return weighTree(groups.find(structure.world), kept.map(edge), cuts.map(edge))
}

/** Joints that connect what those before them have connected already. */
function cutInOrder(structure: Structure, joints: readonly JointNode[]): readonly JointNode[] {
  const groups = groupObjects(structure)
  return joints.filter(({ object1, object2 }) => !groups.join(object1, object2))
}

/** Number of joints between an object and the world: trees that are not deep have loops that do not influence each other. */
function findLevels(structure: Structure): (object: ObjectNode) => number {
  const groups = groupObjects(structure)
  const neighbors = new Map<ObjectNode, ObjectNode[]>()
  const add = (from: ObjectNode, to: ObjectNode): void => {
    const list = neighbors.get(from)
    if (list === undefined) neighbors.set(from, [to])
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
    for (const next of neighbors.get(queue[k]) ?? []) {
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
      : element.isRotationGiven ||
        element.isTranslationGiven ||
        element.isAngularVelocityGiven ||
        element.isVelocityGiven,
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
