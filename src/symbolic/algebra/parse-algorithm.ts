import type { Expr, NameExpr, Position, Source } from '../expr.ts'
import { collectNames } from '../names.ts'
import { ExpressionParser, TokenReader, tokenize } from '../parse/index.ts'
import { errorAt } from '../source-text.ts'
import { mapExpr } from '../traverse.ts'
import type { Algorithm, AlgorithmStatement, AlgorithmVariable, BaseType } from './algorithm.ts'

/** A field of a record: a variable without role. */
export type RecordField = Omit<AlgorithmVariable, 'role' | 'pos'>

/** Fields of records by the names of these. */
export type Records = ReadonlyMap<string, readonly RecordField[]>

const TYPES: ReadonlySet<string> = new Set(['Real', 'Integer', 'Boolean', 'String'])
const PREFIXES: ReadonlySet<string> = new Set(['parameter', 'constant', 'discrete'])

/**
 * Parses a function in the notation of Modelica:
 *
 *   function  = 'function' name [ text ] { record | declaration } 'algorithm' { statement } 'end' name [ ';' ]
 *   record    = 'record' name { declaration } 'end' name ';'
 *   statement = target ':=' e | 'for' … 'loop' … 'end for' | 'while' e 'loop' … 'end while' | 'if' … 'end if' | 'break' |
 *               'return' | 'assert' '(' e ',' e ')', each with ';'
 *
 * A record is as many variables as it has fields, `s.x` and `s.v`.
 *
 * @param records fields of records that are known already
 * @throws SyntaxProblem
 */
export function parseAlgorithm(text: string, records: Records = new Map()): Algorithm {
  const source: Source = { name: 'function', text }
  return new AlgorithmParser(new TokenReader(source, tokenize(source)), records).parse()
}

class AlgorithmParser {
  private readonly expressions: ExpressionParser
  private variables: AlgorithmVariable[] = []
  private readonly records: Map<string, readonly RecordField[]>

  constructor(
    private readonly reader: TokenReader,
    records: Records,
  ) {
    this.records = new Map(records)
    this.expressions = new ExpressionParser(reader, () => reader.fail('a name'))
  }

  parse(): Algorithm {
    const { reader, expressions } = this
    this.word('function', "'function'")
    const name = this.name('the name of the function')
    if (reader.peek().type === 'string') reader.next()
    let isProtected = false
    while (!this.isWord('algorithm')) {
      if (this.isWord('protected') && reader.next()) isProtected = true
      else if (this.isWord('record')) this.record()
      else this.declaration(isProtected)
    }
    reader.next()
    const body = this.statements()
    reader.expectPart('end', `'end ${name}'`)
    this.word(name, `'end ${name}'`)
    reader.accept(';')
    if (reader.peek().type !== 'eof') reader.fail('the end of the text')
    if (expressions.named !== undefined)
      throw errorAt(
        'SYNTAX',
        'expected arguments in their order inside of a function, got one with a name. Remove the name.',
        expressions.named,
      )
    if (!this.variables.some(({ role }) => role === 'output'))
      reader.fail('an output', 'declare the result: output Real y;')
    return { name, variables: this.variables, body }
  }

  private declaration(isProtected: boolean): void {
    const { reader } = this
    let role: AlgorithmVariable['role'] = 'protected'
    const start = reader.peek()
    if (this.isWord('input') || this.isWord('output')) role = reader.next().text as 'input' | 'output'
    if (role !== 'protected' && isProtected) reader.failAt(start, `unexpected '${role}' after 'protected'`)
    while (PREFIXES.has(reader.peek().text)) reader.next()
    const type = reader.peek()
    const fields = this.records.get(type.text)
    if (fields !== undefined) {
      this.recordVariables(role, fields)
      return
    }
    if (!TYPES.has(type.text))
      reader.fail(
        "'input', 'output', 'protected', 'algorithm' or a type",
        ['types are Real, Integer, Boolean, String', ...this.records.keys()].join(', '),
      )
    reader.next()
    const common = this.sizes()
    do {
      const token = reader.peek()
      const name = this.name('the name of a variable')
      if (this.variables.some((other) => other.name === name))
        reader.failAt(token, `expected a new name, got '${name}' again`)
      const own = this.sizes()
      const unit = this.modifiers()
      const isBound = reader.accept('=') || reader.accept(':=')
      const value = isBound ? this.expressions.parseExpression() : undefined
      if (reader.peek().type === 'string') reader.next()
      this.variables.push({
        name,
        role,
        type: type.text as BaseType,
        sizes: own.length > 0 ? own : common,
        ...(unit !== undefined && { unit }),
        ...(value && { value }),
        pos: reader.positionFrom(token.start),
      })
    } while (reader.accept(','))
    reader.expect(';')
  }

  /** `record State … end State;`. */
  private record(): void {
    const { reader } = this
    reader.next()
    const name = this.name('the name of the record')
    if (reader.peek().type === 'string') reader.next()
    const outside = this.variables
    this.variables = []
    while (!reader.is('end')) this.declaration(false)
    reader.next()
    this.word(name, `'end ${name}'`)
    reader.expect(';')
    this.records.set(name, this.variables)
    this.variables = outside
  }

