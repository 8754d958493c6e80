/** `vario study`: in this process, and as a program that is killed while it works. */
import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { readResult } from 'vario/files'
import { describe, expect, test } from 'vitest'
import { lockDirectory, StudyDirectory } from '../../src/cluster/index.ts'
import { listMissing, StudyData } from '../../src/studies/index.ts'
import { ROOT } from '../support/project.ts'
import { Workplace } from './support/run.ts'

const MODEL = `import { Model, Par, Var, equations } from 'vario'
export const Charge = Model({
  R: Par(1, 'kOhm', { min: 0 }), C: Par(1, 'mF'), V: Par(10, 'V'), v: Var({ init: 0, unit: 'V' }),
  equations: equations\`R*C*der(v) = V - v\`,
})
export const experiment = { stopTime: 2 }
`
const STUDY = `import { crossingTime, finalValue, normal, Study, uniform } from 'vario/studies'
import { Charge } from './charge.ts'
export default Study({
  model: Charge,
  vary: { R: normal(1, 0.1, 'kOhm'), C: uniform(900, 1100, 'uF') },
  runs: 60,
  simulate: { stopTime: 2 },
  measure: { last: finalValue('v'), half: crossingTime('v', 5), odd: (result) => result.values('v').length },
})
`

const place = new Workplace()
place.write('charge.ts', MODEL)
place.write('study.ts', STUDY)
/** V (1 - exp(-t/RC)) */
const charged = (RC: number): number => 10 * (1 - Math.exp(-2 / RC))

describe('a model with --vary and --measure', () => {
  test('is simulated at all points of the grid', async () => {
    const { code, out } = await place.run([
      ...['study', 'charge.ts', '--vary', 'R=500,1000,2000Ohm', '--measure', 'end=final(v)'],
      ...['--measure', 'half=timeof(v,5,up)', '--output', 'grid.csv'],
    ])
    expect(code).toBe(0)
    expect(out).toContain('Charge: 3 of 3 runs')
    const table = await readResult(place.path('grid.csv'))
    expect([...table.values('R')]).toEqual([0.5, 1, 2])
    expect(table.signal('R').unit).toBe('kOhm')
    table.values('R').forEach((R, k) => {
      // tolerance of the runs, 1e-6 of 10 V, and the accumulated error of some steps
      expect(Math.abs(table.values('end')[k] - charged(R))).toBeLessThan(1e-4)
      expect(Math.abs(table.values('half')[k] - R * Math.log(2))).toBeLessThan(1e-5)
    })
  })

  test('is sampled by all distributions', async () => {
    const { code, out } = await place.run([
      ...['study', 'charge.ts', '--runs', '8', '--sampling', 'sobol', '--json'],
      ...['--vary', 'R=truncated(normal(1kOhm,100Ohm),500Ohm,1.5)', '--vary', 'C=triangular(0.9,1,1.1mF)'],
      ...['--vary', 'V=lognormal(10V,0.1)', '--vary', 'v.init=linspace(0,1,2)', '--measure', 'max(v)'],
    ])
    expect(code).toBe(0)
    const described = JSON.parse(out) as {
      runs: number
      done: number
      measures: Record<string, { count: number }>
    }
    expect(described.runs).toBe(16)
    expect(described.measures['max(v)'].count).toBe(16)
  })

  test.each([
    [
      ['--vary', 'Q=1', '--measure', 'final(v)'],
      "expected a known name, got 'Q'",
      'The model has R, C, V, v.',
    ],
    [['--vary', 'R=1V', '--measure', 'final(v)'], "expected a unit such as kOhm, got 'V'", ''],
    [['--vary', 'R=nurmal(1,2)', '--measure', 'final(v)', '--runs', '2'], 'expected one of normal(m,s)', ''],
    [['--vary', 'R=1', '--measure', 'finale(v)'], 'expected one of final(x)', ''],
    [['--vary', 'R=1'], 'study: measure: expected named measures', ''],
    [[], 'expected a study, got a model', 'Add --vary'],
    [
      ['--vary', 'R=normal(1,0.1)', '--measure', 'final(v)'],
      'study: runs: expected the number of samples',
      '',
    ],
    [
      ['--vary', 'R=1', '--measure', 'final(v)', '--shard', '3/2', '--directory', 'x'],
      '--shard: expected a part',
      '',
    ],
    [['--vary', 'R=1', '--measure', 'final(v)', '--shard', '1/2'], '--shard: expected a directory', ''],
    [['--vary', 'R=1', '--measure', 'final(v)', '--threads', '0'], '--threads: expected an integer >= 1', ''],
  ])('%j is refused', async (words, message, hint) => {
    const { code, err } = await place.run(['study', 'charge.ts', ...words])
    expect(code).not.toBe(0)
    expect(err).toContain(message)
    expect(err).toContain(hint)
  })

  test('an unknown signal is an error before the runs', async () => {
    const { code, err, out } = await place.run([
      ...['study', 'charge.ts', '--vary', 'R=1,2', '--measure', 'max(v)', '--measure', 'end=final(vv)'],
    ])
    expect(code).toBe(3)
    expect(err).toContain(
      "study: measure.end: expected the name of a signal, or a pattern with * that some names match (did you mean 'v'?), got 'vv'.",
    )
    expect(out).toBe('')
  })

  test('a signal that exists with some of the values only is measured in those runs', async () => {
    place.write(
      'chain.ts',
      `import { equations, expr, Model, Var } from 'vario'
const Cell = Model({ x: Var({ init: 1 }), equations: equations\`der(x) = -x\` })
export default Model({ n: 2, cell: Cell({ for: { i: expr\`1:n\` } }) })
`,
    )
    const words = ['study', 'chain.ts', '--stop', '1', '--vary', 'n=2,3', '--measure', 'end=final(cell[3].x)']
    const { code, out } = await place.run([...words, '--output', 'chain.csv'])
    expect(code).toBe(0)
    expect(out).toContain('2 of 2 runs, 1 failed')
    const end = (await readResult(place.path('chain.csv'))).values('end')
    // tolerance of the runs
    expect(Math.abs(end[1] - Math.exp(-1))).toBeLessThan(1e-5)
  })
})

