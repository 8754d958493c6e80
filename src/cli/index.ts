/** The command line: `vario simulate | view | plot | …`. */
export { runCli } from './run-cli.ts'
export type { CliIo } from './terminal/index.ts'
