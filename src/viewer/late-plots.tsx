import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { PlotsPanel } from './plots/index.ts'
import { explainError, type ViewerStore } from './store/index.ts'

/** The diagrams. Their library is a separate script, so that the first picture does not wait for it. */
export function LatePlots({ store }: { readonly store: ViewerStore }): JSX.Element | null {
  const panel = useSignal<{ readonly Panel: typeof PlotsPanel } | null>(null)
  useEffect(() => {
    import('./plots/index.ts')
      .then(({ PlotsPanel }) => {
        panel.value = { Panel: PlotsPanel }
      })
      .catch((error: unknown) => {
        store.message.value = `The diagrams could not be loaded: ${explainError(error)}`
      })
  }, [store, panel])
  if (panel.value === null) return null
  const { Panel } = panel.value
  return <Panel store={store} />
}
