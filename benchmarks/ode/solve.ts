/** Runs a test problem with a method of `vario/ode`. */
import { integrate, integrateDae, type Method, type Statistics } from 'vario/ode'
import { type Effort, measure, type Variant } from '../harness.ts'
import { atolFor, type DaeTestProblem, mixedError, type OdeTestProblem } from './problems/index.ts'
import type { SolverRow } from './solver-row.ts'

/** Maximum error of a valid solution; loose tolerances on long orbits come close. */
const MAX_ERROR = 0.5

interface Solution {
  readonly stats: Statistics
  readonly end: Float64Array
}

/** A method at a tolerance; `atolFactor` is the absolute tolerance divided by the relative one. */
export interface Setting {
  readonly method: Method | 'daeBdf'
  readonly tolerance: number
  readonly atolFactor: number
}

export function solveOde(test: OdeTestProblem, setting: Setting): Solution {
  const { method, tolerance, atolFactor } = setting
  test.reset?.()
  const run = integrate(test.problem, {
    method: method as Method,
    t0: test.t0,
    x0: test.x0,
    tEnd: test.tEnd,
    rtol: tolerance,
    atol: atolFor(test, tolerance * atolFactor),
    ...(test.onEvent && { onEvent: test.onEvent }),
  })
  return { stats: run.stats, end: run.x }
}

function solveDae(test: DaeTestProblem, setting: Setting): Solution {
  const run = integrateDae(test.problem, {
    t0: test.t0,
    y0: test.y0,
    yp0: test.yp0,
    tEnd: test.tEnd,
    rtol: setting.tolerance,
    atol: atolFor(test, setting.tolerance * setting.atolFactor),
    ignoreAlgebraicErrors: test.ignoreAlgebraicErrors ?? false,
  })
  return { stats: run.stats, end: run.y }
}

/** Solves a problem in all settings, checks that each solution is valid and exactly reproducible, and times them. */
export function measureProblem(
  test: OdeTestProblem | DaeTestProblem,
  settings: readonly Setting[],
  effort: Effort,
): SolverRow[] {
  const rows = new Map<Setting, SolverRow>()
  const variants: (Variant<Solution> & { setting: Setting })[] = []
  for (const setting of settings) {
    const run = (): Solution => ('y0' in test ? solveDae(test, setting) : solveOde(test, setting))
    try {
      assertSolution(run(), run(), test.reference)
      variants.push({ name: setting.method, run, setting })
    } catch (error) {
      rows.set(setting, {
        ...describeSetting(test.name, setting),
        failure: (error as Error).message.split('\n')[0],
      })
    }
  }
  measure(variants, effort).forEach(({ min, median, result }, i) => {
    const { cpuTime: _, ...stats } = result.stats
    const error = mixedError(result.end, test.reference)
    const { setting } = variants[i]
    rows.set(setting, {
      ...describeSetting(test.name, setting),
      ...stats,
      error,
      usMin: min,
      usMedian: median,
    })
  })
  return settings.map((setting) => rows.get(setting)!)
}

function describeSetting(problem: string, setting: Setting): SolverRow {
  const suffix = setting.atolFactor === 1 ? '' : `(atol=${setting.atolFactor.toExponential()}*rtol)`
  return { solver: setting.method + suffix, origin: 'vario', problem, tolerance: setting.tolerance }
}

function assertSolution(first: Solution, second: Solution, reference: readonly number[]): void {
  const error = mixedError(first.end, reference)
  if (!(error < MAX_ERROR)) throw new Error(`wrong: error ${error.toExponential(1)}`)
  const same =
    first.stats.f === second.stats.f && first.end.every((value, i) => Object.is(value, second.end[i]))
  if (!same) throw new Error('not deterministic: two runs differ')
}
