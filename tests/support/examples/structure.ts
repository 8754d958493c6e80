/** Expected results of the examples with variable structure, by the names of their files. */
import type { SignalTable } from 'vario'
import { expect } from 'vitest'
import { LENGTH, limitOf, N_LINK, simulateChain } from '../../../examples/breaking-chain.ts'
import { N_BAD, N_PART, SIZE, SPEED, simulateConveyor } from '../../../examples/conveyor.ts'
import {
  SPEED as APPROACH,
  CAPSULE,
  OFFSET,
  PARTING,
  STATION,
  simulateDocking,
} from '../../../examples/docking.ts'
import { CHANGES, heatOf, simulateRefinedRod, temperaturesAt } from '../../../examples/refined-rod.ts'
import { OPEN, simulateSatellite } from '../../../examples/satellite.ts'
import {
  CAR,
  DROP,
  INERTIA,
  PULL,
  RADIUS,
  simulateTrailer,
  TRAILER,
  WHEEL,
} from '../../../examples/trailer.ts'
import { GRAVITY } from './bouncing-ball.ts'

interface RunLog {
  readonly actions: readonly { readonly time: number; readonly text: string; readonly lostEnergy?: number }[]
  readonly segments: readonly { readonly dof: number; readonly steps: number }[]
}

const logOf = (result: SignalTable) => result.attributes as unknown as RunLog

/** A vector at all points. */
function pointsOf(result: SignalTable, name: string): number[][] {
  const { values, nElement } = result.signal(name)
  return Array.from({ length: result.time.length }, (_, i) =>
    Array.from(values.slice(nElement * i, nElement * (i + 1))),
  )
}

