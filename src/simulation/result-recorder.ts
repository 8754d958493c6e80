/** Selects the recorded variables of a model and their names. */
import { fromSI, VarioError } from '../base/index.ts'
import type { Slot } from '../compiler/index.ts'
import type { StreamWriter } from '../files/index.ts'
import type { EvaluatedModel } from '../model/index.ts'
import { type NewAttributes, SignalRecorder, SignalTable, type TimedKind } from '../results/index.ts'
import { isHidden, RecordedNames, type SignedName } from './recorded-names.ts'
import type { ModelRuntime, RecordChoice } from './runtime/index.ts'
import { addParameters, isNonSI, signalName } from './signal-names.ts'
import { SupportRows } from './support-rows.ts'
import { FiniteWatch, LimitWatch, warnOfSliding, warnOfUndetermined } from './value-warnings.ts'
import { ListRecorder, VariantSignals } from './variant-signals.ts'

/** A signal of the equations: its slot, and its conversion from SI units. */
interface RecordedVariable {
  /** First column in the current segment. */
  first: number
  readonly slot: Slot
  /** -1: the signal is the negative of the value in the slot. */
  readonly sign: 1 | -1
  /** True if the unit is not SI. */
  readonly isConverted: boolean
  readonly declaration: Declaration & { readonly unit: string }
}

/** Variables with a value to be copied: their slots, and their first columns in the row. */
class PlainVariables {
  readonly slots: Int32Array
  readonly columns: Int32Array

  constructor(list: readonly RecordedVariable[] = []) {
    this.slots = Int32Array.from(list, ({ slot }) => slot.index)
    this.columns = Int32Array.from(list, ({ first }) => first)
  }
}

type Declaration = Parameters<SignalRecorder['startSegment']>[0][number]
/** Writes the values of a running model to a signal table. */
export class ResultRecorder {
  private readonly recorder: SignalRecorder
  private readonly lists: ListRecorder
  readonly variables: RecordedVariable[] = []
  /** Scalars, and vectors, that are neither converted nor negated. */
  private scalars = new PlainVariables()
  /** Apart from all others: 50 carts with feedback take 10 % less time (`npm run bench -- simulation`). */
  private vectors = new PlainVariables()
  private others: RecordedVariable[] = []
  private readonly variants: VariantSignals
  private row = new Float64Array(0)
  /** Called after every recorded point; null: nobody listens. */
  onRecord: ((t: number) => void) | null = null
  /** Names of all signals of a stream. */
  private readonly known = new Set<string>()
  private readonly limits: LimitWatch
  private readonly finite: FiniteWatch
  private readonly names: RecordedNames

  /** Numbers of the points, ascending, that only serve interpolation. */
  readonly supports: number[] = []
  readonly rows = new SupportRows((t, row, isSupport) => {
    if (isSupport) this.supports.push(this.recorder.nPoint)
    this.recorder.appendRow(t, row)
  })

  constructor(
    private readonly runtime: ModelRuntime,
    private values: EvaluatedModel,
    private readonly choice: RecordChoice,
    private readonly stream: StreamWriter | null = null,
  ) {
    const sink = stream?.addAxis({ axis: 'time', unit: 's' })
    this.recorder = new SignalRecorder(sink && { sink })
    this.variants = new VariantSignals(choice)
    this.lists = new ListRecorder(choice, stream)
    this.limits = new LimitWatch(runtime, values)
    this.finite = new FiniteWatch(runtime.warnings)
    this.names = new RecordedNames(runtime.translation, choice)
    const { states, slots } = runtime.translation
    const isState = new Set(states.map((state) => state.name))
    const isDerivative = new Set(states.map((state) => state.derivative))
    for (const [name, slot] of slots) {
      if (slot.rank === 'object') continue
      const found = this.names.show(name, isState.has(name) || isDerivative.has(name))
      if (found === undefined) continue
      const { shown, others } = found
      const other = slot.rank === 'boolean' || this.isDiscrete(shown.name) ? 'discrete' : 'variable'
      const kind = isState.has(name) ? 'state' : isDerivative.has(name) ? 'derivative' : other
      this.variables.push(this.createVariable(shown, slot, kind))
      for (const alias of others) this.variables.push(this.createVariable(alias, slot, 'variable'))
    }
  }

  private isDiscrete(name: string): boolean {
    return this.runtime.translation.discrete.get(name) === true
  }

  private createVariable({ name, sign }: SignedName, slot: Slot, kind: TimedKind): RecordedVariable {
    const unit = this.names.unitOf(name)
    const { info, type: declared } = this.runtime.translation.model.variables.get(name) ?? {}
    // arrays of Booleans are stored as numbers
    const type = slot.rank === 'boolean' || declared === 'Boolean' ? 'boolean' : 'real'
    const declaration = {
      name: signalName(name),
      unit,
      kind,
      type,
      ...(info !== undefined && { info }),
      ...(Array.isArray(declared) && { valueNames: declared }),
    } as const
    return { first: 0, slot, sign, isConverted: isNonSI(unit), declaration }
  }

  /** Takes over new values of parameters. */
  changeParameters(values: EvaluatedModel): void {
    this.values = values
  }

