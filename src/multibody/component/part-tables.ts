/** The values of 3D parts that equations can use, by their names. */
import { InputError, listNames, suggestName } from '../../base/index.ts'
import { isExprNode } from '../../model/index.ts'
import { ELEMENTS, findAxisResults } from '../elements/index.ts'
import { GRAVITY_FIELDS, isScene } from '../parts/index.ts'
import {
  assertFixedLaws,
  hasMotion,
  JOINTS,
  listFlangeVariables,
  listForceKeys,
  listLawSignals,
} from '../parts/joints/index.ts'
import { SIGNAL, type SignalTable, type TaggedRecord } from '../records/index.ts'
import type { ResultTable } from '../world/index.ts'

/** Poses and motions of all objects in the world; vectors in the axes of the world. */
const OBJECT: ResultTable = {
  r_abs: { unit: 'm', size: [3], needs: 'position', rate: 'v_abs' },
  v_abs: { unit: 'm/s', size: [3], needs: 'velocity' },
  a_abs: { unit: 'm/s2', size: [3], needs: 'acceleration' },
  R_abs: { unit: '', size: [3, 3], needs: 'position' },
  q_abs: { unit: '', size: [4], needs: 'position' },
  rot123_abs: { unit: 'rad', size: [3], needs: 'position' },
  w_abs: { unit: 'rad/s', size: [3], needs: 'velocity' },
  z_abs: { unit: 'rad/s2', size: [3], needs: 'acceleration' },
}

const AXIS_ANGLE: ResultTable = {
  phi: { unit: 'rad', needs: 'position', rate: 'w' },
  w: { unit: 'rad/s', needs: 'velocity' },
}
const AXIS_LENGTH: ResultTable = {
  s: { unit: 'm', needs: 'position', rate: 'v' },
  v: { unit: 'm/s', needs: 'velocity' },
}
const ROTATION: ResultTable = {
  rotation: { unit: 'rad', size: [3], needs: 'position' },
  quaternion: { unit: '', size: [4], needs: 'position' },
  angularVelocity: { unit: 'rad/s', size: [3], needs: 'velocity' },
}
const FREE_MOTION: ResultTable = {
  translation: { unit: 'm', size: [3], needs: 'position', rate: 'velocity' },
  velocity: { unit: 'm/s', size: [3], needs: 'velocity' },
  ...ROTATION,
}

const WRENCH = { force: { unit: 'N', size: [3] }, torque: { unit: 'N.m', size: [3] } }

/** Motions of joints. */
const JOINT_MOTIONS: Readonly<Record<string, ResultTable>> = {
  Revolute: AXIS_ANGLE,
  Prismatic: AXIS_LENGTH,
  Cylindrical: { ...AXIS_LENGTH, ...AXIS_ANGLE },
  Universal: {
    phi: { unit: 'rad', size: [2], needs: 'position', rate: 'w' },
    w: { unit: 'rad/s', size: [2], needs: 'velocity' },
  },
  Planar: {
    s: { unit: 'm', size: [2], needs: 'position', rate: 'v' },
    v: { unit: 'm/s', size: [2], needs: 'velocity' },
    ...AXIS_ANGLE,
  },
  Spherical: ROTATION,
  Free: FREE_MOTION,
}

/** Balances of all bodies. */
const WORLD: ResultTable = {
  kineticEnergy: { unit: 'J', needs: 'velocity' },
  potentialEnergy: { unit: 'J', needs: 'force' },
  totalEnergy: { unit: 'J', needs: 'force' },
  momentum: { unit: 'kg.m/s', size: [3], needs: 'velocity' },
  angularMomentum: { unit: 'kg.m2/s', size: [3], needs: 'velocity' },
  dissipatedEnergy: { unit: 'J', needs: 'contact' },
  nContact: { unit: '', needs: 'contact' },
}

/** The values that equations can use of the part with this record. */
export function findReports(record: TaggedRecord): ResultTable {
  if (record.kind !== 'Object3D')
    return findElementReports(record) ?? { ...findJointMotions(record), ...findAxisResults(record) }
  const { feature, fixedToParent, orientation } = record as {
    readonly feature?: unknown
    readonly fixedToParent?: unknown
    readonly orientation?: unknown
  }
  if (isScene(feature)) return { ...OBJECT, ...WORLD }
  if (fixedToParent !== false) return OBJECT
  const { rotation, quaternion, ...others } = FREE_MOTION
  return { ...OBJECT, ...others, ...(orientation === 'quaternion' ? { quaternion } : { rotation }) }
}

