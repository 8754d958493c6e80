import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'

const source = (path: string): string => fileURLToPath(new URL(`./src/${path}`, import.meta.url))

/**
 * Tests that measure allocated bytes, and one that replaces `Float64Array` to count arrays: V8 does not optimize typed arrays
 * as well afterwards (a Stewart platform takes 2.3 times as long), in all files that follow in the same process.
 */
const MEASURED_ALONE = ['tests/**/allocation.test.ts', 'tests/regression/counts.test.ts']

/** `--mode all` and `--mode renew`, as a variable: the projects below do not inherit the option. */
function readMode(mode: string): string {
  process.env.TEST_MODE ??= mode
  return process.env.TEST_MODE
}

export default defineConfig(({ mode }) => ({
  resolve: {
    alias: [
      { find: /^vario$/, replacement: source('entries/vario.ts') },
      { find: /^vario\/(.+)$/, replacement: source('entries/$1.ts') },
    ],
  },
  test: {
    globalSetup: ['tests/support/report-skipped.ts'],
    testTimeout: 60_000,
    env: { TEST_MODE: readMode(mode) },
    projects: [
      {
        extends: true,
        // the package is loaded once per worker and not once per file, which takes a quarter of the time
        test: { name: 'shared', include: ['tests/**/*.test.ts'], exclude: MEASURED_ALONE, isolate: false },
      },
      {
        extends: true,
        // code that other tests have run with other types of data is compiled differently, and allocates more
        test: { name: 'alone', include: MEASURED_ALONE, isolate: true },
      },
    ],
    sequence: { sequencer: LongestFirst },
    // the default leaves one core idle: half of the time on two cores
    maxWorkers: '100%',
  },
}))
