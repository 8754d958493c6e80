import { EPS, VarioError } from '../../base/index.ts'
import { findStatesBehind } from '../../compiler/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'

/**
 * Maximum number of Newton iterations: from x = 0, where y = x³ has no slope, each reduces the error by a factor 2/3.
 */
const MAX_ITERATIONS = 300
/** Maximum number of halvings of a step to a point where the variable is not defined. */
const MAX_HALVINGS = 60
/** Steps below this fraction of the state are the last ones: remaining differences are rounding errors. */
const LAST_STEP = 1e-8

/** Place of a state, or of an element of one, in the vector of states. */
export interface StatePlace {
  readonly name: string
  readonly first: number
  readonly length: number
}

/** Sets variables at events by setting their states, or the states from which they are computed. */
export class StateSetter {
  /** Place of every state of the equations in the vector of states. */
  private readonly placeOf = new Map<string, number>()

  constructor(private readonly runtime: ModelRuntime) {
    let k = 0
    for (const { name } of runtime.translation.states) {
      this.placeOf.set(name, k)
      k += runtime.lengthOf(runtime.slot(name))
    }
  }

  /**
   * Changes the states `x` such that a variable has a value. A variable that is not a state, as the speed behind a gear
   * or y = x³, must be computed from one state only, which is then found by Newton's method; the store holds the values
   * of `x` before, unchanged. Returns the place of the state.
   */
  set(variable: string, value: ReturnType<ModelRuntime['evaluate']>, t: number, x: Float64Array): StatePlace {
    const alias = this.runtime.translation.aliases.get(variable)
    const name = alias?.name ?? variable
    const place = this.placeOf.get(name)
    if (place === undefined) return this.wholeState(this.solve(variable, value, t, x))
    if (typeof value === 'number') x[place] = (alias?.sign ?? 1) * value
    else x.set(value as Float64Array, place)
    return this.wholeState(name)
  }

  /** Changes one element, counted from 1, of a state in `x`. Returns its place. */
  setElement(
    variable: string,
    element: ReturnType<ModelRuntime['evaluate']>,
    value: ReturnType<ModelRuntime['evaluate']>,
    x: Float64Array,
  ): StatePlace {
    const alias = this.runtime.translation.aliases.get(variable)
    const name = alias?.name ?? variable
    const where = `reinit(${variable}[${String(element)}], …)`
    if (!this.placeOf.has(name)) {
      const all = [...this.placeOf.keys()].join(', ')
      throw new VarioError('EVENTS', `${where}: expected an element of a state, one of ${all}.`, { variable })
    }
    const { first, length } = this.wholeState(name)
    if (typeof element !== 'number' || !Number.isInteger(element) || element < 1 || element > length)
      throw new VarioError('EVENTS', `${where}: expected a subscript from 1 to ${length}.`, { variable })
    const place = first + element - 1
    x[place] = (alias?.sign ?? 1) * Number(value)
    return { name: `${name}[${element}]`, first: place, length: 1 }
  }

  private wholeState(name: string): StatePlace {
    const { runtime } = this
    return { name, first: this.placeOf.get(name)!, length: runtime.lengthOf(runtime.slot(name)) }
  }

  private solve(
    variable: string,
    value: ReturnType<ModelRuntime['evaluate']>,
    t: number,
    x: Float64Array,
  ): string {
    const { runtime } = this
    const state = this.stateBehind(variable)
    const isScalar = typeof value === 'number' && typeof runtime.readName(variable) === 'number'
    if (!isScalar || runtime.slot(state).rank !== 'scalar') {
      throw new VarioError(
        'EVENTS',
        `reinit(${variable}, …): expected a state, got ${variable}, an array or an element of one, which is computed ` +
          `from the state ${state}. Write reinit(${state}, …).`,
        { variable, states: [state] },
      )
    }
    const before = new Float64Array(x.length)
    runtime.readStates(before)
    const place = this.placeOf.get(state)!
    const trial = before.slice()
    const variableAt = (z: number): number => {
      trial[place] = z
      runtime.enter(t, trial)
      runtime.evaluateAll()
      return runtime.readName(variable) as number
    }
    const root = solveFor(variableAt, value, before[place], runtime.nominal(state))
    runtime.enter(t, before)
    runtime.evaluateAll()
    if (root === null) {
      throw new VarioError(
        'EVENTS',
        `reinit(${variable}, ${value}) at t = ${t} s: expected a value that ${variable} can have. It is computed from ` +
          `the state ${state}, and no value of ${state} gives it (${state} = ${before[place]} gives ` +
          `${runtime.readName(variable)}).`,
        { variable, state, value, t },
      )
    }
    x[place] = root
    return state
  }

  /** The only state from which a variable is computed. */
  private stateBehind(variable: string): string {
    const { translation } = this.runtime
    const found = findStatesBehind(translation, variable)
    if (found?.length === 1) return found[0]
    const all = [...this.placeOf.keys()].join(', ')
    const why =
      found === null
        ? `; ${variable} is computed by a component with memory.`
        : found.length === 0
          ? `; ${variable} depends on none of them.`
          : `; ${variable} is computed from ${found.length} of them, ${found.join(', ')}, which it does not ` +
            'determine: write reinit for these.'
    throw new VarioError(
      'EVENTS',
      `reinit(${variable}, …): expected a state, one of ${all}, or a variable that one state alone determines${why}`,
      { variable, states: found ?? [] },
    )
  }
}

/** Solves f(x) = value next to `start` by Newton's method with differences; null: no solution was found. */
function solveFor(f: (x: number) => number, value: number, start: number, nominal: number): number | null {
  let x = start
  let fx = f(x)
  for (let k = 0; k < MAX_ITERATIONS; k++) {
    const error = fx - value
    if (error === 0) return x
    if (!Number.isFinite(error)) return null
    const slope = slopeOf(f, x, fx, nominal)
    if (slope === 0) return null
    let step = -error / slope
    let next = f(x + step)
    // The variable is not defined there.
    for (let i = 0; i < MAX_HALVINGS && !Number.isFinite(next); i++) {
      step /= 2
      next = f(x + step)
    }
    const isLast = Math.abs(step) <= LAST_STEP * Math.max(Math.abs(x), Math.abs(x + step))
    if (isLast && !(Math.abs(next - value) < Math.abs(error))) return x
    x += step
    fx = next
    if (Math.abs(step) <= EPS * Math.abs(x)) return x
  }
  return null
}

/** Central difference; if it is zero or undefined, a one-sided difference; 0: none. */
function slopeOf(f: (x: number) => number, x: number, fx: number, nominal: number): number {
  const h = Math.cbrt(EPS) * Math.max(Math.abs(x), nominal)
  const above = (f(x + h) - fx) / h
  const below = (fx - f(x - h)) / h
  const mean = (above + below) / 2
  for (const slope of [mean, above, below]) if (Number.isFinite(slope) && slope !== 0) return slope
  return 0
}
