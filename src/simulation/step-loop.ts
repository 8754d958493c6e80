import { VarioError } from '../base/index.ts'
import type { Translation } from '../compiler/index.ts'
import { StreamWriter } from '../files/index.ts'
import {
  type EvaluatedModel,
  type FlatModel,
  hasInitialProblem,
  type MergeTree,
  type ParameterSeed,
} from '../model/index.ts'
import type { IslandTable, NewAttributes, SignalTable } from '../results/index.ts'
import {
  EventEffect,
  EventHandler,
  EventJumps,
  type EventStart,
  type HiddenJump,
  HiddenJumps,
  type NewParameters,
} from './events/index.ts'
import {
  checkInit,
  createMerge,
  type Equilibrium,
  fulfilConstraints,
  InitialValues,
  mergeTrees,
  searchRest,
} from './initialization/index.ts'
import { OutputPoints } from './output-points.ts'
import { ResultRecorder } from './result-recorder.ts'
import { type ChangedParameters, RunParameters } from './run-parameters.ts'
import { Inputs, ModelRuntime, RecordChoice, type ResolvedOptions } from './runtime/index.ts'
import { type Counters, SegmentStatistics } from './segment-statistics.ts'
import {
  RunDirection,
  RunTangents,
  refuse,
  refuseDirection,
  type StartDerivatives,
  type TangentRows,
} from './sensitivities/index.ts'
import { type Course, Settling } from './settling.ts'
import type { RunningModel } from './simulation-run.ts'
import {
  type ChannelNames,
  createSegmentSolver,
  findApproach,
  findLookInterval,
  type Linearization,
  LinearizationPoints,
  Linearizer,
  ModelProblem,
  type SegmentSolver,
  type StateConstraints,
} from './solver-interface/index.ts'
import { LookAhead, TimeLimits } from './step-limits.ts'
import { warnOfOpenEnds, warnOfParameters, warnOfRedundancies } from './value-warnings.ts'

/**
 * Number of checks per output interval for changes that steps must not miss: a few hundred of them cost less than the
 * output.
 */
const LOOKS_PER_INTERVAL = 4

/** Maximum number of event iterations at the start: conditions may hold for other start values only. */
const MAX_INITIAL_ITERATIONS = 20

/** Additional data of a loop that runs only an island of a model. */
export interface IslandOfRun {
  readonly values: EvaluatedModel
  readonly choice: RecordChoice
  /** Takes the times of events [s]. */
  readonly events: number[]
}

/** One run of a translated model: segment after segment, and in each of them step after step. */
export class StepLoop implements RunningModel {
  private readonly parameters: RunParameters
  readonly runtime: ModelRuntime
  private readonly events: EventHandler
  private readonly effect: EventEffect
  readonly inputs: Inputs
  readonly problem: ModelProblem
  private readonly recorder: ResultRecorder
  private readonly output: OutputPoints
  private readonly statistics = new SegmentStatistics()
  private readonly lookAhead: LookAhead
  private readonly limits: TimeLimits
  private readonly jumps: EventJumps
  private readonly hiddenJumps: HiddenJumps
  private readonly settling: Settling
  /** Nonlinear constraints between states, which the solver maintains. */
  constraints: StateConstraints | null = null
  /** Time [s] and states, passed from segment to segment. */
  private t: number
  private x = new Float64Array(0)
  /** The solver of the last segment. */
  private solver: SegmentSolver | null = null
  private hasEnded = false
  /** True if parameters have changed since the last step: a new segment is due. */
  private isChanged = false
  /** Time at which a step ends, so that the caller may change parameters there [s]. */
  private pause = Number.POSITIVE_INFINITY
  private linearizations: LinearizationPoints | null = null
  private tangents: RunTangents | null = null
  private seeds: readonly DifferentiatedParameter[] | null = null

