import { EPS } from '../../base/index.ts'
import { blockTargets, findDependencies, type Translation } from '../../compiler/index.ts'
import type { ModelRuntime, ModelTangents } from '../runtime/index.ts'

/** Bounds on the absolute tolerances of the states, for all solvers of a segment: they only decrease. */
export class RunTolerances {
  private readonly bounds: Float64Array
  /** Absolute tolerances of the current solver; null: none. */
  private atol: Float64Array | null = null

  /** @param tolerance relative tolerance */
  constructor(
    readonly tolerance: number,
    nState: number,
  ) {
    this.bounds = new Float64Array(nState).fill(Infinity)
  }

  /** Takes the tolerances of the next solver: lowered to the present bounds, and by later ones. */
  take(atol: Float64Array): void {
    this.atol = atol
    for (let j = 0; j < atol.length; j++) atol[j] = Math.min(atol[j], this.bounds[j])
  }

  /** Lowers the tolerance of state j to `bound`. */
  lower(j: number, bound: number): void {
    const { bounds, atol } = this
    if (!(bound < bounds[j])) return
    bounds[j] = bound
    if (atol && bound < atol[j]) atol[j] = bound
  }
}

/**
 * Lowers the absolute tolerances of states whose smaller changes matter, because the unknowns of a nonlinear system
 * depend on them strongly. The current of an inductor in series with a diode determines the voltage of the diode: 1e-7 A
 * of reverse current are 10 V. With an error of that size in the current, the branch of the diode is arbitrary. Implicit
 * methods do not detect it, because their iterations and error estimates divide by the slope at the start of the step,
 * 1e11/s of the blocking diode, which makes any error of the conducting one small. A solver for differential-algebraic
 * equations would have the voltage in its error test; here the current gets the tolerance that leads to the tolerance of
 * the voltage:
 *
 *   |∂y/∂x| atol_x ≤ tolerance (|y| + 0.1 nominal_y)                                                      (1)
 *
 * for all unknowns y of nonlinear systems. Tolerances only decrease: where the diode conducts, the relative tolerance is
 * the larger one anyway, and when the current returns to zero, the solver must not pass it.
 */
export class InnerTolerances {
  private readonly read: (out: Float64Array) => void
  private readonly values: Float64Array
  private readonly tangents: Float64Array
  private readonly nominal: Float64Array
  /** Numbers of the states on which each unknown may depend; null: unknown, states are handled one by one. */
  private readonly statesOf: readonly Int32Array[] | null
  /** Rounding errors of the states, the smallest tolerances. */
  private readonly floor: Float64Array

  private constructor(
    private readonly runtime: ModelRuntime,
    private readonly names: readonly string[],
    tangents: ModelTangents,
    private readonly limits: RunTolerances,
    isColored: boolean,
  ) {
    this.read = tangents.createReader(names)
    const lengths = names.map((name) => runtime.lengthOf(runtime.slot(name)))
    const m = lengths.reduce((sum, length) => sum + length, 0)
    this.values = new Float64Array(m)
    this.tangents = new Float64Array(m)
    this.nominal = Float64Array.from(
      names.flatMap((name, k) => Array(lengths[k]).fill(runtime.nominal(name))),
    )
    this.floor = runtime.stateNominals().map((nominal) => EPS * nominal)
    this.statesOf = isColored ? findStates(runtime, names, lengths) : null
  }

  /** null: the derivatives depend on no nonlinear system. */
  static create(
    runtime: ModelRuntime,
    tangents: ModelTangents,
    limits: RunTolerances,
    isColored: boolean,
  ): InnerTolerances | null {
    const names = unknownsOfNonlinearSystems(runtime.translation)
    return names.length > 0 ? new InnerTolerances(runtime, names, tangents, limits, isColored) : null
  }

  /** Takes the values of the last evaluation; call it before the first direction. */
  begin(): void {
    this.runtime.readNames(this.names, this.values)
  }

  /** Lowers the tolerances of some states by (1), after the tangents along their sum have been computed. */
  take(direction: Float64Array): void {
    const { values, tangents, nominal, statesOf, limits } = this
    this.read(tangents)
    for (let k = 0; k < tangents.length; k++) {
      const slope = Math.abs(tangents[k])
      if (!(slope > 0 && slope < Infinity)) continue
      const bound = (limits.tolerance * (Math.abs(values[k]) + 0.1 * nominal[k])) / slope
      const states = statesOf?.[k]
      if (states) for (const j of states) this.lower(j, direction, bound)
      else for (let j = 0; j < direction.length; j++) this.lower(j, direction, bound)
    }
  }

  private lower(j: number, direction: Float64Array, bound: number): void {
    if (direction[j] !== 0) this.limits.lower(j, Math.max(bound, this.floor[j]))
  }
}

function unknownsOfNonlinearSystems({ dynamics, slots }: Translation): string[] {
  return dynamics
    .filter((block) => block.kind === 'nonlinear')
    .flatMap(blockTargets)
    .filter((name) => {
      // Derivatives of fast states are as large as the states are fast, and need no accuracy.
      if (name.startsWith('der(')) return false
      const rank = slots.get(name)?.rank
      return rank === 'scalar' || rank === 'vector' || rank === 'matrix'
    })
}

/** Numbers of the scalar states on which the elements of the variables may depend. */
function findStates(
  runtime: ModelRuntime,
  names: readonly string[],
  lengths: readonly number[],
): Int32Array[] {
  const { translation } = runtime
  const found = findDependencies(translation, Infinity)!
  const places: number[][] = []
  let k = 0
  for (const { name } of translation.states) {
    const n = runtime.lengthOf(runtime.slot(name))
    places.push(Array.from({ length: n }, (_, i) => k + i))
    k += n
  }
  return names.flatMap((name, i) => {
    const states = Int32Array.from([...found.statesOf(name)].flatMap((state) => places[state]))
    return Array<Int32Array>(lengths[i]).fill(states)
  })
}
