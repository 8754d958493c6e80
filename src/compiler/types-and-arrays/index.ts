/** Ranks and types of expressions; equations of arrays: comprehensions, elements, functions of several results. */
export { checkDeclaredTypes } from './check-declared-types.ts'
export { assertNumericSystems, checkTypes } from './check-types.ts'
export { expandResults } from './expand-results.ts'
export { gatherElements } from './gather-elements.ts'
export { inferRanks } from './infer-ranks.ts'
export { createIsScalar, createModelRanks } from './model-ranks.ts'
export { splitComponentArrays } from './split-component-arrays.ts'
export { hasNewElements, type UnrolledRange, unrollComprehensions } from './unroll-comprehensions.ts'
