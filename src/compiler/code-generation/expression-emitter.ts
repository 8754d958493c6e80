import { VarioError } from '../../base/index.ts'
import {
  type ArrayExpr,
  BUILTINS,
  type CallExpr,
  CONSTANTS,
  copyArray,
  type Expr,
  errorAt,
  type IfExpr,
  type IndexExpr,
  type NumberExpr,
  power,
  printExpr,
} from '../../symbolic/index.ts'
import { type Rank, slotCode } from '../value-store/index.ts'
import { MatrixEmitter, type MatrixHost, VectorEmitter, type VectorHost } from './array-emitters.ts'
import type { EmitContext } from './emit-context.ts'
import { localName, notSupported } from './emit-texts.ts'
import { ExpressionRanks } from './expression-ranks.ts'
import { INFIX, MATH, PRODUCTS } from './operator-tables.ts'

/** Translates expressions to JavaScript. Statements that must run first are collected in `prelude`. */
export class ExpressionEmitter implements VectorHost, MatrixHost {
  readonly prelude: string[] = []
  private temporaries = 0
  private readonly ranks: ExpressionRanks
  private readonly vectors = new VectorEmitter(this)
  private readonly matrices = new MatrixEmitter(this)
  /** Length of the dimension to which `end` refers. */
  private readonly ends: string[] = []

  constructor(private readonly context: EmitContext) {
    this.ranks = new ExpressionRanks(context.functions, (name) => context.slot(name))
  }

  /** Rank of an expression. */
  rank(e: Expr): Rank {
    return this.ranks.rank(e)
  }

  /** Code of a scalar or Boolean expression. */
  scalar(e: Expr): string {
    switch (e.kind) {
      case 'number':
        return e.value < 0 || Object.is(e.value, -0) ? `(-${-e.value})` : String(e.value)
      case 'boolean':
        return String(e.value)
      case 'string':
        return JSON.stringify(e.value)
      case 'name': {
        if (this.ranks.locals.has(e.name)) return localName(e.name)
        const slot = this.context.slot(e.name)
        if (slot) return slotCode(slot)
        const constant = CONSTANTS.get(e.name)
        if (constant === undefined)
          throw new VarioError('INTERNAL', `Expected the name of a variable, got '${e.name}'.`)
        return String(constant)
      }
      case 'if':
        return this.choice(e, (part) => this.scalar(part))
      case 'end':
        return this.ends[this.ends.length - 1]
      case 'index':
        return this.element(e)
      case 'call':
        return this.scalarCall(e)
      default:
        throw notSupported(e, 'a scalar')
    }
  }

  /** Code of an expression of any rank: a number, a Boolean, a Float64Array, a matrix, or an object. */
  value(e: Expr): string {
    const rank = this.rank(e)
    if (rank === 'scalar' || rank === 'boolean') return this.scalar(e)
    if (e.kind === 'name') return slotCode(this.context.slot(e.name)!)
    if (rank === 'vector') {
      const code = this.vectors.vector(e)
      const name = this.hoist(`new Float64Array(${code.length})`)
      const i = this.temporary()
      const element = code.at(i)
      this.prelude.push(`for (let ${i} = 0; ${i} < ${name}.length; ${i}++) ${name}[${i}] = ${element}`)
      return name
    }
    if (rank === 'matrix') return this.matrices.matrix(e)
    if (e.kind === 'string') return JSON.stringify(e.value)
    if (e.kind === 'call') return this.functionCall(e)
    if (e.kind === 'object') return this.context.object(e.value)
    if (e.kind === 'array') return `[${e.elements.map((element) => this.value(element)).join(', ')}]`
    if (e.kind === 'if') return this.choice(e, (part) => this.value(part))
    throw notSupported(e, 'a value')
  }

