import { assertOneOf, assertPositive, EPS, InputError } from '../../base/index.ts'
import type { MergeTree } from '../../model/index.ts'
import type { Method } from '../../ode/index.ts'
import type { PlotLayout } from '../../results/index.ts'

/** Maximum number of output points of a run: more would exceed the memory. */
const MAX_POINTS = 1e8

/** Number of intervals of the default output grid, and minimum number of checks of event indicators. */
export const DEFAULT_INTERVALS = 500
/** Relative errors below this are rounding errors. */
const MIN_TOLERANCE = 100 * EPS
const SOLVERS: readonly Method[] = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5']

/** A table of an input: linear between its points, constant before the first and after the last one. */
export interface InputTable {
  /** Times, ascending [s]. */
  readonly t: ArrayLike<number>
  /** Values at these times, in the unit of the input. */
  readonly values: ArrayLike<number>
}

/** An input with its derivative, for models that differentiate it. */
export interface DifferentiableInput {
  /** Value at a time [s], in the unit of the input. */
  readonly value: (t: number) => number
  /** Its derivative with respect to time [unit of the input per s], which may have a derivative itself. */
  readonly derivative: InputSignal
}

/** A top-level input: a function of the time [s], a table, or a function with its derivative. */
export type InputSignal = ((t: number) => number) | InputTable | DifferentiableInput

/**
 * Analysis of a run: the motion that forces cause; the prescribed motion of mechanisms, without forces; or the forces
 * that a prescribed motion needs.
 */
export type Analysis = 'dynamic' | 'kinematic' | 'inverse'

const ANALYSES: readonly Analysis[] = ['dynamic', 'kinematic', 'inverse']

/** Options of a simulation; all but `stopTime` may be left out. */
export interface SimulateOptions {
  /** Start and end of the simulation [s] (start: default 0). */
  readonly startTime?: number
  readonly stopTime: number
  /** Relative tolerance (default 1e-6); the absolute one is a tenth of it times the nominal value of the state. */
  readonly tolerance?: number
  /** Distance of the output points [s] (default: a 500th of the simulated time). */
  readonly interval?: number
  /**
   * Kind of analysis (default 'dynamic'). In the others the motion of drives determines that of all bodies; anything
   * that is not driven is an error. 'kinematic': positions, velocities and accelerations; bodies have no mass, nothing
   * exerts a force, and the forces of drives are 0. 'inverse': with masses and forces, and the forces that the drives
   * need.
   */
  readonly analysis?: Analysis
  /** Integration method (default 'auto'). */
  readonly solver?: Method
  /** Longest step [s] (default: none). */
  readonly maxStep?: number
  /**
   * Maximum number of steps of a segment (default 1 000 000); with islands that have separate steps, the mean over the
   * islands.
   */
  readonly maxSteps?: number
  /** New values of parameters and start values. */
  readonly merge?: MergeTree
  /** Top-level inputs by name, in the same units as `start` and the results. */
  readonly inputs?: Readonly<Record<string, InputSignal>>
  /**
   * Signals to record, by their names in the result, in which `*` stands for any text: `['C*.v', 'arm.*']` (default:
   * all). Parameters are always recorded.
   */
  readonly record?: readonly string[]
  /** Called with a line of text for every segment and event, and at the end, for example `console.log`. */
  readonly log?: (line: string) => void
  /**
   * Receives the result during the run, as bytes of a stream file (`.vstream`): points are not kept, so a run may be
   * longer than the memory is large. The table at the end has no points; `readResult` of `vario/files` opens the file.
   */
  readonly stream?: (bytes: Uint8Array) => void
  /** Called at the output points: time [s] and completed part of the simulation (0 … 1). */
  readonly onProgress?: (t: number, part: number) => void
}

/** Options of `linearize`: those of a run, and the choice of the operating point and of inputs and outputs. */
export interface LinearizeOptions extends Omit<SimulateOptions, 'stopTime' | 'stream' | 'onProgress'> {
  /** Time of the operating point at the end of a run [s]; default: the start. */
  readonly stopTime?: number
  /** Times along a run, ascending [s]: a system for each of them. Or `'steady'`: a state of rest, as by `equilibrium`. */
  readonly at?: number | readonly number[] | 'steady'
  /** Names of top-level inputs; default: all of them. */
  readonly from?: readonly string[]
  /**
   * Names of outputs: variables, or signals of components as results have them, such as `ball.r_abs[2]`; default: the
   * variables that are declared as outputs at the top level.
   */
  readonly to?: readonly string[]
}

