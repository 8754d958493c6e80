/** Several friction elements on the same part: only the sum of their forces is determined while all are stuck. */

import type { SignalTable } from 'vario'
import { equations, Model, simulate } from 'vario'
import { BearingFriction, Brake, Clutch, IdealGear, Inertia, Torque } from 'vario/library/rotational'
import { Force, Mass, BearingFriction as RodFriction } from 'vario/library/translational'
import { describe, expect, it } from 'vitest'
import { createRandom } from './support.ts'

const STOP = 20
/** Both runs have errors of about 10 tolerances, which events propagate. */
const TOLERANCE = 1e-8
const ACCURACY = 1e-6

type Part = (limit: number, index: number) => unknown

/** A driven mass or inertia, with several elements on its shaft. */
function createShaft(body: unknown, drive: unknown, element: Part, limits: readonly number[], text: string) {
  const members: Record<string, unknown> = { body, drive }
  const connect = [['drive.flange', 'body.flange_a']]
  let last = 'body.flange_b'
  limits.forEach((limit, i) => {
    members[`f${i}`] = element(limit, i)
    connect.push([last, `f${i}.flange_a`])
    last = `f${i}.flange_b`
  })
  return Model({ ...members, connect, equations: equations(text) })
}

/** Velocities, and modes of all elements, of the run `many` as in the run with one element. */
function expectSame(many: SignalTable, one: SignalTable, n: number, velocity: string): void {
  let nDifferent = 0
  let nSliding = 0
  let nStuck = 0
  for (let k = 0; k <= 400; k++) {
    const t = (k / 400) * STOP
    expect(Math.abs(many.at(velocity, t) - one.at(velocity, t))).toBeLessThan(ACCURACY)
    const mode = one.at('f0.mode', t)
    if (mode === 0) nStuck++
    else nSliding++
    for (let i = 0; i < n; i++) if (many.at(`f${i}.mode`, t) !== mode) nDifferent++
  }
  // Points within the errors of the event times
  expect(nDifferent).toBeLessThanOrEqual(4)
  // The drives cause both.
  expect(nStuck).toBeGreaterThan(10)
  expect(nSliding).toBeGreaterThan(10)
}

const SOLVERS = ['auto', 'bdf', 'radau5', 'tsit5', 'dop853'] as const
const PRESSED = 'if time < 3 then 1 elseif time < 4 then 0 else 0.7'

describe.each([1, 2, 3, 4, 5, 6])(
  'several elements and one with the sum of their limits, random drive %i',
  (seed) => {
    const random = createRandom(seed)
    const scale = [1, 1e-6, 1e6][seed % 3]
    const solver = SOLVERS[seed % 5]
    const limits = Array.from({ length: 2 + (seed % 2) }, () => 0.2 + random())
    const n = limits.length
    const sum = limits.reduce((a, b) => a + b)
    const peak = seed % 2 ? 1 : 1 + random()
    const inertia = (0.3 + random()) * scale
    const d = (0.1 * random() * scale) / sum
    const text =
      `${(1.3 + 0.5 * random()) * sum * scale}*sin(${1 + random()}*time) + ` +
      `${0.5 * sum * scale * random()}*sin(${3 * random()}*time)`
    const options = { stopTime: STOP, tolerance: TOLERANCE, solver }
    const pressed = (list: readonly number[]) =>
      list.map((_, i) => `; f${i}.f_normalized = ${PRESSED}`).join('')

    it('bearings agree', () => {
      const run = (list: readonly number[]) => {
        const element: Part = (limit) => BearingFriction({ tau_c: limit * scale, d: d * limit, peak })
        const body = Inertia({ J: inertia, w: { init: 1 } })
        return simulate(createShaft(body, Torque(), element, list, `drive.tau = ${text}`), options)
      }
      expectSame(run(limits), run([sum]), n, 'body.w')
    })

    it('supports agree', () => {
      const run = (list: readonly number[]) => {
        const element: Part = (limit) => RodFriction({ f_c: limit * scale, d: d * limit, peak })
        const body = Mass({ m: inertia })
        return simulate(createShaft(body, Force(), element, list, `drive.f = ${text}`), options)
      }
      expectSame(run(limits), run([sum]), n, 'body.v')
    })

    it('brakes agree', () => {
      const run = (list: readonly number[]) => {
        const element: Part = (limit) => Brake({ mue: limit, fn_max: scale, peak })
        const equationText = `drive.tau = ${text}${pressed(list)}`
        return simulate(createShaft(Inertia({ J: inertia }), Torque(), element, list, equationText), options)
      }
      expectSame(run(limits), run([sum]), n, 'body.w')
    })

    it('clutches in parallel agree', () => {
      const run = (list: readonly number[]) => {
        const members: Record<string, unknown> = {
          body: Inertia({ J: inertia, w: { init: 2 } }),
          other: Inertia({ J: 1.7 * inertia }),
          drive: Torque(),
        }
        list.forEach((limit, i) => {
          members[`f${i}`] = Clutch({ mue: limit, fn_max: scale, peak })
        })
        const connect = [
          ['drive.flange', 'body.flange_a'],
          ['body.flange_b', ...list.map((_, i) => `f${i}.flange_a`)],
          ['other.flange_a', ...list.map((_, i) => `f${i}.flange_b`)],
        ]
        const text2 = equations(`drive.tau = ${text}${pressed(list)}`)
        return simulate(Model({ ...members, connect, equations: text2 }), options)
      }
      const [many, one] = [run(limits), run([sum])]
      expectSame(many, one, n, 'body.w')
      expectSame(many, one, n, 'other.w')
    })
  },
)

