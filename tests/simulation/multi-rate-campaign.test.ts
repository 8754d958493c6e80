/** Random networks of clocked variables with rational rates, against an interpreter with exact fractions. */
import { equations, Model, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import { checkInterpreter } from '../support/check-interpreter.ts'
import { createRandom } from '../support/random.ts'

checkInterpreter()

/** An exact fraction. */
type Fraction = readonly [bigint, bigint]

const reduce = ([p, q]: Fraction): Fraction => {
  let [a, b] = [p < 0n ? -p : p, q]
  while (b !== 0n) [a, b] = [b, a % b]
  return a === 0n ? [0n, 1n] : [p / a, q / a]
}
const sum = ([a, b]: Fraction, [c, d]: Fraction): Fraction => reduce([a * d + c * b, b * d])
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => reduce([a * c, b * d])
const isLess = ([a, b]: Fraction, [c, d]: Fraction): boolean => a * d < c * b
const whole = (k: number): Fraction => [BigInt(k), 1n]
/** The nearest double: the parts are below 2^53, so that one division rounds correctly. */
const seconds = ([p, q]: Fraction): number => Number(p) / Number(q)

interface Node {
  readonly name: string
  /** Its value is factor·(value of the source) + memory·(own previous value) + constant. */
  readonly factor: number
  readonly memory: number
  readonly constant: number
  readonly start: number
  /** Null: the time. */
  readonly source: number | null
  /** The source passes through hold and sample: its value just before the tick. */
  readonly isHeld: boolean
  readonly operator: string
  readonly interval: Fraction
  readonly first: Fraction
}

interface Network {
  readonly nodes: readonly Node[]
  readonly text: string
}

/** Kind of the clock that all others follow from. */
type Base = 'rational' | 'variable' | 'events'

/** Clock of a node in the notation of the language; `base`: the clock of which the intervals are multiples. */
function clockOf({ interval, first }: Node, base: Base): string {
  const clock =
    base === 'rational'
      ? `Clock(${interval[0]}, ${interval[1]})`
      : `subSample(superSample(c, ${interval[1]}), ${interval[0]})`
  if (first[0] === 0n) return clock
  const [k, r] = reduce([first[0] * interval[1], first[1] * interval[0]])
  return `shiftSample(${clock}, ${k}, ${r})`
}

function createNetwork(seed: number, base: Base): Network {
  const random = createRandom(seed)
  const integer = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1))
  const nodes: Node[] = []
  const nNode = integer(3, 8)
  for (let k = 0; k < nNode; k++) {
    const weights = {
      factor: integer(-8, 8) / 8,
      memory: integer(-4, 4) / 8,
      constant: integer(-8, 8) / 4,
      start: integer(-3, 3),
      name: `v${k}`,
    }
    if (k === 0) {
      const interval =
        base === 'rational' ? reduce([BigInt(integer(1, 4)), BigInt(integer(5, 40))]) : whole(1)
      nodes.push({ ...weights, source: null, isHeld: false, operator: 'sample', interval, first: whole(0) })
      continue
    }
    const source = integer(0, k - 1)
    const { interval, first } = nodes[source]
    // a clock of events has no ticks between those of its events
    const kind = base === 'events' ? [0, 2, 3, 4, 5][integer(0, 4)] : integer(0, 5)
    const m = integer(1, 4)
    const [counter, resolution] = [integer(0, 5), base === 'events' ? 1 : integer(1, 4)]
    const offset = times(interval, reduce([BigInt(counter), BigInt(resolution)]))
    const later = { ...weights, source, isHeld: false, interval, first }
    if (kind === 0) nodes.push({ ...later, operator: `subSample, ${m}`, interval: times(interval, whole(m)) })
    else if (kind === 1)
      nodes.push({ ...later, operator: `superSample, ${m}`, interval: times(interval, [1n, BigInt(m)]) })
    else if (kind === 2)
      nodes.push({ ...later, operator: `shiftSample, ${counter}, ${resolution}`, first: sum(first, offset) })
    else if (kind === 3 && !isLess(first, offset))
      nodes.push({
        ...later,
        operator: `backSample, ${counter}, ${resolution}`,
        first: sum(first, [-offset[0], offset[1]]),
      })
    else nodes.push({ ...later, operator: kind === 4 ? 'noClock' : 'sample', isHeld: kind !== 4 })
  }
  // one clock is given, all others follow, in both directions; noClock and sample need clocks of their own
  const group = nodes.map((_, k) => k)
  nodes.forEach((node, k) => {
    if (node.source !== null && node.operator !== 'noClock' && !node.isHeld) group[k] = group[node.source]
  })
  const given = new Map<number, number>()
  for (let k = 0; k < nNode; k++) {
    const isFirst = !given.has(group[k])
    if (isFirst || random() < 0.4) given.set(group[k], k)
  }
  const lines = nodes.map((node, k) => {
    const argument = node.source === null ? 'time' : nodes[node.source].name
    const [fn, ...factors] = node.operator.split(', ')
    const call = node.isHeld ? `sample(hold(${argument}))` : `${fn}(${[argument, ...factors].join(', ')})`
    const clock = given.get(group[k]) === k ? ` + 0*sample(1, ${clockOf(node, base)})` : ''
    return `${node.name} = ${node.factor}*${call} + ${node.memory}*previous(${node.name}) + ${node.constant}${clock}`
  })
  return { nodes, text: lines.join('\n') }
}

