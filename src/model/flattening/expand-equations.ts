import { VarioError } from '../../base/index.ts'
import type { Expr, FunctionInfo } from '../../symbolic/index.ts'
import { findFunction } from '../function-registry.ts'
import type { EquationBlock } from '../nodes.ts'
import {
  equationsOfFields,
  expandStatements,
  type Fields,
  mapPlain,
  type PlainBlock,
  type PlainStatement,
} from '../statements/index.ts'
import { expandPaths } from './component-paths.ts'
import { fieldsOfRecord } from './connector.ts'
import type { Decisions } from './decisions.ts'
import type { Structure } from './existing-components.ts'
import { childrenOf, type Instance, writtenBlocks, writtenInitialBlocks } from './instance.ts'
import { hasFirstName, lookup } from './lookup.ts'
import { inComponent, modelError } from './model-error.ts'

/**
 * Replaces loops and branches in the equations of all components by the statements that they stand for, and paths through
 * arrays of components by names.
 */
export function expandEquations(instance: Instance, decisions: Decisions, structure: Structure): void {
  const plainOf = (block: EquationBlock): PlainBlock => {
    const unrolled = isPlain(block) ? block : expand(block, instance, decisions)
    const named =
      instance.hasArrays || hasRecordLists(instance) ? withNames(unrolled, instance, structure) : unrolled
    return instance.children.size + instance.outers.size === 0 ? named : withRecords(named, instance)
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
  const fieldsOf = (expr: Expr): Fields | undefined => recordAt(expr, instance)
  const infoOf = (name: string): FunctionInfo | undefined => block.functions.get(name) ?? findFunction(name)
  const statements = block.statements.flatMap((statement): PlainStatement[] => {
    if (statement.kind !== 'equation') return [statement]
    try {
      return equationsOfFields(statement, fieldsOf, infoOf) ?? [statement]
    } catch (error) {
      throw error instanceof VarioError ? inComponent(instance.path, error) : error
    }
  })
  const isSame = statements.every((statement, i) => statement === block.statements[i])
  return isSame ? block : { ...block, statements }
}

/** True for a variable or parameter of the component itself, as most names. */
function isOwnDeclaration({ declarations, outers }: Instance, name: string): boolean {
  return declarations.has(name) && !outers.has(name)
}

/** The variables of the group that an expression names; undefined for other expressions. */
function recordAt(expr: Expr, instance: Instance): Fields | undefined {
  if (expr.kind !== 'name' || isOwnDeclaration(instance, expr.name)) return undefined
  if (!hasFirstName(instance, expr.name)) return undefined
  return fieldsOfRecord(expr, lookup(instance, expr.name))
}
