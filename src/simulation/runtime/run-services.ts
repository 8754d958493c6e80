import {
  ArrayServices,
  bindEntry,
  bindFunctions,
  type CodeServices,
  copyValue,
  isSameValue,
  loadAlgorithm,
  type StartValues,
  stateOfRate,
  type Translation,
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
  /** Time between the last two ticks of every clock [s], and 1 for clocks whose last tick was their first one. */
  readonly intervals: Float64Array
  readonly firstTicks: Uint8Array
  private readonly hasEventClocks: boolean
  /** Value of `initial()`. */
  private isInitial = false
  /** Values of `sample`, `hold`, `previous` since their last ticks, and those of the current event. */
  private readonly samples: Value[]
  private readonly nextSamples: Value[]
  /** Values that `sample` takes at ticks. */
  private readonly leftLimits: Value[]
  private readonly hasTicked: Uint8Array
  /** Stored values without a start value: 0, or zeros with the sizes of the value. */
  private readonly isOpen: Uint8Array

  /** @param memoryAt memory of the component at a path, in this run */
  constructor(
    private readonly translation: Translation,
    private readonly values: ValueStore,
    memoryAt: (path: string) => object,
  ) {
    super(values, bindFunctions(translation.model.functions, memoryAt))
    const { code, clocks, sampledValues } = translation
    this.extendTable(code.table)
    this.ticks = new Uint8Array(clocks.length)
    this.intervals = new Float64Array(clocks.length)
    this.firstTicks = new Uint8Array(clocks.length)
    this.hasEventClocks = clocks.some(({ kind }) => kind === 'event')
    this.samples = new Array<Value>(sampledValues.length).fill(0)
    this.nextSamples = new Array<Value>(sampledValues.length).fill(0)
    this.leftLimits = new Array<Value>(sampledValues.length).fill(0)
    this.hasTicked = new Uint8Array(sampledValues.length)
    this.isOpen = new Uint8Array(sampledValues.length)
  }

  /** Adds new entries of the table of the code; functions of memories are bound to those of this run. */
  extendTable(table: readonly unknown[]): void {
    for (const entry of table.slice(this.table.length))
      this.table.push(loadAlgorithm(bindEntry(entry, this.functions)))
  }

  /** Stores the values before the first tick. */
  load(starts: StartValues): void {
    this.translation.sampledValues.forEach(({ operator, variable }, k) => {
      const value = variable === null ? undefined : findStart(variable, starts)
      this.samples[k] = operator === 'firstTick' ? true : copyValue(value ?? 0)
      this.nextSamples[k] = copyValue(this.samples[k])
      this.isOpen[k] = value === undefined ? 1 : 0
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
    if (isInitial || !(this.hasEventClocks || this.ticks.includes(1))) return
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
      this.samples[k] = operator === 'previous' && this.isOpen[k] ? this.zerosOf(k) : this.nextSamples[k]
      if (operator === 'previous') {
        this.nextSamples[k] = copyValue(read(variable!))
        this.isOpen[k] = 0
      }
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
    return this.isSizing
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
    if (!tick) return this.isOpen[index] ? zerosLike(value) : this.samples[index]
    this.isOpen[index] = 0
    this.nextSamples[index] = copyValue(value)
    this.hasTicked[index] = 1
    return value
  }

  /** At a tick: the value at the tick before; the same until the next one. */
  previous(index: number, tick: boolean): Value {
    if (tick) this.hasTicked[index] = 1
    if (this.isOpen[index]) return this.zerosOf(index)
    return tick ? this.nextSamples[index] : this.samples[index]
  }

  /** Zeros with the present sizes of the variable of a stored value. */
  private zerosOf(index: number): Value {
    const slot = this.translation.slots.get(this.translation.sampledValues[index].variable ?? '')
    return slot ? zerosLike(this.values.read(slot)) : 0
  }

  /** At a tick of the clock number `clock`: the time since the tick before [s]; the same until the next one. */
  interval(index: number, tick: boolean, clock: number): number {
    return this.mark(index, tick, this.intervals[clock]) as number
  }

  firstTick(index: number, tick: boolean, clock: number): boolean {
    return this.mark(index, tick, this.firstTicks[clock] !== 0) as boolean
  }

  private mark(index: number, tick: boolean, value: number | boolean): Value {
    if (!tick) return this.samples[index]
    this.hasTicked[index] = 1
    this.nextSamples[index] = value
    return value
  }
}

/** Start value of a variable; a derivative in a clocked partition begins with 0, with the sizes of its state. */
function findStart(variable: string, starts: StartValues): Value | undefined {
  const state = stateOfRate(variable)
  if (state === undefined) return starts.find(variable)
  const start = starts.find(state)
  return start === undefined ? undefined : zerosLike(start)
}

/** 0, or an array of zeros with the sizes of the value. */
function zerosLike(value: Value): Value {
  const zeros = copyValue(value)
  if (zeros instanceof Float64Array) return zeros.fill(0)
  if (typeof zeros === 'object' && zeros !== null && 'data' in zeros) {
    ;(zeros.data as Float64Array).fill(0)
    return zeros
  }
  return typeof value === 'boolean' ? false : 0
}
