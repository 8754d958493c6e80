/**
 * The interface of components with memory (predefined acausal components, thesis 10.1.3). The `build` hook of such a
 * component returns equations that call methods of its memory, and a function that creates the memory of a run:
 *
 * ```ts
 * build: () => {
 *   const { surface, setInputs } = RodMemory.prototype
 *   return { memory: () => new RodMemory(), model: { equations: equations`
 *     port.Q_flow = G*(port.T - ${surface}())      // reads a variant state
 *     done = ${setInputs}(port.T)                  // passes on what its derivatives depend on
 *   ` } }
 * }
 * ```
 *
 * A run owns its memories: when the equations call a method, `this` is the memory of their component in that run. One
 * evaluation of the model: the solver's values of the variant states are copied into the memories; the equations are
 * evaluated, and call the functions of the memories in the order of their data; `evaluate` of every memory writes the
 * derivatives and event indicators, which go back to the solver. The translated equations contain no variant state, so
 * the number of states may change from segment to segment without a new translation.
 *
 * All values are in SI units.
 */
import type { EvaluatedModel } from '../../model/index.ts'
import type { Warn } from '../../results/index.ts'
import type { ModelStates } from './model-states.ts'
import type { Analysis } from './simulate-options.ts'

/** A component during the search for a state of rest. */
export interface RestMemory {
  /** Sets all velocities to zero. */
  stop(): void
  /**
   * From the next event on, friction holds everything in place: `'fast'` with any force, or `'slips'` up to the limit
   * of friction.
   */
  hold(how: 'fast' | 'slips'): void
  /** A step ends at the current state, at time `t` [s]. */
  passStep(t: number): void
  /** From now on, everything that slips holds, with its current forces. */
  stick(): void
  /** Descriptions of contacts and joints that hold with more than the limit of friction at the current state. */
  listOverloads(t: number): readonly string[]
  /** Descriptions of prescribed motions that no free part can stop. */
  listDrivenMotions(states: ModelStates): readonly string[]
}

