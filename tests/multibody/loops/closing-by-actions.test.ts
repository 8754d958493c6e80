/** Actions that close and open loops: two arms hold one part. */
import { type SignalTable, simulate } from 'vario'
import { Fixed, SpringDamper } from 'vario/library/rotational'
import {
  type ActionProgram,
  Fix,
  Free,
  MassProperties,
  Model3D,
  Object3D,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  UniformGravityField,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { ARM_BODIES, ARM_RESULTS } from './support/two-arms.ts'

/** Joints of the arms, with their bodies and initial positions [m]. */
const JOINTS = [
  ['A1', 'world', 'a1', [0, 0, 0]],
  ['A2', 'a1', 'a2', [0.2, 0.6, 0]],
  ['B1', 'world', 'b1', [1.7, 0, 0]],
  ['B2', 'b1', 'b2', [1.6, 0.7, 0]],
] as const

const GRIPS = [
  ['gripA', 'a2', [0.7, 0.7, 0]],
  ['gripB', 'b2', [1.1, 0.75, 0]],
] as const

const bodyOf = (name: string): { readonly com: readonly number[]; readonly w: number } =>
  ARM_BODIES.find((body) => body.name === name) ?? { com: [0, 0, 0], w: 0 }

const placeIn = (name: string, point: readonly number[]): number[] =>
  point.map((x, i) => x - bodyOf(name).com[i])

/** The arms; the part is an assembly that actions attach, or is fixed to arm A. */
function createArms(isAssembly: boolean, actions: ActionProgram): ReturnType<typeof Model3D> {
  const bodies = ARM_BODIES.map(({ name, mass, com, inertia: [Ixx, Iyy, Izz, Ixy], v, w }) => {
    const feature = Solid({ massProperties: MassProperties({ mass, Ixx, Iyy, Izz, Ixy }) })
    const motion = {
      ...{ assemblyRoot: true, parent: 'world', fixedToParent: false },
      ...{ translation: [...com], velocity: [...v], angularVelocity: [0, 0, w] },
    }
    return [name, Object3D(name === 'part' && isAssembly ? { feature, ...motion } : { feature })] as const
  })
  const joints = JOINTS.flatMap(([name, body1, body2, point]) => [
    [`${name}_1`, Object3D({ parent: body1, translation: placeIn(body1, point) })] as const,
    [`${name}_2`, Object3D({ parent: body2, translation: placeIn(body2, point) })] as const,
    [
      name,
      RevoluteWithFlange({
        ...{ obj1: `${name}_1`, obj2: `${name}_2`, axis: 'z' },
        w: { init: bodyOf(body2).w - bodyOf(body1).w },
      }),
    ] as const,
    [`${name}Spring`, SpringDamper({ c: 20, d: 0.5 })] as const,
    [`${name}Base`, Fixed()] as const,
  ])
  const grips = GRIPS.flatMap(([name, body, point]) => [
    [`${name}_1`, Object3D({ parent: body, translation: placeIn(body, point), lockable: true })] as const,
    [`${name}_2`, Object3D({ parent: 'part', translation: placeIn('part', point), lockable: true })] as const,
  ])
  return Model3D({
    world: Object3D({
      feature: Scene({ enableContactDetection: false, gravityField: UniformGravityField({ n: [0, -1, 0] }) }),
    }),
    ...Object.fromEntries([...bodies, ...joints, ...grips]),
    ...(!isAssembly && {
      gripA: Fix({ obj1: 'gripA_1', obj2: 'gripA_2' }),
      gripB: Free({ obj1: 'gripB_1', obj2: 'gripB_2' }),
    }),
    connect: JOINTS.flatMap(([name]) => [
      [`${name}Base.flange`, `${name}Spring.flange_a`],
      [`${name}Spring.flange_b`, `${name}.flange`],
    ]),
    actions,
  })
}

const holding: ActionProgram = function* (act) {
  yield act.attach('gripA_2', 'gripA_1')
  yield act.attach('gripB_2', 'gripB_1', { impulse: true })
}

const turning: ActionProgram = function* (act) {
  yield act.changeJoint('gripB', Revolute({ obj1: 'gripB_1', obj2: 'gripB_2', axis: 'z' }), { impulse: true })
}

interface LoggedAction {
  readonly text: string
  readonly lostEnergy?: number
}

const actionsOf = (result: SignalTable): readonly LoggedAction[] =>
  result.attributes.actions as unknown as readonly LoggedAction[]

describe.each([
  { how: 'fixed', model: createArms(true, holding), dof: 1 },
  { how: 'revolute', model: createArms(false, turning), dof: 2 },
] as const)('a second grip closes a loop: $how', ({ how, model, dof }) => {
  const truth = ARM_RESULTS[how]

  test.each([
    // errors of the steps add up to a few tolerances, those of velocities to more
    [1e-10, 1e-10, 1e-9],
    [1e-6, 1e-6, 1e-5],
  ])('agrees with the independent computation at tolerance %d', (tolerance, allowed, allowedSpeed) => {
    const result = simulate(model, { stopTime: 1, tolerance, interval: 0.1 })
    const lost = actionsOf(result).at(-1)!.lostEnergy!
    // impulses do not depend on the tolerance
    expect(Math.abs(lost - truth.loss)).toBeLessThan(1e-12)
    for (const { t, positions, speeds } of truth.results) {
      for (const [name, position] of Object.entries<readonly number[]>(positions))
        position.forEach((x, i) => {
          expect(Math.abs(result.at(`${name}.r_abs[${i + 1}]`, t) - x), `${name}, ${t} s`).toBeLessThan(
            allowed,
          )
        })
      for (const [name, w] of Object.entries(speeds))
        if (result.has(`${name}.w`))
          expect(Math.abs(result.at(`${name}.w`, t) - w), `${name}, ${t} s`).toBeLessThan(allowedSpeed)
    }
    const { dof: found, redundant } = result.segments.at(-1)!
    expect([found, redundant]).toEqual([dof, 3])
  })
})

describe('a closed loop', () => {
  test('is opened again: degrees of freedom return, and the motion is continuous', () => {
    const model = createArms(true, function* (act) {
      yield* holding(act)
      yield act.wait(0.3)
      yield act.release('gripB_2')
    })
    const result = simulate(model, { stopTime: 0.6, tolerance: 1e-9, interval: 0.1 })
    expect(result.segments.map(({ dof }) => dof)).toEqual([1, 4])
    expect(actionsOf(result).map(({ text }) => text)).toEqual([
      'gripA_2 is attached to gripA_1',
      'gripB_2 is attached to gripB_1, which closes a loop',
      'gripB_2 is released from gripB_1',
    ])
    // the same motion up to the release: 10 tolerances, speeds are below 1 rad/s
    const closed = simulate(createArms(true, holding), { stopTime: 0.3, tolerance: 1e-9, interval: 0.1 })
    for (const name of ['A1.phi', 'A2.phi', 'B1.w', 'B2.w'])
      expect(Math.abs(result.at(name, 0.3) - closed.at(name, 0.3)), name).toBeLessThan(1e-8)
    // then arm B falls away from the part
    const apart = result.at('gripB_1.r_abs[2]', 0.6) - result.at('gripB_2.r_abs[2]', 0.6)
    expect(Math.abs(apart)).toBeGreaterThan(1e-3)
  })

  test('may be opened at the other side', () => {
    const model = createArms(true, function* (act) {
      yield* holding(act)
      yield act.wait(0.1)
      yield act.release('gripA_2')
    })
    const result = simulate(model, { stopTime: 0.2, tolerance: 1e-9, interval: 0.1 })
    expect(result.segments.map(({ dof }) => dof)).toEqual([1, 4])
    // arm B carries the part
    const gap = Math.abs(result.at('gripB_1.r_abs[1]', 0.2) - result.at('gripB_2.r_abs[1]', 0.2))
    expect(gap).toBeLessThan(1e-12)
  })

  test('is opened by disconnect', () => {
    const model = createArms(false, function* (act) {
      yield* turning(act)
      yield act.wait(0.1)
      yield act.disconnect('gripB')
    })
    const result = simulate(model, { stopTime: 0.2, tolerance: 1e-8, interval: 0.1 })
    expect(result.segments.map(({ dof }) => dof)).toEqual([2, 4])
    expect(actionsOf(result).at(-1)!.text).toBe('gripB is disconnected, and a loop is open')
  })
})

describe('errors', () => {
  const run = (program: ActionProgram): (() => SignalTable) => {
    const model = createArms(true, program)
    return () => simulate(model, { stopTime: 1, interval: 0.5 })
  }

  test('name objects that are already attached', () => {
    const program: ActionProgram = function* (act) {
      yield act.attach('gripA_2', 'gripA_1')
      yield act.attach('gripA_2', 'gripA_1')
    }
    expect(run(program)).toThrow(/gripA_2 is attached to gripA_1 already/)
  })

  test('name both locks of a release that fits two', () => {
    const program: ActionProgram = function* (act) {
      yield* holding(act)
      yield act.release('part')
    }
    expect(run(program)).toThrow(/part is attached in 2 places.*gripA_2, gripB_2/)
  })

  test('require objects at rest relative to each other without an impulse', () => {
    const program: ActionProgram = function* (act) {
      yield act.attach('gripA_2', 'gripA_1')
      yield act.attach('gripB_2', 'gripB_1')
    }
    expect(run(program)).toThrow(/gripB_2/)
  })
})
