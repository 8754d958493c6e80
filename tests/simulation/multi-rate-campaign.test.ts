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

/** Clock of a node in the notation of the language. */
function clockOf({ interval, first }: Node): string {
  const clock = `Clock(${interval[0]}, ${interval[1]})`
  if (first[0] === 0n) return clock
  const [k, r] = reduce([first[0] * interval[1], first[1] * interval[0]])
  return `shiftSample(${clock}, ${k}, ${r})`
}

function createNetwork(seed: number): Network {
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
      const interval = reduce([BigInt(integer(1, 4)), BigInt(integer(5, 40))])
      nodes.push({ ...weights, source: null, isHeld: false, operator: 'sample', interval, first: whole(0) })
      continue
    }
    const source = integer(0, k - 1)
    const { interval, first } = nodes[source]
    const kind = integer(0, 5)
    const m = integer(1, 4)
    const [counter, resolution] = [integer(0, 5), integer(1, 4)]
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
    const clock = given.get(group[k]) === k ? ` + 0*sample(1, ${clockOf(node)})` : ''
    return `${node.name} = ${node.factor}*${call} + ${node.memory}*previous(${node.name}) + ${node.constant}${clock}`
  })
  return { nodes, text: lines.join('\n') }
}

/** Values of all nodes after each instant with a tick, up to `stop` [s]. */
function interpret(
  nodes: readonly Node[],
  stop: Fraction,
): { readonly t: Fraction; readonly values: number[] }[] {
  const values = nodes.map(({ start }) => start)
  const next = nodes.map(({ first }) => first)
  const rows: { t: Fraction; values: number[] }[] = []
  for (;;) {
    const t = next.reduce((a, b) => (isLess(b, a) ? b : a))
    if (isLess(stop, t)) return rows
    const before = [...values]
    nodes.forEach((node, k) => {
      if (isLess(t, next[k])) return
      next[k] = sum(next[k], node.interval)
      const { source, isHeld, factor, memory, constant } = node
      const input = source === null ? seconds(t) : isHeld ? before[source] : values[source]
      values[k] = factor * input + memory * before[k] + constant
    })
    rows.push({ t, values: [...values] })
  }
}

describe('random multi-rate networks follow the interpreter', () => {
  it.each(campaignSeeds(200, 12))('seed %i', (seed) => {
    const { nodes, text } = createNetwork(seed)
    const stop = 1
    const rows = interpret(nodes, [1n, 1n])
    const starts = Object.fromEntries(nodes.map(({ name, start }) => [name, Var({ start })]))
    const result = simulate(Model({ ...starts, equations: equations(text) }), {
      stopTime: stop,
      interval: 0.25,
    })
    const times = [...result.time]
    rows.forEach(({ t, values }, k) => {
      const at = seconds(t)
      // every tick is a point of the result, to the last bit
      expect(times, text).toContain(at)
      const end = k + 1 < rows.length ? seconds(rows[k + 1].t) : stop
      nodes.forEach(({ name }, i) => {
        // sums of three products of short binary fractions and of the time: some rounding errors
        const tolerance = 1e-13 * (1 + Math.abs(values[i]))
        expect(Math.abs(result.at(name, at) - values[i]), `${name} at ${at}\n${text}`).toBeLessThan(tolerance)
        expect(
          Math.abs(result.at(name, (at + end) / 2) - values[i]),
          `${name} after ${at}\n${text}`,
        ).toBeLessThan(tolerance)
      })
    })
  })
})
