import { VarioError } from '../../base/index.ts'
import {
  BUILTINS,
  type CallExpr,
  CONSTANTS,
  type Expr,
  type FunctionInfo,
  type IndexExpr,
  type NumberExpr,
  power,
  printExpr,
  type StringExpr,
} from '../../symbolic/index.ts'
import type { Rank, Slot } from './slots.ts'
import { slotCode } from './slots.ts'

/** A vector while code is generated: how long it is, and how one element is computed (index counts from 0). */
interface VectorCode {
  readonly length: string
  at(index: string): string
}

/** Characters of an expression that a message of the generated code shows. */
const MAX_TEXT = 60

/** Scalar operators that are the same in JavaScript. */
const INFIX: Readonly<Record<string, string>> = {
  '+': '+',
  '-': '-',
  '*': '*',
  '/': '/',
  '.+': '+',
  '.-': '-',
  '.*': '*',
  './': '/',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  '==': '===',
  '<>': '!==',
  and: '&&',
  or: '||',
}

/** Elementary functions with one or two arguments that JavaScript has, by their name there. */
const MATH: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'sin',
    'cos',
    'tan',
    'asin',
    'acos',
    'atan',
    'atan2',
    'sinh',
    'cosh',
    'tanh',
    'exp',
    'log',
    'log10',
    'sqrt',
    'abs',
    'sign',
    'floor',
    'ceil',
    'max',
    'min',
  ].map((name) => [name, `Math.${name}`]),
)

/** Powers that are products, as `power` computes them. */
const PRODUCTS: Readonly<Record<number, (x: string) => string>> = {
  1: (x) => x,
  2: (x) => `${x} * ${x}`,
  3: (x) => `${x} * ${x} * ${x}`,
  4: (x) => `${x} * ${x} * (${x} * ${x})`,
}

const BOOLEAN_CALLS = new Set([
  '<',
  '<=',
  '>',
  '>=',
  '==',
  '<>',
  'and',
  'or',
  'not',
  '$condition',
  '$flag',
  '$clock',
])
const ELEMENTWISE = new Set(['+', '-', '.+', '.-', '.*', './', '.^', 'neg'])

export interface EmitContext {
  /** Slot of a full name; undefined: not a name of the model. */
  slot(name: string): Slot | undefined
  /** JavaScript for the callee of a function, and the rank of its result. */
  callee(name: string): { readonly code: string; readonly rank: Rank | 'like' } | undefined
  /** JavaScript for an object of the host language. */
  object(value: unknown): string
}

/**
 * Context with the built-in and given functions. Those that the code calls, and the objects that it mentions, are collected in
 * `table`, which the code knows as `r.table`.
 */
export function createEmitContext(
  functions: ReadonlyMap<string, FunctionInfo>,
  slotOf: (name: string) => Slot | undefined,
  table: unknown[] = [],
): EmitContext {
  const enter = (value: unknown): string => {
    const known = table.indexOf(value)
    if (known < 0) table.push(value)
    return `r.table[${known < 0 ? table.length - 1 : known}]`
  }
  return {
    slot: slotOf,
    callee(name) {
      const info = functions.get(name) ?? BUILTINS.get(name)
      return info && { code: enter(info.evaluate), rank: info.shape ?? 'scalar' }
    },
    object: enter,
  }
}

/** Translates expressions to JavaScript. Statements that must run before are collected in `prelude`. */
export class ExpressionEmitter {
  readonly prelude: string[] = []
  private temporaries = 0
  /** Loop variables of comprehensions in scope. */
  private readonly locals = new Set<string>()
  /** Length of the dimension that `end` means. */
  private readonly ends: string[] = []

  constructor(private readonly context: EmitContext) {}

