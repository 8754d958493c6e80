import { computeErrorWeights, worstComponent, wrmsNorm, wrmsNormAt } from '../../math/index.ts'
import {
  ERROR_TEST_FAILED,
  fitStep,
  OK,
  STEP_TOO_SMALL,
  type Statistics,
  type Stepper,
  type StepperOptions,
  smallestStep,
} from '../stepping/index.ts'
import {
  correct,
  evaluatePolynomial,
  evaluateSlope,
  lowerOrder,
  predict,
  raiseOrder,
  rescale,
  unpredict,
} from './bdf-interpolant.ts'
import type { RadauStart } from './bdf-radau-start.ts'
import type { BdfAttempt, BdfSystem } from './bdf-system.ts'
import { BdfCoefficients, MAX_ORDER } from './bdf-tableau.ts'

/** Safety factors on the error estimates of the orders q - 1, q, q + 1: the neighbors must be clearly better. */
const BIAS_DOWN = 6
const BIAS_SAME = 6
const BIAS_UP = 7
/** Keeps the step ratios finite. */
const ADDON = 1e-6
/** A change that gains less than this is not worth a new matrix. */
const MIN_GAIN = 1.3
/** Largest growth of the first step, and of the later ones. */
const MAX_GROWTH_FIRST = 1e4
const MAX_GROWTH = 10
/** Largest and smallest reduction after a failed error test, and the largest one after several. */
const MIN_REDUCTION = 0.1
const REDUCTION_AFTER_SEVERAL = 0.2
/** Reduction after a failed Newton iteration or evaluation of f. */
const NEWTON_REDUCTION = 0.25
/** From this many failed error tests in one step on, the order is reduced too. */
const MAX_FAILURES_AT_ORDER = 3
/** Steps without a change of order after a start from order 1. */
const LONG_WAIT = 10
/**
 * Number of steps after an event with a stricter error test: the number between events in such quick succession that
 * their errors matter.
 */
const STEPS_AFTER_EVENT = 300
/**
 * Growth of the strictness from event to event: the errors of k events add up, so that each must be smaller. Their sum
 * grows as the logarithm of their number until the system's limit is reached, and a run with a few events pays for a
 * few.
 */
const STRICTER_PER_EVENT = 0.5
/** Below this part of the tolerances, errors are lost in the rounding errors of the solution. */
const LEAST_TOLERANCE = 1e-13
/**
 * Order of the first step with the history of Radau IIA: one below the degree of its polynomial, which leaves a term
 * for the error.
 */
const ORDER_AFTER_RADAU = MAX_ORDER - 1
/** Attempts at one step at most: a guard where the resolution of the time gives none. */
const MAX_ATTEMPTS = 100

/**
 * Variable-step, variable-order (1 … 5) BDF in Nordsieck form with fixed leading coefficient: the method of CVODE and
 * IDA [Cohen & Hindmarsh 1996; Hindmarsh et al. 2005, §2.1 and §2.2]. The system supplies the problem, explicit or
 * implicit.
 */
export class BdfStepper implements Stepper {
  readonly isOneStep = false
  readonly stats: Statistics
  readonly x: Float64Array
  t = 0.1
  tOld = 0.1
  h = 0.1
  order = 1
  error = 0.1
  failure = OK
  worst = -1

  private readonly n: number
  private readonly coefficients: BdfCoefficients
  /** Error weights of the step (n). */
  private readonly weights: Float64Array
  /** The same, for the error test: 0 for components that are left out of it (n). */
  private readonly testWeights: Float64Array
  /** Slope x' at the start (n). */
  private readonly slope: Float64Array
  /** Nordsieck array: row j is h^j x^(j) / j! (MAX_ORDER + 1 rows of n). Row 0 is `x`. */
  private readonly z: Float64Array
  /** Correction of the step before an order increase is considered (n), and its scale. */
  private readonly savedCorrection: Float64Array
  private savedScale = 0.1
  private hasSavedCorrection = false
  private readonly scratch: Float64Array
  /** Displacement of the end of the last step by the caller (n). */
  private readonly move: Float64Array
  private hasMove = false
  /** For the first steps after an event; null: not needed yet. `usesRadau`: the next step is one of these. */
  private radauStart: RadauStart | null = null
  private usesRadau = false
  /** True if Radau IIA made the last step. */
  canStepAgain = false
  /** Factor on the strictness of the error test in the first steps after an event, and its limit. */
  private strictness = 1
  private readonly maxStrictness: number
  /** Number of steps since the start with that factor. */
  private strictSteps = 0
  private readonly attempt: BdfAttempt
  /** Sizes of the past steps, the last one at index 1 [s]. */
  private readonly past = new Float64Array(MAX_ORDER + 2)
  /** Step size to which z is scaled [s]. */
  private hScale = 0.1
  private q = 1
  private qNext = 1
  /** Steps until a change of order is considered. */
  private wait = 2
  /** Largest growth of the next step; 1 after a failure. */
  private maxGrowth = MAX_GROWTH_FIRST
  /** Steps since the start. */
  private age = 0

