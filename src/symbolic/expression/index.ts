/** Expressions as data: building, walking, printing, evaluating; the functions of the language. */
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
  EquationStatement,
  Expr,
  ExprBase,
  ForStatement,
  IfExpr,
  IfStatement,
  IndexExpr,
  Iterator,
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
export { findNamedArgument, namedArgument, nameOfArgument, orderArguments } from './named-arguments.ts'
export { collectNames, dependsOn, mapNames, substitute, visitNames } from './names.ts'
export { OPERATORS, SYMBOL_OPERATORS } from './operators.ts'
export { printEquation, printExpr } from './print-expr.ts'
export { errorAt, locate, placeFields, placeMessage } from './source-text.ts'
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
