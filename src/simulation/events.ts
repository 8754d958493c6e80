import { EPS, VarioError } from '../base/index.ts'
import { isSameValue, preName, type StateCondition, type WhenClause } from '../compiler/index.ts'
import type { ResolvedOptions } from './options.ts'
import type { ModelRuntime } from './runtime.ts'

/** Repetitions of the evaluation in one event at most. */
const MAX_ITERATIONS = 100
/** Repetitions in which all conditions that are wrong change; after that, one changes at a time. */
const MAX_JOINT_CHANGES = 10
/**
 * Times closer than this are the same, relative to the time since the start: a million additions of 0.1 s are wrong by 1.3e-11 of
 * their sum. And never less than some rounding errors of the time itself.
 */
const TIME_TOLERANCE = 1e-10
const TIME_ROUNDING = 16 * EPS
/**
 * Differences of a state condition this small, relative to the quantities that are compared, are as good as zero:
 * far above rounding errors and the width in which the solver locates events, far below the errors of the integration.
 */
const RELATIVE_BAND = 1e-10
/** Where nothing tells the size of the quantities, a condition at its limit is still on the side that it says. */
const MIN_BAND = 1e-300
/** Relative change of the states by which the slope of a condition is looked for: rounding and curvature matter equally little. */
const SLOPE_STEP = Math.sqrt(EPS)

type AssertAction = Extract<WhenClause['when']['actions'][number], { kind: 'assert' }>

/** What an event has led to. */
export interface EventOutcome {
  /** Message of `terminate`; null: the simulation goes on. */
  readonly termination: string | null
}

/** Conditions, clocks and `when` clauses of a running model: what happens at events, and when the next one is due. */
export class EventHandler {
  /** Next tick of every clock [s]: nextTick = firstTick + nTick·interval. */
  private readonly nextTick: Float64Array
  private readonly firstTick: Float64Array
  private readonly nTick: Float64Array
  private readonly interval: Float64Array
  /** The largest of |left|, |right| and |left - right| of every condition so far: at an event both sides may be zero. */
  private readonly size: Float64Array
  /** How far left - right must go to the wrong side of zero before the condition changes. */
  private readonly offset: Float64Array
  /** Conditions that have changed in the event that is going on, and those that have their value from what comes right after it. */
  private readonly hasChanged: Uint8Array
  private readonly isAhead: Uint8Array
  /** Conditions that the solver has found to cross at the event that comes. */
  private readonly isCrossing: Uint8Array
  /** left - right of every condition. */
  private readonly difference: Float64Array
  private readonly nextDifference: Float64Array
  private readonly stateIndex = new Map<string, number>()

  /** Start of the run and its length [s]. */
  private readonly startTime: number
  private readonly span: number

  constructor(
    private readonly runtime: ModelRuntime,
    { startTime, stopTime }: Pick<ResolvedOptions, 'startTime' | 'stopTime'>,
  ) {
    this.startTime = startTime
    this.span = stopTime - startTime
    const { clocks, conditions } = runtime.translation
    this.nextTick = new Float64Array(clocks.length)
    this.firstTick = new Float64Array(clocks.length)
    this.nTick = new Float64Array(clocks.length)
    this.interval = new Float64Array(clocks.length)
    this.size = new Float64Array(conditions.length)
    this.offset = new Float64Array(conditions.length)
    this.hasChanged = new Uint8Array(conditions.length)
    this.isAhead = new Uint8Array(conditions.length)
    this.isCrossing = new Uint8Array(conditions.length)
    this.difference = new Float64Array(conditions.length)
    this.nextDifference = new Float64Array(conditions.length)
  }

  /** Two times that mean the same instant. */
  isSameTime(a: number, b: number): boolean {
    const tolerance = Math.max(TIME_TOLERANCE * Math.abs(a - this.startTime), TIME_ROUNDING * Math.abs(a))
    return Math.abs(a - b) <= tolerance
  }

  /** Prepares the clocks for a run or segment that starts at `t`. */
  start(t: number): void {
    const { runtime } = this
    runtime.translation.clocks.forEach(({ start, interval }, k) => {
      const period = runtime.evaluate(interval) as number
      if (!(period > 0))
        throw new VarioError('EVENTS', `Clock: expected a positive interval [s], found ${period}.`)
      const first = start === null ? t : (runtime.evaluate(start) as number)
      this.interval[k] = period
      this.firstTick[k] = first
      this.nTick[k] = Math.max(0, Math.ceil((t - first) / period - TIME_TOLERANCE))
      this.nextTick[k] = first + this.nTick[k] * period
    })
    let k = 0
    for (const { name } of runtime.translation.states) {
      this.stateIndex.set(name, k)
      k += runtime.lengthOf(runtime.slot(name))
    }
  }

