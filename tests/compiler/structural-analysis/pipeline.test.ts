/** All stages in sequence, as the compiler calls them. */

import { describe, expect, it } from 'vitest'
import {
  checkStructure,
  createBipartiteGraph,
  createIntegerRows,
  eliminateIntegerRows,
  matchAndSort,
  reduceIndexByPantelides,
  type Solvability,
  STATE_PREFERENCE,
  selectDummyDerivatives,
  tearBlock,
  VARIABLE_ROLE,
} from '../../../src/compiler/structural-analysis/index.ts'
import { Names } from './graphs.ts'

interface Component {
  readonly name: string
  readonly kind: 'L' | 'R' | 'C' | 'V'
  /** Nodes of the pins p and n. */
  readonly nodes: readonly [string, string]
}

interface Summary {
  readonly states: string[]
  readonly arbitrary: string[]
  readonly nRedundant: number
  /** Number of tearing variables of each block of more than one equation. */
  readonly tears: number[]
  readonly isExplicit: boolean
}

/** Translates a circuit: connection and component equations, elimination, index reduction, states, blocks, tearing. */
function translate(components: readonly Component[], init: readonly string[], ground?: string): Summary {
  const names = new Names()
  const integer: [number, number][][] = []
  const others: number[][] = []
  const nodes = new Map<string, string[]>()
  for (const { name, kind, nodes: pins } of components) {
    const [pv, nv, pi, ni, v] = ['p.v', 'n.v', 'p.i', 'n.i', 'v'].map((s) => names.of(`${name}.${s}`))
    integer.push([
      [v, 1],
      [pv, -1],
      [nv, 1],
    ])
    integer.push([
      [pi, 1],
      [ni, 1],
    ])
    if (kind === 'V') others.push([v])
    else if (kind === 'R') others.push([v, pi])
    else others.push([names.of(`der(${name}.${kind === 'L' ? 'p.i' : 'v'})`), kind === 'L' ? v : pi])
    for (const [k, node] of pins.entries()) {
      nodes.set(node, [...(nodes.get(node) ?? []), `${name}.${k === 0 ? 'p' : 'n'}`])
    }
  }
  for (const [node, pins] of nodes) {
    for (let k = 1; k < pins.length; k++) {
      integer.push([
        [names.of(`${pins[k - 1]}.v`), 1],
        [names.of(`${pins[k]}.v`), -1],
      ])
    }
    const balance = pins.map((pin): [number, number] => [names.of(`${pin}.i`), 1])
    if (node === ground) {
      integer.push([[names.of(`${pins[0]}.v`), 1]])
      balance.push([names.of('ground.i'), 1])
    }
    integer.push(balance)
  }
  // Elimination
  const list = names.list
  const occursElsewhere = new Set(others.flat())
  const role = Uint8Array.from(list, (name, v) => {
    if (name.startsWith('der(')) return VARIABLE_ROLE.derivative
    if (list.includes(`der(${name})`)) return VARIABLE_ROLE.state
    return occursElsewhere.has(v) ? VARIABLE_ROLE.algebraic : VARIABLE_ROLE.local
  })
  const rows = createIntegerRows(integer)
  const { representative, sign, arbitrary, rowStatus, ...rest } = eliminateIntegerRows({
    nVars: list.length,
    rows,
    role,
  })
  // The remaining equations, in the remaining variables
  const kept = list.map((_, v) => v).filter((v) => sign[v] !== 0 && representative[v] === v)
  const position = new Map(kept.map((v, i) => [v, i]))
  const equations = others.map((row) => row.filter((v) => sign[v] !== 0).map((v) => representative[v]))
  for (let r = 0; r < rest.source.length; r++) {
    equations.push(Array.from(rest.rows.vars.subarray(rest.rows.rowPtr[r], rest.rows.rowPtr[r + 1])))
  }
  const graph = createBipartiteGraph(
    kept.length,
    equations.map((row) => row.map((v) => position.get(v)!)),
  )
  const a = Int32Array.from(kept, (v) => position.get(list.indexOf(`der(${list[v]})`)) ?? -1)
  expect(checkStructure(graph, a)).toMatchObject({ isRegular: true })
  // Index reduction and states; integer rows have unit coefficients, the others parameters
  const reduction = reduceIndexByPantelides(graph, a)
  const root = (e: number): number => {
    let f = e
    while (reduction.integralOfEq[f] >= 0) f = reduction.integralOfEq[f]
    return f
  }
  const solvability: Solvability = (e) => (root(e) < others.length ? 1 : 2)
  const preference = new Uint8Array(reduction.graph.nVars)
  for (const [i, v] of kept.entries()) {
    if (init.includes(list[v])) preference[i] = STATE_PREFERENCE.init
    else if (a[i] >= 0) preference[i] = STATE_PREFERENCE.differentiated
  }
  // Linear equations with constant factors: a derivative contains only derivatives
  const linear: number[][] = equations.map((row) => row.map((v) => position.get(v)!))
  for (let e = equations.length; e < reduction.graph.nEqs; e++) {
    linear.push(linear[reduction.integralOfEq[e]].map((v) => reduction.derivativeOfVar[v]))
  }
  const full = createBipartiteGraph(reduction.graph.nVars, linear)
  const selection = selectDummyDerivatives({ ...reduction, graph: full, solvability, preference })
  expect(selection.isSingular).toBe(false)
  // Sorting and tearing
  const { matching, blocks } = matchAndSort(full, selection.isState)
  expect(matching.size).toBe(full.nEqs)
  expect(full.nVars - selection.states.length).toBe(full.nEqs)
  const tears: number[] = []
  for (let b = 0; b < blocks.nBlocks; b++) {
    const [start, end] = [blocks.blockPtr[b], blocks.blockPtr[b + 1]]
    if (end - start === 1) continue
    const [eqs, vars] = [blocks.eqs.subarray(start, end), blocks.vars.subarray(start, end)]
    tears.push(tearBlock({ graph: full, eqs, vars, solvability }).tearVars.length)
  }
  return {
    states: Array.from(selection.states, (i) => list[kept[i]]),
    arbitrary: Array.from(arbitrary, (v) => list[v]),
    nRedundant: rowStatus.filter((s) => s === 2).length,
    tears,
    isExplicit: selection.isExplicit,
  }
}

