import { VarioError } from '../../base/index.ts'
import { type EvaluationContext, evaluate } from '../evaluate.ts'
import type { Expr, Position } from '../expr.ts'
import type { FunctionInfo } from '../functions.ts'
import { errorAt } from '../source-text.ts'
import { countRange } from '../subscripts.ts'
import {
  copyArray,
  createMatrix,
  dataOf,
  describeValue,
  type EvaluatedValue,
  isMatrix,
  isNumeric,
} from '../values.ts'
import {
  type Algorithm,
  type AlgorithmStatement,
  type AlgorithmVariable,
  type Assignment,
  variablesOf,
} from './algorithm.ts'

/** Maximum number of repetitions of a `while`: more are an error of the function. */
export const MAX_REPETITIONS = 1e7

/** How a sequence of statements ended. */
type Outcome = 'next' | 'break' | 'return'

/**
 * Calls a function: executes its statements in their order.
 *
 * @param functions the functions that it may call besides those of the language
 * @returns the value of its output, or a list of the values of its outputs
 */
export function runAlgorithm(
  algorithm: Algorithm,
  args: readonly (EvaluatedValue | undefined)[],
  functions: ReadonlyMap<string, FunctionInfo>,
): EvaluatedValue {
  return new AlgorithmRun(algorithm, functions).call(args)
}

class AlgorithmRun {
  private readonly values = new Map<string, EvaluatedValue>()
  private readonly context: EvaluationContext

  constructor(
    private readonly algorithm: Algorithm,
    functions: ReadonlyMap<string, FunctionInfo>,
  ) {
    const lookup = (name: string): EvaluatedValue | undefined => this.values.get(name)
    this.context = { lookup, functions, spreadsNumbers: true }
  }

  call(args: readonly (EvaluatedValue | undefined)[]): EvaluatedValue {
    const { algorithm } = this
    const inputs = variablesOf(algorithm, 'input')
    if (args.length > inputs.length) {
      const found = `got ${args.length}`
      throw new VarioError(
        'EVALUATION',
        `${algorithm.name}: expected at most ${inputs.length} arguments, ${found}.`,
      )
    }
    for (const [i, input] of inputs.entries()) this.enter(input, args[i])
    for (const variable of algorithm.variables) if (variable.role !== 'input') this.declare(variable)
    this.execute(algorithm.body)
    const outputs = variablesOf(algorithm, 'output').map(({ name }) => this.values.get(name)!)
    return outputs.length === 1 ? outputs[0] : outputs
  }

  private enter(input: AlgorithmVariable, given: EvaluatedValue | undefined): void {
    const { name, sizes, value, pos } = input
    if (given === undefined && value === undefined)
      throw new VarioError('EVALUATION', `${this.algorithm.name}: expected a value for the argument ${name}.`)
    const entered = given ?? this.evaluate(value!)
    const rank = isMatrix(entered) ? 2 : entered instanceof Float64Array ? 1 : 0
    const isTangentOfScalar = rank === 0 && entered === 0
    if (rank !== sizes.length && !isTangentOfScalar) {
      const expected = ['a number', 'a vector', 'a matrix'][sizes.length]
      const found = `got ${describeValue(entered)}`
      throw errorAt('EVALUATION', `${this.algorithm.name}: expected ${expected} for ${name}, ${found}.`, pos)
    }
    const found = isMatrix(entered) ? [entered.rows, entered.cols] : [dataLength(entered)]
    for (const [k, size] of sizes.entries()) {
      const wanted = size === null || isTangentOfScalar ? found[k] : this.evaluate(size)
      if (wanted === found[k]) continue
      const message = `${this.algorithm.name}: expected ${String(wanted)} elements of ${name}, got ${found[k]}.`
      throw errorAt('EVALUATION', message, pos)
    }
    this.values.set(name, copyArray(entered))
  }

  /** Sets a local variable or an output to its first value; numbers are 0, Booleans false. */
  private declare({ name, type, sizes, value }: AlgorithmVariable): void {
    if (value !== undefined) this.values.set(name, copyArray(this.evaluate(value)))
    else if (sizes.includes(null)) this.values.set(name, new Float64Array(0))
    else if (sizes.length > 0) {
      const [rows, cols] = sizes.map((size) => this.evaluate(size!) as number)
      this.values.set(name, cols === undefined ? new Float64Array(rows) : createMatrix(rows, cols))
    } else this.values.set(name, type === 'Boolean' ? false : type === 'String' ? '' : 0)
  }

  private execute(statements: readonly AlgorithmStatement[]): Outcome {
    for (const statement of statements) {
      const outcome = this.executeOne(statement)
      if (outcome !== 'next') return outcome
    }
    return 'next'
  }