  constructor(
    readonly name: string,
    private readonly system: BdfSystem,
    private readonly options: StepperOptions,
  ) {
    const n = system.n
    this.n = n
    this.stats = system.stats
    this.coefficients = new BdfCoefficients(system.errorSafety)
    this.maxStrictness = Math.max(1, Math.min(system.errorSafetyAfterEvent, options.rtol / LEAST_TOLERANCE))
    this.z = new Float64Array((MAX_ORDER + 1) * n)
    this.x = this.z.subarray(0, n)
    this.weights = new Float64Array(n)
    this.testWeights = system.isTested ? new Float64Array(n) : this.weights
    this.slope = new Float64Array(n)
    this.savedCorrection = new Float64Array(n)
    this.scratch = new Float64Array(n)
    this.move = new Float64Array(n)
    const { z, weights } = this
    this.attempt = { t: 0.1, h: 0.1, z, l1: 0.1, weights, tolerance: 0.1, step: 0, history: 'first' }
  }

  start(t: number, tStop: number, hGuess: number, isRestart = false): number {
    const { system } = this
    this.t = t
    this.tOld = t
    this.age = 0
    this.q = 1
    this.qNext = 1
    this.order = 1
    this.hasSavedCorrection = false
    this.hasMove = false
    this.canStepAgain = false
    this.strictSteps = isRestart ? STEPS_AFTER_EVENT : 0
    if (isRestart) this.strictness = Math.min(this.strictness + STRICTER_PER_EVENT, this.maxStrictness)
    this.usesRadau = isRestart && system.createStart !== undefined
    this.updateWeights()
    return this.usesRadau ? this.startWithRadau(tStop, hGuess) : this.startWithOrderOne(tStop, hGuess)
  }

  private startWithOrderOne(tStop: number, hGuess: number): number {
    const { n, t, x, z, system, options, slope, weights } = this
    const status = system.start(t, x, weights, tStop, slope)
    if (status !== OK) return this.fail(status)
    const h = hGuess > 0 ? hGuess : system.computeFirstStep(t, x, slope, weights, tStop)
    this.h = Math.min(Math.max(h, smallestStep(t, options.minStep)), options.maxStep)
    this.hScale = this.h
    for (let i = 0; i < n; i++) z[n + i] = this.h * slope[i]
    this.wait = 2
    this.maxGrowth = MAX_GROWTH_FIRST
    return OK
  }

  private startWithRadau(tStop: number, hGuess: number): number {
    const { n, z, system } = this
    this.radauStart ??= system.createStart!()
    const { radau } = this.radauStart
    const status = this.radauStart.start(this.t, this.x, tStop, hGuess, z.subarray(n, 2 * n))
    this.h = radau.h
    this.hScale = this.h
    this.failure = status
    this.worst = radau.worst
    return status
  }

  step(tStop: number): number {
    const { n, z, system, coefficients, options, attempt } = this
    if (this.usesRadau) return this.stepWithRadau(tStop)
    this.hasMove = false
    this.canStepAgain = false
    this.updateSafety()
    this.changeOrder()
    this.changeStep(fitStep(this.h, this.t, tStop, options.maxStep))
    this.updateWeights()

    let errorFailures = 0
    attempt.history = 'first'
    attempt.step = this.age
    for (let k = 0; k < MAX_ATTEMPTS; k++) {
      const tNew = this.h >= tStop - this.t ? tStop : this.t + this.h
      predict(z, n, this.q)
      coefficients.update(this.q, this.h, this.past, this.wait === 1)

      // Corrector
      attempt.t = tNew
      attempt.h = this.h
      attempt.l1 = coefficients.l[1]
      attempt.tolerance = coefficients.newtonTolerance
      const status = system.solve(attempt)
      if (status !== OK) {
        unpredict(z, n, this.q)
        this.fail(status)
        if (status < 0) return status
        this.stats.rejected++
        this.maxGrowth = 1
        attempt.history = 'correctorFailure'
        if (!this.shrink(NEWTON_REDUCTION)) return STEP_TOO_SMALL
        continue
      }

      // Error test
      const error = wrmsNorm(system.e, this.testWeights) * coefficients.errorFactor
      if (error <= 1) {
        this.error = error
        this.complete(tNew)
        this.chooseNext(error)
        return OK
      }
      unpredict(z, n, this.q)
      this.failure = ERROR_TEST_FAILED
      this.worst = worstComponent(system.e, this.testWeights)
      this.stats.rejected++
      this.maxGrowth = 1
      attempt.history = 'errorFailure'
      errorFailures++
      if (!this.recoverFromError(error, errorFailures)) return STEP_TOO_SMALL
      if (this.q === 1 && errorFailures > MAX_FAILURES_AT_ORDER) {
        const restart = this.reload()
        if (restart !== OK) return restart
      }
    }
    return STEP_TOO_SMALL
  }

