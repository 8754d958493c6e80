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
  /** Pose of obj2 where the elements end; null: it is there. Joints that actions make leave objects where they are. */
  readonly offset: Pose | null
}

/** What a joint is for actions: it belongs to a mechanism, or holds an assembly, which moves freely or is locked. */
export type JointRole = 'joint' | 'free' | 'lock'

/** Two objects that move with respect to each other, or are fixed to each other if there is no motion. */
export interface JointNode extends PartPath {
  /** Kind of its record. */
  readonly kind: string
  readonly role: JointRole
  readonly object1: ObjectNode
  readonly object2: ObjectNode
  /** Pose of a rigid connection; null: it moves. */
  readonly fixed: Pose | null
  readonly motion: JointMotion | null
  readonly canCollide: boolean
  /** States and results are declared under this path. */
  readonly resultPath: string
  /** An action has made it in the midst of a motion: its start values say nothing about the size of this (default false). */
  readonly startsInMotion?: boolean
  /** The joint that an action has locked here, as it will go on; null: it is not locked. */
  readonly locked: JointNode | null
  /** An action has locked a joint with a flange: it stands still, whatever the equations do to it. */
  readonly isBraked?: boolean
}

/** The joint that a record describes, between objects that have been found already. */
export function createJoint(
  { path, fullPath, record }: Part<JointRecord>,
  object1: ObjectNode,
  object2: ObjectNode,
  hasFlange = false,
): JointNode {
  const { kind } = record
  const definition = JOINTS.find(`${fullPath}.kind`, kind)
  const connection = definition.read(fullPath, record)
  const given = 'canCollide' in record ? record.canCollide : undefined
  const canCollide = readBoolean(`${fullPath}.canCollide`, given, definition.canCollide)
  const ends = { path, fullPath, kind, object1, object2, canCollide, resultPath: path, locked: null }
  const isHolder = object2.record.assemblyRoot === true
  if ('fixed' in connection)
    return { ...ends, role: isHolder ? 'lock' : 'joint', fixed: connection.fixed, motion: null }
  const { elements } = connection
  const role = isHolder && elements[0].kind === FREE ? 'free' : 'joint'
  return { ...ends, role, fixed: null, motion: { hasFlange, elements, offset: null } }
}

/** The joint of an object that moves freely with respect to its parent, as `record` says, under its own name. */
export function createFreeJoint(
  object: ObjectNode,
  parent: ObjectNode,
  record: Object3DRecord = object.record,
): JointNode {
  const { path, fullPath } = object
  const element = readRotationElement(fullPath, FREE, record)
  return {
    ...{ path, fullPath, kind: 'Free', role: 'free', object1: parent, object2: object, canCollide: true },
    ...{ fixed: null, motion: { hasFlange: false, elements: [element], offset: null }, locked: null },
    resultPath: path,
  }
}

/** Locks the assembly of `object`, which is part of it, to `target`, under the name of the root of the assembly. */
export function createLock(
  { path, fullPath }: PartPath,
  target: ObjectNode,
  object: ObjectNode,
  fixed: Pose,
): JointNode {
  return {
    ...{ path, fullPath, kind: 'Fix', role: 'lock', object1: target, object2: object, canCollide: false },
    ...{ fixed, motion: null, locked: null, resultPath: path },
  }
}
