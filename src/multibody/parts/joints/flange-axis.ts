import { Par, type ParNode } from '../../../model/index.ts'
import type { AxisValue } from '../../records/index.ts'

/** An axis as a parameter of a component. */
type AxisParameter = AxisValue | readonly ['x' | 'z']

/** A parameter that a text or a vector may replace: its default is neither, but a list with the name of the axis. */
export function createAxisParameter(axis: 'x' | 'z'): ParNode<AxisParameter> {
  return Par<AxisParameter>([axis])
}
