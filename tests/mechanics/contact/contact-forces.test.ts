import { clearForces, FREE } from 'vario/mechanics'
import { describe, expect, it } from 'vitest'
import {
  ANGULAR_VELOCITY,
  CONTACT_RESULT_SIZE,
  DISSIPATION,
  ELASTIC_ENERGY,
  FORCE_VECTOR,
  NORMAL_FORCE,
  NORMAL_VECTOR,
  PENETRATION,
  PENETRATION_VELOCITY,
  POSITION_VECTOR,
  TANGENTIAL_FORCE,
  TANGENTIAL_VELOCITY,
  TORQUE,
  TORQUE_VECTOR,
} from '../../../src/mechanics/contact-forces/result-layout.ts'
import { createRandom } from '../../collision/broad-phase/scenes.ts'
import { bitsOf, DIRT, soil } from '../../support/dirty-memory.ts'
import { ContactScene, FREE_STATES } from './contact-scene.ts'
import { STEEL_STEEL } from './materials.ts'
import { capsule, freeState, plate, sphere, sphereInertia } from './shapes.ts'

/** k for two spheres of radius 0.1 m of steel: 4/3 · E/(2(1 − ν²)) · √0.05. */
const K_SPHERES = (4 / 3) * (2e11 / (2 * 0.91)) * Math.sqrt(0.05)

/** Two spheres of radius 0.1 m and mass 1 kg that overlap by `depth` along x; velocities of the second one. */
function createPair(
  depth: number,
  v: readonly number[],
  w: readonly number[],
  startVelocity = 0,
): ContactScene {
  const body = { parent: -1, kind: FREE, mass: 1, I_C: sphereInertia(1, 0.1) }
  const scene = new ContactScene({
    bodies: [body, body],
    shapes: [sphere(0, 0.2), sphere(1, 0.2)],
    rules: { mayMeet: () => true, material: () => STEEL_STEEL },
    gravity: [0, 0, 0],
  })
  const place = (velocity: readonly number[]): void =>
    scene.setState(
      Float64Array.of(...freeState([0, 0, 0]), ...freeState([0.2 - depth, 0, 0], velocity, w), 0),
    )
  place([-startVelocity, 0, 0])
  scene.contacts.start()
  place(v)
  clearForces(scene.data)
  scene.contacts.addForces()
  return scene
}

function readResult(scene: ContactScene, i: number, j: number): Float64Array {
  const out = new Float64Array(CONTACT_RESULT_SIZE)
  expect(scene.contacts.read(i, j, out, 0)).toBe(true)
  return out
}

