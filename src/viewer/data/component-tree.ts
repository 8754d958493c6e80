import type { SceneDescription } from '../../animation/index.ts'
import type { SignalTable } from '../../results/index.ts'

/** A part of a model: a prefix of signal names, or an object or joint of the scene. */
export interface Component {
  /** `robot.arm`; empty for the model itself. */
  readonly path: string
  /** `arm` */
  readonly name: string
  readonly kind: 'model' | 'component' | 'object' | 'body' | 'joint'
  /** Kind in words: `Revolute`, `Box`; empty if unknown. */
  readonly what: string
  /** Names of its own signals, without those of its children. */
  readonly signals: readonly string[]
  readonly children: readonly Component[]
}

interface Draft {
  path: string
  name: string
  kind: Component['kind']
  what: string
  signals: string[]
  children: Draft[]
}

/**
 * All components of a result, in the order of its signals; components of the scene are included even without signals.
 */
export function createComponentTree(table: SignalTable, scene: SceneDescription | null): Component {
  const root: Draft = { path: '', name: modelName(table), kind: 'model', what: '', signals: [], children: [] }
  const drafts = new Map<string, Draft>([['', root]])
  const visit = (path: string): Draft => {
    const known = drafts.get(path)
    if (known !== undefined) return known
    const draft: Draft = {
      path,
      name: lastPart(path),
      kind: 'component',
      what: '',
      signals: [],
      children: [],
    }
    drafts.set(path, draft)
    visit(parentPath(path)).children.push(draft)
    return draft
  }
  for (const path of scene?.objects ?? []) visit(path).kind = 'object'
  for (const { path, kind } of scene?.joints ?? []) {
    const draft = visit(path)
    draft.what = kind
    if (draft.kind === 'component') draft.kind = 'joint'
  }
  for (const { path, shape } of scene?.parts ?? []) {
    const draft = visit(path)
    draft.kind = 'body'
    draft.what = shape.shape
  }
  for (const name of table.names) {
    if (table.signal(name).kind !== 'time') visit(parentPath(name)).signals.push(name)
  }
  return root
}

/** The component with a given path, or undefined. */
export function findComponent(root: Component, path: string): Component | undefined {
  if (root.path === path) return root
  for (const child of root.children) {
    if (path === child.path || path.startsWith(`${child.path}.`)) {
      const found = findComponent(child, path)
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** `robot` for `robot.arm`, `C` for `C.der(v)`: the part before the last dot outside of brackets. */
export function parentPath(path: string): string {
  return path.slice(0, Math.max(0, lastDot(path)))
}

/** `arm` for `robot.arm`. */
export function lastPart(path: string): string {
  return path.slice(lastDot(path) + 1)
}

function lastDot(path: string): number {
  let depth = 0
  for (let i = path.length - 1; i >= 0; i--) {
    const char = path[i]
    if (char === ')' || char === ']') depth++
    else if (char === '(' || char === '[') depth--
    else if (char === '.' && depth === 0) return i
  }
  return -1
}

function modelName(table: SignalTable): string {
  const { model } = table.attributes
  return typeof model === 'string' && model !== '' ? model : 'Model'
}
