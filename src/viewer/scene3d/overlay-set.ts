/** Set of active overlays. */
import type { Group } from 'three'
import type { SceneDescription } from '../../animation/index.ts'
import { createBoxes } from './boxes.ts'
import { createContacts } from './contacts.ts'
import { createFrames } from './frame-axes.ts'
import { createJoints } from './joints.ts'
import type { SceneLook, Shown } from './look.ts'
import type { SceneMotion, ShownContacts } from './motion/index.ts'
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

  /** Recreates everything that a look shows: overlays that stay visible behind parts go into `top`. */
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
