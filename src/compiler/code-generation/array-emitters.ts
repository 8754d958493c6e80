import {
  type ArrayExpr,
  type CallExpr,
  childrenOf,
  type Expr,
  type IfExpr,
  type IndexExpr,
  printExpr,
} from '../../symbolic/index.ts'
import type { Rank } from '../value-store/index.ts'
import { localName, notSupported, shorten } from './emit-texts.ts'
import { ELEMENTWISE, INFIX } from './operator-tables.ts'

/** A vector during code generation: the code of its length, and of one element (index counts from 0). */
export interface VectorCode {
  readonly length: string
  at(index: string): string
}

/** Interface of the vector emitter to the emitter of other expressions. */
export interface VectorHost {
  rank(e: Expr): Rank
  scalar(e: Expr): string
  value(e: Expr): string
  /**
   * Code of a vector that is not computed element by element: a name, a literal, a product with a matrix, a function.
   */
  wholeVector(e: Expr): string
  /** Function that computes one element, if `fn` acts on arrays element by element. */
  elementFunction(fn: string): string | undefined
  /** Returns the code of `action`; statements that must run before it are placed where that code runs. */
  scoped(action: () => string): string
  /** Elements, rows, columns or a block of a matrix. */
  part(e: IndexExpr): string
  /** Name of a constant with the value of `code`. */
  hoist(code: string): string
  powerOf(base: string, exponent: string): string
  /** Runs an action with a length to which `end` refers, or with a loop variable. */
  withEnd<T>(length: string, action: () => T): T
  withLocal<T>(variable: string, action: () => T): T
  /** Statements that must run first. */
  readonly prelude: string[]
}

/**
 * Translates vector expressions to code that computes single elements, so that sums and products need no intermediate
 * arrays.
 */
export class VectorEmitter {
  constructor(private readonly host: VectorHost) {}

  /** Code of a vector expression. */
  vector(e: Expr): VectorCode {
    if (e.kind === 'call') {
      if (ELEMENTWISE.has(e.fn) || this.host.elementFunction(e.fn) !== undefined) return this.elementwise(e)
      if (e.fn === 'implicitDependency' || e.fn === 'noEvent') return this.vector(e.args[0])
      if (e.fn === '*' || e.fn === '/') {
        const ranks = e.args.map((arg) => this.host.rank(arg))
        if (!ranks.includes('matrix')) return this.elementwise(e)
      }
    }
    if (e.kind === 'if') return this.choice(e)
    if (e.kind === 'comprehension') return this.comprehension(e.body, e.variable, e.range)
    if (e.kind === 'range') return this.range(e.from, e.step, e.to)
    if (e.kind === 'index') return this.slice(e)
    return whole(this.host.wholeVector(e))
  }

  /** One of two vectors; the other one is not evaluated. */
  private choice(e: IfExpr): VectorCode {
    const condition = this.host.hoist(this.host.scalar(e.condition))
    const before = this.host.prelude.length
    const a = this.vector(e.then)
    const b = this.vector(e.else)
    if (this.host.prelude.length === before) {
      return {
        length: `(${condition} ? ${a.length} : ${b.length})`,
        at: (i) => `(${condition} ? ${a.at(i)} : ${b.at(i)})`,
      }
    }
    this.host.prelude.length = before
    const [first, second] = [e.then, e.else].map((part) => this.host.scoped(() => this.host.value(part)))
    return whole(this.host.hoist(`${condition} ? ${first} : ${second}`))
  }

  private elementwise(e: CallExpr): VectorCode {
    const parts = e.args.map((arg) => {
      const rank = this.host.rank(arg)
      if (rank === 'vector') return this.vector(arg)
      const value = this.host.scalar(arg)
      const code = arg.kind === 'number' || arg.kind === 'name' ? value : this.host.hoist(value)
      return { length: '', at: () => code }
    })
    const vectors = parts.filter((part) => part.length !== '')
    const lengths = vectors.map((x) => x.length).join(', ')
    const length =
      vectors.length === 1 ? lengths : `r.sameLength(${JSON.stringify(shorten(printExpr(e)))}, ${lengths})`
    return {
      length,
      at: (i) => {
        const codes = parts.map((part) => part.at(i))
        if (e.fn === 'neg') return `(-${codes[0]})`
        if (e.fn === '.^') return this.host.powerOf(codes[0], codes[1])
        if (Object.hasOwn(INFIX, e.fn)) return `(${codes[0]} ${INFIX[e.fn]} ${codes[1]})`
        return `${this.host.elementFunction(e.fn)}(${codes.join(', ')})`
      },
    }
  }

