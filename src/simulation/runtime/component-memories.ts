/** The components of a run that have memories: variant states, event indicators, hooks. */
import { InputError, listScopes } from '../../base/index.ts'
import type { EvaluatedModel, FlatModel } from '../../model/index.ts'
import type { RunWarnings } from '../../results/index.ts'
import { ComponentReports } from './component-reports.ts'
import type {
  Assignment,
  ComponentEvent,
  ComponentMemory,
  MemoryRates,
  PassedStep,
  RestMemory,
} from './memory-component.ts'
import type { ModelStates } from './model-states.ts'
import { SegmentDeclarations } from './segment-declarations.ts'
import { type RunSettings, SegmentDeclarer, type VariableSource } from './segment-declarer.ts'
import { joinPlaces, numbersAt, type StateNumbers } from './state-memory.ts'
import { type DeclaredState, firstNumberOf, type VariableBundle } from './variable-bundle.ts'

interface Component {
  readonly path: string
  readonly memory: ComponentMemory
  /** Last hint of the component about stiffness; undefined: no hint. */
  isStiff?: boolean | undefined
  /** True if it has event indicators in this segment. */
  hasIndicators: boolean
}

/** A group of states that depend on each other. */
export interface StateGroup {
  /** Variant states by their numbers among all variant states: [start, end). */
  readonly hidden: readonly { readonly start: number; readonly end: number }[]
  /** Variables of the equations, by full name. */
  readonly variables: readonly string[]
}

/** Requests of the components at an event. */
export interface EventRequests {
  /** Path of the component that requests a new segment; null: none. */
  readonly segment: string | null
  /** True if the new segment declares the same as the one before. */
  readonly isSameSegment: boolean
  /** The equations must be evaluated again. */
  readonly repeat: boolean
  /** Values for variables and parameters. */
  readonly assignments: readonly Assignment[]
  /** Descriptions of the event by the components, for the log. */
  readonly notes: readonly string[]
}

/** The memories of all components of one run: copies values between them and the solver, and calls their hooks. */
export class ComponentMemories {
  /** Numbers of variant states and event indicators of the current segment. */
  nState = 0
  nIndicator = 0
  /** Reports of the components about themselves. */
  readonly reports: ComponentReports
  private readonly components: readonly Component[]
  private readonly memories: ReadonlyMap<string, ComponentMemory>
  private declarations: SegmentDeclarations
  /** The states of the segment, in large pieces. */
  blocks: readonly StateNumbers[] = []
  /** A component has changed the coupling of its states since the last call of `coupling`. */
  private hasNewCoupling = false

  constructor(
    flat: FlatModel,
    private readonly warnings: RunWarnings,
  ) {
    this.components = flat.memories.map(({ path, create }) => ({
      ...{ path, memory: create() as ComponentMemory },
      hasIndicators: false,
    }))
    this.reports = new ComponentReports(this.components)
    this.memories = new Map(this.components.map(({ path, memory }) => [path, memory]))
    this.declarations = new SegmentDeclarations(flat)
  }

  /** The memory of the component at `path`. */
  at(path: string): ComponentMemory {
    return this.memories.get(path)!
  }

  /** All variant states of the current segment, in their order. */
  get states(): readonly DeclaredState[] {
    return this.declarations.states
  }

  /** The variant states that are integrals. */
  get integrals(): readonly DeclaredState[] {
    return this.declarations.bundles.flatMap(({ integrals }) => integrals)
  }

  /** True if a component has declared a state or result with this full name for the current segment. */
  hasDeclared(name: string): boolean {
    return this.declarations.find(name) !== undefined
  }

  /** States and results. */
  get bundles(): readonly VariableBundle[] {
    return this.declarations.bundles
  }

  /** Calls the `initSegment` hooks, which declare states and results of the segment that begins at `t`. */
  initSegment(
    values: EvaluatedModel,
    t: number,
    isFirst: boolean,
    settings: RunSettings,
    variables: VariableSource,
  ): void {
    this.assertAnalysis(settings)
    const before = this.declarations
    const declarations = before.createNext()
    const run = { variables, memories: this.memories, before, settings }
    for (const component of this.components) {
      const { path, memory } = component
      component.isStiff = undefined
      const warn = this.warnings.of(path)
      memory.initSegment?.(new SegmentDeclarer(path, t, isFirst, values.parameters, declarations, warn, run))
    }
    const watching = new Set(declarations.indicators.map(({ path }) => path))
    for (const component of this.components) component.hasIndicators = watching.has(component.path)
    declarations.forgetOthers(before)
    this.declarations = declarations
    this.blocks = joinPlaces(declarations.bundles.flatMap(({ places }) => places)).map(numbersAt)
    this.nState = 0
    for (const bundle of declarations.bundles) {
      bundle.first = this.nState
      this.nState += bundle.n
    }
    this.nIndicator = declarations.indicators.reduce((n, { values: z }) => n + z.length, 0)
  }

