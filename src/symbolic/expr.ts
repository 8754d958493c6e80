/**
 * Expressions of the modeling language as an immutable tree. Operators and functions are calls, so that
 * differentiation, substitution and code generation are tables over the name of the call.
 */

/** A source text of expressions, for error messages. */
export interface Source {
  /** Name of the text, for example the path of the component. */
  readonly name: string
  readonly text: string
}

/** Half-open range of characters [start, end) in a source. */
export interface Position {
  readonly source: Source
  readonly start: number
  readonly end: number
}

/** The common property of all expressions. */
export interface ExprBase {
  /** Place in the source text, for messages; undefined: made by a program. */
  readonly pos?: Position
}

/** A literal number. */
export interface NumberExpr extends ExprBase {
  readonly kind: 'number'
  /** In SI units. */
  readonly value: number
  /** Original notation, if it has a unit: `quantity(25, 'degC')`. */
  readonly quantity?: { readonly value: number; readonly unit: string }
}

/** A literal true or false. */
export interface BooleanExpr extends ExprBase {
  readonly kind: 'boolean'
  readonly value: boolean
}

/** A literal text. */
export interface StringExpr extends ExprBase {
  readonly kind: 'string'
  readonly value: string
}

/** A variable or parameter by its dotted name; component subscripts are part of it: `cells[2].port.T`. */
export interface NameExpr extends ExprBase {
  readonly kind: 'name'
  readonly name: string
}

/**
 * A function or an operator. Operators: `+ - * / ^ neg`, their element-wise forms `.+ .- .* ./ .^`, relations `< <= >
 * >= == <>`, Boolean `and or not`. `der`, `pre`, `sample` and the other operators of the language are calls too.
 */
export interface CallExpr extends ExprBase {
  readonly kind: 'call'
  readonly fn: string
  readonly args: readonly Expr[]
}

/** `if condition then … else …`. */
export interface IfExpr extends ExprBase {
  readonly kind: 'if'
  readonly condition: Expr
  readonly then: Expr
  readonly else: Expr
}

/** `[a, b, c]`; a matrix `[a, b; c, d]` is an array of rows, which are arrays. */
export interface ArrayExpr extends ExprBase {
  readonly kind: 'array'
  readonly elements: readonly Expr[]
  /** Made by flattening: the variables of an array of components, `C.v`. */
  readonly isOfComponents?: true
  /** Written with `;`: the elements are rows, and arrays in them are blocks, `[A, b; c, 1]`. */
  readonly isBlocks?: true
}

/** `x[i]`, `A[i, j]`, `x[2:end]`. Subscripts count from 1. */
export interface IndexExpr extends ExprBase {
  readonly kind: 'index'
  readonly base: Expr
  readonly subscripts: readonly Expr[]
}

/** `C[i].v`: a member of a component, whose subscripts are expressions. Flattening replaces it by names. */
export interface MemberExpr extends ExprBase {
  readonly kind: 'member'
  readonly base: Expr
  readonly member: string
}

/** `from:to` or `from:step:to`, both ends included; a lone `:` as subscript is the range 1:end. */
export interface RangeExpr extends ExprBase {
  readonly kind: 'range'
  readonly from: Expr
  readonly step: Expr | null
  readonly to: Expr
}

/** Inside a subscript: the size of that dimension. */
export interface EndExpr extends ExprBase {
  readonly kind: 'end'
}

/** `[body for variable in range]`. */
export interface ComprehensionExpr extends ExprBase {
  readonly kind: 'comprehension'
  readonly body: Expr
  readonly variable: string
  readonly range: Expr
}

/** `(a, b) = f(x)`: the left side of a call with several results. */
export interface TupleExpr extends ExprBase {
  readonly kind: 'tuple'
  readonly elements: readonly Expr[]
}

/** A value of the host language that is passed unchanged: a function, a record, a table. */
export interface ObjectExpr extends ExprBase {
  readonly kind: 'object'
  readonly value: unknown
}

/** An expression. */
export type Expr =
  | NumberExpr
  | BooleanExpr
  | StringExpr
  | NameExpr
  | CallExpr
  | IfExpr
  | ArrayExpr
  | IndexExpr
  | MemberExpr
  | RangeExpr
  | EndExpr
  | ComprehensionExpr
  | TupleExpr
  | ObjectExpr

/** `left = right`. */
export interface EquationStatement extends ExprBase {
  readonly kind: 'equation'
  readonly left: Expr
  readonly right: Expr
}

/** A condition with the statements that hold, or act, under it. */
export interface Branch {
  readonly condition: Expr
  readonly body: readonly Statement[]
}

/**
 * `when a then … elsewhen b then … end when`: statements executed when the condition becomes true; of branches whose
 * conditions become true together, the first one.
 */
export interface WhenStatement extends ExprBase {
  readonly kind: 'when'
  readonly branches: readonly Branch[]
}

/** `for i in 1:n, j in 1:m loop … end for`: the last variable varies fastest. */
export interface ForStatement extends ExprBase {
  readonly kind: 'for'
  readonly iterators: readonly Iterator[]
  readonly body: readonly Statement[]
}

/** A loop variable and the vector of its values. */
export interface Iterator {
  readonly variable: string
  readonly range: Expr
}

/** `if a then … elseif b then … else … end if` around statements. */
export interface IfStatement extends ExprBase {
  readonly kind: 'if'
  readonly branches: readonly Branch[]
  readonly otherwise: readonly Statement[]
}

/** A call without a result: `reinit`, `assert(condition, message)`, `terminate(message)`, `connect(a, b, …)`. */
export interface CallStatement extends ExprBase {
  readonly kind: 'statement'
  readonly fn: 'reinit' | 'assert' | 'terminate' | 'connect'
  readonly args: readonly Expr[]
}

/** A statement of the language. */
export type Statement = EquationStatement | WhenStatement | ForStatement | IfStatement | CallStatement
