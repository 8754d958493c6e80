/**
 * Results to the last bit, by every solver and on every way to them: generated and interpreted code, models from JSON, the
 * command line with its files, streams. Those of the examples are in tests/examples.test.ts.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { instantiate, linearize, modelFromJson, modelToJson, type SignalTable, simulate } from 'vario'
import { readResult } from 'vario/files'
import type { Method } from 'vario/ode'
import { describe, expect, test } from 'vitest'
import { BouncingSphere } from '../../examples/bouncing-sphere.ts'
import { FourBarMotor } from '../../examples/four-bar-motor.ts'
import { HeatRod } from '../../examples/heat-rod-model.ts'
import { MotorDrive } from '../../examples/motor-drive.ts'
import { Cradle } from '../../examples/newtons-cradle.ts'
import { DampedPendulum } from '../../examples/pendulum.ts'
import { Rectifier } from '../../examples/rectifier.ts'
import { Satellite } from '../../examples/satellite.ts'
import { SliderCrankEngine } from '../../examples/slider-crank-engine.ts'
import { StickSlip } from '../../examples/stick-slip.ts'
import { Workplace } from '../cli/support/run.ts'
import { ROOT } from '../support/project.ts'
import { digestOf } from './support/digest.ts'
import { KeptResults } from './support/kept-results.ts'

type Model = Parameters<typeof simulate>[0]

const kept = new KeptResults('results')
const SOLVERS: readonly Method[] = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5']

/** Models with the end of their runs [s], long enough for what is special about them. */
const MODELS: Readonly<Record<string, readonly [model: Model, stopTime: number]>> = {
  // states, and systems of equations
  MotorDrive: [MotorDrive, 0.1],
  // state events, linear systems with branches
  Rectifier: [Rectifier, 0.03],
  // conditions that slide
  StickSlip: [StickSlip, 3],
  // arrays, stiff
  HeatRod: [HeatRod, 1000],
  // a tree of bodies
  DampedPendulum: [DampedPendulum, 1],
  // closed loops with electric parts
  FourBarMotor: [FourBarMotor, 0.1],
  SliderCrankEngine: [SliderCrankEngine, 0.1],
  // contacts
  BouncingSphere: [BouncingSphere, 0.5],
  Cradle: [Cradle, 0.3],
  // structure that changes
  Satellite: [Satellite, 2],
}

const optionsOf = (stopTime: number, solver: Method = 'auto') => ({
  stopTime,
  solver,
  interval: stopTime / 50,
})

/** Tables of the runs with `auto`, by model. */
const tables = new Map<string, SignalTable>()

function tableOf(name: string): SignalTable {
  const known = tables.get(name)
  if (known !== undefined) return known
  const [model, stopTime] = MODELS[name]
  const table = simulate(model, optionsOf(stopTime))
  tables.set(name, table)
  return table
}

/** Expects the signals and values of the run with `auto`; attributes may differ. */
function expectSameValues(found: SignalTable, name: string): void {
  const [a, b] = [digestOf(found), digestOf(tableOf(name))]
  expect([a.time, a.values]).toEqual([b.time, b.values])
}

describe.each(SOLVERS)('results of %s are the same as before', (solver) => {
  test.each(Object.keys(MODELS))('%s', (name) => {
    const [model, stopTime] = MODELS[name]
    const table = solver === 'auto' ? tableOf(name) : simulate(model, optionsOf(stopTime, solver))
    kept.expectSame(`${name}, ${solver}`, digestOf(table), name === 'Cradle')
  })
})

describe('interpreted code gives the same as generated code', () => {
  test.each(['MotorDrive', 'Rectifier', 'StickSlip', 'HeatRod', 'FourBarMotor', 'BouncingSphere'])(
    '%s',
    (name) => {
      const [model, stopTime] = MODELS[name]
      expectSameValues(instantiate(model, { interpret: true }).simulate(optionsOf(stopTime)), name)
    },
  )
})

describe('a model that was written as JSON and read gives the same', () => {
  test.each(['MotorDrive', 'Rectifier', 'DampedPendulum', 'FourBarMotor', 'Cradle'])('%s', (name) => {
    const [model, stopTime] = MODELS[name]
    const back = modelFromJson(JSON.stringify(modelToJson(model)))
    expectSameValues(simulate(back, optionsOf(stopTime)), name)
  })
})

describe('the command line writes the same files as before', () => {
  const place = new Workplace()
  const ENDINGS = ['csv', 'json', 'parquet', 'vario', 'h5']

  test.each([
    ['motor-drive.ts', '0.02'],
    ['rectifier.ts', '0.02'],
    ['bouncing-sphere.ts', '0.4'],
  ])('%s', async (file, stop) => {
    const outputs = ENDINGS.flatMap((ending) => ['--output', `run.${ending}`])
    const words = ['simulate', join(ROOT, 'examples', file), '--stop', stop, '--quiet', ...outputs]
    expect(await place.run(words)).toEqual({ code: 0, out: '', err: '' })
    for (const ending of ENDINGS)
      kept.expectSame(
        `vario simulate ${file}, ${ending}`,
        digestOf(await readResult(place.path(`run.${ending}`))),
      )
    // a stream is the only output of its run
    const stream = [...words.slice(0, 5), '--output', 'run.vstream']
    expect(await place.run(stream)).toEqual({ code: 0, out: '', err: '' })
    kept.expectSame(`vario simulate ${file}, vstream`, digestOf(await readResult(place.path('run.vstream'))))
    // the texts themselves, where they do not say of which version they are
    const text = createHash('sha256')
      .update(readFileSync(place.path('run.csv')))
      .digest('hex')
    kept.expectSame(`vario simulate ${file}, text of CSV`, digestOf({ text }))
  })

  test('a model file in JSON gives the same files', async () => {
    place.write('drive.json', JSON.stringify(modelToJson(MotorDrive)))
    const words = [
      'simulate',
      'drive.json',
      '--stop',
      '0.1',
      '--interval',
      '0.002',
      '--quiet',
      '--output',
      'drive.vario',
    ]
    expect(await place.run(words)).toEqual({ code: 0, out: '', err: '' })
    expectSameValues(await readResult(place.path('drive.vario')), 'MotorDrive')
  })
})

test('a linearized model is the same as before', () => {
  for (const name of ['MotorDrive', 'DampedPendulum']) {
    const [model, stopTime] = MODELS[name]
    const { A, states, x, t } = linearize(model, { stopTime })
    kept.expectSame(`${name}, linearized`, digestOf({ A, states, x, t }))
  }
})

test('bytes of a stream are the same as before', () => {
  const hash = createHash('sha256')
  let length = 0
  const stream = (bytes: Uint8Array): void => {
    length += bytes.length
    hash.update(bytes)
  }
  const [model, stopTime] = MODELS['Satellite']
  instantiate(model).simulate({ ...optionsOf(stopTime), stream })
  kept.expectSame('Satellite, stream', digestOf({ length, bytes: hash.digest('hex') }))
})

test('every kept result is compared', () => expect(kept.left).toEqual([]))
