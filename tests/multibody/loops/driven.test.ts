/** Mechanisms of the literature, and loops driven by equations, compared with values of an independent computation. */
import { simulate } from 'vario'
import { ConstantVoltage, Ground, Inductor, Resistor } from 'vario/library/electric'
import { ConstantSpeed, Damper, EMF, Fixed, IdealGear, Inertia } from 'vario/library/rotational'
import { expect, test } from 'vitest'
import { createLoopModel } from './support/loop-model.ts'
import { FOUR_BAR_KINEMATICS, LOOPS_TRUTH, type LoopTruth } from './support/loops-truth.ts'

/** As in truth.test.ts: errors of steps add up to a few tolerances. */
const GROWTH = 30

test.each([1e-6, 1e-10])(
  'the seven-body mechanism of Andrews has the published motion at tolerance %s',
  (tolerance) => {
    const truth: LoopTruth = LOOPS_TRUTH['andrews-squeezer']
    const result = simulate(createLoopModel(truth), { stopTime: 0.03, tolerance })
    // the angles of the test set at t = 0: beta, theta, gamma, phi, delta, Omega, epsilon
    const starts = [-0.06171389001427645, 0, 0.4552798191630704, 0.2226683901658859, 0.4873649795438425]
    starts.push(-0.2226683901658859, 1.230547444549821)
    const joints = ['O', 'F', 'B', 'G', 'A5', 'H', 'A7']
    // phi and Omega are the angles of K4 and K6 relative to the next body, not vice versa
    const signs = [1, 1, 1, -1, 1, -1, 1]
    const { q, qd } = truth.results[0]
    joints.forEach((joint, i) => {
      const angle = starts[i] + signs[i] * result.final(`${joint}.phi`)
      // two and a half revolutions of the drive in 0.03 s: angles of 16 rad, 1400 rad/s
      expect(Math.abs(angle - q![i]), joint).toBeLessThan(GROWTH * tolerance)
      const speed = signs[i] * result.final(`${joint}.w`)
      expect(Math.abs(speed - qd![i]), joint).toBeLessThan(
        GROWTH * tolerance * Math.max(...qd!.map(Math.abs)),
      )
    })
    expect(result.segments[0].dof).toBe(1)
    // three planar loops
    expect(result.segments[0].redundant).toBe(9)
  },
)

test.each(['A02-N2', 'A02-N10'] as const)('%s passes its collinear pose three times', (name) => {
  const truth: LoopTruth = LOOPS_TRUTH[name]
  for (const tolerance of [1e-6, 1e-10]) {
    const result = simulate(createLoopModel(truth), { stopTime: 3, tolerance, interval: 0.05 })
    for (const { t, theta, rate } of truth.results) {
      // theta is measured from upright to +x: about -z
      expect(Math.abs(result.at('A0.phi', t) + theta!)).toBeLessThan(GROWTH * tolerance)
      expect(Math.abs(result.at('A0.w', t) + rate!)).toBeLessThan(GROWTH * tolerance * (1 + Math.abs(rate!)))
      const place = [Math.sin(theta!), Math.cos(theta!)]
      place.forEach((x, i) => {
        expect(Math.abs(result.at(`B0.r_abs[${i + 1}]`, t) - x)).toBeLessThan(GROWTH * tolerance)
      })
    }
    expect(result.segments[0].dof).toBe(1)
    expect(result.segments[0].redundant).toBe(truth.redundant)
  }
})

test('A05, the stiff governor whose rods are springs, has the values of the independent computation', () => {
  const truth: LoopTruth = LOOPS_TRUTH['A05-flyball-governor']
  const tolerance = 1e-9
  const result = simulate(createLoopModel(truth), { stopTime: 10, tolerance, interval: 0.05 })
  // the arms begin 30° below the horizontal
  for (const { t, values } of truth.results) {
    const limit = GROWTH * tolerance
    expect(Math.abs(result.at('shaftJoint.phi', t) - values!['shaft.phi'])).toBeLessThan(limit * 10)
    expect(Math.abs(result.at('shaftJoint.w', t) - values!['shaft.w'])).toBeLessThan(limit * 10)
    expect(Math.abs(result.at('slider.r_abs[3]', t) - values!['slider.z'])).toBeLessThan(limit)
    expect(Math.abs(result.at('sliderJoint.v', t) - values!['slider.vz'])).toBeLessThan(limit * 10)
    const angle = Math.PI / 6 + result.at('hinge1.phi', t)
    expect(Math.abs(angle - values!['arm.angle_below_horizontal'])).toBeLessThan(limit)
  }
  expect(result.segments[0].dof).toBe(4)
})