describe('forces of a contact', () => {
  it('follow the law, at the middle of the contact points', () => {
    const result = readResult(createPair(1e-5, [-0.1, 3, 0], [0, 0, 0], 1), 0, 1)
    // the contact has started with 1 m/s: d = 8·0.3/(5·0.7·1)
    const normal = K_SPHERES * 1e-5 ** 1.5 * (1 + ((8 * 0.3) / (5 * 0.7)) * 0.1)
    expect(result[PENETRATION]).toBeCloseTo(1e-5, 15)
    expect(result[PENETRATION_VELOCITY]).toBeCloseTo(0.1, 14)
    expect(result[TANGENTIAL_VELOCITY]).toBeCloseTo(3, 14)
    // the penetration of 1e-5 m is a difference of coordinates of 0.2 m: 12 digits
    expect(result[NORMAL_FORCE] / normal).toBeCloseTo(1, 10)
    expect(result[TANGENTIAL_FORCE] / (0.5 * normal)).toBeCloseTo(1, 10)
    expect(result[POSITION_VECTOR]).toBeCloseTo(0.1 - 0.5e-5, 15)
    expect(result[NORMAL_VECTOR]).toBe(-1)
    // on sphere 0: pushed along −x, dragged along +y
    expect(result[FORCE_VECTOR]).toBe(-result[NORMAL_FORCE])
    expect(result[FORCE_VECTOR + 1]).toBeCloseTo(result[TANGENTIAL_FORCE], 9)
    expect(result[ELASTIC_ENERGY] / (0.4 * K_SPHERES * 1e-5 ** 2.5)).toBeCloseTo(1, 10)
  })

  it('resist rotation', () => {
    const result = readResult(createPair(1e-5, [0, 0, 0], [7, 0, 0]), 0, 1)
    expect(result[ANGULAR_VELOCITY]).toBeCloseTo(7, 14)
    // μ_r R_geo f, on sphere 0 along the rotation of sphere 1
    expect(result[TORQUE] / (0.001 * 0.05 * result[NORMAL_FORCE])).toBeCloseTo(1, 14)
    expect(result[TORQUE_VECTOR]).toBe(result[TORQUE])
  })

  it('change their sign when seen from the other shape', () => {
    const scene = createPair(1e-5, [-0.1, 3, 1], [7, 2, 1])
    const first = readResult(scene, 0, 1)
    const second = readResult(scene, 1, 0)
    for (let k = 0; k < CONTACT_RESULT_SIZE; k++) {
      const isReversed = k >= NORMAL_VECTOR && k < TORQUE_VECTOR + 3
      expect(second[k]).toBe(isReversed ? 0 - first[k] : first[k])
    }
  })

  it('vanish smoothly with the sliding velocity', () => {
    // below v_small = 0.01 m/s: at v → 0, e_t = 3 v/v_small (7.4)
    const { [TANGENTIAL_FORCE]: force, [NORMAL_FORCE]: normal } = readResult(
      createPair(1e-5, [0, 1e-6, 0], [0, 0, 0]),
      0,
      1,
    )
    expect(force / (0.5 * normal * 3e-4)).toBeCloseTo(1, 3)
    expect(readResult(createPair(1e-5, [0, 0, 0], [0, 0, 0]), 0, 1)[TANGENTIAL_FORCE]).toBe(0)
  })

  it('vanish without a contact', () => {
    const scene = createPair(-1e-3, [0, 0, 0], [0, 0, 0])
    const out = new Float64Array(CONTACT_RESULT_SIZE).fill(7)
    expect(scene.contacts.read(0, 1, out, 0)).toBe(false)
    expect(out.every((value) => value === 0)).toBe(true)
    expect(scene.data.F_ext.every((value) => value === 0)).toBe(true)
  })
})

describe('results with any previous content', () => {
  it.each(['elastic', 'observer'] as const)('become overwritten: %s', (response) => {
    const body = { parent: -1, kind: FREE, mass: 1, I_C: sphereInertia(1, 0.1) }
    const scene = new ContactScene({
      bodies: [body, body],
      shapes: [sphere(0, 0.2), sphere(1, 0.2)],
      rules: { mayMeet: () => true, material: () => ({ ...STEEL_STEEL, response }) },
      gravity: [0, 0, 0],
    })
    const { contacts, data } = scene
    scene.setState(
      Float64Array.of(...freeState([0, 0, 0]), ...freeState([0.2 - 1e-5, 0, 0], [-0.1, 3, 1], [7, 2, 1]), 0),
    )
    contacts.start()
    expect(contacts.nContact).toBe(1)
    const read = (dirt: number): string => {
      contacts.data.contacts.results.fill(dirt)
      soil(contacts.data.work, dirt)
      clearForces(data)
      contacts.addForces()
      const { results } = contacts.data.contacts
      const first = results.subarray(0, CONTACT_RESULT_SIZE)
      return bitsOf([...first, ...data.F_ext, contacts.dissipation, contacts.elasticEnergy])
    }
    const fresh = read(0)
    for (const dirt of DIRT) expect(read(dirt)).toBe(fresh)
    // observers have neither forces nor energy
    const isZero = contacts.dissipation === 0 && contacts.elasticEnergy === 0
    expect(isZero).toBe(response === 'observer')
    expect(data.F_ext.every((value) => value === 0)).toBe(isZero)
  })
})