describe('--shard auto', () => {
  const words = 'study study.ts --quiet --shard'.split(' ')
  const run = (shard: string, folder: string, env: Record<string, string>) =>
    place.run([...words, shard, '--directory', folder], { env })

  test.each([
    ['auto', { SLURM_ARRAY_TASK_ID: '6', SLURM_ARRAY_TASK_MIN: '5', SLURM_ARRAY_TASK_MAX: '7' }, 3],
    ['auto/3', { SLURM_ARRAY_TASK_ID: '2', SLURM_ARRAY_TASK_COUNT: '1' }, undefined],
    ['auto/3', { JOB_COMPLETION_INDEX: '1' }, undefined],
    ['auto', { JOB_COMPLETION_INDEX: '1', JOB_COMPLETIONS: '3' }, undefined],
  ] as [string, Record<string, string>, number | undefined][])(
    '%s with %j is the second of three parts',
    async (shard, env, count) => {
      const all = count === undefined ? env : { ...env, SLURM_ARRAY_TASK_COUNT: String(count) }
      const folder = `auto-${Object.values(all).join('-')}`
      expect((await run(shard, folder, { ...all, SLURM_CPUS_PER_TASK: '1' })).code).toBe(0)
      const ranges = new StudyData(60, 3)
      StudyDirectory.read(place.path(folder)).load(ranges)
      expect(listMissing(ranges.isDone, { from: 0, to: 60 })).toEqual([
        { from: 0, to: 20 },
        { from: 40, to: 60 },
      ])
    },
  )

  test.each([
    ['auto', {}, 'expected SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX in the environment, got neither'],
    [
      'auto',
      {
        SLURM_ARRAY_TASK_ID: '5',
        SLURM_ARRAY_TASK_MIN: '1',
        SLURM_ARRAY_TASK_MAX: '5',
        SLURM_ARRAY_TASK_COUNT: '2',
      },
      'expected an array of tasks without gaps, got 2 tasks from 1 to 5',
    ],
    ['auto/3', { SLURM_ARRAY_TASK_ID: '4' }, 'expected SLURM_ARRAY_TASK_ID from 1 to 3, got 4'],
    ['auto/3', { JOB_COMPLETION_INDEX: '3' }, 'expected JOB_COMPLETION_INDEX from 0 to 2, got 3'],
    ['auto', { JOB_COMPLETION_INDEX: '1' }, 'expected the number of parts'],
    ['auto/2', { SLURM_ARRAY_TASK_ID: 'x' }, "SLURM_ARRAY_TASK_ID: expected an integer >= 0, got 'x'"],
    ['automatic', {}, 'expected a part such as 2/7'],
  ])('%s with %j is refused', async (shard, env, message) => {
    const { code, err } = await run(shard, 'refused', env as Record<string, string>)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })

  test('--slurm prints a script that a shell accepts', async () => {
    const { code, out } = await place.run([
      ...[
        'study',
        'charge.ts',
        '--vary',
        'R=normal(1kOhm,50Ohm)',
        '--runs',
        '9',
        '--measure',
        'end=final(v)',
      ],
      ...['--directory', "it's", '--slurm', '7', '--threads', '16', '--output', 'runs.csv'],
    ])
    expect(code).toBe(0)
    for (const line of [
      '#SBATCH --array=1-7',
      '#SBATCH --cpus-per-task=16',
      '#SBATCH --signal=USR1@120',
      "parts='it'\\''s'",
      "  --vary 'R=normal(1kOhm,50Ohm)' \\",
      '  --shard auto/7',
      '  exec $vario study merge "$parts"/{1..7} --output runs.csv',
    ])
      expect(out.split('\n')).toContain(line)
    expect(execFileSync('bash', ['-n'], { input: out }).toString()).toBe('')
  })
})

