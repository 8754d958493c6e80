/** The impulses of one instant: along the axes of contacts, and along axes of joints at their rigid stops. */
import { createCholesky, factorCholesky, solveCholesky } from '../../math/index.ts'
import type { ModelStates } from '../../simulation/index.ts'
import type { LawfulAxis, World } from '../world/index.ts'
import type { ContactFrames } from './contact-frames.ts'
import { ModelResponse } from './model-response.ts'

/** An axis at a rigid stop: the lower (-1) or the upper one (1). */
export interface AxisAtStop {
  readonly axis: LawfulAxis
  readonly side: -1 | 1
}

/** Contacts first, then stops, whose impulses have the direction of the first of their three numbers. */
export class ImpactFrames {
  private readonly nContact: number

  constructor(
    private readonly world: World,
    /** null: nothing can collide. */
    readonly contacts: ContactFrames | null,
    private readonly stops: readonly AxisAtStop[],
  ) {
    this.nContact = contacts?.n ?? 0
  }

  /** Present velocities, positive away from each other [m/s, rad/s] (3n). */
  readVelocities(): Float64Array {
    const { contacts, stops, nContact, world } = this
    const out = new Float64Array(3 * (nContact + stops.length))
    if (contacts !== null) out.set(contacts.readVelocities())
    stops.forEach(({ axis, side }, k) => {
      out[3 * (nContact + k)] = -side * (world.v[axis.place.iv] - axis.law.rateOf(side))
    })
    return out
  }

  /** Jumps of all states by unit impulses i along its directions (3). */
  respond(response: ModelResponse, i: number): Float64Array[] {
    const { contacts, nContact } = this
    if (i < nContact) return contacts!.respond(response, i)
    const along = response.respond(
      (size) => {
        this.addStopForce(i - nContact, size)
      },
      1 / this.findInertia(i - nContact),
    )
    return [along, new Float64Array(along.length), new Float64Array(along.length)]
  }

  /** Adds all impulses (3n), times a factor, as forces. */
  addForces(impulses: Float64Array, size: number): void {
    const { contacts, stops, nContact } = this
    contacts?.addForces(impulses.subarray(0, 3 * nContact), size)
    for (let k = 0; k < stops.length; k++) this.addStopForce(k, size * impulses[3 * (nContact + k)])
  }

  /** Changes of all velocities by these jumps [1/kg, …] (3n × 3), relative to `before`. */
  measure(response: ModelResponse, responses: readonly Float64Array[], before: Float64Array): Float64Array {
    const columns = responses.map((jump) =>
      jump.every((x) => x === 0)
        ? new Float64Array(before.length)
        : response.measure(jump, () => this.readVelocities(), before),
    )
    return Float64Array.from({ length: 3 * before.length }, (_, m) => columns[m % 3][Math.floor(m / 3)])
  }

  private addStopForce(k: number, size: number): void {
    const { axis, side } = this.stops[k]
    this.world.tau[axis.place.iv] -= side * size
  }

  /** Estimate of the inertia that an axis moves [kg, kg.m2]. */
  private findInertia(k: number): number {
    const { tree, length } = this.world
    const mass = tree.mass.reduce((sum, m) => sum + m, 0) || 1
    return mass * (length / this.stops[k].axis.size) ** 2
  }
}

/** Axes closer than this to a rigid stop are at it [rad, nominal lengths]. */
const AT_STOP = 1e-9

/** All axes at rigid stops, for the present positions. */
export function listStops({ elements, q }: World): AxisAtStop[] {
  return elements.lawfulAxes.flatMap((axis) => {
    if (axis.law.spring !== null) return []
    return ([-1, 1] as const).flatMap((side) =>
      axis.gap(side, q[axis.place.iq]) <= AT_STOP * axis.size ? [{ axis, side }] : [],
    )
  })
}

/** An axis is blocked by others, in a closed loop, if its mobility is smaller, relative to the largest one. */
const NO_MOBILITY = 1e-11

/**
 * Stops all these axes, which are slow, in both directions: supports that push each other away and return would have
 * infinitely many impacts in a finite time. The impulses λ = -W⁻¹ u are the projection in the metric of kinetic energy.
 *
 * @returns energy that is lost [J]
 */
export function stopAxes(world: World, states: ModelStates, stops: readonly AxisAtStop[]): number {
  const n = stops.length
  const frames = new ImpactFrames(world, null, stops)
  const response = new ModelResponse(world, states, true)
  const before = frames.readVelocities()
  const jumps = stops.map((_, k) => frames.respond(response, k))
  const factors = createCholesky(n)
  const u = new Float64Array(n)
  stops.forEach(({ axis }, k) => {
    const column = frames.measure(response, jumps[k], before)
    u[k] = before[3 * k] / axis.size
    stops.forEach((other, i) => {
      factors.a[n * i + k] = column[9 * i] / (axis.size * other.axis.size)
    })
  })
  factorCholesky(factors, NO_MOBILITY)
  const impulses = new Float64Array(n)
  solveCholesky(
    factors,
    u.map((x) => -x),
    impulses,
  )
  const lost = impulses.reduce((sum, impulse, k) => sum - 0.5 * impulse * u[k], 0)
  response.jump(
    jumps.map(([along]) => along),
    impulses.map((impulse, k) => impulse / stops[k].axis.size),
  )
  response.enter(states.read())
  world.updateMotion()
  return lost
}
