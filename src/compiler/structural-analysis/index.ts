/** Graphs of equations and unknowns, independent of expressions: matching, Pantelides, dummy derivatives, BLT, tearing. */
export {
  BipartiteBuilder,
  type BipartiteGraph,
  createBipartiteGraph,
  transposeGraph,
  type VariableIncidence,
} from './bipartite-graph.ts'
export { decomposeByDulmageMendelsohn } from './dulmage-mendelsohn.ts'
export { STATE_PREFERENCE, type StateSelection, selectDummyDerivatives } from './dummy-derivatives.ts'
export {
  type EliminationInput,
  type EliminationResult,
  eliminateIntegerRows,
  ROW_STATUS,
  VARIABLE_ROLE,
} from './eliminate-integer-rows.ts'
export { createIntegerRows, type IntegerRows } from './integer-rows.ts'
export { findMaximumMatching, type Matching, type MatchingOptions } from './maximum-matching.ts'
export {
  checkStructure,
  type IndexReduction,
  reduceIndexByPantelides,
  type StructureCheck,
} from './pantelides.ts'
export { type BltBlocks, matchAndSort, sortIntoBlt } from './tarjan-blt.ts'
export { type Solvability, type Tearing, tearBlock } from './tearing.ts'