  constructor(
    private readonly flat: FlatModel,
    translation: Translation,
    private readonly options: ResolvedOptions,
    isInterpreted = false,
    private readonly island?: IslandOfRun,
    guess?: EvaluatedModel,
  ) {
    this.parameters = new RunParameters(flat, translation, options.merge ?? {}, island?.values ?? guess)
    this.runtime = new ModelRuntime(translation, isInterpreted)
    this.runtime.warnings.writeTo(options.log)
    this.runtime.load(this.values)
    this.inputs = new Inputs(this.runtime, flat, options.inputs ?? {})
    this.events = new EventHandler(flat, this.runtime, this.inputs, options)
    this.effect = new EventEffect(this.runtime)
    const { startTime, stopTime, tolerance } = options
    const lookInterval = findLookInterval(options)
    this.problem = new ModelProblem(this.runtime, this.events, this.inputs, lookInterval / LOOKS_PER_INTERVAL)
    this.recorder = new ResultRecorder(
      this.runtime,
      this.values,
      island?.choice ?? new RecordChoice(options.record),
      options.stream ? new StreamWriter(options.stream) : null,
    )
    this.output = new OutputPoints(
      options,
      this.runtime,
      this.inputs,
      this.recorder,
      (t, x) => {
        this.problem.project(t, x, false)
      },
      this.events,
    )
    this.lookAhead = new LookAhead(this.problem)
    this.limits = new TimeLimits(this.runtime, this.events, this.inputs, options.stopTime)
    const nextTimeEvent = (t: number): number => this.events.nextTimeEvent(t)
    const times = { startTime, stopTime, nextTimeEvent }
    this.jumps = new EventJumps(this.runtime, this.events.modes, times, tolerance)
    this.hiddenJumps = new HiddenJumps(this.runtime, this.inputs, tolerance, lookInterval)
    const setParameters = (parameters: NewParameters): void => this.setParameters(parameters)
    this.settling = new Settling(
      this.runtime,
      this.events,
      this.problem,
      this.jumps,
      setParameters,
      options.log,
    )
    this.t = options.startTime
  }

  run(): SignalTable {
    const steps = this.steps()
    while (!steps.next().done);
    return this.finish({})
  }

  /**
   * Changes parameters from the next step on, at which a new segment begins; variables keep their values.
   *
   * @throws VarioError 'CHANGE' if only a new run can have them
   */
  change(merge: MergeTree): void {
    const change = this.parameters.evaluateChange(merge)
    const { solver } = this
    if (this.statistics.isOpen && solver) {
      this.runtime.memories.renewParameters(change.values)
      // the values before belong to the old parameters
      if (!this.isChanged) {
        this.output.recordAt(solver.t, solver.x)
        this.events.noteLimits()
        this.output.passEvent(solver.t)
        this.jumps.begin(solver.x)
        this.x.set(solver.x)
      }
      this.isChanged = true
      this.runtime.changeParameters(change.values)
    } else this.runtime.load(change.values)
    this.enterChange(change)
  }

  /** Sets parameters at an event, after which a new segment begins. */
  private setParameters(parameters: NewParameters): void {
    const change = this.parameters.evaluateAssignments(parameters)
    this.runtime.memories.renewParameters(change.values)
    this.runtime.changeParameters(change.values)
    this.enterChange(change)
  }

  private get values(): EvaluatedModel {
    return this.parameters.values
  }

  private enterChange(change: ChangedParameters): void {
    this.parameters.enter(change)
    this.recorder.changeParameters(change.values)
  }

  /** Flushes buffered rows to the stream. */
  flush(): void {
    this.recorder.flush()
  }

  /** Solves for the start, and returns the values of all variables and of computed parameters in SI units. */
  findStart(): Map<string, number | Float64Array> {
    try {
      do this.initialiseSegment()
      while (this.startSegment() === 'new segment')
    } finally {
      this.runtime.memories.end(false)
    }
    const found = new Map<string, number | Float64Array>(this.parameters.computed)
    for (const name of this.flat.variables.keys()) {
      const value = this.runtime.readName(name)
      if (typeof value === 'number' || value instanceof Float64Array)
        found.set(name, typeof value === 'number' ? value : value.slice())
    }
    return found
  }

  /** Searches a state of rest from the start values, at the start time. */
  findEquilibrium(): Equilibrium {
    const { runtime, t } = this
    try {
      do this.initialiseSegment()
      while (this.startSegment() === 'new segment')
      const { problem, x } = this
      const settle = (): boolean => this.settle('event') === 'new segment'
      const growthRate = searchRest({ runtime, problem, t, x, settle })
      this.recorder.record(t)
      const starts = runtime.translation.states.map(({ name }) =>
        createMerge(name, { init: runtime.readName(name) }),
      )
      const merge = mergeTrees([
        this.parameters.merge,
        ...starts,
        ...runtime.memories.reports.presentStarts(),
      ])
      this.statistics.close(t, this.startSolver().stats, runtime.memories.reports.describeSegment())
      this.hasEnded = true
      return { result: this.finish({}), isStable: growthRate === 0, growthRate, merge }
    } catch (error) {
      throw this.problem.explain(error)
    }
  }

