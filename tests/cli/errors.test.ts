/** Errors of users, with the exact messages. */
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { drawPng } from '../../src/cli/result-files/index.ts'
import { DECAY, PENDULUM, Workplace } from './support/run.ts'

const place = new Workplace()
place.write('decay.ts', DECAY)
place.write('pendulum.ts', PENDULUM)

async function expectError(words: string | string[], code: number, err: string): Promise<void> {
  expect(await place.run(words)).toEqual({ code, out: '', err: `error: ${err}\n` })
}

describe('problems of the system, and sizes out of range', () => {
  test('give messages that do not blame Vario', async () => {
    place.write('taken', '')
    await place.run('simulate decay.ts --stop 1 --quiet')
    const long = 'a'.repeat(300)
    for (const [words, message] of [
      ['new taken', 'taken: expected a new folder, got an existing file.'],
      [`new ${long}`, 'the name is too long'],
      ['plot decay.vario x --width 1e9 --output x.svg', 'options.width: expected a number from 1 to 10000'],
      [
        'plot decay.vario x --height 0.001 --output x.png',
        'options.height: expected a number from 1 to 10000',
      ],
      ['plot decay.vario x --height 1e9', 'options.height: expected a number from 3 to 10000'],
      ['simulate decay.ts --set constructor.x=1', 'constructor'],
      ['simulate decay.ts#constructor', "unknown export 'constructor'"],
    ]) {
      const { code, err } = await place.run(words)
      expect(code, words).not.toBe(0)
      expect(err, words).toContain(message)
      expect(err, words).not.toContain('This is an error in Vario')
    }
  })
})

describe('the command line', () => {
  const HELP = '\n\n`vario simulate --help` shows the usage.'
  test.each([
    [
      'simulte decay.ts',
      "Unknown command 'simulte' (did you mean 'simulate'?).\n\n`vario --help` lists all commands.",
    ],
    ['decay.ts', "Unknown command 'decay.ts'.\n\nTo simulate a model: vario simulate decay.ts"],
    [
      'simulate decay.ts --tolernce 1',
      `vario simulate: unknown option '--tolernce' (did you mean '--tolerance'?).${HELP}`,
    ],
    ['simulate decay.ts --quiet=1', `--quiet takes no value.${HELP}`],
    ['simulate decay.ts --stop', `--stop: expected <time> after it.${HELP}`],
    [
      'simulate',
      `vario simulate: expected <model>: a file with a model (.ts, .js, .json), or a result with --again.${HELP}`,
    ],
    ['simulate decay.ts two', `vario simulate: unexpected argument 'two'.${HELP}`],
    [
      'simulate decay.ts --stop 3s',
      "--stop: expected a number, got '3s'.\n\nTimes are in seconds, without a unit: --stop 3.",
    ],
    ['simulate decay.ts --stop -1', '--stop: expected a time at or after startTime = 0 [s], got -1.'],
    [
      'simulate decay.ts --solver eular',
      "--solver: expected 'auto' | 'tsit5' | 'dop853' | 'bdf' | 'radau5', got 'eular'.",
    ],
    [
      'simulate decay.ts --output x.txt',
      "x.txt: expected an extension of results (.json, .csv, .vario, .parquet, .h5, .hdf5, .vstream), got '.txt'.",
    ],
    ['simulate decay.ts --no-output --plot-file x.gif', 'x.gif: expected the extension .svg or .png.'],
    ['simulate gone.ts', 'gone.ts: the file does not exist.'],
    ['simulate decoy.ts', 'decoy.ts: the file does not exist.\n\nDid you mean decay.ts?'],
    ['simulate a/b.ts', 'a/b.ts: neither the file nor the folder a exists.'],
    [
      'examples run pendulm',
      "Unknown example 'pendulm' (did you mean 'pendulum'?).\n\n`vario examples` lists them.",
    ],
    ['new a/b', "vario new: expected a name of letters, digits, - and _, got 'a/b'."],
    [
      'translate decay.ts --log equatons',
      "--log: expected some of notes, variables, equations, aliases, states, events, blocks, code, tangents, or all; got 'equatons' (did you mean 'equations'?).",
    ],
    [
      'export decay.ts x.pptx',
      "x.pptx: expected a supported format, got '.pptx'.\n\nSignals end in .json, .csv, .vario, .parquet, .h5, .hdf5; scenes in .glb, .gltf, .scene.json, .obj, .stl, .svg, .png.",
    ],
    ['view decay.ts --port 99999', '--port: expected a whole number from 0 to 65535, got 99999.'],
    [
      'compare decay.ts decay.ts',
      'decay.ts: expected a result, got a model.\n\nSimulate it first: vario simulate decay.ts',
    ],
  ])('%s', (words, message) => expectError(words, 2, message))
})

