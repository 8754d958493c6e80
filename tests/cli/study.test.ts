/** `vario study`: in this process, and as a program that is killed while it works. */
import { spawn } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readResult } from 'vario/files'
import { describe, expect, test } from 'vitest'
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

  test('an unknown signal is the error of all runs', async () => {
    const { code, out } = await place.run(['study', 'charge.ts', '--vary', 'R=1,2', '--measure', 'final(w)'])
    expect(code).toBe(1)
    expect(out).toContain('2 failed')
    expect(out).toContain('run 1: record[0]: expected the name of a signal')
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

describe('the program', () => {
  // the built one: threads load it
  const start = (words: readonly string[]) =>
    spawn(process.execPath, [join(ROOT, 'dist/cli/main.js'), 'study', ...words], {
      cwd: place.folder,
      stdio: 'ignore',
    })
  const end = (child: ReturnType<typeof start>): Promise<number | null> =>
    new Promise((resolve) => child.on('close', resolve))

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
