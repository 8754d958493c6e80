import { AutoStepper } from './auto.ts'
import {
  DefectWatch,
  findLanding,
  LANDING_MARGIN,
  OK,
  type ProblemIsland,
  type Statistics,
  StepProjection,
  type StepperOptions,
} from './stepping/index.ts'

/** Exits are located to this fraction of a step. */
const EXIT_WIDTH = 0.005

/** Integration of one island: a separate method, which has reached the end of its own last step. */
export class IslandRun {
  /** True if the island belongs to the current problem. */
  isCurrent = false
  /** Steps since the last start. */
  private nStep = 0
  private readonly stepper: AutoStepper
  /** Solution at some time: states of the island, then integrals since its start. */
  private readonly local: Float64Array
  /** The point at which the last step began. */
  private readonly before: Float64Array
  private readonly projection: StepProjection | null
  private readonly looks: DefectWatch
  /** Time of something missed that no step has reached yet [s]. */
  private tMissed = Number.POSITIVE_INFINITY

  constructor(
    private island: ProblemIsland,
    private integrals: Int32Array,
    options: StepperOptions,
    stats: Statistics,
  ) {
    const n = island.states.length + integrals.length
    const { sparsity, sparseRows } = island
    const problem = {
      n,
      // equations of the same key, but after an event they are in another object
      f: (t: number, x: Float64Array, dx: Float64Array) => this.island.f(t, x, dx),
      ...(sparsity && { sparsity }),
      ...(sparseRows && { sparseRows }),
    }
    this.local = new Float64Array(n)
    const own = {
      ...options,
      rtols: pick(options.rtols, island.states, integrals),
      atol: pick(options.atol, island.states, integrals),
    }
    this.stepper = new AutoStepper(problem, own, stats)
    this.looks = new DefectWatch(n, this.stepper, own, (t, x, slope, h, out) => {
      stats.f++
      if (this.island.f(t, x, out) !== undefined) return false
      for (let i = 0; i < n; i++) out[i] = h * (out[i] - slope[i])
      return true
    })
    const project: NonNullable<ProblemIsland['project']> = (t, x) => this.island.project!(t, x)
    this.projection = island.project === undefined ? null : new StepProjection(this.stepper, project, own)
    this.before = new Float64Array(this.projection === null ? 0 : n)
  }

  get t(): number {
    return this.stepper.t
  }

  get tOld(): number {
    return this.stepper.tOld
  }

  /** Size of the next step [s]. */
  get h(): number {
    return this.stepper.h
  }

  /** Properties of the last step or its failure, as in `Stepper`; `worst` is the number of a state of the whole. */
  get error(): number {
    return this.stepper.error
  }

  get failure(): number {
    return this.stepper.failure
  }

  get worst(): number {
    const { worst } = this.stepper
    return worst >= 0 && worst < this.states.length ? this.states[worst] : -1
  }

  get states(): Int32Array {
    return this.island.states
  }

  /** Starts from `x` of the whole, with the integrals at zero. */
  start(t: number, tStop: number, x: Float64Array, hGuess: number, isRestart: boolean): number {
    const { stepper, states } = this
    stepper.x.fill(0)
    for (let k = 0; k < states.length; k++) stepper.x[k] = x[states[k]]
    stepper.expect(this.island.expect)
    this.nStep = 0
    this.tMissed = Number.POSITIVE_INFINITY
    this.island.exit(t, stepper.x)
    return stepper.start(t, tStop, hGuess, isRestart)
  }

  /** Replaces the equations by equivalent ones, as after an event; states may have other numbers. */
  take(island: ProblemIsland, integrals: Int32Array): void {
    this.island = island
    this.integrals = integrals
  }

  step(tStop: number): number {
    const { stepper, island } = this
    const longest = island.longestStep(stepper.t, stepper.x)
    this.nStep++
    if (stepper.t >= this.tMissed) this.tMissed = Number.POSITIVE_INFINITY
    const tLast = Math.min(tStop, stepper.t + longest, this.tMissed)
    if (this.projection !== null) this.before.set(stepper.x)
    let status = this.project(stepper.step(tLast), tLast)
    if (status === OK) status = this.lookInside()
    return status === OK ? this.endSoonAfterExit() : status
  }

