/** One run, in slices, to handle Ctrl-C and show progress. */
import type { ModelNode } from '../../model/index.ts'
import type { Attributes, SignalTable } from '../../results/index.ts'
import {
  type InstantiatedModel,
  instantiate,
  mergeTrees,
  type SimulateOptions,
  type SimulationRun,
} from '../../simulation/index.ts'
import { type CliIo, EXIT, type OptionValues, Progress, type Subject } from '../terminal/index.ts'
import { readSettings } from './read-settings.ts'
import { explainOption } from './run-options.ts'

/** Length of a slice [ms]. */
const SLICE = 40

/** Model and settings of a run. */
export interface RunRequest {
  readonly model: ModelNode
  readonly name: string
  readonly options: SimulateOptions
  /** Source of the options, including `--set`. */
  readonly values: OptionValues
  /** Prints lines of the log. */
  readonly showsLog: boolean
  readonly isQuiet: boolean
  /** Additional attributes of the result. */
  readonly attributes?: Attributes
}

/** Outcome of a run. */
export interface ModelRun {
  readonly result: SignalTable
  readonly isInterrupted: boolean
  /** Reached time [s]. */
  readonly time: number
  readonly options: SimulateOptions
  /** Durations of the translation and the run [s]. */
  readonly seconds: { readonly translation: number; readonly run: number }
}

/** Translates and runs; Ctrl-C stops with the result computed so far, a second one exits at once. */
export async function runModel(request: RunRequest, subject: Subject, io: CliIo): Promise<ModelRun> {
  const { model, name, values, isQuiet, showsLog } = request
  const begin = performance.now()
  const instance = instantiate(model, { name })
  const translation = (performance.now() - begin) / 1000
  const options = withSettings(request.options, values.list('set'), instance)
  const { startTime = 0, stopTime } = options
  const progress = new Progress(io, name, startTime, stopTime, isQuiet)
  let events = 0
  const log = (line: string): void => {
    if (line.startsWith('event at ')) events++
    if (!showsLog) return
    progress.clear()
    io.stderr.write(`${line}\n`)
  }
  subject.stage = 'run'
  let nInterrupt = 0
  const stopListening = io.onInterrupt(() => {
    if (++nInterrupt > 1) io.exit(EXIT.interrupted)
  })
  let run: SimulationRun
  try {
    run = instance.start({ ...options, log })
    while (!run.isDone && nInterrupt === 0) {
      run.advance(SLICE)
      progress.show({ time: run.time, part: run.part, events })
      await breathe()
    }
  } catch (error) {
    progress.clear()
    throw explainOption(error, values)
  } finally {
    stopListening()
  }
  progress.clear()
  const isInterrupted = !run.isDone
  return {
    result: run.finish(request.attributes),
    isInterrupted,
    time: run.time,
    options,
    seconds: { translation, run: progress.seconds },
  }
}

/** Options with the values of `--set` merged over those of the model file. */
export function withSettings(
  options: SimulateOptions,
  settings: readonly string[],
  { flat }: InstantiatedModel,
): SimulateOptions {
  if (settings.length === 0) return options
  return { ...options, merge: mergeTrees([options.merge ?? {}, readSettings('--set', settings, flat)]) }
}

/** Yields to signals and streams. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
