/**
 * Homogeneous linear equations with integer coefficients, Σ c_j·x_j = 0, as a mutable sparse matrix: rows as maps,
 * columns as lists of rows, which may contain outdated entries.
 */

/** Rows of integer coefficients in compressed form. */
export interface IntegerRows {
  /** Start of each row, then the number of entries (nRows + 1). */
  readonly rowPtr: Int32Array
  /** Variables of the rows, each at most once in a row (nEntries). */
  readonly vars: Int32Array
  /** Coefficients, integers, not zero (nEntries). */
  readonly coefs: Float64Array
}

/** Creates rows from lists of [variable, coefficient]. */
export function createIntegerRows(rows: readonly (readonly (readonly [number, number])[])[]): IntegerRows {
  const rowPtr = new Int32Array(rows.length + 1)
  for (let r = 0; r < rows.length; r++) rowPtr[r + 1] = rowPtr[r] + rows[r].length
  const vars = new Int32Array(rowPtr[rows.length])
  const coefs = new Float64Array(rowPtr[rows.length])
  for (let r = 0; r < rows.length; r++) {
    for (let k = 0; k < rows[r].length; k++) {
      vars[rowPtr[r] + k] = rows[r][k][0]
      coefs[rowPtr[r] + k] = rows[r][k][1]
    }
  }
  return { rowPtr, vars, coefs }
}

/** A mutable sparse integer matrix. */
export class IntegerMatrix {
  /** Coefficients by variable; undefined for a removed row. */
  readonly rows: (Map<number, number> | undefined)[] = []
  /** Number of rows that contain each variable (nVars). */
  readonly count: Int32Array
  /** Number of entries touched: the work done. */
  operations = 0
  /** Called when a row becomes shorter, and when the number of rows of a variable changes. */
  onShorter: (row: number) => void = () => {}
  onCount: (variable: number) => void = () => {}
  private readonly columns: (number[] | undefined)[]
  /** Rows shared with a caller: they are copied before a change. */
  private readonly shared = new Set<Map<number, number>>()

  constructor(nVars: number) {
    this.count = new Int32Array(nVars)
    this.columns = new Array(nVars)
  }

  /** Sets a row. */
  setRow(r: number, row: Map<number, number>): void {
    this.rows[r] = row
    for (const v of row.keys()) this.enter(r, v)
  }

  /** Returns a row in its current state; later changes of the matrix do not affect it. */
  freezeRow(r: number): Map<number, number> {
    const row = this.rows[r]!
    this.shared.add(row)
    return row
  }

  /** Removes a row from the matrix and returns it. */
  removeRow(r: number): Map<number, number> {
    const row = this.rows[r]!
    this.rows[r] = undefined
    for (const v of row.keys()) this.leave(v)
    return row
  }

  /** Rows that contain a variable, each once. */
  rowsOf(v: number): number[] {
    const column = this.columns[v]
    if (column === undefined) return []
    this.operations += column.length
    // Drop outdated and duplicate entries
    const found = new Set<number>()
    for (let i = 0; i < column.length; i++) if (this.rows[column[i]]?.has(v)) found.add(column[i])
    const rows = Array.from(found)
    this.columns[v] = rows.slice()
    return rows
  }

  /** Replaces v by sign·w (or by zero, if sign = 0) in all rows. */
  substitute(v: number, w: number, sign: number): void {
    for (const r of this.rowsOf(v)) {
      const row = this.getOwnRow(r)
      const c = row.get(v)!
      row.delete(v)
      this.leave(v)
      if (sign !== 0) this.add(r, row, w, sign * c)
      this.onShorter(r)
    }
  }

  /**
   * Eliminates v from row r by a pivot row that is no longer in the matrix: row := (p·row - c·pivot)/gcd, with p and c
   * the coefficients of v. False, without a change, if a coefficient would exceed the range of exact integers.
   */
  eliminate(r: number, v: number, pivot: Map<number, number>): boolean {
    const row = this.getOwnRow(r)
    const p = pivot.get(v)!
    const c = row.get(v)!
    const g = gcd(p, c)
    const scale = p / g
    const factor = -c / g
    if (Math.abs(scale) !== 1 || Math.abs(factor) !== 1) {
      let largest = 0
      for (const a of row.values()) largest = Math.max(largest, Math.abs(a * scale))
      let largestPivot = 0
      for (const a of pivot.values()) largestPivot = Math.max(largestPivot, Math.abs(a * factor))
      if (largest + largestPivot > Number.MAX_SAFE_INTEGER) return false
    }
    if (scale !== 1) for (const [w, a] of row) row.set(w, a * scale)
    for (const [w, a] of pivot) this.add(r, row, w, a * factor)
    this.operations += pivot.size + (scale === 1 ? 0 : row.size)
    divideByGcd(row)
    this.onShorter(r)
    return true
  }

  /** Returns a row that may be changed. */
  private getOwnRow(r: number): Map<number, number> {
    const row = this.rows[r]!
    if (!this.shared.has(row)) return row
    const copy = new Map(row)
    this.rows[r] = copy
    return copy
  }

  private add(r: number, row: Map<number, number>, v: number, c: number): void {
    this.operations++
    const old = row.get(v)
    if (old === undefined) {
      row.set(v, c)
      this.enter(r, v)
    } else if (old + c === 0) {
      row.delete(v)
      this.leave(v)
    } else row.set(v, old + c)
  }

  private enter(r: number, v: number): void {
    this.operations++
    this.count[v]++
    const column = this.columns[v]
    if (column === undefined) this.columns[v] = [r]
    else column.push(r)
    this.onCount(v)
  }

  private leave(v: number): void {
    this.operations++
    this.count[v]--
    this.onCount(v)
  }
}

function gcd(a: number, b: number): number {
  let x = Math.abs(a)
  let y = Math.abs(b)
  while (y !== 0) {
    const rest = x % y
    x = y
    y = rest
  }
  return x
}

/** Divides a row by the greatest common divisor of its coefficients. */
export function divideByGcd(row: Map<number, number>): void {
  let g = 0
  for (const a of row.values()) {
    g = gcd(g, a)
    if (g === 1) return
  }
  if (g > 1) for (const [v, a] of row) row.set(v, a / g)
}
