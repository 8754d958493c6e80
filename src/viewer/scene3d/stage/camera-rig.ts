/** The camera and its user controls. */
import { PerspectiveCamera, Vector3 } from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { computePointAround, FIELD_OF_VIEW, type Vector } from '../../../animation/index.ts'
import { computeFit } from '../motion/index.ts'

/** Directions of view, or `fit`: the current direction, at a distance that shows everything. */
export type CameraPreset =
  | 'default'
  | 'front'
  | 'back'
  | 'left'
  | 'right'
  | 'top'
  | 'bottom'
  | 'isometric'
  | 'fit'

/** Longitude and latitude [degree]. Straight above and below would leave the up direction undefined. */
const DIRECTIONS: Readonly<Record<Exclude<CameraPreset, 'fit'>, readonly [number, number]>> = {
  default: [30, 20],
  front: [0, 0],
  back: [180, 0],
  left: [-90, 0],
  right: [90, 0],
  top: [0, 89.99],
  bottom: [0, -89.99],
  isometric: [45, 35.264],
}

/** Frames everything with a small margin. */
const MARGIN = 1.12

/** Angle [rad], fraction of the height of the picture, and factor of distance per key press. */
const KEY_ANGLE = Math.PI / 36
const KEY_PAN = 0.05
const KEY_ZOOM = 0.87

/** Camera and controls: mouse, touch, keyboard. All places are drawn places, see `DrawnSpace`. */
export class CameraRig {
  readonly camera = new PerspectiveCamera((FIELD_OF_VIEW * 180) / Math.PI)
  readonly #element: HTMLElement
  readonly #onChange: () => void
  #controls: OrbitControls
  #up: Vector = [0, 1, 0]
  /** True if the user has moved the camera since `look` or `fit`. */
  isTouched = false

  constructor(element: HTMLElement, onChange: () => void) {
    this.#element = element
    this.#onChange = onChange
    this.#controls = this.#createControls()
    element.addEventListener('keydown', this.#onKey)
  }

  get target(): Vector3 {
    return this.#controls.target
  }

  /** Vector from the camera to its target. */
  get distance(): number {
    return this.#controls.getDistance()
  }

  /** Up direction, in world. */
  set up(up: Vector) {
    this.#up = up
    this.camera.up.set(...up).normalize()
    // controls read the direction when they are created
    const { target } = this
    this.#controls.dispose()
    this.#controls = this.#createControls()
    this.#controls.target.copy(target)
  }

  /** Looks from one place to another. */
  look(position: Vector, target: Vector): void {
    this.camera.position.set(...position)
    this.#controls.target.set(...target)
    this.#controls.update()
    this.isTouched = false
    this.#onChange()
  }

  /** Looks so that all points are visible (nPoint × 3). */
  fit(preset: CameraPreset, points: Float64Array): void {
    const back = preset === 'fit' ? this.#presentDirection() : this.#directionOf(DIRECTIONS[preset])
    const up = new Vector3(...this.#up)
    const right = new Vector3().crossVectors(up, back).normalize()
    const above = new Vector3().crossVectors(back, right)
    const slope = Math.tan(FIELD_OF_VIEW / 2)
    const fit = computeFit(
      points,
      right.toArray(),
      above.toArray(),
      back.toArray(),
      slope,
      this.camera.aspect,
    )
    const target = new Vector3(...fit.target)
    const distance = MARGIN * fit.distance || 1
    this.look(target.clone().addScaledVector(back, distance).toArray(), target.toArray())
  }

  /** Moves camera and target by the same vector. */
  shift(x: number, y: number, z: number): void {
    this.camera.position.add(step.set(x, y, z))
    this.#controls.target.add(step)
  }

  /** Keeps the picture when everything is drawn larger by a factor. */
  rescale(factor: number): void {
    this.camera.position.multiplyScalar(factor)
    this.#controls.target.multiplyScalar(factor)
  }

  /** Continues a decaying motion. Returns true if the camera has moved. */
  update(): boolean {
    return this.#controls.update()
  }

  dispose(): void {
    this.#element.removeEventListener('keydown', this.#onKey)
    this.#controls.dispose()
  }

  #createControls(): OrbitControls {
    const controls = new OrbitControls(this.camera, this.#element)
    controls.enableDamping = true
    controls.dampingFactor = 0.15
    controls.zoomToCursor = true
    controls.addEventListener('change', this.#onChange)
    controls.addEventListener('start', () => {
      this.isTouched = true
    })
    return controls
  }

  #directionOf([longitude, latitude]: readonly [number, number]): Vector3 {
    const radian = Math.PI / 180
    return new Vector3(
      ...computePointAround(this.#up, [0, 0, 0], 1, longitude * radian, latitude * radian),
    ).normalize()
  }

  #presentDirection(): Vector3 {
    return new Vector3().subVectors(this.camera.position, this.target).normalize()
  }

  /** Arrows rotate, with shift they pan; + and - zoom. */
  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const controls = this.#controls
    const pixels = KEY_PAN * this.#element.clientHeight
    const arrows: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [1, 0],
      ArrowRight: [-1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    }
    const arrow = arrows[event.key]
    if (arrow !== undefined && event.shiftKey) controls.pan(arrow[0] * pixels, arrow[1] * pixels)
    else if (arrow !== undefined) {
      if (arrow[0] !== 0) controls.rotateLeft(-arrow[0] * KEY_ANGLE)
      else controls.rotateUp(-arrow[1] * KEY_ANGLE)
    } else if (event.key === '+' || event.key === '=') controls.dollyIn(KEY_ZOOM)
    else if (event.key === '-') controls.dollyOut(KEY_ZOOM)
    else return
    this.isTouched = true
    event.preventDefault()
    event.stopPropagation()
    this.#onChange()
  }
}

const step = new Vector3()
