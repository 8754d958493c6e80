/**
 * Start values from equations: states whose start values are guesses, and parameters with `fixed: false`, such that initial
 * equations and nonlinear constraints between states hold, components with `initial: 'steady'` are at rest, and variables that are computed from states have their
 * `init` values.
 */
import { VarioError } from '../../base/index.ts'
import { listDifferentiated, StartValues } from '../../compiler/index.ts'
import { type EvaluatedModel, type FlatModel, hasInitialProblem } from '../../model/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'
import {
  type InitialEquation,
  listConstraints,
  listInitialEquations,
  listInitValues,
} from './initial-equations.ts'
import { type InitialSolution, solveInitialSystem } from './least-squares.ts'
import { findViolated } from './solve-init.ts'

/** The model at its start. */
export interface InitialModel {
  readonly runtime: ModelRuntime
  readonly flat: FlatModel
  readonly t: number
  /** The states (n), changed. */
  readonly x: Float64Array
  readonly tolerance: number
  /** Values of the model with other values of parameters, in SI units. */
  readonly evaluateWith: (computed: ReadonlyMap<string, number>) => EvaluatedModel
}

/** Typical size of a computed parameter whose guess is zero. */
const UNIT_SIZE = 1

export class InitialValues {
  /** Values of computed parameters, in SI units. */
  readonly computed = new Map<string, number>()
  /** Names of the variables whose `init` values the solution has. */
  readonly met = new Set<string>()
  /** True if states or parameters have changed. */
  hasChanged = false
  private readonly isRequired: boolean
  /** Variables that components at rest differentiate. */
  private readonly resting: ReadonlySet<string>
  private values: EvaluatedModel
  /** Text of the last inconsistency, which a later event iteration may cure. */
  private problem: VarioError | null = null

  constructor(
    private readonly model: InitialModel,
    values: EvaluatedModel,
  ) {
    this.values = values
    const { flat } = model
    this.isRequired = hasInitialProblem(flat)
    this.resting = new Set(flat.steady.flatMap((path) => listDifferentiated(flat, path)))
    if (!this.isRequired) return
    for (const { name, isFree } of flat.parameters.values()) {
      if (!isFree) continue
      const guess = values.parameters.get(name)
      if (typeof guess !== 'number')
        throw new VarioError(
          'INITIAL',
          `${name}: expected a number for a parameter with fixed: false, got an array.`,
          {
            name,
          },
        )
      this.computed.set(name, guess)
    }
  }

  /**
   * Solves for the present conditions.
   *
   * @returns the values of the model if states or parameters have changed, else null
   */
  solve(): EvaluatedModel | null {
    const { runtime, flat, t, x, tolerance } = this.model
    if (!this.isRequired && findViolated(runtime, this.values, tolerance).length === 0) return null
    const free = this.findFree()
    const names = [...this.computed.keys()]
    if (free.length + names.length === 0 && !this.isRequired) return null
    const inits = listInitValues(runtime, this.values)
    const own = this.isRequired ? listInitialEquations(runtime, flat) : []
    const equations = [...own, ...inits, ...listConstraints(runtime)]
    const nominals = runtime.stateNominals()
    const start = Float64Array.of(...free.map((j) => x[j]), ...this.computed.values())
    const z = start.slice()
    const sizes = Float64Array.of(
      ...free.map((j) => nominals[j]),
      ...names.map((name) => Math.abs(this.computed.get(name)!) || UNIT_SIZE),
    )
    const before = x.slice()
    const enter = (): void => {
      free.forEach((j, k) => {
        x[j] = z[k]
      })
      if (names.length > 0) this.enterParameters(names, z.subarray(free.length))
      runtime.enter(t, x)
      runtime.evaluateAll()
    }
    enter()
    const { lengths, m } = measure(equations)
    const evaluate = (left: Float64Array, right: Float64Array): void => {
      enter()
      readSides(equations, lengths, left, right)
    }
    const solution = solveInitialSystem({ z, sizes, evaluate, m }, tolerance)
    this.problem = null
    this.met.clear()
    if (!solution.isFound) {
      if (this.isRequired) this.problem = this.describe(solution, equations, lengths, evaluate, z.length)
      z.set(start)
      x.set(before)
      enter()
      return null
    }
    enter()
    for (const { name } of inits) if (name !== undefined) this.met.add(name)
    if (this.isRequired) this.reportOpen(solution, free, names, own)
    if (z.every((value, k) => value === start[k])) return null
    this.hasChanged = true
    return this.values
  }

  /** Throws the reason if the equations have no solution for the conditions at the end. */
  assertSolved(): void {
    if (this.problem) throw this.problem
  }

  /** Writes computed parameters, what follows from them, and the `init` values of states that do. */
  private enterParameters(names: readonly string[], values: Float64Array): void {
    const { runtime, x, evaluateWith } = this.model
    for (const [k, name] of names.entries()) this.computed.set(name, values[k])
    this.values = evaluateWith(this.computed)
    runtime.changeParameters(this.values)
    const starts = new StartValues(runtime.translation, this.values)
    let k = 0
    for (const { name } of runtime.translation.states) {
      const n = runtime.lengthOf(runtime.slot(name))
      const value = starts.kindOf(name) === 'given' && !this.isAtRest(name) ? starts.find(name) : undefined
      if (typeof value === 'number') x[k] = value
      else if (value instanceof Float64Array) x.set(value, k)
      k += n
    }
  }

