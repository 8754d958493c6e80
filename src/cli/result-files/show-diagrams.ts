/** Diagrams requested on the command line: their signals, on the terminal and in files. */
import { suggestName } from '../../base/index.ts'
import { type PlotLayout, parseLayout, plotSvg, plotText, type SignalTable } from '../../results/index.ts'
import { splitNames } from '../models/index.ts'
import { type CliIo, createPaint, usageError } from '../terminal/index.ts'
import { type WrittenFile, writePicture } from './write-file.ts'

/** Layout of diagrams; sizes in pixels or characters. */
export interface DiagramOptions {
  readonly heading?: string
  readonly xAxis?: string
  readonly logX?: boolean
  readonly logY?: boolean
  readonly width?: number
  readonly height?: number
}

/** Maximum width of a diagram [characters]. */
const MAX_WIDTH = 120

/** A layout from one text per diagram, with a number of diagrams side by side. */
export function readLayout(diagrams: readonly string[], table: SignalTable, columns = 1): PlotLayout {
  const lists = diagrams.map((text) => splitNames(text).flatMap((name) => expandName(name, table)))
  if (columns <= 1) return lists
  const rows: { columns: string[][] }[] = []
  for (let k = 0; k < lists.length; k += columns) rows.push({ columns: lists.slice(k, k + columns) })
  return rows
}

/** Expands names with `*`; other names stay. Unknown names are errors. */
function expandName(name: string, table: SignalTable): string[] {
  if (!name.includes('*')) {
    assertSignal(name, table)
    return [name]
  }
  const [, base, index] = /^(.*?)(\[[^\]]*\])?$/.exec(name)!
  const matches = filterNames(table.names, base).filter((found) => table.signal(found).kind !== 'time')
  const names = matches.map((found) => found + (index ?? '')).filter((found) => table.has(found))
  if (names.length === 0) throw unknownSignal(name, table)
  return names
}

/** Names that match a pattern in which `*` stands for any text. */
export function filterNames(names: readonly string[], pattern: string): string[] {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  const test = new RegExp(`^${parts.join('.*')}$`)
  return names.filter((name) => test.test(name))
}

export function assertSignal(name: string, table: SignalTable): void {
  if (!table.has(name)) throw unknownSignal(name, table)
}

function unknownSignal(name: string, table: SignalTable): Error {
  const { names } = table
  // signals of the same component help more than the first ones of the table
  const prefix = name.slice(0, name.lastIndexOf('.') + 1)
  const near = prefix === '' ? [] : names.filter((other) => other.startsWith(prefix))
  const listed = near.length > 0 ? near : names
  const list = listed.slice(0, 12).join(', ') + (listed.length > 12 ? `, … ${listed.length} in all` : '')
  return usageError(
    `signals: expected a name of the file${suggestName(name, names)}, got '${name}'.`,
    `Available: ${list}.`,
  )
}

/** Prints diagrams, one below the other. */
export function printDiagrams(
  table: SignalTable,
  layout: PlotLayout,
  options: DiagramOptions,
  io: CliIo,
): void {
  const { stdout } = io
  const color = createPaint(stdout, io).isColorSupported
  const width = Math.max(20, options.width ?? Math.min(MAX_WIDTH, stdout.columns - 2))
  for (const spec of parseLayout(layout, options).flat()) {
    for (const name of spec.curves) assertSignal(name, table)
    const { curves, logX, logY, xAxis } = spec
    const heading = spec.heading || options.heading || ''
    const text = plotText(table, curves, {
      ...{ width, color, heading, logX, logY },
      ...(xAxis !== undefined && { xAxis }),
      ...(options.height !== undefined && { height: Math.max(3, options.height) }),
    })
    stdout.write(`${text}\n`)
  }
}

/** Draws diagrams to an SVG or PNG file. */
export async function drawDiagrams(
  table: SignalTable,
  layout: PlotLayout,
  options: DiagramOptions,
  file: string,
  io: CliIo,
): Promise<WrittenFile> {
  for (const { curves } of parseLayout(layout, options).flat())
    for (const name of curves) assertSignal(name, table)
  return writePicture(plotSvg(table, layout, options), file, io)
}