describe('--set', () => {
  test.each([
    ['y=1', "--set y: expected a known name, got 'y'.\n\nThe model has T, x."],
    [
      'x.inti=1',
      "--set x.inti: expected a known name (did you mean 'init'?), got 'inti'.\n\nx is a variable; it has init, start, min, max, nominal.",
    ],
    ['T=3 kg', "--set T: expected a unit such as s, got 'kg'."],
    ['T=long', "--set T: expected a number [s], true, false or [1, 2, 3], got 'long'."],
    ['T=1e999', "--set T: expected a finite number, got '1e999'."],
    ['T[2]=1', '--set T[2]: expected an index from 1 to 1.'],
    ['T=true', '--set T: expected a number, got true.'],
    ['T', "--set T: expected a name, '=' and a value, such as R.R=0.5kOhm."],
  ])('%s', (setting, message) => expectError(['simulate', 'decay.ts', '--set', setting], 2, message))

  test.each([
    [
      'rev.phj=1',
      "--set rev.phj: expected a known name (did you mean 'phi'?), got 'phj'.\n\nrev has obj1, obj2, canCollide, axis, phi, w, tau, damping, stiffness, rest, armature, gear, motion, friction, limits, effort, velocity.",
    ],
    ['pivot.translation[4]=1', '--set pivot.translation[4]: expected an index from 1 to 3.'],
    [
      'arm.translation[1]=1',
      '--set arm.translation[1]: expected a vector, but arm.translation has no elements.\n\nSet the whole value: arm.translation=[1, 2, 3]',
    ],
    [
      'rev.axis=w',
      "--set rev.axis: expected 'x' | 'y' | 'z', '-x' | '-y' | '-z', or a non-zero vector of 3 numbers, got 'w'.",
    ],
    ['rev.phi=2 kg', "--set rev.phi: expected a unit such as rad, got 'kg'."],
  ])('%s of a 3D part', (setting, message) =>
    expectError(['simulate', 'pendulum.ts', '--set', setting], 2, message),
  )
})

describe('the model file', () => {
  test.each([
    [
      'syntax',
      "import { Model } from 'vario'\nexport default Model({\n  x: 1,,\n})\n",
      "Unexpected token.\n\n  syntax.ts:3:8\n  1 | import { Model } from 'vario'\n  2 | export default Model({\n> 3 |   x: 1,,\n    |        ^",
    ],
    [
      'names',
      "import { Modell } from 'vario'\nexport default Modell({})\n",
      "import: expected a name that 'vario' exports, got 'Modell' (did you mean 'Model'?).\n\n  names.ts:2:16\n  1 | import { Modell } from 'vario'\n> 2 | export default Modell({})\n    |                ^^^^^^",
    ],
    [
      'modules',
      "import { Model } from 'vario'\nimport { part } from './part.ts'\nexport default Model({ part })\n",
      "modules.ts: expected an import that exists, got './part.ts'. Check its path, or install the package.\n\n  modules.ts:2:25\n  1 | import { Model } from 'vario'\n> 2 | import { part } from './part.ts'\n    |                         ^^^^^^^",
    ],
    [
      'throws',
      "import { Model } from 'vario'\ninterface Data {\n  x: number\n}\nconst data = JSON.parse('null') as Data\nexport default Model({ x: data.x })\n",
      "TypeError: Cannot read properties of null (reading 'x')\n\n  throws.ts:6:1\n  4 | }\n  5 | const data = JSON.parse('null') as Data\n> 6 | export default Model({ x: data.x })\n    | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
    ],
    [
      'equation',
      "import { equations, Model, Var } from 'vario'\nexport default Model({\n  x: Var({ init: 1 }),\n  equations: equations`\n    der(x) = -x +* 2\n  `,\n})\n",
      "expected an expression, got '*'.\n\n  equation.ts:5:18\n  3 |   x: Var({ init: 1 }),\n  4 |   equations: equations`\n> 5 |     der(x) = -x +* 2\n    |                  ^",
    ],
    [
      'several',
      "import { Model } from 'vario'\nexport const A = Model({})\nexport const B = Model({})\n",
      'several.ts: expected one exported model, got several.\n\nChoose one: several.ts#A, several.ts#B.',
    ],
    [
      'none',
      'export const c = 1\n',
      'none.ts: expected an exported model, got only c.\n\nWrite `export default Model({ … })`, or `export` before the `const` of a model.',
    ],
  ])('%s', async (name, text, message) => {
    place.write(`${name}.ts`, text)
    await expectError(`simulate ${name}.ts --stop 1`, 3, message)
  })

  test('the place of an invalid argument of a 3D part is marked', async () => {
    place.write('axis.ts', PENDULUM.replace("axis: 'z'", "axis: 'w'"))
    const { code, err } = await place.run('simulate axis.ts --no-output')
    expect(code).toBe(3)
    expect(err).toContain('axis.ts:9:49\n')
    expect(err).toMatch(/\n> 9 \| {3}rev: .*\n {4}\| {49}\^{4}\n$/)
  })

  test('the places of unknown, unlike and doubled ends of connections are marked', async () => {
    const text = (from: string, to: string): string =>
      [
        "import { Model } from 'vario'",
        "import { Gain, Step } from 'vario/library/blocks'",
        "import { Ground, Resistor } from 'vario/library/electric'",
        'const Part = Model({',
        '  a: Step(), b: Step(), g: Gain(), R: Resistor(), ground: Ground(),',
        "  connect: [['R.n', 'ground.p'], ['a.y', 'g.u'],",
        `    ["${from}", '${to}']],`,
        '})',
        'export default Model({ part: Part() })',
      ].join('\n')
    const mark = async (from: string, to: string): Promise<string | undefined> => {
      place.write('ends.ts', text(from, to))
      const { code, err } = await place.run('simulate ends.ts --stop 1 --no-output')
      expect(code).toBe(3)
      return /ends\.ts:(\d+:\d+)/.exec(err)?.[1]
    }
    expect(await mark('R.q', 'ground.p')).toBe('7:7')
    expect(await mark('b', 'R.p')).toBe('7:7')
    expect(await mark('a.height', 'R.p')).toBe('7:7')
    expect(await mark('R.p', 'b.y')).toBe('7:14')
    expect(await mark('b.y', 'g.u')).toBe('7:7')
  })

  test('the places of an unknown argument and of an unknown option of the experiment are marked', async () => {
    place.write('key.ts', PENDULUM.replace('length: 1', 'lenth: 1'))
    expect((await place.run('simulate key.ts --no-output')).err).toMatch(/\n {4}\| {47}\^{5}\n$/)
    place.write('option.ts', DECAY.replace('stopTime', 'stopTme'))
    expect((await place.run('simulate option.ts --no-output')).err).toContain(
      '\n> 8 | export const experiment = { stopTme',
    )
  })

  test('the stack is printed only with --debug', async () => {
    place.write('axis.ts', PENDULUM.replace("axis: 'z'", "axis: 'w'"))
    expect((await place.run('simulate axis.ts --no-output')).err).not.toMatch(/^\s+at /m)
    expect((await place.run('simulate axis.ts --no-output --debug')).err).toMatch(/^\s+at /m)
  })

  test('the equation that stops a run is marked', async () => {
    place.write('pole.ts', DECAY.replace('T*der(x) = -x', 'der(x) = 1/(1 - time)').replace(", unit: 'm'", ''))
    const { code, err } = await place.run('simulate pole.ts --no-output')
    expect(code).toBe(1)
    expect(err).toMatch(/^error: The step size has become too small/)
    expect(err).toContain('\n> 6 |   equations: equations`der(x) = 1/(1 - time)`,\n')
  })
})

