/**
 * Jumps of states at events that violate equations which index reduction has differentiated: s2 - s1 = g(t), where ġ
 * jumps. The chosen states would continue unchanged, and all others follow from the equations: the resulting momentum
 * would depend on the choice. Instead, the form with the highest derivatives gets a Dirac impulse, equal to the violation
 * of the form one order below by the values before the event, and all states jump by the response of the whole model:
 * the masses share the impulse as they share accelerations. Finite forces have no part in it.
 *
 * It is an error where that does not determine the jump: positions that jump, products of infinite values with values
 * that jump, and infinite values that no state absorbs.
 */
import { EPS, VarioError } from '../../base/index.ts'
import { maxAbs } from '../../math/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'
import type { StateConstraints } from '../solver-interface/index.ts'
import type { SlotVector } from '../systems/index.ts'
import { ImpulseResponse, type Response } from './impulse-response.ts'
import type { Modes } from './modes.ts'

/** Maximum relative change of a variable by rounding errors and by the accuracy of solutions of systems. */
const ROUNDING = 1e-9
/** The same as a fraction of the tolerance, and at least the last digits. */
const PART_OF_TOLERANCE = 0.01
const LAST_DIGITS = 1e-13
/** Error of the time of an event, relative to the time since the start, and to the time itself. */
const TIME_TOLERANCE = 1e-10
const TIME_ROUNDING = 100 * EPS
/**
 * Distance beyond a limit at which functions such as `ceil` jump, in their arguments and relative to them, with a
 * factor of two.
 */
const STEP_SLACK = 2e-12
const STEP_ROUNDING = 128 * EPS
/** Relative difference from the response to impulses that is an error. */
const MISMATCH = 1e-6
/** Changes up to this multiple of the negligible ones are not an error either. */
const SLACK = 100
/** Scaled residual of a violated constraint between states. */
const VIOLATION = 1e-9
/** Largest number of changes of the modes during an impulse. */
const MAX_ENGAGING = 20
/** Longest list in a message. */
const MAX_LISTED = 3

/** Times of events [s]. */
interface EventTimes {
  readonly startTime: number
  readonly stopTime: number
  /** The next event after `t` that is known in advance. */
  nextTimeEvent(t: number): number
}

interface Before {
  /** States of the equations. */
  readonly x: Float64Array
  /** Values and rates of the followers. */
  readonly values: Float64Array
  readonly rates: Float64Array
}

/** Makes states jump at events that violate differentiated equations. */
export class EventJumps {
  /** Values before the event; null: no event has begun. */
  private before: Before | null = null
  /** True if the event continues with the next one, within the slack of steps: its values before are kept. */
  private isUnfinished = false

  constructor(
    private readonly runtime: ModelRuntime,
    private readonly modes: Modes,
    private readonly times: EventTimes,
    private readonly tolerance: number,
  ) {}

  /** Notes the values before an event at the states `x`, where everything has been evaluated. */
  begin(x: Float64Array): void {
    const { runtime } = this
    const { followers, equations } = runtime.translation.jumps
    if (followers.length === 0 && equations.length === 0) return
    if (this.isUnfinished && this.before !== null) {
      this.isUnfinished = false
      this.before.x.set(x.subarray(0, runtime.nEquationState))
      return
    }
    this.before = {
      x: x.slice(0, runtime.nEquationState),
      values: readAll(runtime.createVector(followers)),
      rates: readAll(this.createRates()),
    }
  }

  /**
   * Makes the states `x` jump after an event at `t` [s], where everything has been evaluated. Returns a description of
   * the jumps, or null: the equations hold with the values before.
   */
  apply(t: number, x: Float64Array, constraints: StateConstraints | null): string | null {
    const { before } = this
    if (before === null) return null
    const states = x.slice()
    try {
      const note = this.jump(before, t, x, constraints)
      if (note === null) this.before = null
      return note
    } catch (error) {
      if (!(error instanceof VarioError && error.code === 'IMPULSE' && this.goesOn(t))) throw error
      // the present jump may be undone when a step follows
      this.isUnfinished = true
      x.set(states)
      this.evaluate(t, x)
      return null
    }
  }

  /** True if another event belongs to the same instant as that at `t`, within the slack of a step. */
  private goesOn(t: number): boolean {
    const { stopTime, nextTimeEvent } = this.times
    return t < stopTime && nextTimeEvent(t) - t <= this.findStepSlack(t)
  }

