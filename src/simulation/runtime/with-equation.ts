import { VarioError } from '../../base/index.ts'
import type { Translation } from '../../compiler/index.ts'

type Blocks = Translation['dynamics']
type AnyExpr = Extract<Blocks[number], { kind: 'assign' }>['value']

/**
 * The error of an evaluation with the equation that it comes from. Generated code does not know where its operators stand, so the first
 * expression is looked for that fails in the same way; its evaluation shows the line.
 *
 * @param evaluate value of an expression with the values that were there at the error
 */
export function withEquation(error: unknown, blocks: Blocks, evaluate: (expr: AnyExpr) => unknown): unknown {
  if (!(error instanceof VarioError) || error.code !== 'EVALUATION') return error
  const parts = blocks.flatMap((block) =>
    block.kind === 'assign' ? [block] : [...block.inner, ...block.residuals],
  )
  for (const { value, text } of parts) {
    const located = errorOf(() => evaluate(value))
    if (located?.message.includes(error.message))
      return new VarioError(error.code, `${located.message}\n  Equation: ${text}`, {
        ...located.fields,
        equation: text,
      })
  }
  return error
}

function errorOf(action: () => unknown): VarioError | undefined {
  try {
    action()
  } catch (error) {
    if (error instanceof VarioError) return error
  }
  return undefined
}
