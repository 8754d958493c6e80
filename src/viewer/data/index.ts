/** What the viewer takes from a table: its tree of components, events, log, values and texts. No DOM. */
export { type Component, createComponentTree, findComponent, lastPart, parentPath } from './component-tree.ts'
export { describeResult } from './describe-result.ts'
export { findEvents, findLast, findSteps, nextAbove, nextBelow } from './event-times.ts'
export { chooseDiagrams } from './first-signals.ts'
export { createLog, LOG_KINDS, type LogKind } from './log.ts'
export { type ParameterValue, parseParameter, printParameter } from './parameter-value.ts'
export { printConstant, printSeconds, printTicks, printUnit, printValues } from './print.ts'
export { createSignalTree, type SignalNode, searchSignals } from './signal-tree.ts'
