/**
 * Benchmark of the translation: time from a model to the first evaluation of its equations, stage by stage, and cost of
 * an evaluation afterwards. Every model and size runs in a separate process.
 */

import type { SignalTable } from 'vario'
import { compile } from '../../src/compiler/index.ts'
import { checkUnits, evaluateModel, flatten } from '../../src/model/index.ts'
import { InstantiatedModel } from '../../src/simulation/index.ts'
import { type Effort, printTable, runIsolated } from '../harness.ts'
import type { Benchmark } from '../types.ts'
import { SUBJECTS } from './models.ts'

/** Times of the stages [ms]. */
interface Stages {
  readonly model: number
  readonly flatten: number
  readonly units: number
  readonly compile: number
  /** Load the code, initialize and evaluate everything once. */
  readonly start: number
}

interface Row {
  readonly subject: string
  readonly n: number
  readonly nEquation: number
  readonly nState: number
  /** Size of the generated code [kB]. */
  readonly codeSize: number
  /** In a fresh process, and the best of several repetitions. */
  readonly first: Stages
  readonly best: Stages
  /** Number of state elements. */
  readonly nScalar: number
  /** Cost of an evaluation of the derivatives within a run [µs], including the work of the solver. */
  readonly perEvaluation: number
}

interface Task {
  readonly subject: string
  readonly n: number
  readonly effort: Effort
}

/** Steps of the runs for the cost of an evaluation; each has six evaluations. */
const FEW_STEPS = 100
const MANY_STEPS = 2000

const STAGE_NAMES = ['model', 'flatten', 'units', 'compile', 'start'] as const

export const benchmark: Benchmark = {
  run(effort: Effort, quick: boolean): unknown {
    return Object.entries(SUBJECTS).flatMap(([subject, { title, sizes }]) => {
      const chosen = quick ? sizes.filter((n) => n <= 1000) : sizes
      const rows = chosen.flatMap((n) => runIsolated<Row>({ subject, n, effort } satisfies Task) ?? [])
      printRows(title, rows)
      if (rows.length < chosen.length)
        console.log(`  ${chosen.length - rows.length} size(s) failed, see above`)
      return rows
    })
  },

  runTask(input: unknown): unknown {
    const { subject, n, effort } = input as Task
    return measureSubject(subject, n, effort)
  },
}

function measureSubject(subject: string, n: number, effort: Effort): Row {
  const { stopTime, check } = SUBJECTS[subject]
  const [first, model] = translate(subject, n)

  // The result is checked before anything else is timed.
  const run = (steps: number) =>
    model.simulate({ stopTime, interval: stopTime, maxStep: stopTime / steps, solver: 'tsit5' })
  const results = [run(FEW_STEPS), run(MANY_STEPS)]
  for (const result of results) check(result, n)

  let best = first
  const end = performance.now() + effort.warmUp + effort.budget
  for (let k = 0; k < effort.minRepetitions || (performance.now() < end && k < effort.maxRepetitions); k++) {
    const [stages] = translate(subject, n)
    const smaller = STAGE_NAMES.map((name) => [name, Math.min(best[name], stages[name])])
    best = Object.fromEntries(smaller) as unknown as Stages
  }
  const { flat, translation } = model
  const functions = [...translation.code.dynamics, ...translation.code.rest]
  return {
    subject,
    n,
    nEquation: flat.equations.length,
    nState: translation.states.length,
    nScalar: translation.states.reduce((sum, { name }) => sum + results[0].signal(name).nElement, 0),
    codeSize: functions.reduce((sum, text) => sum + text.length, 0) / 1000,
    first,
    best,
    perEvaluation: measureEvaluation(results, run, effort),
  }
}

/** Cost of one evaluation [µs], from two runs that differ only in the number of their evaluations. */
function measureEvaluation(
  results: readonly SignalTable[],
  run: (steps: number) => SignalTable,
  effort: Effort,
): number {
  const [few, many] = results.map((result) => (result.attributes['statistics'] as { f: number }).f)
  const best = [Infinity, Infinity]
  for (let k = 0; k < effort.minRepetitions; k++) {
    for (const [i, steps] of [FEW_STEPS, MANY_STEPS].entries()) {
      const begin = performance.now()
      run(steps)
      best[i] = Math.min(best[i], performance.now() - begin)
    }
  }
  return (1000 * (best[1] - best[0])) / (many - few)
}

/** The stages of `instantiate`, and a simulation of zero length. */
function translate(subject: string, n: number): [Stages, InstantiatedModel] {
  const times = [performance.now()]
  const lap = (): unknown => times.push(performance.now())
  const model = SUBJECTS[subject].create(n)
  lap()
  const flat = flatten(model)
  lap()
  checkUnits(flat)
  lap()
  const instance = new InstantiatedModel(flat, compile(flat, evaluateModel(flat)), model)
  lap()
  instance.simulate({ stopTime: 0 })
  lap()
  const durations = STAGE_NAMES.map((name, k) => [name, times[k + 1] - times[k]])
  return [Object.fromEntries(durations) as unknown as Stages, instance]
}

function printRows(title: string, rows: readonly Row[]): void {
  const total = (stages: Stages): number => STAGE_NAMES.reduce((sum, name) => sum + stages[name], 0)
  printTable(
    `${title}: best times [ms]`,
    [
      'n',
      'equations',
      'states',
      ...STAGE_NAMES,
      'total',
      'first',
      'µs/equation',
      'code [kB]',
      'µs/f',
      'ns/f/state',
    ],
    rows.map((row) => [
      String(row.n),
      String(row.nEquation),
      String(row.nState),
      ...STAGE_NAMES.map((name) => format(row.best[name])),
      format(total(row.best)),
      format(total(row.first)),
      format((1000 * total(row.best)) / row.nEquation),
      format(row.codeSize),
      format(row.perEvaluation),
      format((1000 * row.perEvaluation) / row.nScalar),
    ]),
  )
}

function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}
