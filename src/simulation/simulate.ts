import { assertOneOf, InputError, VarioError, VERSION } from '../base/index.ts'
import { hasHomotopy, type Translation } from '../compiler/index.ts'
import {
  type AnyComponent,
  checkUnits,
  equalModels,
  evaluateModel,
  evaluateParameters,
  type FlatModel,
  flatten,
  hasInitialProblem,
  hasSameDecisions,
  type MergeTree,
  type ModelNode,
  merge,
  mergeToJson,
  modelToJson,
  type ParameterSeed,
  selectStructureChanges,
} from '../model/index.ts'
import type { Attribute, Attributes, NewAttributes, SignalTable } from '../results/index.ts'
import { DividedModel } from './divided-model.ts'
import type { DividedRun } from './divided-run.ts'
import { findHomotopyStart } from './homotopy-start.ts'
import type { Equilibrium, EquilibriumOptions } from './initialization/index.ts'
import { retranslate, translateFor } from './retranslate.ts'
import {
  type LinearizeOptions,
  type ResolvedOptions,
  resolveOptions,
  type SimulateOptions,
} from './runtime/index.ts'
import { differentiateStart, type TangentRows } from './sensitivities/index.ts'
import { type ParameterChange, SimulationRun } from './simulation-run.ts'
import type { Linearization } from './solver-interface/index.ts'
import { StepLoop } from './step-loop.ts'

/** A translated model: simulated any number of times, with other parameters, without a new translation. */
export class InstantiatedModel {
  /** The translation for the last other structure. */
  private variant: { readonly changes: MergeTree; readonly model: InstantiatedModel } | undefined
  private divided: { readonly model: DividedModel | null } | undefined

  /** @internal */
  constructor(
    /** @internal */
    readonly flat: FlatModel,
    /** @internal */
    readonly translation: Translation,
    readonly model: ModelNode,
    private readonly isInterpreted = false,
  ) {}

  simulate(options: SimulateOptions): SignalTable {
    const run = this.start(options)
    run.advance()
    return run.finish()
  }

  /** Begins a run that `advance` continues step by step: for programs that watch it, steer it, or stop it. */
  start(options: SimulateOptions): SimulationRun {
    const resolved = resolveOptions(options)
    const run = this.withStructure(options).createRun(resolved)
    return new SimulationRun(run, resolved, (changes, added) =>
      describeSource(this.model, options, changes, added),
    )
  }

  private createRun(options: ResolvedOptions): DividedRun | StepLoop {
    const divided = options.solver === 'auto' && options.analysis === 'dynamic' ? this.findParts() : null
    return divided?.canRun(options) && this.decidesAlike(options)
      ? divided.createRun(options)
      : this.createLoop(options)
  }

  /** The model as independent islands, if it consists of many. */
  private findParts(): DividedModel | null {
    // the start of one part may determine values of others
    if (hasInitialProblem(this.flat) || hasHomotopy(this.flat)) return null
    this.divided ??= { model: DividedModel.create(this.flat, this.translation, this.isInterpreted) }
    return this.divided.model
  }

  /** Linearizes the model at an operating point, or at several: see `linearize`. */
  linearize<const O extends LinearizeOptions>(options?: O): Linearized<O> {
    return this.linearizeAt(options ?? {}) as Linearized<O>
  }

  private linearizeAt(options: LinearizeOptions): Linearization | Linearization[] {
    const { at, from, to, ...run } = options
    assertNames('linearize: from', from)
    assertNames('linearize: to', to)
    const { startTime = 0 } = run
    if (at === 'steady') {
      if (run.stopTime !== undefined)
        throw new InputError('linearize: stopTime', "no time beside at: 'steady'", run.stopTime)
      return this.withStructure(run)
        .createLoop(resolveOptions({ ...run, stopTime: startTime }))
        .linearizeAtRest({ from, to })
    }
    if (at !== undefined && run.stopTime !== undefined)
      throw new InputError('linearize: stopTime', 'either `stopTime` or `at`', run.stopTime)
    const times = at === undefined ? [run.stopTime ?? startTime] : typeof at === 'number' ? [at] : at
    assertTimes(times, startTime)
    const resolved = resolveOptions({ ...run, stopTime: times[times.length - 1] })
    const loop = this.withStructure(run).createLoop(resolved)
    const found = loop.linearizeAlong(times, { from, to })
    return Array.isArray(at) ? found : found[0]
  }

