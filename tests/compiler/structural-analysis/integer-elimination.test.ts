import { describe, expect, it } from 'vitest'
import {
  createIntegerRows,
  type EliminationInput,
  type EliminationResult,
  eliminateIntegerRows,
  type IntegerRows,
  ROW_STATUS,
  VARIABLE_ROLE,
} from '../../../src/compiler/structural-analysis/index.ts'
import { createRandom, Names, permutation } from './graphs.ts'

const { local, algebraic, derivative, state } = VARIABLE_ROLE

/** Reduced row echelon form over the rationals, rows scaled to coprime integers: equal for equal row spaces. */
function echelon(rows: number[][], nVars: number): bigint[][] {
  const matrix = rows.map((row) => row.map(BigInt))
  let rank = 0
  for (let j = 0; j < nVars && rank < matrix.length; j++) {
    const p = matrix.findIndex((row, i) => i >= rank && row[j] !== 0n)
    if (p < 0) continue
    ;[matrix[rank], matrix[p]] = [matrix[p], matrix[rank]]
    const pivot = matrix[rank]
    for (let i = 0; i < matrix.length; i++) {
      const c = matrix[i][j]
      if (i === rank || c === 0n) continue
      matrix[i] = coprime(matrix[i].map((a, k) => a * pivot[j] - c * pivot[k]))
    }
    rank++
  }
  return matrix.slice(0, rank).map(coprime)
}

function coprime(row: bigint[]): bigint[] {
  let g = 0n
  for (const a of row) {
    let [x, y] = [g, a < 0n ? -a : a]
    while (y !== 0n) [x, y] = [y, x % y]
    g = x
  }
  const first = row.find((a) => a !== 0n)
  if (first === undefined) return row
  if (first < 0n) g = -g
  return row.map((a) => a / g)
}

/** Rows as full vectors, with the columns selected by `isIncluded`. */
function toDense(
  rows: IntegerRows,
  nVars: number,
  isIncluded: (v: number) => boolean = () => true,
): number[][] {
  return Array.from({ length: rows.rowPtr.length - 1 }, (_, r) => {
    const row = new Array<number>(nVars).fill(0)
    for (let p = rows.rowPtr[r]; p < rows.rowPtr[r + 1]; p++) {
      if (isIncluded(rows.vars[p])) row[rows.vars[p]] += rows.coefs[p]
    }
    return row
  })
}

/** Fails unless result and input are equivalent, and zeros, aliases and constraints are complete. */
function expectEquivalent(input: EliminationInput, result: EliminationResult): void {
  const { nVars, role } = input
  const before = toDense(input.rows, nVars)
  for (const v of result.arbitrary) before.push(unit(nVars, v))
  const after = toDense(result.rows, nVars)
  for (let v = 0; v < nVars; v++) {
    const row = unit(nVars, v)
    if (result.sign[v] !== 0) row[result.representative[v]] -= result.sign[v]
    if (row.some((c) => c !== 0)) after.push(row)
  }
  expect(echelon(after, nVars)).toEqual(echelon(before, nVars))
  // Independent, in representatives, of full count
  expect(echelon(after, nVars).length).toBe(after.length)
  for (const v of result.rows.vars) {
    expect(result.representative[v]).toBe(v)
    expect(result.sign[v]).toBe(1)
  }
  const rank = (isIncluded: (v: number) => boolean): number =>
    echelon(toDense(input.rows, nVars, isIncluded), nVars).length
  const count = (status: number): number => result.rowStatus.filter((s) => s === status).length
  const all = rank(() => true)
  expect(count(ROW_STATUS.redundant)).toBe(result.rowStatus.length - all)
  expect(count(ROW_STATUS.kept) + count(ROW_STATUS.constraint)).toBe(result.source.length)
  // States and derivatives stay
  for (let v = 0; v < nVars; v++) {
    if (role[v] < derivative) continue
    expect(result.representative[v]).toBe(v)
    expect(result.sign[v]).toBe(1)
  }
  // All constraints among states and derivatives, and among states alone, are visible
  for (const lowest of [derivative, state]) {
    const visible = toDense(result.rows, nVars).filter((row) =>
      row.every((c, v) => c === 0 || role[v] >= lowest),
    )
    expect(visible.length).toBe(all - rank((v) => role[v] < lowest))
  }
  // The number of arbitrary variables equals the number that the local columns leave undetermined
  const locals = new Set(Array.from(input.rows.vars).filter((v) => role[v] === local))
  expect(result.arbitrary.length).toBe(locals.size - rank((v) => role[v] === local))
}

function unit(n: number, v: number): number[] {
  return Array.from({ length: n }, (_, i) => (i === v ? 1 : 0))
}

