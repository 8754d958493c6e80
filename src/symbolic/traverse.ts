/**
 * Traversals of expressions. A sum of 10 000 terms is a tree of depth 10 000, so that everything here keeps its own
 * stack; most expressions, trees of a few levels, are traversed by recursion first, which is twice as fast and leaves
 * no garbage.
 */
import type { CallExpr, Expr, NameExpr } from './expr.ts'

const NONE: readonly Expr[] = []

/** The direct parts of a node, in the order of the text. */
export function childrenOf(node: Expr): readonly Expr[] {
  switch (node.kind) {
    case 'call':
      return node.args
    case 'array':
    case 'tuple':
      return node.elements
    case 'if':
      return [node.condition, node.then, node.else]
    case 'index':
      return [node.base, ...node.subscripts]
    case 'member':
      return [node.base]
    case 'range':
      return node.step === null ? [node.from, node.to] : [node.from, node.step, node.to]
    case 'comprehension':
      return [node.body, node.range]
    default:
      return NONE
  }
}

/** `node` with new parts; `node` itself if they are unchanged. */
export function withChildren(node: Expr, parts: readonly Expr[]): Expr {
  const old = childrenOf(node)
  let isSame = true
  for (let i = 0; i < old.length; i++) isSame &&= old[i] === parts[i]
  if (isSame) return node
  switch (node.kind) {
    case 'call':
      return { ...node, args: parts }
    case 'array':
    case 'tuple':
      return { ...node, elements: parts }
    case 'if': {
      const [condition, then, otherwise] = parts
      return { ...node, condition, then, else: otherwise }
    }
    case 'index':
      return { ...node, base: parts[0], subscripts: parts.slice(1) }
    case 'member':
      return { ...node, base: parts[0] }
    case 'range':
      if (node.step === null) return { ...node, from: parts[0], to: parts[1] }
      return { ...node, from: parts[0], step: parts[1], to: parts[2] }
    case 'comprehension':
      return { ...node, body: parts[0], range: parts[1] }
    default:
      return node
  }
}

/** Maximum depth of recursion. */
export const MAX_RECURSION = 100

/**
 * Computes a value from the bottom to the top.
 *
 * @param combine computes the value of a node from the values of its parts
 * @param enter called first; a value other than undefined becomes the value of the node, and its parts are skipped
 */
export function fold<T extends NonNullable<unknown> | null>(
  root: Expr,
  combine: (node: Expr, parts: readonly T[]) => T,
  enter?: (node: Expr) => T | undefined,
): T {
  return foldLevel(root, combine, enter, MAX_RECURSION)
}

function foldLevel<T extends NonNullable<unknown> | null>(
  node: Expr,
  combine: (node: Expr, parts: readonly T[]) => T,
  enter: ((node: Expr) => T | undefined) | undefined,
  levels: number,
): T {
  if (levels === 0) return foldDeep(node, combine, enter)
  const value = enter?.(node)
  if (value !== undefined) return value
  const children = childrenOf(node)
  if (children.length === 0) return combine(node, NONE as readonly never[])
  const values: T[] = []
  for (let i = 0; i < children.length; i++) values.push(foldLevel(children[i], combine, enter, levels - 1))
  return combine(node, values)
}

/** The same with an explicit stack. */
function foldDeep<T extends NonNullable<unknown> | null>(
  root: Expr,
  combine: (node: Expr, parts: readonly T[]) => T,
  enter: ((node: Expr) => T | undefined) | undefined,
): T {
  const stack: { node: Expr; children: readonly Expr[]; values: T[] }[] = []
  let node = root
  for (;;) {
    // down to a node without parts
    let value = enter?.(node)
    if (value === undefined) {
      const children = childrenOf(node)
      if (children.length > 0) {
        stack.push({ node, children, values: [] })
        node = children[0]
        continue
      }
      value = combine(node, NONE as readonly never[])
    }
    // up to a node with parts that are left
    for (;;) {
      const frame = stack[stack.length - 1]
      if (frame === undefined) return value
      frame.values.push(value)
      if (frame.values.length < frame.children.length) {
        node = frame.children[frame.values.length]
        break
      }
      stack.pop()
      value = combine(frame.node, frame.values)
    }
  }
}

/** The tree with every node replaced by `change(node)`, from the bottom to the top. Unchanged parts are shared. */
export function mapExpr(expr: Expr, change: (node: Expr) => Expr): Expr {
  return fold<Expr>(expr, (node, parts) => change(withChildren(node, parts)))
}

/** Calls `visit` for every node, a node before its parts; `visit` returns false to skip the parts. */
export function visitExpr(expr: Expr, visit: (node: Expr) => unknown): void {
  const stack: Expr[] = [expr]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (visit(node) === false) continue
    const children = childrenOf(node)
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i])
  }
}

/** True if `test` is true for any node; stops at the first one. */
export function someNode(expr: Expr, test: (node: Expr) => boolean): boolean {
  return someLevel(expr, test, MAX_RECURSION)
}

function someLevel(node: Expr, test: (node: Expr) => boolean, levels: number): boolean {
  if (levels === 0) return someDeep(node, test)
  if (test(node)) return true
  const children = childrenOf(node)
  for (let i = 0; i < children.length; i++) if (someLevel(children[i], test, levels - 1)) return true
  return false
}

function someDeep(expr: Expr, test: (node: Expr) => boolean): boolean {
  let isFound = false
  visitExpr(expr, (node) => {
    isFound ||= test(node)
    return !isFound
  })
  return isFound
}

/** Number of nodes. */
export function size(expr: Expr): number {
  let count = 0
  visitExpr(expr, () => {
    count++
  })
  return count
}

/** True if the two trees are equal, apart from their positions. Numbers as in `Object.is`, objects by identity. */
export function equalExpr(a: Expr, b: Expr): boolean {
  const stack: [Expr, Expr][] = [[a, b]]
  for (let pair = stack.pop(); pair !== undefined; pair = stack.pop()) {
    const [x, y] = pair
    if (x === y) continue
    if (!equalNodes(x, y)) return false
    const xs = childrenOf(x)
    const ys = childrenOf(y)
    if (xs.length !== ys.length) return false
    for (let i = 0; i < xs.length; i++) stack.push([xs[i], ys[i]])
  }
  return true
}

/** True if two nodes are equal without their parts. */
function equalNodes(x: Expr, y: Expr): boolean {
  if (x.kind !== y.kind) return false
  switch (x.kind) {
    case 'number':
    case 'boolean':
    case 'string':
    case 'object':
      return Object.is(x.value, (y as typeof x).value)
    case 'name':
      return x.name === (y as NameExpr).name
    case 'call':
      return x.fn === (y as CallExpr).fn
    case 'comprehension':
      return x.variable === (y as typeof x).variable
    case 'member':
      return x.member === (y as typeof x).member
    default:
      return true
  }
}

/** The calls in `expr` with new function names; names that are not in `names` stay. */
export function renameCalls(expr: Expr, names: ReadonlyMap<string, string>): Expr {
  return mapExpr(expr, (node) => {
    const fn = node.kind === 'call' ? names.get(node.fn) : undefined
    return fn === undefined || node.kind !== 'call' ? node : { ...node, fn }
  })
}
