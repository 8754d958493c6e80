/** Rotations between output points: unit quaternions, as accurate as the points resolve the motion. */
import { SignalTable, simulate } from 'vario'
import { Box, Model3D, NoGravityField, Object3D, Scene, Solid } from 'vario/multibody'
import { describe, expect, test } from 'vitest'

/** A quaternion about an axis, x y z w. */
const about = (axis: readonly number[], angle: number): number[] => [
  ...axis.map((x) => (x / Math.hypot(...axis)) * Math.sin(0.5 * angle)),
  Math.cos(0.5 * angle),
]

/** Angle between two rotations [rad]. */
function angleBetween(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  let difference = 0
  const sign = Array.from(a).reduce((dot, x, i) => dot + x * b[i], 0) < 0 ? -1 : 1
  for (let i = 0; i < 4; i++) {
    sum += a[i] ** 2
    difference += (a[i] - sign * b[i]) ** 2
  }
  expect(Math.abs(Math.sqrt(sum) - 1)).toBeLessThan(1e-15)
  return 2 * Math.sqrt(difference)
}

function createTable(times: readonly number[], rotation: (t: number) => readonly number[]): SignalTable {
  const table = new SignalTable({}, [])
  table.addTime({ values: Float64Array.from(times) })
  const values = Float64Array.from(times.flatMap(rotation))
  table.add({ name: 'q', size: [4], type: 'quaternion', values })
  return table
}

describe('between points', () => {
  const axis = [1, -2, 0.5]

  test('a uniform rotation stays uniform, also with two points alone and with changing signs', () => {
    // the second point as -q: the same rotation
    const turn = (t: number) => about(axis, 2.5 * t).map((x) => (t > 0.5 ? -x : x))
    for (const times of [
      [0, 1],
      [0, 0.6, 1.2, 1.8, 2.4],
    ]) {
      const table = createTable(times, turn)
      // rounding of sines and products, some 1e-16 each
      for (let t = 0; t <= 1; t += 0.05)
        expect(angleBetween(table.vectorAt('q', t), about(axis, 2.5 * t))).toBeLessThan(2e-14)
    }
  })

  test('elements are those of the rotation', () => {
    const table = createTable([0, 1], (t) => about(axis, 2 * t))
    const whole = table.vectorAt('q', 0.3)
    expect(table.at('q[2]', 0.3)).toBe(whole[1])
    expect(Array.from(table.vectorAt('q[3:4]', 0.3))).toEqual(Array.from(whole.subarray(2)))
  })

  test('only four numbers are a quaternion', () => {
    const table = new SignalTable({}, [])
    table.addTime({ values: Float64Array.of(0) })
    const wrong = { name: 'q', size: [3], type: 'quaternion', values: new Float64Array(3) } as const
    expect(() => table.add(wrong)).toThrow(/q\.size: expected \[4\], because it is a quaternion/)
  })
})

test('q_abs of a tumbling body converges to that of a run with many points', () => {
  const shape = Box({ lengthX: 0.1, lengthY: 0.2, lengthZ: 0.4 })
  const model = Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    body: Object3D({
      ...{ parent: 'world', fixedToParent: false, angularVelocity: [0.1, 5, 0.2] },
      feature: Solid({ shape, solidMaterial: 'Steel' }),
    }),
  })
  const run = (interval: number) => simulate(model, { stopTime: 4, interval, tolerance: 1e-10 })
  const fine = run(0.005)
  const errors = [0.05, 0.025].map((interval) => {
    const coarse = run(interval)
    let worst = 0
    for (const t of fine.time) {
      const [found, expected] = [coarse, fine].map((table) => table.vectorAt('body.q_abs', t))
      worst = Math.max(worst, angleBetween(found, expected))
    }
    return worst
  })
  // 25 points per turn, and 50: linear interpolation of components would have an error of h² w²/8 = 8e-3 rad
  expect(errors[0]).toBeLessThan(2e-5)
  // of order 5 at least: the tolerance of both runs leaves 1e-9 rad
  expect(errors[1]).toBeLessThan(errors[0] / 32 + 1e-9)
})
