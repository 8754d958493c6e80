import { reportTranslation, type TranslationReport } from '../compiler/index.ts'
import type { ModelNode } from '../model/index.ts'
import { instantiate } from './simulate.ts'

/** Options of `translate`. */
export interface TranslateOptions {
  /** Name of the model in the report. */
  readonly name?: string
}

/**
 * Translates a model and returns a report of the translation as plain data: variables, equations, eliminated variables,
 * states, events, the order of evaluation, code, statistics. `printTranslation` prints it.
 */
export function translate(model: ModelNode, options: TranslateOptions = {}): TranslationReport {
  return reportTranslation(instantiate(model, options).translation)
}
