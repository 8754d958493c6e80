import { VarioError } from '../../base/index.ts'
import type { EvaluatedModel } from '../../model/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'
import { findViolated } from './solve-init.ts'

/**
 * Checks that variables with an `init` value that are computed from others have this value. If they are computed only
 * because a factor is zero, as with L = 0 the current of an inductor, a difference is a warning.
 */
export function checkInit(
  runtime: ModelRuntime,
  values: EvaluatedModel,
  tolerance: number,
  time: number,
): void {
  const { lostStates } = runtime.translation
  const wanted: ReturnType<typeof findViolated> = []
  for (const violated of findViolated(runtime, values, tolerance)) {
    const { name, init } = violated
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
