/** The 3D view of a result: a canvas in an element of a page. */
import { Vector3, type WebGLRenderer } from 'three'
import type { SceneDescription } from '../../animation/index.ts'
import { VarioError } from '../../base/index.ts'
import type { SignalTable } from '../../results/index.ts'
import { CameraGuide } from './camera-guide.ts'
import { LabelLayer } from './label-layer.ts'
import { DEFAULT_LOOK, type SceneLook } from './look.ts'
import { isSameData } from './motion/index.ts'
import { ShownScene } from './shown-scene.ts'
import {
  type CameraPreset,
  CameraRig,
  composePicture,
  createCanvas,
  createRenderer,
  Outline,
  Quality,
  setBackground,
  THEMES,
  watchPointer,
} from './stage/index.ts'

/** Initial options of a view, and its callbacks. */
export interface SceneViewOptions {
  readonly theme: 'light' | 'dark'
  /** Called after a click on an object, or on the background. Default: the object is selected. */
  readonly onPick?: (path: string | null) => void
  /** Called after each picture with its duration [ms]. */
  readonly onFrame?: (milliseconds: number) => void
  /** The camera has moved. */
  readonly onCamera?: () => void
  /** The view has chosen an object to follow, or none. */
  readonly onFollow?: (path: string | null) => void
  /** True when slow graphics reduce detail during motion; false when full detail is back. */
  readonly onReduce?: (isReduced: boolean) => void
}

/** Maximum pixels per CSS pixel: more are invisible, but cost time. */
const MAX_PIXEL_RATIO = 2

/** Shows scenes, redraws after changes, and releases its resources. */
export class SceneView {
  /** The element that the picture fills. */
  readonly host: HTMLElement
  readonly #options: SceneViewOptions
  readonly #canvas: HTMLCanvasElement
  readonly #renderer: WebGLRenderer
  readonly #rig: CameraRig
  readonly #guide: CameraGuide
  readonly #outline = new Outline()
  readonly #labels = new LabelLayer()
  readonly #quality: Quality
  readonly #observer: ResizeObserver
  readonly #unwatch: () => void
  #look: SceneLook
  #shown: ShownScene | undefined
  #hasDrawn = false
  #time = 0
  #selection: string | null = null
  #hover: string | null = null
  #pointer: readonly [number, number] | null = null
  #isPointerNew = false
  #hasCameraMoved = false
  #request = 0
  /** Time of the request for the next picture [ms], and true if it shows the scene at rest. */
  #requestTime = 0
  #isAtRest = false
  /** Size of the picture [CSS pixel], and pixels of the screen in one of them. */
  #width = 1
  #height = 1
  #ratio = 1