/** Names of all options. */
export const OPTION_NAMES = [
  'startTime',
  'stopTime',
  'tolerance',
  'interval',
  'analysis',
  'solver',
  'maxStep',
  'maxSteps',
  'merge',
  'inputs',
  'record',
  'stream',
  'log',
  'onProgress',
] as const

/** Options with defaults filled in. */
export interface ResolvedOptions extends SimulateOptions {
  readonly startTime: number
  readonly tolerance: number
  readonly interval: number
  readonly analysis: Analysis
  readonly solver: Method
}

/** Checks the options and fills in the default values. */
export function resolveOptions(options: SimulateOptions): ResolvedOptions {
  if (typeof options !== 'object' || options === null)
    throw new InputError('simulate: options', 'an object with at least a stopTime: { stopTime: 10 }', options)
  for (const key of Object.keys(options)) assertOneOf('simulate: option', key, OPTION_NAMES)
  const { startTime = 0, stopTime, tolerance = 1e-6, analysis = 'dynamic', solver = 'auto' } = options
  if (!Number.isFinite(startTime)) throw new InputError('startTime', 'a time [s]', startTime)
  if (!(Number.isFinite(stopTime) && stopTime >= startTime)) {
    throw new InputError('stopTime', `a time at or after startTime = ${startTime} [s]`, stopTime)
  }
  if (!(Number.isFinite(tolerance) && tolerance >= MIN_TOLERANCE && tolerance < 1)) {
    throw new InputError(
      'tolerance',
      `a number from ${MIN_TOLERANCE.toPrecision(3)} (rounding errors) to below 1`,
      tolerance,
    )
  }
  const interval = options.interval ?? (stopTime - startTime) / DEFAULT_INTERVALS
  if (stopTime > startTime) {
    assertPositive('interval', interval)
    const n = (stopTime - startTime) / interval
    if (n > MAX_POINTS)
      throw new InputError('interval', `at most ${MAX_POINTS} output points instead of ${n}`, interval)
  }
  assertOneOf('analysis', analysis, ANALYSES)
  if ((solver as string) === 'daeBdf')
    throw new InputError('solver', "'auto', which runs models with nonlinear constraints, too", solver)
  assertOneOf('solver', solver, SOLVERS)
  assertOthers(options)
  return { ...options, startTime, tolerance, interval, analysis, solver }
}

/** Checks the options that are passed on unchanged. */
function assertOthers({ maxStep, maxSteps, record, inputs, stream, log, onProgress }: SimulateOptions): void {
  if (inputs !== undefined && (typeof inputs !== 'object' || inputs === null))
    throw new InputError('inputs', 'a map { name: signal, … }', inputs)
  if (maxStep !== undefined && !(typeof maxStep === 'number' && maxStep > 0))
    throw new InputError('maxStep', 'a positive time [s]', maxStep)
  if (maxSteps !== undefined && !(maxSteps === Infinity || (Number.isInteger(maxSteps) && maxSteps >= 1)))
    throw new InputError('maxSteps', 'an integer ≥ 1', maxSteps)
  for (const [name, call] of Object.entries({ stream, log, onProgress })) {
    if (call !== undefined && typeof call !== 'function') throw new InputError(name, 'a function', call)
  }
  if (record === undefined) return
  const expected = "a list of names or patterns of signals, such as ['C*.v']"
  if (!Array.isArray(record)) throw new InputError('record', expected, record)
  record.forEach((pattern, k) => {
    if (typeof pattern !== 'string' || pattern === '')
      throw new InputError(`record[${k}]`, 'a name or pattern', pattern)
  })
}

/**
 * Default options of a model, used by the command line for options that are not given there. A model file exports it,
 * `export const experiment: Experiment = { stopTime: 3, plot: ['rev.phi'] }`.
 */
export interface Experiment extends Partial<SimulateOptions> {
  /** Diagrams that are shown after a run: a layout as of `plot`. */
  readonly plot?: PlotLayout
  /** Heading of plots. */
  readonly title?: string
}
