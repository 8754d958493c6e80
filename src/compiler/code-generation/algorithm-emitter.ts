import {
  type Algorithm,
  type AlgorithmStatement,
  type AlgorithmVariable,
  BUILTINS,
  type CallExpr,
  CONSTANTS,
  collectNames,
  type Expr,
  type IndexExpr,
  isReduction,
  someNode,
  variablesOf,
} from '../../symbolic/index.ts'

/** Type of a local variable or an expression; 'any': known only when it is evaluated. */
type LocalType = 'number' | 'boolean' | 'vector' | 'matrix' | 'any'

interface Typed {
  readonly code: string
  readonly type: LocalType
}

/** The source of a function, and the parts of the text to which it refers by number. */
export interface AlgorithmCode {
  /** `(s, …inputs) => …`, where s are the services of load-algorithm.ts. */
  readonly source: string
  readonly exprs: readonly Expr[]
  /** Names of the functions that it calls. */
  readonly calls: readonly string[]
}

/** A construct for which no code is generated: the function stays interpreted. */
class Unsupported extends Error {}

/**
 * Emits a function written as an algorithm as JavaScript. Numbers, Booleans, elements of vectors and matrices, loops and
 * branches become code with the same operations in the same order; expressions with whole arrays are evaluated by the
 * interpreter, with the local variables at hand.
 *
 * The code assumes that values have their declared types, and that subscripts exist. Where this is not so, `s.leave()`
 * ends it, and the interpreter repeats the call, with its messages.
 *
 * @returns null for a function that stays interpreted
 */
export function emitAlgorithm(algorithm: Algorithm): AlgorithmCode | null {
  try {
    return new AlgorithmEmitter(algorithm).emit()
  } catch (error) {
    if (error instanceof Unsupported) return null
    throw error
  }
}

const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '.+', '.-', '.*', './'])
const RELATIONS: Readonly<Record<string, string>> = {
  ...{ '<': '<', '<=': '<=', '>': '>', '>=': '>=', '==': '===', '<>': '!==' },
}

class AlgorithmEmitter {
  private readonly exprs: Expr[] = []
  private readonly calls: string[] = []
  private readonly types = new Map<string, LocalType>()
  /** Identifiers of the variables in scope, by name. */
  private readonly locals = new Map<string, string>()
  /** Variables that have values where the code stands: declarations only use earlier ones. */
  private readonly known = new Set<string>()
  /** Code for `end` inside of subscripts. */
  private end: string | undefined
  private nLoop = 0

  constructor(private readonly algorithm: Algorithm) {
    algorithm.variables.forEach((variable, k) => {
      this.types.set(variable.name, typeOf(variable))
      this.locals.set(variable.name, `x${k}`)
    })
  }

  emit(): AlgorithmCode {
    const { algorithm } = this
    const inputs = variablesOf(algorithm, 'input')
    const others = algorithm.variables.filter(({ role }) => role !== 'input')
    const lines = [...inputs, ...others].map((variable) => {
      const line = variable.role === 'input' ? this.enter(variable) : this.declare(variable)
      this.known.add(variable.name)
      return line
    })
    lines.push('body: {', ...this.statements(algorithm.body), '}')
    const outputs = variablesOf(algorithm, 'output').map(({ name }) => this.local(name))
    lines.push(outputs.length === 1 ? `return ${outputs[0]}` : `return [${outputs.join(', ')}]`)
    const parameters = ['s', ...inputs.map(({ name }) => this.local(name))].join(', ')
    const source = `(${parameters}) => {\n${lines.join('\n')}\n}`
    return { source, exprs: this.exprs, calls: this.calls }
  }

