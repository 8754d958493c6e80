import type { Warn } from '../../simulation/index.ts'
import type { Grouping, JointNode, ObjectNode } from '../structure/index.ts'
import type { ContactEntry } from './contact-log.ts'

/**
 * Warns of contacts that a change of the structure ends because a joint now connects the two bodies, across which they
 * never meet. Objects that have become one body have no contact with each other.
 */
export function warnOfDropped(
  touching: Iterable<ContactEntry>,
  grouping: Grouping,
  time: number,
  warn: Warn,
): void {
  const numberOf = new Map<string, number>()
  const objectOf = new Map<string, ObjectNode>()
  grouping.superObjects.forEach(({ objects }, k) => {
    for (const object of objects) {
      numberOf.set(object.path, k)
      objectOf.set(object.path, object)
    }
  })
  for (const { obj1, obj2 } of touching) {
    const [a, b] = [numberOf.get(obj1), numberOf.get(obj2)]
    if (a === undefined || b === undefined || a === b) continue
    const joint = findSeparating(grouping, a, b, (object) => numberOf.get(object.path)!)
    if (joint === undefined) continue
    const message =
      `${objectOf.get(obj1)!.fullPath} and ${objectOf.get(obj2)!.fullPath} have touched until t = ${time} s, and ` +
      `pass through each other from now on: ${joint.fullPath} connects their bodies, and bodies that a joint ` +
      'connects do not meet. Give it canCollide: true.'
    warn({ code: 'CONTACT_DROPPED', key: `${obj1}\n${obj2}`, time, message })
  }
}

/** The joint between two super-objects that excludes contacts between them. */
function findSeparating(
  { superObjects, cuts }: Grouping,
  a: number,
  b: number,
  numberOf: (object: ObjectNode) => number,
): JointNode | undefined {
  const joints = [
    ...(superObjects[a].parent === b ? [superObjects[a].joint] : []),
    ...(superObjects[b].parent === a ? [superObjects[b].joint] : []),
    ...cuts.filter(({ object1, object2 }) => {
      const [first, second] = [numberOf(object1), numberOf(object2)]
      return (first === a && second === b) || (first === b && second === a)
    }),
  ]
  return joints.find((joint) => joint?.canCollide === false) ?? undefined
}
