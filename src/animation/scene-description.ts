/** Description of a scene in a result, besides the motion: plain data. */
import { InputError } from '../base/index.ts'
import { Mesh, type MeshShape } from '../collision/index.ts'
import { findVisualMaterial } from '../materials/index.ts'
import type { DrawnScene, SceneLine, ScenePart, Vector } from './scene.ts'

/** A joint between two objects. */
export interface SceneJoint {
  readonly path: string
  /** `Revolute`, `Prismatic`, … */
  readonly kind: string
  readonly obj1: string
  readonly obj2: string
  /** Axis of rotation or translation, or normal to the plane, in the frame of obj1; absent if the kind has no axis. */
  readonly axis?: Vector
}

/** Drawn parts of a 3D model, and its structure. Their motion is in signals of the result. */
export interface SceneDescription extends DrawnScene {
  /** Paths of all objects, with the world first. */
  readonly objects: readonly string[]
  readonly joints: readonly SceneJoint[]
  /** Default: none. */
  readonly lines?: readonly SceneLine[]
}

/** A mesh as plain data: lists instead of arrays of numbers. */
interface PlainMesh extends Omit<MeshShape, 'vertices' | 'triangles' | 'convexParts'> {
  readonly vertices: readonly number[]
  readonly triangles: readonly number[]
}

/** A description with lists instead of arrays of numbers, for attributes of results. */
export function toPlainScene(scene: SceneDescription): Record<string, unknown> {
  const parts = scene.parts.map(({ shape, ...part }) => ({ ...part, shape: toPlainShape(shape) }))
  return { ...scene, parts }
}

function toPlainShape(shape: ScenePart['shape']): unknown {
  if (shape.shape !== 'Mesh') return shape
  const plain: PlainMesh = {
    shape: 'Mesh',
    vertices: Array.from(shape.vertices),
    triangles: Array.from(shape.triangles),
    ...(shape.source !== undefined && { source: shape.source }),
  }
  return plain
}

/**
 * The scene of a result, from its attributes; null if it is not the result of a 3D model.
 * @throws InputError if the attribute is not a scene.
 */
export function readSceneDescription(attributes: Readonly<Record<string, unknown>>): SceneDescription | null {
  const key = Object.keys(attributes).find((name) => name === 'scene' || name.endsWith('.scene'))
  if (key === undefined) return null
  const scene = attributes[key] as Partial<SceneDescription> | null
  const lists = [scene?.up, scene?.parts, scene?.objects, scene?.joints]
  if (!lists.every(Array.isArray))
    throw new InputError(`attributes.${key}`, 'a scene { up, parts, objects, joints }', scene)
  const parts = scene!.parts!.map((part, i) => fromPlainPart(`attributes.${key}.parts[${i}]`, part))
  const { lines } = scene!
  if (lines === undefined) return { ...(scene as SceneDescription), parts }
  if (!Array.isArray(lines)) throw new InputError(`attributes.${key}.lines`, 'a list', lines)
  return {
    ...(scene as SceneDescription),
    parts,
    lines: lines.map((line, i) => completeLine(`attributes.${key}.lines[${i}]`, line)),
  }
}

function completeLine(path: string, line: SceneLine): SceneLine {
  if (typeof line?.path !== 'string' || !Array.isArray(line.points) || !line.material)
    throw new InputError(path, '{ path, points, material }', line)
  return { ...line, material: findVisualMaterial(`${path}.material`, {}, line.material) }
}

function fromPlainPart(path: string, part: ScenePart): ScenePart {
  if (typeof part?.path !== 'string' || typeof part.shape?.shape !== 'string' || !part.material)
    throw new InputError(path, '{ path, shape, material }', part)
  // completed and checked: a part without a color or with an invalid transparency would be invisible without a message
  const material = findVisualMaterial(`${path}.material`, {}, part.material)
  if (part.shape.shape !== 'Mesh') return { ...part, material }
  const { vertices, triangles, source } = part.shape as unknown as PlainMesh
  return { ...part, material, shape: Mesh({ vertices, triangles, ...(source !== undefined && { source }) }) }
}
