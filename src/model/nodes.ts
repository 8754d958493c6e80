/**
 * The nodes of a model tree. A model is a hierarchy of name/value pairs; every node is frozen plain data with a class
 * tag `_class`, so that trees can be printed, compared, merged and written as JSON.
 */
import type { Expr, FunctionInfo, Position, Statement } from '../symbolic/index.ts'

/** Value of a parameter or of an attribute: arrays are nested, row by row; other objects pass unchanged. */
export type Value = number | boolean | string | readonly Value[] | object

/** A function that equations may call. */
// biome-ignore lint/suspicious/noExplicitAny: parameters of any type; `never[]` would defeat inference at the call
export type HostFunction = (...args: any[]) => unknown

/** Arrays of numbers, nested row by row, or typed. */
export type NumericArray =
  | readonly number[]
  | readonly boolean[]
  | readonly (readonly number[])[]
  | Float64Array
  | Float32Array
  | Int32Array

/** A value together with the unit it is written in: made by `quantity(5, 'mm')`. */
export interface Quantity<T = number | NumericArray> {
  readonly _class: 'Quantity'
  readonly value: T
  readonly unit: string
}

/**
 * An expression of parameters or variables, made by the `expr` template. `up` is the number of levels from the
 * component that holds it to the component in whose scope its names are looked up. A modification `Resistor({ R:
 * expr`r` })` is written in the component that contains the resistor, so `up` is 1 there.
 */
export interface ExprNode {
  readonly _class: 'Expr'
  /** @internal */
  readonly expr: Expr
  /**
   * Interpolated functions, by the names under which the expression calls them.
   * @internal
   */
  readonly functions: ReadonlyMap<string, FunctionInfo>
  /** @internal */
  readonly up: number
}

/** Statements of one `equations` template. */
export interface EquationBlock {
  readonly statements: readonly Statement[]
  /** Interpolated functions, by the names under which the statements call them. */
  readonly functions: ReadonlyMap<string, FunctionInfo>
}

/** The equations of a model: blocks in the order of their merge. */
export interface EquationsNode {
  readonly _class: 'Equations'
  /** @internal */
  readonly blocks: readonly EquationBlock[]
}

/**
 * Role in a global environment: an `inner` member provides its name to all components inside of its own one; an `outer`
 * member stands for it. Made by `inner` and `outer`.
 */
export type Scope = 'inner' | 'outer'

/**
 * Type of the values of a variable or parameter: 'Integer', 'Boolean', or the names of an enumeration, whose values are the
 * positions from 1. Absent: not checked.
 */
export type ValueType = 'Integer' | 'Boolean' | readonly string[]

/** Preference of a variable as a state: 'never' and 'always' are errors where they cannot be kept. */
export type StateSelect = 'never' | 'avoid' | 'default' | 'prefer' | 'always'

/** Value of an attribute of a variable. */
export type AttributeValue = number | boolean | NumericArray | Quantity | ExprNode

/** Attributes of a variable. */
export interface VarAttributes {
  /** Connector variable that is equal in all connected connectors. */
  readonly potential?: boolean
  /** Connector variable whose sum over all connected connectors is zero; positive into the component. */
  readonly flow?: boolean
  /**
   * Connector variable that the flow carries: the value that leaves the component; `inStream(x)` is the one that would
   * enter it, `actualStream(x)` the one that flows. The connector needs exactly one flow.
   */
  readonly stream?: boolean
  /** The variable exists only if this expression of parameters is true; its connections vanish with it. */
  readonly if?: boolean | ExprNode
  /** Signal from outside the component. */
  readonly input?: boolean
  /** Signal that the component provides. */
  readonly output?: boolean
  /** Initial value that the initialization must meet. Defines the size of an array. */
  readonly init?: AttributeValue | string | readonly string[]
  /** Guess of the initial value; with `fixed: true` the same as `init`. A text is a name of an enumeration. */
  readonly start?: AttributeValue | string | readonly string[]
  /**
   * `false` beside `init`: the value is a default, which closed loops of joints may change. An `init` that a user
   * writes in its place is kept.
   */
  readonly fixed?: boolean
  readonly min?: AttributeValue
  readonly max?: AttributeValue
  /** Typical magnitude; scales tolerances. */
  readonly nominal?: AttributeValue
  readonly unit?: string
  /** Not stored in the result. */
  readonly hideResult?: boolean
  readonly info?: string
  readonly scope?: Scope
  readonly stateSelect?: StateSelect
  /** The values that it takes; an enumeration is given by its component. */
  readonly type?: ValueType | ModelNode
  /** No further modification is accepted; as a number: levels above the declaration at which this was decided. */
  readonly final?: boolean | number
  /** Binding: an `expr` becomes an equation, a literal becomes a parameter. */
  readonly value?: unknown
}