describe('circuits through all stages', () => {
  it('LRRL without ground translates (singular-LRRL)', () => {
    const result = translate(
      [
        { name: 'L1', kind: 'L', nodes: ['a', 'b'] },
        { name: 'R1', kind: 'R', nodes: ['b', 'c'] },
        { name: 'R2', kind: 'R', nodes: ['b', 'c'] },
        { name: 'L2', kind: 'L', nodes: ['c', 'd'] },
        { name: 'V', kind: 'V', nodes: ['a', 'd'] },
      ],
      ['L2.p.i'],
    )
    expect(result).toMatchObject({ states: ['L2.p.i'], nRedundant: 1, isExplicit: true })
    expect(result.arbitrary.length).toBe(1)
    // R1, R2 share one voltage; the two inductors share one current derivative
    expect(result.tears).toEqual([1, 1])
  })

  it('three inductors in a star translate', () => {
    const star = translate(
      [
        { name: 'V', kind: 'V', nodes: ['a', 'g'] },
        { name: 'R', kind: 'R', nodes: ['b', 'g'] },
        { name: 'L1', kind: 'L', nodes: ['a', 'm'] },
        { name: 'L2', kind: 'L', nodes: ['b', 'm'] },
        { name: 'L3', kind: 'L', nodes: ['g', 'm'] },
      ],
      ['L2.p.i', 'L3.p.i'],
      'g',
    )
    expect(star).toMatchObject({
      states: ['L2.p.i', 'L3.p.i'],
      arbitrary: [],
      nRedundant: 0,
      isExplicit: true,
    })
  })

  it('a loop of capacitors and a voltage source translates', () => {
    const loop = translate(
      [
        { name: 'V', kind: 'V', nodes: ['a', 'g'] },
        { name: 'R', kind: 'R', nodes: ['a', 'b'] },
        { name: 'C1', kind: 'C', nodes: ['b', 'c'] },
        { name: 'C2', kind: 'C', nodes: ['c', 'g'] },
        { name: 'C3', kind: 'C', nodes: ['b', 'g'] },
      ],
      ['C1.v', 'C3.v'],
      'g',
    )
    expect(loop).toMatchObject({ states: ['C1.v', 'C3.v'], isExplicit: true })
  })

  it('an RC ladder of 300 elements translates', () => {
    const components: Component[] = [{ name: 'V', kind: 'V', nodes: ['0', 'g'] }]
    for (let k = 1; k <= 300; k++) {
      components.push({ name: `R${k}`, kind: 'R', nodes: [`${k - 1}`, `${k}`] })
      components.push({ name: `C${k}`, kind: 'C', nodes: [`${k}`, 'g'] })
    }
    const ladder = translate(components, [], 'g')
    expect(ladder.states.length).toBe(300)
    expect(ladder.tears).toEqual([])
  })
})
