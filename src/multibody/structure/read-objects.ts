/** Reads objects and joints from records, and resolves their references. */
import { InputError, VarioError } from '../../base/index.ts'
import { isObject3DRecord, object3D, type Part } from '../parts/index.ts'
import { hasMotion, type JointRecord } from '../parts/joints/index.ts'
import { findObject } from './find-object.ts'
import {
  createDrivenJoint,
  createFreeJoint,
  createJoint,
  createLock,
  type JointNode,
  type ObjectNode,
} from './structure.ts'

/** Objects with their parents; a joint named after it holds each free object and each root of an assembly. */
export function readObjects(parts: readonly Part[]): {
  readonly objects: ReadonlyMap<string, ObjectNode>
  readonly holders: readonly JointNode[]
} {
  const objects = new Map<string, ObjectNode>()
  const free = new Set<ObjectNode>()
  for (const { path, fullPath, record } of parts) {
    if (!isObject3DRecord(record)) continue
    const { X_PO, isFree } = object3D.read(fullPath, record)
    const object: ObjectNode = { path, fullPath, record, parent: null, X_PO }
    objects.set(path, object)
    if (isFree) free.add(object)
  }
  const holders: JointNode[] = []
  for (const object of objects.values()) {
    if (object.record.parent === undefined) continue
    const parent = findObject(objects, object, 'parent', object.record.parent)
    if (hasMotion(object.record)) holders.push(createDrivenJoint(object, parent))
    else if (free.has(object)) holders.push(createFreeJoint(object, parent))
    else object.parent = parent
  }
  checkParents(objects)
  for (const object of objects.values()) {
    if (object.parent === null || object.record.assemblyRoot !== true) continue
    holders.push(createLock(object, object.parent, object, object.X_PO))
    object.parent = null
  }
  return { objects, holders }
}

export function readJoint(
  objects: ReadonlyMap<string, ObjectNode>,
  part: Part<JointRecord>,
  hasFlange: boolean,
): JointNode {
  const { fullPath, record } = part
  const object1 = findObject(objects, part, 'obj1', record.obj1)
  const object2 = findObject(objects, part, 'obj2', record.obj2)
  if (object1 === object2) throw new InputError(`${fullPath}.obj2`, 'another object than obj1', record.obj2)
  return createJoint(part, object1, object2, hasFlange)
}

/** Asserts that parents are acyclic. */
function checkParents(objects: ReadonlyMap<string, ObjectNode>): void {
  const isChecked = new Set<ObjectNode>()
  for (const object of objects.values()) {
    const chain = new Set<ObjectNode>()
    for (let node: ObjectNode | null = object; node !== null && !isChecked.has(node); node = node.parent) {
      if (chain.has(node)) {
        const path = object.fullPath
        const circle = [...chain, node].map(({ fullPath }) => fullPath).join(' → ')
        throw new VarioError('MULTIBODY', `${path}: expected parents without a cycle, got ${circle}.`, {
          path,
        })
      }
      chain.add(node)
    }
    for (const node of chain) isChecked.add(node)
  }
}
