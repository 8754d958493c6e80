import type { Tree, TreeData } from '../../../mechanics/index.ts'
import type { RecordDefinition, TaggedRecord } from '../../records/index.ts'

/** A field of gravity at run time. */
export interface Gravity {
  /** `first`, `end`: bodies, as for `computePositions`. */
  addForces(tree: Tree, data: TreeData, first?: number, end?: number): void
  /** Potential energy of all bodies [J]; zero at the origin of the world, or infinitely far from a point. */
  potentialEnergy(tree: Tree, data: TreeData): number
  /** Acceleration at a point of the world [m/s2] (3). */
  accelerationAt(point: Float64Array, out: Float64Array): void
  /** Potential energy of a mass of 1 kg at a point of the world [J/kg]. */
  potentialAt(point: Float64Array): number
  /** Upward direction (3). */
  readonly up: Float64Array
  /** Typical magnitude of the acceleration [m/s2]; of a point field, that on the surface of the Earth. */
  readonly magnitude: number
}

/** A kind of gravity. */
export interface GravityDefinition<R extends TaggedRecord = TaggedRecord> extends RecordDefinition<R> {
  /** The field described by an evaluated record. */
  read(path: string, record: R): Gravity
}
