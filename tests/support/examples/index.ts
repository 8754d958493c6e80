/** Expected results of each example, by the name of its file. */
import { CONTROL_EXAMPLES } from './control.ts'
import { IMPULSE_EXAMPLES } from './impulses.ts'
import { LOOP_EXAMPLES } from './loops.ts'
import { MECHANICS_EXAMPLES } from './mechanics.ts'
import { MODEL_EXAMPLES } from './models.ts'
import { SOLVER_EXAMPLES } from './solvers.ts'
import { STRUCTURE_EXAMPLES } from './structure.ts'
import { STUDY_EXAMPLES } from './studies.ts'

/** Throws if a number is wrong; the answer is what it has looked at, if that is not the table of a simulation. */
export type Expectation = () => unknown

export const EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  ...SOLVER_EXAMPLES,
  ...MODEL_EXAMPLES,
  ...MECHANICS_EXAMPLES,
  ...LOOP_EXAMPLES,
  ...IMPULSE_EXAMPLES,
  ...STRUCTURE_EXAMPLES,
  ...CONTROL_EXAMPLES,
  ...STUDY_EXAMPLES,
}