test.each([1e-6, 1e-10])(
  'a four-bar with a DC motor, a gear and a rotor has the values of the independent computation at tolerance %s',
  (tolerance) => {
    const given: LoopTruth = LOOPS_TRUTH['fourbar-dc-motor']
    // the rotor is a separate part here
    const bodies = given.bodies.map((body) =>
      body.name === 'bar1'
        ? { ...body, inertia: body.inertia.map((x, i) => (i === 2 ? given.extra!.barInertia : x)) }
        : body,
    )
    const truth = { ...given, bodies }
    const model = createLoopModel(truth, {
      driven: ['rev1'],
      hasSensors: true,
      more: {
        source: ConstantVoltage({ V: 24 }),
        ground: Ground(),
        resistor: Resistor({ R: 0.5 }),
        inductor: Inductor({ L: 0.01 }),
        emf: EMF({ k: 0.3 }),
        rotor: Inertia({ J: 0.002 }),
        bearing: Damper({ d: 0.001 }),
        housing: Fixed(),
        gear: IdealGear({ ratio: 10 }),
      },
      connect: [
        ['source.p', 'resistor.p'],
        ['resistor.n', 'inductor.p'],
        ['inductor.n', 'emf.p'],
        ['emf.n', 'source.n'],
        ['source.n', 'ground.p'],
        ['emf.flange', 'rotor.flange_a'],
        ['bearing.flange_a', 'housing.flange'],
        ['bearing.flange_b', 'rotor.flange_a'],
        ['rotor.flange_b', 'gear.flange_a'],
        ['gear.flange_b', 'rev1.flange'],
      ],
    })
    const result = simulate(model, { stopTime: 3, tolerance, interval: 0.05 })
    for (const { t, joints, current } of truth.results) {
      for (const [name, { phi, w }] of Object.entries(joints!)) {
        // 23 rad in 3 s; the motor controls the speed, so errors of the angle persist
        expect(Math.abs(result.at(`${name}.phi`, t) - phi), name).toBeLessThan(
          GROWTH * tolerance * (1 + Math.abs(phi)),
        )
        expect(Math.abs(result.at(`${name}.w`, t) - w), name).toBeLessThan(
          GROWTH * tolerance * (1 + Math.abs(w)),
        )
      }
      expect(Math.abs(result.at('inductor.i', t) - current!)).toBeLessThan(
        GROWTH * tolerance * (1 + Math.abs(current!)),
      )
    }
    // forces in the plane
    const { t, reactions } = truth.results.at(-1)!
    for (const [name, { wrench }] of Object.entries(reactions!))
      for (const i of [0, 1])
        expect(Math.abs(result.at(`f_${name}.forceVector[${i + 1}]`, t) - wrench[i]!), name).toBeLessThan(
          10 * GROWTH * tolerance * Math.max(...wrench.map((x) => Math.abs(x ?? 0))),
        )
    expect(result.segments[0].dof).toBe(1)
    expect(result.segments[0].redundant).toBe(3)
  },
)

test('a four-bar with a prescribed crank has the angles and derivatives of the closed form', () => {
  const truth: LoopTruth = LOOPS_TRUTH['fourbar2018-unequal']
  const angles = FOUR_BAR_KINEMATICS.map(([angle]) => angle).filter((angle) => angle !== 0)
  for (const sign of [1, -1]) {
    const model = createLoopModel(
      { ...truth, bodies: truth.bodies.map(({ v: _v, w: _w, ...body }) => body) },
      {
        prescribed: ['rev1'],
        more: { crank: ConstantSpeed({ w_fixed: sign }) },
        connect: [['crank.flange', 'rev1.flange']],
      },
    )
    const stopTime = Math.max(...angles.map((angle) => sign * angle))
    if (!(stopTime > 0)) continue
    const result = simulate(model, { stopTime, tolerance: 1e-10, interval: 0.05 })
    for (const [angle, rev2, rev3, rev4, rate2, rate3] of FOUR_BAR_KINEMATICS) {
      if (angle * sign <= 0) continue
      const t = angle * sign
      // only the angle of the crank is integrated
      expect(result.at('rev1.phi', t)).toBeCloseTo(angle, 12)
      expect(result.at('rev2.phi', t)).toBeCloseTo(rev2, 9)
      expect(result.at('rev3.phi', t)).toBeCloseTo(rev3, 9)
      expect(result.at('rev4.phi', t)).toBeCloseTo(rev4, 9)
      // bar 2 rotates with rev1 and rev2, bar 3 with rev4
      expect(result.at('rev1.w', t) + result.at('rev2.w', t)).toBeCloseTo(sign * rate2, 8)
      expect(result.at('rev4.w', t)).toBeCloseTo(sign * rate3, 8)
    }
  }
})
