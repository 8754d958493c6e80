/** Spheres that slide and roll, compared with closed forms. */
import { simulate } from 'vario'
import { Model3D, type SceneArguments, UniformGravityField } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { energyBalance, energyRise, statisticsOf } from './measures.ts'
import { fixedBox, freeSphere, uprightWorld } from './scenes.ts'

const G = 9.81
const RADIUS = 0.05

/** A sphere on a plate with friction and rolling resistance; their regularization velocities are small. */
function sphereOnPlate(mu: number, muR: number, speed: number, scene: SceneArguments = {}) {
  return Model3D({
    world: uprightWorld({
      contactPairs: {
        'Steel-Steel': {
          coefficientOfRestitution: 0,
          slidingFrictionCoefficient: mu,
          rotationalResistanceCoefficient: muR,
          vsmall: 1e-4,
          wsmall: 1e-3,
        },
      },
      ...scene,
    }),
    plate: fixedBox([20, 2, 0.1], [5, 0, -0.05], 'Steel'),
    ball: freeSphere(2 * RADIUS, 'Steel', { translation: [0, 0, RADIUS], velocity: [speed, 0, 0] }),
  })
}

describe('a sphere that slides initially', () => {
  const [mu, speed] = [0.2, 2]
  // v = v0 - μ g t and r ω = 5/2 μ g t meet at 5/7 v0
  const rollTime = (2 * speed) / (7 * mu * G)
  const rollSpeed = (5 / 7) * speed

  it.each([
    { tolerance: 1e-6, bound: 1e-5 },
    { tolerance: 1e-8, bound: 1e-5 },
  ])('rolls from 2 v0/(7 μ g) on, tolerance $tolerance', ({ tolerance, bound }) => {
    const result = simulate(sphereOnPlate(mu, 0, speed), { stopTime: 1, interval: 0.001, tolerance })
    const v = (t: number): number => result.at('ball.velocity[1]', t)
    const slip = (t: number): number => v(t) - RADIUS * result.at('ball.angularVelocity[2]', t)
    // In the first 0.1 ms the ball sinks in; from then on it slides. Friction fades below a slip of 1e-4 m/s. The
    // contact is 1e-6 m above the lowest point. In total 1e-5.
    for (const part of [0.1, 0.5, 0.9])
      expect(v(part * rollTime) / (speed - mu * G * part * rollTime)).toBeCloseTo(1, 4)
    expect(slip(0.98 * rollTime)).toBeGreaterThan(0.01)
    expect(Math.abs(slip(1.02 * rollTime))).toBeLessThan(3e-4)
    expect(Math.abs(v(1) / rollSpeed - 1)).toBeLessThan(bound)
    const way = ((speed + rollSpeed) / 2) * rollTime + rollSpeed * (1 - rollTime)
    expect(Math.abs(result.at('ball.translation[1]', 1) / way - 1)).toBeLessThan(5 * bound)
    // 2/7 of the energy is lost
    const kinetic = result.values('world.kineticEnergy')
    expect(result.final('world.kineticEnergy') / kinetic[0]).toBeCloseTo(5 / 7, 4)
    expect(energyRise(result) / kinetic[0]).toBeLessThan(tolerance)
    // the dissipated power jumps where sliding ends, and its local errors add up
    expect(energyBalance(result) / kinetic[0]).toBeLessThan(2e-4)
  })
})

it('rolling resistance brings a rolling sphere to rest', () => {
  // torque μ_r r f_n about the center: v falls by 5/7 μ_r g
  const [muR, speed] = [0.02, 0.2]
  const model = sphereOnPlate(0.5, muR, speed)
  const result = simulate(model, {
    stopTime: 2.5,
    merge: { ball: { angularVelocity: [0, speed / RADIUS, 0] } },
  })
  const deceleration = (5 / 7) * muR * G
  const stop = speed / deceleration
  expect(stop).toBeLessThan(1.5)
  expect(result.at('ball.velocity[1]', 1) / (speed - deceleration)).toBeCloseTo(1, 3)
  expect(result.final('ball.translation[1]') / ((speed * stop) / 2)).toBeCloseTo(1, 3)
  // the last phase is regularized: it decays with w below wsmall
  expect(Math.abs(result.final('ball.velocity[1]'))).toBeLessThan(1e-6)
})

it.each([
  // tan α = 0.364 < 7/2 μ: rolls, 5/7 g sin α
  { mu: 0.3, acceleration: (5 / 7) * G * Math.sin(0.349) },
  // 7/2 μ = 0.175 < tan α: slides, g (sin α - μ cos α)
  { mu: 0.05, acceleration: G * (Math.sin(0.349) - 0.05 * Math.cos(0.349)) },
])('a sphere rolls or slides down an incline with μ = $mu', ({ mu, acceleration }) => {
  const gravityField = UniformGravityField({ n: [Math.sin(0.349), 0, -Math.cos(0.349)] })
  const result = simulate(sphereOnPlate(mu, 0, 0, { gravityField }), { stopTime: 1 })
  // it starts without a normal force, which reaches the weight after 0.1 ms
  expect(result.final('ball.velocity[1]') / acceleration).toBeCloseTo(1, 3)
  expect(result.final('ball.translation[1]') / (acceleration / 2)).toBeCloseTo(1, 3)
})

it('a ball at rest stays at rest for 1000 s', () => {
  const model = Model3D({
    world: uprightWorld(),
    plate: fixedBox([2, 2, 0.1], [0, 0, -0.05], 'Steel'),
    ball: freeSphere(2 * RADIUS, 'Steel', { translation: [0.3, 0.2, RADIUS] }),
  })
  const mass = 8000 * (4 / 3) * Math.PI * RADIUS ** 3
  const depth = ((mass * G) / ((4 / 3) * (2e11 / (2 * (1 - 0.09))) * Math.sqrt(RADIUS))) ** (2 / 3)
  for (const tolerance of [1e-6, 1e-8]) {
    const result = simulate(model, { stopTime: 1000, tolerance })
    const [x, y, z] = result.finalVector('ball.translation')
    // no lateral force acts on it
    expect([x, y]).toEqual([0.3, 0.2])
    expect((RADIUS - z) / depth).toBeCloseTo(1, 6)
    expect(Math.hypot(...result.finalVector('ball.velocity'))).toBeLessThan(1e-12)
    expect([...result.finalVector('ball.rotation')]).toEqual([0, 0, 0])
    // at rest the steps grow without limit: an explicit method would need 1e7 of them
    expect(statisticsOf(result).steps).toBeLessThan(500)
  }
})
