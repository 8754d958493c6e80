import type { SystemBlock } from '../../compiler/index.ts'

type AnyExpr = SystemBlock['residuals'][number]['value']

/** Values and term sizes of the variables and equations of a system at the present values. */
export interface TermSizes {
  /** Values of the inner variables that are scalars. */
  readonly values: ReadonlyMap<string, number>
  /** Sizes of their terms, to which rounding errors are relative. */
  readonly sizes: ReadonlyMap<string, number>
  /** Sizes of the terms in the equations. */
  readonly residuals: readonly number[]
}

/**
 * Sizes of the terms in the equations of a system, before they cancel: a running analysis of rounding errors. A
 * difference is as uncertain as its terms, and so are variables computed from it.
 *
 * @param evaluate value of an expression at the present values
 */
export function computeTermSizes(block: SystemBlock, evaluate: (expr: AnyExpr) => unknown): TermSizes {
  const values = new Map<string, number>()
  const sizes = new Map<string, number>()
  const magnitude = (expr: AnyExpr): number => {
    const value = evaluate(expr)
    // Of arrays the largest element
    if (value instanceof Float64Array) return value.reduce((max, part) => Math.max(max, Math.abs(part)), 0)
    return Math.abs(Number(value)) || 0
  }
  const sizeOf = (expr: AnyExpr): number => {
    if (expr.kind === 'name') return sizes.get(expr.name) ?? magnitude(expr)
    if (expr.kind === 'if') return sizeOf(evaluate(expr.condition) ? expr.then : expr.else)
    if (expr.kind !== 'call') return magnitude(expr)
    const [a, b] = expr.args
    switch (expr.fn) {
      case '+':
      case '-':
      case '.+':
      case '.-':
        return sizeOf(a) + sizeOf(b)
      case '*':
      case '.*':
        return sizeOf(a) * sizeOf(b)
      case '/':
      case './':
        return sizeOf(a) / magnitude(b)
      case 'neg':
        return sizeOf(a)
      case 'der': {
        const inner = a.kind === 'name' ? sizes.get(`der(${a.name})`) : undefined
        return inner ?? magnitude(expr)
      }
      default:
        return magnitude(expr)
    }
  }
  for (const { target, value } of block.inner) {
    const size = sizeOf(value)
    const number = evaluate({ kind: 'name', name: target })
    if (typeof number !== 'number') continue
    values.set(target, number)
    sizes.set(target, Math.max(size, Math.abs(number)))
  }
  return { values, sizes, residuals: block.residuals.map(({ value }) => sizeOf(value)) }
}