/** Motions of a joint: where it prescribes some of its axes, the others have names of their own. */
function findJointMotions(record: TaggedRecord): ResultTable {
  if (!hasMotion(record)) return JOINT_MOTIONS[record.kind] ?? {}
  const { motion } = record
  const axes = JOINTS.get(record.kind)?.axes
  if (axes === undefined || !Array.isArray(motion)) return {}
  return Object.fromEntries(
    listFlangeVariables(axes).flatMap(({ position, velocity, isAngle }, k) => {
      if (motion[k] !== null) return []
      const unit = isAngle ? 'rad' : 'm'
      return [
        [position, { unit, needs: 'position', rate: velocity }],
        [velocity, { unit: `${unit}/s`, needs: 'velocity' }],
      ] as const
    }),
  )
}

/** Results of a force element or sensor; undefined: it is another part. */
function findElementReports(record: TaggedRecord): ResultTable | undefined {
  const definition = ELEMENTS.get(record.kind)
  if (definition?.signalResults === undefined || !hasSignals(record)) return definition?.results
  const { results, signalResults } = definition
  const changed = signalResults.map((name) => [name, { ...results[name], needs: 'force' as const }])
  return { ...results, ...Object.fromEntries(changed) }
}

/** True if a key of the record is an expression of variables. */
function hasSignals(record: TaggedRecord): boolean {
  const values: Readonly<Record<string, unknown>> = { ...record }
  return Object.keys(findSignals(record, () => true)).some(
    (key) => values[key] === SIGNAL || isExprNode(values[key]),
  )
}

/**
 * The keys of a part that may be expressions of variables, and expressions in the laws of its axes.
 *
 * @param isFixed true if an expression at a place in the record depends on parameters only
 */
export function findSignals(
  record: TaggedRecord,
  isFixed: (place: readonly (string | number)[]) => boolean,
): SignalTable {
  const { kind } = record
  if (hasMotion(record) && JOINTS.get(kind)?.axes === undefined) return {}
  if (kind === 'Spherical' || kind === 'Free') return kind === 'Free' ? WRENCH : { torque: WRENCH.torque }
  if (kind === 'Object3D') return findGravitySignals(record)
  const axes = JOINTS.get(kind)?.axes
  if (axes === undefined) return ELEMENTS.get(kind)?.signals ?? {}
  const keys = { ...listForceKeys(axes), ...listLawSignals(record, axes, isFixed) }
  if (!('effort' in record)) return keys
  // forces are not linear in what a drive with limits shall do
  const ofDrive = Object.entries(keys).filter(([key]) => key === 'f' || key === 'tau')
  return {
    ...keys,
    ...Object.fromEntries(ofDrive.map(([key, signal]) => [key, { ...signal, isNonlinear: true }])),
  }
}

/** True for objects, joints and elements; shapes, materials and other data have a kind, too. */
export function isPart({ kind }: TaggedRecord): boolean {
  return kind === 'Object3D' || JOINTS.get(kind) !== undefined || ELEMENTS.get(kind) !== undefined
}

/** Keys of the gravity of a scene. */
function findGravitySignals(record: TaggedRecord): SignalTable {
  const { feature } = record as { readonly feature?: unknown }
  const field = isScene(feature) ? feature.gravityField : undefined
  const signals = field === undefined ? undefined : GRAVITY_FIELDS.get(field.kind)?.signals
  return Object.fromEntries(
    Object.entries(signals ?? {}).map(([key, signal]) => [
      key,
      { ...signal, place: ['feature', 'gravityField', key] },
    ]),
  )
}

/** Asserts that the part has no expression of variables where numbers are fixed during a run. */
export function assertFixed(
  path: string,
  record: TaggedRecord,
  isFixed: (place: readonly (string | number)[]) => boolean,
): void {
  const axes = JOINTS.get(record.kind)?.axes
  if (axes !== undefined) assertFixedLaws(path, record, axes.translations + axes.rotations, isFixed)
}

/** Asserts that `name` is a value of the part. */
export function assertReport(path: string, record: TaggedRecord, name: string): void {
  const names = Object.keys(findReports(record))
  if (names.includes(name)) return
  if (names.length === 0)
    throw new InputError(path, `a part with values for equations, because ${record.kind} has none`, name)
  throw new InputError(`${path}.${name}`, `one of ${listNames(names)}${suggestName(name, names)}`, name)
}

/** Names of the motions and balances of objects. */
export const OBJECT_REPORTS: ReadonlySet<string> = new Set(Object.keys(OBJECT))
export const WORLD_REPORTS: ReadonlySet<string> = new Set(Object.keys(WORLD))
