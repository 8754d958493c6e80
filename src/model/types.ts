/**
 * Types for completion and checking in the editor. `Component<M>` carries the declared members `M`; `Modification<M>`
 * is the argument of its call; `Merged<M, N>` is the result of `extend`.
 */
import type {
  AttributeValue,
  BuildHook,
  ConnectList,
  EquationsNode,
  ExprNode,
  ForRange,
  HostFunction,
  ModelNode,
  NumericArray,
  ParAttributes,
  ParNode,
  Quantity,
  RedeclareNode,
  ReservedKey,
  VarAttributes,
  VarNode,
} from './nodes.ts'

/** Members of a model as the user writes them: declarations, sub-models and plain values. */
export interface Members {
  readonly equations?: EquationsNode
  /** Equations that hold at the start only: `equations` with start values as guesses. */
  readonly initialEquations?: EquationsNode
  /** `'steady'`: all derivatives of the component are zero at the start, and its start values are guesses. */
  readonly initial?: 'steady'
  readonly connect?: ConnectList
  readonly build?: BuildHook
  readonly info?: string
  /** As a component of another model, it exists only if this expression of parameters is true. */
  readonly if?: boolean | ExprNode
  /** As a component of another model, it is an array of components, one for each value of the index. */
  readonly for?: ForRange
  readonly [name: string]: unknown
}

/**
 * A model and the constructor of its modified copies: `Resistor({ R: 0.5 })`. A modification only changes existing
 * members; `extend` may also add members. Models are immutable.
 */
export interface Component<M = Members> extends ModelNode {
  (modification?: Modification<M>): Component<M>
  /** A derived model: `members` merged onto this one. */
  extend<N extends Extension<M>>(members: N): Component<Merged<M, N>>
  /** The declared members, for the type system only. */
  readonly declared?: M
}

/** A component with any members. */
// biome-ignore lint/suspicious/noExplicitAny: a component with any members
export type AnyComponent = Component<any>

/** The declared members of a component. */
export type DeclaredOf<C> = C extends { readonly declared?: infer M } ? NonNullable<M> : never

/**
 * A modification of members `M`: known names only, nested for sub-models; `null` deletes. The first condition is true for
 * `any`, the type of members of models read from JSON.
 */
export type Modification<M> = 0 extends 1 & M
  ? Readonly<Record<string, unknown>>
  : { readonly [K in keyof M as K extends ReservedKey ? never : K]?: ModificationOf<M[K]> } & {
      readonly equations?: EquationsNode | RedeclareNode<EquationsNode> | null
      readonly initialEquations?: EquationsNode | RedeclareNode<EquationsNode> | null
      readonly initial?: 'steady' | null
      readonly connect?: ConnectList | RedeclareNode<ConnectList> | null
      readonly build?: BuildHook | null
      readonly info?: string
      readonly if?: boolean | ExprNode | null
      readonly for?: ForRange | null
    }

/** Argument of `extend`: modifications of the members `M`, and new members. */
export type Extension<M> = Modification<M> & { readonly [name: string]: unknown }

/** Values that can be merged onto a member declared as `V`. */
export type ModificationOf<V> =
  | null
  | RedeclareNode
  | (V extends AnyComponent
      ? Modification<DeclaredOf<V>> | AnyComponent
      : V extends readonly (infer C extends AnyComponent)[]
        ? ElementModification<C>
        : V extends VarNode
          ? AttributesOf<VarAttributes> | VarNode | AttributeValue | string | HostFunction
          : V extends ParNode<infer T>
            ?
                | ValueOf<T>
                | (AttributesOf<ParAttributes> & { readonly value?: ValueOf<T> })
                | ParNode<ValueOf<T>>
                | VarNode
            : ValueOf<V> | ParNode<ValueOf<V>> | VarNode)

/**
 * Modification of an array of sub-models: one map for all elements, a list of maps (null: unchanged), or a new list of
 * models.
 */
export type ElementModification<C extends AnyComponent> =
  | Modification<DeclaredOf<C>>
  | readonly (Modification<DeclaredOf<C>> | null)[]
  | readonly AnyComponent[]

/** Attributes; null deletes one. */
export type AttributesOf<A> = { readonly [K in keyof A]?: A[K] | null }

/** Values that can replace a value of type `T`: the same type, a quantity, or an expression. */
export type ValueOf<T> =
  | ExprNode
  | (T extends number
      ? number | Quantity
      : T extends boolean
        ? boolean
        : T extends string
          ? string
          : T extends Quantity
            ? number | NumericArray | Quantity
            : T extends ArrayLike<unknown>
              ? NumericArray | Quantity | T
              : T extends ExprNode
                ? number | boolean | string | NumericArray | Quantity | object
                : T extends HostFunction
                  ? HostFunction
                  : T | PartialRecord<T>)

/** Records are merged: some of their keys suffice. */
export type PartialRecord<T> = T extends object ? { readonly [K in keyof T]?: PartialRecord<T[K]> | null } : T

/** Members `M` after `N` is merged onto them. */
export type Merged<M, N> = Simplify<
  {
    [K in keyof M as K extends keyof N ? (N[K] extends null ? never : K) : K]: K extends keyof N
      ? MergedMember<M[K], N[K]>
      : M[K]
  } & { [K in keyof N as K extends keyof M ? never : N[K] extends null ? never : K]: Unwrapped<N[K]> }
>

/** The members of an intersection of types as one type. */
export type Simplify<T> = { [K in keyof T]: T[K] }

/** The type of a new member: that inside of `redeclare`, or its own. */
export type Unwrapped<V> = V extends RedeclareNode<infer X> ? X : V

/** The type of a member declared as `V` after a value of type `W` is merged onto it. */
export type MergedMember<V, W> =
  W extends RedeclareNode<infer X>
    ? X
    : V extends AnyComponent
      ? Component<Merged<DeclaredOf<V>, W extends AnyComponent ? DeclaredOf<W> : W>>
      : V extends readonly AnyComponent[]
        ? W extends readonly AnyComponent[]
          ? W
          : V
        : V extends VarNode
          ? W extends ParNode
            ? W
            : V
          : W extends VarNode
            ? W
            : V
