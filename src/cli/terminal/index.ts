/** Output of the command line: streams, colors, tables, numbers. */

export { formatColumns, formatDuration, formatNumber, formatSize, plural } from './format.ts'
export { type CliIo, createProcessIo } from './io.ts'
export { createPaint, type Paint } from './paint.ts'