  /** Tells which functions cross at the event that comes: ±1, or 0. */
  setCrossings(crossing: Int8Array): void {
    for (let k = 0; k < this.isCrossing.length; k++) this.isCrossing[k] = crossing[k] !== 0 ? 1 : 0
  }

  /** Does a clock tick at `t`? */
  ticksAt(t: number): boolean {
    return this.nextTick.some((tick) => this.isSameTime(tick, t))
  }

  /** Time of the next tick or time condition after `t`; Infinity if there is none. */
  nextTimeEvent(t: number): number {
    const { runtime } = this
    let next = Infinity
    for (const tick of this.nextTick) if (tick > t && tick < next) next = tick
    for (const condition of runtime.translation.conditions) {
      if (condition.kind !== 'time') continue
      const limit = runtime.evaluate(condition.right) as number
      if (limit > t && !this.isSameTime(limit, t) && limit < next) next = limit
    }
    return next
  }

  /**
   * Evaluates the model at an event until nothing changes any more: conditions, left limits, states set by `reinit`. `x` are the
   * states and may be changed. At an initial event the left limits are the start values, otherwise what holds now.
   */
  iterate(t: number, x: Float64Array, isInitial: boolean): EventOutcome {
    const { runtime } = this
    if (isInitial) this.findFirstLimits(t, x)
    else this.takeLeftLimits(t, x)
    this.nextTick.forEach((tick, k) => {
      runtime.ticks[k] = !isInitial && this.isSameTime(tick, t) ? 1 : 0
    })
    runtime.isInitial = isInitial
    runtime.isStarting = isInitial
    this.hasChanged.fill(0)
    this.isAhead.fill(0)
    let termination: string | null = null
    for (let k = 0; ; k++) {
      if (k === MAX_ITERATIONS) throw this.failure(t)
      runtime.enter(t, x)
      runtime.evaluateAll()
      if (this.updateConditions(t, k >= MAX_JOINT_CHANGES)) continue
      termination ??= this.runWhens(t, x)
      if (this.updatePre()) continue
      if (isInitial || !this.lookAhead(t, x)) break
    }
    this.finish()
    return { termination }
  }

  /** The event at the end, in which `terminal()` is true. */
  terminate(t: number, x: Float64Array): EventOutcome {
    this.runtime.isTerminal = true
    return this.iterate(t, x, false)
  }

  /** Crossing functions: left - right, moved such that a condition that is as good as at its limit stays what it is. */
  crossings(z: Float64Array): void {
    const { runtime } = this
    runtime.crossings(z)
    for (let k = 0; k < this.offset.length; k++) {
      this.size[k] = Math.max(this.size[k], Math.abs(z[k]))
      z[k] += this.shiftOf(k)
    }
  }

  /** What is added to left - right: it keeps the sign that fits to the present value of the condition. */
  private shiftOf(k: number): number {
    const { translation, conditions } = this.runtime
    const isAbove = translation.conditions[k].op[0] === '>'
    return isAbove === (conditions[k] !== 0) ? this.offset[k] : -this.offset[k]
  }

  private takeLeftLimits(t: number, x: Float64Array): void {
    const { runtime } = this
    const { preNames } = runtime.translation
    if (preNames.length === 0) return
    runtime.enter(t, x)
    runtime.evaluateAll()
    for (const name of preNames) runtime.write(preName(name), runtime.read(name))
  }

  /**
   * Left limits at the start, of variables without a start value: what they are from the beginning on, so that a condition that is
   * true at the start does not become true there, unless because of `initial()`. An assertion must hold at the start too.
   */
  private findFirstLimits(t: number, x: Float64Array): void {
    const { runtime } = this
    const open = runtime.translation.preNames.filter((name) => !runtime.hasStart(name))
    const asserts = new Set(
      runtime.translation.whens.filter((when) => when.isAssert).map((when) => when.flag),
    )
    if (open.length === 0) return
    runtime.isStarting = true
    this.sizeFirstLimits(open, t, x)
    for (let k = 0, isSettled = false; !isSettled; k++) {
      if (k === MAX_ITERATIONS) throw this.failure(t)
      runtime.enter(t, x)
      runtime.evaluateAll()
      isSettled = !this.updateConditions(t, k >= MAX_JOINT_CHANGES)
      for (const name of open) {
        const value = asserts.has(name) ? false : runtime.read(name)
        if (isSameValue(runtime.read(preName(name)), value)) continue
        runtime.write(preName(name), value)
        isSettled = false
      }
    }
  }

