import { InputError } from '../../base/index.ts'
import { mat3TransposeMulVec } from '../../math/index.ts'
import {
  ANGULAR_VELOCITY,
  CONTACT_RESULT_SIZE,
  FORCE_VECTOR,
  NORMAL_FORCE,
  NORMAL_VECTOR,
  PENETRATION,
  PENETRATION_VELOCITY,
  POSITION_VECTOR,
  TANGENTIAL_FORCE,
  TANGENTIAL_VELOCITY,
  TORQUE,
  TORQUE_VECTOR,
} from '../../mechanics/index.ts'
import type { ParNode } from '../../model/index.ts'
import type { VariantResult } from '../../simulation/index.ts'
import { createPart, type Frame } from '../records/index.ts'
import type {
  ElementContext,
  ElementDefinition,
  ImpulseTotal,
  ResultTable,
  WorldElement,
  WorldMotion,
} from '../world/index.ts'

/** Arguments of `ContactResult`. */
export interface ContactResultArguments {
  /** Paths of two Object3Ds that collide. */
  readonly obj1: string
  readonly obj2: string
  /** Object in whose axes the vectors are given (default: the world). */
  readonly objectCoordinateRef?: string
}

/** The record of a contact result. */
export interface ContactResultRecord extends ContactResultArguments {
  readonly kind: 'ContactResult'
}

/**
 * Contact of two objects. Results: penetration [m], penetrationVelocity (positive: compression) and tangentialVelocity
 * [m/s], angularVelocity [rad/s], normalForce (positive: pressure) and tangentialForce [N], torque [N.m],
 * positionVector [m] from the world, normalVector into obj1, forceVector [N] and torqueVector [N.m] on obj1. All
 * are zero without contact. With impulses, sums since the start: nImpact, normalImpulse, tangentialImpulse (lengths)
 * and impulseVector on obj1 [N.s].
 */
export function ContactResult(args: ContactResultArguments): ParNode<ContactResultRecord> {
  return createPart<ContactResultRecord>(contactResult, args)
}

const SCALARS: readonly (readonly [string, string, number])[] = [
  ['penetration', 'm', PENETRATION],
  ['penetrationVelocity', 'm/s', PENETRATION_VELOCITY],
  ['tangentialVelocity', 'm/s', TANGENTIAL_VELOCITY],
  ['angularVelocity', 'rad/s', ANGULAR_VELOCITY],
  ['normalForce', 'N', NORMAL_FORCE],
  ['tangentialForce', 'N', TANGENTIAL_FORCE],
  ['torque', 'N.m', TORQUE],
]

const VECTORS: readonly (readonly [string, string, number])[] = [
  ['positionVector', 'm', POSITION_VECTOR],
  ['normalVector', '', NORMAL_VECTOR],
  ['forceVector', 'N', FORCE_VECTOR],
  ['torqueVector', 'N.m', TORQUE_VECTOR],
]

/** Sums over all impacts. */
const SUMS: readonly (readonly [string, string, 'n' | 'normal' | 'tangential'])[] = [
  ['nImpact', '', 'n'],
  ['normalImpulse', 'N.s', 'normal'],
  ['tangentialImpulse', 'N.s', 'tangential'],
]

const RESULTS: ResultTable = Object.fromEntries([
  ...[...SCALARS, ...SUMS].map(([name, unit]) => [name, { unit, needs: 'contact' }]),
  ...[...VECTORS, ['impulseVector', 'N.s']].map(([name, unit]) => [
    name,
    { unit, size: [3], needs: 'contact' },
  ]),
])

class ContactResultElement implements WorldElement {
  private readonly scalars: VariantResult[]
  private readonly vectors: VariantResult[]
  private readonly impulses: VariantResult[]
  private readonly impulseVector: VariantResult
  private readonly values = new Float64Array(CONTACT_RESULT_SIZE)
  private isChecked = false
  private readonly R = new Float64Array(9)

  constructor(
    private readonly context: ElementContext,
    private readonly shapes1: readonly number[],
    private readonly shapes2: readonly number[],
    private readonly coordinate: Frame,
    private readonly total: ImpulseTotal,
    /** Paths of the two objects, if they are of different bodies; null: they cannot touch now. */
    private readonly objects: readonly [string, string] | null,
  ) {
    this.scalars = SCALARS.map(([name]) => context.result(name))
    this.vectors = VECTORS.map(([name]) => context.result(name))
    this.impulses = SUMS.map(([name]) => context.result(name))
    this.impulseVector = context.result('impulseVector')
  }

  writeResults(motion: WorldMotion): void {
    const { values, R } = this
    if (!this.isChecked) this.check(motion.time)
    values.fill(0)
    this.readDeepest()
    SCALARS.forEach(([, , index], k) => {
      this.scalars[k].values[0] = values[index]
    })
    motion.rotation(this.coordinate, R)
    VECTORS.forEach(([, , index], k) => {
      mat3TransposeMulVec(this.vectors[k].values, 0, R, 0, values, index)
    })
    SUMS.forEach(([, , key], k) => {
      this.impulses[k].values[0] = this.total[key]
    })
    mat3TransposeMulVec(this.impulseVector.values, 0, R, 0, this.total.vector, 0)
  }

  /** Warns if the two objects never touch. */
  private check(time: number): void {
    this.isChecked = true
    const { context, shapes1, shapes2, objects } = this
    const { contacts } = context
    if (contacts === null || objects === null) return
    if (shapes1.some((i) => shapes2.some((j) => contacts.mayMeet(i, j)))) return
    context.warn(
      'CONTACT_EXCLUDED',
      time,
      `${context.path}: ${objects[0]} and ${objects[1]} never touch, because a joint connects their bodies: ` +
        'all values are zero. Set canCollide: true at the joint.',
    )
  }

  /** Reads the deepest contact: meshes may have several convex parts. */
  private readDeepest(): void {
    const { contacts } = this.context
    if (contacts === null) return
    const candidate = new Float64Array(CONTACT_RESULT_SIZE)
    for (const i of this.shapes1) {
      for (const j of this.shapes2) {
        const isContact = contacts.readContact(i, j, candidate, 0)
        if (isContact && candidate[PENETRATION] >= this.values[PENETRATION]) this.values.set(candidate)
      }
    }
  }
}

export const contactResult: ElementDefinition<ContactResultRecord> = {
  kind: 'ContactResult',
  keys: { obj1: null, obj2: null, objectCoordinateRef: null },
  required: [],
  results: RESULTS,
  create(record, context) {
    const [first, second] = (['obj1', 'obj2'] as const).map((key) => {
      const path = `${context.path}.${key}`
      if (record[key] === undefined) throw new InputError(path, 'the path of an Object3D', undefined)
      const object = context.frame(key, record[key])
      const shapes = context.shapesOf(object)
      if (shapes.length > 0) return { object, shapes }
      throw new InputError(path, 'an Object3D that collides: Solid({ collision: true, … })', record[key])
    })
    const coordinate = context.frame('objectCoordinateRef', record.objectCoordinateRef)
    const total = context.impulsesOf(first.object, second.object)
    const { object: one } = first
    const { object: other } = second
    const objects = one.body === other.body ? null : ([one.path, other.path] as const)
    return new ContactResultElement(context, first.shapes, second.shapes, coordinate, total, objects)
  },
}
