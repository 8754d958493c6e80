import { maxAbs } from '../../math/index.ts'
import type { ModelStates } from '../../simulation/index.ts'
import type { World } from '../world/index.ts'

/**
 * What unit forces do to the whole model. A force that acts for no time, but with an impulse λ, lets the states jump by λ
 * times what a force of 1 adds to their derivatives: M⁻¹ Jᵀ λ for the velocities, J the direction of the force. That
 * includes joints and loops, and what equations hang on the joints: the rotors behind rigid gears jump, those behind
 * springs do not.
 */
export class ModelResponse {
  /** The states when it was made (n). */
  readonly x: Float64Array
  private readonly unprobed: Float64Array
  private readonly scratch: Float64Array

  constructor(
    private readonly world: World,
    private readonly states: ModelStates,
  ) {
    this.x = states.read()
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
  respond(addForces: (size: number) => void, expected: number): Float64Array {
    // as large as what acts anyway: the difference of both then has the most digits
    const wanted = maxAbs(this.unprobed) || 1
    const first = this.tryForce(addForces, wanted / expected)
    const size = maxAbs(first)
    return size > 0 ? this.tryForce(addForces, wanted / size) : first
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

  private tryForce(addForces: (size: number) => void, size: number): Float64Array {
    const response = new Float64Array(this.x.length)
    this.world.setProbe(() => {
      addForces(size)
    })
    try {
      this.states.evaluate(this.x, response)
    } finally {
      this.world.setProbe(null)
    }
    return response.map((value, i) => (value - this.unprobed[i]) / size)
  }
}
