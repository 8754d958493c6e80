/**
 * Objects and joints of a 3D model with resolved references, from which super-objects are built. Actions change it
 * between segments; its records do not change.
 */

import type { SceneSettings } from '../parts/features/index.ts'
import type { Part, PartPath, PoolRecord } from '../parts/index.ts'
import type { JointNode, ObjectNode } from './nodes.ts'

/** A pool. */
export interface PoolNode extends PartPath {
  readonly parts: PoolRecord['parts']
  /** Name of the freely moving object of the template. */
  readonly root: string
  /** Number of added instances, and of the last one. */
  readonly nAdded: number
}

/** An instance of a pool. */
export interface PoolInstance extends PartPath {
  readonly parts: readonly Part[]
  readonly root: ObjectNode
}

/** Pools of a structure. */
export interface Pools {
  /** By their paths in the 3D model. */
  readonly pools: ReadonlyMap<string, PoolNode>
  /** Existing instances, by their names. */
  readonly instances: ReadonlyMap<string, PoolInstance>
}

/** The whole structure. */
export interface Structure extends Pools {
  /** Path of the 3D model in the whole model; '' at the top. */
  readonly root: string
  /** By their paths in the 3D model. */
  readonly objects: ReadonlyMap<string, ObjectNode>
  readonly world: ObjectNode
  readonly scene: SceneSettings
  readonly joints: readonly JointNode[]
  /** Roots of assemblies that actions have created, where a joint has been removed, besides the declared ones. */
  readonly madeRoots: ReadonlySet<ObjectNode>
  /** Sizes of states of joints that actions have changed, including former states; -1: a scalar. */
  readonly resultSizes: ReadonlyMap<string, number>
}
