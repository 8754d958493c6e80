import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Theme } from '../api/index.ts'

/** What the 3D view can show in addition: names of its options, and of their switches. */
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

/** What a person likes, kept by the browser if it keeps something. */
export class Settings {
  readonly theme: Signal<Theme>
  readonly scene: Signal<Readonly<Record<SceneToggle, boolean>>>
  /** Width of the panels left and right [px], and of the tree above the values of an object, as parts. */
  readonly sizes: Signal<Readonly<Record<'left' | 'right', number>>>
  /** Whether the panels left and right are there. */
  readonly isLeftOpen: Signal<boolean>
  readonly isRightOpen: Signal<boolean>
  readonly #systemDark: Signal<boolean>
  /** The colors that are shown. */
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

  /** From light to dark and back. */
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
