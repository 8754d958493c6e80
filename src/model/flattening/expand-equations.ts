import { type Expr, printExpr } from '../../symbolic/index.ts'
import type { EquationBlock } from '../nodes.ts'
import {
  expandStatements,
  mapPlain,
  type PlainBlock,
  type PlainEquation,
  type PlainStatement,
} from '../statements/index.ts'
import { expandPaths } from './component-paths.ts'
import { leavesOf } from './connector.ts'
import type { Decisions } from './decisions.ts'
import type { Structure } from './existing-components.ts'
import { childrenOf, type Instance, writtenBlocks, writtenInitialBlocks } from './instance.ts'
import { firstName, lookup } from './lookup.ts'
import { modelError } from './model-error.ts'

/**
 * Replaces loops and branches in the equations of all components by the statements that they stand for, and paths through
 * arrays of components by names.
 */
export function expandEquations(instance: Instance, decisions: Decisions, structure: Structure): void {
  const plainOf = (block: EquationBlock): PlainBlock => {
    const unrolled = isPlain(block) ? block : expand(block, instance, decisions)
    const named =
      instance.hasArrays || hasRecordLists(instance) ? withNames(unrolled, instance, structure) : unrolled
    return instance.children.size === 0 ? named : withRecords(named, instance)
  }
  instance.blocks = writtenBlocks(instance).map(plainOf)
  instance.initialBlocks = writtenInitialBlocks(instance).map(plainOf)
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

/** True if lists of records in the component, or in components inside of it, have variables. */
function hasRecordLists(instance: Instance): boolean {
  if ([...instance.inRecords.keys()].some((name) => name.includes('['))) return true
  for (const child of childrenOf(instance)) if (hasRecordLists(child)) return true
  return false
}

/** Replaces paths through arrays in buses, which exist after their members are known. */
export function expandBusPaths(instance: Instance, structure: Structure): void {
  if (!instance.hasArrays) return
  instance.blocks = instance.blocks.map((block) => withNames(block, instance, structure))
  instance.initialBlocks = instance.initialBlocks.map((block) => withNames(block, instance, structure))
  for (const child of childrenOf(instance)) expandBusPaths(child, structure)
}

/** Replaces paths through arrays of components by names. */
function withNames(block: PlainBlock, instance: Instance, structure: Structure): PlainBlock {
  const constant = structure.constantsIn(instance)
  const expandAll = (expr: Expr): Expr => expandPaths(expr, () => instance, constant)
  return { ...block, statements: block.statements.map((statement) => mapPlain(statement, expandAll)) }
}

/** Splits equations between groups of variables, `a = b`, into equations of their variables. */
function withRecords(block: PlainBlock, instance: Instance): PlainBlock {
  const statements = block.statements.flatMap((statement): PlainStatement[] => {
    if (statement.kind !== 'equation') return [statement]
    const [left, right] = [recordAt(statement.left, instance), recordAt(statement.right, instance)]
    if (left?.isBus || right?.isBus) {
      const advice = `write connect(${printExpr(statement.left)}, ${printExpr(statement.right)})`
      throw modelError(instance.path, `expected no equation between buses; ${advice}`, statement.pos)
    }
    return left === null || right === null ? [statement] : recordEquations(statement, left, right, instance)
  })
  const isSame = statements.every((statement, i) => statement === block.statements[i])
  return isSame ? block : { ...block, statements }
}

/** The group of variables that an expression names; null for other expressions. */
function recordAt(expr: Expr, instance: Instance): Instance | null {
  if (expr.kind !== 'name' || !instance.children.has(firstName(expr.name))) return null
  const found = lookup(instance, expr.name)
  return found.kind === 'instance' && found.instance.isBundle ? found.instance : null
}

function recordEquations(
  equation: PlainEquation,
  a: Instance,
  b: Instance,
  instance: Instance,
): PlainEquation[] {
  const [left, right] = [a, b].map((record) => [...leavesOf(record, '', true)].map(([name]) => name))
  if ([...left].sort().join() !== [...right].sort().join()) {
    const found = [printExpr(equation.left), printExpr(equation.right)]
    const problem =
      `expected groups with the same variables, got ${found[0]} with ${left.join(', ')} and ` +
      `${found[1]} with ${right.join(', ')}`
    throw modelError(instance.path, problem, equation.pos)
  }
  const member = (side: Expr, name: string): Expr =>
    ({ ...side, kind: 'name', name: `${printExpr(side)}.${name}` }) as Expr
  return left.map((name) => ({
    ...equation,
    left: member(equation.left, name),
    right: member(equation.right, name),
  }))
}
