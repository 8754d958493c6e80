import { RESULT_LENGTH, RESULT_NORMAL, RESULT_POINT_A, RESULT_POINT_B } from '../../collision/index.ts'
import { addForceAtPoint, addPointVelocity } from '../../mechanics/index.ts'
import type { World, WorldContacts } from '../world/index.ts'
import type { ModelResponse } from './model-response.ts'

/** Relative size of tangential velocities below which they have no direction. */
const NO_DIRECTION = 1e-12

/** A point of a contact. */
export interface ListedContact {
  /** Number of the contact. */
  readonly k: number
  /** Position in world [m] (3); null: between the nearest points of both surfaces. */
  readonly point: Float64Array | null
  /** True if its second body is the first one here. */
  readonly isExchanged: boolean
}

/**
 * Axes of contacts: the normal from the first to the second body, and two tangents, the first along the sliding
 * velocity. Constant during an impact.
 */
export class ContactFrames {
  /** Points of application in world [m] (n × 3), and axes, in rows (n × 9). */
  readonly points: Float64Array
  readonly axes: Float64Array
  private readonly bodies: Int32Array
  private readonly V = new Float64Array(6)
  private readonly F = new Float64Array(6)

  constructor(
    private readonly world: World,
    { model, data }: WorldContacts,
    listed: readonly ListedContact[],
  ) {
    const { geometry, a, b } = data.contacts
    const n = listed.length
    this.points = new Float64Array(3 * n)
    this.axes = new Float64Array(9 * n)
    this.bodies = new Int32Array(2 * n)
    listed.forEach(({ k, isExchanged, point }, i) => {
      const g = RESULT_LENGTH * k
      const sign = isExchanged ? -1 : 1
      this.bodies[2 * i] = model.shapes.bodies[isExchanged ? b[k] : a[k]]
      this.bodies[2 * i + 1] = model.shapes.bodies[isExchanged ? a[k] : b[k]]
      for (let c = 0; c < 3; c++) {
        const pointA = geometry[g + RESULT_POINT_A + c]
        this.points[3 * i + c] = point?.[c] ?? pointA + 0.5 * (geometry[g + RESULT_POINT_B + c] - pointA)
        this.axes[9 * i + c] = sign * geometry[g + RESULT_NORMAL + c]
      }
      this.setTangents(i)
    })
  }

  get n(): number {
    return this.bodies.length / 2
  }

  /** Present velocities of the second bodies relative to the first ones, in the axes of the contacts [m/s] (3n). */
  readVelocities(): Float64Array {
    const out = new Float64Array(3 * this.n)
    for (let i = 0; i < this.n; i++) {
      this.readVelocity(i)
      for (let r = 0; r < 3; r++)
        for (let c = 0; c < 3; c++) out[3 * i + r] += this.axes[9 * i + 3 * r + c] * this.V[3 + c]
    }
    return out
  }

  /** Angular velocity of the second body of contact i relative to the first one, in world [rad/s] (3). */
  readAngularVelocity(i: number): Float64Array {
    this.readVelocity(i)
    return this.V.slice(0, 3)
  }

  /** Jumps of all states by unit impulses of contact i along its axes (3). */
  respond(response: ModelResponse, i: number): Float64Array[] {
    const expected = 1 / this.findMass(i)
    return [0, 1, 2].map((r) =>
      response.respond((size) => {
        this.addForce(i, r, size)
      }, expected),
    )
  }

  /** Adds impulses at all contacts (3n), times a factor, as forces. */
  addForces(impulses: Float64Array, size: number): void {
    for (let k = 0; k < impulses.length; k++)
      if (impulses[k] !== 0) this.addForce(Math.floor(k / 3), k % 3, size * impulses[k])
  }

  /** Mass of the lighter body with mass of contact i; of all bodies if neither has mass [kg]. */
  private findMass(i: number): number {
    const { mass } = this.world.tree
    const masses = [this.bodies[2 * i], this.bodies[2 * i + 1]].map((body) => (body < 0 ? 0 : mass[body]))
    const positive = masses.filter((m) => m > 0)
    return positive.length > 0 ? Math.min(...positive) : mass.reduce((sum, m) => sum + m, 0) || 1
  }

  /** Transforms a vector from the axes of contact i to world (3). */
  toWorld(i: number, v: ArrayLike<number>): number[] {
    const { axes } = this
    return [0, 1, 2].map(
      (c) => axes[9 * i + c] * v[0] + axes[9 * i + 3 + c] * v[1] + axes[9 * i + 6 + c] * v[2],
    )
  }

  /** Transforms a vector from world to the axes of contact i (3). */
  fromWorld(i: number, v: ArrayLike<number>): number[] {
    const { axes } = this
    return [0, 1, 2].map(
      (r) => axes[9 * i + 3 * r] * v[0] + axes[9 * i + 3 * r + 1] * v[1] + axes[9 * i + 3 * r + 2] * v[2],
    )
  }

  /** Relative twist at contact i, in world, into `V`. */
  private readVelocity(i: number): void {
    const { data } = this.world
    this.V.fill(0)
    addPointVelocity(this.V, data, this.bodies[2 * i + 1], this.points, 3 * i, 1)
    addPointVelocity(this.V, data, this.bodies[2 * i], this.points, 3 * i, -1)
  }

  /** Adds a force along axis r of contact i on the second body, and the opposite force on the first. */
  private addForce(i: number, r: number, size: number): void {
    const { F, axes, points, bodies, world } = this
    for (const [side, sign] of [
      [1, 1],
      [0, -1],
    ] as const) {
      const body = bodies[2 * i + side]
      if (body < 0) continue
      F.fill(0)
      for (let c = 0; c < 3; c++) F[3 + c] = sign * size * axes[9 * i + 3 * r + c]
      addForceAtPoint(world.data, body, F, 0, points, 3 * i)
    }
  }

  private setTangents(i: number): void {
    const { axes, V } = this
    const o = 9 * i
    this.readVelocity(i)
    const [x, y, z] = axes.subarray(o, o + 3)
    const along = (v: readonly number[]): number[] => {
      const normal = v[0] * x + v[1] * y + v[2] * z
      return [v[0] - normal * x, v[1] - normal * y, v[2] - normal * z]
    }
    const v = [V[3], V[4], V[5]]
    let t = along(v)
    if (!(Math.hypot(...t) > NO_DIRECTION * Math.hypot(...v))) {
      // perpendicular to the world axis with the smallest component of the normal
      const least = [x, y, z].map(Math.abs)
      const axis = least.indexOf(Math.min(...least))
      t = along([0, 1, 2].map((c) => (c === axis ? 1 : 0)))
    }
    const length = Math.hypot(...t)
    const [tx, ty, tz] = t.map((value) => value / length)
    axes.set([tx, ty, tz, y * tz - z * ty, z * tx - x * tz, x * ty - y * tx], o + 3)
  }
}
