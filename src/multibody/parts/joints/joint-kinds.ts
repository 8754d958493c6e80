import { DefinitionTable, type TaggedRecord } from '../../records/index.ts'
import { type CylindricalRecord, cylindrical } from './cylindrical.ts'
import { type FixRecord, fix } from './fix.ts'
import { type FreeRecord, free } from './free.ts'
import type { JointDefinition } from './joint-definition.ts'
import { forceContents } from './joint-forces.ts'
import { type PlanarRecord, planar } from './planar.ts'
import { type PrismaticRecord, prismatic } from './prismatic.ts'
import { type RevoluteRecord, revolute } from './revolute.ts'
import { type SphericalRecord, spherical } from './spherical.ts'
import { type UniversalRecord, universal } from './universal.ts'

/** The record of any joint. */
export type JointRecord =
  | (RevoluteRecord | PrismaticRecord | CylindricalRecord | UniversalRecord)
  | (PlanarRecord | SphericalRecord | FreeRecord | FixRecord)

/** All kinds of joints. */
export const JOINTS = new DefinitionTable<JointDefinition<JointRecord>>([
  ...[revolute, prismatic, cylindrical, universal],
  ...[planar, spherical, free, fix],
])

export function isJointRecord(record: TaggedRecord): record is JointRecord {
  return JOINTS.get(record.kind) !== undefined
}

/** Keys of the record of a joint for its forces and drives. */
export function listLawKeys({ kind }: JointRecord): readonly string[] {
  const axes = JOINTS.get(kind)?.axes
  return axes === undefined ? ['force', 'torque'] : Object.keys(forceContents(axes))
}
