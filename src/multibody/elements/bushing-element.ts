import { VarioError } from '../../base/index.ts'
import { mat3MulVec, vec3Copy, vec3Scale } from '../../math/index.ts'
import type { VariantResult } from '../../simulation/index.ts'
import type { Frame } from '../records/index.ts'
import {
  type ElementContext,
  RelativeMotion,
  type ResultTable,
  type WorldElement,
  type WorldMotion,
} from '../world/index.ts'
import { type BushingAngles, CardanAngles, RotationVector } from './bushing-angles.ts'
import type { Law } from './force-law.ts'

/** Data of a bushing; forces along and about the axes of obj1. */
export interface BushingLaws {
  readonly nominalForce: Float64Array
  readonly spring: readonly Law[]
  readonly damper: readonly Law[]
  readonly nominalTorque: Float64Array
  readonly rotSpring: readonly Law[]
  readonly rotDamper: readonly Law[]
  readonly largeAngles: boolean
}

/** Accuracy of event location at the maximum angle [rad]. */
const ANGLE_TOLERANCE = 1e-6

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

/** Results of a bushing. */
export const BUSHING_RESULTS: ResultTable = Object.fromEntries(
  Object.entries(UNITS).map(([name, unit]) => {
    const needs = name === 'translation' || name === 'rotation' ? 'position' : 'velocity'
    return [name, { unit, size: [3], needs }]
  }),
)

/** Results that depend on the laws. */
export const BUSHING_FORCES = [
  ...['springForce', 'springTorque', 'damperForce', 'damperTorque'],
  ...['torque', 'forceVector', 'torqueVector'],
]

/**
 * With p, v the position and velocity of obj2 relative to obj1, in obj1, and angles φ with rates φ' (see
 * `BushingAngles`):
 *
 *   f = nominalForce + spring(p) + damper(v),    m = nominalTorque + rotSpring(φ) + rotDamper(φ')             (1)
 *
 * per axis. On obj2 act -f and -τ at its origin, with τ from the moments m about the angles, on obj1 the opposite at
 * the same point, so that momentum and angular momentum are conserved. Without dampers, f and τ are the gradient of
 * `potentialEnergy`, so that energy is conserved, too.
 */
export class BushingElement implements WorldElement {
  private readonly relative: RelativeMotion
  private readonly values: Record<Name, Float64Array>
  private readonly results: Record<Name, VariantResult>
  private readonly force_W = new Float64Array(3)
  private readonly torque_W = new Float64Array(3)
  private readonly angles: BushingAngles
  readonly userFunctions?: NonNullable<WorldElement['userFunctions']>

  constructor(
    private readonly laws: BushingLaws,
    private readonly context: ElementContext,
    private readonly obj1: Frame,
    private readonly obj2: Frame,
  ) {
    this.relative = new RelativeMotion(obj1, obj2)
    const all = [...laws.spring, ...laws.damper, ...laws.rotSpring, ...laws.rotDamper]
    if (all.some((law) => law.isFunction)) this.userFunctions = { path: context.path, frames: [obj1, obj2] }
    const hasTorque = context.signal('nominalTorque') !== null
    const hasSpring = laws.rotSpring.map((law, k) => !law.isZero || hasTorque || laws.nominalTorque[k] !== 0)
    const isElastic = hasSpring.includes(true)
    this.angles = laws.largeAngles
      ? new CardanAngles(hasSpring, isElastic || laws.rotDamper.some((law) => !law.isZero))
      : new RotationVector(isElastic)
    this.values = mapNames(() => new Float64Array(3))
    this.results = mapNames((name) => context.result(name))
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

  margin(motion: WorldMotion): number {
    this.update(motion)
    return this.angles.margin(this.values.rotation)
  }

  /** Ends the run at invalid angles. */
  onEvent(motion: WorldMotion): void {
    if (this.margin(motion) > ANGLE_TOLERANCE) return
    const { path } = this.context
    const what = this.angles.describe(this.values.rotation)
    throw new VarioError('BUSHING_ANGLE', `${path}: at t = ${motion.time} s, ${what}.`, {
      path,
      time: motion.time,
    })
  }

  /** Energy of nominal forces and torques, and the integrals of the spring laws. */
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
    this.angles.update(relative.R_12, relative.w_12, values.rotation, values.rotationVelocity)
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
    this.angles.computeTorque(values.rotation, values.springTorque, values.damperTorque, values.torqueVector)
    vec3Scale(values.torqueVector, 0, values.torqueVector, 0, -1)
  }
}

const NAMES = Object.keys(UNITS) as readonly Name[]

function mapNames<T>(make: (name: Name) => T): Record<Name, T> {
  return Object.fromEntries(NAMES.map((name) => [name, make(name)])) as Record<Name, T>
}
