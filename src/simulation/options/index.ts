/** Options of a run, checked, and the signals that they select. */
export { RecordChoice } from './record-choice.ts'
export {
  type Analysis,
  DEFAULT_INTERVALS,
  type DifferentiableInput,
  type Experiment,
  type InputSignal,
  type InputTable,
  type LinearizeOptions,
  OPTION_NAMES,
  type ResolvedOptions,
  resolveOptions,
  type SimulateOptions,
} from './simulate-options.ts'
