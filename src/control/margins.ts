import { abs, type Complex, divideComplex } from './complex.ts'
import { feedback } from './connect.ts'
import { mapToContinuous } from './discretize.ts'
import { evaluateAtFrequency } from './frequency-response.ts'
import { add, compose, identity, multiply, scale, transpose, zeros } from './matrix.ts'
import { findZeros, isStable } from './poles-and-zeros.ts'
import { readSingle, type StateSpace, type System, toStateSpace } from './state-space.ts'

/** Stability margins of an open loop, which is closed by y to u with the sign -1. */
export interface Margins {
  /** True if the closed loop is stable; otherwise the margins are those to stability. */
  readonly isStable: boolean
  /** Factor of the loop gain at the limit of stability that is nearest to 1; Infinity: none. */
  readonly gainMargin: number
  /** Phase that may be lost, or gained if it is negative, at the limit of stability [rad]; Infinity: none. */
  readonly phaseMargin: number
  /** Delay at the limit of stability [s]; Infinity: none. */
  readonly delayMargin: number
  /** All frequencies [rad/s] where the loop is real and negative, with the factor that takes it to -1. */
  readonly phaseCrossings: readonly { readonly frequency: number; readonly gain: number }[]
  /** All frequencies [rad/s] where the loop has the absolute value 1, with the distance from -180 degrees [rad]. */
  readonly gainCrossings: readonly { readonly frequency: number; readonly phase: number }[]
}

/**
 * Gain, phase and delay margin of an open loop with one input and one output. Crossings are zeros of G(s) - G(-s) and
 * 1 - G(s) G(-s) on the imaginary axis, so that none is missed between the points of a grid.
 */
export function margins(system: StateSpace): Margins {
  const read = readSingle('system', system)
  const at = (w: number): Complex => evaluateAtFrequency(read, w)[0][0]
  const phaseCrossings = findCrossings(read, findSkewPart, (w) => imaginaryPart(at(w)))
    .concat(findEnds(read))
    .map((frequency) => ({ frequency, g: at(frequency) }))
    .filter(({ g }) => g.re < 0 && g.re > -POLE)
    .map(({ frequency, g }) => ({ frequency, gain: -1 / g.re }))
    .sort((a, b) => a.frequency - b.frequency)
  const gainCrossings = findCrossings(read, findUnitPart, (w) => Math.log(abs(at(w)))).map((frequency) => {
    const g = at(frequency)
    return { frequency, phase: Math.atan2(-g.im, -g.re) }
  })
  const turn = 2 * Math.PI
  const delays = gainCrossings.map(({ frequency, phase }) => (phase < 0 ? phase + turn : phase) / frequency)
  const nearest = <T>(items: readonly T[], distance: (item: T) => number): T | undefined =>
    [...items].sort((a, b) => distance(a) - distance(b))[0]
  return {
    isStable: isStable(feedback(toStateSpace(read))),
    gainMargin: nearest(phaseCrossings, ({ gain }) => Math.abs(Math.log(gain)))?.gain ?? Infinity,
    phaseMargin: nearest(gainCrossings, ({ phase }) => Math.abs(phase))?.phase ?? Infinity,
    delayMargin: Math.min(...delays, Infinity),
    ...{ phaseCrossings, gainCrossings },
  }
}

/** A larger value is that of a pole at the frequency 0, of either sign by rounding. */
const POLE = 1e12

/** Im G, relative to |G|. */
function imaginaryPart(g: Complex): number {
  return divideComplex(g, { re: abs(g), im: 0 }).im
}

type Matrices = Pick<System, 'A' | 'B' | 'C' | 'D'>

/** G(s) - G(-s) */
function findSkewPart({ A, B, C, D }: Matrices): Matrices {
  const n = A.nRows
  return {
    A: compose([
      [A, zeros(n, n)],
      [zeros(n, n), scale(A, -1)],
    ]),
    B: compose([[B], [scale(B, -1)]]),
    C: compose([[C, scale(C, -1)]]),
    D: add(D, D, -1),
  }
}

/** 1 - G(-s) G(s) */
function findUnitPart({ A, B, C, D }: Matrices): Matrices {
  const n = A.nRows
  const [At, Bt, Ct] = [transpose(A), transpose(B), transpose(C)]
  return {
    A: compose([
      [A, zeros(n, n)],
      [multiply(Ct, C), scale(At, -1)],
    ]),
    B: compose([[B], [multiply(Ct, D)]]),
    C: compose([[scale(multiply(D, C), -1), Bt]]),
    D: add(identity(1), multiply(D, D), -1),
  }
}

/** Zeros this near to the imaginary axis, relative to their size, may be on it: double ones lose half of their digits. */
const NEAR_AXIS = 1e-4
/** A crossing satisfies its equation up to so much. */
const CROSSED = 1e-7

/** Frequencies [rad/s] where `difference` is zero, from the zeros of a system on the imaginary axis. */
function findCrossings(
  system: System,
  transform: (matrices: Matrices) => Matrices,
  difference: (w: number) => number,
): number[] {
  const { sampleTime } = system
  const h = (sampleTime ?? 0) / 2
  const continuous = sampleTime === undefined ? system : mapToContinuous(system, h)
  if (!continuous) return []
  const limit = sampleTime === undefined ? Infinity : Math.PI / sampleTime
  const candidates = findZeros(transform(continuous))
    .filter(({ re, im }) => im > 0 && Math.abs(re) <= NEAR_AXIS * im)
    .map(({ im }) => (sampleTime === undefined ? im : Math.atan(h * im) / h))
    .map((w) => refine(w, difference))
    .filter((w) => w > 0 && w < limit * (1 - 1e-9) && Math.abs(difference(w)) <= CROSSED)
    .sort((a, b) => a - b)
  return candidates.filter((w, k) => k === 0 || w - candidates[k - 1] > 1e-7 * w)
}

/** A few steps of the secant method. */
function refine(start: number, difference: (w: number) => number): number {
  let [w0, w1] = [start * (1 - 1e-6), start]
  let [f0, f1] = [difference(w0), difference(w1)]
  for (let k = 0; k < 8 && f1 !== 0 && f1 !== f0; k++) {
    const w2 = w1 - (f1 * (w1 - w0)) / (f1 - f0)
    if (!(Math.abs(w2 - start) < 1e-3 * start)) break
    const f2 = difference(w2)
    if (!(Math.abs(f2) < Math.abs(f1))) break
    ;[w0, f0, w1, f1] = [w1, f1, w2, f2]
  }
  return w1
}

/** Ends of the axis where the response is real: 0, and the highest frequency of a discrete system [rad/s]. */
function findEnds({ sampleTime }: System): number[] {
  return sampleTime === undefined ? [0] : [0, Math.PI / sampleTime]
}
