/**
 * A perfectly plastic lock: two objects stop moving with respect to each other, by an impulse between them that takes
 * no time. With the twist c = J v of one seen from the other at a common point, and an impulse λ there,
 *
 *   v⁺ = v + M⁻¹ Jᵀ λ,   J v⁺ = 0   ⇒   (J M⁻¹ Jᵀ) λ = -c,   energy lost = -cᵀ λ/2
 *
 * which is the projection of the velocities in the metric of kinetic energy. Momentum and angular momentum of
 * everything that the world does not hold are kept, because the impulses on both are opposite and act at one point.
 * M⁻¹ Jᵀ is what unit forces add to the derivatives of all states of the model. So it includes what equations hang on
 * the joints: the rotors behind rigid gears jump, those behind springs do not.
 */
import { VarioError } from '../../../../base/index.ts'
import { maxAbs, vec3Cross } from '../../../../math/index.ts'
import type { ModelStates } from '../../../../simulation/index.ts'
import type { Frame } from '../../../frames/index.ts'
import type { World } from '../../../world/index.ts'

/** A direction is held by something else if its mobility is smaller than this, relative to the largest one. */
const NO_MOBILITY = 1e-11
/** What may be left of the relative velocity, relative to what it was and to how fast anything is. */
const ALLOWED_REST = 1e-9
/** And this part of the length of the world per second, where all was at rest before. */
const LEAST_REST = 1e-12
/** Repetitions, which take away what rounding has left. */
const N_PASS = 3

interface LockOptions {
  /**
   * Twists that are stopped, in the axes of the world, angular parts times the length of the world first (6 each;
   * default: all).
   */
  readonly directions?: readonly Float64Array[]
  /** Whether it is an error if what moves the frames is prescribed, so that they cannot be stopped (default true). */
  readonly isForced?: boolean
}

/**
 * Stops frame 2 with respect to frame 1; afterwards all states have their new values.
 *
 * @returns energy that is lost [J]
 */
export function lockPlastically(
  world: World,
  states: ModelStates,
  frame1: Frame,
  frame2: Frame,
  { directions = ALL, isForced = true }: LockOptions = {},
): number {
  const lock = new Lock(world, states, frame1, frame2, directions)
  const before = lock.readTwist(states.read())
  const size = Math.max(maxAbs(before), lock.speed)
  const mobility = lock.computeMobility()
  let lost = 0
  let rest = before
  for (let k = 0; k < N_PASS && maxAbs(rest) > 0; k++) {
    const impulse = solveMobility(mobility, rest)
    lost -= rest.reduce((sum, c, i) => sum + 0.5 * c * impulse[i], 0)
    lock.apply(impulse)
    rest = lock.readTwist(states.read())
  }
  if (isForced && maxAbs(rest) > ALLOWED_REST * size + LEAST_REST * world.length)
    throw new VarioError(
      'ACTION',
      `${frame2.path} cannot be stopped with respect to ${frame1.path} by an impulse between them: a velocity of ` +
        `${maxAbs(rest).toPrecision(3)} m/s is left. What moves them is prescribed, or they are far smaller than ` +
        `the nominalLength of the scene, ${world.length} m.`,
    )
  return lost
}

/** Unit twists: angular, then linear. */
const ALL: readonly Float64Array[] = Array.from({ length: 6 }, (_, k) => {
  const direction = new Float64Array(6)
  direction[k] = 1
  return direction
})

class Lock {
  /** How fast the fastest body is, turning by the length of the world [m/s]: joints move it whose motions cancel. */
  speed = 0
  /** What unit impulses change, one list of all states per direction. */
  private readonly responses: Float64Array[]
  private readonly point = new Float64Array(3)
  private readonly twist = new Float64Array(6)
  private readonly force = new Float64Array(3)
  private readonly torque = new Float64Array(3)
  private readonly scratch: Float64Array

  constructor(
    private readonly world: World,
    private readonly states: ModelStates,
    private readonly frame1: Frame,
    private readonly frame2: Frame,
    private readonly directions: readonly Float64Array[],
  ) {
    const x = states.read()
    this.scratch = new Float64Array(x.length)
    world.motion.position(frame2, this.point)
    const unprobed = new Float64Array(x.length)
    states.evaluate(x, unprobed)
    this.responses = directions.map((direction) => {
      const first = this.respond(x, unprobed, direction, 1)
      // as large as what acts anyway: the difference of both then has the most digits
      const size = maxAbs(first)
      return size > 0 ? this.respond(x, unprobed, direction, (maxAbs(unprobed) || 1) / size) : first
    })
  }

  /** What a force per unit of force adds to the derivatives of the states. */
  private respond(
    x: Float64Array,
    unprobed: Float64Array,
    direction: Float64Array,
    size: number,
  ): Float64Array {
    const response = new Float64Array(x.length)
    this.world.setProbe(() => {
      this.addForces(direction, size)
    })
    try {
      this.states.evaluate(x, response)
    } finally {
      this.world.setProbe(null)
    }
    return response.map((value, i) => (value - unprobed[i]) / size)
  }

