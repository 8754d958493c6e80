import { VarioError } from '../../base/index.ts'
import type { EvaluatedModel } from '../../model/index.ts'
import { type Method, type OdeProblem, SolverError } from '../../ode/index.ts'
import type { Inputs, ModelRuntime, ModelStates } from '../runtime/index.ts'
import type { RunTolerances } from './inner-tolerances.ts'
import { createIslands, type KnownIslands } from './model-islands.ts'
import { StateConstraints } from './state-constraints.ts'
import { createJacobian } from './state-jacobian.ts'

/** Event handling as far as the problem needs it. */
export interface ProblemEvents {
  /** Writes all event indicators. */
  crossings(z: Float64Array): void
  /** The modes of the model at a time [s]: see `ModelModes`. */
  readonly modes: {
    readonly canChange: boolean
    attempt<T>(t: number, x: Float64Array, act: () => T): T
    decide(t: number, x: Float64Array): boolean
    findChange(rest: number, differs: (part: number) => boolean): number
    keep(): void
    warnOfEngaging(t: number): void
  }
}

/** A segment of a running model as the solver sees it: dx/dt = f(t, x) with event indicators. */
export class ModelProblem {
  /** The last error of an evaluation of the model. */
  private lastError: VarioError | null = null
  /**
   * Time of the last evaluation [s], and solutions of nonlinear systems by the times of all evaluations since the last
   * accepted point.
   */
  private lastTime = -Infinity
  private readonly tried = new Map<number, Float64Array[]>()
  private readonly hasGuesses: boolean
  private readonly knownIslands: KnownIslands = new WeakMap()

  constructor(
    private readonly runtime: ModelRuntime,
    private readonly events: ProblemEvents,
    private readonly inputs: Inputs,
    /** Longest time between two checks of rates whose changes steps must not miss [s]. */
    private readonly lookInterval: number,
  ) {
    this.hasGuesses = runtime.hasGuesses
  }

  /** Creates the problem with the sizes of the model in the current segment. */
  create(method: Method, tolerances: RunTolerances | null = null): OdeProblem {
    const evaluate = (t: number, x: Float64Array) => this.evaluate(t, x)
    const islands = method === 'auto' ? createIslands(this.runtime, this.knownIslands) : undefined
    return {
      ...this.createFunctions(),
      // islands have separate Jacobians
      ...(islands ? {} : createJacobian(this.runtime, method, evaluate, tolerances)),
      ...(tolerances && { takeTolerances: (atol: Float64Array) => tolerances.take(atol) }),
      ...(islands && { islands }),
      ...(tolerances && this.createWatch(tolerances.tolerance)),
      ...(this.runtime.memories.haveInvariants && {
        project: (t: number, x: Float64Array) => this.project(t, x, true),
      }),
    }
  }

  /** Lets components move the states `x` back to invariants, at the end of a step or at a point within it. */
  project(t: number, x: Float64Array, isEnd: boolean): boolean | 'shorter' {
    const { memories } = this.runtime
    if (!memories.haveInvariants) return false
    this.enter(t, x)
    return memories.project(t, this.statesAt(t, x), isEnd)
  }

  /** The states `x` at `t`, as components with memory see and change them. */
  statesAt(t: number, x: Float64Array): ModelStates {
    const { runtime } = this
    return {
      nEquation: runtime.nEquationState,
      startKinds: runtime.startKinds,
      read: () => {
        runtime.memories.readStates(x, runtime.nEquationState)
        return x.slice()
      },
      evaluate: (values, dx) => {
        runtime.enter(t, values)
        runtime.evaluateDynamics()
        runtime.readDerivatives(dx)
      },
      set: (values) => {
        x.set(values)
        runtime.enter(t, x)
      },
      modes: this.modesAt(t),
    }
  }

  private modesAt(t: number): ModelStates['modes'] {
    const { runtime, hasGuesses } = this
    const { modes } = this.events
    return {
      canChange: modes.canChange,
      attempt: (x, act) => {
        if (hasGuesses) runtime.keepGuesses()
        try {
          return modes.attempt(t, x, act)
        } finally {
          if (hasGuesses) runtime.restoreGuesses()
        }
      },
      decide: (values) => modes.decide(t, values),
      findChange: (rest, differs) => modes.findChange(rest, differs),
      warnOfEngaging: () => modes.warnOfEngaging(t),
      keep: () => modes.keep(),
    }
  }

