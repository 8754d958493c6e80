import { InputError } from '../../../base/index.ts'
import { computeMassProperties } from '../../../collision/index.ts'
import {
  assertSolidMaterial,
  findSolidMaterial,
  type MaterialTables,
  type SolidMaterial,
} from '../../../materials/index.ts'
import { createRecord } from '../../records/index.ts'
import { type MassDefinition, type MassSource, readShape } from './central-mass.ts'

/** Mass properties from shape and density of the solid material. */
export interface ShapeMassRecord {
  readonly kind: 'MassPropertiesFromShape'
}

/** Mass properties from the shape and the density of its solid material: the default of a solid with a material. */
export function MassPropertiesFromShape(): ShapeMassRecord {
  return createRecord<ShapeMassRecord>(massPropertiesFromShape, {})
}

export const massPropertiesFromShape: MassDefinition<ShapeMassRecord> = {
  kind: 'MassPropertiesFromShape',
  keys: {},
  read(path, _record, solid, tables) {
    const shape = readShape(path, solid)
    const { density } = readSolidMaterial(`${path}.solidMaterial`, solid, tables)
    if (density === undefined)
      throw new InputError(`${path}.solidMaterial`, 'a material with a density', solid.solidMaterial)
    const { volume, centroid, inertia } = computeMassProperties(shape)
    return { mass: density * volume, center: centroid, inertia: inertia.map((x) => density * x) }
  },
}

/** The solid material of an object, by name or as given. */
function readSolidMaterial(
  path: string,
  { solidMaterial }: MassSource,
  tables: MaterialTables,
): SolidMaterial {
  if (typeof solidMaterial === 'string') return findSolidMaterial(path, tables, solidMaterial)
  const given: unknown = solidMaterial
  assertSolidMaterial(path, given)
  return given
}
