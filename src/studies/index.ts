/** Studies: many runs of a model with varied values, and what they say. */
export { describeDefinition } from './describe-definition.ts'
export type { Termination } from './fit/index.ts'
export {
  type FitData,
  type FitExperiment,
  type FitOptions,
  fit,
} from './fit-model.ts'
export { FitResult, type FitSearch, type FittedParameter } from './fit-result.ts'
export { makeRuns, type ThreadPool } from './make-runs.ts'
export {
  createMessage,
  createResult,
  makeStudy,
  readMessage,
  type StudyMessage,
  type StudyRunOptions,
} from './make-study.ts'
export {
  average,
  type CountMeasure,
  type CrossingDirection,
  type CrossingMeasure,
  crossingCount,
  crossingTime,
  type ExtremeTimeMeasure,
  finalValue,
  integral,
  type Measure,
  type MeasureData,
  maximum,
  maximumTime,
  minimum,
  minimumTime,
  type Period,
  type PeriodMeasure,
  rms,
  type ValueMeasure,
  valueAt,
} from './measures/index.ts'
export type { MeasureLimits } from './optimize/index.ts'
export { type OptimizeEnd, type Optimum, optimize } from './optimize-model.ts'
export type { OptimizedFunction, OptimizeOptions, PopulationRunner } from './optimize-options.ts'
export {
  type FitPictureOptions,
  findParetoFront,
  type Goal,
  plotFit,
  plotStudy,
  STUDY_PICTURES,
  type StudyPicture,
  type StudyPictureOptions,
} from './pictures/index.ts'
export type { FitParameter } from './plan-parameters.ts'
export {
  type ChunkOutcome,
  createThreadExecutor,
  type Executor,
  executeRange,
  listMissing,
  type RunRange,
  runStudy,
  type StudyProgress,
} from './run-study.ts'
export {
  type DiscreteDistribution,
  type Distribution,
  discrete,
  type LogNormalDistribution,
  logNormal,
  type NormalDistribution,
  normal,
  SAMPLINGS,
  type Sampling,
  type TriangularDistribution,
  type TruncatedDistribution,
  triangular,
  truncated,
  type UniformDistribution,
  uniform,
} from './sampling/index.ts'
export {
  type DifferentiatedParameter,
  type Means,
  type MeasureDerivative,
  type SensitivityOptions,
  SensitivityResult,
  sensitivities,
} from './sensitivities/index.ts'
export { parseSettings } from './settings/index.ts'
export {
  type GridValues,
  isStudy,
  linspace,
  logspace,
  Study,
  type StudyDefinition,
  type StudyOptions,
  type StudySimulateOptions,
  type Variation,
  type VariedValue,
} from './study-definition.ts'
export { type MeasureStatistics, StudyResult } from './study-result.ts'
export { type RunProblem, StudyRunner } from './study-runner.ts'
export { type FailedRun, StudyData } from './study-table.ts'
export { type MorrisEffect, morrisEffects, type SobolIndex, sobolIndices } from './uncertainty/index.ts'
