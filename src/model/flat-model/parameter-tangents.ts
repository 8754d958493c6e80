/** Derivatives of parameters and start values, in SI units, with respect to one of them: through all expressions between them. */
import { VarioError } from '../../base/index.ts'
import {
  collectNames,
  differentiateAlong,
  type EvaluatedValue,
  type Expr,
  evaluate,
  name as nameExpr,
} from '../../symbolic/index.ts'
import { isExpr } from '../nodes.ts'
import { mapRecord } from '../records.ts'
import type { EvaluatedModel, MergeTree } from './evaluate-parameters.ts'
import type { FlatModel, ValueOrExpr } from './flat-model.ts'
import { applyOverrides, type Overrides } from './overrides.ts'

/** A number of a model: a parameter, a start value, or an element of a vector. */
export interface ParameterSeed {
  /** Full name of the parameter or variable. */
  readonly name: string
  readonly attribute: 'value' | 'init' | 'start'
  /** Element of a vector, from 0. */
  readonly element?: number
}

/** Prefix of the names of derivatives in differentiated expressions. */
const TANGENT = '$d'

/** Derivatives along one direction; each is computed once, on demand. */
export class ParameterTangents {
  private readonly overrides: Overrides
  private readonly known = new Map<string, EvaluatedValue>()

  /**
   * @param merge values of the run, with a number for the seed
   * @param values the same, evaluated
   * @param computed derivatives of the parameters that the start of the run determines
   */
  constructor(
    private readonly flat: FlatModel,
    merge: MergeTree,
    private readonly values: EvaluatedModel,
    private readonly seed: ParameterSeed,
    private readonly computed: ReadonlyMap<string, number> = new Map(),
  ) {
    this.overrides = applyOverrides(flat, merge)
  }

  /**
   * Derivative of a parameter, or of the start value of a variable; the number 0 for everything that does not depend on the seed.
   *
   * @throws VarioError with code `DERIVATIVE` if an expression cannot be differentiated
   */
  of(name: string): EvaluatedValue {
    const known = this.known.get(name)
    if (known !== undefined) return known
    // expressions have no cycles: their values have been evaluated
    const found = this.compute(name)
    this.known.set(name, found)
    return found
  }

  /** Derivative of an attribute of a variable. */
  ofAttribute(name: string, attribute: 'init' | 'start'): EvaluatedValue {
    const { seed, flat, overrides, values } = this
    const variable = overrides.variables.get(name) ?? flat.variables.get(name) ?? flat.unused.get(name)
    if (seed.name === name && seed.attribute === attribute)
      return this.seedOf(values.attributes.get(name)?.[attribute])
    const value = variable?.[attribute]
    return value === undefined ? 0 : this.ofValue(name, value)
  }

  /** Derivative of an expression of parameters. */
  ofExpr(expr: Expr): EvaluatedValue {
    const moves = (name: string): boolean => this.of(name) !== 0
    if (![...collectNames(expr)].some(moves)) return 0
    const derivative = differentiateAlong(
      expr,
      (name) => (moves(name) ? nameExpr(TANGENT + name) : undefined),
      { functions: this.flat.functions, isScalar: (name) => typeof this.valueOf(name) === 'number' },
    )
    return evaluate(derivative, {
      functions: this.flat.functions,
      spreadsNumbers: true,
      lookup: (name) => (name.startsWith(TANGENT) ? this.of(name.slice(TANGENT.length)) : this.valueOf(name)),
    })
  }

  private compute(name: string): EvaluatedValue {
    const { flat, overrides, seed, computed, values } = this
    const determined = computed.get(name)
    if (determined !== undefined) return determined
    const parameter = overrides.parameters.get(name) ?? flat.parameters.get(name)
    if (parameter !== undefined) {
      if (seed.name === name && seed.attribute === 'value') return this.seedOf(values.parameters.get(name))
      return this.ofValue(name, parameter.value)
    }
    // the name of a variable in an expression of parameters is its start value
    const attributes = values.attributes.get(name)
    if (attributes === undefined) return 0
    return this.ofAttribute(name, attributes.init === undefined ? 'start' : 'init')
  }

  private seedOf(value: EvaluatedValue | undefined): EvaluatedValue {
    const { element } = this.seed
    if (element === undefined) return 1
    if (!(value instanceof Float64Array)) throw this.unknown(this.seed.name, 'not an element of a vector')
    const unit = new Float64Array(value.length)
    unit[element] = 1
    return unit
  }

  private ofValue(owner: string, value: ValueOrExpr): EvaluatedValue {
    if ('expr' in value) return this.ofExpr(value.expr)
    mapRecord(value.literal, (part) => {
      if (!isExpr(part)) return undefined
      if (this.ofExpr(part.expr) !== 0) throw this.unknown(owner, 'a record of expressions')
      return part
    })
    return 0
  }

  private valueOf(name: string): EvaluatedValue | undefined {
    const { parameters, attributes } = this.values
    const start = attributes.get(name)
    return parameters.get(name) ?? start?.init ?? start?.start
  }

  private unknown(owner: string, what: string): VarioError {
    return new VarioError('DERIVATIVE', `${owner}: expected a value that can be differentiated, got ${what}.`)
  }
}