  /** Checks an input, or gives it its value. */
  private enter({ name, sizes, value }: AlgorithmVariable): string {
    const type = this.types.get(name)!
    const local = this.local(name)
    const first = value ? `if (${local} === undefined) ${local} = ${this.as(type, value)}\n` : ''
    const found = type === 'matrix' ? [`${local}.rows`, `${local}.cols`] : [`${local}.length`]
    const wrong = sizes.map((size, k) =>
      size === null ? 'false' : `${this.as('number', size)} !== ${found[k]}`,
    )
    const isOther = type === 'any' ? `typeof ${local} !== 'string'` : `!s.is.${type}(${local})`
    return `${first}if (${[isOther, ...wrong].join(' || ')}) s.leave()`
  }

  /** A variable with its first value. */
  private declare({ name, type, sizes, value }: AlgorithmVariable): string {
    const local = this.local(name)
    const own = this.types.get(name)!
    if (value !== undefined) {
      const isArray = own === 'vector' || own === 'matrix'
      return `let ${local} = ${isArray ? `s.copy(${this.as(own, value)})` : this.as(own, value)}`
    }
    if (sizes.includes(null)) {
      if (sizes.length > 1) throw new Unsupported()
      return `let ${local} = new Float64Array(0)`
    }
    if (sizes.length === 0)
      return `let ${local} = ${type === 'Boolean' ? 'false' : type === 'String' ? "''" : '0'}`
    const numbers = sizes.map((size) => this.as('number', size!)).join(', ')
    return `let ${local} = ${sizes.length === 1 ? 'new Float64Array' : 's.createMatrix'}(${numbers})`
  }

  private statements(list: readonly AlgorithmStatement[]): string[] {
    return list.map((statement) => this.statement(statement))
  }

  private statement(statement: AlgorithmStatement): string {
    switch (statement.kind) {
      case 'assign':
        return this.assign(statement)
      case 'for':
        return this.loop(statement)
      case 'while': {
        const count = `n${this.nLoop++}`
        const condition = this.as('boolean', statement.condition)
        const check = `if (${count}++ === s.maxRepetitions) s.leave()`
        return [
          `let ${count} = 0`,
          `while (${condition}) {`,
          check,
          ...this.statements(statement.body),
          '}',
        ].join('\n')
      }
      case 'if': {
        const parts = statement.branches.map(
          ({ condition, body }) =>
            `if (${this.as('boolean', condition)}) {\n${this.statements(body).join('\n')}\n}`,
        )
        const rest = this.statements(statement.otherwise)
        if (rest.length > 0) parts.push(`{\n${rest.join('\n')}\n}`)
        return parts.join(' else ')
      }
      case 'assert':
        return `if (!${this.as('boolean', statement.condition)}) s.leave()`
      case 'break':
        return 'break'
      case 'return':
        return 'break body'
    }
  }

  private loop({ variable, range, body }: Extract<AlgorithmStatement, { kind: 'for' }>): string {
    const k = this.nLoop++
    const outer = { type: this.types.get(variable), local: this.locals.get(variable) }
    const lines: string[] = []
    let value: string
    if (range.kind === 'range') {
      const [from, step, to] = [range.from, range.step, range.to].map((part) =>
        part === null ? '1' : this.as('number', part),
      )
      lines.push(`const f${k} = ${from}, d${k} = ${step}, e${k} = s.countRange(f${k}, d${k}, ${to})`)
      value = `f${k} + k${k} * d${k}`
    } else {
      lines.push(`const l${k} = s.numbersOf(${this.expression(range).code}), e${k} = l${k}.length`)
      value = `l${k}[k${k}]`
    }
    this.types.set(variable, 'number')
    this.locals.set(variable, `i${k}`)
    const isNew = !this.known.has(variable)
    this.known.add(variable)
    lines.push(
      `for (let k${k} = 0; k${k} < e${k}; k${k}++) {`,
      `const i${k} = ${value}`,
      ...this.statements(body),
      '}',
    )
    if (isNew) this.known.delete(variable)
    if (outer.local === undefined || outer.type === undefined) {
      this.types.delete(variable)
      this.locals.delete(variable)
    } else {
      this.types.set(variable, outer.type)
      this.locals.set(variable, outer.local)
    }
    return `{\n${lines.join('\n')}\n}`
  }

