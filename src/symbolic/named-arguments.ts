import { nearestName } from '../base/index.ts'
import { call } from './build.ts'
import type { CallExpr, Expr, Position } from './expr.ts'
import type { FunctionInfo } from './functions.ts'
import { substitute } from './names.ts'
import { formsOfArguments } from './operators.ts'
import { errorAt } from './source-text.ts'

/** Function of an argument with a name: `y = 2` in `f(x, y = 2)`. */
const NAMED = '$named'

/** Function that makes a record from its fields: `record(x = 1, v = 2)`. */
export const RECORD = 'record'

/** The argument `name = value`. */
export function namedArgument(name: string, value: Expr, pos: Position): Expr {
  return { ...call(NAMED, { kind: 'string', value: name }, value), pos }
}

/** Name of an argument with a name. */
export function nameOfArgument(arg: Expr): string | undefined {
  if (arg.kind !== 'call' || arg.fn !== NAMED || arg.args[0].kind !== 'string') return undefined
  return arg.args[0].value
}

/** The first argument with a name. */
export function findNamedArgument({ args }: CallExpr): Expr | undefined {
  return args.find((arg) => nameOfArgument(arg) !== undefined)
}

/** Inputs of an operator of the language, in the form that has most of the given names; none: they have no names. */
export function inputsOfOperator({ fn, args }: CallExpr): Pick<FunctionInfo, 'inputs'> {
  const given = args.map(nameOfArgument)
  const count = (form: readonly string[]): number => form.filter((name) => given.includes(name)).length
  const forms = formsOfArguments(fn)
  if (forms === undefined) return {}
  const form = forms.reduce((best, next) => (count(next) > count(best) ? next : best))
  return { inputs: form.map((name) => ({ name })) }
}

/**
 * A call with all arguments in the order of the inputs. Inputs that are left out before given ones get their values.
 *
 * @throws VarioError 'CALL'
 */
export function orderArguments(
  node: CallExpr,
  { inputs }: { readonly inputs?: FunctionInfo['inputs'] | undefined },
): CallExpr {
  const first = findNamedArgument(node)
  if (first === undefined) return node
  const { fn } = node
  const fail = (problem: string, at: Expr): never => {
    throw errorAt('CALL', `'${fn}': ${problem}`, at.pos ?? node.pos, { function: fn })
  }
  if (inputs === undefined) return fail('its arguments have no names; write them in their order.', first)
  const names = inputs.map(({ name }) => name)
  const given = new Map<string, Expr>()
  node.args.forEach((arg, k) => {
    const name = nameOfArgument(arg)
    const key = name ?? names[k]
    if (key === undefined) fail(`expected at most ${names.length} arguments.`, arg)
    if (!names.includes(key)) {
      const nearest = nearestName(key, names)
      const advice = nearest === undefined ? `Its inputs: ${names.join(', ')}.` : `Did you mean '${nearest}'?`
      fail(`it has no input '${key}'. ${advice}`, arg)
    }
    if (given.has(key)) fail(`expected one value for ${key}, got two.`, arg)
    given.set(key, name === undefined ? arg : (arg as CallExpr).args[1])
  })
  const args: Expr[] = []
  for (const { name, value } of inputs) {
    if (given.size === 0) break
    const arg =
      given.get(name) ?? (value && substitute(value, new Map(args.map((each, k) => [names[k], each]))))
    if (arg === undefined) return fail(`expected a value for ${name}.`, node)
    given.delete(name)
    args.push(arg)
  }
  return { ...node, args }
}
