import { describe, expect, it } from 'vitest'
import {
  type BipartiteGraph,
  createBipartiteGraph,
  findMaximumMatching,
  type Solvability,
  sortIntoBlt,
  type Tearing,
  tearBlock,
} from '../../../src/compiler/structural-analysis/index.ts'
import { createRandom, graphFromOneBased, permutation, randomGraph, rowOf } from './graphs.ts'

const ALWAYS: Solvability = () => 2

/** Fails unless, with known tearing variables, the sequence can be evaluated and is complete. */
function expectValid(
  graph: BipartiteGraph,
  eqs: number[],
  vars: number[],
  tearing: Tearing,
  solvability = ALWAYS,
): void {
  const unknown = new Set(vars)
  const problems: string[] = []
  for (const v of tearing.tearVars) if (!unknown.delete(v)) problems.push(`${v} torn twice`)
  for (const [i, e] of tearing.solvedEqs.entries()) {
    const v = tearing.solvedVars[i]
    if (solvability(e, v) < 1) problems.push(`equation ${e} cannot be solved for ${v}`)
    const left = rowOf(graph, e).filter((w) => unknown.has(w))
    if (left.length !== 1 || left[0] !== v) problems.push(`equation ${e} for ${v} needs ${left}`)
    unknown.delete(v)
  }
  expect(problems).toEqual([])
  expect(unknown.size).toBe(0)
  const used = [...tearing.solvedEqs, ...tearing.residualEqs].sort((a, b) => a - b)
  expect(used).toEqual(eqs.slice().sort((a, b) => a - b))
  expect(tearing.residualEqs.length).toBe(tearing.tearVars.length + eqs.length - vars.length)
}

/** Fewest tearing variables over all subsets; forward propagation checks each subset. */
function bruteForceTears(graph: BipartiteGraph, solvability: Solvability): number {
  const n = graph.nVars
  let best = n
  for (let subset = 0; subset < 1 << n; subset++) {
    const size = subset.toString(2).replaceAll('0', '').length
    if (size >= best) continue
    let known = subset
    const used = new Set<number>()
    for (let isChanged = true; isChanged; ) {
      isChanged = false
      for (let e = 0; e < graph.nEqs; e++) {
        const left = rowOf(graph, e).filter((v) => (known & (1 << v)) === 0)
        if (used.has(e) || left.length !== 1 || solvability(e, left[0]) < 1) continue
        used.add(e)
        known |= 1 << left[0]
        isChanged = true
      }
    }
    if (known === (1 << n) - 1) best = size
  }
  return best
}

