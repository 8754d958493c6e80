import { InputError } from '../../base/index.ts'
import { vec3Copy, vec3Dot, vec3Normalize, vec3Scale, vec3Sub } from '../../math/index.ts'
import type { ParNode } from '../../model/index.ts'
import type { LineMass } from '../loops/index.ts'
import { createPart, type Frame, type NumberValue, readNumber } from '../records/index.ts'
import type { ElementContext, ElementDefinition, WorldElement, WorldMotion } from '../world/index.ts'
import { Law, type LawValue } from './force-law.ts'
import { LineMasses, readLineMass } from './line-masses.ts'

/**
 * Arguments of `SpringDamperPtP`. Length, force and coefficients may be expressions of variables of the equations: an
 * actuator, a muscle, a damper that is switched.
 */
export interface SpringDamperPtPArguments {
  /** Path of the first Object3D. */
  readonly obj1: string
  /** Path of the second Object3D. */
  readonly obj2: string
  /** Distance of the origins without deflection of the spring [m] (default 0). */
  readonly nominalLength?: NumberValue
  /** Tension without deflection [N] (default 0). */
  readonly nominalForce?: NumberValue
  /** Coefficient [N/m], or function of the deflection [m] that returns the tension [N] (default 0). */
  readonly springForceLaw?: LawValue
  /** Coefficient [N.s/m], or function of the rate of the distance [m/s] that returns the tension [N] (default 0). */
  readonly damperForceLaw?: LawValue
  /** Mass of spring and damper, a point on the line between the origins [kg] (default 0). */
  readonly mass?: NumberValue
  /** Position of the mass: its distance from obj1 as a fraction of the length (default 0.5). */
  readonly lengthFraction?: NumberValue
}

/** The record that `SpringDamperPtP` returns. */
export interface SpringDamperPtPRecord extends SpringDamperPtPArguments {
  readonly kind: 'SpringDamperPtP'
}

/**
 * Spring and damper along the line between the origins of two Object3Ds. A positive force pulls them together. Where
 * the origins coincide the line has no direction, and the force is zero. A mass has weight and inertia independently of
 * the laws: without laws it is a mass on a line between two objects.
 *
 * Results: distance [m], deflection = distance - nominalLength [m], velocity [m/s], springForce [N] with the nominal
 * one, damperForce [N], force [N], their sum; forceVector [N] on obj2, in the world. They do not include forces of the
 * mass.
 */
export function SpringDamperPtP(args: SpringDamperPtPArguments): ParNode<SpringDamperPtPRecord> {
  return createPart<SpringDamperPtPRecord>(springDamperPtP, args)
}

/** F = nominalForce + spring(d - nominalLength) + damper(d'), with n from obj1 to obj2: -F·n on obj2, F·n on obj1. */
class SpringDamperPtPElement implements WorldElement {
  private readonly p_W2 = new Float64Array(3)
  private readonly direction = new Float64Array(3)
  private readonly velocity1 = new Float64Array(3)
  private readonly velocity2 = new Float64Array(3)
  private readonly force_W = new Float64Array(3)
  private distance = Number.NaN
  private rate = Number.NaN
  private springForce = Number.NaN
  private damperForce = Number.NaN
  private readonly results
  readonly frames: readonly Frame[]
  private readonly masses: LineMasses | null
  readonly userFunctions?: NonNullable<WorldElement['userFunctions']>

  constructor(
    context: ElementContext,
    private readonly obj1: Frame,
    private readonly obj2: Frame,
    /** Numbers, updated in place if they are signals (1). */
    private readonly nominalLength: Float64Array,
    private readonly nominalForce: Float64Array,
    private readonly spring: Law,
    private readonly damper: Law,
    masses: readonly LineMass[],
  ) {
    this.frames = [obj1, obj2]
    this.masses = masses.length === 0 ? null : new LineMasses([obj1, obj2], masses, context.gravity)
    if (spring.isFunction || damper.isFunction)
      this.userFunctions = { path: context.path, frames: [obj1, obj2] }
    this.results = {
      distance: context.result('distance'),
      deflection: context.result('deflection'),
      velocity: context.result('velocity'),
      springForce: context.result('springForce'),
      damperForce: context.result('damperForce'),
      force: context.result('force'),
      forceVector: context.result('forceVector'),
    }
  }

  addForces(motion: WorldMotion): void {
    this.update(motion)
    motion.applyForceAt(this.obj2, this.p_W2, 0, this.force_W, 0, 1)
    motion.applyForceAt(this.obj1, this.p_W2, 0, this.force_W, 0, -1)
    this.masses?.addForces(motion)
  }

