/** `vario simulate`: options, settings, files, interruption, repetition. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { VERSION } from '../../src/base/index.ts'
import { readResult } from '../../src/files/index.ts'
import { DECAY, PENDULUM, Workplace } from './support/run.ts'

const place = new Workplace()
place.write('decay.ts', DECAY)
place.write('pendulum.ts', PENDULUM)

/** End value of the decay with tolerance 1e-8: a hundred times that bounds the error. */
const expectEnd = async (file: string, value: number): Promise<void> => {
  const result = await readResult(place.path(file))
  expect(Math.abs(result.final('x') - value)).toBeLessThan(1e-6)
}

test('runs a model with the settings of its file, and writes the result', async () => {
  const { code, out, err } = await place.run('simulate decay.ts')
  expect(err).toBe('')
  expect(code).toBe(0)
  expect(out).toMatch(/^✓ Decay simulated\n {2}time {4}0 to 3 s in /)
  expect(out).toMatch(/\n {2}file {4}decay\.vario \([\d.]+ kB\)\n$/)
  await expectEnd('decay.vario', Math.exp(-1.5))
})

test('options override the experiment, and their values have units', async () => {
  const set = ['--set', 'T=500ms', '--set', 'x.init=20 dm', '--output', 'set.json']
  expect((await place.run(['simulate', 'decay.ts', '--stop', '1', ...set])).code).toBe(0)
  await expectEnd('set.json', 2 * Math.exp(-2))
  const { attributes } = await readResult(place.path('set.json'))
  expect(attributes['version']).toBe(VERSION)
  expect(readFileSync(place.path('set.json'), 'utf8')).not.toContain(place.folder)
})

test('numbers in records of 3D parts have units, too', async () => {
  const words = 'simulate pendulum.ts --set rev.phi=-90deg --output hanging.vario --quiet'
  expect(await place.run(words)).toEqual({ code: 0, out: '', err: '' })
  const result = await readResult(place.path('hanging.vario'))
  // the lower rest position; rounding only
  expect(result.final('rev.phi')).toBeCloseTo(-Math.PI / 2, 9)
})

test('single elements of vectors can be set', async () => {
  const set = ['--set', 'pivot.translation[1]=-250mm', '--set', 'pivot.translation[2]=0.1']
  const words = ['simulate', 'pendulum.ts', ...set, '--output', 'moved.vario', '--quiet']
  expect(await place.run(words)).toEqual({ code: 0, out: '', err: '' })
  const result = await readResult(place.path('moved.vario'))
  // the pivot is at the origin, so that the arm is at its relative position
  expect([...result.vectorAt('arm.r_abs', 0)]).toEqual([0.25, -0.1, 0])
})

test('--json prints the summary as JSON', async () => {
  const { out } = await place.run('simulate decay.ts --no-output --json')
  const summary = JSON.parse(out) as Record<string, unknown>
  expect(summary).toMatchObject({ model: 'Decay', endTime: 3, interrupted: false, files: [], points: 501 })
})

test('--plot draws on the terminal, or to a file', async () => {
  const shown = await place.run('simulate decay.ts --no-output --plot x')
  expect(shown.out).toContain('─ x [m]')
  const drawn = await place.run('simulate decay.ts --no-output --plot x --plot-file curve.png')
  expect(drawn.out).toContain('curve.png (')
  expect([...readFileSync(place.path('curve.png')).subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47])
  // the diagrams that the model file requests
  expect((await place.run('simulate pendulum.ts --no-output')).out).toContain('─ rev.phi [rad]')
})

test('every format is written and read back', async () => {
  for (const ending of ['vario', 'json', 'csv', 'parquet', 'h5']) {
    const { code, err } = await place.run(`simulate decay.ts --quiet --output all.${ending}`)
    expect([code, err]).toEqual([0, ''])
    await expectEnd(`all.${ending}`, Math.exp(-1.5))
  }
})

