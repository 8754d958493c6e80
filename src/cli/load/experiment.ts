/** Default settings of a model file: `export const experiment = { stopTime: 3 }`. */
import { assertKnownKeys } from '../../base/index.ts'
import { type Experiment, OPTION_NAMES } from '../../simulation/index.ts'

/** The experiment that a module exports; only its keys are checked here. */
export function readExperiment(exports: Readonly<Record<string, unknown>>): Experiment {
  const { experiment } = exports
  if (experiment === undefined) return {}
  assertKnownKeys('experiment', experiment, [...OPTION_NAMES, 'plot', 'title'])
  return experiment as Experiment
}
