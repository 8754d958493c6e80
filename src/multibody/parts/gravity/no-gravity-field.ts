import { createRecord, readAxis, type VectorValue } from '../../records/index.ts'
import type { GravityDefinition } from './gravity.ts'

/** No gravity. */
export interface NoGravityRecord {
  readonly kind: 'NoGravityField'
  /** Upward direction in pictures and animations, of any length (default [0, 1, 0]). */
  readonly up?: VectorValue
}

/** No gravity; `up` is the upward direction in pictures and animations. */
export function NoGravityField(args: Omit<NoGravityRecord, 'kind'> = {}): NoGravityRecord {
  return createRecord<NoGravityRecord>(noGravityField, args)
}

export const noGravityField: GravityDefinition<NoGravityRecord> = {
  kind: 'NoGravityField',
  keys: { up: null },
  read: (path, record) => ({
    addForces: () => {},
    potentialEnergy: () => 0,
    accelerationAt: (_point, out) => {
      out.fill(0)
    },
    potentialAt: () => 0,
    up: readAxis(`${path}.up`, record.up, 'y'),
    magnitude: 0,
  }),
}
