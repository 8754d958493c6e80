import { assertOneOf } from '../base/index.ts'
import { compile, type Translation } from '../compiler/index.ts'
import {
  type AnyComponent,
  checkUnits,
  equalModels,
  evaluateModel,
  evaluateParameters,
  type FlatModel,
  flatten,
  hasSameDecisions,
  type MergeTree,
  type ModelNode,
  merge,
  selectStructureChanges,
} from '../model/index.ts'
import type { SignalTable } from '../results/index.ts'
import type { Equilibrium, EquilibriumOptions } from './initialization/index.ts'
import { type ResolvedOptions, resolveOptions, type SimulateOptions } from './options/index.ts'
import {
  DividedModel,
  type DividedRun,
  describeSource,
  retranslate,
  SimulationRun,
  StepLoop,
} from './run/index.ts'
import type { Linearization } from './solver-interface/index.ts'

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
    this.divided ??= { model: DividedModel.create(this.flat, this.translation, this.isInterpreted) }
    return this.divided.model
  }

  /** Simulates to `stopTime` and linearizes there: der(Δx) = A Δx. */
  linearize(options: SimulateOptions): Linearization {
    const loop = this.withStructure(options).createLoop(resolveOptions(options))
    loop.run()
    return loop.linearize()
  }

  /** Finds a state of rest from the start values: see `equilibrium`. */
  equilibrium(options: EquilibriumOptions = {}): Equilibrium {
    const allowed: readonly string[] = EQUILIBRIUM_OPTIONS
    for (const key of Object.keys(options)) assertOneOf('equilibrium: option', key, allowed)
    const resolved = resolveOptions({ ...options, stopTime: options.startTime ?? 0 })
    return this.withStructure(options).createLoop(resolved).findEquilibrium()
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
    return new StepLoop(flat, translation, options, this.isInterpreted)
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
    return { flat: changed, translation: compile(changed, evaluateModel(changed, merge)) }
  }
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
  return new InstantiatedModel(flat, compile(flat, evaluateModel(flat)), model, interpret)
}

/** Simulates a model from `startTime` to `stopTime`. */
export function simulate(model: ModelNode, options: SimulateOptions): SignalTable {
  return instantiate(model).simulate(options)
}

/** Simulates a model to `stopTime` and linearizes it there. */
export function linearize(model: ModelNode, options: SimulateOptions): Linearization {
  return instantiate(model).linearize(options)
}

/**
 * Finds a state of rest of a model, with springs, contacts and closed loops: all derivatives are zero, at the start
 * time. The search begins at the start values, without the velocities of bodies, and follows a strongly damped motion
 * to its end; an unstable rest is found only if the search starts at it. Throws an error if no state of rest is found.
 */
export function equilibrium(model: ModelNode, options: EquilibriumOptions = {}): Equilibrium {
  return instantiate(model).equilibrium(options)
}
