import { h, render } from 'preact'
import uplotStyle from 'uplot/dist/uPlot.min.css?inline'
import { App } from './app.tsx'
import baseStyle from './base.css?inline'
import controlStyle from './controls.css?inline'
import layoutStyle from './layout.css?inline'
import panelStyle from './panels.css?inline'
import plotStyle from './plots.css?inline'
import { fetchShows, type ShowSource, type Viewer, type ViewerOptions, ViewerStore } from './store/index.ts'

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

const ID = 'vario-viewer-style'

/** Adds the style sheet to the document or shadow root of an element, once. */
function addStyle(element: HTMLElement): void {
  const root = element.getRootNode()
  const place = root instanceof ShadowRoot ? root : document.head
  if (place.querySelector(`#${ID}`) !== null) return
  const style = document.createElement('style')
  style.id = ID
  style.textContent = [uplotStyle, baseStyle, controlStyle, layoutStyle, panelStyle, plotStyle].join('\n')
  place.append(style)
}
