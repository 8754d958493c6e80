/** `vario compare`. */
import { suggestName } from '../base/index.ts'
import { SignalTable } from '../results/index.ts'
import { parseReference } from './models/index.ts'
import {
  type Comparison,
  checkPictureName,
  checkWritable,
  compareTables,
  type Deviation,
  drawDiagrams,
  filterNames,
  haveSameSpan,
  isModelReference,
  printDiagrams,
  readTable,
} from './result-files/index.ts'
import {
  type Call,
  CliError,
  type Command,
  createPaint,
  EXIT,
  formatColumns,
  formatNumber,
  plural,
  usageError,
} from './terminal/index.ts'

export const compare: Command = {
  name: 'compare',
  description: `Compares all signals that two results have in common, at the times of both. Each deviation is given in the
unit of the signal, and relative to the range of its values. At events that both have, within a millionth
of the run, only the values before and after are compared. Units may differ; orientations are compared by
their quaternions. With --tolerance, the exit code is 1 if a relative deviation is larger, if one result
lacks a signal or a value, or if the results start or end at different times.`,
  arguments: [
    { name: '<a>', info: 'a result' },
    { name: '<b>', info: 'another result' },
  ],
  groups: [
    {
      title: 'Comparison',
      options: [
        { flags: '--tolerance <number>', info: 'largest allowed relative deviation' },
        {
          flags: '--signals <pattern>',
          info: 'only matching signals; * matches any text',
          isList: true,
        },
        { flags: '--all', info: 'list all signals, not only the ten largest deviations' },
        { flags: '--plot', info: 'plot the signal with the largest deviation' },
        { flags: '--plot-file <file>', info: 'plot to a file: .svg or .png' },
        { flags: '--json', info: 'print the deviations as JSON' },
      ],
    },
  ],
  examples: [
    ['compare coarse.vario fine.vario', 'the effect of a tolerance'],
    ['compare before.vario after.vario --tolerance 1e-6', 'a test: exit code 1 if they differ'],
    ['compare a.vario b.csv --signals "rev.*" --plot', 'the worst of some signals, as a plot'],
  ],
  run: compareResults,
}

/** Number of listed signals without `--all`. */
const MAX_ROWS = 10

async function compareResults(call: Call): Promise<number> {
  const { args, values, io } = call
  const tolerance = values.number('tolerance')
  const picture = values.text('plotFile')
  if (picture !== undefined) {
    checkPictureName(picture)
    checkWritable(picture, io.cwd)
  }
  const [a, b] = [await open(args[0], io.cwd), await open(args[1], io.cwd)]
  assertOverlap(a, b)
  const comparison = compareTables(a.table, b.table, createFilter(values.list('signals'), a, b))
  const span = describeSpan(a, b)
  const isBeyond = tolerance !== undefined && (span !== undefined || exceeds(comparison, tolerance))
  if (values.isOn('json'))
    io.stdout.write(`${JSON.stringify({ ...comparison, span, tolerance, isBeyond }, null, 2)}\n`)
  else io.stdout.write(print(comparison, span, tolerance, isBeyond, call))
  const worst = comparison.deviations.find(({ name }) => isDrawable(a, name) && isDrawable(b, name))
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
    throw usageError(`${file}: expected a result, got a model.`, `Simulate it first: vario simulate ${file}`)
  return { file, table: await readTable(reference.path, reference.name) }
}

function assertOverlap(a: OpenResult, b: OpenResult): void {
  const [x, y] = [a.table.time, b.table.time]
  if (x.length === 0 || y.length === 0)
    throw new CliError(EXIT.failed, `${(x.length === 0 ? a : b).file}: expected output points, got none.`)
  if (x[0] > y[y.length - 1] || y[0] > x[x.length - 1])
    throw new CliError(EXIT.failed, `${a.file} and ${b.file}: expected overlapping time ranges, got none.`)
  const [unitA, unitB] = [a, b].map(({ table }) => timeUnit(table))
  if (unitA !== unitB)
    throw new CliError(
      EXIT.failed,
      `${a.file} and ${b.file}: expected the same unit of time, got ${unitA || '1'} and ${unitB || '1'}.`,
    )
}

