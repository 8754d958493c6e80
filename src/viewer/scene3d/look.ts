/** Display options of a scene. */

/** Scope: nothing, the selection, or everything. */
export type Shown = boolean | 'selected'

/** Options that users can switch. */
export interface SceneLook {
  readonly theme: 'light' | 'dark'
  readonly shadows: boolean
  /** Grid on the ground, below everything. */
  readonly grid: boolean
  /** Axes of objects: x red, y green, z blue. */
  readonly frames: Shown
  /** Places and axes of joints. */
  readonly joints: boolean
  /**
   * Contact points, and forces on the second body of each pair; the length of an arrow grows with the square root of
   * the force.
   */
  readonly contacts: boolean
  /** Paths of origins, up to the current time. */
  readonly trails: Shown
  /** Boxes around parts, in their own frames. */
  readonly boxes: Shown
  /** Makes everything more transparent, 0 … 1. */
  readonly transparencyOfAll: number
  /** Only edges of triangles. */
  readonly wireframe: boolean
  /** Names of objects. */
  readonly labels: Shown
}

/** Default options. */
export const DEFAULT_LOOK: SceneLook = {
  theme: 'light',
  shadows: true,
  grid: true,
  frames: false,
  joints: false,
  contacts: false,
  trails: false,
  boxes: false,
  transparencyOfAll: 0,
  wireframe: false,
  labels: false,
}