  /** `State a, b;`: variables for the fields. */
  private recordVariables(role: AlgorithmVariable['role'], fields: readonly RecordField[]): void {
    const { reader } = this
    reader.next()
    if (reader.is('[')) reader.fail('a name', 'a list of records is a record of arrays')
    do {
      const token = reader.peek()
      const name = this.name('the name of a variable')
      if (this.variables.some((other) => other.name === name || other.name.startsWith(`${name}.`)))
        reader.failAt(token, `expected a new name, got '${name}' again`)
      if (reader.is('[')) reader.fail("';'", 'a list of records is a record of arrays')
      const pos = reader.positionFrom(token.start)
      for (const field of fields) this.variables.push({ ...field, name: `${name}.${field.name}`, role, pos })
    } while (reader.accept(','))
    if (reader.peek().type === 'string') reader.next()
    reader.expect(';')
  }

  /** `[:, 3]`. */
  private sizes(): (Expr | null)[] {
    const { reader } = this
    if (!reader.accept('[')) return []
    const sizes: (Expr | null)[] = []
    do sizes.push(reader.accept(':') ? null : this.expressions.parseExpression())
    while (reader.accept(','))
    reader.expect(']')
    if (sizes.length > 2) reader.fail('at most two dimensions')
    return sizes
  }

  /** `(unit = "m", min = 0)`: the unit; other attributes have no effect on functions. */
  private modifiers(): string | undefined {
    const { reader } = this
    if (!reader.accept('(')) return undefined
    let unit: string | undefined
    do {
      const name = this.name('an attribute')
      reader.expect('=')
      const value = this.expressions.parseExpression()
      if (name === 'unit' && value.kind === 'string') unit = value.value
    } while (reader.accept(','))
    reader.expect(')')
    return unit
  }

  /** Statements up to `end`, `else` or `elseif`. */
  private statements(): AlgorithmStatement[] {
    const { reader } = this
    const list: AlgorithmStatement[] = []
    for (;;) {
      while (reader.accept(';'));
      const token = reader.peek()
      if (token.type === 'eof') reader.fail("'end'")
      if (token.type === 'keyword' && ['end', 'else', 'elseif'].includes(token.text)) return list
      list.push(...this.statement())
      if (!reader.accept(';')) reader.fail("an operator or ';'")
    }
  }

  private statement(): AlgorithmStatement[] {
    const { reader, expressions } = this
    const token = reader.peek()
    const here = (): Position => reader.positionFrom(token.start)
    switch (token.text) {
      case 'for': {
        reader.next()
        const iterators = expressions.parseIterators()
        const body = this.loop('for')
        return iterators.reduceRight<AlgorithmStatement[]>(
          (inner, { variable, range }) => [{ kind: 'for', variable, range, body: inner }],
          body,
        )
      }
      case 'while': {
        reader.next()
        const condition = this.withFields(expressions.parseExpression())
        return [{ kind: 'while', condition, body: this.loop('while') }]
      }
      case 'if':
        return [this.branches()]
      case 'when':
        return reader.fail('a statement', "a function has no events; write 'if'")
      case 'break':
      case 'return':
        reader.next()
        return [{ kind: token.text }]
      case 'assert': {
        reader.next()
        const [condition, message] = expressions.parseArguments()
        if (message === undefined) reader.failAt(token, 'expected assert(condition, message)')
        return [{ kind: 'assert', condition: this.withFields(condition), message, pos: here() }]
      }
    }
    const left = expressions.parseExpression()
    if (!reader.is(':=')) reader.fail("':='", 'statements of a function are assignments: y := 2*x')
    reader.next()
    const value = expressions.parseExpression()
    const target = this.fieldsOf(left)
    if (target.length > 0) return this.assignFields(target, left, value, here())
    const base = left.kind === 'index' ? left.base : left
    if (base.kind !== 'name')
      throw errorAt('SYNTAX', "expected a variable or an element of one before ':='.", here())
    const variable = this.variables.find(({ name }) => name === base.name)
    if (variable === undefined || variable.role === 'input') {
      const known = this.variables.filter(({ role }) => role !== 'input').map(({ name }) => name)
      const expected = `expected an output or a protected variable (${known.join(', ')})`
      throw errorAt('SYNTAX', `${expected} before ':=', got '${base.name}'.`, here())
    }
    const subscripts = left.kind === 'index' ? left.subscripts : []
    return [{ kind: 'assign', target: base.name, subscripts, value: this.withFields(value), pos: here() }]
  }

  /** The variables of a record by its name. */
  private fieldsOf(expr: Expr): AlgorithmVariable[] {
    if (expr.kind !== 'name') return []
    return this.variables.filter(({ name }) => name.startsWith(`${expr.name}.`))
  }

