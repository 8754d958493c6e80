import type {
  Branch,
  CallStatement,
  EquationStatement,
  ForStatement,
  IfStatement,
  Statement,
  WhenStatement,
} from '../expr.ts'
import { orderArguments } from '../named-arguments.ts'
import { locate } from '../source-text.ts'
import type { ExpressionParser } from './expression-parser.ts'
import { STATEMENT_CALLS } from './mark-statements.ts'
import type { TokenReader } from './token-reader.ts'
import type { Token } from './tokenize.ts'

/** Maximum number of statements inside of each other. */
const MAX_DEPTH = 100

/**
 * Statements:
 *
 *   statement = equation | call | when | for | if, each with an optional description in quotes
 *   when      = 'when' e 'then' body { 'elsewhen' e 'then' body } 'end when'
 *   for       = 'for' name 'in' range { ',' name 'in' range } 'loop' body 'end for'
 *   if        = 'if' e 'then' body { 'elseif' e 'then' body } [ 'else' body ] 'end if'
 */
export class StatementParser {
  /** First tokens of the open statements, from the outermost on. */
  private readonly open: Token[] = []

  constructor(
    private readonly reader: TokenReader,
    private readonly expressions: ExpressionParser,
  ) {}

  /** All statements up to the end of the text. */
  parseAll(): Statement[] {
    const statements: Statement[] = []
    while (!this.atEof()) statements.push(this.parseStatement())
    return statements
  }

  /** Skips separators; true at the end of the text. */
  private atEof(): boolean {
    while (isText(this.reader.peek(), ';')) this.reader.next()
    return this.reader.peek().type === 'eof'
  }

  private parseStatement(): Statement {
    const { reader } = this
    reader.beginStatement()
    const statement = this.parseKind()
    // a description in quotes belongs to the statement; it has no effect
    if (reader.peek().type === 'string' && !reader.isNextStatement) reader.next()
    if (!reader.atEnd() && !this.isPartNext()) failAtEnd(reader, 'the statement')
    return statement
  }

  private parseKind(): Statement {
    const { reader } = this
    const first = reader.peek()
    if (first.type !== 'keyword') return this.parseAction()
    if (this.open.length > MAX_DEPTH) reader.failAt(first, `expected at most ${MAX_DEPTH} nested statements`)
    switch (first.text) {
      case 'when':
        return this.parseWhen()
      case 'for':
        return this.parseFor()
      case 'if':
        return reader.isIfStatement() ? this.parseIf() : this.parseAction()
      case 'end':
        return reader.failAt(
          first,
          "unexpected 'end'",
          "no 'when', 'for' or 'if' is open; a model has no end",
        )
      case 'else':
      case 'elseif':
      case 'elsewhen':
        return reader.failAt(first, `unexpected '${first.text}'`, `no '${opener(first.text)}' is open here`)
    }
    return this.parseAction()
  }

  private parseWhen(): WhenStatement {
    const { reader } = this
    const first = reader.peek()
    const outer = this.open.find(({ text }) => text === 'when')
    if (outer) reader.failAt(first, "unexpected 'when' inside of 'when'", "close it with 'end when'")
    reader.next()
    const branches = [this.parseBranch(first, 'write: when condition then … end when')]
    while (reader.peek().text === 'elsewhen' && reader.next())
      branches.push(this.parseBranch(first, 'write: elsewhen condition then …'))
    this.parseEnd('when')
    return { kind: 'when', branches, pos: reader.positionFrom(first.start) }
  }

  private parseIf(): IfStatement {
    const { reader } = this
    const first = reader.next()
    const branches = [this.parseBranch(first, 'write: if condition then … else … end if')]
    while (reader.peek().text === 'elseif' && reader.next())
      branches.push(this.parseBranch(first, 'write: elseif condition then …'))
    const otherwise = reader.peek().text === 'else' && reader.next() ? this.parseBody(first) : []
    this.parseEnd('if')
    return { kind: 'if', branches, otherwise, pos: reader.positionFrom(first.start) }
  }

  private parseFor(): ForStatement {
    const { reader } = this
    const first = reader.next()
    const iterators = this.expressions.parseIterators()
    if (reader.peek().text === 'loop') reader.next()
    else reader.fail("'loop'", 'write: for i in 1:n loop … end for')
    const body = this.parseBody(first)
    this.parseEnd('for')
    return { kind: 'for', iterators, body, pos: reader.positionFrom(first.start) }
  }

