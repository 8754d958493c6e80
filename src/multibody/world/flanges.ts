import {
  computePrescribedMassMatrix,
  REVOLUTE,
  type Stamp,
  type Tree,
  type TreeData,
} from '../../mechanics/index.ts'

/** A tree that flanges move: positions, velocities, accelerations and forces of its joints. */
export interface MovedTree {
  readonly tree: Tree
  readonly data: TreeData
  readonly q: Float64Array
  readonly v: Float64Array
  readonly vdot: Float64Array
  readonly tau: Float64Array
  /** Typical size of the scene [m]. */
  readonly length: number
}

/**
 * Inertia of a locked joint in the equations, relative to that of all bodies at the size of the scene: the remaining
 * acceleration is far below all tolerances.
 */
const BRAKE = 1e12

/**
 * Change of the speed of a locked joint that only equations which prescribe its motion can cause [rad/s, lengths of the
 * scene per second]: with its inertia, forces would have turned the free joint up to 1e6 rad/s.
 */
const MOVED = 1e-6

/** Joints with flanges, moved by equations: exchanges positions, velocities, accelerations and forces with these. */
export class Flanges {
  readonly n: number
  /** Bodies that the joints move (n). */
  readonly bodies: Int32Array
  /** Indices of their positions and velocities (n). */
  private readonly iq: Int32Array
  private readonly iv: Int32Array
  /** Row of each in the prescribed mass matrix, which has the order of all prescribed bodies (n). */
  private readonly rows: Int32Array
  private prescribedMatrix: Float64Array
  /** The last given accelerations, and inertias of locked joints against them (n). */
  private readonly asked: Float64Array
  private readonly stiffness: Float64Array
  /** Velocities of locked joints at the start of the segment; NaN: not known (n). */
  private readonly lockedSpeeds: Float64Array

  /**
   * @param inputs renewed if the given values of the flanges change
   * @param prescribed renewed if accelerations are given after forces, or forces after accelerations
   */
  constructor(
    private readonly world: MovedTree,
    bodies: readonly number[],
    /** True for a locked joint, which has no acceleration, whatever is given (n). */
    private readonly isBraked: readonly boolean[],
    private readonly inputs: Stamp,
    private readonly prescribed: Stamp,
  ) {
    const { tree } = world
    this.n = bodies.length
    this.bodies = Int32Array.from(bodies)
    this.iq = Int32Array.from(bodies, (body) => tree.qStart[body])
    this.iv = Int32Array.from(bodies, (body) => tree.vStart[body])
    this.rows = new Int32Array(bodies.length)
    this.prescribedMatrix = new Float64Array(bodies.length ** 2)
    this.asked = new Float64Array(bodies.length)
    this.lockedSpeeds = new Float64Array(bodies.length).fill(Number.NaN)
    const mass = tree.mass.reduce((sum, m) => sum + m, 0) || 1
    this.stiffness = Float64Array.from(bodies, (body) =>
      tree.kind[body] === REVOLUTE ? BRAKE * mass * world.length ** 2 : BRAKE * mass,
    )
  }

  /** Number of joints that are locked. */
  get nBraked(): number {
    return this.isBraked.filter((braked) => braked).length
  }

  /** Index of a locked joint that the equations move, although its force is almost infinite; -1: there is none. */
  findMovedLock(): number {
    const { lockedSpeeds, world } = this
    for (let i = 0; i < this.n; i++) {
      if (!this.isBraked[i]) continue
      const speed = world.v[this.iv[i]]
      if (Number.isNaN(lockedSpeeds[i])) lockedSpeeds[i] = speed
      const size = world.tree.kind[this.bodies[i]] === REVOLUTE ? 1 : world.length
      if (Math.abs(speed - lockedSpeeds[i]) > MOVED * size) return i
    }
    return -1
  }

  /** Sets position [rad, m] and velocity [rad/s, m/s] of a flange. */
  setMotion(i: number, position: number, velocity: number): void {
    this.world.q[this.iq[i]] = position
    this.world.v[this.iv[i]] = velocity
  }

  /** Sets the position of a flange [rad, m]. */
  setPosition(i: number, position: number): void {
    this.world.q[this.iq[i]] = position
  }

  /** Sets the velocity of a flange [rad/s, m/s]. */
  setVelocity(i: number, velocity: number): void {
    this.world.v[this.iv[i]] = velocity
  }