  /** Only for the first steps after an event. */
  stepAgain(tLanding: number): number {
    this.hasMove = false
    return this.takeRadauStep(this.radauStart!.radau.stepAgain(tLanding))
  }

  private stepWithRadau(tStop: number): number {
    const isMoved = this.hasMove
    this.hasMove = false
    return this.takeRadauStep(this.radauStart!.step(tStop, this.x, isMoved))
  }

  private takeRadauStep(status: number): number {
    const start = this.radauStart!
    const { radau } = start
    this.h = radau.h
    this.failure = radau.failure
    this.worst = radau.worst
    if (status !== OK) return status
    this.hScale = start.fill(this.z)
    this.tOld = radau.tOld
    this.t = radau.t
    this.error = radau.error
    this.age++
    this.order = MAX_ORDER
    this.canStepAgain = true
    this.usesRadau = !start.isDone()
    if (!this.usesRadau) this.goOnFromRadau(radau.h)
    return OK
  }

  /** The history is complete; chooses the step size for the order of the next step. */
  private goOnFromRadau(hMax: number): void {
    const { system, coefficients, past, hScale, t, options } = this
    system.forget()
    this.q = MAX_ORDER
    this.qNext = ORDER_AFTER_RADAU
    this.maxGrowth = MAX_GROWTH
    past.fill(hScale)
    this.updateWeights()
    this.updateSafety()
    coefficients.update(MAX_ORDER, hScale, past, true)
    this.h = Math.max(Math.min(hScale * this.ratioForLowerOrder(), hMax), smallestStep(t, options.minStep))
  }

  private updateSafety(): void {
    const { system, coefficients } = this
    const strictness = this.age < this.strictSteps ? this.strictness : 1
    coefficients.errorSafety = system.errorSafety * strictness
  }

  /** The history stays unchanged: the move is below the tolerances, and `x` is its first row. */
  takeMove(before: Float64Array): void {
    for (let i = 0; i < this.n; i++) this.move[i] = this.x[i] - before[i]
    this.hasMove = true
  }

  /** Moves the polynomial to the displaced end of the step: the displacement fades towards the start. */
  interpolate(t: number, out: Float64Array): void {
    evaluatePolynomial(this.z, this.n, this.order, (t - this.t) / this.hScale, out)
    if (!this.hasMove || !(this.t > this.tOld)) return
    const part = (this.t - t) / (this.t - this.tOld)
    for (let i = 0; i < this.n; i++) out[i] -= part * this.move[i]
  }

  /** Writes dx/dt at `t` inside the last step to `out`. */
  interpolateSlope(t: number, out: Float64Array): void {
    evaluateSlope(this.z, this.n, this.order, (t - this.t) / this.hScale, out)
    for (let i = 0; i < this.n; i++) out[i] /= this.hScale
    if (!this.hasMove || !(this.t > this.tOld)) return
    for (let i = 0; i < this.n; i++) out[i] += this.move[i] / (this.t - this.tOld)
  }

  filterDefect(defect: Float64Array): void {
    if (this.canStepAgain) this.radauStart!.radau.filterDefect(defect)
    else this.system.filterDefect(defect)
  }

  private updateWeights(): void {
    const { weights, testWeights, options, system } = this
    computeErrorWeights(weights, options.rtols, options.atol, this.x)
    if (testWeights === weights) return
    const isTested = system.isTested!
    for (let i = 0; i < this.n; i++) testWeights[i] = isTested[i] ? weights[i] : 0
  }

  get startFailure(): string {
    return this.system.reason ?? ''
  }

  private fail(status: number): number {
    this.failure = status
    this.worst = this.system.worst
    return status
  }

  /** Carries out the change of order that the last step has chosen. */
  private changeOrder(): void {
    if (this.qNext === this.q) return
    if (this.qNext > this.q) raiseOrder(this.z, this.n, this.q, this.hScale, this.past, this.savedCorrection)
    else lowerOrder(this.z, this.n, this.q, this.hScale, this.past)
    this.q = this.qNext
    this.wait = this.q + 1
  }

