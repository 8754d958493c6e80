import type { JSX } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { Tree, type TreeRow } from '../controls/index.ts'
import { createSignalTree, type SignalNode, searchSignals } from '../data/index.ts'
import type { ViewerStore } from '../store/index.ts'

/** Maximum number of signals in a search result. */
const MAX_FOUND = 500

/** All signals as a tree; checked signals are in the diagrams. */
export function SignalPanel({ store }: { readonly store: ViewerStore }): JSX.Element | null {
  const table = store.table.value
  const [text, setText] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const tree = useMemo(() => (table === null ? [] : createSignalTree(table)), [table])
  const found = useMemo(
    () => (table === null || text.trim() === '' ? null : searchSignals(table, text, MAX_FOUND)),
    [table, text],
  )
  const diagrams = store.diagrams.list.value
  const plotted = useMemo(() => new Set(diagrams.flatMap(({ names }) => names)), [diagrams])
  const rows = useMemo(() => listRows(found ?? tree, open, plotted), [found, tree, open, plotted])
  if (table === null) return null
  const toggle = (key: string): void => {
    const next = new Set(open)
    if (!next.delete(key)) next.add(key)
    setOpen(next)
  }
  const choose = (key: string): void => {
    if (key.startsWith('.')) toggle(key)
    else toggleSignal(store, table.signal(key).nElement > 1 && plotted.has(table.signal(key).nameOf(0)), key)
  }
  return (
    <div class="signal-panel">
      <input
        type="search"
        placeholder="Search signals"
        aria-label="Search signals"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {found !== null && (
        <p class="hint" role="status">
          {found.length === 0
            ? 'No signal name contains all of these words.'
            : `${found.length}${found.length === MAX_FOUND ? ' or more' : ''} found`}
        </p>
      )}
      {rows.length > 0 && (
        <Tree id="signal-tree" label="Signals" rows={rows} onToggle={toggle} onSelect={choose} />
      )}
    </div>
  )
}

/** Expands an array to all of its elements. */
function toggleSignal(store: ViewerStore, hasElements: boolean, name: string): void {
  const table = store.table.value!
  if (!hasElements) {
    store.diagrams.toggle(table, name)
    return
  }
  const signal = table.signal(name)
  for (let k = 0; k < signal.nElement; k++) {
    const element = signal.nameOf(k)
    if (store.diagrams.has(element)) store.diagrams.toggle(table, element)
  }
}

/** Keys of components begin with a dot; keys of signals are their names. */
function listRows(
  nodes: readonly SignalNode[],
  open: ReadonlySet<string>,
  plotted: ReadonlySet<string>,
): TreeRow[] {
  const rows: TreeRow[] = []
  const visit = (node: SignalNode, level: number): void => {
    const key = node.isSignal ? node.name : `.${node.name}`
    const isExpanded = open.has(key)
    const isChecked =
      plotted.has(node.name) || (node.isSignal && node.children.some(({ name }) => plotted.has(name)))
    const { length } = node.children
    rows.push({
      key,
      level,
      ...(length > 0 ? { isExpanded } : {}),
      isSelected: false,
      ...(node.isSignal ? { isChecked } : {}),
      content: (
        <>
          {node.isSignal && <span class={isChecked ? 'check checked' : 'check'} />}
          <span class="tree-name" title={node.info || node.name}>
            {node.label}
          </span>{' '}
          <span class="tree-note">
            {node.isSignal && length > 0 ? `${node.unit} (${length})` : node.unit}
          </span>
        </>
      ),
    })
    if (isExpanded) for (const child of node.children) visit(child, level + 1)
  }
  for (const node of nodes) visit(node, 1)
  return rows
}
