import type { Attributes, SignalTable } from '../../results/index.ts'
import { printNumber } from './print.ts'

/** Categories of log lines. */
export const LOG_KINDS = ['log', 'warning', 'action', 'segment', 'contact', 'impact'] as const
/** Category of a log line. */
export type LogKind = (typeof LOG_KINDS)[number]

/** A line of the log. */
export interface LogEntry {
  /** [s] */
  readonly time: number
  readonly kind: LogKind
  readonly text: string
}

/** All entries of the log of a run, ordered by time. */
export function createLog(table: SignalTable): LogEntry[] {
  const entries: LogEntry[] = [
    ...table.warnings.map(({ code, message, time }) => createEntry(time, 'warning', `${code}: ${message}`)),
    ...readList(table, 'log').map((item) => createEntry(item['time'], 'log', String(item['text'] ?? ''))),
    ...readList(table, 'actions').map((item) => createEntry(item['time'], 'action', printRest(item))),
    ...readList(table, 'impacts').map((item) => createEntry(item['time'], 'impact', printRest(item))),
    ...readList(table, 'contacts').flatMap(readContact),
    ...table.segments
      .slice(1)
      .map(({ startTime, dof, states }, k) =>
        createEntry(
          startTime,
          'segment',
          `segment ${k + 2}: ${dof === undefined ? '' : `${dof} degrees of freedom, `}${states} states`,
        ),
      ),
  ]
  return entries.filter(({ time }) => Number.isFinite(time)).sort((a, b) => a.time - b.time)
}

type Item = Attributes

function createEntry(time: unknown, kind: LogKind, text: string): LogEntry {
  return { time: typeof time === 'number' ? time : Number.NaN, kind, text }
}

/** Lists of all worlds of a model: `contacts`, `robot.contacts`. */
function readList(table: SignalTable, name: string): Item[] {
  return Object.entries(table.attributes)
    .filter(([key]) => key === name || key.endsWith(`.${name}`))
    .flatMap(([, list]) => (Array.isArray(list) ? (list as readonly unknown[]) : []))
    .filter((item): item is Item => typeof item === 'object' && item !== null && !Array.isArray(item))
}

function readContact(item: Item): LogEntry[] {
  const pair = `${String(item['obj1'])} – ${String(item['obj2'])}`
  const speed = typeof item['velocity'] === 'number' ? `, ${printNumber(item['velocity'])} m/s` : ''
  return [
    createEntry(item['start'], 'contact', `${pair} touch${speed}`),
    createEntry(item['end'], 'contact', `${pair} separate`),
  ]
}

/** All fields but the time: `lock gripper, ball`. */
function printRest(item: Item): string {
  return Object.entries(item)
    .filter(([key, value]) => key !== 'time' && value !== null)
    .map(([key, value]) => {
      const text =
        typeof value === 'number'
          ? printNumber(value)
          : typeof value === 'string'
            ? value
            : JSON.stringify(value)
      return key === 'action' || key === 'kind' || key === 'text' ? text : `${key} ${text}`
    })
    .join(', ')
}
