/** Expressions of variables in friction, stops and limits of drives: their places in records, and their names. */
import { VarioError } from '../../../base/index.ts'
import { isExprNode } from '../../../model/index.ts'
import { isSignal, type TaggedRecord } from '../../records/index.ts'

/** An expression in the law of an axis. */
export interface LawSignal {
  readonly unit: string
  /** Keys and indices that lead to it in the record; empty: it is a derivative of another one. */
  readonly place: readonly (string | number)[]
  /** True if forces are not linear in it. */
  readonly isNonlinear: boolean
  /** True if it is a Boolean, whose value is 0 or 1. */
  readonly isBoolean?: boolean
  /** Name of the value of which it is the derivative with respect to time. */
  readonly derivativeOf?: string
}

/** Name of a value of axis k of n: `friction`, and of several axes `friction2`. */
export function nameLawSignal(key: string, k: number, n: number): string {
  return n === 1 ? key : `${key}${k + 1}`
}

/** Units of an axis: of its position and of its force. */
function unitsOf(isTranslation: boolean) {
  return isTranslation ? { position: 'm', force: 'N' } : { position: 'rad', force: 'N.m' }
}

/**
 * The expressions of variables in the laws of a joint with axes, by their names.
 *
 * @param isFixed true if an expression at a place depends on parameters only
 */
export function listLawSignals(
  record: TaggedRecord,
  axes: { readonly translations: number; readonly rotations: number },
  isFixed: (place: readonly (string | number)[]) => boolean,
): Readonly<Record<string, LawSignal>> {
  const n = axes.translations + axes.rotations
  const found: Record<string, LawSignal> = {}
  const isLive = (value: unknown, place: readonly (string | number)[]): boolean =>
    isSignal(value) || (isExprNode(value) && !isFixed(place))
  for (const key of ['friction', 'limits', 'effort', 'velocity'] as const) {
    const whole = (record as unknown as Readonly<Record<string, unknown>>)[key]
    for (let k = 0; k < n; k++) {
      const value = n === 1 ? whole : Array.isArray(whole) ? (whole[k] as unknown) : undefined
      const place = n === 1 ? [key] : [key, k]
      const name = nameLawSignal(key, k, n)
      const { position, force } = unitsOf(k < axes.translations)
      if (key === 'limits') Object.assign(found, listLimits(name, value, place, position, isLive))
      else if (key !== 'friction' || !isMap(value)) {
        const unit = key === 'velocity' ? `${position}/s` : force
        if (isLive(value, place)) found[name] = { unit, place, isNonlinear: key !== 'friction' }
      } else
        for (const [part, content] of Object.entries(value)) {
          const unit = part !== 'viscous' ? force : position === 'm' ? 'N.s/m' : 'N.m.s/rad'
          const own = [...place, part]
          if (isLive(content, own)) found[`${name}.${part}`] = { unit, place: own, isNonlinear: false }
        }
    }
  }
  return found
}

function listLimits(
  name: string,
  value: unknown,
  place: readonly (string | number)[],
  unit: string,
  isLive: (value: unknown, place: readonly (string | number)[]) => boolean,
): Record<string, LawSignal> {
  const found: Record<string, LawSignal> = {}
  const isPair = Array.isArray(value)
  if (!isPair && !isMap(value)) return found
  const at = (key: 'lower' | 'upper' | 'active'): readonly [unknown, readonly (string | number)[]] => {
    const own = isPair ? ['lower', 'upper'].indexOf(key) : key
    return [(value as Readonly<Record<string | number, unknown>>)[own], [...place, own]]
  }
  const isSoft = 'stiffness' in value
  for (const key of ['lower', 'upper'] as const) {
    const [content, own] = at(key)
    if (!isLive(content, own)) continue
    const position = `${name}.${key}`
    found[position] = { unit, place: own, isNonlinear: true }
    const derive = (derivativeOf: string, perTime: string): LawSignal => ({
      ...{ unit: `${unit}${perTime}`, place: [], isNonlinear: true, derivativeOf },
    })
    found[`${position}Rate`] = derive(position, '/s')
    if (!isSoft) found[`${position}Acceleration`] = derive(`${position}Rate`, '/s2')
  }
  const [content, own] = at('active')
  if (!isPair && isLive(content, own))
    found[`${name}.active`] = { unit: '', place: own, isNonlinear: true, isBoolean: true }
  return found
}

/** Keys of joints with axes that are fixed during a run, and what to write instead. */
const FIXED: readonly (readonly [readonly string[], string])[] = [
  [['armature'], 'An inertia that changes has moments of its own: use an Object3D with mass properties'],
  [['gear'], 'A ratio that changes is a joint with flange and components of vario/library/rotational'],
  [['limits', 'restitution'], 'Use a contact, whose material has a restitution'],
  [['limits', 'stiffness'], 'Write the force of the stop as tau or f'],
  [['limits', 'damping'], 'Write the force of the stop as tau or f'],
]

/** Asserts that no expression of variables stands where numbers are fixed during a run. */
export function assertFixedLaws(
  path: string,
  record: TaggedRecord,
  n: number,
  isFixed: (place: readonly (string | number)[]) => boolean,
): void {
  const values = record as unknown as Readonly<Record<string, unknown>>
  const refuse = (place: readonly (string | number)[], instead: string): void => {
    if (isFixed(place)) return
    const name = place.map((key) => (typeof key === 'number' ? `[${key + 1}]` : `.${key}`)).join('')
    throw new VarioError(
      'INPUT',
      `${path}${name}: expected a number or an expression of parameters, got an expression of variables. ${instead}.`,
      { path: `${path}${name}` },
    )
  }
  for (const [[key, part], instead] of FIXED)
    for (let k = 0; k < n; k++) {
      if (values[key] === undefined) continue
      const place = n === 1 || !Array.isArray(values[key]) ? [key] : [key, k]
      refuse(part === undefined ? place : [...place, part], instead)
    }
  for (const key of ['friction', 'limits', 'effort', 'velocity']) {
    if (key !== 'limits' && n === 1) continue
    const instead =
      n > 1 ? 'Write a list, with an expression for each axis' : 'Write { lower: expr`…`, upper: expr`…` }'
    if (isExprNode(values[key])) refuse([key], instead)
    if (Array.isArray(values[key]) && key === 'limits' && n > 1)
      for (let k = 0; k < n; k++)
        if (isExprNode(values[key][k])) refuse([key, k], 'Write { lower: expr`…`, upper: expr`…` }')
  }
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !isExprNode(value) &&
    !isSignal(value) &&
    !('_class' in value)
  )
}
