/** All commands except `simulate`, and the help of all of them. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { ROOT, readPackageJson } from '../support/project.ts'
import { DECAY, PENDULUM, Workplace } from './support/run.ts'

const place = new Workplace()
place.write('decay.ts', DECAY)
place.write('pendulum.ts', PENDULUM)

beforeAll(async () => {
  await place.run('simulate decay.ts --quiet')
  await place.run('simulate decay.ts --tolerance 1e-3 --quiet --output coarse.json')
  await place.run('simulate pendulum.ts --quiet')
}, 60_000)

const COMMANDS = ['simulate', 'view', 'plot', 'translate', 'export', 'info', 'compare', 'examples', 'new']

test('--version prints the version of the package', async () => {
  const { code, out } = await place.run('--version')
  expect([code, out]).toEqual([0, `${readPackageJson().version}\n`])
})

describe('help', () => {
  test('lists the commands and exit codes', async () => {
    const { code, out } = await place.run('--help')
    expect(code).toBe(0)
    for (const name of COMMANDS) expect(out).toContain(`\n  ${name} `)
    expect(out).toContain('130  interrupted')
    expect(out.split('\n').every((line) => line.length <= 100)).toBe(true)
  })

  test.each(COMMANDS)('%s has examples', async (name) => {
    const { code, out } = await place.run(`${name} --help`)
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`^vario ${name} `))
    expect(out).toContain(`\nExamples\n  $ vario ${name}`)
    expect(out.split('\n').filter((line) => line.length > 110)).toEqual([])
  })

  test('colors on terminals only', async () => {
    expect((await place.run('--help')).out).not.toContain('\u001b[')
    expect((await place.run('--help', { isTerminal: true })).out).toContain('\u001b[')
    expect((await place.run('--help', { isTerminal: true, env: { NO_COLOR: '1' } })).out).not.toContain(
      '\u001b[',
    )
  })
})

test('plot draws on the terminal and into pictures, and accepts patterns', async () => {
  expect((await place.run('plot decay.vario x')).out).toContain('─ x [m]')
  expect((await place.run('plot decay.vario x der(x) --columns 2 --output two.svg')).code).toBe(0)
  expect(readFileSync(place.path('two.svg'), 'utf8').match(/class="diagram"/g)).toHaveLength(2)
  expect((await place.run('plot pendulum.vario pivot.r_* --output many.png')).code).toBe(0)
  expect((await place.run('plot decay.ts x --stop 1')).out).toContain('x [m]')
})

test('translate prints statistics, selected parts, or JSON', async () => {
  expect((await place.run('translate decay.ts')).out).toMatch(/^Model Decay\n[\s\S]*\n {2}states {7}1\n/)
  expect((await place.run('translate decay.ts --log equations,states')).out).toContain('T*der(x) = -x')
  expect(JSON.parse((await place.run('translate decay.ts --json')).out)).toMatchObject({ name: 'Decay' })
})

test('export writes signals and scenes', async () => {
  for (const file of [
    'a.csv',
    'a.parquet',
    'a.glb',
    'a.gltf',
    'a.scene.json',
    'a.obj',
    'a.stl',
    'a.svg',
    'a.png',
  ]) {
    const { code, out, err } = await place.run(`export pendulum.vario ${file}`)
    expect([code, err, existsSync(place.path(file))], file).toEqual([0, '', true])
    expect(out).toMatch(new RegExp(`^${file} \\([\\d.]+ k?B\\)\n$`))
  }
  expect((await place.run('export pendulum.vario b.svg --time 9')).err).toBe(
    'error: --time: expected a time from 0 to 1 s, got 9.\n',
  )
  expect((await place.run('export decay.vario b.glb')).err).toBe(
    'error: decay.vario: expected a 3D scene, got a result without one.\n\n' +
      'To draw its signals: vario plot decay.vario <signals> --output picture.svg\n',
  )
})

test('info describes a model and a result', async () => {
  const model = (await place.run('info decay.ts')).out
  expect(model).toMatch(/\n {2}T {7}2 {2}s {2}time constant\n/)
  expect(model).toMatch(/\n {2}x\.init {2}1 {2}m\n/)
  const result = (await place.run('info decay.vario')).out
  expect(result).toMatch(/^Result decay\.vario \([\d.]+ kB\)\n/)
  expect(result).toMatch(/\n {2}file +decay\.ts\n/)
  expect((await place.run('info decay.vario --signals T')).out).not.toContain('\nx ')
})

test('compare lists deviations, applies a tolerance, and plots', async () => {
  const same = await place.run('compare decay.vario decay.vario --tolerance 0')
  expect(same).toEqual({ code: 0, out: 'All 3 signals are the same.\nWithin the tolerance 0.\n', err: '' })
  const { code, out } = await place.run('compare decay.vario coarse.json --tolerance 1e-9 --plot')
  expect(code).toBe(1)
  expect(out).toMatch(/^2 of 3 signals differ:\n/)
  expect(out).toContain('Beyond the tolerance 1e-9.')
  // a tolerance of 1e-3 gives a thousandth of the range at most, of some ten steps
  const { deviations } = JSON.parse((await place.run('compare decay.vario coarse.json --json')).out) as {
    deviations: { relative: number }[]
  }
  expect(deviations[0].relative).toBeGreaterThan(1e-9)
  expect(deviations[0].relative).toBeLessThan(1e-2)
})

test('examples are listed, run and copied', async () => {
  const { out } = await place.run('examples')
  expect(out).toMatch(/\n {2}pendulum {2,}A pendulum as a 3D body/)
  expect((await place.run('examples run filter --no-output')).out).toContain('✓ Filter simulated')
  expect((await place.run('examples copy filter mine')).out).toContain('mine/filter.ts\n')
  expect((await place.run('simulate mine/filter.ts --quiet')).code).toBe(0)
  expect((await place.run('examples copy filter mine')).err).toMatch(
    /^error: mine\/filter\.ts exists already/,
  )
})

test.each([[''], [' --3d']])('new%s creates a project that runs', async (option) => {
  const name = option === '' ? 'swing' : 'arm'
  expect((await place.run(`new ${name}${option}`)).code).toBe(0)
  const { code, err } = await place.run(`simulate ${name}/${name}.ts --quiet`)
  expect([code, err]).toEqual([0, ''])
  expect((await place.run(`new ${name}`)).err).toMatch(
    /^error: \w+: expected a new or empty folder, got one with files/,
  )
})

describe('the program', () => {
  const program = join(ROOT, 'dist', 'cli', 'main.js')
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [program, ...args], { cwd: place.folder, encoding: 'utf8' })

  test('runs, with the error classes of the package that models import', () => {
    expect(existsSync(program), 'run `npm run build` first').toBe(true)
    const { status, stdout, stderr } = run('simulate', 'decay.ts', '--no-output')
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('✓ Decay simulated')
    expect(run('simulate', 'nothing.ts').status).toBe(2)
  })

  test('ignores a closed pipe', () => {
    const command = `"${process.execPath}" "${program}" info pendulum.vario | head -1`
    expect(
      execFileSync('sh', ['-c', command], { cwd: place.folder, encoding: 'utf8', stdio: 'pipe' }),
    ).toMatch(/^Result pendulum\.vario/)
  })
})
