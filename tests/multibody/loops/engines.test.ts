/**
 * Piston engines with gas forces, with different joints, compared with their equation of motion of one degree of
 * freedom.
 */
import { simulate } from 'vario'
import { Inertia } from 'vario/library/rotational'
import {
  Cylindrical,
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Rod,
  Scene,
  Solid,
  Spherical,
  SpringDamperPtP,
} from 'vario/multibody'
import { integrate } from 'vario/ode'
import { describe, expect, test } from 'vitest'

/** Crank radius, length and mass of the thin connecting rod, mass of the piston, inertia of the crank: [m, kg, kg.m2]. */
const [R, L, M_ROD, M_PISTON, J_CRANK] = [0.1, 0.2, 1.8, 6, 0.5]
const I_ROD = (M_ROD * L * L) / 12
/** Distance of the cylinder head from the crank shaft [m]. */
const HEAD = 0.42
const G = 9.81
const W_START = 10

/** Force of the gas [N] for the height of the gas [m]: compressed adiabatically from 1 bar, on a piston of 0.1 m. */
const gasForce = (height: number): number => ((Math.PI * 0.1 ** 2) / 4) * (1e5 * (0.22 / height) ** 1.3 - 1e5)
/** Its potential energy, up to a constant [J]. */
const gasEnergy = (height: number): number =>
  ((Math.PI * 0.1 ** 2) / 4) * 1e5 * ((0.22 ** 1.3 * height ** -0.3) / 0.3 + height)

/** A cylinder: angle of its axis, and of its crank pin at the start, about z [rad]. */
interface Bank {
  readonly tilt: number
  readonly pin: number
}

/** Angle between crank and cylinder, distance of the piston pin from the crank shaft, angle of the rod about z. */
function locate({ tilt, pin }: Bank, phi: number): { piston: number; rod: number } {
  const alpha = phi + pin - tilt
  const beta = Math.asin((R / L) * Math.sin(alpha))
  return { piston: R * Math.cos(alpha) + L * Math.cos(beta), rod: tilt - beta }
}

/** The equation of motion of one degree of freedom: M φ″ + ½ M′ φ′² + U′ = 0. Derivatives are differences. */
function solveReduced(banks: readonly Bank[], inertia: number, stopTime: number): { phi: number; w: number } {
  const H = 1e-3
  /** Five-point formula: its error is H⁴/30 times the fifth derivative, 1e-9 relative here. */
  const slope = (f: (x: number) => number, x: number): number =>
    (f(x - 2 * H) - 8 * f(x - H) + 8 * f(x + H) - f(x + 2 * H)) / (12 * H)
  const height = (bank: Bank, phi: number): number => {
    const { piston } = locate(bank, phi)
    return (
      0.5 * (M_ROD * (R * Math.cos(phi + bank.pin) + piston * Math.cos(bank.tilt))) +
      M_PISTON * piston * Math.cos(bank.tilt)
    )
  }
  const potential = (phi: number): number =>
    banks.reduce(
      (sum, bank) => sum + G * height(bank, phi) + gasEnergy(HEAD - 0.1 - locate(bank, phi).piston),
      0,
    )
  const mass = (phi: number): number => {
    let sum = J_CRANK + inertia
    for (const bank of banks) {
      const alpha = phi + bank.pin - bank.tilt
      const v = slope((x) => locate(bank, x).piston, phi)
      const turn = slope((x) => locate(bank, x).rod, phi)
      // velocity of the center of the rod along and across the cylinder
      const along = (v - R * Math.sin(alpha)) / 2
      const across = (R * Math.cos(alpha)) / 2
      sum += M_PISTON * v * v + M_ROD * (along ** 2 + across ** 2) + I_ROD * turn ** 2
    }
    return sum
  }
  const run = integrate(
    {
      n: 2,
      f: (_t, x, dx) => {
        dx[0] = x[1]
        dx[1] = -(0.5 * slope(mass, x[0]) * x[1] ** 2 + slope(potential, x[0])) / mass(x[0])
      },
    },
    { method: 'dop853', t0: 0, x0: [0, W_START], tEnd: stopTime, rtol: 1e-11, atol: 1e-11 },
  )
  return { phi: run.x[0], w: run.x[1] }
}

const solid = (mass: number, Ixx: number, Iyy: number, Izz: number) =>
  Solid({ massProperties: MassProperties({ mass, Ixx, Iyy, Izz }) })

