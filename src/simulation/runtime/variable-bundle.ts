/** States and results that components have declared, in bundles that are kept together. */
import type { VariantResult, VariantState } from './memory-component.ts'
import { joinPlaces, type StatePlace } from './state-memory.ts'

/** A state that a component has declared for the current segment. */
export interface DeclaredState extends VariantState {
  /** Path of the component. */
  readonly path: string
  /** Full name. */
  readonly name: string
  /** Number among all states that the run has declared; a new one where a segment does not keep the state. */
  readonly serial: number
  /** [] for a scalar. */
  readonly size: readonly number[]
  readonly unit: string
  /** One per element. */
  readonly nominal: Float64Array
  readonly isAbsolute: boolean
  readonly isIntegral: boolean
  /** All states on which its derivative depends; null: unknown. */
  dependsOn: readonly DeclaredState[] | null
  readonly info?: string
  /** Bundle with which it is kept, and its first number in the bundle. */
  bundle?: VariableBundle
  offset: number
  /** Place of its numbers. */
  readonly place: StatePlace
}

export interface DeclaredResult extends VariantResult {
  readonly name: string
  readonly type: 'real' | 'quaternion'
  readonly size: readonly number[]
  readonly unit: string
  readonly info?: string
  /** Bundle with which it is kept. */
  bundle?: VariableBundle
}

export type DeclaredVariable = DeclaredState | DeclaredResult

/**
 * States and results that a component keeps together. With a thousand bodies, a bundle holds those of one body: a new
 * segment then visits a thousand bundles instead of several thousand states, which takes ten times as long because they
 * lie far apart in memory.
 */
export class VariableBundle {
  readonly states: readonly DeclaredState[]
  /** The states that are integrals: collecting them in every segment takes longer than the rest of it. */
  readonly integrals: readonly DeclaredState[]
  readonly results: readonly DeclaredResult[]
  /** Places of the numbers of the states. */
  readonly places: readonly StatePlace[]
  /** Number of scalars of the states, and their first number among all of the segment. */
  readonly n: number
  first = 0
  /** True while all members still belong to it. */
  isWhole = true

  /** @param segment number of the last segment that contains it */
  constructor(
    readonly members: readonly DeclaredVariable[],
    public segment: number,
  ) {
    const states: DeclaredState[] = []
    const integrals: DeclaredState[] = []
    const results: DeclaredResult[] = []
    this.n = 0
    for (const member of members) {
      if (member.bundle !== undefined) member.bundle.isWhole = false
      member.bundle = this
      if (!isState(member)) {
        results.push(member)
        continue
      }
      states.push(member)
      if (member.isIntegral) integrals.push(member)
      member.offset = this.n
      this.n += member.values.length
    }
    this.states = states
    this.integrals = integrals
    this.results = results
    this.places = joinPlaces(states.map(({ place }) => place))
  }
}

export function isState(variable: DeclaredVariable): variable is DeclaredState {
  return (variable as Partial<DeclaredState>).derivatives !== undefined
}

/** First number of a state among all of the segment. */
export function firstNumberOf({ bundle, offset }: DeclaredState): number {
  return bundle!.first + offset
}
