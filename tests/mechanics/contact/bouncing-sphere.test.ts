import { PRISMATIC } from 'vario/mechanics'
import { describe, expect, it } from 'vitest'
import { computeStaticPenetration } from '../../../src/mechanics/contact-forces/hertz-penetration.ts'
import { ContactScene } from './contact-scene.ts'
import { STEEL_STEEL } from './materials.ts'
import { plate, sphere } from './shapes.ts'

const G = 9.81

/** A steel sphere of radius 0.1 m on a vertical prismatic joint above a steel plate; s = 0 where it touches. */
function createDrop(mass: number, thickness = 0.1, zeroCrossings: 'two' | number = 'two'): ContactScene {
  return new ContactScene({
    bodies: [{ parent: -1, kind: PRISMATIC, p_PJ: [0, 0, 0.1], mass }],
    shapes: [sphere(0, 0.2), plate(1, 1, thickness)],
    rules: { mayMeet: () => true, material: () => STEEL_STEEL },
    gravity: [0, 0, -G],
    options: { zeroCrossings },
  })
}

describe('sphere bouncing on a plate', () => {
  // s, v and the number of events at t = 2.2 s, computed independently at 1e-10 and printed with 6 and 7 digits
  for (const method of ['dop853', 'radau5', 'auto'] as const) {
    it(`reaches the position of an independent computation: ${method}`, () => {
      const run = createDrop(0.001).run({ x0: [1, 0, 0], tEnd: 2.2, tolerance: 1e-10, method })
      expect(run.events.length).toBe(12)
      // half a digit of the printed values, and errors of 12 events at 1e-10
      expect(Math.abs(run.x[0] - 3.86268e-4)).toBeLessThan(0.5e-9 + 2e-9)
      expect(Math.abs(run.x[1] + 0.4418119)).toBeLessThan(0.5e-7 + 1e-8)
    })
  }

  it('reaches it also with functions for single pairs', () => {
    const run = createDrop(0.001, 0.1, 3).run({ x0: [1, 0, 0], tEnd: 2.2, tolerance: 1e-10 })
    expect(run.events.length).toBe(12)
    expect(Math.abs(run.x[0] - 3.86268e-4)).toBeLessThan(2.5e-9)
  })

  it('never gains energy: kinetic + potential + elastic + dissipated energy stay constant', () => {
    const scene = createDrop(0.001)
    const E0 = 0.001 * G * 1.1
    let previous = E0
    let deviation = 0
    const run = scene.run({
      x0: [1, 0, 0],
      tEnd: 2.2,
      tolerance: 1e-10,
      onStep: () => {
        const energy = scene.computeEnergy()
        // errors per step: tolerance times velocity m v, some 1e-3 kg · 4 m/s · 1e-10 m/s
        deviation = Math.max(deviation, energy - previous)
        previous = energy
      },
    })
    expect(deviation).toBeLessThan(1e-11)
    expect(Math.abs(scene.computeEnergy() + run.x[2] - E0)).toBeLessThan(1e-10)
    expect(run.x[2]).toBeGreaterThan(0.8 * E0)
  })

  it('never falls through: thin plates stop fast spheres', () => {
    // 1 mm of steel, hit with 100 m/s: without a limit, steps of free flight are as long as the run
    const scene = createDrop(0.001, 0.001)
    const run = scene.run({ x0: [0.5, -100, 0], tEnd: 0.01, tolerance: 1e-6, atol: 1e-9 })
    expect(run.events.length).toBe(2)
    expect(run.x[1]).toBeGreaterThan(60)
    expect(run.x[1]).toBeLessThan(70)
  })
})

describe('sphere at rest', () => {
  it('stays at rest for 1000 s', () => {
    const mass = 33.5
    // k of contact-truth.json for this pair of shapes and materials
    const rest = -computeStaticPenetration(46333738610.5257, mass * G)
    const run = createDrop(mass).run({
      x0: [rest, 0, 0],
      tEnd: 1000,
      tolerance: 1e-6,
      atol: 1e-10,
      method: 'auto',
    })
    expect(run.events.length).toBe(0)
    expect(Math.abs(run.x[0] - rest)).toBeLessThan(1e-10)
    expect(Math.abs(run.x[1])).toBeLessThan(1e-10)
    expect(run.stats.steps).toBeLessThan(200)
  })

  it('comes to rest from a touching start, without bouncing', () => {
    const mass = 33.5
    const rest = -computeStaticPenetration(46333738610.5257, mass * G)
    const run = createDrop(mass).run({
      x0: [0, 0, 0],
      tEnd: 1000,
      tolerance: 1e-6,
      atol: 1e-10,
      method: 'auto',
    })
    expect(run.events.length).toBe(0)
    expect(Math.abs(run.x[0] - rest)).toBeLessThan(1e-9)
  })

  it('comes to rest after a drop with finitely many bounces', () => {
    const mass = 33.5
    const rest = -computeStaticPenetration(46333738610.5257, mass * G)
    const run = createDrop(mass).run({
      x0: [0.1, 0, 0],
      tEnd: 1000,
      tolerance: 1e-6,
      atol: 1e-10,
      method: 'auto',
    })
    // 1.4 m/s fall below v_small = 0.01 m/s within ln(140)/ln(1/0.683) = 13 bounces
    expect(run.events.length).toBeLessThanOrEqual(2 * 16)
    expect(Math.abs(run.x[0] - rest)).toBeLessThan(1e-9)
  })
})
