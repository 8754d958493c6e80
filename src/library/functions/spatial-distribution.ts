import { VarioError } from '../../base/index.ts'
import { registerFunction } from '../../model/index.ts'
import type {
  ComponentEvent,
  ComponentMemory,
  EventIndicators,
  PassedStep,
  SegmentContext,
} from '../../simulation/index.ts'
import { array, type Expr, ifExpr, number } from '../../symbolic/index.ts'
import { TransportedProfile } from './transported-profile.ts'

/** Accuracy of the content relative to the tolerance of the run: its errors shall not be visible. */
const CONTENT_PART = 0.1
/** Largest displacement in a step, in lengths of the space: what enters must not leave in the same step. */
const STEP_PART = 0.5
/** Places closer than this, in lengths of the space, are the same. */
const SAME_PLACE = 1e-10
/** Distance to an end that has been passed, in lengths of the space: errors of the location of events are smaller. */
const PASSED = 1e-6
/** A change of the first displacement, relative to it and to the length of the space, below which it has settled. */
const SAME_VALUE = 1e-12

/** Memory of one `spatialDistribution` in the equations. */
class SpatialMemory implements ComponentMemory {
  private content = new TransportedProfile(0)
  private indicators: EventIndicators = { values: new Float64Array(2), crossing: new Int8Array(2) }
  private path = ''
  /** Values that would enter at 0 and at 1, displacement and direction at the last evaluation. */
  private in0 = 0.1
  private in1 = 0.1
  private x = 0.1
  private isForward = true
  private profile: ReturnType<typeof profileOf> = { points: [0, 1], values: [0, 0] }
  /** Initial displacement; speed during the last step [1/s] and its growth [1/s2]. */
  private initial = Number.NaN
  /** True after the first event. */
  private hasBegun = false
  private speed = 0.1
  private growth = 0.1
  /** Stretch of the content that leaves until the next event. */
  private low = 0.1
  private high = 0.1

  /** Takes the arguments of the call. */
  record(
    in0: number,
    in1: number,
    x: number,
    isForward: boolean,
    points: ArrayLike<number>,
    values: ArrayLike<number>,
  ): number {
    for (const [argument, value] of Object.entries({ in0, in1, x })) {
      // equations are not checked for the types of arguments of functions
      if (typeof value !== 'number')
        throw wrong(`a number ${argument}`, 'an array; write one for each element')
    }
    if (typeof isForward !== 'boolean') throw wrong('a Boolean positiveVelocity', 'a number; write v >= 0')
    this.in0 = in0
    this.in1 = in1
    this.x = x
    this.isForward = isForward
    if (Number.isNaN(this.initial)) {
      this.profile = profileOf(points, values)
      this.begin()
    }
    return 0
  }

  /** The value that leaves. */
  read(x: number, isForward: boolean): number {
    return this.content.valueAt(outletOf(x, isForward), this.low, this.high)
  }

  /** Its derivative with respect to the displacement. */
  readSlope(x: number, isForward: boolean): number {
    return -this.content.slopeAt(outletOf(x, isForward), this.low, this.high)
  }

  initSegment(segment: SegmentContext): void {
    this.indicators = segment.indicators(2, true)
    this.path = segment.path
    if (!segment.isFirst) return
    this.content = new TransportedProfile(CONTENT_PART * segment.tolerance)
    this.content.begin(0, [0, 1], [0, 0])
    this.initial = Number.NaN
    this.hasBegun = false
    this.speed = this.growth = 0
    this.low = Number.NEGATIVE_INFINITY
    this.high = Number.POSITIVE_INFINITY
  }

  /** Distance of the outlet to the ends of its stretch. */
  evaluate(): void {
    const { values } = this.indicators
    const s = outletOf(this.x, this.isForward)
    values[0] = this.low > -Infinity ? this.low - s : -1
    values[1] = this.high < Infinity ? s - this.high : -1
  }

  onEvent(event: ComponentEvent): void {
    if (event.isInitial) {
      // what was read before the profile was known, or at another displacement, is read again
      const isSettled = Math.abs(this.x - this.initial) <= SAME_VALUE * Math.max(1, Math.abs(this.x))
      if (!isSettled || !this.hasBegun) event.repeat()
      if (!isSettled) this.begin()
      this.hasBegun = true
    }
    this.content.passEvent()
    const [low, high] = this.findStretch()
    if (low === this.low && high === this.high) return
    this.low = low
    this.high = high
    event.repeat()
  }

  nextMaxStep(): number {
    const { speed, growth } = this
    return growth > 0
      ? (Math.sqrt(speed * speed + 4 * growth * STEP_PART) - speed) / (2 * growth)
      : STEP_PART / speed
  }