function timeUnit(table: SignalTable): string {
  const [name] = table.axes.keys()
  return table.signal(name).unit
}

/** Signals to compare; a pattern that matches none of both results is an error. */
function createFilter(patterns: readonly string[], a: OpenResult, b: OpenResult): (name: string) => boolean {
  if (patterns.length === 0) return () => true
  const names = [...new Set([...a.table.names, ...b.table.names])]
  const wanted = new Set<string>()
  for (const pattern of patterns) {
    const found = filterNames(names, pattern)
    if (found.length === 0)
      throw usageError(`--signals ${pattern}: no signal matches this name${suggestName(pattern, names)}.`)
    for (const name of found) wanted.add(name)
  }
  return (name) => wanted.has(name)
}

/** A note on the compared time range, if it is not the whole range of both. */
function describeSpan(a: OpenResult, b: OpenResult): string | undefined {
  const [x, y] = [a.table.time, b.table.time]
  if (haveSameSpan(x, y)) return undefined
  const print = (file: string, time: Float64Array): string =>
    `${file} goes from ${formatNumber(time[0])} to ${formatNumber(time[time.length - 1])} s`
  return `Only the common time range is compared: ${print(a.file, x)}, ${print(b.file, y)}.`
}

function exceeds({ deviations, onlyInA, onlyInB }: Comparison, tolerance: number): boolean {
  if (deviations.length === 0 || onlyInA.length + onlyInB.length > 0) return true
  return deviations.some(({ relative }) => !(relative <= tolerance))
}

/** True if a signal has a curve. */
function isDrawable({ table }: OpenResult, name: string): boolean {
  return table.has(name) && table.signal(name).header.type !== 'text'
}

function print(
  comparison: Comparison,
  span: string | undefined,
  tolerance: number | undefined,
  isBeyond: boolean,
  { args, values, io }: Call,
): string {
  const { deviations, onlyInA, onlyInB } = comparison
  const paint = createPaint(io.stdout, io)
  const differing = deviations.filter(({ absolute }) => absolute !== 0)
  const lines: string[] = []
  if (deviations.length === 0) lines.push('No signals in common.')
  else if (differing.length === 0)
    lines.push(
      deviations.length === 1 ? '1 signal is the same.' : `All ${deviations.length} signals are the same.`,
    )
  else {
    lines.push(
      `${differing.length} of ${plural(deviations.length, 'signal')} ${differing.length === 1 ? 'differs' : 'differ'}:`,
    )
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
  if (span !== undefined) lines.push(span)
  if (tolerance !== undefined) {
    const verdict = isBeyond
      ? paint.red(`Beyond the tolerance ${tolerance}.`)
      : paint.green(`Within the tolerance ${tolerance}.`)
    lines.push(verdict)
  }
  return `${lines.join('\n')}\n`
}

function printRow({ name, unit, absolute, relative, time, problem }: Deviation): string[] {
  const at = Number.isNaN(time) ? '' : `t = ${formatNumber(time)} s`
  if (problem !== undefined) return [name, problem, '', '', at]
  return [name, formatNumber(absolute, 3), unit, formatNumber(relative, 3), at]
}

/** A table with the curves of one signal from both results, each with its own times. */
function overlay(a: OpenResult, b: OpenResult, name: string): [SignalTable, string[]] {
  const labels = a.file === b.file ? ['first', 'second'] : [a.file, b.file]
  const table = new SignalTable({ model: name })
  const names = [a, b].map((result, k) => {
    const signal = result.table.signal(name)
    const axis = k === 0 ? 'time' : 'time of the second'
    const isTimed = signal.header.axis !== undefined
    const time = isTimed ? signal.time : result.table.time
    table.addTime({ name: axis, values: time })
    const label = `${labels[k]}: ${name}`
    const values = isTimed ? signal.values : new Float64Array(time.length * signal.nElement)
    if (!isTimed) for (let i = 0; i < time.length; i++) values.set(signal.values, i * signal.nElement)
    table.add({ name: label, unit: signal.unit, size: signal.size, axis, values })
    return label
  })
  return [table, names]
}
