/** Exports scenes for three.js: JSON Object Scene format, version 4. */

import {
  computeLookRotation,
  computeUprightRotation,
  FIELD_OF_VIEW,
  getCamera,
  getLights,
} from './camera-and-lights.ts'
import { DistinctList, getLook, type Look } from './drawing-look.ts'
import { createKeyFrames, type KeyFrames, type PartKeyFrames } from './key-frames.ts'
import { createSceneGeometry, type Primitive, type SceneGeometry } from './primitives.ts'
import { type AnimationPart, type AnimationScene, checkAnimationScene, type Vector } from './scene.ts'

/** Corners of a circle. */
const SEGMENTS = 32

/** Ambient light, and intensity factor of directed light, in the units of three.js. */
const AMBIENT_INTENSITY = 0.8
const LIGHT_INTENSITY = 2.5

/** Significant digits of 32 bit floats, and sufficient digits of normals. */
const FLOAT_DIGITS = 8
const NORMAL_DIGITS = 4

/** Ratio of width to height of the picture; viewers replace it by that of their window. */
const ASPECT = 1.5

const DOUBLE_SIDE = 2

/** A node or resource of the format: plain data with a type. */
export type ThreeNode = Readonly<Record<string, unknown>> & { readonly uuid: string; readonly type: string }

/** Input of `new THREE.ObjectLoader().parse(…)`. */
export interface ThreeJson {
  readonly metadata: { readonly version: number; readonly type: 'Object'; readonly generator: string }
  readonly geometries: readonly ThreeNode[]
  readonly materials: readonly ThreeNode[]
  readonly object: ThreeNode
  readonly animations: readonly object[]
}

/**
 * The scene for three.js, with camera, lights and the animation `Simulation`. Names of nodes are the paths of the
 * parts; the times of the animation start at 0, `object.userData.startTime` is the start of the simulation [s]. Texts
 * are drawn as frames; the text itself is in `userData.text` of their nodes.
 */
export function toThreeJson(scene: AnimationScene): ThreeJson {
  checkAnimationScene(scene)
  const id = (what: string): string => createUuid(`${scene.name}/${what}`)
  const keyFrames = createKeyFrames(scene)
  const sceneGeometry = createSceneGeometry(scene, SEGMENTS)
  const { geometries, ofPart } = sceneGeometry
  const looks = new DistinctList<Look>()
  const parts = scene.parts.map((part, i) => {
    const nodes = geometries[ofPart[i]].map((primitive, k) => ({
      uuid: id(`part ${i} ${k}`),
      type: primitive.mode === 'triangles' ? 'Mesh' : 'LineSegments',
      geometry: id(`geometry ${ofPart[i]} ${k}`),
      material: id(`material ${looks.indexOf(getLook(part, primitive))}`),
    }))
    const node = nodes.length === 1 ? nodes[0] : { type: 'Group', children: nodes }
    return { ...node, ...describePart(part, keyFrames.parts[i]), uuid: id(`part ${i}`) }
  })
  const root = {
    uuid: id('root'),
    type: 'Group',
    name: 'world',
    quaternion: [...computeUprightRotation(scene.up)],
    children: [...parts, ...createSurroundings(scene, sceneGeometry, id)],
  }
  const tracks = keyFrames.parts.flatMap((motion, i) => createTracks(id(`part ${i}`), motion, keyFrames))
  const animation = { name: 'Simulation', uuid: id('animation'), duration: keyFrames.times.at(-1), tracks }
  const animations = tracks.length > 0 ? [animation] : []
  return {
    metadata: { version: 4.6, type: 'Object', generator: 'Vario' },
    geometries: geometries.flatMap((primitives, i) =>
      primitives.map((primitive, k) => createGeometry(id(`geometry ${i} ${k}`), primitive)),
    ),
    materials: looks.items.map((look, i) => createMaterial(id(`material ${i}`), look)),
    object: {
      uuid: id('scene'),
      type: 'Scene',
      name: scene.name,
      background: 0xf4f6f8,
      userData: { startTime: scene.times[0] },
      animations: animations.map(({ uuid }) => uuid),
      children: [root],
    },
    animations,
  }
}

