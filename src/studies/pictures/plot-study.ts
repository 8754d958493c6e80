/** Pictures of studies as SVG. */
import { assertKnownKeys, assertOneOf, InputError } from '../../base/index.ts'
import { drawPanels, type Panel, type PictureOptions, writeTextFile } from '../../results/index.ts'
import type { StudyResult } from '../study-result.ts'
import { type Column, selectColumns } from './columns.ts'
import { createConvergence } from './convergence.ts'
import { createHistogram } from './histograms.ts'
import { createParallelCoordinates } from './parallel-coordinates.ts'
import { createParetoFront, type Goal } from './pareto-front.ts'
import { createColorScale, createResponseSurface } from './response-surface.ts'
import { createScatterMatrix } from './scatter-matrix.ts'
import { createTornado } from './tornado.ts'

/**
 * Pictures of a study: `histogram` of each measure with quantiles; `scatter`, a matrix of all values; `tornado`, the influence
 * of each varied value; `parallel` coordinates, one line per run; `surface`, a measure over two varied values; `pareto`, the
 * best runs for two measures; `convergence` of the means.
 */
export const STUDY_PICTURES = [
  'histogram',
  'scatter',
  'tornado',
  'parallel',
  'surface',
  'pareto',
  'convergence',
] as const

/** A kind of picture of a study. */
export type StudyPicture = (typeof STUDY_PICTURES)[number]

/** Choices of a picture. */
export interface StudyPictureOptions extends PictureOptions {
  /** Measures that are shown; default: all (`surface`: the first one, `pareto`: the first two). */
  readonly measures?: readonly string[]
  /** Varied values that are shown; default: all (`surface`: the first two). */
  readonly factors?: readonly string[]
  /** The better direction of measures in `pareto`; default: 'min'. */
  readonly goals?: Readonly<Record<string, Goal>>
  /** File to which the picture is also written (Node only). */
  readonly file?: string
}

/** Columns of a scatter matrix. */
const MAX_SCATTER = 8
const KEYS = ['measures', 'factors', 'goals', 'file', 'heading', 'width', 'height']

/** A picture of a study as SVG text. The same result gives the same text. */
export function plotStudy(
  result: StudyResult,
  picture: StudyPicture,
  options: StudyPictureOptions = {},
): string {
  assertOneOf('picture', picture, STUDY_PICTURES)
  assertKnownKeys('picture: options', { ...options }, KEYS)
  const factors = selectColumns(result, 'picture: factors', options.factors, result.factors)
  const measures = selectColumns(result, 'picture: measures', options.measures, result.measures)
  const { panels, shares, width, height } = PAINTERS[picture](result, factors, measures, options)
  const { heading = '', file } = options
  const svg = drawPanels(panels, {
    ...{ heading, shares, width: options.width ?? width },
    height: options.height ?? height + (heading === '' ? 0 : 24),
  })
  if (file !== undefined) writeTextFile(file, svg)
  return svg
}

interface Painting {
  readonly panels: readonly (readonly Panel[])[]
  /** Shares of the rows in the height; default: equal. */
  readonly shares?: readonly number[]
  /** [px] */
  readonly width: number
  readonly height: number
}

type Painter = (
  result: StudyResult,
  factors: readonly Column[],
  measures: readonly Column[],
  options: StudyPictureOptions,
) => Painting

const PAINTERS: Readonly<Record<StudyPicture, Painter>> = {
  histogram: (result, _, measures) => arrange(measures.map((measure) => createHistogram(result, measure))),
  convergence: (_, __, measures) => arrange(measures.map(createConvergence)),
  tornado(result, factors, measures) {
    assertSome('tornado', factors, 1)
    const panels = measures.map((measure) => [createTornado(result, factors, measure)])
    return { panels, width: 720, height: panels.length * (80 + 34 * factors.length) }
  },
  scatter(_, factors, measures) {
    const columns = [...factors, ...measures]
    assertSome('scatter', columns, 2)
    if (columns.length > MAX_SCATTER)
      throw new InputError(
        'picture: factors and measures',
        `at most ${MAX_SCATTER} in a scatter matrix`,
        columns.length,
      )
    const size = Math.max(420, 60 + 170 * columns.length)
    return { panels: createScatterMatrix(columns), width: size, height: size }
  },
  parallel(_, factors, measures) {
    const columns = [...factors, ...measures]
    assertSome('parallel', columns, 2)
    return {
      panels: [[createParallelCoordinates(columns)]],
      width: Math.max(480, 150 * columns.length),
      height: 380,
    }
  },
  surface(_, factors, measures) {
    assertSome('surface', factors, 2)
    const [x, y] = factors
    const panels = measures.slice(0, 1).map((measure) => createResponseSurface(x, y, measure))
    return {
      panels: [panels, [createColorScale(measures[0])]],
      width: 620,
      height: 480,
      shares: [0.85, 0.15],
    }
  },
  pareto(_, __, measures, { goals = {} }) {
    if (measures.length < 2)
      throw new InputError(
        'picture: measures',
        'two measures for a front',
        measures.map(({ name }) => name),
      )
    for (const [name, goal] of Object.entries(goals)) {
      assertOneOf(
        'picture: goals',
        name,
        measures.map((measure) => measure.name),
      )
      assertOneOf(`picture: goals.${name}`, goal, ['min', 'max'])
    }
    const [x, y] = measures
    const directions = [goals[x.name] ?? 'min', goals[y.name] ?? 'min'] as const
    return { panels: [[createParetoFront(x, y, directions)]], width: 620, height: 420 }
  },
}

function assertSome(picture: StudyPicture, columns: readonly Column[], least: number): void {
  if (columns.length < least)
    throw new InputError(
      `picture '${picture}'`,
      `a study with at least ${least} of the shown values`,
      columns.map(({ name }) => name),
    )
}

/** Panels in up to two columns. */
function arrange(panels: readonly Panel[]): Painting {
  const nColumn = panels.length > 1 ? 2 : 1
  const rows = Array.from({ length: Math.ceil(panels.length / nColumn) }, (_, i) =>
    panels.slice(i * nColumn, (i + 1) * nColumn),
  )
  return { panels: rows, width: nColumn === 1 ? 560 : 960, height: 280 * rows.length }
}
