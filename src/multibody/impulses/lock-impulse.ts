/**
 * A perfectly plastic lock: two objects stop moving with respect to each other, by an impulse between them that takes
 * no time. With the twist c = J v of one seen from the other at a common point, and an impulse λ there,
 *
 *   v⁺ = v + M⁻¹ Jᵀ λ,   J v⁺ = 0   ⇒   (J M⁻¹ Jᵀ) λ = -c,   energy lost = -cᵀ λ/2
 *
 * which is the projection of the velocities in the metric of kinetic energy. Momentum and angular momentum of
 * everything that the world does not hold are kept, because the impulses on both are opposite and act at one point.
 * M⁻¹ Jᵀ is what unit forces add to the derivatives of all states of the model.
 */
import { VarioError } from '../../base/index.ts'
import {
  createCholesky,
  factorCholesky,
  mat3MulVec,
  maxAbs,
  solveCholesky,
  vec3Cross,
} from '../../math/index.ts'
import type { ModelStates } from '../../simulation/index.ts'
import type { Frame } from '../records/index.ts'
import type { World } from '../world/index.ts'
import { ModelResponse } from './model-response.ts'

/** A direction counts as blocked by other constraints if its mobility is smaller, relative to the largest one. */
const NO_MOBILITY = 1e-11
/** Allowed relative velocity after the lock, relative to its value before and to the largest speed. */
const ALLOWED_REST = 1e-9
/** The same for bodies that were at rest, in lengths of the bodies per second. */
const LEAST_REST = 1e-12
/** Repetitions, which remove rounding errors. */
const N_PASS = 3

