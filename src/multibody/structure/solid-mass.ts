/** Mass properties of the objects of a scene. */
import { assertNonNegative, InputError } from '../../base/index.ts'
import { checkShape, computeMassProperties, type SolidShape } from '../../collision/index.ts'
import {
  assertSolidMaterial,
  findSolidMaterial,
  type MaterialTables,
  type SolidMaterial,
} from '../../materials/index.ts'
import { mat3SymmetricEigen } from '../../math/index.ts'
import type { GivenMassRecord, MassPropertiesRecord, SolidRecord } from '../parts/index.ts'
import { readNumber, readVector } from '../records/index.ts'
import type { CentralMass } from './merge-masses.ts'
import type { ObjectNode } from './structure.ts'

/** What an object weighs; null: nothing. `name` makes its full path for messages. */
export function readMass(
  object: ObjectNode,
  tables: MaterialTables,
  name: (path: string) => string,
): CentralMass | null {
  const { feature } = object.record
  if (feature?.kind !== 'Solid') return null
  const path = `${name(object.path)}.feature`
  const given: unknown = feature.massProperties
  if (given === undefined) {
    return feature.solidMaterial === undefined ? null : fromDensity(path, feature, tables)
  }
  if (typeof given === 'number') return fromMass(path, feature, given)
  switch ((given as MassPropertiesRecord).kind) {
    case 'MassProperties':
      return readGiven(`${path}.massProperties`, given as GivenMassRecord)
    case 'MassPropertiesFromShape':
      return fromDensity(path, feature, tables)
    case 'MassPropertiesFromShapeAndMass':
      return fromMass(path, feature, (given as { mass?: unknown }).mass)
    default:
      throw new InputError(
        `${path}.massProperties`,
        'a mass, MassProperties(…), MassPropertiesFromShape() or MassPropertiesFromShapeAndMass(…)',
        given,
      )
  }
}

/** The solid material of an object, by name or as given. */
export function readSolidMaterial(path: string, given: unknown, tables: MaterialTables): SolidMaterial {
  if (typeof given === 'string') return findSolidMaterial(path, tables, given)
  assertSolidMaterial(path, given as SolidMaterial)
  return given as SolidMaterial
}

function readGiven(path: string, record: GivenMassRecord): CentralMass {
  const { Ixx, Iyy, Izz, Ixy, Ixz, Iyz } = record
  const mass = readNumber(`${path}.mass`, record.mass, 0)
  assertNonNegative(`${path}.mass`, mass)
  const read = (key: string, value: unknown): number => readNumber(`${path}.${key}`, value, 0)
  const xy = read('Ixy', Ixy)
  const xz = read('Ixz', Ixz)
  const yz = read('Iyz', Iyz)
  const [xx, yy, zz] = [read('Ixx', Ixx), read('Iyy', Iyy), read('Izz', Izz)]
  const inertia = [xx, xy, xz, xy, yy, yz, xz, yz, zz]
  assertInertia(path, inertia)
  return { mass, center: readVector(`${path}.centerOfMass`, record.centerOfMass, 3), inertia }
}

/** Principal moments below zero, relative to the largest, are rounding of their computation up to here [1]. */
const MOMENT_ROUNDING = 1e-12

/** Moments are often given with a few digits: what the triangle inequality may be violated by, relative to the largest moment [1]. */
const GIVEN_DIGITS = 1e-3

/**
 * Moments of mass distributions, I1 = ∫ y² + z² dm and so on: none is negative, and none is larger than the sum of the other two. With a
 * single moment the body can turn about this axis only, and the others do not matter.
 */
function assertInertia(path: string, inertia: readonly number[]): void {
  const moments = new Float64Array(3)
  mat3SymmetricEigen(moments, 0, new Float64Array(9), 0, Float64Array.from(inertia), 0)
  const [least, middle, largest] = moments
  const [xx, xy, xz, , yy, yz, , , zz] = inertia
  const size = Math.max(...inertia.map(Math.abs))
  const found = `Ixx ${xx}, Iyy ${yy}, Izz ${zz}, Ixy ${xy}, Ixz ${xz}, Iyz ${yz}`
  if (least < -MOMENT_ROUNDING * size)
    throw new InputError(path, 'an inertia tensor whose principal moments are >= 0', found)
  const isSingle = inertia.filter((x) => x !== 0).length === 1
  if (isSingle || largest <= least + middle + GIVEN_DIGITS * largest) return
  const shown = [least, middle, largest].map((x) => Number(x.toPrecision(4))).join(', ')
  throw new InputError(
    path,
    `an inertia tensor about the centre of mass, whose largest principal moment is at most the sum of the other two (they are ${shown} kg.m2: no distribution of mass has that)`,
    found,
  )
}

function fromDensity(path: string, feature: SolidRecord, tables: MaterialTables): CentralMass {
  const shape = shapeOf(path, feature)
  const material = readSolidMaterial(`${path}.solidMaterial`, feature.solidMaterial, tables)
  const { density } = material
  if (density === undefined)
    throw new InputError(`${path}.solidMaterial`, 'a material with a density', feature.solidMaterial)
  const { volume, centroid, inertia } = computeMassProperties(shape)
  return { mass: density * volume, center: centroid, inertia: inertia.map((x) => density * x) }
}

function fromMass(path: string, feature: SolidRecord, mass: unknown): CentralMass {
  assertNonNegative(`${path}.massProperties.mass`, mass)
  const { centroid, inertiaPerMass } = computeMassProperties(shapeOf(path, feature))
  return { mass, center: centroid, inertia: inertiaPerMass.map((x) => mass * x) }
}

function shapeOf(path: string, { shape }: SolidRecord): SolidShape {
  if (shape === undefined)
    throw new InputError(`${path}.shape`, 'a shape, from which the mass properties are computed', shape)
  checkShape(`${path}.shape`, shape)
  return shape
}
