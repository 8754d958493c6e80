/**
 * The interface of components with memory (predefined acausal components, thesis 10.1.3). The `build` hook of such a
 * component returns equations that call methods of its memory, and a function that makes the memory of a run:
 *
 * ```ts
 * build: () => {
 *   const { surface, setInputs } = RodMemory.prototype
 *   return { memory: () => new RodMemory(), model: { equations: equations`
 *     port.Q_flow = G*(port.T - ${surface}())      // reads a hidden state
 *     done = ${setInputs}(port.T)                  // tells the memory what its derivatives depend on
 *   ` } }
 * }
 * ```
 *
 * A run owns its memories: when the equations call a method, `this` is the memory of their component in that run. One
 * evaluation of the model: the solver's values of the hidden states are put into the memories; the equations are
 * evaluated, and call the functions of the memories in the order of their data; `evaluate` of every memory writes the
 * derivatives and event indicators, which go back to the solver. The translated equations never see a hidden state, so
 * that the number of states may change from segment to segment without a new translation.
 *
 * All values are in SI units.
 */
import type { EvaluatedModel } from '../../model/index.ts'
import type { Warn } from '../../results/index.ts'
import type { Analysis } from '../options/index.ts'
import type { ModelStates } from './model-states.ts'

/** A component on the way to a state of rest. */
export interface RestMemory {
  /** Takes all velocities away. */
  stop(): void
  /**
   * What rubs holds its place from the next event on: `'fast'` whatever that takes, or `'slips'` beyond what friction
   * can give.
   */
  hold(how: 'fast' | 'slips'): void
  /** A step leads to where it is now, at time `t` [s]. */
  passStep(t: number): void
  /** What slips holds from now on, with the forces that it has. */
  stick(): void
  /** What holds more than it can where it is now, in words. */
  listOverloads(t: number): readonly string[]
  /** What moves though nothing that is free could stop it, in words. */
  listDrivenMotions(states: ModelStates): readonly string[]
}

/** What the memory of a component may implement. */
export interface ComponentMemory {
  /** Whether it can compute other things than the motion that forces make (default false). */
  readonly hasAnalyses?: boolean
  /**
   * Declares the states, event indicators and result variables of the segment that begins. Called before the first and
   * every later segment; what the memory knows from the segment before is still there, to compute the new start values
   * from it.
   */
  initSegment?(segment: SegmentContext): void
  /**
   * Parameters shall have other values from the next segment on, which begins at once. Throws an error if the component
   * cannot go on with them: then everything stays as it is.
   */
  onNewParameters?(parameters: ParameterReader): void
  /**
   * Writes derivatives, and event indicators unless `evaluateIndicators` does so. The functions of the memory have got
   * their arguments for this time [s].
   */
  evaluate?(t: number): void
  /**
   * Writes event indicators that derivatives do not depend on: called where the solver looks for events only, which
   * saves their cost elsewhere. In a model without equations the states alone have their values at `t`, and `evaluate`
   * has not been called for them.
   */
  evaluateIndicators?(t: number): void
  /**
   * Whether event indicators may change their signs before the next event (default true). While no component says so,
   * and no condition of the equations depends on the states, the solver does not look for events, which saves an
   * evaluation per step.
   */
  isWatching?(): boolean
  /**
   * Called at every event after the equations have settled, and at the start of every segment. May change values of
   * states.
   */
  onEvent?(event: ComponentEvent): void
  /** Time of the next event that the component wants after `t` [s]; Infinity if there is none. */
  nextEvent?(t: number): number
  /**
   * Time after `t` up to which derivatives are what they are now, whatever events do before [s]; that of the next event
   * by default. Islands with steps of their own may step over events until then: those that an event changes begin anew
   * inside of their last step, and all others go on.
   */
  knownUntil?(t: number): number
  /**
   * Longest step that the solver may make from `t` on [s], for example the time that a thin body needs to pass another
   * one. Called before every step, when the states have their values at `t`. With `isInIslands`, islands limit their
   * own steps: then it is the longest time after which the solver must look at all of them together.
   */
  nextMaxStep?(t: number, isInIslands: boolean): number
  /**
   * False: `nextMaxStep` has nothing to say in this segment. Before it is asked, the equations are evaluated once more,
   * which then can be saved. Without this method it is asked always.
   */
  limitsSteps?(): boolean
  /**
   * The islands of the component: groups of states that do not influence each other until the next event, at this
   * event; null: it cannot be divided. If the model consists of the component alone, the solver `auto` integrates each
   * island with steps of its own.
   */
  independentIslands?(): readonly MemoryIsland[] | null
  /**
   * Moves states back to invariants that they must keep, after a step that has left them within the tolerances; at its
   * end, or at a point within it. Steps may be made again, with an earlier end. Returns whether something has changed, or
   * at the end that the step must be a shorter one, because invariants say too little there.
   */
  project?(t: number, states: ModelStates, isEnd: boolean): boolean | 'shorter'
  /** Whether there are any in this segment. */
  hasInvariants?(): boolean
  /**
   * Rates that functions of users make in this segment, and that steps must not jump over: accelerations, for example;
   * null: none.
   */
  watchedRates?(): MemoryRates | null
  /**
   * What has made derivatives that are not finite at the last evaluation, in the words of the user; undefined: not
   * known.
   */
  findNonFinite?(): string | undefined
  /**
   * Why the run cannot go on from where it is, in the words of the user: asked if the solver has failed there;
   * undefined: not known.
   */
  findObstacle?(): string | undefined
  /** What it does while a state of rest is looked for (default: nothing). */
  readonly atRest?: RestMemory
  /** Start values with which a run would begin at rest where the component is now, as modifications of the whole model. */
  presentStart?(): Readonly<Record<string, unknown>>
  /** Writes the values of the result variables. Called at output points only. */
  writeResults?(t: number): void
  /** The run has come to its end, or is left before: the last chance to warn of something. */
  onEnd?(isWhole: boolean): void
  /**
   * What has happened in the run, besides signals, as plain data: becomes attributes of the result, under these names.
   */
  attributes?(): Readonly<Record<string, unknown>>
  /** Signals of which there may be several rows at an output point, or none, each list on a time axis of its own. */
  readonly lists?: readonly RowList[]
  /** What the segment that has begun consists of, as plain data: becomes part of `result.segments`. */
  describeSegment?(): Readonly<Record<string, unknown>>
}

