/** Loads a model from a file. */
import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { createJiti } from 'jiti'
import { assertKnownKeys, suggestName, VarioError } from '../../base/index.ts'
import { isModel, type ModelNode, modelFromJson } from '../../model/index.ts'
import { type Experiment, OPTION_NAMES } from '../../simulation/index.ts'
import { CliError, EXIT, type SourceFile, type Subject, SyntaxProblem } from '../terminal/index.ts'
import { loadPackageModules } from './package-modules.ts'
import { isModelFile, type Reference } from './reference.ts'
import { collectImports } from './source-files.ts'

/** A model with the settings of its file. */
export interface LoadedModel {
  readonly model: ModelNode
  /** Name in results: that of the export, or of the file. */
  readonly name: string
  /** Name of the export; undefined in a JSON file. */
  readonly exportName: string | undefined
  readonly experiment: Experiment
  /** The file itself first. */
  readonly files: readonly SourceFile[]
}

/** SHA-256 of a text, to detect changes of a file. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The exports of a file; those of a JSON file are its model, as `default`. */
export interface LoadedExports {
  readonly exports: Readonly<Record<string, unknown>>
  /** Name of the file without extensions. */
  readonly stem: string
  readonly isJson: boolean
  readonly files: readonly SourceFile[]
}

/**
 * Loads a file with models, in TypeScript, JavaScript or JSON.
 * @param subject receives the files, also if loading fails
 */
export async function loadExports({ name, path }: Reference, subject: Subject): Promise<LoadedExports> {
  const stem = basename(path).replace(/\..*$/, '')
  const isJson = extname(path).toLowerCase() === '.json'
  if (!isJson && !isModelFile(path)) {
    throw new CliError(EXIT.usage, `${name}: expected a model file (.ts, .js or .json).`)
  }
  const { files, packageModules, watched } = collectImports(path, name)
  subject.files = files
  subject.watched = watched
  subject.stage = 'model'
  const exports = isJson
    ? { default: readJsonModel(files[0]) }
    : await importFile(path, packageModules, files)
  return { exports, stem, isJson, files }
}

/**
 * Loads a model from TypeScript, JavaScript or JSON.
 * @param subject receives the files, also if loading fails
 */
export async function loadModel(reference: Reference, subject: Subject): Promise<LoadedModel> {
  return selectModel(reference, await loadExports(reference, subject), subject)
}

/** The model among the exports of a file. */
export function selectModel(
  { name, exportName }: Reference,
  { exports, stem, isJson, files }: LoadedExports,
  subject: Subject,
): LoadedModel {
  if (isJson) {
    const model = exports['default'] as ModelNode
    return { model, name: stem, exportName: undefined, experiment: {}, files }
  }
  const chosen = chooseModel(name, exports, exportName)
  subject.root = chosen.exportName
  const experiment = readExperiment(exports)
  const modelName =
    chosen.exportName === 'default' ? findName(exports, chosen.model, stem) : chosen.exportName
  return { ...chosen, name: modelName, experiment, files }
}

function readJsonModel({ name, text }: SourceFile): ModelNode {
  if (!text.includes('"_class"'))
    throw new CliError(EXIT.model, `${name}: expected a model or a result of Vario.`)
  return modelFromJson(text) as unknown as ModelNode
}

/** A default export that also has a named export gets that name. */
function findName(exports: Readonly<Record<string, unknown>>, model: ModelNode, stem: string): string {
  const other = Object.entries(exports).find(([key, value]) => key !== 'default' && value === model)
  return other?.[0] ?? stem
}

async function importFile(
  path: string,
  packageModules: Iterable<string>,
  files: readonly SourceFile[],
): Promise<Readonly<Record<string, unknown>>> {
  const virtualModules = await loadPackageModules(packageModules)
  const jiti = createJiti(path, { virtualModules, interopDefault: false, fsCache: cacheFolder() })
  // cached modules may be outdated
  for (const file of files) delete jiti.cache[file.path]
  try {
    return await jiti.import<Readonly<Record<string, unknown>>>(path)
  } catch (error) {
    throw explainLoading(error, files)
  }
}

/** Transpiled files are kept in a folder of the user, which others cannot write. */
function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'vario')
}

/** Translates syntax errors and missing modules into messages; other errors stay. */
function explainLoading(error: unknown, files: readonly SourceFile[]): unknown {
  if (!(error instanceof Error)) return error
  const syntax = /^ParseError: (.*?)\s*\n (.*):(\d+):(\d+)$/s.exec(error.message)
  if (syntax !== null) {
    const [, problem, path, line, column] = syntax
    return new SyntaxProblem(problem.trim(), path, Number(line), Number(column) + 1)
  }
  const missing = /Cannot find (?:module|package) '([^']+)'/.exec(error.message)?.[1]
  if (missing === undefined) return error
  const importer = files.find(({ text }) => text.includes(missing.replace(/^.*\//, '').replace(/\.\w+$/, '')))
  const shown = missing.startsWith('/') ? `./${basename(missing)}` : missing
  const message =
    `${importer?.name ?? 'model'}: expected an import that exists, got '${shown}'. ` +
    'Check its path, or install the package.'
  return new VarioError('IMPORT', message, { import: shown })
}

/** The requested export, the default one, or the only model. */
function chooseModel(
  file: string,
  exports: Readonly<Record<string, unknown>>,
  wanted: string | undefined,
): { model: ModelNode; exportName: string } {
  const names = Object.keys(exports).filter((key) => isModel(exports[key]))
  const listed = names.filter((key) => key !== 'default')
  const list = listed.map((key) => `${file}#${key}`).join(', ')
  if (wanted !== undefined) {
    if (names.includes(wanted)) return { model: exports[wanted] as ModelNode, exportName: wanted }
    const problem = Object.hasOwn(exports, wanted)
      ? `expected a model, got the export '${wanted}'`
      : `unknown export '${wanted}'`
    throw new CliError(
      EXIT.model,
      `${file}: ${problem}${suggestName(wanted, names)}.`,
      list === '' ? '' : `Models in this file: ${list}.`,
    )
  }
  const distinct = new Set(names.map((key) => exports[key]))
  const key = names.includes('default') ? 'default' : distinct.size === 1 ? names[0] : undefined
  if (key !== undefined) return { model: exports[key] as ModelNode, exportName: key }
  if (names.length > 0)
    throw new CliError(
      EXIT.model,
      `${file}: expected one exported model, got several.`,
      `Choose one: ${list}.`,
    )
  const others = Object.keys(exports)
  throw new CliError(
    EXIT.model,
    `${file}: expected an exported model, got ${others.length > 0 ? `only ${others.join(', ')}` : 'none'}.`,
    'Write `export default Model({ … })`, or `export` before the `const` of a model.',
  )
}

/** The experiment that a module exports; only its keys are checked here. */
function readExperiment(exports: Readonly<Record<string, unknown>>): Experiment {
  const { experiment } = exports
  if (experiment === undefined) return {}
  assertKnownKeys('experiment', experiment, [...OPTION_NAMES, 'plot', 'title'])
  return experiment as Experiment
}
