import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { readSceneDescription, type SceneDescription } from '../../animation/index.ts'
import { ownRecord } from '../../base/index.ts'
import type { LiveCommand } from '../../live/index.ts'
import type { SignalTable } from '../../results/index.ts'
import {
  type Component,
  createComponentTree,
  findChange,
  findEvents,
  findSteps,
  type ParameterValue,
} from '../data/index.ts'
import type { SceneView } from '../scene3d/index.ts'
import { connectLive, type LiveControl, type WatchedStatus } from './connect-live.ts'
import { Diagrams } from './diagrams.ts'
import { explainError } from './explain-error.ts'
import { openShow } from './open-show.ts'
import { Player } from './player.ts'
import { Settings } from './settings.ts'
import type { ShowSource } from './show-source.ts'
import type { Theme } from './viewer-interface.ts'

/** Something in the list of shows. */
export interface ShowEntry {
  readonly id: number
  readonly source: ShowSource
}

/** The panels, as tabs. */
export type Panel = 'scene' | 'plots' | 'model' | 'signals' | 'log' | 'info'

/**
 * State of one viewer. A table is an immutable snapshot: a live run replaces it by a new one. Only `player.time`
 * changes with every picture.
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
  /** Current error message, until it is dismissed. */
  readonly message: Signal<string> = signal('')
  /** Path of the selected component, or empty. */
  readonly selection: Signal<string> = signal('')
  /** Path of the followed object, or empty. */
  readonly followed: Signal<string> = signal('')
  /** The left panel, and the panel of a narrow window. */
  readonly sidePanel: Signal<Exclude<Panel, 'scene' | 'plots'>> = signal('model')
  readonly narrowPanel: Signal<Panel> = signal('scene')
  /** The 3D view, while it exists. */
  readonly sceneView: Signal<SceneView | null> = signal(null)
  /** True when the 3D view has drawn its first picture, or cannot draw any. */
  readonly hasPicture: Signal<boolean> = signal(false)
  /** True while slow graphics reduce detail during motion. */
  readonly isReduced: Signal<boolean> = signal(false)
  readonly isHelpOpen: Signal<boolean> = signal(false)
  /** A live run. */
  readonly live: Signal<LiveControl | null> = signal(null)
  readonly liveState: Signal<WatchedStatus | null> = signal(null)
  /** Applied changes of the run as text, which stays equal until the next change. */
  readonly liveChanges: ReadonlySignal<string> = computed(() =>
    JSON.stringify(this.liveState.value?.changes ?? []),
  )
  readonly scene: Signal<SceneDescription | null> = signal(null)
  readonly components: ReadonlySignal<Component | null> = computed(() => {
    const table = this.table.value
    return table === null ? null : createComponentTree(table, this.scene.value)
  })
  #sceneText = ''
  #nextId = 1
  #opening: AbortController | undefined
  #changes: EventSource | undefined

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

  /**
   * Opens a show of the list. If that fails, a message gives the reason, and the displayed result stays.
   * @param isAgain true if it is displayed already, and has changed
   */
  async open(id: number, isAgain = false): Promise<void> {
    const entry = this.shows.value.find((show) => show.id === id)
    if (entry === undefined) return
    const { source } = entry
    if ('url' in source && source.kind === 'live') {
      this.#watch(id, source.url, source.plot)
      return
    }
    this.#opening?.abort()
    const opening = new AbortController()
    this.#opening = opening
    this.isLoading.value = true
    this.message.value = ''
    try {
      const table = await openShow(entry.source, opening.signal)
      if (opening.signal.aborted) return
      if (table.time.length === 0) throw new Error('expected at least one output point, got none.')
      if (!isAgain) this.#close()
      this.setTable(table, !isAgain, source.plot)
      this.currentId.value = id
      if (!isAgain && 'url' in source && source.changes !== undefined) this.#listen(id, source.changes)
    } catch (error) {
      if (opening.signal.aborted) return
      if (!isAgain) this.shows.value = this.shows.value.filter((show) => show.id !== id)
      this.message.value = `${entry.source.name} cannot be shown: ${explainError(error)}`
    } finally {
      if (!opening.signal.aborted) this.isLoading.value = false
    }
  }

  /** Shows a table: another result, or a new snapshot of the same run. */
  setTable(table: SignalTable, isNew: boolean, plot?: unknown): void {
    const before = this.scene.value
    const scene = this.#readScene(table)
    batch(() => {
      if (isNew) this.player.pause()
      this.table.value = table
      this.scene.value = scene
      this.player.setTimes(findSteps(table.time), findEvents(table.time), isNew)
      this.diagrams.keepUp(table)
      if (!isNew) return
      this.selection.value = ''
      // another result of the same scene keeps the camera
      if (scene !== before) this.followed.value = ''
      this.edits.clear()
      this.diagrams.reset(table, plot)
      this.narrowPanel.value = scene === null ? 'plots' : 'scene'
    })
  }

  dispose(): void {
    this.#opening?.abort()
    this.#close()
    this.player.dispose()
    this.settings.dispose()
  }

  /** Watches a run: shows its end as it grows, until the user seeks another time. A restart keeps the diagrams. */
  #watch(id: number, url: string, plot: unknown): void {
    this.#opening?.abort()
    this.#close()
    this.currentId.value = id
    this.message.value = ''
    let isNew = true
    this.live.value = connectLive(url, {
      onTable: (table, isFirst) => {
        this.setTable(table, isNew, plot)
        // show the end of a run that is paced by the clock; play back others after they are loaded
        if (isFirst && this.liveState.value?.speed !== null) this.player.followEnd()
        isNew = false
      },
      onStatus: (status) => {
        this.liveState.value = status
        this.edits.settle(status.changes ?? [])
      },
      onProblem: (message) => {
        this.message.value = message
      },
    })
  }

  /** Opens a file again after each change. */
  #listen(id: number, url: string): void {
    const changes = new EventSource(url)
    changes.onmessage = ({ data }) => {
      const { message } = JSON.parse(data) as { readonly message?: string }
      if (message === undefined) void this.open(id, true)
      else this.message.value = message
    }
    this.#changes = changes
  }

  /** Closes the connections of the displayed result. */
  #close(): void {
    this.#changes?.close()
    this.#changes = undefined
    this.live.value?.close()
    this.live.value = null
    this.liveState.value = null
  }

  /** The scene of a table; the same object as before if it is equal. A broken one gives a message, and no scene. */
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

