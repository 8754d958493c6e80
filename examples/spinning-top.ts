/**
 * A spinning top on its tip, a body on a spherical joint. The faster it spins, the slower it precesses, and below a
 * critical spin it cannot stand upright. Closed forms give both rates.
 *
 *   npx tsx examples/spinning-top.ts
 */
import { type SignalTable, simulate } from 'vario'
import {
  MassProperties,
  Model3D,
  Object3D,
  Scene,
  Solid,
  Spherical,
  UniformGravityField,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'
import { formatTable } from './support/table.ts'

/** Mass [kg], distance of its center from the tip [m], moments of inertia about and across the axis, about the tip [kg.m2]. */
const [MASS, DISTANCE, AXIAL, ACROSS] = [0.5, 0.1, 6e-4, 5.5e-3]
const WEIGHT_MOMENT = MASS * 9.81 * DISTANCE

/** Below this spin [rad/s] an upright top falls: (C ω)² = 4 A m g l. */
export const CRITICAL_SPIN = (2 * Math.sqrt(ACROSS * WEIGHT_MOMENT)) / AXIAL

/** The top, tilted about x [rad], with an angular velocity in the axes of the world [rad/s]. */
const createTop = (tilt: number, angularVelocity: readonly number[]) =>
  Model3D({
    world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }) }),
    top: Object3D({
      feature: Solid({
        massProperties: MassProperties({
          mass: MASS,
          centerOfMass: [0, 0, DISTANCE],
          Ixx: ACROSS - MASS * DISTANCE ** 2,
          Iyy: ACROSS - MASS * DISTANCE ** 2,
          Izz: AXIAL,
        }),
      }),
    }),
    point: Object3D({ parent: 'top', translation: [0, 0, 1] }),
    tip: Spherical({ obj1: 'world', obj2: 'top', rotation: [tilt, 0, 0], angularVelocity }),
  })

/** Slow precession of a top with this tilt [rad] and spin [rad/s]: the smaller root of A Ω² cos θ - C ω Ω + m g l = 0. */
export function slowPrecession(tilt: number, spin: number): number {
  const a = ACROSS * Math.cos(tilt)
  const b = AXIAL * spin
  return (2 * WEIGHT_MOMENT) / (b + Math.sqrt(b * b - 4 * a * WEIGHT_MOMENT))
}

/** Two seconds of a top that starts with its slow precession, and so keeps its tilt. */
export function simulatePrecession(tilt: number, spin: number): SignalTable {
  const precession = slowPrecession(tilt, spin)
  const own = spin - precession * Math.cos(tilt)
  const w = [0, -own * Math.sin(tilt), precession + own * Math.cos(tilt)]
  return simulate(createTop(tilt, w), { stopTime: 2, tolerance: 1e-9 })
}

/** Angle of the axis about the vertical at the end [rad]. */
export function turnedAngle(result: SignalTable): number {
  const p = result.values('point.r_abs')
  let angle = 0
  for (let i = 3; i < p.length; i += 3) {
    const [x0, y0, x, y] = [p[i - 3], p[i - 2], p[i], p[i + 1]]
    angle += Math.atan2(x0 * y - y0 * x, x0 * x + y0 * y)
  }
  return angle
}

/** Maximum tilt [rad] in two seconds of a top that is upright except for a milliradian. */
export function largestTilt(spin: number): number {
  const tilt = 1e-3
  const w = [0, -spin * Math.sin(tilt), spin * Math.cos(tilt)]
  const p = simulate(createTop(tilt, w), { stopTime: 2, tolerance: 1e-9 }).values('point.r_abs')
  let largest = 0
  for (let i = 0; i < p.length; i += 3)
    largest = Math.max(largest, Math.atan2(Math.hypot(p[i], p[i + 1]), p[i + 2]))
  return largest
}

if (isMain(import.meta.url)) {
  const precessions = [200, 300, 400, 600].map((spin) => {
    const found = turnedAngle(simulatePrecession(0.4, spin)) / 2
    return [String(spin), slowPrecession(0.4, spin).toFixed(6), found.toFixed(6)]
  })
  console.log('A top that leans by 0.4 rad precesses [rad/s]:\n')
  console.log(formatTable(['spin', 'closed form', 'simulated'], precessions))
  const tilts = [0.8, 0.95, 1.05, 1.2].map((factor) => {
    const spin = factor * CRITICAL_SPIN
    return [spin.toFixed(1), largestTilt(spin).toPrecision(3)]
  })
  console.log(`\nUpright, it needs ${CRITICAL_SPIN.toFixed(1)} rad/s. Largest tilt from 0.001 rad in 2 s:\n`)
  console.log(formatTable(['spin', 'tilt'], tilts))
}