  /** The run, step by step. */
  *steps(): Generator<void> {
    let course: Course
    try {
      do {
        this.initialiseSegment()
        course = this.startSegment()
        if (course === 'go on') course = yield* this.runSegment(this.startSolver())
      } while (course === 'new segment')
      this.terminate()
      this.output.end(this.t)
      this.hasEnded = true
    } catch (error) {
      throw this.problem.explain(error)
    }
  }

  /** Time reached [s]. */
  get time(): number {
    return this.t
  }

  /** Ends a step at `t` [s]. */
  pauseAt(t: number): void {
    this.pause = t
  }

  /** Notes that all islands have reached `t` [s], with all events since the last call up to then [s]. */
  release(t: number, events: readonly number[]): void {
    this.recorder.rows.release(t, events)
  }

  /** Returns the signals of an island, and its statistics; after all steps. */
  finishIsland(): IslandTable & { readonly counters: Counters; readonly nState: number } {
    const { recorder, statistics, runtime } = this
    return {
      table: recorder.finish({}, this.t),
      supports: recorder.supports,
      counters: statistics.total(),
      nState: runtime.nState,
    }
  }

  /** Evaluates the event at the end, if the model uses `terminal()`. */
  private terminate(): void {
    if (!this.runtime.translation.usesTerminal) return
    this.tangents?.beginEvent(this.t, null)
    this.settling.termination ??= this.events.terminate(this.t, this.x).termination
    this.tangents?.endEvent(this.t, this.x)
    this.recorder.record(this.t)
  }

  /**
   * Runs to the end, with the derivatives of all recorded variables.
   *
   * @param seeds parameters and start values, with typical sizes
   * @throws VarioError 'SENSITIVITY' or 'DERIVATIVE' if they are not known exactly
   */
  differentiate(seeds: readonly DifferentiatedParameter[]): { table: SignalTable; rows: TangentRows } {
    this.seeds = seeds
    const table = this.run()
    return { table, rows: this.tangents!.finish() }
  }

  /** Begins to follow derivatives, when the sizes of all arrays are known. */
  private startTangents(seeds: readonly DifferentiatedParameter[]): RunTangents {
    const { runtime, inputs, options, flat, recorder, parameters } = this
    const { startTime, stopTime, tolerance } = options
    const { merge, values } = parameters
    const tangents = new RunTangents(
      { runtime, inputs, tolerance, startTime, span: stopTime - startTime },
      seeds.map(({ seed, start }, index) => {
        try {
          return new RunDirection(flat, runtime.translation, merge, values, seed, start)
        } catch (error) {
          throw refuseDirection(error, index)
        }
      }),
      seeds.map(({ scale }) => scale),
      recorder.variables,
    )
    recorder.onRecord = (t) => {
      tangents.record(t)
    }
    this.events.tangents = tangents
    return tangents
  }

  /** Runs to the last of the times [s], ascending, and linearizes the model at each of them, after its events. */
  linearizeAlong(times: readonly number[], channels: ChannelNames): Linearization[] {
    const points = new LinearizationPoints(times, new Linearizer(this, channels))
    this.linearizations = points
    this.run()
    // a model may end its run earlier
    points.take(Infinity, this.x, this.t)
    return points.found
  }

  /** Linearizes the model at a state of rest. */
  linearizeAtRest(channels: ChannelNames): Linearization {
    this.findEquilibrium()
    return new Linearizer(this, channels).at(this.t, this.x)
  }

  /** Sets start values: the states of the equations continue, variant ones are declared again by their components. */
  private initialiseSegment(): void {
    const { runtime, t } = this
    const isFirst = this.statistics.nSegment === 0
    const before = this.x
    runtime.startSegment(this.values, t, isFirst, this.options)
    this.x = new Float64Array(runtime.nState)
    runtime.readStates(this.x)
    if (!isFirst) this.x.set(before.subarray(0, runtime.nEquationState))
    this.statistics.open(t, runtime.nState, this.settling.isSameSegment)
  }

