/** Joints as chains of elementary joints of the tree, and the states that move them. */
import { assertOneOf, InputError } from '../../base/index.ts'
import { vec3Dot } from '../../math/index.ts'
import { FREE, PRISMATIC, REVOLUTE, SPHERICAL } from '../../mechanics/index.ts'
import type {
  CylindricalRecord,
  FreeRecord,
  JointRecord,
  PlanarRecord,
  PrismaticRecord,
  RevoluteRecord,
  SphericalRecord,
  UniversalRecord,
} from '../parts/index.ts'
import { readAxis, readBoolean, readStart, readStartVector, type Start } from '../records/index.ts'
import { rotationToAxis } from './pose.ts'

/** One degree of freedom, about or along an axis. */
export interface AxisElement {
  readonly kind: typeof REVOLUTE | typeof PRISMATIC
  /** In the frame of obj1 at zero, unit length (3). */
  readonly axis: Float64Array
  /** Names of position and velocity, and their place in them if they are vectors; -1: scalars. */
  readonly position: string
  readonly velocity: string
  readonly index: number
  readonly positionStart: Start
  readonly velocityStart: Start
}

/** A rotation about a point, or any motion. */
export interface RotationElement {
  readonly kind: typeof SPHERICAL | typeof FREE
  readonly orientation: 'cardan' | 'quaternion'
  readonly rotation: Float64Array
  readonly angularVelocity: Float64Array
  readonly isResolvedInParent: boolean
  readonly translation: Float64Array
  readonly velocity: Float64Array
  /** Sizes that the user gives, one for each component; undefined: none. */
  readonly nominal: Readonly<Record<RotationName, readonly (number | undefined)[]>>
}

/** What the states of a rotation or of any motion are given by. */
export type RotationName = 'rotation' | 'angularVelocity' | 'translation' | 'velocity'

/** How a joint moves. */
export interface JointMotion {
  /** Path of the joint, under which its states are found. */
  readonly path: string
  /** Whether positions and velocities are variables of the equations. */
  readonly hasFlange: boolean
  /** One after the other, from obj1 to obj2. */
  readonly elements: readonly (AxisElement | RotationElement)[]
}

export function isAxisElement(element: AxisElement | RotationElement): element is AxisElement {
  return element.kind === REVOLUTE || element.kind === PRISMATIC
}

/** The motion that the record of a joint describes. `full` is its path in messages. */
export function describeJoint(
  full: string,
  path: string,
  record: JointRecord,
  hasFlange: boolean,
): JointMotion {
  return { path, hasFlange, elements: elementsOf(full, record) }
}

function elementsOf(full: string, record: JointRecord): (AxisElement | RotationElement)[] {
  switch (record.kind) {
    case 'Revolute':
      return [rotationAbout(full, record, readAxis(`${full}.axis`, record.axis, 'z'))]
    case 'Prismatic':
      return [translationAlong(full, record, readAxis(`${full}.axis`, record.axis, 'x'))]
    case 'Cylindrical': {
      const axis = readAxis(`${full}.axis`, record.axis, 'z')
      return [translationAlong(full, record, axis), rotationAbout(full, record, axis)]
    }
    case 'Universal':
      return universal(full, record)
    case 'Planar':
      return planar(full, record)
    case 'Spherical':
    case 'Free':
      return [rotation(full, record)]
    default:
      return []
  }
}

function rotationAbout(
  full: string,
  record: RevoluteRecord | CylindricalRecord | PlanarRecord,
  axis: Float64Array,
): AxisElement {
  return {
    kind: REVOLUTE,
    axis,
    position: 'phi',
    velocity: 'w',
    index: -1,
    positionStart: readStart(`${full}.phi`, record.phi),
    velocityStart: readStart(`${full}.w`, record.w),
  }
}

