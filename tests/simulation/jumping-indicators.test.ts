/**
 * Relations on quantities that jump without an event: functions of the user, sensors. An indicator that has jumped over
 * its limit is not at it, however large the jump was: the relation changes back where it jumps back.
 */
import { equations, Model, simulate, Var } from 'vario'
import {
  Box,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  RangeSensor,
  Scene,
  Solid,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import { createRandom } from '../support/random.ts'

const SOLVERS = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const

/** A function with random steps of very different sizes, a limit, and the places where it crosses the limit. */
function createStairs(seed: number) {
  const random = createRandom(seed)
  const scale = 10 ** (12 * random() - 6)
  const limit = scale * (2 * random() - 1)
  const ends: number[] = []
  const values: number[] = []
  for (let x = 0; x < 10; ) {
    x += 0.3 + random()
    ends.push(x)
    // from a hundredth of the limit to a thousand times the limit beyond it
    const sign = random() < 0.5 ? -1 : 1
    values.push(limit + sign * Math.max(0.01, 10 ** (5 * random() - 2)) * scale)
  }
  const evaluate = (x: number): number =>
    values[Math.min(ends.filter((end) => end <= x).length, values.length - 1)]
  const crossings = ends.slice(0, -1).filter((_, k) => values[k] > limit !== values[k + 1] > limit)
  return { evaluate, limit, crossings: crossings.filter((x) => x < 10), startsAbove: values[0] > limit }
}

describe.each(SOLVERS)('with %s', (solver) => {
  it.each(campaignSeeds(500, 12))('every crossing of random stairs is an event, seed %i', (seed) => {
    const { evaluate, limit, crossings, startsAbove } = createStairs(seed)
    const stairs = (x: number): number => evaluate(x)
    const model = Model({
      x: Var({ start: 0 }),
      n: Var({ start: 0 }),
      isAbove: Var(),
      sum: Var({ start: 0 }),
      equations: equations`
        der(x) = 1
        isAbove = ${stairs}(x) > ${limit}
        when change(isAbove) then n = pre(n) + 1 end
        der(sum) = if isAbove then 1 else 0
      `,
    })
    const result = simulate(model, { stopTime: 10, tolerance: 1e-6, solver })
    expect(result.final('n')).toBe(crossings.length)
    const ends = [0, ...crossings, 10]
    let above = 0
    for (let k = 0; k + 1 < ends.length; k++)
      if ((k % 2 === 0) === startsAbove) above += ends[k + 1] - ends[k]
    // events are located to rounding errors of the time; x has the error of the integration
    expect(result.final('sum')).toBeCloseTo(above, 6)
  })
})

it.each(SOLVERS)('a light barrier sees the front and the back of all parcels, with %s', (solver) => {
  const parcel = (x: number) =>
    Object3D({
      ...{ parent: 'world', fixedToParent: false, translation: [x, 0, 0], velocity: [0.5, 0, 0] },
      feature: Solid({
        shape: Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.1 }),
        massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }),
      }),
    })
  const model = Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    parcels: [parcel(-0.3), parcel(-0.7), parcel(-0.9)],
    lamp: Object3D({ parent: 'world', translation: [0, 0, -0.3] }),
    barrier: RangeSensor({ object: 'lamp', axis: 'z', maximumRange: 0.6 }),
    n: Var({ start: 0 }),
    last: Var({ start: 0 }),
    isInterrupted: Var(),
    equations: equations`
      isInterrupted = barrier.distance < 0.59
      when change(isInterrupted) then
        n = pre(n) + 1
        last = time
      end
    `,
  })
  const result = simulate(model, { stopTime: 3, interval: 0.01, solver })
  expect(result.final('n')).toBe(6)
  // the back of the last parcel passes after 0.95 m
  expect(result.final('last')).toBeCloseTo(1.9, 9)
})
