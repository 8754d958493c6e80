/** Expected results of the examples with closed loops, by the names of their files. */
import { expect } from 'vitest'
import { simulateBricard } from '../../../examples/bricard.ts'
import {
  BOOM,
  BOOM_MASS,
  LOAD as CRANE_LOAD,
  DURATION,
  EYE,
  lengthAt,
  MAST,
  PISTON,
  STROKE,
  simulateCrane,
  TUBE,
} from '../../../examples/crane.ts'
import { simulateFourBarMotor } from '../../../examples/four-bar-motor.ts'
import { simulateGovernor, TILT } from '../../../examples/governor.ts'
import { LIFT, OMEGA, simulateStewart, TURN } from '../../../examples/stewart-platform.ts'
import { CRANK, CYLINDERS, FLYWHEEL, LOAD, ROD, simulateV6 } from '../../../examples/v6-engine.ts'

/** Values come from an independent computation in absolute coordinates at 1e-13; the examples have 1e-8, and errors add up. */
const LIMIT = 1e-6

export const LOOP_EXAMPLES: Record<string, () => unknown> = {
  'four-bar-motor.ts': () => {
    const result = simulateFourBarMotor()
    // angles of the trusted values are relative to the start, where the crank is upright
    expect(Math.abs(result.final('rev1.phi') - Math.PI / 2 - 23.15250583700264)).toBeLessThan(LIMIT)
    expect(Math.abs(result.final('rev1.w') - 6.708378692987291)).toBeLessThan(LIMIT)
    expect(Math.abs(result.final('rev4.w') + 3.920217613281808)).toBeLessThan(LIMIT)
    expect(Math.abs(result.final('inductor.i') - 8.76865445566469)).toBeLessThan(LIMIT)
    const [x, y] = result.finalVector('coupler.r_abs')
    expect(Math.hypot(x - 0.457402955590252, y - 0.2457812252121286)).toBeLessThan(LIMIT)
    expect(result.segments[0]).toMatchObject({ dof: 1, redundant: 3 })
  },

  'bricard.ts': () => {
    const result = simulateBricard()
    const values: readonly (readonly [number, number, number])[] = [
      [1, 1.035028459518051, -0.4806211041771831],
      [3, 2.884761604458882, -0.2039739962093856],
      [8, 2.876043670392633, -0.2094097182158579],
    ]
    for (const [t, odd, even] of values) {
      for (const k of [1, 3, 5]) expect(Math.abs(result.at(`rev${k}.phi`, t) - odd)).toBeLessThan(LIMIT)
      for (const k of [2, 4, 6]) expect(Math.abs(result.at(`rev${k}.phi`, t) - even)).toBeLessThan(LIMIT)
    }
    expect(result.segments[0]).toMatchObject({ dof: 1, redundant: 1 })
  },

  'governor.ts': () => {
    const result = simulateGovernor()
    const values = [
      { t: 1, phi: 7.096982636262796, w: 6.702068608022576, s: 0.1911897526958339, arm: -0.2096568892991084 },
      { t: 3, phi: 21.25222977005217, w: 7.039435360879642, s: 0.1243394196242426, arm: -0.1384893171932169 },
    ]
    for (const { t, phi, w, s, arm } of values) {
      expect(Math.abs(result.at('bearing.phi', t) - phi)).toBeLessThan(LIMIT)
      expect(Math.abs(result.at('bearing.w', t) - w)).toBeLessThan(LIMIT)
      expect(Math.abs(result.at('guide.s', t) - s)).toBeLessThan(LIMIT)
      expect(Math.abs(result.at('hinge1.phi', t) - TILT - arm)).toBeLessThan(LIMIT)
      expect(Math.abs(result.at('hinge2.phi', t) + TILT + arm)).toBeLessThan(LIMIT)
    }
    expect(result.segments[0]).toMatchObject({ dof: 2, redundant: 6 })
  },

  'stewart-platform.ts': () => {
    const result = simulateStewart()
    const time = result.values('time')
    const [places, turns] = ['plate.r_abs', 'plate.rot123_abs'].map((name) => result.values(name))
    time.forEach((t, i) => {
      const phase = Math.sin(OMEGA * t)
      // loops are closed to 1e-13 m, and the legs are not near a singular pose
      for (const [k, x] of [0, 0, 0.6 + LIFT * phase].entries())
        expect(Math.abs(places[3 * i + k] - x)).toBeLessThan(1e-10)
      for (const [k, angle] of [0, 0, TURN * phase].entries())
        expect(Math.abs(turns[3 * i + k] - angle)).toBeLessThan(1e-10)
    })
    // The work of the legs is the energy of the bodies: trapezoids of 5 ms, (π·5e-3)²/12 = 2e-5 of some 20 J
    const energy = result.values('world.totalEnergy')
    const power = time.map((_, i) =>
      [0, 1, 2, 3, 4, 5].reduce(
        (sum, k) => sum + result.values(`leg${k}.flange.f`)[i] * result.values(`leg${k}.v`)[i],
        0,
      ),
    )
    let work = 0
    for (let i = 1; i < time.length; i++) {
      work += 0.5 * (power[i] + power[i - 1]) * (time[i] - time[i - 1])
      expect(Math.abs(work - (energy[i] - energy[0]))).toBeLessThan(1e-3)
    }
    // at the top the plate is at rest and the energy has grown by the work against the weight of 10 kg, and by some of
    // the legs
    const top = time.findIndex((t) => t >= 0.5)
    expect(energy[top]).toBeGreaterThan(energy[0] + 10 * 9.81 * LIFT - 3)
    expect(result.segments[0].redundant).toBe(0)
  },

  'crane.ts': () => {
    const result = simulateCrane()
    const time = result.values('time')
    const [phi, s, f, v] = ['hinge.phi', 'cylinder.slider.s', 'cylinder.slider.f', 'cylinder.slider.v'].map(
      (name) => result.values(name),
    )
    const energy = result.values('world.totalEnergy')
    const [atFoot, atEye] = ['atFoot.forceVector', 'atEye.forceVector'].map((name) => result.values(name))
    let work = 0
    time.forEach((_, i) => {
      expect(Math.abs(lengthAt(phi[i]) - s[i])).toBeLessThan(1e-10)
      if (i > 0) work += 0.5 * (f[i] * v[i] + f[i - 1] * v[i - 1]) * (time[i] - time[i - 1])
      // trapezoids of 10 ms: (π/4·0.01)²/12 of some 10 kJ
      expect(Math.abs(work - (energy[i] - energy[0]))).toBeLessThan(0.1)
    })
    // holding forces of tube and piston: their accelerations are 0.2 m/s2 at most, 3 % of their weight, at rest in the
    // end
    const last = 3 * (time.length - 1)
    const vertical = atFoot[last + 1] - atEye[last + 1]
    expect(Math.abs(vertical / ((TUBE + PISTON) * 9.81) - 1)).toBeLessThan(0.03)
    // moments about the hinge at the end: weights, and the deceleration by (π/4)² of half of the stroke; the part of
    // the cylinder carried by the boom, some 20 kg 1.5 m from the hinge, is 1.5 % of it
    const angle = phi[time.length - 1]
    const lever = (MAST * EYE * Math.cos(angle)) / s[time.length - 1]
    const arm = BOOM * Math.cos(angle) + 0.3 * Math.sin(angle)
    const weight = 9.81 * ((BOOM_MASS * BOOM * Math.cos(angle)) / 2 + CRANE_LOAD * arm)
    const inertia = (BOOM_MASS * BOOM ** 2) / 3 + CRANE_LOAD * (BOOM ** 2 + 0.3 ** 2)
    const acceleration = (-0.5 * STROKE * (Math.PI / DURATION) ** 2) / lever
    expect(Math.abs((f[time.length - 1] * lever) / (weight + inertia * acceleration) - 1)).toBeLessThan(0.02)
  },

  'v6-engine.ts': () => {
    const result = simulateV6()
    const time = result.values('time')
    const w = result.values('bearing.w')
    const phi = result.final('bearing.phi')
    CYLINDERS.forEach(({ tilt, crank }, k) => {
      // the angle of the crank from the axis of the cylinder, and the piston by the triangle of crank and rod
      const angle = phi + crank - tilt
      const expected = CRANK * Math.cos(angle) + Math.sqrt(ROD ** 2 - (CRANK * Math.sin(angle)) ** 2)
      expect(Math.abs(result.final(`cylinder${k + 1}.slider.s`) - expected)).toBeLessThan(1e-10)
    })
    // the work of the gas is in the bodies and in the flywheel, except for the work on the load
    let lost = 0
    for (let i = 1; i < time.length; i++)
      lost += 0.5 * LOAD * (w[i] ** 2 + w[i - 1] ** 2) * (time[i] - time[i - 1])
    const work = CYLINDERS.reduce((sum, _, k) => sum + result.final(`cylinder${k + 1}.gas.work`), 0)
    const stored = (i: number): number => result.values('world.totalEnergy')[i] + 0.5 * FLYWHEEL * w[i] ** 2
    const gained = stored(time.length - 1) - stored(0)
    // 1e-7 for each of a hundred steps, of some hundred joules; trapezoids of 0.06 ms
    expect(Math.abs((gained + lost) / work - 1)).toBeLessThan(1e-5)
    expect(work).toBeGreaterThan(100)
    expect(result.segments[0]).toMatchObject({ dof: 1, redundant: 18 })
  },
}
