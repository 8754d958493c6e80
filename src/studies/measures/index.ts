/** Measures of runs: their constructors and their evaluation. */
export { evaluateMeasure, findMeasureUnit, listSignals } from './evaluate-measure.ts'
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
} from './measure.ts'
