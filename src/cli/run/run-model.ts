/** One run, in pieces, so that Ctrl-C is heard and progress is shown. */
import type { MergeTree, ModelNode } from '../../model/index.ts'
import type { SignalTable } from '../../results/index.ts'
import { type InstantiatedModel, instantiate, OPTION_NAMES, type SimulateOptions } from '../../simulation/index.ts'
import { InputError } from '../../base/index.ts'
import { EXIT, type Subject, usageError } from '../failures/index.ts'
import type { CliIo } from '../terminal/index.ts'
import { Progress } from './progress.ts'
import { type SimulationRun, startWhole } from './whole-run.ts'
import { parseSettings } from './settings.ts'

/** Works so long before it looks around [ms]. */
const SLICE = 40

/** What to simulate, and how. */
export interface RunRequest {
  readonly model: ModelNode
  readonly name: string
  readonly options: SimulateOptions
  /** Texts of `--set`. */
  readonly settings: readonly string[]
  /** Shows lines of the log. */
  readonly showsLog: boolean
  readonly isQuiet: boolean
}

/** What came out. */
export interface ModelRun {
  readonly result: SignalTable
  readonly isInterrupted: boolean
  /** Time that was reached [s]. */
  readonly time: number
  readonly options: SimulateOptions
  /** Time for the translation and for the run [s]. */
  readonly seconds: { readonly translation: number; readonly run: number }
}

/** Translates and runs; Ctrl-C ends it with what was computed so far, a second one at once. */
export async function runModel(request: RunRequest, subject: Subject, io: CliIo): Promise<ModelRun> {
  const { model, name, settings, isQuiet, showsLog } = request
  const begin = performance.now()
  const instance = instantiate(model, { name })
  const translation = (performance.now() - begin) / 1000
  const options = withSettings(request.options, settings, instance)
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
  const run = startRun(instance, { ...options, log })
  let nInterrupt = 0
  const stopListening = io.onInterrupt(() => {
    if (++nInterrupt > 1) io.exit(EXIT.interrupted)
  })
  try {
    while (!run.isDone && nInterrupt === 0) {
      run.advance(SLICE)
      progress.show({ time: run.time, part: run.part, events })
      await breathe()
    }
  } catch (error) {
    progress.clear()
    throw error
  } finally {
    stopListening()
  }
  progress.clear()
  const isInterrupted = !run.isDone
  return { result: run.finish(), isInterrupted, time: run.time, options, seconds: { translation, run: progress.seconds } }
}

/** Wrong options are mistakes of the command line, not of the model. */
function startRun(instance: InstantiatedModel, options: SimulateOptions): SimulationRun {
  try {
    return startWhole(instance, options)
  } catch (error) {
    const option = error instanceof InputError ? error.path.replace(/\[.*$/, '') : ''
    if (!(OPTION_NAMES as readonly string[]).includes(option) || option === 'merge') throw error
    throw usageError((error as Error).message)
  }
}

function withSettings(
  options: SimulateOptions,
  settings: readonly string[],
  { flat }: InstantiatedModel,
): SimulateOptions {
  if (settings.length === 0) return options
  return { ...options, merge: mergeTrees(options.merge ?? {}, parseSettings(settings, flat)) }
}

/** What `--set` says on top of what the model file merges. */
function mergeTrees(below: MergeTree, above: MergeTree): MergeTree {
  const result: Record<string, unknown> = { ...below }
  for (const [key, value] of Object.entries(above)) {
    const old = result[key]
    result[key] = isTree(old) && isTree(value) ? mergeTrees(old, value) : value
  }
  return result
}

function isTree(value: unknown): value is MergeTree {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype && !('_class' in value)
}

/** Lets signals and streams have their turn. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
