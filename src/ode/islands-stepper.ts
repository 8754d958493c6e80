import { InputError } from '../base/index.ts'
import { IslandRun } from './island-run.ts'
import {
  clearStatistics,
  OK,
  type ProblemIsland,
  type ProblemIslands,
  type Statistics,
  type Stepper,
  type StepperOptions,
} from './stepping/index.ts'

/**
 * Runs of islands that no longer exist are kept in case they return, up to this multiple of the number of islands.
 */
const KEPT_RUNS = 4

/**
 * Integrates the islands of a problem, which do not influence each other, each with the method `auto` and separate
 * steps: a body that hits a wall needs steps of microseconds, while another one flies on.
 *
 * The island that lags behind makes the next step; `t` is the time that all islands have reached. Because the last one
 * always steps, the last steps of all islands cover the time from `tOld` to `t`, where the solution is known. After a
 * restart, islands whose equations and values have not changed continue in the middle of their steps; so do those that
 * also belong to a subsequent problem.
 */
export class IslandsStepper implements Stepper {
  readonly name = 'auto'
  readonly isOneStep = true
  readonly order = 5
  t = 0.1
  tOld = 0.1
  private readonly runs: Map<string, IslandRun>
  private current: IslandRun[]
  private readonly queue = new RunQueue()
  /** Solution at `t`, unless it has not been requested since the last move: most are somewhere beyond an event (n). */
  private readonly solution: Float64Array
  private hasMoved = false
  /** True if the current runs are those of the previous problem, which continue. */
  private isSuccessor: boolean
  /** The run that made or tried the last step. */
  private last: IslandRun | null = null
  /** Integrals of islands that have ended or restarted, by their places among the states (n). */
  private readonly past: Float64Array
  /** Step size that the island of a state had before a restart [s] (n). */
  private readonly sizes: Float64Array
  /** Number of islands that contain each state (n). */
  private readonly owners: Int32Array

  constructor(
    n: number,
    private readonly islands: ProblemIslands,
    private readonly options: StepperOptions,
    readonly stats: Statistics,
    before: IslandsStepper | null = null,
  ) {
    this.runs = before?.runs ?? new Map<string, IslandRun>()
    this.current = before?.current ?? []
    this.isSuccessor = before !== null
    this.solution = new Float64Array(n)
    this.past = new Float64Array(n)
    this.sizes = new Float64Array(n)
    this.owners = new Int32Array(n)
  }

  get x(): Float64Array {
    const { solution } = this
    if (this.hasMoved) this.interpolate(this.t, solution)
    this.hasMoved = false
    return solution
  }

  get nIsland(): number {
    return this.current.length
  }

  /** The smallest size of all islands [s]. */
  get h(): number {
    return this.current.reduce((h, run) => Math.min(h, run.h), Number.POSITIVE_INFINITY)
  }

  get error(): number {
    return this.last?.error ?? Number.NaN
  }

  get failure(): number {
    return this.last?.failure ?? OK
  }

  get worst(): number {
    return this.last?.worst ?? -1
  }

  /** The stepper of another problem with islands, which counts its costs from zero. Consumes this one. */
  passOn(n: number, islands: ProblemIslands, options: StepperOptions): IslandsStepper {
    clearStatistics(this.stats)
    // runs refer to the equations of their problem
    for (const [key, run] of this.runs) if (!run.isCurrent) this.runs.delete(key)
    return new IslandsStepper(n, islands, options, this.stats, this)
  }

  start(t: number, tStop: number, hGuess: number, isRestart = false): number {
    const { x, past } = this
    const { integrals } = this.islands
    const islands = this.islands.list()
    this.assertCovered(islands)
    if (isRestart) for (const run of this.current) for (const i of run.states) this.sizes[i] = run.h
    const current = islands.map((island) => this.findRun(island))
    const canGoOn = isRestart || this.isSuccessor
    this.isSuccessor = false
    for (const i of integrals) past[i] = x[i]
    const begins = new Uint8Array(current.length)
    current.forEach((run, k) => {
      if (canGoOn && run.isCurrent && run.isAt(t, x)) run.subtractIntegrals(t, past)
      else begins[k] = 1
    })
    for (let k = 0; k < current.length; k++) {
      if (begins[k] === 0) continue
      const run = current[k]
      this.last = run
      const h = isRestart ? run.states.reduce((least, i) => Math.min(least, this.sizes[i]), Infinity) : hGuess
      const status = run.start(t, tStop, x, h, isRestart)
      if (status !== OK) return status
    }
    this.setCurrent(current)
    this.tOld = t
    this.t = t
    return OK
  }

