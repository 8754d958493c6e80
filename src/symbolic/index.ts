export { applyBinary, broadcast, dot, negate, truth } from './arithmetic.ts'
export {
  add,
  array,
  boolean,
  call,
  div,
  elementwise,
  ifExpr,
  index,
  isNumber,
  isZero,
  mul,
  name,
  neg,
  number,
  ONE,
  pow,
  sub,
  ZERO,
} from './build.ts'
export { BUILTINS, type BuiltinFunction, CONSTANTS, isReduction } from './builtins.ts'
export { checkCalls } from './check-calls.ts'
export {
  type DifferentiationContext,
  der,
  differentiateAlong,
  differentiateTime,
  expandDerivatives,
  hasDerivative,
  partial,
} from './differentiate.ts'
export { applyFunction, type EvaluationContext, evaluate } from './evaluate.ts'
export type * from './expr.ts'
export * from './functions.ts'
export { isExpr, quantityExpr, valueToExpr } from './host-values.ts'
export { KEYWORDS } from './lexer.ts'
export { type LinearParts, type LinearSolution, linearFactor, solveFor } from './linear.ts'
export { collectNames, dependsOn, mapNames, substitute, visitNames } from './names.ts'
export { type LanguageOperator, OPERATORS, SYMBOL_OPERATORS } from './operators.ts'
export {
  type ParsedExpression,
  type ParsedStatements,
  parseExpression,
  parseStatements,
  parseTemplate,
  parseTemplateExpression,
} from './parse.ts'
export { power } from './power.ts'
export { printEquation, printExpr } from './print.ts'
export { mayBeArray, type ShapeContext } from './shape.ts'
export { simplify } from './simplify.ts'
export { describePlace, errorAt, excerpt } from './source-text.ts'
export { countRange, elementsAt, sizeOfDimension } from './subscripts.ts'
export { SyntaxProblem } from './syntax-problem.ts'
export { checkTemperatures } from './temperatures.ts'
export {
  childrenOf,
  equalExpr,
  fold,
  mapExpr,
  renameCalls,
  size,
  someNode,
  visitExpr,
  withChildren,
} from './traverse.ts'
export { checkEquationUnits, type InferredUnit, inferUnit, type UnitOf } from './units.ts'
export {
  collect,
  createMatrix,
  dataOf,
  describeValue,
  type EvaluatedValue,
  isMatrix,
  isNumeric,
  type MatrixValue,
  sameShape,
  withData,
} from './values.ts'