  /** Maximum delay of functions that jump [s]. */
  private findStepSlack(t: number): number {
    const { runtime } = this
    let slack = 0
    for (const condition of runtime.translation.conditions) {
      if (condition.kind !== 'time' || !condition.limit) continue
      const factor = condition.linear ? Math.abs(runtime.evaluate(condition.linear.factor) as number) : 1
      if (factor > 0) slack = Math.max(slack, STEP_SLACK / factor + STEP_ROUNDING * Math.abs(t))
    }
    return slack
  }

  private jump(
    before: Before,
    t: number,
    x: Float64Array,
    constraints: StateConstraints | null,
  ): string | null {
    const { runtime } = this
    const followers = runtime.createVector(runtime.translation.jumps.followers)
    const now = readAll(followers)
    this.carrySetStates(t, x, followers, now)
    const limits = this.findLimits(t, now)
    const isTorn = now.some((value, i) => !(Math.abs(value - before.values[i]) <= limits[i]))
    if (!isTorn && this.findViolated(constraints) < 0) return null
    const impulses = this.findImpulses(followers, now)
    this.evaluate(t, x)
    if (!Number.isFinite(maxAbs(impulses))) throw this.failure(t, impulses, 'they are undefined')
    if (maxAbs(impulses) === 0) {
      this.assertExplained(t, now, limits, new Float64Array(now.length))
      this.assertFulfilled(t, constraints)
      return null
    }

    const note = this.modes.attempt(t, x, () => this.jumpInModes(t, x, impulses, limits, constraints))
    this.evaluate(t, x)
    this.begin(x)
    return note
  }

  /**
   * Makes the states `x` jump, with the modes under the impulses: sticking friction breaks loose. Discrete variables
   * follow from their values before to those after.
   */
  private jumpInModes(
    t: number,
    x: Float64Array,
    impulses: Float64Array,
    limits: Float64Array,
    constraints: StateConstraints | null,
  ): string | null {
    const followers = this.runtime.createVector(this.runtime.translation.jumps.followers)

    // The jump, and its consequences: where it changes the modes, the rest of the impulse meets with another response
    const start = x.slice()
    const jumps = new Float64Array(followers.computeLength())
    let response: Response
    let part = 0
    for (let k = 0; ; k++) {
      this.decideModes(t, x, impulses)
      response = this.respond(t, x, impulses)
      if (!response.isLinear) throw this.failure(t, impulses, 'they are not linear in infinite values')
      const next = k < MAX_ENGAGING ? this.findEngaging(t, x, impulses, response, 1 - part) : 1 - part
      for (let i = 0; i < x.length; i++) x[i] += next * response.states[i]
      for (let i = 0; i < jumps.length; i++) jumps[i] += next * response.followers[i]
      if (next === 1 - part) break
      part += next
    }
    this.evaluate(t, x)
    const after = readAll(followers)
    this.assertExplained(t, after, limits, jumps)
    this.assertFulfilled(t, constraints)
    const changed = this.respond(t, x, impulses)
    if (!isSame(changed.states, response.states))
      throw this.failure(t, impulses, 'factors of infinite values jump at the same time')
    const jump = x.map((value, i) => value - start[i])
    const smallest = LAST_DIGITS * Math.max(maxAbs(jump), maxAbs(jumps))
    const hasJumped = jump.some((value) => Math.abs(value) > smallest)
    if (!hasJumped) this.reportLost(t, impulses)
    else if (this.decideModes(t, x, impulses)) {
      if (!isSame(this.respond(t, x, impulses).states, response.states)) this.modes.warnOfEngaging(t)
      this.modes.keep()
    }
    return hasJumped ? this.describe(impulses) : null
  }

  /**
   * Within `attempt`: the part of the impulses, at most `rest`, after which they have another response, as a freewheel
   * engages; `rest` if there is none.
   */
  private findEngaging(
    t: number,
    x: Float64Array,
    impulses: Float64Array,
    response: Response,
    rest: number,
  ): number {
    return this.modes.findChange(rest, (part) => {
      const moved = x.map((value, i) => value + part * response.states[i])
      if (!this.decideModes(t, moved, impulses)) return false
      return !isSame(this.respond(t, moved, impulses).states, response.states)
    })
  }

