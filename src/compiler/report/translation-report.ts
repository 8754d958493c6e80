/** What `translate` tells about a model: plain data, made of texts, numbers, lists and records, ready for JSON. */
export interface TranslationReport {
  /** Name of the model. */
  readonly name: string
  readonly statistics: TranslationStatistics
  /** Remarks: equations that were differentiated or follow from others, variables that nothing determines. */
  readonly notes: readonly string[]
  /** Parameters and variables that have a place of their own; those that were eliminated are in `aliases`. */
  readonly variables: readonly ReportedVariable[]
  /** The equations of the flat model, connections included. */
  readonly equations: readonly ReportedEquation[]
  /** Variables that are equal, up to the sign, to another one, or zero. */
  readonly aliases: readonly ReportedAlias[]
  /** Continuous states, in the order of the solver. */
  readonly states: readonly ReportedState[]
  /** Nonlinear constraints between the states, as equations, to which the solution is led back. */
  readonly constraints: readonly string[]
  readonly events: ReportedEvents
  /** The order of evaluation. */
  readonly blocks: {
    /** What the derivatives of the states and the events need. */
    readonly dynamics: readonly ReportedBlock[]
    /** What only the results need. */
    readonly rest: readonly ReportedBlock[]
  }
  readonly code: ReportedCode
}

/** Counts; an array counts once, whatever its size. */
export interface TranslationStatistics {
  readonly parameters: number
  /** Variables of the flat model, inputs and eliminated ones included. */
  readonly variables: number
  /** Equations of the flat model. */
  readonly equations: number
  /** Eliminated variables. */
  readonly aliases: number
  readonly states: number
  readonly constraints: number
  readonly conditions: number
  /** Equations that are solved for their unknown, one after another; not those inside of systems. */
  readonly assignments: number
  readonly linearSystems: number
  readonly nonlinearSystems: number
  /** Equations of the largest system, before tearing; 0 if there is none. */
  readonly largestSystem: number
  /** Unknowns of all systems together, after tearing. */
  readonly iterationVariables: number
}

/** A parameter, or a variable that is computed. */
export interface ReportedVariable {
  readonly name: string
  readonly kind: 'parameter' | 'variable'
  /** `vector` and `matrix` of any size; `object`: what only functions understand. */
  readonly rank: 'scalar' | 'boolean' | 'vector' | 'matrix' | 'object'
  /** Unit as declared; '': none is declared. Inside, values are in SI units. */
  readonly unit: string
  /** Where its value is in the generated code: `v[3]` (numbers), `a[0]` (arrays), `o[0]` (objects). */
  readonly place: string
}

/** An equation of the flat model, with full names. */
export interface ReportedEquation {
  readonly text: string
  /** Path of the component that it comes from; '' at the top. */
  readonly component: string
  /** `connection`: made by connect; `unconnected`: a flow without connection is zero; `binding`: of a declaration. */
  readonly origin: 'equation' | 'connection' | 'unconnected' | 'binding'
}

/** name = sign·of */
export interface ReportedAlias {
  readonly name: string
  /** The variable that is left; null: the eliminated one is zero. */
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

/** What makes events. */
export interface ReportedEvents {
  /** Relations: `state` events are searched for by the solver, `time` events are scheduled. */
  readonly conditions: readonly { readonly kind: 'state' | 'time'; readonly text: string }[]
  /** Periodic clocks: the interval [s] as an expression; start null: they tick first where a run begins. */
  readonly clocks: readonly { readonly interval: string; readonly start: string | null }[]
  /** `when` clauses with their conditions, and assertions that hold all the time. */
  readonly whens: readonly string[]
}

/** One place in the order of evaluation. */
export type ReportedBlock = ReportedAssignment | ReportedSystem

/** An equation that is solved for one unknown. */
export interface ReportedAssignment {
  readonly kind: 'assign'
  /** The unknown. */
  readonly target: string
  readonly equation: string
}

/** Equations that are solved at once. */
export interface ReportedSystem {
  readonly kind: 'linear' | 'nonlinear'
  /** Tearing variables, or all unknowns if the system is not torn. */
  readonly unknowns: readonly string[]
  readonly isTorn: boolean
  /** Linear: the matrix depends on parameters only and is factorized once. */
  readonly isConstant: boolean
  /** What follows from the tearing variables, one after another. */
  readonly inner: readonly ReportedAssignment[]
  /** The equations that are left, as many as unknowns. */
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
  /** Their derivatives along a direction of the unknowns; null: a function has none. */
  readonly residualTangents: readonly (string | null)[]
  /** left - right of every condition. */
  readonly crossings: string
  /**
   * Functions, by steps, of the derivatives of everything along a direction of the states; null: a function has no
   * derivative, or a component has states of its own.
   */
  readonly tangents: readonly (readonly string[])[] | null
}
