import { name as nameExpr, ZERO } from '../build.ts'
import type { Expr } from '../expr.ts'
import type { FunctionInfo } from '../functions.ts'
import type { Algorithm, AlgorithmStatement, AlgorithmVariable } from './algorithm.ts'
import { differentiateAlong } from './differentiate.ts'

/** Name of the function that computes the derivative of another one. */
export function rateName(name: string): string {
  return `${name}_der`
}

/** Prefix of the derivatives of variables inside of such a function; no text and no lower order contains it. */
function prefixOf(order: number): string {
  return `d${order}$`
}

/**
 * The function of the inputs and their derivatives that computes the derivatives of the outputs: forward mode of
 * automatic differentiation, statement by statement. Before `v := e` stands `d$v := e'`, the derivative of e along those
 * of the real variables; conditions and ranges stay.
 *
 * @param functions the functions that it may call, with the names of their derivatives
 * @param order number of differentiations, with this one
 * @throws VarioError with code `DERIVATIVE`
 */
export function differentiateAlgorithm(
  algorithm: Algorithm,
  functions: ReadonlyMap<string, FunctionInfo>,
  order: number,
): Algorithm {
  const { variables } = algorithm
  const inputs = variables.filter(({ role }) => role === 'input')
  const rest = variables.filter(({ role }) => role !== 'input')
  const declared = new Map(variables.map((variable) => [variable.name, variable]))
  const prefix = prefixOf(order)
  const rankOf = (name: string): number =>
    declared.get(name.startsWith(prefix) ? name.slice(prefix.length) : name)?.sizes.length ?? 0
  const context = {
    functions,
    isScalar: (name: string) => rankOf(name) === 0,
    isMatrix: (name: string) => rankOf(name) === 2,
  }

  const derive = (expr: Expr, locals: ReadonlySet<string>): Expr =>
    differentiateAlong(
      expr,
      (name) => (isReal(declared.get(name)) && !locals.has(name) ? nameExpr(prefix + name) : undefined),
      context,
    )
  const deriveAll = (
    body: readonly AlgorithmStatement[],
    locals: ReadonlySet<string>,
  ): AlgorithmStatement[] =>
    body.flatMap((statement): AlgorithmStatement[] => {
      switch (statement.kind) {
        case 'assign': {
          if (!isReal(declared.get(statement.target))) return [statement]
          const value = derive(statement.value, locals)
          return [{ ...statement, target: prefix + statement.target, value }, statement]
        }
        case 'for':
          return [{ ...statement, body: deriveAll(statement.body, new Set([...locals, statement.variable])) }]
        case 'while':
          return [{ ...statement, body: deriveAll(statement.body, locals) }]
        case 'if': {
          const branches = statement.branches.map((branch) => ({
            ...branch,
            body: deriveAll(branch.body, locals),
          }))
          return [{ ...statement, branches, otherwise: deriveAll(statement.otherwise, locals) }]
        }
        default:
          return [statement]
      }
    })

  const none: ReadonlySet<string> = new Set()
  return {
    name: rateName(algorithm.name),
    variables: [
      ...inputs,
      // of an input that the call leaves out, the derivative of its value
      ...inputs.map((input) =>
        tangentOf(input, prefix, 'input', input.value ? derive(input.value, none) : ZERO),
      ),
      ...rest.flatMap((variable): AlgorithmVariable[] => {
        const value = variable.value && isReal(variable) ? derive(variable.value, none) : undefined
        const role = variable.role === 'output' ? 'output' : 'protected'
        const own: AlgorithmVariable = { ...variable, role: 'protected' }
        return isReal(variable) || role === 'output' ? [own, tangentOf(variable, prefix, role, value)] : [own]
      }),
    ],
    body: deriveAll(algorithm.body, none),
  }
}

function isReal(variable: AlgorithmVariable | undefined): boolean {
  return variable?.type === 'Real'
}

function tangentOf(
  { name, sizes, pos }: AlgorithmVariable,
  prefix: string,
  role: AlgorithmVariable['role'],
  value: Expr | undefined,
): AlgorithmVariable {
  return { name: prefix + name, role, type: 'Real', sizes, ...(value && { value }), pos }
}
