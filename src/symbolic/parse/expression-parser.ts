/**
 * Recursive descent for expressions; binary operators by precedence climbing, so that a sum of many terms needs no
 * stack.
 *
 *   expression = 'if' e 'then' e { 'elseif' e 'then' e } 'else' e  |  binary [ '?' e ':' e ]
 *   binary     = operands of or < and < not < relations < + - < * / < unary - ! < ^ (from the right)
 *   postfix    = primary { '[' subscript { ',' subscript } ']' | '.' name }
 *   primary    = number | string | true | false | name | name '(' arguments ')' | '(' e ')' | array | end | ${…}
 *   array      = '[' [ row { ';' row } ] ']'  |  '{' [ row ] '}'  |  '[' e 'for' iterators ']'
 *   iterators  = name 'in' range { ',' name 'in' range }; also in the arguments of a function, sum(x[i] for i in 1:n)
 */
import type { ArrayExpr, Expr, Iterator, NumberExpr, Position } from '../expr.ts'
import { namedArgument, nameOfArgument } from '../named-arguments.ts'
import { errorAt } from '../source-text.ts'
import { isHostCallable, quantityExpr, valueToExpr } from './host-values.ts'
import type { TokenReader } from './token-reader.ts'
import { HOLE, type Token } from './tokenize.ts'

/** Maximum nesting depth of expressions; two levels for a pair of parentheses, one for an `elseif`. */
const MAX_DEPTH = 600

/** Precedence of the binary operators. */
const LEVELS: Readonly<Record<string, number>> = {
  ...{ or: 1, '||': 1, and: 2, '&&': 2 },
  ...{ '<': 4, '<=': 4, '>': 4, '>=': 4, '==': 4, '<>': 4, '!=': 4 },
  ...{ '+': 5, '-': 5, '.+': 5, '.-': 5, '*': 6, '/': 6, '.*': 6, './': 6 },
}
const NOT_LEVEL = 3
const RELATION_LEVEL = 4

const CANONICAL: Readonly<Record<string, string>> = { '||': 'or', '&&': 'and', '!=': '<>' }

export class ExpressionParser {
  private readonly reader: TokenReader
  /** Returns the name under which the equation calls an interpolated function. */
  private readonly nameFunction: (callee: object) => string
  /** The first argument with a name. */
  named: Position | undefined
  private subscriptDepth = 0
  /** Offset of the only parenthesis that may open a tuple. */
  private tupleStart = -1
  /** Current nesting depth. */
  private depth = 0

  constructor(reader: TokenReader, nameFunction: (callee: object) => string) {
    this.reader = reader
    this.nameFunction = nameFunction
  }

  parseExpression(): Expr {
    return this.deeper(() => this.parseChoice())
  }

  /** Parses a part; deeper nesting than in any real model would exhaust the stack, here or later. */
  private deeper(read: () => Expr): Expr {
    if (++this.depth > MAX_DEPTH)
      this.reader.failAt(this.reader.peek(), `expected at most ${MAX_DEPTH} nested expressions`)
    const expr = read()
    this.depth--
    return expr
  }

  private parseChoice(): Expr {
    const start = this.reader.peek().start
    if (this.reader.is('if')) {
      this.reader.next()
      return this.parseIf(start)
    }
    const condition = this.parseBinary(1)
    if (!this.reader.accept('?')) return condition
    const then = this.parseExpression()
    this.reader.expect(':', "':' and the other value of '? :'")
    const otherwise = this.parseExpression()
    return { kind: 'if', condition, then, else: otherwise, pos: this.reader.positionFrom(start) }
  }

  /** An expression, or a range `from:to` or `from:step:to`. */
  parseRange(): Expr {
    const start = this.reader.peek().start
    const from = this.parseExpression()
    if (!this.reader.accept(':')) return from
    const second = this.parseExpression()
    const third = this.reader.accept(':') ? this.parseExpression() : null
    const pos = this.reader.positionFrom(start)
    return { kind: 'range', from, step: third && second, to: third ?? second, pos }
  }

  /** The left side of an equation: an expression, or a tuple `(a, b, …)`. */
  parseLeftSide(): Expr {
    this.tupleStart = this.reader.peek().start
    return this.parseExpression()
  }

  /** `(a, b, …)` after the name of a function. */
  parseArguments(): Expr[] {
    const open = this.reader.next()
    if (this.reader.accept(')')) return []
    const first = this.parseArgument()
    const args = [this.reader.accept('for') ? this.comprehension(first, open.start) : first]
    while (this.reader.accept(',')) {
      const isAfterNamed = nameOfArgument(args[args.length - 1]) !== undefined
      const token = this.reader.peek()
      args.push(this.parseArgument())
      if (isAfterNamed && nameOfArgument(args[args.length - 1]) === undefined)
        this.reader.failAt(token, 'expected a name and its value, y = 2, after another one')
    }
    const hint = this.reader.is('=') ? "a comparison is written '=='" : undefined
    if (hint !== undefined) this.reader.fail("an operator, ',' or ')'", hint)
    this.reader.expectClosing(')', open, "an operator, ',' or ')'")
    return args
  }

