/** Mass properties of the objects of a scene. */
import { assertNonNegative, InputError } from '../../base/index.ts'
import { checkShape, computeMassProperties, type SolidShape } from '../../collision/index.ts'
import type { SolidRecord } from '../features.ts'
import type { GivenMassRecord, MassPropertiesRecord } from '../mass-properties.ts'
import {
  assertSolidMaterial,
  findSolidMaterial,
  type MaterialTables,
  type SolidMaterial,
} from '../materials/index.ts'
import type { CentralMass } from './merge-masses.ts'
import { readNumber, readVector } from './read-value.ts'
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
  assertInertia(path, xx, yy, zz, xy, xz, yz)
  const inertia = [xx, xy, xz, xy, yy, yz, xz, yz, zz]
  return { mass, center: readVector(`${path}.centerOfMass`, record.centerOfMass, 3), inertia }
}

/** Principal moments are not negative if no principal minor is, up to rounding. */
function assertInertia(
  path: string,
  xx: number,
  yy: number,
  zz: number,
  xy: number,
  xz: number,
  yz: number,
): void {
  const size = Math.max(Math.abs(xx), Math.abs(yy), Math.abs(zz), Math.abs(xy), Math.abs(xz), Math.abs(yz))
  const rounding = 1e-12 * size
  const minors = [xx * yy - xy * xy, xx * zz - xz * xz, yy * zz - yz * yz]
  const determinant = xx * minors[2] - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz)
  const isInertia =
    Math.min(xx, yy, zz) >= 0 &&
    Math.min(...minors) >= -rounding * size &&
    determinant >= -rounding * size * size
  if (isInertia) return
  const found = `Ixx ${xx}, Iyy ${yy}, Izz ${zz}, Ixy ${xy}, Ixz ${xz}, Iyz ${yz}`
  throw new InputError(path, 'an inertia tensor whose principal moments are >= 0', found)
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
