/** The package in another project that depends on a checkout: its exports, its code and its types after a build. */
import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listFiles, ROOT, readPackageJson } from './support/project.ts'

/** A model of the user, simulated: a new component, a library component, a plot, and an error. */
const MODEL_PROGRAM = `
import { equations, Model, Par, plot, plotText, simulate, VarioError } from 'vario'
import { Capacitor, ConstantVoltage, OnePort } from 'vario/library/electric'

const Resistor = OnePort.extend({ R: Par(1, 'Ohm'), equations: equations\`R*i = v\` })
const Filter = Model({
  R: Resistor({ R: 0.5 }), C: Capacitor({ C: 2 }), V: ConstantVoltage({ V: 10 }),
  connect: [['V.p', 'R.p'], ['R.n', 'C.p'], ['C.n', 'V.n']],
})
const result = simulate(Filter, { stopTime: 1, tolerance: 1e-8 })
const svg = plot(result, [['R.v', 'C.v']], { file: 'pictures/filter.svg' })
let message = ''
try {
  Resistor({ Rx: 1 })
} catch (error) {
  if (error instanceof VarioError) message = error.message
}
console.log(JSON.stringify({ v: result.final('C.v'), svg, text: plotText(result, 'C.v').length, message }))
`

/** A 3D model: a ball that falls on a plate, its animation, and a distance. */
const MULTIBODY_PROGRAM = `
import { simulate } from 'vario'
import { signedDistance } from 'vario/collision'
import { computeForwardDynamics } from 'vario/mechanics'
import { Box, createAnimation, Model3D, Object3D, Scene, Solid, Sphere, toGlb } from 'vario/multibody'

const steel = { solidMaterial: 'Steel', collision: true }
const plate = Box({ lengthX: 1, lengthY: 0.1, lengthZ: 1 })
const Falling = Model3D({
  world: Object3D({ feature: Scene() }),
  plate: Object3D({ parent: 'world', translation: [0, -0.05, 0], feature: Solid({ shape: plate, ...steel }) }),
  ball: Object3D({ parent: 'world', fixedToParent: false, translation: [0, 0.6, 0],
    feature: Solid({ shape: Sphere({ diameter: 0.2 }), ...steel }) }),
})
const result = simulate(Falling, { stopTime: 0.4, tolerance: 1e-8 })
const time = result.time[result.values('world.nContact').indexOf(1)]
const glb = toGlb(createAnimation(Falling, result))
const q = [0, 0, 0, 1]
const { distance } = signedDistance(plate, { p: [0, 0, 0], q }, Sphere(), { p: [0, 1, 0], q })
console.log(JSON.stringify({ time, magic: glb.slice(0, 4), distance, f: typeof computeForwardDynamics }))
`

/** A program without types: a decay, and a conversion of units. */
const PROGRAM = `
import { convert, InputError } from 'vario'
import { integrate } from 'vario/ode'
import { createDenseLu } from 'vario/math'
import * as base from 'vario'

const decay = { n: 1, f: (t, x, dx) => { dx[0] = -x[0] } }
const run = integrate(decay, { t0: 0, x0: [1], tEnd: 1, rtol: 1e-10, atol: 1e-12 })
let message = ''
try {
  integrate(decay, { t0: 0, x0: [1, 2], tEnd: 1 })
} catch (error) {
  if (error instanceof InputError && error instanceof base.InputError) message = error.message
}
console.log(JSON.stringify({ x: run.x[0], speed: convert(36, 'km/h', 'm/s'), lu: typeof createDenseLu, message }))
`

/** A typed program; the lines after @ts-expect-error must be errors. */
const TYPED_PROGRAM = `
import { convert, parseUnit } from 'vario'
import { createPatternFromRows } from 'vario/math'
import { equations, Model, Par, simulate, Var, type SignalTable } from 'vario'
import { Resistor } from 'vario/library/electric'
import { Box, Model3D, Object3D, Revolute, Scene, Solid } from 'vario/multibody'
import { integrate, integrateDae, SolverError, type Method, type OdeProblem, type OdeRun } from 'vario/ode'

const Lag = Model({ T: Par(0.2, 's'), x: Var({ init: 1 }), equations: equations\`T*der(x) = -x\` })
export const result: SignalTable = simulate(Lag({ T: 0.5 }), { stopTime: 1, merge: { x: 2 } })
export const values: Float64Array = result.values('x')
export const resistor = Resistor({ R: 5 })

export const Door = Model3D({
  world: Object3D({ feature: Scene({ nominalLength: 2 }) }),
  leaf: Object3D({ feature: Solid({ shape: Box({ lengthX: 0.9 }), solidMaterial: 'DryWood' }) }),
  hinge: Revolute({ obj1: 'world', obj2: 'leaf', axis: [0, 1, 0], phi: { init: 0.1 } }),
})
export const opened: number = simulate(Door, { stopTime: 1 }).final('hinge.phi')

const problem: OdeProblem = {
  n: 2,
  f: (t, x, dx) => { dx[0] = x[1]; dx[1] = -x[0] * t },
  sparsity: createPatternFromRows(2, [[1], [0]]),
  roots: { n: 1, g: (_t, x, z) => { z[0] = x[0] }, direction: [-1] },
}
const method: Method = 'bdf'
export const run: OdeRun = integrate(problem, { method, t0: 0, x0: [1, 0], tEnd: 1, onEvent: (event) => {
  event.x[1] *= -0.7
  return event.which.includes(0) ? 'stop' : undefined
} })
export const steps: number = run.stats.steps
export const x: Float64Array = run.x
export const unit = parseUnit('N.m')
export const y: Float64Array = integrateDae(
  { n: 1, residual: (_t, y, yp, res) => { res[0] = yp[0] + y[0] } }, { t0: 0, y0: [1], tEnd: 1 }).yp
export const isStuck = (error: unknown): boolean => error instanceof SolverError && error.code === 'CHATTERING'

// @ts-expect-error: no such method
integrate(problem, { method: 'euler', t0: 0, x0: [1, 0], tEnd: 1 })
// @ts-expect-error: tEnd is missing
integrate(problem, { t0: 0, x0: [1, 0] })
// @ts-expect-error: a code that does not exist
export const isWrong = (error: SolverError): boolean => error.code === 'BAD'
// @ts-expect-error: a resistor has no parameter Rx
Resistor({ Rx: 5 })
// @ts-expect-error: an object has no such argument
Object3D({ parnt: 'world' })
// @ts-expect-error: there is no axis w
Revolute({ obj1: 'world', obj2: 'leaf', axis: 'w' })
// @ts-expect-error: stopTime is missing
simulate(Lag, {})
// @ts-expect-error: a unit is a text
convert(1, 2, 'm')
`

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2022'],
    module: 'nodenext',
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  },
  files: ['program.ts'],
}

