import type { CscPattern } from '../../math/index.ts'

/**
 * Return value of a user function: nothing for success, 'retry' if it cannot be evaluated here but perhaps after a
 * smaller step, 'abort' to end the run with an error. Words and not numbers, so that an arrow function that happens to
 * return the value of its assignment is not misunderstood.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a function without a return statement is the normal case
export type Outcome = void | 'retry' | 'abort'

/** Functions of time and state whose sign changes are events. */
export interface RootFunctions {
  /** Number of functions. */
  readonly n: number
  /** Writes `z[0..n)` for time `t` [s] and state `x`. */
  readonly g: (t: number, x: Float64Array, z: Float64Array) => Outcome
  /** Per function: +1 only rising, -1 only falling, 0 both (default 0 for all). */
  readonly direction?: ArrayLike<number>
  /**
   * Per function: 1 if every event replaces it by another function, as the least distance of those pairs of bodies that
   * do not touch yet. Its value after an event counts unchanged, even just after a crossing: otherwise it would be
   * taken for zero, and a second crossing within the width of the first would be lost (default 0 for all).
   */
  readonly renewed?: ArrayLike<number>
  /** Equidistant extra points inside every step at which the signs are also checked (default 0). */
  readonly checkPoints?: number
  /**
   * Longest time between two checks of the signs inside a step [s]: a change that lasts longer is found (default:
   * none).
   */
  readonly checkInterval?: number
}

/**
 * Rates of change of quantities, or parts of them, whose changes may be so short that a step jumps over them: those of
 * user functions. Every step is checked in between (rate-watch.ts), and repeated with shorter ones where it has missed
 * something.
 */
export interface WatchedRates {
  /** Number of rates. */
  readonly n: number
  /** Writes the rates `w[0..n)` for time `t` [s] and state `x`. */
  readonly g: (t: number, x: Float64Array, w: Float64Array) => Outcome
  /** Tolerance of the integral of rate `k`, with the state of the last call of `g`. */
  readonly tolerance: (k: number) => number
  /** Longest time between two looks inside a step [s]: a change that lasts longer is found. */
  readonly interval: number
  /**
   * Called if a step of any length misses something at `time` [s], in rate `k`; after that nothing is watched.
   */
  readonly onMissed: (k: number, start: number, end: number, time: number) => void
}

/** `dx/dt = f(t, x)`. */
export interface OdeProblem {
  /** Number of states; may be 0. */
  readonly n: number
  /** Writes the derivatives of `x` at time `t` [s] to `dx`; must not keep or change `x`. */
  readonly f: (t: number, x: Float64Array, dx: Float64Array) => Outcome
  /**
   * Exact Jacobian ∂f/∂x. Without `sparsity`, `J` is dense and row-major (n × n), zero on entry. With `sparsity`, `J`
   * holds the values of the pattern in its own order, zero on entry. Left out: finite differences.
   */
  readonly jacobian?: (t: number, x: Float64Array, J: Float64Array) => Outcome
  /** Where ∂f/∂x may be non-zero: sparse linear algebra, and colored finite differences without `jacobian`. */
  readonly sparsity?: CscPattern
  /**
   * Without `sparsity`: rows with few entries, as x' = v of a motion, which are eliminated before dense linear algebra
   * begins.
   */
  readonly sparseRows?: SparseRows
  readonly roots?: RootFunctions
  /** Rates whose changes steps must not miss; not for problems in islands. */
  readonly watch?: WatchedRates
  /**
   * Receives the absolute tolerances of a solver before it starts (n): its copy of those in the options. A problem that
   * knows, or finds out during the run, for which states smaller changes matter may lower entries, now and later in `f`
   * and `jacobian`; they take effect from then on. Not for `islands`, which use the tolerances at the start.
   */
  readonly takeTolerances?: (atol: Float64Array) => void
  /**
   * Moves a solution back to invariants that it must satisfy, as constraints between states whose derivatives f
   * fulfills: called at the end of every step, whose error is below the tolerances. Returns true if `x` has changed, or
   * that the step must be shorter, because invariants determine too little at its end. `islands` have their own.
   */
  readonly project?: (t: number, x: Float64Array) => boolean | 'shorter'
  /** Method 'auto' integrates each island with separate steps; f and the pattern of the whole are not used then. */
  readonly islands?: ProblemIslands
}

/** Rows of ∂f/∂x that are zero except at known places; all other rows may be full. */
export interface SparseRows {
  /** Numbers of these rows, ascending (m). */
  readonly rows: Int32Array
  /** Start of each of them in `colIdx`, then the number of entries (m + 1). */
  readonly rowPtr: Int32Array
  /** Column of each entry, ascending within a row. */
  readonly colIdx: Int32Array
}

/** A problem that consists of islands that do not influence each other between two (re)starts. */
export interface ProblemIslands {
  /** States in no island, to whose derivatives every island adds its share, and on which nothing depends. */
  readonly integrals: Int32Array
  /** The current islands. All other states are in one of them. */
  list(): readonly ProblemIsland[]
}

/** One of these islands. Vectors have its states, then the integrals. */
export interface ProblemIsland {
  /** States of the island, ascending. */
  readonly states: Int32Array
  /**
   * Identifies the states and all else on which f depends: an island with the same key after a restart continues as if
   * nothing had happened.
   */
  readonly key: string
  /** Method to start with. */
  readonly expect: 'stiff' | 'nonstiff'
  /** Writes the derivatives of the states of the island, and its share of those of the integrals. */
  readonly f: (t: number, x: Float64Array, dx: Float64Array) => Outcome
  /** As in {@link OdeProblem}. */
  readonly sparsity?: CscPattern
  readonly sparseRows?: SparseRows
  /** As in {@link OdeProblem}, for the states of the island. */
  readonly project?: (t: number, x: Float64Array) => boolean | 'shorter'
  /** Longest step from here [s]. */
  readonly longestStep: (t: number, x: Float64Array) => number
  /**
   * Positive where f follows another law than the solution, beyond an event that has not been located yet: there a step
   * ends soon after. Called at the ends of steps, and for such steps inside of them.
   */
  readonly exit: (t: number, x: Float64Array) => number
  /** True if the last located change of sign of a root function concerns this island, or may do so. */
  readonly isAtEvent: () => boolean
}

/** Root functions of an implicit problem. */
export interface DaeRootFunctions extends Omit<RootFunctions, 'g'> {
  readonly g: (t: number, y: Float64Array, yp: Float64Array, z: Float64Array) => Outcome
}

/** `0 = F(t, y, yp)` of index at most 1, or index 2 in stabilized form, with `yp = dy/dt`. */
export interface DaeProblem {
  readonly n: number
  /** Writes the residuals of the n equations to `res`; must not keep or change `y` and `yp`. */
  readonly residual: (t: number, y: Float64Array, yp: Float64Array, res: Float64Array) => Outcome
  /**
   * Exact iteration matrix ∂F/∂y + c ∂F/∂yp, stored as for {@link OdeProblem.jacobian}. Left out: finite differences.
   */
  readonly jacobian?: (t: number, y: Float64Array, yp: Float64Array, c: number, J: Float64Array) => Outcome
  /** Where ∂F/∂y or ∂F/∂yp may be non-zero. */
  readonly sparsity?: CscPattern
  /** Per variable: non-zero (true) if its derivative appears in F (default: all). */
  readonly differential?: ArrayLike<number | boolean>
  readonly roots?: DaeRootFunctions
}