  /** Within `attempt`: decides the modes at the states `x` under the impulses; false: there are no others. */
  private decideModes(t: number, x: Float64Array, impulses: Float64Array): boolean {
    if (!this.modes.canChange) return false
    this.createResponse().withImpulses(t, x, impulses, () => this.modes.decide(t, x))
    return true
  }

  /** Adds the effect of states that the event has set, as `reinit` does, to the values before it. */
  private carrySetStates(t: number, x: Float64Array, followers: SlotVector, now: Float64Array): void {
    const before = this.before!
    if (before.x.every((value, i) => value === x[i])) return
    const old = x.slice()
    old.set(before.x)
    this.evaluate(t, old)
    const unset = readAll(followers)
    this.evaluate(t, x)
    for (let i = 0; i < now.length; i++) before.values[i] += now[i] - unset[i]
    before.x.set(x.subarray(0, before.x.length))
  }

  /** Changes of the followers that are not jumps: rounding errors, and those within the error of the event time. */
  private findLimits(t: number, now: Float64Array): Float64Array {
    const { before, tolerance } = this
    const rates = readAll(this.createRates())
    const relative = Math.max(LAST_DIGITS, Math.min(ROUNDING, PART_OF_TOLERANCE * tolerance))
    const elapsed = t - this.times.startTime
    // steps at the start are delayed
    const late = elapsed <= this.findStepSlack(t) ? elapsed : 0
    const delay = TIME_TOLERANCE * elapsed + TIME_ROUNDING * Math.abs(t) + late
    return now.map((value, i) => {
      const size = Math.max(Math.abs(value), Math.abs(before!.values[i]))
      return relative * size + delay * (Math.abs(rates[i]) + Math.abs(before!.rates[i]))
    })
  }

  /** Negative violations of the equations by the values before the event. */
  private findImpulses(followers: SlotVector, now: Float64Array): Float64Array {
    const { runtime } = this
    const { equations } = runtime.translation.jumps
    const own = equations.flatMap((each) => each.own ?? [])
    // discrete variables have their new values, except in the equations that define them
    const discrete = runtime.createVector(own)
    const ofOwn = readAll(discrete)
    followers.write(this.before!.values)
    const old = readAll(discrete)
    discrete.write(ofOwn)
    const impulses = new Float64Array(equations.length)
    equations.forEach((each, k) => {
      if (each.own !== null) discrete.write(old)
      impulses[k] = -(runtime.evaluate(each.residual) as number)
      if (each.own !== null) discrete.write(ofOwn)
    })
    followers.write(now)
    return impulses
  }

  private respond(t: number, x: Float64Array, impulses: Float64Array): Response {
    try {
      return this.createResponse().respond(t, x, impulses)
    } catch (error) {
      if (!(error instanceof VarioError && error.code === 'SYSTEM')) throw error
      throw this.failure(t, impulses, `a system has no solution (${error.message})`)
    }
  }

  private createResponse(): ImpulseResponse {
    return new ImpulseResponse(this.runtime, this.before!.values.length)
  }

  /** Throws an error if variables have not jumped as the impulses give. */
  private assertExplained(t: number, after: Float64Array, limits: Float64Array, jumps: Float64Array): void {
    const { values } = this.before!
    const floor = LAST_DIGITS * Math.max(maxAbs(after), maxAbs(values))
    const wrong = Array.from(after.keys()).filter((i) => {
      const size = Math.max(Math.abs(after[i]), Math.abs(values[i]), Math.abs(jumps[i]))
      return !(Math.abs(after[i] - values[i] - jumps[i]) <= MISMATCH * size + SLACK * limits[i] + floor)
    })
    if (wrong.length > 0) throw this.undetermined(t, wrong)
  }

  /** Number of a nonlinear constraint that the states violate; -1: none. */
  private findViolated(constraints: StateConstraints | null): number {
    if (constraints === null) return -1
    const values = new Float64Array(constraints.m)
    constraints.read(values)
    return values.findIndex((value) => !(Math.abs(value) <= VIOLATION))
  }

  /** Throws an error if the states violate a nonlinear constraint: positions would have to jump. */
  private assertFulfilled(t: number, constraints: StateConstraints | null): void {
    const violated = this.findViolated(constraints)
    if (constraints === null || violated < 0) return
    const equation = constraints.describe(violated)
    const message =
      `At t = ${t} s states would have to jump, according to '${equation}' or its derivative: no finite impulse ` +
      `makes them jump so. ${ADVICE}`
    throw new VarioError('IMPULSE', message, { t, equation })
  }

