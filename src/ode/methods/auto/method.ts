import type { OdeProblem, Statistics } from '../../problem/index.ts'
import { OK } from '../../problem/index.ts'
import type { Stepper, StepperOptions } from '../../stepping/index.ts'
import { Radau5 } from '../radau5/index.ts'
import { TSIT5_STABILITY_LIMIT, Tsit5Stepper } from '../tsit5/index.ts'
import { Smoothness } from './smoothness.ts'
import { SpectralRadius } from './spectral-radius.ts'

/** Steps of the explicit method keep h|λ| below this part of its stability limit. */
const STABLE_PART = 0.9
/** Above this part, or if the error control would allow a step this much longer than stability, it is at its limit … */
const STIFF_PART = 0.7
const STIFF_GAIN = 2
/** … and the problem is stiff after so many such steps, not interrupted by as many others as stand below. */
const STIFF_STEPS = 8
const EASY_STEPS = 3
/** It is stiff as well if the solution is so smooth that implicit steps could be this much longer than the explicit ones … */
const SMOOTH_GAIN = 5
/** … and far beyond their stability, by this factor, so that there is no way back soon. */
const SMOOTH_LIMITS = 1
/** The implicit method is not needed if h ρ(J) stays below this part of the limit of the explicit one … */
const NONSTIFF_PART = 0.5
/** … in so many steps in a row. */
const NONSTIFF_STEPS = 3

/**
 * Chooses between an explicit and an implicit one-step method by what it measures. It starts explicit. When the step size is
 * limited by stability (the estimate of h|λ| stays at the limit while the error control would allow more), or by the accuracy of components
 * that are not there (at tight tolerances, fast ones that have died out limit explicit steps long before stability does), it goes on with
 * Radau IIA; when the steps of that one, which accuracy alone limits, would be stable for the explicit method too
 * (h ρ(J) from a power iteration), it goes back. Both keep the step size, so that a switch costs little.
 */
export class AutoStepper implements Stepper {
  readonly isOneStep = true
  readonly x: Float64Array
  t = 0.1
  tOld = 0.1
  private readonly explicit: Tsit5Stepper
  /** Made when it is first needed. */
  private implicit: Radau5 | null = null
  /** Spectral radius of the Jacobian with this number. */
  private radius = 0.1
  private radiusJacobian = -1
  private spectralRadius: SpectralRadius | null = null
  private readonly smoothness: Smoothness
  private isImplicit = false
  private stiffSteps = 0
  private easySteps = 0

  constructor(
    private readonly problem: OdeProblem,
    private readonly options: StepperOptions,
    readonly stats: Statistics,
  ) {
    this.x = new Float64Array(problem.n)
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
    this.isImplicit = expectation === 'stiff'
  }

  start(t: number, tStop: number, hGuess: number, isRestart = false): number {
    const stepper = this.current()
    this.t = t
    this.tOld = t
    this.stiffSteps = 0
    this.easySteps = 0
    this.smoothness.reset()
    stepper.x.set(this.x)
    return stepper.start(t, tStop, hGuess, isRestart)
  }

  step(tStop: number): number {
    if (this.isImplicit ? this.isImplicitWasted() : this.isExplicitAtLimit()) {
      const { h } = this.current()
      this.isImplicit = !this.isImplicit
      const status = this.start(this.t, tStop, h, false)
      if (status !== OK) return status
    }
    const status = this.current().step(tStop)
    return status === OK ? this.accept() : status
  }

  stepAgain(tLanding: number): number {
    const status = this.current().stepAgain(tLanding)
    return status === OK ? this.accept() : status
  }

  private accept(): number {
    const stepper = this.current()
    this.t = stepper.t
    this.tOld = stepper.tOld
    this.x.set(stepper.x)
    this.watch()
    return OK
  }

  interpolate(t: number, out: Float64Array): void {
    this.current().interpolate(t, out)
  }

  private current(): Tsit5Stepper | Radau5 {
    if (!this.isImplicit) return this.explicit
    this.implicit ??= new Radau5(this.problem, this.options, this.stats)
    return this.implicit
  }

  /** Counts the steps for and against a switch. */
  private watch(): void {
    const limit = TSIT5_STABILITY_LIMIT
    if (!this.isImplicit) {
      this.watchExplicit(limit)
      return
    }
    const { matrix } = this.implicit!
    this.spectralRadius ??= new SpectralRadius(matrix.layout)
    // the matrix is kept for several steps
    if (matrix.updates !== this.radiusJacobian) {
      this.radiusJacobian = matrix.updates
      this.radius = this.spectralRadius.estimate(matrix.values)
    }
    const hRho = this.h * this.radius
    this.easySteps = hRho < NONSTIFF_PART * limit ? this.easySteps + 1 : 0
  }

  /**
   * Keeps the explicit method stable. Left to itself, it would oscillate at the limit with an amplitude that the tolerance
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
    if (this.smoothness.note(this.t, this.x) && this.isSmoothBeyond(limit)) this.stiffSteps = STIFF_STEPS
  }

  /** Whether implicit steps could be far longer than explicit ones. */
  private isSmoothBeyond(limit: number): boolean {
    const h = this.t - this.tOld
    const implicit = this.smoothness.computeLongestStep()
    // Steps that have just become shorter mean that something happens that is not in the window.
    const isLonger = implicit > SMOOTH_GAIN * Math.max(h, this.smoothness.meanStep)
    return isLonger && implicit * this.explicit.hLambda > SMOOTH_LIMITS * limit * h
  }

  private isExplicitAtLimit(): boolean {
    return this.stiffSteps >= STIFF_STEPS
  }

  private isImplicitWasted(): boolean {
    return this.easySteps >= NONSTIFF_STEPS
  }
}