  /** `condition then body`. */
  private parseBranch(first: Token, usage: string): Branch {
    const { reader } = this
    reader.beginStatement()
    const condition = this.expressions.parseExpression()
    reader.expect('then', "'then'", reader.is('=') ? "a comparison is written '=='" : usage)
    return { condition, body: this.parseBody(first) }
  }

  /** Statements up to the next part of the open statement. */
  private parseBody(first: Token): Statement[] {
    const { reader } = this
    this.open.push(first)
    const body: Statement[] = []
    for (;;) {
      if (this.atEof()) {
        const { line } = locate(reader.source, first.start)
        reader.fail(`'end ${first.text}'`, `'${first.text}' in line ${line} is not closed`)
      }
      if (this.isPartNext()) break
      body.push(this.parseStatement())
    }
    this.open.pop()
    return body
  }

  /** True at a keyword that ends the body of the innermost open statement. */
  private isPartNext(): boolean {
    const inner = this.open.at(-1)
    if (inner === undefined) return false
    const { type, text } = this.reader.peek()
    return type === 'keyword' && (text === 'end' || (isPart(text) && opener(text) === inner.text))
  }

  /** `end` with the word that opened the statement, which may be left out. */
  private parseEnd(word: string): void {
    const { reader } = this
    reader.expectPart('end', `'end ${word}'`)
    const after = reader.peek()
    if (after.newline || after.type !== 'keyword') return
    if (after.text === word) reader.next()
    else if (['when', 'for', 'if'].includes(after.text)) reader.fail(`'end ${word}'`)
  }

  /** An equation, or a call that is a statement. */
  private parseAction(): EquationStatement | CallStatement {
    const { reader } = this
    const first = reader.peek()
    const { start } = first
    if (first.type === 'name' && STATEMENT_CALLS.has(first.text) && reader.peek(1).text === '(') {
      reader.next()
      if (first.text === 'connect' && this.open.some(({ text }) => text === 'when'))
        reader.failAt(first, "unexpected 'connect' inside of 'when'")
      const found = this.expressions.parseArguments()
      const fn = first.text as CallStatement['fn']
      const pos = reader.positionFrom(start)
      const { args } = orderArguments({ kind: 'call', fn, args: found, pos }, { inputs: INPUTS[fn] })
      checkArguments(reader, first, args.length)
      return { kind: 'statement', fn, args, pos }
    }
    const advice =
      adviceForModelica(first, reader.peek(1)) ?? adviceForComponent(first, reader.peek(1), reader.peek(2))
    if (advice !== undefined) reader.failAt(first, `unexpected '${first.text}' among the equations`, advice)
    const left = this.expressions.parseLeftSide()
    if (reader.atEnd()) reader.fail("'='", "an equation is written 'left = right'")
    reader.expect('=', "an operator or '='", missingOperator(reader))
    const right = this.expressions.parseRange()
    if (reader.is('='))
      reader.fail('one equation', "a comparison is written '=='; one line holds one equation")
    return { kind: 'equation', left, right, pos: reader.positionFrom(start) }
  }
}

/** True for a keyword that begins another part of a statement. */
function isPart(text: string): boolean {
  return text === 'else' || text === 'elseif' || text === 'elsewhen'
}

/** The keyword of the statement of which `part` is a part. */
function opener(part: string): string {
  return part === 'elsewhen' ? 'when' : 'if'
}

const ARITIES: Readonly<Record<string, readonly [number, number, string]>> = {
  reinit: [2, 2, 'reinit(state, value)'],
  assert: [2, 3, 'assert(condition, message) or assert(condition, message, level)'],
  terminate: [1, 1, 'terminate(message)'],
  connect: [2, Number.POSITIVE_INFINITY, 'connect(a, b, …)'],
}

/** Names of the arguments of statements. */
const INPUTS: Readonly<Partial<Record<CallStatement['fn'], readonly { readonly name: string }[]>>> = {
  assert: [{ name: 'condition' }, { name: 'message' }, { name: 'level' }],
  terminate: [{ name: 'message' }],
}

function checkArguments(reader: TokenReader, token: Token, found: number): void {
  const [min, max, usage] = ARITIES[token.text]
  if (found >= min && found <= max) return
  reader.failAt(token, `expected ${usage}, got ${found} argument${found === 1 ? '' : 's'}`)
}