  private evaluate(t: number, x: Float64Array): void {
    this.runtime.enter(t, x)
    this.runtime.evaluateAll()
  }

  private createRates(): SlotVector {
    const { runtime } = this
    return runtime.createVector(runtime.translation.jumps.followers.map((name) => `der(${name})`))
  }

  /** The equations whose impulses exceed rounding errors. */
  private findTorn(impulses: Float64Array): ModelRuntime['translation']['jumps']['equations'] {
    const limit = ROUNDING * maxAbs(impulses)
    return this.runtime.translation.jumps.equations.filter((_, k) => Math.abs(impulses[k]) > limit)
  }

  private describe(impulses: Float64Array): string {
    return `impulses of ${list(this.findTorn(impulses).map(({ text }) => text))}`
  }

  /**
   * Reports infinite values that no state absorbs. If a differentiated quantity itself jumps, the equations depend on
   * them: an error. If its derivative jumps, as the speed of a drive whose position has a kink, the motion is correct.
   */
  private reportLost(t: number, impulses: Float64Array): void {
    const torn = this.findTorn(impulses)
    const steps = torn.filter(({ order }) => order === 1)
    const [first] = steps.length > 0 ? steps : torn
    const names = this.differentiatedIn(first)
    const message =
      `At t = ${t} s ${names} jumps, according to '${first.text}': values that depend on its derivative are infinite ` +
      'there, and no state absorbs them.'
    if (steps.length > 0) throw new VarioError('IMPULSE', `${message} ${ADVICE}`, { t, equation: first.text })
    this.runtime.warnings.add({ code: 'IMPULSE', message, time: t, key: first.text })
  }

  private failure(t: number, impulses: Float64Array, why: string): VarioError {
    const equations = this.findTorn(impulses).map(({ text }) => text)
    const message =
      `At t = ${t} s the two sides of '${list(equations)}' jump, which is differentiated. The resulting impulses ` +
      `cannot be found from the equations: ${why}. ${ADVICE}`
    return new VarioError('IMPULSE', message, { t, equations })
  }

  /** Returns the error of variables that jump without a finite impulse, by the numbers of their values. */
  private undetermined(t: number, wrong: readonly number[]): VarioError {
    const { runtime } = this
    const { followers, equations } = runtime.translation.jumps
    let end = 0
    const names = followers.filter((follower) => {
      const start = end
      end += runtime.lengthOf(runtime.slot(follower))
      return wrong.some((i) => i >= start && i < end)
    })
    const texts = equations.filter((each) => each.names.some((name) => names.includes(name)))
    const all = (texts.length > 0 ? texts : equations).map(({ text }) => `'${text}'`)
    const clause = all.length === 1 ? 'which is differentiated' : 'which are differentiated'
    const message =
      `${list(names)}: expected a jump by a finite impulse at t = ${t} s, got one that the equations do not determine, ` +
      `according to ${list(all)}, ${clause}. ${ADVICE}`
    return new VarioError('IMPULSE', message, { t, variables: names })
  }

  /** The differentiated variables of an equation. */
  private differentiatedIn(equation: ModelRuntime['translation']['jumps']['equations'][number]): string {
    const followers = new Set(this.runtime.translation.jumps.followers)
    const isNamed = (name: string): boolean => followers.has(name) || followers.has(`der(${name})`)
    return (
      list(equation.names.filter((name) => !name.startsWith('$') && isNamed(name))) ||
      'a differentiated quantity'
    )
  }
}

const ADVICE =
  'Replace jumps by a smooth function of time (a filter, T*der(x) = u - x), put a spring between, or set states ' +
  'by reinit.'

function readAll(vector: SlotVector): Float64Array {
  const values = new Float64Array(vector.computeLength())
  vector.read(values)
  return values
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  const largest = maxAbs(b)
  return a.every((value, i) => Math.abs(value - b[i]) <= MISMATCH * Math.abs(b[i]) + ROUNDING * largest)
}

function list(names: readonly string[]): string {
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : ''
  return `${names.slice(0, MAX_LISTED).join(', ')}${more}`
}
