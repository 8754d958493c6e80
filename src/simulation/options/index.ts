/** Options of a run, checked. */
export type { Experiment } from './experiment.ts'
export { RecordChoice } from './record-choice.ts'
export {
  type Analysis,
  DEFAULT_INTERVALS,
  type InputSignal,
  type InputTable,
  OPTION_NAMES,
  type ResolvedOptions,
  resolveOptions,
  type SimulateOptions,
} from './simulate-options.ts'
