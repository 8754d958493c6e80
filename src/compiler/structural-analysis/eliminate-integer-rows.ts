/**
 * Alias elimination and removal of singularities on the equations Σ c_j·x_j = 0 with integer coefficients (±1 in
 * connection equations and the like): exact, without fractions [Otter & Elmqvist, Modelica Conference 2017].
 *
 *  1. Rows of one or two variables: zeros and aliases, in sets with signs; the shorter list of occurrences is merged
 *     into the longer, so that 100 000 connection equations cost O(n·log n).
 *  2. Elimination on a copy of the rest: columns of local variables (which occur in no other equation), then of the
 *     other algebraic ones, of derivatives, of potential states; the rarest variable first, pivot in the shortest row.
 *     Whenever a row shrinks to one or two variables, step 1 has precedence. Results: a row that vanishes is redundant;
 *     a row may become a zero or an alias; a row with only states (and derivatives) is a constraint; a local variable
 *     without pivot is undetermined (a potential without ground) and is set to zero.
 *  3. Equations that only served as pivots return in their original, sparse form with aliases substituted: the result
 *     is equivalent to the input, and has full row rank.
 *
 * Potential states and derivatives are never zero or alias; equations among them stay equations.
 */
import { divideByGcd, IntegerMatrix, type IntegerRows } from './integer-rows.ts'
import { SignedUnionFind } from './signed-union-find.ts'

/** Roles of variables, in the order in which columns are eliminated. */
export const VARIABLE_ROLE = {
  /** Occurs only in the integer rows. */
  local: 0,
  /** Also occurs in other equations, but never differentiated. */
  algebraic: 1,
  /** A derivative of a potential state. */
  derivative: 2,
  /** A variable whose derivative occurs. */
  state: 3,
} as const

/** Statuses of a row after the elimination. */
export const ROW_STATUS = {
  /** Remains an equation with the same meaning. */
  kept: 0,
  /** Consumed: it has made a variable zero or an alias. */
  alias: 1,
  /** Follows from the others. */
  redundant: 2,
  /** Replaced by the equation between potential states (and derivatives) hidden in it. */
  constraint: 3,
} as const

export interface EliminationInput {
  readonly nVars: number
  readonly rows: IntegerRows
  /** Role of each variable, see `VARIABLE_ROLE` (nVars). */
  readonly role: Uint8Array
  /** Rank for the choice of the kept name of an alias set: the largest value, then the variable named first (nVars). */
  readonly keepRank?: ArrayLike<number>
  /**
   * Maximum number of entries touched in step 2 per entry of the input, default 1000; rows not processed by then are
   * kept.
   */
  readonly maxWork?: number
}

export interface EliminationResult {
  /** x[v] = sign[v]·x[representative[v]]; itself for a kept or zero variable (nVars). */
  readonly representative: Int32Array
  /** +1 or -1; 0 = the variable is zero (nVars). */
  readonly sign: Int8Array
  /** Representatives of undetermined variables set to zero: they could have any value. Ascending. */
  readonly arbitrary: Int32Array
  /** Status of each row of the input, see `ROW_STATUS` (nRows). */
  readonly rowStatus: Uint8Array
  /** Remaining equations, kept ones and constraints, in representatives only. */
  readonly rows: IntegerRows
  /** Row of the input from which each of them comes, ascending. */
  readonly source: Int32Array
  /** Number of entries touched. */
  readonly operations: number
}

/** Performs the exact elimination. */
export function eliminateIntegerRows(input: EliminationInput): EliminationResult {
  const elimination = new Elimination(input)
  elimination.enterRows()
  elimination.removeAliases()
  elimination.eliminateColumns()
  elimination.restoreRows()
  return elimination.result()
}

/** Maximum column count; the choice of the pivot does not distinguish larger ones. */
const MAX_COUNT = 64

