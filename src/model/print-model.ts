/** Models as readable text. */

import { describe } from '../base/index.ts'
import { type Branch, printEquation, printExpr, type Statement } from '../symbolic/index.ts'
import {
  type ConnectList,
  type EquationsNode,
  isExpr,
  isModel,
  isPar,
  isPlainObject,
  isQuantity,
  isReservedKey,
  isVar,
  type ModelNode,
} from './nodes.ts'

/** Prints the model as an indented tree, in the form of its source. */
export function printModel(model: ModelNode): string {
  return printNode(model, '')
}

function printNode(model: ModelNode, indent: string): string {
  const inner = `${indent}  `
  const { _scope: scope, _bus: isBus, ...members } = model.members
  const lines = Object.entries(members).map(([key, value]) => {
    const text = isReservedKey(key) ? printReserved(key, value, inner) : printMember(value, inner)
    return `${inner}${key}: ${text},\n`
  })
  const made = isBus === true ? 'Bus' : 'Model'
  const text = lines.length === 0 ? `${made}({})` : `${made}({\n${lines.join('')}${indent}})`
  return scope === undefined ? text : `${scope as string}(${text})`
}

function printMember(member: unknown, indent: string): string {
  if (isModel(member)) return printNode(member, indent)
  if (isVar(member)) return `Var(${printAttributes(member)})`
  if (!isPar(member))
    return `[${(member as readonly ModelNode[]).map((item) => printNode(item, indent)).join(', ')}]`
  const { _class, value, unit, ...rest } = member
  const more = Object.keys(rest).length > 0 ? [printAttributes(rest)] : []
  const parts = [printValue(value), ...(unit === undefined ? [] : [`'${unit}'`]), ...more]
  return `Par(${parts.join(', ')})`
}

function printReserved(key: string, value: unknown, indent: string): string {
  if (key === 'equations' || key === 'initialEquations') {
    const statements = (value as EquationsNode).blocks.flatMap((block) => block.statements)
    return `equations\`\n${statements.map((item) => `${indent}  ${printStatement(item)}\n`).join('')}${indent}\``
  }
  if (key === 'connect') {
    const tuples = (value as ConnectList).map((tuple) => `[${tuple.map((path) => `'${path}'`).join(', ')}]`)
    return `[${tuples.join(', ')}]`
  }
  return key === 'if' || key === 'for' || key === '_machine' ? printValue(value) : describe(value)
}

function printAttributes(attributes: object): string {
  const entries = Object.entries(attributes).filter(([key]) => key !== '_class')
  return entries.length === 0
    ? ''
    : `{ ${entries.map(([key, value]) => `${key}: ${printValue(value)}`).join(', ')} }`
}

function printValue(value: unknown): string {
  if (isExpr(value)) return `expr\`${printExpr(value.expr)}\``
  if (isQuantity(value)) return `quantity(${printValue(value.value)}, '${value.unit}')`
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`
  if (isPlainObject(value)) return printAttributes(value) || '{}'
  return describe(value)
}

/** Prints a statement as text that the parser can read back. */
export function printStatement(statement: Statement): string {
  switch (statement.kind) {
    case 'equation':
      return printEquation(statement)
    case 'statement':
      return `${statement.fn}(${statement.args.map(printExpr).join(', ')})`
    case 'when':
      return `${printBranches(statement.branches, 'when', 'elsewhen')}end when`
    case 'if': {
      const { branches, otherwise } = statement
      const last = otherwise.length === 0 ? '' : `else ${printBody(otherwise)}`
      return `${printBranches(branches, 'if', 'elseif')}${last}end if`
    }
    case 'for': {
      const iterators = statement.iterators.map(({ variable, range }) => `${variable} in ${printExpr(range)}`)
      return `for ${iterators.join(', ')} loop ${printBody(statement.body)}end for`
    }
  }
}

function printBranches(branches: readonly Branch[], first: string, next: string): string {
  return branches
    .map(
      ({ condition, body }, k) => `${k === 0 ? first : next} ${printExpr(condition)} then ${printBody(body)}`,
    )
    .join('')
}

function printBody(body: readonly Statement[]): string {
  return body.map((statement) => `${printStatement(statement)}; `).join('')
}
