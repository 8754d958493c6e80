import { effect } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Curve, SignalTable } from '../../results/index.ts'
import { Icon } from '../controls/index.ts'
import { printUnit, readValues, showValues } from '../data/index.ts'
import type { Diagram, ViewerStore } from '../store/index.ts'
import type { Palette } from './palette.ts'

/** Length of the longest number, `−1.2346e−12`: changing values do not shift the layout. */
const VALUE_WIDTH = 10

interface LegendProps {
  readonly store: ViewerStore
  readonly table: SignalTable
  readonly diagram: Diagram
  readonly curves: readonly Curve[]
  readonly palette: Palette
}

/** Names of the curves with their values at the displayed time, or under the pointer. */
export function Legend({ store, table, diagram, curves, palette }: LegendProps): JSX.Element {
  const list = useRef<HTMLUListElement>(null)
  useEffect(
    () =>
      effect(() => {
        const time = store.diagrams.hoverTime.value ?? store.player.readingTime.value
        // subscribe to the time of a newer table: it is rendered with that table
        if (table !== store.table.peek()) return
        const places = list.current?.querySelectorAll('output') ?? []
        // elements may be newer than this effect: each one carries the signal that it shows
        for (const place of places) {
          const name = place.dataset['name'] ?? ''
          if (table.has(name)) showValues(place, readValues(table, name, time))
        }
      }),
    [store, table, curves],
  )
  return (
    <ul class="legend" ref={list} aria-label="Curves">
      {curves.map(({ name }, i) => (
        <li key={name}>
          <span class="swatch" style={{ background: palette.curves[i % palette.curves.length] }} />
          <span class="legend-name" title={name}>
            {name}
          </span>
          <output
            aria-live="off"
            data-name={name}
            aria-label={`Value of ${name}`}
            style={{ minWidth: `${VALUE_WIDTH + printUnit(table.signal(name).unit).length}ch` }}
          />
          <button
            type="button"
            class="legend-remove"
            aria-label={`Remove ${name}`}
            title={`Remove ${name}`}
            onClick={() => store.diagrams.remove(diagram.id, name)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  )
}
