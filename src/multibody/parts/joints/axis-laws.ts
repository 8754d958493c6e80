/** Friction and stops of the axes of joints, and limits of their drives. */
import {
  assertFinite,
  assertKnownKeys,
  assertNonNegative,
  assertPositive,
  InputError,
} from '../../../base/index.ts'
import { isTagged, type NumberValue, type TaggedRecord } from '../../records/index.ts'

/** The axes of a kind of joint: numbers of translations and rotations. */
export interface JointAxes {
  readonly translations: number
  readonly rotations: number
}

/** Dry friction: a number is the Coulomb force. */
export type AxisFriction =
  | NumberValue
  | {
      /** Force while sliding [N.m, N]. */
      readonly coulomb: NumberValue
      /** Largest force at rest [N.m, N] (default: `coulomb`). */
      readonly static?: NumberValue
      /** Increase with the speed while sliding [N.m.s/rad, N.s/m] (default 0). */
      readonly viscous?: NumberValue
    }

/** Stops of an axis: positions [rad, m], and their law. Two numbers are rigid stops without restitution. */
export type AxisLimits =
  | readonly [NumberValue, NumberValue]
  | {
      /** Positions [rad, m] (default: no stop). */
      readonly lower?: NumberValue
      readonly upper?: NumberValue
      /** Fraction of the speed after an impact on a rigid stop, 0 … 1 (default 0). */
      readonly restitution?: NumberValue
      /** Spring and damper of a soft stop [N.m/rad, N/m], [N.m.s/rad, N.s/m] (default: rigid). */
      readonly stiffness?: NumberValue
      readonly damping?: NumberValue
    }

/** Friction and stops of one axis, and limits of its drive, as they are read. */
export interface AxisLaw {
  /** True if it has friction or stops, also of size 0. */
  readonly hasReaction: boolean
  /** Friction force while sliding, its maximum at rest, and its increase with the speed. */
  readonly coulomb: number
  readonly static: number
  readonly viscous: number
  /** Positions of the stops; infinite: none. */
  readonly lower: number
  readonly upper: number
  readonly restitution: number
  /** Soft stops; null: rigid ones. */
  readonly spring: { readonly stiffness: number; readonly damping: number } | null
  /** Largest force of the drive, at its own speed, and the speed at which it has none; infinite: not limited. */
  readonly effort: number
  readonly velocity: number
}

/** True if a record of a joint with axes has friction or stops. */
export function hasReactions(record: TaggedRecord): boolean {
  return 'friction' in record || 'limits' in record
}

/** True if a record of a joint with axes has friction, stops, or a drive with limits. */
export function hasAxisLaws(record: TaggedRecord): boolean {
  return hasReactions(record) || 'effort' in record || 'velocity' in record
}

/** Reads friction, stops and limits of the drive of all axes of a joint; null: the axis has none. */
export function readAxisLaws(
  path: string,
  record: TaggedRecord,
  { translations, rotations }: JointAxes,
): readonly (AxisLaw | null)[] {
  const n = translations + rotations
  const values: Readonly<Record<string, unknown>> = { ...record }
  const list = (key: string): readonly (readonly [string, unknown])[] => {
    const value = values[key]
    const at = `${path}.${key}`
    if (value === undefined || n === 1) return Array.from({ length: n }, () => [at, value])
    if (!Array.isArray(value) || value.length !== n)
      throw new InputError(at, `a list with ${n} elements, one for each axis (null: none)`, value)
    return value.map((item: unknown, k) => [`${at}[${k + 1}]`, item ?? undefined])
  }
  const [friction, limits, effort, velocity] = ['friction', 'limits', 'effort', 'velocity'].map(list)
  return friction.map((own, k) => {
    const all = [own, limits[k], effort[k], velocity[k]] as const
    if (all.every(([, value]) => value === undefined)) return null
    const hasReaction = own[1] !== undefined || limits[k][1] !== undefined
    return {
      hasReaction,
      ...readFriction(...own),
      ...readLimits(...limits[k]),
      ...readEffort(effort[k], velocity[k]),
    }
  })
}

