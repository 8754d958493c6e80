/** Models as readable text. */

import { describe } from '../../base/index.ts'
import { printEquation, printExpr, type Statement } from '../../symbolic/index.ts'
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
  const lines = Object.entries(model.members).map(([key, value]) => {
    const text = isReservedKey(key) ? printReserved(key, value, inner) : printMember(value, inner)
    return `${inner}${key}: ${text},\n`
  })
  return lines.length === 0 ? 'Model({})' : `Model({\n${lines.join('')}${indent}})`
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
  return describe(value)
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
    case 'when': {
      const body = statement.body.map((action) => `${printStatement(action)}; `).join('')
      return `when ${printExpr(statement.condition)} then ${body}end when`
    }
  }
}
