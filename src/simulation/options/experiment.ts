import type { PlotLayout } from '../../results/index.ts'
import type { SimulateOptions } from './simulate-options.ts'

/**
 * How a model wants to be simulated: what the command line takes for what it is not told. A model file exports it,
 * `export const experiment: Experiment = { stopTime: 3, plot: ['rev.phi'] }`.
 */
export interface Experiment extends Partial<SimulateOptions> {
  /** Diagrams that are shown after a run: a layout as of `plot`. */
  readonly plot?: PlotLayout
  /** Heading of plots. */
  readonly title?: string
}
