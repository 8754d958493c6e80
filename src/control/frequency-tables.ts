import { assertPositive, InputError } from '../base/index.ts'
import { SignalTable } from '../results/index.ts'
import { abs, type Complex } from './complex.ts'
import { evaluateAtFrequency } from './frequency-response.ts'
import { findEigenvalues, findZeros } from './poles-and-zeros.ts'
import { readSystem, type StateSpace, type System } from './state-space.ts'
import { nameChannel } from './time-response.ts'
import { pickChannel } from './transfer-function.ts'

/** Options of diagrams over the frequency. */
export interface FrequencyOptions {
  /** Frequencies [rad/s]; default: 400 of them, from below the slowest to above the fastest pole or zero. */
  readonly frequencies?: readonly number[]
}

/**
 * Bode diagram as a table over the axis `frequency` [rad/s]: `magnitude` [dB] and the continuous `phase` [deg]; of
 * several channels `y.magnitude` or `y from u.magnitude`. Draw it with `plot(table, ['magnitude', 'phase'], { logX: true })`.
 */
export function bode(system: StateSpace, options: FrequencyOptions = {}): SignalTable {
  const read = readSystem('system', system)
  return tabulate(read, options, (channel, values, frequencies) => ({
    magnitude: { unit: 'dB', values: values.map((g) => 20 * Math.log10(abs(g))) },
    phase: { unit: 'deg', values: computePhases(channel, values, frequencies) },
  }))
}

/**
 * Nyquist diagram as a table over the axis `frequency` [rad/s]: `re` and `im`; of several channels `y.re` or
 * `y from u.re`. Draw it with `plot(table, 'im', { xAxis: 're' })`.
 */
export function nyquist(system: StateSpace, options: FrequencyOptions = {}): SignalTable {
  return tabulate(readSystem('system', system), options, (_, values) => ({
    re: { unit: '', values: values.map(({ re }) => re) },
    im: { unit: '', values: values.map(({ im }) => im) },
  }))
}

type Columns = Readonly<Record<string, { readonly unit: string; readonly values: readonly number[] }>>

function tabulate(
  system: System,
  options: FrequencyOptions,
  describe: (channel: System, values: readonly Complex[], frequencies: readonly number[]) => Columns,
): SignalTable {
  const frequencies = options.frequencies ?? chooseFrequencies(system)
  frequencies.forEach((w, k) => {
    assertPositive(`frequencies[${k}]`, w)
    if (k > 0 && !(w > frequencies[k - 1]))
      throw new InputError(`frequencies[${k}]`, `more than ${frequencies[k - 1]}`, w)
  })
  const table = new SignalTable({ model: '' })
  table.addTime({ name: 'frequency', unit: 'rad/s', values: Float64Array.from(frequencies) })
  const responses = frequencies.map((w) => evaluateAtFrequency(system, w))
  const isSingle = system.nIn === 1 && system.nOut === 1
  for (let i = 0; i < system.nIn; i++) {
    for (let o = 0; o < system.nOut; o++) {
      const values = responses.map((matrix) => matrix[o][i])
      const columns = describe(pickChannel(system, i, o), values, frequencies)
      const prefix = isSingle ? '' : `${nameChannel(system, i, o)}.`
      for (const [name, { unit, values: column }] of Object.entries(columns))
        table.add({ name: prefix + name, unit, values: Float64Array.from(column) })
    }
  }
  return table
}

/** Decades below the slowest and above the fastest root. */
const DECADES = 1
const POINTS = 400

/** Frequencies [rad/s] in equal ratios, with those of all roots. */
function chooseFrequencies(system: System): number[] {
  const { sampleTime } = system
  const roots = [...findEigenvalues(system.A), ...findZeros(system)]
  const sizes = roots.map((root) => findFrequency(root, sampleTime)).filter((w) => w > 0 && w < 1e15)
  const limit = sampleTime === undefined ? Infinity : Math.PI / sampleTime
  const largest = Math.max(...sizes, 0)
  const relevant = sizes.filter((w) => w > 1e-8 * largest)
  const low = Math.min(...relevant, limit) * 10 ** -DECADES
  const high = limit < Infinity ? limit : Math.max(...relevant, -Infinity) * 10 ** DECADES
  // without dynamics any range is as good
  const [from, to] = relevant.length > 0 ? [low, high] : limit < Infinity ? [limit / 1e3, limit] : [0.1, 10]
  const ratio = Math.log(to / from)
  const grid = Array.from({ length: POINTS + 1 }, (_, k) => from * Math.exp((ratio * k) / POINTS))
  grid[POINTS] = to
  return [...new Set([...grid, ...relevant.filter((w) => w > from && w < to)])].sort((a, b) => a - b)
}

/** Frequency at which a root acts [rad/s]. */
function findFrequency(root: Complex, sampleTime: number | undefined): number {
  if (sampleTime === undefined) return abs(root)
  const size = abs(root)
  return size === 0 ? 0 : Math.hypot(Math.log(size), Math.atan2(root.im, root.re)) / sampleTime
}

/** Phases [deg] without jumps. */
function computePhases(system: System, values: readonly Complex[], frequencies: readonly number[]): number[] {
  const phases = values.map(({ re, im }) => (Math.atan2(im, re) * 180) / Math.PI)
  if (phases.length === 0) return phases
  const turn = (phase: number, near: number): number => phase + 360 * Math.round((near - phase) / 360)
  if (system.sampleTime !== undefined) {
    for (let k = 1; k < phases.length; k++) phases[k] = turn(phases[k], phases[k - 1])
    return phases
  }
  // the sum of the phases of all roots is continuous, and counts full turns
  const [poles, zeros] = [findEigenvalues(system.A), findZeros(system)]
  const sumOf = (roots: readonly Complex[], w: number): number =>
    roots.reduce((sum, { re, im }) => sum + (Math.atan2(w - im, -re) * 180) / Math.PI, 0)
  const reference = frequencies.map((w) => sumOf(zeros, w) - sumOf(poles, w))
  // at the first frequency: integrators have -90 degrees each, the rest is within half a turn
  const isAtOrigin = (root: Complex): boolean => abs(root) < 1e-3 * frequencies[0]
  const start = 90 * (zeros.filter(isAtOrigin).length - poles.filter(isAtOrigin).length)
  const first = turn(phases[0], start)
  const offset = first - reference[0]
  return phases.map((phase, k) => turn(phase, reference[k] + offset))
}
