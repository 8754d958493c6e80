import {
  ArrayServices,
  bindEntry,
  bindFunctions,
  type CodeServices,
  copyValue,
  isSameValue,
  type StartValues,
  type Translation,
  tickedFlag,
  type ValueStore,
} from '../../compiler/index.ts'
import type { SystemSolver } from '../systems/index.ts'

type Value = ReturnType<ValueStore['read']>

/**
 * What the code of a model calls in a run: solution of systems, flags, clocks, the memories of `sample`, `hold` and
 * `previous`.
 */
export class RunServices extends ArrayServices implements CodeServices {
  readonly table: unknown[] = []
  readonly systems: SystemSolver[] = []
  /** What `terminal()` says. */
  isTerminal = false
  /** In the evaluations of the initialization, in which `sample` has nothing in its memory yet. */
  isStarting = false
  /** While sizes of arrays are looked for: all clocks count as if they had ticked. */
  isSizing = false
  /** Clocks that tick now. */
  readonly ticks: Uint8Array
  /** What `initial()` says. */
  private isInitial = false
  /** Values of `sample`, `hold`, `previous` since their last ticks, and those of the event that is going on. */
  private readonly samples: Value[]
  private readonly nextSamples: Value[]
  /** What `sample` takes at ticks. */
  private readonly leftLimits: Value[]
  private readonly hasTicked: Uint8Array
  /** Flags of memories whose clocks have ticked in an event that is over. */
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

  /**
   * Takes over what code mentions, from the first entry on that is not there yet; functions of memories as this run
   * calls them.
   */
  extendTable(table: readonly unknown[]): void {
    for (const entry of table.slice(this.table.length)) this.table.push(bindEntry(entry, this.functions))
  }

  /** Enters the values before the first tick. */
  load(starts: StartValues): void {
    this.translation.sampledValues.forEach(({ variable }, k) => {
      const value = variable === null ? undefined : starts.find(variable)
      this.samples[k] = copyValue(value ?? 0)
      this.nextSamples[k] = copyValue(this.samples[k])
    })
  }

  /**
   * The values before the event are in the memory: `sample` takes them at the ticks.
   *
   * @param read value of a variable now
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
   * In the evaluations of the initialization, `sample` follows its variable; true if one has changed.
   *
   * @param read value of a variable now
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
   * What has been sampled becomes the past.
   *
   * @param read value of a variable now
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
   * @param source the name of the variable, if it is a scalar, or its value: an array, which tells the size at
   *        initialization
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

  /** At a tick: what the variable was at the tick before; until the next one, the same. */
  previous(index: number, tick: boolean): Value {
    if (!tick) return this.samples[index]
    this.hasTicked[index] = 1
    return this.nextSamples[index]
  }
}
