import type { JSX } from 'preact'
import { Icon } from './controls/index.ts'
import { ENDINGS, type ViewerStore } from './store/index.ts'

interface EmptyPageProps {
  readonly store: ViewerStore
  readonly onOpen: () => void
}

/** The page before a result is shown. */
export function EmptyPage({ store, onOpen }: EmptyPageProps): JSX.Element {
  return (
    <main class="empty-page">
      {store.isLoading.value ? (
        <p>Loading…</p>
      ) : (
        <>
          <h2>Nothing to show yet</h2>
          <p>Drop a result file here ({ENDINGS.join(', ')}), or choose one.</p>
          <button type="button" class="text-button primary" onClick={onOpen}>
            <Icon name="open" /> Open a file
          </button>
        </>
      )}
    </main>
  )
}
