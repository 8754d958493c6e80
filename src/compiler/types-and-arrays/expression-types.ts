/** Types of expressions as written, with errors at the position of the mismatch. */
import {
  BUILTINS,
  type CallExpr,
  CONSTANTS,
  type ComprehensionExpr,
  childrenOf,
  type Expr,
  type FunctionInfo,
  type IfExpr,
  type IndexExpr,
  isReduction,
  SAMPLING_OPERATORS,
  SYMBOL_OPERATORS,
  shapeByArguments,
  shapeOfCall,
  show,
  typeError,
} from '../../symbolic/index.ts'
import { accept, byElement, operands, typeOfOperator } from './operator-types.ts'
import { BOOLEAN, NUMBER, NUMERIC, type Signature, signatureOf } from './signatures.ts'
import { describeType, unite, type ValueType } from './value-type.ts'

/** Context of the types of expressions. */
export interface TypeContext {
  readonly functions: ReadonlyMap<string, FunctionInfo>
  /** Type of a variable or parameter. */
  readonly typeOfName: (name: string) => ValueType
  /** True if the value of an expression may change between events; loop variables do not. */
  readonly isContinuous: (expr: Expr, locals: readonly string[]) => boolean
}

const EQUALITY: ReadonlySet<string> = new Set(['==', '<>'])
/** Operators of the language with the type of their first argument. */
const THROUGH: ReadonlySet<string> = new Set(['noEvent', 'implicitDependency', 'pre', ...SAMPLING_OPERATORS])
/** Functions with integer values, for which comparison for equality is meaningful. */
const INTEGER_VALUED: ReadonlySet<string> = new Set(
  'floor ceil round integer div sign length size ndims'.split(' '),
)

export class ExpressionTypes {
  /** Loop variables of the enclosing comprehensions. */
  private readonly locals: string[] = []
  /** Depth inside `noEvent`, where a comparison for equality refers to the current value. */
  private nQuiet = 0

  constructor(private readonly context: TypeContext) {}

  /**
   * Returns the type of an expression.
   *
   * @throws VarioError with code `TYPE`
   */
  typeOf(e: Expr): ValueType {
    switch (e.kind) {
      case 'number':
      case 'end':
        return 'scalar'
      case 'boolean':
        return 'boolean'
      case 'string':
        return 'string'
      case 'object':
        return 'object'
      case 'tuple':
        for (const element of e.elements) this.typeOf(element)
        return 'unknown'
      case 'member':
        return 'unknown'
      case 'name':
        if (this.locals.includes(e.name) || CONSTANTS.has(e.name)) return 'scalar'
        return this.context.typeOfName(e.name)
      case 'if':
        return this.typeOfIf(e)
      case 'array':
        if (e.isBlocks) return this.typeOfBlocks(e.elements)
        return this.typeOfList(e.elements)
      case 'range':
        for (const part of childrenOf(e)) this.require(part, NUMBER, 'The limits of a range')
        return 'vector'
      case 'comprehension':
        return this.typeOfComprehension(e)
      case 'index':
        return this.typeOfIndex(e)
      case 'call':
        return this.typeOfCall(e)
    }
  }

  /** Checks that an expression has one of the types of `signature`. */
  require(e: Expr, signature: Signature, where: string, around: Expr = e): ValueType {
    return accept(e, this.typeOf(e), signature, where, around)
  }

  private typeOfIf(e: IfExpr): ValueType {
    this.require(e.condition, BOOLEAN, "The condition of 'if'", e)
    const [a, b] = [this.typeOf(e.then), this.typeOf(e.else)]
    const type = unite(a, b)
    if (type !== null) return type
    const found = `${show(e.then)} is ${describeType(a)}, ${show(e.else)} is ${describeType(b)}`
    throw typeError(`The branches of 'if': expected the same type, got different ones: ${found}.`, e.else, e)
  }

