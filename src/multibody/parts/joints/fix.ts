import type { ParNode } from '../../../model/index.ts'
import { createPart, createPose, readVector, type VectorValue } from '../../records/index.ts'
import type { JointDefinition, JointEndArguments } from './joint-definition.ts'

/** A rigid connection, in both directions. */
export interface FixArguments extends JointEndArguments {
  /** Vector from obj1 to obj2, in the frame of obj1 [m] (default 0). */
  readonly translation?: VectorValue
  /** Cardan angles about x, y, z from obj1 to obj2 [rad] (default 0). */
  readonly rotation?: VectorValue
}

/** The record that `Fix` returns. */
export interface FixRecord extends FixArguments {
  readonly kind: 'Fix'
}

/** A rigid connection of two objects. */
export function Fix(args: FixArguments): ParNode<FixRecord> {
  return createPart<FixRecord>(fix, args)
}

export const fix: JointDefinition<FixRecord> = {
  kind: 'Fix',
  keys: { obj1: null, obj2: null, translation: 'm', rotation: 'rad' },
  canCollide: false,
  read(path, record) {
    const translation = readVector(`${path}.translation`, record.translation, 3)
    const rotation = readVector(`${path}.rotation`, record.rotation, 3)
    return { fixed: createPose(rotation, translation) }
  },
}
