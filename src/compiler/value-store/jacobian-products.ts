import { VarioError } from '../../base/index.ts'
import {
  dataOf,
  type EvaluatedValue,
  isMatrix,
  type JacobianSite,
  type MatrixValue,
  shapeOfCall,
} from '../../symbolic/index.ts'
import type { Functions } from './bind-functions.ts'

/** Data of a call site since the last change of values. */
interface Entry {
  epoch: number
  rows: number
  cols: number
  /** (rows × cols) */
  J: Float64Array
  product: Float64Array
}

/**
 * Products of the Jacobians returned by functions with directions. The matrix is computed for the first direction after
 * `start` and reused for the others. As the directions of a matrix of a system are mostly zero, a product costs one
 * column.
 */
export class JacobianProducts {
  private epoch = 0
  private readonly entries = new Map<JacobianSite, Entry>()

  /** @param functions functions of the model, bound for the run */
  constructor(private readonly functions: Functions) {}

  /** Marks the stored matrices as outdated. */
  start(): void {
    this.epoch++
  }

  /** @param values arguments of the function, and the derivatives of those that have columns */
  multiply(site: JacobianSite, values: readonly EvaluatedValue[]): EvaluatedValue {
    let entry = this.entries.get(site)
    if (!entry) {
      entry = { epoch: -1, rows: 0, cols: 0, J: new Float64Array(0), product: new Float64Array(0) }
      this.entries.set(site, entry)
    }
    if (!site.isAlongDirections || entry.epoch !== this.epoch) this.compute(site, values, entry)
    const { rows, cols, J, product } = entry
    product.fill(0)
    let j = 0
    for (let k = site.nArgs; k < values.length; k++) {
      const derivative = values[k]
      if (typeof derivative === 'number') {
        addColumn(J, rows, cols, j++, derivative, product)
        continue
      }
      const elements = dataOf(derivative as Float64Array | MatrixValue)
      for (let i = 0; i < elements.length; i++) addColumn(J, rows, cols, j++, elements[i], product)
    }
    return shapeOfCall(site.info) === 'scalar' ? product[0] : product
  }

  private compute(site: JacobianSite, values: readonly EvaluatedValue[], entry: Entry): void {
    const { info, nArgs, columns } = site
    const { jacobian } = this.functions.get(info.name) ?? info
    const evaluate = jacobian as (...args: unknown[]) => unknown
    const args = values.slice(0, nArgs)
    const matrix = info.selectsColumns === true ? evaluate(columns, ...args) : evaluate(...args)
    let nColumn = 0
    for (let k = nArgs; k < values.length; k++) {
      const value = values[k]
      nColumn += typeof value === 'number' ? 1 : dataOf(value as Float64Array | MatrixValue).length
    }
    const nResult = shapeOfCall(info) === 'scalar' ? 1 : info.results
    if (!isMatrix(matrix) || matrix.cols !== nColumn || (nResult ?? matrix.rows) !== matrix.rows) {
      const found = isMatrix(matrix) ? `${matrix.rows} × ${matrix.cols}` : typeof matrix
      const rows = nResult ?? 'one row per element'
      const message = `The jacobian of '${info.name}': expected a matrix of ${rows} × ${nColumn}, got ${found}.`
      throw new VarioError('SHAPE', message, { function: info.name })
    }
    const { rows, cols, data } = matrix
    if (rows !== entry.rows || cols !== entry.cols) {
      entry.J = new Float64Array(rows * cols)
      entry.product = new Float64Array(rows)
      entry.rows = rows
      entry.cols = cols
    }
    entry.J.set(data.length === rows * cols ? data : data.subarray(0, rows * cols))
    entry.epoch = this.epoch
  }
}

function addColumn(
  J: Float64Array,
  rows: number,
  cols: number,
  j: number,
  factor: number,
  out: Float64Array,
): void {
  if (factor === 0) return
  for (let i = 0, p = j; i < rows; i++, p += cols) out[i] += J[p] * factor
}
