/** The result of a study: a table with one row per run. */
import { VERSION } from '../base/index.ts'
import { type Attribute, SignalTable } from '../results/index.ts'
import { describeDefinition } from './describe-definition.ts'
import type { ChunkOutcome } from './run-study.ts'
import type { RunProblem, StudyRunner } from './study-runner.ts'

/** A run without measures. */
export interface FailedRun extends RunProblem {
  readonly run: number
}

/** Measures and problems of runs, by run. */
export class StudyData {
  /** (nRun × nMeasure); NaN where there is none. */
  readonly measures: Float64Array
  /** 1 for the runs that are done (nRun). */
  readonly isDone: Uint8Array
  readonly problems = new Map<number, RunProblem>()
  nDone = 0

  constructor(
    readonly nRun: number,
    readonly nMeasure: number,
  ) {
    this.measures = new Float64Array(nRun * nMeasure).fill(Number.NaN)
    this.isDone = new Uint8Array(nRun)
  }

  /** Adds the outcomes of runs; those that are there already have the same bytes. */
  add({ from, to, measures, problems }: Omit<ChunkOutcome, 'seconds'>): void {
    for (let run = from; run < to; run++) if (this.isDone[run] === 0) this.nDone++
    this.isDone.fill(1, from, to)
    this.measures.set(measures, from * this.nMeasure)
    for (const { run, code, message } of problems) this.problems.set(run, { code, message })
  }
}

/**
 * The table of a study: the axis `run` counts from 1, the varied values and the measures are its signals. Runs that failed or
 * were not reached have no measures. The same runs give the same table, wherever and in whatever order they were made.
 */
export function createStudyTable({ plan, units }: StudyRunner, data: StudyData): SignalTable {
  const { nRun, factors, measures } = plan
  const failed = listFailed(data)
  const table = new SignalTable({
    version: VERSION,
    study: describeDefinition(plan.options) as Attribute,
    levels: Object.fromEntries(
      factors.flatMap(({ path, levels }) => (levels === undefined ? [] : [[path, [...levels]]])),
    ),
    failed: failed.map((item) => ({ ...item })),
  })
  table.addTime({ name: 'run', unit: '', values: Float64Array.from({ length: nRun }, (_, k) => k + 1) })
  const columns = factors.map(() => new Float64Array(nRun))
  const row = new Float64Array(factors.length)
  for (let run = 0; run < nRun; run++) {
    plan.computeValues(run, row)
    for (let k = 0; k < row.length; k++) columns[k][run] = row[k]
  }
  // values of a run say nothing about those between runs
  factors.forEach(({ path, unit }, k) => {
    table.add({ name: path, unit, kind: 'discrete', values: columns[k] })
  })
  measures.forEach(({ name }, k) => {
    const values = Float64Array.from({ length: nRun }, (_, run) => data.measures[run * data.nMeasure + k])
    const missing = Uint8Array.from({ length: nRun }, (_, run) => (Number.isNaN(values[run]) ? 1 : 0))
    const isComplete = missing.every((flag) => flag === 0)
    table.add({ name, unit: units[k], kind: 'discrete', values, missing: isComplete ? undefined : missing })
  })
  return table
}

/** The failed runs in their order, with numbers from 1 as in the table. */
export function listFailed(data: StudyData): FailedRun[] {
  return [...data.problems].sort(([a], [b]) => a - b).map(([run, problem]) => ({ run: run + 1, ...problem }))
}
