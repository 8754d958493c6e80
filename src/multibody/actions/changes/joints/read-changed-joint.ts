import { InputError } from '../../../../base/index.ts'
import { isExprNode, toPlainRecord } from '../../../../model/index.ts'
import { isJointRecord, JOINTS, type JointRecord } from '../../../parts/joints/index.ts'
import { checkRecord, isTagged } from '../../../records/index.ts'
import type { JointNode, ObjectNode } from '../../../structure/index.ts'
import type { ChangeContext } from '../context/index.ts'

/** The record of a changed joint, with values, and its objects, which default to those of the old joint. */
export function readChangedJoint(
  context: ChangeContext,
  old: JointNode,
  given: unknown,
): { readonly record: JointRecord; readonly object1: ObjectNode; readonly object2: ObjectNode } {
  const path = `actions: ${context.what}: record`
  if (!isTagged(given) || !isJointRecord(given))
    throw new InputError(path, `a joint without flange: ${JOINTS.kinds.join(', ')}`, given)
  for (const [key, value] of Object.entries(given)) assertKnown(`${path}.${key}`, value)
  const values = toPlainRecord(given) as JointRecord
  checkRecord(path, values, JOINTS.find(path, values.kind))
  const object1 = values.obj1 === undefined ? old.object1 : context.object(values.obj1)
  const object2 = values.obj2 === undefined ? old.object2 : context.object(values.obj2)
  if (object1 === object2) throw new InputError(`${path}.obj2`, 'another object than obj1', values.obj2)
  return { record: { ...values, obj1: object1.path, obj2: object2.path }, object1, object2 }
}

/** Asserts that values contain no expressions of parameters: programs cannot evaluate them. */
function assertKnown(path: string, value: unknown): void {
  if (isExprNode(value))
    throw new InputError(path, 'a value: expressions of parameters have none in programs', value)
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value))
    for (const item of Object.values(value)) assertKnown(path, item)
}
