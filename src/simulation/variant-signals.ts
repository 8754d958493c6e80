/** Signals of components with memory. */
import { fromSI } from '../base/index.ts'
import type { StreamWriter } from '../files/index.ts'
import { SignalRecorder, type TimedKind } from '../results/index.ts'
import type { RecordChoice, RowList, VariableBundle } from './runtime/index.ts'
import { derivativeUnit, isNonSI, signalName } from './signal-names.ts'

/** A signal of a component with memory. */
interface VariantColumn {
  readonly values: Float64Array
  readonly unit: string
  readonly first: number
  readonly isConverted: boolean
}

/** Recorded values of a state or result. */
interface RecordedVariant {
  readonly declaration: Declaration & { readonly unit: string }
  readonly values: Float64Array
  readonly isConverted: boolean
}

interface BundleSignals {
  readonly states: readonly RecordedVariant[]
  readonly results: readonly RecordedVariant[]
}

type Declaration = Parameters<SignalRecorder['startSegment']>[0][number]
type VariantSignal = Pick<Declaration, 'info' | 'type'> & { readonly size: readonly number[] }

export class VariantSignals {
  private readonly columns: VariantColumn[] = []
  /** Recorded signals of states and results. */
  private readonly signalsOf = new WeakMap<VariableBundle, BundleSignals>()

  constructor(private readonly choice: RecordChoice) {}

  /** Declares the states, derivatives and results of components with memory, from column `first` on. */
  declare(bundles: readonly VariableBundle[], declarations: Declaration[], first: number): void {
    this.columns.length = 0
    const add = (signals: readonly RecordedVariant[]): void => {
      for (const { declaration, values, isConverted } of signals) {
        declarations.push(declaration)
        this.columns.push({ values, unit: declaration.unit, first, isConverted })
        first += values.length
      }
    }
    const signals = bundles.map((bundle) => this.readSignals(bundle))
    for (const { states } of signals) add(states)
    for (const { results } of signals) add(results)
  }

  /** Selected signals of a bundle, which several segments may have. */
  private readSignals(bundle: VariableBundle): BundleSignals {
    const known = this.signalsOf.get(bundle)
    if (known !== undefined) return known
    const states = bundle.states.flatMap((state) => [
      this.createRecorded(state.name, 'state', state.unit, state, state.values),
      this.createRecorded(
        `der(${state.name})`,
        'derivative',
        derivativeUnit(state.unit),
        state,
        state.derivatives,
      ),
    ])
    const results = bundle.results.map((result) =>
      this.createRecorded(result.name, 'variable', result.unit, result, result.values),
    )
    const signals = {
      states: states.filter((signal) => signal !== null),
      results: results.filter((signal) => signal !== null),
    }
    this.signalsOf.set(bundle, signals)
    return signals
  }

  private createRecorded(
    name: string,
    kind: TimedKind,
    unit: string,
    { size, info, type = 'real' }: VariantSignal,
    values: Float64Array,
  ): RecordedVariant | null {
    const signal = signalName(name)
    if (!this.choice.has(signal)) return null
    const declaration = { name: signal, kind, unit, size, type, ...(info !== undefined && { info }) }
    return { declaration, values, isConverted: isNonSI(unit) }
  }

  /** Writes the current values to a row. */
  record(row: Float64Array): void {
    for (const { values, unit, first, isConverted } of this.columns) {
      for (let i = 0; i < values.length; i++)
        row[first + i] = isConverted ? fromSI(values[i], unit) : values[i]
    }
  }
}

/** Records signals of components with separate rows. */
export class ListRecorder {
  /** Recorders by the names of their axes. */
  private readonly byAxis = new Map<string, SignalRecorder>()
  private lists: readonly RowList[] = []

  constructor(
    private readonly choice: RecordChoice,
    private readonly stream: StreamWriter | null,
  ) {}

  /** Begins a segment with these lists. */
  startSegment(lists: readonly RowList[]): void {
    this.lists = lists.filter(({ signals }) => signals.some(({ name }) => this.choice.has(name)))
    for (const { axis, signals } of this.lists) {
      if (this.byAxis.has(axis)) continue
      const sink = this.stream?.addAxis({ axis, unit: 's' })
      const recorder = new SignalRecorder({ axis, ...(sink && { sink }) })
      recorder.startSegment(signals)
      this.byAxis.set(axis, recorder)
    }
  }

  /** Records the rows at `t` [s], the time of an output point. */
  record(t: number): void {
    for (const list of this.lists) {
      const recorder = this.byAxis.get(list.axis)!
      list.write((row) => recorder.appendRow(t, row))
    }
  }

  get recorders(): Iterable<SignalRecorder> {
    return this.byAxis.values()
  }
}
