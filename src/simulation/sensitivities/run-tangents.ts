/**
 * Forward sensitivities S = ∂x/∂p of the states along a run, and of all recorded variables.
 *
 *   between events  S' = f_x S + f_p,                                                                  (1)
 *   event at T      z(T, x, p) = 0:  dT = -(z_x S⁻ + z_p)/(z_x f⁻ + z_t),                              (2)
 *                   x⁺ = h(T, x⁻, p), total derivatives along the event:  dx⁻ = S⁻ + f⁻ dT,             (3)
 *                   dx⁺ = h_x dx⁻ + h_t dT + h_p,  S⁺ = dx⁺ - f⁺ dT  [Galán, Feehery & Barton 1999].    (4)
 *
 * h is the whole event iteration: left limits, discrete variables and `reinit` are differentiated one evaluation after the other.
 * Discrete variables have derivatives that are constant between events. All derivatives of equations are symbolic. Throws a
 * VarioError 'SENSITIVITY' where they do not suffice.
 */
import { fromSI, VarioError } from '../../base/index.ts'
import {
  createResponseProgram,
  differentiateExpression,
  preName,
  type Slot,
  type TimeCondition,
} from '../../compiler/index.ts'
import { type ColumnColoring, type CscPattern, colorColumns } from '../../math/index.ts'
import { VariationalSolver } from '../../ode/index.ts'
import type { EventTangents, ReinitAction } from '../events/index.ts'
import { type Inputs, type ModelRuntime, ModelTangents } from '../runtime/index.ts'
import { findStatePattern, type SegmentSolver } from '../solver-interface/index.ts'
import type { RunDirection } from './run-direction.ts'

type AnyExpr = Parameters<ModelRuntime['evaluate']>[0]
type Value = ReturnType<ModelRuntime['evaluate']>

/** More states than these make dense systems slower than differences of runs. */
const MAX_STATES = 150
/** Step of the differences of input functions, as a fraction of the run. */
const INPUT_STEP = 1e-5
/** Relative difference of the derivatives of the times of events that occur together. */
const SAME_TIME = 1e-6
/** A rate of an event indicator this small, relative to its terms, touches the limit only. */
const GRAZING = 1e-9
/** Relative difference of times that are the same. */
const ROUNDING = 1e-10

/** A recorded variable. */
export interface RecordedVariable {
  readonly slot: Slot
  readonly sign: 1 | -1
  readonly declaration: { readonly name: string; readonly unit: string; readonly type?: string }
}

/** A signal with derivatives: its columns. */
export interface TangentSignal {
  readonly name: string
  readonly first: number
  readonly nElement: number
}

/** Derivatives at a recorded point, in the units of the signals per SI unit of the parameters. */
export interface TangentPoint {
  readonly t: number
  /** At a fixed time (m × nColumn, row-major). */
  readonly values: Float64Array
  /** Derivatives of the time of the event [s] (m); null: no event, or one at a fixed time. */
  readonly times: Float64Array | null
  /** Slopes of the signals at an event [1/s] (nColumn); null: the time is fixed. */
  readonly rates: Float64Array | null
}

/** The derivatives of a run. */
export interface TangentRows {
  readonly signals: readonly TangentSignal[]
  readonly nColumn: number
  readonly points: readonly TangentPoint[]
  /** Derivatives of the scalar parameters that change, in their units, by name (m). */
  readonly parameters: readonly ReadonlyMap<string, number>[]
}

/** The running model. */
interface DifferentiatedModel {
  readonly runtime: ModelRuntime
  readonly inputs: Inputs
  readonly tolerance: number
  /** Time of the start, and length of the run [s]. */
  readonly startTime: number
  readonly span: number
}

export class RunTangents implements EventTangents {
  private readonly runtime: ModelRuntime
  private readonly m: number
  private readonly n: number
  private readonly model: ModelTangents
  private readonly tangentOf: (expr: AnyExpr) => AnyExpr
  private readonly readDerivatives: (out: Float64Array) => void
  private readonly readLimits: (out: Float64Array) => void
  private readonly readRecorded: (out: Float64Array) => void
  private readonly solver: VariationalSolver
  private readonly pattern: CscPattern | null
  private readonly coloring: ColumnColoring | null
  private source: SegmentSolver | null = null
  /** Left limits whose derivatives matter. */
  private readonly limits: readonly string[]
  private readonly inputSlots: readonly number[]
  /** Places in a direction: states, parameters, time, inputs, left limits. */
  private readonly atTime: number
  private readonly atInputs: number
  private readonly atLimits: number
  /** The direction of each parameter (m, each with all seeds). */
  private readonly seeds: Float64Array[]
  private readonly flow: Float64Array
  /** Derivatives of the time of the present event [s] (m); null: none. */
  private times: Float64Array | null = null
  private isInEvent = false
  private pending: { readonly action: ReinitAction; readonly first: number }[] = []
  private readonly point: Float64Array
  private readonly column: Float64Array
  private readonly factors: Float64Array
  readonly signals: TangentSignal[] = []
  private readonly points: TangentPoint[] = []
  private readonly nColumn: number

