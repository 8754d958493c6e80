/**
 * Orientations by states, without singularities. Cardan angles change between the sequences 1-2-3 and 1-3-2 when their
 * second angle comes near ±90° (facts B.2): the two are never singular together. A quaternion needs no change, but
 * drifts off unit length within the tolerance; it is normalized where it is used.
 */
import {
  cardan123FromRotation,
  cardan123RatesFromW_A,
  cardan123ToRotation,
  cardan132FromRotation,
  cardan132RatesFromW_A,
  cardan132ToRotation,
  quatDerivativeFromW_A,
  quatFromRotation,
  quatNormalize,
  quatToRotation,
} from '../../math/index.ts'
import type { OrientationStart } from '../parts/joints/index.ts'

/** Second angle at which the sequence changes [rad]. */
const LARGEST_ANGLE = 1.5

/** The states of one orientation R_AB, and their meaning. */
export interface Orientation {
  readonly name: 'rotation' | 'quaternion'
  readonly unit: string
  /** Start values. */
  readonly start: Float64Array
  /** R_AB of the states, which begin at `i`, row-major. */
  toRotation(states: Float64Array, out: Float64Array, o: number, i?: number): void
  /** The states of R_AB, row-major, that are nearest to `near`. */
  fromRotation(R: Float64Array, near: Float64Array, out: Float64Array): void
  /** Derivatives of the states, which begin at `i` as they do, from the angular velocity w_AB_A [rad/s]. */
  derivative(states: Float64Array, w_A: Float64Array, iw: number, out: Float64Array, i?: number): void
  /** Positive while the states, which begin at `i`, are far from a singularity. */
  margin(states: Float64Array, i?: number): number
  /** Rewrites the states in another sequence if they are near a singularity. True if it has done so. */
  adapt(states: Float64Array): boolean
  /** Takes the sequence of `other`, whose states it continues. */
  adopt(other: Pick<OrientationStart, 'isXYZ'>): void
  /** 1: sequence 1-2-3, 0: 1-3-2; 1 for quaternions. */
  readonly isXYZ: number
}

/** An orientation that starts with Cardan angles 1-2-3 [rad], or continues with states that it had before. */
export function createOrientation(
  kind: 'cardan' | 'quaternion',
  angles: Float64Array,
  resumed: OrientationStart | null,
): Orientation {
  if (kind === 'cardan') return new CardanOrientation(resumed?.values ?? angles, resumed?.isXYZ !== 0)
  if (resumed !== null) return new QuaternionOrientation(resumed.values)
  const R = new Float64Array(9)
  const quaternion = new Float64Array(4)
  cardan123ToRotation(R, 0, angles, 0)
  quatFromRotation(quaternion, 0, R, 0)
  return new QuaternionOrientation(quaternion)
}

/** Scratch. */
const R = new Float64Array(9)
const unitQuaternion = new Float64Array(4)

class CardanOrientation implements Orientation {
  readonly name = 'rotation'
  readonly unit = 'rad'
  readonly start: Float64Array

  constructor(
    angles: Float64Array,
    private is123: boolean,
  ) {
    this.start = angles.slice()
    this.adapt(this.start)
  }

  get isXYZ(): number {
    return this.is123 ? 1 : 0
  }

  toRotation(states: Float64Array, out: Float64Array, o: number, i = 0): void {
    if (this.is123) cardan123ToRotation(out, o, states, i)
    else cardan132ToRotation(out, o, states, i)
  }

  fromRotation(R: Float64Array, near: Float64Array, out: Float64Array): void {
    if (this.is123) cardan123FromRotation(out, 0, R, 0)
    else cardan132FromRotation(out, 0, R, 0)
    // (a, b, c) and (a + 180°, 180° - b, c + 180°) are the same
    const other = Float64Array.of(out[0] + Math.PI, Math.PI - out[1], out[2] + Math.PI)
    turnTowards(out, near)
    turnTowards(other, near)
    if (distance(other, near) < distance(out, near)) out.set(other)
  }

  derivative(states: Float64Array, w_A: Float64Array, iw: number, out: Float64Array, i = 0): void {
    if (this.is123) cardan123RatesFromW_A(out, i, states, i, w_A, iw)
    else cardan132RatesFromW_A(out, i, states, i, w_A, iw)
  }

  margin(states: Float64Array, i = 0): number {
    const angle = states[i + 1]
    const turns = Math.round(angle / Math.PI)
    return LARGEST_ANGLE - Math.abs(angle - turns * Math.PI)
  }

  adopt(other: Pick<OrientationStart, 'isXYZ'>): void {
    this.is123 = other.isXYZ === 1
  }

  adapt(states: Float64Array): boolean {
    if (this.margin(states) > 0) return false
    this.toRotation(states, R, 0)
    this.is123 = !this.is123
    if (this.is123) cardan123FromRotation(states, 0, R, 0)
    else cardan132FromRotation(states, 0, R, 0)
    return true
  }
}

class QuaternionOrientation implements Orientation {
  readonly name = 'quaternion'
  readonly unit = ''
  readonly isXYZ = 1
  readonly start: Float64Array

  constructor(quaternion: Float64Array) {
    this.start = quaternion.slice()
  }

  toRotation(states: Float64Array, out: Float64Array, o: number, i = 0): void {
    quatNormalize(unitQuaternion, 0, states, i)
    quatToRotation(out, o, unitQuaternion, 0)
  }

  fromRotation(R: Float64Array, near: Float64Array, out: Float64Array): void {
    quatFromRotation(out, 0, R, 0)
    let cosine = 0
    for (let i = 0; i < 4; i++) cosine += out[i] * near[i]
    if (cosine < 0) for (let i = 0; i < 4; i++) out[i] = -out[i]
  }

  derivative(states: Float64Array, w_A: Float64Array, iw: number, out: Float64Array, i = 0): void {
    quatDerivativeFromW_A(out, i, states, i, w_A, iw)
  }

  adopt(): void {}

  margin(): number {
    return 1
  }

  adapt(): boolean {
    return false
  }
}

/** Changes angles by whole turns [rad]. */
function turnTowards(angles: Float64Array, near: Float64Array): void {
  for (let i = 0; i < angles.length; i++) angles[i] = turnNear(angles[i], near[i])
}

/** The angle plus whole turns that is nearest to `near` [rad]. */
export function turnNear(angle: number, near: number): number {
  return angle - 2 * Math.PI * Math.round((angle - near) / (2 * Math.PI))
}

function distance(a: Float64Array, b: Float64Array): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}
