/** Diagrams as SVG and as text. */
export { type Curve, createCurves } from './create-curves.ts'
export {
  type Diagram,
  type DiagramOptions,
  type PlotLayout,
  type PlotRow,
  parseLayout,
} from './parse-layout.ts'
export { plot } from './plot.ts'
export { type PlotOptions, plotSvg } from './plot-svg.ts'
export { plotText, type TextPlotOptions } from './plot-text.ts'