describe('random contacts', () => {
  it('keep action = reaction, and their power is −dissipation − change of elastic energy', () => {
    const random = createRandom(5)
    const signed = (size: number): number => size * (2 * random() - 1)
    let nContact = 0
    for (let k = 0; k < 200; k++) {
      const scene = new ContactScene({
        bodies: [
          { parent: -1, kind: FREE, mass: 2, I_C: [0.02, 0, 0, 0, 0.02, 0, 0, 0, 0.002] },
          { parent: -1, kind: FREE, mass: 1, I_C: sphereInertia(1, 0.1) },
        ],
        shapes: [capsule(0, 0.1, 0.3), sphere(1, 0.2)],
        rules: { mayMeet: () => true, material: () => STEEL_STEEL },
        gravity: [0, 0, 0],
      })
      const body = (p: readonly number[]): number[] => {
        const state = freeState(p, [signed(1), signed(1), signed(1)], [signed(5), signed(5), signed(5)])
        for (let c = 3; c < 7; c++) state[c] += signed(0.5)
        return state
      }
      const x = Float64Array.of(...body([0, 0, 0]), ...body([0.149, 0, signed(0.1)]), 0)
      const dx = new Float64Array(scene.n)
      scene.setState(x)
      scene.contacts.start()
      scene.computeDerivatives(x, dx)
      if (scene.contacts.nContact === 0) continue
      nContact++
      // m₁ a₁ + m₂ a₂ = 0
      for (let c = 7; c < 10; c++)
        expect(Math.abs(2 * dx[c] + dx[FREE_STATES + c])).toBeLessThan(1e-9 * Math.abs(dx[7]) + 1e-6)

      // d(kinetic + elastic energy)/dt by differences along the motion
      const h = 1e-9
      const energyAt = (t: number): number => {
        scene.computeDerivatives(
          x.map((value, c) => value + t * dxStart[c]),
          dx,
        )
        return scene.computeEnergy()
      }
      const dxStart = dx.slice()
      const power = (energyAt(h) - energyAt(-h)) / (2 * h)
      scene.computeDerivatives(x, dx)
      const scale = Math.abs(power) + scene.contacts.elasticEnergy / 1e-3
      // differences: truncation (h/T)², T some 1e-4 s, and rounding eps E/h
      expect(Math.abs(power + scene.contacts.dissipation)).toBeLessThan(1e-5 * scale)
      expect(scene.contacts.dissipation).toBeGreaterThanOrEqual(0)
      const out = readResult(scene, 0, 1)
      expect(out[DISSIPATION]).toBe(scene.contacts.dissipation)
    }
    expect(nContact).toBeGreaterThan(50)
  })
})

describe('a ball on a plate', () => {
  it('gets the force of the plate alone, in either order of the list', () => {
    for (const order of [0, 1]) {
      const shapes = [sphere(0, 0.2), plate(1, 1, 0.1)]
      const scene = new ContactScene({
        bodies: [{ parent: -1, kind: FREE, mass: 1, I_C: sphereInertia(1, 0.1) }],
        shapes: order === 0 ? shapes : shapes.reverse(),
        rules: { mayMeet: () => true, material: () => STEEL_STEEL },
        gravity: [0, 0, 0],
      })
      const x = Float64Array.of(...freeState([0.3, 0.2, 0.1 - 1e-5], [1, 0, 0], [0, 5, 0]), 0)
      const dx = new Float64Array(scene.n)
      scene.setState(x)
      scene.contacts.start()
      scene.computeDerivatives(x, dx)
      // k of contact-truth.json; the ball slides with 1 − 0.5 m/s at its lowest point, so friction is along −x, and spins it up
      const force = 46333738610.5257 * 1e-5 ** 1.5
      expect(dx[9] / force).toBeCloseTo(1, 10)
      expect(dx[7] / (-0.5 * force)).toBeCloseTo(1, 10)
      const torque = 0.5 * force * (0.1 - 0.5e-5) - 0.001 * 0.1 * force
      expect(dx[11] / (torque / 0.004)).toBeCloseTo(1, 10)
      expect(scene.contacts.couplings).toEqual([[-1, 0]])
    }
  })
})
