/** Friction elements under random drives over long times, compared with an independent computation with small steps. */

import { equations, Model, simulate } from 'vario'
import { BearingFriction, Brake, Clutch, Inertia, Torque } from 'vario/library/rotational'
import { Force, Mass, BearingFriction as RodFriction, SlidingFriction } from 'vario/library/translational'
import { describe, expect, it } from 'vitest'
import type { ModelNode } from '../../src/model/index.ts'
import { createRandom } from './support.ts'

interface Law {
  readonly inertia: number
  /** Coulomb force, its varying part, viscous coefficient, peak. */
  readonly coulomb: (t: number) => number
  readonly d: number
  readonly peak: number
}

interface Point {
  readonly t: number
  readonly v: number
  readonly mode: number
}

/**
 * Stick and slip of one mass: Heun's method with steps of 1e-4 s while sliding; at a change of sign the velocity is
 * zero, and the mass sticks if the force permits it. Errors of 1e-6 in the velocity.
 */
function computeStickSlip(law: Law, force: (t: number) => number, v0: number, stopTime: number): Point[] {
  const dt = 1e-4
  const points: Point[] = []
  let v = v0
  let mode = Math.sign(v0)
  const n = Math.round(stopTime / dt)
  for (let k = 0; k < n; k++) {
    const t = k * dt
    points.push({ t, v, mode })
    const slope = (time: number, speed: number): number =>
      (force(time) - mode * (law.coulomb(time) + law.d * Math.abs(speed))) / law.inertia
    if (mode === 0) {
      const f = force(t)
      if (Math.abs(f) > law.peak * law.coulomb(t)) mode = Math.sign(f)
    }
    if (mode === 0) continue
    const first = slope(t, v)
    const next = v + (dt / 2) * (first + slope(t + dt, v + dt * first))
    if (next * mode >= 0) {
      v = next
      continue
    }
    // v = 0 at t + part of dt; the rest of the step begins there
    const part = v / (v - next)
    v = 0
    mode = 0
    const f = force(t + part * dt)
    if (Math.abs(f) > law.peak * law.coulomb(t + part * dt)) {
      mode = Math.sign(f)
      v = (1 - part) * dt * slope(t + part * dt, 0)
    }
  }
  return points
}

function createDrive(random: () => number, amplitude: number): { f: (t: number) => number; text: string } {
  const terms = Array.from({ length: 3 }, () => ({
    a: amplitude * (0.3 + random()),
    w: 0.5 + 12 * random(),
    p: 6 * random(),
  }))
  return {
    f: (t) => terms.reduce((sum, { a, w, p }) => sum + a * Math.sin(w * t + p), 0),
    text: terms.map(({ a, w, p }) => `${a}*sin(${w}*time + ${p})`).join(' + '),
  }
}

function largestSpeed(points: readonly Point[]): number {
  return points.reduce((largest, { v }) => Math.max(largest, Math.abs(v)), 0)
}

interface Names {
  readonly velocity: string
  readonly mode: string
}

/** Modes agree except for the moments around a change, velocities everywhere. */
function expectAgreement(
  model: ModelNode,
  names: Names,
  points: readonly Point[],
  scale: number,
  stopTime: number,
): void {
  const result = simulate(model, { stopTime, interval: stopTime / 2000, tolerance: 1e-7 })
  const mode = result.values(names.mode)
  const v = result.values(names.velocity)
  let changes = 0
  for (let k = 0; k < mode.length; k++) {
    const index = Math.round(result.time[k] * 1e4)
    const near = points.slice(Math.max(0, index - 20), index + 20)
    if (near.length < 40) continue
    // second order in dt = 1e-4, and the part of a step in which the mode changes
    expect(Math.abs(v[k] - points[index].v)).toBeLessThan(1e-3 * scale)
    if (near.every((point) => point.mode === near[0].mode)) expect(mode[k]).toBe(near[0].mode)
    if (k > 0 && mode[k] !== mode[k - 1]) changes++
  }
  // the drive makes it stick and slip repeatedly
  expect(changes).toBeGreaterThan(20)
}

