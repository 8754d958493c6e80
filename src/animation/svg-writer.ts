/** A still picture of a scene as SVG: perspective, flat shading, painter's algorithm. */
import { assertInteger, assertPictureSize } from '../base/index.ts'
import { quatConjugate, quatRotateVec } from '../math/index.ts'
import {
  computeBox,
  computeDiagonal,
  computeExtent,
  computeLookRotation,
  FIELD_OF_VIEW,
  getCamera,
  getLights,
} from './camera-and-lights.ts'
import { getLook, type Look } from './drawing-look.ts'
import { computePoses, type Pose, placePoints } from './pose-interpolation.ts'
import { createSceneGeometry, type Primitive } from './primitives.ts'
import type { AnimationPart, AnimationScene, Camera, Vector } from './scene.ts'

/** Size of a picture [pixel]. */
export interface SvgOptions {
  /** Corners of a circle (default 32): a smaller number makes smaller files. */
  readonly segments?: number
  /** Default 800. */
  readonly width?: number
  /** Default 600. */
  readonly height?: number
}

/** Corners of a circle. */
const SEGMENTS = 32

/** Ambient light, relative to the light on a side that faces the lamp. */
const AMBIENT = 0.4

/**
 * Sorting requires small primitives: triangles and lines are cut until no edge is longer than this, relative to half
 * the diagonal of the scene, and to the diagonal of the part.
 */
const MAX_SCENE_EDGE = 0.1
const MAX_PART_EDGE = 0.3

/** Minimum distance of drawn primitives to the camera, relative to its distance from the target. */
const NEAR = 0.01

/** Relative tolerance for equal edges and depths: rounding errors must not affect the picture. */
const TIE = 1e-6

/** A primitive to paint, and its depth along the line of sight [m]. */
interface Stroke {
  readonly depth: number
  readonly svg: string
}

/** Projection of points. */
interface Projection {
  readonly camera: Camera
  /** Rotation from world to the frame of the camera, which looks along -z: x y z w. */
  readonly rotation: Float64Array
  readonly width: number
  readonly height: number
  /** Size of 1 m at a distance of 1 m [pixel]. */
  readonly scale: number
  /** Minimum distance [m]. */
  readonly near: number
}

