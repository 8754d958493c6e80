/** One scene with its motion: parts, light, ground and overlays. */
import { type Camera, Raycaster, Scene, Vector2, Vector3 } from 'three'
import { computePointAround, FIELD_OF_VIEW, type SceneDescription } from '../../animation/index.ts'
import type { SignalTable } from '../../results/index.ts'
import type { SceneLook, Shown } from './look.ts'
import {
  computeActionExtent,
  computeExtent,
  computeStageExtent,
  type Extent,
  findTraveller,
  readContacts,
  SceneBounds,
  SceneMotion,
  type ShownContacts,
} from './motion/index.ts'
import { isInside, type OverlayState } from './overlay.ts'
import { listShown, OverlaySet } from './overlay-set.ts'
import { type CameraRig, DrawnSpace, Ground, Lighting, type Outline, PartSet, THEMES } from './stage/index.ts'

/** Length of signs, in distances from the camera to its target. */
const GLYPH = 0.035

/**
 * Margins of the near and far plane: rounding may place things in front of the nearest part, and depths have few
 * digits.
 */
const NEAR_MARGIN = 0.95
const MAX_DEPTH_RATIO = 5e4

/** Radius around the target of the camera in which shadows are computed, in distances of the camera. */
const SHADOW_REACH = 2.5

/** Distance from a line for a hit [pixel]. */
const LINE_SLOP = 6

/** Default light: longitude and latitude [rad]. */
const SUN = [Math.PI / 3, Math.PI / 3.4] as const

/** Drawn objects of a scene. */
export class ShownScene {
  readonly description: SceneDescription
  readonly space = new DrawnSpace()
  readonly parts: PartSet
  /** Objects in the picture, and those that stay visible behind others. */
  readonly main = new Scene()
  readonly top = new Scene()
  motion: SceneMotion
  /** Extent of the run, or of its initial place if it moves far away from that. */
  extent: Extent
  /** Extent for the camera: without a part that is far larger than the place of the motion. */
  action: Extent
  /** True if shadows have to be computed again. */
  areShadowsOld = true
  /** Indices of objects whose names are shown. */
  labels: readonly number[] = []
  readonly #bounds: SceneBounds
  readonly #lighting: Lighting
  readonly #topLighting: Lighting
  readonly #ground = new Ground()
  readonly #overlays = new OverlaySet()
  #contacts: ShownContacts | undefined
  #time: number
  #followed = -1
  #isWhole = true
  #areShadowsWanted = true
  #hasShadows = false
  #state: OverlayState

