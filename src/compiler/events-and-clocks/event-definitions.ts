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

/** A periodic clock; its first tick is at `start` (null: at the start of the run). The interval may change at events. */
export interface PeriodicClock {
  readonly kind: 'periodic'
  readonly start: Expr | null
  readonly interval: Expr
  readonly text: string
}

/** A periodic clock whose interval is counter/resolution [s], both integers, from the start of the run. */
export interface RationalClock {
  readonly kind: 'rational'
  readonly counter: Expr
  readonly resolution: Expr
  readonly text: string
}

/** A clock that ticks when a Boolean variable becomes true. */
export interface EventClock {
  readonly kind: 'event'
  readonly condition: string
  /** Interval at the first tick [s]. */
  readonly startInterval: Expr
  readonly text: string
}

/** A clock that follows from another one by `subSample`, `superSample`, `shiftSample` or `backSample`. */
export interface DerivedClock {
  readonly kind: 'derived'
  /** Number of the other clock, which is smaller. */
  readonly from: number
  readonly fn: string
  readonly factors: readonly Expr[]
  readonly text: string
}

/** A clock, identical for equal texts. */
export type ClockDefinition = (PeriodicClock | RationalClock | EventClock | DerivedClock) & {
  /** Only other clocks follow from it: its own ticks cause no event. */
  readonly isAuxiliary?: true
}

/** Expressions of numbers in the definition of a clock. */
export function expressionsOfClock(clock: ClockDefinition): readonly Expr[] {
  if (clock.kind === 'periodic') return clock.start ? [clock.start, clock.interval] : [clock.interval]
  if (clock.kind === 'rational') return [clock.counter, clock.resolution]
  return clock.kind === 'event' ? [clock.startInterval] : clock.factors
}

/** Two clocks, by number, that must tick together because variables have both of them. */
export interface ClockAgreement {
  /** The variables. */
  readonly where: string
  readonly clocks: readonly [number, number]
  /** The second clock ticks at every m-th tick of the first one instead. */
  readonly isMultiple?: true
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
  readonly operator: string
  readonly name: string
}

/** Memory of one occurrence of an operator of clocks. */
export interface SampledValue {
  readonly operator:
    | 'sample'
    | 'hold'
    | 'previous'
    | 'subSample'
    | 'superSample'
    | 'shiftSample'
    | 'backSample'
    | 'noClock'
    | 'interval'
    | 'firstTick'
  /**
   * Variable whose start value is the first value; null: the sampled variable itself at initialization (`sample`), or no
   * variable (`interval` and `firstTick`).
   */
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
const ADDED_DISCRETE = [
  ...[STEP, '$clocked', '$when', '$assert', '$trigger', '$tick'],
  ...['$operand', '$rate', '$input', '$stage'],
]

/** Returns a function that is true for variables that are constant between events, including added ones. */
export function createIsDiscrete(discrete: ReadonlyMap<string, boolean>): (name: string) => boolean {
  return (name) => discrete.has(name) || ADDED_DISCRETE.some((start) => name.startsWith(start))
}

/** Name of the left limit of a variable. */
export function preName(name: string): string {
  return `pre(${name})`
}
