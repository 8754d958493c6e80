import { FREE, PRISMATIC } from 'vario/mechanics'
import { describe, expect, it } from 'vitest'
import type { ContactOptions } from '../../../src/mechanics/contact/contact-options.ts'
import type { PairMaterial } from '../../../src/mechanics/contact-forces/contact-parameters.ts'
import { ContactScene } from './contact-scene.ts'
import { STEEL_STEEL } from './materials.ts'
import { freeState, IDENTITY, plate, sphere, sphereInertia } from './shapes.ts'

const OBSERVER: PairMaterial = { ...STEEL_STEEL, response: 'observer', modulus: 0 }

/** n spheres of radius 0.1 m and 1 kg on vertical joints above a plate, 0.3 m apart; s = 0 at contact. */
function createRow(
  n: number,
  material = STEEL_STEEL,
  options: ContactOptions = {},
  names = 'ball',
): ContactScene {
  return new ContactScene({
    bodies: Array.from({ length: n }, (_, i) => ({
      parent: -1,
      kind: PRISMATIC,
      p_PJ: [0.3 * i, 0, 0.1],
      mass: 1,
    })),
    shapes: [...Array.from({ length: n }, (_, i) => sphere(i, 0.2, `${names}${i}`)), plate(100, 1, 0.1)],
    rules: { mayMeet: () => true, material: () => material },
    gravity: [0, 0, -9.81],
    options,
  })
}

/** Places spheres at heights s with velocities v. */
function place(scene: ContactScene, s: readonly number[], v: readonly number[] = []): void {
  scene.setState(Float64Array.of(...s.flatMap((value, i) => [value, v[i] ?? 0]), 0))
}

function indicators(scene: ContactScene): number[] {
  scene.contacts.evaluateIndicators()
  return Array.from(scene.contacts.indicators)
}

describe('event indicators', () => {
  it('equal the smallest distance of separated pairs and the largest of pairs in contact, with hysteresis', () => {
    const scene = createRow(4, STEEL_STEEL, { hysteresis: 1e-8 })
    place(scene, [-2e-6, -1e-6, 1e-3, 5e-4])
    expect(scene.contacts.start()).toBe(true)
    const [zd, zp] = indicators(scene)
    expect(zd).toBeCloseTo(5e-4 - 1e-8, 15)
    expect(zp).toBeCloseTo(-1e-6 - 2e-8, 15)
    // membership is frozen: a contact that opens raises z_p, a pair that closes lowers z_d
    place(scene, [2e-6, -1e-6, -3e-6, 5e-4])
    const [zdMoved, zpMoved] = indicators(scene)
    expect(zdMoved).toBeCloseTo(-3e-6 - 1e-8, 15)
    expect(zpMoved).toBeCloseTo(2e-6 - 2e-8, 15)
    expect(scene.contacts.start()).toBe(true)
    expect(scene.contacts.list().map((contact) => contact.path1)).toEqual(['ball1', 'ball2'])
  })

  it('differ from zero after an event, at any distance of the pair', () => {
    const scene = createRow(1)
    for (const s of [-1e-9, -1e-13, 0, 0.5e-13, 1e-13, 1.5e-13, 2e-13, 3e-13, 1e-9]) {
      place(scene, [s])
      scene.contacts.start()
      const [zd, zp] = indicators(scene)
      // rounding of 0.1 m is 1e-17; a tenth of the hysteresis is between the function and zero
      expect(zd).toBeGreaterThan(scene.contacts.nContact === 0 ? 1e-17 : 0)
      expect(zp).toBeLessThan(-1e-14)
    }
  })

  it('equal the smallest of all distances, limited to a positive bound, at any position of the bodies', () => {
    const scene = createRow(3)
    let previous = NaN
    // a sphere approaches from far away: the function must not jump
    for (let s = 0.02; s > 1e-5; s -= 1e-5) {
      place(scene, [1, s, 2])
      const [zd] = indicators(scene)
      expect(zd).toBeGreaterThan(0)
      expect(zd).toBeLessThanOrEqual(s)
      if (s < 1e-3) expect(zd).toBeCloseTo(s - 1e-13, 15)
      if (previous > 0) expect(Math.abs(zd - previous)).toBeLessThan(1.001e-5)
      previous = zd
    }
  })

  it('belong to single pairs if a number of them is given', () => {
    const scene = createRow(5, STEEL_STEEL, { zeroCrossings: 4 })
    place(scene, [1e-4, -1e-6, 3e-4, 2e-4, 5e-4])
    scene.contacts.start()
    const close = (actual: number[], expected: number[]): void => {
      for (const [k, value] of expected.entries()) expect(actual[k]).toBeCloseTo(value, 12)
    }
    // contact, the nearest two, and the minimum over the rest
    close(indicators(scene), [-1e-6, 1e-4, 2e-4, 3e-4])
    place(scene, [4e-4, 2e-6, -5e-6, 1e-4, 5e-4])
    close(indicators(scene), [2e-6, 4e-4, 1e-4, -5e-6])
  })

  it('give an error if there are too few of them', () => {
    const scene = createRow(3, STEEL_STEEL, { zeroCrossings: 3 })
    place(scene, [-1e-6, -1e-6, -1e-6])
    expect(() => scene.contacts.start()).toThrow(
      'zeroCrossings: expected at least 4 for 3 pairs in contact, got 3. Increase it.',
    )
  })
})