  private typeOfList(elements: readonly Expr[]): ValueType {
    const types = elements.map((element) => this.typeOf(element))
    types.forEach((type, i) => {
      const first = types.findIndex((other) => other !== 'unknown')
      if (unite(types[first] ?? 'unknown', type) === null) {
        const found =
          `${show(elements[first])} is ${describeType(types[first])}, ${show(elements[i])} is ` +
          `${describeType(type)}`
        throw typeError(
          `The elements of an array: expected the same type, got different ones: ${found}.`,
          elements[i],
        )
      }
      if (type === 'matrix')
        throw arrayOfMatrices(
          elements[i],
          'Blocks side by side are written cat(2, A, B), one below the other cat(1, A, B), or [A, B; C, D].',
        )
    })
    const type = types.find((other) => other !== 'unknown') ?? 'unknown'
    if (type === 'vector') return 'matrix'
    if (type === 'string' || type === 'object') return 'object'
    return type === 'unknown' && elements.length > 0 ? 'unknown' : 'vector'
  }

  /** `[A, b; c, 1]`: numbers, vectors as columns, and matrices. */
  private typeOfBlocks(rows: readonly Expr[]): ValueType {
    for (const row of rows)
      for (const element of childrenOf(row)) this.require(element, NUMERIC, 'A block of a matrix')
    return 'matrix'
  }

  private typeOfComprehension(e: ComprehensionExpr): ValueType {
    this.require(
      e.range,
      { types: ['vector'], words: 'a range such as 1:n, or a vector' },
      `for ${e.variable} in …`,
      e,
    )
    this.locals.push(e.variable)
    const type = this.typeOf(e.body)
    this.locals.pop()
    if (type === 'matrix') throw arrayOfMatrices(e.body, 'Write the elements of one matrix.')
    return type === 'vector' ? 'matrix' : type === 'scalar' ? 'vector' : 'unknown'
  }

  private typeOfIndex(e: IndexExpr): ValueType {
    const base = this.typeOf(e.base)
    const types = e.subscripts.map((subscript) =>
      this.require(
        subscript,
        { types: ['scalar', 'vector'], words: 'an integer or a range' },
        'A subscript',
        e,
      ),
    )
    // a scalar without declaration may be an array whose elements have separate equations
    const isOpen = base === 'unknown' || base === 'object' || (base === 'scalar' && e.base.kind === 'name')
    if (isOpen) return 'unknown'
    const nMax = base === 'matrix' ? 2 : base === 'vector' ? 1 : 0
    if (types.length > nMax) {
      const count = types.length === 1 ? '1 subscript' : `${types.length} subscripts`
      throw typeError(
        `${show(e)}: expected ${nMax === 0 ? 'none' : `at most ${nMax}`}, got ${count} on ${describeType(base)}.`,
        e,
      )
    }
    const nKept = types.filter((type) => type === 'vector').length + nMax - types.length
    return types.includes('unknown') ? 'unknown' : nKept === 0 ? 'scalar' : nKept === 1 ? 'vector' : 'matrix'
  }

  private typeOfCall(e: CallExpr): ValueType {
    const { fn, args } = e
    const info = this.context.functions.get(fn)
    if (info !== undefined) return this.typeOfFunction(e, info)
    if (SYMBOL_OPERATORS.has(fn) && args.length === 2) return this.typeOfOperators(e)
    if (fn === 'neg') return this.require(args[0], NUMERIC, operands('-'), e)
    if (fn === 'not') return this.require(args[0], BOOLEAN, operands('not'), e)
    if (fn === 'der') return this.require(args[0], NUMERIC, 'der(…)', e)
    if (THROUGH.has(fn)) return this.typeThrough(e)
    const builtin = BUILTINS.get(fn)
    if (builtin !== undefined) return this.typeOfBuiltin(e, builtin)
    return this.checkArguments(e) ?? 'unknown'
  }

