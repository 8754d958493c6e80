/** Results and models as inputs of commands: opened, plotted, compared, listed, with their source. */
export { type Comparison, compareTables, type Deviation } from './deviations.ts'
export {
  assertSignal,
  type DiagramOptions,
  drawDiagrams,
  filterNames,
  printDiagrams,
  readLayout,
} from './diagrams.ts'
export { listSettable, type Settable } from './list-settable.ts'
export { haveSameSpan } from './moments.ts'
export { isModelReference, type OpenTable, openTable } from './open-table.ts'
export { describeSource, type RunSource, readSource } from './source.ts'
