import { assertFinite, InputError } from '../base/index.ts'
import { abs, type Complex, divideComplex, evaluateRoots, expandRoots } from './complex.ts'
import { evaluateSystem } from './frequency-response.ts'
import { identity, type Mat, slice, zeros as zeroMatrix } from './matrix.ts'
import { findEigenvalues, findZeros } from './poles-and-zeros.ts'
import { readSystem, type StateSpace, type System } from './state-space.ts'

/** The transfer function gain Π(s - zero)/Π(s - pole) from one input to one output, or in z. */
export interface TransferFunction {
  readonly zeros: readonly Complex[]
  readonly poles: readonly Complex[]
  readonly gain: number
  /** Coefficients from the highest power on. */
  readonly numerator: readonly number[]
  readonly denominator: readonly number[]
}

/**
 * The transfer functions of a system: row by row for each output, column by column for each input. Poles that an input
 * does not reach, or an output does not see, are canceled by zeros.
 */
export function transferFunctions(system: StateSpace): TransferFunction[][] {
  const read = readSystem('system', system)
  const poles = findEigenvalues(read.A)
  return read.outputs.map((_, o) => read.inputs.map((__, i) => findChannel(pickChannel(read, i, o), poles)))
}

/** The part of a system from one input to one output. */
export function pickChannel(system: System, i: number, o: number): System {
  const column = (m: Mat): Mat => slice(m, 0, m.nRows, i, i + 1)
  const D = column(slice(system.D, o, o + 1, 0, system.nIn))
  const C = slice(system.C, o, o + 1, 0, system.n)
  return { ...system, B: column(system.B), C, D, nIn: 1, nOut: 1 }
}

function findChannel(system: System, allPoles: readonly Complex[]): TransferFunction {
  const allZeros = findZeros(system)
  const gain = findGain(system, allPoles, allZeros)
  if (gain === 0) return { zeros: [], poles: [], gain: 0, numerator: [0], denominator: [1] }
  const { zeros, poles } = cancel(allZeros, allPoles)
  const numerator = expandRoots(zeros).map((a) => gain * a)
  return { zeros, poles, gain, numerator, denominator: expandRoots(poles) }
}

/** Poles and zeros that agree to so many digits cancel: pairs that are not reached are computed with rounding errors. */
const SAME = 1e-9

function cancel(
  zeros: readonly Complex[],
  poles: readonly Complex[],
): { zeros: Complex[]; poles: Complex[] } {
  const left = [...poles]
  const size = poles.reduce((max, pole) => Math.max(max, abs(pole)), 0)
  const kept = zeros.filter((zero) => {
    const distance = (pole: Complex): number => Math.hypot(pole.re - zero.re, pole.im - zero.im)
    const k = left.findIndex((pole) => distance(pole) <= SAME * Math.max(abs(pole), 1e-3 * size))
    if (k >= 0) left.splice(k, 1)
    return k < 0
  })
  return { zeros: kept, poles: left }
}

/** Compares the value at a point far from all poles and zeros. */
function findGain(system: System, poles: readonly Complex[], zeros: readonly Complex[]): number {
  const sizes = [...poles, ...zeros].map(abs).filter((size) => size > 0)
  const middle = Math.exp(sizes.reduce((sum, size) => sum + Math.log(size), 0) / Math.max(1, sizes.length))
  let best: Complex = { re: 0, im: 0 }
  let margin = -1
  for (let k = 0; k < 12; k++) {
    const angle = 0.2 + (k * Math.PI) / 12
    const s = { re: 1.3 * middle * Math.cos(angle), im: 1.3 * middle * Math.sin(angle) }
    const distance = Math.min(
      ...[...poles, ...zeros].map(
        (root) => Math.hypot(root.re - s.re, root.im - s.im) / (abs(root) + middle),
      ),
    )
    if (distance > margin) [best, margin] = [s, distance]
  }
  const { C, D, n } = system
  const states = evaluateSystem({ ...system, C: identity(n), D: zeroMatrix(n, 1), nOut: n }, best)
  if (!states) return 0
  let [re, im, size] = [D.a[0], 0, Math.abs(D.a[0])]
  states.forEach(([x], k) => {
    re += C.a[k] * x.re
    im += C.a[k] * x.im
    size += Math.abs(C.a[k]) * abs(x)
  })
  const value = { re, im }
  if (abs(value) <= CANCELED * size) return 0
  return divideComplex(value, divideComplex(evaluateRoots(zeros, best), evaluateRoots(poles, best))).re
}

/** A sum of terms that cancel up to rounding is zero: the output does not depend on the input. */
const CANCELED = 1e-13

/**
 * A system with the transfer function numerator/denominator, coefficients from the highest power on, in controllable
 * canonical form; with `sampleTime` [s] in z.
 */
export function fromTransferFunction(
  numerator: readonly number[],
  denominator: readonly number[],
  sampleTime?: number,
): StateSpace {
  numerator.forEach((value, k) => {
    assertFinite(`numerator[${k}]`, value)
  })
  denominator.forEach((value, k) => {
    assertFinite(`denominator[${k}]`, value)
  })
  const first = denominator.findIndex((value) => value !== 0)
  if (first < 0) throw new InputError('denominator', 'coefficients that are not all zero', denominator)
  const a = denominator.slice(first).map((value) => value / denominator[first])
  const start = numerator.findIndex((value) => value !== 0)
  const b = start < 0 ? [0] : numerator.slice(start).map((value) => value / denominator[first])
  const n = a.length - 1
  if (b.length > n + 1)
    throw new InputError('numerator', `a degree of at most ${n}, that of the denominator`, b.length - 1)
  const padded = [...new Array<number>(n + 1 - b.length).fill(0), ...b]
  const d = padded[0]
  const A = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (__, j) => (i === 0 ? 0 - a[j + 1] : i === j + 1 ? 1 : 0)),
  )
  const B = Array.from({ length: n }, (_, i) => [i === 0 ? 1 : 0])
  const C = [Array.from({ length: n }, (_, j) => padded[j + 1] - d * a[j + 1])]
  return { A, B, C, D: [[d]], ...(sampleTime !== undefined && { sampleTime }) }
}