  private changeStep(h: number): void {
    if (h !== this.hScale) rescale(this.z, this.n, this.q, h / this.hScale)
    this.h = h
    this.hScale = h
  }

  /** Reduces the step; false if it would no longer advance the time. */
  private shrink(factor: number): boolean {
    const h = this.h * factor
    if (!(h > smallestStep(this.t, this.options.minStep))) return false
    this.changeStep(h)
    return true
  }

  private recoverFromError(error: number, failures: number): boolean {
    if (failures <= MAX_FAILURES_AT_ORDER) {
      let eta = 1 / ((BIAS_SAME * error) ** (1 / (this.q + 1)) + ADDON)
      eta = Math.max(eta, MIN_REDUCTION)
      if (failures > 1) eta = Math.min(eta, REDUCTION_AFTER_SEVERAL)
      return this.shrink(eta)
    }
    // The history no longer describes the solution: down by one order, at order 1 from the slope alone.
    if (this.q > 1) {
      lowerOrder(this.z, this.n, this.q, this.hScale, this.past)
      this.q--
      this.qNext = this.q
      this.wait = this.q + 1
    }
    return this.shrink(MIN_REDUCTION)
  }

  /** At order 1: the slope from the problem instead of from the past. */
  private reload(): number {
    const { n, z, slope } = this
    this.wait = LONG_WAIT
    for (let i = 0; i < n; i++) slope[i] = z[n + i] / this.h
    const status = this.system.reload(this.t, this.x, slope, this.weights, this.h)
    if (status !== OK) return this.fail(status)
    for (let i = 0; i < n; i++) z[n + i] = this.h * slope[i]
    return OK
  }

  /** Accepts the step: corrected array, past step sizes. */
  private complete(tNew: number): void {
    const { past, q } = this
    this.stats.steps++
    this.age++
    for (let j = q; j >= 2; j--) past[j] = past[j - 1]
    if (q === 1 && this.age > 1) past[2] = past[1]
    past[1] = this.h
    correct(this.z, this.n, q, this.coefficients.l, this.system.e)
    this.tOld = this.t
    this.t = tNew
    this.order = q
    this.wait--
    if (this.wait === 1 && q < MAX_ORDER) {
      this.savedCorrection.set(this.system.e)
      this.savedScale = this.coefficients.correctionScale
      this.hasSavedCorrection = true
    }
  }

  /** Chooses step size and order of the next step: the largest step among the orders q - 1, q, q + 1. */
  private chooseNext(error: number): void {
    const { q } = this
    const maxGrowth = this.maxGrowth
    this.maxGrowth = MAX_GROWTH
    this.qNext = q
    if (maxGrowth === 1) {
      // Just recovered from a failure: no change now, and no change of the order for two steps.
      if (this.wait < 2) this.wait = 2
      return
    }
    const etaSame = 1 / ((BIAS_SAME * error) ** (1 / (q + 1)) + ADDON)
    if (this.wait !== 0) {
      this.grow(etaSame, maxGrowth)
      return
    }
    this.wait = 2
    const etaDown = this.ratioForLowerOrder()
    const etaUp = this.ratioForHigherOrder()
    const best = Math.max(etaDown, etaSame, etaUp)
    if (best < MIN_GAIN) return
    if (best === etaSame) {
      this.qNext = q
    } else if (best === etaDown) {
      this.qNext = q - 1
    } else {
      this.qNext = q + 1
      this.savedCorrection.set(this.system.e)
    }
    this.grow(best, maxGrowth)
  }

  private grow(eta: number, maxGrowth: number): void {
    if (eta >= MIN_GAIN) this.h *= Math.min(eta, maxGrowth)
  }

  private ratioForLowerOrder(): number {
    const { n, q, z, testWeights } = this
    if (q === 1) return 0
    const error = wrmsNormAt(z, q * n, testWeights) * this.coefficients.errorFactorDown
    return 1 / ((BIAS_DOWN * error) ** (1 / q) + ADDON)
  }

  private ratioForHigherOrder(): number {
    const { n, q, testWeights, scratch, savedCorrection, coefficients, past } = this
    if (q === MAX_ORDER || !this.hasSavedCorrection) return 0
    const quotient = (coefficients.correctionScale / this.savedScale) * (this.h / past[2]) ** (q + 1)
    const e = this.system.e
    for (let i = 0; i < n; i++) scratch[i] = e[i] - quotient * savedCorrection[i]
    const error = wrmsNorm(scratch, testWeights) * coefficients.errorFactorUp
    return 1 / ((BIAS_UP * error) ** (1 / (q + 2)) + ADDON)
  }
}
