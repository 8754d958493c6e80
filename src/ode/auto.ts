import { OdeBdf } from './bdf/index.ts'
import { TSIT5_STABILITY_LIMIT, Tsit5Stepper } from './explicit-runge-kutta/index.ts'
import { Radau5 } from './radau5/index.ts'
import { Smoothness } from './smoothness.ts'
import { SpectralRadius } from './spectral-radius.ts'
import { type OdeProblem, OK, type Statistics, type Stepper, type StepperOptions } from './stepping/index.ts'

/** Steps of the explicit method keep h|λ| below this part of its stability limit. */
const STABLE_PART = 0.9
/** Above this part, or if the error control would allow a step this much longer than stability, it is at its limit … */
const STIFF_PART = 0.7
const STIFF_GAIN = 2
/** … and the problem is stiff after this number of such steps, unless interrupted by the number of others below. */
const STIFF_STEPS = 8
const EASY_STEPS = 3
/**
 * It is stiff as well if the solution is so smooth that implicit steps could be this much longer than the explicit ones
 * …
 */
const SMOOTH_GAIN = 5
/** … and far beyond their stability, by this factor, so that no switch back follows soon. */
const SMOOTH_LIMITS = 1
/** Less is enough where explicit steps are so far from their limit that no oscillation hides between the points. */
const RESOLVED_H_LAMBDA = 0.5
const RESOLVED_GAIN = 3.5
const RESOLVED_LIMITS = 0.25
/** After that, explicit steps are worthwhile again if those of the implicit method are at most this much longer. */
const SMOOTH_RETURN = 1.5
/** The implicit method is not needed if h ρ(J) stays below this part of the limit of the explicit one … */
const NONSTIFF_PART = 0.5
/** … in so many steps in a row. */
const NONSTIFF_STEPS = 3
/**
 * BDF needs three times as many steps for the same accuracy, but a seventh of the evaluations and of the solutions of
 * linear systems per step. Its steps begin small, therefore the ratio must stay small for longer.
 */
const NONSTIFF_PART_OF_BDF = 0.1
const NONSTIFF_STEPS_OF_BDF = 50
/** Problems of this size switch to BDF, where it takes a third of the time … */
const MANY_STATES = 50
/** … at once or, after an event, after this many steps without another: the first steps of BDF are small. */
const UNDISTURBED_STEPS = 10
/**
 * Limit of the factor by which the errors of a step of BDF must be smaller, so that those of the run are similar to the
 * other methods': rtol^(-1/8), at most this. On stiff PDEs `bdf` has errors of 4 tolerances at 1e-4, 20 at 1e-6, 80 at
 * 1e-10.
 */
const MAX_BDF_STRICTNESS = 10
const BDF_STRICTNESS_EXPONENT = -1 / 8
/** Relative tolerance below which that would be below rounding errors. */
const LEAST_TOLERANCE = 1e-13
/**
 * BDF is slow, or even unstable with its higher orders, on oscillations that have died out: it does not pay if the
 * solution is so smooth that Radau IIA could make steps this much longer, in this number of windows in a row. The first
 * may be that of the small steps at the beginning.
 */
const BDF_LOSS = 8
const BDF_LOSS_WINDOWS = 2

/**
 * Chooses between an explicit and an implicit one-step method by what it measures. It starts explicit. When the step
 * size is limited by stability (the estimate of h|λ| stays at the limit while the error control would allow more), or
 * by the accuracy of components that are not there (at tight tolerances, fast ones that have died out limit explicit
 * steps long before stability does), it goes on with Radau IIA; when the steps of that one, which accuracy alone
 * limits, would be stable for the explicit method too (h ρ(J) from a power iteration), it goes back. Both keep the step
 * size, so that a switch costs little.
 *
 * Large problems go on with BDF as long as no event interrupts them: the steps of Radau IIA cost more there than their
 * accuracy is worth (benchmarks/ode/stiff-pdes.ts). Where oscillations hinder BDF, they stay with Radau IIA. Every
 * (re)start is one of a one-step method.
 */
