/** `vario compare`. */
import { SignalTable } from '../../results/index.ts'
import type { Call } from '../command/index.ts'
import { CliError, EXIT, usageError } from '../failures/index.ts'
import { checkWritable, readTable } from '../files/index.ts'
import { parseReference } from '../load/index.ts'
import {
  type Comparison,
  checkPictureName,
  compareTables,
  type Deviation,
  drawDiagrams,
  filterNames,
  isModelReference,
  printDiagrams,
} from '../tables/index.ts'
import { createPaint, formatColumns, formatNumber, plural } from '../terminal/index.ts'

/** Signals that are listed unless all are asked for. */
const MAX_ROWS = 10

export async function compareResults(call: Call): Promise<number> {
  const { args, values, io } = call
  const tolerance = values.number('tolerance')
  const picture = values.text('plotFile')
  if (picture !== undefined) {
    checkPictureName(picture)
    checkWritable(picture, io.cwd)
  }
  const [a, b] = [await open(args[0], io.cwd), await open(args[1], io.cwd)]
  assertOverlap(a, b)
  const patterns = values.list('signals')
  const isWanted = (name: string): boolean =>
    patterns.length === 0 || patterns.some((pattern) => filterNames([name], pattern).length > 0)
  const comparison = compareTables(a.table, b.table, isWanted)
  const isBeyond = tolerance !== undefined && exceeds(comparison, tolerance)
  if (values.isOn('json'))
    io.stdout.write(`${JSON.stringify({ ...comparison, tolerance, isBeyond }, null, 2)}\n`)
  else io.stdout.write(print(comparison, tolerance, isBeyond, call))
  const [worst] = comparison.deviations
  if (worst !== undefined && (values.isOn('plot') || picture !== undefined)) {
    const [table, names] = overlay(a, b, worst.name)
    if (picture === undefined) printDiagrams(table, [names], {}, io)
    else await drawDiagrams(table, [names], { heading: worst.name }, picture, io)
  }
  return isBeyond ? EXIT.failed : EXIT.ok
}

interface OpenResult {
  readonly file: string
  readonly table: SignalTable
}

async function open(file: string, cwd: string): Promise<OpenResult> {
  const reference = parseReference(file, cwd)
  if (isModelReference(reference))
    throw usageError(
      `${file} is a model; two results are compared.`,
      `Simulate it first: vario simulate ${file}`,
    )
  return { file, table: await readTable(reference.path, reference.name) }
}

function assertOverlap(a: OpenResult, b: OpenResult): void {
  const [x, y] = [a.table.time, b.table.time]
  if (x.length === 0 || y.length === 0)
    throw new CliError(EXIT.failed, `${(x.length === 0 ? a : b).file} has no points.`)
  if (x[0] > y[y.length - 1] || y[0] > x[x.length - 1])
    throw new CliError(EXIT.failed, `${a.file} and ${b.file} have no time in common.`)
}

function exceeds({ deviations, onlyInA, onlyInB }: Comparison, tolerance: number): boolean {
  return onlyInA.length + onlyInB.length > 0 || deviations.some(({ relative }) => !(relative <= tolerance))
}

function print(
  comparison: Comparison,
  tolerance: number | undefined,
  isBeyond: boolean,
  { args, values, io }: Call,
): string {
  const { deviations, onlyInA, onlyInB } = comparison
  const paint = createPaint(io.stdout, io)
  const differing = deviations.filter(({ absolute }) => absolute !== 0)
  const lines: string[] = []
  if (deviations.length === 0) lines.push('No signals in common.')
  else if (differing.length === 0) lines.push(`All ${plural(deviations.length, 'signal')} are the same.`)
  else {
    lines.push(`${differing.length} of ${plural(deviations.length, 'signal')} differ:`)
    const shown = values.isOn('all') ? deviations : differing.slice(0, MAX_ROWS)
    const rows = shown.map((deviation) => printRow(deviation))
    lines.push(
      formatColumns([['signal', 'largest deviation', '', 'of its range', 'at'], ...rows], [1, 3]).trimEnd(),
    )
    if (!values.isOn('all') && differing.length > MAX_ROWS)
      lines.push(`  … ${differing.length - MAX_ROWS} more: --all`)
  }
  for (const [file, names] of [
    [args[0], onlyInA],
    [args[1], onlyInB],
  ] as const) {
    if (names.length > 0)
      lines.push(
        `Only in ${file}: ${names.slice(0, 10).join(', ')}${names.length > 10 ? `, … ${names.length} in all` : ''}`,
      )
  }
  if (tolerance !== undefined) {
    const verdict = isBeyond
      ? paint.red(`Beyond the tolerance ${tolerance}.`)
      : paint.green(`Within the tolerance ${tolerance}.`)
    lines.push(verdict)
  }
  return `${lines.join('\n')}\n`
}

function printRow({ name, unit, absolute, relative, time }: Deviation): string[] {
  const at = Number.isNaN(time) ? '' : `t = ${formatNumber(time)} s`
  return [name, formatNumber(absolute, 3), unit, formatNumber(relative, 3), at]
}

/** A table with the curves of one signal from both results, each with its own times. */
function overlay(a: OpenResult, b: OpenResult, name: string): [SignalTable, string[]] {
  const labels = a.file === b.file ? ['first', 'second'] : [a.file, b.file]
  const table = new SignalTable({ model: name })
  const names = [a, b].map((result, k) => {
    const signal = result.table.signal(name)
    const axis = k === 0 ? 'time' : 'time of the second'
    table.addTime({ name: axis, values: result.table.time })
    const label = `${labels[k]}: ${name}`
    const values =
      signal.header.axis === undefined
        ? new Float64Array(result.table.time.length).fill(signal.values[0])
        : signal.values
    table.add({ name: label, unit: signal.unit, axis, values })
    return label
  })
  return [table, names]
}
