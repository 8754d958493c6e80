/** Exports scenes as glTF 2.0 (ISO/IEC 12113), which most 3D programs can read. */
import { toLinear } from '../materials/index.ts'
import {
  computeLookRotation,
  computeUprightRotation,
  FIELD_OF_VIEW,
  getCamera,
  getLights,
} from './camera-and-lights.ts'
import { DistinctList, getLook, type Look } from './drawing-look.ts'
import { type Accessor, type BufferView, GltfBuffer, padded } from './gltf-buffer.ts'
import { createKeyFrames, type KeyFrames } from './key-frames.ts'
import { createSceneGeometry, type Primitive } from './primitives.ts'
import { type AnimationPart, type AnimationScene, checkAnimationScene, type Vector } from './scene.ts'

declare const btoa: (binary: string) => string
declare const TextEncoder: new () => { encode(text: string): Uint8Array }

/** Corners of a circle. */
const SEGMENTS = 32

/** Illuminance of a light of intensity 1 [lux, in the scale of viewers]. */
const LIGHT_INTENSITY = 3

/** Codes of glTF 2.0, section 3.7.2.1. */
const MODE = { lines: 1, triangles: 4 }

/** Constants of a GLB file (section 4.4): 'glTF', 'JSON' and 'BIN\0' as little-endian numbers, and sizes [byte]. */
const GLB_MAGIC = 0x46546c67
const GLB_VERSION = 2
const JSON_CHUNK = 0x4e4f534a
const BINARY_CHUNK = 0x004e4942
const GLB_HEADER_SIZE = 12
const CHUNK_HEADER_SIZE = 8

/** A glTF document: plain data. */
export interface GltfDocument {
  readonly asset: { readonly version: '2.0'; readonly generator: string }
  readonly extensionsUsed?: readonly string[]
  readonly scene: 0
  readonly scenes: readonly object[]
  readonly nodes: readonly object[]
  readonly meshes?: readonly object[]
  readonly materials?: readonly object[]
  readonly cameras: readonly object[]
  readonly animations?: readonly object[]
  readonly extensions?: object
  readonly buffers?: readonly { readonly byteLength: number; readonly uri?: string }[]
  readonly bufferViews?: readonly BufferView[]
  readonly accessors?: readonly Accessor[]
}

/**
 * The scene as a self-contained glTF document, with camera, lights and the animation `Simulation`. Names of nodes are
 * the paths of the parts; the times of the animation start at 0, `extras.startTime` of the scene is the start of the
 * simulation [s]. Texts are drawn as frames; the text itself is in `extras.text` of their nodes.
 */
export function toGltf(scene: AnimationScene): GltfDocument {
  const { document, bytes } = createDocument(scene)
  if (bytes.length === 0) return document
  const uri = `data:application/octet-stream;base64,${toBase64(bytes)}`
  return { ...document, buffers: [{ byteLength: bytes.length, uri }] }
}

/** The same as `toGltf`, as the bytes of a GLB file. */
export function toGlb(scene: AnimationScene): Uint8Array {
  const { document, bytes } = createDocument(scene)
  const json = new TextEncoder().encode(JSON.stringify(document))
  const jsonSize = padded(json.length)
  const binarySize = bytes.length > 0 ? CHUNK_HEADER_SIZE + bytes.length : 0
  const size = GLB_HEADER_SIZE + CHUNK_HEADER_SIZE + jsonSize + binarySize
  const glb = new Uint8Array(size)
  const words = new DataView(glb.buffer)
  const setWords = (offset: number, values: readonly number[]): void =>
    values.forEach((value, i) => {
      words.setUint32(offset + 4 * i, value, true)
    })
  setWords(0, [GLB_MAGIC, GLB_VERSION, size, jsonSize, JSON_CHUNK])
  const jsonStart = GLB_HEADER_SIZE + CHUNK_HEADER_SIZE
  // spaces up to a multiple of four
  glb.fill(0x20, jsonStart, jsonStart + jsonSize)
  glb.set(json, jsonStart)
  if (binarySize > 0) {
    setWords(jsonStart + jsonSize, [bytes.length, BINARY_CHUNK])
    glb.set(bytes, jsonStart + jsonSize + CHUNK_HEADER_SIZE)
  }
  return glb
}

