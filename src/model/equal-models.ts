import { type FunctionInfo, printExpr } from '../symbolic/index.ts'
import { findFunction } from './function-registry.ts'
import { type EquationBlock, isEquations, isExpr, isModel, isPlainObject } from './nodes.ts'
import { printStatement } from './print-model.ts'

/**
 * True if two models, variables, parameters or values are equal: the same names in any order, equal values, the same
 * equations in the same order, and the same functions.
 */
export function equalModels(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (isModel(a) && isModel(b)) return equalRecords(a.members, b.members)
  if (isExpr(a) && isExpr(b)) {
    return (
      a.up === b.up && printExpr(a.expr) === printExpr(b.expr) && equalFunctions(a.functions, b.functions)
    )
  }
  if (isEquations(a) && isEquations(b)) {
    return (
      printBlocks(a.blocks) === printBlocks(b.blocks) &&
      equalFunctions(functionsOf(a.blocks), functionsOf(b.blocks))
    )
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (isList(a) && isList(b))
    return a.length === b.length && Array.from(a).every((item, i) => equalModels(item, b[i]))
  const areRecords = (isPlainObject(a) && isPlainObject(b)) || ('_class' in a && '_class' in b)
  return (
    areRecords && equalRecords(a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>)
  )
}

function printBlocks(blocks: readonly EquationBlock[]): string {
  return blocks.flatMap((block) => block.statements.map(printStatement)).join('\n')
}

function functionsOf(blocks: readonly EquationBlock[]): Map<string, FunctionInfo> {
  return new Map(blocks.flatMap((block) => [...block.functions]))
}

/** True for the same functions under the same names, interpolated or registered. */
function equalFunctions(a: ReadonlyMap<string, FunctionInfo>, b: ReadonlyMap<string, FunctionInfo>): boolean {
  const find = (map: typeof a, name: string): unknown => (map.get(name) ?? findFunction(name))?.evaluate
  return [...a.keys(), ...b.keys()].every((name) => find(a, name) === find(b, name))
}

function equalRecords(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equalModels(a[key], b[key]))
  )
}

/** True for arrays and typed arrays; a typed array equals the array of the same numbers. */
function isList(value: object): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value)
}
