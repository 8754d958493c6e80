/** The options of a run as the command line gives them. */
import { describe, InputError } from '../../base/index.ts'
import type { Experiment, SimulateOptions } from '../../simulation/index.ts'
import { flagOf, type Values } from '../command/index.ts'
import { usageError } from '../failures/index.ts'

/** The options of `simulate`: what the command line says, otherwise what the model file does. */
export function readRunOptions(values: Values, experiment: Experiment, file: string): SimulateOptions {
  const { plot: _, title: __, ...defaults } = experiment
  const given: Record<string, unknown> = {
    stopTime: values.number('stop'),
    startTime: values.number('start'),
    tolerance: values.number('tolerance'),
    interval: values.number('interval'),
    maxStep: values.number('maxStep'),
    solver: values.text('solver'),
    analysis: values.text('analysis'),
    record: values.has('record') ? values.list('record').flatMap(splitNames) : undefined,
  }
  for (const key of Object.keys(given)) if (given[key] === undefined) delete given[key]
  const options = { ...defaults, ...given } as SimulateOptions
  if (options.stopTime === undefined) {
    throw usageError(
      'How long? The end of the simulation is not given.',
      `Add --stop 10, or write \`export const experiment = { stopTime: 10 }\` in ${file}.`,
    )
  }
  return options
}

/** Names between commas, but not between those in brackets: `m[2,1],v`. */
export function splitNames(text: string): string[] {
  return text
    .split(/,(?![^[]*\])/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** Flags of the options that `simulate` checks. */
const FLAGS: Readonly<Record<string, string>> = {
  stopTime: 'stop',
  startTime: 'start',
  tolerance: 'tolerance',
  interval: 'interval',
  maxStep: 'maxStep',
  solver: 'solver',
  analysis: 'analysis',
  record: 'record',
}

/** The error about an option of `simulate` in the words of the command line, if it comes from there. */
export function explainOption(error: unknown, values: Values): unknown {
  if (!(error instanceof InputError)) return error
  const setting = findSetting(error.path, values.list('set'))
  if (setting !== undefined) {
    const { expected, found } = error.fields
    return usageError(`--set ${setting}: expected ${String(expected)}, got ${describe(found)}.`)
  }
  const option = error.path.replace(/\[.*$/, '')
  const name = FLAGS[option]
  if (name === undefined || !values.has(name)) return error
  const { expected, found } = error.fields
  return usageError(`${flagOf(name)}: expected ${String(expected)}, got ${describe(found)}.`)
}

/** The path that `--set` has given, if an error is about it: then the model file is not to blame. */
function findSetting(path: string, settings: readonly string[]): string | undefined {
  const paths = settings.map((setting) => setting.slice(0, Math.max(0, setting.indexOf('='))).trim())
  const merged = /^merge\.(.*)$/.exec(path)?.[1]
  const name = merged ?? path
  // what is merged comes from --set, or from the model file where --set says nothing about it
  const isMeant = (set: string): boolean =>
    set === name || (merged !== undefined && (set.startsWith(`${name}.`) || set.startsWith(`${name}[`)))
  return paths.findLast((set) => set !== '' && isMeant(set))
}
