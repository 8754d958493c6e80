/**
 * Incidence of equations on variables as a bipartite graph in compressed rows. An edge is identified by its position in
 * `eqVars`: masks and classes of edges are arrays of that length.
 */
import { IntList } from './int-list.ts'

/** Equations × variables: the variables that occur in each equation, each at most once. */
export interface BipartiteGraph {
  readonly nEqs: number
  readonly nVars: number
  /** Start of each equation in `eqVars`, then the number of edges (nEqs + 1). */
  readonly eqPtr: Int32Array
  /** Variables of the equations, one equation after the other, in the order given (nEdges). */
  readonly eqVars: Int32Array
}

/** The same edges, by variable. */
export interface VariableIncidence {
  /** Start of each variable in `varEqs`, then the number of edges (nVars + 1). */
  readonly varPtr: Int32Array
  /** Equations of the variables, ascending within a variable (nEdges). */
  readonly varEqs: Int32Array
  /** Position of the same edge in `eqVars` (nEdges). */
  readonly varEdges: Int32Array
}

/** Builds a graph equation by equation; a variable that is added twice to one equation counts once. */
export class BipartiteBuilder {
  private readonly eqPtr = new IntList()
  private readonly eqVars = new IntList()
  /** Last equation that contains each variable. */
  private readonly lastEq: number[] = []
  private nVars = 0

  constructor() {
    this.eqPtr.push(0)
  }

  get nEqs(): number {
    return this.eqPtr.length - 1
  }

  /** Adds a variable to the equation under construction. */
  addVariable(variable: number): void {
    const eq = this.nEqs
    while (this.nVars <= variable) this.lastEq[this.nVars++] = -1
    if (this.lastEq[variable] === eq) return
    this.lastEq[variable] = eq
    this.eqVars.push(variable)
  }

  /** Closes the equation under construction and returns its index. */
  endEquation(): number {
    this.eqPtr.push(this.eqVars.length)
    return this.nEqs - 1
  }

  /** Builds the graph; `nVars` also counts variables that occur in no equation. */
  build(nVars = this.nVars): BipartiteGraph {
    if (nVars < this.nVars) throw new RangeError(`nVars = ${nVars}, but variable ${this.nVars - 1} occurs`)
    return { nEqs: this.nEqs, nVars, eqPtr: this.eqPtr.toArray(), eqVars: this.eqVars.toArray() }
  }
}

/** Graph from lists of variables, one list per equation. */
export function createBipartiteGraph(nVars: number, rows: readonly ArrayLike<number>[]): BipartiteGraph {
  const builder = new BipartiteBuilder()
  for (const row of rows) {
    for (let i = 0; i < row.length; i++) builder.addVariable(row[i])
    builder.endEquation()
  }
  return builder.build(nVars)
}

/** Lists the edges by variable. */
export function transposeGraph(graph: BipartiteGraph): VariableIncidence {
  const { nEqs, nVars, eqPtr, eqVars } = graph
  const nEdges = eqPtr[nEqs]
  const varPtr = new Int32Array(nVars + 1)
  for (let p = 0; p < nEdges; p++) varPtr[eqVars[p] + 1]++
  for (let v = 0; v < nVars; v++) varPtr[v + 1] += varPtr[v]
  const next = varPtr.slice(0, nVars)
  const varEqs = new Int32Array(nEdges)
  const varEdges = new Int32Array(nEdges)
  for (let e = 0; e < nEqs; e++) {
    for (let p = eqPtr[e]; p < eqPtr[e + 1]; p++) {
      const q = next[eqVars[p]]++
      varEqs[q] = e
      varEdges[q] = p
    }
  }
  return { varPtr, varEqs, varEdges }
}

/**
 * The subgraph of some equations and variables, numbered from 0 in the given order. The cost is that of the rows of
 * `eqs`, not of the whole graph.
 */
export function extractSubgraph(
  graph: BipartiteGraph,
  eqs: ArrayLike<number>,
  vars: ArrayLike<number>,
): BipartiteGraph {
  const local = new Map<number, number>()
  for (let i = 0; i < vars.length; i++) local.set(vars[i], i)
  const eqPtr = new Int32Array(eqs.length + 1)
  const eqVars = new IntList(4 * eqs.length)
  for (let i = 0; i < eqs.length; i++) {
    for (let p = graph.eqPtr[eqs[i]]; p < graph.eqPtr[eqs[i] + 1]; p++) {
      const v = local.get(graph.eqVars[p])
      if (v !== undefined) eqVars.push(v)
    }
    eqPtr[i + 1] = eqVars.length
  }
  return { nEqs: eqs.length, nVars: vars.length, eqPtr, eqVars: eqVars.toArray() }
}
