import {
  cardan123FromRotation,
  mat3MulTransposeA,
  mat3TransposeMulVec,
  vec3AddScaled,
  vec3Cross,
  vec3Dot,
  vec3Norm,
  vec3Sub,
} from '../../math/index.ts'
import type { ParNode } from '../../model/index.ts'
import { createPart, type Frame } from '../records/index.ts'
import type { ElementContext, ElementDefinition, WorldElement, WorldMotion } from '../world/index.ts'

/** Arguments of `SensorResult`. */
export interface SensorResultArguments {
  /** Path of the Object3D whose motion is measured. */
  readonly object: string
  /** Path of the Object3D relative to which it is measured (default: the world). */
  readonly objectOrigin?: string
  /** Path of the Object3D in whose axes vectors are given (default: objectOrigin). */
  readonly objectCoordinateRef?: string
  /**
   * Path of the Object3D of the observer of velocities and accelerations, which turns with it (default:
   * objectCoordinateRef).
   */
  readonly objectObserveRef?: string
}

/** The record that `SensorResult` returns. */
export interface SensorResultRecord extends SensorResultArguments {
  readonly kind: 'SensorResult'
}

/**
 * Motion of one Object3D relative to another.
 *
 * Results, vectors in the axes of objectCoordinateRef: translation [m] from the origin of objectOrigin to that of the
 * object; velocity [m/s] and acceleration [m/s2], the first and second derivative of this vector relative to
 * objectObserveRef; rotation [rad], Cardan angles about x, y, z from objectOrigin to the object; angularVelocity
 * [rad/s] of the object relative to objectOrigin; angularAcceleration [rad/s2], its derivative relative to
 * objectObserveRef; distance [m], distanceVelocity [m/s], distanceAcceleration [m/s2] (the last two are 0 where the
 * distance is 0, which has no derivative there).
 */
export function SensorResult(args: SensorResultArguments): ParNode<SensorResultRecord> {
  return createPart<SensorResultRecord>(sensorResult, args)
}

/**
 * With p from origin to object, v and a its derivatives in the world W, and the observer O, w = w_WO, al = its
 * derivative:
 *
 *   v_O = v - w × p                                                                                             (1)
 *   a_O = a - al × p - w × (w × p) - 2 w × v_O                                                                  (2)
 *   al_O = (al_object - al_origin) - w × (w_object - w_origin)                                                  (3)
 *   d = |p|,  d' = p·v/d,  d'' = (v·v + p·a - d'²)/d                                                            (4)
 *
 * The reference implementation omits the terms of the rotation of the observer in (2).
 */
class SensorElement implements WorldElement {
  private readonly results
  private readonly R_WC = new Float64Array(9)
  private readonly R_WO = new Float64Array(9)
  private readonly R = new Float64Array(9)
  private readonly p = new Float64Array(3)
  private readonly v = new Float64Array(3)
  private readonly a = new Float64Array(3)
  private readonly w = new Float64Array(3)
  private readonly al = new Float64Array(3)
  private readonly vObserved = new Float64Array(3)
  private readonly turning = new Float64Array(3)
  private readonly origin = new Float64Array(3)

  constructor(
    context: ElementContext,
    private readonly objectFrame: Frame,
    private readonly originFrame: Frame,
    private readonly coordinateFrame: Frame,
    private readonly observerFrame: Frame,
  ) {
    this.results = {
      translation: context.result('translation'),
      velocity: context.result('velocity'),
      acceleration: context.result('acceleration'),
      rotation: context.result('rotation'),
      angularVelocity: context.result('angularVelocity'),
      angularAcceleration: context.result('angularAcceleration'),
      distance: context.result('distance'),
      distanceVelocity: context.result('distanceVelocity'),
      distanceAcceleration: context.result('distanceAcceleration'),
    }
  }

  writeResults(motion: WorldMotion): void {
    motion.rotation(this.coordinateFrame, this.R_WC)
    this.writeTranslation(motion)
    this.writeRotation(motion)
  }