describe('bookkeeping', () => {
  it('keeps the start velocity of a contact as long as it lasts', () => {
    const scene = createRow(2)
    place(scene, [-1e-7, 1], [-3, 0])
    scene.contacts.start()
    expect(scene.contacts.list()[0].startVelocity).toBeCloseTo(3, 14)
    // another event, another velocity
    place(scene, [-1e-4, -1e-7], [-1, -2])
    expect(scene.contacts.start()).toBe(true)
    expect(scene.contacts.list().map((contact) => contact.startVelocity)).toEqual([3, 2])
    // nothing new
    place(scene, [-1e-5, -1e-7], [1, -2])
    expect(scene.contacts.start()).toBe(false)
    // lost and found again
    place(scene, [1e-4, -1e-7], [1, -2])
    expect(scene.contacts.start()).toBe(true)
    place(scene, [-1e-7, -1e-7], [-0.5, -2])
    expect(scene.contacts.start()).toBe(true)
    expect(scene.contacts.list().map((contact) => contact.startVelocity)).toEqual([0.5, 2])
  })

  it('transfers start velocities to the next segment, by paths', () => {
    const before = createRow(2)
    place(before, [-1e-7, -1e-7], [-3, -4])
    before.contacts.start()
    const after = createRow(3)
    after.contacts.inherit(before.contacts)
    place(after, [-1e-5, 1, -1e-5], [-1, -1, -1])
    after.contacts.start()
    expect(after.contacts.list().map(({ path1, startVelocity }) => [path1, startVelocity])).toEqual([
      ['ball0', 3],
      ['ball2', 1],
    ])
    // ball1 was no longer in contact: its contact starts again
    place(after, [-1e-5, -1e-7, -1e-5], [-1, -2, -1])
    after.contacts.start()
    expect(after.contacts.list()[1].startVelocity).toBeCloseTo(2, 14)
  })

  it('starts with contacts of initially penetrating shapes', () => {
    const scene = createRow(1)
    place(scene, [-1e-5])
    expect(scene.contacts.start()).toBe(true)
    expect(scene.contacts.areInContact(1, 0)).toBe(true)
    scene.computeDerivatives(Float64Array.of(-1e-5, 0, 0), new Float64Array(3))
    expect(scene.contacts.elasticEnergy).toBeGreaterThan(0)
  })

  it('reports observers, without forces', () => {
    const scene = createRow(1, OBSERVER)
    const run = scene.run({ x0: [0.1, 0, 0], tEnd: 0.3, tolerance: 1e-9 })
    // through the upper face of the plate, and out of the lower one
    expect(run.x[0]).toBeCloseTo(0.1 - 0.5 * 9.81 * 0.09, 9)
    expect(run.events[0]).toBeCloseTo(Math.sqrt(0.2 / 9.81), 9)
    expect(scene.contacts.couplings).toEqual([])
    expect(scene.contacts.dissipation).toBe(0)
  })

  it('supports a hundred balls at once', () => {
    const n = 100
    const scene = createRow(n)
    place(scene, new Array(n).fill(-1e-6))
    scene.contacts.start()
    expect(scene.contacts.nContact).toBe(n)
    expect(scene.contacts.couplings.length).toBe(n)
    const dx = new Float64Array(2 * n + 1)
    scene.computeDerivatives(
      Float64Array.from({ length: 2 * n + 1 }, (_, k) => (k % 2 === 0 ? -1e-6 : 0)),
      dx,
    )
    // each ball is pushed like the first one, up to rounding of the depth of 1e-6 m among coordinates of up to 30 m
    for (let i = 0; i < n; i++) expect(dx[2 * i + 1] / dx[1]).toBeCloseTo(1, 8)
  })

  it('excludes pairs of shapes of one body, and pairs excluded by the rules', () => {
    const scene = new ContactScene({
      bodies: [
        { parent: -1, kind: FREE, mass: 1, I_C: sphereInertia(1, 0.1) },
        { parent: -1, kind: FREE, mass: 1, I_C: sphereInertia(1, 0.1) },
      ],
      shapes: [sphere(0, 0.2, 'a'), sphere(0, 0.2, 'b'), sphere(1, 0.2, 'c'), plate(1, 1, 0.1)],
      rules: { mayMeet: (i, j) => !(i === 1 && j === 2), material: () => STEEL_STEEL },
      gravity: [0, 0, 0],
    })
    scene.setState(Float64Array.of(...freeState([0, 0, 0.5]), ...freeState([0.1, 0, 0.5]), 0))
    scene.contacts.start()
    expect(scene.contacts.list().map(({ path1, path2 }) => path1 + path2)).toEqual(['ac'])
  })
})