/** The picture of the scene at a time [s], as the text of an SVG file. */
export function toSvg(scene: AnimationScene, time: number, options: SvgOptions = {}): string {
  const { width = 800, height = 600, segments = SEGMENTS } = options
  assertInteger('options.segments', segments, 3)
  assertPictureSize('options.width', width)
  assertPictureSize('options.height', height)
  const poses = computePoses(scene, time)
  const geometry = createSceneGeometry(scene, segments)
  const maxEdge = MAX_SCENE_EDGE * computeExtent(scene, geometry).radius
  const projection = createProjection(getCamera(scene, geometry, width / height), scene.up, width, height)
  const lights = getLights(scene).map(({ position, intensity }) => {
    const norm = Math.hypot(...position)
    return position.map((x) => (x * intensity) / norm) as unknown as Vector
  })
  const strokes: Stroke[] = []
  scene.parts.forEach((part, i) => {
    const pose = poses[i]
    if (pose === undefined) return
    if (part.shape.shape === 'TextShape')
      for (const stroke of createText(part, pose, projection)) strokes.push(stroke)
    else
      for (const primitive of geometry.geometries[geometry.ofPart[i]])
        addPrimitive(strokes, primitive, getLook(part, primitive), pose, projection, lights, maxEdge)
  })
  const step = TIE * projection.near
  strokes.sort((a, b) => Math.round(b.depth / step) - Math.round(a.depth / step))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escapeXml(scene.name)}, ${time} s</title>`,
    `<rect width="${width}" height="${height}" fill="#f4f6f8"/>`,
    '<g stroke-linejoin="round" stroke-width="0.8">',
    ...strokes.map(({ svg }) => svg),
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}

function createProjection(camera: Camera, up: Vector, width: number, height: number): Projection {
  const rotation = computeLookRotation(camera.position, camera.target, up)
  quatConjugate(rotation, 0, rotation, 0)
  const scale = height / 2 / Math.tan(FIELD_OF_VIEW / 2)
  const distance = Math.hypot(...camera.position.map((x, k) => x - camera.target[k]))
  return { camera, rotation, width, height, scale, near: NEAR * distance }
}

/** Cuts, shades and projects a primitive. */
function addPrimitive(
  strokes: Stroke[],
  primitive: Primitive,
  look: Look,
  pose: Pose,
  projection: Projection,
  lights: readonly Vector[],
  maxSceneEdge: number,
): void {
  const maxEdge = Math.min(maxSceneEdge, MAX_PART_EDGE * computeDiagonal(computeBox(primitive.positions)))
  const points = placePoints(primitive.positions, pose)
  const size = primitive.mode === 'triangles' ? 3 : 2
  const eye = projection.camera.position
  for (let i = 0; i < primitive.indices.length; i += size) {
    const corners = Array.from(primitive.indices.subarray(i, i + size), (j) => [
      points[3 * j],
      points[3 * j + 1],
      points[3 * j + 2],
    ])
    let style = `fill="none" stroke="${toHex(look, 1)}" stroke-width="${look.lineWidth}"`
    if (size === 3) {
      const normal = computeNormal(corners)
      const facing = normal.reduce((sum, n, k) => sum + n * (eye[k] - corners[0][k]), 0)
      if (facing < 0 && !look.isDoubleSided) continue
      const side = facing < 0 ? -1 : 1
      const light = lights.reduce((sum, l) => sum + Math.max(0, side * dot(normal, l)), 0)
      const color = toHex(look, look.isLit ? Math.min(1, AMBIENT + (1 - AMBIENT) * light) : 1)
      // a seam in the same color hides the gaps between neighbors; on transparent ones it would be visible
      style = look.opacity < 1 ? `fill="${color}"` : `fill="${color}" stroke="${color}"`
    }
    if (look.opacity < 1) style += ` opacity="${look.opacity.toFixed(3)}"`
    addPieces(strokes, corners, style, projection, maxEdge)
  }
}

/** Halves the longest edge until all are short, then projects. */
function addPieces(
  strokes: Stroke[],
  corners: readonly number[][],
  style: string,
  projection: Projection,
  maxEdge: number,
): void {
  let longest = 0
  let length = 0
  corners.forEach((corner, i) => {
    const d = Math.hypot(...corner.map((x, k) => x - corners[(i + 1) % corners.length][k]))
    if (d > length * (1 + TIE)) {
      length = d
      longest = i
    }
  })
  if (length > maxEdge * (1 + TIE)) {
    const next = (longest + 1) % corners.length
    const middle = corners[longest].map((x, k) => (x + corners[next][k]) / 2)
    for (const replaced of [longest, next]) {
      const half = corners.map((corner, i) => (i === replaced ? middle : corner))
      addPieces(strokes, half, style, projection, maxEdge)
    }
    return
  }
  const projected = corners.map((corner) => project(corner, projection))
  if (projected.some(({ depth }) => depth < projection.near)) return
  const path = projected.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')
  // the farthest corner: large parts, such as a floor, are painted before small things on them
  const depth = projected.reduce((farthest, p) => Math.max(farthest, p.depth), 0)
  strokes.push({ depth, svg: `<path d="M${path}${corners.length === 3 ? 'Z' : ''}" ${style}/>` })
}

/** A text; it always faces the observer. */
function createText(part: AnimationPart, pose: Pose, projection: Projection): Stroke[] {
  const { shape } = part
  if (shape.shape !== 'TextShape') return []
  const { x, y, depth } = project(placePoints(Float64Array.from(shape.offset), pose), projection)
  if (depth < projection.near) return []
  const { fontFamily, bold, italic, charSize } = shape.font
  const anchor = { Left: 'start', Center: 'middle', Right: 'end' }[shape.alignment]
  const look = getLook(part, { mode: 'lines', lineWidth: 1, color: undefined })
  const style = `${bold ? ' font-weight="bold"' : ''}${italic ? ' font-style="italic"' : ''}`
  const font =
    `font-family="${escapeXml(fontFamily)}" ` +
    `font-size="${((charSize * projection.scale) / depth).toFixed(1)}"${style}`
  const place = `x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}"`
  const paint = `fill="${toHex(look, 1)}" opacity="${look.opacity}"`
  return [{ depth, svg: `<text ${place} ${font} ${paint}>${escapeXml(shape.text)}</text>` }]
}

/** Position in the picture [pixel], and distance along the line of sight [m]. */
function project(point: ArrayLike<number>, projection: Projection): { x: number; y: number; depth: number } {
  const p = Float64Array.from(projection.camera.position, (c, k) => point[k] - c)
  quatRotateVec(p, 0, projection.rotation, 0, p, 0)
  const depth = -p[2]
  const scale = projection.scale / depth
  return { x: projection.width / 2 + scale * p[0], y: projection.height / 2 - scale * p[1], depth }
}

function computeNormal([a, b, c]: readonly number[][]): Vector {
  const u = b.map((x, k) => x - a[k])
  const v = c.map((x, k) => x - a[k])
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
  const norm = Math.hypot(...n) || 1
  return [n[0] / norm, n[1] / norm, n[2] / norm]
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** Color of a look at this intensity of light. */
function toHex(look: Look, light: number): string {
  return `#${look.color
    .map((c) =>
      Math.round(c * light)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