  /** Components of the relative twist along the directions, for states `x`. */
  readTwist(x: Float64Array): Float64Array {
    const { world, twist, point, frame1, frame2 } = this
    this.states.evaluate(x, this.scratch)
    if (world.flanges.n === 0) world.updateMotion()
    twist.fill(0)
    this.speed = 0
    world.data.V_WB_B.forEach((v, i) => {
      this.speed = Math.max(this.speed, Math.abs(i % 6 < 3 ? world.length * v : v))
    })
    for (const [frame, sign] of [
      [frame2, 1],
      [frame1, -1],
    ] as const)
      this.addTwist(frame, point, sign)
    for (let i = 0; i < 3; i++) twist[i] *= world.length
    return Float64Array.from(this.directions, (direction) =>
      direction.reduce((sum, x, i) => sum + x * twist[i], 0),
    )
  }

  /** Velocity of the directions per unit of impulse: J M⁻¹ Jᵀ, row-major (n × n). */
  computeMobility(): Float64Array {
    const { states, responses } = this
    const n = responses.length
    const x = states.read()
    const before = this.readTwist(x)
    const mobility = new Float64Array(n * n)
    responses.forEach((response, k) => {
      // the change is measured where it is as large as the velocities themselves, which costs the fewest digits
      let scale = 1
      for (const isScaled of [false, true]) {
        const after = this.readTwist(x.map((value, i) => value + scale * response[i]))
        const change = after.map((c, i) => c - before[i])
        for (let i = 0; i < n; i++) mobility[n * i + k] = change[i] / scale
        if (!isScaled && maxAbs(change) > 0) scale = (maxAbs(before) || 1) / maxAbs(change)
      }
    })
    states.evaluate(x, this.scratch)
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < i; k++) {
        const mean = (mobility[n * i + k] + mobility[n * k + i]) / 2
        mobility[n * i + k] = mean
        mobility[n * k + i] = mean
      }
    }
    return mobility
  }

  /** All states jump. */
  apply(impulse: Float64Array): void {
    const x = this.states.read()
    this.responses.forEach((response, k) => {
      for (let i = 0; i < x.length; i++) x[i] += impulse[k] * response[i]
    })
    this.states.set(x)
  }

  /** Adds the twist of a frame at the point. */
  private addTwist(frame: Frame, point: Float64Array, sign: number): void {
    const { twist, force: v, torque: w } = this
    const { motion } = this.world
    const arm = new Float64Array(3)
    motion.position(frame, arm)
    for (let i = 0; i < 3; i++) arm[i] = point[i] - arm[i]
    motion.angularVelocity(frame, w)
    motion.velocity(frame, v)
    vec3Cross(arm, 0, w, 0, arm, 0)
    for (let i = 0; i < 3; i++) {
      twist[i] += sign * w[i]
      twist[i + 3] += sign * (v[i] + arm[i])
    }
  }

  /** A force in a direction on frame 2, and the opposite one on frame 1, at the point. */
  private addForces(direction: Float64Array, size: number): void {
    const { world, frame1, frame2, point, force, torque } = this
    for (const [frame, sign] of [
      [frame2, 1],
      [frame1, -1],
    ] as const) {
      for (let i = 0; i < 3; i++) {
        torque[i] = sign * size * world.length * direction[i]
        force[i] = sign * size * direction[i + 3]
      }
      world.motion.applyWrenchAt(frame, point, force, torque)
    }
  }
}

/**
 * Solves W λ = -c for a symmetric matrix that may be singular, where others hold a direction already: Cholesky's
 * factors with pivots (Higham 2002, 10.3), as far as these are not rounding errors.
 */
function solveMobility(W: Float64Array, c: Float64Array): Float64Array {
  const n = c.length
  const A = W.slice()
  const L = new Float64Array(n * n)
  const order: number[] = []
  const isLeft = new Uint8Array(n).fill(1)
  let largest = 0
  for (let i = 0; i < n; i++) largest = Math.max(largest, A[n * i + i])
  for (;;) {
    let pivot = -1
    for (let i = 0; i < n; i++)
      if (isLeft[i] === 1 && (pivot < 0 || A[n * i + i] > A[n * pivot + pivot])) pivot = i
    if (pivot < 0 || !(A[n * pivot + pivot] > NO_MOBILITY * largest)) break
    isLeft[pivot] = 0
    const k = order.push(pivot) - 1
    const root = Math.sqrt(A[n * pivot + pivot])
    L[n * pivot + k] = root
    for (let i = 0; i < n; i++) if (isLeft[i] === 1) L[n * i + k] = A[n * i + pivot] / root
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++)
        if (isLeft[i] === 1 && isLeft[j] === 1) A[n * i + j] -= L[n * i + k] * L[n * j + k]
  }
  const lambda = new Float64Array(n)
  const y = new Float64Array(order.length)
  for (let k = 0; k < order.length; k++) {
    const i = order[k]
    let sum = -c[i]
    for (let j = 0; j < k; j++) sum -= L[n * i + j] * y[j]
    y[k] = sum / L[n * i + k]
  }
  for (let k = order.length - 1; k >= 0; k--) {
    let sum = y[k]
    for (let j = k + 1; j < order.length; j++) sum -= L[n * order[j] + k] * lambda[order[j]]
    lambda[order[k]] = sum / L[n * order[k] + k]
  }
  return lambda
}
