/** The derivatives of everything that is known before a run, with respect to one parameter or start value. */
import { VarioError } from '../../base/index.ts'
import { StartValues, type Translation, withSign } from '../../compiler/index.ts'
import type { ParameterTangents as Tangents } from '../../model/index.ts'
import {
  type EvaluatedModel,
  type FlatModel,
  type ParameterSeed,
  ParameterTangents,
} from '../../model/index.ts'
import type { StartDerivatives } from './differentiate-start.ts'

type Value = ReturnType<Tangents['of']>

/** Derivatives of parameters and start values along one direction, in SI units; the number 0 where there is none. */
export class RunDirection {
  private readonly tangents: Tangents
  private readonly starts: StartValues

  /** @param start derivatives of a start that must be solved for; null: start values are given */
  constructor(
    private readonly flat: FlatModel,
    private readonly translation: Translation,
    merge: Readonly<Record<string, unknown>>,
    private readonly values: EvaluatedModel,
    seed: ParameterSeed,
    private readonly start: StartDerivatives | null,
  ) {
    const computed = new Map<string, number>()
    for (const [name, { isFree }] of flat.parameters) {
      const value = isFree ? start?.get(name) : undefined
      if (typeof value === 'number') computed.set(name, value)
    }
    this.tangents = new ParameterTangents(flat, merge, values, seed, computed)
    this.starts = new StartValues(translation, values)
    this.assertSameEquations()
  }

  /** Derivative of a parameter. */
  ofParameter(name: string): Value {
    return this.tangents.of(name)
  }

  /** Derivative of the start value of a variable, or of the solved one. */
  ofStart(name: string): Value {
    const { start, values, tangents, translation } = this
    if (start !== null) return start.get(name) ?? 0
    const own = { name, sign: 1 as const }
    const all = [own, ...(translation.startSources.get(name) ?? [])]
    // the same choice as that of the values
    const written = all.filter((source) => values.attributes.get(source.name)?.isDefault !== true)
    for (const [sources, attribute] of [
      [written, 'init'],
      [all, 'init'],
      [all, 'start'],
    ] as const)
      for (const source of sources)
        if (values.attributes.get(source.name)?.[attribute] !== undefined)
          return withSign(source.sign, tangents.ofAttribute(source.name, attribute))
    return this.starts.find(name) === undefined ? 0 : Number.NaN
  }

  /** The equations must be the same with neighboring values: terms with factors that are zero are omitted, for example. */
  private assertSameEquations(): void {
    const { translation, tangents, flat } = this
    const { zeroFactors, fixed } = translation
    const isMoving = zeroFactors.some((factor) => tangents.ofExpr(factor) !== 0)
    const isFixed = [...fixed.keys()].some((name) => tangents.of(name) !== 0)
    const isDecided = flat.decisions.some(({ expr }) => tangents.ofExpr(expr) !== 0)
    if (isMoving || isFixed || isDecided)
      throw new VarioError('DERIVATIVE', 'with neighboring values the model has other equations')
  }
}
