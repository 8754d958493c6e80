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
    return this.kinks.find((kink) => kink > t) ?? Number.POSITIVE_INFINITY
  }

  /** Enters the values at `t`. */
  set(t: number): void {
    for (const [slot, f] of this.places) this.runtime.setScalar(slot, f(t))
  }
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
