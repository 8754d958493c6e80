/**
 * All checks and tests, on two cores: `npm test`, and `npm run test:all` with every seed and the long tests.
 *
 *   tsx scripts/test.ts [--all] [--renew-order] [arguments of vitest]
 *
 * The checks run beside the build and the tests, one after the other. Their output is shown if they fail, after the table of
 * times, so that problems stand at the end.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const REPORT = join(ROOT, 'out', 'tests.json')
const ORDER = join(ROOT, 'tests', 'support', 'longest-files.json')

/** Files that take longer are in the list of the longest ones [s]. */
const LONG = 3
/** Different rotations of the seeds of random campaigns. */
const ROTATIONS = 1000
/** Lines of the output of failed tests that are repeated at the end, at most. */
const MAX_REPEATED = 200

interface Stage {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** Shown while it runs, not only if it fails. */
  readonly isShown?: boolean
}

interface Outcome {
  readonly stage: Stage
  readonly code: number
  /** From the beginning of all stages to the start of this one, and its duration [s]. */
  readonly start: number
  readonly seconds: number
  readonly output: string
}

const script = (name: string): Stage => ({ name, command: 'npm', args: ['run', '--silent', name] })

const options = process.argv.slice(2)
const isAll = options.includes('--all')
const renewsOrder = options.includes('--renew-order')
const ofVitest = options.filter((option) => option !== '--all' && option !== '--renew-order')

const vitest: Stage = {
  name: 'tests',
  command: 'npx',
  args: [
    ...['vitest', 'run', ...(isAll ? ['--mode', 'all'] : [])],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`, ...ofVitest],
  ],
  isShown: true,
}
/** Stages of a lane follow each other; a lane ends with its first failure, but all checks are made. */
const CHECKS = ['check:types', 'check:viewer', 'check:lint', 'check:unused', 'check:words', 'check:docs'].map(
  script,
)
const BUILD_AND_TESTS = [script('build'), vitest]

/** Part of the seeds of random campaigns: another one for every commit, or the one of SEED_ROTATION. */
function findSeedRotation(): string {
  const given = process.env.SEED_ROTATION
  if (given !== undefined) return given
  try {
    const commit = execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: ROOT, encoding: 'utf8' })
    return String(Number.parseInt(commit, 16) % ROTATIONS)
  } catch {
    // a copy of the files without their history
    return '0'
  }
}

const seedRotation = findSeedRotation()
const seedLine = isAll
  ? 'Random campaigns: every seed.'
  : `Random campaigns: seeds of rotation ${seedRotation}; SEED_ROTATION=${seedRotation} npm test repeats them.`

const running = new Set<ChildProcess>()
const begin = performance.now()
const now = (): number => (performance.now() - begin) / 1000

function run(stage: Stage): Promise<Outcome> {
  const start = now()
  const env = {
    ...process.env,
    SEED_ROTATION: seedRotation,
    ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
  }
  const child = spawn(stage.command, stage.args, { cwd: ROOT, env, shell: process.platform === 'win32' })
  running.add(child)
  let output = ''
  const take = (chunk: Buffer): void => {
    output += chunk.toString()
    if (stage.isShown) process.stdout.write(chunk)
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  return new Promise((resolve) => {
    const finish = (code: number): void => {
      running.delete(child)
      const seconds = now() - start
      console.log(`${code === 0 ? '✓' : '✗'} ${stage.name}, ${seconds.toFixed(0)} s`)
      resolve({ stage, code, start, seconds, output })
    }
    child.on('error', (error) => {
      output += error.message
      finish(1)
    })
    child.on('close', (code) => finish(code ?? 1))
  })
}

async function runLane(stages: readonly Stage[], stopsAtFailure: boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const stage of stages) {
    const outcome = await run(stage)
    outcomes.push(outcome)
    if (outcome.code !== 0 && stopsAtFailure) break
  }
  return outcomes
}

/** Durations of test files [s], the longest first; empty if vitest has not come to its end. */
function readDurations(): [path: string, seconds: number][] {
  try {
    const { testResults } = JSON.parse(readFileSync(REPORT, 'utf8')) as {
      testResults: { name: string; startTime: number; endTime: number }[]
    }
    const files = testResults.map(({ name, startTime, endTime }): [string, number] => [
      relative(ROOT, name).replaceAll('\\', '/'),
      (endTime - startTime) / 1000,
    ])
    return files.sort(([, a], [, b]) => b - a)
  } catch {
    return []
  }
}

function printTimes(outcomes: readonly Outcome[], durations: readonly (readonly [string, number])[]): void {
  console.log('\nstage            start  seconds')
  for (const { stage, code, start, seconds } of [...outcomes].sort((a, b) => a.start - b.start)) {
    const cells = [stage.name.padEnd(14), start.toFixed(0).padStart(7), seconds.toFixed(0).padStart(8)]
    console.log(`${cells.join(' ')}${code === 0 ? '' : '  FAILED'}`)
  }
  console.log(`${'all'.padEnd(14)} ${now().toFixed(0).padStart(16)}`)
  if (durations.length < 20) return
  const longest = durations
    .slice(0, 8)
    .map(([path, seconds]) => `  ${seconds.toFixed(0).padStart(4)} s  ${path}`)
  console.log(`\nLongest of ${durations.length} test files:\n${longest.join('\n')}`)
}

/** The part of the output that says what is wrong. */
function findFailures({ stage, output }: Outcome): string {
  if (!stage.isShown) return output
  const lines = output.split('\n')
  const first = lines.findIndex((line) => /Failed (Tests|Suites)|Unhandled Errors/.test(line))
  return (first < 0 ? lines.slice(-40) : lines.slice(first, first + MAX_REPEATED)).join('\n')
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of running) child.kill(signal)
    process.exit(1)
  })

console.log(seedLine)
rmSync(REPORT, { force: true })
mkdirSync(join(ROOT, 'out'), { recursive: true })
const lanes = await Promise.all([runLane(CHECKS, false), runLane(BUILD_AND_TESTS, true)])
const outcomes = lanes.flat()
const durations = readDurations()
if (renewsOrder && durations.length > 0) {
  const long = durations.filter(([, seconds]) => seconds >= LONG)
  const rounded = long.map(([path, seconds]) => [path, Math.round(seconds)])
  writeFileSync(ORDER, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`)
}
printTimes(outcomes, durations)
console.log(`\n${seedLine}`)
const failed = outcomes.filter(({ code }) => code !== 0)
for (const outcome of failed) console.log(`\n✗ ${outcome.stage.name} failed:\n${findFailures(outcome)}`)
process.exitCode = failed.length > 0 ? 1 : 0
