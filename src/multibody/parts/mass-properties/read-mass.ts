import { InputError } from '../../../base/index.ts'
import type { MaterialTables } from '../../../materials/index.ts'
import { DefinitionTable, isTagged, type NumberValue } from '../../records/index.ts'
import type { CentralMass, MassDefinition, MassSource } from './central-mass.ts'
import { massProperties } from './mass-properties.ts'
import { massPropertiesFromShape } from './mass-properties-from-shape.ts'
import { massPropertiesFromShapeAndMass } from './mass-properties-from-shape-and-mass.ts'

const DEFINITIONS = [massProperties, massPropertiesFromShape, massPropertiesFromShapeAndMass] as const

type RecordOf<D> = D extends MassDefinition<infer R> ? R : never

/** The record of any mass properties. */
export type MassPropertiesRecord = RecordOf<(typeof DEFINITIONS)[number]>

/** All kinds of mass properties. */
export const MASS_PROPERTIES = new DefinitionTable<MassDefinition<MassPropertiesRecord>>(DEFINITIONS)

/** Mass properties of a solid; null: no mass. `path` is that of the solid. */
export function readMass(
  path: string,
  solid: MassSource & { readonly massProperties?: MassPropertiesRecord | NumberValue },
  tables: MaterialTables,
): CentralMass | null {
  const given = solid.massProperties
  if (given === undefined) {
    if (solid.solidMaterial === undefined) return null
    return massPropertiesFromShape.read(path, { kind: 'MassPropertiesFromShape' }, solid, tables)
  }
  if (typeof given === 'number') {
    const record = { kind: 'MassPropertiesFromShapeAndMass', mass: given } as const
    return massPropertiesFromShapeAndMass.read(path, record, solid, tables)
  }
  if (!isMassRecord(given)) {
    const expected =
      'a mass, MassProperties(…), MassPropertiesFromShape() or MassPropertiesFromShapeAndMass(…)'
    throw new InputError(`${path}.massProperties`, expected, given)
  }
  return MASS_PROPERTIES.find(`${path}.massProperties.kind`, given.kind).read(path, given, solid, tables)
}

function isMassRecord(value: unknown): value is MassPropertiesRecord {
  return isTagged(value) && MASS_PROPERTIES.get(value.kind) !== undefined
}
