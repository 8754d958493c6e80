import type { JSX } from 'preact'
import { Icon } from '../controls/index.ts'
import type { ViewerStore } from '../store/index.ts'
import { DiagramView } from './diagram-view.tsx'

/** All diagrams, one below the other. */
export function PlotsPanel({ store }: { readonly store: ViewerStore }): JSX.Element | null {
  const table = store.table.value
  if (table === null) return null
  const list = store.diagrams.list.value
  return (
    <div class="plots">
      {list.map((diagram, i) => (
        <DiagramView key={diagram.id} store={store} table={table} diagram={diagram} number={i + 1} />
      ))}
      <div class="plots-foot">
        {list.length === 0 && <p class="hint">No diagrams. Choose signals in the left panel.</p>}
        <button type="button" class="text-button" onClick={() => store.diagrams.add()}>
          <Icon name="plus" /> Diagram
        </button>
        {store.diagrams.zoom.value !== null && (
          <button
            type="button"
            class="text-button"
            onClick={() => {
              store.diagrams.zoom.value = null
            }}
          >
            <Icon name="fit" /> Full range
          </button>
        )}
      </div>
    </div>
  )
}
