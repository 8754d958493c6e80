import { InputError } from '../../../base/index.ts'
import { addUniformGravity, computeUniformPotential } from '../../../mechanics/index.ts'
import {
  createRecord,
  type NumberValue,
  readAxis,
  readNumber,
  type VectorValue,
} from '../../records/index.ts'
import type { GravityDefinition } from './gravity.ts'

/** A uniform acceleration. */
export interface UniformGravityRecord {
  readonly kind: 'UniformGravityField'
  /** [m/s2] (default 9.81) */
  readonly g?: NumberValue
  /** Direction, a vector of any length (default [0, -1, 0]). */
  readonly n?: VectorValue
}

/** A uniform acceleration `g` [m/s2] in the direction `n`. */
export function UniformGravityField(args: Omit<UniformGravityRecord, 'kind'> = {}): UniformGravityRecord {
  return createRecord<UniformGravityRecord>(uniformGravityField, args)
}

export const uniformGravityField: GravityDefinition<UniformGravityRecord> = {
  kind: 'UniformGravityField',
  keys: { g: 'm/s2', n: null },
  read(path, record) {
    const g = readNumber(`${path}.g`, record.g, 9.81)
    if (g < 0) throw new InputError(`${path}.g`, 'a number >= 0', g)
    const n = readAxis(`${path}.n`, record.n, '-y')
    const [x, y, z] = n.map((component) => g * component)
    return {
      addForces: (tree, data, first, end) => {
        addUniformGravity(tree, data, x, y, z, first, end)
      },
      potentialEnergy: (tree, data) => computeUniformPotential(tree, data, x, y, z),
      accelerationAt: (_point, out) => {
        out.set([x, y, z])
      },
      potentialAt: (point) => -(x * point[0] + y * point[1] + z * point[2]),
      up: n.map((component) => -component),
      magnitude: g,
    }
  },
}
