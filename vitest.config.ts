import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'

const source = (path: string): string => fileURLToPath(new URL(`./src/${path}`, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^vario$/, replacement: source('entries/vario.ts') },
      { find: /^vario\/(.+)$/, replacement: source('entries/$1.ts') },
    ],
  },
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/support/browser/report-skipped.ts'],
    testTimeout: 60_000,
    // the package is loaded once per worker and not once per file, which takes a quarter of the time
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // the default leaves one core idle: half of the time on two cores
    maxWorkers: '100%',
  },
})
