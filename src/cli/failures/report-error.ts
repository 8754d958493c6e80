import { type CliIo, createPaint } from '../terminal/index.ts'
import { Stop } from './cli-error.ts'
import { locateError } from './locate-error.ts'
import { printError } from './print-error.ts'
import { exitCodeOf, type Subject } from './subject.ts'

/** Prints an error and its place to stderr. */
export function reportError(error: unknown, subject: Subject, debug: boolean, io: CliIo): number {
  const code = exitCodeOf(error, subject)
  if (error instanceof Stop) return code
  const place = locateError(error, subject.files, subject.root)
  io.stderr.write(printError(error, place, createPaint(io.stderr, io), debug))
  return code
}
