import type { evaluateInRun, Slot, Translation, ValueStore } from '../../compiler/index.ts'

type Value = ReturnType<ValueStore['read']>
type AnyExpr = Parameters<typeof evaluateInRun>[0]

/** The variables of a running model by their names. */
export interface VariableAccess {
  readonly translation: Translation
  slot(name: string): Slot
  /** Number of scalars in a slot, with the current sizes of arrays. */
  lengthOf(slot: Slot): number
  read(name: string): Value
  /** Value of a variable that may have been eliminated; undefined: no variable of this name. */
  readName(name: string): Value | undefined
  write(name: string, value: Value): void
  /** Typical size of a variable. */
  nominal(name: string): number
}

/** Evaluates the equations of a running model, and the memories of its components. */
export interface Evaluation {
  /** Writes time and states to their slots. */
  enter(t: number, x: Float64Array): void
  /** Computes everything on which derivatives and event indicators depend. */
  evaluateDynamics(): void
  /** Computes everything. */
  evaluateAll(): void
  /** Value of an expression with the current values. */
  evaluate(expr: AnyExpr): Value
}

/** The states of a running model: those of the equations, then the variant ones of components with memory. */
export interface StateAccess {
  /** Sum of the lengths of all states. */
  readonly nState: number
  /** Sum of the lengths of the states of the equations, which come first. */
  readonly nEquationState: number
  /** Typical sizes of all states. */
  stateNominals(): Float64Array
  readStates(x: Float64Array): void
  readDerivatives(dx: Float64Array): void
}