/**
 * Values of all nodes after each instant with a tick, up to `stop` [s]. `timeOf` gives the time of a multiple of the
 * intervals [s].
 */
function interpret(
  nodes: readonly Node[],
  timeOf: (position: Fraction) => number,
  stop: number,
): { readonly t: number; readonly values: number[] }[] {
  const values = nodes.map(({ start }) => start)
  const next = nodes.map(({ first }) => first)
  const rows: { t: number; values: number[] }[] = []
  for (;;) {
    const t = next.reduce((a, b) => (isLess(b, a) ? b : a))
    if (timeOf(t) > stop) return rows
    const before = [...values]
    nodes.forEach((node, k) => {
      if (isLess(t, next[k])) return
      next[k] = sum(next[k], node.interval)
      const { source, isHeld, factor, memory, constant } = node
      const input = source === null ? timeOf(t) : isHeld ? before[source] : values[source]
      values[k] = factor * input + memory * before[k] + constant
    })
    rows.push({ t: timeOf(t), values: [...values] })
  }
}

/** Frequency of the events [rad/s]; the condition becomes true just after 0, and after each period. */
const OMEGA = 40

describe('random multi-rate networks and their interpreter', () => {
  const stop = 1

  it.each(campaignSeeds(200, 12))('follow it at the ticks of rational clocks, seed %i', (seed) => {
    const { nodes, text } = createNetwork(seed, 'rational')
    const rows = interpret(nodes, seconds, stop)
    const starts = Object.fromEntries(nodes.map(({ name, start }) => [name, Var({ start })]))
    const result = simulate(Model({ ...starts, equations: equations(text) }), {
      stopTime: stop,
      interval: 0.25,
    })
    const points = [...result.time]
    // every tick is a point of the result, to the last bit
    for (const { t } of rows) expect(points, text).toContain(t)
    compare(rows, (name, t) => result.at(name, t), nodes, 1e-13, text)
  })

  it.each(campaignSeeds(100, 6))('follow it at intervals that change, and at events, seed %i', (seed) => {
    for (const base of ['variable', 'events'] as const) {
      const { nodes, text } = createNetwork(seed, base)
      // the interval after tick number j is (j + 2)/40 s
      const sumOf = (j: number): number => (j * (j + 3)) / 2
      const timeOf = ([p, q]: Fraction): number => {
        const [j, rest] = [Number(p / q), Number(p % q) / Number(q)]
        if (base === 'events') return (2 * Math.PI * j) / OMEGA
        return (sumOf(j) + rest * (j + 2)) / 40
      }
      const rows = interpret(nodes, timeOf, stop)
      const starts = Object.fromEntries(nodes.map(({ name, start }) => [name, Var({ start })]))
      const clock =
        base === 'events'
          ? `c = Clock(sin(${OMEGA}*time) > 0)`
          : 'c = Clock(k, 40); when c then k = previous(k) + 1; end when'
      const model = Model({
        ...starts,
        ...(base === 'variable' && { k: Var({ start: 1, type: 'Integer' as const }) }),
        equations: equations(`${clock}\n${text}`),
      })
      const result = simulate(model, { stopTime: stop, interval: 0.25, tolerance: 1e-9 })
      // events are located to 1e-10 of the time, which they sample; the values sum some of these
      compare(rows, (name, t) => result.at(name, t), nodes, base === 'events' ? 1e-6 : 1e-12, text)
    }
  })

  /** Compares the values at a third and two thirds of the time to the next tick. */
  function compare(
    rows: ReturnType<typeof interpret>,
    valueAt: (name: string, t: number) => number,
    nodes: readonly Node[],
    tolerance: number,
    text: string,
  ): void {
    rows.forEach(({ t, values }, k) => {
      const end = k + 1 < rows.length ? rows[k + 1].t : stop
      // ticks of different clocks may be closer than the search for events
      if (end - t < 1e-6) return
      nodes.forEach(({ name }, i) => {
        for (const part of [1 / 3, 2 / 3]) {
          const error = Math.abs(valueAt(name, t + part * (end - t)) - values[i])
          expect(error, `${name} after ${t}\n${text}`).toBeLessThan(tolerance * (1 + Math.abs(values[i])))
        }
      })
    })
  }
})
