import type { EvaluatedModel } from '../../model/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'
import type { StateConstraints } from './state-constraints.ts'

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
