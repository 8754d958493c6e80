import { h, render } from 'preact'
import { App } from './app/index.ts'
import { fetchShows, type ShowSource } from './show/index.ts'
import { type Theme, ViewerStore } from './store/index.ts'
import { addStyle } from './style/index.ts'

/** What a viewer begins with. */
export interface ViewerOptions {
  /** What is shown: the first at once, the others can be chosen. Default: what the address or the server of the page names. */
  readonly shows?: readonly ShowSource[]
  /** Colours; default: those of the device, or what was chosen before. */
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
  /** Removes the viewer from its element, and frees what it has taken. */
  dispose(): void
}

/**
 * Makes a viewer that fills an element: 3D scene, time line, plots, lists of components and signals, log.
 * The element needs a size.
 */
export function createViewer(element: HTMLElement, options: ViewerOptions = {}): Viewer {
  const store = new ViewerStore(options.theme)
  addStyle(element)
  render(h(App, { store }), element)
  void start(store, options.shows)
  return {
    add: (...shows) => store.add(shows),
    seek: (time) => store.player.seek(time),
    play: () => store.player.play(),
    pause: () => store.player.pause(),
    select: (path) => {
      store.selection.value = path
    },
    get time() {
      return store.player.time.value
    },
    dispose: () => {
      render(null, element)
      store.dispose()
    },
  }
}

async function start(store: ViewerStore, shows: readonly ShowSource[] | undefined): Promise<void> {
  await store.add(shows ?? (await fetchShows(location)))
}