/** Values of parameters. */
export interface ParameterReader {
  /** Path of the component in the model; '' at the top. */
  readonly path: string
  /** A parameter of the component, by its name in it. */
  value(name: string): unknown
}

/** Signals with rows of their own, such as all contacts at an output point. */
export interface RowList {
  /** Name of the time axis [s]. */
  readonly axis: string
  readonly signals: readonly {
    readonly name: string
    readonly unit?: string
    readonly size?: readonly number[]
    readonly info?: string
  }[]
  /** Appends rows with the values of all signals, after `writeResults`; the array may be used again for the next one. */
  write(append: (row: Float64Array) => void): void
}

/** Rates that steps must not jump over. */
export interface MemoryRates {
  readonly n: number
  /**
   * Writes the rates at `t` [s] to `out` from `first` on. The functions of the memory have got their arguments; if it
   * has no part in equations, the states alone have their values.
   */
  evaluate(t: number, out: Float64Array, first: number): void
  /**
   * Size of what rate `k` changes, a velocity for an acceleration, at the last evaluation: errors are relative to it.
   */
  sizeOf(k: number): number
  /** A step from `start` to `end` has missed a change of rate `k` at `time` [s], and shorter ones do so too. */
  reportMissed(k: number, start: number, end: number, time: number): void
}

/** A part of a component that nothing else of it influences until the next event. */
export interface MemoryIsland {
  /** States of the island. All that are not integrals are in one of the islands. */
  readonly states: readonly VariantState[]
  /** Groups of them that depend on each other, as for `SegmentContext.coupling`. */
  readonly groups: readonly (readonly VariantState[])[]
  /**
   * Stands for all that the derivatives of the island depend on besides its states: an island with the same key and
   * states goes on after an event.
   */
  readonly key: string
  readonly isStiff: boolean
  /** Writes the derivatives of its states from their values alone, and its share of the derivatives of integrals. */
  evaluate(t: number): void
  /**
   * Moves its states back to invariants after a step, as `ComponentMemory.project`. Returns whether something has changed;
   * left out: there are none.
   */
  readonly project?: (t: number) => boolean | 'shorter'
  /** Longest step that the solver may make from here on [s]; after `evaluate`. */
  nextMaxStep(): number
  /**
   * Positive if an event of this part is due, after which it follows another law; after `evaluate`, at the time of
   * which nothing else is known.
   */
  exit(t: number): number
  /** Whether event indicators that change their sign concern this part, or may do so; after `evaluateIndicators`. */
  isAtEvent(): boolean
}

/** What the component declares for a segment, and what it may look at. */
export interface SegmentContext {
  /** Path of the component in the model; '' at the top. */
  readonly path: string
  /** Start of the segment [s]. */
  readonly time: number
  /** Whether it is the first segment of a run: nothing must be left of a run before. */
  readonly isFirst: boolean
  /** Relative tolerance of the run. */
  readonly tolerance: number
  /** What the run computes. A component that knows of others than 'dynamic' has `hasAnalyses`. */
  readonly analysis: Analysis
  /** Parameters of the component or of its sub-components, by their names in the component: `nT`, `arm.length`. */
  number(name: string): number
  vector(name: string): Float64Array
  matrix(name: string): ParameterMatrix
  value(name: string): ParameterValue
  /**
   * The memory of another component of the same run, by its path in this component (`robot.path`): for components that
   * command others. Its own `initSegment` may not have been called yet. With `from`, the path of a part of this
   * component, the name is looked up where that part is declared, and then further outside.
   */
  component(path: string, from?: string): ComponentMemory