/** Reports text after the end of the expression or statement. */
export function failAtEnd(reader: TokenReader, what: string): never {
  reader.fail(`an operator or the end of ${what}`, missingOperator(reader))
}

function missingOperator(reader: TokenReader): string | undefined {
  const token = reader.peek()
  const isOperand =
    token.type === 'name' || token.type === 'number' || token.text === '(' || token.type === 'value'
  if (!isOperand) return undefined
  if (token.newline && token.type === 'name' && Object.hasOwn(WORDS, token.text)) return WORDS[token.text]
  if (token.newline) return "a line without '=' continues the line before"
  if (token.text === 'annotation') return WORDS['annotation']
  return "a product is written with '*'"
}

function isText(token: Token, text: string): boolean {
  return token.type === 'symbol' && token.text === text
}

const DECLARATION = 'declare it beside the equations: x: Var({ init: 0 })'
const PARAMETER = "write it beside the equations: k: Par(2, 'm')"
const SECTION = 'remove it: the template holds the equations alone'
const CLASS = 'write const Name = Model({ …, equations: equations`…` })'

/** Words with which other parts of a Modelica class begin, and what to write instead. */
const WORDS: Readonly<Record<string, string>> = {
  ...{ Real: DECLARATION, Integer: DECLARATION, Boolean: DECLARATION, String: DECLARATION },
  ...{
    discrete: DECLARATION,
    input: DECLARATION,
    output: DECLARATION,
    flow: DECLARATION,
    stream: DECLARATION,
  },
  ...{ parameter: PARAMETER, constant: PARAMETER, final: PARAMETER },
  ...{ equation: SECTION, protected: SECTION, public: SECTION },
  algorithm: 'write equations, or a function with defineFunction`…`',
  function: 'write defineFunction`function … end …;` beside the model',
  ...{
    model: CLASS,
    block: CLASS,
    class: CLASS,
    partial: CLASS,
    encapsulated: CLASS,
    package: 'write export const g = Constant(9.81) in a file of TypeScript, and import it',
    connector: 'write const Pin = Model({ v: Var({ potential: true }), i: Var({ flow: true }) })',
    expandable: 'write const ControlBus = Bus()',
    record: 'write const State = Model({ x: Var(), v: Var() })',
    operator: 'write const Complex = Model({ re: Var(), im: Var() })',
    type: "write const Voltage = Var({ unit: 'V' }), or E: Enumeration('a', 'b')",
  },
  inner: 'write world: inner(World()) beside the equations',
  outer: 'write world: outer(World()) beside the equations',
  replaceable: 'write R: Resistor() beside the equations: every member is replaceable',
  redeclare: 'write Circuit({ R: redeclare(Inductor()) })',
  external: 'write a function in TypeScript, and registerFunction',
  extends: 'write Base.extend({ … })',
  initial: 'write initialEquations: equations`…` beside the equations',
  import: 'import components in TypeScript: import { Resistor } from …',
  annotation: 'remove it: an experiment is written in TypeScript, graphics are not used',
  while: "write 'for i in 1:n loop … end for', or a function with defineFunction`…`",
}

/** The advice for a declaration of a component, `Resistor R(R = 2)`. */
function adviceForComponent(first: Token, next: Token, after: Token): string | undefined {
  const isNamed = first.type === 'name' && next.type === 'name' && !next.newline
  const isDeclaration =
    isNamed && (after.type === 'eof' || [';', '(', '['].includes(after.text) || after.newline)
  if (!isDeclaration || !/^\p{Lu}/u.test(first.text)) return undefined
  const array = after.text === '[' ? 'for: { i: expr`1:n` }' : after.text === '(' ? 'name: value' : ''
  return `write ${next.text}: ${first.text}(${array === '' ? '' : `{ ${array} }`}) beside the equations`
}

/** The advice for a statement that begins like a declaration or a section of Modelica. */
function adviceForModelica(first: Token, next: Token): string | undefined {
  if (first.type !== 'name' || !Object.hasOwn(WORDS, first.text)) return undefined
  const continues =
    ['=', '.', '[', '+', '-', '*', '/', '^', ';'].includes(next.text) && next.type === 'symbol'
  const isCall = next.text === '(' && first.text !== 'annotation' && first.text !== 'while'
  return continues || isCall ? undefined : WORDS[first.text]
}