  /**
   * Statements that compute a vector expression element by element without intermediate arrays: into the array that the
   * code `place` returns for `length`, or with null appended to `res` from `n` on.
   */
  vectorLoop(place: string | null, e: Expr): string[] {
    const code = this.vectors.vector(e)
    const i = this.temporary()
    const element = code.at(i)
    const prelude = this.prelude.splice(0)
    const lines = [...prelude, `const length = ${code.length}`]
    if (place !== null) lines.push(`const target = ${place}`)
    const target = place === null ? `res[n + ${i}]` : `target[${i}]`
    lines.push(`for (let ${i} = 0; ${i} < length; ${i}++) ${target} = ${element}`)
    if (place === null) lines.push('n += length')
    return lines
  }

  /** True for a call of a function that returns a vector. */
  isVectorFunction(e: Expr): e is CallExpr {
    return e.kind === 'call' && !e.fn.startsWith('$') && this.context.info(e.fn)?.shape === 'vector'
  }

  /** Statements that compute all elements between brackets, and then write them into the array of `place`. */
  literalElements(place: string, { elements }: ArrayExpr): string[] {
    const names = elements.map((element) => this.hoist(this.scalar(element)))
    const lines = [...this.prelude.splice(0), `const length = ${names.length}`, `const target = ${place}`]
    return [...lines, ...names.map((name, k) => `target[${k}] = ${name}`)]
  }

  /** Code of one of two values; the other one is not evaluated. */
  choice(e: IfExpr, code: (part: Expr) => string): string {
    const [a, b] = [e.then, e.else].map((part) => this.scoped(() => code(part)))
    return `(${this.scalar(e.condition)} ? ${a} : ${b})`
  }

  scoped(action: () => string): string {
    const before = this.prelude.length
    const code = action()
    const own = this.prelude.splice(before)
    return own.length === 0 ? code : `(() => { ${own.join('; ')}; return ${code} })()`
  }

  private temporary(): string {
    return `_${this.temporaries++}`
  }

  private scalarCall(e: CallExpr): string {
    const { fn, args } = e
    if (fn === '$condition') return `(c[${(args[0] as NumberExpr).value}] !== 0)`
    if (fn === 'neg') return `(-${this.scalar(args[0])})`
    if (fn === 'not') return `(!${this.scalar(args[0])})`
    if (fn === '^' || fn === '.^') return this.power(args[0], args[1])
    if (fn === '*' && this.rank(args[0]) === 'vector') return this.functionCall({ ...e, fn: 'dot' })
    if (fn === '+' || fn === '-') return this.sum(e)
    if (fn === 'and' || fn === 'or')
      return `(${this.scalar(args[0])} ${INFIX[fn]} ${this.scoped(() => this.scalar(args[1]))})`
    if (Object.hasOwn(INFIX, fn)) return `(${this.scalar(args[0])} ${INFIX[fn]} ${this.scalar(args[1])})`
    if (fn === 'implicitDependency' || fn === 'noEvent') return this.scalar(args[0])
    const isArray = args.some((arg) => isArrayRank(this.rank(arg)))
    const scalarFunction = isArray ? undefined : this.elementFunction(fn)
    if (scalarFunction) return `${scalarFunction}(${args.map((arg) => this.scalar(arg)).join(', ')})`
    return this.functionCall(e)
  }

  /** A long sum without nesting, whose depth would overflow the recursion here and in the JavaScript parser. */
  private sum(e: CallExpr): string {
    const terms: string[] = []
    let node: Expr = e
    while (node.kind === 'call' && (node.fn === '+' || node.fn === '-')) {
      terms.push(`${node.fn} ${this.scalar(node.args[1])}`)
      node = node.args[0]
    }
    terms.push(this.scalar(node))
    return `(${terms.reverse().join(' ')})`
  }

  /** Small integer powers as products, as in `power`: x ** 2 is ten times slower than x * x. */
  private power(base: Expr, exponent: Expr): string {
    const b = this.scalar(base)
    const products = exponent.kind === 'number' ? PRODUCTS[exponent.value] : undefined
    if (products !== undefined)
      return base.kind === 'name' ? `(${products(b)})` : `((x) => ${products('x')})(${b})`
    return this.powerOf(b, this.scalar(exponent))
  }

  powerOf(base: string, exponent: string): string {
    return `${this.context.object(power)}(${base}, ${exponent})`
  }

