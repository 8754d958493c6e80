import type { PlotLayout } from '../../results/index.ts'
import type { SimulateOptions } from './simulate-options.ts'

/**
 * Default options of a model, used by the command line for options that are not given there. A model file exports it,
 * `export const experiment: Experiment = { stopTime: 3, plot: ['rev.phi'] }`.
 */
export interface Experiment extends Partial<SimulateOptions> {
  /** Diagrams that are shown after a run: a layout as of `plot`. */
  readonly plot?: PlotLayout
  /** Heading of plots. */
  readonly title?: string
}
