/** Deviations of two results. */
import { convert, parseUnit, sameDimension } from '../../base/index.ts'
import type { Signal, SignalTable } from '../../results/index.ts'
import { createMoments, type Moment } from './moments.ts'

/** The largest deviation of one element of a signal. */
export interface Deviation {
  readonly name: string
  /** Unit of the first result. */
  readonly unit: string
  /** Largest difference, in the unit of the signal; infinite if there is a `problem`. */
  readonly absolute: number
  /** Relative to the range of its values (to their magnitude, if they are constant). */
  readonly relative: number
  /** Time of the largest deviation [s]; NaN: everywhere. */
  readonly time: number
  /** Reason why the signals are not comparable: `only one has a value`, `3 and 4 elements`, … */
  readonly problem?: string
}

/** All deviations, and the signals that only one result has. */
export interface Comparison {
  /** Sorted, the largest first. */
  readonly deviations: readonly Deviation[]
  readonly onlyInA: readonly string[]
  readonly onlyInB: readonly string[]
}

/** Compares the signals that both results have. */
export function compareTables(
  a: SignalTable,
  b: SignalTable,
  isWanted: (name: string) => boolean,
): Comparison {
  const inA = a.names.filter((name) => isWanted(name) && isCompared(a, b, name))
  const inB = b.names.filter((name) => isWanted(name) && isCompared(b, a, name))
  const shared = inA.filter((name) => b.has(name))
  const getMoments = createMomentCache()
  const deviations = shared.map((name) => compareSignal(a, b, name, getMoments))
  return {
    deviations: deviations.sort(
      (left, right) => compareSizes(left.relative, right.relative) || right.absolute - left.absolute,
    ),
    onlyInA: inA.filter((name) => !b.has(name)),
    onlyInB: inB.filter((name) => !a.has(name)),
  }
}

/** Order by size; two infinite ones keep their order. */
function compareSizes(left: number, right: number): number {
  return left === right ? 0 : right - left
}

/** Everything except times and signals that are compared under another name. */
function isCompared(table: SignalTable, other: SignalTable, name: string): boolean {
  const { kind } = table.signal(name)
  if (kind === 'time') return false
  if (!other.has(name)) return kind !== 'alias'
  if (kind === 'alias' && other.signal(name).kind === 'alias') return false
  // angles jump where orientations do not
  const orientation = name.replace(/(^|\.)rot123_abs$/, '$1q_abs')
  return orientation === name || !(table.has(orientation) && other.has(orientation))
}

type GetMoments = (a: Float64Array, b: Float64Array) => readonly Moment[]

/** Most signals share one pair of time axes. */
function createMomentCache(): GetMoments {
  const known = new Map<Float64Array, Map<Float64Array, readonly Moment[]>>()
  return (a, b) => {
    const ofA = known.get(a) ?? new Map<Float64Array, readonly Moment[]>()
    known.set(a, ofA)
    const moments = ofA.get(b) ?? createMoments(a, b)
    ofA.set(b, moments)
    return moments
  }
}

function compareSignal(a: SignalTable, b: SignalTable, name: string, getMoments: GetMoments): Deviation {
  const [left, right] = [a.signal(name), b.signal(name)]
  const mismatch = findMismatch(left, right)
  if (mismatch !== undefined) return fail(left, mismatch)
  if (left.header.type === 'text') return { name, unit: '', absolute: 0, relative: 0, time: Number.NaN }
  const worst = new WorstElement(left, right)
  const [constantA, constantB] = [left.header.constant, right.header.constant]
  if (constantA !== undefined && constantB !== undefined) worst.visit(constantA, constantB, Number.NaN)
  else {
    const times = [left, right].map((signal, k) => (signal.time.length > 0 ? signal : [a, b][k]).time)
    const moments = getMoments(times[0], times[1])
    if (moments.length === 0) return fail(left, 'no common time')
    for (const moment of moments)
      worst.visit(a.vectorAt(name, moment.a, moment.side), b.vectorAt(name, moment.b, moment.side), moment.a)
  }
  return worst.deviation()
}