  /** Settles conditions, clocks and discrete variables for the start values, and records the first output point. */
  private startSegment(): Course {
    const { runtime, events, t, x } = this
    const isFirst = this.statistics.nSegment === 1
    this.inputs.setAfterEvent(t)
    runtime.enter(t, x)
    if (isFirst) events.start(t)
    this.constraints = this.problem.createConstraints()
    if (!isFirst) this.constraints?.updateScale(t, x)
    const start = x.slice()
    const guessed = runtime.conditions.slice()
    const hasInitial = hasInitialProblem(this.flat)
    const canFulfil = isFirst && this.constraints ? this.fulfilGuessed(this.constraints) : true
    runtime.memories.setCrossings(null, 0)
    if (this.seeds !== null) {
      if (!isFirst) throw refuse('parameters or equations that change during the run')
      this.tangents = this.startTangents(this.seeds)
      this.tangents.begin()
    }
    let course = this.settle(isFirst ? 'initial' : 'continued')
    const isGuessed = guessed.every((value, k) => value === runtime.conditions[k])
    if (isFirst && this.constraints && !(canFulfil && isGuessed)) {
      // the start values fulfill constraints of branches that do not hold
      x.set(start)
      // initial equations may change values that components at rest give
      if (hasInitial) this.fulfilGuessed(this.constraints)
      else fulfilConstraints(runtime, this.constraints, this.values, t, x)
      course = this.settleAgain(course)
    }
    if (isFirst) course = this.fulfilInitValues(course)
    if (isFirst) {
      warnOfParameters(this.flat, runtime, t)
      warnOfOpenEnds(this.flat, this.options.inputs ?? {}, runtime, t)
      warnOfRedundancies(runtime, t)
    }
    if (isFirst && course === 'go on' && events.ticksAt(t)) {
      this.statistics.countTimeEvent()
      course = this.settle('event')
    }
    if (course === 'new segment') return course
    if (!isFirst) this.keepConstraints()
    const { number } = this.statistics
    if (!this.island && number > 0) {
      const states = runtime.translation.states.map((state) => state.name).join(', ') || 'none'
      this.options.log?.(`segment ${number} at t = ${t} s: ${x.length} state value(s), states ${states}`)
    }
    this.tangents?.endStart(this.seeds!.some(({ start }) => start !== null))
    const areNew = this.recorder.startSegment()
    if (areNew) this.recorder.describe(this.describe())
    this.output.recordEvaluated(t)
    return course
  }

  /** Moves the start values to the constraints of guessed branches. False: they cannot fulfill these. */
  private fulfilGuessed(constraints: StateConstraints): boolean {
    const { runtime, values, t, x } = this
    const start = x.slice()
    try {
      fulfilConstraints(runtime, constraints, values, t, x)
      return true
    } catch (error) {
      if (!(error instanceof VarioError && error.code === 'INIT')) throw error
      x.set(start)
      runtime.enter(t, x)
      return false
    }
  }

  /** Chooses start values, and computes parameters, such that the equations of the start hold, and settles the model again. */
  private fulfilInitValues(course: Course): Course {
    const { runtime, flat, t, x, values, options, constraints } = this
    const { tolerance } = options
    const evaluateWith = (computed: ReadonlyMap<string, number>): EvaluatedModel =>
      this.parameters.evaluateWith(computed)
    const initial = new InitialValues({ runtime, flat, t, x, tolerance, evaluateWith }, values)
    let settled = course
    for (let k = 0; k < MAX_INITIAL_ITERATIONS; k++) {
      const found = initial.solve()
      if (!found) break
      this.parameters.enterStart(found, initial.computed)
      this.recorder.changeParameters(found)
      settled = this.settleAgain(settled)
    }
    initial.assertSolved()
    if (constraints && initial.hasChanged) {
      // to rounding errors
      constraints.updateScale(t, x)
      this.fulfilGuessed(constraints)
      settled = this.settleAgain(settled)
    }
    checkInit(runtime, this.values, tolerance, t, initial.met)
    return settled
  }

  private startSolver(): SegmentSolver {
    this.runtime.keepGuesses()
    const { runtime, problem, constraints, values, options, t, x, solver: before } = this
    const solver = createSegmentSolver({ runtime, problem, constraints, values, options, t, x, before })
    this.solver = solver
    return solver
  }

