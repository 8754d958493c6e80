/** Output of the command line: streams, colors, tables, numbers, progress. */
export { formatColumns, formatDuration, formatNumber, formatSize, plural } from './format.ts'
export { type CliIo, createPaint, createProcessIo, type Paint } from './io.ts'
export { Progress } from './progress.ts'
