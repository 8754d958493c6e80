import { type Signal, signal } from '@preact/signals'
import type { SignalTable } from '../../results/index.ts'
import { chooseDiagrams } from '../data/index.ts'

/** A diagram: some signals over time, or over another one. */
export interface Diagram {
  readonly id: number
  /** Names of signals or elements: `arm.r[2]`. */
  readonly names: readonly string[]
  /** Signal on the horizontal axis; undefined: time. */
  readonly xName: string | undefined
}

/** Maximum number of units on the vertical axes of a diagram: one left, one right. */
const MAX_UNITS = 2

/** The diagrams of a viewer. */
export class Diagrams {
  readonly list: Signal<readonly Diagram[]> = signal([])
  /** The diagram that receives the next chosen signal. */
  readonly activeId: Signal<number> = signal(0)
  /** Visible time range of all diagrams over time [s]; null: full range. */
  readonly zoom: Signal<readonly [number, number] | null> = signal(null)
  /** Time under the pointer, in any diagram [s], or null. */
  readonly hoverTime: Signal<number | null> = signal(null)
  #nextId = 1
  /** Model whose diagrams are shown, and diagrams of models shown before. */
  #model = ''
  readonly #ofModels = new Map<string, readonly Diagram[]>()

  /**
   * Sets the diagrams of another result: those of the last result of the same model whose signals it has, for
   * comparison; otherwise a default choice.
   * @param plot requested layout; default: that of the result
   */
  reset(table: SignalTable, plot?: unknown): void {
    this.zoom.value = null
    this.hoverTime.value = null
    this.#ofModels.set(this.#model, this.list.value)
    this.#model = String(table.attributes['model'] ?? '')
    const kept = (this.#ofModels.get(this.#model) ?? [])
      .map((diagram) => ({ ...diagram, names: diagram.names.filter((name) => table.has(name)) }))
      .filter(({ names, xName }) => names.length > 0 && (xName === undefined || table.has(xName)))
    if (kept.length > 0) this.list.value = kept
    else {
      this.list.value = []
      for (const { names, xName } of chooseDiagrams(table, plot)) this.#append(names, xName)
    }
    this.activeId.value = this.list.value.at(-1)?.id ?? 0
  }

  /** Chooses signals again if a changed result has none of the plotted ones. */
  keepUp(table: SignalTable): void {
    const names = this.list.value.flatMap((diagram) => diagram.names)
    if (names.length > 0 && !names.some((name) => table.has(name))) this.reset(table)
  }

  /** True if a diagram contains the signal. */
  has(name: string): boolean {
    return this.list.value.some(({ names }) => names.includes(name))
  }

  /**
   * Adds a signal to the active diagram, or to a new one if that has other units; removes a plotted one from its
   * diagram.
   */
  toggle(table: SignalTable, name: string): void {
    if (this.has(name)) {
      for (const { id } of this.list.value.filter(({ names }) => names.includes(name))) this.remove(id, name)
      return
    }
    const active = this.list.value.find(({ id }) => id === this.activeId.value)
    const names = elementsOf(table, name)
    const units = new Set([...(active?.names ?? []), ...names].map((item) => table.signal(item).unit))
    if (active === undefined || units.size > MAX_UNITS) this.#append(names)
    else this.#change(active.id, (diagram) => ({ ...diagram, names: [...diagram.names, ...names] }))
  }

  /** Adds a diagram, empty or with signals. */
  add(names: readonly string[] = []): void {
    this.#append(names)
  }

  /** Removes a signal from a diagram; the last one removes the diagram. */
  remove(id: number, name: string): void {
    this.#change(id, (diagram) => ({
      ...diagram,
      names: diagram.names.filter((item) => item !== name),
      xName: diagram.xName === name ? undefined : diagram.xName,
    }))
    this.list.value = this.list.value.filter((diagram) => diagram.id !== id || diagram.names.length > 0)
  }

  close(id: number): void {
    this.list.value = this.list.value.filter((diagram) => diagram.id !== id)
    if (this.activeId.value === id) this.activeId.value = this.list.value.at(-1)?.id ?? 0
  }

  /** Sets the signal on the horizontal axis of a diagram; undefined: time. */
  setX(id: number, xName: string | undefined): void {
    this.#change(id, (diagram) => ({ ...diagram, xName }))
  }

  #append(names: readonly string[], xName?: string): void {
    const id = this.#nextId++
    this.list.value = [...this.list.value, { id, names, xName }]
    this.activeId.value = id
  }

  #change(id: number, change: (diagram: Diagram) => Diagram): void {
    this.list.value = this.list.value.map((diagram) => (diagram.id === id ? change(diagram) : diagram))
  }
}

/** A signal, or as many elements of an array as a diagram can distinguish. */
function elementsOf(table: SignalTable, name: string): string[] {
  const signal = table.signal(name)
  if (signal.size.length === 0 || signal.nElement === 1) return [name]
  return Array.from({ length: Math.min(signal.nElement, 8) }, (_, k) => signal.nameOf(k))
}
