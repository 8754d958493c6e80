import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Icon } from './icon.tsx'
import { VirtualList } from './virtual-list.tsx'

/** A visible row of a tree. */
export interface TreeRow {
  readonly key: string
  /** From 1. */
  readonly level: number
  /** Undefined for a leaf. */
  readonly isExpanded?: boolean
  readonly isSelected: boolean
  /** True while the row is checked; undefined: the row has no check mark. */
  readonly isChecked?: boolean
  /** Content of the row; its texts are the name for screen readers. */
  readonly content: ComponentChildren
}

interface TreeProps {
  readonly label: string
  readonly rows: readonly TreeRow[]
  readonly onToggle: (key: string) => void
  readonly onSelect: (key: string) => void
  /** Row that is scrolled into view when it changes. */
  readonly shownKey?: string
  readonly id: string
}

const ROW_HEIGHT = 28

/** A tree of any size. Arrow keys move, open and close; Enter and space select. */
export function Tree({ label, rows, onToggle, onSelect, shownKey, id }: TreeProps): JSX.Element {
  const [activeKey, setActiveKey] = useState('')
  const active = Math.max(
    0,
    rows.findIndex(({ key }) => key === activeKey),
  )
  const [lastShown, setLastShown] = useState(shownKey)
  if (shownKey !== lastShown) {
    setLastShown(shownKey)
    if (shownKey !== undefined && shownKey !== '') setActiveKey(shownKey)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[active]
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const keys: Record<string, () => void> = {
      ArrowDown: () => setActiveKey(rows[Math.min(rows.length - 1, active + 1)].key),
      ArrowUp: () => setActiveKey(rows[Math.max(0, active - 1)].key),
      Home: () => setActiveKey(rows[0].key),
      End: () => setActiveKey(rows[rows.length - 1].key),
      ArrowRight: () => {
        if (row.isExpanded === false) onToggle(row.key)
        else if (row.isExpanded) setActiveKey(rows[Math.min(rows.length - 1, active + 1)].key)
      },
      ArrowLeft: () => {
        if (row.isExpanded) onToggle(row.key)
        else setActiveKey(rows[findParent(rows, active)].key)
      },
      Enter: () => onSelect(row.key),
      ' ': () => onSelect(row.key),
    }
    const action = keys[event.key]
    if (action === undefined) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
  return (
    <VirtualList
      class="tree"
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={rows.length > 0 ? `${id}-${active}` : undefined}
      onKeyDown={onKeyDown}
      count={rows.length}
      rowHeight={ROW_HEIGHT}
      shownRow={activeKey === '' ? -1 : active}
      renderRow={(i) => (
        <RowView
          key={rows[i].key}
          row={rows[i]}
          id={`${id}-${i}`}
          isActive={i === active && activeKey !== ''}
          onToggle={onToggle}
          onSelect={(key) => {
            setActiveKey(key)
            onSelect(key)
          }}
        />
      )}
    />
  )
}

interface RowViewProps {
  readonly row: TreeRow
  readonly id: string
  readonly isActive: boolean
  readonly onToggle: (key: string) => void
  readonly onSelect: (key: string) => void
}

/** A row with its arrow. */
function RowView({ row, id, isActive, onToggle, onSelect }: RowViewProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, and names the active row
    <div
      id={id}
      class={`tree-row${isActive ? ' active' : ''}`}
      role="treeitem"
      aria-level={row.level}
      aria-expanded={row.isExpanded}
      aria-selected={row.isChecked ?? row.isSelected}
      style={{ paddingInlineStart: `${(row.level - 1) * 14 + 6}px` }}
      onClick={() => onSelect(row.key)}
    >
      {row.isExpanded === undefined ? (
        <span class="tree-space" />
      ) : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys open and close
        // biome-ignore lint/a11y/noStaticElementInteractions: the row announces its state, open or closed
        <span
          class={row.isExpanded ? 'tree-arrow open' : 'tree-arrow'}
          onClick={(event) => {
            event.stopPropagation()
            onToggle(row.key)
          }}
        >
          <Icon name="chevron" />
        </span>
      )}
      {row.content}
    </div>
  )
}

function findParent(rows: readonly TreeRow[], index: number): number {
  for (let i = index - 1; i >= 0; i--) if (rows[i].level < rows[index].level) return i
  return index
}
