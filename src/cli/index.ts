/** The command line: one file for each command, `vario simulate | view | plot | …`. */
export { runCli } from './run-cli.ts'
export type { CliIo } from './terminal/index.ts'
