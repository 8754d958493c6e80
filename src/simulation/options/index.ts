/** Options of a run, checked. */
export {
  DEFAULT_INTERVALS,
  type InputSignal,
  type InputTable,
  type ResolvedOptions,
  resolveOptions,
  type SimulateOptions,
} from './options.ts'
export { RecordChoice } from './record-choice.ts'