function findMismatch(left: Signal, right: Signal): string | undefined {
  const [textA, textB] = [left.header.text, right.header.text]
  if (textA !== textB) return `${print(textA)} and ${print(textB)}`
  if (left.nElement !== right.nElement) return `${left.nElement} and ${right.nElement} elements`
  for (let k = 0; k < left.nElement; k++) {
    const [unitA, unitB] = [left.unitOf(k), right.unitOf(k)]
    if (unitA === unitB) continue
    if (!sameDimension(parseUnit(unitA || '1').dimension, parseUnit(unitB || '1').dimension))
      return `in ${unitA || '1'} and ${unitB || '1'}`
  }
  return undefined
}

function print(text: string | undefined): string {
  return text === undefined ? 'no text' : `'${text}'`
}

function fail({ name, unit }: Signal, problem: string, time = Number.NaN): Deviation {
  return { name, unit, absolute: Number.POSITIVE_INFINITY, relative: Number.POSITIVE_INFINITY, time, problem }
}

/** Finds the largest deviation of all elements of a signal. */
class WorstElement {
  private readonly low: Float64Array
  private readonly high: Float64Array
  private readonly worst: Float64Array
  private readonly where: Float64Array
  private readonly isRotation: boolean
  private readonly isAngle: boolean
  private readonly convert: ((value: number, k: number) => number) | null

  constructor(
    private readonly left: Signal,
    right: Signal,
  ) {
    const n = left.nElement
    this.low = new Float64Array(n).fill(Number.POSITIVE_INFINITY)
    this.high = new Float64Array(n).fill(Number.NEGATIVE_INFINITY)
    this.worst = new Float64Array(n)
    this.where = new Float64Array(n).fill(Number.NaN)
    this.isRotation = left.header.type === 'quaternion' && right.header.type === 'quaternion'
    this.isAngle = /(^|\.)rot123_abs$/.test(left.name)
    const units = Array.from({ length: n }, (_, k) => [left.unitOf(k), right.unitOf(k)] as const)
    const differ = units.some(([unitA, unitB]) => unitA !== unitB)
    this.convert = differ ? (value, k) => convert(value, units[k][1] || '1', units[k][0] || '1') : null
  }

  visit(x: Float64Array, other: Float64Array, time: number): void {
    const { low, high, worst, where } = this
    const y = this.comparable(x, other)
    for (let k = 0; k < x.length; k++) {
      for (const value of [x[k], y[k]]) {
        if (!Number.isFinite(value)) continue
        low[k] = Math.min(low[k], value)
        high[k] = Math.max(high[k], value)
      }
      const deviation = this.distance(x[k], y[k])
      if (deviation <= worst[k]) continue
      worst[k] = deviation
      where[k] = time
    }
  }

  /** Values of the other result in the same unit, and with the same sign of quaternions that mean the same rotation. */
  private comparable(x: Float64Array, y: Float64Array): Float64Array {
    if (this.convert !== null) return y.map(this.convert)
    if (!this.isRotation) return y
    let product = 0
    for (let k = 0; k < x.length; k++) product += x[k] * y[k]
    return product < 0 ? y.map((value) => -value) : y
  }

  private distance(x: number, y: number): number {
    // missing in both is equal, missing in one is not
    if (x === y || (Number.isNaN(x) && Number.isNaN(y))) return 0
    if (!Number.isFinite(x) || !Number.isFinite(y)) return Number.POSITIVE_INFINITY
    const distance = Math.abs(x - y)
    if (!this.isAngle) return distance
    const rest = distance % (2 * Math.PI)
    return Math.min(rest, 2 * Math.PI - rest)
  }

  /** The element that deviates most. */
  deviation(): Deviation {
    const { left, low, high, worst, where } = this
    let best: Deviation = {
      name: left.name,
      unit: left.unit,
      absolute: 0,
      relative: 0,
      time: Number.NaN,
    }
    for (let k = 0; k < worst.length; k++) {
      if (worst[k] === Number.POSITIVE_INFINITY)
        return { ...fail(left, 'only one has a finite value', where[k]), name: left.nameOf(k) }
      const relative = worst[k] === 0 ? 0 : worst[k] / scaleOf(low[k], high[k])
      if (relative > best.relative)
        best = { name: left.nameOf(k), unit: left.unitOf(k), absolute: worst[k], relative, time: where[k] }
    }
    return best
  }
}

/** The range of values; their magnitude, if they vary less than they deviate. */
function scaleOf(low: number, high: number): number {
  const size = Math.max(Math.abs(low), Math.abs(high))
  return high - low > 1e-9 * size ? high - low : size
}
