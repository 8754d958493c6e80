import type { EvaluatedValue, Expr, FunctionInfo, NameExpr, Position } from '../../symbolic/index.ts'
import type { StateSelect, Value, ValueType } from '../nodes.ts'

/** A literal, or an expression of parameters that is evaluated before every run. */
export type ValueOrExpr = { readonly literal: Value } | { readonly expr: Expr }

/** A variable of the flat model. All names are full paths: `C.p.v`, `cells[2].T`. */
export interface FlatVariable {
  readonly name: string
  /** Path of the component that declares it; '' at the top. */
  readonly component: string
  /** Declared unit, in which literals of the attributes are written. Absent: compatible with every unit. */
  readonly unit?: string
  readonly init?: ValueOrExpr
  /** True if `init` is a default and not written by the user. */
  readonly isDefault?: true
  readonly start?: ValueOrExpr
  readonly min?: ValueOrExpr
  readonly max?: ValueOrExpr
  readonly nominal?: ValueOrExpr
  /**
   * Declared as an input without a value. An input of the whole model, with component '', is given from outside and not
   * an unknown.
   */
  readonly isInput: boolean
  readonly isOutput: boolean
  /** Potential of a connector: possibly only its differences have a meaning. */
  readonly isPotential: boolean
  /** Flow of a connector: a force, a current; balanced at every connection. */
  readonly isFlow?: true
  readonly hideResult: boolean
  readonly stateSelect?: StateSelect
  readonly type?: ValueType
  /** The place where it was made final. */
  readonly final?: string
  /** Declared only by its use in equations: possibly a misspelled name. */
  readonly isImplicit?: true
  /** Declared as a parameter with an expression of variables or of `time`. */
  readonly isParameter?: true
  /** Declared by a build hook inside of a record: the component may declare a state or a result of the same name. */
  readonly isInRecord?: true
  readonly info?: string
}

/** A parameter of the flat model: fixed during a run; it may change between runs without a new translation. */
export interface FlatParameter {
  readonly name: string
  readonly component: string
  readonly unit?: string
  readonly value: ValueOrExpr
  /** Declared with `fixed: false`: the value is a guess, computed at the start of a run. */
  readonly isFree?: true
  readonly min?: ValueOrExpr
  readonly max?: ValueOrExpr
  readonly info?: string
  readonly type?: ValueType
  /** The place where it was made final. */
  readonly final?: string
}

/** `left = right` with full names. */
export interface FlatEquation {
  readonly left: Expr
  readonly right: Expr
  /** Path of the component that the equation comes from; '' at the top. */
  readonly component: string
  /**
   * 'connection': made by connect; 'unconnected': zero flow of an unconnected connector; 'binding': from a declaration.
   */
  readonly origin: 'equation' | 'connection' | 'unconnected' | 'binding'
  /** The equations that it unites, of which one holds at a time: their units are checked one by one. */
  readonly cases?: readonly { readonly left: Expr; readonly right: Expr }[]
  readonly pos?: Position
}

/** `reinit(state, value)` in a `when`. */
export interface FlatReinit {
  readonly kind: 'reinit'
  /** Full name of the state. */
  readonly state: string
  /** Element of the state, counted from 1; absent: the whole state. */
  readonly element?: Expr
  readonly value: Expr
}

/** `name = value` in a `when`. */
export interface FlatAssignment {
  readonly kind: 'assign'
  readonly name: string
  /** Subscripts of the element of an array; absent: the whole variable. */
  readonly subscripts?: readonly Expr[]
  readonly value: Expr
}

/** `assert(condition, message)`. */
export interface FlatAssert {
  readonly kind: 'assert'
  readonly condition: Expr
  readonly message: Expr
  /** A violation is a warning, and the run continues. */
  readonly isWarning?: true
  readonly component: string
  readonly pos?: Position
}

/** `terminate(message)`. */
export interface FlatTerminate {
  readonly kind: 'terminate'
  readonly message: Expr
}

/** A `when` with its actions, or one branch of it. */
export interface FlatWhen {
  readonly condition: Expr
  /** Branches with the same number are a chain: of those that become true together, the first one acts. */
  readonly chain?: number
  readonly actions: readonly (FlatReinit | FlatAssignment | FlatAssert | FlatTerminate)[]
  readonly component: string
  readonly pos?: Position
}

/** A component with memory inside the model; see `BuildHook`. */
export interface FlatMemory {
  /** Path of the component. */
  readonly path: string
  /** Makes its memory for one run. */
  readonly create: () => object
}

/** A value in SI units for which the model was flattened. */
export type Decision =
  /** A parameter on which it depends which components exist and how they are connected: another value needs a new model. */
  | { readonly decides: 'components'; readonly expr: NameExpr; readonly value: EvaluatedValue }
  /** An expression of parameters and sizes of arrays: with another value the model is flattened again. */
  | { readonly decides: 'equations'; readonly expr: Expr; readonly value: EvaluatedValue }

/** A hierarchical model after flattening: the input of the compiler. */
export interface FlatModel {
  readonly name: string
  /** The unknowns and the inputs, in the order of their first use in the equations. */
  readonly variables: ReadonlyMap<string, FlatVariable>
  /** Declared variables that no equation uses; they are not unknowns. */
  readonly unused: ReadonlyMap<string, FlatVariable>
  readonly parameters: ReadonlyMap<string, FlatParameter>
  readonly equations: readonly FlatEquation[]
  /** Equations that hold at the start of a run. */
  readonly initialEquations: readonly FlatEquation[]
  /** Paths of the components whose derivatives are zero there. */
  readonly steady: readonly string[]
  readonly whens: readonly FlatWhen[]
  readonly asserts: readonly FlatAssert[]
  readonly functions: ReadonlyMap<string, FunctionInfo>
  readonly memories: readonly FlatMemory[]
  /** Values of parameters on which the components and the list of equations depend. */
  readonly decisions: readonly Decision[]
  /** Remarks for the log, such as flows set to zero. */
  readonly notes: readonly string[]
}

/** True if the start of a run has unknowns: initial equations, components at rest, or parameters without a value. */
export function hasInitialProblem({ initialEquations, steady, parameters }: FlatModel): boolean {
  return (
    initialEquations.length > 0 || steady.length > 0 || [...parameters.values()].some(({ isFree }) => isFree)
  )
}

/** True if a variable is an input of the whole model: given from outside, not an unknown. */
export function isModelInput({ isInput, component }: FlatVariable): boolean {
  return isInput && component === ''
}

/** True for a variable that a build hook adds for its own equations, `_position`: messages do not name it. */
export function isInternal(name: string, variable: object | undefined): boolean {
  const isHidden = variable !== undefined && 'hideResult' in variable && variable.hideResult === true
  return isHidden && name.startsWith('_', name.lastIndexOf('.') + 1)
}