  /** Places of the states whose start values are guesses. */
  private findFree(): number[] {
    const { runtime } = this.model
    const starts = new StartValues(runtime.translation, this.values)
    const free: number[] = []
    let k = 0
    for (const { name } of runtime.translation.states) {
      const n = runtime.lengthOf(runtime.slot(name))
      const kind = starts.kindOf(name)
      const isGuess = kind === 'guess' || (this.isRequired && kind === 'default') || this.isAtRest(name)
      if (isGuess) for (let i = 0; i < n; i++) free.push(k + i)
      k += n
    }
    return free
  }

  /** True if a component at rest differentiates a state, or a variable that equals it. */
  private isAtRest(state: string): boolean {
    if (this.resting.size === 0) return false
    const equal = this.model.runtime.translation.startSources.get(state) ?? []
    return this.resting.has(state) || equal.some(({ name }) => this.resting.has(name))
  }

  /** The equations that do not hold, and the values that might be given up. */
  private describe(
    { violated }: InitialSolution,
    equations: readonly InitialEquation[],
    lengths: readonly number[],
    evaluate: (left: Float64Array, right: Float64Array) => void,
    nUnknown: number,
  ): VarioError {
    const m = lengths.reduce((sum, n) => sum + n, 0)
    const [left, right] = [new Float64Array(m), new Float64Array(m)]
    evaluate(left, right)
    const ownerOf = lengths.flatMap((n, k) => new Array<number>(n).fill(k))
    const places = violated.length > 0 ? violated : ownerOf.map((_, i) => i)
    const failed = [...new Set(places.map((i) => ownerOf[i]))]
    const rows = failed.map((k) => {
      const i = ownerOf.indexOf(k)
      return `    ${equations[k].text}: left ${left[i]}, right ${right[i]}`
    })
    const given = this.listGiven()
    const candidates =
      given.length > 0
        ? ` Candidates: ${given.slice(0, 10).join(', ')}${given.length > 10 ? ', …' : ''}.`
        : ''
    const advice =
      m <= nUnknown
        ? 'The search from the start values found no solution: give other ones, near to the solution.'
        : 'There are more conditions than unknowns: make init values guesses, { start: … } in place of { init: … }, give a ' +
          `parameter fixed: false, or leave out equations.${candidates}`
    return new VarioError(
      'INITIAL',
      `${rows.length} initial equation(s) do not hold with the values that were found:\n${rows.join('\n')}\n${advice}`,
      { violated: failed.map((k) => equations[k].text), candidates: given },
    )
  }

  /** States whose `init` values are fixed. */
  private listGiven(): string[] {
    const { runtime } = this.model
    const starts = new StartValues(runtime.translation, this.values)
    return runtime.translation.states
      .filter(({ name }) => starts.kindOf(name) === 'given' && !this.isAtRest(name))
      .map(({ name }) => name)
  }

  /** Reports parameters and states that the equations leave open. */
  private reportOpen(
    { open, unused }: InitialSolution,
    free: readonly number[],
    names: readonly string[],
    own: readonly InitialEquation[],
  ): void {
    const { runtime, flat, t } = this.model
    const parameters = [...open, ...unused].filter((j) => j >= free.length).map((j) => names[j - free.length])
    if (parameters.length > 0)
      throw new VarioError(
        'INITIAL',
        `Initial equations: expected values of all parameters with fixed: false, got none of ${parameters.join(', ')}. Add ` +
          'initial equations that contain them, or remove fixed: false.',
        { parameters },
      )
    // the position of a part at rest is often open
    if (open.length === 0 || flat.initialEquations.length === 0) return
    const states = this.nameStates(open.map((j) => free[j]))
    const message =
      `The ${own.length} initial equation(s) leave open ${states.join(', ')}: values near to the start values are taken. ` +
      'Give one of them an init value, or add an initial equation.'
    runtime.warnings.add({ code: 'INITIAL', key: states.join(), time: t, message })
  }

  private nameStates(places: readonly number[]): string[] {
    const { runtime } = this.model
    const all = runtime.translation.states.flatMap(({ name, rank }) => {
      const n = runtime.lengthOf(runtime.slot(name))
      return rank === 'scalar' ? [name] : Array.from({ length: n }, (_, i) => `${name}[${i + 1}]`)
    })
    return places.map((place) => all[place])
  }
}

/** Numbers of scalars of the equations, with the present sizes of arrays, and their sum. */
function measure(equations: readonly InitialEquation[]): { lengths: number[]; m: number } {
  const lengths = equations.map(({ read, text }) => {
    const [left, right] = read()
    const n = Math.max(left.length, right.length)
    if ((left.length !== n && left.length !== 1) || (right.length !== n && right.length !== 1))
      throw new VarioError(
        'SHAPE',
        `Initial equation ${text}: expected sides of the same size, got ${left.length} and ${right.length} elements.`,
        { equation: text },
      )
    return n
  })
  return { lengths, m: lengths.reduce((sum, n) => sum + n, 0) }
}

function readSides(
  equations: readonly InitialEquation[],
  lengths: readonly number[],
  left: Float64Array,
  right: Float64Array,
): void {
  let i = 0
  equations.forEach(({ read }, k) => {
    const [l, r] = read()
    for (let e = 0; e < lengths[k]; e++, i++) {
      left[i] = l[l.length === 1 ? 0 : e]
      right[i] = r[r.length === 1 ? 0 : e]
    }
  })
}