/** Hooks that the memory of a component may implement. */
export interface ComponentMemory {
  /** True if it supports other analyses than the motion that forces cause (default false). */
  readonly hasAnalyses?: boolean
  /**
   * Declares the states, event indicators and result variables of the segment that begins. Called before the first and
   * every later segment; the memory still has the data of the segment before, to compute the new start values from it.
   */
  initSegment?(segment: SegmentContext): void
  /**
   * Announces other values of parameters from the next segment on, which begins at once. Throws an error if the
   * component cannot continue with them: then everything stays unchanged.
   */
  onNewParameters?(parameters: ParameterReader): void
  /**
   * Writes derivatives, and event indicators unless `evaluateIndicators` does so. The functions of the memory have
   * received their arguments for this time [s].
   */
  evaluate?(t: number): void
  /**
   * Writes event indicators on which no derivative depends: called only where the solver searches events, which saves
   * their cost elsewhere. In a model without equations only the states have their values at `t`, and `evaluate` has not
   * been called for them.
   */
  evaluateIndicators?(t: number): void
  /**
   * True if event indicators may change their signs before the next event (default true). While all components return
   * false, and no condition of the equations depends on the states, the solver does not search events, which saves an
   * evaluation per step.
   */
  isWatching?(): boolean
  /**
   * Called at every event after the equations have settled, and at the start of every segment. May change values of
   * states.
   */
  onEvent?(event: ComponentEvent): void
  /** Time of the next event that the component requests after `t` [s]; Infinity: none. */
  nextEvent?(t: number): number
  /**
   * Time after `t` up to which derivatives follow the same law, whatever events occur before [s]; by default that of
   * the next event. Islands with separate steps may step over events until then: those that an event changes restart
   * within their last step, and all others continue.
   */
  knownUntil?(t: number): number
  /**
   * Longest step that the solver may make from `t` on [s], for example the time that a thin body needs to pass another
   * one. Called before every step, when the states have their values at `t`. With `isInIslands`, islands limit their
   * own steps: then it is the longest time after which the solver must check all of them together.
   */
  nextMaxStep?(t: number, isInIslands: boolean): number
  /**
   * False: `nextMaxStep` sets no limit in this segment, which saves an evaluation of the equations before each call.
   * Without this method `nextMaxStep` is always called.
   */
  limitsSteps?(): boolean
  /**
   * The islands of the component: groups of states that do not influence each other until the next event, at this
   * event; null: it cannot be divided. If the model consists of the component alone, the solver `auto` integrates each
   * island with separate steps.
   */
  independentIslands?(): readonly MemoryIsland[] | null
  /**
   * Moves states back to their invariants after a step that has left them within the tolerances; at its end, or at a
   * point within it. Steps may be repeated with an earlier end. Returns true if a state has changed, or at the end
   * `'shorter'`: the step must be shorter, because the invariants determine too little there.
   */
  project?(t: number, states: ModelStates, isEnd: boolean): boolean | 'shorter'
  /**
   * Called after every step that the solver has made, before the event at its end, if there is one: for memories of the
   * past. True if `nextEvent` has changed.
   */
  onStep?(step: PassedStep): boolean
  /** True if there are invariants in this segment. */
  hasInvariants?(): boolean
  /**
   * Rates that functions of users determine in this segment, and whose changes steps must not miss: accelerations, for
   * example; null: none.
   */
  watchedRates?(): MemoryRates | null
  /** Cause of derivatives that are not finite at the last evaluation, in the words of the user; undefined: unknown. */
  findNonFinite?(): string | undefined
  /**
   * Reason why the run cannot continue from the current state, in the words of the user: called if the solver has
   * failed there; undefined: unknown.
   */
  findObstacle?(): string | undefined
  /** Hooks for the search of a state of rest (default: none). */
  readonly atRest?: RestMemory
  /** Start values with which a run would begin at rest at the current state, as modifications of the whole model. */
  presentStart?(): Readonly<Record<string, unknown>>
  /** Writes the values of the result variables. Called at output points only. */
  writeResults?(t: number): void
  /** Called at the end of the run, or when it is abandoned (`isWhole` false): the last chance for warnings. */
  onEnd?(isWhole: boolean): void
  /** Events of the run, besides signals, as plain data: become attributes of the result, under these names. */
  attributes?(): Readonly<Record<string, unknown>>
  /** Signals with any number of rows at an output point, each list on a separate time axis. */
  readonly lists?: readonly RowList[]
  /** Description of the segment that has begun, as plain data: becomes part of `result.segments`. */
  describeSegment?(): Readonly<Record<string, unknown>>
}

/** A step that the solver has made. */
export interface PassedStep {
  /** Times [s]. */
  readonly start: number
  readonly end: number
  /**
   * Evaluates the equations at a time [s] of the step, its ends included, for the states that the solver interpolates: the
   * functions of the memory receive their arguments.
   */
  evaluateAt(t: number): void
}

/** Values of parameters. */
export interface ParameterReader {
  /** Path of the component in the model; '' at the top. */
  readonly path: string
  /** A parameter of the component, by its name in it. */
  value(name: string): unknown
}

/** Signals with separate rows, such as all contacts at an output point. */
export interface RowList {
  /** Name of the time axis [s]. */
  readonly axis: string
  readonly signals: readonly {
    readonly name: string
    readonly unit?: string
    readonly size?: readonly number[]
    readonly info?: string
  }[]
  /** Appends rows with the values of all signals, after `writeResults`; the array may be reused for the next row. */
  write(append: (row: Float64Array) => void): void
}

/** Rates whose changes steps must not miss. */
export interface MemoryRates {
  readonly n: number
  /**
   * Writes the rates at `t` [s] to `out`, starting at `first`. The functions of the memory have received their
   * arguments; if it takes no part in equations, only the states have their values.
   */
  evaluate(t: number, out: Float64Array, first: number): void
  /**
   * Size of the quantity that rate `k` changes, a velocity for an acceleration, at the last evaluation: errors are
   * relative to it.
   */
  sizeOf(k: number): number
  /**
   * Reports that a step from `start` to `end` has missed a change of rate `k` at `time` [s], and shorter ones do so
   * too.
   */
  reportMissed(k: number, start: number, end: number, time: number): void
}

