/** Command line of the benchmarks: `npm run bench -- <name> [--quick]`; without a name it lists the benchmarks. */
import { describeCircumstances, NORMAL, QUICK, writeReport } from './harness.ts'
import type { Benchmark } from './types.ts'

interface Entry {
  readonly description: string
  readonly load: () => Promise<{ readonly benchmark: Benchmark }>
}

const BENCHMARKS: Readonly<Record<string, Entry>> = {
  ode: {
    description:
      'integrators: steps, evaluations, error and time beside SUNDIALS and scipy; scaling, memory, events',
    load: () => import('./ode/bench.ts'),
  },
  translation: {
    description: 'from models to code: time of each stage and of an evaluation for growing models',
    load: () => import('./translation/bench.ts'),
  },
  simulation: {
    description: 'whole runs: independent events of many parts, output of many signals',
    load: () => import('./simulation/bench.ts'),
  },
  multibody: {
    description: 'trees of bodies: forward dynamics beside MuJoCo and native figures; robots, stiff chains',
    load: () => import('./multibody/bench.ts'),
  },
  structure: {
    description: 'variable structure: robots that walk and grip, a thousand changes in one run',
    load: () => import('./structure/bench.ts'),
  },
  loops: {
    description: 'closed loops: mechanisms beside MuJoCo, growing chains of loops; impulses beside Rapier',
    load: () => import('./loops/bench.ts'),
  },
  collision: {
    description:
      'collision handling: distances and broad phase beside native figures, bouncing sphere beside MuJoCo and Rapier, billiard',
    load: () => import('./collision/bench.ts'),
  },
  viewer: {
    description: 'the viewer in a browser: first picture, pictures while playing (after `npm run build`)',
    load: () => import('./viewer/bench.ts'),
  },
}

async function main(argv: readonly string[]): Promise<number> {
  const [name, ...options] = argv
  if (name === undefined || name === '--help') {
    console.log(`Benchmarks (npm run bench -- <name> [--quick]):\n${listBenchmarks()}`)
    return 0
  }
  const entry = Object.hasOwn(BENCHMARKS, name) ? BENCHMARKS[name] : undefined
  if (!entry) {
    console.error(`Unknown benchmark '${name}'. Valid names:\n${listBenchmarks()}`)
    return 1
  }
  const unknown = options.find((option) => option !== '--quick')
  if (unknown !== undefined && unknown !== '--task') {
    console.error(`Unknown option '${unknown}'. Valid: --quick (fewer repetitions and tolerances).`)
    return 1
  }
  const { benchmark } = await entry.load()

  // A task for a child process of the benchmark: its result is the only output.
  if (options[0] === '--task') {
    console.log(JSON.stringify(benchmark.runTask(JSON.parse(options[1]))))
    return 0
  }
  const quick = options.includes('--quick')
  const circumstances = describeCircumstances()
  const { cpu, cores, node, commit } = circumstances
  console.log(
    `${name}: ${cpu}, ${cores} cores, Node ${node}, commit ${commit ?? 'unknown'}${quick ? ', quick' : ''}`,
  )
  const results = await benchmark.run(quick ? QUICK : NORMAL, quick)
  writeReport(quick ? `${name}-quick` : name, circumstances, results)
  return 0
}

function listBenchmarks(): string {
  const names = Object.keys(BENCHMARKS)
  const width = Math.max(...names.map((name) => name.length))
  return names.map((name) => `  ${name.padEnd(width)}  ${BENCHMARKS[name].description}`).join('\n')
}

process.exitCode = await main(process.argv.slice(2))
