/**
 * The search for a state of rest of a running model. Friction at rest holds whatever it takes first; if that is more than
 * it can, everything begins anew, and slips where friction has come to its limits.
 */
import { VarioError } from '../../base/index.ts'
import type { EquilibriumHost } from './equilibrium-host.ts'
import { computeRestGrowth, findRest, type Rest, type RestProblem } from './find-rest.ts'

/** Goes to a state of rest, or throws an error that says why there is none. Returns how fast deviations from it grow [1/s]. */
export function searchRest(host: EquilibriumHost): number {
  const { runtime, t, x } = host
  const { rests } = runtime.memories
  for (const rest of rests) rest.stop()
  runtime.readStates(x)
  assertUndriven(host)
  const start = x.slice()
  const search = (how: 'fast' | 'slips'): Rest => {
    for (const rest of rests) rest.hold(how)
    const found = findRest(createRestProblem(host), start.slice())
    settleAt(host, found.x)
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
    // friction at its limits holds what would go back
    for (const rest of rests) rest.stick()
    const growthRate = computeRestGrowth(createRestProblem(host), found.x)
    for (const message of overloads)
      runtime.warnings.add({
        ...{ code: 'SLIPS', key: message, time: t },
        message: `${message} The state of rest is one that is reached by slipping.`,
      })
    return growthRate
  } catch (error) {
    if (!isNoRest(error)) throw error
    if (overloads.length === 0) throw failure
    const message = `equilibrium: there is no state of rest, or it was not found from the start values. ${overloads.join(' ')}`
    throw new VarioError('EQUILIBRIUM', message, { ...error.fields, overloads })
  }
}

/** What equations move at this time can have no rest. */
function assertUndriven({ runtime, problem, t, x }: EquilibriumHost): void {
  const motions = runtime.memories.rests.flatMap((rest) => rest.listDrivenMotions(problem.statesAt(t, x)))
  if (motions.length > 0)
    throw new VarioError(
      'EQUILIBRIUM',
      `equilibrium: there is no state of rest, because equations prescribe a motion: ${motions.join(', ')} at t = ${t} s. ` +
        'Let the drives stand still at this time.',
      { motions, t },
    )
}

function isNoRest(error: unknown): error is VarioError {
  return error instanceof VarioError && error.code === 'EQUILIBRIUM'
}

function createRestProblem(host: EquilibriumHost): RestProblem {
  const { runtime, problem, t } = host
  const evaluate = (x: Float64Array, dx: Float64Array): void => {
    runtime.enter(t, x)
    runtime.evaluateDynamics()
    runtime.readDerivatives(dx)
    // what only counts, such as energy that contacts have taken, has no rest and needs none
    let i = runtime.nEquationState
    for (const { isIntegral, values } of runtime.memories.states) {
      if (isIntegral) dx.fill(0, i, i + values.length)
      i += values.length
    }
  }
  return {
    ...{ n: host.x.length, nominals: runtime.stateNominals(), evaluate },
    nameOf: (i) => problem.stateName(i) ?? `#${i + 1}`,
    project: (x) => {
      problem.project(t, x, false)
    },
    settle: (x) => settleAt(host, x),
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

/** What happens at the states `x`, which may change them. */
function settleAt({ runtime, t, x: states, settle }: EquilibriumHost, x: Float64Array): void {
  states.set(x)
  runtime.enter(t, states)
  if (settle())
    throw new VarioError(
      'EQUILIBRIUM',
      'equilibrium: the structure of the model changes, which is no state of rest.',
    )
  x.set(states)
}
