/** Definitions of kinds of records: one object for each kind. */
import { assertOneOf } from '../../base/index.ts'

/** Plain data with a tag, as users write it and as parameters hold it. */
export interface TaggedRecord {
  readonly kind: string
}

/**
 * Valid content of a key: a quantity in this unit, also inside of `{ init, nominal }`; a record of one of these kinds;
 * data with quantities under these names, at any depth; or anything else (null).
 */
export type KeyContent = string | DefinitionTable | Readonly<Record<string, string>> | null

/** A definition of records of any type. */
export interface AnyDefinition {
  readonly kind: string
  /** All keys of a record, in the order in which messages list them. */
  readonly keys: Readonly<Record<string, KeyContent>>
}

/** The definition of the records `R`. Its keys are exactly those of `R`. */
export interface RecordDefinition<R extends TaggedRecord> extends AnyDefinition {
  readonly kind: R['kind']
  readonly keys: Readonly<Record<Exclude<keyof R, 'kind'>, KeyContent>>
}

/** Stands in a record for a value that an expression of variables determines. */
export const SIGNAL = Object.freeze({ kind: 'Signal' })

/** True for `SIGNAL`, also from a file or after an evaluation. */
export function isSignal(value: unknown): boolean {
  return isTagged(value) && value.kind === SIGNAL.kind
}

/** A key of a record that may be an expression of variables. */
export interface SignalDefinition {
  readonly unit: string
  /** Sizes of the dimensions (default: a scalar, []). */
  readonly size?: readonly number[]
  /** True if forces are not linear in it (default false). */
  readonly isNonlinear?: boolean
  /** Keys and indices that lead to it in the record (default: its name); empty: it is a derivative. */
  readonly place?: readonly (string | number)[]
  /** True if it is a Boolean, whose value is 0 or 1 (default false). */
  readonly isBoolean?: boolean
  /** Name of the signal of which it is the derivative with respect to time; undefined: none. */
  readonly derivativeOf?: string
}

/** The keys of a kind of parts that may be expressions of variables. */
export type SignalTable = Readonly<Record<string, SignalDefinition>>

/** The value at a place in a record; undefined: there is none. */
export function valueAt(record: unknown, place: readonly (string | number)[]): unknown {
  return place.reduce<unknown>(
    (part, key) => (part as Readonly<Record<string | number, unknown>> | undefined)?.[key],
    record,
  )
}

/** The record with another value at a place. */
export function withValueAt<T>(part: T, place: readonly (string | number)[], value: unknown): T {
  if (place.length === 0) return value as T
  const [key, ...rest] = place
  const inside = withValueAt((part as Readonly<Record<string | number, unknown>>)[key], rest, value)
  if (Array.isArray(part)) return part.map((item: unknown, i) => (i === key ? inside : item)) as T
  return { ...part, [key]: inside }
}

/** Definitions that are valid in the same place. A new kind is a line in the list of one of them. */
export class DefinitionTable<D extends AnyDefinition = AnyDefinition> {
  private readonly byKind: ReadonlyMap<string, D>

  constructor(readonly definitions: readonly D[]) {
    this.byKind = new Map(definitions.map((definition) => [definition.kind, definition]))
  }

  get kinds(): string[] {
    return [...this.byKind.keys()]
  }

  get(kind: string): D | undefined {
    return this.byKind.get(kind)
  }

  /** The definition of `kind`; the error for an unknown one names `path` and lists all. */
  find(path: string, kind: unknown): D {
    assertOneOf(path, kind, this.kinds)
    return this.byKind.get(kind)!
  }
}

/** True if `value` is an object with a tag. */
export function isTagged(value: unknown): value is TaggedRecord {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string'
}
