import type { ShowSource } from './show-source.ts'

/** Colors; `system`: those of the device. */
export type Theme = 'light' | 'dark' | 'system'

/** Initial state of the viewer. */
export interface ViewerOptions {
  /**
   * Sources: the first is shown at once, the others can be chosen. Default: those named by the address or by the server
   * of the page.
   */
  readonly shows?: readonly ShowSource[]
  /** Colors; default: those of the device, or the ones chosen before. */
  readonly theme?: Theme
}

/** A viewer in an element of a page. */
export interface Viewer {
  /** Adds results to the list, and shows the first of them. Unreadable results give a message in the viewer. */
  add(...shows: readonly ShowSource[]): Promise<void>
  /** Shows a time [s], limited to the range of the result. */
  seek(time: number): void
  /** Starts playback. */
  play(): void
  pause(): void
  /** Selects a component by its path; empty: none. */
  select(path: string): void
  /** Displayed time [s]. */
  readonly time: number
  /** Path of the selected component; empty: none. */
  readonly selection: string
  /**
   * Position in the window [CSS pixel] of a point in world [m]; null without a 3D view, or if the point is outside the
   * view.
   */
  findPixel(place: readonly [number, number, number]): { readonly x: number; readonly y: number } | null
  /** Removes the viewer from its element, and releases its resources. */
  dispose(): void
}
