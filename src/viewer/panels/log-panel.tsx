import type { JSX } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { VirtualList } from '../controls/index.ts'
import { createLog, findLast, LOG_KINDS, type LogKind, printSeconds } from '../data/index.ts'
import type { ViewerStore } from '../store/index.ts'

const TITLES: Record<LogKind, string> = {
  log: 'Messages',
  warning: 'Warnings',
  action: 'Actions',
  segment: 'Segments',
  contact: 'Contacts',
  impact: 'Impacts',
}
const ROW_HEIGHT = 28

/** Log of the run. A click on a line seeks its time. */
export function LogPanel({ store }: { readonly store: ViewerStore }): JSX.Element | null {
  const table = store.table.value
  const [hidden, setHidden] = useState<ReadonlySet<LogKind>>(new Set())
  const entries = useMemo(() => (table === null ? [] : createLog(table)), [table])
  const kinds = LOG_KINDS.filter((kind) => entries.some((entry) => entry.kind === kind))
  const shown = useMemo(() => entries.filter(({ kind }) => !hidden.has(kind)), [entries, hidden])
  const times = useMemo(() => Float64Array.from(shown, ({ time }) => time), [shown])
  const present = findLast(times, store.player.readingTime.value)
  if (table === null) return null
  if (entries.length === 0)
    return <p class="hint padded">The log is empty: no warnings, actions or contacts.</p>
  const toggle = (kind: LogKind): void => {
    const next = new Set(hidden)
    if (!next.delete(kind)) next.add(kind)
    setHidden(next)
  }
  return (
    <div class="log-panel">
      <fieldset class="chips">
        <legend class="visually-hidden">Log categories</legend>
        {kinds.map((kind) => (
          <label key={kind} class={`chip ${kind}`}>
            <input type="checkbox" checked={!hidden.has(kind)} onChange={() => toggle(kind)} />
            {TITLES[kind]}
          </label>
        ))}
      </fieldset>
      <VirtualList
        role="list"
        aria-label="Log"
        count={shown.length}
        rowHeight={ROW_HEIGHT}
        shownRow={present}
        renderRow={(i) => {
          const { time, kind, text } = shown[i]
          return (
            // biome-ignore lint/a11y/useSemanticElements: rows of a virtual list stand in boxes of their own
            <div role="listitem" key={i}>
              <button
                type="button"
                class={`log-row ${kind}${i === present ? ' present' : ''}`}
                aria-current={i === present ? 'time' : undefined}
                title={text}
                onClick={() => store.player.seek(time)}
              >
                <span class="log-time">{printSeconds(time, store.player.duration.value)}</span>
                <span class="log-text">{text}</span>
              </button>
            </div>
          )
        }}
      />
    </div>
  )
}
