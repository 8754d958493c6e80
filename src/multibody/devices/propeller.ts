import { assertFinite } from '../../base/index.ts'
import { mat3MulVec } from '../../math/index.ts'
import type { ParNode } from '../../model/index.ts'
import {
  type AxisValue,
  createPart,
  type Frame,
  type NumberValue,
  readAxis,
  readBoolean,
  readNumber,
} from '../records/index.ts'
import type { ElementContext, ElementDefinition, WorldElement, WorldMotion } from '../world/index.ts'

/** Arguments of `Propeller`. */
export interface PropellerArguments {
  /** Path of the Object3D on which it acts, at its origin. */
  readonly object: string
  /** Direction of the thrust at a positive speed, in the frame of the object (default 'z'). */
  readonly axis?: AxisValue
  /** Angular velocity about the axis relative to the object [rad/s], a number or an expression of variables. */
  readonly speed: NumberValue
  /** Thrust over the square of the speed [N.s2]. */
  readonly thrustCoefficient: NumberValue
  /** Torque of the drag over the square of the speed [N.m.s2] (default 0). */
  readonly torqueCoefficient?: NumberValue
  /** True if a negative speed gives a positive thrust (default false): for pairs that turn in opposite directions. */
  readonly isReversed?: boolean
}

/** The record that `Propeller` returns. */
export interface PropellerRecord extends PropellerArguments {
  readonly kind: 'Propeller'
}

/**
 * Propeller in air at rest: thrust k_T n|n| along its axis, and on the object the drag torque -k_Q n|n| about it, with
 * the speed n. Its own inertia, and the speed of the air, are neglected. Results: thrust [N] along the axis, torque
 * [N.m] about it.
 */
export function Propeller(args: PropellerArguments): ParNode<PropellerRecord> {
  return createPart<PropellerRecord>(propeller, args)
}

class PropellerElement implements WorldElement {
  private readonly results
  private readonly R = new Float64Array(9)
  private readonly force = new Float64Array(3)
  private readonly torque = new Float64Array(3)

  constructor(
    context: ElementContext,
    private readonly frame: Frame,
    private readonly axis: Float64Array,
    /** Updated in place [rad/s]. */
    private readonly speed: Float64Array,
    private readonly kThrust: number,
    private readonly kTorque: number,
  ) {
    this.results = { thrust: context.result('thrust'), torque: context.result('torque') }
  }

  addForces(motion: WorldMotion): void {
    const { axis, R, force, torque } = this
    const square = this.speed[0] * Math.abs(this.speed[0])
    for (let i = 0; i < 3; i++) {
      force[i] = this.kThrust * square * axis[i]
      torque[i] = -this.kTorque * square * axis[i]
    }
    motion.rotation(this.frame, R)
    mat3MulVec(force, 0, R, 0, force, 0)
    mat3MulVec(torque, 0, R, 0, torque, 0)
    motion.applyForce(this.frame, force, 0, torque, 0)
  }

  writeResults(): void {
    const square = this.speed[0] * Math.abs(this.speed[0])
    this.results.thrust.values[0] = this.kThrust * square
    this.results.torque.values[0] = -this.kTorque * square
  }
}

export const propeller: ElementDefinition<PropellerRecord> = {
  kind: 'Propeller',
  keys: {
    ...{ object: null, axis: null, speed: 'rad/s' },
    ...{ thrustCoefficient: 'N.s2', torqueCoefficient: 'N.m.s2', isReversed: null },
  },
  required: ['object'],
  results: { thrust: { unit: 'N', needs: 'force' }, torque: { unit: 'N.m', needs: 'force' } },
  signals: { speed: { unit: 'rad/s', isNonlinear: true } },
  create(record, context) {
    const { path } = context
    const { isReversed, thrustCoefficient, torqueCoefficient } = record
    const signal = context.signal('speed')
    if (signal === null) assertFinite(`${path}.speed`, record.speed)
    assertFinite(`${path}.thrustCoefficient`, thrustCoefficient)
    const sign = readBoolean(`${path}.isReversed`, isReversed, false) ? -1 : 1
    return new PropellerElement(
      context,
      context.frame('object', record.object),
      readAxis(`${path}.axis`, record.axis, 'z'),
      signal ?? Float64Array.of(record.speed as number),
      sign * thrustCoefficient,
      readNumber(`${path}.torqueCoefficient`, torqueCoefficient, 0),
    )
  },
}
