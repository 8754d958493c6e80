/** What is shown of a scene, and how. */

/** Of nothing, of what is selected, or of everything. */
export type Shown = boolean | 'selected'

/** What users can switch on and off. */
export interface SceneLook {
  readonly theme: 'light' | 'dark'
  readonly shadows: boolean
  /** Grid on the ground, below everything. */
  readonly grid: boolean
  /** Axes of objects: x red, y green, z blue. */
  readonly frames: Shown
  /** Where objects are connected, and about which axes. */
  readonly joints: boolean
  /** Contact points, and forces on the second body of each pair; lengths of arrows are as square roots of forces. */
  readonly contacts: boolean
  /** The ways of origins, up to the present time. */
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

/** What is shown if nobody says otherwise. */
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
