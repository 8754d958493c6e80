/** Camera, lights and the upright orientation of scenes. */
import { quatConjugate, quatFromRotation, quatRotateVec, rotationFromAxesXY } from '../math/index.ts'
import { isPresent } from './pose-interpolation.ts'
import type { SceneGeometry } from './primitives.ts'
import type { AnimationScene, Camera, Light, Vector } from './scene.ts'

/** Vertical opening angle of cameras [rad]. */
export const FIELD_OF_VIEW = (40 * Math.PI) / 180

/** Size of pictures relative to their content. */
const MARGIN = 1.05

const CAMERA_LONGITUDE = Math.PI / 6
const CAMERA_LATITUDE = Math.PI / 12
const LIGHT_LONGITUDE = Math.PI / 3
const LIGHT_LATITUDE = Math.PI / 4

/** Rotation q from `up` to y, the up direction of renderers: x y z w. */
export function computeUprightRotation(up: Vector): Float64Array {
  const norm = Math.hypot(...up)
  const [x, y, z] = up.map((c) => c / norm)
  // the shortest rotation from u to y is about u × y = (-z, 0, x), with (u × y, 1 + u·y) normalized; downwards: half a
  // turn about x
  const s = Math.hypot(x, z)
  if (s < 1e-12) return Float64Array.of(y > 0 ? 0 : 1, 0, 0, y > 0 ? 1 : 0)
  const half = Math.atan2(s, y) / 2
  return Float64Array.of((-z / s) * Math.sin(half), 0, (x / s) * Math.sin(half), Math.cos(half))
}

/**
 * A point at `distance` from `target` [m]. With y upwards, the longitude is measured from z towards x, and the latitude
 * upwards [rad].
 */
export function computePointAround(
  up: Vector,
  target: Vector,
  distance: number,
  longitude: number,
  latitude: number,
): Vector {
  const direction = Float64Array.of(
    Math.cos(latitude) * Math.sin(longitude),
    Math.sin(latitude),
    Math.cos(latitude) * Math.cos(longitude),
  )
  const q = computeUprightRotation(up)
  quatConjugate(q, 0, q, 0)
  const out = new Float64Array(3)
  quatRotateVec(out, 0, q, 0, direction, 0)
  return [target[0] + distance * out[0], target[1] + distance * out[1], target[2] + distance * out[2]]
}

/**
 * The camera of the scene, or one that shows all parts at all times in a picture with this ratio of width to height.
 */
export function getCamera(scene: AnimationScene, geometry: SceneGeometry, aspect: number): Camera {
  if (scene.camera !== undefined) return scene.camera
  const { center } = computeExtent(scene, geometry)
  const towards = computePointAround(scene.up, center, 1, CAMERA_LONGITUDE, CAMERA_LATITUDE)
  const q = computeLookRotation(towards, center, scene.up)
  quatConjugate(q, 0, q, 0)
  // a point (x, y, z) in the frame of the camera, but with origin in the target, is visible if |y| <= (distance -
  // z)·tan(angle/2)
  const slope = Math.tan(FIELD_OF_VIEW / 2)
  const p = new Float64Array(3)
  let distance = 0
  visitCorners(scene, geometry, (x, y, z) => {
    p[0] = x - center[0]
    p[1] = y - center[1]
    p[2] = z - center[2]
    quatRotateVec(p, 0, q, 0, p, 0)
    distance = Math.max(distance, p[2] + Math.max(Math.abs(p[0]) / aspect, Math.abs(p[1])) / slope)
  })
  distance = distance > 0 ? MARGIN * distance : 1
  const position = computePointAround(scene.up, center, distance, CAMERA_LONGITUDE, CAMERA_LATITUDE)
  return { position, target: center }
}

/** The lights of the scene, or one from above. */
export function getLights(scene: AnimationScene): readonly Light[] {
  if (scene.lights !== undefined) return scene.lights
  const position = computePointAround(scene.up, [0, 0, 0], 10, LIGHT_LONGITUDE, LIGHT_LATITUDE)
  return [{ position, intensity: 1 }]
}

/** Orientation in world, x y z w, of something at `position` that looks along its negative z axis towards `target`. */
export function computeLookRotation(position: Vector, target: Vector, up: Vector): Float64Array {
  const back = [position[0] - target[0], position[1] - target[1], position[2] - target[2]]
  let right = cross(up, back)
  // straight up or down: any direction to the right is valid
  if (Math.hypot(...right) < 1e-9 * Math.hypot(...up) * Math.hypot(...back))
    right = cross(Math.abs(up[0]) < Math.abs(up[1]) ? [1, 0, 0] : [0, 1, 0], back)
  const above = cross(back, right)
  const R = new Float64Array(9)
  rotationFromAxesXY(R, 0, Float64Array.from(right), 0, Float64Array.from(above), 0)
  const q = new Float64Array(4)
  quatFromRotation(q, 0, R, 0)
  return q
}

/** Center of the box around all parts at all times, and half of its diagonal [m]. */
export function computeExtent(
  scene: AnimationScene,
  geometry: SceneGeometry,
): { center: Vector; radius: number } {
  const box = new Float64Array(6)
  let isFirst = true
  visitCorners(scene, geometry, (x, y, z) => {
    if (isFirst) box.set([x, y, z, x, y, z])
    isFirst = false
    includePoint(box, x, y, z)
  })
  const center: Vector = [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2]
  return { center, radius: computeDiagonal(box) / 2 }
}

/** Calls `visit` with the corners of the boxes of all primitives, in world [m], at all times at which they exist. */
function visitCorners(
  scene: AnimationScene,
  geometry: SceneGeometry,
  visit: (x: number, y: number, z: number) => void,
): void {
  const corner = new Float64Array(3)
  scene.parts.forEach((part, i) => {
    for (const { positions } of geometry.geometries[geometry.ofPart[i]]) {
      const box = computeBox(positions)
      for (let k = 0; k < scene.times.length; k++) {
        if (!isPresent(part, k)) continue
        for (let j = 0; j < 8; j++) {
          for (let c = 0; c < 3; c++) corner[c] = box[c + ((j >> c) & 1 ? 3 : 0)]
          corner[0] *= part.lengths?.[k] ?? 1
          quatRotateVec(corner, 0, part.quaternions, 4 * k, corner, 0)
          const p = 3 * k
          visit(
            part.positions[p] + corner[0],
            part.positions[p + 1] + corner[1],
            part.positions[p + 2] + corner[2],
          )
        }
      }
    }
  })
}

/** Smallest and largest x y z of at least one point [m] (6). */
export function computeBox(positions: Float64Array): Float64Array {
  const box = Float64Array.of(
    positions[0],
    positions[1],
    positions[2],
    positions[0],
    positions[1],
    positions[2],
  )
  for (let i = 0; i < positions.length; i += 3)
    includePoint(box, positions[i], positions[i + 1], positions[i + 2])
  return box
}

/** Length of the diagonal of a box [m]. */
export function computeDiagonal(box: Float64Array): number {
  return Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2])
}

function includePoint(box: Float64Array, x: number, y: number, z: number): void {
  box[0] = Math.min(box[0], x)
  box[1] = Math.min(box[1], y)
  box[2] = Math.min(box[2], z)
  box[3] = Math.max(box[3], x)
  box[4] = Math.max(box[4], y)
  box[5] = Math.max(box[5], z)
}

function cross(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
