/** `vario info`. */
import { statSync } from 'node:fs'
import type { SignalTable } from '../results/index.ts'
import { instantiate } from '../simulation/index.ts'
import { type LoadedModel, listSettable, loadModel, parseReference, type Settable } from './models/index.ts'
import { filterNames, isModelReference, readTable } from './result-files/index.ts'
import {
  type Call,
  type Command,
  EXIT,
  formatColumns,
  formatNumber,
  formatSize,
  plural,
} from './terminal/index.ts'

export const info: Command = {
  name: 'info',
  description: `Of a model: its parameters with values and units, start values, size. Of a result: its run, segments,
statistics, warnings and signals.`,
  arguments: [
    {
      name: '<file>',
      info: 'a result (.vario, .json, .csv, .parquet, .h5, .vstream) or a model (.ts, .js, .json)',
    },
  ],
  groups: [
    {
      title: 'Output',
      options: [
        {
          flags: '--signals <pattern>',
          info: 'only matching signals or parameters; * matches any text',
          isList: true,
        },
        { flags: '--all', info: 'all signals and parameters, without a limit' },
        { flags: '--json', info: 'everything as JSON' },
      ],
    },
  ],
  examples: [
    ['info pendulum.ts', 'the parameters for --set'],
    ['info pendulum.vario', 'the content of a result'],
    ['info pendulum.vario --signals "rev.*"', 'start, end and range of some signals'],
  ],
  run: showInfo,
}

/** Number of displayed rows without `--all`. */
const MAX_ROWS = 40

async function showInfo(call: Call): Promise<number> {
  const { args, io, subject } = call
  const reference = parseReference(args[0], io.cwd)
  if (isModelReference(reference)) {
    showModel(reference.name, await loadModel(reference, subject), call)
    return EXIT.ok
  }
  const table = await readTable(reference.path, reference.name)
  showResult(reference.name, statSync(reference.path).size, table, call)
  return EXIT.ok
}

function showModel(
  file: string,
  { model, name, experiment, exportName }: LoadedModel,
  { values, io }: Call,
): void {
  const { flat, translation } = instantiate(model, { name })
  const settable = choose(listSettable(flat), ({ path }) => path, values.list('signals'))
  if (values.isOn('json')) {
    const { plot, title, ...options } = experiment
    const data = { file, model: name, export: exportName, experiment: { ...options, plot, title }, settable }
    io.stdout.write(`${JSON.stringify(data, null, 2)}\n`)
    return
  }
  const { stopTime } = experiment
  const is3d = flat.memories.length > 0
  const lines = [
    `Model ${name} in ${file}`,
    `  ${plural(flat.equations.length, 'equation')}, ${plural(translation.states.length, 'state')}${
      is3d
        ? ', and a part with states that appear at run time (3D mechanics or another component with memory)'
        : ''
    }`,
    stopTime === undefined
      ? '  No experiment: give --stop to simulate it.'
      : `  Experiment: until ${formatNumber(stopTime)} s` +
        (experiment.tolerance === undefined ? '' : `, tolerance ${experiment.tolerance}`),
    '',
    'Parameters and start values (--set path=value):',
  ]
  io.stdout.write(`${lines.join('\n')}\n${printSettable(settable, values.isOn('all'), file)}`)
}

function printSettable(settable: readonly Settable[], isAll: boolean, file: string): string {
  if (settable.length === 0) return '  (nothing)\n'
  const shown = isAll ? settable : settable.slice(0, MAX_ROWS)
  const rows = shown.map(({ path, value, unit, info }) => [path, value, unit, info])
  return `${formatColumns(rows, [1])}${more(settable.length - shown.length, file)}`
}

function more(rest: number, file: string): string {
  return rest > 0 ? `  … ${rest} more: vario info ${file} --all, or --signals with a pattern\n` : ''
}

function showResult(file: string, size: number, table: SignalTable, { values, io }: Call): void {
  const names = choose(table.names, (name) => name, values.list('signals'))
  const { scene: _, segments, ...attributes } = table.attributes
  if (values.isOn('json')) {
    const signals = names.map((name) => {
      const { unit, kind, size: shape, info } = table.signal(name)
      return { name, kind, unit, size: shape, info }
    })
    const data = { file, bytes: size, attributes, segments, warnings: table.warnings, signals }
    io.stdout.write(`${JSON.stringify(data, null, 2)}\n`)
    return
  }
  const shown = values.isOn('all') || values.has('signals') ? names : names.slice(0, MAX_ROWS)
  const parts = [
    `Result ${file} (${formatSize(size)})\n`,
    formatColumns(describeResult(table)),
    ...table.warnings.map(({ message }) => `  warning: ${message}\n`),
    '\n',
    signalTable(table, shown),
    more(names.length - shown.length, file),
  ]
  io.stdout.write(parts.join(''))
}

function describeResult(table: SignalTable): string[][] {
  const { model, version, experiment, statistics, source } = table.attributes
  const rows: string[][] = []
  const add = (name: string, value: unknown): void => {
    if (value !== undefined && value !== '') rows.push([name, String(value)])
  }
  add('model', model)
  add('version', version)
  const { file, json: _, imports: __, hash: ___, ...rest } = (source ?? {}) as Record<string, unknown>
  add('file', file)
  add('settings', printRecord(rest['options']))
  add('experiment', printRecord(experiment))
  add('statistics', printRecord(statistics))
  const { time } = table
  if (time.length > 0)
    add(
      'time',
      `${formatNumber(time[0])} to ${formatNumber(time[time.length - 1])} s, ${plural(time.length, 'point')}`,
    )
  for (const [k, { startTime, endTime, states, dof }] of table.segments.entries()) {
    if (table.segments.length === 1) break
    const freedom = dof === undefined ? '' : `, ${plural(dof, 'degree')} of freedom`
    add(
      `segment ${k + 1}`,
      `${formatNumber(startTime)} to ${formatNumber(endTime)} s, ${plural(states, 'state')}${freedom}`,
    )
  }
  const { interrupted } = table.attributes
  if (interrupted !== undefined)
    add('interrupted', `at ${formatNumber(Number(interrupted))} s: the result is incomplete`)
  return rows
}

function printRecord(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ''
  return Object.entries(value)
    .map(([key, item]) => `${key} ${typeof item === 'number' ? formatNumber(item) : String(item)}`)
    .join(', ')
}

/** The rows of the summary, without its headline. */
function signalTable(table: SignalTable, names: readonly string[]): string {
  if (names.length === 0) return 'No signals match.\n'
  const lines = table.summary({ names, sorted: false }).split('\n')
  const first = lines.findIndex((line) => line.startsWith('name '))
  return `${lines.slice(first).join('\n')}`
}

function choose<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  patterns: readonly string[],
): readonly T[] {
  if (patterns.length === 0) return items
  const names = items.map(nameOf)
  const wanted = new Set(patterns.flatMap((pattern) => filterNames(names, pattern)))
  return items.filter((item) => wanted.has(nameOf(item)))
}
