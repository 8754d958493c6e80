import { VarioError } from '../../base/index.ts'
import type { JointNode, ObjectNode } from './nodes.ts'

/**
 * Asserts that no joint is between objects that parents or rigid connections fix to each other: it could never move.
 */
export function assertMovable(objects: Iterable<ObjectNode>, joints: readonly JointNode[]): void {
  const group = new Map<ObjectNode, ObjectNode>()
  const find = (object: ObjectNode): ObjectNode => {
    let root = object
    for (let next = group.get(root); next !== undefined; next = group.get(root)) root = next
    return root
  }
  const join = (a: ObjectNode, b: ObjectNode): void => {
    const [rootA, rootB] = [find(a), find(b)]
    if (rootA !== rootB) group.set(rootA, rootB)
  }
  for (const object of objects) if (object.parent !== null) join(object, object.parent)
  for (const { motion, object1, object2 } of joints) if (motion === null) join(object1, object2)
  for (const { motion, fullPath, object1, object2 } of joints) {
    if (motion === null || find(object1) !== find(object2)) continue
    throw new VarioError(
      'MULTIBODY',
      `${fullPath} connects ${object1.fullPath} and ${object2.fullPath}, which parents or rigid connections fix to ` +
        'each other: it could never move. Remove the joint, or one of the rigid connections.',
      { joint: fullPath },
    )
  }
}
