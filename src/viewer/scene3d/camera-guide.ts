/** What the camera looks at: a preset, an object that it follows, a run that grows. */
import type { SignalTable } from '../../results/index.ts'
import type { ShownScene } from './shown-scene.ts'
import type { CameraPreset, CameraRig } from './stage/index.ts'

/** A scene that has grown by this factor is looked at from farther away. */
const GROWTH = 1.02
/** One in which something begins to move on a large part is looked at from nearer. */
const SHRINKAGE = 0.5

/** Leads the camera as long as nobody else does. */
export class CameraGuide {
  readonly #rig: CameraRig
  /** Told when the guide has chosen an object that the camera moves with, or none. */
  readonly #onFollow: (path: string | null) => void
  #preset: CameraPreset = 'default'
  #followed: string | null = null
  #isFollowingChosen = false

  constructor(rig: CameraRig, onFollow: (path: string | null) => void) {
    this.#rig = rig
    this.#onFollow = onFollow
  }

  /** Path of the object that the camera moves with. */
  get followed(): string | null {
    return this.#followed
  }

  /** Looks at another scene. One whose objects leave their place by far begins with one that is followed. */
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
    // followed objects leave the place where the run begins
    const extent = shown.isFollowing || preset === 'fit' ? shown.presentExtent() : shown.action
    this.#rig.fit(preset, shown.space.toDrawnPoints(extent.points))
  }

  /** Looks again from the last direction, unless somebody has moved the camera. */
  lookAgain(shown: ShownScene): void {
    if (!this.#rig.isTouched) this.look(shown, this.#preset)
  }

  /** More of a run that grows: the camera sees what has come, unless somebody has moved it. */
  replace(shown: ShownScene, table: SignalTable): void {
    const before = shown.action.radius
    shown.replace(table)
    shown.follow(this.#followed)
    if (this.#rig.isTouched || this.#isFollowingChosen) return
    const { traveller, isFollowing } = shown
    // one that is removed during the run is followed no longer than that
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

  /** The camera moves with an object; null: it stands still from now on. */
  follow(shown: ShownScene, path: string | null): void {
    this.#isFollowingChosen = true
    this.#follow(shown, path)
  }

  #follow(shown: ShownScene, path: string | null): void {
    this.#followed = path
    const { origin, scale } = shown.space
    if (path === null) {
      // back to where the digits of the whole scene are best
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
