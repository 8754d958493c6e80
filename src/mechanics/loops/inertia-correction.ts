/**
 * Inertias that differ from those of the tree. Each is a row e, a direction in which a mass m moves with e·A:
 *
 * - masses shared by two bodies, such as that of a rod between them: m > 0
 * - a joint inside a loop that moves no mass alone could be accelerated without a force. The tree gets an inertia ε
 *   there, and it is removed again: m = −ε, e is the axis of the joint
 *
 * With the inertias of the tree M, its constraints J with their multipliers λ, and the forces x = −m e·A,
 *
 *   M A = f + Jᵀ λ + eᵀ x,   J A + γ = 0,   e A + γ_e + x/m = 0                                                   (1)
 *
 * M and J M⁻¹ Jᵀ are regular, so that elimination gives λ and A without x, then x:
 *
 *   λ_e = −(J M⁻¹ Jᵀ)⁻¹ J M⁻¹ eᵀ,   A_e = M⁻¹ (eᵀ + Jᵀ λ_e)                                                       (2)
 *   (1/m + e A_e) x = −(e A + γ_e)                                                                                (3)
 *
 * ε may be of any size; it has that of other inertias, so that (3) loses no digits. If (3) is singular, the loops can
 * be accelerated without a force, because they have no mass as a whole.
 */
import {
  computeDenseNorm1,
  createDenseLu,
  type DenseLu,
  factorDenseLu,
  rcondDenseLu,
  solveDenseLu,
} from '../../math/index.ts'
import { ARTICULATED_SIZE } from '../joint-elimination.ts'
import { FREE, REVOLUTE, SPHERICAL } from '../tree.ts'
import { addRowForces, createLoopData, dotRow, type LoopData, type LoopModel } from './loop-model.ts'
import type { LoopSolver } from './loop-solver.ts'
import type { ConstrainedTree } from './loop-workspace.ts'

/** Reciprocal condition of (3) below which the mass is zero. */
const SINGULAR = 1e-13

/** Places of the diagonal in an articulated inertia, for the six components of a spatial vector. */
const DIAGONAL = [0, 1, 2, 15, 16, 17]

/** An axis of a body on which the tree has an additional inertia. */
interface LightAxis {
  readonly body: number
  /** Component of the spatial vectors. */
  readonly component: number
  /** ε [kg.m2, kg] */
  readonly inertia: number
}

/** Response to a unit force of a row. */
interface RowResponse {
  /** e A_e of all rows. */
  readonly along: Float64Array
  /** J M⁻¹ eᵀ and λ_e (nRow of the constraints). */
  readonly constraints: Float64Array
  readonly lambda: Float64Array
  /** M⁻¹ eᵀ (nv). */
  readonly vdot: Float64Array
}

export class InertiaCorrection {
  /** Forces x of the masses of the last solution (nRow of `masses`). */
  readonly massForces: Float64Array
  private readonly light: LightAxis[] = []
  private readonly massData: LoopData
  private readonly unit = new Float64Array(6)
  private responses: RowResponse[] = []
  private lu: DenseLu = createDenseLu(0)
  private x = new Float64Array(0)
  /** √|m|, by which (3) becomes dimensionless. */
  private scale = new Float64Array(0)

  /**
   * @param loops constraints
   * @param masses rows of masses, three for each
   * @param inertias m of these rows [kg]
   */
  constructor(
    private readonly loops: ConstrainedTree,
    private readonly solver: LoopSolver,
    private readonly masses: LoopModel,
    private readonly inertias: Float64Array,
  ) {
    this.massForces = new Float64Array(masses.nRow)
    this.massData = createLoopData(masses)
  }

  get isNeeded(): boolean {
    return this.masses.nRow + this.light.length > 0
  }

  /**
   * Adds a joint that moves no mass alone.
   *
   * @param mass, length of the other bodies [kg, m]
   */
  addLight(body: number, mass: number, length: number): void {
    const { tree, treeData: data } = this.loops
    const kind = tree.kind[body]
    const components =
      kind === REVOLUTE ? [2] : kind === SPHERICAL ? [0, 1, 2] : kind === FREE ? [0, 1, 2, 3, 4, 5] : [5]
    for (const component of components) {
      const inertia = component < 3 ? mass * length * length : mass
      this.light.push({ body, component, inertia })
      data.M_rigid[ARTICULATED_SIZE * body + DIAGONAL[component]] += inertia
    }
    data.isFactorConstant[body] = 0
  }

  /** Bodies whose joints have been given an inertia. */
  get lightBodies(): readonly number[] {
    return [...new Set(this.light.map(({ body }) => body))]
  }