  private comprehension(body: Expr, variable: string, range: Expr): VectorCode {
    const values = this.vector(range)
    return {
      length: values.length,
      at: (i) => {
        // Statements required by the body depend on the loop variable and stay inside.
        const before = this.host.prelude.length
        const code = this.host.withLocal(variable, () => this.host.scalar(body))
        const own = this.host.prelude.splice(before)
        const inner = own.length === 0 ? code : `{ ${own.join('; ')}; return ${code} }`
        return `((${localName(variable)}) => ${inner})(${values.at(i)})`
      },
    }
  }

  private range(from: Expr, step: Expr | null, to: Expr): VectorCode {
    const first = this.host.hoist(this.host.scalar(from))
    const delta = step ? this.host.hoist(this.host.scalar(step)) : '1'
    const last = this.host.hoist(this.host.scalar(to))
    return {
      length: `r.countRange(${first}, ${delta}, ${last})`,
      at: (i) => `(${first} + ${i} * ${delta})`,
    }
  }

  private slice(e: IndexExpr): VectorCode {
    if (this.host.rank(e.base) === 'matrix') return whole(this.host.hoist(this.host.part(e)))
    const base = this.host.value(e.base)
    const positions = this.host.withEnd(`${base}.length`, () => this.vector(e.subscripts[0]))
    return {
      length: positions.length,
      at: (i) => {
        const place = `${positions.at(i)} - 1`
        return `(${base}[${place}] ?? r.outOfRange(${base}, ${place}))`
      },
    }
  }
}

/** A stored vector. */
function whole(name: string): VectorCode {
  return { length: `${name}.length`, at: (i) => `${name}[${i}]` }
}

/** Interface of the matrix emitter to the emitter of other expressions. */
export interface MatrixHost {
  rank(e: Expr): Rank
  value(e: Expr): string
  part(e: IndexExpr): string
  choice(e: IfExpr, code: (part: Expr) => string): string
  functionCall(e: CallExpr): string
  scoped(action: () => string): string
  withLocal<T>(variable: string, action: () => T): T
}

/** Operators that act on whole matrices. */
const OPERATORS: ReadonlySet<string> = new Set(['+', '-', '*', '/', '^', 'neg', '.+', '.-', '.*', './', '.^'])

/** Translates expressions with matrix values: calls of the functions that the interpreter also calls. */
export class MatrixEmitter {
  constructor(private readonly host: MatrixHost) {}

  matrix(e: Expr): string {
    const { host } = this
    if (e.kind === 'array' && this.hasBlocks(e)) return this.blocks(e)
    if (e.kind === 'array') return `r.matrixOfRows([${e.elements.map((row) => host.value(row)).join(', ')}])`
    if (e.kind === 'if') return host.choice(e, (part) => host.value(part))
    if (e.kind === 'index') return host.part(e)
    if (e.kind === 'comprehension') {
      const range = host.value(e.range)
      const row = host.withLocal(e.variable, () => host.scoped(() => host.value(e.body)))
      return `r.matrixOfRows(Array.from(${range}, (${localName(e.variable)}) => ${row}))`
    }
    if (e.kind !== 'call') throw notSupported(e, 'a matrix')
    if (!OPERATORS.has(e.fn)) return host.functionCall(e)
    const args = e.args.map((arg) => host.value(arg)).join(', ')
    return `r.apply(${JSON.stringify(e.fn)}, ${args})`
  }

  /** True if an element of a row is an array. */
  private hasBlocks({ isBlocks, elements }: ArrayExpr): boolean {
    const isArray = (element: Expr): boolean => ['vector', 'matrix'].includes(this.host.rank(element))
    return isBlocks === true && elements.some((row) => childrenOf(row).some(isArray))
  }

  private blocks(e: ArrayExpr): string {
    const rows = e.elements.map((row) => childrenOf(row).map((element) => this.host.value(element)))
    return `r.matrixOfBlocks([${rows.map((row) => `[${row.join(', ')}]`).join(', ')}])`
  }
}