function translationAlong(
  full: string,
  record: PrismaticRecord | CylindricalRecord,
  axis: Float64Array,
): AxisElement {
  return {
    kind: PRISMATIC,
    axis,
    position: 's',
    velocity: 'v',
    index: -1,
    positionStart: readStart(`${full}.s`, record.s),
    velocityStart: readStart(`${full}.v`, record.v),
  }
}

/** 1 - |cos| of an angle of 1e-4 rad, below which two axes count as one: the second would then carry a ten-thousandth of the motion. */
const PARALLEL = 5e-9

function universal(full: string, record: UniversalRecord): AxisElement[] {
  const axes = [readAxis(`${full}.axis1`, record.axis1, 'x'), readAxis(`${full}.axis2`, record.axis2, 'y')]
  const cosine = vec3Dot(axes[0], 0, axes[1], 0)
  if (1 - Math.abs(cosine) < PARALLEL)
    throw new InputError(
      `${full}.axis2`,
      'an axis that is not parallel to axis1, because a universal joint turns about two directions (about one: Revolute)',
      record.axis2 ?? 'y',
    )
  const phi = readStartVector(`${full}.phi`, record.phi, 2)
  const w = readStartVector(`${full}.w`, record.w, 2)
  return axes.map((axis, index) => ({
    kind: REVOLUTE,
    axis,
    position: 'phi',
    velocity: 'w',
    index,
    positionStart: phi[index],
    velocityStart: w[index],
  }))
}

/** Along the two axes that follow the normal cyclically, then about the normal. */
function planar(full: string, record: PlanarRecord): AxisElement[] {
  const normal = readAxis(`${full}.axis`, record.axis, 'z')
  const s = readStartVector(`${full}.s`, record.s, 2)
  const v = readStartVector(`${full}.v`, record.v, 2)
  const translations = axesInPlane(normal).map(
    (axis, index): AxisElement => ({
      kind: PRISMATIC,
      axis,
      position: 's',
      velocity: 'v',
      index,
      positionStart: s[index],
      velocityStart: v[index],
    }),
  )
  return [...translations, rotationAbout(full, record, normal)]
}

/** For a coordinate axis the next two, so that a normal z gives x and y; otherwise any two that are perpendicular. */
function axesInPlane(normal: Float64Array): Float64Array[] {
  const k = normal.indexOf(1)
  if (k >= 0) {
    return [1, 2].map((step) => {
      const axis = new Float64Array(3)
      axis[(k + step) % 3] = 1
      return axis
    })
  }
  const R = rotationToAxis(normal)
  return [0, 1].map((column) => Float64Array.of(R[column], R[column + 3], R[column + 6]))
}

function rotation(full: string, record: SphericalRecord | FreeRecord): RotationElement {
  const { orientation = 'cardan' } = record
  assertOneOf(`${full}.orientation`, orientation, ['cardan', 'quaternion'])
  const given = record as FreeRecord & { readonly angularVelocityResolvedInParent?: boolean }
  const read = (name: RotationName): readonly Start[] => readStartVector(`${full}.${name}`, given[name], 3)
  const starts = {
    rotation: read('rotation'),
    angularVelocity: read('angularVelocity'),
    translation: read('translation'),
    velocity: read('velocity'),
  }
  const values = (name: RotationName): Float64Array => Float64Array.from(starts[name], ({ value }) => value)
  const sizes = (name: RotationName): (number | undefined)[] => starts[name].map(({ nominal }) => nominal)
  return {
    kind: record.kind === 'Free' ? FREE : SPHERICAL,
    orientation,
    rotation: values('rotation'),
    angularVelocity: values('angularVelocity'),
    isResolvedInParent: readBoolean(
      `${full}.angularVelocityResolvedInParent`,
      given.angularVelocityResolvedInParent,
      true,
    ),
    translation: values('translation'),
    velocity: values('velocity'),
    nominal: {
      rotation: sizes('rotation'),
      angularVelocity: sizes('angularVelocity'),
      translation: sizes('translation'),
      velocity: sizes('velocity'),
    },
  }
}
