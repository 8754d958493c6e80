import {
  ArrayServices,
  bindEntry,
  bindFunctions,
  type CodeServices,
  copyValue,
  isSameValue,
  loadAlgorithm,
  type StartValues,
  type Translation,
  tickedFlag,
  type ValueStore,
} from '../../compiler/index.ts'
import type { SystemSolver } from '../systems/index.ts'

type Value = ReturnType<ValueStore['read']>

/**
 * Services that the code of a model calls in a run: solution of systems, flags, clocks, and the stored values of
 * `sample`, `hold` and `previous`.
 */
export class RunServices extends ArrayServices implements CodeServices {
  readonly table: unknown[] = []
  readonly systems: SystemSolver[] = []
  /** Value of `terminal()`. */
  isTerminal = false
  /** True during the initialization, when `sample` has no stored value yet. */
  isStarting = false
  /** True while sizes of arrays are determined: all clocks count as if they had ticked. */
  isSizing = false
  /** Clocks that tick now. */
  readonly ticks: Uint8Array
  /** Value of `initial()`. */
  private isInitial = false
  /** Values of `sample`, `hold`, `previous` since their last ticks, and those of the current event. */
  private readonly samples: Value[]
  private readonly nextSamples: Value[]
  /** Values that `sample` takes at ticks. */
  private readonly leftLimits: Value[]
  private readonly hasTicked: Uint8Array
  /** Flags of stored values whose clocks have ticked in an earlier event. */
  private readonly ticked = new Set<string>()

  /** @param memoryAt memory of the component at a path, in this run */
  constructor(
    private readonly translation: Translation,
    memory: ValueStore,
    memoryAt: (path: string) => object,
  ) {
    super(memory, bindFunctions(translation.model.functions, memoryAt))
    const { code, clocks, sampledValues } = translation
    this.extendTable(code.table)
    this.ticks = new Uint8Array(clocks.length)
    this.samples = new Array<Value>(sampledValues.length).fill(0)
    this.nextSamples = new Array<Value>(sampledValues.length).fill(0)
    this.leftLimits = new Array<Value>(sampledValues.length).fill(0)
    this.hasTicked = new Uint8Array(sampledValues.length)
  }

  /** Adds new entries of the table of the code; functions of memories are bound to those of this run. */
  extendTable(table: readonly unknown[]): void {
    for (const entry of table.slice(this.table.length))
      this.table.push(loadAlgorithm(bindEntry(entry, this.functions)))
  }

  /** Stores the values before the first tick. */
  load(starts: StartValues): void {
    this.translation.sampledValues.forEach(({ variable }, k) => {
      const value = variable === null ? undefined : starts.find(variable)
      this.samples[k] = copyValue(value ?? 0)
      this.nextSamples[k] = copyValue(this.samples[k])
    })
  }

  /**
   * Begins an event; the store holds the values before it, which `sample` takes at the ticks.
   *
   * @param read current value of a variable
   */
  beginEvent(isInitial: boolean, read: (name: string) => Value): void {
    this.isInitial = isInitial
    this.isStarting = isInitial
    if (isInitial || !this.ticks.includes(1)) return
    this.translation.sampledValues.forEach(({ sampled }, k) => {
      if (sampled !== null) this.leftLimits[k] = copyValue(read(sampled))
    })
  }

  /**
   * During the initialization, `sample` follows its variable; true if a value has changed.
   *
   * @param read current value of a variable
   */
  updateStarting(read: (name: string) => Value): boolean {
    let hasChanged = false
    this.translation.sampledValues.forEach(({ sampled }, k) => {
      if (sampled === null) return
      const value = read(sampled)
      if (isSameValue(this.leftLimits[k], value)) return
      this.leftLimits[k] = copyValue(value)
      hasChanged = true
    })
    return hasChanged
  }

  /**
   * Ends an event: sampled values become those of the last tick.
   *
   * @param read current value of a variable
   */
  endEvent(read: (name: string) => Value): void {
    this.translation.sampledValues.forEach(({ operator, variable }, k) => {
      if (this.hasTicked[k] === 0) return
      this.hasTicked[k] = 0
      if (!this.isStarting) this.ticked.add(tickedFlag(k))
      this.samples[k] = this.nextSamples[k]
      if (operator === 'previous') this.nextSamples[k] = copyValue(read(variable!))
    })
    this.isInitial = false
    this.isStarting = false
  }

  // --- called by the code -----------------------------------------------------------------------

  solve(system: number): void {
    this.systems[system].solve()
  }

  flag(name: string): boolean {
    if (name === 'initial') return this.isInitial
    if (name === 'terminal') return this.isTerminal
    return this.isSizing || this.ticked.has(name)
  }

  clock(index: number): boolean {
    return this.ticks[index] !== 0
  }

  /**
   * @param source the name of the variable, if it is a scalar, or its value: an array, which gives the size at
   * initialization
   */
  sample(index: number, tick: boolean, source: Value): Value {
    if (!tick && !this.isStarting) return this.samples[index]
    const value = this.isStarting && typeof source !== 'string' ? source : this.leftLimits[index]
    this.nextSamples[index] = copyValue(value)
    this.hasTicked[index] = 1
    return this.nextSamples[index]
  }

  hold(index: number, tick: boolean, value: Value): Value {
    if (!tick) return this.samples[index]
    this.nextSamples[index] = copyValue(value)
    this.hasTicked[index] = 1
    return value
  }

  /** At a tick: the value at the tick before; the same until the next one. */
  previous(index: number, tick: boolean): Value {
    if (!tick) return this.samples[index]
    this.hasTicked[index] = 1
    return this.nextSamples[index]
  }
}
