/** Interpolation in a table of rows [t, y]. */
import { VarioError } from '../../base/index.ts'
import { registerFunction } from '../../model/index.ts'

/** A matrix as argument of a function in equations: row-major. */
interface Table {
  readonly rows: number
  readonly cols: number
  readonly data: Float64Array
}

/** Times closer than this are the same (relative to 1 s and more): the tolerance of time events. */
const TIME_TOLERANCE = 1e-10

/** A time that is never reached [s]: finite, because non-finite results cause warnings. */
export const NEVER = 1e300

/** The first time of the table that is after `t`; NEVER after its end. */
export const nextTableTime = registerFunction('vario_nextTableTime', (table: Table, t: number): number => {
  checkTable(table)
  const { rows, data } = table
  const now = t + TIME_TOLERANCE * Math.max(1, Math.abs(t))
  for (let k = 0; k < rows; k++) if (data[2 * k] > now) return data[2 * k]
  return NEVER
})

/**
 * Value at `t` in the interval of the table that ends at `next`, extrapolated on both sides; constant outside of the
 * table.
 */
export const interpolateTable = registerFunction(
  'vario_interpolateTable',
  (table: Table, t: number, next: number): number => {
    const { rows, data } = table
    let k = 0
    while (k < rows && data[2 * k] < next) k++
    if (k === 0) return data[1]
    if (k === rows) return data[2 * rows - 1]
    const t1 = data[2 * k - 2]
    const y1 = data[2 * k - 1]
    return y1 + ((t - t1) / (data[2 * k] - t1)) * (data[2 * k + 1] - y1)
  },
)

function checkTable({ rows, cols, data }: Table): void {
  if (cols !== 2 || rows < 1) {
    throw new VarioError('INPUT', `TableSource.table: expected rows [t, y], got a ${rows} × ${cols} matrix.`)
  }
  for (let k = 1; k < rows; k++) {
    if (data[2 * k] >= data[2 * k - 2]) continue
    const found = `${data[2 * k]} after ${data[2 * k - 2]} in row ${k + 1}`
    throw new VarioError('INPUT', `TableSource.table: expected non-decreasing times, got ${found}.`)
  }
}