  /** Rank of an expression. */
  rank(e: Expr): Rank {
    switch (e.kind) {
      case 'number':
      case 'end':
        return 'scalar'
      case 'boolean':
        return 'boolean'
      case 'string':
      case 'object':
      case 'tuple':
        return 'object'
      case 'name':
        return this.locals.has(e.name) ? 'scalar' : (this.context.slot(e.name)?.rank ?? 'scalar')
      case 'if':
        return this.rank(e.then)
      case 'array':
        return e.elements.length > 0 && this.rank(e.elements[0]) === 'vector' ? 'matrix' : 'vector'
      case 'range':
      case 'comprehension':
        return 'vector'
      case 'index':
        return this.indexRank(e)
      case 'call':
        return this.callRank(e)
    }
  }

  /** Code of a scalar or Boolean expression. */
  scalar(e: Expr): string {
    switch (e.kind) {
      case 'number':
        return e.value < 0 ? `(${e.value})` : String(e.value)
      case 'boolean':
        return String(e.value)
      case 'string':
        return JSON.stringify(e.value)
      case 'name': {
        if (this.locals.has(e.name)) return e.name
        const slot = this.context.slot(e.name)
        if (slot) return slotCode(slot)
        const constant = CONSTANTS.get(e.name)
        if (constant === undefined) throw new VarioError('INTERNAL', `There is no variable '${e.name}'.`)
        return String(constant)
      }
      case 'if':
        return `(${this.scalar(e.condition)} ? ${this.scalar(e.then)} : ${this.scalar(e.else)})`
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
      const code = this.vector(e)
      const name = this.hoist(`new Float64Array(${code.length})`)
      const i = this.temporary()
      const element = code.at(i)
      this.prelude.push(`for (let ${i} = 0; ${i} < ${name}.length; ${i}++) ${name}[${i}] = ${element}`)
      return name
    }
    if (rank === 'matrix') return this.matrix(e)
    if (e.kind === 'string') return JSON.stringify(e.value)
    if (e.kind === 'call') return this.functionCall(e)
    if (e.kind === 'object') return this.context.object(e.value)
    if (e.kind === 'if')
      return `(${this.scalar(e.condition)} ? ${this.value(e.then)} : ${this.value(e.else)})`
    throw notSupported(e, 'a value')
  }

