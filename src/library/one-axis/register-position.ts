import {
  type BuildContext,
  type BuildResult,
  equationsOnDemand as equations,
  expr,
  Par,
  registerFunction,
  Var,
} from '../../model/index.ts'

/** Names of the quantities of a flange that follows an input. */
interface PositionNames {
  /** The position or angle of the flange: `flange.s`. */
  readonly flange: string
  /** The input. */
  readonly reference: string
  readonly velocity: string
  /** Unit of the velocity. */
  readonly unit: string
}

/**
 * Registers the `build` function of a flange that follows an input: exactly if its parameter `exact` is true, otherwise
 * as the Bessel filter input/(1 + 1.3617 s/w_crit + 0.618 s²/w_crit²).
 *
 * @param name name of the function in JSON
 */
export function registerPosition(
  name: string,
  { flange: s, reference: s_ref, velocity: v, unit }: PositionNames,
): (context: BuildContext) => BuildResult {
  const exactly = {
    equations: equations`
      ${s} = ${s_ref}
      assert(exact, "exact decides about the equations: set it in the model, not in merge")
    `,
  }
  const filtered = {
    w_crit: Par(expr`2*pi*f_crit`),
    [v]: Var({ unit }),
    equations: equations`
      ${v} = der(${s})
      0.618*der(${v}) = ((${s_ref} - ${s})*w_crit - 1.3617*${v})*w_crit
      assert(not exact, "exact decides about the equations: set it in the model, not in merge")
    `,
  }
  return registerFunction(
    name,
    ({ value }: BuildContext): BuildResult => ({
      model: value('exact') === true ? exactly : filtered,
    }),
  )
}
