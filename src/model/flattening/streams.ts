/**
 * Quantities that flows carry, [Modelica language specification 3.6, chapter 15]: a stream variable of a connector is
 * the value that leaves the component there; the value that would enter is that of the ideal mixture of all connected
 * connectors from which something flows.
 */
import {
  add,
  type CallExpr,
  call,
  div,
  type Expr,
  errorAt,
  ifExpr,
  mapExpr,
  mul,
  name,
  neg,
  number,
  ONE,
  printExpr,
  quantityExpr,
  someNode,
  sub,
  ZERO,
} from '../../symbolic/index.ts'
import type { ConnectionSet } from './connection-sets.ts'
import type { Leaf, StreamFlow } from './connector.ts'
import { inComponent } from './model-error.ts'

/** Flows below this part of their nominal value mix in equal parts; above it, in proportion to the flows. */
const SMALL_FLOW = 1e-8

/** One stream that may flow into a mixture. */
interface Inflow {
  /** Flow into the mixture if positive. */
  readonly flow: Expr
  readonly value: Expr
  readonly of: StreamFlow
}

/** The connections of stream variables. */
export class Streams {
  /** Sets by the names of their variables, seen from inside of the components and from outside. */
  private readonly outside = new Map<string, ConnectionSet>()
  private readonly flows = new Map<string, StreamFlow>()

  constructor(sets: Iterable<ConnectionSet>) {
    for (const set of sets) {
      for (const leaf of set.leaves) if (leaf.isInside && leaf.stream) this.outside.set(leaf.name, set)
    }
  }

  /** Enters a stream variable with the flow of its connector. */
  declare(stream: string, flow: StreamFlow): void {
    this.flows.set(stream, flow)
  }

  /** The equation of a connector that a component connects to its own parts: the mixture of these leaves it. */
  *equationsOf({ leaves }: ConnectionSet): Generator<[Expr, Expr]> {
    for (const leaf of leaves) if (!leaf.isInside) yield [name(leaf.name), this.mixture(leaf, leaves)]
  }

  /** Replaces `inStream(x)` and `actualStream(x)`. */
  replace(expr: Expr, component: string): Expr {
    if (!someNode(expr, isStreamCall)) return expr
    return mapExpr(expr, (node) => {
      if (!isStreamCall(node)) return node
      const [stream] = node.args
      const flow = stream.kind === 'name' ? this.flows.get(stream.name) : undefined
      if (stream.kind !== 'name' || flow === undefined) {
        const found = printExpr(stream)
        const problem = `${node.fn}(…): expected a stream variable of a connector, got '${found}'.`
        throw inComponent(component, errorAt('MODEL', problem, node.pos))
      }
      const inflow = this.inStream(stream.name)
      if (node.fn === 'inStream') return inflow
      return ifExpr(call('>', name(flow.name), ZERO), inflow, stream)
    })
  }

  /** The value that would enter at a connector. */
  private inStream(stream: string): Expr {
    const set = this.outside.get(stream)
    const leaf = set?.leaves.find((each) => each.isInside && each.name === stream)
    return set && leaf ? this.mixture(leaf, set.leaves) : name(stream)
  }

  /** The mixture of what the other connectors of a set give. */
  private mixture(leaf: Leaf, leaves: readonly Leaf[]): Expr {
    const inflows = leaves.flatMap((other): Inflow[] => {
      if (other === leaf || other.stream === undefined) return []
      const flow = name(other.stream.name)
      // what leaves a part, or enters the component itself
      return other.isInside
        ? [{ flow: neg(flow), value: name(other.name), of: other.stream }]
        : [{ flow, value: this.inStream(other.name), of: other.stream }]
    })
    if (inflows.length === 0) return name(leaf.name)
    return inflows.length === 1 ? inflows[0].value : mix(inflows)
  }
}

function isStreamCall(node: Expr): node is CallExpr {
  return node.kind === 'call' && (node.fn === 'inStream' || node.fn === 'actualStream')
}

/**
 * Σ pᵢ hᵢ / Σ pᵢ with p = α max(ṁ, 0) + (1 - α) ε, where α goes from 0 to 1 as the sum of the flows goes from 0 to ε: the
 * exact mixture above ε, the mean at rest, and continuously differentiable in between.
 */
function mix(inflows: readonly Inflow[]): Expr {
  const [{ of }] = inflows
  const unit = of.unit ?? ''
  const limit = unit === '' ? number(SMALL_FLOW) : quantityExpr(SMALL_FLOW, unit)
  const epsilon = of.nominal === undefined ? limit : mul(limit, of.nominal)
  const zero = unit === '' ? ZERO : quantityExpr(0, unit)
  const positive = inflows.map(({ flow }) => call('max', flow, zero))
  const sumOf = (terms: readonly Expr[]): Expr => terms.reduce(add)
  const total = sumOf(positive)
  const part = div(total, epsilon)
  const smooth = mul(mul(part, part), sub(number(3), mul(number(2), part)))
  const alpha = call('noEvent', ifExpr(call('>', total, epsilon), ONE, smooth))
  const rest = mul(sub(ONE, alpha), epsilon)
  const above = add(
    mul(alpha, sumOf(inflows.map(({ value }, k) => mul(positive[k], value)))),
    mul(rest, sumOf(inflows.map(({ value }) => value))),
  )
  const below = add(mul(alpha, total), mul(rest, number(inflows.length)))
  return div(above, below)
}