describe('the directory of a study', () => {
  const read = (name: string): Buffer => readFileSync(place.path(name))

  test('has the same table from one go, from parts in any order, and after lines were cut', async () => {
    expect((await place.run('study study.ts --directory whole')).code).toBe(0)
    for (const part of ['3/3', '1/3', '2/3'])
      expect(
        (await place.run(`study study.ts --directory part${part[0]} --shard ${part} --quiet`)).code,
      ).toBe(0)
    expect((await place.run('study status part2')).out).toContain('study: 20 of 60 runs')
    const merged = await place.run('study merge part2 part3 part1')
    expect(merged.out).toContain('study: 60 of 60 runs')
    expect(read('part2/runs.parquet').equals(read('whole/runs.parquet'))).toBe(true)

    const [journal] = readdirSync(place.path('part1')).filter((name) => name.endsWith('.jsonl'))
    const lines = read(join('part1', journal)).toString().trimEnd().split('\n')
    // a damaged number, and a line without its end
    writeFileSync(
      place.path(`part1/${journal}`),
      [lines[0].replace('"from":', '"from":5'), ...lines.slice(1)].join('\n'),
    )
    appendFileSync(place.path(`part1/${journal}`), '\n{"from":4,"to":')
    const resumed = await place.run('study resume part1')
    expect(resumed.err).toContain('warning: part1: 2 incomplete lines of journals')
    expect(resumed.out).toContain('study: 60 of 60 runs')
    expect(read('part1/runs.parquet').equals(read('whole/runs.parquet'))).toBe(true)
  })

  test('is refused for another study, another model, or none', async () => {
    expect((await place.run('study study.ts --directory mine')).code).toBe(0)
    const other = await place.run('study study.ts --directory mine --seed 2')
    expect(other.code).not.toBe(0)
    expect(other.err).toContain('another study is there. Use another directory')
    place.write('charge.ts', MODEL.replace('Par(10', 'Par(11'))
    const changed = await place.run('study study.ts --directory mine')
    place.write('charge.ts', MODEL)
    expect(changed.err).toContain('the model has changed since then')
    expect((await place.run('study status nothing')).err).toContain('expected the directory of a study')
    place.write('file', 'text')
    expect((await place.run('study study.ts --directory file/x')).err).toContain('cannot be used')
  })

  test('is locked by a program that works in it, and taken over after its end', async () => {
    const folder = place.path('locked')
    mkdirSync(folder)
    const write = (pid: number, host: string): void =>
      writeFileSync(join(folder, 'lock.json'), JSON.stringify({ pid, host }))
    const waits: string[] = []
    const lock = () => lockDirectory(folder, (owner) => waits.push(owner), 300)
    // the parent of this process lives
    write(process.ppid, hostname())
    await expect(lock()).rejects.toThrow(
      `expected a directory in which no other program works, got one of process ${process.ppid} on ${hostname()}`,
    )
    expect((await place.run('study study.ts --directory locked')).code).toBe(1)
    // larger than any number of a process
    write(2 ** 30, hostname())
    ;(await lock()).release()
    expect(existsSync(join(folder, 'lock.json'))).toBe(false)
    // another machine: silent, then with signs of life
    write(1, 'elsewhere')
    ;(await lock()).release()
    expect(waits).toEqual(['process 1 on elsewhere'])
    write(1, 'elsewhere')
    const sign = setTimeout(() => utimesSync(join(folder, 'lock.json'), 1, 1), 100)
    await expect(lock()).rejects.toThrow('got one of process 1 on elsewhere')
    clearTimeout(sign)
  })

  test('can be read as a table', async () => {
    await place.run('study study.ts --directory table')
    const table = await readResult(place.path('table/runs.parquet'))
    expect(table.names).toEqual(['run', 'R', 'C', 'last', 'half', 'odd'])
    expect(table.time.length).toBe(60)
    const { values } = { values: (name: string) => table.values(name) }
    for (let k = 0; k < 60; k++)
      expect(Math.abs(values('last')[k] - charged(values('R')[k] * values('C')[k]))).toBeLessThan(1e-4)
  })
})

