import { assertInteger, assertPositive } from '../base/index.ts'
import { SignalTable } from '../results/index.ts'
import { abs, type Complex } from './complex.ts'
import { holdInputs } from './discretize.ts'
import { add, type Mat, multiply, slice, zeros } from './matrix.ts'
import { findEigenvalues } from './poles-and-zeros.ts'
import { readSystem, type StateSpace, type System } from './state-space.ts'

/** Options of responses over time. */
export interface TimeOptions {
  /** End of the response [s]; default: when the slowest pole has settled. */
  readonly stopTime?: number
  /** Number of intervals; default 500. Of discrete systems, every sample is a point. */
  readonly intervals?: number
}

/**
 * Response at rest to a step of 1 of every input, one after the other: a table with the signals `y`, or, of several
 * inputs, `y from u`. Exact at its points.
 */
export function stepResponse(system: StateSpace, options: TimeOptions = {}): SignalTable {
  const read = readSystem('system', system)
  return respond(read, options, (j) => ({ start: zeros(read.n, 1), input: unitVector(read.nIn, j) }))
}

/** Response at rest to an impulse of 1 of every input: as `stepResponse`. A direct feedthrough has no finite response. */
export function impulseResponse(system: StateSpace, options: TimeOptions = {}): SignalTable {
  const read = readSystem('system', system)
  const isDiscrete = read.sampleTime !== undefined
  return respond(read, options, (j) => {
    const e = unitVector(read.nIn, j)
    // a discrete impulse of 1 lasts for one sample, a continuous one moves the states at once
    const start = isDiscrete ? zeros(read.n, 1) : multiply(read.B, e)
    return { start, input: zeros(read.nIn, 1), ...(isDiscrete && { first: e }) }
  })
}

function unitVector(n: number, j: number): Mat {
  const out = zeros(n, 1)
  out.a[j] = 1
  return out
}

/** Start of the states, input at all points, and at the first one if that is another. */
interface Excitation {
  readonly start: Mat
  readonly input: Mat
  readonly first?: Mat
}

function respond(system: System, options: TimeOptions, excite: (input: number) => Excitation): SignalTable {
  const { sampleTime, nIn, nOut, C, D, n } = system
  const stopTime = options.stopTime ?? findSettlingTime(system)
  assertPositive('stopTime', stopTime)
  const intervals =
    sampleTime === undefined ? (options.intervals ?? 500) : Math.ceil(stopTime / sampleTime - 1e-9)
  assertInteger('intervals', intervals, 1)
  const period = sampleTime ?? stopTime / intervals
  const { A, B } = sampleTime === undefined ? holdInputs(system, period) : system
  const table = new SignalTable({ model: '' })
  table.addTime({ values: Float64Array.from({ length: intervals + 1 }, (_, k) => k * period) })
  for (let j = 0; j < nIn; j++) {
    const { start, input, first = input } = excite(j)
    const values = Array.from({ length: nOut }, () => new Float64Array(intervals + 1))
    let x = start
    for (let k = 0; k <= intervals; k++) {
      const u = k === 0 ? first : input
      const y = add(multiply(C, x), multiply(D, u))
      for (let o = 0; o < nOut; o++) values[o][k] = y.a[o]
      x = add(multiply(A, slice(x, 0, n, 0, 1)), multiply(B, u))
    }
    values.forEach((signal, o) => {
      const kind = sampleTime === undefined ? 'variable' : 'clocked'
      table.add({ name: nameChannel(system, j, o), unit: system.units.outputs[o], values: signal, kind })
    })
  }
  return table
}

/** `y`, or `y from u` if there are several inputs. */
export function nameChannel({ inputs, outputs, nIn }: System, input: number, output: number): string {
  return nIn === 1 ? outputs[output] : `${outputs[output]} from ${inputs[input]}`
}

/** Time constants until a mode has settled: e^-7 is a thousandth. */
const SETTLED = 7
/** Without a decaying pole, so many times the fastest time constant of all poles, or seconds. */
const UNSETTLED = 10

function findSettlingTime(system: System): number {
  const { sampleTime } = system
  const all = findEigenvalues(system.A)
  // rates of decay and of all motion [1/s]; poles of discrete systems through z = exp(s T)
  const logOf = (pole: Complex): Complex => {
    if (sampleTime === undefined) return pole
    const re = Math.log(abs(pole)) / sampleTime
    return { re, im: Math.atan2(pole.im, pole.re) / sampleTime }
  }
  const rates = all.map(logOf).filter(({ re }) => Number.isFinite(re))
  const largest = rates.reduce((max, rate) => Math.max(max, abs(rate)), 0)
  // undamped modes do not settle
  const decays = rates.map(({ re }) => Math.abs(re)).filter((rate) => rate > 1e-6 * largest)
  if (decays.length > 0) return SETTLED / Math.min(...decays)
  if (largest > 0) return (2 * Math.PI * UNSETTLED) / largest
  return UNSETTLED * (sampleTime ?? 1)
}
