import { call, type Expr, type NameExpr, printExpr } from '../../symbolic/index.ts'

/** Prefix of the name that stands for the clock of an operator until the clock is known, followed by a number. */
const OPEN_CLOCK = '$clockOf'

/** True for the name that stands for an unknown clock. */
export function isOpenClock(name: string): boolean {
  return name.startsWith(`${OPEN_CLOCK}[`)
}

/** Operators that make a clock from another one, with their inverses. */
export const CLOCK_CONVERSIONS: Readonly<Record<string, string>> = {
  subSample: 'superSample',
  superSample: 'subSample',
  shiftSample: 'backSample',
  backSample: 'shiftSample',
}

/** Two clocks of the same variables and operators: they must tick together. */
export interface FoundAgreement {
  /** A member of their set. */
  readonly node: string
  readonly clocks: readonly [Expr, Expr]
  /** The second clock ticks at every m-th tick of the first one, with an integer m that is not given. */
  readonly isMultiple?: true
}

interface Link {
  readonly from: string
  readonly to: string
  /** The operator with its factors; null: the clocks are equal. */
  readonly conversion: { readonly fn: string; readonly factors: readonly Expr[] } | null
}

/** Disjoint sets of nodes. */
export class JoinedNodes {
  private readonly parent = new Map<string, string>()

  /** Representative of the set of a node. */
  find(node: string): string {
    let root = node
    for (let up = this.parent.get(root); up !== undefined && up !== root; up = this.parent.get(root))
      root = up
    for (let at = node; at !== root; ) {
      const up = this.parent.get(at)!
      this.parent.set(at, root)
      at = up
    }
    return root
  }

  /** Joins the sets of the nodes. */
  join(nodes: Iterable<string>): void {
    let root: string | undefined
    for (const node of nodes) {
      if (root === undefined) root = this.find(node)
      else this.parent.set(this.find(node), root)
    }
  }
}

/**
 * Sets of variables and operators that share a clock, and relations between the clocks of the sets. A node is the name
 * of a variable, or the open clock of an operator.
 */
export class ClockGraph extends JoinedNodes {
  private readonly given: { readonly node: string; readonly clock: Expr }[] = []
  private readonly links: Link[] = []
  private known = new Map<string, Expr>()
  private nOpen = 0

  /** A new node without a clock. */
  open(): NameExpr {
    return { kind: 'name', name: `${OPEN_CLOCK}[${++this.nOpen}]` }
  }

  /** States that a node has this clock. */
  give(node: string, clock: Expr): void {
    this.given.push({ node, clock })
  }

  /** States that the clock of `to` is that of `from`, converted by `fn`; null: unchanged. */
  link(from: string, to: string, conversion: Link['conversion']): void {
    this.links.push({ from, to, conversion })
  }

  /** Nodes that are related to others by conversions. */
  get relations(): readonly Link[] {
    return this.links
  }

  /** Finds the clocks of all sets, as far as they follow from the given ones, and the pairs that must agree. */
  solve(): FoundAgreement[] {
    this.known = new Map()
    const agreements: FoundAgreement[] = []
    const seen = new Set<string>()
    const agree = (node: string, a: Expr, b: Expr): void => {
      const [first, second] = [printExpr(a), printExpr(b)]
      const key = `${this.find(node)}: ${first} = ${second}`
      if (first === second || seen.has(key)) return
      seen.add(key)
      agreements.push({ node, clocks: [a, b] })
    }
    for (const { node, clock } of this.given) {
      const known = this.known.get(this.find(node))
      if (known) agree(node, known, clock)
      else this.known.set(this.find(node), clock)
    }
    const used = new Set<Link>()
    for (let isChanged = true; isChanged; ) {
      isChanged = false
      for (const link of this.links) if (this.follow(link) && used.add(link)) isChanged = true
    }
    for (const link of this.links) {
      const { from, to, conversion } = link
      const [a, b] = [this.clockOf(from), this.clockOf(to)]
      if (used.has(link) || !a || !b) continue
      if (conversion !== null && conversion.factors.length === 0) {
        const clocks: [Expr, Expr] = conversion.fn === 'subSample' ? [a, b] : [b, a]
        agreements.push({ node: to, clocks, isMultiple: true })
      } else agree(to, convert(a, conversion), b)
    }
    return agreements
  }

  /** The clock of a node; undefined: it does not follow from the given ones. */
  clockOf(node: string): Expr | undefined {
    return this.known.get(this.find(node))
  }

  /** Derives the clock of one side of a relation from that of the other side; true if it was unknown. */
  private follow({ from, to, conversion }: Link): boolean {
    if (conversion?.factors.length === 0) return false
    const [a, b] = [this.clockOf(from), this.clockOf(to)]
    if (a && !b) this.known.set(this.find(to), convert(a, conversion))
    else if (b && !a) this.known.set(this.find(from), convert(b, conversion && invert(conversion)))
    else return false
    return true
  }
}

function convert(clock: Expr, conversion: Link['conversion']): Expr {
  return conversion === null ? clock : call(conversion.fn, clock, ...conversion.factors)
}

function invert({ fn, factors }: NonNullable<Link['conversion']>): NonNullable<Link['conversion']> {
  return { fn: CLOCK_CONVERSIONS[fn], factors }
}

/** True for `Clock(…)`, a conversion of a clock that is written as one, and for a choice of two. */
export function isClockCall(expr: Expr): boolean {
  if (expr.kind === 'if') return isClockCall(expr.then) && isClockCall(expr.else)
  if (expr.kind !== 'call') return false
  return expr.fn === 'Clock' || (expr.fn in CLOCK_CONVERSIONS && isClockCall(expr.args[0]))
}
