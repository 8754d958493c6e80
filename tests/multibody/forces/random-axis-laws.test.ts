/** Friction and stops in random chains of three joints: against the library, and by what holds for every motion. */
import { simulate } from 'vario'
import { BearingFriction } from 'vario/library/rotational'
import {
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { campaignSeeds } from '../../support/campaign-seeds.ts'
import { createRandom } from '../../support/random.ts'

const OPTIONS = { stopTime: 2, tolerance: 1e-9 }
const N = 3

/** Bodies b0, b1, … of a chain, and frames f0, f1, … for the next joints. */
function createBodies(random: () => number): Record<string, unknown> {
  const vector = (size: number): number[] => [0, 1, 2].map(() => size * random())
  const members: Record<string, unknown> = { world: Object3D({ feature: Scene() }) }
  for (let i = 0; i < N; i++) {
    const massProperties = MassProperties({
      ...{ mass: 1.5 + random(), centerOfMass: vector(0.3) },
      ...{ Ixx: 0.1, Iyy: 0.12, Izz: 0.14 },
    })
    members[`b${i}`] = Object3D({ feature: Solid({ massProperties }) })
    members[`f${i}`] = Object3D({ parent: `b${i}`, translation: vector(0.5) })
  }
  return members
}

function build(members: Record<string, unknown>): ReturnType<typeof Model3D> {
  return Model3D(members as Parameters<typeof Model3D>[0])
}

describe.each(campaignSeeds(24, 3))('a random chain, seed %i', (seed) => {
  it('moves with friction as with that of the library at flanges', () => {
    const unit = createRandom(seed)
    const random = (): number => 2 * unit() - 1
    const ours = createBodies(random)
    const theirs = { ...ours }
    const connect: string[][] = []
    for (let i = 0; i < N; i++) {
      const ends = {
        ...{ obj1: i === 0 ? 'world' : `f${i - 1}`, obj2: `b${i}` },
        axis: [random(), random(), random()],
      }
      const [phi, w] = [random(), unit() < 0.4 ? 0 : 2 * random()]
      const [coulomb, peak] = [2.4 * (N - i) * unit(), unit() < 0.5 ? 1 : 1.1]
      ours[`j${i}`] = Revolute({ ...ends, phi, w, friction: { coulomb, static: peak * coulomb } })
      theirs[`j${i}`] = RevoluteWithFlange({ ...ends, phi: { init: phi }, w: { init: w } })
      theirs[`c${i}`] = BearingFriction({ tau_c: coulomb, peak })
      connect.push([`c${i}.flange_a`, `j${i}.flange`])
    }
    const [a, b] = [ours, { ...theirs, connect }].map((model) => simulate(build(model), OPTIONS))
    for (let i = 0; i < N; i++) {
      // step errors of 1e-9, which a motion of seconds multiplies by less than 100
      expect(Math.abs(a.final(`j${i}.phi`) - b.final(`j${i}.phi`))).toBeLessThan(1e-7)
      expect(a.final(`j${i}.mode`)).toBe(b.final(`c${i}.mode`))
    }
  })

  it('stays between its stops, keeps the energy balance, and has reactions of the right signs', () => {
    const unit = createRandom(1000 + seed)
    const random = (): number => 2 * unit() - 1
    const members = createBodies(random)
    const laws = Array.from({ length: N }, () => ({
      friction: unit() < 0.5 ? 2 * unit() : 0,
      limits: { lower: -0.2 - unit(), upper: 0.2 + unit(), restitution: unit() < 0.3 ? 0 : 0.8 * unit() },
    }))
    laws.forEach((law, i) => {
      const ends = {
        ...{ obj1: i === 0 ? 'world' : `f${i - 1}`, obj2: `b${i}` },
        axis: [random(), random(), random()],
      }
      members[`j${i}`] =
        unit() < 0.3
          ? Prismatic({ ...ends, v: random(), ...law })
          : Revolute({ ...ends, w: 2 * random(), armature: 0.1 * unit(), ...law })
    })
    const solver = (['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const)[seed % 5]
    const result = simulate(build(members), { ...OPTIONS, solver })
    laws.forEach(({ friction, limits: { lower, upper } }, i) => {
      const positions = result.names.includes(`j${i}.s`) ? `j${i}.s` : `j${i}.phi`
      const [stops, reactions] = [result.values(`j${i}.stop`), result.values(`j${i}.reaction`)]
      result.values(positions).forEach((q, k) => {
        // interpolated positions between an impact and the next output have the error of a step
        expect(q).toBeGreaterThan(lower - 1e-7)
        expect(q).toBeLessThan(upper + 1e-7)
        // rounding of the instant of release, relative to loads of 100 N.m
        expect(-stops[k] * reactions[k]).toBeGreaterThan(-friction - 1e-6)
        if (stops[k] === 0) expect(Math.abs(reactions[k])).toBeLessThan(friction + 1e-6)
      })
    })
    const [energy, lost] = ['totalEnergy', 'dissipatedEnergy'].map((name) => result.values(`world.${name}`))
    energy.forEach((e, k) => {
      // 50 J with the step errors of 1e-9 over 2 s; bdf has the largest
      expect(Math.abs(e + lost[k] - energy[0])).toBeLessThan(solver === 'bdf' ? 1e-4 : 2e-6)
    })
  })
})