  /** Checks that every state is in one island, or is an integral. */
  private assertCovered(islands: readonly ProblemIsland[]): void {
    const { owners } = this
    owners.fill(0)
    for (const i of this.islands.integrals) owners[i]++
    for (const { states } of islands) for (const i of states) owners[i]++
    const wrong = owners.findIndex((count) => count !== 1)
    if (wrong < 0) return
    throw new InputError(`islands: state ${wrong}`, '1 island that has it, or an integral', owners[wrong])
  }

  /** The run of an island, whose states may have other numbers than in the previous problem. */
  private findRun(island: ProblemIsland): IslandRun {
    const { runs } = this
    let run = runs.get(island.key)
    if (run === undefined) {
      run = new IslandRun(island, this.islands.integrals, this.options, this.stats)
      runs.set(island.key, run)
    }
    run.take(island, this.islands.integrals)
    return run
  }

  private setCurrent(current: IslandRun[]): void {
    const { runs } = this
    for (const run of this.current) run.isCurrent = false
    for (const run of current) run.isCurrent = true
    this.current = current
    this.queue.fill(current)
    if (runs.size <= KEPT_RUNS * current.length) return
    for (const [key, run] of runs) if (!run.isCurrent) runs.delete(key)
  }

  step(tStop: number): number {
    const { t, queue } = this
    let run = queue.first
    while (run.t <= t && run.t < tStop) {
      this.last = run
      const status = run.step(tStop)
      if (status !== OK) return status
      queue.passFirst()
      run = queue.first
    }
    this.tOld = t
    this.moveTo(run.t)
    return OK
  }

  landIslands(tEvent: number): number | undefined {
    let hasLanded = false
    for (const run of this.current) {
      const status = run.isAtEvent() ? run.land(tEvent) : undefined
      if (status === undefined) continue
      hasLanded = true
      this.last = run
      if (status !== OK) return status
    }
    if (!hasLanded) return undefined
    this.queue.sort()
    this.moveTo(this.queue.first.t)
    return OK
  }

  longestFirstStep(): number {
    return this.current.reduce((h, run) => Math.max(h, run.firstStep()), 0)
  }

  interpolate(t: number, out: Float64Array): void {
    const { past } = this
    for (const i of this.islands.integrals) out[i] = past[i]
    for (const run of this.current) run.write(t, out)
  }

  private moveTo(t: number): void {
    this.t = t
    this.hasMoved = true
  }
}

/**
 * The runs of all islands as a heap, ordered by time: with a thousand islands, a search of all of them before every
 * step of one takes as long as the step (benchmarks/structure/changes.ts).
 */
class RunQueue {
  private heap: IslandRun[] = []

  /** The run with the earliest time. */
  get first(): IslandRun {
    return this.heap[0]
  }

  fill(runs: readonly IslandRun[]): void {
    this.heap = runs.slice()
    this.sort()
  }

  /** Restores the order after any of the runs have moved. */
  sort(): void {
    for (let k = (this.heap.length >> 1) - 1; k >= 0; k--) this.sink(k)
  }

  /** Restores the order after the first has stepped. */
  passFirst(): void {
    this.sink(0)
  }

  private sink(start: number): void {
    const { heap } = this
    const run = heap[start]
    let k = start
    for (;;) {
      let child = 2 * k + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && heap[child + 1].t < heap[child].t) child++
      if (!(heap[child].t < run.t)) break
      heap[k] = heap[child]
      k = child
    }
    heap[k] = run
  }
}