  /** Finds a state of rest from the start values: see `equilibrium`. */
  equilibrium(options: EquilibriumOptions = {}): Equilibrium {
    const allowed: readonly string[] = EQUILIBRIUM_OPTIONS
    for (const key of Object.keys(options)) assertOneOf('equilibrium: option', key, allowed)
    const resolved = resolveOptions({ ...options, stopTime: options.startTime ?? 0 })
    return this.withStructure(options).createLoop(resolved).findEquilibrium()
  }

  /**
   * Simulates with the derivatives of all recorded variables with respect to parameters and start values, whose values `merge`
   * contains as numbers.
   *
   * @throws VarioError 'SENSITIVITY' or 'DERIVATIVE' where the equations do not give them exactly
   * @internal
   */
  differentiate(
    options: SimulateOptions,
    parameters: readonly SensitivityParameter[],
  ): { table: SignalTable; rows: TangentRows } {
    const resolved = resolveOptions(options)
    const model = this.withStructure(options)
    const loop = model.createLoop(resolved)
    const isSolved =
      hasInitialProblem(this.flat) ||
      hasHomotopy(this.flat) ||
      loop.runtime.translation.constraints.length > 0
    const seeds = parameters.map(({ seed, scale, createMerge }) => {
      if (!isSolved) return { seed, scale, start: null }
      const { log: _, onProgress: __, stream: ___, ...plain } = resolved
      const solve = (offset: number) => {
        try {
          return model.createLoop({ ...plain, merge: createMerge(offset) }).findStart()
        } catch (error) {
          if (error instanceof VarioError) return null
          throw error
        }
      }
      return { seed, scale, start: differentiateStart(solve, START_STEP * scale) }
    })
    return loop.differentiate(seeds)
  }

  /** This model, or its translation with the components that new values of parameters make. */
  private withStructure({ merge: values }: { readonly merge?: MergeTree }): InstantiatedModel {
    const changes = values === undefined ? null : selectStructureChanges(this.flat, values)
    if (changes === null) return this
    if (!equalModels(this.variant?.changes, changes)) {
      const changed = merge(this.model as AnyComponent, changes)
      const model = instantiate(changed, { name: this.flat.name, interpret: this.isInterpreted })
      this.variant = { changes, model }
    }
    return this.variant!.model
  }

  private createLoop(options: ResolvedOptions): StepLoop {
    const { flat, translation } = this.adapt(options)
    const guess = hasHomotopy(flat) ? findHomotopyStart(flat, translation, options, this.isInterpreted) : null
    return new StepLoop(flat, translation, options, this.isInterpreted, undefined, guess ?? undefined)
  }

  /** True if the values of a run choose the same equations. */
  private decidesAlike({ merge: values }: ResolvedOptions): boolean {
    return values === undefined || hasSameDecisions(this.flat, evaluateModel(this.flat, values))
  }

  /** The model for the values of a run, which may choose other equations. */
  private adapt({ merge }: SimulateOptions): { flat: FlatModel; translation: Translation } {
    const { flat, translation, model } = this
    if (merge === undefined) return { flat, translation }
    const values = evaluateModel(flat, merge)
    if (hasSameDecisions(flat, values)) return { flat, translation: retranslate(flat, translation, values) }
    const changed = flatten(model, { name: flat.name, values: evaluateParameters(flat, merge) })
    checkUnits(changed)
    return { flat: changed, translation: translateFor(changed, evaluateModel(changed, merge)) }
  }
}

/** First step of the differences of a start, relative to the size of the parameter. */
const START_STEP = 0.02

/** A parameter or start value with respect to which a run is differentiated. */
export interface SensitivityParameter {
  readonly seed: ParameterSeed
  /** Typical size [SI]. */
  readonly scale: number
  /** Values of the run, with another value of the parameter [SI]. */
  readonly createMerge: (offset: number) => MergeTree
}

const EQUILIBRIUM_OPTIONS: readonly (keyof EquilibriumOptions)[] = [
  ...(['startTime', 'tolerance', 'merge', 'inputs', 'log'] as const),
]

/** Options of `instantiate`. */
export interface InstantiateOptions {
  /** Name of the model in messages and results. */
  readonly name?: string
  /** Evaluates the expressions instead of generated code: slower, but without `new Function` (default false). */
  readonly interpret?: boolean
}

