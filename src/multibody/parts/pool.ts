import { InputError } from '../../base/index.ts'
import { isModel, isPar, type ParNode } from '../../model/index.ts'
import { createPart, isTagged, type RecordDefinition, type TaggedRecord } from '../records/index.ts'
import { isScene } from './feature-kinds.ts'
import { hasMotion } from './joints/index.ts'
import { isObject3DRecord, type Object3DRecord } from './object3d.ts'
import { findFlange, type Part, type PartPath } from './part-list.ts'

/** The record of a pool: a template, of which no instance exists when a run starts. */
export interface PoolRecord<R extends Readonly<Record<string, TaggedRecord>> = Record<string, TaggedRecord>> {
  readonly kind: 'Pool'
  /** Parts of the template by their names. */
  readonly parts: R
}

/** Content of a pool: Object3Ds, joints without flange, force elements and sensors by their names. */
export type PoolParts = Readonly<Record<string, ParNode<TaggedRecord>>>

/** The records of these parts. */
export type RecordsOf<P extends PoolParts> = {
  readonly [K in keyof P]: P[K] extends ParNode<infer R extends TaggedRecord> ? R : never
}

/** Valid names in a template; paths contain them. */
const NAME = /^[A-Za-z_]\w*$/

export const poolDefinition: RecordDefinition<PoolRecord> = { kind: 'Pool', keys: { parts: null } }

/**
 * Template of parts of which actions add instances to a 3D model while it runs: `yield act.add('crates', { translation:
 * … })` adds one. References in it are resolved in the same instance first, then where the pool is declared. Its root
 * is the object with `fixedToParent: false`, or the first one: it moves freely with respect to the world, and is the
 * root of an assembly.
 *
 * ```ts
 * crates: Pool({
 *   body: Object3D({ feature: Solid({ shape: Box({ lengthX: 0.2 }), solidMaterial: 'DryWood' }) }),
 *   lid: Object3D({ parent: 'body', translation: [0, 0.1, 0], lockable: true }),
 * }),
 * ```
 */
export function Pool<P extends PoolParts>(parts: P): ParNode<PoolRecord<RecordsOf<P>>> {
  if (typeof parts !== 'object' || parts === null || Array.isArray(parts) || isPar(parts) || isModel(parts))
    throw new InputError('Pool', 'a map of parts: { body: Object3D({ … }), … }', parts)
  const records = Object.entries(parts).map(([name, part]) => {
    const path = `Pool.${name}`
    if (isModel(part)) {
      const flange = findFlange(part)
      throw new InputError(
        path,
        'a part without equations, because these are fixed during a run: an Object3D, a joint without flange, ' +
          'a force element or a sensor',
        flange === null ? 'a model' : flange.kind,
      )
    }
    if (!isPar(part) || !isTagged(part.value))
      throw new InputError(path, 'an Object3D, a joint without flange, a force element or a sensor', part)
    return [name, part.value] as const
  })
  const record = Object.freeze(Object.fromEntries(records))
  findPoolRoot('Pool', record)
  return createPart<PoolRecord<RecordsOf<P>>>(poolDefinition, { parts: record as RecordsOf<P> })
}

export function isPoolRecord(record: TaggedRecord): record is PoolRecord {
  return record.kind === poolDefinition.kind
}

/** The name of the root of a template, checked. */
export function findPoolRoot(path: string, parts: PoolRecord['parts']): string {
  if (typeof parts !== 'object' || parts === null)
    throw new InputError(`${path}.parts`, 'the records of the template by their names', parts)
  const objects: [string, Object3DRecord][] = []
  for (const [name, record] of Object.entries(parts)) {
    if (!NAME.test(name)) throw new InputError(path, 'names of letters, digits and _', name)
    if (!isTagged(record)) throw new InputError(`${path}.${name}`, 'the record of a 3D part', record)
    if (hasMotion(record))
      throw new InputError(
        `${path}.${name}.motion`,
        'no prescribed motion, because the equations are fixed during a run',
        record.motion,
      )
    if (!isObject3DRecord(record)) continue
    if (isScene(record.feature))
      throw new InputError(`${path}.${name}.feature`, 'no Scene, because the world exists already', 'Scene')
    objects.push([name, record])
  }
  const names = Object.keys(parts).join(', ') || 'nothing'
  if (objects.length === 0) throw new InputError(path, 'at least one Object3D', names)
  const free = objects.filter(([, record]) => record.fixedToParent === false)
  if (free.length > 1)
    throw new InputError(
      path,
      'at most one object with fixedToParent: false, the root',
      free.map(([name]) => name).join(' and '),
    )
  const [root, record] = free[0] ?? objects[0]
  if (free.length === 0 && record.parent !== undefined)
    throw new InputError(
      `${path}.${root}.parent`,
      'no parent, because the first object moves freely, or another object with fixedToParent: false',
      record.parent,
    )
  return root
}

/** The parts of a template under the paths of an added instance. */
export function nameTemplate({ path, fullPath }: PartPath, parts: PoolRecord['parts']): Part[] {
  return Object.entries(parts).map(([name, record]) => ({
    path: `${path}.${name}`,
    fullPath: `${fullPath}.${name}`,
    record,
  }))
}
