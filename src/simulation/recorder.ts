import { divideUnits, fromSI, parseUnit, printUnit, toSI } from '../base/index.ts'
import type { Alias, Slot, Translation } from '../compiler/index.ts'
import type { EvaluatedModel } from '../model/index.ts'
import { type Attributes, SignalRecorder, SignalTable } from '../results/index.ts'
import { FiniteWatch } from './finite-watch.ts'
import { LimitWatch } from './limit-watch.ts'
import type { ModelRuntime } from './runtime.ts'

/** One signal: where it is read, where it goes, and how it is converted from SI units. */
interface Column {
  readonly slot: Slot
  /** -1: the signal is the negative of what is read. */
  readonly sign: 1 | -1
  readonly unit: string
  readonly first: number
  /** The unit is not SI. */
  readonly isConverted: boolean
}

interface SignedName {
  readonly name: string
  readonly sign: 1 | -1
}

/** A signal of a component with memory. */
interface HiddenColumn extends Omit<Column, 'slot' | 'sign'> {
  readonly values: Float64Array
}

type Declaration = Parameters<SignalRecorder['startSegment']>[0][number]
type VariantSignal = Pick<Declaration, 'info'> & { readonly size: readonly number[] }

/** Name of a signal: a derivative belongs to the component of its variable, `C.der(v)`. */
export function signalName(name: string): string {
  if (!name.startsWith('der(')) return name
  const inner = signalName(name.slice(4, -1))
  const dot = inner.lastIndexOf('.')
  return dot < 0 ? `der(${inner})` : `${inner.slice(0, dot + 1)}der(${inner.slice(dot + 1)})`
}

/** Writes the values of a running model to a signal table. */
export class ResultRecorder {
  private readonly recorder = new SignalRecorder()
  private readonly columns: Column[] = []
  private readonly hidden: HiddenColumn[] = []
  private row = new Float64Array(0)
  private readonly limits: LimitWatch
  private readonly finite: FiniteWatch
  /** Units of variables that have none, from their aliases. */
  private readonly unitOfAlias = new Map<string, string>()
  /** What is shown of a hidden variable: one of its aliases. */
  private readonly shownAs = new Map<string, SignedName>()

  constructor(
    private readonly runtime: ModelRuntime,
    private readonly values: EvaluatedModel,
  ) {
    this.limits = new LimitWatch(runtime, values)
    this.finite = new FiniteWatch(runtime.warnings)
    const { aliases, model, states } = runtime.translation
    const integrated = new Set(states.flatMap((state) => [state.name, state.derivative]))
    const hides = (name: string): boolean => !integrated.has(name) && isHidden(runtime.translation, name)
    for (const [alias, { name, sign }] of aliases) {
      if (name !== null && hides(name) && !hides(alias) && !this.shownAs.has(name))
        this.shownAs.set(name, { name: alias, sign })
      const unit = model.variables.get(alias)?.unit
      if (name !== null && unit !== undefined && !this.unitOfAlias.has(name)) this.unitOfAlias.set(name, unit)
    }
  }

  /** Begins a segment: the signals with the sizes that they have now. */
  startSegment(): void {
    const { runtime } = this
    const { translation } = runtime
    const { states } = translation
    const isState = new Set(states.map((state) => state.name))
    const isDerivative = new Set(states.map((state) => state.derivative))
    const declarations: Declaration[] = []
    this.columns.length = 0
    let first = 0
    for (const [name, slot] of translation.slots) {
      const isIntegrated = isState.has(name) || isDerivative.has(name)
      const shown = this.shown(name)
      if (slot.rank === 'object' || (!isIntegrated && isHidden(translation, shown.name))) continue
      const unit = this.unitOf(shown.name)
      const size = sizeOf(runtime, slot)
      const other = slot.rank === 'boolean' || translation.discrete.get(shown.name) ? 'discrete' : 'variable'
      const kind = isState.has(name) ? 'state' : isDerivative.has(name) ? 'derivative' : other
      const info = translation.model.variables.get(shown.name)?.info
      declarations.push({
        name: signalName(shown.name),
        unit,
        size,
        kind,
        type: slot.rank === 'boolean' ? 'boolean' : 'real',
        ...(info !== undefined && { info }),
      })
      this.columns.push({ slot, sign: shown.sign, unit, first, isConverted: isNonSI(unit) })
      first += runtime.lengthOf(slot)
    }
    first = this.declareHidden(declarations, first)
    this.row = new Float64Array(this.recorder.startSegment(declarations))
    this.finite.startSegment(
      declarations.map(({ name, size = [] }) => ({ name, size, first: this.recorder.columnOf(name) })),
    )
  }

  /** Records the current values at `t`. */
  record(t: number): void {
    const { row, runtime } = this
    for (const { slot, sign, first, unit, isConverted } of this.columns) {
      const value = runtime.readSlot(slot)
      if (typeof value === 'number' || typeof value === 'boolean') row[first] = Number(value)
      else row.set(value instanceof Float64Array ? value : (value as { data: Float64Array }).data, first)
      const n = runtime.lengthOf(slot)
      if (sign < 0) for (let i = first; i < first + n; i++) row[i] = -row[i]
      if (!isConverted) continue
      for (let i = first; i < first + n; i++) row[i] = fromSI(row[i], unit)
    }
    this.recordHidden(t)
    this.limits.check(t)
    this.finite.check(t, row)
    this.recorder.appendRow(t, row)
  }

