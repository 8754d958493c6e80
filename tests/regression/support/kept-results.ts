/**
 * Results that are kept in `tests/regression/kept/`: a test compares what it gets, and `npm run renew` (vitest in the mode
 * `renew`) writes it. Bytes are compared on the engine that has written them: functions such as `Math.sin` may differ in the
 * last bit between versions of V8, and between processors. On another engine counts and final values are compared.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, type RunnerTask } from 'vitest'
import { ROOT } from '../../support/project.ts'
import type { Digest } from './digest.ts'

/** True with `npm run renew`. */
export const IS_RENEWED = process.env.TEST_MODE === 'renew'

/** The engine whose bytes are kept: the two first numbers of the version of V8, and the processor. */
export const ENGINE = `V8 ${process.versions.v8.split('.').slice(0, 2).join('.')}, ${process.arch}`

/** On another engine: relative deviations of counts, and of final values relative to the magnitude of their signals. */
const COUNTS_APART = 0.1
const VALUES_APART = 1e-4

interface KeptFile {
  readonly engine: string
  readonly results: Readonly<Record<string, Digest>>
}

/** Results of one test file. */
export class KeptResults {
  readonly isSameEngine: boolean
  private readonly path: string
  private readonly kept: KeptFile
  private readonly found: Record<string, Digest> = {}

  /** @param name of the file without its ending */
  constructor(name: string) {
    this.path = join(ROOT, 'tests', 'regression', 'kept', `${name}.json`)
    this.kept = existsSync(this.path)
      ? (JSON.parse(readFileSync(this.path, 'utf8')) as KeptFile)
      : { engine: ENGINE, results: {} }
    this.isSameEngine = this.kept.engine === ENGINE
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern, and accepts no name here
    if (IS_RENEWED) afterAll(({}, file) => this.write(chooseKept(this.kept.results, this.found, file)))
    else if (!this.isSameEngine)
      console.warn(
        `${name}.json: kept on ${this.kept.engine}; on ${ENGINE} counts and final values are compared.`,
      )
  }

  /** Names of results that are kept, and that nothing was compared with so far. */
  get left(): string[] {
    return IS_RENEWED ? [] : Object.keys(this.kept.results).filter((name) => !(name in this.found))
  }

  /** Compares a result with the one of the same name. */
  expectSame(name: string, digest: Digest, isChaotic = false): void {
    this.found[name] = digest
    if (IS_RENEWED) return
    const before = this.kept.results[name]
    const differences =
      before === undefined
        ? ['not kept yet']
        : this.isSameEngine
          ? findDifferences(before, digest)
          : findLargeDifferences(before, digest, isChaotic)
    if (differences.length > 0)
      expect.fail(`${name}: ${differences.join('; ')}. If this is intended: npm run renew.`)
  }

  private write(results: Readonly<Record<string, Digest>>): void {
    if (results !== this.found) assertSameEngine(this.kept.engine)
    const names = Object.keys(results).sort()
    const entries = names.map((name) => `${JSON.stringify(name)}: ${printDigest(results[name])}`)
    const text = `{\n"engine": ${JSON.stringify(ENGINE)},\n"results": {\n${entries.join(',\n')}\n}\n}\n`
    writeFileSync(this.path, text)
  }
}

/**
 * Entries to write: those that were found, if all tests of the file have run; otherwise (`npm run renew -- -t X`, a test
 * that fails) also those that were kept and not found.
 */
export function chooseKept<T>(
  kept: Readonly<Record<string, T>>,
  found: Readonly<Record<string, T>>,
  file: { readonly tasks: readonly Pick<RunnerTask, 'type' | 'mode' | 'result'>[] },
): Readonly<Record<string, T>> {
  return file.tasks.every(hasPassed) ? found : { ...kept, ...found }
}

function hasPassed(task: Pick<RunnerTask, 'type' | 'mode' | 'result'>): boolean {
  if ('tasks' in task) return (task.tasks as RunnerTask[]).every(hasPassed)
  return task.mode === 'run' && task.result?.state === 'pass'
}

/** Throws an error if a part of a file is renewed whose other entries are those of another engine. */
export function assertSameEngine(engine: string): void {
  if (engine !== ENGINE)
    throw new Error(
      `Entries of ${engine} are kept, and ${ENGINE} renews some of them. Renew all: npm run renew.`,
    )
}

function printDigest({ time, values, about, size, counts, final }: Digest): string {
  const lines = [{ time, values, about }, { size }, { counts }, { final }]
  return `{\n${lines.map((part) => `  ${JSON.stringify(part).slice(1, -1)}`).join(',\n')}\n}`
}

/** On the same engine: everything that is not the same, in words. */
export function findDifferences(before: Digest, after: Digest): string[] {
  const parts = (['time', 'values', 'about'] as const).filter((part) => before[part] !== after[part])
  if (parts.length === 0) return []
  const words = { time: 'time axes', values: 'values', about: 'attributes' }
  const differences = [`bytes differ (${parts.map((part) => words[part]).join(', ')})`]
  if (before.size.join() !== after.size.join()) {
    const [old, now] = [before.size, after.size].map(([nSignal, nPoint]) => `${nSignal} × ${nPoint}`)
    differences.push(`signals × points ${old} -> ${now}`)
  }
  for (const name of namesOf(before.counts, after.counts)) {
    const [old, now] = [before.counts[name], after.counts[name]]
    if (old !== now) differences.push(`${name} ${old} -> ${now}`)
  }
  for (const name of namesOf(before.final, after.final))
    if (!(name in before.final && name in after.final))
      differences.push(`${name} is ${name in after.final ? 'new' : 'gone'}`)
  const apart = largestDeviation(before, after)
  if (apart) {
    const [value] = after.final[apart.name]
    const place = `${apart.name} = ${before.final[apart.name][0]} -> ${value}`
    differences.push(
      apart.deviation <= 1e-12
        ? 'final values agree to 1e-12'
        : `final values agree to ${apart.deviation.toExponential(1)} (${place})`,
    )
  }
  return differences
}

/** On another engine: counts and values that are too far apart. */
export function findLargeDifferences(before: Digest, after: Digest, isChaotic: boolean): string[] {
  if (isChaotic) return []
  const differences: string[] = []
  for (const name of namesOf(before.counts, after.counts)) {
    const [old, now] = [before.counts[name] ?? 0, after.counts[name] ?? 0]
    if (Math.abs(now - old) > COUNTS_APART * Math.abs(old) + 10) differences.push(`${name} ${old} -> ${now}`)
  }
  const apart = largestDeviation(before, after)
  if (apart && !(apart.deviation <= VALUES_APART))
    differences.push(`${apart.name} = ${before.final[apart.name][0]} -> ${after.final[apart.name][0]}`)
  return differences
}

/** The final value that has moved most, relative to the magnitude of its signal. */
function largestDeviation(before: Digest, after: Digest): { name: string; deviation: number } | undefined {
  let largest: { name: string; deviation: number } | undefined
  for (const name of Object.keys(before.final)) {
    if (!(name in after.final)) continue
    const [value, scale] = before.final[name]
    const difference = Math.abs(after.final[name][0] - value)
    const deviation = difference === 0 ? 0 : difference / scale
    if (largest === undefined || deviation > largest.deviation) largest = { name, deviation }
  }
  return largest
}

function namesOf(a: object, b: object): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
}
