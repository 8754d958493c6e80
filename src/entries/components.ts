/**
 * `vario/components`: for authors of components whose equations call methods of their own memory, as 3D worlds and rods
 * with a changing number of states do.
 */

export type { EvaluatedAttributes, EvaluatedModel, EvaluatedValue } from '../model/index.ts'
export type { NewWarning, Warn } from '../results/index.ts'
export type {
  AssignedValue,
  ComponentEvent,
  ComponentMemory,
  CouplingGroup,
  EventIndicators,
  MemoryIsland,
  MemoryRates,
  ModelModes,
  ModelStates,
  ParameterMatrix,
  ParameterReader,
  ParameterValue,
  PassedStep,
  RestMemory,
  ResultDeclaration,
  RowList,
  SegmentContext,
  StartKind,
  StateDeclaration,
  VariantResult,
  VariantState,
} from '../simulation/index.ts'
