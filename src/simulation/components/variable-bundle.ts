/** States and results that components have declared, and what belongs together of them. */
import type { VariantResult, VariantState } from './memory-component.ts'
import { joinPlaces, type StatePlace } from './state-memory.ts'

/** A state that a component has declared for the current segment. */
export interface DeclaredState extends VariantState {
  /** Path of the component. */
  readonly path: string
  /** Full name. */
  readonly name: string
  /** Its number among all that the run has declared: another one, where a segment does not keep it. */
  readonly serial: number
  /** [] for a scalar. */
  readonly size: readonly number[]
  readonly unit: string
  /** One per element. */
  readonly nominal: Float64Array
  readonly isAbsolute: boolean
  readonly isIntegral: boolean
  /** All states that its derivative depends on; null: not known. */
  dependsOn: readonly DeclaredState[] | null
  readonly info?: string
  /** What it is kept with, and its first number among those. */
  bundle?: VariableBundle
  offset: number
  /** Where its numbers are. */
  readonly place: StatePlace
}

export interface DeclaredResult extends VariantResult {
  readonly name: string
  readonly type: 'real' | 'quaternion'
  readonly size: readonly number[]
  readonly unit: string
  readonly info?: string
  /** What it is kept with. */
  bundle?: VariableBundle
}

export type DeclaredVariable = DeclaredState | DeclaredResult

/**
 * States and results that a component keeps together. With a thousand bodies it is what one of them has: a new segment
 * then looks at a thousand bundles, and not at some thousand states, which takes ten times as long because they lie far
 * apart in memory.
 */
export class VariableBundle {
  readonly states: readonly DeclaredState[]
  /** Those of the states that are integrals: looking for them in every segment takes longer than the rest of it. */
  readonly integrals: readonly DeclaredState[]
  readonly results: readonly DeclaredResult[]
  /** Where the numbers of the states are. */
  readonly places: readonly StatePlace[]
  /** How many numbers the states have, and the first of them among all of the segment. */
  readonly n: number
  first = 0
  /** Whether all members are in it still. */
  isWhole = true

  /** @param segment number of the last segment that has it */
  constructor(
    readonly members: readonly DeclaredVariable[],
    public segment: number,
  ) {
    this.states = members.filter(isState)
    this.integrals = this.states.filter(({ isIntegral }) => isIntegral)
    this.results = members.filter((member): member is DeclaredResult => !isState(member))
    this.places = joinPlaces(this.states.map(({ place }) => place))
    this.n = 0
    for (const state of this.states) {
      state.offset = this.n
      this.n += state.values.length
    }
    for (const member of members) {
      if (member.bundle !== undefined) member.bundle.isWhole = false
      member.bundle = this
    }
  }
}

export function isState(variable: DeclaredVariable): variable is DeclaredState {
  return (variable as Partial<DeclaredState>).derivatives !== undefined
}

/** The first number of a state among all of the segment. */
export function firstNumberOf({ bundle, offset }: DeclaredState): number {
  return bundle!.first + offset
}
