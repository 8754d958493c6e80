import { VarioError } from '../../base/index.ts'

/** Exit codes of `vario`, as the guide documents them. */
export const EXIT = { ok: 0, failed: 1, usage: 2, model: 3, interrupted: 130 } as const
/** One of them. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** A problem that is said in one message, and ends the command. */
export class CliError extends Error {
  /** @param hint what to do, on a line of its own */
  constructor(
    readonly exitCode: ExitCode,
    message: string,
    readonly hint = '',
  ) {
    super(message)
    this.name = 'CliError'
  }
}

/** Ends a command that has said everything itself. */
export class Stop extends Error {
  constructor(readonly exitCode: ExitCode) {
    super('')
    this.name = 'Stop'
  }
}

/** The command line itself is wrong. */
export function usageError(message: string, hint = ''): CliError {
  return new CliError(EXIT.usage, message, hint)
}

/** A mistake in the syntax of a file: line and column from 1. */
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
