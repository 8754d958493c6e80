/** Friction and stops of the axes of joints, and limits of their drives: as users write them, and as they are read. */
import {
  assertFinite,
  assertKnownKeys,
  assertNonNegative,
  assertPositive,
  InputError,
} from '../../../base/index.ts'
import type { ExprNode } from '../../../model/index.ts'
import { isSignal, isTagged, type NumberValue, type TaggedRecord } from '../../records/index.ts'
import { AxisLaw, constantNumber, type LawNumber, type LawNumbers } from './axis-law.ts'
import { nameLawSignal } from './law-signals.ts'

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
      /** False while the stops are not there (default true): a Boolean, or an expression of variables. */
      readonly active?: boolean | ExprNode
      /** Fraction of the speed after an impact on a rigid stop, 0 … 1 (default 0). */
      readonly restitution?: NumberValue
      /** Spring and damper of a soft stop [N.m/rad, N/m], [N.m.s/rad, N.s/m] (default: rigid). */
      readonly stiffness?: NumberValue
      readonly damping?: NumberValue
    }

/** True if a record of a joint with axes has friction or stops. */
export function hasReactions(record: TaggedRecord): boolean {
  return 'friction' in record || 'limits' in record
}

/** True if a record of a joint with axes has friction, stops, or a drive with limits. */
export function hasAxisLaws(record: TaggedRecord): boolean {
  return hasReactions(record) || 'effort' in record || 'velocity' in record
}

/** Values of the expression with this name, updated in place, which stands at a place in the record. */
export type SignalReader = (name: string, place: readonly (string | number)[]) => Float64Array | null

/** A value under its path for messages, with the names of the expressions in it. */
interface Written {
  readonly path: string
  readonly value: unknown
  /** Place in the record. */
  readonly place: readonly (string | number)[]
  readonly signal: (name: string, place: readonly (string | number)[]) => LawNumber
  /** Name of a value of the axis for the equations: `friction`, of several axes with the number of the axis. */
  readonly name: string
}

/** Reads friction, stops and limits of the drive of all axes of a joint; null: the axis has none. */
export function readAxisLaws(
  path: string,
  record: TaggedRecord,
  { translations, rotations }: JointAxes,
  readSignal: SignalReader,
): readonly (AxisLaw | null)[] {
  const n = translations + rotations
  const values: Readonly<Record<string, unknown>> = { ...record }
  const signal = (name: string, place: readonly (string | number)[]): LawNumber => ({
    values: readSignal(name, place)!,
    isLive: true,
  })
  const list = (key: string): readonly Written[] => {
    const value = values[key]
    const at = `${path}.${key}`
    if (value !== undefined && n > 1 && (!Array.isArray(value) || value.length !== n))
      throw new InputError(at, `a list with ${n} elements, one for each axis (null: none)`, value)
    return Array.from({ length: n }, (_, k) => {
      const own: Pick<Written, 'signal' | 'name'> = { signal, name: nameLawSignal(key, k, n) }
      return n === 1 || value === undefined
        ? { path: at, value, place: [key], ...own }
        : {
            ...{ path: `${at}[${k + 1}]`, value: (value as readonly unknown[])[k] ?? undefined },
            ...{ place: [key, k], ...own },
          }
    })
  }
  const [friction, limits, effort, velocity] = ['friction', 'limits', 'effort', 'velocity'].map(list)
  return friction.map((own, k) => {
    const all = [own, limits[k], effort[k], velocity[k]]
    if (all.every(({ value }) => value === undefined)) return null
    const stops = readLimits(limits[k])
    const law = new AxisLaw(
      { ...readFriction(own), ...stops.numbers, ...readEffort(effort[k], velocity[k]) },
      stops,
      own.value !== undefined || limits[k].value !== undefined,
    )
    if (law.hasFriction && law.spring === null && law.hasMovingStops)
      throw new InputError(
        limits[k].path,
        'numbers for rigid stops of an axis with friction. Soft stops, which have a stiffness, may move',
        limits[k].value,
      )
    return law
  })
}

function readEffort(effort: Written, velocity: Written): Pick<LawNumbers, 'effort' | 'velocity'> {
  const none = constantNumber(Infinity)
  if (velocity.value !== undefined && effort.value === undefined)
    throw new InputError(
      velocity.path,
      'no value without effort, which decreases to 0 at this speed',
      velocity.value,
    )
  const read = ({ path, value, place, signal, name }: Written): LawNumber => {
    if (value === undefined) return none
    if (isSignal(value)) return signal(name, place)
    assertPositive(path, value)
    return constantNumber(value)
  }
  return { effort: read(effort), velocity: read(velocity) }
}