  constructor(description: SceneDescription, table: SignalTable) {
    this.description = description
    this.parts = new PartSet(description)
    const { up } = description
    const sun = { position: computePointAround(up, [0, 0, 0], 1, ...SUN), intensity: 1 }
    this.#lighting = new Lighting(up, description.lights ?? [sun])
    this.#topLighting = new Lighting(up, [sun])
    this.#bounds = new SceneBounds(this.parts.partBoxes)
    this.space.group.add(this.parts.group, this.#ground.group)
    this.main.add(this.#lighting.group, this.space.group)
    this.top.add(this.#topLighting.group, this.space.top)
    this.motion = new SceneMotion(description, table)
    this.#time = this.motion.startTime
    this.extent = this.#bind(table)
    this.action = this.#findAction()
    this.space.origin.set(this.extent.center)
    this.space.setScale(1 / this.extent.radius)
    this.#state = this.#createState()
    this.#update()
  }

  /** Shows another result of the same scene. */
  replace(table: SignalTable): void {
    this.motion = new SceneMotion(this.description, table)
    this.extent = this.#bind(table)
    this.action = this.#findAction()
    this.#state = this.#createState()
    this.#update()
  }

  /** Shows parts and overlays according to the display options. */
  setLook(look: SceneLook, selection: string | null): void {
    const theme = THEMES[look.theme]
    this.parts.setLook(look.transparencyOfAll, look.wireframe)
    this.#ground.setLook(theme, look.grid)
    this.#areShadowsWanted = look.shadows
    this.#applyShadows()
    const subject = {
      scene: this.description,
      parts: this.parts,
      motion: this.motion,
      contacts: this.#contacts,
      anchor: this.extent.center,
    }
    this.#overlays.rebuild(subject, look, selection, theme.boxes, this.space.group, this.space.top)
    this.labels = listLabels(this.motion, look.labels, selection)
  }

  /** Enables shadows if there is time for them and the options request them. */
  set hasShadows(value: boolean) {
    if (value === this.#hasShadows) return
    this.#hasShadows = value
    this.#applyShadows()
  }

  /** The origin follows an object from now on, or stands still. */
  follow(path: string | null): void {
    this.#followed = path === null ? -1 : this.motion.indexOf(path)
    this.#update()
  }

  /** Path of the object to follow initially; null: the camera frames the whole run. */
  get traveller(): string | null {
    if (this.#isWhole) return null
    return this.motion.paths[findTraveller(this.motion, this.parts.partBoxes)] ?? null
  }

  get isFollowing(): boolean {
    return this.#followed >= 0
  }

  /** Moves everything to its pose at a time [s]. */
  setTime(time: number): void {
    if (time === this.#time) return
    this.#time = time
    this.#update()
  }

  /** The extent of all parts at the current time. */
  presentExtent(): Extent {
    const { startTime, endTime } = this.motion
    const time = Math.min(Math.max(this.#time, startTime), endTime)
    return computeExtent(this.motion, this.parts.partBoxes, [time])
  }

  /** Adapts everything that depends on the viewpoint. `width` and `height` of the picture [pixel]. */
  setView(rig: CameraRig, width: number, height: number, outline: Outline): void {
    const { space, motion } = this
    this.#normalize(rig)
    this.#setDepths(rig)
    this.#light(rig)
    const following = space.origin
    this.#ground.update(this.isFollowing ? following : this.extent.center, space.origin)
    this.parts.setSize(size.set(width, height))
    detail.pixels = height / (2 * Math.tan(FIELD_OF_VIEW / 2))
    this.parts.setDetail(motion, detail)
    outline.update(motion, this.parts.objects, space.origin, space.scale)
    const state = this.#state
    state.time = this.#time
    state.glyphLength = (GLYPH * rig.distance) / space.scale
    state.width = width
    state.height = height
    this.#overlays.update(state)
  }

  /** Path of the object in a direction from the camera: -1 … 1 from the left to the right, and from below upwards. */
  pick(x: number, y: number, camera: Camera): string | null {
    this.main.updateMatrixWorld()
    const raycaster = new Raycaster()
    raycaster.params.Line2 = { threshold: LINE_SLOP }
    raycaster.setFromCamera(new Vector2(x, y), camera)
    const part = this.parts.pick(raycaster)
    return part < 0 ? null : this.parts.parts[part].path
  }

  dispose(): void {
    this.#overlays.dispose()
    this.parts.dispose()
    this.#lighting.dispose()
    this.#topLighting.dispose()
    this.#ground.dispose()
  }

  #update(): void {
    const { motion, space } = this
    motion.setTime(this.#time)
    const k = this.#followed
    if (k >= 0 && motion.exists[k] === 1) space.origin.set(motion.positions.subarray(3 * k, 3 * k + 3))
    this.parts.update(motion, space.origin)
    this.#bounds.update(motion)
    this.areShadowsOld = true
  }

  #bind(table: SignalTable): Extent {
    this.#contacts = readContacts(table)
    this.parts.bind(this.motion)
    const { isWhole, ...extent } = computeStageExtent(this.motion, this.parts.partBoxes)
    this.#isWhole = isWhole
    this.#ground.place(this.description.up, extent.box, extent.radius)
    return extent
  }

  #applyShadows(): void {
    const areDrawn = this.#areShadowsWanted && this.#hasShadows
    this.#lighting.shadows = areDrawn
    this.#ground.shadows = areDrawn
    this.areShadowsOld = true
  }

  #findAction(): Extent {
    return (this.#isWhole ? computeActionExtent(this.motion, this.parts.partBoxes) : null) ?? this.extent
  }

  #createState(): OverlayState {
    const { motion, space } = this
    return { motion, time: 0, origin: space.origin, glyphLength: 1, width: 1, height: 1 }
  }

  /** Keeps the distance of the camera near 1: controls and graphics have few digits. */
  #normalize(rig: CameraRig): void {
    const { distance } = rig
    if (!(distance > 0) || (distance > 0.05 && distance < 50)) return
    this.space.setScale(this.space.scale / distance)
    rig.rescale(1 / distance)
  }

  /** Near and far plane around everything visible. */
  #setDepths(rig: CameraRig): void {
    const { camera, distance } = rig
    const { scale } = this.space
    camera.updateMatrixWorld()
    this.space.toWorld(camera.position, place)
    camera.getWorldDirection(direction)
    view.set([direction.x, direction.y, direction.z])
    this.#bounds.updateDepths(this.motion, place, view)
    const reach = scale * (this.#ground.reach + distance / scale)
    const far = Math.max(scale * this.#bounds.farthest, distance * 1.5, reach) * 1.05
    const nearest = Math.max(NEAR_MARGIN * scale * this.#bounds.nearest, far / MAX_DEPTH_RATIO)
    const near = Math.min(nearest, 0.1 * distance)
    if (camera.near === near && camera.far === far) return
    camera.near = near
    camera.far = far
    camera.updateProjectionMatrix()
  }

  /** Shadows around the target of the camera, in steps so that their edges stay while the user zooms a little. */
  #light(rig: CameraRig): void {
    const { space } = this
    const all = 1.05 * this.#bounds.radius * space.scale
    const around = SHADOW_REACH * rig.distance
    const isAll = all <= around || all === 0
    const radius = isAll ? all || 1 : around
    const rounded = 2 ** (Math.ceil(4 * Math.log2(radius / space.scale)) / 4) * space.scale
    const middle = isAll ? space.toDrawn(this.#bounds.center, center) : rig.target
    if (this.#lighting.fit(middle, rounded, space)) this.areShadowsOld = true
    this.#topLighting.fit(rig.target, 1, space)
  }
}

function listLabels(motion: SceneMotion, shown: Shown, selection: string | null): number[] {
  if (shown === false) return []
  return listShown(motion, (path) => shown === true || isInside(path, selection))
}

const place = new Float64Array(3)
const detail = { place, pixels: 1 }
const view = new Float64Array(3)
const direction = new Vector3()
const center = new Vector3()
const size = new Vector2()
