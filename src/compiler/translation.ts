import type { FlatModel } from '../model/index.ts'
import type { Expr } from '../symbolic/index.ts'
import type { GeneratedCode } from './code-generation/index.ts'
import type {
  Alias,
  Assignment,
  Block,
  CoreConstraint,
  Jumps,
  OmittedConstraint,
  RankedPart,
  Redundancy,
} from './equations/index.ts'
import type {
  ClockAgreement,
  ClockDefinition,
  Condition,
  SampledValue,
  StartRequirement,
  WhenClause,
} from './events-and-clocks/index.ts'
import type { UnrolledRange } from './types-and-arrays/index.ts'
import type { Rank, Slot } from './value-store/index.ts'

/** sign·name */
export interface SignedName {
  readonly name: string
  readonly sign: 1 | -1
}

/** A continuous state and its derivative, by name. */
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
  /** An equation that contains it. */
  readonly text: string
}

/** A model after translation: the order of evaluation, the slots of the values, and the code. */
export interface Translation {
  readonly model: FlatModel
  readonly states: readonly StateInfo[]
  /** Nonlinear constraints between the states, as assignments of residuals that are zero along the solution. */
  readonly constraints: readonly Assignment[]
  /** Equations that events may violate, so that variables must jump. */
  readonly jumps: Jumps
  /** Slots of parameters, states, unknowns, inputs, left limits (`pre(x)`) and the time. */
  readonly slots: ReadonlyMap<string, Slot>
  readonly nScalar: number
  readonly nArray: number
  readonly nObject: number
  readonly aliases: ReadonlyMap<string, Alias>
  readonly dynamics: readonly Block[]
  readonly rest: readonly Block[]
  /** Systems by the number in the calls of the code. */
  readonly systems: readonly Extract<Block, { kind: 'linear' | 'nonlinear' }>[]
  readonly conditions: readonly Condition[]
  readonly inputDerivatives: readonly InputDerivative[]
  readonly clocks: readonly ClockDefinition[]
  readonly clockAgreements: readonly ClockAgreement[]
  readonly sampledValues: readonly SampledValue[]
  /** Discrete variables with a left limit. */
  readonly preNames: readonly string[]
  readonly whens: readonly WhenClause[]
  /** Operators that require a start value. */
  readonly startRequirements: readonly StartRequirement[]
  /** Sources of a missing start value: the variables that are equal up to the sign. */
  readonly startSources: ReadonlyMap<string, readonly SignedName[]>
  /** Variables that are constant between events; true: they may change at events. */
  readonly discrete: ReadonlyMap<string, boolean>
  /** True if `terminal()` occurs: the run ends with an event. */
  readonly usesTerminal: boolean
  readonly code: GeneratedCode
  /** Expressions of parameters used as divisors, because they are nonzero with the values at translation. */
  readonly nonZeroFactors: readonly Expr[]
  /**
   * Expressions of parameters that are zero with the values at translation; the terms with these factors have been
   * removed.
   */
  readonly zeroFactors: readonly Expr[]
  /** Equations whose rank, with the values at translation, has decided which of them are redundant. */
  readonly ranked: readonly RankedPart[]
  /** Parameters that are numbers in the equations, with these values. */
  readonly fixed: ReadonlyMap<string, unknown>
  /** Equations that were removed because they follow from others. */
  readonly redundancies: readonly Redundancy[]
  /** Constraints of closed loops: values of the parameters and the start decide which of them follow from others. */
  readonly core: readonly CoreConstraint[]
  /** Those of them that were removed. */
  readonly omitted: readonly OmittedConstraint[]
  /**
   * Variables that are not states only because a factor of their derivatives is zero, with these factors as text: their
   * init values are ignored.
   */
  readonly lostStates: ReadonlyMap<string, string>
  /**
   * Ranges of comprehensions whose elements have separate events. With other elements the model must be translated
   * again.
   */
  readonly unrolledRanges: readonly UnrolledRange[]
  /** Remarks: differentiated equations, flattening, alias elimination. */
  readonly notes: readonly string[]
}
