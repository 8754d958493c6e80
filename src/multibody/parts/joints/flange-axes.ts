/**
 * Axes that equations move: those of joints with flanges, and those whose motion a record gives by the key `motion`. Each
 * has a position, a velocity, an acceleration and a force among the variables of the model.
 */
import { assertKnownName, InputError, toSI } from '../../../base/index.ts'
import { type ExprNode, isExprNode, isQuantity } from '../../../model/index.ts'
import { isSignal, type NumberValue, SIGNAL, type TaggedRecord } from '../../records/index.ts'
import { type AxisElement, rotationAbout, translationAlong } from './axis-element.ts'
import type { JointAxes } from './axis-laws.ts'

/** Variables of an axis that equations move. */
export interface FlangeVariables {
  readonly position: string
  readonly velocity: string
  readonly acceleration: string
  readonly force: string
  /** True if the position is an angle [rad], false for a distance [m]. */
  readonly isAngle: boolean
}

/**
 * Variables of the axes of a joint, translations first: `s`, `v`, `a`, `f` and `phi`, `w`, `z`, `tau`, with numbers
 * where the joint has several of the kind. The acceleration of joints that only turn is `a`.
 */
export function listFlangeVariables({ translations, rotations }: JointAxes): FlangeVariables[] {
  const list = (n: number, names: readonly string[], isAngle: boolean): FlangeVariables[] =>
    Array.from({ length: n }, (_, k) => {
      const [position, velocity, acceleration, force] = names.map((name) =>
        n === 1 ? name : `${name}${k + 1}`,
      )
      return { position, velocity, acceleration, force, isAngle }
    })
  return [
    ...list(translations, ['s', 'v', 'a', 'f'], false),
    ...list(rotations, ['phi', 'w', translations > 0 ? 'z' : 'a', 'tau'], true),
  ]
}

/** Prescribed motions of the axes of a joint, in the order of its axes (null: it moves freely). */
export type AxesMotion = readonly (NumberValue | null)[]

/** A prescribed pose: three expressions, or one with three values. */
export interface PoseMotion {
  /** From the origin of the parent, or of obj1, in its frame [m]. */
  readonly translation?: readonly NumberValue[] | ExprNode
  /** Cardan angles about x, y, z, one after the other [rad]. They may pass ±90°. */
  readonly rotation?: readonly NumberValue[] | ExprNode
}

const POSE_KEYS = ['translation', 'rotation'] as const

/** Keys of objects and joints that have no meaning beside a prescribed pose. */
const NOT_BESIDE = [
  ...POSE_KEYS,
  ...['velocity', 'angularVelocity', 'angularVelocityResolvedInParent', 'orientation'],
  ...['fixedToParent', 'assemblyRoot', 'force', 'torque'],
]

/** True if the record of a joint or of an object prescribes its motion. */
export function hasMotion(record: TaggedRecord): record is TaggedRecord & { readonly motion: unknown } {
  return 'motion' in record && record.motion !== undefined
}

/**
 * The prescribed pose of a record: `motion`, and for objects the constant pose for the rest of it. Without a constant
 * rotation or translation there are no axes for it.
 */
function poseOf(record: TaggedRecord): Readonly<Record<string, unknown>> {
  const { kind, motion, ...values } = record as TaggedRecord & Readonly<Record<string, unknown>>
  const own = isMap(motion) ? motion : {}
  const pose =
    kind === 'Object3D' ? { translation: values.translation, rotation: values.rotation, ...own } : own
  return Object.fromEntries(Object.entries(pose).filter(([, value]) => value !== undefined))
}

/** Axes of a record with the key `motion`: those of its kind, or those of the prescribed pose. */
export function listMotionAxes(record: TaggedRecord, axes: JointAxes | undefined): JointAxes {
  if (axes !== undefined) return axes
  const pose = poseOf(record)
  const count = (key: (typeof POSE_KEYS)[number]): number => (pose[key] === undefined ? 0 : 3)
  return { translations: count('translation'), rotations: count('rotation') }
}

/** The same, where only one pair of keys is valid: the orientation of a spherical joint, the pose of a free one. */
export function listPoseAxes(path: string, record: TaggedRecord, expected: JointAxes): JointAxes {
  const { translations, rotations } = listMotionAxes(record, undefined)
  if (translations !== expected.translations || rotations !== expected.rotations)
    throw new InputError(
      `${path}.motion`,
      expected.translations === 0 ? '{ rotation }' : '{ translation, rotation }, both of them',
      hasMotion(record) ? record.motion : undefined,
    )
  return expected
}

/** The value of an axis: an expression or number of its own, or an element of a vector; null: it moves freely. */
export type AxisMotion =
  | { readonly own: ExprNode | number }
  | { readonly vector: string; readonly index: number }
  | null

/** Values of `motion` of a record, one for each axis, and the vectors that they are elements of. */
export interface GivenMotion {
  readonly axes: readonly AxisMotion[]
  readonly vectors: readonly { readonly name: (typeof POSE_KEYS)[number]; readonly value: ExprNode }[]
}

