import { h, render } from 'preact'
import { App } from './app.tsx'
import { fetchShows, type ShowSource, type Viewer, type ViewerOptions, ViewerStore } from './store/index.ts'
import { addStyle } from './style.ts'

/**
 * Creates a viewer that fills an element: 3D scene, time line, plots, lists of components and signals, log. The element
 * needs a size.
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
    get selection() {
      return store.selection.value
    },
    findPixel: (place) => findPixel(store, place),
    dispose: () => {
      render(null, element)
      store.dispose()
    },
  }
}

function findPixel(
  store: ViewerStore,
  place: readonly [number, number, number],
): { x: number; y: number } | null {
  const view = store.sceneView.value
  if (view === null) return null
  const { x, y, isVisible } = view.projectPoint(place)
  const { left, top } = view.host.getBoundingClientRect()
  return isVisible ? { x: left + x, y: top + y } : null
}

async function start(store: ViewerStore, shows: readonly ShowSource[] | undefined): Promise<void> {
  await store.add(shows ?? (await fetchShows(location)))
}