/** Parts of one cylinder, with the names of a cylinder; the crank is `crank`. */
function createCylinder(
  name: string,
  bank: Bank,
  kind: 'planar' | 'spatial' | 'rod',
  z = 0,
): Record<string, unknown> {
  const { piston, rod } = locate(bank, 0)
  const pin = [-R * Math.sin(bank.pin), R * Math.cos(bank.pin), z]
  const prefix = (members: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(members).map(([key, value]) => [`${name}${key}`, value]))
  const common = {
    Pin: Object3D({ parent: 'crank', translation: pin }),
    Axis: Object3D({ parent: 'world', translation: [0, 0, z], rotation: [0, 0, bank.tilt] }),
    Head: Object3D({ parent: `${name}Axis`, translation: [0, HEAD, 0] }),
    Piston: Object3D({ feature: solid(M_PISTON, 0.01, 0.01, 0.01) }),
    Top: Object3D({ parent: `${name}Piston`, translation: [0, 0.1, 0] }),
    Gas: SpringDamperPtP({
      ...{ obj1: `${name}Head`, obj2: `${name}Top` },
      springForceLaw: (height: number) => -gasForce(height),
    }),
  }
  const slider = { obj1: `${name}Axis`, obj2: `${name}Piston`, axis: 'y', s: piston } as const
  if (kind === 'rod')
    return prefix({
      ...common,
      Slider: Prismatic(slider),
      Rod: Rod({ obj1: `${name}Pin`, obj2: `${name}Piston`, mass: M_ROD }),
    })
  const bearing = Revolute({ obj1: `${name}Pin`, obj2: `${name}Low`, phi: rod })
  return prefix({
    ...common,
    Body: Object3D({ feature: solid(M_ROD, I_ROD, 1e-9, I_ROD) }),
    Low: Object3D({ parent: `${name}Body`, translation: [0, -L / 2, 0] }),
    High: Object3D({ parent: `${name}Body`, translation: [0, L / 2, 0] }),
    Bearing: bearing,
    ...(kind === 'planar'
      ? {
          Slider: Prismatic(slider),
          Joint: Revolute({ obj1: `${name}High`, obj2: `${name}Piston`, phi: { nominal: 1 } }),
        }
      : {
          Slider: Cylindrical({ obj1: `${name}Axis`, obj2: `${name}Piston`, axis: 'y', s: piston }),
          Joint: Spherical({ obj1: `${name}High`, obj2: `${name}Piston` }),
        }),
  })
}

const frame = {
  world: Object3D({ feature: Scene({ enableContactDetection: false }) }),
  crank: Object3D({ feature: solid(5, J_CRANK, J_CRANK, J_CRANK) }),
}
const bearing = { main: Revolute({ obj1: 'world', obj2: 'crank', phi: 0, w: W_START }) }
const run = (members: object, stopTime: number) =>
  simulate(Model3D(members as Parameters<typeof Model3D>[0]), { stopTime, tolerance: 1e-10 })

describe('a one-cylinder engine', () => {
  const bank = { tilt: 0, pin: 0.3 }
  const stopTime = 0.5
  const expected = solveReduced([bank], 0, stopTime)

  test.each(['planar', 'spatial', 'rod'] as const)(
    'follows its equation of motion with joints: %s',
    (kind) => {
      const result = run({ ...frame, ...bearing, ...createCylinder('c', bank, kind) }, stopTime)
      // 1e-10 per step, over a few hundred steps, at 10 rad/s
      expect(result.final('main.phi')).toBeCloseTo(expected.phi, 6)
      expect(result.final('main.w')).toBeCloseTo(expected.w, 5)
      const { piston } = locate(bank, result.final('main.phi'))
      expect(result.final('cSlider.s')).toBeCloseTo(piston, 9)
    },
  )

  test('follows its equation of motion with a flywheel behind a flange', () => {
    const result = run(
      {
        ...frame,
        main: RevoluteWithFlange({ obj1: 'world', obj2: 'crank', phi: { init: 0 }, w: { init: W_START } }),
        flywheel: Inertia({ J: 1, phi: { init: null }, w: { init: null } }),
        connect: [['flywheel.flange_a', 'main.flange']],
        ...createCylinder('c', bank, 'planar'),
      },
      stopTime,
    )
    const reduced = solveReduced([bank], 1, stopTime)
    expect(result.final('main.phi')).toBeCloseTo(reduced.phi, 6)
    expect(result.final('main.w')).toBeCloseTo(reduced.w, 5)
  })
})

test('a V6 engine follows its equation of motion', () => {
  const degree = Math.PI / 180
  const banks = [-30, 90, 210, 210, 90, -30].map((pin, k) => ({
    pin: pin * degree,
    tilt: (k % 2 === 0 ? -30 : 30) * degree,
  }))
  const stopTime = 0.3
  const expected = solveReduced(banks, 0, stopTime)
  const cylinders = Object.assign(
    {},
    ...banks.map((bank, k) => createCylinder(`c${k + 1}`, bank, 'planar', 0.2 * k)),
  )
  const result = run({ ...frame, ...bearing, ...cylinders }, stopTime)
  expect(result.final('main.phi')).toBeCloseTo(expected.phi, 6)
  expect(result.final('main.w')).toBeCloseTo(expected.w, 5)
  banks.forEach((bank, k) => {
    expect(result.final(`c${k + 1}Slider.s`)).toBeCloseTo(locate(bank, result.final('main.phi')).piston, 9)
  })
})
