import type { ParNode } from '../../model/index.ts'
import type { StartVector } from '../records/index.ts'
import { createPart } from '../records/index.ts'
import type { SceneRecord, SolidRecord, VisualRecord } from './features.ts'

/** What an Object3D can be, besides a frame. */
export type Feature = SceneRecord | SolidRecord | VisualRecord

/** Arguments of `Object3D`. */
export interface Object3DArguments {
  /** Path of the parent, looked up where the object is declared and then further outside. None: the world, or moved by a joint. */
  readonly parent?: string
  /** False: moves freely with respect to its parent, with six degrees of freedom (default true). */
  readonly fixedToParent?: boolean
  /** From the origin of the parent to that of the object, in the parent frame [m]; initial value of a free object, as `{ init, nominal }` too. */
  readonly translation?: StartVector
  /** Cardan angles about x, y, z, one after the other, from parent to object [rad]; initial value of a free object. */
  readonly rotation?: StartVector
  /** Initial velocity of a free object with respect to its parent, in the parent frame [m/s]. */
  readonly velocity?: StartVector
  /** Initial angular velocity of a free object with respect to its parent, in the parent frame [rad/s]. */
  readonly angularVelocity?: StartVector
  /** Whether `angularVelocity` is given in the parent frame (default true) or in that of the object. The state is in the parent frame. */
  readonly angularVelocityResolvedInParent?: boolean
  /** How the orientation of a free object is described by states: Cardan angles that change their sequence before they become
   * singular (default), or a quaternion. */
  readonly orientation?: 'cardan' | 'quaternion'
  readonly feature?: Feature
  /** May be used as locking frame in actions (default false). */
  readonly lockable?: boolean
  /** Root of an assembly that actions may move (default false). */
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
  return createPart<Object3DRecord>('Object3D', args)
}