describe('scales', () => {
  it('equal the penetrations by weight or slow impacts, for the hardest pair', () => {
    const { contacts } = createRow(1)
    // k of contact-truth.json; 1 kg under 9.81 m/s²; impact with 0.01 m/s: 2/5 k δ^2.5 = m v²/2
    const k = 46333738610.5257
    const atRest = (9.81 / k) ** (2 / 3)
    const impact = ((5 * 1e-4) / (4 * k)) ** 0.4
    expect(impact).toBeGreaterThan(atRest)
    expect(contacts.computePenetrationScale(0, 9.81) / impact).toBeCloseTo(1, 12)
    expect(contacts.computePenetrationScale(0, 981) / (981 / k) ** (2 / 3)).toBeCloseTo(1, 12)
    expect(createRow(1, OBSERVER).contacts.computePenetrationScale(0, 9.81)).toBe(Infinity)
  })

  it('limit steps to a fraction of an impact, and not at rest', () => {
    const scene = createRow(1)
    const limit = (s: number, v: number): number => {
      const x = Float64Array.of(s, v, 0)
      scene.setState(x)
      scene.contacts.start()
      scene.computeDerivatives(x, new Float64Array(3))
      return scene.contacts.computeMaxStep(Infinity)
    }
    // half of δ_max/u
    const depth = ((5 * 1) / (4 * 46333738610.5257)) ** 0.4
    expect(limit(-1e-12, -1) / (0.5 * depth)).toBeCloseTo(1, 9)
    expect(limit(-1e-6, 1e-9)).toBe(Infinity)
    expect(limit(-1e-6, -1e-9)).toBe(Infinity)
    // falling: 1 m and half of both thicknesses, 0.15 m, with 9.81 m/s²
    expect(limit(1, 0)).toBeCloseTo(Math.sqrt((2 * 1.15) / 9.81), 12)
  })
})

describe('invalid input', () => {
  const create = (changes: object, options: ContactOptions = {}): (() => ContactScene) => {
    return () =>
      new ContactScene({
        bodies: [{ parent: -1, kind: PRISMATIC, mass: 1 }],
        shapes: [{ ...sphere(0, 0.2), ...changes }, plate(1, 1, 0.1)],
        rules: { mayMeet: () => true, material: () => STEEL_STEEL },
        gravity: [0, 0, 0],
        options,
      })
  }

  it('gives an error that names its place', () => {
    expect(create({ body: 1 })).toThrow(
      'shapes[0].body: expected -1 (world) or the index of a body, < 1, got 1.',
    )
    expect(create({ body: -2 })).toThrow('expected -1 (world) or the index of a body, < 1, got -2.')
    expect(create({ p_BS: [0, NaN, 0] })).toThrow('shapes[0].p_BS[1]: expected a finite number, got NaN.')
    expect(create({ R_BS: IDENTITY.slice(1) })).toThrow('shapes[0].R_BS: expected an array of 9 elements')
    expect(create({}, { hysteresis: 0 })).toThrow(
      'options.hysteresis: expected a positive number [m], got 0.',
    )
    expect(create({}, { zeroCrossings: 1 })).toThrow(
      'options.zeroCrossings: expected an integer >= 2, got 1.',
    )
    const factor = 'options.elasticContactReductionFactor: expected a number > 0 and <= 1, got 1.1.'
    expect(create({}, { elasticContactReductionFactor: 1.1 })).toThrow(factor)
  })

  it('gives an error for a material at the start of the contact, with both paths', () => {
    const scene = createRow(1, { ...STEEL_STEEL, cor: 1.5 })
    place(scene, [-1e-6])
    expect(() => scene.contacts.start()).toThrow(
      'contact of ball0 and plate: material.cor: expected a number from 0 to 1, got 1.5.',
    )
  })
})