  /** Arguments with the fields in place of records. */
  private withFields(expr: Expr): Expr {
    return mapExpr(expr, (node) => {
      if (node.kind !== 'call') return node
      const args = node.args.flatMap((arg): Expr[] => {
        const fields = this.fieldsOf(arg)
        return fields.length === 0 ? [arg] : fields.map(({ name }) => ({ ...arg, kind: 'name', name }))
      })
      return { ...node, args }
    })
  }

  /** `a := b` and `a := State(1, 2)` field by field; first into other variables, as the values may depend on `a`. */
  private assignFields(
    target: readonly AlgorithmVariable[],
    left: Expr,
    value: Expr,
    pos: Position,
  ): AlgorithmStatement[] {
    const { name } = left as { readonly name: string }
    if (target[0].role === 'input')
      throw errorAt('SYNTAX', `expected an output or a protected record before ':=', got '${name}'.`, pos)
    const isConstructor = value.kind === 'call' && this.records.has(value.fn)
    const values = isConstructor
      ? (this.withFields(value) as typeof value).args
      : this.fieldsOf(value).map((field): Expr => ({ ...value, kind: 'name', name: field.name }))
    if (values.length !== target.length) {
      const fields = target.map((field) => field.name).join(', ')
      const found = isConstructor ? `${values.length} values` : 'another expression'
      throw errorAt('SYNTAX', `expected a record with the fields ${fields} after ':=', got ${found}.`, pos)
    }
    if (!isConstructor) this.checkSameFields(name, value as NameExpr, pos)
    const copies = target.map((field) => this.copyOf(field))
    const assign = (to: string, from: Expr): AlgorithmStatement => ({
      kind: 'assign',
      target: to,
      subscripts: [],
      value: from,
      pos,
    })
    return [
      ...values.map((each, k) => assign(copies[k], each)),
      ...target.map((field, k) => assign(field.name, { kind: 'name', name: copies[k] })),
    ]
  }

  private checkSameFields(name: string, value: NameExpr, pos: Position): void {
    const fields = (record: string): string =>
      this.fieldsOf({ kind: 'name', name: record })
        .map((field) => field.name.slice(record.length + 1))
        .join(', ')
    const [expected, found] = [fields(name), fields(value.name)]
    if (expected !== found)
      throw errorAt(
        'SYNTAX',
        `expected a record with ${expected} for ${name}, got ${value.name} with ${found}.`,
        pos,
      )
  }

  /** A variable that keeps a field during an assignment; its name is not one of the language. */
  private copyOf(field: AlgorithmVariable): string {
    const name = `'${field.name}`
    if (!this.variables.some((other) => other.name === name)) {
      const { value: _, unit: __, ...rest } = field
      this.variables.push({ ...rest, name, role: 'protected' })
    }
    return name
  }

  private loop(word: string): AlgorithmStatement[] {
    this.word('loop', "'loop'")
    const body = this.statements()
    this.reader.expectPart('end', `'end ${word}'`)
    this.word(word, `'end ${word}'`)
    return body
  }

  private branches(): AlgorithmStatement {
    const { reader } = this
    const branches: { condition: Expr; body: AlgorithmStatement[] }[] = []
    do {
      reader.next()
      const condition = this.withFields(this.expressions.parseExpression())
      reader.expect('then')
      branches.push({ condition, body: this.statements() })
    } while (reader.is('elseif'))
    const otherwise = reader.accept('else') ? this.statements() : []
    reader.expectPart('end', "'end if'")
    this.word('if', "'end if'")
    return { kind: 'if', branches, otherwise }
  }

  private isWord(text: string): boolean {
    return this.reader.peek().text === text
  }

  private word(text: string, expected: string): void {
    if (!this.isWord(text)) this.reader.fail(expected)
    this.reader.next()
  }

  private name(expected: string): string {
    const token = this.reader.peek()
    if (token.type !== 'name') this.reader.fail(expected)
    return this.reader.next().text
  }
}

/** The names that an algorithm uses without declaring them. */
export function findUndeclared({ variables, body }: Algorithm): { name: string; pos?: Position }[] {
  const found: { name: string; pos?: Position }[] = []
  const visit = (statements: readonly AlgorithmStatement[], known: ReadonlySet<string>): void => {
    const check = (expr: Expr, pos = expr.pos): void => {
      for (const name of collectNames(expr)) if (!known.has(name)) found.push({ name, ...(pos && { pos }) })
    }
    for (const statement of statements) {
      if (statement.kind === 'assign')
        for (const expr of [...statement.subscripts, statement.value]) check(expr)
      if (statement.kind === 'assert')
        for (const expr of [statement.condition, statement.message]) check(expr)
      if (statement.kind === 'while') {
        check(statement.condition)
        visit(statement.body, known)
      }
      if (statement.kind === 'for') {
        check(statement.range)
        visit(statement.body, new Set([...known, statement.variable]))
      }
      if (statement.kind !== 'if') continue
      for (const { condition, body } of statement.branches) {
        check(condition)
        visit(body, known)
      }
      visit(statement.otherwise, known)
    }
  }
  visit(body, new Set(['pi', ...variables.map(({ name }) => name)]))
  return found
}
