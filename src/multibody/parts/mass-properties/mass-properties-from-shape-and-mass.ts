import { assertNonNegative } from '../../../base/index.ts'
import { computeMassProperties } from '../../../collision/index.ts'
import { createRecord, type NumberValue } from '../../records/index.ts'
import { type MassDefinition, readShape } from './central-mass.ts'

/** Mass properties from the shape, with this mass. */
export interface ShapeAndMassRecord {
  readonly kind: 'MassPropertiesFromShapeAndMass'
  /** [kg] */
  readonly mass?: NumberValue
}

/** Center of mass and inertia of the shape, scaled to a mass [kg]. */
export function MassPropertiesFromShapeAndMass(args: { readonly mass: NumberValue }): ShapeAndMassRecord {
  return createRecord<ShapeAndMassRecord>(massPropertiesFromShapeAndMass, args)
}

export const massPropertiesFromShapeAndMass: MassDefinition<ShapeAndMassRecord> = {
  kind: 'MassPropertiesFromShapeAndMass',
  keys: { mass: 'kg' },
  read(path, record, solid) {
    const mass: unknown = record.mass
    assertNonNegative(`${path}.massProperties.mass`, mass)
    const { centroid, inertiaPerMass } = computeMassProperties(readShape(path, solid))
    return { mass, center: centroid, inertia: inertiaPerMass.map((x) => mass * x) }
  },
}
