/** Things that are shown besides the parts, on demand. */
import type { Object3D } from 'three'
import type { SceneMotion } from '../motion/index.ts'

/** What overlays need to know at each picture. */
export interface OverlayState {
  readonly motion: SceneMotion
  /** Present time [s]. */
  time: number
  /** Origin of what is drawn, in world [m] (3). */
  readonly origin: Float64Array
  /** Length of signs that look the same at all distances [m]. */
  glyphLength: number
  /** Size of the picture [pixel]. */
  width: number
  height: number
}

/** Something that is shown on demand. */
export interface Overlay {
  readonly object: Object3D
  /** Whether it stays visible behind parts. */
  readonly isOnTop: boolean
  /** Moves it to where it is now. */
  update(state: OverlayState): void
  /** Frees memory of the GPU. */
  dispose(): void
}

/** Whether a path is the selected one, or inside of it. */
export function isInside(path: string, selection: string | null): boolean {
  return selection !== null && (path === selection || path.startsWith(`${selection}.`))
}
