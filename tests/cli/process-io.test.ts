import { expect, test } from 'vitest'
import { createProcessIo } from '../../src/cli/terminal/index.ts'

test('a terminal of unknown width has the default width', () => {
  const before = process.stdout.columns
  try {
    process.stdout.columns = 0
    expect(createProcessIo().stdout.columns).toBe(80)
    process.stdout.columns = 123
    expect(createProcessIo().stdout.columns).toBe(123)
  } finally {
    process.stdout.columns = before
  }
})
