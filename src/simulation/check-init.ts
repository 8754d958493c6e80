import { VarioError } from '../base/index.ts'
import type { EvaluatedModel } from '../model/index.ts'
import type { ModelRuntime } from './runtime.ts'

/** Variables that have an `init` value but are computed from others must come out as that. */
export function checkInit(runtime: ModelRuntime, values: EvaluatedModel, tolerance: number): void {
  const isState = new Set(runtime.translation.states.map((state) => state.name))
  const rows: string[] = []
  const violated: string[] = []
  for (const [name, { init }] of values.attributes) {
    if (typeof init !== 'number' || isState.has(name)) continue
    const after = runtime.readName(name)
    if (typeof after !== 'number') continue
    const limit = Math.max(Math.abs(init), Math.abs(after), 0.01 * tolerance) * tolerance
    if (Math.abs(init - after) < limit) continue
    violated.push(name)
    rows.push(`    ${name}: init ${init}, after initialisation ${after}`)
  }
  if (violated.length === 0) return
  throw new VarioError(
    'INIT',
    `The init values of ${violated.length} variable(s) contradict the equations:\n${rows.join('\n')}\n` +
      'These variables are computed from the states; remove their init values or make them consistent.',
    { violated },
  )
}
