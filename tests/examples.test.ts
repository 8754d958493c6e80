/** Every file in `examples/` runs, prints something, and gives the numbers that a closed form or a publication gives. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { IMPULSE_EXAMPLES } from './support/examples/impulses.ts'
import { LOOP_EXAMPLES } from './support/examples/loops.ts'
import { MECHANICS_EXAMPLES } from './support/examples/mechanics.ts'
import { MODEL_EXAMPLES } from './support/examples/models.ts'
import type { ExampleRun } from './support/examples/run-examples.ts'
import { SOLVER_EXAMPLES } from './support/examples/solvers.ts'
import { STRUCTURE_EXAMPLES } from './support/examples/structure.ts'
import { ROOT } from './support/project.ts'

/** What to expect of each example, by the name of its file. */
const EXPECTATIONS: Record<string, () => void> = {
  ...SOLVER_EXAMPLES,
  ...MODEL_EXAMPLES,
  ...MECHANICS_EXAMPLES,
  ...LOOP_EXAMPLES,
  ...IMPULSE_EXAMPLES,
  ...STRUCTURE_EXAMPLES,
}

const examples = readdirSync(join(ROOT, 'examples')).filter((name) => name.endsWith('.ts'))
const folder = mkdtempSync(join(tmpdir(), 'vario-examples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('every example has its expectation', () => {
  expect(examples.sort()).toEqual(Object.keys(EXPECTATIONS).sort())
})

describe.each(examples)('%s', (name) => {
  test('gives the right numbers', () => EXPECTATIONS[name]())
})

/** Starts an example as a user does, and returns what it prints. */
async function runDirectly(name: string, ...options: string[]): Promise<string> {
  const args = ['--import', 'tsx', join('examples', name), ...options]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: ROOT })
  expect(stderr).toBe('')
  return stdout
}

function expectResult(name: string, output: string): void {
  expect(output, name).not.toBe('')
  expect(output, name).not.toMatch(/NaN|undefined/)
}

test('every example prints a result when it is started', async () => {
  // one after the other in one process: a process for each takes four times as long
  const names = examples.filter((name) => name !== 'demo.ts')
  const args = ['--import', 'tsx', join('tests', 'support', 'examples', 'run-examples.ts'), ...names]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: ROOT })
  expect(stderr).toBe('')
  const runs = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ExampleRun)
  expect(runs.map(({ name }) => name)).toEqual(names)
  for (const run of runs) {
    expect([run.stderr, run.exitCode], run.name).toEqual(['', undefined])
    expectResult(run.name, run.stdout)
  }
}, 300_000)

test.each(['bouncing-ball.ts', 'filter.ts', 'rocket.ts'])('%s runs as a program of its own', async (name) => {
  expectResult(name, await runDirectly(name))
})

test('the demo shows models and solvers, and writes its pictures where it is told', async () => {
  const pictures = join(folder, 'pictures')
  const output = await runDirectly('demo.ts', '--out', pictures)
  expect(output).toContain('model: MotorDrive')
  expect(output).toMatch(/C\.v +V +state +0 +183\.806 /)
  expect(output).toMatch(/bouncing ball +tsit5 +\d+ +\d+ +\d+ +0 +0 +11 /)
  expect(output).toContain('greenLock is attached to platform.lockX3Y1')
  const names = readdirSync(pictures)
  for (const name of names) {
    expect(output).toContain(` is in ${join(pictures, name)}.`)
    // The pictures of the README are those of the demo.
    if (name.endsWith('.svg'))
      expect(readFileSync(join(pictures, name), 'utf8')).toBe(
        readFileSync(join(ROOT, 'docs', 'images', name), 'utf8'),
      )
  }
  expect(names).toContain('space-robot.glb')
  expect(names.filter((name) => name.endsWith('.svg')).length).toBeGreaterThanOrEqual(14)
}, 240_000)
