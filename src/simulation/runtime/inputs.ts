import { assertFinite, assertLength, InputError, toSI, VarioError } from '../../base/index.ts'
import type { InputDerivative } from '../../compiler/index.ts'
import { type FlatModel, isModelInput } from '../../model/index.ts'
import type { ModelValues } from '../systems/index.ts'
import type { InputSignal, InputTable, SimulateOptions } from './simulate-options.ts'

/**
 * The top-level inputs of a run and their derivatives in the model: functions of time, and the slots of their values.
 */
export class Inputs {
  private places: (readonly [slot: number, f: TimeFunction['value']])[] = []
  private signals: (readonly [slot: number, signal: TimeFunction])[] = []
  /** Times where tables have kinks, ascending [s]. */
  private readonly kinks: Float64Array
  /** Time of the last event [s]: derivatives that jump there have their values after the jump. */
  private eventTime = -Infinity

  constructor(
    private readonly runtime: ModelValues,
    flat: FlatModel,
    signals: NonNullable<SimulateOptions['inputs']>,
  ) {
    const functions = new Map<string, TimeFunction>()
    for (const [name, signal] of Object.entries(signals)) {
      const unused = flat.unused.get(name)
      // the warning `UNUSED` names it
      if (unused !== undefined && isModelInput(unused)) continue
      const variable = flat.variables.get(name)
      if (!variable || !isModelInput(variable)) {
        const inputs = [...flat.variables.values()].filter(isModelInput).map((v) => v.name)
        throw new InputError(
          'inputs',
          `the name of a top-level input (${inputs.join(', ') || 'there is none'})`,
          name,
        )
      }
      const f = convertToSI(createTimeFunction(`inputs.${name}`, signal), `inputs.${name}`, variable.unit)
      const { index, rank } = runtime.slot(name)
      if (rank !== 'scalar')
        throw new InputError(`inputs.${name}`, 'a scalar input (make one input per element)', `a ${rank}`)
      functions.set(name, f)
      this.signals.push([index, f])
      this.places.push([index, f.value])
    }
    // Inputs without a signal are constant, and their derivatives zero, the initial value of their slots.
    for (const derivative of runtime.translation.inputDerivatives) {
      const f = functions.get(derivative.input)
      if (f) this.places.push([runtime.slot(derivative.name).index, findDerivative(derivative, f).value])
    }
    this.kinks = Float64Array.from([...functions.values()].flatMap(({ kinks }) => kinks)).sort()
  }

  /** The first kink of a table after `t` [s]; Infinity: none. */
  nextKink(t: number): number {
    return this.kinks[countUntil(this.kinks, t)] ?? Number.POSITIVE_INFINITY
  }

  /**
   * Writes the slopes of the inputs at `t` [1/s]: their derivatives, or one-sided differences of second order.
   *
   * @param h step of the differences of functions without a derivative [s]
   */
  writeSlopes(t: number, h: number, write: (slot: number, slope: number) => void): void {
    const isAfter = t <= this.eventTime
    for (const [slot, { value, derivative }] of this.signals) {
      const slope = derivative
        ? derivative.value(t, isAfter)
        : (4 * value(t + h, true) - 3 * value(t, true) - value(t + 2 * h, true)) / (2 * h)
      write(slot, slope)
    }
  }

  /** Writes the values at `t` to their slots. */
  set(t: number): void {
    const isAfter = t <= this.eventTime
    for (const [slot, f] of this.places) this.runtime.setScalar(slot, f(t, isAfter))
  }

  /** Replaces the signal of an input by a constant from the event at `t` on. */
  replace(name: string, value: number, t: number): void {
    const { runtime } = this
    const ofInput = runtime.translation.inputDerivatives.filter(({ input }) => input === name)
    const slots = new Set(
      [name, ...ofInput.map((derivative) => derivative.name)].map((key) => runtime.slot(key).index),
    )
    this.signals = this.signals.filter(([slot]) => !slots.has(slot))
    this.places = this.places.filter(([slot]) => !slots.has(slot))
    const { index } = runtime.slot(name)
    for (const slot of slots) this.places.push([slot, () => (slot === index ? value : 0)])
    this.setAfterEvent(t)
  }

  /** Writes the values after an event at `t`, or at the start. */
  setAfterEvent(t: number): void {
    this.eventTime = t
    this.set(t)
  }
}

/** Number of the ascending times that are not after `t`. */
function countUntil(times: Float64Array, t: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle] <= t) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Returns the function with checked values in SI; `unit` is that of the user, undefined: SI. Derivatives have no
 * offset.
 */
