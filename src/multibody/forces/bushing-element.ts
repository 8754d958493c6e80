import { VarioError } from '../../base/index.ts'
import {
  cardan123FromRotation,
  cardan123RatesFromW_A,
  mat3MulVec,
  vec3Copy,
  vec3Scale,
  vec3Set,
} from '../../math/index.ts'
import type { VariantResult } from '../../simulation/index.ts'
import type { ElementContext, WorldElement } from '../world/element.ts'
import type { Frame } from '../world/frame.ts'
import type { WorldMotion } from '../world/world-motion.ts'
import type { Law } from './law.ts'
import { RelativeMotion } from './relative-motion.ts'

/** What a bushing is made of; forces in and about the axes of obj1. */
export interface BushingLaws {
  readonly nominalForce: Float64Array
  readonly spring: readonly Law[]
  readonly damper: readonly Law[]
  readonly nominalTorque: Float64Array
  readonly rotSpring: readonly Law[]
  readonly rotDamper: readonly Law[]
  readonly largeAngles: boolean
}

/** cos of the second Cardan angle at which the rates of the angles have lost all digits [1]. */
const GIMBAL_LOCK = 1e-12

const NO_FORCE = new Float64Array(3)

/** Units of the results by name; all are 3-vectors. */
const UNITS = {
  translation: 'm',
  rotation: 'rad',
  velocity: 'm/s',
  rotationVelocity: 'rad/s',
  springForce: 'N',
  springTorque: 'N.m',
  damperForce: 'N',
  damperTorque: 'N.m',
  torque: 'N.m',
  forceVector: 'N',
  torqueVector: 'N.m',
} as const

type Name = keyof typeof UNITS

/**
 * With p, v the position and velocity of obj2 as seen from obj1, w its angular velocity, all in obj1, and angles φ with rates φ':
 *
 *   f = nominalForce + spring(p) + damper(v),    m = nominalTorque + rotSpring(φ) + rotDamper(φ')             (1)
 *
 * per axis. Small angles: φ = (R_12[3,2], R_12[1,3], R_12[2,1]), φ' = w, τ = m                                (2)
 * Large angles: φ = Cardan angles about x, y, z with the axes n1, n2, n3, w = Σ n_i φ'_i, τ = Σ n_i m_i       (3)
 *
 * On obj2 act -f and -τ at its origin, on obj1 the opposite at the same point, so that momentum and angular momentum are kept.
 */
export class BushingElement implements WorldElement {
  private readonly relative: RelativeMotion
  private readonly values: Record<Name, Float64Array>
  private readonly results: Record<Name, VariantResult>
  private readonly force_W = new Float64Array(3)
  private readonly torque_W = new Float64Array(3)

  constructor(
    private readonly laws: BushingLaws,
    private readonly context: ElementContext,
    private readonly obj1: Frame,
    private readonly obj2: Frame,
  ) {
    this.relative = new RelativeMotion(obj1, obj2)
    this.values = mapNames(() => new Float64Array(3))
    this.results = mapNames((name) => context.result(name, UNITS[name], [3]))
  }

  addForces(motion: WorldMotion): void {
    const { relative, values, force_W, torque_W, obj1, obj2 } = this
    this.update(motion)
    mat3MulVec(force_W, 0, relative.R_W1, 0, values.forceVector, 0)
    mat3MulVec(torque_W, 0, relative.R_W1, 0, values.torqueVector, 0)
    motion.applyForce(obj2, force_W, 0, torque_W, 0)
    motion.applyForceAt(obj1, relative.p_W2, 0, force_W, 0, -1)
    vec3Scale(torque_W, 0, torque_W, 0, -1)
    motion.applyForce(obj1, NO_FORCE, 0, torque_W, 0)
  }

  /**
   * Nominal forces and torques, and the integrals of the spring laws. The forces are the gradient of it; the torques (2) and (3) are to
   * first order in the angles, because torques about the three axes of Cardan angles have no potential in general.
   */
  potentialEnergy(motion: WorldMotion): number {
    const { laws, values } = this
    this.update(motion)
    let energy = 0
    for (let k = 0; k < 3; k++) {
      energy += laws.nominalForce[k] * values.translation[k] + laws.spring[k].energy(values.translation[k])
      energy += laws.nominalTorque[k] * values.rotation[k] + laws.rotSpring[k].energy(values.rotation[k])
    }
    return energy
  }

  writeResults(motion: WorldMotion): void {
    const { values, results } = this
    this.update(motion)
    for (const name of NAMES) vec3Copy(results[name].values, 0, values[name], 0)
  }

  private update(motion: WorldMotion): void {
    const { relative, values, laws } = this
    relative.update(motion)
    vec3Copy(values.translation, 0, relative.p_12, 0)
    vec3Copy(values.velocity, 0, relative.v_12, 0)
    this.updateAngles(motion.time)
    // (1)
    for (let k = 0; k < 3; k++) {
      const spring = laws.nominalForce[k] + laws.spring[k].at(values.translation[k])
      const damper = laws.damper[k].at(values.velocity[k])
      values.springForce[k] = spring
      values.damperForce[k] = damper
      values.forceVector[k] = -(spring + damper)
      const rotSpring = laws.nominalTorque[k] + laws.rotSpring[k].at(values.rotation[k])
      const rotDamper = laws.rotDamper[k].at(values.rotationVelocity[k])
      values.springTorque[k] = rotSpring
      values.damperTorque[k] = rotDamper
      values.torque[k] = rotSpring + rotDamper
    }
    this.updateTorqueVector()
  }

  private updateAngles(time: number): void {
    const { R_12, w_12 } = this.relative
    const { rotation, rotationVelocity } = this.values
    if (!this.laws.largeAngles) {
      vec3Set(rotation, 0, R_12[7], R_12[2], R_12[3])
      vec3Copy(rotationVelocity, 0, w_12, 0)
      return
    }
    const cosine = cardan123FromRotation(rotation, 0, R_12, 0)
    if (cosine <= GIMBAL_LOCK) {
      const { path } = this.context
      const found = `obj2 is turned by ${rotation[1] > 0 ? '' : '-'}90 degrees about the second axis at t = ${time} s`
      throw new VarioError(
        'BUSHING_ANGLE',
        `${path}: ${found}, where Cardan angles are not defined. Turn the frames of obj1 and obj2 such that the second angle stays smaller.`,
        { path, time },
      )
    }
    cardan123RatesFromW_A(rotationVelocity, 0, rotation, 0, w_12, 0)
  }

  private updateTorqueVector(): void {
    const { rotation, torque, torqueVector } = this.values
    if (!this.laws.largeAngles) {
      vec3Scale(torqueVector, 0, torque, 0, -1)
      return
    }
    // (3) with n1 = x, n2 = (0, cos a, sin a), n3 = (sin b, -sin a cos b, cos a cos b)
    const sa = Math.sin(rotation[0])
    const ca = Math.cos(rotation[0])
    const my = torque[1]
    const mz = torque[2]
    const cbMz = Math.cos(rotation[1]) * mz
    vec3Set(
      torqueVector,
      0,
      -(torque[0] + Math.sin(rotation[1]) * mz),
      sa * cbMz - ca * my,
      -(sa * my + ca * cbMz),
    )
  }
}

const NAMES = Object.keys(UNITS) as readonly Name[]

function mapNames<T>(make: (name: Name) => T): Record<Name, T> {
  return Object.fromEntries(NAMES.map((name) => [name, make(name)])) as Record<Name, T>
}
