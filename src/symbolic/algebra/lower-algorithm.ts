import type { Expr } from '../expr.ts'
import type { FunctionInfo } from '../functions.ts'
import { show, typeError } from '../written-expr.ts'
import type { Algorithm, AlgorithmStatement, AlgorithmVariable, Assignment } from './algorithm.ts'
import { ARRAYS, BooleanArrays } from './boolean-arrays.ts'

/**
 * Replaces the arrays of Booleans in a function by arrays of the numbers 0 and 1.
 *
 * @param functions functions that it may call, with itself
 * @throws VarioError 'TYPE'
 */
export function lowerAlgorithm(
  algorithm: Algorithm,
  functions: Pick<ReadonlyMap<string, FunctionInfo>, 'get'>,
): Algorithm {
  const variables = new Map(algorithm.variables.map((variable) => [variable.name, variable]))
  const arrays = new BooleanArrays({
    dimensionsOf: (name) => {
      const variable = variables.get(name)
      return variable?.type === 'Boolean' ? variable.sizes.length : null
    },
    isArray: (name) => (variables.get(name)?.sizes.length ?? 0) > 0,
    functions,
    hasEvents: false,
  })
  const lowered = (e: Expr): Expr => arrays.asIs(e)
  /** The value of a variable or of a part of it; a single Boolean is the value of all elements. */
  const valueFor = (target: AlgorithmVariable, subscripts: readonly Expr[], value: Expr): Expr => {
    const [dims, isArray] = [arrays.dimensions(value), target.sizes.length > 0]
    if (target.type !== 'Boolean' || !isArray) {
      if (dims === null || (dims === 0 && target.type === 'Boolean')) return lowered(value)
      const expected = target.type === 'Boolean' ? 'a Boolean' : 'numbers'
      throw typeError(
        `${algorithm.name}: expected ${expected} for ${target.name}, but ${arrays.describe(value)}. Write if … then 1 else 0.`,
        value,
      )
    }
    const base: Expr = { kind: 'name', name: target.name }
    const expected = arrays.dimensions(subscripts.length === 0 ? base : { kind: 'index', base, subscripts })
    if (dims === 0) return arrays.asNumber(value)
    const isEmpty = value.kind === 'array' && value.elements.length === 0
    if (dims === expected || isEmpty) return lowered(value)
    throw typeError(
      `${algorithm.name}: expected ${ARRAYS[expected ?? 0]} for ${target.name}, got ${show(value)}. ` +
        'Write a relation of the numbers, such as x > 0.5.',
      value,
    )
  }
  const assigned = (statement: Assignment): Assignment => {
    const subscripts = statement.subscripts.map(lowered)
    const value = valueFor(variables.get(statement.target)!, statement.subscripts, statement.value)
    return { ...statement, subscripts, value }
  }
  const body = (statements: readonly AlgorithmStatement[]): AlgorithmStatement[] =>
    statements.map((statement): AlgorithmStatement => {
      switch (statement.kind) {
        case 'assign':
          return assigned(statement)
        case 'for':
          return { ...statement, range: lowered(statement.range), body: body(statement.body) }
        case 'while':
          return { ...statement, condition: lowered(statement.condition), body: body(statement.body) }
        case 'if': {
          const branches = statement.branches.map((branch) => ({
            condition: lowered(branch.condition),
            body: body(branch.body),
          }))
          return { ...statement, branches, otherwise: body(statement.otherwise) }
        }
        case 'assert':
          return {
            ...statement,
            condition: lowered(statement.condition),
            message: lowered(statement.message),
          }
        default:
          return statement
      }
    })
  return {
    ...algorithm,
    variables: algorithm.variables.map((variable) => ({
      ...variable,
      sizes: variable.sizes.map((size) => size && lowered(size)),
      ...(variable.value && { value: valueFor(variable, [], variable.value) }),
    })),
    body: body(algorithm.body),
  }
}