function readEffort(
  [effortPath, effort]: readonly [string, unknown],
  [velocityPath, velocity]: readonly [string, unknown],
): Pick<AxisLaw, 'effort' | 'velocity'> {
  if (velocity !== undefined && effort === undefined)
    throw new InputError(
      velocityPath,
      'no value without effort, which decreases to 0 at this speed',
      velocity,
    )
  if (effort === undefined) return { effort: Infinity, velocity: Infinity }
  assertPositive(effortPath, effort)
  if (velocity === undefined) return { effort, velocity: Infinity }
  assertPositive(velocityPath, velocity)
  return { effort, velocity }
}

function readFriction(path: string, value: unknown): Pick<AxisLaw, 'coulomb' | 'static' | 'viscous'> {
  if (value === undefined) return { coulomb: 0, static: 0, viscous: 0 }
  if (typeof value === 'number') {
    assertNonNegative(path, value)
    return { coulomb: value, static: value, viscous: 0 }
  }
  const keys = readKeys(
    path,
    value,
    ['coulomb', 'static', 'viscous'],
    'a force >= 0, or { coulomb, static, viscous }',
  )
  const coulomb = readSize(`${path}.coulomb`, keys['coulomb'])
  const largest = readSize(`${path}.static`, keys['static'], coulomb)
  if (largest < coulomb)
    throw new InputError(
      `${path}.static`,
      `a number >= coulomb, ${coulomb}, as it takes more to break loose`,
      largest,
    )
  return { coulomb, static: largest, viscous: readSize(`${path}.viscous`, keys['viscous'], 0) }
}

function readLimits(
  path: string,
  value: unknown,
): Pick<AxisLaw, 'lower' | 'upper' | 'restitution' | 'spring'> {
  const none = { lower: -Infinity, upper: Infinity, restitution: 0, spring: null }
  if (value === undefined) return none
  const expected = '[lower, upper], or { lower, upper, restitution } or { lower, upper, stiffness, damping }'
  const isPair = Array.isArray(value) || value instanceof Float64Array
  if (isPair && value.length !== 2) throw new InputError(path, expected, value)
  const names = ['lower', 'upper', 'restitution', 'stiffness', 'damping']
  const keys: Readonly<Record<string, unknown>> = isPair
    ? { lower: value[0], upper: value[1] }
    : readKeys(path, value, names, expected)
  const lower = readBound(`${path}.lower`, keys['lower'], -Infinity)
  const upper = readBound(`${path}.upper`, keys['upper'], Infinity)
  if (!(lower < upper)) throw new InputError(path, 'a lower stop below the upper one', [lower, upper])
  const restitution = readSize(`${path}.restitution`, keys['restitution'], 0)
  if (restitution > 1) throw new InputError(`${path}.restitution`, 'a number between 0 and 1', restitution)
  if (keys['stiffness'] === undefined) {
    if (keys['damping'] !== undefined)
      throw new InputError(
        `${path}.damping`,
        'no value without stiffness, because rigid stops have a restitution',
        keys['damping'],
      )
    return { lower, upper, restitution, spring: null }
  }
  if (keys['restitution'] !== undefined)
    throw new InputError(
      `${path}.restitution`,
      'no value beside stiffness, because soft stops have a damping',
      restitution,
    )
  const stiffness = readSize(`${path}.stiffness`, keys['stiffness'])
  if (stiffness === 0) throw new InputError(`${path}.stiffness`, 'a stiffness > 0', 0)
  const damping = readSize(`${path}.damping`, keys['damping'], 0)
  return { lower, upper, restitution: 0, spring: { stiffness, damping } }
}

function readKeys(
  path: string,
  value: unknown,
  names: readonly string[],
  expected: string,
): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isTagged(value))
    throw new InputError(path, expected, value)
  assertKnownKeys(path, value, names)
  return value as Readonly<Record<string, unknown>>
}

function readSize(path: string, value: unknown, fallback?: number): number {
  if (value === undefined && fallback !== undefined) return fallback
  assertNonNegative(path, value)
  return value as number
}

/** A position; infinite: none. */
function readBound(path: string, value: unknown, none: number): number {
  if (value === undefined || value === null || value === none) return none
  assertFinite(path, value)
  return value
}
