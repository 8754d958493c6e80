/** The study of a file and a command line. */
import { VERSION } from '../../base/index.ts'
import type { SimulateOptions } from '../../simulation/index.ts'
import {
  describeDefinition,
  isStudy,
  SAMPLINGS,
  Study,
  type StudyDefinition,
  type Variation,
} from '../../studies/index.ts'
import { hashText, loadExports, parseReference, readRunOptions, selectModel } from '../models/index.ts'
import {
  CliError,
  EXIT,
  type OptionValues,
  type SourceFile,
  type Subject,
  usageError,
} from '../terminal/index.ts'
import { parseMeasure, parseVariation } from './parse-variation.ts'

/** A study, loaded. */
export interface LoadedStudy {
  readonly definition: StudyDefinition
  /** Name of the model in messages. */
  readonly name: string
  /** Changes when anything changes that determines the runs. */
  readonly hash: string
  /** The file itself, and the files that it imports. */
  readonly files: readonly SourceFile[]
}

/** Where a study comes from: enough to load it again, in a thread or later. */
export interface StudySource {
  readonly file: string
  readonly cwd: string
  /** Options of the command line. */
  readonly values: Readonly<Record<string, unknown>>
}

/** Options that determine the runs. */
const QUESTION = [
  ...['vary', 'measure', 'runs', 'seed', 'sampling', 'stop', 'start', 'tolerance', 'interval', 'solver'],
  ...['maxStep', 'analysis', 'record'],
]

/** The options of a call that a source keeps. */
export function selectQuestion(values: OptionValues): Record<string, unknown> {
  return Object.fromEntries(
    QUESTION.filter((name) => values.has(name)).map((name) => [name, values.raw(name)]),
  )
}

/**
 * Loads the study that a file exports, or makes one of its model; options of the command line count before those of the file.
 * @param subject receives the files, also if loading fails
 */
export async function loadStudy(
  { file, cwd }: StudySource,
  values: OptionValues,
  subject: Subject,
): Promise<LoadedStudy> {
  const reference = parseReference(file, cwd)
  const loaded = await loadExports(reference, subject)
  const found = findStudy(loaded.exports, reference.exportName)
  const varied = values.list('vary').map(parseVariation)
  const measured = values.list('measure').map(parseMeasure)
  const { runs, seed } = { runs: values.number('runs'), seed: values.number('seed') }
  const sampling = values.choice('sampling', SAMPLINGS)
  const given = {
    ...(runs !== undefined && { runs }),
    ...(seed !== undefined && { seed }),
    ...(sampling !== undefined && { sampling }),
  }
  const { files } = loaded
  if (found !== undefined) {
    const { study, name = loaded.stem } = found
    const vary = mergeVariations(study.vary, varied, file)
    const measure = { ...study.measure, ...Object.fromEntries(measured) }
    const simulate = readRunOptions(values, study.simulate, reference.name)
    const definition = Study({ ...study, ...given, vary, measure, simulate })
    return { definition, name, hash: hashStudy(definition, files), files }
  }
  const { model, name, experiment } = selectModel(reference, loaded, subject)
  if (varied.length === 0)
    throw new CliError(
      EXIT.usage,
      `${file}: expected a study, got a model.`,
      'Add --vary R.R=1,2,5kOhm --measure "peak=max(C.v)", or write `export default Study({ … })`.',
    )
  const {
    log: _,
    onProgress: __,
    stream: ___,
    ...simulate
  } = readRunOptions(values, experiment, reference.name)
  const definition = Study({
    ...given,
    model,
    vary: Object.fromEntries(varied),
    measure: Object.fromEntries(measured),
    simulate: simulate as SimulateOptions,
  })
  return { definition, name, hash: hashStudy(definition, files), files }
}

function mergeVariations(
  own: StudyDefinition['vary'],
  varied: readonly (readonly [string, Variation])[],
  file: string,
): StudyDefinition['vary'] {
  if (varied.length === 0) return own
  if (Array.isArray(own))
    throw usageError(`--vary: ${file} has a list of runs, to which nothing can be added.`)
  return { ...(own as Readonly<Record<string, Variation>>), ...Object.fromEntries(varied) }
}

/** The study that is asked for, the default one, or the only one. */
function findStudy(
  exports: Readonly<Record<string, unknown>>,
  wanted: string | undefined,
): { study: StudyDefinition; name?: string } | undefined {
  const names = Object.keys(exports).filter((key) => isStudy(exports[key]))
  const key = wanted ?? (names.includes('default') ? 'default' : names.length === 1 ? names[0] : undefined)
  if (key === undefined || !names.includes(key)) return undefined
  const study = exports[key] as StudyDefinition
  const name = Object.entries(exports).find(([, value]) => value === study.model)?.[0]
  return { study, ...(name !== undefined && { name }) }
}

/** Functions count by the texts of the files. */
function hashStudy(definition: StudyDefinition, files: readonly SourceFile[]): string {
  const texts = files.map(({ name, text }) => [name.replace(/^.*\//, ''), hashText(text)])
  return hashText(JSON.stringify([VERSION, describeDefinition(definition), texts]))
}