  /** Index of the velocity of a flange. */
  placeOf(i: number): number {
    return this.iv[i]
  }

  /** Acceleration of a locked joint for a unit force, in the equations. */
  softnessOf(i: number): number {
    return 1 / this.stiffness[i]
  }

  /** Positions and velocities of all (n). */
  readMotion(q: Float64Array, v: Float64Array): void {
    for (let i = 0; i < this.n; i++) {
      q[i] = this.world.q[this.iq[i]]
      v[i] = this.world.v[this.iv[i]]
    }
  }

  /** Components of velocities of the tree (n). */
  select(velocities: Float64Array): Float64Array {
    return Float64Array.from(this.iv, (place) => velocities[place])
  }

  /** Prescribes forces; accelerations follow. */
  setForces(force: ArrayLike<number>): void {
    this.prescribe(0)
    this.give(this.world.tau, force)
    this.holdBraked()
  }

  /** Prescribes accelerations; forces follow. */
  setAccelerations(acceleration: ArrayLike<number>): void {
    this.prescribe(1)
    this.give(this.world.vdot, acceleration)
    for (let i = 0; i < this.n; i++) this.asked[i] = acceleration[i]
    this.holdBraked()
  }

  /**
   * Forces of the given accelerations. A locked joint does not move at all; equations that ask for its force see it as
   * almost infinitely heavy.
   */
  readForces(out: Float64Array): void {
    for (let i = 0; i < this.n; i++) {
      out[i] = this.world.tau[this.iv[i]]
      if (this.isBraked[i]) out[i] += this.stiffness[i] * this.asked[i]
    }
  }

  /** True if the accelerations of all are given. */
  get arePrescribed(): boolean {
    const { isPrescribed } = this.world.data
    return this.bodies.every((body) => isPrescribed[body] === 1)
  }

  /** True if these are the forces of the given accelerations, which are not those of locked joints. */
  haveForces(forces: readonly number[]): boolean {
    const { tau } = this.world
    return forces.every((force, i) => !this.isBraked[i] && force === tau[this.iv[i]])
  }

  readAccelerations(out: Float64Array): void {
    for (let i = 0; i < this.n; i++) out[i] = this.world.vdot[this.iv[i]]
  }

  /** Prescribes unspecified accelerations. */
  prescribeAll(): void {
    this.prescribe(1)
  }

  /** Derivatives of forces with respect to accelerations, row-major (n × n). All are prescribed, inertias are known. */
  computeMatrix(out: Float64Array): void {
    const { n, rows, world } = this
    const nPrescribed = this.placeRows()
    if (this.prescribedMatrix.length < nPrescribed ** 2)
      this.prescribedMatrix = new Float64Array(nPrescribed ** 2)
    const { prescribedMatrix } = this
    computePrescribedMassMatrix(world.tree, world.data, prescribedMatrix)
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const isHeld = this.isBraked[j]
        out[i * n + j] = isHeld ? 0 : prescribedMatrix[rows[i] * nPrescribed + rows[j]]
        if (isHeld && i === j) out[i * n + i] = this.stiffness[i]
      }
    }
  }

  /** Places the flanges among all prescribed bodies, to which held axes belong. Returns the number of these. */
  private placeRows(): number {
    const { bodies, rows, world } = this
    const { isPrescribed } = world.data
    let count = 0
    for (let body = 0; body < isPrescribed.length; body++) {
      if (isPrescribed[body] === 0) continue
      const k = bodies.indexOf(body)
      if (k >= 0) rows[k] = count
      count++
    }
    return count
  }

  /** Joints that are locked have no acceleration. */
  private holdBraked(): void {
    const { vdot } = this.world
    for (let i = 0; i < this.n; i++) {
      if (!this.isBraked[i] || vdot[this.iv[i]] === 0) continue
      vdot[this.iv[i]] = 0
      this.inputs.stamp++
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

  /** Chooses what is given: forces (0), or accelerations. */
  prescribe(isPrescribed: 0 | 1): void {
    const flags = this.world.data.isPrescribed
    for (let i = 0; i < this.n; i++) {
      const flag = this.isBraked[i] ? 1 : isPrescribed
      if (flags[this.bodies[i]] === flag) continue
      flags[this.bodies[i]] = flag
      this.inputs.stamp++
      this.prescribed.stamp++
    }
  }
}