  private writeTranslation(motion: WorldMotion): void {
    const { results, objectFrame, originFrame, R_WC, p, v, a, w, al, vObserved, turning, origin } = this
    motion.position(objectFrame, p)
    motion.position(originFrame, origin)
    vec3Sub(p, 0, p, 0, origin, 0)
    motion.velocity(objectFrame, v)
    motion.velocity(originFrame, origin)
    vec3Sub(v, 0, v, 0, origin, 0)
    motion.acceleration(objectFrame, a)
    motion.acceleration(originFrame, origin)
    vec3Sub(a, 0, a, 0, origin, 0)
    this.writeDistance()

    // (1)
    motion.angularVelocity(this.observerFrame, w)
    motion.angularAcceleration(this.observerFrame, al)
    vec3Cross(turning, 0, w, 0, p, 0)
    vec3Sub(vObserved, 0, v, 0, turning, 0)
    // (2)
    vec3Cross(turning, 0, w, 0, turning, 0)
    vec3Sub(a, 0, a, 0, turning, 0)
    vec3Cross(turning, 0, al, 0, p, 0)
    vec3Sub(a, 0, a, 0, turning, 0)
    vec3Cross(turning, 0, w, 0, vObserved, 0)
    vec3AddScaled(a, 0, a, 0, turning, 0, -2)

    mat3TransposeMulVec(results.translation.values, 0, R_WC, 0, p, 0)
    mat3TransposeMulVec(results.velocity.values, 0, R_WC, 0, vObserved, 0)
    mat3TransposeMulVec(results.acceleration.values, 0, R_WC, 0, a, 0)
  }

  /** (4), from p, v, a in the world: the terms of the observer in v and a have no component along p, or cancel. */
  private writeDistance(): void {
    const { results, p, v, a } = this
    const distance = vec3Norm(p, 0)
    const rate = distance > 0 ? vec3Dot(p, 0, v, 0) / distance : 0
    results.distance.values[0] = distance
    results.distanceVelocity.values[0] = rate
    results.distanceAcceleration.values[0] =
      distance > 0 ? (vec3Dot(v, 0, v, 0) + vec3Dot(p, 0, a, 0) - rate * rate) / distance : 0
  }

  private writeRotation(motion: WorldMotion): void {
    const { results, objectFrame, originFrame, R, R_WC, R_WO, w, al, turning, origin } = this
    motion.rotation(objectFrame, R)
    motion.rotation(originFrame, R_WO)
    mat3MulTransposeA(R, 0, R_WO, 0, R, 0)
    cardan123FromRotation(results.rotation.values, 0, R, 0)

    motion.angularVelocity(this.observerFrame, turning)
    motion.angularVelocity(objectFrame, w)
    motion.angularVelocity(originFrame, origin)
    vec3Sub(w, 0, w, 0, origin, 0)
    // (3)
    vec3Cross(turning, 0, turning, 0, w, 0)
    motion.angularAcceleration(objectFrame, al)
    motion.angularAcceleration(originFrame, origin)
    vec3Sub(al, 0, al, 0, origin, 0)
    vec3Sub(al, 0, al, 0, turning, 0)

    mat3TransposeMulVec(results.angularVelocity.values, 0, R_WC, 0, w, 0)
    mat3TransposeMulVec(results.angularAcceleration.values, 0, R_WC, 0, al, 0)
  }
}

export const sensorResult: ElementDefinition<SensorResultRecord> = {
  kind: 'SensorResult',
  keys: { object: null, objectOrigin: null, objectCoordinateRef: null, objectObserveRef: null },
  required: ['object'],
  results: {
    translation: { unit: 'm', size: [3], needs: 'position' },
    velocity: { unit: 'm/s', size: [3], needs: 'velocity' },
    acceleration: { unit: 'm/s2', size: [3], needs: 'acceleration' },
    rotation: { unit: 'rad', size: [3], needs: 'position' },
    angularVelocity: { unit: 'rad/s', size: [3], needs: 'velocity' },
    angularAcceleration: { unit: 'rad/s2', size: [3], needs: 'acceleration' },
    distance: { unit: 'm', needs: 'position', rate: 'distanceVelocity' },
    distanceVelocity: { unit: 'm/s', needs: 'velocity' },
    distanceAcceleration: { unit: 'm/s2', needs: 'acceleration' },
  },
  create(record, context) {
    const find = (key: 'objectOrigin' | 'objectCoordinateRef' | 'objectObserveRef', missing: Frame): Frame =>
      record[key] === undefined ? missing : context.frame(key, record[key])
    const object = context.frame('object', record.object)
    const origin = find('objectOrigin', context.world)
    const coordinate = find('objectCoordinateRef', origin)
    return new SensorElement(context, object, origin, coordinate, find('objectObserveRef', coordinate))
  },
}
