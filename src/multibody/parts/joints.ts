/** Joints whose motion the equations of the model do not see: their states are hidden in the 3D world. */
import type { ParNode } from '../../model/index.ts'
import type { AxisValue, StartValue, StartVector, VectorValue } from '../records/index.ts'
import { createPart } from '../records/index.ts'

/** What all joints have. */
export interface JointArguments {
  /** Path of the Object3D on the side of the world. */
  readonly obj1: string
  /** Path of the Object3D that is moved. It has no parent, or stands in a tree of objects that nothing else connects. */
  readonly obj2: string
  /** Whether bodies on both sides of the joint may collide (default false). */
  readonly canCollide?: boolean
}

/** Rotation about an axis. Results and states phi [rad], w [rad/s]. */
export interface RevoluteArguments extends JointArguments {
  /** In the frame of obj1 (default 'z'). */
  readonly axis?: AxisValue
  /** Initial angle [rad] and angular velocity [rad/s] (default 0). */
  readonly phi?: StartValue
  readonly w?: StartValue
}

/** Translation along an axis. Results and states s [m], v [m/s]. */
export interface PrismaticArguments extends JointArguments {
  /** In the frame of obj1 (default 'x'). */
  readonly axis?: AxisValue
  /** Initial distance [m] and velocity [m/s] (default 0). */
  readonly s?: StartValue
  readonly v?: StartValue
}

/** Rotation about and translation along the same axis. Results and states phi, w, s, v. */
export interface CylindricalArguments extends JointArguments {
  /** In the frame of obj1 (default 'z'). */
  readonly axis?: AxisValue
  readonly phi?: StartValue
  readonly w?: StartValue
  readonly s?: StartValue
  readonly v?: StartValue
}

/** Rotation about `axis1` of obj1, then about `axis2`, which turns with the first. Results and states phi, w (2 each). */
export interface UniversalArguments extends JointArguments {
  /** First axis, in the frame of obj1 (default 'x'). */
  readonly axis1?: AxisValue
  /** Second axis, in the frame of obj1 when the first angle is zero (default 'y'). */
  readonly axis2?: AxisValue
  /** Initial angles [rad] and angular velocities [rad/s] (default 0). */
  readonly phi?: StartVector
  readonly w?: StartVector
}

/** Motion in a plane. Results and states s, v (2 each, in the frame of obj1), phi, w. */
export interface PlanarArguments extends JointArguments {
  /** Normal of the plane, in the frame of obj1 (default 'z'). */
  readonly axis?: AxisValue
  /** Initial position in the plane [m] and velocity [m/s], along the two axes that follow the normal cyclically. */
  readonly s?: StartVector
  readonly v?: StartVector
  /** Initial angle about the normal [rad] and angular velocity [rad/s]. */
  readonly phi?: StartValue
  readonly w?: StartValue
}

/** Rotation about a point. Results and states rotation (3) or quaternion (4), angularVelocity (3). */
export interface SphericalArguments extends JointArguments {
  /** Initial Cardan angles about x, y, z from obj1 to obj2 [rad]. */
  readonly rotation?: StartVector
  /** Initial angular velocity with respect to obj1, in the frame of obj1 [rad/s]. */
  readonly angularVelocity?: StartVector
  /** How the orientation is described by states (default 'cardan'). */
  readonly orientation?: 'cardan' | 'quaternion'
}

/** Free motion of obj2 with respect to obj1. */
export interface FreeArguments extends SphericalArguments {
  /** Initial position in the frame of obj1 [m] and velocity [m/s]. */
  readonly translation?: StartVector
  readonly velocity?: StartVector
}

/** A rigid connection, which works in both directions. */
export interface FixArguments {
  readonly obj1: string
  readonly obj2: string
  /** From obj1 to obj2, in the frame of obj1 [m]. */
  readonly translation?: VectorValue
  /** Cardan angles about x, y, z from obj1 to obj2 [rad]. */
  readonly rotation?: VectorValue
}

export interface RevoluteRecord extends RevoluteArguments {
  readonly kind: 'Revolute'
}
export interface PrismaticRecord extends PrismaticArguments {
  readonly kind: 'Prismatic'
}
export interface CylindricalRecord extends CylindricalArguments {
  readonly kind: 'Cylindrical'
}
export interface UniversalRecord extends UniversalArguments {
  readonly kind: 'Universal'
}
export interface PlanarRecord extends PlanarArguments {
  readonly kind: 'Planar'
}
export interface SphericalRecord extends SphericalArguments {
  readonly kind: 'Spherical'
}
export interface FreeRecord extends FreeArguments {
  readonly kind: 'Free'
}
export interface FixRecord extends FixArguments {
  readonly kind: 'Fix'
}

/** The record of any joint. */
export type JointRecord =
  | RevoluteRecord
  | PrismaticRecord
  | CylindricalRecord
  | UniversalRecord
  | PlanarRecord
  | SphericalRecord
  | FreeRecord
  | FixRecord

/** Rotation about an axis of obj1. With a flange for equations: `RevoluteWithFlange`. */
export function Revolute(args: RevoluteArguments): ParNode<RevoluteRecord> {
  return createPart<RevoluteRecord>('Revolute', args)
}

/** Translation along an axis of obj1. With a flange for equations: `PrismaticWithFlange`. */
export function Prismatic(args: PrismaticArguments): ParNode<PrismaticRecord> {
  return createPart<PrismaticRecord>('Prismatic', args)
}

/** Rotation about and translation along an axis of obj1. */
export function Cylindrical(args: CylindricalArguments): ParNode<CylindricalRecord> {
  return createPart<CylindricalRecord>('Cylindrical', args)
}

/** Rotation about two axes, one after the other. */
export function Universal(args: UniversalArguments): ParNode<UniversalRecord> {
  return createPart<UniversalRecord>('Universal', args)
}

/** Motion in a plane: two translations, then a rotation about the normal. */
export function Planar(args: PlanarArguments): ParNode<PlanarRecord> {
  return createPart<PlanarRecord>('Planar', args)
}

/** Rotation about a point. */
export function Spherical(args: SphericalArguments): ParNode<SphericalRecord> {
  return createPart<SphericalRecord>('Spherical', args)
}

/** Free motion of obj2, which has no parent, with respect to obj1. */
export function Free(args: FreeArguments): ParNode<FreeRecord> {
  return createPart<FreeRecord>('Free', args)
}

/** A rigid connection of two objects. */
export function Fix(args: FixArguments): ParNode<FixRecord> {
  return createPart<FixRecord>('Fix', args)
}