describe('--again', () => {
  test.each(['json', 'vario', 'parquet', 'h5', 'vstream'])('reproduces the result: %s', async (ending) => {
    await place.run(`simulate decay.ts --set T=1s --stop 2 --quiet --output again.${ending}`)
    const files = readdirSync(place.folder)
    // HDF5 would store the time of writing, in seconds
    if (ending === 'h5') await new Promise((resolve) => setTimeout(resolve, 1100))
    const { code, out } = await place.run(`simulate again.${ending} --again`)
    const what = ending === 'vstream' ? 'values' : 'bytes'
    expect(out).toBe(`✓ A repetition of the run of again.${ending} gives the same ${what}.\n`)
    expect(code).toBe(0)
    expect(readdirSync(place.folder)).toEqual(files)
  })

  test('repeats the run of a 3D model', async () => {
    await place.run('simulate pendulum.ts --quiet --output arm.vario')
    expect((await place.run('simulate arm.vario --again --output copy.vario')).code).toBe(0)
    expect(readFileSync(place.path('copy.vario'))).toEqual(readFileSync(place.path('arm.vario')))
  })

  test('reports a model that has changed or is missing', async () => {
    place.write('changing.ts', DECAY)
    await place.run('simulate changing.ts --quiet --output changing.json')
    place.write('changing.ts', DECAY.replace('init: 1', 'init: 2'))
    expect(await place.run('simulate changing.json --again')).toEqual({
      code: 1,
      out: '',
      err:
        'error: changing.ts has changed since the run.\n\n' +
        'Restore the old file to repeat the run, or simulate the new one without --again.\n',
    })
    const text = readFileSync(place.path('changing.json'), 'utf8').replaceAll('changing.ts', 'gone.ts')
    place.write('gone.json', text)
    expect((await place.run('simulate gone.json --again')).err).toBe(
      'error: gone.json comes from gone.ts, which does not exist here.\n\nRun the command in the folder of the model.\n',
    )
  })
})

describe('Ctrl-C', () => {
  place.write(
    'long.ts',
    `import { equations, Model, Var } from 'vario'
export default Model({ x: Var({ init: 1 }), v: Var({ init: 0 }), equations: equations\`
  der(x) = v
  der(v) = -1e6*x\` })
export const experiment = { stopTime: 1000, interval: 1 }
`,
  )

  test('keeps the result computed so far', async () => {
    const { code, out } = await place.run('simulate long.ts', { interrupts: 1 })
    expect(code).toBe(130)
    expect(out).toMatch(/^Interrupted at [\d.e-]+ s; the result computed so far is kept\.\n/)
    const result = await readResult(place.path('long.vario'))
    const reached = result.attributes['interrupted'] as number
    expect(reached).toBeGreaterThanOrEqual(result.time.at(-1)!)
    expect(reached).toBeLessThan(1000)
    expect((await place.run('simulate long.vario --again')).err).toBe(
      'error: long.vario comes from an interrupted run, which cannot be repeated.\n',
    )
  })

  test('exits at once when pressed again', async () => {
    await place.run('simulate long.ts --no-output', { interrupts: 2 })
    expect(place.exits).toEqual([130])
  })
})

describe('a stream', () => {
  test('is written to disk during the run, and can be read like other results', async () => {
    const { code, out } = await place.run('simulate decay.ts --output long.vstream')
    expect(code).toBe(0)
    expect(out).toContain('501 points')
    expect(out).toMatch(/\n {2}file {4}long\.vstream \([\d.]+ kB\)\n$/)
    await expectEnd('long.vstream', Math.exp(-1.5))
    const { attributes } = await readResult(place.path('long.vstream'))
    // with the model, as in other files
    expect(attributes['source']).toMatchObject({ file: 'decay.ts', model: {} })
  })

  test('must be the only output', async () => {
    const { code, err } = await place.run('simulate decay.ts --output long.vstream --output b.csv')
    expect(code).toBe(2)
    expect(err).toContain(
      '--output long.vstream: expected a stream as the only output, got 2 outputs. Export it afterwards.',
    )
  })
})

test('Ctrl-C during writing of a large file leaves no partial file', async () => {
  // 200 001 points of 4 signals exceed the 4 MB after which interrupts are handled
  place.write('many.ts', DECAY.replace('stopTime: 3', 'stopTime: 200, interval: 1e-3'))
  const table = await place.run('simulate many.ts --output many.vario --quiet')
  expect(table.code).toBe(0)
  const { code, err } = await place.run('export many.vario many.csv', { interrupts: 1 })
  expect([code, err]).toEqual([130, 'error: many.csv: not written: interrupted.\n'])
  expect(readdirSync(place.folder).filter((name) => name.includes('many.csv'))).toEqual([])
})
