/** Checks equations of variables whose type is declared: Integer, and enumerations. */
import type { FlatModel } from '../../model/index.ts'
import {
  type CallExpr,
  COMPARISONS,
  type Expr,
  errorAt,
  type Position,
  printExpr,
  SAMPLING_OPERATORS,
  show,
} from '../../symbolic/index.ts'

/** 'number', 'integer', 'other' for Booleans, texts and objects, or the names of an enumeration. */
type Kind = 'number' | 'integer' | 'other' | readonly string[]

/** Functions whose values are whole numbers. */
const WHOLE: ReadonlySet<string> = new Set([
  'integer',
  'floor',
  'ceil',
  'round',
  'sign',
  'length',
  'size',
  'div',
])
/** Functions whose values are whole numbers if all their arguments are. */
const KEEPS_WHOLE: ReadonlySet<string> = new Set('+ - * neg .+ .- .* abs min max mod rem sum'.split(' '))
/** Operators with the type of their first argument. */
const THROUGH: ReadonlySet<string> = new Set(['pre', ...SAMPLING_OPERATORS, 'noEvent'])

/**
 * Checks that Integer variables have equations with whole numbers, that those of an enumeration have its values, and that
 * values of enumerations are compared with values of the same one only.
 *
 * @throws VarioError with code `TYPE`
 */
export function checkDeclaredTypes(model: FlatModel): void {
  const { variables, parameters, equations, whens } = model
  const isTyped = ({ type }: { readonly type?: unknown }): boolean => type !== undefined && type !== 'Boolean'
  if (![...variables.values()].some(isTyped) && ![...parameters.values()].some(isTyped)) return
  const checker = new TypeChecker(model)
  for (const { left, right, component, pos, origin } of equations) {
    const at = pos ?? right.pos
    const [a, b] = [checker.kindOf(left, component), checker.kindOf(right, component)]
    checker.checkSide(left, a, right, b, component, at)
    // the left side is the one that is defined, except in connections
    const isVariable = ({ kind }: Expr): boolean => kind === 'name' || kind === 'index'
    const isDefinition = isVariable(left) && isVariable(right) && origin !== 'connection'
    if (!isDefinition) checker.checkSide(right, b, left, a, component, at)
  }
  for (const { condition, actions, component, pos } of whens) {
    checker.kindOf(condition, component)
    for (const action of actions) {
      if (action.kind !== 'assign') continue
      const left: Expr = { kind: 'name', name: action.name }
      const [a, b] = [checker.kindOf(left, component), checker.kindOf(action.value, component)]
      checker.checkSide(left, a, action.value, b, component, pos)
    }
  }
}

class TypeChecker {
  constructor(private readonly model: FlatModel) {}

  /** Checks the value `right` of a variable `left` with a declared type. */
  checkSide(left: Expr, a: Kind, right: Expr, b: Kind, component: string, pos: Position | undefined): void {
    const variable = left.kind === 'index' ? left.base : left
    if (variable.kind !== 'name' || a === 'number' || a === 'other') return
    if (a === 'integer' && b === 'integer') return
    if (typeof a !== 'string' && isSame(a, b)) return
    const isValue = typeof a !== 'string' && right.kind === 'name' && a.includes(right.name)
    const advice = isValue
      ? `; write Name.${right.name}, with the enumeration as a member Name of the model`
      : a === 'integer' && b === 'number'
        ? '; write integer(…) or round(…)'
        : ''
    this.fail(
      `'${printExpr(left)}': expected ${describe(a)}, got ${show(right)}, ${describe(b)}${advice}`,
      component,
      pos,
    )
  }

  kindOf(e: Expr, component: string): Kind {
    switch (e.kind) {
      case 'number':
        return e.quantity === undefined && Number.isInteger(e.value) ? 'integer' : 'number'
      case 'name':
        return this.kindOfName(e.name)
      case 'array':
        return this.common(e.elements, component)
      case 'index':
        return this.kindOf(e.base, component)
      case 'comprehension':
        return this.kindOf(e.body, component)
      case 'if':
        this.kindOf(e.condition, component)
        return this.common([e.then, e.else], component)
      case 'call':
        return this.kindOfCall(e, component)
      case 'boolean':
      case 'string':
      case 'object':
        return 'other'
      default:
        return 'number'
    }
  }

  private kindOfName(name: string): Kind {
    const type = (this.model.variables.get(name) ?? this.model.parameters.get(name))?.type
    if (type === undefined) return 'number'
    return type === 'Integer' ? 'integer' : type === 'Boolean' ? 'other' : type
  }

  private kindOfCall(e: CallExpr, component: string): Kind {
    const kinds = e.args.map((arg) => this.kindOf(arg, component))
    if (THROUGH.has(e.fn)) return kinds[0]
    const names = kinds.find((kind) => typeof kind !== 'string')
    if (COMPARISONS.has(e.fn)) {
      if (names !== undefined && !isSame(kinds[0], kinds[1])) {
        const found = e.args.map((arg, i) => `${show(arg)} is ${describe(kinds[i])}`).join(', ')
        this.fail(`expected values of the same type around '${e.fn}', got: ${found}`, component, e.pos)
      }
      return 'other'
    }
    if (names !== undefined && KEEPS_WHOLE.has(e.fn) && !['min', 'max'].includes(e.fn))
      this.fail(
        `'${e.fn}': expected numbers, got ${describe(names)}; compare it with its values`,
        component,
        e.pos,
      )
    if (e.fn === 'der' && kinds[0] !== 'number')
      this.fail(
        `der(…): expected a number that changes continuously, got ${describe(kinds[0])}`,
        component,
        e.pos,
      )
    if (WHOLE.has(e.fn)) return 'integer'
    if (KEEPS_WHOLE.has(e.fn) && kinds.every((kind) => kind === 'integer')) return 'integer'
    return e.fn === 'and' || e.fn === 'or' || e.fn === 'not' ? 'other' : 'number'
  }

  /** The type of values of which one is chosen. */
  private common(parts: readonly Expr[], component: string): Kind {
    const kinds = parts.map((part) => this.kindOf(part, component))
    const first = kinds[0] ?? 'number'
    const different = kinds.findIndex((kind) => !isSame(kind, first))
    if (different < 0) return first
    const names = kinds.find((kind) => typeof kind !== 'string')
    if (names !== undefined) {
      const found = `${show(parts[0])} is ${describe(first)}, ${show(parts[different])} is ${describe(kinds[different])}`
      this.fail(`expected values of the same type, got: ${found}`, component, parts[different].pos)
    }
    return 'number'
  }

  private fail(problem: string, component: string, pos: Position | undefined): never {
    throw errorAt('TYPE', `${component === '' ? 'model' : component}: ${problem}.`, pos, { path: component })
  }
}

function isSame(a: Kind, b: Kind): boolean {
  return typeof a === 'string' || typeof b === 'string' ? a === b : a.join() === b.join()
}

function describe(kind: Kind): string {
  if (typeof kind !== 'string') return `a value of the enumeration ${kind.join(', ')}`
  return kind === 'integer' ? 'a whole number' : kind === 'number' ? 'a number' : 'a Boolean'
}