  /**
   * @param scales typical sizes of the parameters, for the absolute tolerances (m)
   * @param variables recorded ones; their sizes are known
   */
  constructor(
    private readonly host: DifferentiatedModel,
    private readonly directions: readonly RunDirection[],
    scales: readonly number[],
    variables: readonly RecordedVariable[],
  ) {
    const { runtime, inputs } = host
    this.runtime = runtime
    const { translation } = runtime
    const { states, whens, conditions } = translation
    this.m = directions.length
    this.n = runtime.nEquationState
    const { n, m } = this
    if (translation.model.memories.length > 0) throw refuse('components with memory, such as 3D models')
    if (translation.clocks.length > 0 || translation.sampledValues.length > 0) throw refuse('clocks')
    if (n > MAX_STATES) throw refuse(`more than ${MAX_STATES} states`)
    const real = (name: string): boolean =>
      ['scalar', 'vector', 'matrix'].includes(translation.slots.get(name)?.rank ?? '')
    const parameters = [...translation.model.parameters.keys()].filter(
      (name) => real(name) && directions.some((direction) => direction.ofParameter(name) !== 0),
    )
    this.limits = translation.preNames.filter((name) => real(name) && real(preName(name)))
    const inputNames: string[] = []
    inputs.writeSlopes(host.startTime, INPUT_STEP * host.span, (slot) => {
      for (const [name, other] of translation.slots)
        if (other.rank === 'scalar' && other.index === slot) inputNames.push(name)
    })
    this.inputSlots = inputNames.map((name) => runtime.slot(name).index)
    const recorded = variables.filter(
      ({ slot, declaration }) => declaration.type !== 'boolean' && slot.rank !== 'object',
    )
    const names = new Map([...translation.slots].map(([name, slot]) => [`${slot.rank} ${slot.index}`, name]))
    const recordedNames = recorded.map(({ slot }) => names.get(`${slot.rank} ${slot.index}`)!)
    const seedNames = [...parameters, 'time', ...inputNames, ...this.limits.map(preName)]
    const actions = whens.flatMap(({ when }) => when.actions)
    const needed = [
      ...actions.flatMap((action) => (action.kind === 'reinit' ? [action.value] : [])),
      ...conditions.flatMap((condition) =>
        condition.kind === 'time' ? [condition.right] : [condition.left, condition.right],
      ),
    ]
    const outputs = new Set([...recordedNames, ...this.limits])
    for (const name of runtime.namesIn(needed)) outputs.add(name)
    const program = createResponseProgram(translation, seedNames, [...outputs])
    if (program === null) throw refuse('a function without derivative')
    const stateNames = states.map((state) => state.name)
    this.model = new ModelTangents(program, runtime.tangentHost, [...stateNames, ...seedNames])
    this.tangentOf = (expr) => {
      try {
        return differentiateExpression(translation, program, expr)
      } catch (error) {
        if (error instanceof VarioError) throw refuse('a function without derivative')
        throw error
      }
    }
    this.readDerivatives = this.model.createReader(states.map((state) => state.derivative))
    this.readLimits = this.model.createReader(this.limits)
    this.readRecorded = this.model.createReader(recordedNames)

    const lengthOf = (list: readonly string[]): number =>
      list.reduce((sum, name) => sum + runtime.lengthOf(runtime.slot(name)), 0)
    const atParameters = n
    this.atTime = atParameters + lengthOf(parameters)
    this.atInputs = this.atTime + 1
    this.atLimits = this.atInputs + inputNames.length
    const size = this.atLimits + lengthOf(this.limits.map(preName))
    this.flow = new Float64Array(size)
    this.seeds = directions.map((direction) => {
      const seed = new Float64Array(size)
      let k = atParameters
      for (const name of parameters) k = put(seed, k, direction.ofParameter(name), lengthOf([name]))
      return seed
    })

    const factors: number[] = []
    for (const { slot, sign, declaration } of recorded) {
      const nElement = runtime.lengthOf(slot)
      this.signals.push({ name: declaration.name, first: factors.length, nElement })
      // a difference has no offset
      const factor = sign * (fromSI(1, declaration.unit) - fromSI(0, declaration.unit))
      for (let i = 0; i < nElement; i++) factors.push(factor)
    }
    this.factors = Float64Array.from(factors)
    this.nColumn = factors.length
    this.point = new Float64Array(n)
    this.column = new Float64Array(n)
    this.pattern = findStatePattern(runtime).sparsity ?? null
    this.coloring = this.pattern && colorColumns(this.pattern)
    const nominals = runtime.stateNominals()
    const atol = new Float64Array(n * m)
    for (let i = 0; i < n; i++)
      for (let j = 0; j < m; j++) atol[i * m + j] = (0.1 * host.tolerance * nominals[i]) / scales[j]
    this.solver = new VariationalSolver(
      { n, m, rtol: host.tolerance, atol, evaluate: (t, J, B) => this.evaluateNode(t, J, B) },
      host.startTime,
    )
  }

