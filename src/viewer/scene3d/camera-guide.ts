/** Chooses the camera view: a preset, a followed object, a growing run. */
import type { SignalTable } from '../../results/index.ts'
import type { ShownScene } from './shown-scene.ts'
import type { CameraPreset, CameraRig } from './stage/index.ts'

/** Growth factor of a scene at which the camera moves farther away. */
const GROWTH = 1.02
/** Factor at which the camera moves nearer, when something begins to move on a large part. */
const SHRINKAGE = 0.5

/** Controls the camera until the user moves it. */
export class CameraGuide {
  readonly #rig: CameraRig
  /** Called when the guide has chosen an object to follow, or none. */
  readonly #onFollow: (path: string | null) => void
  #preset: CameraPreset = 'default'
  #followed: string | null = null
  #isFollowingChosen = false

  constructor(rig: CameraRig, onFollow: (path: string | null) => void) {
    this.#rig = rig
    this.#onFollow = onFollow
  }

  /** Path of the followed object. */
  get followed(): string | null {
    return this.#followed
  }

  /** Frames another scene. If its objects move far away from their initial place, one of them is followed. */
  begin(shown: ShownScene): void {
    this.#rig.up = shown.description.up
    this.#followed = shown.traveller
    this.#isFollowingChosen = false
    shown.follow(this.#followed)
    this.look(shown, 'default')
    this.#onFollow(this.#followed)
  }

  /** Looks from a direction; see `SceneView.setCamera`. */
  look(shown: ShownScene, preset: CameraPreset): void {
    this.#preset = preset
    const { camera } = shown.description
    if (preset === 'default' && camera !== undefined && !shown.isFollowing) {
      const { space } = shown
      this.#rig.look(space.toVector(camera.position), space.toVector(camera.target))
      return
    }
    // followed objects leave the initial place of the run
    const extent = shown.isFollowing || preset === 'fit' ? shown.presentExtent() : shown.action
    this.#rig.fit(preset, shown.space.toDrawnPoints(extent.points))
  }

  /** Frames the scene again from the last direction, unless the user has moved the camera. */
  lookAgain(shown: ShownScene): void {
    if (!this.#rig.isTouched) this.look(shown, this.#preset)
  }

  /** Frames a run that has grown, unless the user has moved the camera. */
  replace(shown: ShownScene, table: SignalTable): void {
    const before = shown.action.radius
    shown.replace(table)
    shown.follow(this.#followed)
    if (this.#rig.isTouched || this.#isFollowingChosen) return
    const { traveller, isFollowing } = shown
    // follow an object only until it is removed during the run
    if (isFollowing && (traveller === null || traveller === this.#followed)) return
    if (traveller !== null) {
      this.#follow(shown, traveller)
      if (!isFollowing) this.lookAgain(shown)
      this.#onFollow(traveller)
      return
    }
    const growth = shown.action.radius / before
    if (growth > GROWTH || growth < SHRINKAGE) this.lookAgain(shown)
  }

  /** The camera follows an object; null: it stands still. */
  follow(shown: ShownScene, path: string | null): void {
    this.#isFollowingChosen = true
    this.#follow(shown, path)
  }

  #follow(shown: ShownScene, path: string | null): void {
    this.#followed = path
    const { origin, scale } = shown.space
    if (path === null) {
      // return to the origin that gives the best precision for the whole scene
      const before = origin.slice()
      origin.set(shown.extent.center)
      shown.follow(null)
      const [x, y, z] = before.map((c, i) => (c - origin[i]) * scale)
      this.#rig.shift(x, y, z)
    } else {
      shown.follow(path)
      const { x, y, z } = this.#rig.target
      if (shown.isFollowing) this.#rig.shift(-x, -y, -z)
    }
  }
}
