import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { readSceneDescription, type SceneDescription } from '../../animation/index.ts'
import type { SignalTable } from '../../results/index.ts'
import type { ShowSource, Theme } from '../api/index.ts'
import { type Component, createComponentTree, findEvents, findSteps } from '../data/index.ts'
import type { SceneView } from '../scene3d/index.ts'
import { connectLive, explainError, type LiveControl, type LiveState, openShow } from '../show/index.ts'
import { Diagrams } from './diagrams.ts'
import { Edits } from './edits.ts'
import { Player } from './player.ts'
import { Settings } from './settings.ts'

/** Something in the list of shows. */
export interface ShowEntry {
  readonly id: number
  readonly source: ShowSource
}

/** The panels, as tabs. */
export type Panel = 'scene' | 'plots' | 'model' | 'signals' | 'log' | 'info'

/**
 * State of one viewer. A table is a snapshot that never changes: a run that is watched puts a new one in its place. What changes
 * with every picture is `player.time` alone.
 */
export class ViewerStore {
  readonly player = new Player()
  readonly diagrams = new Diagrams()
  readonly edits = new Edits()
  readonly settings: Settings
  readonly shows: Signal<readonly ShowEntry[]> = signal([])
  readonly currentId: Signal<number> = signal(0)
  readonly table: Signal<SignalTable | null> = signal(null)
  readonly isLoading: Signal<boolean> = signal(false)
  /** What went wrong, until it is dismissed. */
  readonly message: Signal<string> = signal('')
  /** Path of the selected component; empty: nothing. */
  readonly selection: Signal<string> = signal('')
  /** Path of the object that the camera follows; empty: none. */
  readonly followed: Signal<string> = signal('')
  /** The panel on the left, and the one of a narrow window. */
  readonly sidePanel: Signal<Exclude<Panel, 'scene' | 'plots'>> = signal('model')
  readonly narrowPanel: Signal<Panel> = signal('scene')
  /** The 3D view, while there is one. */
  readonly sceneView: Signal<SceneView | null> = signal(null)
  readonly isHelpOpen: Signal<boolean> = signal(false)
  /** A run that is watched. */
  readonly live: Signal<LiveControl | null> = signal(null)
  readonly liveState: Signal<LiveState | null> = signal(null)
  readonly scene: Signal<SceneDescription | null> = signal(null)
  readonly components: ReadonlySignal<Component | null> = computed(() => {
    const table = this.table.value
    return table === null ? null : createComponentTree(table, this.scene.value)
  })
  #sceneText = ''
  #nextId = 1
  #opening: AbortController | undefined

  constructor(theme?: Theme) {
    this.settings = new Settings(theme)
  }

  /** Adds to the list of shows, and opens the first of them. */
  async add(sources: readonly ShowSource[]): Promise<void> {
    if (sources.length === 0) return
    const entries = sources.map((source) => ({ id: this.#nextId++, source }))
    this.shows.value = [...this.shows.value, ...entries]
    await this.open(entries[0].id)
  }

  /** Opens a show of the list. If it cannot be opened, a message says why, and what was shown stays. */
  async open(id: number): Promise<void> {
    const entry = this.shows.value.find((show) => show.id === id)
    if (entry === undefined) return
    this.#opening?.abort()
    const opening = new AbortController()
    this.#opening = opening
    this.isLoading.value = true
    this.message.value = ''
    try {
      if ('url' in entry.source && entry.source.kind === 'live') {
        this.#watch(entry.source.url)
        this.currentId.value = id
        return
      }
      const table = await openShow(entry.source, opening.signal)
      if (opening.signal.aborted) return
      if (table.time.length === 0) throw new Error('the file has no points in time.')
      this.#closeLive()
      this.setTable(table, true)
      this.currentId.value = id
    } catch (error) {
      if (opening.signal.aborted) return
      this.shows.value = this.shows.value.filter((show) => show.id !== id)
      this.message.value = `${entry.source.name} cannot be shown: ${explainError(error)}`
    } finally {
      if (!opening.signal.aborted) this.isLoading.value = false
    }
  }

  /** Shows a table: another result, or a new snapshot of the same run. */
  setTable(table: SignalTable, isNew: boolean): void {
    const scene = this.#readScene(table)
    batch(() => {
      if (isNew) this.player.pause()
      this.table.value = table
      this.scene.value = scene
      this.player.setTimes(findSteps(table.time), findEvents(table.time), isNew)
      if (!isNew) return
      this.selection.value = ''
      this.followed.value = ''
      this.edits.clear()
      this.diagrams.reset(table)
      this.narrowPanel.value = scene === null ? 'plots' : 'scene'
    })
  }

  dispose(): void {
    this.#opening?.abort()
    this.#closeLive()
    this.player.dispose()
    this.settings.dispose()
  }

  /** Shows a run of a server, from its beginning on as it grows. */
  #watch(url: string): void {
    this.#closeLive()
    this.liveState.value = { phase: 'running', part: 0 }
    this.live.value = connectLive(url, {
      onTable: (table, isNew) => {
        const isFirst = isNew && !this.#hasSignalsOf(table)
        this.setTable(table, isFirst)
        if (isNew && this.liveState.value?.isPaced) this.player.follow()
      },
      onState: (state) => {
        this.liveState.value = state
      },
    })
  }

  /** Whether a table is one of another run of the same model: diagrams and selection stay then. */
  #hasSignalsOf(table: SignalTable): boolean {
    const { value } = this.table
    return value?.attributes['model'] === table.attributes['model'] && value?.names[1] === table.names[1]
  }

  #closeLive(): void {
    this.live.value?.close()
    this.live.value = null
    this.liveState.value = null
  }

  /** The scene of a table; the same object as before if it says the same. A broken one is a message, and no scene. */
  #readScene({ attributes }: SignalTable): SceneDescription | null {
    try {
      const scene = readSceneDescription(attributes)
      const text = JSON.stringify(attributes['scene'] ?? null)
      const before = this.scene.value
      if (scene !== null && before !== null && text === this.#sceneText) return before
      this.#sceneText = text
      return scene
    } catch (error) {
      this.message.value = `The scene cannot be shown: ${explainError(error)}`
      return null
    }
  }
}
