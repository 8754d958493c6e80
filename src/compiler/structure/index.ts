/** Graphs of equations and unknowns: matching, blocks, tearing, states; they know no expressions. */
export {
  BipartiteBuilder,
  type BipartiteGraph,
  createBipartiteGraph,
  transposeGraph,
  type VariableIncidence,
} from './bipartite.ts'
export { type Blocks, sortEquations, sortIntoBlocks } from './blt.ts'
export { decomposeCoarsely } from './dulmage-mendelsohn.ts'
export {
  type EliminationInput,
  type EliminationResult,
  eliminateIntegerRows,
  ROW_STATUS,
  VARIABLE_ROLE,
} from './integer-elimination.ts'
export { createIntegerRows, type IntegerRows } from './integer-rows.ts'
export { findMaximumMatching, type Matching, type MatchingOptions } from './matching.ts'
export { checkStructure, type IndexReduction, reduceIndex, type StructureCheck } from './pantelides.ts'
export { STATE_PREFERENCE, type StateSelection, selectStates } from './states.ts'
export { type Solvability, type Tearing, tearBlock } from './tearing.ts'
