import { BUILTINS, isReduction, shapeByArguments } from '../builtins.ts'
import type { CallExpr, Expr, ObjectExpr, StringExpr } from '../expr.ts'
import { type FunctionInfo, type JacobianSite, shapeOfCall } from '../functions.ts'
import { SYMBOL_OPERATORS } from '../operators.ts'
import { fold, someNode } from '../traverse.ts'

/** Knowledge about shapes. */
export interface ShapeContext {
  readonly functions?: ReadonlyMap<string, FunctionInfo>
  /** True for names of scalars. Default: all names are scalars. */
  readonly isScalar?: (name: string) => boolean
  /** True for names of matrices, whose rows are selected by one subscript. Default: none. */
  readonly isMatrix?: (name: string) => boolean
}

/** False if the value is certainly a scalar; true if it may be a vector or matrix. */
export function mayBeArray(expr: Expr, context: ShapeContext): boolean {
  return fold<boolean>(
    expr,
    (node, parts) => {
      switch (node.kind) {
        case 'name':
          return context.isScalar !== undefined && !context.isScalar(node.name)
        case 'call':
          return callMayBeArray(node, parts, context)
        case 'if':
          return parts[1] || parts[2]
        case 'index':
          return (
            parts.slice(1).some(Boolean) || (node.subscripts.length === 1 && holdsMatrix(node.base, context))
          )
        default:
          return false
      }
    },
    (node) => {
      const isArray = node.kind === 'array' || node.kind === 'comprehension' || node.kind === 'range'
      return isArray ? true : undefined
    },
  )
}

function callMayBeArray(node: CallExpr, parts: readonly boolean[], context: ShapeContext): boolean {
  const { fn } = node
  if (fn === '$result') return (node.args[3] as StringExpr).value !== 'scalar'
  if (SYMBOL_OPERATORS.has(fn)) return parts.some(Boolean)
  const info = functionOf(node, context)
  // of the operators of the language, those with a value have the shape of their first argument
  if (info === undefined) return parts[0] ?? false
  if (isReduction(info, node.args.length)) return false
  const byArguments =
    info === BUILTINS.get(fn) ? shapeByArguments(fn, () => parts.map(() => 'scalar')) : undefined
  if (byArguments !== undefined) return byArguments !== 'scalar'
  const shape = shapeOfCall(info)
  if (shape === 'like') return parts.some(Boolean)
  return shape === 'vector' || shape === 'matrix'
}

/** Functions that create matrices from numbers and vectors. */
const MATRIX_MAKERS: ReadonlySet<string> = new Set(['zeros', 'ones', 'fill'])

/** True if an expression contains a matrix. */
function holdsMatrix(expr: Expr, context: ShapeContext): boolean {
  return someNode(expr, (node) => {
    if (node.kind === 'name') return context.isMatrix?.(node.name) ?? false
    if (node.kind === 'array') return node.elements.some((element) => mayBeArray(element, context))
    if (node.kind === 'comprehension') return mayBeArray(node.body, context)
    if (node.kind !== 'call') return false
    const info = functionOf(node, context)
    return MATRIX_MAKERS.has(node.fn) || (info !== undefined && shapeOfCall(info) === 'matrix')
  })
}

function functionOf({ fn, args }: CallExpr, context: ShapeContext): FunctionInfo | undefined {
  if (fn === '$jacobianTimes') return ((args[0] as ObjectExpr).value as JacobianSite).info
  return context.functions?.get(fn) ?? BUILTINS.get(fn)
}
