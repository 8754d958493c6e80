import {
  type ComplexDenseLu,
  type ComplexSparseLu,
  createComplexDenseLu,
  createComplexSparseLu,
  createDenseLu,
  createSparseLu,
  type DenseLu,
  factorComplexDenseLu,
  factorComplexSparseLu,
  factorDenseLu,
  factorSparseLu,
  type SparseLu,
  solveComplexDenseLu,
  solveComplexSparseLu,
  solveDenseLu,
  solveSparseLu,
} from '../../math/index.ts'
import { OK, SINGULAR, type Statistics } from '../stepping/index.ts'
import { ComplexReducedMatrix } from './complex-reduced-matrix.ts'
import type { MatrixLayout } from './matrix-layout.ts'
import { ReducedMatrix } from './reduced-matrix.ts'

/** LU factors of scale A + shift I for a real n × n matrix A, stored as the layout says. */
export class IterationMatrix {
  /** Column without a pivot after a failed factorization; -1: none. */
  singularColumn = -1
  private readonly dense: DenseLu | null
  private readonly sparse: SparseLu | null
  private readonly reduced: ReducedMatrix | null
  /** The entries of scale A + shift I in the layout's order; not used for sparse rows. */
  private readonly values: Float64Array

  constructor(
    private readonly layout: MatrixLayout,
    private readonly stats: Statistics,
  ) {
    const { n, size, pattern, rows } = layout
    this.reduced = rows ? new ReducedMatrix(rows) : null
    this.sparse = pattern ? createSparseLu(pattern) : null
    this.dense = pattern || rows ? null : createDenseLu(n)
    this.values = this.dense ? this.dense.a : new Float64Array(pattern ? size : 0)
  }

  /** Factorizes scale A + shift I. The entries of A must stay as they are as long as the factors are used. */
  factor(entries: Float64Array, scale: number, shift: number): number {
    this.stats.lu++
    const column = this.reduced
      ? this.reduced.factor(entries, scale, shift)
      : this.factorValues(entries, scale, shift)
    this.singularColumn = column - 1
    return column === 0 ? OK : SINGULAR
  }

  /** Solves in place (n). */
  solve(b: Float64Array): void {
    if (this.dense) solveDenseLu(this.dense, b)
    else if (this.sparse) solveSparseLu(this.sparse, b)
    else this.reduced!.solve(b)
  }

  private factorValues(entries: Float64Array, scale: number, shift: number): number {
    const { values } = this
    const { n, size, diagonal } = this.layout
    for (let k = 0; k < size; k++) values[k] = scale * entries[k]
    for (let i = 0; i < n; i++) values[diagonal[i]] += shift
    return this.dense ? factorDenseLu(this.dense) : factorSparseLu(this.sparse!, values)
  }
}

/** LU factors of scale A + shift I for a real n × n matrix A, stored as the layout says, and a complex shift. */
export class ComplexIterationMatrix {
  /** Column without a pivot after a failed factorization; -1: none. */
  singularColumn = -1
  private readonly dense: ComplexDenseLu | null
  private readonly sparse: ComplexSparseLu | null
  private readonly reduced: ComplexReducedMatrix | null
  private readonly re: Float64Array
  private readonly im: Float64Array

  constructor(
    private readonly layout: MatrixLayout,
    private readonly stats: Statistics,
  ) {
    const { n, size, pattern, rows } = layout
    this.reduced = rows ? new ComplexReducedMatrix(rows) : null
    this.sparse = pattern ? createComplexSparseLu(pattern) : null
    this.dense = pattern || rows ? null : createComplexDenseLu(n)
    this.re = this.dense ? this.dense.re : new Float64Array(pattern ? size : 0)
    this.im = this.dense ? this.dense.im : new Float64Array(pattern ? size : 0)
  }

  /**
   * Factorizes scale A + (shiftRe + i shiftIm) I. The entries of A must stay as they are as long as the factors are
   * used.
   */
  factor(entries: Float64Array, scale: number, shiftRe: number, shiftIm: number): number {
    this.stats.lu++
    const column = this.reduced
      ? this.reduced.factor(entries, scale, shiftRe, shiftIm)
      : this.factorValues(entries, scale, shiftRe, shiftIm)
    this.singularColumn = column - 1
    return column === 0 ? OK : SINGULAR
  }

  /** Solves in place for right-hand side bRe + i·bIm (n each). */
  solve(bRe: Float64Array, bIm: Float64Array): void {
    if (this.dense) solveComplexDenseLu(this.dense, bRe, bIm)
    else if (this.sparse) solveComplexSparseLu(this.sparse, bRe, bIm)
    else this.reduced!.solve(bRe, bIm)
  }

  private factorValues(entries: Float64Array, scale: number, shiftRe: number, shiftIm: number): number {
    const { re, im } = this
    const { n, size, diagonal } = this.layout
    for (let k = 0; k < size; k++) re[k] = scale * entries[k]
    im.fill(0)
    for (let i = 0; i < n; i++) {
      re[diagonal[i]] += shiftRe
      im[diagonal[i]] = shiftIm
    }
    return this.dense ? factorComplexDenseLu(this.dense) : factorComplexSparseLu(this.sparse!, re, im)
  }
}