  /** Left limits of clocked arrays without a start value are zero, with the sizes that the arrays have at their ticks. */
  private sizeFirstLimits(open: readonly string[], t: number, x: Float64Array): void {
    const { runtime } = this
    const unsized = open.filter((name) => {
      const slot = runtime.slot(preName(name))
      return (slot.rank === 'vector' || slot.rank === 'matrix') && runtime.lengthOf(slot) === 0
    })
    if (unsized.length === 0) return
    runtime.isSizing = true
    runtime.enter(t, x)
    runtime.evaluateAll()
    runtime.isSizing = false
    for (const name of unsized) {
      if (runtime.lengthOf(runtime.slot(name)) === 0) {
        throw new VarioError(
          'START',
          `${name}: expected a start value, Var({ start: [ … ] }), that tells the size of an array assigned in 'when'.`,
        )
      }
      runtime.write(preName(name), runtime.read(name))
      const limit = runtime.read(preName(name))
      if (limit instanceof Float64Array) limit.fill(0)
      else (limit as { data: Float64Array }).data.fill(0)
    }
  }

  /**
   * True if a condition has changed. Several at once may change for ever where they depend on each other in a system of equations, as
   * those of diodes; one by one, always the first that is wrong, they come to an end if the system has one solution
   * [Murty, Opsearch 11 (1974) 1].
   */
  private updateConditions(t: number, isOneByOne: boolean): boolean {
    const { runtime } = this
    let hasChanged = false
    runtime.translation.conditions.forEach((condition, k) => {
      if (isOneByOne && hasChanged) return
      if (this.isAhead[k]) {
        // Until the event itself moves the quantities away from the limit, as a `reinit` does.
        if (this.isAtLimit(k, condition as StateCondition)) return
        this.isAhead[k] = 0
      }
      let isTrue: boolean
      if (condition.kind === 'time') {
        const limit = runtime.evaluate(condition.right) as number
        const isReached = t >= limit || this.isSameTime(t, limit)
        isTrue = condition.op[0] === '>' ? isReached : !isReached
      } else {
        isTrue = this.isTrueNow(k, condition)
      }
      if ((runtime.conditions[k] !== 0) === isTrue) return
      runtime.conditions[k] = isTrue ? 1 : 0
      this.hasChanged[k] = 1
      hasChanged = true
    })
    return hasChanged
  }

  /**
   * A condition that is as good as at its limit changes now if it has changed in this event and is about to change back, or if it is
   * wrong and gets worse: after the reflection of a ball at h < 0 the height is still negative by a rounding error, but rises; and
   * where two quantities leave zero at the same time, the event of the first one is that of the second. One that the solver has found
   * to cross may be a rounding error before its limit, as at a stop for a clock at the same time. True if there is one.
   */
  private lookAhead(t: number, x: Float64Array): boolean {
    const { runtime, difference, nextDifference } = this
    const { conditions } = runtime.translation
    const near: number[] = []
    conditions.forEach((condition, k) => {
      if (condition.kind === 'time' || this.isAhead[k]) return
      const isRight = runtime.isTrue(condition) === (runtime.conditions[k] !== 0)
      if (isRight && !this.hasChanged[k] && !this.isCrossing[k]) return
      difference[k] = runtime.difference(condition)
      if (Math.abs(difference[k]) <= this.bandOf(k, condition)) near.push(k)
    })
    if (near.length === 0) return false

    // A short step along the tangent
    const dx = new Float64Array(x.length)
    runtime.readDerivatives(dx)
    const nominal = runtime.stateNominals()
    let h = SLOPE_STEP * this.span
    for (let i = 0; i < x.length; i++)
      h = Math.min(h, (SLOPE_STEP * Math.max(Math.abs(x[i]), nominal[i])) / Math.abs(dx[i]))
    runtime.enter(
      t + h,
      dx.map((slope, i) => x[i] + h * slope),
    )
    runtime.evaluateDynamics()
    for (const k of near) nextDifference[k] = runtime.difference(conditions[k] as StateCondition)
    runtime.enter(t, x)
    runtime.evaluateAll()

    let hasTurned = false
    for (const k of near) {
      const slope = nextDifference[k] - difference[k]
      const isTrue = conditions[k].op[0] === '>' ? slope > 0 : slope < 0
      if (slope === 0 || isTrue === (runtime.conditions[k] !== 0)) continue
      runtime.conditions[k] = isTrue ? 1 : 0
      this.isAhead[k] = 1
      hasTurned = true
    }
    return hasTurned
  }

