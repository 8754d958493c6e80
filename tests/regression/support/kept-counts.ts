/** Counts that may not grow: kept in `tests/regression/kept/`, written by `npm run renew` where they are out of their limits. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { ROOT } from '../../support/project.ts'
import { assertSameEngine, chooseKept, ENGINE, IS_RENEWED } from './kept-results.ts'

export type Counts = Readonly<Record<string, number>>

/** Allowed growth. Savings beyond the other limit are to be kept, so that they stay. */
const GROWTH = 0.02
const SAVING = 0.1
/** Always allowed: one of all counts; a few arrays, which other tests of the same process may have made already. */
const slackOf = (name: string): number => (name === 'arrays' ? 5 : 1)
/** Factor of both on another engine, where the last bits differ. */
const OTHER_ENGINE = 5

interface KeptFile {
  readonly engine: string
  readonly counts: Readonly<Record<string, Counts>>
}

export class KeptCounts {
  private readonly path: string
  private readonly kept: KeptFile
  private readonly found: Record<string, Counts> = {}

  /** @param name of the file without its ending */
  constructor(name: string) {
    this.path = join(ROOT, 'tests', 'regression', 'kept', `${name}.json`)
    this.kept = existsSync(this.path)
      ? (JSON.parse(readFileSync(this.path, 'utf8')) as KeptFile)
      : { engine: ENGINE, counts: {} }
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern, and accepts no name here
    if (IS_RENEWED) afterAll(({}, file) => this.write(chooseKept(this.kept.counts, this.found, file)))
  }

  /** Names of counts that are kept, and that nothing was compared with so far. */
  get left(): string[] {
    return IS_RENEWED ? [] : Object.keys(this.kept.counts).filter((name) => !(name in this.found))
  }

  expectClose(name: string, counts: Counts): void {
    const before = this.kept.counts[name] ?? {}
    const failures = compareCounts(before, counts, this.kept.engine === ENGINE ? 1 : OTHER_ENGINE)
    // small changes do not add up unseen: what is kept moves only when a limit is passed
    this.found[name] = failures.length > 0 ? counts : before
    if (!IS_RENEWED && failures.length > 0) expect.fail(`${name}: ${failures.join('; ')}.`)
  }

  private write(counts: Readonly<Record<string, Counts>>): void {
    if (counts !== this.found) assertSameEngine(this.kept.engine)
    const names = Object.keys(counts).sort()
    const lines = names.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(counts[name])}`)
    writeFileSync(
      this.path,
      `{\n"engine": ${JSON.stringify(ENGINE)},\n"counts": {\n${lines.join(',\n')}\n}\n}\n`,
    )
  }
}

/** Counts that are out of their limits, in words. */
export function compareCounts(before: Counts, after: Counts, factor = 1): string[] {
  const failures: string[] = []
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name], after[name]]
    if (old === undefined) failures.push(`${name} is not kept yet (${now}): npm run renew`)
    else if (now === undefined) failures.push(`${name} is gone (${old}): npm run renew`)
    else if (now > old + Math.max(slackOf(name), factor * GROWTH * old))
      failures.push(`${name} has grown: ${old} -> ${now}`)
    else if (now < old - Math.max(slackOf(name), factor * SAVING * old))
      failures.push(`${name} is smaller: ${old} -> ${now}; npm run renew keeps it so`)
  }
  return failures
}
