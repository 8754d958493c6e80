/**
 * Common parts of the benchmarks: interleaved timing after warm-up, checks of results before timing, child processes
 * for code that must not share its type feedback with others, and a report with the circumstances of the run.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, platform, release } from 'node:os'
import { join } from 'node:path'

/** Effort of a run. */
export interface Effort {
  /** Time to warm each variant up, so that the optimizing compiler has finished [ms]. */
  readonly warmUp: number
  /** Time to spend on the measurement of each variant [ms]. */
  readonly budget: number
  readonly minRepetitions: number
  readonly maxRepetitions: number
}

export const NORMAL: Effort = { warmUp: 400, budget: 400, minRepetitions: 5, maxRepetitions: 400 }
export const QUICK: Effort = { warmUp: 100, budget: 50, minRepetitions: 2, maxRepetitions: 20 }

/**
 * Repetitions per round: enough to hide the effect of the other variants on the caches, few enough to share slow
 * phases.
 */
const BURST = 3

export interface Variant<T> {
  readonly name: string
  readonly run: () => T
}

export interface Measurement<T> {
  readonly name: string
  /** Shortest time of one run [µs]. */
  readonly min: number
  /** Median time of one run [µs]. */
  readonly median: number
  readonly repetitions: number
  /** Result of the first run. */
  readonly result: T
}

/** Last results, kept so that the compiler cannot omit a run. */
const consumed: { last: unknown } = { last: undefined }

/**
 * Runs all variants once, passes the results to `check`, which throws if they are wrong, then warms up and measures the
 * variants in turn until each has had its share of time.
 */
export function measure<T>(
  variants: readonly Variant<T>[],
  effort: Effort,
  check?: (results: readonly T[]) => void,
): Measurement<T>[] {
  const results = variants.map((variant) => variant.run())
  check?.(results)
  for (const variant of variants) warmUp(variant, effort)

  const times = variants.map((): number[] => [])
  const spent = variants.map(() => 0)
  let busy = true
  while (busy) {
    busy = false
    for (let i = 0; i < variants.length; i++) {
      for (let k = 0; k < BURST && wantsMore(times[i].length, spent[i], effort); k++) {
        const start = performance.now()
        consumed.last = variants[i].run()
        const time = performance.now() - start
        times[i].push(1000 * time)
        spent[i] += time
        busy = true
      }
    }
  }
  return variants.map((variant, i) => summarize(variant.name, times[i], results[i]))
}

function warmUp<T>(variant: Variant<T>, effort: Effort): void {
  const start = performance.now()
  do consumed.last = variant.run()
  while (performance.now() - start < effort.warmUp)
}

function wantsMore(repetitions: number, spent: number, effort: Effort): boolean {
  if (repetitions < effort.minRepetitions) return true
  return repetitions < effort.maxRepetitions && spent < effort.budget
}

function summarize<T>(name: string, times: number[], result: T): Measurement<T> {
  times.sort((a, b) => a - b)
  return { name, min: times[0], median: times[times.length >> 1], repetitions: times.length, result }
}

/**
 * Runs a task of the same benchmark in a separate process and returns its JSON output: call sites see only the
 * functions of this task, as in a program that simulates one model. A failed task has printed the reason; it returns
 * undefined. A terminal shows the current task: tables are printed when all of their tasks are done.
 */
export function runIsolated<T>(task: unknown, nodeFlags: readonly string[] = []): T | undefined {
  const argv = [
    ...process.execArgv,
    ...nodeFlags,
    process.argv[1],
    process.argv[2],
    '--task',
    JSON.stringify(task),
  ]
  showProgress(JSON.stringify(task))
  try {
    const stdio = ['ignore', 'pipe', 'inherit'] as const
    return JSON.parse(
      execFileSync(process.execPath, argv, { encoding: 'utf8', maxBuffer: 1e8, stdio: [...stdio] }),
    ) as T
  } catch {
    return undefined
  } finally {
    showProgress('')
  }
}

/** Replaces the last line of a terminal. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text.slice(0, process.stderr.columns - 1)}`)
}

/** Circumstances of a benchmark run. */
export interface Circumstances {
  readonly date: string
  readonly cpu: string
  readonly cores: number
  readonly system: string
  readonly node: string
  readonly v8: string
  /** Commit, with `+` for modified files; undefined outside of a repository. */
  readonly commit: string | undefined
}

export function describeCircumstances(): Circumstances {
  return {
    date: new Date().toISOString(),
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    system: `${platform()} ${release()}`,
    node: process.version,
    v8: process.versions.v8,
    commit: findCommit(),
  }
}

function findCommit(): string | undefined {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+')
  } catch {
    return undefined
  }
}

/** Prints rows under a heading, columns aligned: names left, numbers right. */
export function printTable(
  title: string,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const widths = header.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i].length)))
  const leftAligned = header.map(
    (_, i) => 2 * rows.filter((row) => /^[(A-Za-z]/.test(row[i])).length > rows.length,
  )
  const format = (row: readonly string[]): string =>
    row.map((cell, i) => (leftAligned[i] ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ')
  console.log(`\n${title}\n${'─'.repeat(title.length)}`)
  console.log(format(header).trimEnd())
  for (const row of rows) console.log(format(row).trimEnd())
}

/** Writes results with their circumstances to out/benchmarks/<name>.json and prints the path. */
export function writeReport(name: string, circumstances: Circumstances, results: unknown): void {
  const folder = join('out', 'benchmarks')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.json`)
  writeFileSync(file, `${JSON.stringify({ name, circumstances, results }, null, 1)}\n`)
  console.log(`\nWritten to ${file}.`)
}
