import { VarioError } from '../base/index.ts'
import { HOMOTOPY_INPUT, type Translation, withHomotopyInput } from '../compiler/index.ts'
import { type EvaluatedModel, evaluateModel, type FlatModel } from '../model/index.ts'
import { translateFor } from './retranslate.ts'
import type { ResolvedOptions } from './runtime/index.ts'
import { StepLoop } from './step-loop.ts'

/** First part of the way from the simplified to the actual expressions, and the shortest and the longest one. */
const FIRST_STEP = 0.2
const SHORTEST_STEP = 1e-3
const LONGEST_STEP = 0.5

/**
 * Start values for a model whose start has no solution from the given ones, but contains `homotopy(actual, simplified)`: the
 * solution for the simplified expressions is followed to the actual ones in steps, each of which starts from the last.
 *
 * @returns null if the given start values suffice, or if no way is found: the run itself has the message
 */
export function findHomotopyStart(
  flat: FlatModel,
  translation: Translation,
  options: ResolvedOptions,
  isInterpreted: boolean,
): EvaluatedModel | null {
  const { log, stream, onProgress, ...plain } = options
  const start = { ...plain, stopTime: options.startTime }
  const values = evaluateModel(flat, options.merge ?? {})
  const solve = (of: FlatModel, by: Translation, guess: EvaluatedModel): EvaluatedModel | null => {
    try {
      return withStarts(guess, new StepLoop(of, by, start, isInterpreted, undefined, guess).findStart())
    } catch (error) {
      if (error instanceof VarioError) return null
      throw error
    }
  }
  if (solve(flat, translation, values)) return null
  const between = withHomotopyInput(flat)
  const way = translateFor(between, values)
  const at = (guess: EvaluatedModel, part: number): EvaluatedModel | null =>
    solve(between, way, {
      ...guess,
      attributes: new Map([...guess.attributes, [HOMOTOPY_INPUT, { init: part }]]),
    })
  let found = at(values, 0)
  let step = FIRST_STEP
  for (let part = 0; found && part < 1; ) {
    const next = Math.min(1, part + step)
    const solution = at(found, next)
    if (solution) {
      found = solution
      part = next
      step = Math.min(LONGEST_STEP, 1.5 * step)
    } else if ((step *= 0.5) < SHORTEST_STEP) return null
  }
  return found && solve(flat, translation, found)
}

/** The values with the solution as start values; `init` values stay. */
function withStarts(
  values: EvaluatedModel,
  solution: ReadonlyMap<string, number | Float64Array>,
): EvaluatedModel {
  const attributes = new Map(values.attributes)
  const parameters = new Map(values.parameters)
  for (const [name, value] of solution) {
    if (parameters.has(name)) parameters.set(name, value)
    else if (name !== HOMOTOPY_INPUT) attributes.set(name, { ...attributes.get(name), start: value })
  }
  return { parameters, attributes }
}