class Elimination {
  private readonly input: EliminationInput
  private readonly nRows: number
  private readonly sets: SignedUnionFind
  /** Role of the set of a root: the highest role of its variables. */
  private readonly role: Uint8Array
  private readonly status: Uint8Array
  /** Rows under elimination; after `restoreRows`, the remaining rows. */
  private matrix: IntegerMatrix
  /** Rows that have become short and must be processed. */
  private readonly short: number[] = []
  /** Rows to be restored, by index. */
  private readonly original: (Map<number, number> | undefined)[] = []
  private readonly arbitrary: number[] = []
  private operations = 0

  constructor(input: EliminationInput) {
    this.input = input
    this.nRows = input.rows.rowPtr.length - 1
    this.sets = new SignedUnionFind(input.nVars)
    this.role = input.role.slice()
    this.status = new Uint8Array(this.nRows)
    this.matrix = this.createMatrix()
  }

  /** Puts rows of two variables directly into the sets, the others into the matrix. */
  enterRows(): void {
    const { rowPtr, vars, coefs } = this.input.rows
    const long: number[] = []
    for (let r = 0; r < this.nRows; r++) {
      const p = rowPtr[r]
      const isPair = rowPtr[r + 1] - p === 2 && Math.abs(coefs[p]) === Math.abs(coefs[p + 1])
      if (!isPair || !this.unite(r, vars[p], vars[p + 1], coefs[p] === coefs[p + 1] ? -1 : 1)) long.push(r)
    }
    for (const r of long) {
      const row = new Map<number, number>()
      for (let p = rowPtr[r]; p < rowPtr[r + 1]; p++) this.addTo(row, vars[p], coefs[p])
      divideByGcd(row)
      this.matrix.setRow(r, row)
      this.short.push(r)
    }
  }

  /** Step 1: finds zeros and aliases in all rows that are short or become short. */
  removeAliases(): void {
    for (;;) {
      const r = this.short.pop()
      if (r === undefined) return
      const row = this.matrix.rows[r]
      if (row === undefined || row.size > 2) continue
      if (row.size === 0) {
        this.matrix.removeRow(r)
        this.status[r] = 2
        continue
      }
      const [[v, cv], second] = row
      if (second === undefined) {
        if (this.role[v] >= VARIABLE_ROLE.derivative) continue
        this.sets.setZero(v)
        this.drop(r)
        this.matrix.substitute(v, v, 0)
      } else {
        const [w, cw] = second
        const isFixed = this.role[v] >= VARIABLE_ROLE.derivative && this.role[w] >= VARIABLE_ROLE.derivative
        if (Math.abs(cv) !== Math.abs(cw) || isFixed) continue
        this.drop(r)
        // Merge the shorter column into the longer one
        const isFirst = this.matrix.count[v] <= this.matrix.count[w]
        this.merge(isFirst ? v : w, isFirst ? w : v, cv === cw ? -1 : 1)
      }
    }
  }

  /** Step 2: Gaussian elimination, role by role. */
  eliminateColumns(): void {
    const { matrix } = this
    for (let r = 0; r < this.nRows; r++) {
      if (matrix.rows[r] !== undefined) this.original[r] = matrix.freezeRow(r)
    }
    const maxWork = matrix.operations + (this.input.maxWork ?? 1000) * (this.input.rows.vars.length + 100)
    const queue = new CountQueue(matrix)
    matrix.onCount = (v) => queue.push(v)
    const isPivoted = new Uint8Array(this.input.nVars)
    const isFrozen = new Uint8Array(this.nRows)
    let nFrozen = 0
    for (let role = 0; role <= VARIABLE_ROLE.state; role++) {
      // From here on, rows contain no variable below this role
      if (role >= VARIABLE_ROLE.derivative) {
        for (let r = 0; r < this.nRows; r++) {
          const row = matrix.rows[r]
          if (row !== undefined && isFrozen[r] === 0) this.keepAsConstraint(r, row)
        }
      }
      for (let v = 0; v < this.input.nVars; v++) if (matrix.count[v] > 0) queue.push(v)
      for (;;) {
        this.removeAliases()
        const v = queue.pop((w) => this.role[w] === role && isPivoted[w] === 0)
        if (v < 0) break
        // Work limit exceeded: the remaining rows stay unchanged
        if (matrix.operations > maxWork) {
          this.operations += matrix.operations
          return
        }
        // Pivot: the shortest row
        const rows = matrix.rowsOf(v).filter((r) => isFrozen[r] === 0)
        isPivoted[v] = 1
        if (rows.length === 0) continue
        let best = rows[0]
        for (const r of rows) if (matrix.rows[r]!.size < matrix.rows[best]!.size) best = r
        const pivot = matrix.removeRow(best)
        for (const r of rows) {
          if (r === best || matrix.eliminate(r, v, pivot)) continue
          // Coefficients too large: the row stays unchanged
          isFrozen[r] = 1
          nFrozen++
        }
      }
      if (role === VARIABLE_ROLE.local && nFrozen === 0) this.collectArbitrary(isPivoted)
    }
    this.operations += matrix.operations
  }

