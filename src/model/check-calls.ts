import { nearestName, type VarioError } from '../base/index.ts'
import {
  BUILTINS,
  type CallExpr,
  type Expr,
  errorAt,
  type FunctionInfo,
  type MemberExpr,
  OPERATORS,
  printExpr,
  SYMBOL_OPERATORS,
  visitExpr,
} from '../symbolic/index.ts'

/**
 * Unknown functions and wrong numbers of arguments in `expr`, in the order of the text. Functions of the user are
 * checked by name only: JavaScript does not give their numbers of arguments.
 *
 * @param registry the functions that may be called besides the built-in ones
 */
export function checkCalls(
  expr: Expr,
  registry: ReadonlyMap<string, FunctionInfo> = new Map(),
): VarioError[] {
  const problems: VarioError[] = []
  visitExpr(expr, (node) => {
    if (node.kind === 'member') problems.push(notComponent(node))
    if (node.kind !== 'call' || registry.has(node.fn) || SYMBOL_OPERATORS.has(node.fn)) return
    const problem = checkCall(node, registry)
    if (problem !== undefined) problems.push(problem)
  })
  return problems
}

/** Functions of `vario/library/blocks`, which are known by their names once it is imported. */
const LIBRARY_FUNCTIONS: ReadonlySet<string> = new Set(['delay', 'spatialDistribution', 'table1D', 'table2D'])

function notComponent({ base, member, pos }: MemberExpr): VarioError {
  const message = `'${member}': expected a component before the dot, got '${printExpr(base)}'.`
  return errorAt('MODEL', message, pos)
}

/** Functions of Modelica that are written in another way. */
const OTHERWISE: Readonly<Record<string, string>> = {
  scalar: 'x[1] or A[1, 1]',
  vector: 'A[:, 1] or A[1, :]',
  matrix: 'cat(2, x)',
  array: '{a, b, c}',
  any: 'anyTrue(b)',
  all: 'allTrue(b)',
  firstTrueIndex: 'min([if b[i] then i else n + 1 for i in 1:n])',
  Real: 'if b then 1 else 0; numbers need no conversion',
  record: 'record(x = 1, v = 2) alone on one side of an equation, or as an argument',
  Integer: 'numbers for the values of an enumeration',
  ...{ ln: 'log(x)', pow: 'x^y', sqr: 'x^2', arctan: 'atan(x)', arcsin: 'asin(x)', arccos: 'acos(x)' },
  ...{ getInstanceName: 'the name as a text', cardinality: 'a parameter for the number of connections' },
}

function checkCall(node: CallExpr, registry: ReadonlyMap<string, FunctionInfo>): VarioError | undefined {
  const { fn, args, pos } = node
  const operator = OPERATORS.get(fn)
  if (operator?.nature === 'statement') {
    const message = `'${fn}': expected a function with a value, got a statement. Write ${operator.usage} separately inside of 'when'.`
    return errorAt('CALL', message, pos, { function: fn })
  }
  const arity = operator?.arity ?? BUILTINS.get(fn)?.arity
  if (arity === undefined) {
    const known = [...registry.keys(), ...BUILTINS.keys(), ...OPERATORS.keys()]
    const last = fn.slice(fn.lastIndexOf('.') + 1)
    const nearest = BUILTINS.has(last) ? last : nearestName(fn, known)
    const own = [...registry.keys()]
    const registered = own.length === 0 ? 'none' : own.join(', ')
    const imported = `write \${${fn}}(…) after: import { ${fn} } from 'vario/library/blocks'.`
    const advice = LIBRARY_FUNCTIONS.has(fn)
      ? `It is in a library: ${imported}`
      : Object.hasOwn(OTHERWISE, fn)
        ? `Write ${OTHERWISE[fn]}.`
        : args.length === 1 && args[0].kind === 'number' && args[0].value === 0
          ? `A start value is written beside the equations: ${fn}: Var({ init: 1 }).`
          : nearest === undefined && /^[A-Z]\w*$/.test(fn)
            ? `A record is written record(x = 1, v = 2). Registered functions: ${registered}.`
            : nearest === undefined
              ? `Registered functions: ${registered}.`
              : `Did you mean '${nearest}'?`
    return errorAt('CALL', `expected the name of a function, got '${fn}'. ${advice}`, pos, {
      function: fn,
      nearest,
    })
  }
  const [min, max] = arity
  if (args.length >= min && args.length <= max) return undefined
  const usage = operator === undefined ? '' : ` Write ${operator.usage}.`
  const message = `'${fn}': expected ${describeArity(min, max)}, got ${args.length}.${usage}`
  return errorAt('CALL', message, pos, { function: fn, expected: [min, max], found: args.length })
}

function describeArity(min: number, max: number): string {
  if (max === 0) return 'no arguments'
  if (max === Number.POSITIVE_INFINITY) return `${min} or more arguments`
  if (min === max) return min === 1 ? '1 argument' : `${min} arguments`
  return `${min} ${max - min === 1 ? 'or' : 'to'} ${max} arguments`
}
