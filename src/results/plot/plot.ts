import { VarioError } from '../../base/index.ts'
import type { SignalTable } from '../signal-table.ts'
import type { PlotLayout } from './parse-layout.ts'
import { type PlotOptions, plotSvg } from './plot-svg.ts'

/** The required part of Node's file system; undefined in a browser, which has no files. */
interface FileSystem {
  mkdirSync(path: string, options: { recursive: boolean }): void
  writeFileSync(path: string, text: string): void
}

declare const process: { getBuiltinModule?(name: string): FileSystem } | undefined

/**
 * Draws signals as SVG: one diagram per entry of `layout`, a list of names for several curves in one diagram. With
 * `file`, the picture is also written there (Node only).
 */
export function plot(
  table: SignalTable,
  layout: PlotLayout,
  options: PlotOptions & { readonly file?: string } = {},
): string {
  const { file, ...drawing } = options
  const svg = plotSvg(table, layout, drawing)
  if (file !== undefined) writeTextFile(file, svg)
  return svg
}

/** Writes a text file, and creates missing folders (Node only). */
export function writeTextFile(path: string, text: string): void {
  const fs = typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:fs')
  if (!fs)
    throw new VarioError(
      'FILE',
      `${path}: expected Node 20.16 or newer, which can write files, got another runtime. Use the text of the plot.`,
    )
  const folder = path.replace(/[^/\\]*$/, '')
  if (folder !== '') fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path, text)
}