  private assign({ target, subscripts, value }: Extract<AlgorithmStatement, { kind: 'assign' }>): string {
    const type = this.types.get(target)!
    const local = this.local(target)
    if (subscripts.length > 0) {
      // the value comes first: it may change nothing, but it may fail
      const element = this.element(target, subscripts)
      const { code, type: found } = this.expression(value)
      if (element === undefined || (found !== 'number' && found !== 'any')) throw new Unsupported()
      return `${element} = ${found === 'any' ? `s.number(${code})` : code}`
    }
    if (type !== 'vector' && type !== 'matrix') return `${local} = ${this.as(type, value)}`
    const given = this.expression(value)
    if (given.type === 'number') return `s.dataOf(${local}).fill(${given.code})`
    return `${local} = s.assign(${local}, ${given.code}, s.is.${type})`
  }

  /** An element as the target of an assignment, or its value; undefined for parts with several elements. */
  private element(name: string, subscripts: readonly Expr[]): string | undefined {
    const type = this.types.get(name)
    const local = this.locals.get(name)
    this.assertKnown(name)
    const sizes =
      type === 'vector' ? [`${local}.length`] : type === 'matrix' ? [`${local}.rows`, `${local}.cols`] : []
    if (sizes.length === 0 || sizes.length !== subscripts.length) return undefined
    const outer = this.end
    const places = subscripts.map((subscript, k) => {
      this.end = sizes[k]
      const { code, type: found } = this.expression(subscript)
      return found === 'number' ? `s.at(${code}, ${sizes[k]})` : undefined
    })
    this.end = outer
    if (places.includes(undefined)) return undefined
    return places.length === 1
      ? `${local}[${places[0]}]`
      : `${local}.data[${places[0]} * ${local}.cols + ${places[1]}]`
  }

  /** Code for a value of a type. */
  private as(type: LocalType, expr: Expr): string {
    const { code, type: found } = this.expression(expr)
    if (found === type || type === 'any') return code
    if (found !== 'any') throw new Unsupported()
    return `s.${type}(${code})`
  }

  private expression(expr: Expr): Typed {
    switch (expr.kind) {
      case 'number':
        return { code: printNumber(expr.value), type: 'number' }
      case 'boolean':
        return { code: String(expr.value), type: 'boolean' }
      case 'name': {
        const type = this.types.get(expr.name)
        if (type !== undefined) {
          this.assertKnown(expr.name)
          return { code: this.local(expr.name), type }
        }
        const constant = CONSTANTS.get(expr.name)
        if (constant !== undefined) return { code: printNumber(constant), type: 'number' }
        break
      }
      case 'end':
        if (this.end !== undefined) return { code: this.end, type: 'number' }
        break
      case 'if': {
        const condition = this.as('boolean', expr.condition)
        const [a, b] = [this.expression(expr.then), this.expression(expr.else)]
        const type = a.type === b.type ? a.type : 'any'
        return { code: `(${condition} ? ${a.code} : ${b.code})`, type }
      }
      case 'index': {
        const found = this.index(expr)
        if (found !== undefined) return found
        break
      }
      case 'call': {
        const found = this.call(expr)
        if (found !== undefined) return found
      }
    }
    return this.interpreted(expr)
  }

  private index({ base, subscripts }: IndexExpr): Typed | undefined {
    const code = base.kind === 'name' ? this.element(base.name, subscripts) : undefined
    return code === undefined ? undefined : { code, type: 'number' }
  }

