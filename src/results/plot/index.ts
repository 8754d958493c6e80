/** Diagrams as SVG and as text. */
export { type Curve, createCurves } from './create-curves.ts'
export { drawPanels, type Panel, type PanelMark, type PictureOptions } from './panel.ts'
export {
  type Diagram,
  type DiagramOptions,
  type PlotLayout,
  type PlotRow,
  parseLayout,
} from './parse-layout.ts'
export { plot, writeTextFile } from './plot.ts'
export { COLORS } from './plot-style.ts'
export { type PlotOptions, plotSvg } from './plot-svg.ts'
export { plotText, type TextPlotOptions } from './plot-text.ts'
export { createRange, type Range } from './scale.ts'
export { createNameTicks } from './ticks.ts'
