/** What contacts warn about, and the list of contacts in the attributes of a result. */
import { equations, type SignalTable, simulate } from 'vario'
import {
  Box,
  Model3D,
  NoGravityField,
  Object3D,
  PrismaticWithFlange,
  Solid,
  Sphere,
  SpringDamperPtP,
  WorldForce,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { fixedBox, freeBody, freeSphere, uprightWorld } from './scenes.ts'

const codesOf = ({ warnings }: SignalTable): string[] => warnings.map(({ code }) => code)

function dropBall(height: number, scene = {}, stopTime = 0.05, velocity = 0): SignalTable {
  const model = Model3D({
    world: uprightWorld(scene),
    plate: fixedBox([1, 1, 0.2], [0, 0, -0.1], 'Steel'),
    ball: freeSphere(0.1, 'Steel', { translation: [0, 0, height], velocity: [0, 0, -velocity] }),
  })
  return simulate(model, { stopTime })
}

describe('overlap at the start', () => {
  it.each([1e-3, 0.01, 0.03])('of %d m names the pair and the depth', (depth) => {
    const { warnings } = dropBall(0.05 - depth, {}, 0.001)
    const warning = warnings.find(({ code }) => code === 'CONTACT_OVERLAP')
    expect(warning?.time).toBe(0)
    expect(warning?.message).toMatch(/plate and ball overlap by|ball and plate overlap by/)
    // printed with three digits
    expect(Number(/overlap by (\S+) m/.exec(warning?.message ?? '')?.[1])).toBeCloseTo(depth, 6)
  })

  it('is not what rests, touches or falls', () => {
    for (const height of [0.05, 0.05 - 1e-6, 0.05 + 1e-9, 0.06]) {
      expect(codesOf(dropBall(height))).toEqual([])
    }
    // three boxes on each other, exactly
    const cube = Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.1 })
    const stack = Model3D({
      world: uprightWorld(),
      plate: fixedBox([1, 1, 0.2], [0, 0, -0.1], 'Steel'),
      a: freeBody(cube, 'Steel', { translation: [0, 0, 0.05] }),
      b: freeBody(cube, 'Steel', { translation: [0, 0, 0.15] }),
    })
    expect(codesOf(simulate(stack, { stopTime: 0.05 }))).toEqual([])
  })

  it('is not what a force or a spring presses on, but what its contact drives apart', () => {
    // Hertz: F = k δ^1.5 with k = 4/3 E* √R and E* = E/(2 (1 - ν²)) for steel on steel
    const stiffness = (4 / 3) * (2.1e11 / (2 * (1 - 0.3 ** 2))) * Math.sqrt(0.05)
    const loads = {
      force: (force: number) => ({
        push: WorldForce({ objectApply: 'ball', forceFunction: () => [0, 0, -force] }),
      }),
      // compressed by force/1000 m; its deflection hardly changes
      spring: (force: number) => ({
        top: Object3D({ parent: 'world', translation: [0, 0, 1] }),
        spring: SpringDamperPtP({
          obj1: 'top',
          obj2: 'ball',
          springForceLaw: 1000,
          nominalLength: 0.95 + force / 1000,
        }),
      }),
    }
    for (const load of Object.values(loads)) {
      for (const force of [1e3, 1e5]) {
        const run = (loaded: number, depth: number): string[] => {
          const model = Model3D({
            world: uprightWorld({ gravityField: NoGravityField() }),
            plate: fixedBox([1, 1, 0.2], [0, 0, -0.1], 'Steel'),
            ball: freeSphere(0.1, 'Steel', { translation: [0, 0, 0.05 - depth] }),
            ...load(loaded),
          })
          return codesOf(simulate(model, { stopTime: 1e-3 }))
        }
        const depth = (force / stiffness) ** (2 / 3)
        for (const part of [0.9, 1, 1.2]) expect(run(force, part * depth)).toEqual([])
        // ten times the force, of which a tenth is balanced; and one that pulls
        expect(run(force, 10 ** (2 / 3) * depth)).toEqual(['CONTACT_OVERLAP'])
        if (force === 1e5) expect(run(-force, depth)).toEqual(['CONTACT_OVERLAP'])
      }
    }
  })

  it('of an observer is no matter', () => {
    const model = Model3D({
      world: uprightWorld({ gravityField: NoGravityField() }),
      gate: fixedBox([1, 1, 0.2], [0, 0, -0.1], 'Steel', { contactMaterial: 'Observer' }),
      ball: freeBody(Sphere({ diameter: 0.1 }), 'Steel', { translation: [0, 0, 0] }),
    })
    const result = simulate(model, { stopTime: 0.01 })
    expect(codesOf(result)).toEqual([])
    expect(result.attributes['contacts']).toMatchObject([{ obj1: 'gate', obj2: 'ball', start: 0 }])
  })
})

