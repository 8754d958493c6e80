import type { Expr, Position } from '../expr.ts'

/** Type of a variable of a function. */
export type BaseType = 'Real' | 'Integer' | 'Boolean' | 'String'

/** A variable of a function with its declaration. */
export interface AlgorithmVariable {
  readonly name: string
  readonly role: 'input' | 'output' | 'protected'
  readonly type: BaseType
  /** Sizes of the dimensions, null for `:`; empty for a scalar. */
  readonly sizes: readonly (Expr | null)[]
  readonly unit?: string
  /** Value at the start; of an input, where the call leaves it out. */
  readonly value?: Expr
  readonly pos: Position
}

/** `x := e`, `x[i] := e`. */
export interface Assignment {
  readonly kind: 'assign'
  readonly target: string
  readonly subscripts: readonly Expr[]
  readonly value: Expr
  readonly pos: Position
}

/** A statement of an algorithm. */
export type AlgorithmStatement =
  | Assignment
  | {
      readonly kind: 'for'
      readonly variable: string
      readonly range: Expr
      readonly body: readonly AlgorithmStatement[]
    }
  | { readonly kind: 'while'; readonly condition: Expr; readonly body: readonly AlgorithmStatement[] }
  | {
      readonly kind: 'if'
      readonly branches: readonly { readonly condition: Expr; readonly body: readonly AlgorithmStatement[] }[]
      readonly otherwise: readonly AlgorithmStatement[]
    }
  | { readonly kind: 'assert'; readonly condition: Expr; readonly message: Expr; readonly pos: Position }
  | { readonly kind: 'break' | 'return' }

/** A function written as an algorithm: inputs, outputs, local variables, statements in their order. */
export interface Algorithm {
  readonly name: string
  readonly variables: readonly AlgorithmVariable[]
  readonly body: readonly AlgorithmStatement[]
}

/** The variables with a role, in the order of their declaration. */
export function variablesOf({ variables }: Algorithm, role: AlgorithmVariable['role']): AlgorithmVariable[] {
  return variables.filter((variable) => variable.role === role)
}
