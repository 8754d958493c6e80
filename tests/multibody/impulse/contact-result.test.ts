/** What `ContactResult` tells of impulses: sums since the start, beside their closed forms. */
import { simulate } from 'vario'
import { ContactResult, Model3D, Object3D, Solid, Sphere } from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { floor, impulseScene } from './scenes.ts'

const G = 9.81
const MASS = 2
const RADIUS = 0.1

/** A ball that falls by 0.5 m, and slides along x with the velocity `vx`. */
const drop = (e: number, mu: number, vx: number) =>
  Model3D({
    world: Object3D({ feature: impulseScene({ e, mu, g: G }) }),
    floor,
    ball: Object3D({
      ...{ parent: 'world', fixedToParent: false, translation: [0, 0.5 + RADIUS, 0], velocity: [vx, 0, 0] },
      feature: Solid({
        ...{ shape: Sphere({ diameter: 2 * RADIUS }), massProperties: MASS },
        ...{ contactMaterial: 'Steel', collision: true },
      }),
    }),
    onBall: ContactResult({ obj1: 'ball', obj2: 'floor' }),
    onFloor: ContactResult({ obj1: 'floor', obj2: 'ball', objectCoordinateRef: 'floor' }),
  })

const FIRST = Math.sqrt(1 / G)
const SPEED = G * FIRST

describe.each(['auto', 'dop853', 'radau5'] as const)('solver %s', (solver) => {
  test('a ball that bounces: m v (1 + e) more with every impact', () => {
    const e = 0.7
    const result = simulate(drop(e, 0, 0), { stopTime: 1.5, solver })
    // impacts at t1, and 2 e^k v/g later each
    const times: number[] = []
    for (let k = 0, t = FIRST; t < 1.5; k++, t += (2 * SPEED * e ** k) / G) times.push(t)
    expect(times).toHaveLength(5)
    for (const [k, t] of result.time.entries()) {
      // values before and after an impact stand at the same time
      if (times.some((impact) => Math.abs(t - impact) < 1e-9)) continue
      const n = times.filter((impact) => impact < t).length
      let sum = 0
      for (let i = 0; i < n; i++) sum += MASS * SPEED * e ** i * (1 + e)
      expect(result.values('onBall.nImpact')[k]).toBe(n)
      // a parabola is exact but for rounding
      expect(Math.abs(result.values('onBall.normalImpulse')[k] - sum)).toBeLessThan(1e-10)
      expect(result.values('onBall.tangentialImpulse')[k]).toBe(0)
      expect(Math.abs(result.values('onBall.impulseVector[2]')[k] - sum)).toBeLessThan(1e-10)
      expect(Math.abs(result.values('onFloor.impulseVector[2]')[k] + sum)).toBeLessThan(1e-10)
      expect(result.values('onFloor.normalImpulse')[k]).toBe(result.values('onBall.normalImpulse')[k])
    }
    expect(result.final('onFloor.nImpact')).toBe(5)
  })
})

test('a ball that slides: friction is mu times the normal impulse, and against the motion', () => {
  const [e, mu, vx] = [0.5, 0.2, 30]
  const result = simulate(drop(e, mu, vx), { stopTime: 0.4 })
  const normal = MASS * SPEED * (1 + e)
  expect(result.final('onBall.nImpact')).toBe(1)
  expect(Math.abs(result.final('onBall.normalImpulse') - normal)).toBeLessThan(1e-10)
  expect(Math.abs(result.final('onBall.tangentialImpulse') - mu * normal)).toBeLessThan(1e-10)
  expect(Math.abs(result.final('onBall.impulseVector[1]') + mu * normal)).toBeLessThan(1e-10)
  // what the momentum has lost
  expect(Math.abs(result.final('ball.velocity[1]') - vx + (mu * normal) / MASS)).toBeLessThan(1e-10)
})

test('elastic contacts have no impulses', () => {
  const model = drop(0.5, 0, 0)
  const result = simulate(model, {
    stopTime: 0.5,
    merge: { world: { feature: { contactResponse: 'elastic' } } },
  })
  expect(result.attributes['contacts']).not.toHaveLength(0)
  for (const name of ['nImpact', 'normalImpulse', 'tangentialImpulse', 'impulseVector[2]'])
    expect(result.final(`onBall.${name}`)).toBe(0)
})
