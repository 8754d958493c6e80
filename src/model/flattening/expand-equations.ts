import type { EquationBlock } from '../definition/index.ts'
import { expandStatements, type PlainBlock, type PlainStatement } from '../statements/index.ts'
import type { Decisions } from './decisions.ts'
import { childrenOf, type Instance, writtenBlocks, writtenInitialBlocks } from './instance.ts'
import { modelError } from './model-error.ts'

/** Replaces loops and branches in the equations of all components by the statements that they stand for. */
export function expandEquations(instance: Instance, decisions: Decisions): void {
  const plainOf = (block: EquationBlock): PlainBlock =>
    isPlain(block) ? block : expand(block, instance, decisions)
  instance.blocks = writtenBlocks(instance).map(plainOf)
  instance.initialBlocks = writtenInitialBlocks(instance).map(plainOf)
  for (const child of childrenOf(instance)) expandEquations(child, decisions)
}

/** Blocks are shared by all instances of a model. */
const plain = new WeakMap<EquationBlock, boolean>()

/** True without loops, branches and `when`, as in most blocks. */
function isPlain(block: EquationBlock): block is PlainBlock & EquationBlock {
  let known = plain.get(block)
  if (known === undefined) {
    known = block.statements.every(({ kind }) => kind === 'equation' || kind === 'statement')
    plain.set(block, known)
  }
  return known
}

function expand(
  { statements, functions }: EquationBlock,
  instance: Instance,
  decisions: Decisions,
): PlainBlock {
  const expanded: PlainStatement[] = expandStatements(statements, {
    evaluate: (expr) => decisions.evaluate(expr, instance, functions),
    fail: (problem, pos) => {
      throw modelError(instance.path, problem, pos)
    },
  })
  return { statements: expanded, functions }
}