/** The document without the data of its buffer, and the data. */
function createDocument(scene: AnimationScene): { document: GltfDocument; bytes: Uint8Array } {
  checkAnimationScene(scene)
  const buffer = new GltfBuffer()
  const keyFrames = createKeyFrames(scene)
  const sceneGeometry = createSceneGeometry(scene, SEGMENTS)
  const { geometries, ofPart } = sceneGeometry
  const attributes = geometries.map((primitives) =>
    primitives.map((primitive) => addPrimitive(buffer, primitive)),
  )
  const looks = new DistinctList<Look>()
  const meshes = new DistinctList<object>()

  // a part is the node of the same index
  const parts = scene.parts.map((part, i) => {
    const primitives = geometries[ofPart[i]].map((primitive, k) => ({
      ...attributes[ofPart[i]][k],
      material: looks.indexOf(getLook(part, primitive)),
    }))
    const mesh = primitives.length > 0 ? { mesh: meshes.indexOf({ primitives }) } : {}
    const { positions, quaternions, exists, lengths } = keyFrames.parts[i]
    const scale = [exists[0] * lengths[0], exists[0], exists[0]]
    return {
      name: part.path,
      ...mesh,
      translation: [...positions.subarray(0, 3)],
      rotation: [...quaternions.subarray(0, 4)],
      ...(scale.every((factor) => factor === 1) ? {} : { scale }),
      ...describeText(part),
    }
  })
  const camera = getCamera(scene, sceneGeometry, 1)
  const lights = getLights(scene)
  const place = (position: Vector, target: Vector): object => ({
    translation: position,
    rotation: [...computeLookRotation(position, target, scene.up)],
  })
  const nodes: object[] = [
    ...parts,
    { name: 'camera', camera: 0, ...place(camera.position, camera.target) },
    ...lights.map(({ position }, light) => ({
      name: `light ${light + 1}`,
      ...place(position, [0, 0, 0]),
      extensions: { KHR_lights_punctual: { light } },
    })),
  ]
  const children = nodes.map((_, i) => i)
  const root = nodes.push({ name: 'world', rotation: [...computeUprightRotation(scene.up)], children }) - 1
  const distance = Math.hypot(...camera.position.map((x, k) => x - camera.target[k]))
  const animation = createAnimation(buffer, keyFrames)
  const bytes = buffer.toBytes()
  const extensionsUsed = [
    ...(lights.length > 0 ? ['KHR_lights_punctual'] : []),
    ...(looks.items.some((look) => !look.isLit) ? ['KHR_materials_unlit'] : []),
  ]
  // glTF does not permit empty lists
  const optional = {
    ...(extensionsUsed.length > 0 ? { extensionsUsed } : {}),
    ...(meshes.items.length > 0 ? { meshes: meshes.items, materials: looks.items.map(createMaterial) } : {}),
    ...(animation === undefined ? {} : { animations: [animation] }),
    ...(lights.length > 0
      ? { extensions: { KHR_lights_punctual: { lights: lights.map(createLight) } } }
      : {}),
  }
  const data = {
    buffers: [{ byteLength: bytes.length }],
    bufferViews: buffer.bufferViews,
    accessors: buffer.accessors,
  }
  const document: GltfDocument = {
    asset: { version: '2.0', generator: 'Vario' },
    scene: 0,
    scenes: [{ name: scene.name, nodes: [root], extras: { startTime: scene.times[0] } }],
    nodes,
    cameras: [{ type: 'perspective', perspective: { yfov: FIELD_OF_VIEW, znear: 0.01 * distance } }],
    ...optional,
    ...(bytes.length > 0 ? data : {}),
  }
  return { document, bytes }
}

function describeText(part: AnimationPart): object {
  return part.shape.shape === 'TextShape' ? { extras: { text: part.shape } } : {}
}

function createLight({ intensity }: { readonly intensity: number }): object {
  return { type: 'directional', color: [1, 1, 1], intensity: LIGHT_INTENSITY * intensity }
}

/** Adds the arrays of a primitive, and returns the glTF primitive without its material. */
function addPrimitive(buffer: GltfBuffer, primitive: Primitive): object {
  const POSITION = buffer.addAttribute(primitive.positions, true)
  const attributes =
    primitive.mode === 'lines'
      ? { POSITION }
      : { POSITION, NORMAL: buffer.addAttribute(primitive.normals, false) }
  return { attributes, indices: buffer.addIndices(primitive.indices), mode: MODE[primitive.mode] }
}

function createMaterial(look: Look): object {
  return {
    pbrMetallicRoughness: {
      baseColorFactor: [...look.color.map(toLinear), look.opacity],
      metallicFactor: 0,
      roughnessFactor: 1 - 0.7 * look.shininess,
    },
    ...(look.opacity < 1 ? { alphaMode: 'BLEND' } : {}),
    ...(look.isDoubleSided ? { doubleSided: true } : {}),
    ...(look.isLit ? {} : { extensions: { KHR_materials_unlit: {} } }),
  }
}

/** The animation of all moving nodes, if there are any. Parts that do not exist are scaled to zero. */
function createAnimation(buffer: GltfBuffer, { times, parts }: KeyFrames): object | undefined {
  const channels: object[] = []
  const samplers: object[] = []
  let input = -1
  const add = (
    node: number,
    path: string,
    values: Float64Array,
    type: 'VEC3' | 'VEC4',
    interpolation: string,
  ): void => {
    if (input < 0) input = buffer.addTrack(times, 'SCALAR', true)
    const sampler = samplers.push({ input, output: buffer.addTrack(values, type, false), interpolation }) - 1
    channels.push({ sampler, target: { node, path } })
  }
  parts.forEach(({ positions, quaternions, exists, lengths }, node) => {
    if (positions.length > 3) add(node, 'translation', positions, 'VEC3', 'LINEAR')
    if (quaternions.length > 4) add(node, 'rotation', quaternions, 'VEC4', 'LINEAR')
    if (exists.length === 1 && lengths.length === 1) return
    const scales = Float64Array.from({ length: 3 * times.length }, (_, i) => {
      const k = Math.floor(i / 3)
      return (
        exists[Math.min(k, exists.length - 1)] * (i % 3 === 0 ? lengths[Math.min(k, lengths.length - 1)] : 1)
      )
    })
    add(node, 'scale', scales, 'VEC3', lengths.length > 1 ? 'LINEAR' : 'STEP')
  })
  return channels.length > 0 ? { name: 'Simulation', channels, samplers } : undefined
}

function toBase64(bytes: Uint8Array): string {
  // in pieces, because functions take a limited number of arguments
  let binary = ''
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return btoa(binary)
}
