/**
 * Which joints close loops, and are cut. A joint with a flange, with start values that the user has given, or with a
 * relation to another one, stays in the tree. Of the others one is cut that leaves the fewest constraints: a spherical
 * joint before a revolute one; one with a guess after all without. Where there is no loop, nothing is cut.
 */
import { VarioError } from '../../base/index.ts'
import { FREE, SPHERICAL } from '../../mechanics/index.ts'
import { isAxisElement } from '../parts/index.ts'
import type { JointNode, ObjectNode } from './nodes.ts'
import type { Structure } from './structure.ts'

export function chooseCuts(
  { objects, joints }: Structure,
  /** Joints that relations need in the tree. */
  related: ReadonlySet<JointNode>,
): Set<JointNode> {
  const group = new Map<ObjectNode, ObjectNode>()
  const find = (object: ObjectNode): ObjectNode => {
    let root = object
    for (let next = group.get(root); next !== undefined; next = group.get(root)) root = next
    return root
  }
  /** Whether they were apart. */
  const join = (a: ObjectNode, b: ObjectNode): boolean => {
    const [rootA, rootB] = [find(a), find(b)]
    if (rootA === rootB) return false
    group.set(rootA, rootB)
    return true
  }
  for (const object of objects.values()) if (object.parent !== null) join(object, object.parent)
  const kept = joints
    .map((joint) => ({ joint, rank: rankOf(joint) + (related.has(joint) ? 400 : 0) }))
    .sort((a, b) => b.rank - a.rank)
  const cuts = kept.flatMap(({ joint }) => (join(joint.object1, joint.object2) ? [] : [joint]))
  const driven = cuts.find(({ motion }) => motion?.hasFlange)
  if (driven !== undefined)
    throw new VarioError(
      'MULTIBODY',
      `${driven.fullPath} closes a loop of joints which all have flanges: one joint of a loop has no states, and cannot ` +
        'have a flange. Replace one that nothing drives by the joint without flange; a force that acts between its ' +
        'objects can be a SpringDamperPtP or a Bushing.',
      { joint: driven.fullPath },
    )
  return new Set(cuts)
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
