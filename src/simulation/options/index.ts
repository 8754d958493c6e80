/** Options of a run, checked. */

export { RecordChoice } from './record-choice.ts'
export {
  type Analysis,
  DEFAULT_INTERVALS,
  type InputSignal,
  type InputTable,
  type ResolvedOptions,
  resolveOptions,
  type SimulateOptions,
} from './simulate-options.ts'
