/** Ends of connections: connectors and signals, taken apart into single variables. */
import type { Position } from '../../symbolic/index.ts'
import { isVar, type VarNode } from '../definition/index.ts'
import {
  childrenOf,
  firstName,
  fullName,
  type Instance,
  isInstanceArray,
  lookup,
  modelError,
} from '../instances/index.ts'

/** One variable of a connection. */
export interface Leaf {
  /** Full name. */
  readonly name: string
  readonly isFlow: boolean
  /** Belongs to a sub-component, not to the component itself: its flow counts positive. */
  readonly isInside: boolean
  /** Gives the signal its value: an output of a sub-component, or an own input. */
  readonly isSource: boolean
  /** For an element of an array, `name` is `position[2]`: the full name of the array, and which element. */
  readonly element?: { readonly array: string; readonly subscripts: readonly number[] }
}

/** A path in a connection. */
export interface End {
  /** As it is written. */
  readonly path: string
  /** Its variables by their names inside of the connector; '' for a single signal. */
  readonly leaves: ReadonlyMap<string, Leaf>
}

/** What `path` means in a connection of the component `level`. */
export function findEnd(level: Instance, path: string, pos: Position | undefined): End {
  const found = lookup(level, path)
  const isInside = startsInside(level, path)
  if (found.kind === 'none') {
    const leaf = findElement(level, path, isInside)
    if (leaf !== undefined) return { path, leaves: new Map([['', leaf]]) }
    throw modelError(level.path, `connect: ${found.problem()}`, pos)
  }
  if (found.kind === 'instance') {
    if (!found.instance.isBundle)
      throw modelError(level.path, `connect: ${describeNoConnector(path, found.instance)}`, pos)
    return { path, leaves: new Map(leavesOf(found.instance, '', isInside)) }
  }
  if (found.node !== null && !isVar(found.node)) {
    throw modelError(level.path, `connect: '${path}' is a parameter, expected a connector or a signal`, pos)
  }
  return { path, leaves: new Map([['', createLeaf(found.path, found.node, isInside)]]) }
}

const ELEMENT = /^(.+)\[(\d+(?:,\d+)*)\]$/

/** An element of a variable that is an array: `path.position[2]`, `A[1,2]`. */
function findElement(level: Instance, path: string, isInside: boolean): Leaf | undefined {
  const match = ELEMENT.exec(path.replaceAll(' ', ''))
  if (match === null) return undefined
  const found = lookup(level, match[1])
  if (found.kind !== 'declaration' || (found.node !== null && !isVar(found.node))) return undefined
  const subscripts = match[2].split(',').map(Number)
  const leaf = createLeaf(`${found.path}[${subscripts.join(',')}]`, found.node, isInside)
  return { ...leaf, element: { array: found.path, subscripts } }
}

/** The variables of a connector with their names inside of it; nested connectors included. */
export function* leavesOf(connector: Instance, prefix: string, isInside: boolean): Generator<[string, Leaf]> {
  for (const [name, node] of connector.declarations) {
    if (isVar(node)) yield [prefix + name, createLeaf(fullName(connector, name), node, isInside)]
  }
  for (const child of childrenOf(connector)) {
    const name = child.path.slice(connector.path.length + 1)
    yield* leavesOf(child, `${prefix}${name}.`, isInside)
  }
}

/** `v, i (flow)`. */
export function describeLeaves(end: End): string {
  const names = [...end.leaves].map(([name, leaf]) => (leaf.isFlow ? `${name} (flow)` : name))
  return end.leaves.has('') ? 'is a signal' : `has ${names.join(', ')}`
}

function createLeaf(name: string, node: VarNode | null, isInside: boolean): Leaf {
  const isSource = isInside ? node?.output === true : node?.input === true
  return { name, isFlow: node?.flow === true, isInside, isSource }
}

/** The first part of the path is a sub-component with a behavior of its own. */
function startsInside(level: Instance, path: string): boolean {
  const child = level.children.get(firstName(path))
  if (child === undefined) return false
  return !(isInstanceArray(child) ? child[0] : child).isConnector
}

function describeNoConnector(path: string, instance: Instance): string {
  const connectors = [...childrenOf(instance)].filter((child) => child.isConnector)
  const paths = connectors.map((child) => `${path}${child.path.slice(instance.path.length)}`)
  const has = paths.length === 0 ? 'it has none' : `it has ${paths.join(', ')}`
  return `'${path}' is no connector; ${has}`
}