export const STRUCTURE_EXAMPLES: Record<string, () => unknown> = {
  'docking.ts': () => {
    const result = simulateDocking()
    const [dock, part] = logOf(result).actions
    // 5 m at 0.3 m/s, except for half a millimeter, in which bisection finds the time to rounding
    expect(Math.abs(dock.time - (5 - 5e-4) / APPROACH)).toBeLessThan(1e-9)
    expect(part.time).toBe(PARTING)
    // Both as one: reduced mass, arms of the line of motion beside the common center
    const [m1, m2] = [STATION.mass, CAPSULE.mass]
    const mu = (m1 * m2) / (m1 + m2)
    const dx = STATION.half + CAPSULE.half + 5e-4
    const inertia = STATION.inertia + CAPSULE.inertia + mu * (dx * dx + OFFSET * OFFSET)
    const L = mu * OFFSET * APPROACH
    const lost = 0.5 * mu * APPROACH ** 2 - (0.5 * L * L) / inertia
    // the plastic lock is exact except for rounding; its poses are as exact as the tolerance of 1e-8
    expect(Math.abs(dock.lostEnergy! / lost - 1)).toBeLessThan(1e-7)
    const i = result.time.indexOf(PARTING)
    expect(Math.abs(result.at('station.angularVelocity[3]', 40) / (L / inertia) - 1)).toBeLessThan(1e-6)
    expect(i).toBeGreaterThan(0)
    for (const name of ['world.momentum', 'world.angularMomentum']) {
      const points = pointsOf(result, name)
      // momentum of 180 kg.m/s, angular momentum of 144 kg.m2/s about the origin; tolerance 1e-8, a hundred times
      for (const point of points)
        for (const [k, x] of point.entries()) expect(Math.abs(x - points[0][k])).toBeLessThan(1e-6 * 180)
    }
  },

  'satellite.ts': () => {
    const result = simulateSatellite()
    const { actions, segments } = logOf(result)
    expect(actions.map(({ text }) => text)).toEqual(['right.joint is locked', 'left.joint is locked'])
    expect(segments.map(({ dof }) => dof)).toEqual([8, 7, 6])
    // The latch is at its place, up to the bisection of the event
    for (const side of ['right', 'left'])
      expect(Math.abs(result.final(`${side}.joint.phi`) - OPEN)).toBeLessThan(1e-9)
    // No momentum, no angular momentum: as one rigid body it is at rest. Sizes are 1 kg.m/s; a hundred tolerances
    for (const name of ['world.momentum', 'world.angularMomentum'])
      for (const point of pointsOf(result, name)) expect(Math.hypot(...point)).toBeLessThan(1e-7)
    expect(Math.hypot(...result.finalVector('body.angularVelocity'))).toBeLessThan(1e-7)
    expect(result.final('world.kineticEnergy')).toBeLessThan(1e-12)
    // but it has turned, because the panels have
    expect(Math.abs(result.final('body.rot123_abs[3]'))).toBeGreaterThan(0.01)
    // The energy of the springs is the energy absorbed by the latches
    const energy = result.values('world.totalEnergy')
    const lost = actions.reduce((sum, { lostEnergy }) => sum + lostEnergy!, 0)
    expect(Math.abs(energy[0] - energy[energy.length - 1] - lost)).toBeLessThan(1e-6 * lost)
  },

  'breaking-chain.ts': () => {
    const result = simulateChain()
    const { actions, segments } = logOf(result)
    const joint = Number(/^joint(\d)/.exec(actions[0].text)![1])
    expect(limitOf(joint)).toBe(30)
    expect(actions).toHaveLength(1)
    expect(segments.map(({ dof }) => dof)).toEqual([N_LINK, N_LINK + 6 - 1])
    // No mass is lost: steel, 20 mm x 20 mm x 0.2 m
    const mass = 8000 * 0.02 * 0.02 * LENGTH
    const energy = result.values('world.totalEnergy')
    // energies of some 20 J, a hundred tolerances
    for (const value of energy) expect(Math.abs(value - energy[0])).toBeLessThan(2e-5)
    // The center of mass of the broken part flies along a parabola
    const loose = Array.from({ length: N_LINK - joint + 1 }, (_, k) => `links[${joint + k}].bar.r_abs`)
    const center = (t: number) =>
      [1, 2].map((i) => loose.reduce((sum, name) => sum + result.at(`${name}[${i}]`, t), 0) / loose.length)
    // three points 0.25 s apart: the second difference is -g h², or none; interpolation of the output, cubic, is
    // exact at its points
    const [a, b, c] = [0.6, 0.85, 1.1].map(center)
    expect(Math.abs(a[0] - 2 * b[0] + c[0])).toBeLessThan(1e-6)
    expect(Math.abs(a[1] - 2 * b[1] + c[1] + GRAVITY * 0.0625)).toBeLessThan(1e-6)
    expect(mass).toBeCloseTo(0.64, 12)
  },

  'refined-rod.ts': () => {
    const result = simulateRefinedRod()
    // The same heat before and after each change, and the right number of elements
    for (const { time, elements } of CHANGES) {
      const i = result.time.indexOf(time)
      const [before, after] = [temperaturesAt(result, i), temperaturesAt(result, i + 1)]
      expect(after).toHaveLength(elements)
      expect(Math.abs(heatOf(after) / heatOf(before) - 1)).toBeLessThan(1e-12)
    }
    // Reference values (matrix exponential, 12 digits): before and after the first change, 8 and 16 elements
    const at = (t: number) => temperaturesAt(result, result.time.indexOf(t))
    const before = [
      483.79523537897, 465.44584450173, 448.16281308224, 432.61080816486, 419.38723485817, 408.99936256238,
      401.84513596686, 398.19830541071,
    ]
    const after = [
      488.71910306249, 479.90003169617, 471.20871204795, 462.72893033817, 454.542415625, 446.72804721264,
      439.36109164314, 432.51247700972, 426.24811155575, 420.62825306776, 415.70693469637, 411.53145228305,
      408.14191739849, 405.57087972329, 403.84302160932, 402.97492711299,
    ]
    // tolerance 1e-10 of 400 K, and some hundred of it
    before.forEach((T, k) => {
      expect(Math.abs(at(20000)[k] - T)).toBeLessThan(1e-5)
    })
    after.forEach((T, k) => {
      expect(Math.abs(at(21000)[k] - T)).toBeLessThan(1e-5)
    })
    expect(Math.abs(heatOf(at(20000)) - 214860.0498625)).toBeLessThan(5e-3)
    // Five elements at the end are near the exact solution of the differential equation, 492.26 K in the middle
    expect(Math.abs(temperaturesAt(result, result.time.length - 1)[2] - 492.26430881967)).toBeLessThan(0.1)
  },

  'conveyor.ts': () => {
    const result = simulateConveyor()
    const { actions, segments } = logOf(result)
    const timesOf = (pattern: RegExp) =>
      actions.filter(({ text }) => pattern.test(text)).map(({ time }) => time)
    expect(timesOf(/is added/)).toHaveLength(N_PART)
    expect(timesOf(/is deleted/)).toHaveLength(N_PART)
    expect(timesOf(/bad.*is attached to arm.hand/)).toHaveLength(N_BAD)
    expect(timesOf(/good.*is attached/)).toHaveLength(0)
    // belt and arm remain
    expect(segments[segments.length - 1].dof).toBe(3)
    expect(result.warnings).toEqual([])
    // A part falls 2 mm, is stopped there by an impact that gives mu times its velocity along the belt, and slides
    // until it is as fast as this
    const [h, mu] = [0.002, 0.5]
    const fall = Math.sqrt((2 * h) / GRAVITY)
    const left = SPEED - mu * GRAVITY * fall
    const slip = SPEED * fall + left ** 2 / (2 * mu * GRAVITY)
    const [added, leaves] = [timesOf(/good.*is added/), timesOf(/good.*is deleted/)]
    leaves.forEach((time, k) => {
      const moved = result.at('drive.s', time) - result.at('drive.s', added[k])
      // the impact takes a millisecond or two, in which the part slides too, and the belt is somewhat slower later
      expect(Math.abs(moved - 1.9 - slip)).toBeLessThan(0.002)
    })
    // Without external forces along the belt while the arm stands still: momentum is constant
    const momentum = pointsOf(result, 'world.momentum').map(([x]) => x)
    result.time.forEach((t, i) => {
      if (t < 9.5) expect(Math.abs(momentum[i] / momentum[0] - 1)).toBeLessThan(1e-6)
    })
    // Bad parts lie on the floor of the bin, with one of their faces down, between its walls
    for (let k = 1; k <= N_BAD; k++) {
      const places = pointsOf(result, `bad[${k}].body.r_abs`).filter(([x]) => !Number.isNaN(x))
      const [x, y, z] = places[places.length - 1]
      expect(Math.abs(x - 1.8)).toBeLessThan(0.19 - SIZE / 2)
      expect(Math.abs(z - 0.6)).toBeLessThan(0.19 - SIZE / 2)
      // some micrometers of penetration
      expect(Math.abs(y - (-0.29 + SIZE / 2))).toBeLessThan(1e-4)
    }
  },

  'trailer.ts': () => {
    const result = simulateTrailer()
    const { segments } = logOf(result)
    // wheels that roll weigh more by their inertia over the square of their radius
    const wheel = WHEEL + INERTIA / RADIUS ** 2
    const [car, trailer] = [CAR + 4 * wheel, TRAILER + 3 * wheel]
    const v = (PULL / (car + trailer)) * DROP
    // slip is a small fraction of `vsmallFriction`, 1e-4 m/s, and the springs of the contacts oscillate a little at the
    // start
    expect(
      Math.abs(result.at('car.body.velocity[1]', DROP - 0.01) / (v * (1 - 0.01 / DROP)) - 1),
    ).toBeLessThan(1e-3)
    expect(Math.abs(result.final('trailer.body.velocity[1]') / v - 1)).toBeLessThan(1e-3)
    const after = v + (PULL / car) * (8 - DROP)
    expect(Math.abs(result.final('car.body.velocity[1]') / after - 1)).toBeLessThan(1e-3)
    // both stay on the road, straight
    for (const name of ['car', 'trailer']) {
      expect(Math.abs(result.final(`${name}.body.r_abs[2]`) - 0.6)).toBeLessThan(1e-3)
      expect(Math.abs(result.final(`${name}.body.r_abs[3]`))).toBeLessThan(1e-3)
    }
    // A body released by an action turns by 1e-6 rad only, unintentionally: no reason for small tolerances
    expect(segments[1].steps).toBeLessThan(10 * segments[0].steps)
  },
}