  /**
   * Reads a variable of the equations by its name in the component, also one that no derivative depends on: what it
   * returns evaluates the equations for the states as they are. undefined: there is none of this name.
   */
  variable(name: string): (() => ParameterValue) | undefined
  /** Names of all variables of the equations in the component: for messages that suggest one. */
  variableNames(): string[]

  /** Declares a state. A number makes a scalar, an array a vector. */
  state(name: string, declaration: StateDeclaration): VariantState
  /**
   * Says which states depend on each other: in every group, the derivatives of all members may depend on all members,
   * and nothing else couples. Members are states of this segment, and variables of the equations by their names in the
   * component, which stand for the states that they depend on. For Jacobians by differences, of which one then serves
   * for states that do not couple: bodies that are free, except for contacts between some of them. Without it,
   * everything may depend on everything.
   */
  coupling(groups: readonly CouplingGroup[]): void
  /**
   * Says that the derivative of `state` depends on no other states than these, whatever `coupling` says: that of a
   * position on the velocity. Implicit methods solve such equations with little work before all others.
   */
  dependsOn(state: VariantState, states: readonly VariantState[]): void
  /** Gives a vector of the equations, which must be an unknown of a system, `n` elements in this segment. */
  resize(name: string, n: number): void
  /**
   * Declares `n` functions whose changes of sign are events. With `isRenewed`, they are other functions after every event:
   * their values there count as they are, also where one has just crossed.
   */
  indicators(n: number, isRenewed?: boolean): EventIndicators
  /** Declares a result variable. */
  result(name: string, declaration?: ResultDeclaration): VariantResult
  /**
   * Declares a state or a result of the segment before once more, under its name and with the values that it has. That
   * takes less time than to declare another one; and islands whose states are all kept go on with their steps, if they
   * have the same key. Several at once, in a list that is the same in every segment, take the time of one.
   */
  keep(variables: VariantState | VariantResult | readonly (VariantState | VariantResult)[]): void
  /**
   * Adds a warning to those of the run (`result.warnings`), and to its log. May be kept and called at any time of the
   * run. In `evaluate` the values may be those of a trial that the solver rejects: at events and output points they are
   * not.
   */
  readonly warn: Warn
}

/** States, and names of variables of the equations, that depend on each other. */
export type CouplingGroup = readonly (VariantState | string)[]

/** What a component says about a state. */
export interface StateDeclaration {
  readonly start: number | ArrayLike<number>
  readonly unit?: string
  /** Typical magnitude, which scales the absolute tolerance (default 1); of a vector also one per element. */
  readonly nominal?: number | ArrayLike<number>
  /**
   * Errors are measured against the nominal value alone, however large the value is (default false): for positions, of
   * which small differences matter anywhere.
   */
  readonly isAbsolute?: boolean
  /**
   * The state is an integral of the others that nothing depends on (default false), such as an energy that has been
   * dissipated. Its derivative may then depend on all of them, without being part of what `coupling` says.
   */
  readonly isIntegral?: boolean
  readonly info?: string
}

/** What a component says about a result variable. */
export interface ResultDeclaration {
  readonly unit?: string
  /** Sizes of the dimensions (default: a scalar, []). */
  readonly size?: readonly number[]
  /** Four numbers may be a rotation, x y z w, which stays one between output points (default 'real'). */
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

/** What a memory is told at an event, and what it may ask for. */
export interface ComponentEvent {
  /** Time of the event [s]. */
  readonly time: number
  /** Whether it is the event at the start of the simulation. */
  readonly isInitial: boolean
  /**
   * Ends the segment here: `initSegment` of all components is called, and the simulation goes on with what they
   * declare. With `isSame` they declare the same as before, for other methods of the solver: the results list both as
   * one segment.
   */
  requestSegment(isSame?: boolean): void
  /**
   * Tells the solver `auto` what to expect from here on: stiff (a contact has begun: an implicit method) or not (free
   * flight: an explicit one). It holds until the component says something else. `auto` goes on measuring, and may find
   * that it is otherwise.
   */
  stiff(isStiff: boolean): void
  /** Replaces what `coupling` of the segment has said: contacts have begun or ended. */
  coupling(groups: readonly CouplingGroup[]): void
  /**
   * Something that equations depend on has changed: evaluate them again. Not needed if values of states have changed.
   */
  repeat(): void
  /** Adds a warning to those of the run, as `SegmentContext.warn` does. */
  readonly warn: Warn
  /** Adds a line to the log of the run: what has happened. */
  log(text: string): void
  /** All states of the model, which may jump. */
  readonly states: ModelStates
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