  /** Creates a canvas that fills `host`. @throws VarioError `WEBGL` without WebGL support. */
  constructor(host: HTMLElement, options: SceneViewOptions) {
    this.host = host
    this.#options = options
    this.#canvas = createCanvas(host.clientWidth * choosePixelRatio(), host.clientHeight * choosePixelRatio())
    this.#renderer = createRenderer(this.#canvas)
    this.#look = { ...DEFAULT_LOOK, theme: options.theme }
    this.#quality = new Quality(
      () => {
        this.#isAtRest = true
        this.#invalidate()
      },
      (isReduced) => options.onReduce?.(isReduced),
    )
    if (getComputedStyle(host).position === 'static') host.style.position = 'relative'
    host.append(this.#canvas, this.#labels.canvas)
    this.#rig = new CameraRig(this.#canvas, () => {
      this.#hasCameraMoved = true
      this.#invalidate()
    })
    this.#guide = new CameraGuide(this.#rig, (path) => options.onFollow?.(path))
    this.#unwatch = watchPointer(this.#canvas, {
      onClick: (x, y) => this.#click(x, y),
      onHover: (place) => {
        this.#pointer = place
        this.#isPointerNew = true
        this.#invalidate()
      },
    })
    this.#canvas.addEventListener('webglcontextrestored', this.#restore)
    this.#observer = new ResizeObserver(() => this.resize())
    this.#observer.observe(host)
    this.#applyLook()
    this.resize()
  }

  /**
   * Shows a scene with the motion of a result. Another result of an equal scene replaces only the motion: camera,
   * selection and drawn objects stay.
   */
  show(scene: SceneDescription, table: SignalTable): void {
    const shown = this.#shown
    if (shown !== undefined && isSameData(shown.description, scene)) {
      shown.setTime(this.#time)
      this.#guide.replace(shown, table)
      this.#applyLook()
      return
    }
    shown?.dispose()
    this.#outline.clear()
    this.#hover = null
    const other = new ShownScene(scene, table)
    this.#shown = other
    this.#time = other.motion.startTime
    this.#guide.begin(other)
    this.#applyLook()
    // compile all shaders together: the first picture would compile them one after the other
    this.#renderer.compile(other.main, this.#rig.camera)
  }

  /** Shows a time [s]; interpolates poses between output points, and shows the state after an event. */
  setTime(t: number): void {
    if (t === this.#time) return
    this.#time = t
    this.#invalidate()
  }

  /** Changes the display options. */
  setOptions(look: Partial<SceneLook>): void {
    this.#look = { ...this.#look, ...look }
    this.#applyLook()
  }

  /** Puts an outline around an object, or around all objects of a component. */
  select(path: string | null): void {
    if (path === this.#selection) return
    this.#selection = path
    this.#applyLook()
  }

  /**
   * Looks from a direction so that all motion is visible; `fit` keeps the direction and frames all parts at the current
   * time. `default` is the camera of the scene, if it has one.
   */
  setCamera(preset: CameraPreset): void {
    this.#shown?.setTime(this.#time)
    if (this.#shown !== undefined) this.#guide.look(this.#shown, preset)
  }

  /**
   * Path of the followed object. In a scene whose objects move far away from their initial place, one is followed
   * initially.
   */
  get followed(): string | null {
    return this.#guide.followed
  }

  /** The camera follows an object; null: it stands still. */
  follow(path: string | null): void {
    if (this.#shown === undefined) return
    this.#shown.setTime(this.#time)
    this.#guide.follow(this.#shown, path)
    this.#invalidate()
  }

  /** Position of a point in world [m] in the picture [CSS pixel], and true if it is in view (occlusion is ignored). */
  projectPoint(p: readonly [number, number, number]): { x: number; y: number; isVisible: boolean } {
    this.#prepare()
    const drawn = this.#shown?.space.toDrawn(p) ?? new Vector3(...p)
    const { x, y, z } = drawn.project(this.#rig.camera)
    const isVisible = Math.abs(x) <= 1 && Math.abs(y) <= 1 && Math.abs(z) <= 1
    return { x: ((1 + x) / 2) * this.#width, y: ((1 - y) / 2) * this.#height, isVisible }
  }

  /** The picture as PNG; default: in its size on the screen [pixel]. */
  screenshot(width?: number, height?: number): Promise<Blob> {
    const before = { width: this.#width, height: this.#height, ratio: this.#ratio }
    const { ratio } = before
    const [w, h] = [width ?? Math.round(before.width * ratio), height ?? Math.round(before.height * ratio)]
    let canvas: HTMLCanvasElement
    this.#setSize(w / ratio, h / ratio, ratio)
    try {
      this.#render(null)
      canvas = composePicture([this.#canvas, this.#labels.canvas], THEMES[this.#look.theme], w, h)
    } finally {
      this.#setSize(before.width, before.height, ratio)
      this.#render(null)
    }
    return new Promise((resolve, reject) => {
      const message = `Picture: expected a size that the browser can encode, got ${w} by ${h} pixels. Choose a smaller one.`
      canvas.toBlob((blob) => (blob === null ? reject(new VarioError('PICTURE', message)) : resolve(blob)))
    })
  }

  /** GPU memory in use: numbers of geometries and textures, both 0 after `dispose`. */
  get memory(): { readonly geometries: number; readonly textures: number } {
    const { geometries, textures } = this.#renderer.info.memory
    return { geometries, textures }
  }

  /** Adapts to the size of the element; called when it changes. */
  resize(): void {
    const { clientWidth, clientHeight } = this.host
    if (clientWidth === 0 || clientHeight === 0) return
    const ratio = choosePixelRatio()
    const isSame = clientWidth === this.#width && clientHeight === this.#height
    if (isSame && ratio === this.#ratio) return
    this.#setSize(clientWidth, clientHeight, ratio)
    this.#shown?.setTime(this.#time)
    if (this.#shown !== undefined) this.#guide.lookAgain(this.#shown)
    // draw at once: a canvas is empty after a change of its size
    this.#render(0)
  }

  /** Releases all resources, and removes the canvas. */
  dispose(): void {
    cancelAnimationFrame(this.#request)
    this.#request = -1
    this.#observer.disconnect()
    this.#unwatch()
    this.#rig.dispose()
    this.#outline.dispose()
    this.#shown?.dispose()
    this.#shown = undefined
    this.#quality.dispose()
    this.#canvas.removeEventListener('webglcontextrestored', this.#restore)
    this.#renderer.dispose()
    // browsers have few contexts, and release forgotten ones late
    this.#renderer.getContext().getExtension('WEBGL_lose_context')?.loseContext()
    this.#canvas.remove()
    this.#labels.canvas.remove()
  }

  #setSize(width: number, height: number, ratio: number): void {
    this.#width = width
    this.#height = height
    this.#ratio = ratio
    this.#renderer.setPixelRatio(ratio)
    this.#renderer.setSize(width, height, false)
    this.#labels.resize(width, height, ratio)
    const { camera } = this.#rig
    camera.aspect = width / height
    camera.updateProjectionMatrix()
  }

  #applyLook(): void {
    const theme = THEMES[this.#look.theme]
    setBackground(this.#canvas, theme)
    this.#outline.setColors(theme.selection, theme.hover)
    this.#shown?.setLook(this.#look, this.#selection)
    this.#applyOutline()
  }

  #applyOutline(): void {
    const parts = this.#shown?.parts
    if (parts !== undefined) {
      const find = (path: string | null): number[] => (path === null ? [] : parts.find(path))
      this.#outline.setParts(parts, find(this.#selection), find(this.#hover))
    }
    this.#invalidate()
  }

  /** Requests a picture. */
  readonly #invalidate = (): void => {
    if (this.#request !== 0) return
    this.#request = requestAnimationFrame(this.#draw)
    this.#requestTime = performance.now()
  }

  /** Redraws everything after the browser has lost and restored the GPU context. */
  readonly #restore = (): void => {
    if (this.#shown !== undefined) this.#shown.areShadowsOld = true
    this.#invalidate()
  }

  readonly #draw = (): void => {
    const start = performance.now()
    this.#request = 0
    this.#rig.update()
    if (this.#isPointerNew) this.#updateHover()
    this.#render(this.#isAtRest ? null : start - this.#requestTime)
    this.#isAtRest = false
    this.#options.onFrame?.(performance.now() - start)
    if (!this.#hasCameraMoved) return
    this.#hasCameraMoved = false
    this.#options.onCamera?.()
  }

  /** Updates poses and camera. */
  #prepare(): void {
    const { camera } = this.#rig
    this.#shown?.setTime(this.#time)
    const ratio = this.#renderer.getPixelRatio()
    this.#shown?.setView(this.#rig, this.#width * ratio, this.#height * ratio, this.#outline)
    camera.updateMatrixWorld()
  }

  /** Draws a picture that waited for its turn [ms]; null: one at rest. */
  #render(waited: number | null): void {
    const shown = this.#shown
    const renderer = this.#renderer
    if (shown === undefined) return
    const { shadows, resolution } = this.#quality.choose(waited)
    shown.hasShadows = shadows
    const ratio = this.#ratio * resolution
    if (renderer.getPixelRatio() !== ratio) renderer.setPixelRatio(ratio)
    this.#prepare()
    renderer.clear()
    this.#labels.clear()
    const { camera } = this.#rig
    renderer.shadowMap.needsUpdate = shown.areShadowsOld
    shown.areShadowsOld = false
    renderer.render(shown.main, camera)
    this.#outline.render(renderer, camera)
    renderer.clearDepth()
    renderer.render(shown.top, camera)
    // for measurements of the loading time
    if (!this.#hasDrawn) performance.mark('vario: first picture')
    this.#hasDrawn = true
    if (shown.labels.length > 0)
      this.#labels.draw(
        shown.motion,
        shown.labels,
        shown.space,
        camera,
        { width: this.#width, height: this.#height },
        THEMES[this.#look.theme].label,
      )
  }

  /** Path of the object at a position in the picture [CSS pixel]. */
  #pick(x: number, y: number): string | null {
    if (this.#shown === undefined) return null
    this.#prepare()
    return this.#shown.pick((2 * x) / this.#width - 1, 1 - (2 * y) / this.#height, this.#rig.camera)
  }

  #click(x: number, y: number): void {
    const path = this.#pick(x, y)
    if (this.#options.onPick === undefined) this.select(path)
    else this.#options.onPick(path)
  }

  #updateHover(): void {
    this.#isPointerNew = false
    const path = this.#pointer === null ? null : this.#pick(...this.#pointer)
    if (path === this.#hover) return
    this.#hover = path
    this.#canvas.style.cursor = path === null ? '' : 'pointer'
    this.#applyOutline()
  }
}

function choosePixelRatio(): number {
  return Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO)
}
