/** The overlays of a scene: cords, frames, joints, contacts, trails, boxes; and the set of the active ones. */
import {
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three'
import type { SceneDescription, SceneJoint } from '../../animation/index.ts'
import { createCords } from './cords.ts'
import { createArrowGlyph, createFrameGlyph, createJointGlyph, Instances, UPRIGHT } from './glyphs.ts'
import type { SceneLook, Shown } from './look.ts'
import {
  computeArrowLength,
  computeCorners,
  type PartBoxes,
  type SceneMotion,
  type ShownContacts,
} from './motion/index.ts'
import { isInside, type Overlay, type OverlayState } from './overlay.ts'
import type { PartSet } from './stage/index.ts'
import { createTrails, type TrailSource } from './trails.ts'

/** Inputs of overlays. */
export interface OverlaySubject {
  readonly scene: SceneDescription
  readonly parts: PartSet
  readonly motion: SceneMotion
  readonly contacts: ShownContacts | undefined
  /** A place near the scene, in world [m] (3). */
  readonly anchor: Float64Array
}

/** The overlays of a scene. */
export class OverlaySet {
  #overlays: Overlay[] = []

  /** Recreates lines, and everything that a look shows: overlays that stay visible behind parts go into `top`. */
  rebuild(
    subject: OverlaySubject,
    look: SceneLook,
    selection: string | null,
    boxColor: string,
    group: Group,
    top: Group,
  ): void {
    this.dispose()
    const { scene, parts, motion, contacts, anchor } = subject
    const isShown = (shown: Shown, path: string): boolean =>
      shown === true || (shown === 'selected' && isInside(path, selection))
    const add = (isOn: boolean, create: () => Overlay): void => {
      if (isOn) this.#overlays.push(create())
    }
    const { lines = [] } = scene
    add(lines.length > 0, () => createCords(lines, motion))
    const objects = listShown(motion, (path) => isShown(look.frames, path))
    add(objects.length > 0, () => createFrames(objects))
    add(look.joints && scene.joints.length > 0, () => createJoints(scene.joints, motion))
    add(look.contacts && contacts !== undefined, () => createContacts(contacts!))
    const trails = listTrails(parts).filter(({ path }) => isShown(look.trails, path))
    add(trails.length > 0, () => createTrails(trails, motion, anchor))
    const boxes = parts.parts.flatMap(({ path }, i) => (isShown(look.boxes, path) ? [i] : []))
    add(boxes.length > 0, () => createBoxes(parts.partBoxes, boxes, boxColor))
    for (const { object, isOnTop } of this.#overlays) (isOnTop ? top : group).add(object)
  }

  update(state: OverlayState): void {
    for (const overlay of this.#overlays) overlay.update(state)
  }

  dispose(): void {
    for (const overlay of this.#overlays) {
      overlay.object.removeFromParent()
      overlay.dispose()
    }
    this.#overlays = []
  }
}

/** Indices of objects of a motion whose paths are shown. */
export function listShown(motion: SceneMotion, isShown: (path: string) => boolean): number[] {
  return motion.paths.flatMap((path, i) => (isShown(path) ? [i] : []))
}

/** Every object with parts once, with the color of its first part. */
function listTrails(parts: PartSet): (TrailSource & { readonly path: string })[] {
  const sources = new Map<number, TrailSource & { readonly path: string }>()
  parts.parts.forEach(({ path }, i) => {
    const object = parts.objects[i]
    if (object >= 0 && !sources.has(object)) sources.set(object, { path, object, color: parts.colors[i] })
  })
  return [...sources.values()]
}

/** Axes of objects, given by their indices in the motion. */
function createFrames(objects: readonly number[]): Overlay {
  const frames = new Instances(
    createFrameGlyph(),
    new MeshLambertMaterial({ vertexColors: true }),
    objects.length,
  )
  const turn = new Quaternion()
  return {
    object: frames.mesh,
    isOnTop: true,
    update({ motion: { positions: p, quaternions: q, exists }, origin, glyphLength }) {
      frames.begin()
      for (const k of objects) {
        if (exists[k] === 0) continue
        turn.set(q[4 * k], q[4 * k + 1], q[4 * k + 2], q[4 * k + 3])
        const i = 3 * k
        frames.add(p[i] - origin[0], p[i + 1] - origin[1], p[i + 2] - origin[2], turn, 1.5 * glyphLength)
      }
      frames.end()
    },
    dispose: () => frames.dispose(),
  }
}

/** Kinds whose sign has an axis. If the axis is unknown, the sign without an axis is drawn. */
const AXIS_KINDS = ['Revolute', 'Prismatic', 'Cylindrical', 'Planar']

interface PlacedJoint {
  readonly obj1: number
  readonly obj2: number
  /** Rotation from the z axis of the sign to the axis of the joint. */
  readonly turn: Quaternion
}

/** Joints as signs by kind, on their first objects; shown while both objects exist. */
function createJoints(joints: readonly SceneJoint[], motion: SceneMotion): Overlay {
  const kinds = new Map<string, PlacedJoint[]>()
  for (const { kind, obj1, obj2, axis } of joints) {
    const placed = { obj1: motion.indexOf(obj1), obj2: motion.indexOf(obj2), turn: turnTo(axis) }
    if (placed.obj1 < 0 || placed.obj2 < 0) continue
    const sign = AXIS_KINDS.includes(kind) && axis === undefined ? '' : kind
    if (!kinds.has(sign)) kinds.set(sign, [])
    kinds.get(sign)!.push(placed)
  }
  const signs = [...kinds].map(([kind, list]) => {
    const material = new MeshLambertMaterial({ color: 0xf08c00 })
    return { list, instances: new Instances(createJointGlyph(kind), material, list.length) }
  })
  const object = new Group()
  for (const { instances } of signs) object.add(instances.mesh)
  const turn = new Quaternion()
  return {
    object,
    isOnTop: true,
    update({ motion: { positions: p, quaternions: q, exists }, origin, glyphLength }) {
      for (const { list, instances } of signs) {
        instances.begin()
        for (const { obj1: k, obj2, turn: own } of list) {
          if (exists[k] === 0 || exists[obj2] === 0) continue
          turn.set(q[4 * k], q[4 * k + 1], q[4 * k + 2], q[4 * k + 3]).multiply(own)
          const i = 3 * k
          instances.add(p[i] - origin[0], p[i + 1] - origin[1], p[i + 2] - origin[2], turn, glyphLength)
        }
        instances.end()
      }
    },
    dispose() {
      for (const { instances } of signs) instances.dispose()
    },
  }
}

function turnTo(axis: readonly [number, number, number] = [0, 0, 1]): Quaternion {
  return new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...axis).normalize())
}

/** Maximum length of an arrow, and radius of a point, in lengths of signs. */
const LARGEST_ARROW = 5
const POINT_RADIUS = 0.06

/** Contact points, and arrows along the forces on the second bodies. */
function createContacts(contacts: ShownContacts): Overlay {
  const points = new Instances(
    new SphereGeometry(POINT_RADIUS, 12, 8),
    new MeshBasicMaterial({ color: 0xffd43b }),
    contacts.maxCount,
  )
  const arrows = new Instances(
    createArrowGlyph(),
    new MeshLambertMaterial({ color: 0xe8590c }),
    contacts.maxCount,
  )
  const turn = new Quaternion()
  const direction = new Vector3()
  return {
    object: new Group().add(points.mesh, arrows.mesh),
    isOnTop: true,
    update({ time, origin, glyphLength }) {
      contacts.setTime(time)
      points.begin()
      arrows.begin()
      const { points: r, forces: f, usualForce } = contacts
      for (let row = contacts.first; row < contacts.end; row++) {
        const i = 3 * row
        const [x, y, z] = [r[i] - origin[0], r[i + 1] - origin[1], r[i + 2] - origin[2]]
        if (!Number.isFinite(x + y + z)) continue
        points.add(x, y, z, UPRIGHT, glyphLength)
        direction.set(f[i], f[i + 1], f[i + 2])
        const force = direction.length()
        if (!(force > 0)) continue
        turn.setFromUnitVectors(AXIS, direction.divideScalar(force))
        arrows.add(x, y, z, turn, computeArrowLength(force, usualForce) * LARGEST_ARROW * glyphLength)
      }
      points.end()
      arrows.end()
    },
    dispose() {
      points.dispose()
      arrows.dispose()
    },
  }
}

const AXIS = new Vector3(0, 0, 1)

/** Ends of the twelve edges of a box; bits of a corner: maximum x, y, z. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7]

/** Boxes around some of the parts, in the frames of the parts. */
function createBoxes({ objects, boxes }: PartBoxes, shown: readonly number[], color: string): Overlay {
  const geometry = new BufferGeometry()
  const positions = new Float32BufferAttribute(new Float32Array(24 * shown.length), 3)
  positions.setUsage(DynamicDrawUsage)
  geometry.setAttribute('position', positions)
  geometry.setIndex(shown.flatMap((_, i) => EDGES.map((corner) => 8 * i + corner)))
  const material = new LineBasicMaterial({ color: new Color(color) })
  const lines = new LineSegments(geometry, material)
  lines.frustumCulled = false
  const corners = new Float64Array(24)
  return {
    object: lines,
    isOnTop: false,
    update({ motion, origin }) {
      const out = positions.array as Float32Array
      let n = 0
      for (const part of shown) {
        const object = objects[part]
        if (object < 0 || motion.exists[object] === 0) continue
        computeCorners(motion, object, boxes, 6 * part, corners, 0)
        for (let k = 0; k < 24; k++) out[24 * n + k] = corners[k] - origin[k % 3]
        n++
      }
      positions.needsUpdate = true
      geometry.setDrawRange(0, EDGES.length * n)
    },
    dispose() {
      geometry.dispose()
      material.dispose()
    },
  }
}
