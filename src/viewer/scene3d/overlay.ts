/** Overlays: shown besides the parts, on demand. */
import type { Object3D } from 'three'
import type { SceneMotion } from './motion/index.ts'

/** State of the picture that overlays need. */
export interface OverlayState {
  readonly motion: SceneMotion
  /** Current time [s]. */
  time: number
  /** Origin of the drawing, in world [m] (3). */
  readonly origin: Float64Array
  /** Length of signs that have the same size at all distances [m]. */
  glyphLength: number
  /** Size of the picture [pixel]. */
  width: number
  height: number
}

/** An overlay, shown on demand. */
export interface Overlay {
  readonly object: Object3D
  /** True if it stays visible behind parts. */
  readonly isOnTop: boolean
  /** Moves it to its current place. */
  update(state: OverlayState): void
  /** Frees memory of the GPU. */
  dispose(): void
}

/** True if a path is the selected one, or inside of it. */
export function isInside(path: string, selection: string | null): boolean {
  return selection !== null && (path === selection || path.startsWith(`${selection}.`))
}
