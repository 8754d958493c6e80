/**
 * Values of 3D components as the user writes them: plain, or expressions and quantities that are evaluated before a
 * run.
 */
import type { SignedAxis } from '../../collision/index.ts'
import type { ExprNode, Quantity } from '../../model/index.ts'

/** A number [SI], an expression of parameters, or a quantity. */
export type NumberValue = number | ExprNode | Quantity<number>

/** Three numbers [SI]. */
export type VectorValue = readonly NumberValue[] | ExprNode | Quantity

/** An axis of a frame, negative with a minus sign, or any direction. */
export type AxisValue = SignedAxis | readonly number[] | ExprNode

/**
 * A start value: the value, or a map as for variables. `init` is kept; `start` is a guess, from which the loops of a
 * mechanism are closed; NaN: none. `nominal` is the typical magnitude of the variable, to which its tolerance is
 * relative.
 */
export type StartValue =
  | NumberValue
  | { readonly init?: NumberValue; readonly start?: NumberValue; readonly nominal?: NumberValue }

/** Three start values; `nominal` is one size for all of them, or one for each. */
export type StartVector =
  | VectorValue
  | {
      readonly init?: VectorValue
      readonly start?: VectorValue
      readonly nominal?: NumberValue | VectorValue
    }