/** Rows of equations such as `a = b - c`, `0 = a + b`. */
function parse(equations: string[], names: Names): IntegerRows {
  return createIntegerRows(
    equations.map((text) => {
      const [left, right] = text.split('=')
      const terms: [number, number][] = []
      for (const [side, sign] of [
        [left, 1],
        [right, -1],
      ] as const) {
        for (const [, operator, name] of side.matchAll(/([+-]?)\s*([A-Za-z_]\w*)/g)) {
          terms.push([names.of(name), operator === '-' ? -sign : sign])
        }
      }
      return terms
    }),
  )
}

describe('integer elimination', () => {
  it('finds aliases, signs and zeros, and keeps the preferred name', () => {
    const names = new Names()
    const rows = parse(['a = b', '0 = b + c', '0 = d', 'e = d', 'f = c', 'g = f + e'], names)
    const nVars = names.list.length
    const role = new Uint8Array(nVars).fill(algebraic)
    const keepRank = names.list.map((name) => (name === 'c' ? 1 : 0))
    const result = eliminateIntegerRows({ nVars, rows, role, keepRank })
    const of = (name: string): string => {
      const v = names.of(name)
      return `${result.sign[v]} ${names.list[result.representative[v]]}`
    }
    expect(['a', 'b', 'c', 'f', 'g'].map(of)).toEqual(['-1 c', '-1 c', '1 c', '1 c', '1 c'])
    expect([of('d'), of('e')]).toEqual(['0 d', '0 e'])
    expect(result.source.length).toBe(0)
    expectEquivalent({ nVars, rows, role }, result)
  })

  it('finds the hidden constraint, the redundant equation and the floating potential of LRRL (singular-LRRL)', () => {
    const names = new Names()
    const rows = parse(
      [
        ...[
          'L1_v=L1_p_v-L1_n_v',
          '0=L1_p_i+L1_n_i',
          'L2_v=L2_p_v-L2_n_v',
          '0=L2_p_i+L2_n_i',
          'R1_v=R1_p_v-R1_n_v',
        ],
        ...['0=R1_p_i+R1_n_i', 'R2_v=R2_p_v-R2_n_v', '0=R2_p_i+R2_n_i', 'V_v=V_p_v-V_n_v', '0=V_p_i+V_n_i'],
        ...['V_p_v=L1_p_v', '0=V_p_i+L1_p_i', 'L1_n_v=R1_p_v', 'L1_n_v=R2_p_v', '0=L1_n_i+R1_p_i+R2_p_i'],
        ...['R1_n_v=L2_p_v', 'R2_n_v=L2_p_v', '0=R1_n_i+R2_n_i+L2_p_i', 'L2_n_v=V_n_v', '0=L2_n_i+V_n_i'],
      ],
      names,
    )
    const nVars = names.list.length
    const elsewhere = ['L1_v', 'L2_v', 'R1_v', 'R2_v', 'R1_p_i', 'R2_p_i', 'V_v']
    const role = Uint8Array.from(names.list, (name) =>
      name === 'L1_p_i' || name === 'L2_p_i' ? state : elsewhere.includes(name) ? algebraic : local,
    )
    const input = { nVars, rows, role }
    const result = eliminateIntegerRows(input)
    expectEquivalent(input, result)
    expect(result.arbitrary.length).toBe(1)
    expect(result.rowStatus.filter((s) => s === ROW_STATUS.redundant).length).toBe(1)
    const text = toDense(result.rows, nVars).map((row) =>
      row.flatMap((c, v) => (c === 0 ? [] : [`${c} ${names.list[v]}`])).join(', '),
    )
    expect(text).toContain('1 L1_p_i, -1 L2_p_i')
    // The resistors are parallel
    expect(result.representative[names.of('R1_v')]).toBe(result.representative[names.of('R2_v')])
  })

  it('agrees with exact linear algebra on random equations', () => {
    const random = createRandom(11)
    for (let k = 0; k < 600; k++) {
      const nVars = 3 + Math.floor(12 * random())
      const nRows = Math.floor(1.2 * nVars * random())
      const longest = 2 + Math.floor(4 * random())
      const rows = createIntegerRows(
        Array.from({ length: nRows }, () => {
          const size = Math.min(nVars, 1 + Math.floor(longest * random() + 0.3))
          return permutation(nVars, random)
            .slice(0, size)
            .map((v): [number, number] => [v, random() < 0.5 ? 1 : -1])
        }),
      )
      const role = Uint8Array.from({ length: nVars }, () => Math.floor(4 * random()))
      const keepRank = Array.from({ length: nVars }, () => Math.floor(3 * random()))
      const input = { nVars, rows, role, keepRank }
      expectEquivalent(input, eliminateIntegerRows(input))
    }
  })

  it('agrees with exact linear algebra on random networks', () => {
    const random = createRandom(12)
    for (let k = 0; k < 60; k++) {
      const input = network(3 + Math.floor(4 * random()), 4 + Math.floor(6 * random()), random)
      expectEquivalent(input, eliminateIntegerRows(input))
    }
  })

  it('stays equivalent if the work is limited', () => {
    const random = createRandom(13)
    for (let k = 0; k < 20; k++) {
      const input = { ...network(6, 10, random), maxWork: 0 }
      const { nVars } = input
      const result = eliminateIntegerRows(input)
      const after = toDense(result.rows, nVars)
      for (let v = 0; v < nVars; v++) {
        const row = unit(nVars, v)
        if (result.sign[v] !== 0) row[result.representative[v]] -= result.sign[v]
        after.push(row)
      }
      const before = toDense(input.rows, nVars)
      for (const v of result.arbitrary) before.push(unit(nVars, v))
      expect(echelon(after, nVars)).toEqual(echelon(before, nVars))
    }
  })

  it('takes 100 000 connection equations in any order at a constant cost each', () => {
    const n = 100_000
    const order = permutation(n, createRandom(14))
    const rows = createIntegerRows(
      order.map((i) => [
        [i, 1],
        [i + 1, i % 2 === 0 ? 1 : -1],
      ]),
    )
    const role = new Uint8Array(n + 1).fill(algebraic)
    const result = eliminateIntegerRows({ nVars: n + 1, rows, role })
    expect(result.rows.vars.length).toBe(0)
    expect(result.representative.every((v) => v === 0)).toBe(true)
    expect(result.sign[n]).toBe((-1) ** (n / 2))
    expect(result.operations).toBe(0)
  })

  it('resolves a chain that opens link by link from its end', () => {
    // x_i + x_{i+1} + x_{i+2} = 0 becomes short only after the next row
    const n = 20_000
    const list: [number, number][][] = []
    for (let i = 0; i < n; i++)
      list.push([
        [i, 1],
        [i + 1, 1],
        [i + 2, 1],
      ])
    list.push([[n, 1]], [[n + 1, 1]])
    const rows = createIntegerRows(list)
    const result = eliminateIntegerRows({ nVars: n + 2, rows, role: new Uint8Array(n + 2).fill(algebraic) })
    expect(result.sign.every((s) => s === 0)).toBe(true)
    expect(result.operations).toBeLessThan(40 * n)
  })

  it('does near-linear work on RC ladders and resistor grids', () => {
    const work = (input: EliminationInput): number =>
      eliminateIntegerRows(input).operations / input.rows.vars.length
    expect(work(rcLadder(10_000))).toBeLessThan(2 * work(rcLadder(100)))
    expect(work(resistorGrid(40))).toBeLessThan(200)
  })
})

