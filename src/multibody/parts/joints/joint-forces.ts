/** Generalized forces of joints without flange, and their drives: numbers, or expressions of variables. */
import { InputError } from '../../../base/index.ts'
import { describeReplacements, type ModelNode } from '../../../model/index.ts'
import {
  type KeyContent,
  type NumberValue,
  readNumber,
  readVector,
  type TaggedRecord,
  type VectorValue,
} from '../../records/index.ts'
import type { AxisFriction, AxisLimits, JointAxes } from './axis-laws.ts'
import type { AxesMotion } from './flange-axes.ts'

/** Forces along or about the only axis of a joint. */
export interface AxisForceArguments {
  /** Prescribed position [rad, m]: an expression of variables, whose derivatives follow from the equations. */
  readonly motion?: NumberValue
  /** Damping [N.m.s/rad, N.s/m], spring [N.m/rad, N/m], and its rest position [rad, m] (default 0). */
  readonly damping?: NumberValue
  readonly stiffness?: NumberValue
  readonly rest?: NumberValue
  /** Inertia of the rotor of the drive [kg.m2, kg], at its own speed (default 0). */
  readonly armature?: NumberValue
  /** Speed of the drive relative to that of the joint (default 1): its force acts multiplied by it. */
  readonly gear?: NumberValue
  /** Dry friction, which holds the axis at rest. */
  readonly friction?: AxisFriction
  /** Stops. */
  readonly limits?: AxisLimits
  /** Largest force of the drive [N.m, N] (default: not limited). */
  readonly effort?: NumberValue
  /** Speed of the drive at which it has no force in this direction, decreasing with the speed [rad/s, m/s]. */
  readonly velocity?: NumberValue
}

/** Forces along and about several axes, in the order of the states: translations first. */
export interface AxesForceArguments {
  /** Prescribed positions [m, rad]: expressions of variables (null: the axis moves freely). */
  readonly motion?: AxesMotion
  /** Damping [N.s/m, N.m.s/rad], springs [N/m, N.m/rad], and their rest positions [m, rad] (default 0). */
  readonly damping?: VectorValue
  readonly stiffness?: VectorValue
  readonly rest?: VectorValue
  /** Inertias of the rotors of the drives [kg, kg.m2], at their own speeds (default 0). */
  readonly armature?: VectorValue
  /** Speeds of the drives relative to those of the axes (default 1): their forces act multiplied by them. */
  readonly gear?: VectorValue
  /** Dry friction of the axes, which holds them at rest (null: none). */
  readonly friction?: readonly (AxisFriction | null)[]
  /** Stops of the axes (null: none). */
  readonly limits?: readonly (AxisLimits | null)[]
  /** Largest forces of the drives [N, N.m] (null: not limited). */
  readonly effort?: readonly (NumberValue | null)[]
  /** Speeds of the drives at which they have no force in this direction [m/s, rad/s] (null: none). */
  readonly velocity?: readonly (NumberValue | null)[]
}

/** Keys that all joints with axes have. */
export type AxisForces = keyof AxisForceArguments

/** A key that is a number or a list. */
interface ForceKey {
  readonly unit: string
  readonly size: readonly number[]
  readonly isNonlinear?: boolean
}

/** All keys of the forces of a joint with these axes. */
export function listForceKeys({ translations, rotations }: JointAxes): Readonly<Record<string, ForceKey>> {
  const sizeOf = (n: number): readonly number[] => (n === 1 ? [] : [n])
  const n = translations + rotations
  const unitOf = (ofTranslation: string, ofRotation: string): string =>
    rotations === 0 ? ofTranslation : translations === 0 ? ofRotation : ''
  return {
    ...(translations > 0 && { f: { unit: 'N', size: sizeOf(translations) } }),
    ...(rotations > 0 && { tau: { unit: 'N.m', size: sizeOf(rotations) } }),
    damping: { unit: unitOf('N.s/m', 'N.m.s/rad'), size: sizeOf(n) },
    stiffness: { unit: unitOf('N/m', 'N.m/rad'), size: sizeOf(n) },
    rest: { unit: unitOf('m', 'rad'), size: sizeOf(n), isNonlinear: true },
  }
}

