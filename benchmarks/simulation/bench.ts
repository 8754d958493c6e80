/**
 * Benchmark of whole simulations: growth of the cost of events with the number of independent parts, and cost of the
 * output of many signals compared with the run itself. Every size runs in a separate process.
 */

import type { InstantiatedModel, SimulateOptions } from 'vario'
import { equations, instantiate, Model, Par, type SignalTable, Var } from 'vario'
import type { ModelNode } from '../../src/model/index.ts'
import { type Effort, measure, printTable, runIsolated } from '../harness.ts'
import type { Benchmark } from '../types.ts'
import { createCarts, createSharedLoops, positionOf, ROUTES } from './feedback.ts'

type Subject = 'balls' | 'output' | 'feedback' | 'shared'

interface Task {
  readonly subject: Subject
  readonly n: number
  readonly effort: Effort
}

/** Shortest times [ms] and counts of one size. */
interface Row {
  readonly n: number
  readonly counts: Readonly<Record<string, number>>
  readonly times: Readonly<Record<string, number>>
}

const SIZES: Readonly<Record<Subject, readonly number[]>> = {
  balls: [100, 200, 400, 1000],
  output: [300, 1000, 3000],
  feedback: [50],
  shared: [300, 1000, 3000],
}
const TITLES: Readonly<Record<Subject, string>> = {
  balls: 'bouncing balls, 3 s: translation, first and shortest run [ms]',
  output: 'RC ladder, 500 output points: shortest times [ms]',
  feedback: 'carts with feedback, 5 s: shortest runs by the way of the loop [ms]',
  shared: 'loops with one shared source, 5 s: translation, first and shortest run [ms]',
}

export const benchmark: Benchmark = {
  run(effort: Effort, quick: boolean): unknown {
    return (['balls', 'output', 'feedback', 'shared'] as const).flatMap((subject) => {
      const sizes = quick ? SIZES[subject].slice(0, 2) : SIZES[subject]
      const rows = sizes.flatMap((n) => runIsolated<Row>({ subject, n, effort } satisfies Task) ?? [])
      printRows(TITLES[subject], rows)
      return rows
    })
  },

  runTask(input: unknown): unknown {
    const { subject, n, effort } = input as Task
    if (subject === 'feedback') return measureFeedback(n, effort)
    if (subject === 'shared') return measureShared(n, effort)
    return subject === 'balls' ? measureBalls(n, effort) : measureOutput(n, effort)
  },
}

// --- independent events -------------------------------------------------------------------------

const G = 9.81
const RESTITUTION = 0.8
const Ball = Model({
  e: Par(RESTITUTION),
  h: Var({ init: 1, unit: 'm' }),
  v: Var({ init: 0, unit: 'm/s' }),
  g: Par(G, 'm/s2'),
  equations: equations`
    der(h) = v
    der(v) = -g
    when h < 0 then
      reinit(v, -e*pre(v))
    end when
  `,
})

/** Balls that fall from different heights: no two of them bounce at the same time. */
function createBalls(n: number): ModelNode {
  return Model({ b: Array.from({ length: n }, (_, k) => Ball({ h: 1 + k / n })) })
}

/** Number of bounces of a ball from height h0 up to a time [s]. */
function countBounces(h0: number, stopTime: number): number {
  let t = Math.sqrt((2 * h0) / G)
  let count = 0
  for (let flight = 2 * RESTITUTION * t; t <= stopTime; t += flight, flight *= RESTITUTION) count++
  return count
}

function measureBalls(n: number, effort: Effort): Row {
  const options = { stopTime: 3 }
  const begin = performance.now()
  const model = instantiate(createBalls(n))
  const translation = performance.now() - begin
  const result = model.simulate(options)
  const first = performance.now() - begin - translation

  const statistics = result.attributes['statistics'] as { events: number; steps: number; f: number }
  const expected = Array.from({ length: n }, (_, k) => countBounces(1 + k / n, options.stopTime))
  const events = expected.reduce((sum, count) => sum + count, 0)
  if (statistics.events !== events) throw new Error(`${statistics.events} events instead of ${events}`)
  const { steps, f } = statistics
  const counts = { events, steps, f }
  return { n, counts, times: { translation, first, again: shortest(model, [options], effort)[0] } }
}