  /** Rates of components with memory that the solver watches. */
  private createWatch(tolerance: number): Pick<OdeProblem, 'watch'> {
    const { runtime } = this
    const watched = runtime.memories.watchedRates()
    if (watched.length === 0) return {}
    const first: number[] = []
    let n = 0
    for (const rates of watched) {
      first.push(n)
      n += rates.n
    }
    const isAlone = this.isWithoutEquations()
    const g = (t: number, x: Float64Array, w: Float64Array): 'retry' | undefined => {
      if (isAlone) this.enter(t, x)
      else if (this.evaluate(t, x) === 'retry') return 'retry'
      for (let i = 0; i < watched.length; i++) watched[i].evaluate(t, w, first[i])
      return undefined
    }
    const ownerOf = (k: number): number => first.findLastIndex((number) => number <= k)
    return {
      watch: {
        n,
        g,
        interval: this.lookInterval,
        tolerance: (k) => tolerance * watched[ownerOf(k)].sizeOf(k - first[ownerOf(k)]),
        onMissed: (k, start, end, time) =>
          watched[ownerOf(k)].reportMissed(k - first[ownerOf(k)], start, end, time),
      },
    }
  }

  private isWithoutEquations(): boolean {
    const { dynamics, conditions } = this.runtime.translation
    return dynamics.length === 0 && conditions.length === 0
  }

  private enter(t: number, x: Float64Array): void {
    this.inputs.set(t)
    this.runtime.enter(t, x)
  }

  /**
   * Longest step that components with memory allow from `t` and `x` on [s]. The equations are evaluated at this point
   * if the last evaluation was at an output point before it.
   */
  longestStep(t: number, x: Float64Array, isInIslands: boolean): number {
    const { runtime } = this
    if (!runtime.memories.limitSteps) return Infinity
    if (!this.isWithoutEquations() && runtime.evaluatedTime !== t) this.evaluate(t, x)
    else runtime.enter(t, x)
    return runtime.memories.nextMaxStep(t, isInIslands)
  }

  /** The nonlinear constraints between the states; null if there are none. */
  createConstraints(): StateConstraints | null {
    if (this.runtime.translation.constraints.length === 0) return null
    return new StateConstraints(
      this.runtime,
      (t, x) => this.evaluate(t, x),
      () => this.lastError,
    )
  }

  /** Time, inputs, states and the functions of them. */
  private createFunctions(): OdeProblem {
    const { runtime, events } = this
    const { conditions } = runtime.translation
    const { nIndicator } = runtime.memories
    // Events of components in a model without equations need no derivatives
    const isAlone = this.isWithoutEquations() && runtime.memories.hasOwnIndicators
    const hasConditions = conditions.some((condition) => condition.kind === 'state')
    const hasRoots = nIndicator > 0 || hasConditions
    const renewed = new Uint8Array(conditions.length + nIndicator)
    runtime.memories.markRenewed(renewed, conditions.length)
    return {
      n: runtime.nState,
      f: (t, x, dx) => {
        const outcome = this.evaluate(t, x)
        if (outcome === undefined) runtime.readDerivatives(dx)
        return outcome
      },
      ...(hasRoots && {
        roots: {
          n: conditions.length + nIndicator,
          renewed,
          g: (t: number, x: Float64Array, z: Float64Array) => {
            if (!hasConditions && !runtime.memories.isWatching()) {
              z.fill(1)
              return undefined
            }
            if (isAlone) this.enter(t, x)
            else if (this.evaluate(t, x) === 'retry') return 'retry'
            events.crossings(z)
            return undefined
          },
        },
      }),
    }
  }

  /** Absolute tolerance of every state: a tenth of the relative one times its nominal value. */
  absoluteTolerances(values: EvaluatedModel, tolerance: number): Float64Array {
    const { runtime } = this
    const atol = new Float64Array(runtime.nState)
    let k = 0
    const fill = (n: number, nominal: number): void => {
      atol.fill(0.1 * tolerance * Math.abs(nominal), k, k + n)
      k += n
    }
    for (const { name } of runtime.translation.states) {
      const nominal = values.attributes.get(name)?.nominal
      fill(runtime.lengthOf(runtime.slot(name)), typeof nominal === 'number' ? nominal : 1)
    }
    for (const { nominals } of runtime.memories.blocks)
      for (let i = 0; i < nominals.length; i++) atol[k++] = 0.1 * tolerance * Math.abs(nominals[i])
    return atol
  }