describe('tearing', () => {
  const cases = [
    {
      G: [
        [1, 2, 3, 4, 5],
        [1, 2, 3, 4, 8],
        [4, 1, 2],
        [3, 2, 1],
        [2, 1, 7],
      ],
      es: [2, 3, 5, 1],
      vs: [1, 3, 7, 8],
      published: 2,
      best: 0,
    },
    {
      G: [
        [1, 2],
        [1, 2, 3, 7],
        [6, 3, 4],
        [1, 2, 3, 4, 7],
        [1, 2, 5],
      ],
      es: [1, 2, 3, 4, 5],
      vs: [1, 2, 3, 4, 5],
      published: 1,
      best: 1,
    },
    {
      G: [
        [1, 2, 4, 7],
        [6, 3, 4],
        [2, 5],
        [4, 5],
        [1, 2, 3, 7],
      ],
      es: [1, 2, 3, 4, 5],
      vs: [1, 2, 3, 4, 5],
      published: 1,
      best: 1,
    },
    {
      G: [
        [1, 6],
        [2, 1],
        [3, 2],
        [4, 3],
        [5, 4],
        [6, 5],
      ],
      es: [1, 2, 3, 4, 5, 6],
      vs: [1, 2, 3, 4, 5, 6],
      published: 1,
      best: 1,
    },
  ]
  it.each(cases)(
    'needs at most as many variables as the published one (mb-tearing) %#',
    ({ G, es, vs, published, best }) => {
      const graph = graphFromOneBased(8, G)
      const eqs = es.map((e) => e - 1)
      const vars = vs.map((v) => v - 1)
      const tearing = tearBlock({ graph, eqs, vars, solvability: ALWAYS })
      expectValid(graph, eqs, vars, tearing)
      expect(tearing.tearVars.length).toBeLessThanOrEqual(published)
      expect(tearing.tearVars.length).toBe(best)
    },
  )

  it('tears the published variable of states-linear-eq-1 and -2', () => {
    // Variables x3, x4, x5, der(x6)
    const unit = new Set(['1,0', '1,2'])
    const solvability: Solvability = (e, v) => (unit.has(`${e},${v}`) ? 2 : 1)
    const first = createBipartiteGraph(3, [
      [0, 1],
      [0, 2],
      [1, 2],
    ])
    expect(
      Array.from(tearBlock({ graph: first, eqs: [0, 1, 2], vars: [0, 1, 2], solvability }).tearVars),
    ).toEqual([2])
    const second = createBipartiteGraph(4, [
      [0, 1, 3],
      [0, 2],
      [1, 2],
      [3, 0, 1],
    ])
    const all = [0, 1, 2, 3]
    expect(Array.from(tearBlock({ graph: second, eqs: all, vars: all, solvability }).tearVars)).toEqual([2])
  })

  it('follows preferences between equal scores', () => {
    const graph = graphFromOneBased(6, cases[3].G)
    const all = [0, 1, 2, 3, 4, 5]
    for (let v = 0; v < 6; v++) {
      const preference = all.map((w) => (w === v ? 1 : 0))
      const tearing = tearBlock({ graph, eqs: all, vars: all, solvability: ALWAYS, preference })
      expect(Array.from(tearing.tearVars)).toEqual([v])
    }
  })

  it('prefers equations with unit coefficients', () => {
    // Both equations contain only x: the second with a unit coefficient
    const graph = createBipartiteGraph(1, [[0], [0]])
    const tearing = tearBlock({ graph, eqs: [0, 1], vars: [0], solvability: (e) => (e === 1 ? 2 : 1) })
    expect(Array.from(tearing.solvedEqs)).toEqual([1])
    expect(Array.from(tearing.residualEqs)).toEqual([0])
  })

  it('stays valid and near the optimum on random blocks', () => {
    const random = createRandom(8)
    let excess = 0
    let total = 0
    for (let k = 0; k < 200; k++) {
      const graph = randomGraph(8, 8, 0.2 + 0.2 * random(), random)
      const matching = findMaximumMatching(graph)
      if (matching.size < 8) continue
      const unsolvable = new Set<string>()
      for (let e = 0; e < 8; e++) for (let v = 0; v < 8; v++) if (random() < 0.3) unsolvable.add(`${e},${v}`)
      const solvability: Solvability = (e, v) => (unsolvable.has(`${e},${v}`) ? 0 : 1)
      const { nBlocks, blockPtr, eqs, vars } = sortIntoBlt(graph, matching)
      for (let b = 0; b < nBlocks; b++) {
        const block = {
          eqs: Array.from(eqs.subarray(blockPtr[b], blockPtr[b + 1])),
          vars: Array.from(vars.subarray(blockPtr[b], blockPtr[b + 1])),
        }
        expectValid(graph, block.eqs, block.vars, tearBlock({ graph, ...block, solvability }), solvability)
      }
      const all = Array.from({ length: 8 }, (_, i) => i)
      const tearing = tearBlock({ graph, eqs: all, vars: all, solvability })
      expectValid(graph, all, all, tearing, solvability)
      const best = bruteForceTears(graph, solvability)
      total += best
      excess += tearing.tearVars.length - best
    }
    expect(total).toBeGreaterThan(100)
    expect(excess / total).toBeLessThan(0.1)
  })

  it('needs one variable for a resistor ladder of 10 000 elements, in any order', () => {
    const { graph, all } = ladder(10_000)
    const tearing = tearBlock({ graph, eqs: all, vars: all, solvability: ALWAYS })
    expectValid(graph, all, all, tearing)
    expect(tearing.tearVars.length).toBe(1)
    expect(tearing.edgeVisits).toBeLessThan(30 * graph.eqVars.length)
  })

  it('does near-linear work if every second step needs a tearing variable', () => {
    // Ohm's law may only be solved for the voltage
    const { graph, all, ohm } = ladder(10_000)
    const solvability: Solvability = (e, v) => (ohm.has(e) && v % 3 !== 0 ? 0 : 2)
    const tearing = tearBlock({ graph, eqs: all, vars: all, solvability })
    expectValid(graph, all, all, tearing, solvability)
    expect(tearing.tearVars.length).toBeLessThanOrEqual(10_001)
    expect(tearing.edgeVisits).toBeLessThan(30 * graph.eqVars.length)
  })
})

/** Ladder of series and shunt resistors: node voltage 3k, series current 3k+1, shunt current 3k+2. */
function ladder(n: number): { graph: BipartiteGraph; all: number[]; ohm: Set<number> } {
  const rows: number[][] = []
  for (let k = 0; k < n; k++) {
    rows.push(k === 0 ? [0, 1] : [3 * k - 3, 3 * k, 3 * k + 1])
    rows.push([3 * k, 3 * k + 2])
    rows.push(k < n - 1 ? [3 * k + 1, 3 * k + 2, 3 * k + 4] : [3 * k + 1, 3 * k + 2])
  }
  const order = permutation(3 * n, createRandom(9))
  const ohm = new Set<number>()
  for (const [e, i] of order.entries()) if (i % 3 !== 2) ohm.add(e)
  return {
    graph: createBipartiteGraph(
      3 * n,
      order.map((i) => rows[i]),
    ),
    all: order.map((_, i) => i),
    ohm,
  }
}
