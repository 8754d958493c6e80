import {
  type CallExpr,
  type Expr,
  type FunctionInfo,
  fold,
  type JacobianSite,
  type ObjectExpr,
} from '../../symbolic/index.ts'

type Functions = ReadonlyMap<string, FunctionInfo>

/** Degree in a set of names (2: not linear); true for constant factors of the names, and for parameters only. */
export interface Degree {
  readonly degree: number
  readonly isConstant: boolean
  readonly isParameter: boolean
}

const LITERAL: Degree = { degree: 0, isConstant: true, isParameter: true }
const NONLINEAR: Degree = { degree: 2, isConstant: false, isParameter: false }

/** Returns the degree of an expression. */
export function degreeOf(
  expr: Expr,
  names: ReadonlySet<string>,
  isParameter: (name: string) => boolean,
  functions: Functions,
): Degree {
  return fold<Degree>(
    expr,
    (node, parts) => {
      switch (node.kind) {
        case 'name':
          if (names.has(node.name)) return { degree: 1, isConstant: true, isParameter: false }
          return { degree: 0, isConstant: true, isParameter: isParameter(node.name) }
        case 'call':
          return combine(node, parts, functions)
        case 'if':
          if (parts[0].degree > 0) return NONLINEAR
          if (parts[1].degree === 0 && parts[2].degree === 0)
            return { degree: 0, isConstant: true, isParameter: false }
          return { ...widest(parts.slice(1)), isConstant: false }
        case 'index':
          return parts.slice(1).some((part) => part.degree > 0) ? NONLINEAR : parts[0]
        case 'comprehension':
          return parts[1].degree > 0 ? NONLINEAR : { ...parts[0], isConstant: false }
        default:
          return parts.length === 0 ? LITERAL : widest(parts)
      }
    },
    (node) =>
      node.kind === 'call' && node.fn === '$condition' ? { ...LITERAL, isParameter: false } : undefined,
  )
}

function combine({ fn, args }: CallExpr, parts: readonly Degree[], functions: Functions): Degree {
  switch (fn) {
    case '+':
    case '-':
    case '.+':
    case '.-':
    case 'neg':
      return widest(parts)
    case '*':
    case '.*':
    case 'dot':
    case 'cross': {
      const [a, b] = parts
      if (a.degree === 0) return scaled(b, a)
      return b.degree === 0 ? scaled(a, b) : NONLINEAR
    }
    case '/':
    case './':
      return parts[1].degree > 0 ? NONLINEAR : scaled(parts[0], parts[1])
    case 'sum':
    case 'transpose':
      return widest(parts)
    case 'implicitDependency':
      return { ...widest(parts), isConstant: false }
    case '$result':
      return parts[0]
    case '$jacobianTimes':
      return degreeOfProduct(parts, (args[0] as ObjectExpr).value as JacobianSite)
    default:
      return degreeOfCall(parts, functions.get(fn))
  }
}

/**
 * Degree of a product with a Jacobian: linear in the derivatives, which follow the arguments of the function; the
 * matrix depends on the arguments.
 */
function degreeOfProduct(parts: readonly Degree[], { nArgs }: JacobianSite): Degree {
  if (parts.slice(0, nArgs + 1).some((part) => part.degree > 0)) return NONLINEAR
  return { ...widest(parts.slice(nArgs + 1)), isConstant: false, isParameter: false }
}

/** Degree of a call of a user function: 1 in the arguments in which it is declared linear. */
function degreeOfCall(parts: readonly Degree[], info: FunctionInfo | undefined): Degree {
  const hasMemory = info?.hasMemory === true
  const unknown = parts.filter((part) => part.degree > 0)
  const others = parts.filter((part) => part.degree === 0)
  const isParameter = !hasMemory && others.every((part) => part.isParameter)
  if (unknown.length === 0) return { ...LITERAL, isParameter }
  const isLinear = parts.every(
    ({ degree }, k) => degree === 0 || (degree === 1 && info?.linearIn?.includes(k)),
  )
  if (!isLinear) return NONLINEAR
  return {
    degree: 1,
    isConstant: isParameter && unknown.every((part) => part.isConstant),
    isParameter: false,
  }
}

function widest(parts: readonly Degree[]): Degree {
  let degree = 0
  let isConstant = true
  let isParameter = true
  for (const part of parts) {
    degree = Math.max(degree, part.degree)
    isConstant &&= part.isConstant
    isParameter &&= part.isParameter
  }
  return { degree, isConstant, isParameter }
}

function scaled(part: Degree, factor: Degree): Degree {
  if (part.degree === 0)
    return { degree: 0, isConstant: true, isParameter: part.isParameter && factor.isParameter }
  return { ...part, isConstant: part.isConstant && factor.isParameter }
}
