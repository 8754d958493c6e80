/** Results as inputs and outputs of commands: files, pictures, diagrams, comparisons, summaries. */
export { type Comparison, compareTables, type Deviation } from './deviations.ts'
export { haveSameSpan } from './moments.ts'
export { isModelReference, type OpenTable, openTable } from './open-table.ts'
export {
  checkResultName,
  encodeTable,
  RESULT_EXTENSIONS,
  RUN_EXTENSIONS,
  readTable,
  writeTable,
} from './read-write-table.ts'
export { describeRun, printRun } from './run-summary.ts'
export {
  assertSignal,
  type DiagramOptions,
  drawDiagrams,
  filterNames,
  printDiagrams,
  readLayout,
} from './show-diagrams.ts'
export { isStream, StreamFile } from './stream-file.ts'
export {
  checkPictureName,
  checkWritable,
  drawPng,
  type WrittenFile,
  writeFile,
  writePicture,
} from './write-file.ts'
