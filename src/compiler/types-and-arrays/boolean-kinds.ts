/** Which names and expressions are Booleans, and arrays of Booleans. */
import type { EvaluatedModel, FlatModel, ValueOrExpr } from '../../model/index.ts'
import { type Expr, isNumeric, SAMPLING_OPERATORS } from '../../symbolic/index.ts'
import { isBooleanCall } from '../events-and-clocks/index.ts'

/** Operators with the type of their first argument. */
export const THROUGH: ReadonlySet<string> = new Set(['noEvent', 'pre', ...SAMPLING_OPERATORS])
const LOGIC: ReadonlySet<string> = new Set(['and', 'or', 'not'])

/** Number of dimensions of a Boolean, 0 for a single one; null for everything else. */
export type Dimensions = (expr: Expr) => number | null

/** Dimensions of Booleans in a model; names count by their declarations, values and equations. */
export class BooleanKinds {
  private readonly ofName = new Map<string, number>()

  constructor(
    private readonly model: FlatModel,
    private readonly values: EvaluatedModel,
  ) {
    for (const [name, { type, value }] of model.parameters) this.seed(name, type, value)
    for (const [name, { type, init, start }] of model.variables) this.seed(name, type, init ?? start)
    while (this.pass(model)) {}
  }

  /** True for a variable that is declared as Boolean, or an element of it, whose equations are not. */
  isDeclared(e: Expr): boolean {
    if (e.kind === 'index') return this.isDeclared(e.base)
    return (
      e.kind === 'name' && this.model.variables.get(e.name)?.type === 'Boolean' && !this.ofName.has(e.name)
    )
  }

  /** Names of the arrays of Booleans. */
  get arrays(): ReadonlySet<string> {
    return new Set([...this.ofName].flatMap(([name, dims]) => (dims > 0 ? [name] : [])))
  }

  readonly dimensions: Dimensions = (e) => {
    switch (e.kind) {
      case 'boolean':
        return 0
      case 'name':
        return this.ofName.get(e.name) ?? null
      case 'if':
        return this.dimensions(e.then) ?? this.dimensions(e.else)
      case 'array':
        return this.ofElements(e.elements)
      case 'comprehension': {
        const body = this.dimensions(e.body)
        return body === null ? null : body + 1
      }
      case 'index': {
        const base = this.dimensions(e.base)
        if (base === null || base === 0) return null
        return base - e.subscripts.filter((subscript) => !this.isRange(subscript)).length
      }
      case 'call':
        return this.ofCall(e.fn, e.args)
      default:
        return null
    }
  }

  private ofCall(fn: string, args: readonly Expr[]): number | null {
    if (THROUGH.has(fn)) return this.dimensions(args[0])
    if (LOGIC.has(fn)) return Math.max(0, ...args.map((arg) => this.dimensions(arg) ?? 0))
    if (fn === 'cat') return this.common(args.slice(1))
    if (fn === 'fill') return this.dimensions(args[0]) === 0 ? args.length - 1 : null
    if (fn === 'transpose') return this.dimensions(args[0])
    if ((fn === 'min' || fn === 'max') && args.length === 1) {
      const dims = this.dimensions(args[0])
      return dims === null ? null : 0
    }
    return isBooleanCall(fn) ? 0 : null
  }

  /** Dimensions of an array with these elements. */
  private ofElements(elements: readonly Expr[]): number | null {
    const dims = this.common(elements)
    return dims === null ? null : dims + 1
  }

  private common(parts: readonly Expr[]): number | null {
    for (const part of parts) {
      const dims = this.dimensions(part)
      if (dims !== null) return dims
    }
    return null
  }

  private isRange(subscript: Expr): boolean {
    if (subscript.kind === 'name') return isNumeric(this.values.parameters.get(subscript.name))
    return subscript.kind === 'range' || subscript.kind === 'array' || subscript.kind === 'comprehension'
  }

  private seed(name: string, type: unknown, value: ValueOrExpr | undefined): void {
    const literal = value !== undefined && 'literal' in value ? dimensionsOfValue(value.literal) : null
    const dims = value !== undefined && 'expr' in value ? this.dimensions(value.expr) : literal
    if (dims !== null) this.ofName.set(name, dims)
    else if (type === 'Boolean') {
      const { init, start } = this.values.attributes.get(name) ?? {}
      const known = this.values.parameters.get(name) ?? init ?? start
      // without a value, its equations decide
      if (known !== undefined) this.ofName.set(name, Array.isArray(known) || isNumeric(known) ? 1 : 0)
    }
  }

  /** Propagates along all equations; true if a name is new. */
  private pass({ equations, whens }: FlatModel): boolean {
    const before = this.ofName.size
    for (const { left, right } of equations) {
      this.transfer(left, right)
      this.transfer(right, left)
    }
    for (const { actions } of whens) {
      for (const action of actions) {
        if (action.kind !== 'assign') continue
        const { name, subscripts = [] } = action
        const base: Expr = { kind: 'name', name }
        this.transfer(subscripts.length === 0 ? base : { kind: 'index', base, subscripts }, action.value)
      }
    }
    return this.ofName.size > before
  }

  private transfer(to: Expr, from: Expr): void {
    if (to.kind === 'name') {
      if (this.ofName.has(to.name)) return
      const dims = this.dimensions(from)
      if (dims !== null) this.ofName.set(to.name, dims)
    } else if (to.kind === 'index' && to.base.kind === 'name' && !this.ofName.has(to.base.name)) {
      if (this.dimensions(from) !== null) this.ofName.set(to.base.name, to.subscripts.length)
    }
  }
}

function dimensionsOfValue(value: unknown): number | null {
  if (typeof value === 'boolean') return 0
  if (!Array.isArray(value) || value.length === 0) return null
  const dims = value.map(dimensionsOfValue)
  return dims[0] === null || dims.some((each) => each !== dims[0]) ? null : dims[0] + 1
}
