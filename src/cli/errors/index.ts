/** Errors with remedies: exit codes, places in the user's files, messages. */
export { CliError, EXIT, Stop, SyntaxProblem, usageError } from './cli-error.ts'
export { describeFileProblem, isFileProblem } from './file-problem.ts'
export type { SourceFile } from './model-text.ts'
export { reportError } from './report-error.ts'
export { createSubject, type Subject, type WatchedFile } from './subject.ts'