  /** The derivatives at all recorded points. */
  finish(): TangentRows {
    const { signals, nColumn, points, directions, runtime } = this
    const parameters = directions.map((direction) => {
      const changes = new Map<string, number>()
      for (const [name, { unit = '' }] of runtime.translation.model.parameters) {
        const change = direction.ofParameter(name)
        if (typeof change === 'number' && change !== 0)
          changes.set(name, change * (fromSI(1, unit) - fromSI(0, unit)))
      }
      return changes
    })
    return { signals, nColumn, points, parameters }
  }

  // --- start ------------------------------------------------------------------------------------

  /** Begins the event of the start. */
  begin(): void {
    this.isInEvent = true
    this.times = new Float64Array(this.m)
    this.enterStarts()
  }

  /** Ends the event of the start; a start that was solved for has the derivatives of its solution. */
  endStart(isSolved: boolean): void {
    if (isSolved) this.enterStarts()
    this.endEvent(this.host.startTime, null)
  }

  private enterStarts(): void {
    const { runtime, directions, seeds, limits } = this
    directions.forEach((direction, j) => {
      let k = 0
      for (const { name } of runtime.translation.states)
        k = put(seeds[j], k, direction.ofStart(name), runtime.lengthOf(runtime.slot(name)))
      k = this.atLimits
      for (const name of limits)
        k = put(seeds[j], k, direction.ofStart(name), runtime.lengthOf(runtime.slot(preName(name))))
      if (seeds[j].some(Number.isNaN)) throw refuse('a start that has no derivative')
    })
  }

  // --- between events ---------------------------------------------------------------------------

  /** Continues to the end of the last step of the solver. */
  passStep(source: SegmentSolver): void {
    const { runtime, solver } = this
    this.times = null
    this.source = source
    runtime.warnings.hold()
    runtime.restoreGuesses()
    const isDone = solver.advance(source.t)
    runtime.restoreGuesses()
    runtime.warnings.release(false)
    if (!isDone) throw refuse('sensitivities that change too fast')
  }

  /** Returns to an earlier point of the last step [s]. */
  goBack(t: number): void {
    this.solver.goBack(t)
  }

  /** Records the derivatives at a point, where everything has been evaluated. */
  record(t: number): void {
    const { seeds, solver, m, n, nColumn, factors, times, model } = this
    this.assertOneBranch()
    const S = new Float64Array(n * m)
    solver.valueAt(t, S)
    const values = new Float64Array(m * nColumn)
    model.prepare()
    for (let j = 0; j < m; j++) {
      const seed = seeds[j].slice()
      for (let i = 0; i < n; i++) seed[i] = S[i * m + j]
      model.run(seed)
      const row = values.subarray(j * nColumn, (j + 1) * nColumn)
      this.readRecorded(row)
      for (let k = 0; k < nColumn; k++) row[k] *= factors[k]
    }
    const isFixed = times === null || times.every((value) => value === 0)
    this.points.push({ t, values, times: isFixed ? null : times, rates: isFixed ? null : this.readRates(t) })
  }

  /** Slopes of the recorded signals over time. */
  private readRates(t: number): Float64Array {
    this.runFlow(t)
    const rates = new Float64Array(this.nColumn)
    this.readRecorded(rates)
    return rates.map((rate, k) => rate * this.factors[k])
  }

  /** Tangents over time: along the derivatives of the states. */
  private runFlow(t: number): void {
    const { flow, runtime, host, n } = this
    flow.fill(0)
    runtime.readDerivatives(flow.subarray(0, n))
    flow[this.atTime] = 1
    host.inputs.writeSlopes(t, INPUT_STEP * host.span, (slot, slope) => {
      const k = this.inputSlots.indexOf(slot)
      if (k >= 0) flow[this.atInputs + k] = slope
    })
    this.model.run(flow)
  }