/** The same as contents of record keys. */
export function forceContents<K extends string>(axes: JointAxes): Readonly<Record<K, KeyContent>> {
  const entries = Object.entries(listForceKeys(axes)).map(([key, { unit }]) => [key, unit || null])
  const ofRotor = axes.rotations === 0 ? 'kg' : axes.translations === 0 ? 'kg.m2' : null
  const constants = { armature: ofRotor, gear: null, motion: null, ...lawContents(axes) }
  return { ...Object.fromEntries(entries), ...constants } as Readonly<Record<K, KeyContent>>
}

/** Contents of friction and all limits; units of axes with different ones are not checked. */
function lawContents({ translations, rotations }: JointAxes): Readonly<Record<string, KeyContent>> {
  if (translations > 0 && rotations > 0) return { friction: null, limits: null, effort: null, velocity: null }
  const [position, force] = rotations > 0 ? ['rad', 'N.m'] : ['m', 'N']
  const damping = rotations > 0 ? 'N.m.s/rad' : 'N.s/m'
  return {
    friction: { coulomb: force, static: force, viscous: damping },
    limits: { lower: position, upper: position, stiffness: `${force}/${position}`, damping },
    effort: force,
    velocity: `${position}/s`,
  }
}

/** The drives of all axes. */
export interface JointDrives {
  /** Inertias of the rotors, at the speeds of the axes [kg.m2, kg]. */
  readonly armature: Float64Array
  /** Speeds of the drives relative to those of the axes. */
  readonly gear: Float64Array
}

/** Reads the drives of a joint with axes. */
export function readDrives(path: string, record: TaggedRecord, axes: JointAxes): JointDrives {
  const n = axes.translations + axes.rotations
  const values: Readonly<Record<string, unknown>> = { ...record }
  const read = (key: string, fallback: number): Float64Array => {
    const value = values[key]
    if (value === undefined) return new Float64Array(n).fill(fallback)
    return n === 1
      ? Float64Array.of(readNumber(`${path}.${key}`, value, fallback))
      : readVector(`${path}.${key}`, value, n)
  }
  const gear = read('gear', 1)
  if (gear.includes(0)) throw new InputError(`${path}.gear`, 'a number that is not 0', values.gear)
  const armature = read('armature', 0)
  if (armature.some((inertia) => inertia < 0))
    throw new InputError(`${path}.armature`, 'an inertia >= 0', values.armature)
  return { armature: armature.map((inertia, k) => inertia * gear[k] * gear[k]), gear }
}

/** True if a record of a joint with axes has forces. */
export function hasAxisForces(record: TaggedRecord): boolean {
  return hasKey(record, ['f', 'tau', 'damping', 'stiffness'])
}

/** True if a record of a joint with axes describes a drive with a rotor or a gear. */
export function hasDrive(record: TaggedRecord): boolean {
  return hasKey(record, ['armature', 'gear'])
}

/** True if a record of a joint with axes has forces or rotors: it then has to be in the tree. */
export function isDrivenRecord(record: TaggedRecord): boolean {
  return hasAxisForces(record) || hasKey(record, ['armature', 'friction', 'limits'])
}

function hasKey(record: TaggedRecord, keys: readonly string[]): boolean {
  return Object.keys(record).some((key) => keys.includes(key))
}

/**
 * Declares the elements at the flange of the component of a joint, in the place of keys that the joint without flange
 * has. Returns the component.
 */
export function describeFlangeElements<M extends ModelNode>(
  kind: 'Revolute' | 'Prismatic',
  {
    friction,
    inertia,
    domain,
  }: { readonly friction: string; readonly inertia: string; readonly domain: string },
  model: M,
): M {
  const element = (name: string): string =>
    `${kind}WithFlange without this key, and in its place an element at the flange of the joint, ` +
    `such as ${name} of vario/library/${domain}`
  return describeReplacements(model, {
    friction: element(friction),
    limits: element('ElastoGap'),
    damping: element('Damper'),
    stiffness: element('Spring'),
    rest: element('Spring'),
    armature: element(inertia),
  })
}
