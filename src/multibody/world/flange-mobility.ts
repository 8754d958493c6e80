import { createDenseLu, type DenseLu, factorDenseLu, solveDenseLu } from '../../math/index.ts'
import type { WorldLoops } from '../loops/index.ts'
import type { Flanges } from './flanges.ts'
import type { Stage } from './stage.ts'

/**
 * Fraction of the mobility of a flange in the tree that is added to its mobility in the loops: two flanges of one loop
 * with one degree of freedom cannot have arbitrary accelerations. Equations that ask for the forces of contradictory
 * accelerations get almost infinitely large ones.
 */
const SOFTNESS = 1e-11

/**
 * Mobility of flanges in closed loops: a = a₀ + Λ f with
 *
 *   Λ = S M⁻¹ Sᵀ − S M⁻¹ Jᵀ W⁻¹ J M⁻¹ Sᵀ
 *
 * and S the joints of the flanges. Without loops forces follow from accelerations by inverse dynamics; with loops not
 * all accelerations are possible, but all forces are.
 */
export class FlangeMobility {
  private readonly n: number
  private readonly matrix: Float64Array
  private readonly column: Float64Array
  private readonly lu: DenseLu
  private stamp = -1

  constructor(
    private readonly loops: WorldLoops,
    private readonly flanges: Flanges,
    private readonly prepared: Stage,
  ) {
    this.n = flanges.n
    this.matrix = new Float64Array(this.n ** 2)
    this.column = new Float64Array(loops.nv)
    this.lu = createDenseLu(this.n)
  }

  /** Updates the matrix for the present positions; forces are given. */
  update(): void {
    if (this.stamp === this.prepared.stamp) return
    this.stamp = this.prepared.stamp
    const { n, matrix, column, flanges, loops, lu } = this
    for (let j = 0; j < n; j++) {
      const free = loops.respondToJoint(flanges.bodies[j], flanges.placeOf(j), column)
      for (let i = 0; i < n; i++) matrix[n * i + j] = column[flanges.placeOf(i)]
      matrix[n * j + j] += free > 0 ? SOFTNESS * free : flanges.softnessOf(j)
    }
    lu.a.set(matrix)
    factorDenseLu(lu)
  }

  /** Forces for differences of accelerations from those without forces; in place (n). */
  solve(x: Float64Array): void {
    solveDenseLu(this.lu, x)
  }

  /** Λ⁻¹, row-major (n × n). */
  invert(out: Float64Array): void {
    const { n } = this
    const x = new Float64Array(n)
    for (let j = 0; j < n; j++) {
      x.fill(0)
      x[j] = 1
      this.solve(x)
      for (let i = 0; i < n; i++) out[n * i + j] = x[i]
    }
  }
}
