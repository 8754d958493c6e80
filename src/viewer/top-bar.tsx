import type { JSX } from 'preact'
import { IconButton } from './controls/index.ts'
import { pickFiles } from './open-files.ts'
import type { ViewerStore } from './store/index.ts'

interface TopBarProps {
  readonly store: ViewerStore
  readonly isNarrow: boolean
  readonly has3D: boolean
}

/** Name, list of shows, and buttons for the whole viewer. */
export function TopBar({ store, isNarrow, has3D }: TopBarProps): JSX.Element {
  const shows = store.shows.value
  const { settings } = store
  const isDark = settings.shownTheme.value === 'dark'
  const hasTable = store.table.value !== null
  const names = withoutFolders(shows.map(({ source }) => source.name))
  return (
    <header class="top-bar">
      <h1 class="brand">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 5l7 14L21 5" />
          <circle cx="10" cy="19" r="2.5" />
        </svg>
        Vario
      </h1>
      {shows.length > 0 && (
        <select
          class="show-select"
          aria-label="Result"
          title={shows.find(({ id }) => id === store.currentId.value)?.source.name ?? 'Result'}
          value={String(store.currentId.value)}
          onChange={(event) => void store.open(Number(event.currentTarget.value))}
        >
          {shows.map(({ id }, i) => (
            <option key={id} value={String(id)}>
              {names[i]}
            </option>
          ))}
        </select>
      )}
      <span class="loading" role="status">
        {store.isLoading.value ? 'Loading…' : ''}
      </span>
      <span class="space" />
      {!isNarrow && hasTable && (
        <>
          <IconButton
            icon="left"
            label="Left panel"
            isPressed={settings.isLeftOpen.value}
            onClick={() => {
              settings.isLeftOpen.value = !settings.isLeftOpen.value
            }}
          />
          {has3D && (
            <IconButton
              icon="right"
              label="Plots panel"
              isPressed={settings.isRightOpen.value}
              onClick={() => {
                settings.isRightOpen.value = !settings.isRightOpen.value
              }}
            />
          )}
        </>
      )}
      <IconButton icon="open" label="Open a file" onClick={() => pickFiles(store)} />
      <IconButton
        icon={isDark ? 'sun' : 'moon'}
        label={isDark ? 'Light colors' : 'Dark colors'}
        onClick={() => settings.toggleTheme()}
      />
      <IconButton
        icon="help"
        label="Keys and gestures"
        onClick={() => {
          store.isHelpOpen.value = true
        }}
      />
    </header>
  )
}

/** Names of files without their folders, for lack of room, unless that makes two of them equal. */
function withoutFolders(names: readonly string[]): readonly string[] {
  const short = names.map((name) => name.replace(/^.*[\\/]/, ''))
  return new Set(short).size === names.length ? short : names
}
