/** Closed loops: published mechanisms, MuJoCo with equality constraints, and chains of loops of growing length. */
import { instantiate, type SignalTable } from 'vario'
import { integrate } from 'vario/ode'
import { printTable, runIsolated } from '../harness.ts'
import { mujoco } from '../multibody/mujoco.ts'
import {
  createBricard,
  createFourBars,
  createHangingLoops,
  createParallelograms,
  createScissors,
  writeParallelograms,
} from './loop-models.ts'

/** Gravity [m/s2], simulated time of the mechanisms [s], and permitted error of the energy in their library [J]. */
const GRAVITY = 9.81
const STOP_TIME = 10
const ALLOWED_DRIFT = 0.1

/** Times of native programs for these mechanisms on other machines, published by their authors [s]. */
const PUBLISHED: Readonly<Record<string, number>> = { 'A02, N = 2': 0.455, A04: 0.258 }

const TOLERANCES = [1e-6, 1e-8, 1e-10]
/** Steps of MuJoCo [s], the longest one first. */
const STEPS = [16e-3, 8e-3, 4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4]
/** Time to measure one chain [s], and maximum number of runs. */
const CHAIN_BUDGET = 6
const REPETITIONS = 6
/** Interval between checks of the energy [s]. */
const SAMPLING = 0.1

type Mechanism = { readonly name: 'A02'; readonly n: number } | { readonly name: 'A04' }

export type LoopTask =
  | { readonly kind: 'mechanism'; readonly mechanism: Mechanism; readonly tolerance: number }
  | { readonly kind: 'equality'; readonly n: number; readonly dt: number }
  | { readonly kind: 'loopChain'; readonly shape: Shape; readonly n: number }
  | { readonly kind: 'beside'; readonly solver: (typeof BESIDE_SOLVERS)[number]; readonly n: number }

/** Mechanisms side by side: their number, and independent or common steps. */
const BESIDE = [1, 10, 50]
const BESIDE_SOLVERS = ['auto', 'tsit5'] as const
/** Simulated time of them [s]. */
const BESIDE_TIME = 2

interface BesideRow {
  /** Processor time per simulated second [s]. */
  readonly time: number
  readonly steps: number
}

interface MechanismRow {
  /** Shortest time of a run [s]. */
  readonly time: number
  /** Largest change of the energy [J], and error of the final position, where it is known [m]. */
  readonly drift: number
  readonly error?: number
  readonly steps: number
  readonly f?: number
}

/** Squares on the ground side by side, or in a vertical chain; a lattice of crossed bars. */
type Shape = 'grounded' | 'hanging' | 'scissors'
const SIZES: Readonly<Record<Shape, readonly number[]>> = {
  grounded: [10, 100, 1000],
  hanging: [10, 100, 1000],
  scissors: [10, 100, 1000],
}

/** Simulated time: those on the ground need few steps [s]. */
const CHAIN_TIMES: Readonly<Record<Shape, number>> = {
  ...{ grounded: 2, hanging: 0.5, scissors: 10 },
}

const CHAINS: Readonly<Record<Shape, (n: number) => ReturnType<typeof createHangingLoops>>> = {
  ...{ grounded: createParallelograms, hanging: createHangingLoops, scissors: createScissors },
}

interface LoopChainRow {
  /**
   * Durations of the translation, and of the start of a run, with assembly and choice of the constraints [s]; time per
   * evaluation of f [ms].
   */
  readonly translation: number
  readonly start: number
  readonly evaluation: number
  readonly redundant: number
}

/** Measures everything, each in a separate process. */
export function measureLoops(quick: boolean): unknown {
  return {
    mechanisms: measureMechanisms(quick),
    chains: measureLoopChains(quick),
    beside: measureBeside(quick),
  }
}

function measureMechanisms(quick: boolean): unknown {
  const mechanisms: Mechanism[] = [{ name: 'A02', n: 2 }, { name: 'A02', n: 40 }, { name: 'A04' }]
  const rows = mechanisms.flatMap((mechanism) => {
    const title = mechanism.name === 'A02' ? `A02, N = ${mechanism.n}` : mechanism.name
    const own = (quick ? TOLERANCES.slice(0, 2) : TOLERANCES).map((tolerance) => ({
      ...{ title, program: `tolerance ${tolerance}` },
      row: runIsolated<MechanismRow>({ kind: 'mechanism', mechanism, tolerance } satisfies LoopTask),
    }))
    if (mechanism.name !== 'A02') return own
    const steps = quick ? STEPS.slice(0, 2) : STEPS
    const peer = steps.map((dt) => ({
      ...{ title, program: `MuJoCo, ${1e3 * dt} ms` },
      row: runIsolated<MechanismRow>({ kind: 'equality', n: mechanism.n, dt } satisfies LoopTask),
    }))
    return [...own, ...peer]
  })
  printTable(
    `Mechanisms with closed loops, ${STOP_TIME} s (${ALLOWED_DRIFT} J of error are allowed)`,
    ['mechanism', 'program', 'time [s]', 'published', 'energy [J]', 'position [m]', 'steps', 'f'],
    rows.map(({ title, program, row }) => [
      ...[title, program, row?.time.toFixed(3) ?? '–', `(${PUBLISHED[title] ?? '–'})`],
      ...[row?.drift, row?.error].map((x) => x?.toExponential(1) ?? '–'),
      ...[row?.steps, row?.f].map((x) => String(x ?? '–')),
    ]),
  )
  return rows
}

