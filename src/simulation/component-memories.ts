import type { EvaluatedModel, FlatModel } from '../model/index.ts'
import type { ComponentEvent, ComponentMemory } from './memory-component.ts'
import {
  type DeclaredResult,
  type DeclaredState,
  SegmentDeclarations,
  SegmentDeclarer,
} from './segment-declaration.ts'

interface Component {
  readonly path: string
  readonly memory: ComponentMemory
}

/** What the components have asked for at an event. */
export interface EventRequests {
  /** Path of the component that wants a new segment; null: none does. */
  readonly segment: string | null
  /** The equations must be evaluated again. */
  readonly repeat: boolean
}

/** The memories of all components of a running model: passes values between them and the solver, and calls their hooks. */
export class ComponentMemories {
  /** Numbers of hidden states and event indicators of the current segment. */
  nState = 0
  nIndicator = 0
  private readonly components: readonly Component[]
  private declarations: SegmentDeclarations

  constructor(private readonly flat: FlatModel) {
    this.components = flat.memories.map(({ path, memory }) => ({ path, memory: memory as ComponentMemory }))
    this.declarations = new SegmentDeclarations(flat)
  }

  get states(): readonly DeclaredState[] {
    return this.declarations.states
  }

  get results(): readonly DeclaredResult[] {
    return this.declarations.results
  }

  /** Lets every component declare what it has in the segment that begins at `t`. */
  initSegment(values: EvaluatedModel, t: number, isFirst: boolean): void {
    const declarations = new SegmentDeclarations(this.flat)
    for (const { path, memory } of this.components) {
      memory.initSegment?.(new SegmentDeclarer(path, t, isFirst, values.parameters, declarations))
    }
    this.declarations = declarations
    this.nState = declarations.states.reduce((n, state) => n + state.values.length, 0)
    this.nIndicator = declarations.indicators.reduce((n, { values: z }) => n + z.length, 0)
  }

  /** Puts the states, which stand in `x` from `first` on, into the memories. */
  enter(x: Float64Array, first: number): void {
    const { states } = this.declarations
    let k = first
    for (let s = 0; s < states.length; s++) {
      const { values } = states[s]
      for (let i = 0; i < values.length; i++) values[i] = x[k++]
    }
  }

  /** Writes the states to `x` from `first` on. True if that changes something. */
  readStates(x: Float64Array, first: number): boolean {
    let k = first
    let hasChanged = false
    for (const { values } of this.declarations.states) {
      for (let i = 0; i < values.length; i++, k++) {
        hasChanged ||= !Object.is(x[k], values[i])
        x[k] = values[i]
      }
    }
    return hasChanged
  }

  /** Lets the components compute derivatives and event indicators. */
  evaluate(t: number): void {
    const { components } = this
    for (let c = 0; c < components.length; c++) components[c].memory.evaluate?.(t)
  }

  readDerivatives(dx: Float64Array, first: number): void {
    const { states } = this.declarations
    let k = first
    for (let s = 0; s < states.length; s++) {
      const { derivatives } = states[s]
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

  /** Tells the components which of their indicators cross: `crossing` from `first` on; null: none does. */
  setCrossings(crossing: Int8Array | null, first: number): void {
    let k = first
    for (const indicators of this.declarations.indicators) {
      for (let i = 0; i < indicators.crossing.length; i++, k++) indicators.crossing[i] = crossing?.[k] ?? 0
    }
  }

  /** Tells the components that there is an event. */
  onEvent(time: number, isInitial: boolean): EventRequests {
    let segment: string | null = null
    let repeat = false
    for (const { path, memory } of this.components) {
      const event: ComponentEvent = {
        time,
        isInitial,
        requestSegment: () => {
          segment ??= path
        },
        repeat: () => {
          repeat = true
        },
      }
      memory.onEvent?.(event)
    }
    return { segment, repeat }
  }

  /** Time of the next event after `t` that a component wants [s]. */
  nextEvent(t: number): number {
    let next = Infinity
    for (const { memory } of this.components) {
      const wanted = memory.nextEvent?.(t) ?? Infinity
      if (wanted > t && wanted < next) next = wanted
    }
    return next
  }

  writeResults(t: number): void {
    for (const { memory } of this.components) memory.writeResults?.(t)
  }

  /** Name of the hidden state with index `i` among all. */
  stateName(i: number): string | undefined {
    let k = 0
    for (const { name, size, values } of this.declarations.states) {
      if (i < k + values.length) return size.length === 0 ? name : `${name}[${i - k + 1}]`
      k += values.length
    }
    return undefined
  }

  /** Name of the event indicator with index `i` among all. */
  indicatorName(i: number): string | undefined {
    let k = 0
    for (const { path, values } of this.declarations.indicators) {
      if (i < k + values.length) return `${path}: event indicator ${i - k + 1}`
      k += values.length
    }
    return undefined
  }
}
