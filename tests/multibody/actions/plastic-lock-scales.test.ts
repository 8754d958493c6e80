/** Impulses that lock bodies of any size and mass keep momentum and angular momentum. */
import { type SignalTable, simulate } from 'vario'
import {
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Scene,
  SensorResult,
  Solid,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'

const free = { parent: 'world', fixedToParent: false, assemblyRoot: true, lockable: true }

/** Values of a vector before and after an event. */
function rowsAt(result: SignalTable, name: string, n: number, time: number): [number[], number[]] {
  const values = result.values(name)
  const read = (row: number): number[] => Array.from(values.subarray(n * row, n * row + n))
  return [read(result.time.indexOf(time)), read(result.time.lastIndexOf(time))]
}

const difference = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((x, i) => Math.abs(x - b[i])))

describe('bodies of any size and mass, for any nominalLength of the scene', () => {
  const SCALES = [1e-6, 1e-3, 1, 1e6]
  const cases = SCALES.flatMap((length) => SCALES.map((mass) => [length, mass] as const))
  test.each(cases)('keep their momentum: %d m, %d kg', (L, M) => {
    const body = (mass: number, Ixx: number, Iyy: number, Izz: number) =>
      Solid({
        massProperties: MassProperties({
          mass: mass * M,
          Ixx: Ixx * M * L * L,
          Iyy: Iyy * M * L * L,
          Izz: Izz * M * L * L,
        }),
      })
    const at = (...v: number[]) => v.map((x) => x * L)
    const result = simulate(
      Model3D({
        world: Object3D({ feature: Scene({ gravityField: NoGravityField(), gap: 100 * L }) }),
        a: Object3D({
          ...free,
          ...{
            velocity: at(0.3, -0.2, 0.5),
            angularVelocity: [0.4, 1.1, -0.7],
            feature: body(1, 1, 1.2, 1.5),
          },
        }),
        b: Object3D({
          ...free,
          ...{
            translation: at(1.5, 0.4, -0.3),
            velocity: at(-0.6, 0.1, 0.2),
            angularVelocity: [-0.9, 0.2, 0.5],
          },
          feature: body(2.5, 0.8, 0.9, 1.1),
        }),
        aMotion: SensorResult({ object: 'a' }),
        bMotion: SensorResult({ object: 'b' }),
        actions: function* (act) {
          yield act.wait(0.1)
          yield act.attach('b', 'a', { impulse: true })
        },
      }),
      { stopTime: 0.2, tolerance: 1e-9 },
    )
    const { time, lostEnergy } = (
      result.attributes.actions as unknown as { time: number; lostEnergy: number }[]
    ).at(-1)!
    // momentum, and angular momentum about the origin, in units of the scales
    const inertias = { a: [1, 1, 1.2, 1.5], b: [2.5, 0.8, 0.9, 1.1] }
    const momenta = [0, 1].map((side) => {
      const sum = [0, 0, 0, 0, 0, 0]
      for (const [name, [m, ...I]] of Object.entries(inertias)) {
        const read = (what: string, n = 3) => rowsAt(result, `${name}${what}`, n, time)[side]
        const [r, v, w] = [read('.r_abs'), read('Motion.velocity'), read('Motion.angularVelocity')]
        const [x, y, z] = r.map((value) => value / L)
        const p = v.map((value) => (m * value) / L)
        const spin = rotate(
          read('.q_abs', 4),
          rotate(read('.q_abs', 4), w, -1).map((value, i) => I[i] * value),
        )
        p.forEach((value, i) => {
          sum[i] += value
        })
        ;[y * p[2] - z * p[1], z * p[0] - x * p[2], x * p[1] - y * p[0]].forEach((value, i) => {
          sum[i + 3] += value + spin[i]
        })
      }
      return sum
    })
    expect(difference(momenta[0], momenta[1])).toBeLessThan(1e-12)
    // and they move as one
    const [wa, wb] = ['a', 'b'].map((name) => rowsAt(result, `${name}Motion.angularVelocity`, 3, time)[1])
    expect(difference(wa, wb)).toBeLessThan(1e-12)
    expect(lostEnergy / (M * L * L)).toBeGreaterThan(0.1)
  })
})

/** A vector rotated by a quaternion x y z w, or rotated back. */
function rotate([qx, qy, qz, w]: readonly number[], v: readonly number[], sign = 1): number[] {
  const [x, y, z] = [sign * qx, sign * qy, sign * qz]
  const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]
  return [
    v[0] + w * t[0] + y * t[2] - z * t[1],
    v[1] + w * t[1] + z * t[0] - x * t[2],
    v[2] + w * t[2] + x * t[1] - y * t[0],
  ]
}
