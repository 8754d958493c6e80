/** Finds the place in the user's files that caused an error. */
import { fileURLToPath } from 'node:url'
import { type Excerpt, printExcerpt, VarioError } from '../../base/index.ts'
import { SyntaxProblem } from './cli-error.ts'
import { locateArgument, locatePath, locateText } from './locate-path.ts'
import { lineRange, type Place, placeAt, quotePattern, type SourceFile } from './model-text.ts'

/**
 * The place, as precise as possible, or undefined.
 * @param root name of the exported model
 */
export function locateError(
  error: unknown,
  files: readonly SourceFile[],
  root: string | undefined,
): Place | undefined {
  if (!(error instanceof Error) || files.length === 0) return undefined
  if (error instanceof SyntaxProblem) return locateSyntax(error, files)
  if (error instanceof VarioError && error.code === 'JSON') return locateJson(error, files[0])
  const thrown = locateThrow(error, files)
  if (!(error instanceof VarioError)) return thrown
  return locateExcerpt(error, files, thrown) ?? locateFields(error, files, root, thrown) ?? thrown
}

function locateSyntax(
  { file, line, column }: SyntaxProblem,
  files: readonly SourceFile[],
): Place | undefined {
  const found = files.find(({ path }) => path === file)
  return found && placeAt(found, lineRange(found, line).start + column - 1)
}

function locateJson({ fields }: VarioError, file: SourceFile): Place | undefined {
  return typeof fields.position === 'number' ? placeAt(file, fields.position) : undefined
}

/** The innermost line of the user's files on the stack. */
function locateThrow(error: Error, files: readonly SourceFile[]): Place | undefined {
  for (const line of (error.stack ?? '').split('\n')) {
    const match = /(?:\(|at (?:async )?)((?:file:\/\/|[/\\]|[A-Za-z]:)[^()]*):(\d+):(\d+)\)?$/.exec(
      line.trim(),
    )
    if (match === null) continue
    const path = match[1].startsWith('file:') ? fileURLToPath(match[1]) : match[1]
    const file = files.find((candidate) => candidate.path === path)
    if (file === undefined) continue
    return placeInLine(file, Number(match[2]), wordsOf(error))
  }
  return undefined
}

/** Words that the line of an error may contain; errors of JavaScript have them in their message only. */
function wordsOf(error: Error): string[] {
  const texts =
    error instanceof VarioError
      ? [error.fields.import, ...namesOf(error.fields), error.fields.found]
      : [error.message]
  return texts.flatMap((text) => (typeof text === 'string' ? (text.match(/[A-Za-z_$][\w$]*/g) ?? []) : []))
}

/** Lines are those of the file, columns are not: points at the first of the words, otherwise at the whole line. */
function placeInLine(file: SourceFile, line: number, words: readonly string[]): Place {
  const { start, end } = lineRange(file, line)
  const text = file.text.slice(start, end)
  for (const name of words) {
    if (name.length < 3) continue
    const at = text.search(new RegExp(`(?<![\\w$])${quotePattern(name)}(?![\\w$])`))
    if (at >= 0) return placeAt(file, start + at, name.length)
  }
  const blank = text.length - text.trimStart().length
  return placeAt(file, start + blank, Math.max(1, text.trim().length))
}

/** Equations and units with an error. */
function locateExcerpt(
  { fields }: VarioError,
  files: readonly SourceFile[],
  thrown: Place | undefined,
): Place | undefined {
  if (fields.excerpt === undefined) return undefined
  const { text, start, length } = fields.excerpt as Excerpt
  const ordered = thrown ? [thrown.file, ...files] : files
  for (const file of ordered) {
    const place = locateText(file, text, start, length)
    if (place !== undefined) return place
  }
  return undefined
}

/** Names of equations without a name of their own. */
const UNNAMED: readonly unknown[] = ['equations', 'expr']

/** The message without the line of the equation, which is shown at its place in the file. */
export function withoutExcerpt({ message, fields }: VarioError): string {
  const { excerpt, source, line } = fields
  if (excerpt === undefined) return message
  const shorter = message.replace(`\n${printExcerpt(excerpt as Excerpt)}`, () => '')
  return UNNAMED.includes(source) ? shorter.replace(`${String(source)}, line ${String(line)}: `, '') : shorter
}

function locateFields(
  { fields }: VarioError,
  files: readonly SourceFile[],
  root: string | undefined,
  thrown: Place | undefined,
): Place | undefined {
  if (typeof fields.import === 'string') return thrown ?? locateWord(files, fields.import)
  const connected = locateConnection(files, fields.connection)
  if (connected !== undefined) return connected
  const { equation } = fields
  const named = typeof equation === 'string' ? locateEquation(files, equation) : undefined
  if (named !== undefined) return named
  for (const name of namesOf(fields)) {
    const keys = name.replace(/^(?:model|merge)\./, '').split('.')
    // an unknown key is written at the end of the path
    const found = typeof fields.found === 'string' && /^\w+$/.test(fields.found) ? [fields.found] : []
    if (thrown !== undefined) {
      const from = lineRange(thrown.file, thrown.line).start
      const [kind, ...rest] = keys
      const place = locateArgument(thrown.file, kind, [...rest, ...found], from)
      if (place !== undefined) return place
    }
    for (const file of files) {
      const place = locatePath(file, [...keys, ...found], file === files[0] ? root : undefined)
      if (place !== undefined) return place
    }
  }
  return undefined
}

/** A path in a list of connections, `['R.n', 'C.p']`. */
function locateConnection(files: readonly SourceFile[], path: unknown): Place | undefined {
  if (typeof path !== 'string') return undefined
  for (const file of files) {
    for (const quote of ["'", '"', '`']) {
      const place = locateText(file, quote + path + quote, 1, path.length)
      if (place !== undefined) return place
    }
  }
  return undefined
}

function locateEquation(files: readonly SourceFile[], equation: string): Place | undefined {
  for (const file of files) {
    const place = locateText(file, equation) ?? locateText(file, withoutComponents(equation))
    if (place !== undefined) return place
  }
  return undefined
}

/** First occurrence of a specifier or a name, outside of comments but inside of strings. */
function locateWord(files: readonly SourceFile[], word: string): Place | undefined {
  const stem = word.replace(/^\.\//, '')
  for (const file of files) {
    const at = file.text.search(
      new RegExp(`(?<=from\\s*['"][./]*|import\\s*\\(?['"][./]*)${quotePattern(stem)}`),
    )
    if (at >= 0) return placeAt(file, at, stem.length)
  }
  return undefined
}

/** Names in the fields of an error, the most specific first. */
function namesOf(fields: VarioError['fields']): string[] {
  const { path, name, state, undetermined, cycle } = fields
  return [path, name, ...firstOf(undetermined), ...firstOf(cycle), state].filter(
    (item): item is string => typeof item === 'string' && item !== '',
  )
}

function firstOf(list: unknown): unknown[] {
  return Array.isArray(list) ? list.slice(0, 1) : []
}

/** `R*i = v` for `motor.R*motor.i = motor.v`: the text in the component. */
function withoutComponents(equation: string): string {
  const prefix = /([A-Za-z_]\w*(?:\[\d+\])?\.)+/.exec(equation)?.[0]
  return prefix === undefined ? equation : equation.replaceAll(prefix, '')
}
