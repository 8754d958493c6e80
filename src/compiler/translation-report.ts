/** Result of `translate` for a model: plain data of texts, numbers, lists and records, ready for JSON. */
export interface TranslationReport {
  /** Name of the model. */
  readonly name: string
  readonly statistics: TranslationStatistics
  /** Remarks: differentiated and redundant equations, undetermined variables. */
  readonly notes: readonly string[]
  /** Parameters and variables with a slot; eliminated variables are in `aliases`. */
  readonly variables: readonly ReportedVariable[]
  /** The equations of the flat model, including connections. */
  readonly equations: readonly ReportedEquation[]
  /** Variables that are zero, or equal to another one up to the sign. */
  readonly aliases: readonly ReportedAlias[]
  /** Continuous states, in the order of the solver. */
  readonly states: readonly ReportedState[]
  /** Nonlinear constraints between the states, as equations, onto which the solution is projected. */
  readonly constraints: readonly string[]
  readonly events: ReportedEvents
  /** The order of evaluation. */
  readonly blocks: {
    /** Blocks needed for the derivatives of the states and for events. */
    readonly dynamics: readonly ReportedBlock[]
    /** Blocks needed only for the results. */
    readonly rest: readonly ReportedBlock[]
  }
  readonly code: ReportedCode
}

/** Counts; an array counts once, whatever its size. */
export interface TranslationStatistics {
  readonly parameters: number
  /** Variables of the flat model, including inputs and eliminated ones. */
  readonly variables: number
  /** Equations of the flat model. */
  readonly equations: number
  /** Eliminated variables. */
  readonly aliases: number
  readonly states: number
  readonly constraints: number
  readonly conditions: number
  /** Equations solved for their unknown in sequence, without those inside systems. */
  readonly assignments: number
  readonly linearSystems: number
  readonly nonlinearSystems: number
  /** Equations of the largest system, before tearing; 0 if there is none. */
  readonly largestSystem: number
  /** Unknowns of all systems together, after tearing. */
  readonly iterationVariables: number
}

/** A parameter, or a computed variable. */
export interface ReportedVariable {
  readonly name: string
  readonly kind: 'parameter' | 'variable'
  /** `vector` and `matrix` of any size; `object`: a value that only functions can use. */
  readonly rank: 'scalar' | 'boolean' | 'vector' | 'matrix' | 'object'
  /** Unit as declared; '': no unit declared. Internal values are in SI units. */
  readonly unit: string
  /** Place of its value in the generated code: `v[3]` (numbers), `a[0]` (arrays), `o[0]` (objects). */
  readonly slot: string
}

/** An equation of the flat model, with full names. */
export interface ReportedEquation {
  readonly text: string
  /** Path of its component; '' at the top. */
  readonly component: string
  /**
   * `connection`: made by connect; `unconnected`: a zero flow of an unconnected connector; `binding`: of a declaration.
   */
  readonly origin: 'equation' | 'connection' | 'unconnected' | 'binding'
}

/** name = sign·of */
export interface ReportedAlias {
  readonly name: string
  /** The remaining variable; null: the eliminated one is zero. */
  readonly of: string | null
  readonly sign: 1 | -1
}

/** A continuous state. */
export interface ReportedState {
  readonly name: string
  /** Name of its derivative: `der(x)`. */
  readonly derivative: string
  readonly rank: ReportedVariable['rank']
}

/** Sources of events. */
export interface ReportedEvents {
  /** Relations: `state` events are located by the solver, `time` events are scheduled. */
  readonly conditions: readonly { readonly kind: 'state' | 'time'; readonly text: string }[]
  /** Clocks as in the equations; those that were left out there follow from others: `subSample(Clock(0.1), 4)`. */
  readonly clocks: readonly string[]
  /** `when` clauses with their conditions, and assertions that must always hold. */
  readonly whens: readonly string[]
}

/** One element of the order of evaluation. */
export type ReportedBlock = ReportedAssignment | ReportedSystem

/** An equation solved for one unknown. */
export interface ReportedAssignment {
  readonly kind: 'assign'
  /** The unknown. */
  readonly target: string
  readonly equation: string
}

/** Equations solved simultaneously. */
export interface ReportedSystem {
  readonly kind: 'linear' | 'nonlinear'
  /** Tearing variables, or all unknowns if the system is not torn. */
  readonly unknowns: readonly string[]
  readonly isTorn: boolean
  /** Linear: the matrix depends on parameters only and is factorized once. */
  readonly isConstant: boolean
  /** Assignments that compute the other unknowns from the tearing variables, in order. */
  readonly inner: readonly ReportedAssignment[]
  /** Residual equations, as many as unknowns. */
  readonly residuals: readonly string[]
}

/** Source of the generated JavaScript functions. */
export interface ReportedCode {
  /** Functions for `blocks.dynamics`, called one after another. */
  readonly dynamics: readonly string[]
  /** Functions for `blocks.rest`. */
  readonly rest: readonly string[]
  /** Residuals of each system, by its number. */
  readonly residuals: readonly string[]
  /** Their derivatives along a direction of the unknowns; null: a function without derivative. */
  readonly residualTangents: readonly (string | null)[]
  /** left - right of every condition. */
  readonly eventIndicators: string
  /**
   * Functions, by steps, of the derivatives of everything along a direction of the states; null: a function without
   * derivative, or a component with states.
   */
  readonly tangents: readonly (readonly string[])[] | null
}
