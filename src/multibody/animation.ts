/** From a model and its result to something that can be drawn. */

import {
  type AnimationPart,
  type AnimationScene,
  CoordinateSystem,
  checkVisualShape,
  computePointAround,
  isVisualShape,
  type Vector,
} from '../animation/index.ts'
import { VarioError } from '../base/index.ts'
import { checkShape, type SolidShape } from '../collision/index.ts'
import { createMaterialTables, findVisualMaterial, type MaterialTables } from '../materials/index.ts'
import { evaluateModel, flatten, type MergeTree, type ModelNode } from '../model/index.ts'
import type { Object3DRecord, SceneRecord, SolidRecord, VisualRecord } from './parts/index.ts'
import { PartList } from './parts/index.ts'
import { readNumber } from './records/index.ts'
import { readNominalLength } from './run/index.ts'
import { createGravity } from './world/index.ts'

/** What an animation needs of a result. */
export interface MotionTable {
  readonly time: Float64Array
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
 * All shapes of a 3D model and how they have moved in the simulation with this result. Write it with `toThreeJson`, `toGlb`, `toSvg`, …
 *
 * ```ts
 * const result = simulate(model, { stopTime: 3 })
 * const scene = createAnimation(model, result)
 * const picture = toSvg(scene, 1.5)
 * ```
 */
export function createAnimation(
  model: ModelNode,
  result: MotionTable,
  options: AnimationOptions = {},
): AnimationScene {
  const { name = 'model', merge = {} } = options
  const { parameters } = evaluateModel(flatten(model), merge)
  const parts = new PartList(model).read({ value: (key) => parameters.get(key)! })
  const objects = parts.filter(({ record }) => record.kind === 'Object3D')
  const world = objects.find(({ record }) => (record as unknown as Object3DRecord).feature?.kind === 'Scene')
  if (world === undefined)
    throw new VarioError(
      'MULTIBODY',
      'The model has no Object3D with the feature Scene(): there is nothing to draw.',
    )
  const scenePath = `${world.path}.feature`
  const scene = (world.record as unknown as Object3DRecord).feature as SceneRecord
  const tables = createMaterialTables(scenePath, scene)

  const drawn = objects.flatMap(({ path, record }) => {
    const { feature } = record as unknown as Object3DRecord
    const shown = readShown(`${path}.feature`, feature, tables)
    const frame = scene.visualizeFrames ? [frameOf(scenePath, scene, tables)] : []
    return [...(shown === null ? [] : [shown]), ...frame].map((part) => ({ path, ...part }))
  })
  const up = createGravity(`${scenePath}.gravityField`, scene.gravityField).up
  return {
    name,
    times: result.time,
    parts: drawn.map((part): AnimationPart => ({ ...part, ...readMotion(part.path, result) })),
    up: [up[0], up[1], up[2]],
    ...readView(scenePath, scene, up),
  }
}

/** Shape and look of a feature; null: nothing is drawn. */
function readShown(
  path: string,
  feature: Object3DRecord['feature'],
  tables: MaterialTables,
): Pick<AnimationPart, 'shape' | 'material'> | null {
  if (feature?.kind !== 'Solid' && feature?.kind !== 'Visual') return null
  const { shape, visualMaterial } = feature as SolidRecord | VisualRecord
  if (shape === undefined || visualMaterial === false) return null
  const isVisual = isVisualShape(shape)
  if (!isVisual) checkShape(`${path}.shape`, shape as SolidShape)
  return {
    shape: isVisual ? checkVisualShape(`${path}.shape`, shape) : shape,
    material: findVisualMaterial(`${path}.visualMaterial`, tables.visualMaterials, visualMaterial),
  }
}

function frameOf(
  path: string,
  scene: SceneRecord,
  tables: MaterialTables,
): Pick<AnimationPart, 'shape' | 'material'> {
  const nominal = readNominalLength(path, scene)
  const length = readNumber(`${path}.defaultFrameLength`, scene.defaultFrameLength, 0.2 * nominal)
  return { shape: CoordinateSystem({ length }), material: findVisualMaterial(path, tables.visualMaterials) }
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

/** Camera and light, if the scene says where they are. */
function readView(
  path: string,
  scene: SceneRecord,
  up: Float64Array,
): Pick<AnimationScene, 'camera' | 'lights'> {
  const nominal = readNominalLength(path, scene)
  const place = (kind: 'camera' | 'light', longitude: number, latitude: number): Vector | null => {
    const given = [scene[`${kind}Distance`], scene[`${kind}Longitude`], scene[`${kind}Latitude`]]
    if (given.every((value) => value === undefined)) return null
    return computePointAround(
      [up[0], up[1], up[2]],
      [0, 0, 0],
      readNumber(`${path}.${kind}Distance`, given[0], 10 * nominal),
      readNumber(`${path}.${kind}Longitude`, given[1], longitude),
      readNumber(`${path}.${kind}Latitude`, given[2], latitude),
    )
  }
  const camera = place('camera', Math.PI / 6, Math.PI / 12)
  const light = place('light', Math.PI / 3, Math.PI / 4)
  return {
    ...(camera && { camera: { position: camera, target: [0, 0, 0] as Vector } }),
    ...(light && { lights: [{ position: light, intensity: 1 }] }),
  }
}
