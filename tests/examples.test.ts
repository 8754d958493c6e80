/**
 * Every file in `examples/` runs, prints something, gives the numbers that a closed form or a publication gives, and gives them to
 * the last bit as `tests/regression/kept/examples.json` has them. Each is started here as its own program; expectations look at
 * the results of that run.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { RUNS_ALL } from './support/campaign-seeds.ts'
import { ROOT } from './support/project.ts'

// an example is a program once, when its module is evaluated: files of other tests may have imported it before
vi.resetModules()
const { digestOf } = await import('./regression/support/digest.ts')
const { KeptResults } = await import('./regression/support/kept-results.ts')
const { RunRecorder } = await import('./support/record-runs.ts')

const names = readdirSync(join(ROOT, 'examples'))
  .filter((name) => name.endsWith('.ts'))
  .sort()
const folder = mkdtempSync(join(tmpdir(), 'vario-examples-'))
const recorder = new RunRecorder()
const kept = new KeptResults('examples')
recorder.begin()
afterAll(() => {
  recorder.end()
  rmSync(folder, { recursive: true, force: true })
})

/** Contacts decide by the last bit which ball is hit next: another engine gives another game. */
const CHAOTIC = ['billiard.ts', 'potting-chance.ts', 'conveyor.ts', 'newtons-cradle.ts', 'gripping-robot.ts']

/** Imports an example as the program that was started with these options, and returns what it prints. */
async function startHere(name: string, ...options: string[]): Promise<string> {
  const path = join(ROOT, 'examples', name)
  const { argv } = process
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line = '') => void lines.push(String(line)))
  const errors = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
  try {
    process.argv = [argv[0], path, ...options]
    await import(/* @vite-ignore */ pathToFileURL(path).href)
    for (const spy of errors) expect(spy).not.toHaveBeenCalled()
  } finally {
    process.argv = argv
    for (const spy of [log, ...errors]) spy.mockRestore()
  }
  return lines.join('\n')
}

describe('a started example prints a result', () => {
  // the demo writes files: it has a test of its own
  test.each(names.filter((name) => name !== 'demo.ts'))(
    '%s',
    async (name) => {
      expectResult(name, await startHere(name))
    },
    120_000,
  )
})

// its models are those of other examples, which have run here; expectations import it, after which it would not start again
test.each([
  ['here', startHere],
  ...(RUNS_ALL ? [['as a separate program', runDirectly] as const] : []),
] as const)(
  'the demo shows models and solvers, and writes its pictures to the requested folder: %s',
  async (name, start) => {
    const pictures = join(folder, name)
    const output = await start('demo.ts', '--out', pictures)
    expect(output).toContain('model: MotorDrive')
    expect(output).toMatch(/C\.v +V +state +0 +183\.806 /)
    expect(output).toMatch(/bouncing ball +tsit5 +\d+ +\d+ +\d+ +0 +0 +11 /)
    expect(output).toContain('greenLock is attached to platform.lockX3Y1')
    const drawn = readdirSync(pictures)
    for (const name of drawn) {
      expect(output).toContain(` is in ${join(pictures, name)}.`)
      // The pictures of the README are those of the demo.
      if (name.endsWith('.svg'))
        expect(readFileSync(join(pictures, name), 'utf8')).toBe(
          readFileSync(join(ROOT, 'docs', 'images', name), 'utf8'),
        )
    }
    expect(drawn).toContain('space-robot.glb')
    expect(drawn.filter((name) => name.endsWith('.svg')).length).toBeGreaterThanOrEqual(14)
  },
  240_000,
)

describe('an example gives the expected numbers, and the same bytes as before', () => {
  test.each(names)(
    '%s',
    async (name) => {
      const { EXPECTATIONS } = await import('./support/examples/index.ts')
      recorder.take()
      const others = await EXPECTATIONS[name]()
      const results: unknown[] = recorder.take()
      if (others !== undefined) results.push(others)
      const isChaotic = CHAOTIC.includes(name)
      const failures: string[] = []
      // all of them, and then the first failure: the others are noted for `npm run renew`
      for (const [k, result] of results.entries()) {
        try {
          kept.expectSame(results.length === 1 ? name : `${name}, run ${k + 1}`, digestOf(result), isChaotic)
        } catch (error) {
          failures.push((error as Error).message)
        }
      }
      expect(failures).toEqual([])
    },
    120_000,
  )

  test('every example has an expectation', async () => {
    const { EXPECTATIONS } = await import('./support/examples/index.ts')
    expect(Object.keys(EXPECTATIONS).sort()).toEqual(names)
  })

  test('every kept result is compared', () => expect(kept.left).toEqual([]))
})

/** Starts an example as a user does, and returns its output. */
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

test.each(['bouncing-ball.ts', 'filter.ts', 'rocket.ts'])('%s runs as a separate program', async (name) => {
  expectResult(name, await runDirectly(name))
})
