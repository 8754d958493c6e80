import { VarioError } from '../../base/index.ts'
import { maxAbs } from '../../math/index.ts'
import type { ModelStates } from '../../simulation/index.ts'
import type { World } from '../world/index.ts'

/**
 * Acceleration by the force that represents an impulse, in SI units, relative to the accelerations without it: an
 * impact of 1 m/s in 1e-12 s.
 */
const STRONG = 1e12
/** Relative difference below which jumps agree: modes that matter make a larger one. */
const AGREEING = 1e-6

/** Maximum number of searches for impulses that agree with the modes that they cause. */
const MAX_SEARCHES = 20

/** Adds forces times a factor to those of the world. */
export type AddForces = (size: number) => void

/**
 * Response of the whole model to unit impulses. An impulse λ, a force of no duration, lets the states jump by λ times
 * the change of their derivatives by a unit force: M⁻¹ Jᵀ λ for the velocities, with J the direction of the force. That
 * includes joints, loops, and the equations behind flanges: rotors behind rigid gears jump, rotors behind springs do
 * not.
 *
 * Finite forces have no impulse: axes with friction are not held. So the response is the one in the modes (`ModelModes`) that the force causes if it
 * grows beyond all limits: sticking friction breaks loose, sliding along the limit of a condition ends, but constraints
 * without a limit, as of a freewheel in one direction, keep holding.
 */
export class ModelResponse {
  /** The states at construction (n). */
  readonly x: Float64Array
  private readonly unprobed: Float64Array
  private readonly scratch: Float64Array
  /** The last impulses; they decide the modes of all responses. Null: each force decides those of its own response. */
  private impulse: {
    readonly addForces: AddForces
    readonly expected: number
    /** Work array for all states (n). */
    readonly jump: Float64Array
  } | null = null
  /** True if a force has caused modes other than the initial ones. */
  private hasOtherModes = false
  private readonly hasModes: boolean
  private nSearch = 0

  /** @param isSmall true to remove small remainders of velocities, which finite forces can do as well */
  constructor(
    private readonly world: World,
    private readonly states: ModelStates,
    isSmall = false,
  ) {
    this.x = states.read()
    this.hasModes = !isSmall && states.modes.canChange
    this.scratch = new Float64Array(this.x.length)
    this.unprobed = new Float64Array(this.x.length)
    world.withReleasedAxes(() => states.evaluate(this.x, this.unprobed))
  }

  /**
   * Change of the derivatives of the states per unit of force (n).
   *
   * @param addForces adds the force times a factor to those of the world
   * @param expected estimate of the change: an inverse mass
   */
  respond(addForces: AddForces, expected: number): Float64Array {
    const { states, hasModes } = this
    if (!hasModes) return this.respondInModes(addForces, expected, this.unprobed)
    return states.modes.attempt(this.x, () => {
      const impulse = this.impulse ?? { addForces, expected }
      if (!this.decideModes(impulse.addForces, impulse.expected, this.x))
        return this.respondInModes(addForces, expected, this.unprobed)
      this.hasOtherModes = true
      return this.respondNow(addForces, expected)
    })
  }

  /**
   * True if impulses agree with the modes that they cause together, as far as modes matter. Otherwise all further
   * responses are in these modes, and the impulses must be found again.
   *
   * @param addForces adds the impulses as forces, times a factor
   */
  agrees(addForces: AddForces, responses: readonly Float64Array[], impulses: ArrayLike<number>): boolean {
    const { impulse: last, states } = this
    if (!this.hasModes) return true
    const jump = new Float64Array(this.x.length)
    responses.forEach((response, k) => {
      for (let i = 0; i < jump.length; i++) jump[i] += impulses[k] * response[i]
    })
    const expected = maxAbs(jump)
    this.impulse = expected > 0 ? { addForces, expected, jump } : null
    if (expected === 0) return true
    this.hasOtherModes ||= states.modes.attempt(this.x, () => this.decideModes(addForces, expected, this.x))
    if (!this.hasOtherModes) return true
    const difference = last === null ? Infinity : maxAbs(jump.map((value, i) => value - last.jump[i]))
    if (difference <= AGREEING * expected) return true
    if (++this.nSearch === MAX_SEARCHES)
      throw new VarioError(
        'IMPULSE',
        'No impulse was found that fits to the modes of the equations that it brings about, as those of freewheels.',
      )
    return false
  }

