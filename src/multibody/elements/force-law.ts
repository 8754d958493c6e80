import { assertFinite, assertLength, InputError } from '../../base/index.ts'
import type { ExprNode, Quantity } from '../../model/index.ts'
import type { NumberValue } from '../records/index.ts'

/** Force or torque as a function of one deflection or rate. */
export type ScalarFunction = (x: number) => number

/** A law as the user writes it: a coefficient c of c·x, also an expression of variables, or a function of x. */
export type LawValue = NumberValue | ScalarFunction

/** Three laws, one per axis. */
export type LawVector = readonly LawValue[] | ExprNode | Quantity

/** Nodes and weights of Gauss-Legendre quadrature on [-1, 1], exact for polynomials of degree 5. */
const GAUSS_NODES = [-Math.sqrt(3 / 5), 0, Math.sqrt(3 / 5)]
const GAUSS_WEIGHTS = [5 / 9, 8 / 9, 5 / 9]

/**
 * Number of panels of the quadrature. They end at x·(k/n)³: narrow near zero, where laws like sign(x)·|x|^p are not
 * smooth, and narrow enough elsewhere that the error of a kink is about 1e-4 of the energy.
 */
const PANELS = 64

/** A law at run time. */
export class Law {
  private constructor(
    /** Coefficients of several laws, updated in place if they are signals, and the place of that of this one. */
    private readonly coefficients: Float64Array,
    private readonly index: number,
    private readonly evaluate: ScalarFunction | null,
    private readonly isSignal = false,
  ) {}

  /** The law of an evaluated record, or of a signal; no force if both are missing. */
  static read(path: string, value: unknown, signal: Float64Array | null = null): Law {
    if (signal !== null) return new Law(signal, 0, null, true)
    if (value === undefined) return new Law(NONE, 0, null)
    if (typeof value === 'function') {
      const evaluate = value as ScalarFunction
      const found: unknown = evaluate(0)
      if (typeof found !== 'number')
        throw new InputError(path, 'a function of a number that returns a number', found)
      return new Law(NONE, 0, evaluate)
    }
    if (typeof value !== 'number') throw new InputError(path, 'a coefficient or a function', value)
    assertFinite(path, value)
    return new Law(Float64Array.of(value), 0, null)
  }

  /** Three laws. */
  static readVector(path: string, value: unknown, signal: Float64Array | null = null): readonly Law[] {
    if (signal !== null) return [0, 1, 2].map((k) => new Law(signal, k, null, true))
    if (value === undefined) return [1, 2, 3].map((k) => Law.read(`${path}[${k}]`, undefined))
    assertLength(path, value, 3)
    return Array.from(value, (item, k) => Law.read(`${path}[${k + 1}]`, item))
  }

  /** True if it is a function of the user. */
  get isFunction(): boolean {
    return this.evaluate !== null
  }

  /** True if the force is always zero for all x. */
  get isZero(): boolean {
    return this.evaluate === null && !this.isSignal && this.coefficients[this.index] === 0
  }

  /** Force [N] or torque [N.m] at x. */
  at(x: number): number {
    return this.evaluate === null ? this.coefficients[this.index] * x : this.evaluate(x)
  }

  /**
   * Energy [J] stored between 0 and x: the integral of the law. With a pole at 0, as of the force of a gas over its
   * volume, it is the integral between 1 and x, or -1 and x.
   */
  energy(x: number): number {
    const { evaluate } = this
    if (evaluate === null) return 0.5 * this.coefficients[this.index] * x * x
    if (x === 0 || Number.isFinite(evaluate(0))) return integrate(evaluate, (part) => x * part * part * part)
    // the width of panels near the pole is proportional to their distance from it
    return integrate(evaluate, (part) => Math.sign(x) * Math.abs(x) ** part)
  }
}

const NONE = new Float64Array(1)

/** Integral of a function over panels that end at place(k/n). */
function integrate(evaluate: ScalarFunction, place: (part: number) => number): number {
  let sum = 0
  let left = place(0)
  for (let k = 1; k <= PANELS; k++) {
    const right = place(k / PANELS)
    const half = 0.5 * (right - left)
    for (let i = 0; i < 3; i++)
      sum += half * GAUSS_WEIGHTS[i] * evaluate(0.5 * (left + right) + half * GAUSS_NODES[i])
    left = right
  }
  return sum
}
