import type { Expr, FunctionInfo } from '../../symbolic/index.ts'
import type { Block, SystemBlock } from '../equations/index.ts'
import type { Condition } from '../events-and-clocks/index.ts'
import { createTangentSlots, type SlotOf } from '../value-store/index.ts'
import { BlockEmitter, type ResidualForm, TANGENT_ARGUMENTS } from './block-emitter.ts'
import { createEmitContext } from './emit-context.ts'
import type { GeneratedCode } from './generated-code.ts'

/** Input of the code generator. */
export interface CodeInput {
  readonly dynamics: readonly Block[]
  readonly rest: readonly Block[]
  readonly conditions: readonly Condition[]
}

/** The code, and the systems by the numbers in its calls. */
export interface NumberedCode {
  readonly code: GeneratedCode
  readonly systems: readonly SystemBlock[]
}

/**
 * Generates the code of a model.
 *
 * @param differentiate derivatives of the residuals of a system along a direction of its unknowns; null: no derivatives
 */
export function generateCode(
  { dynamics, rest, conditions }: CodeInput,
  functions: ReadonlyMap<string, FunctionInfo>,
  slotOf: SlotOf,
  differentiate: (block: SystemBlock) => ResidualForm | null,
): NumberedCode {
  const table: unknown[] = []
  const emitter = new BlockEmitter(createEmitContext(functions, slotOf, table))
  const dynamicsCode = emitter.sequence(dynamics).functions
  const restCode = emitter.sequence(rest).functions
  const eventIndicators = emitter.vectorFunction(conditions.map(indicatorOf))
  const tangents = new BlockEmitter(createEmitContext(functions, createTangentSlots(slotOf), table))
  const residualTangents = emitter.systems.map(({ block }) => {
    const form = differentiate(block)
    return form && tangents.residualFunction(form, TANGENT_ARGUMENTS)
  })
  const residuals = emitter.systems.map(({ source }) => source.residual)
  const code = { dynamics: dynamicsCode, rest: restCode, eventIndicators, residuals, residualTangents, table }
  return { code, systems: emitter.systems.map(({ block }) => block) }
}

/** Event indicator of a condition; time events are scheduled, not searched. */
function indicatorOf(condition: Condition): Expr {
  if (condition.kind === 'time') return { kind: 'number', value: 1 }
  return { kind: 'call', fn: '-', args: [condition.left, condition.right] }
}