function convertToSI(f: TimeFunction, path: string, unit = ''): TimeFunction {
  const zero = toSI(0, unit)
  const factor = toSI(1, unit) - zero
  const convert = ({ value, derivative, kinks }: TimeFunction, offset: number): TimeFunction => ({
    value: (t, isAfter) => {
      const found: unknown = value(t, isAfter)
      if (typeof found !== 'number') throw new InputError(path, `a number at t = ${t} s`, found)
      return offset + factor * found
    },
    derivative: derivative && convert(derivative, 0),
    kinks,
  })
  return convert(f, zero)
}

function findDerivative({ name, input, order, text }: InputDerivative, signal: TimeFunction): TimeFunction {
  let f: TimeFunction | null = signal
  for (let k = 0; k < order && f; k++) f = f.derivative
  if (f) return f
  const isTable = signal.kinks.length > 0
  const wanted = isTable
    ? 'A table has a first derivative only'
    : `Give it with the input: inputs: { ${input}: ${printWanted(order)} }`
  throw new VarioError(
    'INPUT_DERIVATIVE',
    `inputs.${input}: expected a signal with the derivative ${name}, for ${text}, got one without. ${wanted}; or take ` +
      `the derivative of a filtered signal: T*der(x) = ${input} - x.`,
    { input, derivative: name, equation: text },
  )
}

/** Prints `{ value, derivative }`, with derivatives up to an order. */
function printWanted(order: number): string {
  const derivative = order > 1 ? `derivative: ${printWanted(order - 1)}` : 'derivative'
  return `{ value, ${derivative} }`
}

/**
 * A function of time [s] with its derivative, if there is one. Derivatives of tables jump at their points; `isAfter`
 * selects the side of a jump.
 */
export interface TimeFunction {
  readonly value: (t: number, isAfter: boolean) => number
  readonly derivative: TimeFunction | null
  /** Times where it, or a derivative of it, is not smooth [s]. */
  readonly kinks: readonly number[]
}

/** Checks a signal of the user; `path` is its name in the options. */
export function createTimeFunction(path: string, signal: InputSignal): TimeFunction {
  if (typeof signal === 'function') return { value: signal, derivative: null, kinks: [] }
  if (typeof signal !== 'object' || signal === null)
    throw new InputError(
      path,
      'a function of the time, a table { t, values } or { value, derivative }',
      signal,
    )
  if ('t' in signal || 'values' in signal) return createTable(path, signal as InputTable)
  const { value } = signal
  if (typeof value !== 'function') throw new InputError(`${path}.value`, 'a function of the time', value)
  const derivative = createTimeFunction(`${path}.derivative`, signal.derivative)
  return { value, derivative, kinks: derivative.kinks }
}

/** Linear interpolation in a table, constant outside. Its derivative is a step function, which has none. */
function createTable(path: string, { t, values }: InputTable): TimeFunction {
  const n = t?.length ?? 0
  if (n === 0) throw new InputError(`${path}.t`, 'at least one time [s]', t)
  assertLength(`${path}.values`, values, n)
  for (let i = 0; i < n; i++) {
    assertFinite(`${path}.t[${i}]`, t[i])
    assertFinite(`${path}.values[${i}]`, values[i])
    if (i > 0 && !(t[i] > t[i - 1]))
      throw new InputError(`${path}.t[${i}]`, `a time after ${t[i - 1]} [s]`, t[i])
  }
  const slope = (k: number): number =>
    k < 0 || k >= n - 1 ? 0 : (values[k + 1] - values[k]) / (t[k + 1] - t[k])
  const value = (time: number): number => {
    const k = findInterval(t, time, true)
    if (k < 0) return values[0]
    return k >= n - 1
      ? values[n - 1]
      : values[k] + ((time - t[k]) / (t[k + 1] - t[k])) * (values[k + 1] - values[k])
  }
  const derivative: TimeFunction = {
    value: (time, isAfter) => slope(findInterval(t, time, isAfter)),
    derivative: null,
    kinks: [],
  }
  return { value, derivative, kinks: Array.from(t) }
}

/** The last k with t[k] ≤ time, or t[k] < time before a jump; -1: before the first point. */
function findInterval(t: ArrayLike<number>, time: number, isAfter: boolean): number {
  let low = -1
  let high = t.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (isAfter ? t[middle] <= time : t[middle] < time) low = middle
    else high = middle
  }
  return low
}