describe('deep penetration', () => {
  it('beyond a tenth of the smaller body', () => {
    // δ_max = (5 m v²/4 k)^(2/5): a ball of 4.19 kg with 5 m/s and k = k_red 4/3 E* √R, E* = 1.15e11 Pa
    const depthOf = (factor: number): number => {
      const k = factor * (4 / 3) * (2.1e11 / (2 * (1 - 0.3 ** 2))) * Math.sqrt(0.05)
      return ((5 * 8000 * (Math.PI / 6) * 1e-3 * 25) / (4 * k)) ** 0.4
    }
    for (const factor of [1e-2, 1e-5, 1e-6]) {
      const result = dropBall(0.06, { elasticContactReductionFactor: factor }, 0.1, 5)
      const found = result.warnings.find(({ code }) => code === 'CONTACT_DEPTH')
      const depth = depthOf(factor)
      // damping for 0.7 makes it less deep
      if (depth > 0.02) {
        expect(found?.message).toContain('in each other')
        const said = Number(/were (\S+) m deep/.exec(found?.message ?? '')?.[1])
        expect(said).toBeGreaterThan(0.7 * depth)
        expect(said).toBeLessThan(1.05 * depth)
      }
      if (depth < 0.009) expect(found).toBeUndefined()
    }
  })
})

it('options of contacts that make no sense are named with their paths', () => {
  for (const factor of [0, -1, 1.5, Number.NaN])
    expect(() => dropBall(0.06, { elasticContactReductionFactor: factor })).toThrow(
      /^world\.feature\.elasticContactReductionFactor: expected/,
    )
  expect(() => dropBall(0.06, { maximumContactDamping: -1 })).toThrow(
    /^world\.feature\.maximumContactDamping: expected/,
  )
})

describe('a ball on a plate that equations move down, with 2 m/s', () => {
  const Lift = Model3D({
    world: uprightWorld(),
    plate: Object3D({
      feature: Solid({
        shape: Box({ lengthX: 1, lengthY: 1, lengthZ: 0.01 }),
        solidMaterial: 'DryWood',
        collision: true,
      }),
    }),
    lift: PrismaticWithFlange({ obj1: 'world', obj2: 'plate', axis: 'z', v: { init: -2 } }),
    ball: freeSphere(0.05, 'DryWood', { translation: [0, 0, 0.03], velocity: [0, 0, -2] }),
    equations: equations`lift.flange.f = 1e5*(-2*time - lift.flange.s) + 1e3*(-2 - lift.v)`,
  })

  // between two steps the world was asked with the plate of the last output point, 20 mm higher
  it.each(['auto', 'bdf', 'radau5'] as const)('has a contact that is nowhere deep: %s', (solver) => {
    const result = simulate(Lift, { stopTime: 0.5, interval: 0.01, solver })
    expect(result.warnings).toEqual([])
    expect(Math.abs(result.final('ball.r_abs[3]') - result.final('plate.r_abs[3]') - 0.03)).toBeLessThan(1e-5)
  })
})

describe('the list of contacts', () => {
  it('is empty if nothing touched', () => {
    expect(dropBall(0.5, {}, 0.01).attributes['contacts']).toEqual([])
    const alone = Model3D({ world: uprightWorld(), ball: freeSphere(0.1, 'Steel', {}) })
    expect(simulate(alone, { stopTime: 0.01 }).attributes['contacts']).toEqual([])
  })

  it('has obj1, obj2, start, end and velocity', () => {
    const { attributes } = dropBall(0.06, { gravityField: NoGravityField() }, 0.03, 1)
    expect(attributes['contacts']).toMatchObject([
      { obj1: 'plate', obj2: 'ball', start: expect.closeTo(0.01, 9), velocity: expect.closeTo(1, 9) },
    ])
  })
})