/** A part of a component that nothing else in it influences until the next event. */
export interface MemoryIsland {
  /** States of the island. Every state that is not an integral belongs to one island. */
  readonly states: readonly VariantState[]
  /** Groups of these states that depend on each other, as for `SegmentContext.coupling`. */
  readonly groups: readonly (readonly VariantState[])[]
  /**
   * Identifies everything on which the derivatives of the island depend besides its states: an island with the same key
   * and states continues after an event.
   */
  readonly key: string
  readonly isStiff: boolean
  /** Writes the derivatives of its states from their values alone, and its share of the derivatives of integrals. */
  evaluate(t: number): void
  /**
   * Moves its states back to invariants after a step, as `ComponentMemory.project`. Returns true if a state has
   * changed; omitted: no invariants.
   */
  readonly project?: (t: number) => boolean | 'shorter'
  /** Longest step that the solver may make from the current state [s]; after `evaluate`. */
  nextMaxStep(): number
  /**
   * Positive if an event of this island is due, after which it follows another law; after `evaluate`, at whose time
   * nothing else is known.
   */
  exit(t: number): number
  /** True if event indicators that change their sign concern this island, or may do so; after `evaluateIndicators`. */
  isAtEvent(): boolean
}

/** Declarations of the component for a segment, and its access to the run. */
export interface SegmentContext {
  /** Path of the component in the model; '' at the top. */
  readonly path: string
  /** Start of the segment [s]. */
  readonly time: number
  /** True for the first segment of a run: nothing may be left of an earlier run. */
  readonly isFirst: boolean
  /** Relative tolerance of the run. */
  readonly tolerance: number
  /** Analysis of the run. A component that supports others than 'dynamic' has `hasAnalyses`. */
  readonly analysis: Analysis
  /** Parameters of the component or of its sub-components, by their names in the component: `nT`, `arm.length`. */
  number(name: string): number
  vector(name: string): Float64Array
  matrix(name: string): ParameterMatrix
  value(name: string): ParameterValue
  /**
   * The memory of another component of the same run, by its path in this component (`robot.path`): for components that
   * command others. Its `initSegment` may not have been called yet. With `from`, the path of a sub-component of this
   * one, the name is looked up where that one is declared, and then further outside.
   */
  component(path: string, from?: string): ComponentMemory

  /**
   * Returns a reader of a variable of the equations by its name in the component, also of one on which no derivative
   * depends: the reader evaluates the equations for the current states. undefined: no variable of this name.
   */
  variable(name: string): (() => ParameterValue) | undefined
  /** Names of all variables of the equations in the component, for suggestions in messages. */
  variableNames(): string[]

  /** Declares a state: a scalar for a number, a vector for an array. */
  state(name: string, declaration: StateDeclaration): VariantState
  /** The state or result of this segment that the component has declared or kept under this name; undefined: none. */
  declared(name: string): VariantState | VariantResult | undefined
  /**
   * Declares which states depend on each other: in every group, the derivatives of all members may depend on all
   * members, and there is no other coupling. Members are states of this segment, and variables of the equations by
   * their names in the component, which represent the states that they depend on. For Jacobians by differences, where
   * one evaluation serves several uncoupled states: bodies that are free, except for contacts between some of them.
   * Without it, everything may depend on everything.
   */
  coupling(groups: readonly CouplingGroup[]): void
  /**
   * Declares that the derivative of `state` depends on no other states than these, whatever `coupling` declares: that
   * of a position on the velocity. Implicit methods solve such equations with little work before all others.
   */
  dependsOn(state: VariantState, states: readonly VariantState[]): void
  /**
   * Sets the number of elements of a vector of the equations, which must be an unknown of a system, in this segment.
   */
  resize(name: string, n: number): void
  /**
   * Declares `n` functions whose changes of sign are events. With `isRenewed`, they are other functions after every
   * event: their values there are used unchanged, also where one has just crossed zero.
   */
  indicators(n: number, isRenewed?: boolean): EventIndicators
  /** Declares a result variable. */
  result(name: string, declaration?: ResultDeclaration): VariantResult
  /**
   * Declares a state or a result of the segment before again, under its name and with its values. This takes less time
   * than another declaration; and islands whose states are all kept continue with their steps, if they have the same
   * key. Several at once, in a list that is the same in every segment, take the time of one.
   */
  keep(variables: VariantState | VariantResult | readonly (VariantState | VariantResult)[]): void
  /**
   * Adds a warning to those of the run (`result.warnings`), and to its log. May be kept and called at any time of the
   * run. In `evaluate` the values may be those of a trial that the solver rejects; at events and output points they are
   * accepted ones.
   */
  readonly warn: Warn
}