  /** Relative tolerance of every state: 0 for variant ones with an absolute tolerance only. */
  relativeTolerances(tolerance: number): number | Float64Array {
    const { blocks } = this.runtime.memories
    if (!blocks.some(({ isAbsolute }) => isAbsolute.includes(1))) return tolerance
    const rtol = new Float64Array(this.runtime.nState).fill(tolerance)
    let k = this.runtime.nEquationState
    for (const { isAbsolute } of blocks)
      for (let i = 0; i < isAbsolute.length; i++, k++) if (isAbsolute[i] === 1) rtol[k] = 0
    return rtol
  }

  /** Adds names and equations of the model to an error of the solver. */
  explain(error: unknown): unknown {
    if (error instanceof VarioError && error.code === 'SYSTEM') return this.withTime(error)
    if (!(error instanceof SolverError)) return error
    if (error.code === 'MODEL_FAILURE' && this.lastError) return this.withTime(this.lastError)
    const obstacle = this.runtime.memories.reports.findObstacle()
    if (obstacle !== undefined)
      return new VarioError('OBSTACLE', `At t = ${error.fields.t} s ${obstacle}`, {
        ...error.fields,
        solver: error.message,
      })
    if (error.code === 'CHATTERING' || error.code === 'ROOT_FUNCTION') return this.explainEvents(error)
    const name = this.stateName(error.component)
    const isUndefined = error.code === 'NON_FINITE'
    const where = isUndefined ? this.runtime.findNonFinite()?.text : undefined
    const equation = where || !name ? undefined : this.equationOf(name)
    const text = [
      name && `Concerned: state ${name}${equation ? `, from ${equation}` : ''}.`,
      where && `First: ${where}.`,
      isUndefined && this.zerosIn(this.runtime.findNonFinite()?.names),
      this.adviceFor(error.code),
    ]
      .filter(Boolean)
      .join(' ')
    return new VarioError(error.code, `${error.message}. ${text}`, { ...error.fields, state: name, equation })
  }

  /** An error of the root functions in the words of models: they are the event indicators of conditions. */
  private explainEvents({ code, fields, method, t, component }: SolverError): VarioError {
    const { which = [component], nEvent, duration, eventTimes, value } = fields as ChatteringFields
    const names = which.map((i) => this.rootName(i) ?? 'the event indicators')
    const message =
      code === 'CHATTERING'
        ? `expected an end of the sequence of events, got ${nEvent} of them within ${duration?.toPrecision(2)} s, ` +
          `the last at t = ${eventTimes?.join(', ')}. Give the model a state of rest or sliding that ends the ` +
          'sequence, or a smooth law'
        : `expected a finite event indicator, got ${value ?? 'none'}. Check the condition for a division by zero, or ` +
          'a root or logarithm of a negative number'
    const undefinedValue = code === 'ROOT_FUNCTION' ? this.runtime.findNonFinite() : undefined
    const more = [undefinedValue && `First: ${undefinedValue.text}.`, this.zerosIn(undefinedValue?.names)]
    const text = [`${names.join(', ')}: ${message} (${method} at t = ${t}).`, ...more]
      .filter(Boolean)
      .join(' ')
    return new VarioError(code, text, {
      ...fields,
      conditions: names,
    })
  }

  /** Adds the time to the error of a system of equations. */
  private withTime(error: VarioError): VarioError {
    if ('t' in error.fields) return error
    const t = this.runtime.read('time') as number
    return new VarioError(error.code, `At t = ${t} s: ${error.message}`, { ...error.fields, t })
  }

  /** Lists parameters that are zero among names: the equation may divide by one of them. */
  private zerosIn(names: Iterable<string> | undefined): string | undefined {
    const { parameters } = this.runtime.translation.model
    const zeros = [...(names ?? [])].filter((name) => parameters.has(name) && this.runtime.read(name) === 0)
    if (zeros.length === 0) return undefined
    return (
      `Zero is ${zeros.join(', ')}: if an equation divides by a parameter that may be zero, write a product, ` +
      'as eps*der(x) = u - x ' +
      'for der(x) = (u - x)/eps, whose derivative vanishes with eps; or give the ' +
      'parameter a value.'
    )
  }

