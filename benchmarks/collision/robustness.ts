/**
 * Campaign of random scenes: `npx tsx benchmarks/collision/robustness.ts [--quick] [--scenes 1000] [--first 1]
 * [--bodies 20] [--limit 600]`. Scenes run one after the other in a child process, which is replaced when a scene takes
 * longer than `--limit` seconds. Every scene prints a line, failed ones also one as JSON, so that an interrupted run
 * continues with `--first`, and two runs share the cores. The test suite has a few.
 */
import { type ChildProcess, fork } from 'node:child_process'
import {
  createRandomScene,
  findViolation,
  runRandomScene,
  type SceneReport,
} from '../../tests/multibody/contact/random-scene.ts'

/** Report of the child on a scene. */
interface Answer {
  readonly seed: number
  readonly nBody: number
  /** [s] */
  readonly cpu: number
  readonly report?: SceneReport
  readonly violation?: string
}

function runScene(seed: number, maxBody: number): Answer {
  const start = process.cpuUsage()
  const scene = createRandomScene(seed, maxBody)
  const outcome = { seed, nBody: scene.shapes.size }
  try {
    const report = runRandomScene(scene)
    const violation = findViolation(report)
    return { ...outcome, cpu: secondsSince(start), report, ...(violation !== undefined && { violation }) }
  } catch (error) {
    return { ...outcome, cpu: secondsSince(start), violation: `exception: ${error}` }
  }
}

function secondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}

/** Runs scenes in a child process that lives until a scene exceeds the limit. */
class SceneRunner {
  private child: ChildProcess | null = null

  constructor(
    private readonly limit: number,
    private readonly maxBody: number,
  ) {}

  run(seed: number): Promise<Answer> {
    this.child ??= fork(process.argv[1], ['--child', String(this.maxBody)])
    const { child } = this
    return new Promise((resolve) => {
      const give = (answer: Answer, isAlive: boolean): void => {
        clearTimeout(timer)
        child.removeAllListeners()
        if (!isAlive) this.close()
        resolve(answer)
      }
      const fail = (violation: string): void =>
        give(
          { seed, nBody: createRandomScene(seed, this.maxBody).shapes.size, cpu: this.limit, violation },
          false,
        )
      const timer = setTimeout(() => fail(`not finished after ${this.limit} s`), 1000 * this.limit)
      child.once('message', (answer) => give(answer as Answer, true))
      child.once('exit', (code) => fail(`the process ended with ${code}`))
      child.send(seed)
    })
  }

  close(): void {
    this.child?.kill('SIGKILL')
    this.child = null
  }
}

function printAnswer({ seed, nBody, cpu, report, violation }: Answer): void {
  const numbers =
    report === undefined
      ? ''
      : `rise ${report.rise.toExponential(1)} balance ${report.imbalance.toExponential(1)} protrusion ${(1000 * report.protrusion).toFixed(3)} mm reach ${report.reach.toFixed(2)} ` +
        `steps ${report.statistics.steps} f ${report.statistics.f} events ${report.statistics.events}`
  console.log(
    `seed ${seed}: ${nBody} bodies, ${cpu.toFixed(2)} s CPU ${numbers}${violation === undefined ? '' : ` FAILED: ${violation}`}`,
  )
  if (violation !== undefined) console.log(JSON.stringify({ seed, nBody, cpu, violation, report }))
}

function printSummary(answers: readonly Answer[]): void {
  const failed = answers.filter(({ violation }) => violation !== undefined)
  const times = answers.map(({ cpu }) => cpu).sort((a, b) => a - b)
  const quantile = (part: number): string =>
    times[Math.min(times.length - 1, Math.floor(part * times.length))].toFixed(2)
  const worst = (value: (report: SceneReport) => number): number =>
    answers.reduce(
      (most, { report }) => (report === undefined ? most : Math.max(most, value(report))),
      -Infinity,
    )
  console.log(
    `\n${answers.length} scenes, ${failed.length} failed${failed.map(({ seed, violation }) => `\n  seed ${seed}: ${violation}`).join('')}`,
  )
  console.log(
    `CPU per scene [s]: 10 % ${quantile(0.1)}, median ${quantile(0.5)}, 90 % ${quantile(0.9)}, 99 % ${quantile(0.99)}, most ${quantile(1)}`,
  )
  for (let n = 2; n <= 20; n += 5) {
    const some = answers.filter(({ nBody }) => nBody >= n && nBody < n + 5)
    if (some.length === 0) continue
    const mean = some.reduce((sum, { cpu }) => sum + cpu, 0) / some.length
    console.log(`${n} … ${n + 4} bodies: ${some.length} scenes, mean CPU ${mean.toFixed(2)} s`)
  }
  console.log(
    `largest rise of energy ${worst(({ rise }) => rise).toExponential(2)}, gap in its balance ${worst(({ imbalance }) => imbalance).toExponential(2)} ` +
      `(parts of the largest kinetic energy), reach into walls ${(1000 * worst(({ protrusion }) => protrusion)).toFixed(3)} mm, ` +
      `${worst(({ reach }) => reach).toFixed(2)} of the limit given by the energy`,
  )
}

async function main(argv: readonly string[]): Promise<void> {
  const read = (name: string, otherwise: number): number =>
    argv.includes(name) ? Number(argv[argv.indexOf(name) + 1]) : otherwise
  const n = read('--scenes', argv.includes('--quick') ? 20 : 1000)
  const first = read('--first', 1)
  const runner = new SceneRunner(read('--limit', 600), read('--bodies', 20))
  const answers: Answer[] = []
  for (let seed = first; seed < first + n; seed++) {
    const answer = await runner.run(seed)
    printAnswer(answer)
    answers.push(answer)
  }
  runner.close()
  printSummary(answers)
  process.exitCode = answers.some(({ violation }) => violation !== undefined) ? 1 : 0
}

if (process.argv[2] === '--child')
  process.on('message', (seed) => process.send!(runScene(Number(seed), Number(process.argv[3]))))
else await main(process.argv.slice(2))
