/** Brakes and latches: joints of all kinds that stop and move again, from both ends of a chain. */
import { type SignalTable, simulate } from 'vario'
import { type ActionProgram, Free, JointForce, Revolute, Spherical } from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { BODIES, floating, kinds, largestDifference, vectorAt } from './chains.ts'

const options = { stopTime: 0.6, tolerance: 1e-11, interval: 0.05 }
const hidden = kinds.filter(([name]) => name !== 'Fix' && !name.includes('flange'))
const records = (result: SignalTable) =>
  result.attributes.actions as readonly { readonly lostEnergy?: number; readonly time: number }[]

/** Locks the second joint from 0.2 to 0.4 s, after a flip of the chain if `isFlipped`. */
const brake = (isFlipped: boolean): ActionProgram =>
  function* (act) {
    yield act.wait(0.1)
    if (isFlipped) yield act.changeJoint('l0', Free({ obj1: 'world', obj2: 'l2', orientation: 'quaternion' }))
    yield act.wait(0.1)
    yield act.lock('j2', { impulse: true })
    yield act.wait(0.2)
    yield act.unlock('j2')
  }

describe('a joint that is locked and unlocked', () => {
  test.each(hidden)('%s', (_, members, values) => {
    const parts = { ...members, force2: JointForce({ joint: 'j2', objectCoordinateRef: 'world' }) }
    const [straight, flipped] = [false, true].map((is) => simulate(floating(parts, brake(is)), options))
    const names = values.map((v) => `j2.${v}`)
    // for both directions of the tree: two runs with tolerance 1e-11
    for (const name of [...BODIES, 'j1.phi', 'j1.w', ...names])
      for (const t of [0.3, 0.5, 0.6])
        expect(largestDifference(vectorAt(straight, name, t), vectorAt(flipped, name, t))).toBeLessThan(1e-8)
    for (const result of [straight, flipped]) {
      // the brake keeps momentum too
      for (const name of ['world.momentum', 'world.angularMomentum'])
        expect(largestDifference(vectorAt(result, name, 0.6), vectorAt(result, name, 0))).toBeLessThan(1e-9)
      // and energy except for the reported loss
      const energy = (t: number) => result.at('world.kineticEnergy', t)
      const lost = records(result).reduce((sum, { lostEnergy = 0 }) => sum + lostEnergy, 0)
      expect(lost).toBeGreaterThan(0.005)
      expect(Math.abs(energy(0) - energy(0.6) - lost)).toBeLessThan(1e-9)
      expectContinuous(result, names)
      // the sensor has no value while the joint is locked
      const missing = result.signal('force2.forceVector').missing!
      const isMissing = (t: number) => missing[3 * result.time.findIndex((x) => x >= t)]
      expect([0.15, 0.3, 0.5].map(isMissing)).toEqual([0, 1, 0])
    }
  })

  /** Checks that positions are continuous, and that velocities are zero while the joint is locked. */
  function expectContinuous(result: SignalTable, names: readonly string[]): void {
    const { time } = result
    const at = (name: string, k: number) => {
      const values = result.values(name)
      const n = values.length / time.length
      return Array.from(values.slice(n * k, n * k + n))
    }
    for (const name of names) {
      const isVelocity = /\.(w|v|velocity|angularVelocity)$/.test(name)
      for (let k = 1; k < time.length; k++) {
        const isChange = time[k] === time[k - 1] && [0.2, 0.4].some((t) => Math.abs(time[k] - t) < 1e-9)
        if (isChange && !isVelocity)
          expect(largestDifference(at(name, k), at(name, k - 1))).toBeLessThan(1e-14)
        if (isVelocity && time[k] > 0.21 && time[k] < 0.39)
          expect(Math.max(...at(name, k).map(Math.abs))).toBe(0)
      }
    }
  }

  test('Cardan angles keep the sequence at which the joint stops', () => {
    const members = {
      j2: Spherical({ obj1: 'f1', obj2: 'f2', rotation: [0, 1.45, 0], angularVelocity: [0, 2, 0] }),
    }
    const result = simulate(floating(members, brake(false)), options)
    // the second angle has passed 1.5 rad, where the sequence changes
    for (const t of [0.15, 0.3, 0.45]) expect(result.at('j2.rotationXYZ', t)).toBe(0)
  })

  test('a chain may be flipped while a joint is locked', () => {
    const [, members] = kinds.find(([name]) => name === 'Universal')!
    const program = (isFlipped: boolean): ActionProgram =>
      function* (act) {
        yield act.wait(0.1)
        yield act.lock('j2', { impulse: true })
        yield act.wait(0.1)
        if (isFlipped) yield act.changeJoint('l0', Free({ obj1: 'world', obj2: 'l2' }))
        yield act.wait(0.1)
        yield act.unlock('j2')
      }
    const [straight, flipped] = [false, true].map((is) => simulate(floating(members, program(is)), options))
    for (const name of [...BODIES, 'j2.phi', 'j2.w'])
      expect(largestDifference(vectorAt(straight, name, 0.6), vectorAt(flipped, name, 0.6))).toBeLessThan(
        1e-8,
      )
  })

  test('a lock as a rigid connection gives the same motion', () => {
    const members = { j2: Revolute({ obj1: 'f1', obj2: 'f2', phi: 0.4, w: -0.8 }) }
    const program = (isLock: boolean): ActionProgram =>
      function* (act) {
        yield act.wait(0.1)
        const options = { impulse: true }
        yield isLock ? act.lock('j2', options) : act.changeJoint('j2', { kind: 'Fix' }, options)
        yield act.wait(0.2)
        yield isLock ? act.unlock('j2') : act.changeJoint('j2', { kind: 'Revolute' })
      }
    const [locked, fixed] = [true, false].map((is) => simulate(floating(members, program(is)), options))
    for (const name of [...BODIES, 'j2.phi', 'j2.w'])
      expect(largestDifference(vectorAt(locked, name, 0.6), vectorAt(fixed, name, 0.6))).toBeLessThan(1e-8)
  })

  test('a sensor of a joint that is removed, or becomes rigid, has no values afterwards', () => {
    for (const command of ['disconnect', 'changeJoint'] as const) {
      const members = {
        j2: Revolute({ obj1: 'f1', obj2: 'f2', phi: 0.4, w: -0.8 }),
        force2: JointForce({ joint: 'j2' }),
      }
      const result = simulate(
        floating(members, function* (act) {
          yield act.wait(0.3)
          if (command === 'disconnect') yield act.disconnect('j2')
          else yield act.changeJoint('j2', { kind: 'Fix' }, { impulse: true })
        }),
        options,
      )
      const missing = result.signal('force2.forceVector').missing!
      expect([missing[0], missing[missing.length - 1]]).toEqual([0, 1])
    }
  })
})
