import { computePrescribedMassMatrix, type Stamp, type Tree, type TreeData } from '../../mechanics/index.ts'

/** A tree that flanges move: positions, velocities, accelerations and forces of its joints. */
export interface MovedTree {
  readonly tree: Tree
  readonly data: TreeData
  readonly q: Float64Array
  readonly v: Float64Array
  readonly vdot: Float64Array
  readonly tau: Float64Array
}

/** Joints with flanges, which equations move: what these say of them, and what they want to know. */
export class Flanges {
  readonly n: number
  /** Bodies that the joints move (n). */
  readonly bodies: Int32Array
  /** Places of their positions and velocities (n). */
  private readonly iq: Int32Array
  private readonly iv: Int32Array
  /** Row of the prescribed mass matrix of each: it has them in the order of the bodies (n). */
  private readonly rows: Int32Array
  private readonly prescribedMatrix: Float64Array

  /**
   * @param inputs renewed if what is given of the flanges changes
   * @param prescribed renewed if accelerations are given after forces, or forces after accelerations
   */
  constructor(
    private readonly world: MovedTree,
    bodies: readonly number[],
    private readonly inputs: Stamp,
    private readonly prescribed: Stamp,
  ) {
    const { tree } = world
    const sorted = [...bodies].sort((a, b) => a - b)
    this.n = bodies.length
    this.bodies = Int32Array.from(bodies)
    this.iq = Int32Array.from(bodies, (body) => tree.qStart[body])
    this.iv = Int32Array.from(bodies, (body) => tree.vStart[body])
    this.rows = Int32Array.from(bodies, (body) => sorted.indexOf(body))
    this.prescribedMatrix = new Float64Array(bodies.length ** 2)
  }

  /** Position [rad, m] and velocity [rad/s, m/s] of a flange. */
  setMotion(i: number, position: number, velocity: number): void {
    this.world.q[this.iq[i]] = position
    this.world.v[this.iv[i]] = velocity
  }

  /** Positions and velocities of all (n). */
  readMotion(q: Float64Array, v: Float64Array): void {
    for (let i = 0; i < this.n; i++) {
      q[i] = this.world.q[this.iq[i]]
      v[i] = this.world.v[this.iv[i]]
    }
  }

  /** Their parts of velocities of the tree (n). */
  select(velocities: Float64Array): Float64Array {
    return Float64Array.from(this.iv, (place) => velocities[place])
  }

  /** Forces are given, accelerations are wanted. */
  setForces(force: ArrayLike<number>): void {
    this.prescribe(0)
    this.give(this.world.tau, force)
  }

  /** Accelerations are given, forces are wanted. */
  setAccelerations(acceleration: ArrayLike<number>): void {
    this.prescribe(1)
    this.give(this.world.vdot, acceleration)
  }

  readForces(out: Float64Array): void {
    for (let i = 0; i < this.n; i++) out[i] = this.world.tau[this.iv[i]]
  }

  readAccelerations(out: Float64Array): void {
    for (let i = 0; i < this.n; i++) out[i] = this.world.vdot[this.iv[i]]
  }

  /** Accelerations are given, whichever. */
  prescribeAll(): void {
    this.prescribe(1)
  }

  /** Derivatives of forces with respect to accelerations, row-major (n × n). All are prescribed, inertias are known. */
  computeMatrix(out: Float64Array): void {
    const { n, rows, prescribedMatrix, world } = this
    computePrescribedMassMatrix(world.tree, world.data, prescribedMatrix)
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) out[i * n + j] = prescribedMatrix[rows[i] * n + rows[j]]
    }
  }

  private give(to: Float64Array, values: ArrayLike<number>): void {
    for (let i = 0; i < this.n; i++) {
      const place = this.iv[i]
      if (Object.is(to[place], values[i])) continue
      to[place] = values[i]
      this.inputs.stamp++
    }
  }

  private prescribe(isPrescribed: 0 | 1): void {
    const flags = this.world.data.isPrescribed
    for (let i = 0; i < this.n; i++) {
      if (flags[this.bodies[i]] === isPrescribed) continue
      flags[this.bodies[i]] = isPrescribed
      this.inputs.stamp++
      this.prescribed.stamp++
    }
  }
}
