/** Prints expressions as text that `parseExpression` parses to the same tree, with the minimum of parentheses. */
import type { ArrayExpr, CallExpr, Expr } from './expr.ts'
import { nameOfArgument } from './named-arguments.ts'
import { COMPARISONS } from './operators.ts'
import { fold } from './traverse.ts'

interface Printed {
  readonly text: string
  /** Precedence of the outermost operator. */
  readonly level: number
  /** The first character is a minus sign. */
  readonly isSigned?: boolean
}

const RANGE = -1
const IF = 0
const OR = 1
const NOT = 3
const RELATION = 4
const SUM = 5
const PRODUCT = 6
const UNARY = 7
const POWER = 8
const POSTFIX = 9

/** Level of the binary operators, and the minimum levels of their operands. */
const BINARY: Readonly<Record<string, readonly [level: number, left: number, right: number]>> = {
  or: [OR, OR, OR + 1],
  and: [2, 2, NOT],
  ...entries([...COMPARISONS], [RELATION, SUM, SUM]),
  ...entries(['+', '-', '.+', '.-'], [SUM, SUM, PRODUCT]),
  ...entries(['*', '/', '.*', './'], [PRODUCT, PRODUCT, POWER]),
  ...entries(['^', '.^'], [POWER, POSTFIX, POWER]),
}
const TIGHT = new Set(['*', '/', '^'])

/** The expression as text. Objects of the host language print as `${…}`, which cannot be parsed again. */
export function printExpr(expr: Expr): string {
  return fold<Printed>(expr, print).text
}

/** `left = right` as text. */
export function printEquation(equation: { readonly left: Expr; readonly right: Expr }): string {
  return `${printExpr(equation.left)} = ${printExpr(equation.right)}`
}

function print(node: Expr, parts: readonly Printed[]): Printed {
  switch (node.kind) {
    case 'number':
      if (node.quantity !== undefined)
        return atom(`quantity(${node.quantity.value}, ${printString(node.quantity.unit)})`)
      return printNumber(node.value)
    case 'boolean':
      return atom(String(node.value))
    case 'string':
      return atom(printString(node.value))
    case 'name':
      return atom(node.name)
    case 'end':
      return atom('end')
    case 'object':
      return atom(printObject(node.value))
    case 'call':
      return printCall(node, parts)
    case 'if':
      return printIf(node.else.kind === 'if', parts)
    case 'array':
      return atom(printArray(node, parts))
    case 'tuple':
      return atom(`(${list(parts, IF).replaceAll('[]', '')})`)
    case 'index':
      return atom(`${wrap(parts[0], POSTFIX)}[${list(parts.slice(1), RANGE)}]`)
    case 'member':
      return atom(`${wrap(parts[0], POSTFIX)}.${node.member}`)
    case 'range': {
      const isAll = node.from.kind === 'number' && node.from.value === 1 && node.step === null
      if (isAll && node.to.kind === 'end') return { text: '1:end', level: RANGE }
      return { text: parts.map((part) => wrap(part, OR)).join(':'), level: RANGE }
    }
    case 'comprehension':
      return atom(`[${wrap(parts[0], IF)} for ${node.variable} in ${wrap(parts[1], RANGE)}]`)
  }
}

function printCall(node: CallExpr, parts: readonly Printed[]): Printed {
  const { fn, args } = node
  if (fn === 'neg' && parts.length === 1) {
    // -2 is a literal, the negative of 2 is -(2)
    const operand = args[0].kind === 'number' ? `(${parts[0].text})` : wrap(parts[0], POWER)
    return { text: `-${operand}`, level: UNARY, isSigned: true }
  }
  const named = nameOfArgument(node)
  if (named !== undefined) return { text: `${named} = ${parts[1].text}`, level: RANGE }
  if (fn === 'not' && parts.length === 1) return { text: `not ${wrap(parts[0], NOT)}`, level: NOT }
  if (!Object.hasOwn(BINARY, fn) || parts.length !== 2) return atom(`${fn}(${list(parts, RANGE)})`)

  const [level, leftLevel, rightLevel] = BINARY[fn]
  // signs must not follow each other: a - (-b)
  const isDoubleSign = level === SUM && parts[1].isSigned === true
  const right = wrap(parts[1], isDoubleSign ? POSTFIX + 1 : rightLevel)
  const operator = TIGHT.has(fn) ? fn : ` ${fn} `
  const isSigned = parts[0].isSigned === true && parts[0].level >= leftLevel
  return { text: `${wrap(parts[0], leftLevel)}${operator}${right}`, level, isSigned }
}

function printIf(isElseIf: boolean, [condition, then, otherwise]: readonly Printed[]): Printed {
  const rest = isElseIf ? ` else${otherwise.text}` : ` else ${wrap(otherwise, IF)}`
  return { text: `if ${wrap(condition, OR)} then ${wrap(then, OR)}${rest}`, level: IF }
}

/** Rows are separated by `;` where that does not make blocks of arrays. */
function printArray(node: ArrayExpr, parts: readonly Printed[]): string {
  const isOfNumbers = (row: Expr): boolean =>
    row.kind === 'array' &&
    row.elements.length > 0 &&
    row.elements.every((element) => element.kind === 'number')
  const isMatrix = node.isBlocks || (node.elements.length > 1 && node.elements.every(isOfNumbers))
  if (!isMatrix) return `[${list(parts, IF)}]`
  return `[${parts.map((part) => part.text.slice(1, -1)).join('; ')}]`
}

function list(parts: readonly Printed[], level: number): string {
  return parts.map((part) => wrap(part, level)).join(', ')
}

function wrap(part: Printed, level: number): string {
  return part.level < level ? `(${part.text})` : part.text
}

function atom(text: string): Printed {
  return { text, level: POSTFIX }
}

/** Shortest decimal that parses to the same number; infinity as a number beyond the range. NaN has no literal. */
function printNumber(value: number): Printed {
  const isSigned = value < 0 || Object.is(value, -0)
  const size = Math.abs(value)
  const digits = size === Number.POSITIVE_INFINITY ? '1e999' : String(size)
  return isSigned ? { text: `-${digits}`, level: UNARY, isSigned } : atom(digits)
}

function printString(value: string): string {
  const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' }
  return `"${value.replace(/["\\\n\t\r]/g, (character) => escapes[character] ?? `\\${character}`)}"`
}

function printObject(value: unknown): string {
  const name = (value as { name?: unknown } | null)?.name
  return `\${${typeof name === 'string' && name !== '' ? name : '…'}}`
}

function entries<T>(keys: readonly string[], value: T): Record<string, T> {
  return Object.fromEntries(keys.map((key) => [key, value]))
}