// --- output of many signals -------------------------------------------------------------------------

const Cell = Model({
  R: Par(1, 'Ohm'),
  C: Par(1e-3, 'F'),
  left: Var({ unit: 'V' }),
  v: Var({ init: 0, unit: 'V' }),
  i: Var({ unit: 'A' }),
  next: Var({ unit: 'A' }),
  charging: Var({ unit: 'A' }),
  power: Var({ unit: 'W' }),
  equations: equations`
    R*i = left - v
    charging = i - next
    C*der(v) = charging
    power = (left - v)*i
  `,
})

function createLadder(n: number): ModelNode {
  const cells = Array.from({ length: n }, () => Cell())
  const links = Array.from({ length: n - 1 }, (_, k) => [
    { left: `c[${k + 2}].left`, right: `c[${k + 1}].v` },
    { left: `c[${k + 1}].next`, right: `c[${k + 2}].i` },
  ]).flat()
  const text = links.map(({ left, right }) => `${left} = ${right}`).join('\n')
  const source = ['c[1].left = V', `c[${n}].next = 0`, text].join('\n')
  return Model({ V: Par(10, 'V'), c: cells, equations: equations(source) })
}

function measureOutput(n: number, effort: Effort): Row {
  const model = instantiate(createLadder(n))
  const stopTime = 1
  const result = model.simulate({ stopTime })
  const [all, some, none] = shortest(
    model,
    [{ stopTime }, { stopTime, record: ['c[*].v'] }, { stopTime, interval: stopTime }],
    effort,
  )
  const counts = { signals: result.names.length, points: result.time.length }
  return { n, counts, times: { all, 'record v': some, 'two points': none } }
}

// --- feedback ---------------------------------------------------------------------------------------

function measureFeedback(n: number, effort: Effort): Row {
  const stopTime = 5
  const runs = ROUTES.map((route) => {
    const model = instantiate(createCarts(route, n))
    return { name: route, run: (): SignalTable => model.simulate({ stopTime, solver: 'tsit5' }) }
  })
  const found = measure(runs, effort, (results) => {
    for (const result of results)
      for (let k = 0; k < n; k++) {
        const error = Math.abs(result.final(`carts[${k + 1}].slide.s`) - positionOf(k, stopTime))
        if (!(error < 1e-5)) throw new Error(`cart ${k + 1}: error ${error}`)
      }
  })
  return { n, counts: {}, times: Object.fromEntries(found.map(({ name, min }) => [name, min / 1000])) }
}

function measureShared(n: number, effort: Effort): Row {
  const options = { stopTime: 5 }
  const begin = performance.now()
  const model = instantiate(createSharedLoops(n))
  const translation = performance.now() - begin
  model.simulate(options)
  const first = performance.now() - begin - translation
  return { n, counts: {}, times: { translation, first, again: shortest(model, [options], effort)[0] } }
}

// --------------------------------------------------------------------------------------------------

function shortest(
  model: InstantiatedModel,
  variants: readonly SimulateOptions[],
  effort: Effort,
): readonly number[] {
  const runs = variants.map((options, k) => ({
    name: String(k),
    run: (): SignalTable => model.simulate(options),
  }))
  return measure(runs, effort).map(({ min }) => min / 1000)
}

function printRows(title: string, rows: readonly Row[]): void {
  if (rows.length === 0) return
  const [{ counts, times }] = rows
  printTable(
    title,
    ['n', ...Object.keys(counts), ...Object.keys(times)],
    rows.map((row) => [
      String(row.n),
      ...Object.values(row.counts).map(String),
      ...Object.values(row.times).map((time) => (time >= 100 ? time.toFixed(0) : time.toPrecision(3))),
    ]),
  )
}
