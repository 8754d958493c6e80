import { assertNonNegative, InputError } from '../../../base/index.ts'
import { mat3SymmetricEigen } from '../../../math/index.ts'
import {
  createRecord,
  type NumberValue,
  readNumber,
  readVector,
  type VectorValue,
} from '../../records/index.ts'
import type { MassDefinition } from './central-mass.ts'

/** Arguments of `MassProperties`. */
export interface MassPropertiesArguments {
  /** [kg] (default 0) */
  readonly mass?: NumberValue
  /** In the frame of the object [m] (default 0). */
  readonly centerOfMass?: VectorValue
  /**
   * Inertia about the centre of mass, in the frame of the object [kg.m2] (default 0); off-diagonal elements as they
   * are.
   */
  readonly Ixx?: NumberValue
  readonly Iyy?: NumberValue
  readonly Izz?: NumberValue
  readonly Ixy?: NumberValue
  readonly Ixz?: NumberValue
  readonly Iyz?: NumberValue
}

/** Mass, centre of mass and inertia as given. */
export interface GivenMassRecord extends MassPropertiesArguments {
  readonly kind: 'MassProperties'
}

/** Mass [kg], centre of mass [m] and inertia about it [kg.m2] as given. With a mass only, the body is a point. */
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
    assertInertia(path, inertia)
    return { mass, center: readVector(`${path}.centerOfMass`, record.centerOfMass, 3), inertia }
  },
}

/** Principal moments below zero, relative to the largest, are rounding of their computation up to here [1]. */
const MOMENT_ROUNDING = 1e-12

/**
 * Moments are often given with a few digits: what the triangle inequality may be violated by, relative to the largest
 * moment [1].
 */
const GIVEN_DIGITS = 1e-3

/**
 * Moments of mass distributions, I1 = ∫ y² + z² dm and so on: none is negative, and none is larger than the sum of the
 * other two. With a single moment the body can turn about this axis only, and the others do not matter.
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
  const expected =
    'an inertia tensor about the centre of mass, whose largest principal moment is at most the sum of the other two ' +
    `(they are ${shown} kg.m2: no distribution of mass has that)`
  throw new InputError(path, expected, found)
}