  /** Step 3: restores the remaining rows with zeros and aliases substituted, and processes rows that become short. */
  restoreRows(): void {
    this.matrix = this.createMatrix()
    for (let r = 0; r < this.nRows; r++) {
      const old = this.original[r]
      if (old === undefined || this.status[r] === ROW_STATUS.alias || this.status[r] === ROW_STATUS.redundant)
        continue
      let row = old
      if (!this.isUpToDate(old)) {
        row = new Map()
        for (const [v, c] of old) this.addTo(row, v, c)
        divideByGcd(row)
      }
      this.matrix.setRow(r, row)
      this.short.push(r)
    }
    this.removeAliases()
    this.operations += this.matrix.operations
  }

  result(): EliminationResult {
    const { nVars } = this.input
    const representative = new Int32Array(nVars)
    const sign = new Int8Array(nVars)
    for (let v = 0; v < nVars; v++) {
      const root = this.sets.find(v)
      representative[v] = this.sets.isZero(root) ? v : this.sets.getRepresentative(root)
      sign[v] = this.sets.isZero(root) ? 0 : this.signOf(v, root) * this.sets.getRepresentativeSign(root)
    }
    const rowPtr = [0]
    const vars: number[] = []
    const coefs: number[] = []
    const source: number[] = []
    for (let r = 0; r < this.nRows; r++) {
      const row = this.matrix.rows[r]
      if (row === undefined) continue
      source.push(r)
      // root = sign·representative; the first coefficient positive
      const entries = Array.from(row, ([v, c]) => [
        this.sets.getRepresentative(v),
        c * this.sets.getRepresentativeSign(v),
      ]).sort((a, b) => a[0] - b[0])
      const flip = entries[0][1] < 0 ? -1 : 1
      for (const [v, c] of entries) {
        vars.push(v)
        coefs.push(flip * c)
      }
      rowPtr.push(vars.length)
    }
    return {
      representative,
      sign,
      arbitrary: Int32Array.from(this.arbitrary).sort(),
      rowStatus: this.status,
      rows: {
        rowPtr: Int32Array.from(rowPtr),
        vars: Int32Array.from(vars),
        coefs: Float64Array.from(coefs),
      },
      source: Int32Array.from(source),
      operations: this.operations,
    }
  }

  private createMatrix(): IntegerMatrix {
    const matrix = new IntegerMatrix(this.input.nVars)
    matrix.onShorter = (r) => {
      if (matrix.rows[r]!.size <= 2) this.short.push(r)
    }
    return matrix
  }

  /** True if all variables of a row are roots, and not zero. */
  private isUpToDate(row: Map<number, number>): boolean {
    for (const v of row.keys()) if (this.sets.find(v) !== v || this.sets.isZero(v)) return false
    return true
  }

  /** Removes a row that has made a variable zero or an alias. */
  private drop(r: number): void {
    this.matrix.removeRow(r)
    this.status[r] = ROW_STATUS.alias
  }

  /** Adds c·v to a row, in terms of the root of v. */
  private addTo(row: Map<number, number>, v: number, c: number): void {
    const root = this.sets.find(v)
    if (this.sets.isZero(root)) return
    const sum = (row.get(root) ?? 0) + c * this.signOf(v, root)
    if (sum === 0) row.delete(root)
    else row.set(root, sum)
  }