  /** J and B of eq. 1. */
  private evaluateNode(t: number, J: Float64Array, B: Float64Array): void {
    const { runtime, source, point, n, m, seeds, model, column, pattern, coloring, host } = this
    source!.interpolate(t, point)
    host.inputs.set(t)
    runtime.enter(t, point)
    runtime.evaluateDynamics()
    this.assertOneBranch()
    model.prepare()
    model.prepare()
    const seed = this.flow
    seed.fill(0)
    if (pattern && coloring) {
      J.fill(0)
      for (let c = 0; c < coloring.nColors; c++) {
        const list = coloring.columns.subarray(coloring.colorPtr[c], coloring.colorPtr[c + 1])
        for (const j of list) seed[j] = 1
        model.run(seed)
        this.readDerivatives(column)
        for (const j of list) {
          seed[j] = 0
          for (let p = pattern.colPtr[j]; p < pattern.colPtr[j + 1]; p++)
            J[pattern.rowIdx[p] * n + j] = column[pattern.rowIdx[p]]
        }
      }
    } else
      for (let j = 0; j < n; j++) {
        seed[j] = 1
        model.run(seed)
        seed[j] = 0
        this.readDerivatives(column)
        for (let i = 0; i < n; i++) J[i * n + j] = column[i]
      }
    for (let j = 0; j < m; j++) {
      seed.set(seeds[j].subarray(n), n)
      model.run(seed)
      this.readDerivatives(column)
      for (let i = 0; i < n; i++) B[i * m + j] = column[i]
    }
  }

  // --- events -----------------------------------------------------------------------------------

  /**
   * Begins an event at the point that has been recorded last, where everything has been evaluated.
   *
   * @param crossing sign changes of the event indicators; null: an event at a fixed time
   */
  beginEvent(t: number, crossing: Int8Array | null): void {
    const { n, m, seeds, solver, runtime, model, points } = this
    this.assertOneBranch()
    model.prepare()
    for (let i = 0; i < n; i++) for (let j = 0; j < m; j++) seeds[j][i] = solver.S[i * m + j]
    const times = crossing === null ? new Float64Array(m) : this.findTimes(t, crossing)
    const isMoving = times.some((value) => value !== 0)
    if (isMoving && runtime.translation.inputDerivatives.length > 0)
      throw refuse('derivatives of inputs at an event whose time depends on a parameter')
    // eq. 3
    if (isMoving) {
      const last = points.length - 1
      points[last] = { ...points[last], times, rates: this.readRates(t) }
      this.runFlow(t)
      for (let j = 0; j < m; j++) this.shift(seeds[j], times[j])
    }
    this.times = times
    this.isInEvent = true
    this.pending = []
    this.takeLimits()
  }

  /** Adds the motion during `dt` to states, time and inputs. */
  private shift(seed: Float64Array, dt: number): void {
    const { flow, n } = this
    for (let i = 0; i < n; i++) seed[i] += dt * flow[i]
    for (let i = this.atTime; i < this.atLimits; i++) seed[i] = dt * flow[i]
  }

  /** Eq. 2: those of all conditions that cause the event, which must agree. */
  private findTimes(t: number, crossing: Int8Array): Float64Array {
    const { runtime, model, seeds, m } = this
    const { conditions } = runtime.translation
    let found: Float64Array | null = null
    conditions.forEach((condition, k) => {
      let times: Float64Array
      if (condition.kind === 'state') {
        if (!(k < crossing.length && crossing[k] !== 0)) return
        const tangents = [this.tangentOf(condition.left), this.tangentOf(condition.right)]
        this.runFlow(t)
        const rates = tangents.map((tangent) => runtime.evaluate(tangent) as number)
        const rate = rates[0] - rates[1]
        if (!(Math.abs(rate) > GRAZING * Math.max(Math.abs(rates[0]), Math.abs(rates[1]))))
          throw refuse(`the condition ${condition.text}, which only touches its limit`)
        times = Float64Array.from(seeds, (seed) => {
          model.run(seed)
          const [left, right] = tangents.map((tangent) => runtime.evaluate(tangent) as number)
          return -(left - right) / rate
        })
      } else {
        if (!this.isDue(condition, t)) return
        const tangent = this.tangentOf(condition.right)
        times = Float64Array.from(seeds, (seed) => {
          model.run(seed)
          return runtime.evaluate(tangent) as number
        })
      }
      if (found !== null && !agree(found, times)) throw refuse('events that occur at the same time by chance')
      found ??= times
    })
    return found ?? new Float64Array(m)
  }