  /** An argument, or one with its name: `y = 2`. */
  private parseArgument(): Expr {
    const { start } = this.reader.peek()
    const first = this.parseRange()
    if (first.kind !== 'name' || first.name.includes('.') || !this.reader.accept('=')) return first
    const value = this.parseRange()
    this.named ??= this.reader.positionFrom(start)
    return namedArgument(first.name, value, this.reader.positionFrom(start))
  }

  private parseIf(start: number): Expr {
    const condition = this.parseExpression()
    const comparison = this.reader.is('=') ? "a comparison is written '=='" : undefined
    this.reader.expect('then', "'then'", comparison ?? 'write: if condition then value else value')
    const then = this.parseExpression()
    const elseStart = this.reader.peek().start
    let otherwise: Expr
    if (this.reader.accept('elseif')) otherwise = this.deeper(() => this.parseIf(elseStart))
    else {
      this.reader.expect(
        'else',
        "'else' or 'elseif'",
        "an 'if' in an expression needs a value for both cases",
      )
      otherwise = this.parseExpression()
    }
    return { kind: 'if', condition, then, else: otherwise, pos: this.reader.positionFrom(start) }
  }

  private parseBinary(minLevel: number): Expr {
    const { start } = this.reader.peek()
    let left = this.parseOperand(minLevel)
    for (;;) {
      const operator = this.operatorAt(minLevel)
      if (operator === undefined) return left
      const level = LEVELS[operator]
      this.reader.next()
      const right = this.parseBinary(level + 1)
      left = this.call(CANONICAL[operator] ?? operator, [left, right], start)
      const next = this.operatorAt(1)
      if (level === RELATION_LEVEL && next !== undefined && LEVELS[next] === RELATION_LEVEL)
        this.reader.fail("'and', 'or' or the end of the relation", 'write a < b and b < c')
    }
  }

  /** The next binary operator, if its level is at least `minLevel`. */
  private operatorAt(minLevel: number): string | undefined {
    const token = this.reader.peek()
    if (token.type !== 'symbol' && token.type !== 'keyword') return undefined
    const known = Object.hasOwn(LEVELS, token.text) && LEVELS[token.text] >= minLevel
    return known && this.reader.is(token.text) ? token.text : undefined
  }

  private parseOperand(minLevel: number): Expr {
    const start = this.reader.peek().start
    if (minLevel <= NOT_LEVEL && this.reader.accept('not'))
      return this.call('not', [this.deeper(() => this.parseBinary(NOT_LEVEL))], start)
    return this.parseUnary()
  }

  private parseUnary(): Expr {
    return this.deeper(() => this.parseSigned())
  }

  private parseSigned(): Expr {
    const { start } = this.reader.peek()
    if (this.reader.accept('+')) return this.parseUnary()
    if (this.reader.accept('!')) return this.call('not', [this.parseUnary()], start)
    if (!this.reader.accept('-')) return this.parsePower()

    // a minus sign and a number are one literal, except in -2^2
    const literal = this.reader.peek().type === 'number'
    const count = this.reader.count
    const operand = this.parseUnary()
    if (literal && operand.kind === 'number' && this.reader.count === count + 1)
      return { kind: 'number', value: -operand.value, pos: this.reader.positionFrom(start) }
    return this.call('neg', [operand], start)
  }

  private parsePower(): Expr {
    const { start } = this.reader.peek()
    const base = this.parsePostfix()
    for (const operator of ['^', '.^'])
      if (this.reader.accept(operator)) return this.call(operator, [base, this.parseUnary()], start)
    return base
  }

  private parsePostfix(): Expr {
    const { start } = this.reader.peek()
    let base = this.parsePrimary()
    for (;;) {
      if (this.reader.is('[')) {
        const subscripts = this.parseSubscripts()
        base = { kind: 'index', base, subscripts, pos: this.reader.positionFrom(start) }
      } else if (isComponent(base) && this.reader.is('.') && this.isMemberNext()) {
        this.reader.next()
        const member = this.reader.next().text
        base = { kind: 'member', base, member, pos: this.reader.positionFrom(start) }
      } else break
    }
    if (this.reader.is('.')) {
      const broadcast = this.reader.peek(1).text === '('
      const hint = broadcast
        ? 'functions act on the elements of arrays without a dot'
        : 'only components have members: cells[2].T, cells[i].T'
      this.reader.fail('an operator', hint)
    }
    return base
  }

