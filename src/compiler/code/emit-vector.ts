import { type CallExpr, type Expr, type IndexExpr, printExpr } from '../../symbolic/index.ts'
import { shorten } from './emit-messages.ts'
import { ELEMENTWISE, INFIX, MATH } from './operator-tables.ts'
import type { Rank } from './slots.ts'

/** A vector while code is generated: how long it is, and how one element is computed (index counts from 0). */
export interface VectorCode {
  readonly length: string
  at(index: string): string
}

/** What the code of vectors needs of the code of other expressions. */
export interface VectorHost {
  rank(e: Expr): Rank
  scalar(e: Expr): string
  value(e: Expr): string
  /** Code of a vector that is not computed element by element: a name, a literal, a product with a matrix, a function. */
  wholeVector(e: Expr): string
  /** The name of a constant that has the value of `code`. */
  hoist(code: string): string
  powerOf(base: string, exponent: string): string
  /** Runs an action with a length that `end` means, or with a loop variable. */
  withEnd<T>(length: string, action: () => T): T
  withLocal<T>(variable: string, action: () => T): T
  /** Statements that must run before. */
  readonly prelude: string[]
}

/** Translates vector expressions to code that computes single elements, so that sums and products need no intermediate arrays. */
export class VectorEmitter {
  constructor(private readonly host: VectorHost) {}

  /** Code of a vector expression. */
  vector(e: Expr): VectorCode {
    if (e.kind === 'call') {
      if (ELEMENTWISE.has(e.fn) || e.fn in MATH) return this.elementwise(e)
      if (e.fn === '*' || e.fn === '/') {
        const ranks = e.args.map((arg) => this.host.rank(arg))
        if (!ranks.includes('matrix')) return this.elementwise(e)
      }
    }
    if (e.kind === 'if') {
      const condition = this.host.hoist(this.host.scalar(e.condition))
      const a = this.vector(e.then)
      const b = this.vector(e.else)
      return {
        length: `(${condition} ? ${a.length} : ${b.length})`,
        at: (i) => `(${condition} ? ${a.at(i)} : ${b.at(i)})`,
      }
    }
    if (e.kind === 'comprehension') return this.comprehension(e.body, e.variable, e.range)
    if (e.kind === 'range') return this.range(e.from, e.step, e.to)
    if (e.kind === 'index') return this.slice(e)
    const base = this.host.wholeVector(e)
    return { length: `${base}.length`, at: (i) => `${base}[${i}]` }
  }

  private elementwise(e: CallExpr): VectorCode {
    const parts = e.args.map((arg) => {
      const rank = this.host.rank(arg)
      if (rank === 'vector') return this.vector(arg)
      const code = this.host.hoist(this.host.scalar(arg))
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
        if (e.fn in INFIX) return `(${codes[0]} ${INFIX[e.fn]} ${codes[1]})`
        return `${MATH[e.fn]}(${codes.join(', ')})`
      },
    }
  }

  private comprehension(body: Expr, variable: string, range: Expr): VectorCode {
    const values = this.vector(range)
    return {
      length: values.length,
      at: (i) => {
        // What the body needs before depends on the loop variable, and stays inside.
        const before = this.host.prelude.length
        const code = this.host.withLocal(variable, () => this.host.scalar(body))
        const own = this.host.prelude.splice(before)
        const inner = own.length === 0 ? code : `{ ${own.join('; ')}; return ${code} }`
        return `((${variable}) => ${inner})(${values.at(i)})`
      },
    }
  }

  private range(from: Expr, step: Expr | null, to: Expr): VectorCode {
    const first = this.host.hoist(this.host.scalar(from))
    const delta = step ? this.host.hoist(this.host.scalar(step)) : '1'
    const last = this.host.hoist(this.host.scalar(to))
    return {
      length: `Math.max(0, Math.floor((${last} - ${first}) / ${delta} + 1e-9) + 1)`,
      at: (i) => `(${first} + ${i} * ${delta})`,
    }
  }

  private slice(e: IndexExpr): VectorCode {
    const base = this.host.value(e.base)
    if (this.host.rank(e.base) === 'matrix') {
      const [row, column] = e.subscripts
      const isRow = column === undefined || this.host.rank(row) === 'scalar'
      const fixed = this.host.hoist(this.host.scalar(isRow ? row : column))
      const name = this.host.hoist(
        isRow ? `r.rowOfMatrix(${base}, ${fixed})` : `r.columnOfMatrix(${base}, ${fixed})`,
      )
      return { length: `${name}.length`, at: (i) => `${name}[${i}]` }
    }
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
