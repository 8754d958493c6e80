/** Models of contact-truth.json, written like user models: independent simulations with 9 to 16 trusted digits. */
import { simulate } from 'vario'
import { Capsule, Model3D, Object3D, Scene, Sphere, UniformGravityField } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { TRUTH, type TruthCase } from '../mechanics/contact/contact-truth.ts'
import { contactsOf, energyBalance, energyRise, largestDifference } from '../multibody/contact/measures.ts'
import { fixedBox, freeBody, type Vector } from '../multibody/contact/scenes.ts'
import { THESIS_PAIRS } from '../multibody/contact/thesis-pairs.ts'

function createModel({ gravity, boxes, body, material }: TruthCase) {
  const [radius, halfLength] = body.dimensions
  const shape =
    body.shape === 'sphere'
      ? Sphere({ diameter: 2 * radius })
      : Capsule({ axis: 'z', diameter: 2 * radius, length: 2 * halfLength })
  return Model3D({
    world: Object3D({
      feature: Scene({ gravityField: UniformGravityField({ n: gravity }), contactPairs: THESIS_PAIRS }),
    }),
    ...Object.fromEntries(
      boxes.map(({ name, center, lengths }) => [
        name,
        fixedBox(lengths as Vector, center as Vector, material),
      ]),
    ),
    body: freeBody(shape, material, {
      translation: body.r0 as Vector,
      velocity: body.v0 as Vector,
      rotation: [body.angleX0, 0, 0],
      angularVelocity: body.w0_world as Vector,
    }),
  })
}

/** Allowed errors [m, m/s, rad/s] of a run at its tolerance, the largest over all times. */
const BOUNDS = [
  // the default is for use, not for digits: a hundredth of a millimeter after six impacts
  { tolerance: 1e-6, r: 1e-5, v: 1e-4, w: 1e-3 },
  // the issue requires 1e-6 m; velocities follow from it over times of 0.1 … 1 s, and angular velocities over radii of
  // 0.05 … 0.1 m
  { tolerance: 1e-8, r: 1e-6, v: 3e-6, w: 1e-5 },
  { tolerance: 1e-10, r: 1e-8, v: 3e-8, w: 1e-7 },
]

describe.each(TRUTH)('contact-truth: $name', (truth) => {
  const model = createModel(truth)
  const times = truth.states.map(({ t }) => t)

  it.each(BOUNDS)('agrees at tolerance $tolerance', ({ tolerance, r, v, w }) => {
    // all times but the last are multiples of 0.01 s
    const result = simulate(model, { stopTime: times[times.length - 1], interval: 0.01, tolerance })
    const worst = (name: string, key: 'r' | 'v' | 'w_world'): number =>
      Math.max(...truth.states.map((s) => largestDifference(result.vectorAt(`body.${name}`, s.t), s[key])))
    expect(worst('translation', 'r')).toBeLessThan(r)
    expect(worst('velocity', 'v')).toBeLessThan(v)
    expect(worst('angularVelocity', 'w_world')).toBeLessThan(w)

    const events = contactsOf(result).flatMap(({ start, end }) => (start === 0 ? [end!] : [start, end!]))
    expect(events).toHaveLength(truth.events.length)
    // an error of position shifts an event by the time in which the body covers it: at more than 0.1 m/s in all
    // impacts. The slow separation of the sphere that leaves the edge (1e-4 m/s) happens when the force vanishes: it is
    // as accurate as the velocities
    truth.events.forEach(([t], k) => {
      expect(Math.abs(events[k] - t)).toBeLessThan(10 * r)
    })
    // energies of up to 340 J
    expect(energyRise(result)).toBeLessThan(1e3 * tolerance)
    expect(energyBalance(result)).toBeLessThan(1e4 * tolerance)
  })
})