let project = ''

beforeAll(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'vario-user-')))
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(ROOT, join(project, 'node_modules', 'vario'), 'dir')
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'user', private: true, type: 'module' }),
  )
  writeFileSync(join(project, 'program.mjs'), PROGRAM)
  writeFileSync(join(project, 'model.mjs'), MODEL_PROGRAM)
  writeFileSync(join(project, 'multibody.mjs'), MULTIBODY_PROGRAM)
  writeFileSync(join(project, 'program.ts'), TYPED_PROGRAM)
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(TSCONFIG))
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

/** Runs Node in the project; a failure shows its output. */
function runNode(...args: string[]): string {
  try {
    return execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`node ${args.join(' ')} failed (is dist/ up to date? npm run build):\n${stdout}${stderr}`)
  }
}

test('a program runs against the built package', () => {
  const answer = JSON.parse(runNode('program.mjs')) as Record<string, unknown>
  // A hundred times the tolerance per step is a generous bound of the error of about ten steps.
  expect(answer['x']).toBeCloseTo(Math.exp(-1), 8)
  expect(answer['speed']).toBe(10)
  expect(answer['lu']).toBe('function')
  expect(answer['message']).toBe('x0: expected an array of 1 element, got [1, 2].')
})

test("a user's model is translated, simulated and plotted", () => {
  const answer = JSON.parse(runNode('model.mjs')) as Record<string, unknown>
  // R C = 1 s; ten times the tolerance of the voltage.
  expect(Math.abs((answer['v'] as number) - 10 * (1 - Math.exp(-1)))).toBeLessThan(1e-6)
  expect(readFileSync(join(project, 'pictures', 'filter.svg'), 'utf8')).toBe(answer['svg'])
  expect(answer['text']).toBeGreaterThan(500)
  expect(answer['message']).toMatch(/Rx.*R/)
})

test('a 3D model collides, and is exported', () => {
  const answer = JSON.parse(runNode('multibody.mjs')) as Record<string, unknown>
  // free fall over 0.5 m; the event is located to about 1e-10 s
  expect(answer['time']).toBeCloseTo(Math.sqrt(1 / 9.81), 8)
  expect(answer['magic']).toEqual({ 0: 0x67, 1: 0x6c, 2: 0x54, 3: 0x46 })
  expect(answer['distance']).toBeCloseTo(0.45, 14)
  expect(answer['f']).toBe('function')
})

test('a typed program compiles against the declarations, which are checked themselves', () => {
  expect(runNode(join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.json')).toBe('')
})

test('the citation names the version of the package', () => {
  expect(readFileSync(join(ROOT, 'CITATION.cff'), 'utf8')).toContain(
    `\nversion: ${readPackageJson().version}\n`,
  )
})

test('package.json lists the modules that register functions when they are evaluated', () => {
  const listed = readPackageJson().sideEffects.map(
    (glob) => new RegExp(`^${glob.replace('./dist/', '').replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`),
  )
  const names = listFiles('dist').filter((name) => name.endsWith('.js') && !name.startsWith('viewer/'))
  const registers = names.filter((name) =>
    /^(?:const \w+ = )?registerFunction\(/m.test(readFileSync(join(ROOT, 'dist', name), 'utf8')),
  )
  expect(registers).toContain('chunks/multibody.js')
  expect(registers.filter((name) => !listed.some((pattern) => pattern.test(name)))).toEqual([])
})

test('the build has a chunk per layer, not a file per module', () => {
  expect(listFiles('dist').length).toBeLessThan(200)
})

test('only the entries can be imported', () => {
  writeFileSync(join(project, 'deep.mjs'), "import 'vario/ode/solver.ts'")
  expect(() => runNode('deep.mjs')).toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED')
})
