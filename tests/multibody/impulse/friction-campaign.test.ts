/** Impacts with friction in complete models: balls that slide, and boxes that land on an edge or flat. */
import { simulate } from 'vario'
import { Box, Model3D, NoGravityField, Object3D, Scene, Solid, Sphere } from 'vario/multibody'
import { expect, it } from 'vitest'
import { campaignSeeds } from '../../support/campaign-seeds.ts'
import { createRandom } from '../../support/random.ts'

interface Impact {
  readonly impulse: readonly number[]
  readonly position: readonly number[]
  readonly lostEnergy: number
}

interface Body {
  readonly shape: ReturnType<typeof Box> | ReturnType<typeof Sphere>
  readonly mass: number
  readonly height: number
  readonly angle: number
  readonly velocity: readonly number[]
}

/** A body without gravity that hits a floor, whose top is at y = 0, after 0.1 s. */
function land({ shape, mass, height, angle, velocity }: Body, mu: number, e: number) {
  const solid = { contactMaterial: 'Steel', collision: true, collisionSmoothingRadius: 0 }
  const pair = {
    ...{ coefficientOfRestitution: e, slidingFrictionCoefficient: mu },
    ...{ rotationalResistanceCoefficient: 0, impactThreshold: 1e-6 },
  }
  const feature = Scene({
    ...{ contactResponse: 'impulse', gravityField: NoGravityField() },
    contactPairs: { 'Steel-Steel': pair },
  })
  const floor = Solid({ shape: Box({ lengthX: 20, lengthY: 1, lengthZ: 20 }), ...solid })
  const Landing = Model3D({
    world: Object3D({ feature }),
    floor: Object3D({ parent: 'world', translation: [0, -0.5, 0], feature: floor }),
    body: Object3D({
      ...{ parent: 'world', fixedToParent: false, rotation: [0, 0, angle] },
      translation: [0, height - 0.1 * velocity[1], 0],
      velocity: [...velocity],
      feature: Solid({ shape, massProperties: mass, ...solid }),
    }),
  })
  const result = simulate(Landing, { stopTime: 0.1001 })
  const [first] = result.attributes.impacts as unknown as Impact[]
  return { first, result }
}

it('a sliding ball bounces equally high in all directions', () => {
  for (const seed of campaignSeeds(100, 8)) {
    const angle = 0.0628 * (37 * seed)
    const [mass, mu, e, down, slip] = [2, 0.2, 0.8, 3, 12]
    const velocity = [slip * Math.cos(angle), -down, slip * Math.sin(angle)]
    const shape = Sphere({ diameter: 0.2 })
    const { result } = land({ shape, mass, height: 0.1, angle: 0, velocity }, mu, e)
    const left = slip - mu * (1 + e) * down
    // the position at the impact is accurate to 1e-10 m
    expect(result.final('body.velocity[1]')).toBeCloseTo(left * Math.cos(angle), 8)
    expect(result.final('body.velocity[2]')).toBeCloseTo(e * down, 8)
    expect(result.final('body.velocity[3]')).toBeCloseTo(left * Math.sin(angle), 8)
    // the torque of friction: m r²·2/5 for the inertia
    const spin = (mu * (1 + e) * down * mass * 0.1) / (0.4 * mass * 0.01)
    const turned = [1, 3].map((k) => result.final(`body.angularVelocity[${k}]`))
    expect(Math.hypot(...turned) / spin).toBeCloseTo(1, 7)
  }
})

/**
 * Strong friction may have solutions besides the planar one, where one corner carries all and the box rotates sideways:
 * the conditions allow both. [m]
 */
const OFF_CENTER = 1e-9

/** Half lengths of a box, its mass and inertia about z, and its motion before the impact. */
function createBox(seed: number) {
  const random = createRandom(seed)
  const [a, b] = [0.2 + random(), 0.2 + random()]
  const mass = 10 ** (2 * random() - 1)
  const velocity = [6 * random() - 3, -0.5 - random(), 0]
  const [mu, e] = [1.5 * random(), random()]
  const shape = Box({ lengthX: 2 * a, lengthY: 2 * b, lengthZ: 0.7 })
  return { random, a, b, mass, inertia: (mass * (a * a + b * b)) / 3, velocity, mu, e, shape }
}

