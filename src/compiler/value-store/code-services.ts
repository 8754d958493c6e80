import type { EvaluatedValue, JacobianSite } from '../../symbolic/index.ts'
import type { Functions } from './bind-functions.ts'

/**
 * Runtime services of generated code apart from the values: `r`. The simulation adds the services for events and
 * systems.
 */
export interface CodeServices {
  readonly table: readonly unknown[]
  /** The functions of the model, as this run calls them. */
  readonly functions: Functions
  solve(system: number): void
  result(results: ArrayLike<EvaluatedValue>, index: number): EvaluatedValue
  startTangents(): void
  jacobianTimes(site: JacobianSite, ...values: EvaluatedValue[]): EvaluatedValue
  flag(name: string): boolean
  clock(index: number): boolean
  sample(index: number, tick: boolean, value: EvaluatedValue): EvaluatedValue
  hold(index: number, tick: boolean, value: EvaluatedValue): EvaluatedValue
  previous(index: number, tick: boolean): EvaluatedValue
  interval(index: number, tick: boolean, clock: number): number
  firstTick(index: number, tick: boolean, clock: number): boolean
}
