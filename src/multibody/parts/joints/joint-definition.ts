import type { Pose } from '../../frames/index.ts'
import type { RecordDefinition, TaggedRecord } from '../../records/index.ts'
import type { AxisElement } from './axis-element.ts'
import type { RotationElement } from './rotation-element.ts'

/** What all joints have. */
export interface JointEndArguments {
  /** Path of the Object3D on the side of the world. */
  readonly obj1: string
  /**
   * Path of the Object3D that is moved. It has no parent, or stands in a tree of objects that nothing else connects.
   */
  readonly obj2: string
}

/** What all joints that move have. */
export interface JointArguments extends JointEndArguments {
  /** Whether bodies on both sides of the joint may collide (default false; of `Free` true). */
  readonly canCollide?: boolean
}

/** The keys of these, which come first. */
export const JOINT_KEYS = { obj1: null, obj2: null, canCollide: null } as const

/** An elementary joint of the tree, with the states that move it. */
export type JointElement = AxisElement | RotationElement

export function isAxisElement(element: JointElement): element is AxisElement {
  return 'axis' in element
}

/**
 * How a joint connects its objects: by a constant pose, or by elementary joints, one after the other from obj1 to obj2.
 */
export type Connection = { readonly fixed: Pose } | { readonly elements: readonly JointElement[] }

/** The variables of a joint that equations drive, which its component has (`RevoluteWithFlange`). */
export interface FlangeVariables {
  readonly position: string
  readonly velocity: string
  readonly acceleration: string
  readonly force: string
  /** Whether the position is an angle [rad], and not a distance [m]. */
  readonly isAngle: boolean
  /** Parameters of the component that are keys of the record of the joint. */
  readonly parameters: readonly string[]
}

/** A kind of joint. */
export interface JointDefinition<R extends TaggedRecord & JointArguments = TaggedRecord & JointArguments>
  extends RecordDefinition<R> {
  /** Default of `canCollide`. */
  readonly canCollide: boolean
  /**
   * The connection that an evaluated record describes. Records are read when a run starts, and when actions make new
   * joints.
   */
  read(path: string, record: R): Connection
  /** undefined: there is no such joint with a flange. */
  readonly flange?: FlangeVariables
}
