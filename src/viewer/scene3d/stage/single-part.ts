/** Parts that are drawn one by one: lines and texts. */
import { Color, Group, type Object3D, type Vector2 } from 'three'
import { LineMaterial } from 'three/addons/lines/LineMaterial.js'
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js'
import type { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js'
import type { Look, TextShapeData } from '../../../animation/index.ts'
import type { Rgb } from '../../../materials/index.ts'
import type { SceneMotion } from '../motion/index.ts'
import type { PartGeometry } from './geometry-store.ts'
import { setOpacity } from './surface-material.ts'
import { createTextObject } from './text-object.ts'

/** A separate object that moves with a part. */
export interface SinglePart {
  /** Index of the part in the scene. */
  readonly part: number
  /** Moving object. */
  readonly object: Object3D
  setLook(transparency: number): void
  /** Sets the size of the picture [pixel], on which widths of lines depend. */
  setSize(size: Vector2): void
  dispose(): void
}

/** Lines of a part; their width is in pixels. */
export function createLines(
  part: number,
  { geometryOf, scale }: PartGeometry,
  { color, opacity, lineWidth }: Look,
): SinglePart {
  const material = new LineMaterial({ linewidth: Math.max(1, lineWidth) })
  material.color = new Color().setRGB(color[0] / 255, color[1] / 255, color[2] / 255, 'srgb')
  const object = new LineSegments2(geometryOf(0) as LineSegmentsGeometry, material)
  object.scale.set(...scale)
  const setLook = (transparency: number): void => setOpacity(material, opacity * (1 - transparency), false)
  setLook(0)
  return {
    part,
    object,
    setLook,
    setSize: (size) => material.resolution.copy(size),
    dispose: () => material.dispose(),
  }
}

/** The text of a part. */
export function createText(part: number, shape: TextShapeData, color: Rgb, opacity: number): SinglePart {
  const { object: text, material, dispose } = createTextObject(shape, color)
  text.position.set(...shape.offset)
  const object = new Group().add(text)
  const setLook = (transparency: number): void => {
    material.opacity = opacity * (1 - transparency)
  }
  setLook(0)
  return { part, object, setLook, setSize() {}, dispose }
}

/** Moves an object to its pose, relative to `origin` in world [m]; hides it where it does not exist. */
export function placeObject(object: Object3D, motion: SceneMotion, k: number, origin: Float64Array): void {
  const { positions: p, quaternions: q, exists } = motion
  object.visible = k >= 0 && exists[k] === 1
  if (!object.visible) return
  object.position.set(p[3 * k] - origin[0], p[3 * k + 1] - origin[1], p[3 * k + 2] - origin[2])
  object.quaternion.set(q[4 * k], q[4 * k + 1], q[4 * k + 2], q[4 * k + 3])
}
