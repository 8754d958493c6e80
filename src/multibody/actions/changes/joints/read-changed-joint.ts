import { InputError, toSI } from '../../../../base/index.ts'
import { isExprNode, isQuantity } from '../../../../model/index.ts'
import { isJointRecord, JOINTS, type JointRecord } from '../../../parts/index.ts'
import { checkRecord, isTagged } from '../../../records/index.ts'
import type { JointNode, ObjectNode } from '../../../structure/index.ts'
import type { ChangeContext } from '../context/index.ts'

/** The record of a changed joint, with values, and its objects: those of the old joint if it does not say others. */
export function readChangedJoint(
  context: ChangeContext,
  old: JointNode,
  given: unknown,
): { readonly record: JointRecord; readonly object1: ObjectNode; readonly object2: ObjectNode } {
  const path = `actions: ${context.what}: record`
  if (!isTagged(given) || !isJointRecord(given))
    throw new InputError(path, `a joint without flange: ${JOINTS.kinds.join(', ')}`, given)
  const values = evaluate(path, given) as JointRecord
  checkRecord(path, values, JOINTS.find(path, values.kind))
  const object1 = values.obj1 === undefined ? old.object1 : context.object(values.obj1)
  const object2 = values.obj2 === undefined ? old.object2 : context.object(values.obj2)
  if (object1 === object2) throw new InputError(`${path}.obj2`, 'another object than obj1', values.obj2)
  return { record: { ...values, obj1: object1.path, obj2: object2.path }, object1, object2 }
}

/** Quantities as numbers [SI]. Programs have no expressions: they know the values. */
function evaluate(path: string, value: unknown): unknown {
  if (isExprNode(value))
    throw new InputError(path, 'values: expressions of parameters have none in an action program', value)
  if (isQuantity(value)) {
    const { unit } = value
    return typeof value.value === 'number'
      ? toSI(value.value, unit)
      : Array.from(value.value as ArrayLike<number>, (x) => toSI(x, unit))
  }
  if (Array.isArray(value)) return value.map((item) => evaluate(path, item))
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, evaluate(`${path}.${key}`, item)]),
  )
}
