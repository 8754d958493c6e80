/** Orientation, position and velocities of a spherical or free joint, from the motion of obj2 as seen from obj1. */
import { FREE } from '../../mechanics/index.ts'
import type { OrientationStart, RotationElement } from '../parts/joints/index.ts'
import { createOrientation, type RelativeMotion } from '../world/index.ts'

export class CutRotation {
  /** Name, unit and values of the orientation. */
  readonly name: 'rotation' | 'quaternion'
  readonly unit: string
  readonly values: Float64Array
  /** [rad/s], in the axes of obj1 (3). */
  readonly angularVelocity = new Float64Array(3)
  /** [m], [m/s], in the axes of obj1 (3). */
  readonly translation = new Float64Array(3)
  readonly velocity = new Float64Array(3)
  readonly isFree: boolean
  private readonly orientation
  /** Rates of `values` at the time of the last call. */
  readonly rates: Float64Array
  private readonly near: Float64Array
  private readonly now: Float64Array
  private time = Number.NaN

  constructor({ kind, orientation, rotation, resumed }: RotationElement) {
    this.isFree = kind === FREE
    this.orientation = createOrientation(orientation, rotation, resumed)
    this.name = this.orientation.name
    this.unit = this.orientation.unit
    this.values = this.orientation.start.slice()
    const { length } = this.values
    this.rates = new Float64Array(length)
    this.near = new Float64Array(length)
    this.now = new Float64Array(length)
  }

  get isXYZ(): number {
    return this.orientation.isXYZ
  }

  get present(): OrientationStart {
    return { values: this.values.slice(), isXYZ: this.isXYZ }
  }

  /** Continues from values of the orientation. */
  continue(start: OrientationStart): void {
    this.orientation.adopt(start)
    this.values.set(start.values)
  }

  /** Computes the motion at time `t` [s]; angles continue from the last call. */
  follow({ R_12, p_12, v_12, w_12 }: RelativeMotion, t: number): void {
    const { values, rates, near, now, orientation } = this
    const h = Number.isNaN(this.time) ? 0 : t - this.time
    this.time = t
    this.angularVelocity.set(w_12)
    this.translation.set(p_12)
    this.velocity.set(v_12)
    // first by the rates of the last time, then by the mean of both
    for (let i = 0; i < near.length; i++) near[i] = values[i] + h * rates[i]
    orientation.fromRotation(R_12, near, now)
    orientation.derivative(now, w_12, 0, near)
    for (let i = 0; i < near.length; i++) near[i] = values[i] + (h / 2) * (rates[i] + near[i])
    orientation.fromRotation(R_12, near, values)
    orientation.adapt(values)
    orientation.derivative(values, w_12, 0, rates)
  }
}