  private call({ fn, args }: CallExpr): Typed | undefined {
    const isCalled =
      !BUILTINS.has(fn) && /^[\p{L}_]/u.test(fn) && !['and', 'or', 'not', 'neg', 'noEvent'].includes(fn)
    if (fn === 'noEvent') return this.expression(args[0])
    if (fn === 'size') return this.sizeOf(args)
    const values = args.map((arg) => this.expression(arg))
    const codes = values.map(({ code }) => code)
    const all = (type: LocalType): boolean => values.every((value) => value.type === type)
    if (isCalled) {
      if (!this.calls.includes(fn)) this.calls.push(fn)
      const given = values.map(({ code, type }) =>
        type === 'vector' || type === 'matrix' ? `s.copy(${code})` : code,
      )
      return { code: `s.calls[${this.calls.indexOf(fn)}](${given.join(', ')})`, type: 'any' }
    }
    if (fn === 'and' || fn === 'or')
      return all('boolean')
        ? { code: `(${codes.join(fn === 'and' ? ' && ' : ' || ')})`, type: 'boolean' }
        : undefined
    if (fn === 'not') return all('boolean') ? { code: `!${codes[0]}`, type: 'boolean' } : undefined
    if (!all('number')) {
      const isEquality = (fn === '==' || fn === '<>') && all('boolean')
      return isEquality ? { code: `(${codes.join(` ${RELATIONS[fn]} `)})`, type: 'boolean' } : undefined
    }
    if (fn === 'neg') return { code: `(-${codes[0]})`, type: 'number' }
    if (ARITHMETIC.has(fn)) return { code: `(${codes.join(` ${fn.replace('.', '')} `)})`, type: 'number' }
    if (fn === '^' || fn === '.^') return { code: `s.power(${codes.join(', ')})`, type: 'number' }
    if (Object.hasOwn(RELATIONS, fn))
      return { code: `(${codes.join(` ${RELATIONS[fn]} `)})`, type: 'boolean' }
    const builtin = BUILTINS.get(fn)
    if (builtin?.shape !== 'like' || isReduction(builtin, args.length)) return undefined
    const isMath = (Math as unknown as Record<string, unknown>)[fn] === builtin.evaluate
    return { code: `${isMath ? `Math.${fn}` : `s.builtins.${fn}`}(${codes.join(', ')})`, type: 'number' }
  }

  /** `size(x, 1)` of a local array. */
  private sizeOf([array, dimension]: readonly Expr[]): Typed | undefined {
    if (array.kind !== 'name' || dimension?.kind !== 'number') return undefined
    const local = this.locals.get(array.name)
    const type = this.types.get(array.name)
    if (type === 'vector' && dimension.value === 1) return { code: `${local}.length`, type: 'number' }
    if (type !== 'matrix' || ![1, 2].includes(dimension.value)) return undefined
    return { code: `${local}.${dimension.value === 1 ? 'rows' : 'cols'}`, type: 'number' }
  }

  /** An expression that is evaluated, with the values of its names. */
  private interpreted(expr: Expr): Typed {
    // the interpreter would not know the meaning of `end`
    if (this.end !== undefined && someNode(expr, ({ kind }) => kind === 'end')) throw new Unsupported()
    const names = [...collectNames(expr)].filter((name) => this.locals.has(name))
    for (const name of names) this.assertKnown(name)
    const cases = names.map((name) => `n === ${JSON.stringify(name)} ? ${this.local(name)} : `)
    this.exprs.push(expr)
    return { code: `s.evaluate(${this.exprs.length - 1}, (n) => ${cases.join('')}undefined)`, type: 'any' }
  }

  private assertKnown(name: string): void {
    if (!this.known.has(name)) throw new Unsupported()
  }

  private local(name: string): string {
    return this.locals.get(name)!
  }
}

function typeOf({ type, sizes }: AlgorithmVariable): LocalType {
  if (sizes.length > 0) return sizes.length === 1 ? 'vector' : 'matrix'
  return type === 'Boolean' ? 'boolean' : type === 'String' ? 'any' : 'number'
}

function printNumber(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '(-Infinity)'
  return value < 0 || Object.is(value, -0) ? `(${Object.is(value, -0) ? '-0' : value})` : String(value)
}
