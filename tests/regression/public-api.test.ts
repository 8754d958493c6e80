/** The public surface is the one in `api/`, so that every change of it is seen in a diff. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { API_FOLDER, createApiReports } from '../../scripts/api-report.ts'

const reports = createApiReports()

test('every entry of the package has its report', () => {
  const kept = existsSync(API_FOLDER) ? readdirSync(API_FOLDER).sort() : []
  expect(kept, 'to write them: npm run api').toEqual([...reports.keys()].sort())
})

test.each([...reports])('%s has the declarations of the code', (name, { text }) => {
  const path = join(API_FOLDER, name)
  const kept = existsSync(path) ? readFileSync(path, 'utf8') : ''
  expect(text.split('\n'), 'if this is intended: npm run api, and a line in CHANGELOG.md').toEqual(
    kept.split('\n'),
  )
})

test.each([...reports])('%s mentions only types that an entry exports', (_name, { hiddenNames }) => {
  expect(
    [...hiddenNames].map(([name, by]) => `${name}, which ${by} mentions`),
    'export them in src/entries, or mark what mentions them as @internal',
  ).toEqual([])
})

test('a report shows signatures, members and what they mention', () => {
  const text = reports.get('vario-math.api.d.ts')!.text
  expect(text).toMatch(/^function createDenseLu\(n: number\): DenseLu;$/m)
  expect(text).not.toMatch(/\/\*\*|private|import\("/)
  const ode = reports.get('vario-ode.api.d.ts')!.text
  expect(ode).toMatch(/^import \{ CscPattern \} from 'vario\/math'$/m)
  // members for other layers only are not a part of the declarations
  expect(ode).toMatch(/^class Solver \{$/m)
  expect(ode).not.toMatch(/Stepper/)
})
