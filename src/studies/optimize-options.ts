/** The question of an optimization. */
import type { ModelNode } from '../model/index.ts'
import type { Measure } from './measures/index.ts'
import type { MeasureLimits } from './optimize/index.ts'
import type { FitParameter } from './plan-parameters.ts'
import type { StudyOptions, StudySimulateOptions } from './study-definition.ts'
import type { StudyResult } from './study-result.ts'

/** A function of parameters: the objective, or several numbers by name. */
export type OptimizedFunction = (
  values: Readonly<Record<string, number>>,
) => number | Readonly<Record<string, number>>

/** Makes the runs of a population, on all cores: `study` of `vario/studies`. */
export type PopulationRunner = (model: ModelNode, options: StudyOptions) => Promise<StudyResult>

/** Options of `optimize`. */
export interface OptimizeOptions {
  /** Parameters and start values by their paths: `{ 'pid.k': { start: 1, min: 0, max: 10 } }`. */
  readonly parameters: Readonly<Record<string, FitParameter>>
  /** Measures by name (models only). */
  readonly measure?: Readonly<Record<string, Measure>>
  /** Options of the runs (models only; default of `tolerance`: 1e-8 for gradients, otherwise that of runs). */
  readonly simulate?: StudySimulateOptions
  /** Name of the measure that is to be small, or large: one of both. A function that returns one number has none. */
  readonly minimize?: string
  readonly maximize?: string
  /** Limits of measures: `{ overshoot: { max: 0.05 } }`. */
  readonly constraints?: Readonly<Record<string, MeasureLimits>>
  /**
   * 'gradient' (default): derivatives lead to a minimum near the start. 'cma-es': an evolution strategy for objectives that jump, are
   * noisy or have many minima.
   */
  readonly method?: 'gradient' | 'cma-es'
  /** Number of searches by gradients (default 1); all but the first begin at points of a Latin hypercube within the bounds. */
  readonly starts?: number
  /** Restarts of the evolution strategy with other populations (default 0). */
  readonly restarts?: number
  /** Seed of the points (default 1). */
  readonly seed?: number
  /** Most evaluations (default 10 000); a run with derivatives is one. */
  readonly maxRuns?: number
  /** Accuracy by gradients: norm of the gradient that remains, in scaled parameters and objective (default 1e-6). */
  readonly tolerance?: number
  /** Makes the runs of a population (evolution strategy; default: this thread, one after the other). */
  readonly study?: PopulationRunner
}