type MergeTree = Extract<LiveCommand, { readonly type: 'change' }>['merge']

/** A parameter that has been changed but not applied. */
interface Edit {
  readonly name: string
  readonly value: ParameterValue
}

/** Changes of parameters of a live run. */
class Edits {
  readonly list: Signal<readonly Edit[]> = signal([])

  set(name: string, value: ParameterValue): void {
    this.list.value = [...this.list.value.filter((edit) => edit.name !== name), { name, value }]
  }

  remove(name: string): void {
    this.list.value = this.list.value.filter((edit) => edit.name !== name)
  }

  /** Drops the changes that a run has applied; refused ones remain, to be discarded or applied by a restart. */
  settle(taken: readonly MergeTree[]): void {
    const isTaken = ({ name, value }: Edit): boolean =>
      JSON.stringify(findChange(taken, name)) === JSON.stringify(value)
    if (this.list.value.some(isTaken)) this.list.value = this.list.value.filter((edit) => !isTaken(edit))
  }

  clear(): void {
    this.list.value = []
  }

  /** `{ motor: { k: 2 } }` for the change of `motor.k`, as `simulate` accepts it. */
  toMerge(): MergeTree {
    const merge: { [name: string]: unknown } = {}
    for (const { name, value } of this.list.value) {
      const path = name.split('.')
      let place = merge
      for (const part of path.slice(0, -1)) place = ownRecord(place, part)
      place[path[path.length - 1]] = value
    }
    return merge as MergeTree
  }
}
