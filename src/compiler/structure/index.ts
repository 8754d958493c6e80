/** Graphs of equations and unknowns: matching, blocks, tearing, states; independent of expressions. */
export {
  BipartiteBuilder,
  type BipartiteGraph,
  createBipartiteGraph,
  transposeGraph,
  type VariableIncidence,
} from './bipartite-graph.ts'
export { decomposeCoarsely } from './decompose-coarsely.ts'
export {
  type EliminationInput,
  type EliminationResult,
  eliminateIntegerRows,
  ROW_STATUS,
  VARIABLE_ROLE,
} from './eliminate-integer-rows.ts'
export { createIntegerRows, type IntegerRows } from './integer-rows.ts'
export { findMaximumMatching, type Matching, type MatchingOptions } from './matching.ts'
export { checkStructure, type IndexReduction, reduceIndex, type StructureCheck } from './reduce-index.ts'
export { STATE_PREFERENCE, type StateSelection, selectStates } from './select-states.ts'
export { type Blocks, sortEquations, sortIntoBlocks } from './sort-equations.ts'
export { type Solvability, type Tearing, tearBlock } from './tear-block.ts'
