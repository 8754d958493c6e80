/** Diagrams as SVG and as text. */
export { type Curve, createCurves } from './create-curves.ts'
export { type PlotLayout, parseLayout } from './parse-layout.ts'
export { plot } from './plot.ts'
export { plotSvg } from './plot-svg.ts'
export { plotText } from './plot-text.ts'
