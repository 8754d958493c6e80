import type { SignalTable } from '../../results/index.ts'
import { lastPart, parentPath } from './component-tree.ts'

/** A component, a signal that can be plotted, or an element of an array. */
export interface SignalNode {
  /** Name for the table: `arm.r`, `arm.r[2]`; path of a component. */
  readonly name: string
  /** Last part of the name. */
  readonly label: string
  readonly unit: string
  readonly info: string
  /** True for a signal or an element, false for a component. */
  readonly isSignal: boolean
  readonly children: readonly SignalNode[]
}

/** Maximum number of elements of one array in the tree. */
const MAX_ELEMENTS = 64

type Draft = SignalNode & { readonly children: SignalNode[] }

/** Tree of all signals over time by component, each array with its elements. */
export function createSignalTree(table: SignalTable): readonly SignalNode[] {
  const root = createComponent('')
  const components = new Map<string, Draft>([['', root]])
  const visit = (path: string): Draft => {
    const known = components.get(path)
    if (known !== undefined) return known
    const draft = createComponent(path)
    components.set(path, draft)
    visit(parentPath(path)).children.push(draft)
    return draft
  }
  for (const name of listPlottable(table))
    visit(parentPath(name)).children.push(createSignalNode(table, name))
  // created here, not at module load, which would wait for the locale rules that it needs
  const order = new Intl.Collator('en', { numeric: true })
  for (const { children } of components.values()) children.sort((a, b) => compareNodes(a, b, order))
  return root.children
}

/** Signals whose names contain all words of a text; elements of arrays if the text has brackets; at most `limit`. */
export function searchSignals(table: SignalTable, text: string, limit: number): SignalNode[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found: SignalNode[] = []
  for (const name of listPlottable(table)) {
    if (found.length >= limit) break
    const { info } = table.signal(name)
    const place = `${name} ${info}`.toLowerCase()
    if (words.every((word) => place.includes(word.replace(/\[.*$/, ''))))
      found.push({ ...createSignalNode(table, name), label: name })
  }
  return found
}

/** Sorts components before signals, and `ball2` before `ball10`; signals keep their order. */
function compareNodes(a: SignalNode, b: SignalNode, order: Intl.Collator): number {
  if (a.isSignal || b.isSignal) return Number(a.isSignal) - Number(b.isSignal)
  return order.compare(a.label, b.label)
}

function listPlottable(table: SignalTable): string[] {
  return table.names.filter((name) => {
    const { kind, header } = table.signal(name)
    return kind !== 'time' && header.axis !== undefined && header.type !== 'text'
  })
}

function createComponent(path: string): Draft {
  return { name: path, label: lastPart(path), unit: '', info: '', isSignal: false, children: [] }
}

function createSignalNode(table: SignalTable, name: string): SignalNode {
  const signal = table.signal(name)
  const { info, unit } = signal
  const isScalar = signal.size.length === 0
  const nElement = isScalar ? 0 : Math.min(signal.nElement, MAX_ELEMENTS)
  const children = Array.from({ length: nElement }, (_, k): SignalNode => {
    const element = signal.nameOf(k)
    const label = element.slice(signal.name.length)
    return { name: element, label, unit: signal.unitOf(k), info: '', isSignal: true, children: [] }
  })
  return { name, label: lastPart(name), unit, info, isSignal: true, children }
}
