/** Summary of a run, as text and as JSON. */
import type { SignalTable } from '../../results/index.ts'
import type { ModelRun } from '../models/index.ts'
import {
  formatColumns,
  formatDuration,
  formatNumber,
  formatSize,
  type Paint,
  plural,
} from '../terminal/index.ts'
import type { WrittenFile } from './write-file.ts'

/** A run as plain data. */
export interface RunDescription {
  readonly model: string
  readonly startTime: number
  readonly endTime: number
  readonly interrupted: boolean
  readonly points: number
  readonly signals: number
  readonly segments: number
  readonly statistics: Readonly<Record<string, unknown>>
  readonly warnings: SignalTable['warnings']
  /** [s] */
  readonly seconds: ModelRun['seconds']
  readonly files: readonly WrittenFile[]
}

export function describeRun(name: string, run: ModelRun, files: readonly WrittenFile[]): RunDescription {
  const { result } = run
  return {
    model: name,
    startTime: result.time[0] ?? 0,
    endTime: run.time,
    interrupted: run.isInterrupted,
    points: result.time.length,
    signals: result.names.length,
    segments: Math.max(1, result.segments.length),
    statistics: (result.attributes['statistics'] ?? {}) as RunDescription['statistics'],
    warnings: result.warnings,
    seconds: run.seconds,
    files,
  }
}

/** Number of warnings shown in full; of the rest, only the count. */
const MAX_WARNINGS = 5

/** The run in some lines. */
export function printRun(run: RunDescription, solver: string, paint: Paint): string {
  const { statistics, seconds } = run
  const count = (name: string): number => Number(statistics[name] ?? 0)
  const simulated = run.endTime - run.startTime
  const speed = simulated > 0 ? ` (${formatNumber(simulated / seconds.run, 2)} × real time)` : ''
  const events = count('events') + count('timeEvents')
  const rows = [
    [
      'time',
      `${formatNumber(run.startTime)} to ${formatNumber(run.endTime)} s in ${formatDuration(seconds.run)}${speed}; ` +
        `translated in ${formatDuration(seconds.translation)}`,
    ],
    [
      'solver',
      `${solver}: ${plural(count('steps'), 'step')}, ${count('rejected')} rejected, ${plural(count('f'), 'evaluation')}` +
        (count('jacobians') > 0 ? `, ${plural(count('jacobians'), 'Jacobian')}` : ''),
    ],
    ['events', `${events}${run.segments > 1 ? ` in ${run.segments} segments` : ''}`],
    ['result', `${plural(run.points, 'point')} of ${plural(run.signals, 'signal')}`],
    ...run.files.map(({ file, size }) => ['file', `${file} (${formatSize(size)})`]),
  ]
  const title = run.interrupted
    ? `${paint.yellow('Interrupted')} at ${formatNumber(run.endTime)} s; the result computed so far is kept.`
    : `${paint.green('✓')} ${paint.bold(run.model)} simulated`
  return `${title}\n${formatColumns(rows)}${printWarnings(run.warnings, paint)}`
}

function printWarnings(warnings: RunDescription['warnings'], paint: Paint): string {
  const lines = warnings
    .slice(0, MAX_WARNINGS)
    .map(
      ({ message, time }) =>
        `${paint.yellow('warning:')} ${message}${/t = /.test(message) ? '' : ` (t = ${formatNumber(time)} s)`}`,
    )
  if (warnings.length > MAX_WARNINGS)
    lines.push(`… ${plural(warnings.length, 'warning')} in all; \`vario info\` shows them.`)
  return lines.map((line) => `${line}\n`).join('')
}