/** Reads the key `motion` of a record as it is declared. */
export function readMotion(path: string, record: TaggedRecord, axes: JointAxes | undefined): GivenMotion {
  const motion: unknown = hasMotion(record) ? record.motion : undefined
  if (axes !== undefined) return readAxesMotion(`${path}.motion`, motion, axes)
  const isPose = isMap(motion) && POSE_KEYS.some((key) => motion[key] !== undefined)
  if (!isPose)
    throw new InputError(
      `${path}.motion`,
      'a map { translation, rotation } with at least one of them',
      motion,
    )
  for (const key of Object.keys(motion)) assertKnownName(`${path}.motion.${key}`, key, POSE_KEYS)
  for (const key of NOT_BESIDE) {
    const value = (record as unknown as Readonly<Record<string, unknown>>)[key]
    const isConstant =
      record.kind === 'Object3D' && POSE_KEYS.some((name) => name === key && !(name in motion))
    if (value !== undefined && !isConstant)
      throw new InputError(`${path}.${key}`, 'no value, because the motion is prescribed', value)
  }
  return readPoseMotion(`${path}.motion`, poseOf(record))
}

function readAxesMotion(at: string, motion: unknown, { translations, rotations }: JointAxes): GivenMotion {
  const n = translations + rotations
  if (n === 1) return { axes: [readOwn(at, motion)], vectors: [] }
  if (!Array.isArray(motion) || motion.length !== n || motion.every((value) => value === null))
    throw new InputError(
      at,
      `a list with ${n} expressions, one for each axis (null: it moves freely), and at least one of them`,
      motion,
    )
  return {
    axes: motion.map((value: unknown, k) => (value === null ? null : readOwn(`${at}[${k + 1}]`, value))),
    vectors: [],
  }
}

function readPoseMotion(at: string, pose: Readonly<Record<string, unknown>>): GivenMotion {
  const axes: AxisMotion[] = []
  const vectors: GivenMotion['vectors'][number][] = []
  for (const name of POSE_KEYS) {
    const value = pose[name]
    if (value === undefined) continue
    const list = isQuantity(value) && Array.isArray(value.value) ? toNumbers(value.value, value.unit) : value
    if (Array.isArray(list) && list.length === 3)
      axes.push(...list.map((item: unknown, k) => readOwn(`${at}.${name}[${k + 1}]`, item)))
    else if (isExprNode(list)) {
      axes.push(...[1, 2, 3].map((index) => ({ vector: name, index })))
      vectors.push({ name, value: list })
    } else
      throw new InputError(`${at}.${name}`, 'an expression with 3 values, or a list of 3 expressions', value)
  }
  return { axes, vectors }
}

function toNumbers(values: readonly unknown[], unit: string): unknown[] {
  return values.map((value) => (typeof value === 'number' ? toSI(value, unit) : value))
}

function readOwn(at: string, given: unknown): { readonly own: ExprNode | number } {
  const own = isQuantity(given) && typeof given.value === 'number' ? toSI(given.value, given.unit) : given
  if (isExprNode(own) || (typeof own === 'number' && Number.isFinite(own))) return { own }
  throw new InputError(at, 'an expression of variables, or a number', given)
}

/** The keys of a pose or motion after their expressions have been taken out of the record. */
export function markMotion(record: TaggedRecord, { axes }: GivenMotion): Readonly<Record<string, unknown>> {
  const motion: unknown = hasMotion(record) ? record.motion : undefined
  if (!Array.isArray(motion) && axes.length > 1) {
    const marks = Object.keys(poseOf(record)).map((key) => [key, SIGNAL])
    return { ...(record.kind === 'Object3D' && NO_POSE), motion: Object.fromEntries(marks) }
  }
  return { motion: axes.length === 1 ? SIGNAL : axes.map((axis) => (axis === null ? null : SIGNAL)) }
}

const NO_POSE = { translation: undefined, rotation: undefined }

/** Axes of an evaluated record whose motion equations prescribe, by the key `motion`. */
export function readMotionFlags(path: string, record: TaggedRecord, n: number): boolean[] {
  if (!hasMotion(record)) return new Array<boolean>(n).fill(false)
  const { motion } = record
  const read = (value: unknown): boolean => {
    if (isSignal(value) || value === null) return value !== null
    throw new InputError(
      `${path}.motion`,
      'the expressions of the model, which neither a merge nor an action can give or replace',
      value,
    )
  }
  if (isMap(motion) && !isSignal(motion)) {
    Object.values(motion).forEach(read)
    return new Array<boolean>(n).fill(true)
  }
  return Array.isArray(motion) ? motion.map(read) : new Array<boolean>(n).fill(read(motion))
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

const START = { value: 0, nominal: undefined, isGiven: false, isGuess: false, isFree: false }

/** Axes of a prescribed pose: along x, y, z, then about x, y, z, one after the other. */
export function createPoseAxes({ translations, rotations }: JointAxes): AxisElement[] {
  const list = (n: number, create: typeof rotationAbout): AxisElement[] =>
    Array.from({ length: n }, (_, k) => {
      const axis = new Float64Array(3)
      axis[k] = 1
      return create(axis, START, START, k)
    })
  return [...list(translations, translationAlong), ...list(rotations, rotationAbout)]
}
