/**
 * Bodies with contacts as an ordinary differential equation, for tests: free bodies and bodies on vertical prismatic
 * joints, and the loop of a simulation with contacts.
 */

import { quatToRotation } from 'vario/math'
import {
  addUniformGravity,
  type BodyDeclaration,
  clearForces,
  computeForwardDynamics,
  computeKineticEnergy,
  computeUniformPotential,
  createTree,
  createTreeData,
  FREE,
  PRISMATIC,
  type Tree,
  type TreeData,
} from 'vario/mechanics'
import { createSolver, type Method, type OdeProblem, type Solver, type Statistics } from 'vario/ode'
import { quatDerivativeFromW_B } from '../../../src/math/index.ts'
import type { CollidableShape } from '../../../src/mechanics/contact/collidable-shapes.ts'
import type { ContactOptions } from '../../../src/mechanics/contact/contact-options.ts'
import type { ContactRules } from '../../../src/mechanics/contact/contact-rules.ts'
import { updatePositions, updateVelocities } from '../../../src/mechanics/index.ts'
import { SceneContacts } from './scene-contacts.ts'

/** States of a free body: position, quaternion, velocity in the world, angular velocity in the body. */
export const FREE_STATES = 13

export interface SceneDeclaration {
  readonly bodies: readonly BodyDeclaration[]
  readonly shapes: readonly CollidableShape[]
  readonly rules: ContactRules
  readonly options?: ContactOptions
  readonly gravity: readonly [number, number, number]
}

export interface RunSettings {
  readonly x0: ArrayLike<number>
  readonly tEnd: number
  readonly method?: Method
  readonly tolerance: number
  /** Absolute tolerance, default: `tolerance`. */
  readonly atol?: number
  readonly outputTimes?: ArrayLike<number>
  /** Called after every step with the time; the scene is at the state of the step. */
  readonly onStep?: (t: number) => void
}

export interface SceneRun {
  /** State at the end. */
  readonly x: Float64Array
  /** Times of the events [s]. */
  readonly events: readonly number[]
  /** States at the output times. */
  readonly output: readonly Float64Array[]
  readonly stats: Statistics
}

/** The last state is the energy dissipated by contacts [J]. */
export class ContactScene {
  readonly tree: Tree
  readonly data: TreeData
  readonly contacts: SceneContacts
  /** Number of states, including the dissipated energy. */
  readonly n: number
  private readonly q: Float64Array
  private readonly v: Float64Array
  private readonly tau: Float64Array
  private readonly vdot: Float64Array
  private readonly start: number[] = []

  constructor(private readonly declaration: SceneDeclaration) {
    this.tree = createTree(declaration.bodies)
    this.data = createTreeData(this.tree)
    this.contacts = new SceneContacts(this.tree, this.data, declaration)
    this.q = new Float64Array(this.tree.nq)
    this.v = new Float64Array(this.tree.nv)
    this.tau = new Float64Array(this.tree.nv)
    this.vdot = new Float64Array(this.tree.nv)
    let n = 0
    for (let i = 0; i < this.tree.nBody; i++) {
      this.start.push(n)
      n += this.tree.kind[i] === FREE ? FREE_STATES : 2
    }
    this.n = n + 1
  }

  /** Positions and velocities of all bodies from the states. */
  setState(x: Float64Array): void {
    const { tree, data, q, v } = this
    for (let i = 0; i < tree.nBody; i++) {
      const s = this.start[i]
      const iq = tree.qStart[i]
      const iv = tree.vStart[i]
      if (tree.kind[i] === PRISMATIC) {
        q[iq] = x[s]
        v[iv] = x[s + 1]
        continue
      }
      quatToRotation(q, iq, x, s + 3)
      for (let k = 0; k < 3; k++) {
        q[iq + 9 + k] = x[s + k]
        v[iv + k] = x[s + 10 + k]
        v[iv + 3 + k] = q[iq + k] * x[s + 7] + q[iq + 3 + k] * x[s + 8] + q[iq + 6 + k] * x[s + 9]
      }
    }
    updatePositions(tree, data, q)
    updateVelocities(tree, data, v)
  }

