/** Sparse matrices by columns: LU, orderings, coloring. */
export { type ColumnColoring, colorColumns } from './coloring.ts'
export {
  assertCscPattern,
  type CscMatrix,
  type CscPattern,
  createCscFromDense,
  createCscFromTriplets,
  createDensePattern,
  createPatternFromPairs,
  createPatternFromRows,
  fillDenseFromCsc,
  findEntry,
  multiplyCsc,
  multiplyTransposeCsc,
  transposeCsc,
  transposePattern,
} from './sparse.ts'
export {
  createSparseLu,
  factorSparseLu,
  getPivotRatioSparseLu,
  type SparseLu,
  solveSparseLu,
} from './sparse-lu.ts'
export {
  type ComplexSparseLu,
  createComplexSparseLu,
  factorComplexSparseLu,
  solveComplexSparseLu,
} from './sparse-lu-complex.ts'
export { analyzeSparseLu, type SparseLuAnalysis } from './sparse-lu-structure.ts'
export { computeAmdOrdering } from './sparse-ordering.ts'
export { findMaximumTransversal } from './transversal.ts'