interface LockOptions {
  /**
   * Twists that are stopped, in the axes of the world, angular parts times the length of the world first (6 each;
   * default: all).
   */
  readonly directions?: readonly Float64Array[]
  /** True (default) if a prescribed motion that prevents the lock is an error. */
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
  const lock = new Lock(world, states, frame1, frame2, directions, isForced)
  const { weights } = lock
  const before = lock.readTwist(states.read())
  const size = Math.max(maxWeighted(before, weights), lock.speed)
  const mobility = lock.findMobility(before)
  let lost = lock.engage()
  let rest = lock.readTwist(states.read())
  for (let k = 0; k < N_PASS && maxAbs(rest) > 0; k++) {
    const impulse = solveMobility(mobility, rest, weights)
    lost -= rest.reduce((sum, c, i) => sum + 0.5 * c * impulse[i], 0)
    lock.apply(impulse)
    rest = lock.readTwist(states.read())
  }
  lock.settle()
  const left = maxWeighted(rest, weights)
  if (isForced && left > ALLOWED_REST * size + LEAST_REST * lock.length)
    throw new VarioError(
      'ACTION',
      `${frame2.path}: expected an impulse that stops it with respect to ${frame1.path}, got one that leaves ` +
        `${left.toPrecision(3)} m/s: their motion is prescribed, or closed loops nearly hold it, as stretched links do. ` +
        'Stop the drives, or bend the links, first.',
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
  /** Largest speed of the bodies and of their points at the lock [m/s]: motions of joints may cancel. */
  speed = 0
  private readonly response: ModelResponse
  /** Length of the bodies as seen from the lock [m]: makes velocities comparable with angular velocities. */
  readonly length: number
  /** Factors that convert the components of twists to velocities of bodies of that length, one per direction. */
  readonly weights: Float64Array
  /** Changes of all states by a unit impulse, one array per direction. */
  private responses: Float64Array[] = []
  private readonly expected: readonly number[]
  /** Kinetic energy that constraints take which engage during the impulse [J]. */
  private energy = 0
  private readonly point = new Float64Array(3)
  private readonly twist = new Float64Array(6)
  private readonly force = new Float64Array(3)
  private readonly torque = new Float64Array(3)

  constructor(
    private readonly world: World,
    states: ModelStates,
    private readonly frame1: Frame,
    private readonly frame2: Frame,
    private readonly directions: readonly Float64Array[],
    isForced: boolean,
  ) {
    world.motion.position(frame2, this.point)
    // what errors of the integration have left is small enough for finite forces
    this.response = new ModelResponse(world, states, !isForced)
    const { mass, length } = this.measureBodies()
    this.length = length
    const ratio = world.length / length
    this.weights = Float64Array.from(
      directions,
      (d) => 1 / Math.hypot(ratio * d[0], ratio * d[1], ratio * d[2], d[3], d[4], d[5]),
    )
    // what the body would do, if it were free
    this.expected = directions.map((direction) => {
      const [torque, force] = [maxAbs(direction.subarray(0, 3)), maxAbs(direction.subarray(3))]
      return Math.max((world.length * torque) / (mass * length * length), force / mass)
    })
  }

  /**
   * Mass [kg] and radius of gyration about the point [m] of the body for which that is smaller; without any, 1 kg and
   * the length of the world.
   */
  private measureBodies(): { readonly mass: number; readonly length: number } {
    const { world, point, frame1, frame2 } = this
    const { tree, data } = world
    const center = new Float64Array(3)
    let [mass, least] = [1, Number.POSITIVE_INFINITY]
    for (const { body } of [frame1, frame2]) {
      if (body < 0 || !(tree.mass[body] > 0)) continue
      mat3MulVec(center, 0, data.R_WB, 9 * body, tree.p_BC, 3 * body)
      const trace = tree.I_C[9 * body] + tree.I_C[9 * body + 4] + tree.I_C[9 * body + 8]
      let square = trace / (2 * tree.mass[body])
      for (let i = 0; i < 3; i++) square += (point[i] - data.p_WB[3 * body + i] - center[i]) ** 2
      if (square > 0 && square < least) [mass, least] = [tree.mass[body], square]
    }
    return { mass, length: Number.isFinite(least) ? Math.sqrt(least) : world.length }
  }

  /** Components of the relative twist along the directions, for states `x`. */
  readTwist(x: Float64Array): Float64Array {
    this.response.enter(x)
    return this.measureTwist()
  }

  private measureTwist(): Float64Array {
    const { world, twist, point, frame1, frame2 } = this
    twist.fill(0)
    this.speed = this.computeSpeed()
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

  private computeSpeed(): number {
    const { world, point, length, frame1, frame2 } = this
    const { V_WB_B: V, p_WB: p } = world.data
    let speed = 0
    for (let i = 0; i < world.tree.nBody; i++) {
      const turning = Math.hypot(V[6 * i], V[6 * i + 1], V[6 * i + 2])
      speed = Math.max(speed, length * turning, Math.hypot(V[6 * i + 3], V[6 * i + 4], V[6 * i + 5]))
    }
    for (const { body } of [frame1, frame2])
      for (let i = body; i >= 0; i = world.tree.parent[i]) {
        const turning = Math.hypot(V[6 * i], V[6 * i + 1], V[6 * i + 2])
        const arm = Math.hypot(point[0] - p[3 * i], point[1] - p[3 * i + 1], point[2] - p[3 * i + 2])
        speed = Math.max(speed, turning * arm)
      }
    return speed
  }

  /**
   * Velocity of the directions per unit of impulse, J M⁻¹ Jᵀ, row-major (n × n), with modes of the equations that the
   * impulse against `before` brings about.
   */
  findMobility(before: Float64Array): Float64Array {
    const { response, directions, weights } = this
    let twist = before
    for (;;) {
      this.responses = directions.map((direction, i) =>
        response.respond((size) => {
          this.addForces(direction, size)
        }, this.expected[i]),
      )
      const mobility = this.computeMobility(before)
      const impulse = solveMobility(mobility, twist, weights)
      const addAll = (size: number): void => {
        directions.forEach((direction, i) => {
          this.addForces(direction, size * impulse[i])
        })
      }
      const fits = response.agrees(addAll, this.responses, impulse)
      response.enter(response.x)
      const change = fits ? response.engage(impulse, () => this.measureTwist()) : null
      if (change !== null) {
        twist = change.velocities
        this.energy += change.energy
      } else if (fits) return mobility
    }
  }

  /** Lets constraints engage, before the impulse. Returns the kinetic energy that they take [J]. */
  engage(): number {
    this.response.applyShift()
    return this.energy
  }

  /** Modes of the equations after the impulse. */
  settle(): void {
    this.response.settle()
  }

  private computeMobility(before: Float64Array): Float64Array {
    const { response, responses } = this
    const n = responses.length
    const mobility = new Float64Array(n * n)
    responses.forEach((jump, k) => {
      const column = response.measure(jump, () => this.measureTwist(), before)
      for (let i = 0; i < n; i++) mobility[n * i + k] = column[i]
    })
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
    this.response.jump(this.responses, impulse)
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

function maxWeighted(v: Float64Array, weights: Float64Array): number {
  let largest = 0
  for (let i = 0; i < v.length; i++) largest = Math.max(largest, Math.abs(v[i] * weights[i]))
  return largest
}

/**
 * Solves W λ = -c for a symmetric matrix that may be singular, where others hold a direction already. With the weights,
 * angular and linear mobilities are of the same size, so that they can be compared.
 */
function solveMobility(W: Float64Array, c: Float64Array, weights: Float64Array): Float64Array {
  const n = c.length
  const factors = createCholesky(n)
  W.forEach((w, k) => {
    factors.a[k] = w * weights[Math.floor(k / n)] * weights[k % n]
  })
  factorCholesky(factors, NO_MOBILITY)
  const lambda = new Float64Array(n)
  solveCholesky(
    factors,
    c.map((rate, i) => -rate * weights[i]),
    lambda,
  )
  for (let i = 0; i < n; i++) lambda[i] *= weights[i]
  return lambda
}