  computeDerivatives(x: Float64Array, dx: Float64Array): void {
    const { tree, data, q, v, vdot, contacts } = this
    this.setState(x)
    clearForces(data)
    addUniformGravity(tree, data, ...this.declaration.gravity)
    contacts.addForces()
    computeForwardDynamics(tree, data, this.tau, vdot)
    for (let i = 0; i < tree.nBody; i++) {
      const s = this.start[i]
      const iq = tree.qStart[i]
      const iv = tree.vStart[i]
      if (tree.kind[i] === PRISMATIC) {
        dx[s] = x[s + 1]
        dx[s + 1] = vdot[iv]
        continue
      }
      quatDerivativeFromW_B(dx, s + 3, x, s + 3, v, iv)
      const [wx, wy, wz, vx, vy, vz] = v.subarray(iv, iv + 6)
      const ax = vdot[iv + 3] + wy * vz - wz * vy
      const ay = vdot[iv + 4] + wz * vx - wx * vz
      const az = vdot[iv + 5] + wx * vy - wy * vx
      for (let k = 0; k < 3; k++) {
        dx[s + k] = x[s + 7 + k]
        dx[s + 7 + k] = q[iq + 3 * k] * ax + q[iq + 3 * k + 1] * ay + q[iq + 3 * k + 2] * az
        dx[s + 10 + k] = vdot[iv + k]
      }
    }
    dx[this.n - 1] = contacts.dissipation
  }

  /** Kinetic, potential and elastic energy at the state of the last `computeDerivatives` [J]. */
  computeEnergy(): number {
    const potential = computeUniformPotential(this.tree, this.data, ...this.declaration.gravity)
    return computeKineticEnergy(this.tree, this.data) + potential + this.contacts.elasticEnergy
  }

  /** Runs the loop of a simulation: limited steps, output, events. */
  run(settings: RunSettings): SceneRun {
    const { contacts } = this
    const { tEnd, outputTimes = [] } = settings
    const output: Float64Array[] = []
    const events: number[] = []
    this.setState(Float64Array.from(settings.x0))
    contacts.start()
    const solver = this.createSolver(settings)
    const dx = new Float64Array(this.n)
    while (solver.t < tEnd) {
      this.computeDerivatives(solver.x, dx)
      settings.onStep?.(solver.t)
      const arrival = solver.next(solver.t + contacts.computeMaxStep(tEnd - solver.t))
      for (let k = output.length; k < outputTimes.length && outputTimes[k] <= solver.t; k++) {
        const x = new Float64Array(this.n)
        solver.interpolate(outputTimes[k], x)
        output.push(x)
      }
      if (arrival !== 'event') continue
      events.push(solver.t)
      this.setState(solver.x)
      contacts.start()
      solver.restart(tEnd, contacts.nContact > 0 ? 'stiff' : 'nonstiff')
    }
    this.computeDerivatives(solver.x, dx)
    return { x: solver.x, events, output, stats: solver.stats }
  }

  private createSolver(settings: RunSettings): Solver {
    const { contacts } = this
    const problem: OdeProblem = {
      n: this.n,
      f: (_t, x, out) => this.computeDerivatives(x, out),
      roots: {
        n: contacts.indicators.length,
        direction: contacts.indicatorDirections,
        g: (_t, x, z) => {
          this.setState(x)
          contacts.evaluateIndicators()
          z.set(contacts.indicators)
        },
      },
    }
    return createSolver(problem, {
      t0: 0,
      tEnd: settings.tEnd,
      x0: settings.x0,
      method: settings.method ?? 'dop853',
      rtol: settings.tolerance,
      atol: settings.atol ?? settings.tolerance,
    })
  }
}
