/**
 * Connection equations by the rules of Modelica, but at any depth: a component may connect everything inside it,
 * however many levels down. All tuples that share a side of a variable form one set. In a set, potentials and signals
 * are equal and flows sum to zero; the flow of a connector seen from inside its own component counts negative.
 */
import type { Expr, Position } from '../../symbolic/index.ts'
import type { FlatEquation } from '../flat-model/index.ts'
import { isVar } from '../nodes.ts'
import { type ConnectionSet, ConnectionSets } from './connection-sets.ts'
import { tuplesOf } from './connection-tuples.ts'
import { describeLeaves, type End, findEnd, type Leaf, streamFlowOf } from './connector.ts'
import type { Structure } from './existing-components.ts'
import { childrenOf, fullName, type Instance } from './instance.ts'
import { modelError } from './model-error.ts'
import { Streams } from './streams.ts'

/** The connections of a whole model. */
export class Connections {
  private readonly sets = new ConnectionSets()
  private readonly setsOfLevel = new Map<Instance, ConnectionSet[]>()
  readonly streams: Streams

  constructor(
    root: Instance,
    private readonly structure: Structure,
  ) {
    this.collect(root, 0)
    for (const set of this.sets.all()) {
      checkSources(set)
      const known = this.setsOfLevel.get(set.level)
      if (known === undefined) this.setsOfLevel.set(set.level, [set])
      else known.push(set)
    }
    this.streams = new Streams(this.sets.all())
    declareStreams(root, this.streams)
  }

  /** True if a variable is connected inside its component. */
  isConnectedInside(name: string): boolean {
    return this.sets.isConnectedInside(name)
  }

  /** True if a variable is connected outside its component. */
  isConnectedOutside(name: string): boolean {
    return this.sets.isConnectedOutside(name)
  }

  /** The equations of the sets whose outermost connection stands in the component `level`. */
  *equationsOf(level: Instance): Generator<FlatEquation> {
    for (const set of this.setsOfLevel.get(level) ?? []) {
      const { leaves } = set
      const isStream = leaves[0].stream !== undefined
      const pairs = isStream
        ? this.streams.equationsOf(set)
        : leaves[0].isFlow
          ? balance(leaves)
          : equalities(leaves)
      for (const [left, right] of pairs) {
        yield { left, right, component: level.path, origin: 'connection' }
      }
    }
  }

  private collect(level: Instance, depth: number): void {
    for (const { paths, pos } of tuplesOf(level, this.structure)) {
      const ends = paths.map((path) => findEnd(level, path, pos)).filter((end) => end !== null)
      if (ends.length < 2) continue
      for (const end of ends) checkCompatible(level, ends[0], end, pos)
      for (const name of ends[0].leaves.keys()) {
        // a connection to an outer connector belongs to the component with the inner one
        const at = ends.find(({ owner }) => owner !== undefined)?.owner ?? level
        this.sets.unite(
          ends.map((end) => end.leaves.get(name)!),
          at,
          at === level ? depth : depthOf(at),
          pos,
        )
      }
    }
    for (const child of childrenOf(level)) this.collect(child, depth + 1)
  }
}

function depthOf(instance: Instance): number {
  return instance.parent === null ? 0 : depthOf(instance.parent) + 1
}

function checkCompatible(level: Instance, a: End, b: End, pos: Position | undefined): void {
  let compatible = a.leaves.size === b.leaves.size
  for (const [name, leaf] of a.leaves) {
    const other = b.leaves.get(name)
    if (other === undefined || other.isFlow !== leaf.isFlow || isStream(other) !== isStream(leaf))
      compatible = false
  }
  if (compatible) return
  const problem =
    `connect('${a.path}', '${b.path}'): expected compatible connectors, got others: ${a.path} ${describeLeaves(a)}; ` +
    `${b.path} ${describeLeaves(b)}`
  throw modelError(level.path, problem, pos, { connection: b.path })
}

function isStream({ stream }: Leaf): boolean {
  return stream !== undefined
}

/** Enters the stream variables of all connectors. */
function declareStreams(component: Instance, streams: Streams): void {
  for (const [name, node] of component.declarations)
    if (isVar(node) && node.stream === true)
      streams.declare(fullName(component, name), streamFlowOf(component))
  for (const child of childrenOf(component)) declareStreams(child, streams)
}

function checkSources({ level, leaves, pos }: ConnectionSet): void {
  const sources = leaves.filter((leaf) => leaf.isSource)
  if (sources.length < 2) return
  const [a, b] = sources
  const kind = (leaf: Leaf): string => (leaf.isInside ? 'an output' : 'an input from outside')
  const problem = `connect: expected one source of the signal, got two: ${a.name} is ${kind(a)}, and ${b.name} is ${kind(b)}`
  throw modelError(level.path, problem, pos, { connection: localName(level, b.name) })
}

/** The name as it is written in the component `level`. */
function localName({ path }: Instance, name: string): string {
  return path === '' ? name : name.slice(path.length + 1)
}

/** a = b, b = c, …; a variable that is connected on both sides counts once. */
function equalities(leaves: readonly Leaf[]): [Expr, Expr][] {
  const unique = [...new Map(leaves.map((leaf) => [leaf.name, leaf])).values()]
  return unique.slice(1).map((leaf, i) => [leafExpr(unique[i]), leafExpr(leaf)])
}

/**
 * Sum of the own flows = sum of the flows of the sub-components. A connector whose two sides are connected to each
 * other is one of two ideal wires in parallel; the division of the flow between them is undetermined, and all of it
 * goes through the other wire.
 */
function balance(leaves: readonly Leaf[]): [Expr, Expr][] {
  const inside = new Set(leaves.filter((leaf) => leaf.isInside).map((leaf) => leaf.name))
  const bridged = leaves.filter((leaf) => !leaf.isInside && inside.has(leaf.name))
  const isBridged = new Set(bridged.map((leaf) => leaf.name))
  const rest = leaves.filter((leaf) => !isBridged.has(leaf.name))
  const own = sum(rest.filter((leaf) => !leaf.isInside))
  const below = sum(rest.filter((leaf) => leaf.isInside))
  const zero = bridged.map((leaf): [Expr, Expr] => [leafExpr(leaf), ZERO])
  return rest.length === 0 ? zero : [[own ?? ZERO, below ?? ZERO], ...zero]
}

const ZERO: Expr = { kind: 'number', value: 0 }

function sum(leaves: readonly Leaf[]): Expr | undefined {
  let result: Expr | undefined
  for (const leaf of leaves) {
    const term = leafExpr(leaf)
    result = result === undefined ? term : { kind: 'call', fn: '+', args: [result, term] }
  }
  return result
}

function leafExpr({ name, element }: Leaf): Expr {
  if (element === undefined) return { kind: 'name', name }
  const subscripts = element.subscripts.map((value): Expr => ({ kind: 'number', value }))
  return { kind: 'index', base: { kind: 'name', name: element.array }, subscripts }
}