  /** True for a condition whose time is that of the event, and that has not changed yet. */
  private isDue({ right }: TimeCondition, t: number): boolean {
    const limit = this.runtime.evaluate(right) as number
    return Math.abs(limit - t) <= ROUNDING * Math.max(Math.abs(t - this.host.startTime), Math.abs(t))
  }

  noteReinit(action: ReinitAction, place: { readonly name: string; readonly first: number }): void {
    const { aliases } = this.runtime.translation
    const target = aliases.get(action.state)?.name ?? action.state
    if (place.name.replace(/\[\d+\]$/, '') !== target.replace(/\[\d+\]$/, ''))
      throw refuse(`reinit of ${action.state}, which is not a state`)
    this.pending.push({ action, first: place.first })
  }

  refuseImpulse(): void {
    throw refuse('states that jump by an impulse')
  }

  passEvaluation(): void {
    if (!this.isInEvent) return
    if (this.pending.length === 0 && this.limits.length === 0) return
    this.assertOneBranch()
    this.model.prepare()
    const { pending, runtime, model, seeds } = this
    const { aliases } = runtime.translation
    const values = pending.map(({ action }) => {
      const tangent = this.tangentOf(action.value)
      const sign = aliases.get(action.state)?.sign ?? 1
      return seeds.map((seed) => {
        model.run(seed)
        return scale(runtime.evaluate(tangent), sign)
      })
    })
    this.takeLimits()
    pending.forEach(({ first, action }, k) => {
      seeds.forEach((seed, j) => {
        const value = values[k][j]
        const length =
          action.element === undefined ? runtime.lengthOf(runtime.slot(stateOf(aliases, action))) : 1
        put(seed, first, value, length)
      })
    })
    this.pending = []
  }

  /** Takes the derivatives of the present values as those of the left limits. */
  private takeLimits(): void {
    const { limits, seeds, model } = this
    if (limits.length === 0) return
    for (const seed of seeds) {
      model.run(seed)
      this.readLimits(seed.subarray(this.atLimits))
    }
  }

  /**
   * Ends an event with the states `x` (null: those of the last evaluation), eq. 4.
   */
  endEvent(t: number, x: Float64Array | null): void {
    const { runtime, seeds, n, m, solver, times } = this
    if (x !== null) runtime.enter(t, x)
    runtime.evaluateAll()
    this.assertOneBranch()
    const rates = new Float64Array(n)
    runtime.readDerivatives(rates)
    seeds.forEach((seed, j) => {
      for (let i = 0; i < n; i++) solver.S[i * m + j] = seed[i] - rates[i] * times![j]
      seed.fill(0, this.atTime, this.atLimits)
    })
    if (!solver.S.every(Number.isFinite)) throw refuse('values that are not finite')
    solver.restart()
    this.isInEvent = false
  }

  private assertOneBranch(): void {
    if (this.runtime.isSliding) throw refuse('a condition that slides along its limit')
  }
}

function stateOf(aliases: ModelRuntime['translation']['aliases'], { state }: ReinitAction): string {
  return aliases.get(state)?.name ?? state
}

function agree(a: Float64Array, b: Float64Array): boolean {
  return a.every(
    (value, j) => Math.abs(value - b[j]) <= SAME_TIME * Math.max(Math.abs(value), Math.abs(b[j])),
  )
}

/** Writes a value with a number of elements to a place; a number fills them. Returns the place after them. */
function put(out: Float64Array, at: number, value: Value, length: number): number {
  if (typeof value === 'number') out.fill(value, at, at + length)
  else if (value instanceof Float64Array) out.set(value, at)
  else if (typeof value === 'object' && value !== null && 'data' in value)
    out.set(value.data as Float64Array, at)
  return at + length
}

function scale(value: Value, sign: 1 | -1): Value {
  if (typeof value === 'number') return sign * value
  return value instanceof Float64Array ? value.map((element) => sign * element) : value
}

/** The same for one of the parameters, by its number, whose direction cannot be found. */
export function refuseDirection(error: unknown, index: number): unknown {
  if (!(error instanceof VarioError && error.code === 'DERIVATIVE')) return error
  return new VarioError('SENSITIVITY', error.message, { index, reason: error.message })
}

/** The error of a model whose derivatives are not known exactly. */
export function refuse(what: string): VarioError {
  return new VarioError(
    'SENSITIVITY',
    `Derivatives of the run: expected equations that can be differentiated, got ${what}.`,
    {
      reason: what,
    },
  )
}
