import { EPS } from '../../base/index.ts'
import { type ConditionTangents, createConditionTangents, type StateCondition } from '../../compiler/index.ts'
import { type Inputs, type ModelRuntime, ModelTangents } from '../runtime/index.ts'

/** Relative change of the states in differences: the errors by rounding and by curvature are equally small. */
const DIFFERENCE_STEP = Math.sqrt(EPS)
/** Step of the differences of input functions, as a fraction of the run. */
const INPUT_STEP = 1e-5

interface ExactSlopes {
  readonly tangents: ConditionTangents['tangents']
  readonly model: ModelTangents
}

/**
 * Slopes of the event indicators of conditions along a direction of the states and the time, at the values of the last
 * evaluation: exact where the equations can be differentiated, otherwise by differences.
 */
export class ConditionSlopes {
  private exactSlopes: ExactSlopes | null = null

  /** @param span length of the run [s] */
  constructor(
    private readonly runtime: ModelRuntime,
    private readonly inputs: Inputs,
    private readonly span: number,
  ) {}

  /** Created at the first use: most runs never need them. */
  private get exact(): ExactSlopes {
    if (this.exactSlopes === null) {
      const { tangentHost, translation } = this.runtime
      const { program, tangents } = createConditionTangents(translation)
      const states = translation.states.map((state) => state.name)
      this.exactSlopes = { tangents, model: new ModelTangents(program, tangentHost, states) }
    }
    return this.exactSlopes
  }

  /**
   * Writes the derivatives of the indicators of `list` along (dt, dx). The model has been evaluated at `t` and `x` in
   * one of its branches; it is so again afterwards.
   */
  compute(
    list: readonly number[],
    t: number,
    x: Float64Array,
    dt: number,
    dx: Float64Array,
    out: Float64Array,
  ): void {
    const { runtime } = this
    const { tangents, model } = this.exact
    if (list.some((k) => tangents.has(k))) {
      const { d } = runtime.tangentHost.memory
      d[runtime.timeSlot] = dt
      this.inputs.writeSlopes(t, INPUT_STEP * this.span, (slot, slope) => {
        d[slot] = dt === 0 ? 0 : dt * slope
      })
      model.prepare()
      model.run(dx)
      list.forEach((k, i) => {
        const tangent = tangents.get(k)
        if (tangent) out[i] = runtime.evaluate(tangent) as number
      })
    }
    if (list.some((k) => !tangents.has(k))) this.takeDifferences(list, t, x, dt, dx, out)
  }

  private takeDifferences(
    list: readonly number[],
    t: number,
    x: Float64Array,
    dt: number,
    dx: Float64Array,
    out: Float64Array,
  ): void {
    const { runtime, inputs } = this
    const conditions = runtime.translation.conditions as readonly StateCondition[]
    const open = list.flatMap((k, i) => (this.exact.tangents.has(k) ? [] : [{ i, condition: conditions[k] }]))
    const before = open.map(({ condition }) => runtime.differenceOf(condition))
    const nominal = runtime.stateNominals()
    let h = dt === 0 ? Number.POSITIVE_INFINITY : (DIFFERENCE_STEP * this.span) / Math.abs(dt)
    for (let i = 0; i < x.length; i++)
      h = Math.min(h, (DIFFERENCE_STEP * Math.max(Math.abs(x[i]), nominal[i])) / Math.abs(dx[i]))
    const xShifted = x.map((value, i) => value + h * dx[i])
    const evaluateAt = (time: number, states: Float64Array): void => {
      inputs.set(time)
      runtime.enter(time, states)
      runtime.evaluateBranch(false)
    }
    evaluateAt(t + h * dt, xShifted)
    open.forEach(({ i, condition }, p) => {
      out[i] = (runtime.differenceOf(condition) - before[p]) / h
    })
    evaluateAt(t, x)
  }
}
