/** One line per run through its varied values and measures, colored by the last of them. */
import { COLORS, type Panel, type PanelMark } from '../../results/index.ts'
import { colorsOf } from './color-scale.ts'
import { type Column, rangeOf } from './columns.ts'

/** Lines that are drawn: evenly spread runs of large studies. */
const MAX_LINES = 1500
/** Numbers at each axis. */
const LABELS = [0, 0.5, 1]

export function createParallelCoordinates(columns: readonly Column[]): Panel {
  const last = columns.length - 1
  const ranges = columns.map(rangeOf)
  const nRun = columns[0].values.length
  const colors = colorsOf(columns[last].values)
  const every = Math.max(1, Math.ceil(nRun / MAX_LINES))
  const x = columns.map((_, k) => k + 1)
  const lines = Array.from({ length: Math.ceil(nRun / every) }, (_, k): PanelMark => {
    const run = k * every
    const y = columns.map(({ values }, i) => (values[run] - ranges[i].min) / (ranges[i].max - ranges[i].min))
    return { kind: 'line', x, y, color: colors[run], width: 1, opacity: 0.45 }
  })
  const axes = columns.flatMap(({ names }, k): PanelMark[] => {
    const { min, max } = ranges[k]
    const labels = LABELS.map((part): PanelMark => {
      const value = min + part * (max - min)
      const content = String(Number(value.toPrecision(3)))
      return {
        kind: 'text',
        x: k + 1,
        y: part,
        content,
        anchor: k === last ? 'end' : 'start',
        dx: k === last ? -5 : 5,
        dy: part === 1 ? 12 : part === 0 ? -4 : 4,
      }
    })
    const namesOf = names?.map(
      (content, i): PanelMark => ({
        kind: 'text',
        x: k + 1,
        y: (i + 0.5) / names.length,
        content,
        anchor: 'start',
        dx: 5,
        dy: 4,
      }),
    )
    return [
      { kind: 'line', x: [k + 1, k + 1], y: [0, 1], color: COLORS[6], width: 1.2 },
      ...(namesOf ?? labels),
    ]
  })
  return {
    ...{ xLabel: '', yLabel: '', yNames: [], xNames: columns.map(({ label }) => label) },
    xRange: { min: 0.9, max: columns.length + 0.1, isLog: false },
    yRange: { min: -0.02, max: 1.02, isLog: false },
    marks: [...lines, ...axes],
  }
}
