import { InputError } from '../../base/index.ts'
import { CliError, EXIT, type ExitCode, Stop } from './cli-error.ts'
import { isFileProblem } from './describe-file-problem.ts'
import type { SourceFile } from './model-text.ts'

/** A file, and a fingerprint that detects changes since it was read. */
export interface WatchedFile {
  readonly path: string
  /** Empty: the file did not exist. */
  readonly stamp: string
}

/** Subject of a command, for error messages. */
export interface Subject {
  /** Files of the user that the model consists of; the main one first. */
  files: readonly SourceFile[]
  /** The same and missing files that it tried to load, in the state before they were read. */
  watched: readonly WatchedFile[]
  /** Name of the exported model. */
  root: string | undefined
  /** Phase: before the model, loading and translating it, or running. */
  stage: 'call' | 'model' | 'run'
}

export function createSubject(): Subject {
  return { files: [], watched: [], root: undefined, stage: 'call' }
}

/** The exit code for an error that has ended a command. */
export function exitCodeOf(error: unknown, { stage }: Subject): ExitCode {
  if (error instanceof CliError || error instanceof Stop) return error.exitCode
  if (isFileProblem(error)) return EXIT.failed
  return stage === 'model' || (stage === 'run' && error instanceof InputError) ? EXIT.model : EXIT.failed
}
