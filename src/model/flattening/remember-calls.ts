import { VarioError } from '../../base/index.ts'
import { type CallExpr, CONSTANTS, call, type Expr, mapExpr, visitNames } from '../../symbolic/index.ts'
import type { FlatEquation, FlatMemory, FlatVariable, FunctionTable } from '../flat-model/index.ts'
import type { Statements } from './equation-collector.ts'
import { inComponent, modelError } from './model-error.ts'

/** Prefix of the names of the memories of calls, and of the variables that record for them. */
const MEMORY = '$memory'

/** Additions for calls of functions with a memory at each of their places. */
interface Additions {
  readonly variables: Map<string, FlatVariable>
  readonly memories: FlatMemory[]
}

/**
 * Replaces calls of functions that remember (`FunctionInfo.remember`) by functions of a memory, each with an equation that
 * passes values to it.
 */
export function rememberCalls(
  statements: Statements,
  functions: FunctionTable,
  isParameter: (name: string) => boolean,
  isVariable: (name: string) => boolean,
  additions: Additions,
): Statements {
  if (![...functions.functions.values()].some(({ remember }) => remember)) return statements
  const isConstant = (name: string): boolean => isParameter(name) || CONSTANTS.has(name)
  const isKnown = (name: string): boolean => isConstant(name) || name === 'time' || isVariable(name)
  const isFixed = (expr: Expr): boolean => {
    let fixed = true
    visitNames(expr, ({ name }) => {
      fixed &&= isConstant(name)
    })
    return fixed
  }
  const added: FlatEquation[] = []
  const replace = (expr: Expr, component: string): Expr =>
    mapExpr(expr, (node) => {
      const remember = node.kind === 'call' && functions.functions.get(node.fn)?.remember
      return remember ? replaceCall(node as CallExpr, remember, component) : node
    })
  const replaceCall = (
    node: CallExpr,
    remember: NonNullable<ReturnType<FunctionTable['functions']['get']>>['remember'] & object,
    component: string,
  ): Expr => {
    visitNames(node, ({ name, pos }) => {
      if (isKnown(name)) return
      const problem = `${node.fn}: expected a call outside of [… for ${name} in …]; write one for each element`
      throw modelError(component, problem, pos ?? node.pos)
    })
    const name = `${MEMORY}${additions.memories.length + 1}`
    let parts: ReturnType<typeof remember>
    try {
      parts = remember(node.args, isFixed)
    } catch (error) {
      throw error instanceof VarioError ? inComponent(component, error) : error
    }
    const { memory, record, read, value } = parts
    const [recorder, reader] = [record, read].map(({ info, args }) => {
      return call(functions.add({ ...info, hasMemory: true, memoryOf: name }), ...args)
    })
    additions.memories.push({ path: name, create: memory })
    additions.variables.set(name, hiddenVariable(name))
    added.push({ left: { kind: 'name', name }, right: recorder, component, origin: 'equation' })
    const result = value === undefined ? reader : value(reader)
    return node.pos === undefined ? result : { ...result, pos: node.pos }
  }
  const equations = statements.equations.map((equation) => {
    const { left, right, component } = equation
    return { ...equation, left: replace(left, component), right: replace(right, component) }
  })
  const whens = statements.whens.map((when) => ({
    ...when,
    condition: replace(when.condition, when.component),
    actions: when.actions.map((action) => {
      if (action.kind === 'assert') return { ...action, condition: replace(action.condition, when.component) }
      return action.kind === 'terminate'
        ? action
        : { ...action, value: replace(action.value, when.component) }
    }),
  }))
  const asserts = statements.asserts.map((assert) => ({
    ...assert,
    condition: replace(assert.condition, assert.component),
  }))
  return { ...statements, equations: [...equations, ...added], whens, asserts }
}

function hiddenVariable(name: string): FlatVariable {
  return {
    ...{ name, component: '', isInput: false, isOutput: false, isPotential: false },
    hideResult: true,
  }
}
