/** Joints that change during a run: position in the tree, and errors. */
import { expr, quantity, type SignalTable, simulate } from 'vario'
import {
  type ActionProgram,
  Fix,
  Model3D,
  Object3D,
  printTree,
  Revolute,
  RevoluteWithFlange,
  Spherical,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import {
  ends,
  INERTIA_A,
  INERTIA_B,
  largestDifference,
  messageOf,
  records,
  scene,
  solid,
} from './support/joint-pair.ts'

describe('the position of a changed joint in the tree', () => {
  /** Two free bodies whose ports coincide, at rest relative to each other except for a rotation about z. */
  const dock = (actions: ActionProgram, members: object = {}) =>
    Model3D({
      world: scene,
      a: Object3D({
        ...{ parent: 'world', fixedToParent: false, assemblyRoot: true, velocity: [0.3, 0, 0] },
        feature: solid(INERTIA_A),
      }),
      b: Object3D({
        ...{ parent: 'world', fixedToParent: false, assemblyRoot: true, translation: [1, 0, 0] },
        // about the port, half a meter in front of it
        ...{ velocity: [0.3, 0.5, 0], angularVelocity: [0, 0, 1] },
        feature: solid(INERTIA_B),
      }),
      pa: Object3D({ parent: 'a', translation: [0.5, 0, 0], lockable: true }),
      pb: Object3D({ parent: 'b', translation: [-0.5, 0, 0], lockable: true }),
      ...members,
      actions,
    })
  const options = { stopTime: 1, tolerance: 1e-10 }
  const tree = (result: SignalTable) =>
    printTree(
      (result as unknown as { segments: { tree: Parameters<typeof printTree>[0] }[] }).segments.at(-1)!.tree,
    )
  const balance = (result: SignalTable) => {
    for (const name of ['world.momentum', 'world.angularMomentum', 'world.kineticEnergy']) {
      const values = Array.from(result.values(name))
      const n = values.length / result.time.length
      // tolerance 1e-10 over a second
      expect(largestDifference(values.slice(-n), values.slice(0, n))).toBeLessThan(1e-8)
    }
  }

  test('docking on a hinge turns the free motion of one of the bodies into the hinge', () => {
    const result = simulate(
      dock(function* (act) {
        yield act.changeJoint('b', Revolute(ends))
      }),
      options,
    )
    expect(tree(result)).toBe('world\n  Free a (6): a, pa\n    Revolute b (1): pb, b')
    balance(result)
    expect(result.at('b.w', 0.01)).toBeCloseTo(1, 1)
  })

  test('a hinge that held another body releases it', () => {
    const members = {
      rod: Object3D({ feature: solid(INERTIA_A) }),
      hinge: Revolute({ obj1: 'a', obj2: 'rod', w: 0 }),
    }
    const result = simulate(
      dock(function* (act) {
        const state = yield act.changeJoint('hinge', Revolute(ends))
        expect(state.exists('hinge')).toBe(true)
        yield act.wait(0.1)
        // the rod and both bodies are assemblies that can be chosen
        yield act.delete('rod')
      }, members),
      options,
    )
    expect(records(result)[0].text).toBe(
      'hinge connects pb with pa, b does not move freely any more, rod moves freely',
    )
    expect(tree(result)).toBe('world\n  Free a (6): a, pa\n    Revolute hinge (1): pb, b')
  })

  test('an object docked by name can be undocked, attached and released by the names of the roots', () => {
    const seen: (string | null)[] = []
    const result = simulate(
      dock(function* (act) {
        yield act.changeJoint('b', Spherical({ ...ends, orientation: 'quaternion' }))
        let state = yield act.wait(0.2)
        yield act.changeJoint('b', Fix(ends), { impulse: true })
        state = yield act.wait(0.1)
        seen.push(state.attachedTo('pb'))
        state = yield act.release('b')
        seen.push(state.attachedTo('pb'))
      }),
      options,
    )
    expect(seen).toEqual(['pa', null])
    expect(tree(result)).toBe('world\n  Free b (6): b, pb\n  Free a (6): a, pa')
    // the dissipated energy is the difference of both states
    const energy = (t: number) => result.at('world.kineticEnergy', t)
    const lost = records(result).reduce((sum, { lostEnergy = 0 }) => sum + lostEnergy, 0)
    expect(Math.abs(energy(0) - energy(1) - lost)).toBeLessThan(1e-8)
    expect(lost).toBeGreaterThan(0.01)
  })

  test.each<[string, ActionProgram, RegExp]>([
    [
      'a body that the object carries',
      function* (act) {
        yield act.changeJoint('a', Revolute({ obj1: 'a', obj2: 'rod' }))
      },
      /a and rod are held by a alone\. Connect one of them with the world first/,
    ],
    [
      'a joint with flange',
      function* (act) {
        yield act.changeJoint('driven', { kind: 'Spherical' })
      },
      /expected a joint without flange, but driven has one/,
    ],
    [
      'a missing joint',
      function* (act) {
        yield act.changeJoint('hing', { kind: 'Spherical' })
      },
      /the path of a joint.*did you mean 'hinge'/,
    ],
    [
      'an object that is not a joint record',
      function* (act) {
        yield act.changeJoint('hinge', Object3D({}) as unknown as ReturnType<typeof Fix>)
      },
      /a joint without flange: Revolute, Prismatic/,
    ],
    [
      'a missing argument',
      function* (act) {
        yield act.changeJoint('hinge', undefined as unknown as ReturnType<typeof Fix>)
      },
      /a joint without flange: Revolute, Prismatic/,
    ],
    [
      'an object with itself',
      function* (act) {
        yield act.changeJoint('hinge', Revolute({ obj1: 'a', obj2: 'a' }))
      },
      /another object than obj1, got 'a'/,
    ],
    [
      'an unknown object',
      function* (act) {
        yield act.changeJoint('hinge', Revolute({ obj1: 'a', obj2: 'rodd' }))
      },
      /did you mean 'rod'/,
    ],
    [
      'an unknown key',
      function* (act) {
        yield act.changeJoint('hinge', { kind: 'Revolute', axes: 'x' } as unknown as { kind: 'Revolute' })
      },
      /did you mean 'axis'/,
    ],
    [
      'an expression',
      function* (act) {
        yield act.changeJoint('hinge', { kind: 'Revolute', phi: { init: expr`0.5` } })
      },
      /record\.phi: expected a value: expressions of parameters have none in programs/,
    ],
    [
      'a value in a wrong unit',
      function* (act) {
        yield act.changeJoint('hinge', Revolute({ obj1: 'a', obj2: 'rod', phi: quantity(20, 'degC') }))
      },
      /Revolute\.phi: expected a quantity in rad/,
    ],
    [
      'objects that are apart',
      function* (act) {
        yield act.changeJoint('b', Revolute({ obj1: 'a', obj2: 'pb' }))
      },
      /expected pb at b, a Revolute, with respect to a. It is 0\.500 m away \(allowed: the gap of the scene, 0\.001\), and turned by 0\.00 rad \(allowed: gap\/nominalLength, 0\.001\)/,
    ],
    [
      'a motion that the joint does not allow',
      function* (act) {
        yield act.changeJoint('b', Revolute({ ...ends, axis: 'x' }))
      },
      /velocity 0\.00 m\/s \(allowed: 0\.[0-9]+\), angular velocity 1\.00 rad\/s \(allowed: 0\.0011\)\. Bring it to rest first, or use { impulse: true }/,
    ],
    [
      'a start value that differs',
      function* (act) {
        yield act.changeJoint('b', Revolute({ ...ends, phi: 0.4 }))
      },
      /b\.phi: expected the present value, got one that differs by 0\.400 rad/,
    ],
    [
      'a start velocity that differs',
      function* (act) {
        yield act.changeJoint('b', Revolute({ ...ends, w: { init: 0, nominal: 2 } }))
      },
      /b\.w: expected the present value, got one that differs by 1\.00 rad\/s/,
    ],
    [
      'a rigid connection in another pose',
      function* (act) {
        yield act.changeJoint('b', Fix({ ...ends, translation: [0.1, 0, 0] }), { impulse: true })
      },
      /expected pb at b, a Fix, with respect to pa. It is 0\.100 m away/,
    ],
  ])('is an error: %s', (_, actions, message) => {
    const model = dock(actions, {
      rod: Object3D({ feature: solid(INERTIA_A) }),
      hinge: Revolute({ obj1: 'a', obj2: 'rod' }),
      arm: Object3D({ feature: solid(INERTIA_A) }),
      driven: RevoluteWithFlange({ obj1: 'world', obj2: 'arm' }),
    })
    expect(messageOf(() => simulate(model, { stopTime: 0.01 }))).toMatch(message)
  })
})
