/**
 * States of self-stress: multipliers z that cause no motion, Jᵀ z = 0. There is one for each row r that follows from
 * the independent ones I, computed from the effect of the row on these:
 *
 *   W_II c = W_Ir   ⇒   z = e_r − Σ c_k e_k                                                                         (1)
 *
 * The forces transmitted by the joints of the tree follow from the balance of each body, from the leaves to the root.
 */
import { spatialForceToA } from '../../math/index.ts'
import type { LoopSolver } from './loop-solver.ts'
import type { ConstrainedTree } from './loop-workspace.ts'

export class SelfStress {
  private readonly rhs: Float64Array
  private readonly F_P = new Float64Array(6)

  constructor(
    private readonly loops: ConstrainedTree,
    private readonly solver: LoopSolver,
  ) {
    this.rhs = new Float64Array(loops.model.nRow)
  }

  /** Multipliers of each state (nRow). Needs the factors of the solver for the present positions. */
  list(): Float64Array[] {
    const { solver, rhs } = this
    const { bodies, data } = this.loops
    const { response } = this.loops.workspace
    const { termStart, termBody, nRow } = this.loops.model
    const states: Float64Array[] = []
    for (let r = 0; r < nRow; r++) {
      if (solver.isIndependent[r] === 1) continue
      response.clear(bodies)
      for (let t = termStart[r]; t < termStart[r + 1]; t++)
        response.addWrench(termBody[t], data.wrench, 6 * t, 1)
      response.compute(bodies, null)
      for (let k = 0; k < nRow; k++) rhs[k] = -solver.dotRow(k, response.A)
      const z = new Float64Array(nRow)
      solver.solve(rhs, z) // (1)
      z[r] = 1
      states.push(z)
    }
    return states
  }

  /** Writes the forces on the bodies from their parents that balance multipliers, at Bo and in B, to `F` (6 nBody). */
  computeForces(multipliers: Float64Array, F: Float64Array): void {
    const { bodies } = this.loops
    const { parent } = this.loops.tree
    const { R_PB, p_PB } = this.loops.treeData
    const { F_P } = this
    for (const i of bodies) F.fill(0, 6 * i, 6 * i + 6)
    this.solver.addForces(multipliers, F)
    for (const i of bodies) for (let k = 6 * i; k < 6 * i + 6; k++) F[k] = -F[k]
    for (let n = bodies.length - 1; n >= 0; n--) {
      const i = bodies[n]
      if (parent[i] < 0) continue
      spatialForceToA(F_P, 0, R_PB, 9 * i, p_PB, 3 * i, F, 6 * i)
      for (let k = 0; k < 6; k++) F[6 * parent[i] + k] += F_P[k]
    }
  }
}
