/** Objects and joints whose references are resolved. */
import { FREE } from '../../mechanics/index.ts'
import type { Pose } from '../frames/index.ts'
import {
  JOINTS,
  type JointElement,
  type JointRecord,
  type Object3DRecord,
  type Part,
  type PartPath,
  readRotationElement,
} from '../parts/index.ts'
import { readBoolean } from '../records/index.ts'

/** An Object3D. */
export interface ObjectNode extends PartPath {
  readonly record: Object3DRecord
  /** Parent that it is fixed to, or moves freely with respect to; null: none. */
  parent: ObjectNode | null
  /** Pose in the frame of the parent; initial pose of a free object. */
  readonly X_PO: Pose
}

/** How a joint moves. */
export interface JointMotion {
  /** Whether positions and velocities are variables of the equations. */
  readonly hasFlange: boolean
  /** One after the other, from obj1 to obj2. */
  readonly elements: readonly JointElement[]
}

/** Two objects that move with respect to each other, or are fixed to each other if there is no motion. */
export interface JointNode extends PartPath {
  readonly object1: ObjectNode
  readonly object2: ObjectNode
  /** Pose of a rigid connection; null: it moves. */
  readonly fixed: Pose | null
  readonly motion: JointMotion | null
  readonly canCollide: boolean
}

/** The joint that a record describes, between objects that have been found already. */
export function createJoint(
  { path, fullPath, record }: Part<JointRecord>,
  object1: ObjectNode,
  object2: ObjectNode,
  hasFlange = false,
): JointNode {
  const definition = JOINTS.find(`${fullPath}.kind`, record.kind)
  const connection = definition.read(fullPath, record)
  const given = 'canCollide' in record ? record.canCollide : undefined
  const canCollide = readBoolean(`${fullPath}.canCollide`, given, definition.canCollide)
  const ends = { path, fullPath, object1, object2, canCollide }
  return 'fixed' in connection
    ? { ...ends, fixed: connection.fixed, motion: null }
    : { ...ends, fixed: null, motion: { hasFlange, elements: connection.elements } }
}

/** The joint of an object that moves freely with respect to its parent, under its own name. */
export function createFreeJoint(object: ObjectNode, parent: ObjectNode): JointNode {
  const { path, fullPath, record } = object
  const element = readRotationElement(fullPath, FREE, record)
  return {
    ...{ path, fullPath, object1: parent, object2: object, canCollide: true },
    ...{ fixed: null, motion: { hasFlange: false, elements: [element] } },
  }
}
