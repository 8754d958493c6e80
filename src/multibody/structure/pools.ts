/** Pools and their instances. */
import { InputError } from '../../base/index.ts'
import {
  findPoolRoot,
  isObject3DRecord,
  isPoolRecord,
  nameTemplate,
  type Object3DRecord,
  object3D,
  type Part,
  type PartPath,
  poolDefinition,
} from '../parts/index.ts'
import { isJointRecord, JOINTS } from '../parts/joints/index.ts'
import { checkRecord } from '../records/index.ts'
import { collectMechanism } from './assemblies.ts'
import { findInScopes } from './find-object.ts'
import { readJoint, readObjects } from './read-objects.ts'
import {
  createFreeJoint,
  type JointNode,
  type ObjectNode,
  type PoolInstance,
  type PoolNode,
  type Pools,
  type Structure,
} from './structure.ts'

/** Initial pose and velocity of an instance: values of its root. */
export type PoolStart = Pick<Object3DRecord, 'translation' | 'rotation' | 'velocity' | 'angularVelocity'>

/** Reads the pools among the parts, and builds their templates once, so that errors are found when a run starts. */
export function readPools(parts: readonly Part[], structure: Omit<Structure, keyof Pools>): Pools {
  const pools = new Map<string, PoolNode>()
  for (const { path, fullPath, record } of parts) {
    if (!isPoolRecord(record)) continue
    checkRecord(fullPath, record, poolDefinition)
    const root = findPoolRoot(fullPath, record.parts)
    for (const part of nameTemplate({ path, fullPath }, record.parts)) {
      const definition = isObject3DRecord(part.record) ? object3D : JOINTS.get(part.record.kind)
      if (definition !== undefined) checkRecord(part.fullPath, part.record, definition)
    }
    const pool = { path, fullPath, parts: record.parts, root, nAdded: 0 }
    assertTemplate(structure, pool)
    pools.set(path, pool)
  }
  return { pools, instances: new Map() }
}

function assertTemplate(structure: Omit<Structure, keyof Pools>, pool: PoolNode): void {
  const { objects, joints, root } = createNodes(structure, pool, pool, {})
  const { parent } = pool.parts[pool.root] as Object3DRecord
  if (parent !== undefined && parent !== structure.world.path)
    throw new InputError(
      `${root.fullPath}.parent`,
      `${structure.world.path}, because instances move freely with respect to the world`,
      parent,
    )
  const found = collectMechanism(
    { objects, joints: joints.map((joint) => ({ ...joint, role: 'joint' })) },
    root,
  )
  const lost = [...objects.values()].find((object) => !found.has(object))
  if (lost !== undefined)
    throw new InputError(
      lost.fullPath,
      `an object that a parent or a joint connects with ${root.fullPath}`,
      'none',
    )
}

/** The structure with a new instance of a pool, which starts at `start`; and the instance. */
export function addInstance(
  structure: Structure,
  pool: PoolNode,
  start: PoolStart,
): { readonly structure: Structure; readonly instance: PoolInstance } {
  const nAdded = pool.nAdded + 1
  const name = { path: `${pool.path}[${nAdded}]`, fullPath: `${pool.fullPath}[${nAdded}]` }
  const { objects, joints, parts, root } = createNodes(structure, pool, name, start)
  const instance: PoolInstance = { ...name, parts, root }
  return {
    structure: {
      ...structure,
      objects: new Map([...structure.objects, ...objects]),
      joints: [...structure.joints, ...joints],
      pools: new Map([...structure.pools, [pool.path, { ...pool, nAdded }]]),
      instances: new Map([...structure.instances, [name.path, instance]]),
    },
    instance,
  }
}

/** Resolves `reference` where the part `from` is declared: an object, or the root of an instance. */
export function findPart(
  { objects, instances }: Structure,
  from: string,
  reference: string,
): ObjectNode | undefined {
  const root = findInScopes(instances, from, reference)?.root
  // an instance may have been split, and its root deleted
  return root !== undefined && objects.has(root.path) ? root : findInScopes(objects, from, reference)
}

/** The instances that still have objects. */
export function keepInstances(
  instances: Structure['instances'],
  objects: Structure['objects'],
): Structure['instances'] {
  return new Map([...instances].filter(([, { parts }]) => parts.some(({ path }) => objects.has(path))))
}

function createNodes(
  { world }: Pick<Structure, 'world'>,
  pool: PoolNode,
  name: PartPath,
  start: PoolStart,
): {
  readonly objects: ReadonlyMap<string, ObjectNode>
  readonly joints: readonly JointNode[]
  readonly parts: readonly Part[]
  readonly root: ObjectNode
} {
  const declared = pool.parts[pool.root] as Object3DRecord
  const rootPath = `${name.path}.${pool.root}`
  const template = nameTemplate(name, pool.parts)
  const parts = template.map((part) =>
    part.path === rootPath ? { ...part, record: toRoot(declared) } : part,
  )
  const { objects, holders } = readObjects(parts.filter(({ record }) => isObject3DRecord(record)))
  const root = objects.get(rootPath)!
  const joints = parts.flatMap(({ record, ...place }) => {
    if (!isJointRecord(record)) return []
    const joint = readJoint(objects, { ...place, record }, false)
    // joints inside of an instance do not hold it
    return [joint.object2 === root ? { ...joint, role: 'joint' as const } : joint]
  })
  const free = createFreeJoint(root, world, startRecord(declared, start))
  return { objects, joints: [free, ...holders, ...joints], parts, root }
}

/** The record of a root: an object without parent, moved by a joint. */
function toRoot(record: Object3DRecord): Object3DRecord {
  const { kind, orientation, feature, lockable } = record
  return {
    ...{ kind, assemblyRoot: true },
    ...(orientation !== undefined && { orientation }),
    ...(feature !== undefined && { feature }),
    ...(lockable !== undefined && { lockable }),
  }
}

/** Start values of an instance: given ones, or those of the template; nominal values stay. */
function startRecord(declared: Object3DRecord, start: PoolStart): Object3DRecord {
  const { parent: _parent, fixedToParent: _fixed, ...record } = declared
  const merged: Record<string, unknown> = { ...record }
  for (const [key, value] of Object.entries(start)) {
    const before: unknown = merged[key]
    const hasNominal = typeof before === 'object' && before !== null && 'nominal' in before
    merged[key] = hasNominal ? { nominal: before.nominal, init: value } : value
  }
  return merged as unknown as Object3DRecord
}
