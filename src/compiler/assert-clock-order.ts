import { VarioError } from '../base/index.ts'
import { collectNames, type NumberExpr, visitExpr } from '../symbolic/index.ts'
import { type Block, blockExpressions, blockTargets } from './equations/index.ts'
import type { SampledValue } from './events-and-clocks/index.ts'

/** Operators that keep the value of a variable of another clock. */
const CONVERSIONS: ReadonlySet<SampledValue['operator']> = new Set([
  'subSample',
  'superSample',
  'shiftSample',
  'backSample',
  'noClock',
] as const)

/**
 * Checks that no system contains variables of different clocks: there is no order of evaluation in which each of them is
 * known when the other one needs it.
 *
 * @throws VarioError 'EVENTS' that names the variables
 */
export function assertClockOrder(blocks: readonly Block[], sampledValues: readonly SampledValue[]): void {
  if (!sampledValues.some(({ operator }) => CONVERSIONS.has(operator))) return
  for (const block of blocks) {
    if (block.kind === 'assign') continue
    const targets = new Set(blockTargets(block))
    for (const expr of blockExpressions(block)) {
      visitExpr(expr, (node) => {
        if (node.kind !== 'call' || node.fn !== '$hold') return true
        const { operator, variable } = sampledValues[(node.args[0] as NumberExpr).value]
        const isInLoop = [...collectNames(node.args[2])].some((name) => targets.has(name))
        if (!CONVERSIONS.has(operator) || !isInLoop) return true
        const names = [...targets].filter((name) => !name.startsWith('$'))
        throw new VarioError(
          'EVENTS',
          `${operator}(${variable}): expected a value that does not depend on its own result, got a loop through ` +
            `${names.join(', ')} with different clocks. Use a value of the tick before, previous(${variable}).`,
          { variable, loop: names },
        )
      })
    }
  }
}
