import { InputError } from '../../base/index.ts'
import { type ConvexShape, checkShape, createConvexParts, type SolidShape } from '../../collision/index.ts'
import {
  findSolidMaterial,
  type MaterialTables,
  type SolidMaterial,
  type VisualMaterial,
} from '../../materials/index.ts'
import { createRecord, type NumberValue, readBoolean, readNumber } from '../records/index.ts'
import { type FeatureDefinition, MATERIAL_UNITS, readLook, SHAPE_UNITS } from './feature-definition.ts'
import { MASS_PROPERTIES, type MassPropertiesRecord, readMass } from './solid-mass-properties.ts'

/** Arguments of `Solid`. */
export interface SolidArguments {
  readonly shape?: SolidShape
  /** Name of a solid material, or its data: the density, and the elasticity in contacts. */
  readonly solidMaterial?: string | SolidMaterial
  /**
   * Mass properties instead of those from shape and solid material. A number is a mass [kg] with the inertia of the
   * shape.
   */
  readonly massProperties?: MassPropertiesRecord | NumberValue
  /** Name of a visual material, or its data (default: blue). `false`: not drawn. */
  readonly visualMaterial?: string | Partial<VisualMaterial> | false
  /** True if it collides (default false). */
  readonly collision?: boolean
  /** Solid material in contacts instead of `solidMaterial`, including E and nu; the mass is unchanged. */
  readonly contactMaterial?: string
  /** Radius by which edges are rounded in collisions [m] (default 0.001, at most a tenth of the smallest dimension). */
  readonly collisionSmoothingRadius?: NumberValue
  /** Radius of the sphere that represents the shape in Hertz' law [m] (default: from the shape). */
  readonly contactSphereRadius?: NumberValue
}

/** The record of a solid. */
export interface SolidRecord extends SolidArguments {
  readonly kind: 'Solid'
}

/** A body with mass, which is drawn, and which may collide. Without material and mass properties it is massless. */
export function Solid(args: SolidArguments = {}): SolidRecord {
  return createRecord<SolidRecord>(solid, args)
}

/** Radius by which edges are rounded [m]. */
const DEFAULT_SMOOTHING_RADIUS = 0.001

export const solid: FeatureDefinition<SolidRecord> = {
  kind: 'Solid',
  keys: {
    shape: SHAPE_UNITS,
    solidMaterial: MATERIAL_UNITS,
    massProperties: MASS_PROPERTIES,
    visualMaterial: null,
    collision: null,
    contactMaterial: null,
    collisionSmoothingRadius: 'm',
    contactSphereRadius: 'm',
  },
  readMass,
  readLook,
  readContact(path, record, tables) {
    if (!readBoolean(`${path}.collision`, record.collision, false)) return null
    if (record.shape === undefined)
      throw new InputError(`${path}.shape`, 'a shape, because the object collides', record.shape)
    const material = readContactMaterial(path, record, tables)
    return { material, shapes: readShapes(path, record, record.shape) }
  },
}

/** Name of the material in contacts. */
function readContactMaterial(path: string, record: SolidRecord, tables: MaterialTables): string {
  const { contactMaterial, solidMaterial } = record
  const given = contactMaterial ?? solidMaterial
  const expected =
    'the name of a solid material, because the object collides (define more by Scene({ solidMaterials }))'
  if (typeof given !== 'string') throw new InputError(`${path}.contactMaterial`, expected, given)
  const key = contactMaterial === undefined ? 'solidMaterial' : 'contactMaterial'
  findSolidMaterial(`${path}.${key}`, tables, given)
  return given
}

/** The convex shapes, with the user's contact radius. */
function readShapes(path: string, record: SolidRecord, shape: SolidShape): ConvexShape[] {
  checkShape(`${path}.shape`, shape)
  const smoothing = readNumber(
    `${path}.collisionSmoothingRadius`,
    record.collisionSmoothingRadius,
    DEFAULT_SMOOTHING_RADIUS,
  )
  if (smoothing < 0) throw new InputError(`${path}.collisionSmoothingRadius`, 'a number >= 0', smoothing)
  const radius = readNumber(`${path}.contactSphereRadius`, record.contactSphereRadius, 0)
  const parts = createConvexParts(shape, smoothing, `${path}.shape`)
  return radius > 0 ? parts.map((part) => ({ ...part, contactRadius: radius })) : parts
}
