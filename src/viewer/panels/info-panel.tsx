import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { describeResult } from '../data/index.ts'
import type { ViewerStore } from '../store/index.ts'

/** Properties of the result: model, sizes, options, statistics. */
export function InfoPanel({ store }: { readonly store: ViewerStore }): JSX.Element | null {
  const table = store.table.value
  const sections = useMemo(() => (table === null ? [] : describeResult(table)), [table])
  if (table === null) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard
    <section class="info-panel" tabIndex={0} aria-label="Properties of the result">
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