export class AutoStepper implements Stepper {
  readonly isOneStep = true
  readonly x: Float64Array
  t = 0.1
  tOld = 0.1
  private readonly explicit: Tsit5Stepper
  /** Created at first use. */
  private radau: Radau5 | null = null
  private bdf: OdeBdf | null = null
  /** Spectral radius of the Jacobian with this number. */
  private radius = 0.1
  private radiusJacobian = -1
  private spectralRadius: SpectralRadius | null = null
  private readonly smoothness: Smoothness
  private method: 'explicit' | 'radau' | 'bdf' = 'explicit'
  /** True if BDF may be useful: the problem is large, and BDF has not been found slow yet. */
  private mayUseBdf: boolean
  private slowWindows = 0
  /** Steps since the last restart from outside; Infinity without one. */
  private undisturbedSteps = Number.NaN
  /** Solution at the start of the last step of BDF (n). */
  private readonly xOld: Float64Array
  /** h ρ(J) below which implicit steps are not needed. */
  private nonstiffLimit = NONSTIFF_PART * TSIT5_STABILITY_LIMIT
  private stiffSteps = 0
  private easySteps = 0

  constructor(
    private readonly problem: OdeProblem,
    private readonly options: StepperOptions,
    readonly stats: Statistics,
  ) {
    this.x = new Float64Array(problem.n)
    this.mayUseBdf = problem.n >= MANY_STATES && !problem.sparseRows
    this.xOld = new Float64Array(this.mayUseBdf ? problem.n : 0)
    this.explicit = new Tsit5Stepper(problem, options, stats)
    this.smoothness = new Smoothness(problem.n, options)
  }

  get name(): string {
    return `auto: ${this.current().name}`
  }

  get h(): number {
    return this.current().h
  }

  get order(): number {
    return this.current().order
  }

  get error(): number {
    return this.current().error
  }

  get failure(): number {
    return this.current().failure
  }

  get worst(): number {
    return this.current().worst
  }

  expect(expectation: 'stiff' | 'nonstiff'): void {
    this.method = expectation === 'stiff' ? 'radau' : 'explicit'
  }

  start(t: number, tStop: number, hGuess: number, isRestart = false): number {
    if (this.method === 'bdf') this.method = 'radau'
    this.undisturbedSteps = Number.isNaN(this.undisturbedSteps) ? Number.POSITIVE_INFINITY : 0
    return this.begin(t, tStop, hGuess, isRestart)
  }

  step(tStop: number): number {
    const method = this.chooseMethod()
    if (method !== this.method) {
      const { h } = this.current()
      this.method = method
      // the first step of BDF is of order 1
      const status = this.begin(this.t, tStop, method === 'bdf' ? 0 : h, false)
      if (status !== OK) return status
    }
    if (method === 'bdf') this.xOld.set(this.x)
    const status = this.current().step(tStop)
    return status === OK ? this.accept() : status
  }

  takeMove(before: Float64Array): void {
    const stepper = this.current()
    stepper.x.set(this.x)
    stepper.takeMove(before)
  }

  stepAgain(tLanding: number): number {
    if (this.method === 'bdf') return this.stepAgainWithRadau(tLanding)
    const status = this.explicitOrRadau().stepAgain(tLanding)
    return status === OK ? this.accept() : status
  }

  private stepAgainWithRadau(tLanding: number): number {
    this.x.set(this.xOld)
    this.stats.steps--
    this.stats.rejected++
    const status = this.start(this.tOld, tLanding, tLanding - this.tOld)
    return status === OK ? this.step(tLanding) : status
  }

  private begin(t: number, tStop: number, hGuess: number, isRestart: boolean): number {
    const stepper = this.current()
    this.t = t
    this.tOld = t
    this.stiffSteps = 0
    this.easySteps = 0
    this.slowWindows = 0
    this.radiusJacobian = -1
    this.smoothness.reset()
    stepper.x.set(this.x)
    return stepper.start(t, tStop, hGuess, isRestart)
  }

  private accept(): number {
    const stepper = this.current()
    this.t = stepper.t
    this.tOld = stepper.tOld
    this.x.set(stepper.x)
    this.undisturbedSteps++
    this.watch()
    return OK
  }

  interpolate(t: number, out: Float64Array): void {
    this.current().interpolate(t, out)
  }

  interpolateSlope(t: number, out: Float64Array): void {
    this.current().interpolateSlope(t, out)
  }

  filterDefect(defect: Float64Array): void {
    if (this.method !== 'explicit') (this.method === 'bdf' ? this.bdf! : this.radau!).filterDefect(defect)
  }

  private current(): Tsit5Stepper | Radau5 | OdeBdf {
    if (this.method !== 'bdf') return this.explicitOrRadau()
    this.bdf ??= this.createBdf()
    return this.bdf
  }

  private explicitOrRadau(): Tsit5Stepper | Radau5 {
    if (this.method === 'explicit') return this.explicit
    this.radau ??= new Radau5(this.problem, this.options, this.stats)
    return this.radau
  }

