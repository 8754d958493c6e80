import { VarioError } from '../../base/index.ts'
import { maxAbs } from '../../math/index.ts'
import type { ModelStates } from '../../simulation/index.ts'
import type { World } from '../world/index.ts'

/**
 * Accelerations by the force that stands for an impulse, in SI units, relative to those without it: an impact of 1 m/s
 * in 1e-12 s.
 */
const STRONG = 1e12
/** Jumps agree if they differ by this part: modes that make a difference make a larger one. */
const AGREEING = 1e-6

/** Impulses are found again at most so often, because they bring about other modes. */
const MAX_SEARCHES = 20

/** Adds forces times a size to those of the world. */
export type AddForces = (size: number) => void

/**
 * What unit forces do to the whole model. A force that acts for no time, but with an impulse λ, lets the states jump by λ
 * times what a force of 1 adds to their derivatives: M⁻¹ Jᵀ λ for the velocities, J the direction of the force. That
 * includes joints and loops, and what equations hang on the joints: the rotors behind rigid gears jump, those behind
 * springs do not.
 *
 * Finite forces have no impulse. So the response is that with the modes (`ModelModes`) that the force brings about if it
 * grows beyond all limits: friction that sticks breaks loose, what slides along the limit of a condition leaves it, but
 * what holds without a limit, as a freewheel does in one direction, goes on to hold.
 */
export class ModelResponse {
  /** The states when it was made (n). */
  readonly x: Float64Array
  private readonly unprobed: Float64Array
  private readonly scratch: Float64Array
  /** What the last impulses were; they decide the modes of all responses. Null: each force those of its own response. */
  private impulse: {
    readonly addForces: AddForces
    readonly expected: number
    /** Of all states (n). */
    readonly jump: Float64Array
  } | null = null
  /** Whether any force has brought about other modes than there were. */
  private hasOtherModes = false
  private readonly hasModes: boolean
  private nSearch = 0

  /** @param isSmall whether small rests of velocities are taken away, which finite forces can do as well */
  constructor(
    private readonly world: World,
    private readonly states: ModelStates,
    isSmall = false,
  ) {
    this.x = states.read()
    this.hasModes = !isSmall && states.modes.canChange
    this.scratch = new Float64Array(this.x.length)
    this.unprobed = new Float64Array(this.x.length)
    states.evaluate(this.x, this.unprobed)
  }

  /**
   * What a force per unit of force adds to the derivatives of the states (n).
   *
   * @param addForces adds the force times a size to those of the world
   * @param expected how much that may be, roughly: an inverse mass
   */
  respond(addForces: AddForces, expected: number): Float64Array {
    const { states, hasModes } = this
    if (!hasModes) return this.respondInModes(addForces, expected, this.unprobed)
    return states.modes.attempt(this.x, () => {
      const impulse = this.impulse ?? { addForces, expected }
      if (!this.decideModes(impulse.addForces, impulse.expected, this.x))
        return this.respondInModes(addForces, expected, this.unprobed)
      this.hasOtherModes = true
      const unprobed = new Float64Array(this.x.length)
      states.evaluate(this.x, unprobed)
      return this.respondInModes(addForces, expected, unprobed)
    })
  }

  /**
   * Whether impulses belong to the modes that they bring about together, as far as this makes a difference. Otherwise
   * all responses from now on have these modes, and the impulses must be found again.
   *
   * @param addForces adds the impulses as forces, times a size
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
   * Modes after the impulses of the last call of `agrees`, which have been applied to the states: discrete variables
   * follow them through the impact, from the velocities before to those after it.
   */
  settle(): void {
    const { states, impulse } = this
    if (impulse === null) return
    const { addForces, expected } = impulse
    const after = states.read()
    states.modes.attempt(this.x, () => {
      this.decideModes(addForces, expected, this.x)
      this.decideModes(addForces, expected, after)
      states.modes.keep()
    })
    this.enter(after)
  }

  /** Lets the world move as it does with the states `x`. */
  enter(x: Float64Array): void {
    this.states.evaluate(x, this.scratch)
    if (this.world.flanges.n === 0) this.world.updateMotion()
  }

  /**
   * How fast velocities change with a unit of impulse: J M⁻¹ Jᵀ, one column.
   *
   * @param read velocities for the states that have been entered
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

  /** The run goes on with states that have jumped by impulses times responses. */
  jump(responses: readonly Float64Array[], impulses: ArrayLike<number>): void {
    const x = this.states.read()
    responses.forEach((response, k) => {
      for (let i = 0; i < x.length; i++) x[i] += impulses[k] * response[i]
    })
    this.states.set(x)
  }

  /** The response with the modes as they are, in which derivatives without the force are `unprobed` (n). */
  private respondInModes(addForces: AddForces, expected: number, unprobed: Float64Array): Float64Array {
    // as large as what acts anyway: the difference of both then has the most digits
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

  /** The modes that a force brings about which overcomes everything finite; true if they are others. */
  private decideModes(addForces: AddForces, expected: number, x: Float64Array): boolean {
    const size = (STRONG * Math.max(1, maxAbs(this.unprobed))) / expected
    return this.withForces(addForces, size, () => this.states.modes.decide(x))
  }

  private withForces<T>(addForces: AddForces, size: number, act: () => T): T {
    this.world.setProbe(() => {
      addForces(size)
    })
    try {
      return act()
    } finally {
      this.world.setProbe(null)
    }
  }
}