  /** Truth of a state condition; one that has changed in this event does not change again because of rounding errors. */
  private isTrueNow(k: number, condition: StateCondition): boolean {
    const { runtime } = this
    if (this.hasChanged[k]) this.offset[k] = Math.max(this.offset[k], this.bandOf(k, condition))
    if (this.offset[k] === 0) return runtime.isTrue(condition)
    const difference = runtime.difference(condition) + this.shiftOf(k)
    return condition.op[0] === '>' ? difference > 0 : difference < 0
  }

  private isAtLimit(k: number, condition: StateCondition): boolean {
    return Math.abs(this.runtime.difference(condition)) <= this.bandOf(k, condition)
  }

  /** What is as good as zero for left - right of a condition. */
  private bandOf(k: number, { left, right }: StateCondition): number {
    const { runtime, size } = this
    const sides = Math.max(
      Math.abs(runtime.evaluate(left) as number),
      Math.abs(runtime.evaluate(right) as number),
    )
    return Math.max(RELATIVE_BAND * Math.max(size[k], sides), MIN_BAND)
  }

  /** Carries out the actions of the clauses whose condition has just become true. Returns the message of a `terminate`. */
  private runWhens(t: number, x: Float64Array): string | null {
    const { runtime } = this
    let termination: string | null = null
    for (const { when } of runtime.translation.whens) {
      if (runtime.evaluate(when.condition) !== true) continue
      for (const action of when.actions) {
        if (action.kind === 'reinit') this.reinit(action.state, runtime.evaluate(action.value), x)
        else if (action.kind === 'terminate') termination ??= String(runtime.evaluate(action.message))
        else if (action.kind === 'assert') this.assert(action, t)
      }
    }
    return termination
  }

  private assert(action: AssertAction, t: number): void {
    const { runtime } = this
    if (runtime.evaluate(action.condition) === true) return
    const { component } = action
    const where = component === '' ? '' : `${component}: `
    const message = `${where}${String(runtime.evaluate(action.message))} (assertion violated at t = ${t} s)`
    throw new VarioError('ASSERT', message, { component, t })
  }

  private reinit(state: string, value: ReturnType<ModelRuntime['evaluate']>, x: Float64Array): void {
    const alias = this.runtime.translation.aliases.get(state)
    const name = alias?.name ?? state
    const index = this.stateIndex.get(name)
    if (index === undefined) {
      const states = [...this.stateIndex.keys()].join(', ')
      throw new VarioError('EVENTS', `reinit(${state}, …): expected a state, one of ${states}.`)
    }
    if (typeof value === 'number') x[index] = (alias?.sign ?? 1) * value
    else x.set(value as Float64Array, index)
  }

  /** Takes the new values as left limits; true if one has changed. */
  private updatePre(): boolean {
    const { runtime } = this
    let hasChanged = false
    for (const name of runtime.translation.preNames) {
      const value = runtime.read(name)
      if (isSameValue(runtime.read(preName(name)), value)) continue
      runtime.write(preName(name), value)
      hasChanged = true
    }
    return hasChanged
  }

  /** After the iteration: memories, next ticks, how far the conditions are from changing. */
  private finish(): void {
    const { runtime } = this
    runtime.commitSamples()
    for (let k = 0; k < this.nextTick.length; k++) {
      if (runtime.ticks[k]) this.nextTick[k] = this.firstTick[k] + ++this.nTick[k] * this.interval[k]
      runtime.ticks[k] = 0
    }
    runtime.isStarting = false
    runtime.isInitial = false
    this.isCrossing.fill(0)
    runtime.translation.conditions.forEach((condition, k) => {
      if (condition.kind === 'time') return
      const band = this.bandOf(k, condition)
      const difference = Math.abs(runtime.difference(condition))
      const isRight = runtime.isTrue(condition) === (runtime.conditions[k] !== 0)
      // A condition that is ahead of its difference starts from a crossing function that is zero, and leaves it to the right side.
      if (difference > band) this.offset[k] = 0
      else this.offset[k] = isRight ? band : difference
    })
  }

  private failure(t: number): VarioError {
    const { conditions, preNames } = this.runtime.translation
    const list = [...conditions.map((condition) => condition.text), ...preNames].join(', ')
    return new VarioError(
      'EVENT_ITERATION',
      `The event at t = ${t} s does not settle in ${MAX_ITERATIONS} evaluations. Conditions and discrete variables: ${list}.`,
      { t },
    )
  }
}
