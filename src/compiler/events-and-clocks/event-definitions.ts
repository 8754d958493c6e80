import type { FlatWhen } from '../../model/index.ts'
import type { Expr } from '../../symbolic/index.ts'

/** Limit of a relation at which a function jumps. It moves with the value of the function. */
export interface StepLimit {
  /** Discrete variable with the value of the function. */
  readonly step: string
  /** The function as written, for messages. */
  readonly text: string
  /** True if the change comes after an event at the same time, not with it. */
  readonly isStrict: boolean
}

/** A relation whose change of truth is an event, located where left - right crosses zero. */
export interface StateCondition {
  readonly kind: 'state'
  readonly op: string
  readonly left: Expr
  readonly right: Expr
  readonly text: string
  readonly limit?: StepLimit
}

/**
 * A relation `time op right` with a right side that is constant between events: the event is scheduled, not searched.
 */
export interface TimeCondition {
  readonly kind: 'time'
  readonly op: string
  readonly right: Expr
  /**
   * The relation `factor*time + rest op 0` from which this form was made: a negative factor reverses it, and for a zero
   * factor the rest decides.
   */
  readonly linear?: { readonly factor: Expr; readonly rest: Expr }
  readonly text: string
  readonly limit?: StepLimit
}

/** A relation whose change is an event. */
export type Condition = StateCondition | TimeCondition

/** A periodic clock, identical for equal texts; its first tick is at `start` (null: at the start of the segment). */
export interface ClockDefinition {
  readonly start: Expr | null
  readonly interval: Expr
  readonly text: string
}

/** Clocks, by number, that must tick together because one equation contains them all. */
export interface ClockAgreement {
  /** The equation, or the variable that reads another one. */
  readonly where: string
  readonly clocks: readonly number[]
}

/** A `when` with its trigger as a Boolean unknown `flag`: the actions run at the event at which it becomes true. */
export interface WhenClause {
  readonly flag: string
  /** `when` and its condition, for messages. */
  readonly text: string
  readonly when: FlatWhen
  /**
   * True for an `assert` that must always hold: it is checked from the start, when a `when` has not yet become true.
   */
  readonly isAssert: boolean
}

/** An operator that requires a start value of its variable. */
export interface StartRequirement {
  readonly operator: 'pre' | 'hold' | 'previous'
  readonly name: string
}

/** Memory of one occurrence of `sample`, `hold` or `previous`. */
export interface SampledValue {
  readonly operator: 'sample' | 'hold' | 'previous'
  /** Variable whose start value is the first value; null: the sampled variable itself at initialization (`sample`). */
  readonly variable: string | null
  /** Variable whose left limit `sample` takes. */
  readonly sampled: string | null
}

/** Replaces the numbers of conditions and the names of step values in a text by the relations and steps themselves. */
export function createReadableText(conditions: readonly Condition[]): (text: string) => string {
  const steps = new Map(conditions.flatMap(({ limit }) => (limit ? [[limit.step, limit.text]] : [])))
  const readable = (text: string): string =>
    text
      .replace(/\$condition\((\d+)\)/g, (_, k) => readable(conditions[k].text))
      .replace(/\$step\[\d+\]/g, (step) => (steps.has(step) ? readable(steps.get(step) ?? step) : step))
  return readable
}

/** Prefix of the name of the value of a step function, followed by its number. */
export const STEP = '$step'

/** Prefixes of the names of discrete variables that are added to the model. */
const ADDED_DISCRETE = [STEP, '$clocked', '$when', '$assert', '$trigger']

/** Returns a function that is true for variables that are constant between events, including added ones. */
export function createIsDiscrete(discrete: ReadonlyMap<string, boolean>): (name: string) => boolean {
  return (name) => discrete.has(name) || ADDED_DISCRETE.some((start) => name.startsWith(start))
}

/** Name of the left limit of a variable. */
export function preName(name: string): string {
  return `pre(${name})`
}

/** Name of the flag that is true after the first tick of a sampled value. */
export function tickedFlag(sampledValue: number): string {
  return `ticked ${sampledValue}`
}