  /** Repeats the last step as long as it misses something: up to the place of that. Returns a status. */
  private lookInside(): number {
    const { stepper, looks } = this
    let status = OK
    while (status === OK && looks.search(stepper.tOld, stepper.t)) {
      this.tMissed = looks.tMissed
      status = this.project(stepper.stepAgain(looks.tMissed), looks.tMissed)
    }
    return status
  }

  /** Moves the end of a step that returned this status back to invariants. */
  private project(status: number, tLast: number): number {
    if (status !== OK || this.projection === null) return status
    return this.projection.apply(this.stepper.tOld, this.before, tLast)
  }

  /**
   * A step that goes far beyond an exit is repeated, as it would be when the event is located. That may be later, and
   * other islands use the solution until then.
   */
  private endSoonAfterExit(): number {
    const { stepper, island, local } = this
    if (!(island.exit(stepper.t, stepper.x) > 0)) return OK
    let low = stepper.tOld
    let high = stepper.t
    const width = EXIT_WIDTH * (high - low)
    while (high - low > width) {
      const middle = 0.5 * (low + high)
      stepper.interpolate(middle, local)
      if (island.exit(middle, local) > 0) high = middle
      else low = middle
    }
    const tLanding = findLanding(stepper, high)
    if (Number.isNaN(tLanding)) return OK
    const status = this.project(stepper.stepAgain(tLanding), tLanding)
    if (status === OK) island.exit(stepper.t, stepper.x)
    return status
  }

  /** Length of the first step since the start [s]; 0 if it was not the last one. */
  firstStep(): number {
    return this.nStep === 1 ? this.t - this.tOld : 0
  }

  /** True if the last located event concerns this island, or may do so. */
  isAtEvent(): boolean {
    return this.island.isAtEvent()
  }

  /**
   * If the last step goes beyond an event, repeats it, or several that end there. Returns the status; undefined if it
   * stays.
   */
  land(tEvent: number): number | undefined {
    const { stepper } = this
    if (Number.isNaN(findLanding(stepper, tEvent, LANDING_MARGIN))) return undefined
    let status = this.project(stepper.stepAgain(tEvent), tEvent)
    while (status === OK && stepper.t < tEvent) {
      if (this.projection !== null) this.before.set(stepper.x)
      status = this.project(stepper.step(tEvent), tEvent)
    }
    if (status === OK) this.island.exit(stepper.t, stepper.x)
    return status
  }

  /** Writes the states of the island at `t` to `out` and adds its integrals to those there. */
  write(t: number, out: Float64Array): void {
    const { states, integrals } = this
    const local = this.at(t)
    for (let k = 0; k < states.length; k++) out[states[k]] = local[k]
    for (let k = 0; k < integrals.length; k++) out[integrals[k]] += local[states.length + k]
  }

  /** Subtracts the integrals of this island at `t` from those in `out`. */
  subtractIntegrals(t: number, out: Float64Array): void {
    const { states, integrals } = this
    const local = this.at(t)
    for (let k = 0; k < integrals.length; k++) out[integrals[k]] -= local[states.length + k]
  }

  /** True if `x` has the solution of this island at `t`. */
  isAt(t: number, x: Float64Array): boolean {
    const { states } = this
    const local = this.at(t)
    for (let k = 0; k < states.length; k++) if (x[states[k]] !== local[k]) return false
    return true
  }

  private at(t: number): Float64Array {
    const { stepper, local } = this
    if (t === stepper.t) return stepper.x
    stepper.interpolate(t, local)
    return local
  }
}

/** The elements of the states, then of the integrals. */
function pick(all: Float64Array, states: Int32Array, integrals: Int32Array): Float64Array {
  const own = new Float64Array(states.length + integrals.length)
  for (let k = 0; k < states.length; k++) own[k] = all[states[k]]
  for (let k = 0; k < integrals.length; k++) own[states.length + k] = all[integrals[k]]
  return own
}