/** Flattens, checks and translates a model. */
export function instantiate(model: ModelNode, options: InstantiateOptions = {}): InstantiatedModel {
  const { interpret = false, ...names } = options
  const flat = flatten(model, names)
  checkUnits(flat)
  return new InstantiatedModel(flat, translateFor(flat, evaluateModel(flat)), model, interpret)
}

/** Simulates a model from `startTime` to `stopTime`. */
export function simulate(model: ModelNode, options: SimulateOptions): SignalTable {
  return instantiate(model).simulate(options)
}

/**
 * Linearizes a model: der(Δx) = A Δx + B Δu, Δy = C Δx + D Δu, in SI units, with names and units, for `vario/control`. The
 * operating point is the start of a run with its `init` values, `merge` and `inputs`; its end with `stopTime`; a state of
 * rest with `at: 'steady'`; or several points along a run with `at: [t1, t2]`. Conditions keep the values that they have
 * there.
 */
export function linearize<const O extends LinearizeOptions>(model: ModelNode, options?: O): Linearized<O> {
  return instantiate(model).linearize(options)
}

/** One system, or a list of them for a list of times. */
export type Linearized<O> = O extends { readonly at: readonly number[] } ? Linearization[] : Linearization

function assertNames(path: string, names: readonly string[] | undefined): void {
  const isList = Array.isArray(names) && names.every((name) => typeof name === 'string')
  if (names !== undefined && !isList) throw new InputError(path, "a list of names, ['u']", names)
}

function assertTimes(times: readonly number[], startTime: number): void {
  const isAscending = (t: number, k: number): boolean =>
    Number.isFinite(t) && t >= (k === 0 ? startTime : times[k - 1])
  if (!Array.isArray(times) || times.length === 0 || !times.every(isAscending))
    throw new InputError('linearize: at', "'steady', a time [s], or ascending times from startTime on", times)
}

/**
 * Finds a state of rest of a model, with springs, contacts and closed loops: all derivatives are zero, at the start
 * time. The search begins at the start values, without the velocities of bodies, and follows a strongly damped motion
 * to its end; an unstable rest is found only if the search starts at it. Throws an error if no state of rest is found.
 */
export function equilibrium(model: ModelNode, options: EquilibriumOptions = {}): Equilibrium {
  return instantiate(model).equilibrium(options)
}

/**
 * Describes the origin of a result: the version, and as `source` the data to repeat the run, as far as JSON can hold
 * it: `model`, `merge`, and names of options that are not in `experiment`. `incomplete` names the rest.
 *
 * @param added attributes added by the caller of the run; a `source` among them is merged into this one
 */
function describeSource(
  model: ModelNode,
  options: SimulateOptions,
  changes: readonly ParameterChange[],
  added: Attributes,
): NewAttributes {
  const source = (): Attribute => ({
    ...createSource(model, options, changes),
    ...(added['source'] as Attributes),
  })
  return { version: VERSION, ...added, source }
}

function createSource(
  model: ModelNode,
  { merge = {}, inputs = {}, maxStep, maxSteps, record }: SimulateOptions,
  changes: readonly ParameterChange[],
): Attributes {
  const incomplete: string[] = []
  const encode = (encodeIt: () => unknown): unknown => {
    try {
      return encodeIt()
    } catch (error) {
      if (!(error instanceof VarioError)) throw error
      incomplete.push(error.message)
      return undefined
    }
  }
  const encodeMerge = (tree: MergeTree): unknown => encode(() => mergeToJson(tree))
  for (const name of Object.keys(inputs))
    incomplete.push(`inputs.${name}: a function or table of the program.`)
  const source = {
    model: encode(() => modelToJson(model)),
    merge: Object.keys(merge).length > 0 ? encodeMerge(merge) : undefined,
    ...(maxStep !== undefined && { maxStep }),
    ...(maxSteps !== undefined && { maxSteps }),
    ...(record !== undefined && { record: [...record] }),
    ...(changes.length > 0 && {
      changes: changes.map(({ time, merge: tree }) => ({ time, merge: encodeMerge(tree) })),
    }),
    ...(incomplete.length > 0 && { incomplete }),
  }
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined)) as Attributes
}
