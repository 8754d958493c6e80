/** Equations of arrays: ranks, comprehensions, functions of several results. */
export { balanceArrays } from './balance-arrays.ts'
export { gatherElements } from './gather-elements.ts'
export { createIsScalar, createModelRanks, type RankOf } from './model-ranks.ts'
export { inferRanks } from './ranks.ts'
export { expandResults, shareCalls } from './several-results.ts'
export { hasNewElements, type UnrolledRange, unrollComprehensions } from './unroll-comprehensions.ts'
