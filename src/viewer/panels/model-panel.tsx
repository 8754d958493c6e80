import type { JSX } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { Icon, Tree, type TreeRow } from '../controls/index.ts'
import { type Component, parentPath } from '../data/index.ts'
import type { ViewerStore } from '../store/index.ts'
import { Inspector } from './inspector.tsx'

/** The components of the model as a tree, and details of the selected one. */
export function ModelPanel({ store }: { readonly store: ViewerStore }): JSX.Element | null {
  const root = store.components.value
  const selection = store.selection.value
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(['']))
  // scroll a component picked in the picture into view
  useEffect(() => {
    const parents: string[] = []
    for (let path = selection; path !== ''; ) parents.push((path = parentPath(path)))
    setOpen((before) =>
      parents.every((path) => before.has(path)) ? before : new Set([...before, ...parents]),
    )
  }, [selection])
  const rows = useMemo(() => (root === null ? [] : listRows(root, open, selection)), [root, open, selection])
  if (root === null) return null
  const toggle = (key: string): void => {
    const next = new Set(open)
    if (!next.delete(key)) next.add(key)
    setOpen(next)
  }
  return (
    <div class="model-panel">
      <Tree
        id="model-tree"
        label="Components"
        rows={rows}
        shownKey={selection}
        onToggle={toggle}
        onSelect={(key) => {
          store.selection.value = key === selection ? '' : key
        }}
      />
      <Inspector store={store} root={root} />
    </div>
  )
}

function listRows(root: Component, open: ReadonlySet<string>, selection: string): TreeRow[] {
  const rows: TreeRow[] = []
  const visit = (component: Component, level: number): void => {
    const { path, name, kind, what, children } = component
    const isExpanded = open.has(path)
    rows.push({
      key: path,
      level,
      ...(children.length > 0 ? { isExpanded } : {}),
      isSelected: path !== '' && path === selection,
      content: (
        <>
          <Icon name={kind} />
          <span class="tree-name">{name}</span> <span class="tree-note">{what}</span>
        </>
      ),
    })
    if (isExpanded) for (const child of children) visit(child, level + 1)
  }
  visit(root, 1)
  return rows
}
