import { assertFinite, assertNonNegative, InputError } from '../../base/index.ts'
import type { ExprNode, ParNode } from '../../model/index.ts'
import { createPart } from '../records/index.ts'
import type { ElementDefinition } from '../world/index.ts'

/** Arguments of `ContactFriction`. */
export interface ContactFrictionArguments {
  /** Path of an Object3D that collides. */
  readonly obj1: string
  /** Path of another one (default: all that it may touch). */
  readonly obj2?: string
  /** Kinetic friction μ_k [1]: a number, or an expression of variables (default: that of the materials). */
  readonly slidingFrictionCoefficient?: number | ExprNode
  /** Rotational resistance μ_r [1]: a number, or an expression of variables (default: that of the materials). */
  readonly rotationalResistanceCoefficient?: number | ExprNode
}

/** The record of a contact friction. */
export interface ContactFrictionRecord extends ContactFrictionArguments {
  readonly kind: 'ContactFriction'
}

/**
 * Friction of the contacts of an object, or of a pair, in place of that of their materials. The coefficients may change
 * during a run; they are variables with the names of their keys. That of a pair counts before that of an object.
 */
export function ContactFriction(args: ContactFrictionArguments): ParNode<ContactFrictionRecord> {
  return createPart<ContactFrictionRecord>(contactFriction, args)
}

export const FRICTION_KEYS = ['slidingFrictionCoefficient', 'rotationalResistanceCoefficient'] as const

export const contactFriction: ElementDefinition<ContactFrictionRecord> = {
  kind: 'ContactFriction',
  keys: {
    ...{ obj1: null, obj2: null },
    ...{ slidingFrictionCoefficient: '1', rotationalResistanceCoefficient: '1' },
  },
  required: ['obj1'],
  results: {},
  // never negative: differences of one side would be
  signals: {
    slidingFrictionCoefficient: { unit: '', isNonlinear: true },
    rotationalResistanceCoefficient: { unit: '', isNonlinear: true },
  },
  create(record, context) {
    const frames = (['obj1', 'obj2'] as const).flatMap((key) => {
      if (record[key] === undefined) return []
      const frame = context.frame(key, record[key])
      if (context.shapesOf(frame).length > 0) return [frame]
      throw new InputError(
        `${context.path}.${key}`,
        'an Object3D that collides: Solid({ collision: true, … })',
        record[key],
      )
    })
    if (FRICTION_KEYS.every((key) => record[key] === undefined))
      throw new InputError(context.path, `${FRICTION_KEYS.join(', or ')}, or both`, 'neither')
    const signals = FRICTION_KEYS.flatMap((key) => {
      const values = context.signal(key)
      if (values !== null) return [{ key, values }]
      if (record[key] !== undefined) assertNonNegative(`${context.path}.${key}`, record[key] as number)
      return []
    })
    return {
      // with one object, it acts on everything that this may touch
      ...(frames.length === 2 && { frames }),
      writeResults({ time }) {
        for (const { key, values } of signals) {
          const where = `${context.path}.${key} at t = ${time} s`
          assertFinite(where, values[0])
          assertNonNegative(where, values[0])
        }
      },
    }
  },
}