function measureLoopChains(quick: boolean): unknown {
  const rows = (Object.keys(SIZES) as Shape[]).flatMap((shape) =>
    (quick ? SIZES[shape].slice(0, 2) : SIZES[shape]).map((n) => ({
      ...{ shape, n },
      row: runIsolated<LoopChainRow>({ kind: 'loopChain', shape, n } satisfies LoopTask),
    })),
  )
  printTable(
    'Chains of N loops: translation, start of a run, and time per evaluation of f, projections included',
    ['chain', 'N', 'translation [s]', 'start [s]', 'f [ms]', 'f/N [µs]', 'redundant'],
    rows.map(({ shape, n, row }) => [
      ...[shape, String(n), row?.translation.toFixed(2) ?? '–', row?.start.toFixed(2) ?? '–'],
      ...[row?.evaluation.toFixed(3) ?? '–', row ? ((1e3 * row.evaluation) / n).toFixed(1) : '–'],
      String(row?.redundant ?? '–'),
    ]),
  )
  return rows
}

function measureBeside(quick: boolean): unknown {
  const rows = (quick ? BESIDE.slice(0, 2) : BESIDE).flatMap((n) =>
    BESIDE_SOLVERS.map((solver) => ({
      ...{ n, solver },
      row: runIsolated<BesideRow>({ kind: 'beside', solver, n } satisfies LoopTask),
    })),
  )
  printTable(
    'N four-bars of 1 to 50 rad/s side by side: processor time per simulated second',
    ['N', 'steps', 'time [s]', 'number of steps'],
    rows.map(({ n, solver, row }) => [
      ...[String(n), solver === 'auto' ? 'independent' : 'common'],
      ...[row?.time.toFixed(3) ?? '–', String(row?.steps ?? '–')],
    ]),
  )
  return rows
}

export function runLoopTask(task: LoopTask): MechanismRow | LoopChainRow | BesideRow {
  if (task.kind === 'beside') return runBeside(task.n, task.solver)
  if (task.kind === 'mechanism') return runMechanism(task.mechanism, task.tolerance)
  return task.kind === 'equality' ? runEquality(task.n, task.dt) : runLoopChain(task.shape, task.n)
}

interface Repeated<T> {
  readonly result: T
  /** Shortest time, and shortest processor time, which other work does not lengthen [s]. */
  readonly time: number
  readonly processor: number
}

/** Repeats runs, up to the time limit [s]. */
function repeat<T>(run: () => T, budget = 60): Repeated<T> {
  const start = performance.now()
  let time = Number.POSITIVE_INFINITY
  let processor = Number.POSITIVE_INFINITY
  for (let k = 1; ; k++) {
    const before = process.cpuUsage()
    const begin = performance.now()
    const result = run()
    const end = performance.now()
    processor = Math.min(processor, process.cpuUsage(before).user / 1e6)
    time = Math.min(time, (end - begin) / 1e3)
    if (k === REPETITIONS || (k > 1 && end - start > 1e3 * budget)) return { result, time, processor }
  }
}

function runMechanism(mechanism: Mechanism, tolerance: number): MechanismRow {
  const model = instantiate(mechanism.name === 'A02' ? createParallelograms(mechanism.n) : createBricard())
  const record = mechanism.name === 'A02' ? ['world.*', 'top0.*'] : ['world.*']
  const options = { stopTime: STOP_TIME, interval: SAMPLING, tolerance, record }
  const { result, time } = repeat(() => model.simulate(options))
  const { steps, f } = result.attributes['statistics'] as Record<string, number>
  const row = { time, drift: findDrift(result), steps, f }
  if (!(row.drift < ALLOWED_DRIFT))
    throw new Error(`${mechanism.name}: the energy is wrong by ${row.drift} J`)
  if (mechanism.name === 'A04') return row
  const angle = angleOfParallelograms(mechanism.n)
  const [x, y] = result.finalVector('top0.r_abs')
  return { ...row, error: Math.hypot(x - Math.sin(angle), y - Math.cos(angle)) }
}

