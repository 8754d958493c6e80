import { VarioError } from '../../base/index.ts'
import type { MergeTree } from '../../model/index.ts'
import type { SignalTable } from '../../results/index.ts'
import type { ModelRuntime, ModelStates, SimulateOptions } from '../runtime/index.ts'
import { computeRestGrowth, findRest, type Rest, type RestProblem } from './find-rest.ts'

/** Options of `equilibrium`, a subset of those of `simulate`. */
export type EquilibriumOptions = Pick<SimulateOptions, 'startTime' | 'tolerance' | 'merge' | 'inputs' | 'log'>

/** A state of rest. */
export interface Equilibrium {
  /** All signals: the last point of the table is at rest, the first one is the start of the search. */
  readonly result: SignalTable
  /** True if small deviations stay small: nothing grows. */
  readonly isStable: boolean
  /** Growth rate of the fastest growing deviation [1/s]; 0 if it is stable. */
  readonly growthRate: number
  /** New start values, to start a simulation at rest: `simulate(model, { merge: rest.merge, … })`. */
  readonly merge: MergeTree
}

/** Merges modifications; the last one has priority. */
export function mergeTrees(trees: readonly MergeTree[]): MergeTree {
  const out: Record<string, unknown> = {}
  for (const tree of trees) {
    for (const [key, value] of Object.entries(tree)) {
      const before = out[key]
      out[key] = isTree(before) && isTree(value) ? mergeTrees([before, value]) : value
    }
  }
  return out
}

function isTree(value: unknown): value is MergeTree {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    // a quantity is a value
    !('_class' in value)
  )
}

/** Returns `{ a: { b: value } }` for the parameter `a.b`. */
export function createMerge(name: string, value: unknown): MergeTree {
  return name.split('.').reduceRight<unknown>((inner, part) => ({ [part]: inner }), value) as MergeTree
}

/**
 * The search for a state of rest of a running model. First, friction at rest holds with any force; if that exceeds its
 * limit, the search begins again with friction that slips at its limit.
 */

/** The running model, which stands still at the time `t` [s]. */
interface RestSearch {
  readonly t: number
  /** The states (n); `settle` may change them. */
  readonly x: Float64Array
  readonly runtime: ModelRuntime
  readonly problem: {
    stateName(i: number): string | undefined
    /** The states `x`, for components with memory that change them. */
    statesAt(t: number, x: Float64Array): ModelStates
    /** Moves states to the invariants of components. */
    project(t: number, x: Float64Array, isEnd: boolean): boolean | 'shorter'
    /** Longest step from `x` on that cannot miss an event [s]. */
    longestStep(t: number, x: Float64Array, isInIslands: boolean): number
  }
  /** Settles the model at the states `x`. Returns true if a component requests another structure. */
  settle(): boolean
}

/**
 * Searches a state of rest, or throws an error with the reason why there is none. Returns the growth rate of deviations
 * from it [1/s].
 */
export function searchRest(model: RestSearch): number {
  const { runtime, t, x } = model
  const { rests } = runtime.memories
  for (const rest of rests) rest.stop()
  runtime.readStates(x)
  assertUndriven(model)
  const start = x.slice()
  const search = (how: 'fast' | 'slips'): Rest => {
    for (const rest of rests) rest.hold(how)
    const found = findRest(createRestProblem(model), start.slice())
    settleAt(model, found.x)
    runtime.evaluateAll()
    return found
  }
  let overloads: readonly string[] = []
  let failure: unknown
  try {
    const { growthRate } = search('fast')
    overloads = rests.flatMap((rest) => rest.listOverloads(t))
    if (overloads.length === 0) return growthRate
  } catch (error) {
    if (!isNoRest(error)) throw error
    failure = error
  }
  try {
    const found = search('slips')
    // friction at its limits holds parts that would move back
    for (const rest of rests) rest.stick()
    const growthRate = computeRestGrowth(createRestProblem(model), found.x)
    for (const message of overloads)
      runtime.warnings.add({
        ...{ code: 'SLIPS', key: message, time: t },
        message: `${message} The state of rest is reached by slipping.`,
      })
    return growthRate
  } catch (error) {
    if (!isNoRest(error)) throw error
    if (overloads.length === 0) throw failure
    const message = `equilibrium: expected a state of rest, got none from the start values. ${overloads.join(' ')}`
    throw new VarioError('EQUILIBRIUM', message, { ...error.fields, overloads })
  }
}

/** Throws an error if equations prescribe a motion at this time. */
function assertUndriven({ runtime, problem, t, x }: RestSearch): void {
  const motions = runtime.memories.rests.flatMap((rest) => rest.listDrivenMotions(problem.statesAt(t, x)))
  if (motions.length > 0)
    throw new VarioError(
      'EQUILIBRIUM',
      `equilibrium: expected no motion at t = ${t} s, got a motion that equations prescribe: ${motions.join(', ')}. ` +
        'Stop the drives at this time.',
      { motions, t },
    )
}

function isNoRest(error: unknown): error is VarioError {
  return error instanceof VarioError && error.code === 'EQUILIBRIUM'
}

function createRestProblem(model: RestSearch): RestProblem {
  const { runtime, problem, t } = model
  const evaluate = (x: Float64Array, dx: Float64Array): void => {
    runtime.enter(t, x)
    runtime.evaluateDynamics()
    runtime.readDerivatives(dx)
    // integrals, such as energy lost in contacts, have no rest and need none
    let i = runtime.nEquationState
    for (const { isIntegral, values } of runtime.memories.states) {
      if (isIntegral) dx.fill(0, i, i + values.length)
      i += values.length
    }
  }
  return {
    ...{ n: model.x.length, nominals: runtime.stateNominals(), evaluate },
    nameOf: (i) => problem.stateName(i) ?? `#${i + 1}`,
    project: (x) => {
      problem.project(t, x, false)
    },
    settle: (x) => settleAt(model, x),
    passStep: (x) => {
      runtime.enter(t, x)
      for (const rest of runtime.memories.rests) rest.stop()
      runtime.readStates(x)
      runtime.evaluateDynamics()
      for (const rest of runtime.memories.rests) rest.passStep(t)
    },
    longestStep: (x) => problem.longestStep(t, x, false),
  }
}

/** Settles the model at the states `x`, which may change. */
function settleAt({ runtime, t, x: states, settle }: RestSearch, x: Float64Array): void {
  states.set(x)
  runtime.enter(t, states)
  if (settle())
    throw new VarioError(
      'EQUILIBRIUM',
      'equilibrium: expected a constant structure, got a change of the structure of the model.',
    )
  x.set(states)
}
