import { assertOneOf } from '../base/index.ts'
import { LOG_SECTIONS, type LogSection, printTranslation } from '../compiler/index.ts'
import type { ModelNode } from '../model/index.ts'
import { instantiate } from './simulate.ts'

/** Options of `translate`. */
export interface TranslateOptions {
  /** Name of the model in the text. */
  readonly name?: string
  /** Parts to be shown, as a list or separated by commas (default: all). */
  readonly log?: readonly LogSection[] | string
}

/**
 * Translates a model and tells what has become of it: variables, equations, eliminated variables, states, blocks, code.
 */
export function translate(model: ModelNode, options: TranslateOptions = {}): string {
  const { log = LOG_SECTIONS, ...names } = options
  const sections = typeof log === 'string' ? log.split(',').map((part) => part.trim()) : log
  for (const section of sections) assertOneOf('translate: log', section, LOG_SECTIONS)
  return printTranslation(instantiate(model, names).translation, sections as LogSection[])
}
