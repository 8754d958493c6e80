import { maxAbs } from '../../math/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'

/**
 * Factor of the impulses relative to the present derivatives: finite forces, such as one that `min` limits, cancel in
 * the difference of two such sizes, and rounding errors are negligible.
 */
const LARGE = 1e6
/**
 * The same where modes are decided: without a difference, friction itself must be negligible, also where a sticking
 * part has a force many times that of all accelerations.
 */
const OVERWHELMING = 1e12
/** Difference of two differences, relative to them: above it, the equations are not linear in infinite values. */
const LINEAR = 1e-6
/** The same relative to the largest jump: rounding errors of terms that cancel. */
const ROUNDING = 1e-9

/** Jumps by impulses. */
export interface Response {
  /** Of all states (n). */
  readonly states: Float64Array
  /** Of the variables that follow from them (nFollower). */
  readonly followers: Float64Array
  /** True if the equations are linear in infinite values. */
  readonly isLinear: boolean
}

/** Computes the jumps of states by Dirac impulses in the equations, with the current conditions. */
export class ImpulseResponse {
  private readonly slots: Int32Array
  private readonly rates: readonly string[]

  constructor(
    private readonly runtime: ModelRuntime,
    /** Number of values of the followers. */
    private readonly nFollower: number,
  ) {
    const { equations, followers } = runtime.translation.jumps
    this.slots = Int32Array.from(equations, ({ impulse }) => runtime.slot(impulse).index)
    this.rates = followers.map((name) => `der(${name})`)
  }

  /** Calls `act` while impulses of the equations (nEquation) act that overcome everything finite. */
  withImpulses<T>(t: number, x: Float64Array, impulses: Float64Array, act: () => T): T {
    return this.protect(impulses, () => {
      const { states } = this.evaluate(t, x, impulses, 0)
      this.write(impulses, (OVERWHELMING * Math.max(1, maxAbs(states))) / maxAbs(impulses))
      return act()
    })
  }

  /** The response to impulses of the equations (nEquation) at `t` [s] and the states `x`. */
  respond(t: number, x: Float64Array, impulses: Float64Array): Response {
    return this.protect(impulses, () => {
      const present = this.evaluate(t, x, impulses, 0)
      const size = (LARGE * Math.max(1, maxAbs(present.states))) / maxAbs(impulses)
      const [once, twice, thrice] = [1, 2, 3].map((k) => this.evaluate(t, x, impulses, k * size))
      const difference = (key: 'states' | 'followers'): Float64Array =>
        twice[key].map((value, i) => (value - once[key][i]) / size)
      const states = difference('states')
      const followers = difference('followers')
      const largest = Math.max(maxAbs(states), maxAbs(followers))
      const isLinear = states.every((jump, i) => {
        const next = (thrice.states[i] - twice.states[i]) / size
        return Math.abs(next - jump) <= LINEAR * Math.abs(jump) + ROUNDING * largest
      })
      return { states, followers, isLinear }
    })
  }

  /** Calls `act`; afterwards no impulses act, and systems of equations start from their present solutions. */
  private protect<T>(impulses: Float64Array, act: () => T): T {
    const { systems } = this.runtime.services
    const solutions = systems.map((system) => system.solution())
    try {
      return act()
    } finally {
      this.write(impulses, 0)
      systems.forEach((system, k) => {
        system.setSolution(solutions[k])
      })
    }
  }

  private evaluate(
    t: number,
    x: Float64Array,
    impulses: Float64Array,
    size: number,
  ): { readonly states: Float64Array; readonly followers: Float64Array } {
    const { runtime, rates, nFollower } = this
    this.write(impulses, size)
    runtime.enter(t, x)
    runtime.evaluateBranch(true)
    const states = new Float64Array(x.length)
    runtime.readBranchDerivatives(states)
    const followers = new Float64Array(nFollower)
    runtime.createVector(rates).read(followers)
    return { states, followers }
  }

  private write(impulses: Float64Array, size: number): void {
    const { runtime, slots } = this
    for (let k = 0; k < slots.length; k++) runtime.setScalar(slots[k], size * impulses[k])
  }
}