/** A variable, made by `Var`. */
export interface VarNode extends VarAttributes {
  readonly _class: 'Var'
}

/** Attributes of a parameter. */
export interface ParAttributes {
  /** `false`: the value is a guess, initial equations determine it at the start of a run. */
  readonly fixed?: boolean
  readonly unit?: string
  readonly min?: AttributeValue
  readonly max?: AttributeValue
  readonly info?: string
  readonly scope?: Scope
  /** The values that it takes; an enumeration is given by its component. */
  readonly type?: ValueType | ModelNode
  /** No further modification is accepted; as a number: levels above the declaration at which this was decided. */
  readonly final?: boolean | number
}

/** A parameter, made by `Par` or by a plain value: fixed during a run. */
export interface ParNode<T = unknown> extends ParAttributes {
  readonly _class: 'Par'
  readonly value: T
}

/** Marks a value that replaces the existing member in a merge instead of modifying it: made by `redeclare`. */
export interface RedeclareNode<T = unknown> {
  readonly _class: 'Redeclare'
  readonly value: T
}

/** Tuples of paths: `[['V.p', 'R.p'], ['R.n', 'C.p', 'D.p']]`. */
export type ConnectList = readonly (readonly string[])[]

/**
 * Range of an array of components: the name of the index, which modifications of the component may use, and its values
 * in sequence, `{ i: expr`1:n` }`.
 */
export type ForRange = Readonly<Record<string, ExprNode | readonly number[]>>

/** A change of the active state of a state machine. */
export interface Transition<Name extends string = string> {
  readonly from: Name
  readonly to: Name
  /** Looked up in the state `from`, in the machine, and then in the component that contains it. */
  readonly condition: ExprNode
  /** False: the value of the condition before the event counts (default true). */
  readonly immediate?: boolean
  /** False: `to` continues with the values that it had when it was left (default true: with its start values). */
  readonly reset?: boolean
  /** True: only after the machines inside of `from` have reached states without transitions (default false). */
  readonly synchronize?: boolean
  /** Of transitions with true conditions, the one with the smallest number is taken, then the first one (default 1). */
  readonly priority?: number
}

/** Data of a state machine; the sub-models of the machine are the states. */
export interface Machine {
  readonly initial: string
  readonly transitions: readonly Transition[]
}

/** Members of a model, after conversion of plain values into parameters. */
export interface ModelTree {
  readonly [name: string]:
    | MemberNode
    | EquationsNode
    | ConnectList
    | BuildHook
    | ExprNode
    | ForRange
    | Machine
    | boolean
    | string
    | undefined
}

/** A model or sub-model. */
export interface ModelNode {
  readonly _class: 'Model'
  /**
   * Members by name, in the order of their declaration; the keys `equations`, `initialEquations`, `initial`, `connect`,
   * `build`, `info`, `if`, `for`, `_scope` (see `Scope`), `_machine` (see `Machine`) and `_bus` (made by `Bus`) are reserved.
   */
  readonly members: ModelTree
}

/**
 * Components with memory: a model may carry `build: (context) => ({ model, memory })`. The hook is called once when the
 * model is flattened, before the equations of the component are collected. The returned `model` is merged into the
 * component as by `extend`. The returned `memory` makes the memory of one run: it is called at the start of each run,
 * so that runs share nothing. Functions called in the equations of `model` have that memory as their `this`: methods of
 * its class are written as `${RodMemory.prototype.surface}(…)`.
 */
export type BuildHook = (context: BuildContext) => BuildResult

