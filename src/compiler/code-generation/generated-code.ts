/** Source of the generated functions; all are arrow functions of `(v, a, o, c, r, …)`. */
export interface GeneratedCode {
  /** Computes everything on which derivatives and event indicators depend, in order. */
  readonly dynamics: readonly string[]
  /** Computes the remaining variables, which only the results need. */
  readonly rest: readonly string[]
  /** Writes the event indicators of the conditions, left - right, to the last argument; 1 for time events. */
  readonly eventIndicators: string
  /** Write the residuals of the systems to the last argument. */
  readonly residuals: readonly string[]
  /**
   * Write the derivatives of the residuals along a direction of the unknowns to the last argument; null: no
   * derivatives.
   */
  readonly residualTangents: readonly (string | null)[]
  /** Functions and objects used by the code, as `r.table`. */
  readonly table: readonly unknown[]
}
