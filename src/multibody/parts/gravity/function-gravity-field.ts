import { InputError } from '../../../base/index.ts'
import { addFieldGravity, computeFieldPotential } from '../../../mechanics/index.ts'
import { createRecord, readAxis, type VectorValue } from '../../records/index.ts'
import type { GravityDefinition } from './gravity.ts'

/** Acceleration of gravity as a function of the position. */
export interface FunctionGravityRecord {
  readonly kind: 'FunctionGravityField'
  /** Acceleration [m/s2] at a position of the world [m] (3): `([x, y]) => [0, -9.81 + 3e-6*y, 0]`. */
  readonly acceleration: (position: Float64Array) => ArrayLike<number>
  /** Potential energy of 1 kg at a position [J/kg], of which the acceleration is the negative gradient (default: 0). */
  readonly potential?: (position: Float64Array) => number
  /** Upward direction in pictures and animations (default: against the acceleration at the origin, or [0, 1, 0]). */
  readonly up?: VectorValue
}

/** Magnitude in place of a zero acceleration at the origin of the world [m/s2]. */
const USUAL_ACCELERATION = 9.81

/**
 * Gravity as a function of the position: `acceleration` [m/s2], at the center of mass of each solid. With `potential`
 * its energy is part of `potentialEnergy` and `totalEnergy` of the world.
 */
export function FunctionGravityField(args: Omit<FunctionGravityRecord, 'kind'>): FunctionGravityRecord {
  return createRecord<FunctionGravityRecord>(functionGravityField, args)
}

export const functionGravityField: GravityDefinition<FunctionGravityRecord> = {
  kind: 'FunctionGravityField',
  keys: { acceleration: null, potential: null, up: null },
  read(path, record) {
    const { acceleration, potential } = record
    if (typeof acceleration !== 'function')
      throw new InputError(`${path}.acceleration`, 'a function (position) => [x, y, z]', acceleration)
    if (potential !== undefined && typeof potential !== 'function')
      throw new InputError(`${path}.potential`, 'a function (position) => number', potential)
    // user functions get a copy, which they may change
    const asked = new Float64Array(3)
    const accelerationAt = (point: Float64Array, out: Float64Array): void => {
      asked.set(point)
      const value = acceleration(asked)
      if (value?.length !== 3 || typeof value[0] !== 'number')
        throw new InputError(`${path}.acceleration`, 'a function that returns 3 numbers', value)
      for (let k = 0; k < 3; k++) out[k] = value[k]
    }
    const potentialAt = (point: Float64Array): number => {
      if (potential === undefined) return 0
      asked.set(point)
      const value = potential(asked)
      if (typeof value !== 'number')
        throw new InputError(`${path}.potential`, 'a function that returns a number', value)
      return value
    }
    const atOrigin = new Float64Array(3)
    accelerationAt(new Float64Array(3), atOrigin)
    const size = Math.hypot(...atOrigin)
    const isUsual = size > 0 && Number.isFinite(size)
    return {
      addForces: (tree, data, first, end) => {
        addFieldGravity(tree, data, accelerationAt, first, end)
      },
      potentialEnergy: (tree, data) => computeFieldPotential(tree, data, potentialAt),
      accelerationAt,
      potentialAt,
      up: readAxis(`${path}.up`, record.up ?? (isUsual ? atOrigin.map((x) => -x) : undefined), 'y'),
      magnitude: isUsual ? size : USUAL_ACCELERATION,
    }
  },
}