describe('two bearings on a shaft', () => {
  const run = (torque: string, w: number) =>
    simulate(
      createShaft(
        Inertia({ J: 1, w: { init: w } }),
        Torque(),
        (tau_c) => BearingFriction({ tau_c }),
        [1, 3],
        `drive.tau = ${torque}`,
      ),
      { stopTime: 1 },
    )

  it('share the load in proportion to their limits if stuck from the start, with a warning that names their torques', () => {
    const result = run('2*time', 0)
    // The load 2 in parts 1 : 3
    expect(result.final('f0.tau')).toBeCloseTo(0.5, 10)
    expect(result.final('f1.tau')).toBeCloseTo(1.5, 10)
    expect(result.final('body.w')).toBe(0)
    expect(result.warnings.map(({ code, time }) => ({ code, time }))).toEqual([
      { code: 'UNDETERMINED', time: 0 },
    ])
    expect(result.warnings[0].message).toMatch(/f0\.tau/)
    expect(result.warnings[0].message).toMatch(/f1\.tau/)
  })

  it('cause no warning before they stick at t = J w/(1 + 3) if sliding from the start', () => {
    const result = run('0', 2)
    expect(result.warnings.map(({ code }) => code)).toEqual(['UNDETERMINED'])
    expect(result.warnings[0].time).toBeCloseTo(0.5, 8)
    expect(run('0', 20).warnings).toEqual([])
  })

  it('break loose together where the torque exceeds the sum: w = ∫ (8 t - 4) dt from 0.5 on', () => {
    const result = run('8*time', 0)
    expect(result.at('body.w', 0.499)).toBe(0)
    expect(result.final('body.w')).toBeCloseTo(1, 6)
  })
})

it('a bearing whose limit is zero leaves the load to the other one', () => {
  const limits = [0, 2]
  const model = createShaft(
    Inertia(),
    Torque(),
    (tau_c) => BearingFriction({ tau_c }),
    limits,
    'drive.tau = 1*time',
  )
  const result = simulate(model, { stopTime: 1 })
  expect(Math.abs(result.final('body.w'))).toBeLessThan(1e-12)
  expect(result.final('f0.tau')).toBe(0)
  expect(result.final('f1.tau')).toBeCloseTo(1, 12)
})

it('brakes that are pressed one after the other hold with the sum of their limits', () => {
  // Limits 1 and then 1 + 2; the load 2.5 moves the inertia from 1 s to 2 s: w = 1.5, then down with 0.5 for 3 s
  const model = createShaft(
    Inertia({ J: 1 }),
    Torque(),
    (mue) => Brake({ mue }),
    [1, 2],
    'drive.tau = if time < 1 then 0.5 else 2.5; f0.f_normalized = 1; f1.f_normalized = if time < 2 then 0 else 1',
  )
  const result = simulate(model, { stopTime: 8 })
  expect(result.at('body.w', 1)).toBe(0)
  expect(result.at('body.w', 2)).toBeCloseTo(1.5, 6)
  expect(result.at('body.w', 4)).toBeCloseTo(0.5, 6)
  expect(Math.abs(result.final('body.w'))).toBeLessThan(1e-8)
  expect(result.final('f0.tau') + result.final('f1.tau')).toBeCloseTo(2.5, 10)
})

it('two ideal gears in parallel move as one, with a warning of their undetermined torques', () => {
  const model = Model({
    J1: Inertia({ w: { init: 1 } }),
    g1: IdealGear({ ratio: 2 }),
    g2: IdealGear({ ratio: 2 }),
    J2: Inertia({ w: { init: 0.5 } }),
    connect: [
      ['J1.flange_b', 'g1.flange_a', 'g2.flange_a'],
      ['g1.flange_b', 'g2.flange_b', 'J2.flange_a'],
    ],
  })
  const result = simulate(model, { stopTime: 1 })
  expect(result.final('J1.w')).toBeCloseTo(1, 12)
  expect(result.final('J2.phi')).toBeCloseTo(0.5, 12)
  expect(result.warnings.map(({ code }) => code)).toEqual(['UNDETERMINED'])
})
