/**
 * The tour of what Vario can do today: a bouncing ball with located events by all methods, and a stiff reaction by the methods
 * made for it. Prints what each method has done, and draws both solutions.
 *
 *   npm run demo
 *   npm run demo -- --plot picture.svg
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { integrate, type Method, type OdeProblem, type OdeRun } from 'vario/ode'
import { isMain } from './support/is-main.ts'
import { type Panel, renderPlots } from './support/svg-plot.ts'
import { formatTable } from './support/table.ts'

const TOLERANCE = 1e-8
/** Runs are repeated for this long, and the best time counts: the first ones are compiled on the way [s]. */
const TIMING_BUDGET = 0.2

const GRAVITY = 9.81 // [m/s²]
const RESTITUTION = 0.7
const BALL_END = 2.5 // [s]: before the bounces accumulate at 2.5586 s
const BALL_METHODS: readonly Method[] = ['tsit5', 'dop853', 'radau5', 'bdf', 'auto']

const REACTION_END = 1e4 // [s]
/** Amounts at the end, by another solver with tolerance 1e-13. */
const REACTION_RESULT = [0.10730042853832675, 4.8001669725978359e-7, 0.89269909144497661]
const REACTION_METHODS: readonly Method[] = ['bdf', 'radau5', 'auto']

const ball: OdeProblem = {
  n: 2,
  // x = [height, speed]
  f: (_t, x, dx) => {
    dx[0] = x[1]
    dx[1] = -GRAVITY
  },
  roots: {
    n: 1,
    g: (_t, x, z) => {
      z[0] = x[0]
    },
    direction: [-1],
  },
}

const reaction: OdeProblem = {
  n: 3,
  f: (_t, x, dx) => {
    const slow = 0.04 * x[0]
    const fast = 3e7 * x[1] * x[1]
    const catalysed = 1e4 * x[1] * x[2]
    dx[0] = catalysed - slow
    dx[1] = slow - catalysed - fast
    dx[2] = fast
  },
}

/** One line of the table. */
export interface DemoRow {
  readonly problem: string
  readonly method: Method
  readonly run: OdeRun
  /** Largest error: of the impact times [s], or of the amounts at the end. */
  readonly error: number
  /** Best time of a run [ms]. */
  readonly time: number
}

/** The demonstration as numbers; each run is repeated for `budget` seconds of processor time. */
export function runDemo(budget = TIMING_BUDGET): DemoRow[] {
  const ballRows = BALL_METHODS.map((method): DemoRow => {
    const [run, time] = measure(() => simulateBall(method), budget)
    const error = maxDifference(
      run.events.map((event) => event.t),
      computeImpactTimes(),
    )
    return { problem: 'bouncing ball', method, run, error, time }
  })
  const reactionRows = REACTION_METHODS.map((method): DemoRow => {
    const [run, time] = measure(() => simulateReaction(method), budget)
    return { problem: 'stiff reaction', method, run, error: maxDifference(run.x, REACTION_RESULT), time }
  })
  return [...ballRows, ...reactionRows]
}

function simulateBall(method: Method, outputTimes: readonly number[] = []): OdeRun {
  return integrate(ball, {
    ...{ method, t0: 0, x0: [1, 0], tEnd: BALL_END, rtol: TOLERANCE, atol: TOLERANCE, outputTimes },
    onEvent: ({ x }) => {
      x[0] = 0
      x[1] *= -RESTITUTION
    },
  })
}

function simulateReaction(method: Method, outputTimes: readonly number[] = []): OdeRun {
  const atol = [TOLERANCE, 1e-4 * TOLERANCE, TOLERANCE]
  return integrate(reaction, {
    ...{ method, t0: 0, x0: [1, 0, 0], tEnd: REACTION_END, rtol: TOLERANCE, atol, outputTimes },
  })
}

/** Impacts by the law of free fall: each flight lasts 0.7 times as long as the one before. */
function computeImpactTimes(): number[] {
  const times: number[] = []
  let flight = 2 * Math.sqrt(2 / GRAVITY)
  for (let t = flight / 2; t <= BALL_END; t += flight) {
    times.push(t)
    flight *= RESTITUTION
  }
  return times
}

function measure(simulate: () => OdeRun, budget: number): [OdeRun, number] {
  let best = simulate()
  for (let spent = best.stats.cpuTime; spent < budget; ) {
    const run = simulate()
    spent += run.stats.cpuTime
    if (run.stats.cpuTime < best.stats.cpuTime) best = run
  }
  return [best, 1000 * best.stats.cpuTime]
}

function maxDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Infinity
  return Math.max(...Array.from(a, (value, i) => Math.abs(value - b[i])))
}

/** Both solutions side by side. */
export function drawDemo(): string {
  return renderPlots('A bouncing ball and a stiff reaction', [createBallPanel(), createReactionPanel()])
}

function createBallPanel(): Panel {
  const times = Array.from({ length: 501 }, (_, i) => (i * BALL_END) / 500)
  // Grid and impacts together, so that the corners of the curve are sharp.
  const impacts = computeImpactTimes()
  const { output, events } = simulateBall(
    'tsit5',
    [...times, ...impacts].sort((a, b) => a - b),
  )
  const heights = Array.from(output.t, (_, i) => output.x[2 * i])
  return {
    title: 'Bouncing ball',
    xAxis: { label: 'time [s]', min: 0, max: BALL_END },
    yAxis: { label: 'height [m]', min: 0, max: 1 },
    series: [
      { label: 'height', x: output.t, y: heights },
      { label: 'located impact', x: events.map(({ t }) => t), y: events.map(() => 0), style: 'rings' },
    ],
  }
}

function createReactionPanel(): Panel {
  const times = Array.from({ length: 301 }, (_, i) => REACTION_END * 10 ** (-9 + (9 * i) / 300))
  times[300] = REACTION_END
  const { output } = simulateReaction('bdf', times)
  const amounts = (species: number, factor: number): number[] =>
    Array.from(output.t, (_, i) => factor * output.x[3 * i + species])
  return {
    title: 'Stiff reaction over nine decades of time',
    xAxis: { label: 'time [s]', min: times[0], max: REACTION_END, isLog: true },
    yAxis: { label: 'amount', min: 0, max: 1 },
    series: [
      { label: 'A', x: output.t, y: amounts(0, 1) },
      { label: 'B × 10⁴', x: output.t, y: amounts(1, 1e4) },
      { label: 'C', x: output.t, y: amounts(2, 1) },
    ],
  }
}

function formatRow({ problem, method, run, error, time }: DemoRow): string[] {
  const { steps, rejected, f, fJacobian, jacobians, lu, events } = run.stats
  const counts = [steps, rejected, f + fJacobian, jacobians, lu, events].map(String)
  return [problem, method, ...counts, error.toExponential(1), time.toFixed(2)]
}

if (isMain(import.meta.url)) {
  const { values } = parseArgs({ options: { plot: { type: 'string', default: 'out/demo.svg' } } })
  const header = ['problem', 'method', 'steps', 'rejected', 'f', 'Jacobians', 'LU', 'events', 'error', 'ms']
  console.log(`Tolerance ${TOLERANCE.toExponential()}; f counts the evaluations for Jacobians too.\n`)
  console.log(formatTable(header, runDemo().map(formatRow), 2))
  mkdirSync(dirname(values.plot), { recursive: true })
  writeFileSync(values.plot, drawDemo())
  console.log(`\nThe plot is in ${values.plot}.`)
}
