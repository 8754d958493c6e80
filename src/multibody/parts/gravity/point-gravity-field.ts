import { InputError } from '../../../base/index.ts'
import { addPointGravity, computePointPotential } from '../../../mechanics/index.ts'
import { createRecord, type NumberValue, readNumber } from '../../records/index.ts'
import type { GravityDefinition } from './gravity.ts'

/** Acceleration towards the origin of the world, -mue r/|r|³. */
export interface PointGravityRecord {
  readonly kind: 'PointGravityField'
  /** Gravitational parameter G·M [m3/s2] (default: that of the Earth). */
  readonly mue?: NumberValue
  /** Mass of the attracting body [kg], instead of `mue`. */
  readonly mass?: NumberValue
}

/** Gravitational constant [m3/(kg.s2)] and mass of the Earth [kg], as in the fact sheet of the reference. */
const GRAVITATIONAL_CONSTANT = 6.67408e-11
const EARTH_MASS = 5.9722e24

/**
 * Gravity of a point at the origin of the world: -mue r/|r|³ at the center of mass of each solid, and the gravity
 * gradient of its inertia. Solids that are fixed to each other are attracted separately.
 */
export function PointGravityField(args: Omit<PointGravityRecord, 'kind'> = {}): PointGravityRecord {
  return createRecord<PointGravityRecord>(pointGravityField, args)
}

export const pointGravityField: GravityDefinition<PointGravityRecord> = {
  kind: 'PointGravityField',
  keys: { mue: 'm3/s2', mass: 'kg' },
  read(path, record) {
    if (record.mue !== undefined && record.mass !== undefined)
      throw new InputError(`${path}.mue`, 'either mue or mass, because mue = G·mass', record.mue)
    const mass = readNumber(`${path}.mass`, record.mass, EARTH_MASS)
    const mue = readNumber(`${path}.mue`, record.mue, GRAVITATIONAL_CONSTANT * mass)
    return {
      addForces: (tree, data, first, end) => {
        addPointGravity(tree, data, mue, first, end)
      },
      potentialEnergy: (tree, data) => computePointPotential(tree, data, mue),
      accelerationAt: (point, out) => {
        const distance = Math.hypot(...point)
        for (let i = 0; i < 3; i++) out[i] = (-mue * point[i]) / distance ** 3
      },
      potentialAt: (point) => -mue / Math.hypot(...point),
      up: Float64Array.of(0, 1, 0),
      magnitude: 9.81,
    }
  },
}
