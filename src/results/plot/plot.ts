import { writeTextFile } from '../files/index.ts'
import type { SignalTable } from '../table/index.ts'
import type { PlotLayout } from './parse-layout.ts'
import { type PlotOptions, plotSvg } from './plot-svg.ts'

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
