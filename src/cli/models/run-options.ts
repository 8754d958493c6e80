/** The options of a run: definitions, and their values. */
import { describe, InputError } from '../../base/index.ts'
import type { Experiment, SimulateOptions } from '../../simulation/index.ts'
import { flagOf, type OptionGroup, type OptionValues, usageError } from '../terminal/index.ts'

/** Options of all commands that simulate. */
export const RUN_OPTIONS: OptionGroup = {
  title: 'Run',
  options: [
    { flags: '--stop <time>', info: 'end of the simulation [s]' },
    { flags: '--start <time>', info: 'start of the simulation [s] (default: 0)' },
    { flags: '--tolerance <number>', info: 'relative tolerance (default: 1e-6)' },
    { flags: '--interval <time>', info: 'distance of the output points [s] (default: a 500th of the run)' },
    { flags: '--solver <name>', info: 'auto, tsit5, dop853, bdf or radau5 (default: auto)' },
    { flags: '--max-step <time>', info: 'maximum step of the solver [s]' },
    { flags: '--analysis <kind>', info: 'dynamic, kinematic or inverse (default: dynamic)' },
    {
      flags: '--record <names>',
      info: 'signals to keep, separated by commas: C.v,arm.* (default: all)',
      isList: true,
    },
    {
      flags: '--set <path=value>',
      info: 'new parameter or start value, with its unit: R.R=0.5kOhm',
      isList: true,
    },
  ],
}

/** The options of `simulate`: those of the command line override those of the model file. */
export function readRunOptions(values: OptionValues, experiment: Experiment, file: string): SimulateOptions {
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
      'Expected a stop time, got none.',
      `Add --stop 10, or write \`export const experiment = { stopTime: 10 }\` in ${file}.`,
    )
  }
  return options
}

/** Splits names at commas outside of brackets: `m[2,1],v`. */
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

/** Rewrites an error about an option of `simulate` for its flag on the command line, if it comes from there. */
export function explainOption(error: unknown, values: OptionValues): unknown {
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

/** The path given by `--set`, if an error concerns it: then the model file is not the cause. */
function findSetting(path: string, settings: readonly string[]): string | undefined {
  const paths = settings.map((setting) => setting.slice(0, Math.max(0, setting.indexOf('='))).trim())
  const merged = /^merge\.(.*)$/.exec(path)?.[1]
  const name = merged ?? path
  // merged values come from --set, or from the model file for paths without --set
  const isMeant = (set: string): boolean =>
    set === name || (merged !== undefined && (set.startsWith(`${name}.`) || set.startsWith(`${name}[`)))
  return paths.findLast((set) => set !== '' && isMeant(set))
}
