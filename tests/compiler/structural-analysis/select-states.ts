/** State selection for equations given by the names of their variables. */

import { expect } from 'vitest'
import {
  type BipartiteGraph,
  createBipartiteGraph,
  matchAndSort,
  reduceIndexByPantelides,
  type Solvability,
  STATE_PREFERENCE,
  type StateSelection,
  selectDummyDerivatives,
} from '../../../src/compiler/structural-analysis/index.ts'
import { Names } from './graphs.ts'

/** A term of an equation: [name, class of solvability]; der(x) is written `x'`. */
export type Term = readonly [string, number]

export interface Result extends StateSelection {
  readonly names: string[]
  readonly graph: BipartiteGraph
  readonly stateNames: string[]
}

/** Index reduction and state selection of equations given by name; classes are inherited by differentiated equations. */
export function select(equations: Term[][], preference: Record<string, number>): Result {
  const names = new Names()
  for (const terms of equations) {
    for (const [name] of terms) {
      const base = name.replace(/'+$/, '')
      for (let k = 0; k <= name.length - base.length; k++) names.of(base + "'".repeat(k))
    }
  }
  const list = names.list
  const a = Int32Array.from(list, (name) => list.indexOf(`${name}'`))
  const original = createBipartiteGraph(
    list.length,
    equations.map((terms) => terms.map(([name]) => names.of(name))),
  )
  const reduction = reduceIndexByPantelides(original, a)
  for (let v = 0; v < reduction.graph.nVars; v++) {
    const below = reduction.integralOfVar[v]
    if (v >= list.length) list.push(`${list[below]}'`)
  }
  // Linear equations: the derivative contains only derivatives, with the same factors
  const rows: Map<number, number>[] = []
  for (let e = 0; e < reduction.graph.nEqs; e++) {
    const row = new Map<number, number>()
    if (e < equations.length) for (const [name, c] of equations[e]) row.set(names.of(name), c)
    else {
      for (const [v, c] of rows[reduction.integralOfEq[e]]) {
        row.set(reduction.derivativeOfVar[v], c)
        if (c <= 0) row.set(v, c)
      }
    }
    rows.push(row)
  }
  const graph = createBipartiteGraph(
    list.length,
    rows.map((row) => Array.from(row.keys())),
  )
  const solvability: Solvability = (e, v) => rows[e].get(v)!
  const classes = Uint8Array.from(
    list,
    (name, v) =>
      preference[name] ??
      (v < a.length && a[v] >= 0 ? STATE_PREFERENCE.differentiated : STATE_PREFERENCE.none),
  )
  const selection = selectDummyDerivatives({
    graph,
    derivativeOfVar: reduction.derivativeOfVar,
    derivativeOfEq: reduction.derivativeOfEq,
    solvability,
    preference: classes,
  })
  return { ...selection, names: list, graph, stateNames: Array.from(selection.states, (v) => list[v]) }
}

/** Fails unless all equations can be sorted with known states; returns the sizes of the blocks. */
export function expectSortable(graph: BipartiteGraph, isState: Uint8Array): number[] {
  const { matching, blocks } = matchAndSort(graph, isState)
  expect(matching.size).toBe(graph.nEqs)
  expect(graph.nVars - isState.reduce((x, y) => x + y, 0)).toBe(graph.nEqs)
  return Array.from({ length: blocks.nBlocks }, (_, b) => blocks.blockPtr[b + 1] - blocks.blockPtr[b])
}