  /**
   * Statements that compute a vector expression element by element without intermediates: into the array that the code `place` gives
   * for `length`, or with null appended to `res` from `n` on.
   */
  vectorLoop(place: string | null, e: Expr): string[] {
    const code = this.vector(e)
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

  private temporary(): string {
    return `_${this.temporaries++}`
  }

  private callRank(e: CallExpr): Rank {
    if (BOOLEAN_CALLS.has(e.fn)) return 'boolean'
    if (e.fn === '*') return productRank(this.rank(e.args[0]), this.rank(e.args[1]))
    if (ELEMENTWISE.has(e.fn) || e.fn === '/' || e.fn in MATH) return this.widest(e.args)
    switch (e.fn) {
      case 'implicitDependency':
      case 'noEvent':
        return this.rank(e.args[0])
      case '$sample':
      case '$hold':
        return this.rank(e.args[2])
      case '$previous':
        return this.context.slot((e.args[2] as StringExpr).value)?.rank ?? 'scalar'
      case 'zeros':
      case 'ones':
      case 'fill':
        return e.args.length > (e.fn === 'fill' ? 2 : 1) ? 'matrix' : 'vector'
    }
    const callee = this.context.callee(e.fn)
    if (!callee) return 'scalar'
    return callee.rank === 'like' ? this.widest(e.args) : callee.rank
  }

  private widest(args: readonly Expr[]): Rank {
    let widest: Rank = 'scalar'
    for (const arg of args) {
      const rank = this.rank(arg)
      if (rank === 'matrix') return 'matrix'
      if (rank === 'vector') widest = 'vector'
    }
    return widest
  }

  private indexRank(e: IndexExpr): Rank {
    const base = this.rank(e.base)
    const open = e.subscripts.filter((s) => s.kind === 'range' || this.rank(s) === 'vector').length
    if (base === 'matrix' && e.subscripts.length === 1) return open === 1 ? 'matrix' : 'vector'
    return open === 0 ? 'scalar' : open === 1 ? 'vector' : 'matrix'
  }

  private scalarCall(e: CallExpr): string {
    const { fn, args } = e
    if (fn === '$condition') return `(c[${(args[0] as NumberExpr).value}] !== 0)`
    if (fn === 'neg') return `(-${this.scalar(args[0])})`
    if (fn === 'not') return `(!${this.scalar(args[0])})`
    if (fn === '^' || fn === '.^') return this.power(args[0], args[1])
    if (fn === '*' && this.rank(args[0]) === 'vector') return this.functionCall({ ...e, fn: 'dot' })
    if (fn === '+' || fn === '-') return this.sum(e)
    if (fn in INFIX) return `(${this.scalar(args[0])} ${INFIX[fn]} ${this.scalar(args[1])})`
    if (fn === 'implicitDependency' || fn === 'noEvent') return this.scalar(args[0])
    if (fn in MATH) return `${MATH[fn]}(${args.map((arg) => this.scalar(arg)).join(', ')})`
    return this.functionCall(e)
  }

  /** A long sum without nesting, which neither the recursion here nor the parser of JavaScript would stand. */
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

  /** Small integer powers by products, which `power` does too: x ** 2 is ten times slower than x * x. */
  private power(base: Expr, exponent: Expr): string {
    const b = this.scalar(base)
    const products = exponent.kind === 'number' ? PRODUCTS[exponent.value] : undefined
    if (products !== undefined)
      return base.kind === 'name' ? `(${products(b)})` : `((x) => ${products('x')})(${b})`
    return this.powerOf(b, this.scalar(exponent))
  }

  private powerOf(base: string, exponent: string): string {
    return `${this.context.object(power)}(${base}, ${exponent})`
  }

  private functionCall(e: CallExpr): string {
    const args = e.args.map((arg) => this.value(arg)).join(', ')
    if (e.fn.startsWith('$')) return `r.${e.fn.slice(1)}(${args})`
    if (e.fn === 'implicitDependency' || e.fn === 'noEvent') return this.value(e.args[0])
    const callee = this.context.callee(e.fn)
    if (!callee) throw notSupported(e, 'a call: the function is unknown')
    return `${callee.code}(${args})`
  }

  private element(e: IndexExpr): string {
    const base = this.value(e.base)
    const isMatrix = this.rank(e.base) === 'matrix'
    const codes = e.subscripts.map((subscript, k) => {
      this.ends.push(isMatrix ? (k === 0 ? `${base}.rows` : `${base}.cols`) : `${base}.length`)
      const code = this.scalar(subscript)
      this.ends.pop()
      return code
    })
    if (isMatrix) return `r.elementOfMatrix(${base}, ${codes.join(', ')})`
    const subscript = e.subscripts[0]
    if (subscript.kind === 'number') return `${base}[${subscript.value - 1}]`
    return `${base}[${codes[0]} - 1]`
  }

  private vector(e: Expr): VectorCode {
    if (e.kind === 'call') {
      if (ELEMENTWISE.has(e.fn) || e.fn in MATH) return this.elementwise(e)
      if (e.fn === '*' || e.fn === '/') {
        const ranks = e.args.map((arg) => this.rank(arg))
        if (!ranks.includes('matrix')) return this.elementwise(e)
      }
    }
    if (e.kind === 'if') {
      const condition = this.hoist(this.scalar(e.condition))
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
    const base = e.kind === 'name' ? slotCode(this.context.slot(e.name)!) : this.hoist(this.arrayValue(e))
    return { length: `${base}.length`, at: (i) => `${base}[${i}]` }
  }

  /** A vector that is not computed element by element: a literal, a product with a matrix, a function. */
  private arrayValue(e: Expr): string {
    if (e.kind === 'array') return `Float64Array.of(${e.elements.map((x) => this.scalar(x)).join(', ')})`
    if (e.kind === 'call') {
      if (e.fn === '*') return `r.multiply(${e.args.map((arg) => this.value(arg)).join(', ')})`
      return this.functionCall(e)
    }
    throw notSupported(e, 'a vector')
  }

  private elementwise(e: CallExpr): VectorCode {
    const parts = e.args.map((arg) => {
      const rank = this.rank(arg)
      if (rank === 'vector') return this.vector(arg)
      const code = this.hoist(this.scalar(arg))
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
        if (e.fn === '.^') return this.powerOf(codes[0], codes[1])
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
        this.locals.add(variable)
        const before = this.prelude.length
        const code = this.scalar(body)
        if (this.prelude.length > before) throw notSupported(body, 'the body of a comprehension')
        this.locals.delete(variable)
        return `((${variable}) => ${code})(${values.at(i)})`
      },
    }
  }

  private range(from: Expr, step: Expr | null, to: Expr): VectorCode {
    const first = this.hoist(this.scalar(from))
    const delta = step ? this.hoist(this.scalar(step)) : '1'
    const last = this.hoist(this.scalar(to))
    return {
      length: `Math.max(0, Math.floor((${last} - ${first}) / ${delta} + 1e-9) + 1)`,
      at: (i) => `(${first} + ${i} * ${delta})`,
    }
  }

  private slice(e: IndexExpr): VectorCode {
    const base = this.value(e.base)
    if (this.rank(e.base) === 'matrix') {
      const [row, column] = e.subscripts
      const isRow = column === undefined || this.rank(row) === 'scalar'
      const fixed = this.hoist(this.scalar(isRow ? row : column))
      const name = this.hoist(
        isRow ? `r.rowOfMatrix(${base}, ${fixed})` : `r.columnOfMatrix(${base}, ${fixed})`,
      )
      return { length: `${name}.length`, at: (i) => `${name}[${i}]` }
    }
    this.ends.push(`${base}.length`)
    const positions = this.vector(e.subscripts[0])
    this.ends.pop()
    return { length: positions.length, at: (i) => `${base}[${positions.at(i)} - 1]` }
  }

  private matrix(e: Expr): string {
    if (e.kind === 'array') return `r.matrixOfRows([${e.elements.map((row) => this.value(row)).join(', ')}])`
    if (e.kind === 'if')
      return `(${this.scalar(e.condition)} ? ${this.value(e.then)} : ${this.value(e.else)})`
    if (e.kind === 'index')
      return `r.subMatrix(${this.value(e.base)}, ${e.subscripts.map((s) => this.value(s)).join(', ')})`
    if (e.kind !== 'call') throw notSupported(e, 'a matrix')
    const args = e.args.map((arg) => this.value(arg)).join(', ')
    if (e.fn === '*') return `r.multiply(${args})`
    if (ELEMENTWISE.has(e.fn) || e.fn === '/') return `r.elementwise(${JSON.stringify(e.fn)}, ${args})`
    return this.functionCall(e)
  }

  private hoist(code: string): string {
    const name = this.temporary()
    this.prelude.push(`const ${name} = ${code}`)
    return name
  }
}

/** Text for a message. */
function shorten(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

function productRank(a: Rank, b: Rank): Rank {
  if (a === 'matrix') return b === 'scalar' ? 'matrix' : b
  if (b === 'matrix') return a === 'vector' ? 'vector' : 'matrix'
  if (a === 'vector' && b === 'vector') return 'scalar'
  return a === 'vector' || b === 'vector' ? 'vector' : 'scalar'
}

function notSupported(e: Expr, what: string): VarioError {
  return new VarioError('UNSUPPORTED', `${printExpr(e)} cannot be used as ${what}.`)
}
