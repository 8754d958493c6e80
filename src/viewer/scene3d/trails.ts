import { Color, Group, type InstancedInterleavedBuffer, type InterleavedBufferAttribute } from 'three'
import { LineMaterial } from 'three/addons/lines/LineMaterial.js'
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js'
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js'
import type { Rgb } from '../../materials/index.ts'
import { countPieces, createTrail, type SceneMotion, type TrailPoints } from './motion/index.ts'
import type { Overlay, OverlayState } from './overlay.ts'

/** Limits of line segments: of all trails together, so that they stay cheap, and of one. */
const MAX_PIECES = 200_000
const MAX_PIECES_OF_ONE = 4000

/** An object whose path is shown. */
export interface TrailSource {
  /** Index in the motion. */
  readonly object: number
  readonly color: Rgb
}

/** The paths of objects up to the current time. `anchor` is a place near them in world [m]. */
export function createTrails(
  sources: readonly TrailSource[],
  motion: SceneMotion,
  anchor: Float64Array,
): Overlay {
  const maxPieces = Math.max(10, Math.min(MAX_PIECES_OF_ONE, Math.floor(MAX_PIECES / sources.length)))
  const trails = sources.flatMap((source) => {
    const points = createTrail(motion.trackOf(source.object), maxPieces)
    return points === undefined ? [] : [new Trail(source, points, anchor)]
  })
  const object = new Group()
  for (const { line } of trails) object.add(line)
  return {
    object,
    isOnTop: false,
    update(state) {
      for (const trail of trails) trail.update(state, anchor)
    },
    dispose() {
      for (const trail of trails) trail.dispose()
    },
  }
}

/** One path: line segments up to the current time, the last one up to the object. */
class Trail {
  readonly line: LineSegments2
  readonly #source: TrailSource
  readonly #points: TrailPoints
  readonly #geometry = new LineSegmentsGeometry()
  readonly #material: LineMaterial
  readonly #buffer: InstancedInterleavedBuffer
  #count = 0

  constructor(source: TrailSource, points: TrailPoints, anchor: Float64Array) {
    this.#source = source
    this.#points = points
    this.#geometry.setPositions(Float32Array.from(points.ends, (x, i) => x - anchor[i % 3]))
    const { data } = this.#geometry.getAttribute('instanceStart') as InterleavedBufferAttribute
    this.#buffer = data as InstancedInterleavedBuffer
    const [r, g, b] = source.color
    this.#material = new LineMaterial({ linewidth: 2, transparent: true, opacity: 0.8 })
    this.#material.color = new Color().setRGB(r / 255, g / 255, b / 255, 'srgb')
    this.line = new LineSegments2(this.#geometry, this.#material)
    this.line.frustumCulled = false
  }

  update({ motion, time, origin, width, height }: OverlayState, anchor: Float64Array): void {
    this.#material.resolution.set(width, height)
    this.line.position.set(anchor[0] - origin[0], anchor[1] - origin[1], anchor[2] - origin[2])
    const array = this.#buffer.array as Float32Array
    const k = this.#source.object
    const { ends } = this.#points
    // restore the end of the last segment, which was moved to the object
    this.#setEnd(array, this.#count - 1, ends, anchor)
    this.#count = countPieces(this.#points, time, this.#count)
    if (this.#count > 0 && motion.exists[k] === 1) {
      const last = 6 * (this.#count - 1) + 3
      for (let c = 0; c < 3; c++) array[last + c] = motion.positions[3 * k + c] - anchor[c]
      this.#buffer.addUpdateRange(last, 3)
      this.#buffer.needsUpdate = true
    }
    this.#geometry.instanceCount = this.#count
    this.line.visible = this.#count > 0
  }

  dispose(): void {
    this.#geometry.dispose()
    this.#material.dispose()
  }

  #setEnd(array: Float32Array, piece: number, ends: Float64Array, anchor: Float64Array): void {
    if (piece < 0) return
    for (let c = 0; c < 3; c++) array[6 * piece + 3 + c] = ends[6 * piece + 3 + c] - anchor[c]
    this.#buffer.addUpdateRange(6 * piece + 3, 3)
    this.#buffer.needsUpdate = true
  }
}