  /** Descends the left operands in a loop, because a long sum is a deep tree. */
  private typeOfOperators(e: CallExpr): ValueType {
    const spine: CallExpr[] = []
    let node: Expr = e
    while (node.kind === 'call' && node.args.length === 2 && SYMBOL_OPERATORS.has(node.fn)) {
      spine.push(node)
      node = node.args[0]
    }
    let type = this.typeOf(node)
    for (let i = spine.length - 1; i >= 0; i--) {
      const right = this.typeOf(spine[i].args[1])
      if (EQUALITY.has(spine[i].fn) && type === 'scalar' && right === 'scalar') this.checkEquality(spine[i])
      type = typeOfOperator(spine[i], type, right)
    }
    return type
  }

  private typeThrough(e: CallExpr): ValueType {
    const { fn, args } = e
    if (fn === 'noEvent') this.nQuiet++
    const type = this.typeOf(args[0])
    if (fn === 'noEvent') this.nQuiet--
    this.checkArguments(e)
    return type
  }

  /**
   * Rejects comparison of continuously changing numbers for equality: they are equal only at single instants, or differ
   * by rounding.
   */
  private checkEquality(e: CallExpr): void {
    if (this.nQuiet > 0) return
    const { isContinuous } = this.context
    if (!e.args.some((arg) => !isIntegerValued(arg) && isContinuous(arg, this.locals))) return
    throw typeError(
      `${show(e)} compares numbers that change continuously: they are equal for an instant at most, which ` +
        'rounding hides. ' +
        'Write a relation with < or >, abs(a - b) < tolerance, or noEvent(…) around it for the value alone.',
      e,
    )
  }

  private typeOfBuiltin(e: CallExpr, info: FunctionInfo): ValueType {
    this.checkArguments(e)
    const { fn, args } = e
    if (fn === 'String') return 'string'
    if (info.shape === 'like') {
      const type = this.typeByElement(e)
      return isReduction(info, args.length) ? 'scalar' : type
    }
    const byArguments = shapeByArguments(fn, () => args.map((arg) => this.typeOf(arg)))
    return byArguments ?? (shapeOfCall(info) as ValueType)
  }

  /** Type of a call of a user function, whose arguments may have any type. */
  private typeOfFunction(e: CallExpr, info: FunctionInfo): ValueType {
    for (const arg of e.args) this.typeOf(arg)
    if (info.shape === undefined || (info.results ?? 1) > 1) return 'unknown'
    const shape = shapeOfCall(info)
    return shape === 'like' ? this.typeByElement(e) : shape
  }

  private typeByElement(e: CallExpr): ValueType {
    const types = e.args.map((arg) => this.typeOf(arg))
    return types.reduce(
      (type, next, i) => byElement(e, e.args[0], type, e.args[i], next),
      'scalar' as ValueType,
    )
  }

  /** Checks the arguments of functions of the language; returns the type of an operator. */
  private checkArguments(e: CallExpr): ValueType | undefined {
    const signature = signatureOf(e.fn)
    e.args.forEach((arg, i) => {
      const expected = signature?.args[Math.min(i, signature.args.length - 1)]
      if (expected) this.require(arg, expected, `${e.fn}(…)`, e)
      else if (expected === undefined) this.typeOf(arg)
    })
    return signature?.result
  }
}

/** True for a sum, difference or product of integers and of functions with integer values. */
function isIntegerValued(e: Expr): boolean {
  if (e.kind === 'number') return Number.isInteger(e.value)
  if (e.kind !== 'call') return false
  if (INTEGER_VALUED.has(e.fn)) return true
  return ['+', '-', '*', 'neg', 'mod', 'rem'].includes(e.fn) && e.args.every(isIntegerValued)
}

function arrayOfMatrices(e: Expr, advice: string): Error {
  return typeError(
    `The elements of an array: expected numbers or rows, got the matrix ${show(e)}. ${advice}`,
    e,
  )
}
