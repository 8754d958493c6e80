import type { Expr } from '../../symbolic/index.ts'
import type { EquationBlock } from '../definition/index.ts'
import {
  expandStatements,
  type PlainBlock,
  type PlainEquation,
  type PlainStatement,
} from '../statements/index.ts'
import { expandPaths } from './component-paths.ts'
import type { Decisions } from './decisions.ts'
import { childrenOf, type Instance, writtenBlocks } from './instance.ts'
import { modelError } from './model-error.ts'
import type { Structure } from './structure.ts'

/**
 * Replaces loops and branches in the equations of all components by the statements that they stand for, and paths through
 * arrays of components by names.
 */
export function expandEquations(instance: Instance, decisions: Decisions, structure: Structure): void {
  instance.blocks = writtenBlocks(instance).map((block) => {
    const unrolled = isPlain(block) ? block : expand(block, instance, decisions)
    return instance.hasArrays ? withNames(unrolled, instance, structure) : unrolled
  })
  for (const child of childrenOf(instance)) expandEquations(child, decisions, structure)
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

/** Replaces paths through arrays of components by names. */
function withNames(block: PlainBlock, instance: Instance, structure: Structure): PlainBlock {
  const constant = structure.constantsIn(instance)
  const expandAll = (expr: Expr): Expr => expandPaths(expr, () => instance, constant)
  return { ...block, statements: block.statements.map((statement) => mapPlain(statement, expandAll)) }
}

function mapPlain<S extends PlainStatement>(statement: S, change: (expr: Expr) => Expr): S {
  if (statement.kind === 'statement') return { ...statement, args: statement.args.map(change) }
  if (statement.kind === 'when') {
    const body = statement.body.map((action) => mapPlain(action, change))
    return { ...statement, condition: change(statement.condition), body }
  }
  const { left, right, cases } = statement as PlainEquation
  const mapped = cases && { cases: cases.map((each) => mapPlain(each, change)) }
  return { ...statement, left: change(left), right: change(right), ...mapped }
}
