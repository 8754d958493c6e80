import { VarioError } from '../../base/index.ts'
import { name } from '../../symbolic/index.ts'
import type { Block } from '../equations/index.ts'
import type { RankOf } from '../value-store/index.ts'

/** Checks that the unknowns of systems are numbers: `x = not x` has no solution that an iteration could find. */
export function assertNumericSystems(blocks: readonly Block[], rankOf: RankOf): void {
  for (const block of blocks) {
    if (block.kind === 'assign') continue
    const wrong = block.unknowns.filter((unknown) => {
      const rank = rankOf(name(unknown))
      return rank === 'boolean' || rank === 'object'
    })
    if (wrong.length === 0) continue
    const list = [...block.inner, ...block.residuals].map(({ text }) => text).join('\n    ')
    const names = wrong.map((unknown) => `'${unknown}'`).join(', ')
    throw new VarioError(
      'TYPE',
      `${names} must be known in order to compute itself, and is not a number to solve for:\n    ${list}\n` +
        'Use the value before the event, pre(x), on one of the right sides.',
      { unknowns: wrong },
    )
  }
}