  /** Advice for steps that fail: nonlinear constraints, or functions that jump, may be the cause. */
  private adviceFor(code: string): string | undefined {
    const { constraints, jumps } = this.runtime.translation
    if (code !== 'NEWTON_FAILURE' && code !== 'STEP_TOO_SMALL') return undefined
    const hint = hintAt(jumps.hidden)
    if (constraints.length === 0) return hint
    return (
      `The model has nonlinear constraints between states, ${constraints[0].text} for example, to which the ends of ` +
      'steps are moved. Choose nominal values of the size of the states, a looser tolerance (from 1e-12 on), or ' +
      'equations without constraints, in coordinates that fulfill them ' +
      `(angles instead of x and y). ${hint}`.trimEnd()
    )
  }

  /**
   * Accepts the point `t`. If a nonlinear system has several solutions, the one at the last accepted point selects the
   * branch that is followed, and points that the solver has tried and rejected must not. At the new point, the solution
   * with which the step has ended is taken.
   */
  passPoint(t: number, x: Float64Array): void {
    if (!this.hasGuesses) return
    const { runtime, tried } = this
    const { systems } = runtime.services
    const atEnd = tried.get(t)
    // Since the last point a branch of solutions has ended: does it end at this point?
    const isSuspicious = systems.some((system) => system.hasLeftBranch)
    runtime.restoreGuesses()
    let before: Float64Array[] = []
    if (isSuspicious && this.evaluate(t, x) === undefined) before = systems.map((system) => system.solution())
    if (atEnd) for (let k = 0; k < systems.length; k++) systems[k].setSolution(atEnd[k])
    tried.clear()
    if (this.evaluate(t, x) !== undefined) return
    if (isSuspicious) this.warnOfJumps(t, before)
    runtime.keepGuesses()
  }

  private warnOfJumps(t: number, before: readonly Float64Array[]): void {
    const { systems } = this.runtime.services
    systems.forEach((system, k) => {
      if (!system.hasJumpedFrom(before[k])) return
      const names = system.unknowns.join(', ')
      const message =
        `The solution of the nonlinear system in ${names} ends at about t = ${t} s; the run continues ` +
        'with another one.'
      this.runtime.warnings.add({ code: 'BRANCH', message, time: t, key: names })
    })
  }

  private evaluate(t: number, x: Float64Array): 'retry' | undefined {
    const { runtime } = this
    if (this.hasGuesses && t < this.lastTime) runtime.restoreGuesses()
    this.lastTime = t
    this.enter(t, x)
    try {
      runtime.evaluateDynamics()
    } catch (error) {
      // A system without a solution here may have one nearer to the last point.
      if (!(error instanceof VarioError && error.code === 'SYSTEM')) throw error
      this.lastError = error
      return 'retry'
    }
    if (this.hasGuesses)
      this.tried.set(
        t,
        runtime.services.systems.map((system) => system.solution()),
      )
    return undefined
  }

  /** Name of a state by its number. */
  stateName(component: number): string | undefined {
    const { runtime } = this
    let k = 0
    for (const { name } of runtime.translation.states) {
      const slot = runtime.slot(name)
      const n = runtime.lengthOf(slot)
      if (component < k + n) return slot.rank === 'scalar' ? name : `${name}[${component - k + 1}]`
      k += n
    }
    return runtime.memories.stateName(component - k)
  }

  /** The equation of the derivative of a state, if it has a separate one. */
  private equationOf(state: string): string | undefined {
    const { dynamics } = this.runtime.translation
    for (const block of dynamics)
      if (block.kind === 'assign' && block.target === `der(${state})`) return block.text
    return undefined
  }

  private rootName(component: number): string | undefined {
    const { conditions } = this.runtime.translation
    const condition = conditions[component]
    return condition
      ? `condition ${condition.text}`
      : this.runtime.memories.indicatorName(component - conditions.length)
  }
}

/** Fields of the errors of root functions. */
interface ChatteringFields {
  /** Indices of the root functions. */
  readonly which?: readonly number[]
  /** Number of events in the last `duration` [s], and the times of the last five [s]. */
  readonly nEvent?: number
  readonly duration?: number
  readonly eventTimes?: readonly number[]
  /** Value that is not finite. */
  readonly value?: number
}

/** Functions and inputs in differentiated equations, whose jumps may be the cause of an error. */
function hintAt(hidden: ModelRuntime['translation']['jumps']['hidden']): string {
  if (hidden.length === 0) return ''
  const { name, text } = hidden[0]
  return (
    `If ${name} jumps, or its derivative, in '${text}', write its branches as 'if' in an equation: then the impulse is ` +
    'found.'
  )
}