function runBeside(n: number, solver: (typeof BESIDE_SOLVERS)[number]): BesideRow {
  const model = instantiate(createFourBars(n))
  const options = { stopTime: BESIDE_TIME, interval: SAMPLING, record: ['world.*'], solver }
  const { result, processor } = repeat(() => model.simulate(options), CHAIN_BUDGET)
  const { steps } = result.attributes['statistics'] as Record<string, number>
  return { time: processor / BESIDE_TIME, steps }
}

function findDrift(result: SignalTable): number {
  const energy = result.values('world.totalEnergy')
  return energy.reduce((drift, value) => Math.max(drift, Math.abs(value - energy[0])), 0)
}

/** Angle of A02 from upright at the end: all bars turn alike, one degree of freedom. */
function angleOfParallelograms(n: number): number {
  const factor = (GRAVITY * ((n + 1) / 2 + n)) / ((n + 1) / 3 + n)
  const f = (_t: number, x: Float64Array, dx: Float64Array): void => {
    dx[0] = x[1]
    dx[1] = factor * Math.sin(x[0])
  }
  const span = { t0: 0, tEnd: STOP_TIME, x0: Float64Array.of(0, 1) }
  return integrate({ n: 2, f }, { ...span, method: 'dop853', rtol: 1e-13, atol: 1e-13 }).x[0]
}

/** A02 in MuJoCo; energy by its own account. */
function runEquality(n: number, dt: number): MechanismRow {
  if (mujoco === undefined) throw new Error('@mujoco/mujoco is not installed')
  const engine = mujoco
  const model = engine.MjModel.from_xml_string(writeParallelograms(n, dt))
  const steps = Math.round(STOP_TIME / dt)
  const start = startOfParallelograms(n)
  const energyAtStart = energyOfParallelograms(n, new Float64Array(2 * n + 1), start)
  const { result, time } = repeat(() => {
    const data = new engine.MjData(model)
    const [q, v] = [data.qpos as Float64Array, data.qvel as Float64Array]
    v.set(start)
    let drift = 0
    for (let k = 1; k <= steps; k++) {
      engine.mj_step(model, data)
      if (k % Math.round(SAMPLING / dt) === 0)
        drift = Math.max(drift, Math.abs(energyOfParallelograms(n, q, v) - energyAtStart))
    }
    const phi = q[0]
    data.delete()
    return { phi, drift }
  })
  const angle = angleOfParallelograms(n)
  const { phi, drift } = result
  const error = Math.hypot(-Math.sin(phi) - Math.sin(angle), Math.cos(phi) - Math.cos(angle))
  return { time, drift, error, steps }
}

function startOfParallelograms(n: number): Float64Array {
  return Float64Array.from({ length: 2 * n + 1 }, (_, i) => (i % 2 === 0 ? -1 : 1))
}

/** Energy of A02 for angles and rates of the joints: bar, beam, bar, beam, …, bar [J]. */
function energyOfParallelograms(n: number, q: Float64Array, v: Float64Array): number {
  let energy = 0
  for (let i = 0; i <= n; i++) {
    const [phi, w] = [q[2 * i], v[2 * i]]
    energy += w ** 2 / 6 + GRAVITY * 0.5 * Math.cos(phi)
    if (i === n) break
    const [psi, rate] = [phi + q[2 * i + 1], w + v[2 * i + 1]]
    const x = -Math.cos(phi) * w - 0.5 * Math.sin(psi) * rate
    const y = -Math.sin(phi) * w + 0.5 * Math.cos(psi) * rate
    energy += (x * x + y * y) / 2 + rate ** 2 / 24 + GRAVITY * (Math.cos(phi) + 0.5 * Math.sin(psi))
  }
  return energy
}

function runLoopChain(shape: Shape, n: number): LoopChainRow {
  const source = CHAINS[shape](n)
  const begin = performance.now()
  const model = instantiate(source)
  const translation = (performance.now() - begin) / 1e3
  const stopTime = CHAIN_TIMES[shape]
  const options = { interval: stopTime, record: ['world.*'], solver: 'tsit5' } as const
  const run = (stopTime: number) => {
    const { result, processor: time } = repeat(() => model.simulate({ ...options, stopTime }), CHAIN_BUDGET)
    const { f } = result.attributes['statistics'] as Record<string, number>
    return { result, f, time }
  }
  const [long, short] = [run(stopTime), run(stopTime / 200)]
  const evaluation = (1e3 * (long.time - short.time)) / (long.f - short.f)
  const start = short.time - (short.f * evaluation) / 1e3
  return { translation, start, evaluation, redundant: short.result.segments[0].redundant! }
}