/** Camera and lights. */
function createSurroundings(
  scene: AnimationScene,
  geometry: SceneGeometry,
  id: (what: string) => string,
): ThreeNode[] {
  const camera = getCamera(scene, geometry, ASPECT)
  const distance = Math.hypot(...camera.position.map((x, k) => x - camera.target[k]))
  return [
    {
      uuid: id('camera'),
      type: 'PerspectiveCamera',
      name: 'camera',
      fov: (FIELD_OF_VIEW * 180) / Math.PI,
      aspect: ASPECT,
      near: 0.01 * distance,
      far: 100 * distance,
      position: camera.position,
      quaternion: [...computeLookRotation(camera.position, camera.target, scene.up)],
    },
    ...getLights(scene).map(({ position, intensity }, i) => ({
      uuid: id(`light ${i}`),
      type: 'DirectionalLight',
      name: `light ${i + 1}`,
      color: 0xffffff,
      intensity: LIGHT_INTENSITY * intensity,
      position,
    })),
    {
      uuid: id('ambient light'),
      type: 'AmbientLight',
      name: 'ambient light',
      color: 0xffffff,
      intensity: AMBIENT_INTENSITY,
    },
  ]
}

/** Node of a part: name, initial pose and visibility, and its text. */
function describePart(part: AnimationPart, motion: PartKeyFrames): object {
  const text = part.shape.shape === 'TextShape' ? { userData: { text: part.shape } } : {}
  return {
    name: part.path,
    position: round(motion.positions.subarray(0, 3), FLOAT_DIGITS) as unknown as Vector,
    quaternion: round(motion.quaternions.subarray(0, 4), FLOAT_DIGITS),
    ...(motion.lengths[0] === 1
      ? {}
      : { scale: round(Float64Array.of(motion.lengths[0], 1, 1), FLOAT_DIGITS) }),
    visible: motion.exists[0] === 1,
    ...text,
  }
}

function createGeometry(uuid: string, primitive: Primitive): ThreeNode {
  const attribute = (values: Float64Array, digits: number): object => ({
    itemSize: 3,
    type: 'Float32Array',
    array: round(values, digits),
    normalized: false,
  })
  const position = attribute(primitive.positions, FLOAT_DIGITS)
  const attributes =
    primitive.mode === 'lines'
      ? { position }
      : { position, normal: attribute(primitive.normals, NORMAL_DIGITS) }
  const index = { type: 'Uint32Array', array: [...primitive.indices] }
  return { uuid, type: 'BufferGeometry', data: { attributes, index } }
}

function createMaterial(uuid: string, look: Look): ThreeNode {
  const [r, g, b] = look.color.map(Math.round)
  const common = {
    uuid,
    color: (r << 16) | (g << 8) | b,
    opacity: look.opacity,
    transparent: look.opacity < 1,
    depthWrite: look.opacity === 1,
  }
  if (look.mode === 'lines') return { ...common, type: 'LineBasicMaterial', linewidth: look.lineWidth }
  const side = look.isDoubleSided ? { side: DOUBLE_SIDE } : {}
  if (!look.isLit) return { ...common, ...side, type: 'MeshBasicMaterial' }
  return {
    ...common,
    ...side,
    type: 'MeshPhongMaterial',
    specular: 0x333333,
    shininess: 100 * look.shininess,
  }
}

/** Animated properties of the pose of a node. */
function createTracks(node: string, motion: PartKeyFrames, { times }: KeyFrames): object[] {
  const tracks: object[] = []
  const add = (property: string, type: string, values: readonly (number | boolean)[], size: number): void => {
    if (values.length > size)
      tracks.push({ name: `${node}.${property}`, type, times: round(times, FLOAT_DIGITS), values })
  }
  add('position', 'vector', round(motion.positions, FLOAT_DIGITS), 3)
  add('quaternion', 'quaternion', round(motion.quaternions, FLOAT_DIGITS), 4)
  const scales = Float64Array.from({ length: 3 * motion.lengths.length }, (_, i) =>
    i % 3 === 0 ? motion.lengths[i / 3] : 1,
  )
  add('scale', 'vector', round(scales, FLOAT_DIGITS), 3)
  add(
    'visible',
    'bool',
    Array.from(motion.exists, (e) => e === 1),
    1,
  )
  return tracks
}

/** Rounds numbers to this number of digits, to keep files small. */
function round(values: Float64Array, digits: number): number[] {
  return Array.from(values, (x) => Number(x.toPrecision(digits)))
}

/** A UUID (version 8, RFC 9562) computed from the text alone, so that equal scenes give equal files. */
function createUuid(text: string): string {
  const words = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35].map((seed) => hash(text, seed))
  const hex = words.map((word) => word.toString(16).padStart(8, '0')).join('')
  const variant = ((Number.parseInt(hex[16], 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-')
}

/** FNV-1a over the characters from a seed, and a final mixing of the bits. */
function hash(text: string, seed: number): number {
  let h = seed
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39)
  return (h ^ (h >>> 15)) >>> 0
}
