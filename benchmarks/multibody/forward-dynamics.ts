/** Time of one forward dynamics: positions, velocities, weights and accelerations. */
import {
  addUniformGravity,
  clearForces,
  computeForwardDynamics,
  computePositions,
  computeVelocities,
  createTreeData,
} from 'vario/mechanics'
import { type Effort, measure, printTable, runIsolated } from '../harness.ts'
import { createMujocoModel, mujoco } from './mujoco.ts'
import { NATIVE_FIGURES } from './native-figures.ts'
import { createChain, createFreeBodies, type Evaluation, type Subject } from './subjects.ts'

const GRAVITY = [0.5, -1, -9.81]

const CHAINS = [6, 20, 50, 100, 500]
const FREE_BODIES = [16, 100, 1000]

/** Above this size, MuJoCo's dense matrices take seconds to no purpose. */
const MUJOCO_MAX_CHAIN = 100

/** Duration of a batch of evaluations, well above the resolution of the clock [µs]. */
const BATCH = 500

/** Time after which the code is compiled [µs]. */
const CALIBRATION = 200_000

/** Tolerance of the comparison before timing: rounding times the condition of a chain, up to 1e6. */
const TOLERANCE = 1e-8

export interface ForwardTask {
  readonly kind: 'forward'
  readonly shape: 'chain' | 'free'
  readonly n: number
  /**
   * Measured engine, one per process. If the memory of a WASM module grows, its old buffer is detached, and from then
   * on V8 checks every access to a typed array for that: our chains take 1.3 times as long in such a process.
   */
  readonly engine: 'vario' | 'mujoco'
  readonly effort: Effort
}

/** Shortest and median time of one evaluation [µs]. */
interface Time {
  readonly min: number
  readonly median: number
}

interface Row {
  readonly name: string
  readonly n: number
  readonly shape: ForwardTask['shape']
  readonly vario: Time
  readonly mujoco: Time | undefined
}

/** Measures all sizes, each in a separate process, and prints them beside the others. */
export function measureForwardDynamics(effort: Effort): Row[] {
  if (!mujoco) console.log('MuJoCo: the package @mujoco/mujoco is not installed, its column stays empty.')
  const measureAll = (shape: ForwardTask['shape'], sizes: readonly number[]): Row[] =>
    sizes.flatMap((n) => measureSize(shape, n, effort) ?? [])
  const chains = measureAll('chain', CHAINS)
  const freeBodies = measureAll('free', FREE_BODIES)
  const natives = Object.keys(NATIVE_FIGURES)
  const rows = [...chains, ...freeBodies]
  printTable(
    'Forward dynamics [µs]; (name): recorded elsewhere, see native-figures.ts',
    ['tree', 'vario', 'median', 'ns/body', 'MuJoCo WASM', ...natives.map((name) => `(${name})`)],
    rows.map((row) => [
      row.name,
      format(row.vario.min),
      format(row.vario.median),
      format((1000 * row.vario.min) / row.n),
      format(row.mujoco?.min),
      ...natives.map((name) => format(NATIVE_FIGURES[name][row.name])),
    ]),
  )
  const time = (n: number): number => chains.find((row) => row.n === n)?.vario.min ?? Number.NaN
  console.log(`  chain 500 / chain 100: ${(time(500) / time(100)).toFixed(2)} (linear: 5)`)
  return rows
}

function measureSize(shape: ForwardTask['shape'], n: number, effort: Effort): Row | undefined {
  const run = (engine: ForwardTask['engine']): Time | undefined =>
    runIsolated<Time>({ kind: 'forward', shape, n, engine, effort } satisfies ForwardTask)
  const vario = run('vario')
  if (!vario) return undefined
  const isCompared = mujoco && (shape === 'free' || n <= MUJOCO_MAX_CHAIN)
  return {
    name: createSubject(shape, n).name,
    n,
    shape,
    vario,
    mujoco: isCompared ? run('mujoco') : undefined,
  }
}

/** Measures one engine; the other one must agree with ours. */
export function runForwardTask({ shape, n, engine, effort }: ForwardTask): Time {
  const subject = createSubject(shape, n)
  let measured = createOwnEvaluation(subject)
  if (engine === 'mujoco' && mujoco) {
    const own = measured
    measured = createMujocoModel(mujoco, subject, GRAVITY)
    own.evaluate()
    measured.evaluate()
    expectEqual(measured.read(), own.read())
  }
  const size = findBatchSize(measured)
  const run = (): Float64Array => {
    for (let k = 0; k < size; k++) measured.evaluate()
    return measured.read()
  }
  const [{ min, median }] = measure([{ name: engine, run }], effort)
  return { min: min / size, median: median / size }
}

function createSubject(shape: ForwardTask['shape'], n: number): Subject {
  return shape === 'chain' ? createChain(n) : createFreeBodies(n)
}

function createOwnEvaluation({ tree, q, v }: Subject): Evaluation {
  const data = createTreeData(tree)
  const tau = new Float64Array(tree.nv)
  const vdot = new Float64Array(tree.nv)
  const [gx, gy, gz] = GRAVITY
  const evaluate = (): void => {
    computePositions(tree, data, q)
    computeVelocities(tree, data, v)
    clearForces(data)
    addUniformGravity(tree, data, gx, gy, gz)
    computeForwardDynamics(tree, data, tau, vdot)
  }
  return { evaluate, read: () => vdot }
}

/** Number of evaluations that fill a batch. */
function findBatchSize({ evaluate }: Evaluation): number {
  const size = 50
  let spent = 0
  let time = 0
  // Slow code before compilation would make the batch too small.
  while (spent < CALIBRATION) {
    const start = performance.now()
    for (let k = 0; k < size; k++) evaluate()
    time = 1000 * (performance.now() - start)
    spent += time
  }
  return Math.max(1, Math.round((BATCH * size) / time))
}

function expectEqual(other: Float64Array, own: Float64Array): void {
  const size = own.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0)
  if (!(size > 0)) throw new Error(`no motion: the largest acceleration is ${size}`)
  other.forEach((value, k) => {
    if (!(Math.abs(value - own[k]) <= TOLERANCE * size))
      throw new Error(`v̇[${k}]: MuJoCo has ${value}, Vario ${own[k]}`)
  })
}

function format(value: number | undefined): string {
  if (value === undefined) return ''
  return value >= 1000 ? value.toFixed(0) : value.toPrecision(3)
}
