import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { describeResult } from '../data/index.ts'
import type { ViewerStore } from '../store/index.ts'

/** Facts about the result: model, sizes, options, statistics. */
export function InfoPanel({ store }: { readonly store: ViewerStore }): JSX.Element | null {
  const table = store.table.value
  const sections = useMemo(() => (table === null ? [] : describeResult(table)), [table])
  if (table === null) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <section class="info-panel" tabIndex={0} aria-label="Facts about the result">
      {sections.map(({ title, rows }) => (
        <section key={title}>
          <h2>{title}</h2>
          <dl class="values">
            {rows.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </section>
  )
}