function readFriction(written: Written): Pick<LawNumbers, 'coulomb' | 'static' | 'viscous'> {
  const { path, value, place, signal, name } = written
  const none = constantNumber(0)
  if (value === undefined) return { coulomb: none, static: none, viscous: none }
  if (typeof value === 'number' || isSignal(value)) {
    if (typeof value === 'number') assertNonNegative(path, value)
    const coulomb = typeof value === 'number' ? constantNumber(value) : signal(name, place)
    return { coulomb, static: coulomb, viscous: none }
  }
  const keys = readKeys(
    path,
    value,
    ['coulomb', 'static', 'viscous'],
    'a force >= 0, or { coulomb, static, viscous }',
  )
  const read = (key: string, fallback?: LawNumber): LawNumber => readPart(written, key, keys, fallback)
  const coulomb = read('coulomb')
  const largest = read('static', coulomb)
  const [least, most] = [coulomb, largest].map(({ values }) => values[0])
  if (!coulomb.isLive && !largest.isLive && most < least)
    throw new InputError(
      `${path}.static`,
      `a number >= coulomb, ${least}, as it takes more to break loose`,
      most,
    )
  return { coulomb, static: largest, viscous: read('viscous', none) }
}

/** A number >= 0, or an expression, under a key of a map. */
function readPart(
  { path, place, signal, name }: Written,
  key: string,
  keys: Readonly<Record<string, unknown>>,
  fallback?: LawNumber,
): LawNumber {
  const value = keys[key]
  if (value === undefined && fallback !== undefined) return fallback
  if (isSignal(value)) return signal(`${name}.${key}`, [...place, key])
  assertNonNegative(`${path}.${key}`, value)
  return constantNumber(value as number)
}

interface ReadLimits extends Pick<AxisLaw, 'restitution' | 'spring'> {
  readonly numbers: Omit<LawNumbers, 'coulomb' | 'static' | 'viscous' | 'effort' | 'velocity'>
}

function readLimits(written: Written): ReadLimits {
  const { path, value, place, signal, name } = written
  const still = {
    lowerRate: constantNumber(0),
    upperRate: constantNumber(0),
    lowerAcceleration: constantNumber(0),
    upperAcceleration: constantNumber(0),
    active: constantNumber(1),
  }
  if (value === undefined)
    return {
      ...{ restitution: 0, spring: null },
      numbers: { ...still, lower: constantNumber(-Infinity), upper: constantNumber(Infinity) },
    }
  const expected = '[lower, upper], or { lower, upper, restitution } or { lower, upper, stiffness, damping }'
  const isPair = Array.isArray(value) || value instanceof Float64Array
  if (isPair && value.length !== 2) throw new InputError(path, expected, value)
  const names = ['lower', 'upper', 'active', 'restitution', 'stiffness', 'damping']
  const keys: Readonly<Record<string, unknown>> = isPair
    ? { lower: value[0], upper: value[1] }
    : readKeys(path, value, names, expected)
  const read = (key: 'lower' | 'upper', infinite: number): LawNumber =>
    isSignal(keys[key])
      ? signal(`${name}.${key}`, [...place, isPair ? (key === 'lower' ? 0 : 1) : key])
      : constantNumber(readBound(`${path}.${key}`, keys[key], infinite))
  const [lower, upper] = [read('lower', -Infinity), read('upper', Infinity)]
  if (!lower.isLive && !upper.isLive && !(lower.values[0] < upper.values[0]))
    throw new InputError(path, 'a lower stop below the upper one', [lower.values[0], upper.values[0]])
  const stiffness = readSpring(path, keys)
  const rates = (key: 'lower' | 'upper'): Partial<ReadLimits['numbers']> => {
    if (!isSignal(keys[key])) return {}
    const derivative = (order: string): LawNumber => signal(`${name}.${key}${order}`, [])
    return {
      [`${key}Rate`]: derivative('Rate'),
      ...(stiffness.spring === null && { [`${key}Acceleration`]: derivative('Acceleration') }),
    }
  }
  return {
    ...stiffness,
    numbers: {
      ...{ ...still, lower, upper, ...rates('lower'), ...rates('upper') },
      active: readActive(written, keys['active']),
    },
  }
}

/** 1 while the stops are there, otherwise 0. */
function readActive({ path, place, signal, name }: Written, value: unknown): LawNumber {
  if (isSignal(value)) return signal(`${name}.active`, [...place, 'active'])
  if (value !== undefined && typeof value !== 'boolean')
    throw new InputError(`${path}.active`, 'true, false, or an expression of variables', value)
  return constantNumber(value === false ? 0 : 1)
}

/** Restitution of rigid stops, or spring and damper of soft ones. */
function readSpring(
  path: string,
  keys: Readonly<Record<string, unknown>>,
): Pick<AxisLaw, 'restitution' | 'spring'> {
  const restitution = readSize(`${path}.restitution`, keys['restitution'], 0)
  if (restitution > 1) throw new InputError(`${path}.restitution`, 'a number between 0 and 1', restitution)
  if (keys['stiffness'] === undefined) {
    if (keys['damping'] !== undefined)
      throw new InputError(
        `${path}.damping`,
        'no value without stiffness, because rigid stops have a restitution',
        keys['damping'],
      )
    return { restitution, spring: null }
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
  return { restitution: 0, spring: { stiffness, damping } }
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
