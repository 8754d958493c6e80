/** Temporary forces of equations on flanges of joints: no step skips them, nor those of parameters or inputs. */
import { equations, instantiate, Par, simulate, Var } from 'vario'
import {
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import { createRandom } from '../support/random.ts'

const SOLVERS = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const
const T = 10
const world = Object3D({ feature: Scene({ gravityField: NoGravityField(), enableContactDetection: false }) })
const body = (mass: number, inertia: number, x = 0) =>
  Object3D({
    feature: Solid({
      massProperties: MassProperties({
        mass,
        centerOfMass: [x, 0, 0],
        Ixx: inertia,
        Iyy: inertia,
        Izz: inertia,
      }),
    }),
  })

/** A bump and its integral. */
function createBump(random: () => number) {
  const A = 10 ** (2 * random() - 1)
  const center = T * (0.15 + 0.7 * random())
  // from one output interval up
  const width = 0.6 * (T / 500) * 10 ** (1.5 * random())
  const u = (t: number): number => A * Math.exp(-(((t - center) / width) ** 2))
  return { text: `${A}*exp(-((time - ${center})/${width})^2)`, u, work: A * width * Math.sqrt(Math.PI) }
}

describe.each(SOLVERS)('%s', (solver) => {
  it.each(campaignSeeds(60, 2))('gives joints and a closed loop their momentum: seed %d', (seed) => {
    const random = createRandom(seed)
    const tolerance = [1e-4, 1e-6, 1e-8][seed % 3]
    const [turn, slide, drive] = [createBump(random), createBump(random), createBump(random)]
    const [mass, inertia] = [0.5 + 2 * random(), 0.2 + random()]
    const isInput = seed % 2 === 0
    const end = (parent: string, x: number) => Object3D({ parent, translation: [x, 0, 0] })
    // a parallelogram with bars of 1 m; its coupler of 2 m does not rotate
    const model = Model3D({
      world,
      ...{ rotor: body(mass, inertia), slider: body(mass, inertia) },
      turning: RevoluteWithFlange({ obj1: 'world', obj2: 'rotor', axis: 'z' }),
      sliding: PrismaticWithFlange({ obj1: 'world', obj2: 'slider', axis: 'x' }),
      ...{ a: body(mass, inertia), b: body(mass, inertia), c: body(mass, inertia), base: end('world', 2) },
      ...{ a2: end('a', 1), b2: end('b', 2), c2: end('c', 1) },
      crank: RevoluteWithFlange({ obj1: 'world', obj2: 'a', axis: 'z', phi: 1 }),
      pin: Revolute({ obj1: 'a2', obj2: 'b', axis: 'z', phi: { start: -1 } }),
      rocker: Revolute({ obj1: 'base', obj2: 'c', axis: 'z', phi: { start: 1 } }),
      tip: Revolute({ obj1: 'c2', obj2: 'b2', axis: 'z' }),
      u: Var(isInput ? { input: true } : {}),
      gain: Par(1),
      equations: equations(`
        turning.flange.tau = ${turn.text}
        sliding.flange.f = ${slide.text}
        crank.flange.tau = gain*u
        ${isInput ? '' : `u = ${drive.text}`}`),
    })
    const result = simulate(model, {
      ...{ stopTime: T, solver, tolerance },
      ...(isInput && { inputs: { u: drive.u } }),
    })
    // both cranks rotate, and the coupler moves with their ends
    const loopInertia = 2 * inertia + mass
    for (const [name, momentum] of [
      ['turning.w', turn.work / inertia],
      ['sliding.v', slide.work / mass],
      ['crank.w', drive.work / loopInertia],
    ] as const)
      expect(Math.abs(result.final(name) - momentum), `${name}, ${tolerance}`).toBeLessThan(
        Math.max(2000 * tolerance, 1e-6) * (momentum + 0.1),
      )
  })

  it('gives a joint the torque of a parameter that changes during the run', () => {
    const inertia = 0.4
    const model = Model3D({
      world,
      rotor: body(1, inertia),
      turning: RevoluteWithFlange({ obj1: 'world', obj2: 'rotor', axis: 'z' }),
      gain: Par(0),
      equations: equations`turning.flange.tau = gain*exp(-((time - 7.3)/0.05)^2)`,
    })
    const run = instantiate(model).start({ stopTime: T, solver, maxStep: 1 })
    while (run.time < 5) run.advance(0)
    expect(run.time).toBeLessThan(7)
    run.change({ gain: 5 })
    while (!run.advance(0));
    const w = run.finish().final('turning.w')
    expect(Math.abs(w - (5 * 0.05 * Math.sqrt(Math.PI)) / inertia)).toBeLessThan(1e-4)
  })
})
