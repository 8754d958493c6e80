/** Generated and interpreted code agree: on the small models of the tests, and on all models of the examples. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { instantiate } from 'vario'
import { describe, expect, test } from 'vitest'
import { RUNS_ALL } from '../support/campaign-seeds.ts'
import { checkInterpreter, countComparisons } from '../support/check-interpreter.ts'
import { ROOT } from '../support/project.ts'
import { EXAMPLES } from './example-models.ts'

checkInterpreter()

describe('interpreter', () => {
  for (const [name, [model, stopTime]] of Object.entries(EXAMPLES)) {
    for (const solver of ['tsit5', 'radau5'] as const) {
      test(`agrees with the generated code to the last bit: ${name}, ${solver}`, () => {
        const before = countComparisons()
        instantiate(model).simulate({ stopTime, solver })
        expect(countComparisons()).toBe(before + 1)
      })
    }
  }
})

/** Stop times of long examples, which repeat the same behavior: engines with every revolution. */
const SHORTER: Readonly<Record<string, readonly unknown[]>> = {
  'conveyor.ts': [5],
  ...(!RUNS_ALL && { 'slider-crank-engine.ts': [0.3], 'stewart-platform.ts': [0.5], 'v6-engine.ts': [0.06] }),
}

describe('examples', () => {
  const folder = join(ROOT, 'examples')
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'))
  const usesModels = (file: string): boolean => /\bModel\(/.test(readFileSync(join(folder, file), 'utf8'))

  test.each(files.filter(usesModels))(
    '%s',
    async (file) => {
      const exports = (await import(join(folder, file))) as Record<string, unknown>
      const before = countComparisons()
      for (const [name, run] of Object.entries(exports))
        if (name.startsWith('simulate') && typeof run === 'function') run(...(SHORTER[file] ?? []))
      expect(countComparisons()).toBeGreaterThan(before)
      // every evaluation is done twice
    },
    240_000,
  )

  test('include several with models', () => {
    expect(files.filter(usesModels).length).toBeGreaterThanOrEqual(7)
  })
})