/** Read access of a build hook to the model. */
export interface BuildContext {
  /** Path of the component in the whole model; '' at the top. */
  readonly path: string
  /** The component as it was declared and modified. */
  readonly component: ModelNode
  /** The same without sub-components that do not exist, and with lists in place of arrays of components. */
  readonly present: ModelNode
  /**
   * Value of a parameter of the component or of one of its sub-components (`nT`, `arm.length`), in SI units and before
   * any `simulate({ merge })`. A structure that depends on it is fixed by this call.
   */
  readonly value: (name: string) => Value
  /**
   * True if the value at a place inside of a record is not an expression, or one of parameters: `['limits', 0]` in the
   * record that the parameter `arm.hinge` holds.
   */
  readonly isFixed: (parameter: string, place: readonly (string | number)[]) => boolean
  /**
   * Names in equations and expressions, inside and outside of the component, that lead into its records, each once:
   * `arm.r_abs`, if `arm` is a record with the hook as its owner. Without a declaration by the hook they are unknown.
   */
  readonly references: readonly RecordReference[]
}

/** A name that leads into a record. */
export interface RecordReference {
  /** Path of the record in the component, with the index of an element: `robot.arm`, `balls[2]`. */
  readonly path: string
  /** Name in the record: `r_abs`; '' for the record itself as a value in an equation. */
  readonly name: string
  /** Its first place in the equations, for messages: see `atReference`. */
  readonly pos?: Position
}

/** A variable inside of a record. */
export interface RecordVariable extends RecordReference {
  /** Its declaration; an expression is in the scope of the declaration of the record. */
  readonly declaration: VarNode
}

/** Additions of a build hook to its component. */
export interface BuildResult {
  /** Additional members, equations and connections. */
  readonly model?: Readonly<Record<string, unknown>>
  /**
   * Variables inside of the records of the component: equations can use `arm.r_abs`, although `arm` is a parameter. Each
   * has an expression, or an equation in `model` determines it. The memory may declare a result of the same name, which
   * is then recorded once.
   */
  readonly variables?: readonly RecordVariable[]
  /** Makes the memory of the component for one run. */
  readonly memory?: () => object
}

/** A member of a model. */
export type MemberNode = VarNode | ParNode | ModelNode | readonly ModelNode[]

/** A key of a model that does not name a member. */
export type ReservedKey =
  | 'equations'
  | 'initialEquations'
  | 'initial'
  | 'connect'
  | 'build'
  | 'info'
  | 'if'
  | 'for'
  | '_scope'
  | '_machine'
  | '_bus'

const RESERVED_KEYS: readonly string[] = [
  ...[
    'equations',
    'initialEquations',
    'initial',
    'connect',
    'build',
    'info',
    'if',
    'for',
    '_scope',
    '_machine',
    '_bus',
  ],
]

export function isReservedKey(key: string): key is ReservedKey {
  return RESERVED_KEYS.includes(key)
}

function classOf(value: unknown): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined
  return (value as { _class?: unknown })._class
}

/** True for a variable made by `Var`. */
export const isVar = (value: unknown): value is VarNode => classOf(value) === 'Var'
/** True for a parameter made by `Par`. */
export const isPar = (value: unknown): value is ParNode => classOf(value) === 'Par'
/** True for an expression made by `expr`. */
export const isExpr = (value: unknown): value is ExprNode => classOf(value) === 'Expr'
export const isEquations = (value: unknown): value is EquationsNode => classOf(value) === 'Equations'
/** True for a value made by `quantity`. */
export const isQuantity = (value: unknown): value is Quantity => classOf(value) === 'Quantity'
export const isRedeclare = (value: unknown): value is RedeclareNode => classOf(value) === 'Redeclare'
/** True for a model or component. */
export const isModel = (value: unknown): value is ModelNode => classOf(value) === 'Model'

export const isModelArray = (value: unknown): value is readonly ModelNode[] =>
  Array.isArray(value) && value.length > 0 && value.every(isModel)

/** Creates a model node from its members. */
export function createModelNode(members: ModelTree): ModelNode {
  return Object.freeze({ _class: 'Model', members: Object.freeze(members) })
}

/** The role of a member in a global environment. */
export function scopeOfMember(member: MemberNode | undefined): Scope | undefined {
  if (isModel(member)) return member.members['_scope'] as Scope | undefined
  return isVar(member) || isPar(member) ? member.scope : undefined
}

/** True for an object made by a literal: `{ … }`, without class tag. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || classOf(value) !== undefined) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Members of a model in order, without the reserved keys. */
export function membersOf(model: ModelNode): [string, MemberNode][] {
  return Object.entries(model.members).filter(([key]) => !isReservedKey(key)) as [string, MemberNode][]
}