  /** Steps, output points and events up to the end of the segment. */
  private *runSegment(solver: SegmentSolver): Generator<void, Course> {
    const { stopTime } = this.options
    const { limits } = this
    let course: Course = 'go on'
    this.settling.isSameSegment = true
    this.lookAhead.reset()
    limits.update(this.t)
    this.hiddenJumps.begin(solver.t, solver.x)
    while (course === 'go on' && solver.t < stopTime) {
      if (this.isChanged) {
        this.isChanged = false
        this.options.log?.(`at t = ${solver.t} s parameters have changed`)
        this.settling.isSameSegment = false
        course = 'new segment'
        break
      }
      this.linearizations?.take(solver.t, solver.x, this.t)
      const pause = this.pause > solver.t ? this.pause : Infinity
      const nextPoint = Math.min(this.linearizations?.next ?? Infinity, pause)
      const tLimit = Math.min(limits.event, stopTime, nextPoint)
      const known = Math.min(limits.known, nextPoint)
      let arrival = solver.next(Math.min(tLimit, this.lookAhead.next(solver)), known)
      const tLast = this.t
      const jump = this.hiddenJumps.takeBack(solver, tLast)
      if (jump !== null) {
        this.problem.passPoint(solver.t, solver.x)
        if (jump !== 'ahead') course = this.passJump(solver, jump)
        yield
        continue
      }
      this.tangents?.passStep(solver)
      const hasNewEvent = this.passStep(solver, tLast)
      // an event beyond a missed change does not count
      if (this.output.recordOnTheWay(solver, this.x)) this.events.passStep()
      else arrival = 'step'
      this.tangents?.goBack(solver.t)
      if (this.island && arrival === 'step') this.output.recordSupport(solver, this.t)
      this.problem.passPoint(solver.t, solver.x)
      this.t = solver.t
      const isTimeEvent = solver.t >= limits.event
      if (isTimeEvent) this.statistics.countTimeEvent()
      if (arrival === 'event' || isTimeEvent) {
        course = this.handleEvent(solver, tLast)
        this.hiddenJumps.begin(solver.t, solver.x)
        this.lookAhead.reset()
        limits.update(this.t)
      } else if (solver.t >= stopTime) {
        this.output.recordAt(solver.t, solver.x)
      } else if (hasNewEvent) limits.update(this.t)
      // at the end nothing can change
      if (course !== 'end' && solver.t < stopTime) yield
    }
    if (course === 'go on') this.x.set(solver.x)
    this.statistics.close(this.t, solver.stats, this.runtime.memories.reports.describeSegment())
    return course === 'go on' ? 'end' : course
  }

  /** Shows the step since `start` [s] to components that remember it. True if one of them has a new event. */
  private passStep(solver: SegmentSolver, start: number): boolean {
    const { runtime } = this
    if (!runtime.memories.haveHistory) return false
    const end = solver.t
    runtime.restoreGuesses()
    // output points warn
    runtime.warnings.hold()
    const evaluateAt = (t: number): void => {
      if (t < end) {
        solver.interpolate(t, this.x)
        this.problem.project(t, this.x, false)
      } else this.x.set(solver.x)
      this.inputs.set(t)
      runtime.enter(t, this.x)
      runtime.evaluateAll()
    }
    const hasNewEvent = runtime.memories.onStep({ start, end, evaluateAt })
    runtime.warnings.release(false)
    return hasNewEvent
  }

  /** Evaluates the event of a hidden jump just after the point that the solver has reached. */
  private passJump(solver: SegmentSolver, jump: HiddenJump): Course {
    const { limits, hiddenJumps } = this
    if (this.tangents) throw refuse('values that jump without an event')
    const { tBefore, tAfter } = jump
    solver.skipTo(tAfter)
    this.t = tAfter
    this.problem.passPoint(tBefore, solver.x)
    if (tAfter >= limits.event) this.statistics.countTimeEvent()
    const course = this.handleEvent(solver, tAfter, jump)
    hiddenJumps.pass(jump)
    hiddenJumps.begin(solver.t, solver.x)
    this.lookAhead.reset()
    limits.update(this.t)
    return course
  }