describe('files', () => {
  test('folders, damaged files and results are rejected as models', async () => {
    mkdirSync(place.path('folder'), { recursive: true })
    await expectError('simulate folder', 2, 'folder: expected a file, got a folder.')
    place.write('damaged.vario', 'nothing')
    const { code, err } = await place.run('info damaged.vario')
    expect(code).toBe(1)
    expect(err).toMatch(/^error: damaged\.vario: /)
    await expectError(
      'simulate damaged.vario',
      2,
      'damaged.vario is a result, not a model.\n\nTo repeat its run: vario simulate damaged.vario --again. To show it: vario plot damaged.vario',
    )
  })

  test('a path through a file is reported as such', async () => {
    const { code, err } = await place.run('simulate decay.ts --output decay.ts/x.vario')
    expect(code).toBe(1)
    expect(err).toMatch(
      /^error: decay\.ts\/x\.vario: cannot be written: .*decay\.ts is a file, not a folder\.\n$/,
    )
  })

  test.skipIf(process.getuid?.() === 0)('a read-only folder is found before the simulation', async () => {
    mkdirSync(place.path('locked'), { recursive: true })
    chmodSync(place.path('locked'), 0o500)
    await expectError(
      'simulate decay.ts --output locked/x.vario',
      1,
      'locked/x.vario: cannot be written: permission denied.',
    )
  })

  test('a full disk leaves no partial file', async () => {
    symlinkSync('/dev/full', place.path('full.svg'))
    await place.run('simulate decay.ts --quiet')
    await expectError(
      'plot decay.vario x --output full.svg',
      1,
      'full.svg: cannot be written: the disk is full. No partial file remains.',
    )
  })

  test('unknown and missing signals list the available ones', async () => {
    await place.run('simulate decay.ts --quiet')
    await expectError(
      'plot decay.vario y',
      2,
      "signals: expected a name of the file, got 'y'.\n\nAvailable: time, x, der(x), T.",
    )
    await expectError(
      'plot decay.vario',
      2,
      'Expected one or more signals after the file.\n\nAvailable: time, x, der(x), T.',
    )
  })
})

test('JSON that is neither a model nor a result is rejected', async () => {
  place.write('other.json', '{ "a": 1 }')
  await expectError('simulate other.json', 3, 'other.json: expected a model or a result of Vario.')
})

test('a picture drawn without fonts has no texts', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9">a</text></svg>'
  expect((await drawPng(svg, false)).hasTexts).toBe(false)
  expect((await drawPng(svg.replace(/<text.*text>/, ''), false)).hasTexts).toBe(true)
})
