/** Studies as plain data, for result files and the directories of studies. */
import { VarioError } from '../base/index.ts'
import { type Json, mergeToJson } from '../model/index.ts'
import type { StudyOptions } from './study-definition.ts'

/** The options of a study as JSON; functions, which JSON cannot hold, are replaced by a word. */
export function describeDefinition(options: StudyOptions): Json {
  const { vary, runs, sampling = 'random', seed = 1, correlations = [], simulate, measure } = options
  const { merge, inputs, ...rest } = simulate
  return {
    vary: toJson(vary),
    ...(runs !== undefined && { runs, sampling, seed }),
    ...(correlations.length > 0 && { correlations: toJson(correlations) }),
    simulate: {
      ...(toJson(rest) as { [key: string]: Json }),
      ...(merge !== undefined && { merge: describeMerge(merge) }),
      ...(inputs !== undefined && { inputs: Object.keys(inputs) }),
    },
    measure: Object.fromEntries(
      Object.entries(measure).map(([name, item]) => [
        name,
        typeof item === 'function' ? 'function' : toJson(item),
      ]),
    ),
  }
}

function toJson(value: unknown): Json {
  // JSON has no infinite limits
  const replace = (_: string, item: unknown): unknown =>
    typeof item === 'number' && !Number.isFinite(item) ? String(item) : item
  return JSON.parse(JSON.stringify(value, replace)) as Json
}

function describeMerge(merge: NonNullable<StudyOptions['simulate']['merge']>): Json {
  try {
    return mergeToJson(merge)
  } catch (error) {
    if (error instanceof VarioError) return 'values that JSON cannot hold'
    throw error
  }
}
