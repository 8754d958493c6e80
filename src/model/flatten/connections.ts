/**
 * Connection equations of one component, by the rules of Modelica. All tuples that share a variable are one set. In a set
 * potentials and signals are equal, flows sum to zero; the flow of a connector of the component itself counts negative.
 */
import type { Expr, Position, Statement } from '../../symbolic/index.ts'
import type { FlatEquation } from '../flat-model.ts'
import type { ConnectList } from '../nodes.ts'
import { describeLeaves, type End, findEnd, type Leaf } from './connector.ts'
import { blocksOf, type Instance } from './instance.ts'
import { modelError } from './model-error.ts'

/** What the connections of a component come to. */
export interface Connections {
  readonly equations: readonly FlatEquation[]
  /** Full names of all variables that are connected at this level. */
  readonly connected: ReadonlySet<string>
}

export function connect(level: Instance): Connections {
  const sets = new ConnectionSets()
  for (const { paths, pos } of tuplesOf(level)) {
    const ends = paths.map((path) => findEnd(level, path, pos))
    for (const end of ends) checkCompatible(level, ends[0], end, pos)
    for (const name of ends[0].leaves.keys()) sets.unite(ends.map((end) => end.leaves.get(name)!))
  }
  const equations: FlatEquation[] = []
  for (const set of sets.all()) {
    checkSources(level, set)
    for (const [left, right] of set[0].isFlow ? [balance(set)] : equalities(set)) {
      equations.push({ left, right, component: level.path, origin: 'connection' })
    }
  }
  return { equations, connected: sets.names() }
}

/** The tuples of `connect: […]`, then those of `connect(…)` in the equations. */
function* tuplesOf(level: Instance): Generator<{ paths: readonly string[]; pos?: Position | undefined }> {
  const list = (level.node.members['connect'] as ConnectList | undefined) ?? []
  for (const paths of list) yield { paths }
  for (const { statements } of blocksOf(level)) {
    for (const statement of statements) {
      if (statement.kind !== 'statement' || statement.fn !== 'connect') continue
      yield { paths: statement.args.map((arg) => pathOf(level, arg, statement)), pos: statement.pos }
    }
  }
}

/** The path that an argument of `connect(…)` is: a name, whose last part may have a subscript. */
function pathOf(level: Instance, arg: Expr, statement: Statement): string {
  if (arg.kind === 'name') return arg.name
  if (arg.kind === 'string') return arg.value
  if (
    arg.kind === 'index' &&
    arg.base.kind === 'name' &&
    arg.subscripts.every((item) => item.kind === 'number')
  ) {
    return `${arg.base.name}[${arg.subscripts.map((item) => (item as { value: number }).value).join(',')}]`
  }
  throw modelError(level.path, 'connect: expected names of connectors or signals', arg.pos ?? statement.pos)
}

function checkCompatible(level: Instance, a: End, b: End, pos: Position | undefined): void {
  let compatible = a.leaves.size === b.leaves.size
  for (const [name, leaf] of a.leaves) {
    const other = b.leaves.get(name)
    if (other === undefined || other.isFlow !== leaf.isFlow) compatible = false
  }
  if (compatible) return
  const problem = `connect('${a.path}', '${b.path}'): incompatible connectors: ${a.path} ${describeLeaves(a)}; ${b.path} ${describeLeaves(b)}`
  throw modelError(level.path, problem, pos)
}

function checkSources(level: Instance, set: readonly Leaf[]): void {
  const sources = set.filter((leaf) => leaf.isSource)
  if (sources.length < 2) return
  const [a, b] = sources
  const kind = (leaf: Leaf): string => (leaf.isInside ? 'an output' : 'an input from outside')
  const problem = `connect: the signal has two sources: ${a.name} is ${kind(a)}, and ${b.name} is ${kind(b)}`
  throw modelError(level.path, problem)
}

/** a = b, b = c, … */
function equalities(set: readonly Leaf[]): [Expr, Expr][] {
  return set.slice(1).map((leaf, i) => [nameExpr(set[i]), nameExpr(leaf)])
}

/** Sum of the own flows = sum of the flows of sub-components. */
function balance(set: readonly Leaf[]): [Expr, Expr] {
  const own = sum(set.filter((leaf) => !leaf.isInside))
  const inside = sum(set.filter((leaf) => leaf.isInside))
  return [own ?? ZERO, inside ?? ZERO]
}

const ZERO: Expr = { kind: 'number', value: 0 }

function sum(leaves: readonly Leaf[]): Expr | undefined {
  let result: Expr | undefined
  for (const leaf of leaves) {
    const term = nameExpr(leaf)
    result = result === undefined ? term : { kind: 'call', fn: '+', args: [result, term] }
  }
  return result
}

function nameExpr(leaf: Leaf): Expr {
  return { kind: 'name', name: leaf.name }
}

/** Disjoint sets of variables; small sets are moved into large ones. */
class ConnectionSets {
  private readonly setOf = new Map<string, Leaf[]>()
  private readonly leaves = new Map<string, Leaf>()

  unite(leaves: readonly Leaf[]): void {
    for (const leaf of leaves) {
      if (this.setOf.has(leaf.name)) continue
      this.setOf.set(leaf.name, [leaf])
      this.leaves.set(leaf.name, leaf)
    }
    let target = this.setOf.get(leaves[0].name)!
    for (const leaf of leaves) {
      let other = this.setOf.get(leaf.name)!
      if (other === target) continue
      if (other.length > target.length) [target, other] = [other, target]
      for (const moved of other) {
        target.push(moved)
        this.setOf.set(moved.name, target)
      }
    }
  }

  /** The sets in the order in which their variables were mentioned, inside of a set as well. */
  all(): Iterable<readonly Leaf[]> {
    const ordered = new Map<readonly Leaf[], Leaf[]>()
    for (const [name, set] of this.setOf) {
      const leaf = this.leaves.get(name)!
      const list = ordered.get(set)
      if (list === undefined) ordered.set(set, [leaf])
      else list.push(leaf)
    }
    return ordered.values()
  }

  names(): ReadonlySet<string> {
    return new Set(this.setOf.keys())
  }
}