  /** Begins a segment: the signals with their current sizes. True if some of them are new in a stream. */
  startSegment(): boolean {
    const { runtime } = this
    const declarations: Declaration[] = []
    const scalars: RecordedVariable[] = []
    const vectors: RecordedVariable[] = []
    this.others = []
    let first = 0
    const ofComponents = this.findRecordedByComponents()
    for (const variable of this.variables) {
      const { slot, sign, isConverted, declaration } = variable
      if (ofComponents.has(declaration.name)) continue
      const size = sizeOf(runtime, slot)
      declarations.push(size.length === 0 ? declaration : { ...declaration, size })
      variable.first = first
      const isPlain = sign > 0 && !isConverted && !slot.isTangent
      if (isPlain && size.length === 0) scalars.push(variable)
      else if (isPlain && slot.rank === 'vector') vectors.push(variable)
      else this.others.push(variable)
      first += size.reduce((n, length) => n * length, 1)
    }
    this.scalars = new PlainVariables(scalars)
    this.vectors = new PlainVariables(vectors)
    this.variants.declare(runtime.memories.bundles, declarations, first)
    for (const { name } of declarations) this.assertNew(name)
    if (this.choice.mustExist) this.assertChoice(declarations)
    this.row = new Float64Array(this.recorder.startSegment(declarations))
    this.lists.startSegment(this.runtime.memories.reports.lists)
    this.finite.startSegment(
      declarations.map(({ name, size = [] }) => ({ name, size, first: this.recorder.columnOf(name) })),
    )
    if (this.stream === null) return false
    const nKnown = this.known.size
    for (const { name } of declarations) this.known.add(name)
    return this.known.size > nKnown
  }

  /** Throws an error if a signal has the name of a parameter, or of a constant variable. */
  private assertNew(name: string): void {
    const { aliases } = this.runtime.translation
    if (!this.values.parameters.has(name) && aliases.get(name)?.name !== null) return
    throw new VarioError(
      'DUPLICATE_SIGNAL',
      `Signal '${name}': expected a name that no parameter or constant variable has, got that of one.`,
      { name },
    )
  }

  /**
   * Names in records that a component with memory declares in this segment: it records them, and derivatives of its
   * states, which equations may contain, too.
   */
  private findRecordedByComponents(): Set<string> {
    const { translation, memories } = this.runtime
    const inRecords = [...translation.model.variables.values()].filter(({ isInRecord }) => isInRecord)
    const declared = inRecords.map(({ name }) => name).filter((name) => memories.hasDeclared(name))
    const states = memories.bundles.flatMap((bundle) => bundle.states.map(({ name }) => name))
    return new Set([...declared, ...states.map((name) => signalName(`der(${name})`))])
  }

  /** Every selected name must exist; components with memory may declare it in a later segment. */
  private assertChoice(declarations: readonly Declaration[]): void {
    if (this.choice.unused.length === 0) return
    const { aliases, model, slots } = this.runtime.translation
    const names = [
      ...[...slots.keys()].filter((name) => !isHidden(this.runtime.translation, name)).map(signalName),
      ...[...aliases.keys(), ...this.values.parameters.keys()].map(signalName),
      ...declarations.map(({ name }) => name),
    ]
    for (const name of names) this.choice.has(name)
    if (this.choice.unused.length === 0 || model.memories.length > 0) return
    throw this.choice.unknown(names)
  }

  /** Records the current values at `t`; a support is not an output point. */
  record(t: number, isSupport = false): void {
    const { row, runtime, scalars, vectors } = this
    runtime.readScalars(scalars.slots, scalars.columns, row)
    runtime.readVectors(vectors.slots, vectors.columns, row)
    for (const { slot, sign, first, isConverted, declaration } of this.others) {
      const value = runtime.readSlot(slot)
      if (typeof value === 'number' || typeof value === 'boolean') row[first] = Number(value)
      else row.set(value instanceof Float64Array ? value : (value as { data: Float64Array }).data, first)
      const n = runtime.lengthOf(slot)
      if (sign < 0) for (let i = first; i < first + n; i++) row[i] = -row[i]
      if (!isConverted) continue
      for (let i = first; i < first + n; i++) row[i] = fromSI(row[i], declaration.unit)
    }
    runtime.memories.writeResults(t)
    this.variants.record(row)
    this.limits.check(t)
    this.finite.check(t, row)
    warnOfUndetermined(runtime, t)
    warnOfSliding(runtime, t)
    this.rows.add(t, row, isSupport)
    if (!isSupport) this.lists.record(t)
    this.onRecord?.(t)
  }

  /** Returns the table with aliases and parameters. */
  finish(attributes: NewAttributes, time: number): SignalTable {
    this.rows.releaseAll()
    for (const pattern of this.choice.mustExist ? this.choice.unused : []) {
      const message = `record: expected the name or a pattern of a signal of any segment, got '${pattern}'.`
      this.runtime.warnings.add({ code: 'RECORD', key: pattern, time, message })
    }
    const table = this.createTable(attributes, true)
    this.stream?.describe(table, true)
    return table
  }

  /** Flushes buffered rows to the stream. */
  flush(): void {
    for (const recorder of [this.recorder, ...this.lists.recorders]) recorder.flush()
  }

  /** Writes the data outside of rows to the stream: parameters, aliases, attributes. */
  describe(attributes: NewAttributes): void {
    this.stream?.describe(this.createTable(attributes, false))
  }

  private createTable(attributes: NewAttributes, isEnd: boolean): SignalTable {
    const table = new SignalTable(attributes, this.runtime.warnings.list())
    for (const recorder of [this.recorder, ...this.lists.recorders])
      if (isEnd) recorder.finish(table)
      else recorder.addTo(table)
    // the table must not keep the run
    const { names, values } = this
    table.addLater(() => {
      names.addAliases(table)
      addParameters(table, names.model, values)
    })
    return table
  }
}

function sizeOf(runtime: ModelRuntime, slot: Slot): readonly number[] {
  if (slot.rank === 'scalar' || slot.rank === 'boolean') return []
  const value = runtime.readSlot(slot)
  if (value instanceof Float64Array) return [value.length]
  const { rows, cols } = value as { rows: number; cols: number }
  return [rows, cols]
}