  elementFunction(fn: string): string | undefined {
    const info = this.context.info(fn)
    if (info?.shape !== 'like') return undefined
    return Object.hasOwn(MATH, fn) && info === BUILTINS.get(fn)
      ? MATH[fn]
      : this.context.object(info.evaluate)
  }

  functionCall(e: CallExpr): string {
    const args = e.args.map((arg) => this.argument(e.fn, arg)).join(', ')
    if (e.fn.startsWith('$')) return `r.${e.fn.slice(1)}(${args})`
    if (e.fn === 'implicitDependency' || e.fn === 'noEvent') return this.value(e.args[0])
    const info = this.context.info(e.fn)
    if (!info) throw notSupported(e, 'a call: the function is unknown')
    if (info.shape === 'like') return `r.applyFunction(${this.context.object(info)}, ${args})`
    const code = `${this.context.callee(e.fn)}(${args})`
    // the only information about its result is that it should be a number
    const isOpen = info.shape === undefined && (info.results ?? 1) === 1
    return isOpen ? `r.scalar(${code}, ${JSON.stringify(info.name)})` : code
  }

  /** Copies an array that is a value of the model, because a user function may write into its argument. */
  private argument(fn: string, arg: Expr): string {
    const info = this.context.functions.get(fn)
    const isOwn =
      info !== undefined && info.memoryOf === undefined && info.shape !== 'like' && !info.readsOnly
    const code = this.value(arg)
    return isOwn && isArrayRank(this.rank(arg)) ? `${this.context.object(copyArray)}(${code})` : code
  }

  /**
   * Code of a vector that is not computed element by element: a name, a literal, a product with a matrix, a function.
   */
  wholeVector(e: Expr): string {
    if (e.kind === 'name') return slotCode(this.context.slot(e.name)!)
    if (e.kind === 'array')
      return this.hoist(`Float64Array.of(${e.elements.map((x) => this.scalar(x)).join(', ')})`)
    if (e.kind !== 'call') throw notSupported(e, 'a vector')
    if (e.fn === '*') return this.hoist(`r.apply('*', ${e.args.map((arg) => this.value(arg)).join(', ')})`)
    return this.hoist(this.functionCall(e))
  }

  private element(e: IndexExpr): string {
    if (this.rank(e.base) === 'matrix') return this.part(e)
    if (this.rank(e.base) === 'scalar' || this.rank(e.base) === 'boolean') {
      const count = e.subscripts.length === 1 ? '1 subscript' : `${e.subscripts.length} subscripts`
      throw errorAt(
        'TYPE',
        `'${printExpr(e.base)}': expected an array, got ${count} on a number.`,
        e.pos ?? e.base.pos,
      )
    }
    const base = this.value(e.base)
    if (this.rank(e.base) === 'object') return `r.scalar(${this.part(e)}, ${JSON.stringify(printExpr(e))})`
    if (e.subscripts.length !== 1) throw notSupported(e, 'an element of a vector')
    const [subscript] = e.subscripts
    const code = this.withEnd(`${base}.length`, () => this.scalar(subscript))
    const place = subscript.kind === 'number' ? String(subscript.value - 1) : `${code} - 1`
    return `(${base}[${place}] ?? r.outOfRange(${base}, ${place}))`
  }

  part(e: IndexExpr): string {
    const base = this.hoist(this.value(e.base))
    const count = e.subscripts.length
    const codes = e.subscripts.map((subscript, k) =>
      this.withEnd(`r.sizeOf(${base}, ${k}, ${count})`, () => this.value(subscript)),
    )
    return `r.part(${base}, ${codes.join(', ')})`
  }

  withEnd<T>(length: string, action: () => T): T {
    this.ends.push(length)
    const result = action()
    this.ends.pop()
    return result
  }

  withLocal<T>(variable: string, action: () => T): T {
    return this.ranks.withLocal(variable, action)
  }

  hoist(code: string): string {
    const name = this.temporary()
    this.prelude.push(`const ${name} = ${code}`)
    return name
  }
}

function isArrayRank(rank: Rank): boolean {
  return rank === 'vector' || rank === 'matrix'
}