describe('pictures', () => {
  test('are written after the runs, and by plot and export from a directory', async () => {
    const made = await place.run([
      ...['study', 'study.ts', '--directory', 'drawn', '--picture', 'histogram=out/h.svg', '--quiet'],
    ])
    expect([made.code, made.err]).toEqual([0, ''])
    expect(readFileSync(place.path('out/h.svg'), 'utf8')).toContain('<title>')
    const { code, out } = await place.run(['study', 'plot', 'drawn'])
    expect(code).toBe(0)
    const kinds = readdirSync(place.path('drawn')).filter((name) => name.endsWith('.svg'))
    expect(kinds.sort()).toEqual(
      ['convergence', 'histogram', 'parallel', 'pareto', 'scatter', 'surface', 'tornado'].map(
        (name) => `${name}.svg`,
      ),
    )
    for (const kind of kinds) expect(out).toContain(`drawn/${kind}`)
    await place.run(['study', 'export', 'drawn', '--output', 'drawn.csv'])
    expect((await readResult(place.path('drawn.csv'))).time.length).toBe(60)
  })

  test.each([
    [['--picture', 'pie=x.svg'], /--picture pie=x\.svg: expected a kind and a file/],
    [['--picture', 'scatter'], /--picture scatter: expected a kind and a file/],
    [['--picture', 'scatter=x.pdf'], /x\.pdf: expected the extension \.svg or \.png/],
  ])('are an error before the runs with %j', async (options, message) => {
    const { code, err } = await place.run(['study', 'study.ts', ...options])
    expect([code, err]).toEqual([2, expect.stringMatching(message)])
  })
})

describe('the program', () => {
  // the built one: threads load it
  const start = (words: readonly string[]) =>
    spawn(process.execPath, [join(ROOT, 'dist/cli/main.js'), 'study', ...words], {
      cwd: place.folder,
      stdio: 'ignore',
    })
  const end = (child: ReturnType<typeof start>): Promise<number | null> =>
    new Promise((resolve) => child.on('close', resolve))

  test('ends at SIGUSR1 with exit code 130, keeps what is done, and unlocks the directory', async () => {
    const words = ['study.ts', '--directory', 'asked', '--runs', '20000', '--quiet', '--threads', '1']
    const child = start(words)
    const journal = (): boolean =>
      existsSync(place.path('asked')) &&
      readdirSync(place.path('asked')).some((name) => /^journal/.test(name))
    while (!journal()) await new Promise((resolve) => setTimeout(resolve, 50))
    child.kill('SIGUSR1')
    expect(await end(child)).toBe(130)
    expect(readdirSync(place.path('asked'))).not.toContain('lock.json')
    const data = new StudyData(20_000, 3)
    expect(StudyDirectory.read(place.path('asked')).load(data).nDamaged).toBe(0)
    expect(data.nDone).toBeGreaterThan(0)
  })

  test('is killed twice, continues, and gives the bytes of a run on one thread', async () => {
    const many = ['--runs', '2500', '--quiet']
    for (const delay of [1000, 1600]) {
      const child = start(['study.ts', '--directory', 'killed', ...many])
      setTimeout(() => child.kill('SIGKILL'), delay)
      await end(child)
    }
    expect(await end(start(['study.ts', '--directory', 'killed', ...many]))).toBe(0)
    expect(await end(start(['study.ts', '--directory', 'alone', '--threads', '1', ...many]))).toBe(0)
    const [killed, alone] = ['killed', 'alone'].map((name) =>
      readFileSync(place.path(`${name}/runs.parquet`)),
    )
    expect(killed.equals(alone)).toBe(true)
  })
})
