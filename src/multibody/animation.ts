/** From a model and its result to something that can be drawn. */

import { type AnimationPart, type AnimationScene, CoordinateSystem } from '../animation/index.ts'
import { VarioError } from '../base/index.ts'
import { findVisualMaterial } from '../materials/index.ts'
import { evaluateModel, flatten, type MergeTree, type ModelNode } from '../model/index.ts'
import {
  isObject3DRecord,
  isPoolRecord,
  isScene,
  type Look,
  nameTemplate,
  type Object3DRecord,
  type Part,
  PartList,
  readLook,
  readScene,
  readSceneView,
  type SceneRecord,
} from './parts/index.ts'

/** What an animation needs of a result. */
export interface MotionTable {
  readonly time: Float64Array
  readonly names: readonly string[]
  has(name: string): boolean
  values(name: string): Float64Array
}

/** Options of `createAnimation`. */
export interface AnimationOptions {
  /** Name of the scene (default 'model'). */
  readonly name?: string
  /** What was merged into the model for the simulation. */
  readonly merge?: MergeTree
}

/**
 * All shapes of a 3D model and how they have moved in the simulation with this result. Write it with `toThreeJson`,
 * `toGlb`, `toSvg`, …
 *
 * ```ts
 * const result = simulate(model, { stopTime: 3 }) const scene = createAnimation(model, result) const picture =
 * toSvg(scene, 1.5)
 * ```
 */
export function createAnimation(
  model: ModelNode,
  result: MotionTable,
  options: AnimationOptions = {},
): AnimationScene {
  const { name = 'model', merge = {} } = options
  const { parameters } = evaluateModel(flatten(model), merge)
  const parts = new PartList(model).read({ path: '', value: (key) => parameters.get(key) })
  const objects = [...parts, ...listAdded(parts, result)].flatMap(({ path, record }) =>
    isObject3DRecord(record) ? [{ path, record }] : [],
  )
  const { path: worldPath, record } = findScene(objects)
  const scenePath = `${worldPath}.feature`
  const { gravity, tables } = readScene(scenePath, record)
  const { up } = gravity
  const { frameLength, camera, light } = readSceneView(scenePath, record, up)
  const frame: Look[] =
    frameLength === null
      ? []
      : [
          {
            shape: CoordinateSystem({ length: frameLength }),
            material: findVisualMaterial(scenePath, tables.visualMaterials),
          },
        ]

  const drawn = objects.flatMap(({ path, record: { feature } }) => {
    const look = readLook(`${path}.feature`, feature, tables)
    return [...(look === null ? [] : [look]), ...frame].map((part) => ({ path, ...part }))
  })
  return {
    name,
    times: result.time,
    parts: drawn.map((part): AnimationPart => ({ ...part, ...readMotion(part.path, result) })),
    up: [up[0], up[1], up[2]],
    ...(camera && { camera: { position: camera, target: [0, 0, 0] } }),
    ...(light && { lights: [{ position: light, intensity: 1 }] }),
  }
}

/** Parts that were added out of pools, as far as the result has them. */
function listAdded(parts: readonly Part[], result: MotionTable): Part[] {
  const pools = parts.flatMap(({ path, record }) => (isPoolRecord(record) ? [{ path, record }] : []))
  if (pools.length === 0) return []
  const numbers = new Map(pools.map(({ path }) => [path, new Set<number>()]))
  for (const name of result.names) {
    const match = /^(.*)\[(\d+)\]\.[^[\].]+\.r_abs$/.exec(name)
    if (match !== null) numbers.get(match[1])?.add(Number(match[2]))
  }
  return pools.flatMap(({ path, record }) =>
    Array.from(numbers.get(path)!, (k) => `${path}[${k}]`).flatMap((name) =>
      nameTemplate({ path: name, fullPath: name }, record.parts),
    ),
  )
}

/** The object that is the world, with the record of its scene. */
function findScene(objects: readonly { readonly path: string; readonly record: Object3DRecord }[]): {
  readonly path: string
  readonly record: SceneRecord
} {
  for (const { path, record } of objects) {
    if (isScene(record.feature)) return { path, record: record.feature }
  }
  const message = 'The model has no Object3D with the feature Scene(): there is nothing to draw.'
  throw new VarioError('MULTIBODY', message)
}

function readMotion(path: string, result: MotionTable): Pick<AnimationPart, 'positions' | 'quaternions'> {
  const names = [`${path}.r_abs`, `${path}.q_abs`]
  if (!names.every((name) => result.has(name)))
    throw new VarioError(
      'MULTIBODY',
      `The result has no ${names.join(' and ')}: it is not one of this model.`,
      { path },
    )
  return { positions: result.values(names[0]), quaternions: result.values(names[1]) }
}