  /** Announces new values of parameters to the components. */
  renewParameters({ parameters }: EvaluatedModel): void {
    for (const { path, memory } of this.components) {
      const value = (name: string): unknown => parameters.get(path === '' ? name : `${path}.${name}`)
      memory.onNewParameters?.({ path, value })
    }
  }

  /** Without mechanics, no motion can be prescribed. */
  private assertAnalysis({ analysis }: RunSettings): void {
    if (analysis === 'dynamic' || this.components.some(({ memory }) => memory.hasAnalyses)) return
    throw new InputError('analysis', "'dynamic', because the model has no 3D mechanics", analysis)
  }

  /** Copies the states from `x`, starting at `first`, into the memories. */
  enter(x: Float64Array, first: number): void {
    const { blocks } = this
    let k = first
    for (let b = 0; b < blocks.length; b++) {
      const { values } = blocks[b]
      for (let i = 0; i < values.length; i++) values[i] = x[k++]
    }
  }

  /** Copies the states to `x`, starting at `first`. True if a value differs. */
  readStates(x: Float64Array, first: number): boolean {
    let k = first
    let hasChanged = false
    for (const { values } of this.blocks) {
      for (let i = 0; i < values.length; i++, k++) {
        hasChanged ||= !Object.is(x[k], values[i])
        x[k] = values[i]
      }
    }
    return hasChanged
  }

  /** Computes derivatives and event indicators of all components. */
  evaluate(t: number): void {
    const { components } = this
    for (let c = 0; c < components.length; c++) components[c].memory.evaluate?.(t)
  }

  /** Computes the event indicators that `evaluate` leaves out. */
  evaluateIndicators(t: number): void {
    const { components } = this
    for (let c = 0; c < components.length; c++) components[c].memory.evaluateIndicators?.(t)
  }

  /** True if an event indicator may change its sign before the next event. */
  isWatching(): boolean {
    const { components } = this
    for (let c = 0; c < components.length; c++) {
      const { hasIndicators, memory } = components[c]
      if (hasIndicators && memory.isWatching?.() !== false) return true
    }
    return false
  }

  /** True if event indicators can be computed without `evaluate`. */
  get hasOwnIndicators(): boolean {
    return this.components.every(
      ({ memory }) => memory.evaluateIndicators !== undefined || memory.evaluate === undefined,
    )
  }

  readDerivatives(dx: Float64Array, first: number): void {
    const { blocks } = this
    let k = first
    for (let b = 0; b < blocks.length; b++) {
      const { derivatives } = blocks[b]
      for (let i = 0; i < derivatives.length; i++) dx[k++] = derivatives[i]
    }
  }

  readIndicators(z: Float64Array, first: number): void {
    const { indicators } = this.declarations
    let k = first
    for (let s = 0; s < indicators.length; s++) {
      const { values } = indicators[s]
      for (let i = 0; i < values.length; i++) z[k++] = values[i]
    }
  }

  /** Marks the indicators that are other functions after every event, starting at `first`. */
  markRenewed(renewed: Uint8Array, first: number): void {
    let k = first
    for (const { isRenewed, values } of this.declarations.indicators) {
      renewed.fill(isRenewed ? 1 : 0, k, k + values.length)
      k += values.length
    }
  }

  /** Passes on the sign changes of the event indicators: `crossing`, starting at `first`; null: no sign change. */
  setCrossings(crossing: Int8Array | null, first: number): void {
    let k = first
    for (const indicators of this.declarations.indicators) {
      for (let i = 0; i < indicators.crossing.length; i++, k++) indicators.crossing[i] = crossing?.[k] ?? 0
    }
  }

  /** Calls the `onEvent` hooks of the components. */
  onEvent(time: number, isInitial: boolean, states: ModelStates): EventRequests {
    let segment: string | null = null
    let isSameSegment = true
    let repeat = false
    const assignments: Assignment[] = []
    const notes: string[] = []
    for (const component of this.components) {
      const { path, memory } = component
      const event: ComponentEvent = {
        time,
        isInitial,
        requestSegment: (isSame = false) => {
          segment ??= path
          isSameSegment &&= isSame
        },
        stiff: (isStiff) => {
          component.isStiff = isStiff
        },
        coupling: (groups) => {
          this.declarations.couple(path, groups)
          this.hasNewCoupling = true
        },
        repeat: () => {
          repeat = true
        },
        set: (name, value, from = '') => {
          const full = (inner: string): string => (path === '' ? inner : `${path}.${inner}`)
          assignments.push({ names: listScopes(from, name).map(full), value, path: full(name) })
        },
        warn: this.warnings.of(path),
        log: (text) => {
          notes.push(path === '' ? text : `${path}: ${text}`)
        },
        states,
      }
      memory.onEvent?.(event)
    }
    return { segment, isSameSegment, repeat, assignments, notes }
  }

  /** True if a component looks at the steps of the solver. */
  get haveHistory(): boolean {
    return this.components.some(({ memory }) => memory.onStep !== undefined)
  }

