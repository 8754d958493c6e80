import type { ShowSource } from './show-source.ts'

/** Colors; `system`: those of the device. */
export type Theme = 'light' | 'dark' | 'system'

/** What a viewer begins with. */
export interface ViewerOptions {
  /** What is shown: the first at once, the others can be chosen. Default: what the address or the server of the page names. */
  readonly shows?: readonly ShowSource[]
  /** Colors; default: those of the device, or what was chosen before. */
  readonly theme?: Theme
}

/** A viewer in an element of a page. */
export interface Viewer {
  /** Adds results to the list, and shows the first of them. Those that cannot be read give a message in the viewer. */
  add(...shows: readonly ShowSource[]): Promise<void>
  /** Shows a time [s], or the nearest that the result has. */
  seek(time: number): void
  /** Lets the time run. */
  play(): void
  pause(): void
  /** Selects a component by its path; empty: none. */
  select(path: string): void
  /** Time that is shown [s]. */
  readonly time: number
  /** Path of the selected component; empty: none. */
  readonly selection: string
  /** Where a place in world [m] is in the window [CSS pixel]; null while there is no 3D view, or the camera does not see it. */
  findPixel(place: readonly [number, number, number]): { readonly x: number; readonly y: number } | null
  /** Removes the viewer from its element, and frees what it has taken. */
  dispose(): void
}
