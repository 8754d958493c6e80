import { assertFinite, assertLength, InputError } from '../base/index.ts'
import { type FlatModel, isModelInput } from '../model/index.ts'
import type { InputTable, SimulateOptions } from './options.ts'
import type { ModelRuntime } from './runtime.ts'

/** The top-level inputs of a run: functions of the time, and where their values go. */
export class Inputs {
  private readonly places: (readonly [slot: number, f: (t: number) => number])[]
  /** Times where tables have kinks, ascending [s]. */
  private readonly kinks: Float64Array

  constructor(
    private readonly runtime: ModelRuntime,
    flat: FlatModel,
    signals: NonNullable<SimulateOptions['inputs']>,
  ) {
    const tables = Object.values(signals).filter((signal) => typeof signal !== 'function')
    this.kinks = Float64Array.from(tables.flatMap((table) => Array.from(table.t ?? []))).sort()
    this.places = Object.entries(signals).map(([name, signal]) => {
      const variable = flat.variables.get(name)
      if (!variable || !isModelInput(variable)) {
        const inputs = [...flat.variables.values()].filter(isModelInput).map((v) => v.name)
        throw new InputError(
          'inputs',
          `the name of a top-level input (${inputs.join(', ') || 'there is none'})`,
          name,
        )
      }
      const f = typeof signal === 'function' ? signal : createTableFunction(`inputs.${name}`, signal)
      const { index, rank } = runtime.slot(name)
      if (rank !== 'scalar')
        throw new InputError(`inputs.${name}`, 'a scalar input (make one input per element)', `a ${rank}`)
      return [index, f] as const
    })
  }

  /** The first kink of a table after `t` [s]; Infinity if there is none. */
  nextKink(t: number): number {
    return this.kinks[countUntil(this.kinks, t)] ?? Number.POSITIVE_INFINITY
  }

  /**
   * Writes how fast the inputs change at `t` [1/s]: one-sided differences of second order, which do not look across kinks of tables and
   * are exact between them.
   *
   * @param h how far the functions may be looked at [s]
   * @param tStart start of the present step or of an earlier one [s]: there, a kink is behind
   */
  writeSlopes(t: number, h: number, tStart: number, write: (slot: number, slope: number) => void): void {
    const { kinks } = this
    let next = countUntil(kinks, t)
    if (t > tStart) while (next > 0 && kinks[next - 1] === t) next--
    const before = next > 0 ? kinks[next - 1] : Number.NEGATIVE_INFINITY
    const after = kinks[next] ?? Number.POSITIVE_INFINITY
    const isForward = after - t > 2 * h || after - t >= t - before
    const step = isForward ? Math.min(h, 0.25 * (after - t)) : -Math.min(h, 0.25 * (t - before))
    for (const [slot, f] of this.places)
      write(slot, (4 * f(t + step) - 3 * f(t) - f(t + 2 * step)) / (2 * step))
  }

  /** Enters the values at `t`. */
  set(t: number): void {
    for (const [slot, f] of this.places) this.runtime.setScalar(slot, f(t))
  }
}

/** How many of the ascending times are not after `t`. */
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

/** Linear interpolation in a table. */
function createTableFunction(path: string, { t, values }: InputTable): (time: number) => number {
  const n = t?.length ?? 0
  if (n === 0) throw new InputError(`${path}.t`, 'at least one time [s]', t)
  assertLength(`${path}.values`, values, n)
  for (let i = 0; i < n; i++) {
    assertFinite(`${path}.t[${i}]`, t[i])
    assertFinite(`${path}.values[${i}]`, values[i])
    if (i > 0 && !(t[i] > t[i - 1]))
      throw new InputError(`${path}.t[${i}]`, `a time after ${t[i - 1]} [s]`, t[i])
  }
  return (time) => {
    if (time <= t[0]) return values[0]
    let low = 0
    let high = n - 1
    if (time >= t[high]) return values[high]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (t[middle] <= time) low = middle
      else high = middle
    }
    return values[low] + ((time - t[low]) / (t[high] - t[low])) * (values[high] - values[low])
  }
}