  /** Passes on a step of the solver. True if the next event of a component has changed. */
  onStep(step: PassedStep): boolean {
    let hasChanged = false
    for (const { memory } of this.components) if (memory.onStep?.(step)) hasChanged = true
    return hasChanged
  }

  /** Time of the next event after `t` that a component requests [s]. */
  nextEvent(t: number): number {
    let next = Infinity
    for (const { memory } of this.components) {
      const wanted = memory.nextEvent?.(t) ?? Infinity
      if (wanted > t && wanted < next) next = wanted
    }
    return next
  }

  /** Time after `t` up to which events leave the islands that they do not concern unchanged [s]. */
  knownUntil(t: number): number {
    let next = Infinity
    for (const { memory } of this.components) {
      const known = memory.knownUntil?.(t) ?? memory.nextEvent?.(t) ?? Infinity
      if (known > t && known < next) next = known
    }
    return next
  }

  /** True if a component may limit steps in this segment. */
  get limitSteps(): boolean {
    for (const { memory } of this.components) {
      if (memory.nextMaxStep !== undefined && memory.limitsSteps?.() !== false) return true
    }
    return false
  }

  /** Longest step from `t` that all components allow [s], or longest time between two checks of all islands. */
  nextMaxStep(t: number, isInIslands: boolean): number {
    let longest = Infinity
    for (const { path, memory } of this.components) {
      if (!memory.nextMaxStep) continue
      const wanted = memory.nextMaxStep(t, isInIslands)
      if (!(wanted > 0)) throw new InputError(`${path}: nextMaxStep`, 'a positive time [s]', wanted)
      if (wanted < longest) longest = wanted
    }
    return longest
  }

  /** Hint of the components for the solver about the time after an event; undefined: no hint. */
  get expectation(): 'stiff' | 'nonstiff' | undefined {
    if (this.components.some(({ isStiff }) => isStiff === true)) return 'stiff'
    return this.components.some(({ isStiff }) => isStiff === false) ? 'nonstiff' : undefined
  }

  /** Numbers of elements of vectors of the equations in this segment, by full name. */
  get sizes(): ReadonlyMap<string, number> {
    return this.declarations.sizes
  }

  /** True once after a component has changed the coupling of its states. */
  takeNewCoupling(): boolean {
    const { hasNewCoupling } = this
    this.hasNewCoupling = false
    return hasNewCoupling
  }

  /** States that depend on each other; null: a component with variant states has not declared their coupling. */
  coupling(): readonly StateGroup[] | null {
    const { declarations } = this
    for (const { path } of this.states) if (!declarations.isCoupled(path)) return null
    return declarations.listGroups().map(({ hidden, variables }) => ({
      hidden: hidden.map((state) => {
        const start = firstNumberOf(state)
        return { start, end: start + state.values.length }
      }),
      variables,
    }))
  }

  /** The memory of the only component; null: several components, or none. */
  get only(): ComponentMemory | null {
    return this.components.length === 1 ? this.components[0].memory : null
  }

  /** Calls the `onEnd` hooks; `isWhole`: the run has reached its end. */
  end(isWhole: boolean): void {
    for (const { memory } of this.components) memory.onEnd?.(isWhole)
  }

  /** True if a component keeps invariants in this segment. */
  get haveInvariants(): boolean {
    return this.components.some(({ memory }) => memory.hasInvariants?.() ?? false)
  }

  /** Moves states back to the invariants of the components. True if a state has changed. */
  project(t: number, states: ModelStates, isEnd: boolean): boolean | 'shorter' {
    let hasChanged = false
    for (const { memory } of this.components) {
      const outcome = memory.project?.(t, states, isEnd) ?? false
      if (outcome === 'shorter') return outcome
      hasChanged ||= outcome
    }
    return hasChanged
  }

  /** Rates of all components whose changes steps must not miss. */
  watchedRates(): MemoryRates[] {
    return this.components.flatMap(({ memory }) => memory.watchedRates?.() ?? [])
  }

  /** Memories that take part in the search for a state of rest. */
  get rests(): readonly RestMemory[] {
    return this.components.flatMap(({ memory }) => memory.atRest ?? [])
  }

  writeResults(t: number): void {
    for (const { memory } of this.components) memory.writeResults?.(t)
  }

  /** Name of the variant state with index `i` among all. */
  stateName(i: number): string | undefined {
    let k = 0
    for (const { name, size, values } of this.states) {
      if (i < k + values.length) return size.length === 0 ? name : `${name}[${i - k + 1}]`
      k += values.length
    }
    return undefined
  }

  /** Name of the event indicator with index `i` among all. */
  indicatorName(i: number): string | undefined {
    let k = 0
    for (const { path, values } of this.declarations.indicators) {
      if (i < k + values.length) return `event indicator ${i - k + 1} of ${path === '' ? 'the model' : path}`
      k += values.length
    }
    return undefined
  }
}
