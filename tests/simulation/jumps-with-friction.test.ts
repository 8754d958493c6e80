/** Friction at impulses of equations that index reduction differentiates: it is finite, and has no part in them. */
import { equations, Model, Par, type SignalTable, type SimulateOptions, simulate, Var } from 'vario'
import { BearingFriction, Fixed, Flange, Mass, SlidingFriction } from 'vario/library/translational'
import { describe, expect, it } from 'vitest'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import { createRandom } from '../support/random.ts'

const SOLVERS = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const

/** Its length grows with `rate` [m/s] from t = 0.5 on. */
const Rod = Model({
  a: Flange(),
  b: Flange(),
  rate: Par(2, 'm/s'),
  equations: equations`
    b.s - a.s = if time < 0.5 then 0 else rate*(time - 0.5)
    a.f + b.f = 0
  `,
})

/** Force against the motion [N]; slides along v = 0 where it sticks. */
const Relay = Model({
  flange: Flange(),
  f_c: Par(1, 'N'),
  v: Var({ unit: 'm/s' }),
  equations: equations`
    v = der(flange.s)
    flange.f = if v > 0 then f_c else -f_c
  `,
})

/** Friction of a mass of a kind, with the force f [N]: members and connections. */
const KINDS = ['none', 'support', 'sliding', 'relay'] as const
function createFriction(kind: (typeof KINDS)[number], mass: string, f: number) {
  const name = `${mass}Friction`
  const [at, wall] = [`${mass}.flange_${mass === 'm1' ? 'a' : 'b'}`, `${mass}Wall`]
  switch (kind) {
    case 'none':
      return { members: {}, connect: [] }
    case 'support':
      return { members: { [name]: BearingFriction({ f_c: f }) }, connect: [[`${name}.flange_a`, at]] }
    case 'sliding':
      return {
        members: { [name]: SlidingFriction({ f_c: f }), [wall]: Fixed() },
        connect: [
          [`${name}.flange_b`, at],
          [`${name}.flange_a`, `${wall}.flange`],
        ],
      }
    default:
      return { members: { [name]: Relay({ f_c: f }) }, connect: [[`${name}.flange`, at]] }
  }
}

interface Case {
  readonly masses: readonly [number, number]
  readonly kinds: readonly [(typeof KINDS)[number], (typeof KINDS)[number]]
  /** Friction [N], start speed, and jump of the relative speed [m/s]. */
  readonly forces: readonly [number, number]
  readonly start: number
  readonly rate: number
}

function run({ masses, kinds, forces, start, rate }: Case, options: SimulateOptions): SignalTable {
  const [first, second] = [0, 1].map((i) => createFriction(kinds[i], `m${i + 1}`, forces[i]))
  const model = Model({
    m1: Mass({ m: masses[0], s: { init: 0 }, v: { init: start } }),
    m2: Mass({ m: masses[1], s: { init: null }, v: { init: null } }),
    rod: Rod({ rate }),
    ...{ ...first.members, ...second.members },
    connect: [['m1.flange_b', 'rod.a'], ['rod.b', 'm2.flange_a'], ...first.connect, ...second.connect],
  })
  return simulate(model, options)
}

/** Speeds of both masses before and after the jump. */
function readSpeeds(result: SignalTable): number[] {
  const times = result.values('time') as Float64Array
  const at = [times.indexOf(0.5), times.lastIndexOf(0.5)]
  return ['m1.v', 'm2.v'].flatMap((name) => at.map((i) => (result.values(name) as Float64Array)[i]))
}

describe('masses driven apart by a kink of their distance', () => {
  it.each(SOLVERS)('divide the impulse as without friction, and then slide: %s', (solver) => {
    // 3 v1 + v2 = 0, v2 - v1 = 2; then both have the acceleration -(1 - 0.5)/4 of the two frictions
    const two = { masses: [3, 1], forces: [0.5, 1], start: 0, rate: 2 } as const
    const result = run({ ...two, kinds: ['support', 'support'] }, { stopTime: 1, solver })
    const [before1, after1, before2, after2] = readSpeeds(result)
    expect([before1, before2]).toEqual([0, 0])
    expect(after1).toBeCloseTo(-0.5, 12)
    expect(after2).toBeCloseTo(1.5, 12)
    expect([result.final('m1Friction.mode'), result.final('m2Friction.mode')]).toEqual([-1, 1])
    expect(result.final('m1.v')).toBeCloseTo(-0.5 - 0.5 * 0.125, 9)
    expect(result.final('m2.v')).toBeCloseTo(1.5 - 0.5 * 0.125, 9)
  })

  it('divide the impulse for any friction and any masses', () => {
    for (const seed of campaignSeeds(500, 60)) {
      const random = createRandom(seed)
      const kind = () => KINDS[Math.floor(KINDS.length * random())]
      const size = (decades: number) => 10 ** (decades * (2 * random() - 1))
      const unit = [1e-6, 1, 1e6][seed % 3]
      const each: Case = {
        masses: [unit * size(1), unit * size(1)],
        kinds: [kind(), kind()],
        forces: [unit * size(3), unit * size(3)],
        start: random() < 0.5 ? 0 : size(1),
        rate: (random() < 0.5 ? -1 : 1) * size(3),
      }
      const solver = SOLVERS[Math.floor(5 * random())]
      const tolerance = [1e-3, 1e-6, 1e-9][Math.floor(3 * random())]
      const [before1, after1, before2, after2] = readSpeeds(run(each, { stopTime: 0.5, solver, tolerance }))
      const [m1, m2] = each.masses
      const impulse = (each.rate * m1 * m2) / (m1 + m2)
      // both are rounded, and the impulse is a difference of forces 1e6 times the others
      const allowed = 1e-9 * (Math.abs(each.rate) + Math.abs(before1))
      const label = `seed ${seed}: ${JSON.stringify(each)} ${solver} ${tolerance}`
      expect(Math.abs(after1 - before1 + impulse / m1), label).toBeLessThan(allowed)
      expect(Math.abs(after2 - before2 - impulse / m2), label).toBeLessThan(allowed)
    }
  })
})
