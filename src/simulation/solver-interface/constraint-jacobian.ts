import { EPS } from '../../base/index.ts'
import { createConstraintProgram, findStatesOfEach } from '../../compiler/index.ts'
import {
  type ColumnColoring,
  type CscPattern,
  colorColumns,
  createDensePattern,
  createPatternFromRows,
} from '../../math/index.ts'
import { type ModelRuntime, ModelTangents } from '../runtime/index.ts'

/** Derivatives of constraints between states with respect to these, as a sparse matrix (m × ns). */
export class ConstraintJacobian {
  readonly pattern: CscPattern
  /** Values of the entries after `compute`. */
  readonly values: Float64Array
  private readonly coloring: ColumnColoring
  /** Exact derivatives; null: there are none; undefined: not asked for yet. */
  private tangents: ModelTangents | null | undefined
  private read: ((out: Float64Array) => void) | null = null
  private readonly seed: Float64Array
  private readonly base: Float64Array
  private readonly column: Float64Array
  private readonly before: Float64Array
  private readonly increments: Float64Array

  /**
   * @param names variables that are the residuals of the constraints
   * @param m number of their values
   * @param nominal typical sizes of the states (ns)
   */
  constructor(
    private readonly runtime: ModelRuntime,
    private readonly names: readonly string[],
    m: number,
    private readonly nominal: Float64Array,
  ) {
    const ns = nominal.length
    this.pattern = findPattern(runtime, names, m, ns)
    this.values = new Float64Array(this.pattern.rowIdx.length)
    this.coloring = colorColumns(this.pattern)
    this.seed = new Float64Array(ns)
    this.before = new Float64Array(ns)
    this.increments = new Float64Array(ns)
    this.base = new Float64Array(m)
    this.column = new Float64Array(m)
  }

  /**
   * Updates the values at those of the last evaluation, which was at `x`.
   *
   * @param evaluate evaluates the model at `x`, which is shifted and restored if differences are needed
   */
  compute(x: Float64Array, evaluate: () => void): void {
    const { runtime, column } = this
    // the weights of a mean of branches have no exact derivative
    const tangents = runtime.isSliding ? null : this.findTangents()
    if (tangents) {
      const { seed, read } = this
      tangents.prepare()
      this.fill(
        (j) => {
          seed[j] = 1
        },
        () => {
          tangents.run(seed)
          read!(column)
          seed.fill(0)
        },
        () => 1,
      )
      return
    }
    const { base, before, increments, nominal, names } = this
    runtime.readNames(names, base)
    before.set(x)
    this.fill(
      (j) => {
        x[j] += Math.sqrt(EPS) * Math.max(Math.abs(x[j]), nominal[j])
        increments[j] = x[j] - before[j]
      },
      () => {
        evaluate()
        runtime.readNames(names, column)
        x.set(before)
        for (let k = 0; k < base.length; k++) column[k] -= base[k]
      },
      (j) => increments[j],
    )
    evaluate()
  }

  private findTangents(): ModelTangents | null {
    if (this.tangents === undefined) {
      const { runtime, names } = this
      const program = createConstraintProgram(runtime.translation)
      const states = runtime.translation.states.map(({ name }) => name)
      this.tangents = program && new ModelTangents(program, runtime.tangentHost, states)
      this.read = this.tangents?.createReader(names) ?? null
    }
    return this.tangents
  }

  /** Fills the matrix color by color: `select` all columns of a color, `evaluate`, divide by their increments. */
  private fill(select: (j: number) => void, evaluate: () => void, incrementOf: (j: number) => number): void {
    const { values, column } = this
    const { colPtr, rowIdx } = this.pattern
    const { nColors, columns, colorPtr } = this.coloring
    for (let c = 0; c < nColors; c++) {
      for (let q = colorPtr[c]; q < colorPtr[c + 1]; q++) select(columns[q])
      evaluate()
      for (let q = colorPtr[c]; q < colorPtr[c + 1]; q++) {
        const j = columns[q]
        const increment = incrementOf(j)
        for (let p = colPtr[j]; p < colPtr[j + 1]; p++) values[p] = column[rowIdx[p]] / increment
      }
    }
  }
}

/** Pattern by the names in the equations; full where components with memory are involved. */
function findPattern(runtime: ModelRuntime, names: readonly string[], m: number, ns: number): CscPattern {
  const { translation } = runtime
  const found = findStatesOfEach(translation, names)
  if (!found) return createDensePattern(m, ns)
  const first: number[] = []
  let k = 0
  const lengths = translation.states.map(({ name }) => runtime.lengthOf(runtime.slot(name)))
  for (const length of lengths) {
    first.push(k)
    k += length
  }
  const rows: number[][] = []
  names.forEach((name, i) => {
    const row: number[] = []
    for (const state of found[i]) for (let j = 0; j < lengths[state]; j++) row.push(first[state] + j)
    for (let l = runtime.lengthOf(runtime.slot(name)); l > 0; l--) rows.push(row)
  })
  return createPatternFromRows(ns, rows)
}
