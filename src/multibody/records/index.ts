/** Records: their definitions; creating, checking and reading them; frames and poses. */
export { checkPaths, checkRecord, checkUnits, createPart, createRecord } from './create-record.ts'
export {
  type AnyDefinition,
  DefinitionTable,
  isSignal,
  isTagged,
  type KeyContent,
  type RecordDefinition,
  SIGNAL,
  type SignalDefinition,
  type SignalTable,
  type TaggedRecord,
  valueAt,
  withValueAt,
} from './definition.ts'
export {
  composePoses,
  createPose,
  type Frame,
  identityPose,
  invertPose,
  type Pose,
  rotationToAxis,
} from './frames.ts'
export {
  type AxisValue,
  type NumberValue,
  readAxis,
  readBoolean,
  readNumber,
  readStart,
  readStartVector,
  readVector,
  type Start,
  type StartValue,
  type StartVector,
  type VectorValue,
} from './record-values.ts'
