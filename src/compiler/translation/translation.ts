import type { FlatModel } from '../../model/index.ts'
import type { Expr } from '../../symbolic/index.ts'
import type { UnrolledRange } from '../arrays/index.ts'
import type { GeneratedCode } from '../code/index.ts'
import type {
  ClockAgreement,
  ClockDefinition,
  Condition,
  SampledValue,
  StartRequirement,
  WhenClause,
} from '../events/index.ts'
import type { Alias, Jumps } from '../solve/index.ts'
import type { Assignment, Block } from '../system/index.ts'
import type { Rank, Slot } from '../values/index.ts'

/** sign·name */
export interface SignedName {
  readonly name: string
  readonly sign: 1 | -1
}

/** A continuous state and its derivative, by their names. */
export interface StateInfo {
  readonly name: string
  readonly derivative: string
  readonly rank: Rank
}

/** A derivative of a top-level input that the equations need. */
export interface InputDerivative {
  /** `der(u)`, `der(der(u))`, … */
  readonly name: string
  readonly input: string
  /** 1: the first derivative. */
  readonly order: number
  /** An equation that needs it. */
  readonly text: string
}

/** A model after translation: the order of evaluation, the places of the values, and the code. */
export interface Translation {
  readonly model: FlatModel
  readonly states: readonly StateInfo[]
  /** Nonlinear constraints between the states, as assignments of what is zero along the solution. */
  readonly constraints: readonly Assignment[]
  /** What events may tear apart, so that variables must jump. */
  readonly jumps: Jumps
  /** Places of parameters, states, unknowns, inputs, left limits (`pre(x)`) and the time. */
  readonly slots: ReadonlyMap<string, Slot>
  readonly nScalar: number
  readonly nArray: number
  readonly nObject: number
  readonly aliases: ReadonlyMap<string, Alias>
  readonly dynamics: readonly Block[]
  readonly rest: readonly Block[]
  /** Systems by the number that the code calls them with. */
  readonly systems: readonly Extract<Block, { kind: 'linear' | 'nonlinear' }>[]
  readonly conditions: readonly Condition[]
  readonly inputDerivatives: readonly InputDerivative[]
  readonly clocks: readonly ClockDefinition[]
  readonly clockAgreements: readonly ClockAgreement[]
  readonly sampledValues: readonly SampledValue[]
  /** Discrete variables with a left limit. */
  readonly preNames: readonly string[]
  readonly whens: readonly WhenClause[]
  /** Operators that need a start value. */
  readonly startRequirements: readonly StartRequirement[]
  /** Where a variable without a start value may take it from: the variables that are the same up to the sign. */
  readonly startSources: ReadonlyMap<string, readonly SignedName[]>
  /** Variables that are constant between events; true: they may change at events. */
  readonly discrete: ReadonlyMap<string, boolean>
  /** `terminal()` occurs: there is an event at the end. */
  readonly usesTerminal: boolean
  readonly code: GeneratedCode
  /** Expressions of parameters that are divided by, because they are not zero with the values at translation. */
  readonly nonZeroFactors: readonly Expr[]
  /**
   * Expressions of parameters that are zero with the values at translation: what they are factors of has been left out.
   */
  readonly zeroFactors: readonly Expr[]
  /**
   * Variables that are states unless a factor of their derivatives is zero, as it is, with these factors as text: their
   * init values mean nothing.
   */
  readonly lostStates: ReadonlyMap<string, string>
  /** Ranges of comprehensions whose elements have events of their own. With other elements the model is another one. */
  readonly unrolledRanges: readonly UnrolledRange[]
  /** Equations that were differentiated, remarks of the flattening and of the alias elimination. */
  readonly notes: readonly string[]
}
