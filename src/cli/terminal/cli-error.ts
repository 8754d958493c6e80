import { VarioError } from '../../base/index.ts'

/** Exit codes of `vario`, as the guide documents them. */
export const EXIT = { ok: 0, failed: 1, usage: 2, model: 3, interrupted: 130 } as const
/** One of the exit codes. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** A problem that ends the command with one message. */
export class CliError extends Error {
  /** @param hint a remedy, on its own line */
  constructor(
    readonly exitCode: ExitCode,
    message: string,
    readonly hint = '',
  ) {
    super(message)
    this.name = 'CliError'
  }
}

/** Ends a command that has printed its own messages. */
export class Stop extends Error {
  constructor(readonly exitCode: ExitCode) {
    super('')
    this.name = 'Stop'
  }
}

/** The command line is invalid. */
export function usageError(message: string, hint = ''): CliError {
  return new CliError(EXIT.usage, message, hint)
}

/** A syntax error in a file: line and column from 1. */
export class SyntaxProblem extends VarioError {
  constructor(
    problem: string,
    readonly file: string,
    readonly line: number,
    readonly column: number,
  ) {
    super('SYNTAX', `${problem.replace(/\.$/, '')}.`)
  }
}