  /** Computes (2) and factors the matrix of (3); the solver has factored the constraints. False: (3) is singular. */
  factor(): boolean {
    const n = this.masses.nRow + this.light.length
    if (this.lu.n !== n) {
      this.lu = createDenseLu(n)
      this.x = new Float64Array(n)
      this.scale = Float64Array.from({ length: n }, (_, r) => Math.sqrt(Math.abs(this.inertiaOf(r))))
      this.responses = Array.from({ length: n }, () => ({
        along: new Float64Array(n),
        constraints: new Float64Array(this.loops.model.nRow),
        lambda: new Float64Array(this.loops.model.nRow),
        vdot: new Float64Array(this.loops.tree.nv),
      }))
    }
    this.loops.workspace.evaluator.evaluate(this.masses, this.massData)
    for (let r = 0; r < n; r++) this.respond(r)
    const { a } = this.lu
    for (let r = 0; r < n; r++) {
      for (let s = 0; s < n; s++) {
        let sum = this.responses[s].along[r]
        const { constraints } = this.responses[r]
        const { lambda } = this.responses[s]
        for (let k = 0; k < lambda.length; k++) sum += constraints[k] * lambda[k]
        if (s === r) sum += 1 / this.inertiaOf(r)
        a[n * r + s] = this.scale[r] * sum * this.scale[s]
      }
    }
    return this.factorMatrix()
  }

  /**
   * Corrects multipliers of the solver, for accelerations of the bodies without them; null: zero.
   *
   * @param isMoving true if velocities have an influence
   */
  correct(A: Float64Array | null, lambda: Float64Array, isMoving = A !== null): void {
    const { x, responses, massForces, light } = this
    for (let r = 0; r < x.length; r++) {
      x[r] = (A === null ? 0 : -this.along(r, A)) - (isMoving ? this.biasOf(r) : 0)
      const { constraints } = responses[r]
      for (let k = 0; k < lambda.length; k++) x[r] -= constraints[k] * lambda[k]
    }
    for (let r = 0; r < x.length; r++) x[r] *= this.scale[r]
    if (x.length > 0) solveDenseLu(this.lu, x)
    for (let r = 0; r < x.length; r++) x[r] *= this.scale[r]
    for (let r = 0; r < x.length; r++)
      for (let k = 0; k < lambda.length; k++) lambda[k] += x[r] * responses[r].lambda[k]
    for (let r = 0; r < massForces.length; r++) massForces[r] = x[light.length + r]
  }

  /** Adds the effect of x on the accelerations of the joints, in addition to the corrected multipliers. */
  addResponse(vdot: Float64Array): void {
    const { bodies } = this.loops
    const { vStart } = this.loops.tree
    for (let r = 0; r < this.x.length; r++) {
      const own = this.responses[r].vdot
      for (let k = 0; k < bodies.length; k++)
        for (let i = vStart[bodies[k]]; i < vStart[bodies[k] + 1]; i++) vdot[i] += this.x[r] * own[i]
    }
  }

  /** Adds the forces of masses on the bodies (6 nBody). */
  addMassForces(F: Float64Array): void {
    addRowForces(this.masses, this.massData, this.massForces, F)
  }

  /** Adds `sign` times the compensation of the inertias that only the tree has, which are not forces (6 nBody). */
  addLightForces(F: Float64Array, sign: number): void {
    for (let r = 0; r < this.light.length; r++) {
      const { body, component } = this.light[r]
      F[6 * body + component] += sign * this.x[r]
    }
  }

  private respond(r: number): void {
    const { light, solver } = this
    const { bodies, model } = this.loops
    const { response } = this.loops.workspace
    const own = this.responses[r]
    response.clear(bodies)
    if (r < light.length) {
      this.unit.fill(0)
      this.unit[light[r].component] = 1
      response.addWrench(light[r].body, this.unit, 0, 1)
    } else {
      const { termStart, termBody } = this.masses
      const row = r - light.length
      for (let t = termStart[row]; t < termStart[row + 1]; t++)
        response.addWrench(termBody[t], this.massData.wrench, 6 * t, 1)
    }
    response.compute(bodies, own.vdot)
    for (let s = 0; s < this.x.length; s++) own.along[s] = this.along(s, response.A)
    for (let k = 0; k < model.nRow; k++) own.constraints[k] = -solver.dotRow(k, response.A)
    solver.solve(own.constraints, own.lambda)
    for (let k = 0; k < model.nRow; k++) own.constraints[k] = -own.constraints[k]
  }

  private factorMatrix(): boolean {
    const { lu } = this
    if (lu.n === 0) return true
    // the two parts of the diagonal have the size 1 before they cancel
    const norm = Math.max(1, computeDenseNorm1(lu.n, lu.a))
    return factorDenseLu(lu) === 0 && rcondDenseLu(lu, norm) > SINGULAR
  }

  private along(r: number, A: Float64Array): number {
    const { light } = this
    if (r < light.length) return A[6 * light[r].body + light[r].component]
    return dotRow(this.masses, this.massData, r - light.length, A)
  }

  private biasOf(r: number): number {
    return r < this.light.length ? 0 : this.massData.bias[r - this.light.length]
  }

  private inertiaOf(r: number): number {
    const { light } = this
    return r < light.length ? -light[r].inertia : this.inertias[r - light.length]
  }
}
