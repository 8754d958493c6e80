import type { MemoryRates, Warn } from '../../simulation/index.ts'
import type { World, WorldElement } from '../world/index.ts'

/**
 * Smallest inertia about an axis of a body, relative to that about its other axes: torques about the line through point
 * masses have no effect.
 */
const LEAST_INERTIA = 1e-3

/** Ratio of absolute tolerances to relative ones times nominal values. */
const NOMINAL_PART = 0.1

/**
 * Forces and torques from functions of users, for the solver to watch: as the accelerations that they would give to
 * their bodies alone, in the axes of these [rad/s2, m/s2]. Joints can only reduce the accelerations, so that no
 * relevant load is taken for small. Contacts, and all loads that are smooth anyway, are not included.
 */
export class LoadRates implements MemoryRates {
  readonly n: number
  private readonly bodies: Int32Array
  /** 1/inertia about the axes, 1/mass; zero for bodies without (nBody × 6). */
  private readonly mobility: Float64Array

  constructor(
    private readonly world: World,
    private readonly watched: readonly WorldElement[],
    private readonly warn: Warn,
  ) {
    const bodies = watched.flatMap((element) => element.userFunctions!.frames.map(({ body }) => body))
    this.bodies = Int32Array.from(new Set(bodies.filter((body) => body >= 0)))
    this.n = 6 * this.bodies.length
    this.mobility = Float64Array.from(
      { length: this.n },
      (_, k) => 1 / this.inertiaOf(this.bodies[Math.floor(k / 6)], k % 6),
    )
  }

  /** null without bodies or functions. */
  static create(world: World, warn: Warn): LoadRates | null {
    const watched = world.elements.list.filter((element) => element.userFunctions !== undefined)
    const rates = new LoadRates(world, watched, warn)
    return rates.n > 0 ? rates : null
  }

  evaluate(t: number, out: Float64Array, first: number): void {
    const { world, watched, bodies, mobility } = this
    const { data, motion } = world
    if (world.flanges.n === 0) world.updateMotion()
    world.setTime(t)
    world.clearForces()
    for (let i = 0; i < watched.length; i++) watched[i].addForces!(motion)
    for (let i = 0; i < this.n; i++)
      out[first + i] = data.F_ext[6 * bodies[Math.floor(i / 6)] + (i % 6)] * mobility[i]
  }

  sizeOf(k: number): number {
    const { world } = this
    const body = this.bodies[Math.floor(k / 6)]
    const { velocity, angularVelocity } = world.scalesOf(body)
    const isAngular = k % 6 < 3
    const [x, y, z] = world.data.V_WB_B.subarray(6 * body + (isAngular ? 0 : 3))
    return NOMINAL_PART * (isAngular ? angularVelocity : velocity) + Math.sqrt(x * x + y * y + z * z)
  }

  reportMissed(k: number, start: number, end: number, time: number): void {
    const body = this.bodies[Math.floor(k / 6)]
    for (const element of this.watched) {
      const { frames, path } = element.userFunctions!
      if (!frames.some((frame) => frame.body === body)) continue
      const message =
        `${path} changes within the step from t = ${start} s to ${end} s, at about ${time} s, and ` +
        'the solver, which jumped over it, has not seen it. Say when it changes, events: […], or ' +
        'limit the steps by maxStep.'
      this.warn({ code: 'MISSED_CHANGE', key: path, time, message })
    }
  }

  /** Inertia of a body about axis k of its frame, or its mass; a massless body has that of its branch. */
  private inertiaOf(body: number, k: number): number {
    const { M_BBo, mass } = this.world.tree
    const total = mass.reduce((sum, m) => sum + m, 0)
    const m = mass[body] > 0 ? mass[body] : total
    if (k >= 3) return m
    const about = M_BBo.subarray(10 * body + 4, 10 * body + 7)
    const largest = Math.max(...about)
    return Math.max(about[k], LEAST_INERTIA * largest) || m * this.world.length ** 2
  }
}