it('a box lands on an edge like a rigid body in the plane', () => {
  let count = 0
  let uneven = 0
  for (const seed of campaignSeeds(300, 12)) {
    const { random, a, b, mass, inertia, velocity, mu, e, shape } = createBox(seed)
    const angle = 0.1 + 1.3 * random()
    // rotated to the left, the corner (a, -b) moves up and (-a, -b) down
    const [x, y] = [-a * Math.cos(angle) + b * Math.sin(angle), -a * Math.sin(angle) - b * Math.cos(angle)]
    const W = { nn: 1 / mass + (x * x) / inertia, tt: 1 / mass + (y * y) / inertia, nt: (-x * y) / inertia }
    const push = -(1 + e) * velocity[1]
    // λ of sticking, or of the fastest sliding
    const det = W.nn * W.tt - W.nt ** 2
    let normal = (W.tt * push + W.nt * velocity[0]) / det
    let across = (-W.nn * velocity[0] - W.nt * push) / det
    if (!(normal > 0 && Math.abs(across) <= mu * normal)) {
      let fastest = -1
      for (const s of [1, -1]) {
        const n = push / (W.nn - mu * s * W.nt)
        const slip = s * (velocity[0] + n * (W.nt - mu * s * W.tt))
        if (n > 0 && slip > fastest) [normal, across, fastest] = [n, -mu * s * n, slip]
      }
      expect(fastest).toBeGreaterThanOrEqual(0)
    }
    const change = W.nn * normal ** 2 + 2 * W.nt * normal * across + W.tt * across ** 2
    const lost = -(normal * velocity[1] + across * velocity[0]) - 0.5 * change
    // restitution that would add energy is a separate case
    if (lost < 0) continue
    count++
    const { first } = land({ shape, mass, height: -y, angle, velocity }, mu, e)
    if (Math.abs(first.position[2]) > OFF_CENTER) {
      uneven++
      continue
    }
    // positions of the corner are those of contact, at most 1e-8 of the body apart
    expect(Math.abs(first.impulse[0] - across) / normal, `seed ${seed}`).toBeLessThan(1e-7)
    expect(Math.abs(first.impulse[1] / normal - 1), `seed ${seed}`).toBeLessThan(1e-7)
    expect(Math.abs(first.lostEnergy - lost) / (normal * -velocity[1]), `seed ${seed}`).toBeLessThan(1e-7)
  }
  expect(count).toBeGreaterThan(5)
  expect(uneven).toBeLessThan(0.01 * count + 1)
})

it('a box that lands flat and slides satisfies all conditions at both of its edges', () => {
  let count = 0
  let uneven = 0
  for (const seed of campaignSeeds(300, 12)) {
    const { a, b, mass, inertia, velocity, mu, e, shape } = createBox(seed)
    const { first } = land({ shape, mass, height: b, angle: 0, velocity }, mu, e)
    const text = `seed ${seed}`
    if (Math.abs(first.position[2]) > OFF_CENTER) {
      uneven++
      continue
    }
    count++
    const [X, Y] = first.impulse
    expect(first.lostEnergy, text).toBeGreaterThan(-1e-9 * mass)
    // the floor is flat: the center of its pressure determines the share of both edges
    const center = first.position[0] - 0.1 * velocity[0]
    expect(Math.abs(center), text).toBeLessThan(a * (1 + 1e-7))
    const spin = (center * Y + b * X) / inertia
    const slip = velocity[0] + X / mass + spin * b
    const size = Math.hypot(...velocity)
    expect(Math.abs(X), text).toBeLessThan(mu * Y * (1 + 1e-7))
    if (Math.abs(slip) > 1e-6 * size) expect(X / (-mu * Y * Math.sign(slip)), text).toBeCloseTo(1, 6)
    // separation at the two edges; a pressing edge separates by restitution, or as fast as energy allows
    const up = [-1, 1].map((side) => velocity[1] + Y / mass + side * a * spin)
    const asked = -e * velocity[1]
    const least = Math.min(...up)
    if (first.lostEnergy > 1e-6 * mass) expect(least / asked, text).toBeCloseTo(1, 5)
    expect(least, text).toBeLessThan(asked + 1e-6)
    for (const [i, side] of [-1, 1].entries()) {
      if (up[i] > least + 1e-5 * size) expect(center / (-side * a), text).toBeCloseTo(1, 6)
    }
  }
  expect(uneven).toBeLessThan(0.01 * count + 1)
})
