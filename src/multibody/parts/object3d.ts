import { InputError } from '../../base/index.ts'
import type { ParNode } from '../../model/index.ts'
import {
  createPart,
  createPose,
  type Pose,
  type RecordDefinition,
  readBoolean,
  readStartVector,
  readVector,
  type StartVector,
  type TaggedRecord,
} from '../records/index.ts'
import { FEATURES, type Feature, isFeature, isScene } from './feature-kinds.ts'
import { hasMotion, type PoseMotion } from './joints/index.ts'

/** Arguments of `Object3D`. */
export interface Object3DArguments {
  /**
   * Path of the parent, resolved where the object is declared and then in the enclosing models. Missing: the object is
   * the world, or a joint moves it.
   */
  readonly parent?: string
  /** False: the object moves freely with respect to its parent, with six degrees of freedom (default true). */
  readonly fixedToParent?: boolean
  /**
   * Vector from the origin of the parent to that of the object, in the parent frame [m]; initial value of a free
   * object, also as `{ init, nominal }`.
   */
  readonly translation?: StartVector
  /** Cardan angles about x, y, z, one after the other, from parent to object [rad]; initial value of a free object. */
  readonly rotation?: StartVector
  /** Initial velocity of a free object with respect to its parent, in the parent frame [m/s]. */
  readonly velocity?: StartVector
  /** Initial angular velocity of a free object with respect to its parent, in the parent frame [rad/s]. */
  readonly angularVelocity?: StartVector
  /**
   * True if `angularVelocity` is given in the parent frame (default), false: in that of the object. The state is in the
   * parent frame.
   */
  readonly angularVelocityResolvedInParent?: boolean
  /**
   * States of the orientation of a free object: Cardan angles that change their sequence before they become singular
   * (default), or a quaternion.
   */
  readonly orientation?: 'cardan' | 'quaternion'
  /**
   * Prescribed motion with respect to the parent: translation and rotation as expressions of variables. Without one of
   * them, `translation` or `rotation` of the object stay.
   */
  readonly motion?: PoseMotion
  readonly feature?: Feature
  /** True if actions may use it as locking frame (default false). */
  readonly lockable?: boolean
  /** True for the root of an assembly that actions may move (default false). */
  readonly assemblyRoot?: boolean
}

/** The record of an Object3D. */
export interface Object3DRecord extends Object3DArguments {
  readonly kind: 'Object3D'
}

/**
 * A coordinate system, fixed to its parent or free, with an optional feature: `Scene`, `Solid` or `Visual`.
 *
 * ```ts
 * arm: Object3D({ feature: Solid({ shape: Beam({ axis: 'x', length: 1 }), solidMaterial: 'Steel' }) }),
 * pivot: Object3D({ parent: 'arm', translation: [-0.5, 0, 0] }),
 * ```
 */
export function Object3D(args: Object3DArguments = {}): ParNode<Object3DRecord> {
  return createPart<Object3DRecord>(object3D, args)
}

/** Placement of an object with respect to its parent. */
export interface Placement {
  /** Pose in the frame of the parent; initial pose of a free object. */
  readonly X_PO: Pose
  /** True if it moves freely. */
  readonly isFree: boolean
}

interface Object3DDefinition extends RecordDefinition<Object3DRecord> {
  /** Reads and checks the record, except references to other objects. */
  read(path: string, record: Object3DRecord): Placement
}

export const object3D: Object3DDefinition = {
  kind: 'Object3D',
  keys: {
    parent: null,
    fixedToParent: null,
    translation: 'm',
    rotation: 'rad',
    velocity: 'm/s',
    angularVelocity: 'rad/s',
    angularVelocityResolvedInParent: null,
    orientation: null,
    motion: null,
    feature: FEATURES,
    lockable: null,
    assemblyRoot: null,
  },
  read(path, record) {
    const { feature, parent, fixedToParent } = record
    if (feature !== undefined && !isFeature(feature))
      throw new InputError(`${path}.feature`, 'Scene(…), Solid(…) or Visual(…)', feature)
    if (hasMotion(record)) assertPrescribed(path, record)
    const X_PO = readPose(path, record)
    const isFree = !readBoolean(`${path}.fixedToParent`, fixedToParent, true)
    if (!isFree) assertAtRest(path, record)
    if (parent === undefined) {
      if (isFree)
        throw new InputError(
          `${path}.parent`,
          'the path of an Object3D, because fixedToParent is false',
          parent,
        )
      assertNoPose(path, record)
    } else if (isScene(feature))
      throw new InputError(`${path}.parent`, 'no parent, because the object has the feature Scene', parent)
    return { X_PO, isFree }
  },
}

export function isObject3DRecord(record: TaggedRecord): record is Object3DRecord {
  return record.kind === object3D.kind
}

/** Asserts that a record with a prescribed motion has a parent, and no pose besides: equations determine it. */
function assertPrescribed(path: string, record: Object3DRecord): void {
  if (record.parent === undefined)
    throw new InputError(
      `${path}.parent`,
      'the path of an Object3D, because motion is relative to it',
      record.parent,
    )
  for (const key of ['translation', 'rotation'] as const)
    if (record[key] !== undefined)
      throw new InputError(`${path}.${key}`, 'the value of the model, because equations use it', record[key])
}

/** The pose in the frame of the parent; the initial one of a free object. */
function readPose(path: string, record: Object3DRecord): Pose {
  const read = (key: 'translation' | 'rotation'): Float64Array => {
    if (record.fixedToParent !== false) return readVector(`${path}.${key}`, record[key], 3)
    return Float64Array.from(readStartVector(`${path}.${key}`, record[key], 3), ({ value }) => value)
  }
  const rotation = read('rotation')
  return createPose(rotation, read('translation'))
}

/** Asserts that only free objects have velocities. */
function assertAtRest(path: string, record: Object3DRecord): void {
  for (const key of ['velocity', 'angularVelocity'] as const) {
    if (readVector(`${path}.${key}`, record[key], 3).every((x) => x === 0)) continue
    const expected =
      'none, because the object does not move freely with respect to a parent (fixedToParent: false)'
    throw new InputError(`${path}.${key}`, expected, record[key])
  }
}

/** Asserts that an object without parent has no translation or rotation. */
function assertNoPose(path: string, record: Object3DRecord): void {
  for (const key of ['translation', 'rotation'] as const) {
    if (readVector(`${path}.${key}`, record[key], 3).every((x) => x === 0)) continue
    const expected = isScene(record.feature)
      ? 'none, because the object is the world'
      : 'none, because the object has no parent: a joint determines its pose. ' +
        `Give it a parent, or add an Object3D with this ${key} and this object as parent, ` +
        'and connect the joint there'
    throw new InputError(`${path}.${key}`, expected, record[key])
  }
}
