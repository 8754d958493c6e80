import type { NumberValue, VectorValue } from '../records/index.ts'
import { createRecord } from '../records/index.ts'

/** No gravity. */
export interface NoGravityRecord {
  readonly kind: 'NoGravityField'
}

/** The same acceleration everywhere. */
export interface UniformGravityRecord {
  readonly kind: 'UniformGravityField'
  /** [m/s2] (default 9.81) */
  readonly g?: NumberValue
  /** Direction; need not have length 1 (default [0, -1, 0]). */
  readonly n?: VectorValue
}

/** Acceleration towards the origin of the world, -mue r/|r|³. */
export interface PointGravityRecord {
  readonly kind: 'PointGravityField'
  /** Gravitational parameter G·M [m3/s2] (default: that of the Earth). */
  readonly mue?: NumberValue
  /** Mass of the attracting body [kg], in place of `mue`. */
  readonly mass?: NumberValue
}

export type GravityField = NoGravityRecord | UniformGravityRecord | PointGravityRecord

/** Constant of gravitation [m3/(kg.s2)], and mass of the Earth [kg], as in the facts of the reference. */
export const GRAVITATIONAL_CONSTANT = 6.67408e-11
export const EARTH_MASS = 5.9722e24

/** No gravity. */
export function NoGravityField(): NoGravityRecord {
  return createRecord<NoGravityRecord>('NoGravityField', {})
}

/** The same acceleration `g` [m/s2] everywhere, in the direction `n`. */
export function UniformGravityField(args: Omit<UniformGravityRecord, 'kind'> = {}): UniformGravityRecord {
  return createRecord<UniformGravityRecord>('UniformGravityField', args)
}

/**
 * Gravity of a point in the origin of the world: -mue r/|r|³ at the centre of mass of each solid, and the gravity gradient of its inertia.
 * Solids that are fixed to each other are attracted one by one.
 */
export function PointGravityField(args: Omit<PointGravityRecord, 'kind'> = {}): PointGravityRecord {
  return createRecord<PointGravityRecord>('PointGravityField', args)
}
