import { VarioError } from '../../base/index.ts'
import type { EvaluatedModel } from '../../model/index.ts'
import type { InitHost } from './init-host.ts'
import { findViolated } from './solve-init.ts'

/**
 * Variables that have an `init` value but are computed from others must come out as that. Where only a factor that is
 * zero makes them computed, as L = 0 does with the current of an inductor, it is a warning.
 */
export function checkInit(runtime: InitHost, values: EvaluatedModel, tolerance: number, time: number): void {
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
      'These variables are computed from the states, and no state without an init value can be chosen such that ' +
      'they are fulfilled; ' +
      'remove their init values, make them consistent, or give states start values, which are guesses, instead ' +
      'of init values; that of a library component goes by { init: null }.',
    { violated: wanted.map(({ name }) => name) },
  )
}
