import type { Pose, RecordDefinition, TaggedRecord } from '../../records/index.ts'
import type { AxisElement } from './axis-element.ts'
import type { JointAxes } from './axis-laws.ts'
import type { RotationElement } from './rotation-element.ts'

/** Arguments of all joints. */
export interface JointEndArguments {
  /** Path of the Object3D on the side of the world. */
  readonly obj1: string
  /** Path of the moved Object3D. It has no parent, or belongs to a tree of objects that only this joint connects. */
  readonly obj2: string
}

/** Arguments of all joints that move. */
export interface JointArguments extends JointEndArguments {
  /** True if bodies on both sides of the joint may collide (default false; for `Free` true). */
  readonly canCollide?: boolean
}

/** Keys of `JointArguments`, which come first. */
export const JOINT_KEYS = { obj1: null, obj2: null, canCollide: null } as const

/** An elementary joint of the tree, with its states. */
export type JointElement = AxisElement | RotationElement

export function isAxisElement(element: JointElement): element is AxisElement {
  return 'axis' in element
}

/** Connection of the objects of a joint: a constant pose, or a sequence of elementary joints from obj1 to obj2. */
export type Connection = { readonly fixed: Pose } | { readonly elements: readonly JointElement[] }

/** A kind of joint. */
export interface JointDefinition<R extends TaggedRecord & JointArguments = TaggedRecord & JointArguments>
  extends RecordDefinition<R> {
  /** Default of `canCollide`. */
  readonly canCollide: boolean
  /**
   * The connection described by an evaluated record. Records are read when a run starts, and when actions create
   * joints.
   */
  read(path: string, record: R): Connection
  /** Axes with generalized forces of the record; undefined: force and torque as vectors, or none. */
  readonly axes?: JointAxes
  /**
   * Parameters of the component with flanges (`RevoluteWithFlange`) that are keys of the record; undefined: the kind has
   * no such component.
   */
  readonly flangeParameters?: readonly string[]
}
