/** Values of expressions, and the functions of the language. */
export { applyBinary, negate } from './arithmetic.ts'
export { BUILTINS, CONSTANTS, isReduction } from './builtins.ts'
export { applyFunction, type EvaluationContext, evaluate } from './evaluate.ts'
export { countRange, elementsAt, sizeOfDimension } from './subscripts.ts'
