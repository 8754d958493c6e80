import { pickFiles } from './open-files.ts'
import type { CameraPreset } from './scene3d/stage/index.ts'
import type { ViewerStore } from './store/index.ts'

/** Elements that use most keys for themselves. */
const TYPING = 'input:not([type=checkbox]), textarea, select, dialog[open]'
/** Elements that a space or Enter presses. */
const PRESSED = 'button, a, input, summary'
const PAGE = 0.1

/**
 * Handles the keys of the viewer while it, or no element, has the focus. Returns a function that removes the listeners.
 */
export function listenToKeys(root: HTMLElement, store: ViewerStore): () => void {
  const { player, settings, diagrams } = store
  const setCamera = (preset: CameraPreset): void => store.sceneView.value?.setCamera(preset)
  const actions: Record<string, (isShifted: boolean) => void> = {
    ' ': () => player.toggle(),
    ArrowLeft: (isShifted) => (isShifted ? player.stepEvent(-1) : player.step(-1)),
    ArrowRight: (isShifted) => (isShifted ? player.stepEvent(1) : player.step(1)),
    Home: () => player.seek(player.range.value[0]),
    End: () => player.seek(player.range.value[1]),
    PageUp: () => player.skip(-PAGE),
    PageDown: () => player.skip(PAGE),
    '-': () => player.changeSpeed(-1),
    '+': () => player.changeSpeed(1),
    l: () => {
      player.isLooping.value = !player.isLooping.value
    },
    z: () => {
      diagrams.zoom.value = null
    },
    Escape: () => {
      store.selection.value = ''
    },
    t: () => settings.toggleTheme(),
    o: () => pickFiles(store),
    '?': () => {
      store.isHelpOpen.value = true
    },
    f: () => setCamera('fit'),
    '0': () => setCamera('default'),
    '1': () => setCamera('front'),
    '2': () => setCamera('back'),
    '3': () => setCamera('left'),
    '4': () => setCamera('right'),
    '5': () => setCamera('top'),
    '6': () => setCamera('bottom'),
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target as Element
    if (target !== document.body && !root.contains(target)) return
    if (target.closest(TYPING) !== null) return
    if (event.key === ' ' && target.closest(PRESSED) !== null) return
    const action = actions[event.key] ?? actions[event.key.toLowerCase()]
    if (action === undefined) return
    event.preventDefault()
    action(event.shiftKey)
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}