  /**
   * Records the values before and after an event, which may be a hidden jump, and settles the model; the last point
   * before it was at `tLast`.
   */
  private handleEvent(solver: SegmentSolver, tLast: number, jump?: HiddenJump): Course {
    const { runtime, recorder } = this
    const { stopTime } = this.options
    // the event is between the ends of steps, where invariants hold only up to the error of the interpolation
    const x = (jump?.xBefore ?? solver.x).slice()
    const tBefore = jump?.tBefore ?? solver.t
    this.problem.project(tBefore, x, false)
    this.constraints?.project(tBefore, x)
    this.output.recordAt(solver.t, x, tBefore)
    this.output.passEvent(solver.t)
    this.tangents?.beginEvent(solver.t, solver.crossing)
    // with constraints, which may have jumped, the states after it are not known yet
    if (jump && !this.constraints) x.set(jump.xAfter)
    this.jumps.begin(x)
    const before = runtime.conditions.slice()
    // components project states: conditions decided at other values would be wrong from then on
    this.x.set(x)
    this.island?.events.push(solver.t)
    this.effect.begin(x, this.events.mayTickAt(solver.t), this.inputs.nextKink(tLast) <= solver.t)
    // only conditions use the slope of the states before the event
    const approach = before.length > 0 ? findApproach(solver, tLast) : new Float64Array(0)
    this.events.setCrossings(solver.crossing, approach, solver.t - tLast)
    runtime.memories.setCrossings(solver.crossing, runtime.conditions.length)
    this.inputs.setAfterEvent(solver.t)
    const course =
      solver.t < stopTime
        ? this.settle('event')
        : this.settling.settleAtStop(this.t, this.x, this.constraints, before)
    if (course === null) return 'end'
    const settled = this.tangents && this.x.slice()
    this.settling.logEvent(this.t, before)
    if (course === 'new segment') return course
    this.keepConstraints()
    if (settled && !isSame(settled, this.x)) throw refuse('states that an event moves to constraints')
    this.tangents?.endEvent(solver.t, this.x)
    recorder.record(solver.t)
    if (course === 'end') return course
    runtime.keepGuesses()
    if (!jump && this.effect.isNone(this.x, solver.crossing)) return course
    solver.x.set(this.x)
    if (solver.t < stopTime) solver.restart(stopTime)
    return course
  }

  /** Projects states that an event or another parameter has set, and that need not fulfill the constraints. */
  private keepConstraints(): void {
    if (!this.constraints) return
    this.constraints.project(this.t, this.x)
    this.runtime.evaluateAll()
  }

  /** Evaluates the event at the current time until the equations and all components with memory agree. */
  private settle(start: EventStart): Course {
    return this.settling.settle(this.t, this.x, start, this.constraints)
  }

  /** The same at the start with other states; an earlier request, such as a new segment, remains. */
  private settleAgain(course: Course): Course {
    const again = this.settle('initial')
    return again === 'go on' ? course : again
  }

  /**
   * Ends the run and returns the result so far, with attributes that the run does not know itself. Before the end of
   * the run, `interrupted` is the time reached.
   */
  finish(about: NewAttributes): SignalTable {
    const { statistics } = this
    if (statistics.isOpen && this.solver)
      statistics.close(this.t, this.solver.stats, this.runtime.memories.reports.describeSegment())
    const { steps, rejected, f, events, timeEvents } = statistics.total()
    this.options.log?.(
      `end at t = ${this.t} s: ${steps} steps, ${rejected} rejected, ${f} evaluations, ` +
        `${events} state events, ${timeEvents} time events`,
    )
    this.runtime.memories.end(this.hasEnded)
    const interrupted = this.hasEnded ? {} : { interrupted: this.t }
    return this.recorder.finish({ ...this.describe(), ...interrupted, ...about }, this.t)
  }

  /** Attributes of the result about the run. */
  private describe(): NewAttributes {
    const { startTime, stopTime, interval, tolerance, analysis, solver } = this.options
    const { statistics, settling } = this
    const { termination } = settling
    const attributes = {
      ...this.runtime.memories.reports.attributes(),
      model: this.flat.name,
      experiment: {
        ...{ startTime, stopTime, interval, tolerance, solver },
        ...(analysis !== 'dynamic' && { analysis }),
      },
      statistics: statistics.total(),
      segments: statistics.segments,
      ...(termination !== null && { termination }),
    }
    return attributes as unknown as NewAttributes
  }
}

/** A parameter or start value with respect to which a run is differentiated. */
export interface DifferentiatedParameter {
  readonly seed: ParameterSeed
  /** Typical size, for absolute tolerances [SI]. */
  readonly scale: number
  /** Derivatives of a start that is solved for; null: start values are given. */
  readonly start: StartDerivatives | null
}

/** Relative change of states that is a rounding error. */
const MOVED = 1e-9

function isSame(a: Float64Array, b: Float64Array): boolean {
  return a.every((value, i) => Math.abs(value - b[i]) <= MOVED * Math.max(1, Math.abs(value)))
}
