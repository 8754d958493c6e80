import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Theme } from './viewer-interface.ts'

/** Options of the 3D view: names, and labels of their switches. */
export const SCENE_TOGGLES = {
  shadows: 'Shadows',
  grid: 'Ground grid',
  frames: 'Frames',
  joints: 'Joints',
  contacts: 'Contact forces',
  trails: 'Trails',
  boxes: 'Bounding boxes',
  labels: 'Names',
  wireframe: 'Wireframe',
} as const
/** Name of an option of the 3D view. */
export type SceneToggle = keyof typeof SCENE_TOGGLES

const STORAGE_KEY = 'vario.viewer'
const DEFAULT_SCENE: Record<SceneToggle, boolean> = {
  ...{ shadows: true, grid: true, frames: false, joints: false, contacts: false },
  ...{ trails: false, boxes: false, labels: false, wireframe: false },
}

/** Preferences of the user, kept by the browser if its storage is available. */
export class Settings {
  readonly theme: Signal<Theme>
  readonly scene: Signal<Readonly<Record<SceneToggle, boolean>>>
  /** Widths of the left and right panels [px], and fraction of the tree above the values of an object. */
  readonly sizes: Signal<Readonly<Record<'left' | 'right', number>>>
  /** True while the left or right panel is open. */
  readonly isLeftOpen: Signal<boolean>
  readonly isRightOpen: Signal<boolean>
  readonly #systemDark: Signal<boolean>
  /** The active colors. */
  readonly shownTheme: ReadonlySignal<'light' | 'dark'>
  readonly #media = matchMedia('(prefers-color-scheme: dark)')
  readonly #stop: () => void

  constructor(theme: Theme | undefined) {
    const kept = readKept()
    this.theme = signal(theme ?? kept.theme ?? 'system')
    this.scene = signal({ ...DEFAULT_SCENE, ...kept.scene })
    this.sizes = signal({ left: 300, right: 440, ...kept.sizes })
    this.isLeftOpen = signal(true)
    this.isRightOpen = signal(true)
    this.#systemDark = signal(this.#media.matches)
    this.#media.addEventListener('change', this.#onSystem)
    this.shownTheme = computed(() => {
      const { value } = this.theme
      return value === 'system' ? (this.#systemDark.value ? 'dark' : 'light') : value
    })
    this.#stop = effect(() =>
      keep({ theme: this.theme.value, scene: this.scene.value, sizes: this.sizes.value }),
    )
  }

  /** Switches between light and dark. */
  toggleTheme(): void {
    this.theme.value = this.shownTheme.value === 'dark' ? 'light' : 'dark'
  }

  toggleScene(name: SceneToggle): void {
    this.scene.value = { ...this.scene.value, [name]: !this.scene.value[name] }
  }

  dispose(): void {
    this.#stop()
    this.#media.removeEventListener('change', this.#onSystem)
  }

  readonly #onSystem = (event: MediaQueryListEvent): void => {
    this.#systemDark.value = event.matches
  }
}

interface Kept {
  readonly theme?: Theme
  readonly scene?: Partial<Record<SceneToggle, boolean>>
  readonly sizes?: Partial<Record<'left' | 'right', number>>
}

function readKept(): Kept {
  try {
    return (JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') ?? {}) as Kept
  } catch {
    return {}
  }
}

function keep(settings: Kept): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings))
  } catch {
    // a browser that keeps nothing
  }
}
