/** Memory allocated per step, after setup and warm-up. */
import { memoryUsage } from 'node:process'
import { createSolver, type Method } from 'vario/ode'
import { printTable, runIsolated } from '../harness.ts'
import { atolFor, kepler, type OdeTestProblem, oregonator } from './problems/index.ts'

const METHODS: readonly Method[] = ['tsit5', 'dop853', 'bdf', 'radau5', 'auto']
/** Number of steps until all code of a step is compiled; code that is not compiled keeps its doubles on the heap. */
const WARM_UP_STEPS = 30_000
const STEPS = 10_000

/**
 * A young generation large enough for everything between two collections, so that the difference of sizes is the
 * allocated memory.
 */
const FLAGS = ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64']

export interface AllocationTask {
  readonly kind: 'allocation'
  readonly method: Method
}

interface AllocationRow {
  readonly method: Method
  readonly problem: string
  /** Bytes per step on the heap of the engine. */
  readonly heap: number
  /** Bytes per step in array buffers. */
  readonly buffers: number
}

export function measureAllocations(): AllocationRow[] {
  const rows = METHODS.flatMap(
    (method) =>
      runIsolated<AllocationRow>({ kind: 'allocation', method } satisfies AllocationTask, FLAGS) ?? [],
  )
  printTable(
    `Allocation, mean of ${STEPS} steps after ${WARM_UP_STEPS}`,
    ['method', 'problem', 'heap B/step', 'buffers B/step'],
    rows.map(({ method, problem, heap, buffers }) => [method, problem, heap.toFixed(2), buffers.toFixed(2)]),
  )
  return rows
}

/** In the child process: steps of an endless periodic problem. */
export function runAllocationTask({ method }: AllocationTask): AllocationRow {
  const explicit = method === 'tsit5' || method === 'dop853'
  const test: OdeTestProblem = explicit ? kepler : oregonator
  const tEnd = 1e9
  const solver = createSolver(test.problem, {
    method,
    t0: test.t0,
    x0: test.x0,
    tEnd,
    rtol: 1e-6,
    atol: atolFor(test, 1e-6),
  })
  for (let i = 0; i < WARM_UP_STEPS; i++) solver.next(tEnd)
  globalThis.gc?.()
  const before = memoryUsage()
  for (let i = 0; i < STEPS; i++) solver.next(tEnd)
  const after = memoryUsage()
  return {
    method,
    problem: test.name,
    heap: (after.heapUsed - before.heapUsed) / STEPS,
    buffers: (after.arrayBuffers - before.arrayBuffers) / STEPS,
  }
}