/** States, and names of variables of the equations, that depend on each other. */
export type CouplingGroup = readonly (VariantState | string)[]

/** Declaration of a state. */
export interface StateDeclaration {
  readonly start: number | ArrayLike<number>
  readonly unit?: string
  /** Typical magnitude, which scales the absolute tolerance (default 1); for a vector also one per element. */
  readonly nominal?: number | ArrayLike<number>
  /**
   * True: errors are measured relative to the nominal value alone, however large the value is (default false): for
   * positions, where small differences matter anywhere.
   */
  readonly isAbsolute?: boolean
  /**
   * True: the state is an integral of the others on which nothing depends (default false), such as dissipated energy.
   * Its derivative may then depend on all of them, without being part of `coupling`.
   */
  readonly isIntegral?: boolean
  readonly info?: string
}

/** Declaration of a result variable. */
export interface ResultDeclaration {
  readonly unit?: string
  /** Sizes of the dimensions (default: a scalar, []). */
  readonly size?: readonly number[]
  /**
   * `'quaternion'`: the four numbers are a rotation, x y z w, also when interpolated between output points (default
   * 'real').
   */
  readonly type?: 'real' | 'quaternion'
  readonly info?: string
}

/** A state of a segment. */
export interface VariantState {
  /** Values: start values at first, then those of the solver (n). */
  readonly values: Float64Array
  /** Derivatives with respect to time, to be written in every evaluation (n). */
  readonly derivatives: Float64Array
}

/** Event indicators of a segment. */
export interface EventIndicators {
  /** Values, to be written in every evaluation (n). */
  readonly values: Float64Array
  /** At an event: +1 has become positive, -1 has become negative, 0 has not changed its sign (n). */
  readonly crossing: Int8Array
}

/** A result variable of a segment. */
export interface VariantResult {
  /** Values, row-major, to be written in `writeResults`. */
  readonly values: Float64Array
}

/** An event, and the requests that a memory may make at it. */
export interface ComponentEvent {
  /** Time of the event [s]. */
  readonly time: number
  /** True at the start of the simulation. */
  readonly isInitial: boolean
  /**
   * Ends the segment here: `initSegment` of all components is called, and the simulation continues with their
   * declarations. With `isSame` they declare the same as before, for other methods of the solver: the results list both
   * as one segment.
   */
  requestSegment(isSame?: boolean): void
  /**
   * Hint for the solver `auto`: from here on stiff (a contact has begun: an implicit method) or not (free flight: an
   * explicit one). It holds until the next hint. `auto` continues to measure stiffness, and may decide otherwise.
   */
  stiff(isStiff: boolean): void
  /** Replaces the coupling of the segment: contacts have begun or ended. */
  coupling(groups: readonly CouplingGroup[]): void
  /**
   * Requests another evaluation of the equations, because data on which they depend has changed. Not needed if values
   * of states have changed.
   */
  repeat(): void
  /**
   * Sets a parameter, an input of the whole model, a state, or a discrete variable of a `when` to a value in SI units,
   * before the equations are evaluated again, which happens at once. The name is looked up in the component where the
   * member `from` is declared, and then further outside, up to this component.
   */
  set(name: string, value: AssignedValue, from?: string): void
  /** Adds a warning to those of the run, as `SegmentContext.warn` does. */
  readonly warn: Warn
  /** Adds a line about the event to the log of the run. */
  log(text: string): void
  /** All states of the model, which may jump. */
  readonly states: ModelStates
}

/** Value that a component gives to a variable or a parameter; nested lists are arrays. */
export type AssignedValue = number | boolean | string | readonly AssignedValue[]

/** A variable or parameter that a component sets. */
export interface Assignment {
  /** Full names, of which the first one that exists is meant. */
  readonly names: readonly string[]
  readonly value: AssignedValue
  /** The component and the name that it used, for messages. */
  readonly path: string
}

/** Value of a parameter. */
export type ParameterValue =
  EvaluatedModel['parameters'] extends ReadonlyMap<string, infer Value> ? Value : never

/** A matrix, row-major. */
export interface ParameterMatrix {
  readonly rows: number
  readonly cols: number
  /** (rows × cols) */
  readonly data: Float64Array
}
