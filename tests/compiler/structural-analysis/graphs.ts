/** Graphs and random numbers for the tests of the structural algorithms. */
import { type BipartiteGraph, createBipartiteGraph } from '../../../src/compiler/structural-analysis/index.ts'

/** Deterministic random numbers in [0, 1) [Vigna 2015, splitmix32]. */
export function createRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let z = state ^ (state >>> 16)
    z = Math.imul(z, 0x21f0aaad)
    z ^= z >>> 15
    z = Math.imul(z, 0x735a2d97)
    return ((z ^ (z >>> 15)) >>> 0) / 4294967296
  }
}

/** Random permutation of 0 … n-1. */
export function permutation(n: number, random: () => number): number[] {
  const out = Array.from({ length: n }, (_, i) => i)
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[out[i], out[j]] = [out[j], out[i]]
  }
  return out
}

/** Random graph in which each pair is an edge with probability `density`. */
export function randomGraph(
  nEqs: number,
  nVars: number,
  density: number,
  random: () => number,
): BipartiteGraph {
  const rows = Array.from({ length: nEqs }, () => permutation(nVars, random).filter(() => random() < density))
  return createBipartiteGraph(nVars, rows)
}

/** Graph from lists with 1-based numbers, as the published cases are written. */
export function graphFromOneBased(nVars: number, rows: number[][]): BipartiteGraph {
  return createBipartiteGraph(
    nVars,
    rows.map((row) => row.map((v) => v - 1)),
  )
}

/** Variables of an equation. */
export function rowOf(graph: BipartiteGraph, e: number): number[] {
  return Array.from(graph.eqVars.subarray(graph.eqPtr[e], graph.eqPtr[e + 1]))
}

/** Names by number, in order of first mention. */
export class Names {
  readonly list: string[] = []
  private readonly index = new Map<string, number>()

  of(name: string): number {
    let i = this.index.get(name)
    if (i === undefined) {
      i = this.list.length
      this.index.set(name, i)
      this.list.push(name)
    }
    return i
  }
}

/**
 * n inertias w = der(phi), J·der(w) = tau_i - tau_{i+1}, phi_i = phi_{i+1}, equations in random order; variables phi, der(phi),
 * w, der(w), tau of the first inertia, then of the second and so on.
 */
export function rigidChain(n: number): { graph: BipartiteGraph; a: Int32Array } {
  const random = createRandom(7)
  const a: number[] = []
  const rows: number[][] = []
  for (let i = 0; i < n; i++) {
    const k = 5 * i
    a.push(k + 1, -1, k + 3, -1, -1)
    rows.push([k + 2, k + 1], i < n - 1 ? [k + 3, k + 4, k + 9] : [k + 3, k + 4])
    rows.push(i < n - 1 ? [k, k + 5] : [k + 4, k])
  }
  // The torque on the first one is given
  rows[rows.length - 1] = [4]
  const order = permutation(rows.length, random)
  return {
    graph: createBipartiteGraph(
      a.length,
      order.map((i) => rows[i]),
    ),
    a: Int32Array.from(a),
  }
}
