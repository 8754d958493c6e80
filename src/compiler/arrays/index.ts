/** Equations of arrays: ranks, comprehensions, functions of several results. */
export { balanceArrays } from './balance-arrays.ts'
export { expandResults } from './expand-results.ts'
export { gatherElements } from './gather-elements.ts'
export { inferRanks } from './infer-ranks.ts'
export { createIsScalar, createModelRanks } from './model-ranks.ts'
export { shareCalls } from './share-calls.ts'
export { hasNewElements, type UnrolledRange, unrollComprehensions } from './unroll-comprehensions.ts'
