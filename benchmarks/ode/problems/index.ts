/** Test problems with known end values, for the tests and the benchmarks of `vario/ode`. */
import { carAxisGgl, carAxisIndex1 } from './car-axis.ts'
import { ballHertz } from './contact.ts'
import { pendulumGgl, pendulumGglIntegral, pendulumIndex1, robertsonDae } from './dae.ts'
import { heatRod } from './heat-rod.ts'
import { arenstorf, doublePendulum, kepler } from './nonstiff.ts'
import { pleiades } from './pleiades.ts'
import { pollution } from './pollution.ts'
import { hires, oregonator, robertson, robertsonLong, vanDerPol } from './stiff.ts'
import type { DaeTestProblem, OdeTestProblem } from './types.ts'

export { atolFor, type DaeTestProblem, mixedError, type OdeTestProblem, withJacobian } from './types.ts'
export {
  arenstorf,
  ballHertz,
  carAxisGgl,
  carAxisIndex1,
  doublePendulum,
  heatRod,
  hires,
  kepler,
  oregonator,
  pendulumGgl,
  pendulumGglIntegral,
  pendulumIndex1,
  pleiades,
  pollution,
  robertson,
  robertsonDae,
  robertsonLong,
  vanDerPol,
}

/** Stiff problems without events. */
export const stiffProblems: readonly OdeTestProblem[] = [
  robertson,
  robertsonLong,
  vanDerPol,
  hires,
  oregonator,
  pollution,
  heatRod(100, false),
]

/** Smooth problems for explicit methods. */
export const nonstiffProblems: readonly OdeTestProblem[] = [arenstorf, kepler, doublePendulum, pleiades]

/** Steel balls of three masses: stiff contacts between events. */
export const contactProblems: readonly OdeTestProblem[] = [ballHertz(0.001), ballHertz(0.1), ballHertz(1)]

/** Differential-algebraic problems. */
export const daeProblems: readonly DaeTestProblem[] = [
  robertsonDae,
  pendulumIndex1,
  pendulumGgl,
  pendulumGglIntegral,
  carAxisIndex1,
  carAxisGgl,
]
