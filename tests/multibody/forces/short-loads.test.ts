/** Forces that act on a short part of the path, or for a short time: steps of the solver must not skip them. */
import { simulate } from 'vario'
import {
  Bushing,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  PrismaticWithFlange,
  Scene,
  Solid,
  SpringDamperPtP,
  WorldForce,
  type WorldForceArguments,
  WorldTorque,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const SOLVERS = ['auto', 'bdf', 'radau5', 'tsit5', 'dop853'] as const
const MASS = 2
/**
 * Jumps that are not events are crossed with errors of up to 1000 tolerances (docs/limits.md), and the default is 1e-6.
 */
const JUMPS = 1e-3

/** A body of 2 kg with velocity `v0` along x [m/s]. */
function createBody(parts: Parameters<ReturnType<typeof Model3D>['extend']>[0], v0: number, length = 1) {
  return Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField(), nominalLength: length }) }),
    body: Object3D({
      parent: 'world',
      fixedToParent: false,
      velocity: [v0, 0, 0],
      feature: Solid({
        massProperties: MassProperties({ mass: MASS, Ixx: 1, Iyy: 1, Izz: 1 }),
      }),
    }),
  }).extend(parts)
}

type ForceFunction = NonNullable<WorldForceArguments['forceFunction']>

const push = (forceFunction: ForceFunction) => ({
  push: WorldForce({ objectApply: 'body', forceFunction }),
})

/** Force along x between two positions. */
const zone =
  (from: number, to: number, force: number): NonNullable<WorldForceArguments['forceFunction']> =>
  (_, { position }) => [position[0] > from && position[0] < to ? force : 0, 0, 0]

/** Velocity after a work [J]. */
const speedAfter = (v0: number, work: number): number => Math.sqrt(v0 ** 2 + (2 * work) / MASS)

describe.each(SOLVERS)('a force in a zone (%s)', (solver) => {
  const final = (model: ReturnType<typeof createBody>, stopTime = 10, tolerance = 1e-6): number => {
    const result = simulate(model, { stopTime, solver, tolerance })
    expect(result.warnings).toEqual([])
    return result.final('body.velocity[1]')
  }

  it('changes the energy by its work', () => {
    for (const [from, width, force] of [
      [1, 0.01, 100],
      [3.7, 0.02, 500],
      [8, 0.05, -10],
    ]) {
      const exact = speedAfter(1, force * width)
      const v = final(createBody(push(zone(from, from + width, force)), 1))
      expect(Math.abs(v / exact - 1), `${from} m`).toBeLessThan(JUMPS)
    }
  })

  it('changes the energy by its work at every scale', () => {
    for (const scale of [1e-6, 1e6]) {
      const model = createBody(push(zone(2 * scale, 2.01 * scale, 100 * scale)), scale, scale)
      expect(Math.abs(final(model) / speedAfter(scale, scale ** 2) - 1), `${scale} m`).toBeLessThan(JUMPS)
    }
  })

  it('changes the energy more accurately with a smaller tolerance', () => {
    const v = final(createBody(push(zone(1, 1.01, 100)), 1), 10, 1e-9)
    expect(Math.abs(v / speedAfter(1, 1) - 1)).toBeLessThan(1000e-9)
  })

  it('can be a wall that reverses the body', () => {
    // an elastic layer: k d²/2 = m v²/2 at d = 7 mm, of 10
    const wall: NonNullable<WorldForceArguments['forceFunction']> = (_, { position }) => [
      position[0] > 4 ? -4e4 * (position[0] - 4) : 0,
      0,
      0,
    ]
    // a kink without a jump
    expect(Math.abs(final(createBody(push(wall), 1)) + 1)).toBeLessThan(1e-4)
  })

  it('can be a bump in the law of a spring or a bushing', () => {
    // smooth, 5 mm wide; its work F b √π exceeds the energy of the body, which reverses where the integral of the law
    // is m v²/2
    const law = (x: number): number => 300 * Math.exp(-(((x - 2) / 0.005) ** 2))
    const spring = SpringDamperPtP({ obj1: 'world', obj2: 'body', springForceLaw: law })
    const bushing = Bushing({ obj1: 'world', obj2: 'body', springForceLaw: [law, 0, 0] })
    for (const parts of [{ spring }, { bushing }])
      expect(Math.abs(final(createBody(parts, 1), 3) + 1)).toBeLessThan(1e-4)
  })

  it('can be passed slowly, quickly, and repeatedly', () => {
    // a spring makes the body oscillate; friction in the zone takes F·b at each of the passages through x = 0.9
    const [k, from, width, friction] = [2, 0.9, 0.004, 5]
    const model = createBody(
      push((_, { position, velocity }) => {
        const inZone = Math.abs(position[0] - from - width / 2) < width / 2
        return [-k * position[0] - (inZone ? friction * Math.sign(velocity[0]) : 0), 0, 0]
      }),
      1,
    )
    // ω = 1/s, amplitude 1 m: through the zone at asin(0.9) = 1.12 s and π - 1.12 = 2.02 s
    const result = simulate(model, { stopTime: 3, solver })
    const energy =
      (MASS / 2) * result.final('body.velocity[1]') ** 2 + (k / 2) * result.final('body.translation[1]') ** 2
    expect(Math.abs(energy - (1 - 2 * friction * width))).toBeLessThan(JUMPS)
  })
})