  private executeOne(statement: AlgorithmStatement): Outcome {
    switch (statement.kind) {
      case 'assign':
        this.assign(statement)
        return 'next'
      case 'for':
        return this.repeat(statement.variable, statement.range, statement.body)
      case 'while': {
        for (let k = 0; this.truth(statement.condition); k++) {
          if (k === MAX_REPETITIONS) {
            const message = `${this.algorithm.name}: expected an end of 'while', got more than ${MAX_REPETITIONS} repetitions. Check its condition.`
            throw errorAt('EVALUATION', message, statement.condition.pos)
          }
          const outcome = this.execute(statement.body)
          if (outcome === 'break') break
          if (outcome === 'return') return outcome
        }
        return 'next'
      }
      case 'if': {
        const branch = statement.branches.find(({ condition }) => this.truth(condition))
        return this.execute(branch?.body ?? statement.otherwise)
      }
      case 'assert':
        if (this.truth(statement.condition)) return 'next'
        throw errorAt(
          'ASSERT',
          `${this.algorithm.name}: ${String(this.evaluate(statement.message))}`,
          statement.pos,
        )
      default:
        return statement.kind
    }
  }

  private repeat(variable: string, range: Expr, body: readonly AlgorithmStatement[]): Outcome {
    const outer = this.values.get(variable)
    try {
      for (const value of this.elementsOf(range)) {
        this.values.set(variable, value)
        const outcome = this.execute(body)
        if (outcome === 'break') break
        if (outcome === 'return') return outcome
      }
      return 'next'
    } finally {
      if (outer === undefined) this.values.delete(variable)
      else this.values.set(variable, outer)
    }
  }

  private elementsOf(range: Expr): Iterable<number> {
    if (range.kind === 'range') {
      const [from, step, to] = [range.from, range.step, range.to].map((part) =>
        part === null ? 1 : Number(this.evaluate(part)),
      )
      return Array.from({ length: countRange(from, step, to) }, (_, k) => from + k * step)
    }
    const value = this.evaluate(range)
    if (typeof value === 'object' && isNumeric(value)) return dataOf(value)
    throw errorAt(
      'EVALUATION',
      `${this.algorithm.name}: expected a range, got ${describeValue(value)}.`,
      range.pos,
    )
  }

  private assign({ target, subscripts, value, pos }: Assignment): void {
    const result = this.evaluate(value)
    const present = this.values.get(target)!
    if (subscripts.length > 0) this.assignPart(target, present, subscripts, result, pos)
    else if (typeof result === 'number' && isNumeric(present)) dataOf(present).fill(result)
    else this.values.set(target, copyArray(result))
  }

  private assignPart(
    target: string,
    present: EvaluatedValue,
    subscripts: readonly Expr[],
    value: EvaluatedValue,
    pos: Assignment['pos'],
  ): void {
    const sizes = isMatrix(present) ? [present.rows, present.cols] : [dataLength(present)]
    if (!isNumeric(present) || sizes.length !== subscripts.length)
      throw this.error(`${target} is ${describeValue(present)}, got ${subscripts.length} subscript(s).`, pos)
    const places = subscripts.map((subscript, k) => {
      const found = evaluate(subscript, { ...this.context, end: sizes[k] } as EvaluationContext)
      const list =
        typeof found === 'object' && isNumeric(found) ? Array.from(dataOf(found)) : [found as number]
      for (const i of list)
        if (!Number.isInteger(i) || i < 1 || i > sizes[k])
          throw this.error(`subscript of ${target}: expected 1 to ${sizes[k]}, got ${i}.`, pos)
      return list
    })
    const [rows, cols = [1]] = places
    const values = typeof value === 'object' && isNumeric(value) ? dataOf(value) : null
    if (values !== null && values.length !== rows.length * cols.length)
      throw this.error(
        `expected ${rows.length * cols.length} values for ${target}[…], got ${values.length}.`,
        pos,
      )
    const width = sizes[1] ?? 1
    rows.forEach((i, k) => {
      cols.forEach((j, l) => {
        dataOf(present)[(i - 1) * width + j - 1] =
          values === null ? Number(value) : values[k * cols.length + l]
      })
    })
  }

  private error(message: string, pos: Position): VarioError {
    return errorAt('EVALUATION', `${this.algorithm.name}: ${message}`, pos)
  }

  private truth(condition: Expr): boolean {
    const value = this.evaluate(condition)
    if (typeof value === 'boolean') return value
    const message = `${this.algorithm.name}: expected a Boolean, got ${describeValue(value)}.`
    throw errorAt('EVALUATION', message, condition.pos)
  }

  private evaluate(expr: Expr): EvaluatedValue {
    return evaluate(expr, this.context)
  }
}

function dataLength(value: EvaluatedValue): number {
  return isNumeric(value) ? dataOf(value).length : 1
}