  onStep(step: PassedStep): boolean {
    const { isForward } = this
    const length = step.end - step.start
    if (!(length > 0)) return false
    const entering = (): number => (isForward ? this.in0 : this.in1)
    const { distance, fault } = this.content.append(step, [entering, () => this.x], isForward)
    const interval = `between t = ${step.start} s and ${step.end} s`
    if (fault !== null)
      throw wrong(
        `positiveVelocity = der(x) >= 0 that changes at events, and x without jumps`,
        `positiveVelocity = ${isForward} and ${fault} ${interval}`,
        this.path,
      )
    if (distance > 1)
      throw wrong(
        'steps of the solver in which x changes by less than 1',
        `${distance} ${interval}; set the option maxStep`,
        this.path,
      )
    this.growth = Math.max(0, distance / length - this.speed) / length
    this.speed = distance / length
    return false
  }

  private begin(): void {
    this.initial = this.x
    this.content.begin(this.x, this.profile.points, this.profile.values)
    ;[this.low, this.high] = this.findStretch()
  }

  /** The stretch that leaves from an event on; at a break, the one that comes next. */
  private findStretch(): readonly [number, number] {
    const { content, isForward, low, high, indicators } = this
    let s = outletOf(this.x, isForward)
    // the end that has just been passed, not the next one, decides about both sides of it
    if (isForward && indicators.crossing[0] > 0 && s - low < PASSED) s = Math.min(s, low)
    if (!isForward && indicators.crossing[1] > 0 && high - s < PASSED) s = Math.max(s, high)
    const slack = SAME_PLACE * Math.max(1, Math.abs(s))
    return content.stretchAt(isForward ? s - slack : s + slack, isForward)
  }
}

/** Coordinate of the content that leaves. */
function outletOf(x: number, isForward: boolean): number {
  return isForward ? 1 - x : -x
}

/** The initial profile, checked. */
function profileOf(
  points: ArrayLike<number>,
  values: ArrayLike<number>,
): { points: readonly number[]; values: readonly number[] } {
  const profile = { points: listOf(points, 'initialPoints'), values: listOf(values, 'initialValues') }
  const [first, last] = [profile.points[0], profile.points.at(-1)]
  const isRising = profile.points.every((point, i) => i === 0 || point >= profile.points[i - 1])
  if (first !== 0 || last !== 1 || !isRising)
    throw wrong('rising initialPoints from 0 to 1', `[${profile.points.join(', ')}]`)
  if (profile.values.length !== profile.points.length)
    throw wrong(
      'as many initialValues as initialPoints',
      `${profile.values.length} and ${profile.points.length}`,
    )
  return profile
}

function listOf(list: ArrayLike<number>, argument: string): number[] {
  if (typeof list !== 'object' || list === null || !(list.length >= 0))
    throw wrong(`a vector ${argument}`, String(list))
  return Array.from(list)
}

function wrong(expected: string, found: string, path?: string): VarioError {
  return new VarioError('EVALUATION', `spatialDistribution: expected ${expected}, got ${found}.`, {
    ...(path !== undefined && { path }),
  })
}

const UNIT_POINTS: Expr = array(number(0), number(1))
const NO_VALUES: Expr = array(number(0), number(0))

/**
 * (out0, out1) = spatialDistribution(in0, in1, x, positiveVelocity, initialPoints, initialValues): the values at the ends of
 * a space 0 … 1 whose content is moved by the displacement x, in lengths of the space. While `positiveVelocity` is true, in0
 * enters at 0 and the content leaves at 1: out0 = in0, and out1 is what entered when x was smaller by 1. Otherwise in1
 * enters at 1. At first the content has lines through `initialValues` at `initialPoints`, by default zeros. It is kept with
 * the accuracy of the solver; its jumps and kinks come out as events.
 */
export const spatialDistribution = registerFunction(
  'spatialDistribution',
  (in0: number, in1: number): number[] => [in0, in1],
  {
    results: 2,
    shape: 'scalar',
    inputs: ['in0', 'in1', 'x', 'positiveVelocity', 'initialPoints', 'initialValues'].map((input) => ({
      name: input,
    })),
    remember: (args) => {
      if (args.length !== 4 && args.length !== 6) {
        const usage = 'spatialDistribution(in0, in1, x, positiveVelocity, initialPoints, initialValues)'
        const message = `spatialDistribution: expected 4 or 6 arguments, ${usage}, got ${args.length}.`
        throw new VarioError('CALL', message)
      }
      const [in0, in1, x, isForward, points = UNIT_POINTS, values = NO_VALUES] = args
      const { record, read, readSlope } = SpatialMemory.prototype
      const slope = { name: 'vario_outflowSlope', evaluate: readSlope }
      return {
        memory: () => new SpatialMemory(),
        record: {
          info: { name: 'vario_recordInflow', evaluate: record },
          args: [in0, in1, x, isForward, points, values],
        },
        read: {
          info: { name: 'vario_outflow', evaluate: read, jacobian: [slope, null] },
          args: [x, isForward],
        },
        value: (outflow) => array(ifExpr(isForward, in0, outflow), ifExpr(isForward, outflow, in1)),
      }
    },
  },
)
