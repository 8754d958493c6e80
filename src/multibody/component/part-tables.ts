/** The values of 3D parts that equations can use, by their names. */
import { InputError, listNames, suggestName } from '../../base/index.ts'
import { isExprNode } from '../../model/index.ts'
import { ELEMENTS, findAxisResults } from '../elements/index.ts'
import { isScene } from '../parts/index.ts'
import { JOINTS, listForceKeys } from '../parts/joints/index.ts'
import { SIGNAL, type TaggedRecord } from '../records/index.ts'
import type { ResultTable, SignalTable } from '../world/index.ts'

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
    return findElementReports(record) ?? { ...JOINT_MOTIONS[record.kind], ...findAxisResults(record) }
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
  return Object.keys(findSignals(record)).some((key) => values[key] === SIGNAL || isExprNode(values[key]))
}

/** The keys of a part that may be expressions of variables. */
export function findSignals(record: TaggedRecord): SignalTable {
  const { kind } = record
  if (kind === 'Spherical' || kind === 'Free') return kind === 'Free' ? WRENCH : { torque: WRENCH.torque }
  const axes = JOINTS.get(kind)?.axes
  if (axes === undefined) return ELEMENTS.get(kind)?.signals ?? {}
  const keys = listForceKeys(axes)
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