  /** v = sign·root, after `find`. */
  private signOf(v: number, root: number): number {
    return v === root ? 1 : this.sets.getSign(v)
  }

  /** Processes row r: v = sign·w, before the matrix exists. False if the row must be processed again. */
  private unite(r: number, v: number, w: number, sign: number): boolean {
    const a = this.sets.find(v)
    const b = this.sets.find(w)
    const s = sign * this.signOf(v, a) * this.signOf(w, b)
    if (a === b) {
      if (s === -1) return false
      this.status[r] = ROW_STATUS.redundant
      return true
    }
    if (this.role[a] >= VARIABLE_ROLE.derivative && this.role[b] >= VARIABLE_ROLE.derivative) return false
    this.status[r] = ROW_STATUS.alias
    this.join(a, b, s)
    return true
  }

  /** Joins the sets of two roots with a = sign·b; b becomes the root. */
  private join(a: number, b: number, sign: number): void {
    const { keepRank } = this.input
    const ra = this.sets.getRepresentative(a)
    const rb = this.sets.getRepresentative(b)
    let isFirst = ra < rb
    if (keepRank !== undefined && keepRank[ra] !== keepRank[rb]) isFirst = keepRank[ra] > keepRank[rb]
    if (this.role[a] >= VARIABLE_ROLE.derivative) isFirst = true
    if (this.role[b] >= VARIABLE_ROLE.derivative) isFirst = false
    this.sets.link(a, b, sign, isFirst)
    this.role[b] = Math.max(this.role[a], this.role[b])
  }

  /** Applies a = sign·b in the sets and in the matrix. */
  private merge(a: number, b: number, sign: number): void {
    this.join(a, b, sign)
    this.matrix.substitute(a, b, sign)
  }

  /** Keeps a row with only potential states and derivatives in this form. */
  private keepAsConstraint(r: number, row: Map<number, number>): void {
    const old = this.original[r]!
    let isSame = old.size === row.size
    for (const [v, c] of row) if (old.get(v) !== c) isSame = false
    if (isSame) return
    this.original[r] = this.matrix.freezeRow(r)
    this.status[r] = ROW_STATUS.constraint
  }

  /** Collects local sets that no row determines; they are set to zero. */
  private collectArbitrary(isPivoted: Uint8Array): void {
    const { vars } = this.input.rows
    const seen = new Uint8Array(this.input.nVars)
    for (let p = 0; p < vars.length; p++) {
      const root = this.sets.find(vars[p])
      if (seen[root] === 1) continue
      seen[root] = 1
      if (this.role[root] !== VARIABLE_ROLE.local || this.sets.isZero(root)) continue
      if (isPivoted[root] === 1 || this.matrix.count[root] > 0) continue
      this.sets.setZero(root)
      this.arbitrary.push(this.sets.getRepresentative(root))
    }
  }
}

/** Variables by the number of their rows, smallest first; equal ones in last-in, first-out order. */
class CountQueue {
  private readonly matrix: IntegerMatrix
  private readonly stacks: number[][] = Array.from({ length: MAX_COUNT + 1 }, () => [])
  private lowest = 0

  constructor(matrix: IntegerMatrix) {
    this.matrix = matrix
  }

  push(v: number): void {
    const k = Math.min(this.matrix.count[v], MAX_COUNT)
    if (k === 0) return
    this.stacks[k].push(v)
    if (k < this.lowest) this.lowest = k
  }

  /** Removes and returns a variable with the smallest number of rows among the accepted ones; -1 if there is none. */
  pop(isAccepted: (v: number) => boolean): number {
    for (; this.lowest <= MAX_COUNT; this.lowest++) {
      const stack = this.stacks[this.lowest]
      while (stack.length > 0) {
        const v = stack.pop()!
        if (Math.min(this.matrix.count[v], MAX_COUNT) === this.lowest && isAccepted(v)) return v
      }
    }
    this.lowest = MAX_COUNT
    return -1
  }
}
