import {
  CoordinateSystem,
  type SceneDescription,
  type SceneJoint,
  type SceneLine,
} from '../../animation/index.ts'
import { VarioError } from '../../base/index.ts'
import { findVisualMaterial } from '../../materials/index.ts'
import type { Look } from './feature-definition.ts'
import { isScene, readLook } from './feature-kinds.ts'
import { isObject3DRecord, type Object3DRecord } from './object3d.ts'
import type { Part } from './part-list.ts'
import { readScene, readSceneView, type SceneRecord } from './scene-feature.ts'

/** All shapes of a 3D model, and its view: camera, light, upward direction. */
export function describeScene(
  parts: readonly Part[],
  lines: readonly SceneLine[],
  joints: readonly SceneJoint[] = [],
): SceneDescription {
  const objects = parts.flatMap(({ fullPath, record }) =>
    isObject3DRecord(record) ? [{ path: fullPath, record }] : [],
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
  const others = objects.map(({ path }) => path).filter((path) => path !== worldPath)
  return {
    up: [up[0], up[1], up[2]],
    ...(camera && { camera: { position: camera, target: [0, 0, 0] } }),
    ...(light && { lights: [{ position: light, intensity: 1 }] }),
    parts: objects.flatMap(({ path, record: { feature } }) => {
      const look = readLook(`${path}.feature`, feature, tables)
      return [...(look === null ? [] : [look]), ...frame].map((part) => ({ path, ...part }))
    }),
    objects: [worldPath, ...others],
    joints,
    ...(lines.length > 0 && { lines }),
  }
}

/** The object that is the world, with the record of its scene. */
function findScene(objects: readonly { readonly path: string; readonly record: Object3DRecord }[]): {
  readonly path: string
  readonly record: SceneRecord
} {
  for (const { path, record } of objects) {
    if (isScene(record.feature)) return { path, record: record.feature }
  }
  const message = 'The model: expected an Object3D with the feature Scene(), found none.'
  throw new VarioError('MULTIBODY', message)
}
