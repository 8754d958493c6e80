import { InputError } from '../../base/index.ts'
import { vec3Cross, vec3Dot } from '../../math/index.ts'
import type { LineMass } from '../loops/index.ts'
import type { Gravity } from '../parts/index.ts'
import { type Frame, readNumber } from '../records/index.ts'
import type { WorldMotion } from '../world/index.ts'

/**
 * Weight, energy and momentum of masses on the line between the origins of two objects. A constraint adds their
 * inertia.
 */
export class LineMasses {
  private readonly p1 = new Float64Array(3)
  private readonly p2 = new Float64Array(3)
  private readonly point = new Float64Array(3)
  private readonly v = new Float64Array(3)
  private readonly w = new Float64Array(3)
  private readonly force = new Float64Array(3)
  private readonly moment = new Float64Array(3)

  constructor(
    private readonly frames: readonly [Frame, Frame],
    private readonly masses: readonly LineMass[],
    private readonly gravity: Gravity,
  ) {}

  addForces(motion: WorldMotion): void {
    const { p1, p2, force } = this
    const [obj1, obj2] = this.frames
    for (const { fraction, mass } of this.masses) {
      this.locate(motion, fraction)
      this.gravity.accelerationAt(this.point, force)
      motion.applyForceAt(obj1, p1, 0, force, 0, (1 - fraction) * mass)
      motion.applyForceAt(obj2, p2, 0, force, 0, fraction * mass)
    }
  }

  potentialEnergy(motion: WorldMotion): number {
    let energy = 0
    for (const { fraction, mass } of this.masses) {
      this.locate(motion, fraction)
      energy += mass * this.gravity.potentialAt(this.point)
    }
    return energy
  }

  kineticEnergy(motion: WorldMotion): number {
    let energy = 0
    for (const { fraction, mass } of this.masses) {
      this.locate(motion, fraction)
      energy += 0.5 * mass * vec3Dot(this.v, 0, this.v, 0)
    }
    return energy
  }

  /** [L; p] about the origin of the world. */
  addMomentum(motion: WorldMotion, out: Float64Array): void {
    const { point, v, moment } = this
    for (const { fraction, mass } of this.masses) {
      this.locate(motion, fraction)
      vec3Cross(moment, 0, point, 0, v, 0)
      for (let i = 0; i < 3; i++) {
        out[i] += mass * moment[i]
        out[i + 3] += mass * v[i]
      }
    }
  }

  private locate(motion: WorldMotion, fraction: number): void {
    const { p1, p2, point, v, w } = this
    const [obj1, obj2] = this.frames
    motion.position(obj1, p1)
    motion.position(obj2, p2)
    motion.velocity(obj1, v)
    motion.velocity(obj2, w)
    for (let i = 0; i < 3; i++) {
      point[i] = (1 - fraction) * p1[i] + fraction * p2[i]
      v[i] = (1 - fraction) * v[i] + fraction * w[i]
    }
  }
}

/** A non-negative mass [kg] (default 0). */
export function readLineMass(path: string, value: unknown): number {
  const mass = readNumber(path, value, 0)
  if (mass < 0) throw new InputError(path, 'a number >= 0', value)
  return mass
}
