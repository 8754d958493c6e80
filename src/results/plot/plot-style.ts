/** Colors that people with any color vision can distinguish [Okabe and Ito 2008], without the pale yellow. */
export const COLORS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#444444']

/** Dashes [px] of curves whose colors repeat. */
export const DASHES = ['', '7 3', '2 3', '9 3 2 3']

export const FONT = "'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif"
/** Sizes of texts [px]. */
export const LABEL_SIZE = 12
export const HEADING_SIZE = 15

export const TEXT_COLOR = '#2b2f36'
export const AXIS_COLOR = '#7d8590'
export const GRID_COLOR = '#e4e7eb'

/** Color and dashes of curve number i of a diagram. */
export function styleOfCurve(i: number): { color: string; dash: string } {
  return { color: COLORS[i % COLORS.length], dash: DASHES[Math.floor(i / COLORS.length) % DASHES.length] }
}