  /**
   * Sets the modes after the impulses of the last call of `agrees`, which have been applied to the states: discrete
   * variables follow them through the impact, from the velocities before to those after it. Warns if these have modes
   * with another response to the impulses, such as those of a freewheel that engages.
   */
  settle(): void {
    const { states, impulse } = this
    if (impulse === null) return
    const { addForces, expected } = impulse
    const after = states.read()
    states.modes.attempt(this.x, () => {
      this.decideModes(addForces, expected, this.x)
      const first = this.respondNow(addForces, expected)
      if (this.decideModes(addForces, expected, after)) {
        const last = this.respondNow(addForces, expected)
        if (!(maxAbs(last.map((value, i) => value - first[i])) <= AGREEING * maxAbs(first)))
          states.modes.warnOfEngaging()
      }
      states.modes.keep()
    })
    this.enter(after)
  }

  /** Updates the motion of the world for the states `x`. */
  enter(x: Float64Array): void {
    this.states.evaluate(x, this.scratch)
    if (this.world.flanges.n === 0) this.world.updateMotion()
  }

  /**
   * Change of velocities per unit impulse: J M⁻¹ Jᵀ, one column.
   *
   * @param read reads velocities for the states that have been entered
   * @param before velocities for the states `x`
   */
  measure(response: Float64Array, read: () => Float64Array, before: Float64Array): Float64Array {
    const { x } = this
    const n = before.length
    const column = new Float64Array(n)
    let scale = (maxAbs(before) || 1) / (maxAbs(response) || 1)
    // the change is measured where it is as large as the velocities themselves, which costs the fewest digits
    for (const isScaled of [false, true]) {
      this.enter(x.map((value, i) => value + scale * response[i]))
      const after = read()
      let largest = 0
      for (let i = 0; i < n; i++) {
        const change = after[i] - before[i]
        column[i] = change / scale
        largest = Math.max(largest, Math.abs(change))
      }
      if (!isScaled && largest > 0) scale *= (maxAbs(before) || 1) / largest
    }
    this.enter(x)
    return column
  }

  /** Changes the states by impulses times responses. */
  jump(responses: readonly Float64Array[], impulses: ArrayLike<number>): void {
    const x = this.states.read()
    responses.forEach((response, k) => {
      for (let i = 0; i < x.length; i++) x[i] += impulses[k] * response[i]
    })
    this.states.set(x)
  }

  /** Response in the present modes. */
  private respondNow(addForces: AddForces, expected: number): Float64Array {
    const unprobed = new Float64Array(this.x.length)
    this.world.withReleasedAxes(() => this.states.evaluate(this.x, unprobed))
    return this.respondInModes(addForces, expected, unprobed)
  }

  /** Response in the present modes, with the derivatives `unprobed` without the force (n). */
  private respondInModes(addForces: AddForces, expected: number, unprobed: Float64Array): Float64Array {
    // force as large as the present ones: the difference then has the most digits
    const wanted = maxAbs(unprobed) || 1
    const first = this.tryForce(addForces, wanted / expected, unprobed)
    const size = maxAbs(first)
    return size > 0 ? this.tryForce(addForces, wanted / size, unprobed) : first
  }

  private tryForce(addForces: AddForces, size: number, unprobed: Float64Array): Float64Array {
    const response = new Float64Array(this.x.length)
    this.withForces(addForces, size, () => this.states.evaluate(this.x, response))
    return response.map((value, i) => (value - unprobed[i]) / size)
  }

  /** Decides the modes that a force causes which exceeds all finite forces. True if they have changed. */
  private decideModes(addForces: AddForces, expected: number, x: Float64Array): boolean {
    const size = (STRONG * Math.max(1, maxAbs(this.unprobed))) / expected
    return this.withForces(addForces, size, () => this.states.modes.decide(x))
  }

  private withForces<T>(addForces: AddForces, size: number, act: () => T): T {
    return this.world.withReleasedAxes(() =>
      this.world.withTrialForces(() => {
        addForces(size)
      }, act),
    )
  }
}
