/** Expressions as data: building, walking, printing, evaluating; the functions of the language. No models. */
export {
  type Algorithm,
  type AlgorithmFunction,
  type AlgorithmStatement,
  type AlgorithmVariable,
  algorithmOf,
  type DifferentiationContext,
  differentiateAlgorithm,
  differentiateAlong,
  differentiateTime,
  expandDerivatives,
  findUndeclared,
  hasDerivative,
  type LinearSolution,
  linearFactor,
  MAX_REPETITIONS,
  parseAlgorithm,
  partial,
  type RecordField,
  rateName,
  rememberAlgorithm,
  runAlgorithm,
  type ShapeContext,
  simplify,
  solveFor,
  variablesOf,
} from './algebra/index.ts'
export { applyBinary, negate, power } from './arithmetic.ts'
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
export { BUILTINS, CONSTANTS, isReduction, shapeByArguments } from './builtins.ts'
export { applyFunction, type EvaluationContext, evaluate } from './evaluate.ts'
export type {
  ArrayExpr,
  BooleanExpr,
  Branch,
  CallExpr,
  CallStatement,
  ComprehensionExpr,
  EndExpr,
  Expr,
  ExprBase,
  ForStatement,
  IfExpr,
  IfStatement,
  IndexExpr,
  MemberExpr,
  NameExpr,
  NumberExpr,
  ObjectExpr,
  Position,
  RangeExpr,
  Source,
  Statement,
  StringExpr,
  TupleExpr,
  WhenStatement,
} from './expr.ts'
export {
  describeFunction,
  type FunctionInfo,
  type FunctionInput,
  type JacobianFunction,
  type JacobianSite,
  type MemoryCall,
  propertiesOf,
  type Remembered,
  type ResultShape,
  shapeOfCall,
  shapeOfResult,
} from './functions.ts'
export { expressionsIn, mapStatement } from './map-statement.ts'
export { matrixOfBlocks } from './matrix-functions.ts'
export {
  findNamedArgument,
  inputsOfOperator,
  namedArgument,
  nameOfArgument,
  orderArguments,
  RECORD,
} from './named-arguments.ts'
export { collectNames, dependsOn, mapNames, substitute, visitNames } from './names.ts'
export { CLOCK_OPERATORS, COMPARISONS, OPERATORS, SAMPLING_OPERATORS, SYMBOL_OPERATORS } from './operators.ts'
export {
  isExpr,
  KEYWORDS,
  parseExpression,
  parseStatements,
  parseTemplate,
  parseTemplateExpression,
  quantityExpr,
  SyntaxProblem,
  valueToExpr,
} from './parse/index.ts'
export { printEquation, printExpr } from './print-expr.ts'
export { errorAt, placeFields, placeMessage } from './source-text.ts'
export { countRange, elementsAt, sizeOfDimension } from './subscripts.ts'
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
export {
  collect,
  copyArray,
  createMatrix,
  dataOf,
  describeValue,
  type EvaluatedValue,
  isMatrix,
  isNumeric,
  type MatrixValue,
  sameShape,
} from './values.ts'