  private createBdf(): OdeBdf {
    const { problem, options, stats } = this
    const wanted = Math.min(MAX_BDF_STRICTNESS, options.rtol ** BDF_STRICTNESS_EXPONENT)
    const strictness = Math.min(wanted, options.rtol / LEAST_TOLERANCE)
    return new OdeBdf(problem, options, stats, Math.max(1, strictness))
  }

  private chooseMethod(): 'explicit' | 'radau' | 'bdf' {
    const { method } = this
    if (method === 'explicit' ? !this.isExplicitAtLimit() : this.isImplicitWasted()) return 'explicit'
    if (method === 'bdf') return this.slowWindows < BDF_LOSS_WINDOWS ? 'bdf' : 'radau'
    return this.mayUseBdf && this.undisturbedSteps >= UNDISTURBED_STEPS ? 'bdf' : 'radau'
  }

  /** Counts the steps for and against a switch. */
  private watch(): void {
    const limit = TSIT5_STABILITY_LIMIT
    if (this.method === 'explicit') {
      this.watchExplicit(limit)
      return
    }
    const { matrix } = this.method === 'bdf' ? this.bdf! : this.radau!
    this.spectralRadius ??= new SpectralRadius(matrix.layout)
    // the matrix is kept for several steps
    if (matrix.updates !== this.radiusJacobian) {
      this.radiusJacobian = matrix.updates
      this.radius = this.spectralRadius.estimate(matrix.values)
    }
    const hRho = this.h * this.radius
    const enough = this.method === 'bdf' ? NONSTIFF_PART_OF_BDF * limit : this.nonstiffLimit
    this.easySteps = hRho < enough ? this.easySteps + 1 : 0
    if (this.method === 'bdf' && this.smoothness.note(this.t, this.x)) this.watchBdf()
  }

  private watchBdf(): void {
    const { smoothness } = this
    const isSlow = smoothness.computeLongestStep() > BDF_LOSS * smoothness.meanStep
    this.slowWindows = isSlow ? this.slowWindows + 1 : 0
    if (this.slowWindows >= BDF_LOSS_WINDOWS) this.mayUseBdf = false
  }

  /**
   * Keeps the explicit method stable. Without this it would oscillate at the limit with an amplitude that the tolerance
   * hides; where a small component decides about the others (Robertson's problem), that can ruin the solution.
   */
  private watchExplicit(limit: number): void {
    const { explicit } = this
    const stable = (STABLE_PART * limit * (this.t - this.tOld)) / explicit.hLambda
    if (explicit.hLambda > limit) {
      this.stiffSteps = STIFF_STEPS
    } else if (explicit.hLambda > STIFF_PART * limit || explicit.h > STIFF_GAIN * stable) {
      this.stiffSteps++
      this.easySteps = 0
    } else if (this.stiffSteps > 0 && ++this.easySteps >= EASY_STEPS) {
      this.stiffSteps = 0
    }
    if (explicit.h > stable) explicit.h = stable
    this.nonstiffLimit = NONSTIFF_PART * limit
    if (this.smoothness.note(this.t, this.x) && this.isSmoothBeyond(limit)) {
      this.stiffSteps = STIFF_STEPS
      // the accuracy of the fast components would limit explicit steps to this size again
      this.nonstiffLimit = Math.min(this.nonstiffLimit, SMOOTH_RETURN * explicit.hLambda)
    }
  }

  /** True if implicit steps could be far longer than explicit ones. */
  private isSmoothBeyond(limit: number): boolean {
    const h = this.t - this.tOld
    const implicit = this.smoothness.computeLongestStep()
    const { hLambda } = this.explicit
    const isResolved = hLambda < RESOLVED_H_LAMBDA
    // Steps that have just become shorter indicate something that is not in the window.
    const longest = Math.max(h, this.smoothness.meanStep)
    if (!(implicit > (isResolved ? RESOLVED_GAIN : SMOOTH_GAIN) * longest)) return false
    return implicit * hLambda > (isResolved ? RESOLVED_LIMITS : SMOOTH_LIMITS) * limit * h
  }

  private isExplicitAtLimit(): boolean {
    return this.stiffSteps >= STIFF_STEPS
  }

  private isImplicitWasted(): boolean {
    return this.easySteps >= (this.method === 'bdf' ? NONSTIFF_STEPS_OF_BDF : NONSTIFF_STEPS)
  }
}
