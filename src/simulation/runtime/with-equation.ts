import { VarioError } from '../../base/index.ts'
import type { Translation } from '../../compiler/index.ts'

type Blocks = Translation['dynamics']
type AnyExpr = Extract<Blocks[number], { kind: 'assign' }>['value']

/**
 * Adds the equation to the error of an evaluation. Generated code has no positions of its operators, so the first
 * expression that fails in the same way is searched; its evaluation gives the line.
 *
 * @param evaluate value of an expression with the values at the error
 */
export function withEquation(error: unknown, blocks: Blocks, evaluate: (expr: AnyExpr) => unknown): unknown {
  if (!(error instanceof VarioError) || error.code !== 'EVALUATION') return error
  const parts = blocks.flatMap((block) =>
    block.kind === 'assign' ? [block] : [...block.inner, ...block.residuals],
  )
  for (const { value, text } of parts) {
    const located = errorOf(() => evaluate(value))
    if (located !== undefined && problemOf(located) === problemOf(error))
      return new VarioError(error.code, `${located.message}\n  Equation: ${text}`, {
        ...located.fields,
        equation: text,
      })
  }
  return error
}

/** The message without a place in a text. */
function problemOf({ fields, message }: VarioError): unknown {
  return fields.problem ?? message
}

function errorOf(action: () => unknown): VarioError | undefined {
  try {
    action()
  } catch (error) {
    if (error instanceof VarioError) return error
  }
  return undefined
}
