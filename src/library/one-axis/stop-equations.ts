import { type EquationsNode, equationsOnDemand as equations } from '../../model/index.ts'

/** Names of the quantities of a part between two stops. */
interface StopNames {
  readonly position: string
  readonly velocity: string
  readonly acceleration: string
  /** Positions of the stops. */
  readonly lowest: string
  readonly highest: string
  /** Force of the stop on the part. */
  readonly force: string
  /** Velocity below which an impact ends at rest. */
  readonly small: string
}

/**
 * Rigid stops with the coefficient of restitution e. `stop` is 1 at rest at the upper stop, -1 at the lower one, otherwise 0;
 * there the acceleration is zero, and the force of the stop, which only pushes, is an unknown. The part leaves a stop when
 * its force would pull. The element declares `stop`, and `sa`: the force at a stop, otherwise the acceleration.
 */
export function stopEquations(names: StopNames): EquationsNode {
  const { position: s, velocity: v, acceleration: a, lowest, highest, force: f, small } = names
  return equations`
    assert(${lowest} < ${highest}, "Expected a lower stop below the upper one")
    ${a} = if pre(stop) <> 0 then 0 else sa
    ${f} = if pre(stop) <> 0 then sa else 0
    isHigh = pre(stop) == 0 and ${s} > ${highest}
    isLow = pre(stop) == 0 and ${s} < ${lowest}
    isLeaving = pre(stop) > 0 and ${f} > 0 or pre(stop) < 0 and ${f} < 0
    when isHigh or isLow or isLeaving then
      stop = if isLeaving or noEvent(e*abs(${v}) > ${small}) then 0 elseif isHigh then 1 else -1
      reinit(${v}, if isLeaving then ${v} elseif noEvent(e*abs(${v}) > ${small}) then -e*${v} else 0)
      reinit(${s}, if isLeaving then ${s} else max(${lowest}, min(${highest}, ${s})))
    end when
  `
}
