/**
 * Objects and joints of a 3D model with their references resolved: what the super-objects are made from. Actions change
 * it between segments; the records that it was read from stay as they are.
 */
import type { Part, PartPath, PoolRecord, SceneSettings } from '../parts/index.ts'
import type { JointNode, ObjectNode } from './nodes.ts'

/** A pool. */
export interface PoolNode extends PartPath {
  readonly parts: PoolRecord['parts']
  /** Name of the object of the template that moves freely. */
  readonly root: string
  /** How many have been added: the number of the last one. */
  readonly nAdded: number
}

/** One that has been added. */
export interface PoolInstance extends PartPath {
  readonly parts: readonly Part[]
  readonly root: ObjectNode
}

/** What a structure knows of pools. */
export interface Pools {
  /** By their paths in the 3D model. */
  readonly pools: ReadonlyMap<string, PoolNode>
  /** What is there of them, by their names. */
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
  /** Roots of assemblies that actions have made, where a joint has broken, besides those that say so. */
  readonly madeRoots: ReadonlySet<ObjectNode>
  /** Sizes of states of joints that actions have changed, also of those that they had before; -1: a scalar. */
  readonly resultSizes: ReadonlyMap<string, number>
}
