import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Icon, IconButton, Splitter, Tabs } from './controls/index.ts'
import { listenToKeys } from './keys.ts'
import { listenToFiles, pickFiles } from './open-files.ts'
import { HelpDialog, InfoPanel, LiveBar, LogPanel, ModelPanel, SignalPanel, TimeBar } from './panels/index.ts'
import type { PlotsPanel } from './plots/index.ts'
import { ScenePanel } from './scene-panel.tsx'
import { ENDINGS, explainError, type Panel, type ViewerStore } from './store/index.ts'
import { TopBar } from './top-bar.tsx'

const SIDE_TABS = [
  { name: 'model', title: 'Model', icon: 'model' },
  { name: 'signals', title: 'Signals', icon: 'chart' },
  { name: 'log', title: 'Log', icon: 'log' },
  { name: 'info', title: 'Info', icon: 'info' },
] as const
const VIEW_TABS = [
  { name: 'scene', title: '3D', icon: 'scene' },
  { name: 'plots', title: 'Plots', icon: 'chart' },
] as const

/** Below this width one panel is shown at a time [px]. */
const NARROW = 760
/** Widths of the left and right panels [px]. */
const [MIN_SIDE, MAX_SIDE] = [200, 900]

/** The whole viewer. */
export function App({ store }: { readonly store: ViewerStore }): JSX.Element {
  const root = useRef<HTMLDivElement>(null)
  const isNarrow = useSignal(false)
  const isDropping = useSignal(false)
  useEffect(() => {
    const element = root.current!
    const observer = new ResizeObserver(([{ contentRect }]) => {
      isNarrow.value = contentRect.width < NARROW
    })
    observer.observe(element)
    const stopKeys = listenToKeys(element, store)
    const stopFiles = listenToFiles(element, store, isDropping)
    return () => {
      observer.disconnect()
      stopKeys()
      stopFiles()
    }
  }, [store, isNarrow, isDropping])

  const table = store.table.value
  const has3D = store.scene.value !== null
  const { settings } = store
  const sizes = settings.sizes.value
  const narrowPanel = store.narrowPanel.value
  return (
    <div
      class={`vario-viewer${isNarrow.value ? ' narrow' : ''}${has3D ? '' : ' flat'}`}
      ref={root}
      data-theme={settings.shownTheme.value}
      data-panel={isSidePanel(narrowPanel) ? 'side' : narrowPanel}
      style={{ '--left': `${sizes.left}px`, '--right': `${sizes.right}px` }}
    >
      <TopBar store={store} isNarrow={isNarrow.value} has3D={has3D} />
      <MessageBar store={store} />
      {table === null ? (
        <EmptyPage store={store} onOpen={() => pickFiles(store)} />
      ) : (
        <Panels store={store} isNarrow={isNarrow.value} has3D={has3D} />
      )}
      <LiveBar store={store} />
      <TimeBar store={store} />
      {isNarrow.value && table !== null && (
        <Tabs
          label="Panels"
          tabs={[...VIEW_TABS.filter(({ name }) => has3D || name !== 'scene'), ...SIDE_TABS]}
          current={narrowPanel}
          controls="panels"
          onSelect={(name) => {
            store.narrowPanel.value = name
          }}
        />
      )}
      {isDropping.value && <div class="drop-hint">Drop result files to open them</div>}
      {store.isHelpOpen.value && (
        <HelpDialog
          onClose={() => {
            store.isHelpOpen.value = false
          }}
        />
      )}
    </div>
  )
}

interface PanelsProps {
  readonly store: ViewerStore
  readonly isNarrow: boolean
  readonly has3D: boolean
}

/** The panels of a result: side panels, 3D view and diagrams, with splitters between them. */
function Panels({ store, isNarrow, has3D }: PanelsProps): JSX.Element {
  // load the scene first: the panels take as long to create as the scene does
  const isFilled = !has3D || store.hasPicture.value
  const { settings } = store
  const sizes = settings.sizes.value
  const setSize = (name: 'left' | 'right', size: number): void => {
    settings.sizes.value = { ...settings.sizes.value, [name]: size }
  }
  const isLeftOpen = isNarrow || settings.isLeftOpen.value
  const isRightOpen = isNarrow || settings.isRightOpen.value || !has3D
  return (
    <main class="panels" id="panels">
      {isLeftOpen && <SidePanel store={store} isNarrow={isNarrow} isFilled={isFilled} />}
      {isLeftOpen && (
        <Splitter
          label="Width of left panel"
          size={sizes.left}
          min={MIN_SIDE}
          max={MAX_SIDE}
          direction={1}
          onResize={(size) => setSize('left', size)}
        />
      )}
      {has3D && <ScenePanel store={store} />}
      {has3D && isRightOpen && (
        <Splitter
          label="Width of plots panel"
          size={sizes.right}
          min={MIN_SIDE}
          max={MAX_SIDE}
          direction={-1}
          onResize={(size) => setSize('right', size)}
        />
      )}
      {isRightOpen && (
        <section class="plots-panel" aria-label="Plots">
          {isFilled && <LatePlots store={store} />}
        </section>
      )}
    </main>
  )
}

interface SidePanelProps {
  readonly store: ViewerStore
  readonly isNarrow: boolean
  /** False until the 3D view has drawn. */
  readonly isFilled: boolean
}

/** One of the panels with components, signals, log and properties. */
function SidePanel({ store, isNarrow, isFilled }: SidePanelProps): JSX.Element {
  const narrowPanel = store.narrowPanel.value
  const panel = isNarrow && isSidePanel(narrowPanel) ? narrowPanel : store.sidePanel.value
  return (
    <aside class="side" aria-label="Model and signals">
      {!isNarrow && (
        <Tabs
          label="Panels"
          tabs={SIDE_TABS}
          current={panel}
          controls="side-panel"
          onSelect={(name) => {
            store.sidePanel.value = name
          }}
        />
      )}
      <div class="side-panel" id="side-panel" role="tabpanel" aria-label={panel}>
        {isFilled && panel === 'model' && <ModelPanel store={store} />}
        {isFilled && panel === 'signals' && <SignalPanel store={store} />}
        {isFilled && panel === 'log' && <LogPanel store={store} />}
        {isFilled && panel === 'info' && <InfoPanel store={store} />}
      </div>
    </aside>
  )
}

/** True for a panel that is none of the two views. */
function isSidePanel(panel: Panel): panel is Exclude<Panel, 'scene' | 'plots'> {
  return panel !== 'scene' && panel !== 'plots'
}

interface EmptyPageProps {
  readonly store: ViewerStore
  readonly onOpen: () => void
}

/** The page before a result is shown. */
function EmptyPage({ store, onOpen }: EmptyPageProps): JSX.Element {
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

/** The diagrams. Their library is a separate script, so that the first picture does not wait for it. */
function LatePlots({ store }: { readonly store: ViewerStore }): JSX.Element | null {
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

/** The current error message, until it is dismissed. */
function MessageBar({ store }: { readonly store: ViewerStore }): JSX.Element {
  const text = store.message.value
  return (
    <div role="alert" class={text === '' ? 'message empty' : 'message'}>
      {text !== '' && (
        <>
          <Icon name="warning" />
          <span>{text}</span>
          <IconButton
            icon="close"
            label="Dismiss"
            onClick={() => {
              store.message.value = ''
            }}
          />
        </>
      )}
    </div>
  )
}