  /** True if a name follows the dot, and it is not called. */
  private isMemberNext(): boolean {
    const [part, after] = [this.reader.peek(1), this.reader.peek(2)]
    return (part.type === 'name' || part.type === 'keyword') && !part.newline && after.text !== '('
  }

  private parseSubscripts(): Expr[] {
    const open = this.reader.next()
    this.subscriptDepth++
    const subscripts = [this.parseSubscript()]
    while (this.reader.accept(',')) subscripts.push(this.parseSubscript())
    this.subscriptDepth--
    this.reader.expectClosing(']', open, "an operator, ',' or ']'")
    return subscripts
  }

  private parseSubscript(): Expr {
    const colon = this.reader.peek()
    if (!this.reader.accept(':')) return this.parseRange()
    const pos = this.reader.positionFrom(colon.start)
    return {
      kind: 'range',
      from: { kind: 'number', value: 1, pos },
      step: null,
      to: { kind: 'end', pos },
      pos,
    }
  }

  private parsePrimary(): Expr {
    const { reader } = this
    const token = reader.peek()
    if (reader.isNextStatement) reader.fail('an expression')
    const here = (): Position => reader.positionFrom(token.start)
    switch (token.type) {
      case 'number':
        reader.next()
        return { kind: 'number', value: token.value as number, pos: here() }
      case 'string':
        reader.next()
        return { kind: 'string', value: token.text, pos: here() }
      case 'name':
        return this.parseName()
      case 'value':
        return this.parseHole()
    }
    if (token.text === '(') return this.parseParentheses()
    if (token.text === '[' || token.text === '{') return this.parseArray()
    if (token.text === 'true' || token.text === 'false') {
      reader.next()
      return { kind: 'boolean', value: token.text === 'true', pos: here() }
    }
    if (token.text === 'end' && this.subscriptDepth > 0) {
      reader.next()
      return { kind: 'end', pos: here() }
    }
    return reader.fail('an expression', primaryHint(token))
  }

  private parseParentheses(): Expr {
    const { reader } = this
    const open = reader.next()
    const isTuple = open.start === this.tupleStart
    if (reader.is('*')) reader.fail('an expression', 'comments are written // … or /* … */')
    const first = isTuple && reader.is(',') ? this.omitted() : this.parseRange()
    if (!isTuple || !reader.is(',')) {
      reader.expectClosing(')', open, "an operator or ')'")
      return first
    }
    const elements = [first]
    while (reader.accept(','))
      elements.push(reader.is(',') || reader.is(')') ? this.omitted() : this.parseExpression())
    reader.expectClosing(')', open, "an operator, ',' or ')'")
    if (!reader.is('=')) reader.fail("'=' after the results of a function")
    return { kind: 'tuple', elements, pos: reader.positionFrom(open.start) }
  }

  /** A result of a function that is not used: `(a, ) = f(x)`. */
  private omitted(): Expr {
    return { kind: 'array', elements: [], pos: this.reader.positionFrom(this.reader.peek().start) }
  }

  /** A dotted name with its component subscripts, and the call of a function if '(' follows. */
  private parseName(): Expr {
    const { reader } = this
    const { start, text } = reader.next()
    let name = text
    for (;;) {
      const subscripts = this.componentSubscripts()
      if (subscripts === '' && !reader.is('.')) break
      if (subscripts === '' && reader.peek(1).text === '(') break
      if (subscripts !== '') while (!reader.is('.')) reader.next()
      reader.next()
      const part = reader.peek()
      if ((part.type !== 'name' && part.type !== 'keyword') || reader.isNextStatement)
        reader.fail("a name after '.'")
      name += `${subscripts}.${reader.next().text}`
    }
    if (reader.is('(')) return this.call(name, this.parseArguments(), start)
    return { kind: 'name', name, pos: reader.positionFrom(start) }
  }

  /** `[2]` or `[2,3]` if integer literals in brackets and a '.' come next, otherwise ''. Consumes nothing. */
  private componentSubscripts(): string {
    const { reader } = this
    if (!reader.is('[')) return ''
    const indices: string[] = []
    for (let i = 1; ; i += 2) {
      const token = reader.peek(i)
      const separator = reader.peek(i + 1).text
      const value = token.value
      const isLiteral = token.type === 'number' || token.type === 'value'
      if (!isLiteral || typeof value !== 'number' || !Number.isInteger(value)) return ''
      indices.push(String(value))
      if (separator === ']') return reader.peek(i + 2).text === '.' ? `[${indices.join(',')}]` : ''
      if (separator !== ',') return ''
    }
  }

