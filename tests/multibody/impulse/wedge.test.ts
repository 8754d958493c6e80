/** A ball that hits both sides of a groove at the same instant, with friction. */
import { simulate } from 'vario'
import { Box, MassProperties, Model3D, NoGravityField, Object3D, Scene, Solid, Sphere } from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const RADIUS = 0.5
const VELOCITY = [0.1, -1]
const SPIN = 0.5
/** Angles of the sides; normals of (0, 1) rotated by them. */
const [RIGHT, LEFT] = [0.7, -0.5]
const normalOf = (angle: number) => [-Math.sin(angle), Math.cos(angle)]
/** The center where the ball touches both: n·p = R for both normals. */
const CENTER = (() => {
  const [a, b] = [normalOf(RIGHT), normalOf(LEFT)]
  const det = a[0] * b[1] - a[1] * b[0]
  return [(RADIUS * (b[1] - a[1])) / det, (RADIUS * (a[0] - b[0])) / det]
})()

function hit(friction: number, restitution: number, isReversed: boolean) {
  const solid = { contactMaterial: 'Steel', collision: true }
  const pair = {
    ...{ coefficientOfRestitution: restitution, slidingFrictionCoefficient: friction },
    ...{ rotationalResistanceCoefficient: 0, impactThreshold: 1e-3 },
  }
  const side = (angle: number) =>
    Object3D({
      parent: 'world',
      translation: [...normalOf(angle).map((x) => -0.25 * x), 0],
      rotation: [0, 0, angle],
      feature: Solid({ shape: Box({ lengthX: 8, lengthY: 0.5, lengthZ: 4 }), ...solid }),
    })
  const sides = { right: side(RIGHT), left: side(LEFT) }
  const ball = Object3D({
    ...{ parent: 'world', fixedToParent: false },
    translation: [...CENTER.map((x, i) => x - 0.2 * VELOCITY[i]), 0],
    velocity: [...VELOCITY, 0],
    angularVelocity: [0, 0, SPIN],
    feature: Solid({
      shape: Sphere({ diameter: 2 * RADIUS }),
      massProperties: MassProperties({ mass: 1, Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }),
      ...solid,
    }),
  })
  const world = Object3D({
    feature: Scene({
      ...{ contactResponse: 'impulse', simultaneousImpacts: 'together' },
      ...{ gravityField: NoGravityField(), contactPairs: { 'Steel-Steel': pair } },
    }),
  })
  const parts = isReversed ? { ball, left: sides.left, right: sides.right } : { ...sides, ball }
  const result = simulate(Model3D({ world, ...parts }), { stopTime: 0.25 })
  const impacts = result.attributes.impacts as unknown as { impulse: number[]; lostEnergy: number }[]
  return {
    v: [result.final('ball.velocity[1]'), result.final('ball.velocity[2]')],
    spin: result.final('ball.angularVelocity[3]'),
    largest: Math.max(...impacts.map(({ impulse }) => Math.hypot(...impulse))),
    lost: impacts.reduce((sum, { lostEnergy }) => sum + lostEnergy, 0),
    warnings: result.warnings.filter(({ code }) => code === 'IMPACT_JAMMED').map(({ message }) => message),
  }
}

describe.each([false, true])(
  'an impact of a ball in a groove, in either order of the sides (%s)',
  (isReversed) => {
    it('reverses the velocity times restitution without friction', () => {
      const { v, spin } = hit(0, 0.3, isReversed)
      VELOCITY.forEach((before, i) => {
        expect(v[i]).toBeCloseTo(-0.3 * before, 9)
      })
      expect(spin).toBeCloseTo(SPIN, 12)
    })

    it('warns if restitution is dropped because friction jams the ball', () => {
      const [warning, ...others] = hit(2, 0.3, isReversed).warnings
      expect(others).toEqual([])
      expect(warning).toMatch(isReversed ? /ball and left, ball and right/ : /right and ball, left and ball/)
      expect(warning).toContain('without restitution')
      expect(hit(2, 0, isReversed).warnings).toEqual([])
      expect(hit(0, 0.3, isReversed).warnings).toEqual([])
    })

    it.each([0, 0.3, 1])('leaves no velocity if the ball sticks to both sides: e = %f', (e) => {
      const { v, spin, largest, lost } = hit(2, e, isReversed)
      for (const x of [...v, spin]) expect(Math.abs(x)).toBeLessThan(1e-9)
      // both sides share the momentum; the force between them is undetermined, but limited by friction
      expect(largest).toBeLessThan(10 * Math.hypot(...VELOCITY))
      expect(lost).toBeCloseTo(0.5 * (VELOCITY[0] ** 2 + VELOCITY[1] ** 2 + 0.1 * SPIN ** 2), 9)
    })
  },
)
