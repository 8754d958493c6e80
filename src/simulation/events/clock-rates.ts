import { VarioError } from '../../base/index.ts'
import type { ClockDefinition, Translation } from '../../compiler/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'
import {
  addRational,
  isSameRational,
  multiplyRational,
  type Rational,
  rational,
  UNIT_RATIONAL,
  ZERO_RATIONAL,
} from './rational.ts'

/**
 * Rate of a clock: it ticks at the positions shift + n·step, n = 0, 1, …, where its base clock, `Clock(…)`, ticks at 0,
 * 1, 2, ….
 */
export interface ClockRate {
  /** Number of the base clock. */
  readonly base: number
  readonly step: Rational
  readonly shift: Rational
}

/** Interval of a base clock: scale·fraction [s]. */
export interface BaseInterval {
  readonly scale: number
  readonly fraction: Rational
}

type DerivedClock = Extract<ClockDefinition, { readonly kind: 'derived' }>

/** Determines the rates of all clocks with the present values of the parameters. */
export function findRates(runtime: ModelRuntime): ClockRate[] {
  const { clocks } = runtime.translation
  const rates: ClockRate[] = []
  clocks.forEach((clock, k) => {
    rates.push(
      clock.kind === 'derived'
        ? convertRate(runtime, clocks, clock, rates[clock.from])
        : { base: k, step: UNIT_RATIONAL, shift: ZERO_RATIONAL },
    )
  })
  return rates
}

/** The interval of a base clock with the present values of parameters and variables. */
export function intervalOf(runtime: ModelRuntime, clock: Translation['clocks'][number]): BaseInterval | null {
  if (clock.kind === 'rational') {
    const counter = integerOf(runtime.evaluate(clock.counter), 'a positive Integer as counter', 1, clock)
    const resolution = integerOf(
      runtime.evaluate(clock.resolution),
      'a positive Integer as resolution',
      1,
      clock,
    )
    return { scale: 1, fraction: rational(counter, resolution) }
  }
  if (clock.kind !== 'periodic') return null
  const period = runtime.evaluate(clock.interval) as number
  if (!(period > 0) || period === Infinity) {
    throw new VarioError(
      'EVENTS',
      `Clock: expected a positive interval [s], got ${period} for ${clock.text}.`,
      {
        clock: clock.text,
      },
    )
  }
  return { scale: period, fraction: UNIT_RATIONAL }
}

export function isSameRate(a: ClockRate, b: ClockRate): boolean {
  return a.base === b.base && isSameRational(a.step, b.step) && isSameRational(a.shift, b.shift)
}

function convertRate(
  runtime: ModelRuntime,
  clocks: readonly ClockDefinition[],
  clock: DerivedClock,
  from: ClockRate,
): ClockRate {
  const isShift = clock.fn === 'shiftSample' || clock.fn === 'backSample'
  const values = clock.factors.map((factor) => runtime.evaluate(factor))
  const first = integerOf(
    values[0],
    isShift ? 'a counter of 0 or more' : 'a factor of 1 or more',
    isShift ? 0 : 1,
    clock,
  )
  const second = values.length > 1 ? integerOf(values[1], 'a resolution of 1 or more', 1, clock) : 1
  const { base } = from
  let { step, shift } = from
  if (isShift) {
    const sign = clock.fn === 'shiftSample' ? 1 : -1
    shift = addRational(shift, multiplyRational(step, rational(sign * first, second)))
  } else step = multiplyRational(step, clock.fn === 'subSample' ? rational(first, 1) : rational(1, first))
  if (shift.num < 0) {
    throw new VarioError(
      'EVENTS',
      `${clock.text}: expected a clock that starts with ${clocks[base].text} or later, got a first tick before. Use a smaller ` +
        'counter.',
      { clock: clock.text },
    )
  }
  if (clocks[base].kind === 'event' && (step.den !== 1 || shift.den !== 1)) {
    throw new VarioError(
      'EVENTS',
      `${clock.text}: expected ticks of ${clocks[base].text}, got ticks between them, whose times nothing determines. Use ` +
        'subSample, or a resolution of 1.',
      { clock: clock.text },
    )
  }
  return { base, step, shift }
}

function integerOf(value: unknown, expected: string, min: number, { text }: ClockDefinition): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min) return value
  throw new VarioError('EVENTS', `${text}: expected ${expected}, got ${String(value)}.`, { clock: text })
}
