import { h, render } from 'preact'

/** A viewer in an element of a page. */
export interface Viewer {
  /** Removes it. */
  dispose(): void
}

/** Makes a viewer that fills an element. */
export function createViewer(element: HTMLElement): Viewer {
  render(h('p', null, 'Vario'), element)
  return { dispose: () => render(null, element) }
}