  kineticEnergy(motion: WorldMotion): number {
    return this.masses?.kineticEnergy(motion) ?? 0
  }

  addMomentum(motion: WorldMotion, out: Float64Array): void {
    this.masses?.addMomentum(motion, out)
  }

  potentialEnergy(motion: WorldMotion): number {
    this.update(motion)
    const deflection = this.distance - this.nominalLength[0]
    const weight = this.masses?.potentialEnergy(motion) ?? 0
    return this.nominalForce[0] * deflection + this.spring.energy(deflection) + weight
  }

  writeResults(motion: WorldMotion): void {
    const { results } = this
    this.update(motion)
    results.distance.values[0] = this.distance
    results.deflection.values[0] = this.distance - this.nominalLength[0]
    results.velocity.values[0] = this.rate
    results.springForce.values[0] = this.springForce
    results.damperForce.values[0] = this.damperForce
    results.force.values[0] = this.springForce + this.damperForce
    vec3Copy(results.forceVector.values, 0, this.force_W, 0)
  }

  private update(motion: WorldMotion): void {
    const { obj1, obj2, p_W2, direction, velocity1, velocity2 } = this
    motion.position(obj1, direction)
    motion.position(obj2, p_W2)
    vec3Sub(direction, 0, p_W2, 0, direction, 0)
    // zero if the origins coincide
    this.distance = vec3Normalize(direction, 0, direction, 0)
    motion.velocity(obj1, velocity1)
    motion.velocity(obj2, velocity2)
    vec3Sub(velocity2, 0, velocity2, 0, velocity1, 0)
    this.rate = vec3Dot(velocity2, 0, direction, 0)
    this.springForce = this.nominalForce[0] + this.spring.at(this.distance - this.nominalLength[0])
    this.damperForce = this.damper.at(this.rate)
    vec3Scale(this.force_W, 0, direction, 0, -(this.springForce + this.damperForce))
  }
}

export const springDamperPtP: ElementDefinition<SpringDamperPtPRecord> = {
  kind: 'SpringDamperPtP',
  keys: {
    obj1: null,
    obj2: null,
    nominalLength: 'm',
    nominalForce: 'N',
    springForceLaw: 'N/m',
    damperForceLaw: 'N.s/m',
    mass: 'kg',
    lengthFraction: '1',
  },
  required: ['obj1', 'obj2'],
  results: {
    distance: { unit: 'm', needs: 'position', rate: 'velocity' },
    deflection: { unit: 'm', needs: 'position' },
    velocity: { unit: 'm/s', needs: 'velocity' },
    springForce: { unit: 'N', needs: 'velocity' },
    damperForce: { unit: 'N', needs: 'velocity' },
    force: { unit: 'N', needs: 'velocity' },
    forceVector: { unit: 'N', size: [3], needs: 'velocity' },
  },
  signals: {
    nominalLength: { unit: 'm', isNonlinear: true },
    nominalForce: { unit: 'N' },
    springForceLaw: { unit: 'N/m' },
    damperForceLaw: { unit: 'N.s/m' },
  },
  signalResults: ['deflection', 'springForce', 'damperForce', 'force', 'forceVector'],
  constrain: (record, context) => ({
    frames: [context.frame('obj1', record.obj1), context.frame('obj2', record.obj2)],
    masses: readMasses(context.path, record),
  }),
  create(record, context) {
    const { path } = context
    const read = (key: 'nominalLength' | 'nominalForce'): Float64Array =>
      context.signal(key) ?? Float64Array.of(readNumber(`${path}.${key}`, record[key], 0))
    return new SpringDamperPtPElement(
      context,
      context.frame('obj1', record.obj1),
      context.frame('obj2', record.obj2),
      read('nominalLength'),
      read('nominalForce'),
      Law.read(`${path}.springForceLaw`, record.springForceLaw, context.signal('springForceLaw')),
      Law.read(`${path}.damperForceLaw`, record.damperForceLaw, context.signal('damperForceLaw')),
      readMasses(path, record),
    )
  },
}

function readMasses(path: string, record: SpringDamperPtPRecord): LineMass[] {
  const mass = readLineMass(`${path}.mass`, record.mass)
  const fraction = readNumber(`${path}.lengthFraction`, record.lengthFraction, 0.5)
  if (fraction < 0 || fraction > 1)
    throw new InputError(`${path}.lengthFraction`, 'a number from 0 to 1', record.lengthFraction)
  return mass === 0 ? [] : [{ fraction, mass }]
}
