import { VarioError } from '../../base/index.ts'
import { type EvaluatedModel, isModelInput } from '../../model/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'
import type { StateConstraints } from '../solver-interface/index.ts'

/** A scalar variable that is computed from the states, with its desired value. */
interface Wanted {
  readonly name: string
  readonly init: number
}

/** Variables that are not states and do not have their init values. */
export function findViolated(runtime: ModelRuntime, values: EvaluatedModel, tolerance: number): Wanted[] {
  const { states, model } = runtime.translation
  const isState = new Set(states.map((state) => state.name))
  const wanted: Wanted[] = []
  for (const [name, { init }] of values.attributes) {
    const variable = model.variables.get(name)
    // The init value of an input is a default.
    if (typeof init !== 'number' || isState.has(name) || (variable && isModelInput(variable))) continue
    const now = runtime.readName(name)
    if (typeof now !== 'number') continue
    const limit = Math.max(Math.abs(init), Math.abs(now), 0.01 * tolerance) * tolerance
    if (!(Math.abs(init - now) < limit)) wanted.push({ name, init })
  }
  return wanted
}

/** Corrects start values that are guesses until they fulfill nonlinear constraints; `init` values stay unchanged. */
export function fulfilConstraints(
  runtime: Pick<ModelRuntime, 'translation' | 'lengthOf' | 'slot'>,
  constraints: StateConstraints,
  values: EvaluatedModel,
  t: number,
  x: Float64Array,
): void {
  const isFixed = new Uint8Array(x.length).fill(1)
  let k = 0
  for (const { name } of runtime.translation.states) {
    const n = runtime.lengthOf(runtime.slot(name))
    isFixed.fill(values.attributes.get(name)?.init === undefined ? 0 : 1, k, k + n)
    k += n
  }
  const before = x.slice()
  constraints.updateScale(t, x)
  if (!constraints.project(t, x, isFixed)) throw constraints.inconsistent(t, before, isFixed)
}

/**
 * Checks that variables with an `init` value that are computed from others have this value, without those that `met`
 * contains. If they are computed only
 * because a factor is zero, as with L = 0 the current of an inductor, a difference is a warning.
 */
export function checkInit(
  runtime: ModelRuntime,
  values: EvaluatedModel,
  tolerance: number,
  time: number,
  met: ReadonlySet<string>,
): void {
  const { lostStates } = runtime.translation
  const wanted: ReturnType<typeof findViolated> = []
  for (const violated of findViolated(runtime, values, tolerance)) {
    const { name, init } = violated
    if (met.has(name)) continue
    const factors = lostStates.get(name)
    if (factors === undefined) {
      wanted.push(violated)
      continue
    }
    const message =
      `init ${init} of ${name} has no effect: with the value zero of ${factors} it is not a state ` +
      `but computed, ${runtime.readName(name)}.`
    runtime.warnings.add({ code: 'INIT', key: name, time, message })
  }
  if (wanted.length === 0) return
  const rows = wanted.map(
    ({ name, init }) => `    ${name}: init ${init}, after initialization ${runtime.readName(name)}`,
  )
  throw new VarioError(
    'INIT',
    `The init values of ${wanted.length} variable(s) contradict the equations:\n${rows.join('\n')}\n` +
      'These variables are computed from the states, and no state without an init value can be chosen to fulfill ' +
      'them. Remove their init values, make them consistent, or give states start values, which are guesses, ' +
      'instead of init values; { init: null } removes that of a library component.',
    { violated: wanted.map(({ name }) => name) },
  )
}
