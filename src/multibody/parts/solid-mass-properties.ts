/** Mass properties of solids: as given, or from the shape and a density or a mass. */
import { assertNonNegative, InputError } from '../../base/index.ts'
import { checkShape, computeMassProperties, type SolidShape } from '../../collision/index.ts'
import {
  assertSolidMaterial,
  findSolidMaterial,
  type MaterialTables,
  type SolidMaterial,
} from '../../materials/index.ts'
import { mat3SymmetricEigen } from '../../math/index.ts'
import {
  createRecord,
  DefinitionTable,
  isTagged,
  type NumberValue,
  type RecordDefinition,
  readNumber,
  readVector,
  type TaggedRecord,
  type VectorValue,
} from '../records/index.ts'

/** Mass, center of mass and inertia about it, in the frame of an object. */
export interface CentralMass {
  /** [kg] */
  readonly mass: number
  /** [m] (3) */
  readonly center: ArrayLike<number>
  /** [kg.m2], row-major (9) */
  readonly inertia: ArrayLike<number>
  /** Text about doubtful values, which are valid in equations of motion. */
  readonly doubt?: string
}

/** Sources of the mass of a solid. */
export interface MassSource {
  readonly shape?: SolidShape
  readonly solidMaterial?: string | SolidMaterial
}

/** A kind of mass properties. */
export interface MassDefinition<R extends TaggedRecord = TaggedRecord> extends RecordDefinition<R> {
  /** The mass described by an evaluated record; `path` is that of the solid. */
  read(path: string, record: R, solid: MassSource, tables: MaterialTables): CentralMass
}

/** The shape from which the mass of a solid is computed. */
export function readShape(path: string, { shape }: MassSource): SolidShape {
  if (shape === undefined)
    throw new InputError(`${path}.shape`, 'a shape, because the mass properties are computed from it', shape)
  checkShape(`${path}.shape`, shape)
  return shape
}

/** Arguments of `MassProperties`. */
export interface MassPropertiesArguments {
  /** [kg] (default 0) */
  readonly mass?: NumberValue
  /** Position in the frame of the object [m] (default 0). */
  readonly centerOfMass?: VectorValue
  /**
   * Inertia about the center of mass, in the frame of the object [kg.m2] (default 0); off-diagonal elements of the
   * tensor, without a change of sign.
   */
  readonly Ixx?: NumberValue
  readonly Iyy?: NumberValue
  readonly Izz?: NumberValue
  readonly Ixy?: NumberValue
  readonly Ixz?: NumberValue
  readonly Iyz?: NumberValue
}

/** Mass, center of mass and inertia as given. */
export interface GivenMassRecord extends MassPropertiesArguments {
  readonly kind: 'MassProperties'
}

/** Mass [kg], center of mass [m] and inertia about it [kg.m2] as given. Without inertia, the body is a point mass. */
export function MassProperties(args: MassPropertiesArguments = {}): GivenMassRecord {
  return createRecord<GivenMassRecord>(massProperties, args)
}

const MOMENT = 'kg.m2'

export const massProperties: MassDefinition<GivenMassRecord> = {
  kind: 'MassProperties',
  keys: {
    ...{ mass: 'kg', centerOfMass: 'm' },
    ...{ Ixx: MOMENT, Iyy: MOMENT, Izz: MOMENT, Ixy: MOMENT, Ixz: MOMENT, Iyz: MOMENT },
  },
  read(solidPath, record) {
    const path = `${solidPath}.massProperties`
    const mass = readNumber(`${path}.mass`, record.mass, 0)
    assertNonNegative(`${path}.mass`, mass)
    const read = (key: 'Ixx' | 'Iyy' | 'Izz' | 'Ixy' | 'Ixz' | 'Iyz'): number =>
      readNumber(`${path}.${key}`, record[key], 0)
    const [xy, xz, yz] = [read('Ixy'), read('Ixz'), read('Iyz')]
    const [xx, yy, zz] = [read('Ixx'), read('Iyy'), read('Izz')]
    const inertia = [xx, xy, xz, xy, yy, yz, xz, yz, zz]
    const center = readVector(`${path}.centerOfMass`, record.centerOfMass, 3)
    return { mass, center, ...checkInertia(path, inertia) }
  },
}

/** Principal moments below zero down to this value, relative to the largest, are rounding errors [1]. */
const MOMENT_ROUNDING = 1e-12

/**
 * Moments are often given with a few digits: tolerance of negative ones, and of the triangle inequality, relative to
 * the largest moment [1].
 */
const GIVEN_DIGITS = 1e-3

/**
 * Checks principal moments of mass distributions, I1 = ∫ y² + z² dm and so on: none is negative, and none is larger
 * than the sum of the other two. With a single moment the body turns about this axis only, and the others do not
 * matter. A tensor that violates the sum is only doubtful, because equations of motion hold for it, too: rotors that
 * turn with a link add their inertia about one axis. Moments below zero within the tolerance become zero.
 */
function checkInertia(path: string, given: readonly number[]): Pick<CentralMass, 'inertia' | 'doubt'> {
  const moments = new Float64Array(3)
  const axes = new Float64Array(9)
  mat3SymmetricEigen(moments, 0, axes, 0, Float64Array.from(given), 0)
  const [least, middle, largest] = moments
  const size = Math.max(...given.map(Math.abs))
  if (least < -GIVEN_DIGITS * size)
    throw new InputError(path, 'an inertia tensor whose principal moments are >= 0', print(given))
  const shown = [least, middle, largest].map((x) => Number(x.toPrecision(4))).join(', ')
  const doubtOf = (what: string): string =>
    `principal moments of ${shown} kg.m2: ${what}. Check ${print(given)}, about the center of mass.`
  if (least < -MOMENT_ROUNDING * size)
    return { inertia: composeInertia(moments, axes), doubt: doubtOf('negative ones are replaced by zero') }
  const isSingle = given.filter((x) => x !== 0).length === 1
  if (isSingle || largest <= least + middle + GIVEN_DIGITS * largest) return { inertia: given }
  const doubt = doubtOf(
    'the largest exceeds the sum of the other two, which is impossible for a distribution of mass',
  )
  return { inertia: given, doubt }
}

/** The tensor with these principal moments, negative ones replaced by zero, about the columns of `axes`. */
function composeInertia(moments: Float64Array, axes: Float64Array): number[] {
  return Array.from({ length: 9 }, (_, e) => {
    const [i, j] = [Math.floor(e / 3), e % 3]
    return moments.reduce((sum, I, k) => sum + Math.max(0, I) * axes[3 * i + k] * axes[3 * j + k], 0)
  })
}

function print([xx, xy, xz, , yy, yz, , , zz]: readonly number[]): string {
  return `Ixx ${xx}, Iyy ${yy}, Izz ${zz}, Ixy ${xy}, Ixz ${xz}, Iyz ${yz}`
}

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

/** The record of any mass properties. */
export type MassPropertiesRecord = GivenMassRecord | ShapeMassRecord | ShapeAndMassRecord

/** All kinds of mass properties. */
export const MASS_PROPERTIES = new DefinitionTable<MassDefinition<MassPropertiesRecord>>([
  ...[massProperties, massPropertiesFromShape, massPropertiesFromShapeAndMass],
])

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
