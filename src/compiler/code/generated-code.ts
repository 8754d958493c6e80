/** Source of the generated functions; all are arrow functions of `(v, a, o, c, r, …)`. */
export interface GeneratedCode {
  /** Computes everything that derivatives and crossing functions depend on, one after the other. */
  readonly dynamics: readonly string[]
  /** Computes what is left: variables that are only looked at. */
  readonly rest: readonly string[]
  /** left - right of every state condition, to the last argument. */
  readonly crossings: string
  /** Residuals of the systems, to the last argument. */
  readonly residuals: readonly string[]
  /** Derivatives of the residuals along a direction of the unknowns, to the last argument; null: there are none. */
  readonly residualTangents: readonly (string | null)[]
  /** Functions and objects that the code mentions, as `r.table`. */
  readonly table: readonly unknown[]
}
