import type { CallStatement, Expr, FunctionInfo, Position } from '../../symbolic/index.ts'

/** An equation of a component, without loops and branches around it. */
export interface PlainEquation {
  readonly kind: 'equation'
  readonly left: Expr
  readonly right: Expr
  /** The equations of the branches that it unites: their units are checked one by one. */
  readonly cases?: readonly PlainEquation[]
  readonly pos?: Position
}

/** One branch of a `when`. */
export interface PlainWhen {
  readonly kind: 'when'
  readonly condition: Expr
  readonly body: readonly (PlainEquation | CallStatement)[]
  /** Branches with the same number are a chain: of those that become true together, the first one acts. */
  readonly chain?: number
  readonly pos?: Position
}

/** A statement without loops and branches. */
export type PlainStatement = PlainEquation | PlainWhen | CallStatement

/** Statements of a block of equations, and the functions that they call. */
export interface PlainBlock {
  readonly statements: readonly PlainStatement[]
  readonly functions: ReadonlyMap<string, FunctionInfo>
}
