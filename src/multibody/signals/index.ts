/** Values that cross the border between equations and the 3D world. */

export { OBJECT_REPORTS, WORLD_REPORTS } from './part-tables.ts'
export {
  createWorldSignals,
  nameOf,
  type Report,
  type Signal,
  type SignalMemory,
  type SignalValue,
} from './world-signals.ts'
