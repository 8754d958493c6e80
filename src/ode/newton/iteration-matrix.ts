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
import type { Statistics } from '../problem/index.ts'
import { OK, SINGULAR } from '../problem/index.ts'
import type { MatrixLayout } from './matrix-layout.ts'

/** A real n × n matrix with its LU factors, dense or sparse as the layout says. */
export class IterationMatrix {
  /** Entries in the layout's order: written by the caller, then `factor()`, which may overwrite them. */
  readonly values: Float64Array
  /** Column without a pivot after a failed factorisation; -1: none. */
  singularColumn = -1
  private readonly dense: DenseLu | null
  private readonly sparse: SparseLu | null

  constructor(
    layout: MatrixLayout,
    private readonly stats: Statistics,
  ) {
    this.dense = layout.pattern ? null : createDenseLu(layout.n)
    this.sparse = layout.pattern ? createSparseLu(layout.pattern) : null
    this.values = this.dense ? this.dense.a : new Float64Array(layout.size)
  }

  factor(): number {
    this.stats.lu++
    const column = this.dense ? factorDenseLu(this.dense) : factorSparseLu(this.sparse!, this.values)
    this.singularColumn = column - 1
    return column === 0 ? OK : SINGULAR
  }

  /** Solves in place (n). */
  solve(b: Float64Array): void {
    if (this.dense) solveDenseLu(this.dense, b)
    else solveSparseLu(this.sparse!, b)
  }
}

/** A complex n × n matrix with its LU factors, dense or sparse as the layout says. */
export class ComplexIterationMatrix {
  readonly re: Float64Array
  readonly im: Float64Array
  singularColumn = -1
  private readonly dense: ComplexDenseLu | null
  private readonly sparse: ComplexSparseLu | null

  constructor(
    layout: MatrixLayout,
    private readonly stats: Statistics,
  ) {
    this.dense = layout.pattern ? null : createComplexDenseLu(layout.n)
    this.sparse = layout.pattern ? createComplexSparseLu(layout.pattern) : null
    this.re = this.dense ? this.dense.re : new Float64Array(layout.size)
    this.im = this.dense ? this.dense.im : new Float64Array(layout.size)
  }

  factor(): number {
    this.stats.lu++
    const column = this.dense
      ? factorComplexDenseLu(this.dense)
      : factorComplexSparseLu(this.sparse!, this.re, this.im)
    this.singularColumn = column - 1
    return column === 0 ? OK : SINGULAR
  }

  /** Solves in place for right-hand side bRe + i·bIm (n each). */
  solve(bRe: Float64Array, bIm: Float64Array): void {
    if (this.dense) solveComplexDenseLu(this.dense, bRe, bIm)
    else solveComplexSparseLu(this.sparse!, bRe, bIm)
  }
}
