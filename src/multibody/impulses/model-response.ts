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

/** Largest number of changes of the modes during an impact. */
const MAX_ENGAGING = 20

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
 * Finite forces have no impulse: axes with friction are not held. So the response is the one in the modes (`ModelModes`)
 * that the force causes if it grows beyond all limits: sticking friction breaks loose, sliding along the limit of a
 * condition ends, but constraints without a limit, as of a freewheel in one direction, keep holding.
 *
 * A freewheel may engage during an impact, after the part p of the impulse λ: with the responses R before and R' after
 * it, the states become x + R p + R' (λ - p) = x + (R - R') p + R' λ. That is the response R' to the whole impulse, from
 * shifted states in which the freewheel does not turn.
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
    /** Sum of their absolute values. */
    readonly size: number
  } | null = null
  /** States at which the last impulses have changed the modes, and the part of the impulses up to the last of them. */
  private readonly stages: Float64Array[] = []
  private part = 0
  /** (R - R') p (n). */
  private readonly shift: Float64Array
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
    this.shift = new Float64Array(this.x.length)
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
      if (!this.enterModes(impulse.addForces, impulse.expected))
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
    let size = 0
    for (let k = 0; k < impulses.length; k++) size += Math.abs(impulses[k])
    if (last !== null && size > 0) this.part = Math.min(1, (this.part * last.size) / size)
    this.impulse = expected > 0 ? { addForces, expected, jump, size } : null
    if (expected === 0) return true
    this.hasOtherModes ||= states.modes.attempt(this.x, () => this.enterModes(addForces, expected))
    if (!this.hasOtherModes) return true
    const difference = last === null ? Infinity : maxAbs(jump.map((value, i) => value - last.jump[i]))
    if (difference <= AGREEING * expected) return true
    if (++this.nSearch === MAX_SEARCHES)
      throw new VarioError(
        'IMPULSE',
        'impulses: expected modes of the equations, as those of freewheels, that agree with the impulse, got none. ' +
          'Give the stops or the impact some elasticity.',
      )
    return false
  }

  /**
   * True if the last impulses, which agree with the modes, change them on the way to the states after the impact, so that
   * they have another response. Then all further responses are in the modes after the change, and the impulses must be
   * found again, from shifted velocities.
   *
   * @param impulses at `agrees`, in the order of the velocities (n)
   * @param read reads velocities for the states that have been entered (n)
   * @returns the shifted velocities, and the energy that the shift takes from the kinetic energy [J]; null: no change
   */
  engage(
    impulses: ArrayLike<number>,
    read: () => Float64Array,
  ): { readonly velocities: Float64Array; readonly energy: number } | null {
    const { states, impulse, stages, shift, x } = this
    if (impulse === null || stages.length === MAX_ENGAGING) return null
    const { addForces, expected } = impulse
    const before = this.readShifted(read)
    const hasChanged = states.modes.attempt(x, () => {
      this.enterModes(addForces, expected)
      const first = this.respondNow(addForces, expected)
      const moved = (part: number): Float64Array => x.map((value, i) => value + shift[i] + part * first[i])
      const rest = 1 - this.part
      const found = states.modes.findChange(rest, (part) => {
        if (!this.decideModes(addForces, expected, moved(this.part + part))) return false
        return !isSame(this.respondNow(addForces, expected), first)
      })
      if (found === rest) return false
      this.part += found
      const stage = moved(this.part)
      this.decideModes(addForces, expected, stage)
      const second = this.respondNow(addForces, expected)
      for (let i = 0; i < x.length; i++) shift[i] += this.part * (first[i] - second[i])
      stages.push(stage)
      return true
    })
    this.enter(x)
    if (!hasChanged) return null
    this.hasOtherModes = true
    const velocities = this.readShifted(read)
    // half the work of the impulses up to the change, against the difference of the velocities before and after it
    let energy = 0
    for (let i = 0; i < velocities.length; i++)
      energy += 0.5 * this.part * impulses[i] * (velocities[i] - before[i])
    return { velocities, energy }
  }

  private readShifted(read: () => Float64Array): Float64Array {
    this.enter(this.x.map((value, i) => value + this.shift[i]))
    const velocities = read()
    this.enter(this.x)
    return velocities
  }

  /** Moves the states by the shift of the changes of modes. */
  applyShift(): void {
    if (this.stages.length > 0) this.states.set(this.states.read().map((value, i) => value + this.shift[i]))
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
      this.enterModes(addForces, expected)
      const first = this.respondNow(addForces, expected)
      if (this.decideModes(addForces, expected, after)) {
        if (!isSame(this.respondNow(addForces, expected), first)) states.modes.warnOfEngaging()
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

  /** Decides the modes during the impact, through all their changes. True if they have changed. */
  private enterModes(addForces: AddForces, expected: number): boolean {
    let hasChanged = this.decideModes(addForces, expected, this.x)
    for (const stage of this.stages) hasChanged = this.decideModes(addForces, expected, stage) || hasChanged
    return hasChanged
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

/** True for jumps that differ by rounding errors only. */
function isSame(a: Float64Array, b: Float64Array): boolean {
  return maxAbs(a.map((value, i) => value - b[i])) <= AGREEING * maxAbs(b)
}
