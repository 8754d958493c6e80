/** Ends of connections: connectors and signals, expanded into single variables. */
import type { VarioError } from '../../base/index.ts'
import { type Expr, type NameExpr, number, type Position } from '../../symbolic/index.ts'
import { isVar, type VarNode } from '../nodes.ts'
import type { Fields } from '../statements/index.ts'
import { childrenOf, fullName, type Instance, isInstanceArray } from './instance.ts'
import { firstName, lookup, ownerOfInner } from './lookup.ts'
import { modelError } from './model-error.ts'

/** One variable of a connection. */
export interface Leaf {
  /** Full name. */
  readonly name: string
  readonly isFlow: boolean
  /** For a stream variable: the flow of its connector. */
  readonly stream?: StreamFlow
  /** Belongs to a sub-component, not to the component itself: its flow counts positive. */
  readonly isInside: boolean
  /** Gives the signal its value: an output of a sub-component, or an own input. */
  readonly isSource: boolean
  /**
   * For an element of an array, with a `name` such as `position[2]`: full name of the array, and subscripts of the
   * element.
   */
  readonly element?: { readonly array: string; readonly subscripts: readonly number[] }
}

/** The flow that carries a stream. */
export interface StreamFlow {
  readonly name: string
  readonly unit?: string
  readonly nominal?: Expr
}

/** A path in a connection. */
export interface End {
  /** The path as written in the connection. */
  readonly path: string
  /** Variables by their names inside the connector; '' for a single signal. */
  readonly leaves: ReadonlyMap<string, Leaf>
  /** For an outer connector or signal, or a part of an outer component: the component with the inner one. */
  readonly owner?: Instance
}

/**
 * Returns the connector or signal that `path` names in a connection of the component `level`; null if its component does
 * not exist.
 */
export function findEnd(level: Instance, path: string, pos: Position | undefined): End | null {
  const first = firstName(path)
  if (level.outers.has(first)) {
    const owner = ownerOfInner(level, first)
    const end = findEnd(owner, path, pos)
    return end && { owner, ...end }
  }
  const found = lookup(level, path)
  if (found.kind === 'none' && found.isAbsent) return null
  const isInside = startsInside(level, path)
  if (found.kind === 'none') {
    const leaf = findElement(level, path, isInside)
    if (leaf !== undefined) return { path, leaves: new Map([['', leaf]]) }
    throw modelError(level.path, `connect: ${found.problem()}`, pos, { connection: path })
  }
  if (found.kind === 'instance') {
    if (!found.instance.isBundle)
      throw modelError(level.path, `connect: ${describeNoConnector(path, found.instance)}`, pos, {
        connection: path,
      })
    return { path, leaves: new Map(leavesOf(found.instance, '', isInside)) }
  }
  if (found.node !== null && !isVar(found.node)) {
    throw modelError(
      level.path,
      `connect: expected a connector or a signal, got the parameter '${path}'`,
      pos,
      { connection: path },
    )
  }
  return { path, leaves: new Map([['', createLeaf(found.path, found.node, isInside)]]) }
}

const ELEMENT = /^(.+)\[(\d+(?:,\d+)*)\]$/

/** One element of an array variable: `path.position[2]`, `A[1,2]`. */
function findElement(level: Instance, path: string, isInside: boolean): Leaf | undefined {
  const match = ELEMENT.exec(path.replaceAll(' ', ''))
  if (match === null) return undefined
  const found = lookup(level, match[1])
  if (found.kind !== 'declaration' || (found.node !== null && !isVar(found.node))) return undefined
  const subscripts = match[2].split(',').map(Number)
  const leaf = createLeaf(`${found.path}[${subscripts.join(',')}]`, found.node, isInside)
  return { ...leaf, element: { array: found.path, subscripts } }
}

/** Variables of a connector with their names inside it, including nested connectors. */
export function* leavesOf(connector: Instance, prefix: string, isInside: boolean): Generator<[string, Leaf]> {
  for (const [name, node] of connector.declarations) {
    if (!isVar(node)) continue
    const leaf = createLeaf(fullName(connector, name), node, isInside)
    yield [prefix + name, node.stream === true ? { ...leaf, stream: streamFlowOf(connector) } : leaf]
  }
  for (const child of childrenOf(connector)) {
    const name = child.path.slice(connector.path.length + 1)
    yield* leavesOf(child, `${prefix}${name}.`, isInside)
  }
}

/** The variables of the record that `expr` names, with the names as written; undefined for other expressions. */
export function fieldsOfRecord(expr: NameExpr, found: ReturnType<typeof lookup>): Fields | undefined {
  if (found.kind !== 'instance' || !found.instance.isBundle) return undefined
  if (found.instance.isBus) {
    const problem = `expected a record, got the bus '${expr.name}'; write connect(a, b), or the names of its members`
    throw modelError('', problem, expr.pos)
  }
  const field = (name: string): Expr => ({ ...expr, name: `${expr.name}.${name}` })
  return new Map([...leavesOf(found.instance, '', true)].map(([name]) => [name, field(name)]))
}

/** The only flow of a connector with stream variables. */
export function streamFlowOf(connector: Instance): StreamFlow {
  const flows = [...connector.declarations].flatMap(([name, node]) =>
    isVar(node) && node.flow === true ? [{ name, node }] : [],
  )
  if (flows.length !== 1)
    throw wrongStreamFlow(
      connector.path,
      flows.map(({ name }) => name),
    )
  const [{ name, node }] = flows
  const { unit, nominal } = node
  return {
    name: fullName(connector, name),
    ...(unit !== undefined && { unit }),
    ...(typeof nominal === 'number' && { nominal: number(nominal) }),
  }
}

/** Error of a connector with streams that has no flow, or several. */
function wrongStreamFlow(path: string, flows: readonly string[]): VarioError {
  const found = flows.length === 0 ? 'none' : flows.join(', ')
  return modelError(path, `expected exactly one flow in a connector with stream variables, got ${found}`)
}

/** Names of the variables as a message shows them: `v, i (flow)`. */
export function describeLeaves(end: End): string {
  const names = [...end.leaves].map(([name, leaf]) =>
    leaf.isFlow ? `${name} (flow)` : leaf.stream ? `${name} (stream)` : name,
  )
  return end.leaves.has('') ? 'is a signal' : `has ${names.join(', ')}`
}

function createLeaf(name: string, node: VarNode | null, isInside: boolean): Leaf {
  const isSource = isInside ? node?.output === true : node?.input === true
  return { name, isFlow: node?.flow === true, isInside, isSource }
}

/** True if the first part of the path is a sub-component with equations of its own. */
function startsInside(level: Instance, path: string): boolean {
  const child = level.children.get(firstName(path))
  if (child === undefined) return false
  return !(isInstanceArray(child) ? child[0] : child).isConnector
}

function describeNoConnector(path: string, instance: Instance): string {
  const connectors = [...childrenOf(instance)].filter((child) => child.isConnector)
  const paths = connectors.map((child) => `${path}${child.path.slice(instance.path.length)}`)
  const has = paths.length === 0 ? 'it has none' : `it has ${paths.join(', ')}`
  return `expected a connector, got '${path}'; ${has}`
}
