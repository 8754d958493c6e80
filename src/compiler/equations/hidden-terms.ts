/**
 * Terms of differentiated equations that may jump without an event: calls of functions whose code is not known, and
 * inputs. They are watched together with their derivatives up to one order below the highest, which must be continuous
 * too: s2 - s1 = f(time), where the slope of f jumps.
 */
import type { FlatModel } from '../../model/index.ts'
import { childrenOf, type Expr, isZero, printExpr, ZERO } from '../../symbolic/index.ts'
import { nameDerivatives } from './equation-set.ts'

/** A value that must be the integral of its rate between events. */
export interface HiddenTerm {
  readonly value: Expr
  /** Its derivative with respect to time; zero: constant between events. */
  readonly rate: Expr
  /** The function or the input. */
  readonly name: string
}

/**
 * Finds the hidden terms of an expression and of its derivatives.
 *
 * @param isInput true for inputs of the model
 * @param order number of derivatives that are used
 * @param isConstant true for names that do not change between events
 * @param differentiate the derivative of a term with respect to time; null: the expression is constant between events
 */
export function findHiddenTerms(
  model: FlatModel,
  isInput: (name: string) => boolean,
  expr: Expr,
  order: number,
  isConstant: (name: string) => boolean,
  differentiate: ((expr: Expr) => Expr) | null,
): HiddenTerm[] {
  const terms = new Map<string, HiddenTerm>()
  const add = (node: Expr, name: string, isChoice: boolean): void => {
    let value = node
    for (let k = 0; k < order; k++) {
      const rate = isChoice || differentiate === null ? ZERO : nameDerivatives(differentiate(value))
      const key = printExpr(value)
      if (terms.has(key)) return
      terms.set(key, { value, rate, name })
      if (isZero(rate)) return
      value = rate
    }
  }
  // choices are conditions and subscripts: they have no derivative
  const open: { readonly node: Expr; readonly isChoice: boolean }[] = [{ node: expr, isChoice: false }]
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const { node, isChoice } = item
    const name = hiddenNameOf(model, node, isInput)
    if (name !== null && !isUnchanging(node, isConstant)) {
      add(node, name, isChoice)
      continue
    }
    childrenOf(node).forEach((child, k) => {
      const selects = (node.kind === 'if' && k === 0) || (node.kind === 'index' && k > 0)
      open.push({ node: child, isChoice: isChoice || selects })
    })
  }
  return [...terms.values()]
}

/** True for a call of a function whose code is not known, except with a memory, which has events of its own. */
export function isHiddenCall(model: FlatModel, node: Expr): boolean {
  if (node.kind !== 'call') return false
  const info = model.functions.get(node.fn)
  return info !== undefined && info.hasMemory !== true && info.isSmooth !== true
}

/** Name of the function or the input that a node stands for; null: none. */
function hiddenNameOf(model: FlatModel, node: Expr, isInput: (name: string) => boolean): string | null {
  if (node.kind === 'name') return isInput(node.name) ? node.name : null
  if (node.kind !== 'call') return null
  const inner = node.fn === '$result' ? node.args[0] : node
  return inner.kind === 'call' && isHiddenCall(model, inner) ? inner.fn : null
}

/** True if nothing in an expression changes between events. */
function isUnchanging(expr: Expr, isConstant: (name: string) => boolean): boolean {
  const open = [expr]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'name' && !isConstant(node.name)) return false
    open.push(...childrenOf(node))
  }
  return true
}
