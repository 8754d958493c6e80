/** Which names and expressions are Booleans, and arrays of Booleans. */
import type { EvaluatedModel, FlatModel, ValueOrExpr } from '../../model/index.ts'
import { BooleanArrays, type Expr, isNumeric } from '../../symbolic/index.ts'

/** Dimensions of Booleans in a model; names count by their declarations, values and equations. */
export class BooleanKinds {
  /** Expressions in which these names occur. */
  readonly arrays: BooleanArrays
  private readonly ofName = new Map<string, number>()

  constructor(
    private readonly model: FlatModel,
    private readonly values: EvaluatedModel,
  ) {
    this.arrays = new BooleanArrays({
      dimensionsOf: (name) => this.ofName.get(name) ?? null,
      isArray: (name) => isNumeric(values.parameters.get(name)),
      functions: model.functions,
      hasEvents: true,
    })
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
  get arrayNames(): ReadonlySet<string> {
    return new Set([...this.ofName].flatMap(([name, dims]) => (dims > 0 ? [name] : [])))
  }

  private seed(name: string, type: unknown, value: ValueOrExpr | undefined): void {
    const literal = value !== undefined && 'literal' in value ? dimensionsOfValue(value.literal) : null
    const dims = value !== undefined && 'expr' in value ? this.arrays.dimensions(value.expr) : literal
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
    if (to.kind === 'tuple') {
      for (const [k, each] of to.elements.entries()) this.learn(each, this.arrays.dimensionsOfResult(from, k))
    } else this.learn(to, this.arrays.dimensions(from))
  }

  /** Takes note of the dimensions of a name or of the array of an element. */
  private learn(to: Expr, dims: number | null): void {
    if (dims === null) return
    if (to.kind === 'name') {
      if (!this.ofName.has(to.name)) this.ofName.set(to.name, dims)
    } else if (to.kind === 'index' && to.base.kind === 'name' && !this.ofName.has(to.base.name)) {
      this.ofName.set(to.base.name, to.subscripts.length)
    }
  }
}

function dimensionsOfValue(value: unknown): number | null {
  if (typeof value === 'boolean') return 0
  if (!Array.isArray(value) || value.length === 0) return null
  const dims = value.map(dimensionsOfValue)
  return dims[0] === null || dims.some((each) => each !== dims[0]) ? null : dims[0] + 1
}
