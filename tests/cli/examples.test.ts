/** The examples on the command line. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../support/project.ts'
import { Workplace } from './support/run.ts'

const place = new Workplace()
const folder = join(ROOT, 'examples')
const models = readdirSync(folder).filter(
  (name) => name.endsWith('.ts') && /export const experiment/.test(readFileSync(join(folder, name), 'utf8')),
)

// a part of the run has all signals: those of the first segment
test.each(models)('%s has all signals of its requested plots', { timeout: 60_000 }, async (name) => {
  const words = ['simulate', join(folder, name), '--stop', '1e-3', '--no-output', '--quiet']
  const { code, err } = await place.run([...words, '--plot-file', `${name}.svg`])
  // programs wait for something during their first moments
  const others = err.split('\n').filter((line) => !/^(warning: The program \w+ still waits|$)/.test(line))
  expect([code, others]).toEqual([0, []])
})
