import { createRecord } from '../../records/index.ts'
import type { GravityDefinition } from './gravity.ts'

/** No gravity. */
export interface NoGravityRecord {
  readonly kind: 'NoGravityField'
}

/** No gravity. */
export function NoGravityField(): NoGravityRecord {
  return createRecord<NoGravityRecord>(noGravityField, {})
}

export const noGravityField: GravityDefinition<NoGravityRecord> = {
  kind: 'NoGravityField',
  keys: {},
  read: () => ({
    addForces: () => {},
    potentialEnergy: () => 0,
    accelerationAt: (_point, out) => {
      out.fill(0)
    },
    potentialAt: () => 0,
    up: Float64Array.of(0, 1, 0),
    magnitude: 0,
  }),
}
