/** Reports errors to users. */
import { VarioError } from '../../base/index.ts'
import { CliError, Stop } from './cli-error.ts'
import { isFileProblem, printFileProblem } from './describe-file-problem.ts'
import { type CliIo, createPaint, type Paint } from './io.ts'
import { locateError, withoutExcerpt } from './locate-error.ts'
import { lineRange, type Place } from './model-text.ts'
import { exitCodeOf, type Subject } from './subject.ts'

/** Number of lines shown before the line of the error. */
const N_BEFORE = 2

/** Prints an error and its place to stderr. */
export function reportError(error: unknown, subject: Subject, debug: boolean, io: CliIo): number {
  const code = exitCodeOf(error, subject)
  if (error instanceof Stop) return code
  const place = locateError(error, subject.files, subject.root)
  io.stderr.write(printError(error, place, createPaint(io.stderr, io), debug))
  return code
}

/** The message, the place with its line and a caret, a remedy; with `debug`, the stack. */
function printError(error: unknown, place: Place | undefined, paint: Paint, debug: boolean): string {
  const lines = [`${paint.red(paint.bold('error:'))} ${describe(error, place)}`]
  if (place !== undefined) lines.push('', ...printPlace(place, paint))
  const hint = hintOf(error)
  if (hint !== '') lines.push('', hint)
  if (debug && error instanceof Error) lines.push('', paint.dim(error.stack ?? ''))
  else if (isUnexpected(error, place))
    lines.push('', 'This is an error in Vario. Run the command with --debug for details, and report it.')
  return `${lines.join('\n')}\n`
}

/** A remedy, on its own line. */
function hintOf(error: unknown): string {
  if (error instanceof CliError) return error.hint
  const hint = error instanceof VarioError ? error.fields['hint'] : undefined
  return typeof hint === 'string' ? hint : ''
}

function describe(error: unknown, place: Place | undefined): string {
  if (!(error instanceof Error)) return `${String(error)} was thrown.`
  if (error instanceof VarioError) return place === undefined ? error.message : withoutExcerpt(error)
  if (error instanceof CliError) return error.message
  // the expression for an import in transpiled code
  if (isFileProblem(error)) return printFileProblem(error)
  const message = error.message.replace(/\(0 , _\w+\.(\w+)\)/g, '$1')
  return error.name === 'Error' ? message : `${error.name}: ${message}`
}

/** An error outside of the user's files and options: an error in Vario. */
function isUnexpected(error: unknown, place: Place | undefined): boolean {
  const isKnown = error instanceof VarioError || error instanceof CliError || isFileProblem(error)
  return place === undefined && !isKnown
}

function printPlace({ file, line, column, length }: Place, paint: Paint): string[] {
  const first = Math.max(1, line - N_BEFORE)
  const width = String(line).length
  const lines = [paint.cyan(`  ${file.name}:${line}:${column}`)]
  for (let k = first; k <= line; k++) {
    const { start, end } = lineRange(file, k)
    const text = file.text.slice(start, end).replace(/\r$/, '').replaceAll('\t', ' ')
    const mark = k === line ? paint.red('>') : ' '
    lines.push(`${mark} ${paint.dim(`${String(k).padStart(width)} |`)} ${text}`.trimEnd())
  }
  const { start, end } = lineRange(file, line)
  const carets = '^'.repeat(Math.max(1, Math.min(length, end - start - column + 1)))
  lines.push(`  ${' '.repeat(width)} ${paint.dim('|')} ${' '.repeat(column - 1)}${paint.red(carets)}`)
  return lines
}