  /** Declares the states, derivatives and results of components with memory, from column `first` on. Returns the next column. */
  private declareHidden(declarations: Declaration[], first: number): number {
    const { memories } = this.runtime
    this.hidden.length = 0
    const declare = (
      name: string,
      kind: NonNullable<Declaration['kind']>,
      unit: string,
      from: VariantSignal,
      values: Float64Array,
    ) => {
      const { size, info } = from
      declarations.push({ name: signalName(name), kind, unit, size, ...(info !== undefined && { info }) })
      this.hidden.push({ values, unit, first, isConverted: isNonSI(unit) })
      first += values.length
    }
    for (const state of memories.states) {
      declare(state.name, 'state', state.unit, state, state.values)
      declare(`der(${state.name})`, 'derivative', derivativeUnit(state.unit), state, state.derivatives)
    }
    for (const result of memories.results)
      declare(result.name, 'variable', result.unit, result, result.values)
    return first
  }

  private recordHidden(t: number): void {
    const { row, runtime, hidden } = this
    runtime.memories.writeResults(t)
    for (const { values, unit, first, isConverted } of hidden) {
      for (let i = 0; i < values.length; i++)
        row[first + i] = isConverted ? fromSI(values[i], unit) : values[i]
    }
  }

  /** The table with aliases and parameters. */
  finish(attributes: Record<string, unknown>): SignalTable {
    const table = this.recorder.finish(
      new SignalTable(attributes as Attributes, this.runtime.warnings.list()),
    )
    for (const [name, alias] of this.runtime.translation.aliases) this.addAlias(table, name, alias)
    for (const [name, value] of this.values.parameters) this.addParameter(table, name, value)
    return table
  }

  private addAlias(table: SignalTable, name: string, alias: Alias): void {
    const { translation } = this.runtime
    if (isHidden(translation, name)) return
    const unit = this.unitOf(name)
    if (alias.name === null) {
      table.addConstant({ name: signalName(name), unit, value: 0 })
      return
    }
    const shown = this.shown(alias.name)
    const of = signalName(shown.name)
    if (!table.has(of) || shown.name === name) return
    const sign = alias.sign * shown.sign
    const target = table.signal(of)
    const declared = translation.model.variables.get(name)?.unit
    if (declared === undefined || !isOtherScale(declared, target.unit)) {
      table.addAlias({ name: signalName(name), of, negated: sign < 0 })
      return
    }
    // The same quantity in another unit has values of its own.
    const values = target.values.map((value) => fromSI(sign * toSI(value, target.unit), declared))
    table.add({ name: signalName(name), unit: declared, size: target.size, values, missing: target.missing })
  }

  private addParameter(table: SignalTable, name: string, value: unknown): void {
    const unit = this.runtime.translation.model.parameters.get(name)?.unit ?? ''
    const convert = (number: number): number => (isNonSI(unit) ? fromSI(number, unit) : number)
    if (typeof value === 'number') table.addParameter({ name, unit, value: convert(value) })
    else if (typeof value === 'boolean' || typeof value === 'string')
      table.addParameter({ name, unit, value })
    else if (value instanceof Float64Array) {
      table.addParameter({ name, unit, value: value.map(convert), size: [value.length] })
    } else if (isMatrixValue(value)) {
      table.addParameter({ name, unit, value: value.data.map(convert), size: [value.rows, value.cols] })
    }
  }

  /** The name, and the sign, under which a variable of the translated equations is recorded. */
  private shown(name: string): SignedName {
    return this.shownAs.get(name) ?? { name, sign: 1 }
  }

  /** Unit of a variable: its own, or that of a variable that is the same. */
  private unitOf(name: string): string {
    if (name.startsWith('der('))
      return this.unitOfAlias.get(name) ?? derivativeUnit(this.unitOf(name.slice(4, -1)))
    return this.runtime.translation.model.variables.get(name)?.unit ?? this.unitOfAlias.get(name) ?? ''
  }
}

/** The same numbers do not mean the same in the two units. */
function isOtherScale(unit: string, other: string): boolean {
  const [a, b] = [parseUnit(unit), parseUnit(other)]
  return a.factor !== b.factor || a.offset !== b.offset
}

function isMatrixValue(value: unknown): value is { rows: number; cols: number; data: Float64Array } {
  return (
    typeof value === 'object' && value !== null && (value as { data?: unknown }).data instanceof Float64Array
  )
}

function isHidden(translation: Translation, name: string): boolean {
  if (name === 'time' || name.startsWith('pre(') || name.startsWith('$')) return true
  if (translation.model.parameters.has(name)) return true
  return translation.model.variables.get(name)?.hideResult === true
}

function sizeOf(runtime: ModelRuntime, slot: Slot): readonly number[] {
  if (slot.rank === 'scalar' || slot.rank === 'boolean') return []
  const value = runtime.readSlot(slot)
  if (value instanceof Float64Array) return [value.length]
  const { rows, cols } = value as { rows: number; cols: number }
  return [rows, cols]
}

function derivativeUnit(unit: string): string {
  return unit === '' ? '1/s' : printUnit(divideUnits(parseUnit(unit), parseUnit('s')))
}

function isNonSI(unit: string): boolean {
  if (unit === '') return false
  const { factor, offset } = parseUnit(unit)
  return factor !== 1 || offset !== 0
}
