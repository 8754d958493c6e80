import type { Expr } from '../../symbolic/index.ts'

/** Type of an expression at run time. Sizes of vectors and matrices are known only then. */
export type Rank = 'scalar' | 'boolean' | 'vector' | 'matrix' | 'object'

/** Returns the rank of an expression. */
export type RankOf = (expr: Expr) => Rank

/**
 * Place of a name among the values of a running model:
 * - scalars and Booleans (0 or 1): `v[slot]`, one Float64Array for all;
 * - vectors (Float64Array) and matrices ({ rows, cols, data }): `a[slot]`;
 * - objects: `o[slot]`.
 */
export interface Slot {
  readonly rank: Rank
  readonly index: number
  /** Refers to the derivative of the value along a direction: `d[slot]` and `e[slot]`. */
  readonly isTangent?: true
}

/** Slot of a full name; undefined for a name that the model does not contain. */
export type SlotOf = (name: string) => Slot | undefined

/** JavaScript code that reads a slot. */
export function slotCode(slot: Slot): string {
  if (slot.isTangent) return `${slot.rank === 'scalar' ? 'd' : 'e'}[${slot.index}]`
  if (slot.rank === 'scalar') return `v[${slot.index}]`
  if (slot.rank === 'boolean') return `(v[${slot.index}] !== 0)`
  return slot.rank === 'object' ? `o[${slot.index}]` : `a[${slot.index}]`
}

/** Name of the tangent of a variable. */
export function tangentName(variable: string): string {
  return `$d(${variable})`
}

/** Slots of names and of their tangents. */
export function createTangentSlots(slotOf: SlotOf): SlotOf {
  return (fullName) => {
    if (!fullName.startsWith('$d(')) return slotOf(fullName)
    const slot = slotOf(fullName.slice(3, -1))
    return slot && { ...slot, isTangent: true }
  }
}