describe.each([1, 2, 4, 5, 6, 9])('random drive %i', (seed) => {
  const random = createRandom(seed)
  const stopTime = 40
  // masses from 1e-4 to 10, with proportionate forces
  const inertia = 10 ** (-4 + 5 * random())
  const coulomb = inertia * (1 + 5 * random())
  const d = seed % 3 === 0 ? 0 : 0.3 * inertia * random()
  const peak = seed % 2 === 0 ? 1 : 1 + random()
  const drive = createDrive(random, coulomb * (0.6 + 0.8 * random()))
  const v0 = 20 * (random() - 0.5)
  const law: Law = { inertia, coulomb: () => coulomb, d, peak }
  const points = computeStickSlip(law, drive.f, v0, stopTime)
  const scale = largestSpeed(points)

  it('BearingFriction', () => {
    const model = Model({
      torque: Torque(),
      J: Inertia({ J: inertia, w: { init: v0 } }),
      friction: BearingFriction({ tau_c: coulomb, d, peak }),
      connect: [
        ['torque.flange', 'J.flange_a'],
        ['J.flange_b', 'friction.flange_a'],
      ],
      equations: equations(`torque.tau = ${drive.text}`),
    })
    expectAgreement(model, { velocity: 'J.w', mode: 'friction.mode' }, points, scale, stopTime)
  })

  it('RodFriction', () => {
    const mass = { m: inertia, v: { init: v0 } }
    const support = Model({
      force: Force(),
      m: Mass(mass),
      friction: RodFriction({ f_c: coulomb, d, peak }),
      connect: [
        ['force.flange', 'm.flange_a'],
        ['m.flange_b', 'friction.flange_a'],
      ],
      equations: equations(`force.f = ${drive.text}`),
    })
    expectAgreement(support, { velocity: 'm.v', mode: 'friction.mode' }, points, scale, stopTime)
  })

  it('Brake with a pressure that varies, and is off at times', () => {
    const pressure = (t: number) => Math.max(0, 0.5 + 0.6 * Math.sin(0.7 * t))
    const braked = computeStickSlip(
      { inertia, coulomb: (t) => coulomb * pressure(t), d: 0, peak },
      drive.f,
      v0,
      stopTime,
    )
    const model = Model({
      torque: Torque(),
      J: Inertia({ J: inertia, w: { init: v0 } }),
      brake: Brake({ mue: 0.5, cgeo: 2, fn_max: coulomb, peak }),
      connect: [
        ['torque.flange', 'J.flange_a'],
        ['J.flange_b', 'brake.flange_a'],
      ],
      equations: equations(`
        torque.tau = ${drive.text}
        brake.f_normalized = max(0, 0.5 + 0.6*sin(0.7*time))
        isOn = if brake.mode == 2 then 0 else 1
      `),
    })
    const result = simulate(model, { stopTime, interval: stopTime / 2000, tolerance: 1e-7 })
    const largest = largestSpeed(braked)
    const v = result.values('J.w')
    result.time.forEach((t, k) => {
      const index = Math.round(t * 1e4)
      if (index < braked.length) expect(Math.abs(v[k] - braked[index].v)).toBeLessThan(1e-3 * largest)
    })
  })
})

