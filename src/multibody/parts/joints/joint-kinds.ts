import { DefinitionTable, type TaggedRecord } from '../../records/index.ts'
import { cylindrical } from './cylindrical.ts'
import { fix } from './fix.ts'
import { free } from './free.ts'
import type { JointDefinition } from './joint-definition.ts'
import { planar } from './planar.ts'
import { prismatic } from './prismatic.ts'
import { revolute } from './revolute.ts'
import { spherical } from './spherical.ts'
import { universal } from './universal.ts'

const DEFINITIONS = [revolute, prismatic, cylindrical, universal, planar, spherical, free, fix] as const

type RecordOf<D> = D extends JointDefinition<infer R> ? R : never

/** The record of any joint. */
export type JointRecord = RecordOf<(typeof DEFINITIONS)[number]>

/** All kinds of joints. */
export const JOINTS = new DefinitionTable<JointDefinition<JointRecord>>(DEFINITIONS)

export function isJointRecord(record: TaggedRecord): record is JointRecord {
  return JOINTS.get(record.kind) !== undefined
}