describe('a short torque or force', () => {
  it('acts in a range of angles', () => {
    const model = Model3D({
      world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
      body: Object3D({
        parent: 'world',
        fixedToParent: false,
        angularVelocity: [0, 0, 1],
        feature: Solid({ massProperties: MassProperties({ mass: MASS, Ixx: 1, Iyy: 1, Izz: 1 }) }),
      }),
      turn: WorldTorque({
        objectApply: 'body',
        // sin(angle) passes 0.5 in a narrow range, at 30° and at 150°
        torqueFunction: (_, { rotation }) => [0, 0, Math.abs(rotation[3] - 0.5) < 0.005 ? 20 : 0],
      }),
    })
    // ranges of asin(0.505) - asin(0.495) each
    const work = 2 * 20 * (Math.asin(0.505) - Math.asin(0.495))
    const w = simulate(model, { stopTime: 4 }).final('body.angularVelocity[3]')
    expect(Math.abs(w / Math.sqrt(1 + 2 * work) - 1)).toBeLessThan(JUMPS)
  })

  it.each(SOLVERS)('acts in a zone on the path of a joint with a flange (%s)', (solver) => {
    const model = Model3D({
      world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
      body: Object3D({
        feature: Solid({ massProperties: MassProperties({ mass: MASS, Ixx: 1, Iyy: 1, Izz: 1 }) }),
      }),
      joint: PrismaticWithFlange({ obj1: 'world', obj2: 'body', axis: 'x', v: { init: 1 } }),
      ...push(zone(3, 3.01, 100)),
    })
    const result = simulate(model, { stopTime: 10, solver })
    expect(Math.abs(result.final('joint.v') / speedAfter(1, 1) - 1)).toBeLessThan(JUMPS)
  })
})

describe('the cost of the detection', () => {
  const count = (force: ForceFunction, maxStep?: number) => {
    let calls = 0
    const model = createBody(
      push((time, object) => {
        calls++
        return force(time, object)
      }),
      1,
    )
    const { attributes } = simulate(model, { stopTime: 10, solver: 'tsit5', ...(maxStep && { maxStep }) })
    return { calls, ...(attributes.statistics as { f: number; steps: number; rejected: number }) }
  }

  it('is four looks per output point if steps are long, and half of the evaluations if they are short', () => {
    // 500 output points, with two calls each: one for the derivatives, and one for the results
    const long = count(() => [1, 0, 0])
    expect(long.steps).toBeLessThan(20)
    expect(long.calls).toBeLessThan(1000 + 4 * 500 + long.f + 200)
    const short = count(() => [1, 0, 0], 1e-3)
    expect(short.calls).toBeLessThan(1000 + 1.7 * short.f)
  })
})
