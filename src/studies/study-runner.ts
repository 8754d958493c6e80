/** The runs of a study on one thread: one translation, many simulations. */
import { InputError, VarioError } from '../base/index.ts'
import type { SignalTable } from '../results/index.ts'
import { type InstantiatedModel, instantiate, type SimulateOptions } from '../simulation/index.ts'
import { evaluateMeasure, findMeasureUnit, listSignals } from './measures/index.ts'
import type { StudyDefinition } from './study-definition.ts'
import { StudyPlan } from './study-plan.ts'

/** The reason why a run has no measures. */
export interface RunProblem {
  /** Code of the error, for programs. */
  readonly code: string
  readonly message: string
}

/** Outcome of a run: its measures, or a problem. */
export interface RunOutcome {
  readonly run: number
  /** In the order of the measures; empty after a problem. */
  readonly measures: readonly number[]
  readonly problem?: RunProblem
}

/** Runs a study: created once per thread. */
export class StudyRunner {
  readonly plan: StudyPlan
  /** Units of the measures. */
  readonly units: readonly string[]
  private readonly model: InstantiatedModel
  private readonly simulation: SimulateOptions
  /** Signals that measures read and that the first point does not have, by their measures. */
  private readonly unknown: ReadonlyMap<string, string>

  /** @param name of the model in messages */
  constructor(definition: StudyDefinition, name?: string) {
    const { model, simulate } = definition
    this.model = instantiate(model, name === undefined ? {} : { name })
    this.plan = new StudyPlan(definition, this.model.flat)
    const start = this.evaluateStart(simulate)
    this.units = this.plan.measures.map(({ measure }) => findMeasureUnit(measure, start))
    const read = this.plan.measures.map(({ measure }) => listSignals(measure))
    // only what measures read is kept, with derivatives for the values between output points; a function may read all
    const names = read.flatMap((names) => names?.flatMap((name) => withSlope(name, start)) ?? [])
    const isAll = simulate.record === undefined && read.some((names) => names === null)
    this.simulation = isAll
      ? simulate
      : { ...simulate, record: [...new Set([...(simulate.record ?? []), ...names])] }
    this.unknown = new Map(
      this.plan.measures.flatMap(({ name }, k) =>
        (read[k] ?? []).filter((signal) => start?.has(signal) === false).map((signal) => [signal, name]),
      ),
    )
  }

  /**
   * Checks that the signals of the measures exist, before a study makes all its runs.
   * Signals may appear during a run, and with other values of parameters: the first and the last run decide.
   * @throws InputError that names the measure
   */
  checkSignals(): void {
    for (const [signal, name] of this.unknown) {
      const errors = [0, this.plan.nRun - 1].map((run) => this.findSignal(signal, run))
      if (errors.some((error) => error === undefined)) continue
      throw new InputError(`study: measure.${name}`, String(errors[0]!.fields['expected']), signal)
    }
  }

  /** The error of a run that records a signal, if the signal does not exist. */
  private findSignal(signal: string, run: number): InputError | undefined {
    try {
      this.simulate(run, { ...this.plan.options.simulate, record: [signal] })
    } catch (error) {
      if (error instanceof InputError && error.path === 'record[0]') return error
    }
    return undefined
  }

  /** Simulates and measures; an error of the run becomes its problem. */
  run(run: number): RunOutcome {
    try {
      const result = this.simulate(run, this.simulation)
      return { run, measures: this.plan.measures.map(({ name, measure }) => evaluate(name, measure, result)) }
    } catch (error) {
      return { run, measures: [], problem: describeProblem(error) }
    }
  }

  /** The complete result of a run. */
  repeat(run: number): SignalTable {
    return this.simulate(run, this.plan.options.simulate)
  }

  private simulate(run: number, options: SimulateOptions): SignalTable {
    return this.model.simulate({ ...options, merge: this.plan.createMerge(run) })
  }

  /** The first point of a run with the values of the model: its signals and their units; without them after an error. */
  private evaluateStart(simulate: SimulateOptions): SignalTable | undefined {
    const { startTime = 0, interval: _, record: __, ...options } = simulate
    try {
      return this.model.simulate({ ...options, startTime, stopTime: startTime })
    } catch {
      return undefined
    }
  }
}

function evaluate(name: string, measure: Parameters<typeof evaluateMeasure>[1], result: SignalTable): number {
  try {
    return evaluateMeasure(name, measure, result)
  } catch (error) {
    const { code, message } = describeProblem(error)
    throw new VarioError(code, `measure '${name}': ${message}`)
  }
}

function describeProblem(error: unknown): RunProblem {
  const code = error instanceof VarioError ? error.code : 'EXCEPTION'
  return { code, message: error instanceof Error ? error.message : String(error) }
}

/** A signal, and its derivative if there is one. */
export function withSlope(name: string, start: SignalTable | undefined): string[] {
  const dot = name.lastIndexOf('.')
  const slope = `${name.slice(0, dot + 1)}der(${name.slice(dot + 1)})`
  return start?.has(slope) ? [name, slope] : [name]
}
