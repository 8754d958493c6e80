import { VarioError } from '../base/index.ts'
import { divideModel, type Translation } from '../compiler/index.ts'
import { type EvaluatedModel, evaluateModel, type FlatModel } from '../model/index.ts'
import { joinTables, type NewAttributes, SignalTable } from '../results/index.ts'
import { DividedRun, type LogLine } from './divided-run.ts'
import { retranslate, translateFor } from './retranslate.ts'
import { RecordChoice, type ResolvedOptions } from './runtime/index.ts'
import type { Counters } from './segment-statistics.ts'
import { addParameters, signalName } from './signal-names.ts'
import { type IslandOfRun, StepLoop } from './step-loop.ts'

/** An island of a model, which shares only parameters, inputs and the time with the others. */
interface ModelIsland {
  readonly flat: FlatModel
  readonly translation: Translation
}

/**
 * A model that consists of independent islands. Each of them is a separate run with separate steps and events: an event
 * of one island does not concern the others, whose number would otherwise multiply the cost of all events. The islands
 * advance together from one output point to the next; their signals are joined at the end.
 */
export class DividedModel {
  private constructor(
    private readonly flat: FlatModel,
    private readonly translation: Translation,
    private readonly islands: readonly ModelIsland[],
    private readonly isInterpreted: boolean,
  ) {}

  /** null: the model does not consist of islands, or of too few. */
  static create(flat: FlatModel, translation: Translation, isInterpreted: boolean): DividedModel | null {
    const islands = divideModel(flat, translation)
    if (!islands) return null
    const values = evaluateModel(flat)
    const translated: ModelIsland[] = []
    try {
      for (const island of islands)
        translated.push({ flat: island, translation: translateFor(island, selectValues(values, island)) })
    } catch (error) {
      // An island that only the whole model determines is not independent.
      if (error instanceof VarioError) return null
      throw error
    }
    return new DividedModel(flat, translation, translated, isInterpreted)
  }

  /** True if all names in the options exist: otherwise the run of the whole model throws the error. */
  canRun({ inputs, record, stream }: ResolvedOptions): boolean {
    // the points of islands are joined at the end
    if (stream !== undefined) return false
    if (Object.keys(inputs ?? {}).some((name) => !this.flat.variables.has(name))) return false
    if (record === undefined) return true
    const choice = new RecordChoice(record)
    const { slots, aliases, model } = this.translation
    for (const names of [slots.keys(), aliases.keys(), model.parameters.keys()])
      for (const name of names) choice.has(signalName(name))
    return choice.unused.length === 0
  }

  /** Creates a run of all islands. */
  createRun(options: ResolvedOptions): DividedRun {
    const values = evaluateModel(this.flat, options.merge ?? {})
    const shared = { values, choice: new RecordChoice(options.record, false), events: [] }
    const lines: LogLine[] = []
    const loops = this.islands.map((island) => this.createLoop(island, options, shared, lines))
    const finish = (time: number, about: NewAttributes): SignalTable =>
      this.join(options, values, loops, time, about)
    return new DividedRun(options, loops, { ...shared, lines, finish })
  }

  private createLoop(
    { flat, translation }: ModelIsland,
    options: ResolvedOptions,
    shared: IslandOfRun,
    lines: LogLine[],
  ): StepLoop {
    const { merge: _, log, onProgress: __, inputs, ...others } = options
    const own = selectValues(shared.values, flat)
    const used = Object.entries(inputs ?? {}).filter(([name]) => flat.variables.has(name))
    const loop: StepLoop = new StepLoop(
      flat,
      retranslate(flat, translation, own),
      {
        ...others,
        inputs: Object.fromEntries(used),
        ...(log && { log: (line: string) => lines.push({ t: loop.time, line }) }),
      },
      this.isInterpreted,
      { ...shared, values: own },
    )
    return loop
  }

  /** Joins the results; the signals have the same order as without islands. */
  private join(
    options: ResolvedOptions,
    values: EvaluatedModel,
    loops: readonly StepLoop[],
    time: number,
    about: NewAttributes,
  ): SignalTable {
    const { flat, translation } = this
    const { startTime, stopTime, interval, tolerance, solver } = options
    const islands = loops.map((loop) => loop.finishIsland())
    const statistics = sum(islands.map(({ counters }) => counters))
    const states = islands.reduce((n, { nState }) => n + nState, 0)
    const { steps, rejected, f, events, timeEvents } = statistics
    options.log?.(
      `end at t = ${time} s: ${steps} steps, ${rejected} rejected, ${f} evaluations, ` +
        `${events} state events, ${timeEvents} time events`,
    )
    const attributes = {
      model: flat.name,
      experiment: { startTime, stopTime, interval, tolerance, solver },
      statistics,
      segments: [{ startTime, endTime: time, states, ...statistics }],
      parts: islands.length,
      ...about,
    }
    const warnings = islands.flatMap(({ table }) => table.warnings).sort((a, b) => a.time - b.time)
    const table = new SignalTable(attributes as unknown as NewAttributes, warnings)
    const names = [...translation.slots.keys(), ...translation.aliases.keys()].map(signalName)
    joinTables(table, islands, names)
    addParameters(table, flat, values)
    return table
  }
}

/** Values of the variables of an island. */
function selectValues({ parameters, attributes }: EvaluatedModel, island: FlatModel): EvaluatedModel {
  return {
    parameters: select(island.parameters.keys(), parameters),
    attributes: select(island.variables.keys(), attributes),
  }
}

function select<T>(names: Iterable<string>, values: ReadonlyMap<string, T>): Map<string, T> {
  const selected = new Map<string, T>()
  for (const name of names) {
    const value = values.get(name)
    if (value !== undefined) selected.set(name, value)
  }
  return selected
}

function sum(list: readonly Counters[]): Counters {
  const [first, ...others] = list
  const total: Record<keyof Counters, number> = { ...first }
  for (const counters of others)
    for (const name of Object.keys(total) as (keyof Counters)[]) total[name] += counters[name]
  return total
}
