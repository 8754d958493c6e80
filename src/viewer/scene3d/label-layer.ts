/** Names beside objects, on a canvas above the picture. */
import type { Camera } from 'three'
import { Vector3 } from 'three'
import type { SceneMotion } from './motion/index.ts'
import type { DrawnSpace } from './stage/index.ts'

const FONT = '12px system-ui, sans-serif'
const LINE_HEIGHT = 16
const PADDING = 4
/** Offset of a label from the origin of its object [pixel]. */
const OFFSET = 8

/** Colors of labels in CSS. */
export interface LabelColors {
  readonly text: string
  readonly back: string
}

/** Draws names of objects; where labels would overlap, only that of the nearer object. */
export class LabelLayer {
  readonly canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D

  constructor() {
    this.canvas = document.createElement('canvas')
    this.canvas.setAttribute('aria-hidden', 'true')
    Object.assign(this.canvas.style, { position: 'absolute', inset: '0', pointerEvents: 'none' })
    this.#context = this.canvas.getContext('2d')!
  }

  /** Size in CSS pixels. */
  resize(width: number, height: number, pixelRatio: number): void {
    this.canvas.width = Math.round(width * pixelRatio)
    this.canvas.height = Math.round(height * pixelRatio)
    this.canvas.style.width = `${width}px`
    this.canvas.style.height = `${height}px`
    this.#context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  }

  clear(): void {
    this.#context.save()
    this.#context.setTransform(1, 0, 0, 1, 0, 0)
    this.#context.clearRect(0, 0, this.canvas.width, this.canvas.height)
    this.#context.restore()
  }

  /** Draws the names of some objects of the motion. `width` and `height` in CSS pixels. */
  draw(
    motion: SceneMotion,
    objects: readonly number[],
    space: DrawnSpace,
    camera: Camera,
    size: { readonly width: number; readonly height: number },
    colors: LabelColors,
  ): void {
    this.clear()
    const context = this.#context
    context.font = FONT
    context.textBaseline = 'middle'
    const { positions: p, exists } = motion
    const places: { x: number; y: number; depth: number; text: string }[] = []
    for (const k of objects) {
      if (exists[k] === 0) continue
      place.set(p.subarray(3 * k, 3 * k + 3))
      space.toDrawn(place, point).project(camera)
      if (!(Math.abs(point.x) < 1 && Math.abs(point.y) < 1 && Math.abs(point.z) < 1)) continue
      const x = ((1 + point.x) / 2) * size.width + OFFSET
      const y = ((1 - point.y) / 2) * size.height - OFFSET
      places.push({ x, y, depth: point.z, text: motion.paths[k] })
    }
    places.sort((a, b) => a.depth - b.depth)
    const taken: [number, number, number][] = []
    for (const { x, y, text } of places) {
      const width = context.measureText(text).width + 2 * PADDING
      const isFree = taken.every(
        ([left, middle, w]) => x > left + w || left > x + width || Math.abs(y - middle) > LINE_HEIGHT,
      )
      if (!isFree) continue
      taken.push([x, y, width])
      context.fillStyle = colors.back
      context.fillRect(x, y - LINE_HEIGHT / 2, width, LINE_HEIGHT)
      context.fillStyle = colors.text
      context.fillText(text, x + PADDING, y + 0.5)
    }
  }
}

const place = new Float64Array(3)
const point = new Vector3()
