import { assertOneOf } from '../../../base/index.ts'
import type { FREE, SPHERICAL } from '../../../mechanics/index.ts'
import { readBoolean, readStartVector, type Start } from '../../records/index.ts'

/** A rotation about a point, or free motion. */
export interface RotationElement {
  readonly kind: typeof SPHERICAL | typeof FREE
  readonly orientation: 'cardan' | 'quaternion'
  readonly rotation: Float64Array
  /** States with which the orientation continues after an action; null: from `rotation`. */
  readonly resumed: OrientationStart | null
  readonly angularVelocity: Float64Array
  readonly isResolvedInParent: boolean
  readonly translation: Float64Array
  readonly velocity: Float64Array
  /** True if the user has given orientation and position: otherwise loops may change them. */
  readonly isRotationGiven: boolean
  readonly isTranslationGiven: boolean
  /** True if the user has given the velocities. */
  readonly isAngularVelocityGiven: boolean
  readonly isVelocityGiven: boolean
  /** Nominal values from the user, one for each component; undefined: none. */
  readonly nominal: Readonly<Record<RotationName, readonly (number | undefined)[]>>
}

/** States of an orientation: Cardan angles of one of two sequences [rad] (3), or a quaternion (4). */
export interface OrientationStart {
  readonly values: Float64Array
  /** 1: sequence x-y-z, also for quaternions; 0: x-z-y. */
  readonly isXYZ: number
}

/** Keys of the states of a rotation or of free motion. */
type RotationName = 'rotation' | 'angularVelocity' | 'translation' | 'velocity'

/** Values from which a rotation or free motion is read. */
type RotationValues = Readonly<Partial<Record<RotationName, unknown>>> & {
  readonly orientation?: unknown
  /** True if the angular velocity is given in the frame of obj1 (default), false: in that of obj2. */
  readonly angularVelocityResolvedInParent?: unknown
}

/** The motion described by the record of a joint or of a free object. */
export function readRotationElement(
  path: string,
  kind: RotationElement['kind'],
  values: RotationValues,
): RotationElement {
  const { orientation = 'cardan' } = values
  assertOneOf(`${path}.orientation`, orientation, ['cardan', 'quaternion'])
  const read = (name: RotationName): readonly Start[] => readStartVector(`${path}.${name}`, values[name], 3)
  const rotation = read('rotation')
  const angularVelocity = read('angularVelocity')
  const translation = read('translation')
  const velocity = read('velocity')
  const isResolvedInParent = readBoolean(
    `${path}.angularVelocityResolvedInParent`,
    values.angularVelocityResolvedInParent,
    true,
  )
  return {
    kind,
    orientation,
    rotation: valuesOf(rotation),
    resumed: null,
    angularVelocity: valuesOf(angularVelocity),
    isResolvedInParent,
    translation: valuesOf(translation),
    velocity: valuesOf(velocity),
    isRotationGiven: rotation[0].isGiven,
    isTranslationGiven: translation[0].isGiven,
    isAngularVelocityGiven: angularVelocity[0].isGiven,
    isVelocityGiven: velocity[0].isGiven,
    nominal: {
      rotation: nominalsOf(rotation),
      angularVelocity: nominalsOf(angularVelocity),
      translation: nominalsOf(translation),
      velocity: nominalsOf(velocity),
    },
  }
}

function valuesOf(starts: readonly Start[]): Float64Array {
  return Float64Array.from(starts, ({ value }) => value)
}

function nominalsOf(starts: readonly Start[]): (number | undefined)[] {
  return starts.map(({ nominal }) => nominal)
}
