/** Equations of arrays: ranks, comprehensions, functions of several results. */
export { balanceArrays } from './balance-arrays.ts'
export { type ExpandedEquation, gatherElements } from './gather-elements.ts'
export { inferRanks, type RankOf, rankOfName } from './ranks.ts'
export { expandResults, shareCalls } from './several-results.ts'
export { hasNewElements, type UnrolledRange, unrollComprehensions } from './unroll-comprehensions.ts'
