/** The order of test files: those that take longest begin first, so that both workers end at the same time. */
import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Seconds of the longest files on an idle machine; `npm test -- --renew-order` writes them. */
const SECONDS = JSON.parse(readFileSync(new URL('longest-files.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, number>
>

/** Files that are not listed are short: they come later, the largest first, as vitest orders them itself. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    const secondsOf = ({ moduleId }: TestSpecification): number => {
      const path = moduleId.slice(moduleId.lastIndexOf('/tests/') + 1)
      return SECONDS[path] ?? 0
    }
    return others.sort((a, b) => secondsOf(b) - secondsOf(a))
  }
}