/** Rows of a one-port between two nodes: v = p - n; its current enters the balances of the nodes. */
interface Edge {
  readonly from: number
  readonly to: number
  readonly kind: 'R' | 'L' | 'C'
}

/** Voltage and Kirchhoff equations of a network, without ground if `ground` < 0. */
function circuit(nNodes: number, edges: readonly Edge[], ground: number): EliminationInput {
  const voltage = (k: number): number => nNodes + 2 * k
  const current = (k: number): number => nNodes + 2 * k + 1
  const nVars = nNodes + 2 * edges.length
  const rows: [number, number][][] = edges.map((edge, k) => [
    [voltage(k), 1],
    [edge.from, -1],
    [edge.to, 1],
  ])
  const balances: [number, number][][] = Array.from({ length: nNodes }, () => [])
  for (const [k, edge] of edges.entries()) {
    balances[edge.from].push([current(k), 1])
    balances[edge.to].push([current(k), -1])
  }
  for (const [node, balance] of balances.entries()) if (node !== ground) rows.push(balance)
  if (ground >= 0) rows.push([[ground, 1]])
  const role = new Uint8Array(nVars).fill(local)
  for (const [k, edge] of edges.entries()) {
    role[voltage(k)] = edge.kind === 'C' ? state : algebraic
    role[current(k)] = edge.kind === 'L' ? state : algebraic
  }
  return { nVars, rows: createIntegerRows(rows.filter((row) => row.length > 0)), role }
}

function network(nNodes: number, nEdges: number, random: () => number): EliminationInput {
  const edges = Array.from({ length: nEdges }, (): Edge => {
    const from = Math.floor(nNodes * random())
    const to = (from + 1 + Math.floor((nNodes - 1) * random())) % nNodes
    return { from, to, kind: (['R', 'L', 'C'] as const)[Math.floor(3 * random())] }
  })
  return circuit(nNodes, edges, random() < 0.5 ? 0 : -1)
}

function rcLadder(n: number): EliminationInput {
  const edges: Edge[] = []
  for (let k = 1; k <= n; k++)
    edges.push({ from: k - 1, to: k, kind: 'R' }, { from: k, to: n + 1, kind: 'C' })
  return circuit(n + 2, edges, n + 1)
}

function resistorGrid(n: number): EliminationInput {
  const edges: Edge[] = []
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      if (i + 1 < n) edges.push({ from: n * i + j, to: n * i + n + j, kind: 'R' })
      if (j + 1 < n) edges.push({ from: n * i + j, to: n * i + j + 1, kind: 'R' })
    }
  }
  return circuit(n * n, edges, 0)
}