describe('the rotor of a robot drive', () => {
  it.each(['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const)(
    'comes to rest and turns back: %s',
    (solver) => {
      const model = Model({
        torque: Torque(),
        J: Inertia({ J: 0.0013, w: { init: -277 } }),
        friction: BearingFriction({ tau_c: 0.5, d: 7.7e-4 }),
        connect: [
          ['torque.flange', 'J.flange_a'],
          ['J.flange_b', 'friction.flange_a'],
        ],
        equations: equations`torque.tau = if time < 1 then 0 else 0.6*sin(2*pi*(time - 1))`,
      })
      const points = computeStickSlip(
        { inertia: 0.0013, coulomb: () => 0.5, d: 7.7e-4, peak: 1 },
        (t) => (t < 1 ? 0 : 0.6 * Math.sin(2 * Math.PI * (t - 1))),
        -277,
        6,
      )
      const result = simulate(model, { stopTime: 5.99, solver })
      const mode = result.values('friction.mode')
      const w = result.values('J.w')
      result.time.forEach((t, k) => {
        const index = Math.round(t * 1e4)
        const near = points.slice(Math.max(0, index - 50), index + 50)
        expect(Math.abs(w[k] - points[index].v)).toBeLessThan(0.05)
        if (near.length === 100 && near.every((point) => point.mode === near[0].mode))
          expect(mode[k]).toBe(near[0].mode)
      })
    },
  )
})

describe('a clutch between two rotors', () => {
  it.each([11, 12, 13])('random drive %i', (seed) => {
    const random = createRandom(seed)
    const [J1, J2] = [0.1 + random(), 0.1 + random()]
    const drive = createDrive(random, 4)
    const pressure = (t: number) => 0.6 + 0.5 * Math.sin(0.9 * t)
    // relative motion: J1 J2/(J1 + J2) der(w1 - w2) = J2/(J1 + J2) tau - clutch torque
    const reduced = (J1 * J2) / (J1 + J2)
    const part = J2 / (J1 + J2)
    const law: Law = { inertia: reduced, coulomb: (t) => 3 * pressure(t), d: 0, peak: 1.1 }
    const points = computeStickSlip(law, (t) => part * drive.f(t), 5, 40)
    const model = Model({
      torque: Torque(),
      J1: Inertia({ J: J1, w: { init: 0 }, phi: { init: 0 } }),
      clutch: Clutch({ mue: 0.5, cgeo: 2, fn_max: 3, peak: 1.1 }),
      J2: Inertia({ J: J2, w: { init: 5 }, phi: { init: 0 } }),
      connect: [
        ['torque.flange', 'J1.flange_a'],
        ['J1.flange_b', 'clutch.flange_a'],
        ['clutch.flange_b', 'J2.flange_a'],
      ],
      equations: equations(`
        torque.tau = -(${drive.text})
        clutch.f_normalized = 0.6 + 0.5*sin(0.9*time)
      `),
    })
    // clutch.w = w2 - w1 starts at 5 and is driven by +part of the drive
    const scale = largestSpeed(points)
    expectAgreement(model, { velocity: 'clutch.w', mode: 'clutch.mode' }, points, scale, 40)
  })
})

describe('friction between two moving parts', () => {
  it.each([21, 22])('SlidingFriction, random drive %i', (seed) => {
    const random = createRandom(seed)
    const [m1, m2] = [0.5 + random(), 0.5 + random()]
    const drive = createDrive(random, 3)
    const part = m1 / (m1 + m2)
    const law: Law = { inertia: (m1 * m2) / (m1 + m2), coulomb: () => 2, d: 0.1, peak: seed === 21 ? 1 : 1.3 }
    const points = computeStickSlip(law, (t) => part * drive.f(t), 3, 40)
    const model = Model({
      force: Force(),
      m1: Mass({ m: m1, v: { init: 0 }, s: { init: 0 } }),
      friction: SlidingFriction({ f_c: 2, d: 0.1, peak: law.peak }),
      m2: Mass({ m: m2, v: { init: 3 }, s: { init: 0 } }),
      connect: [
        ['m1.flange_b', 'friction.flange_a'],
        ['friction.flange_b', 'm2.flange_a'],
        ['m2.flange_b', 'force.flange'],
      ],
      equations: equations(`force.f = ${drive.text}`),
    })
    const scale = largestSpeed(points)
    expectAgreement(model, { velocity: 'friction.v', mode: 'friction.mode' }, points, scale, 40)
  })
})