  /** The variables of a loop with their ranges, after `for`. */
  parseIterators(): Iterator[] {
    const { reader } = this
    const iterators: Iterator[] = []
    do {
      const variable = reader.next()
      if (variable.type !== 'name')
        reader.failAt(variable, "expected the name of a loop variable after 'for'")
      if (!reader.accept('in')) reader.fail("'in'", 'write: for i in 1:n, or for i in 1:size(x, 1)')
      iterators.push({ variable: variable.text, range: this.parseRange() })
    } while (reader.accept(','))
    return iterators
  }

  /** `body for i in … , j in …`, after `for`: the first variable varies fastest, its values form the rows. */
  private comprehension(body: Expr, start: number): Expr {
    const iterators = this.parseIterators()
    const pos = this.reader.positionFrom(start)
    return iterators.reduce<Expr>(
      (inner, { variable, range }) => ({ kind: 'comprehension', body: inner, variable, range, pos }),
      body,
    )
  }

  private parseArray(): Expr {
    const { reader } = this
    const open = reader.next()
    const close = open.text === '[' ? ']' : '}'
    const outerDepth = this.subscriptDepth
    const finish = (elements: Expr[]): ArrayExpr => {
      this.subscriptDepth = outerDepth
      const expected =
        close === ']' ? "an operator, ',', ';', 'for' or ']'" : "an operator, ',', 'for' or '}'"
      reader.expectClosing(close, open, expected)
      return { kind: 'array', elements, pos: reader.positionFrom(open.start) }
    }
    if (reader.is(close)) return finish([])

    const rowStart = reader.peek().start
    const first = this.parseExpression()
    if (reader.accept('for')) {
      const values = this.comprehension(first, open.start)
      const { pos } = finish([])
      return { ...values, ...(pos && { pos }) }
    }
    const rows = [this.parseRow(first, rowStart)]
    while (close === ']' && reader.accept(';')) {
      const start = reader.peek().start
      rows.push(this.parseRow(this.parseExpression(), start))
    }
    if (rows.length === 1) return finish([...rows[0].elements])
    const isOfNumbers = rows.every((row) => row.elements.every((element) => element.kind === 'number'))
    return { ...finish(rows), ...(!isOfNumbers && { isBlocks: true }) }
  }

  private parseRow(first: Expr, start: number): ArrayExpr {
    const elements = [first]
    while (this.reader.accept(',')) elements.push(this.parseExpression())
    return { kind: 'array', elements, pos: this.reader.positionFrom(start) }
  }

  private parseHole(): Expr {
    const token = this.reader.next()
    const callable = isHostCallable(token.value)
    if (this.reader.is('(') && callable)
      return this.call(this.nameFunction(token.value), this.parseArguments(), token.start)
    const expr = valueToExpr(token.value, this.reader.positionFrom(token.start))
    if (expr === undefined)
      this.reader.failAt(
        token,
        `expected a number, Boolean, name, function or object in ${HOLE}, got ${String(token.value)}`,
      )
    return expr
  }

  private call(fn: string, args: readonly Expr[], start: number): Expr {
    if (fn === 'quantity') return this.quantity(args, start)
    return { kind: 'call', fn, args, pos: this.reader.positionFrom(start) }
  }

  /** `quantity(25, 'degC')`: a number with its unit. */
  private quantity([number, unit]: readonly Expr[], start: number): Expr {
    const pos = this.reader.positionFrom(start)
    const value = number === undefined ? undefined : literalOf(number)
    if (value === undefined || unit?.kind !== 'string')
      throw errorAt('SYNTAX', "expected a number and a unit: quantity(25, 'degC').", pos)
    return quantityExpr(value, unit.value, pos)
  }
}

/** True for a component with subscripts, or a part of one: `cells[i]`, `cells[i].port`. */
function isComponent(expr: Expr): boolean {
  return (
    expr.kind === 'member' || (expr.kind === 'index' && (expr.base.kind === 'name' || isComponent(expr.base)))
  )
}

/** The value of a number, also of a negative one. */
function literalOf(expr: Expr): number | undefined {
  if (expr.kind === 'number') return expr.value
  const isNegative = expr.kind === 'call' && expr.fn === 'neg' && expr.args[0].kind === 'number'
  return isNegative ? -(expr.args[0] as NumberExpr).value : undefined
}

/** Reserved words that cannot begin an expression, but could be names in another language. */
const RESERVED: ReadonlySet<string> = new Set(['in', 'for', 'when', 'elsewhen', 'and', 'or'])

function primaryHint(token: Token): string | undefined {
  if (token.text === 'if') return "put parentheses around the 'if' expression"
  if (token.text === 'not') return "put parentheses around 'not …', or write '!'"
  if (token.type === 'keyword' && RESERVED.has(token.text))
    return `'${token.text}' is a reserved word of the equations, not a name`
  if (token.text === 'end') return "'end' stands for the size of an array inside of its subscripts only"
  return undefined
}
