import { VarioError } from '../base/index.ts'
import type { EvaluatedModel } from '../model/index.ts'
import type { ModelRuntime } from './runtime.ts'
import { findWanted } from './solve-init.ts'

/** Variables that have an `init` value but are computed from others must come out as that. */
export function checkInit(runtime: ModelRuntime, values: EvaluatedModel, tolerance: number): void {
  const wanted = findWanted(runtime, values, tolerance)
  if (wanted.length === 0) return
  const rows = wanted.map(
    ({ name, init }) => `    ${name}: init ${init}, after initialisation ${runtime.readName(name)}`,
  )
  throw new VarioError(
    'INIT',
    `The init values of ${wanted.length} variable(s) contradict the equations:\n${rows.join('\n')}\n` +
      'These variables are computed from the states, and no state without an init value can be chosen such that they are fulfilled; ' +
      'remove their init values, make them consistent, or give states start values, which are guesses, instead of init values; that of a library component goes by { init: null }.',
    { violated: wanted.map(({ name }) => name) },
  )
}
