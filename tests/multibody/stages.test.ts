/** The stages of a world: each is computed exactly when one of its inputs has changed. */
import { type BodyDeclaration, createTree, createTreeData, FREE, PRISMATIC, REVOLUTE } from 'vario/mechanics'
import { describe, expect, it, test } from 'vitest'
import { startContacts } from '../../src/mechanics/contact/start-contacts.ts'
import { computeJointForces, updatePositions, updateVelocities } from '../../src/mechanics/index.ts'
import { Flanges } from '../../src/multibody/world/flanges.ts'
import { Stage, updateStages } from '../../src/multibody/world/stage.ts'
import { WorldElements } from '../../src/multibody/world/world-elements.ts'
import { WorldMotion } from '../../src/multibody/world/world-motion.ts'
import {
  createStageInputs,
  type EvaluatedWorld,
  WorldStages,
} from '../../src/multibody/world/world-stages.ts'
import { STEEL_STEEL } from '../mechanics/contact/materials.ts'
import { SceneContacts } from '../mechanics/contact/scene-contacts.ts'
import { plate, sphere, sphereInertia } from '../mechanics/contact/shapes.ts'
import { bitsOf } from '../support/dirty-memory.ts'

const NAMES = ['positions', 'velocities', 'contacts', 'forces', 'inertias', 'accelerations'] as const

/** A ball that touches a plate, on a vertical guide; and a rod with a flange beside it. */
function createScene() {
  const ball: BodyDeclaration = { parent: -1, kind: PRISMATIC, mass: 1, I_C: sphereInertia(1, 0.1) }
  const rod: BodyDeclaration = { ...ball, kind: REVOLUTE, p_BC: [1, 0, 0] }
  const tree = createTree([ball, rod])
  const data = createTreeData(tree)
  const contacts = new SceneContacts(tree, data, {
    shapes: [sphere(0, 0.2), plate(10, 1, 0.1)],
    rules: { mayMeet: () => true, material: () => STEEL_STEEL },
  })
  const inputs = createStageInputs({ stamp: 0 })
  let nForce = 0
  let nInertias = 0
  let nDynamics = 0
  const vectors = (): Float64Array => new Float64Array(2)
  const world: EvaluatedWorld = {
    ...{ tree, data, q: vectors(), v: vectors(), vdot: vectors(), tau: vectors() },
    motion: new WorldMotion(tree, data),
    isKinematic: false,
    gravity: {
      addForces: () => {
        nForce++
      },
      potentialEnergy: () => 0,
      up: new Float64Array(3),
      accelerationAt: () => {},
      potentialAt: () => 0,
      magnitude: 0,
    },
    elements: new WorldElements([]),
    trialForces: null,
    length: 1,
    contacts,
    areContactsActing: true,
    loops: null,
    prepareLoops: () => {},
    computeInertias: () => {
      nInertias++
    },
    computeDynamics: () => {
      nDynamics++
    },
    computeJointForces: () => {
      computeJointForces(tree, data)
    },
  }
  const stages = new WorldStages(world, inputs)
  const count = (): number[] => [
    data.stamps.positions.stamp,
    data.stamps.velocities.stamp,
    stages.contacts.stamp,
    nForce,
    nInertias,
    nDynamics,
  ]
  /** Names of the stages that an evaluation computes. */
  const evaluate = (): string[] => {
    const before = count()
    inputs.states.stamp++
    stages.update(stages.accelerations)
    const after = count()
    return NAMES.filter((_, i) => after[i] !== before[i])
  }
  const flanges = new Flanges(world, [1], [false], inputs.flanges, inputs.prescribed)
  return { world, inputs, stages, contacts, evaluate, data, flanges }
}

/** The scene after its first evaluation. */
function createEvaluated() {
  const scene = createScene()
  scene.world.q[0] = -1e-6
  scene.evaluate()
  startContacts(scene.contacts.model, scene.contacts.data)
  scene.evaluate()
  return scene
}

describe('stages', () => {
  test('are all computed in the first evaluation', () => {
    expect(createScene().evaluate()).toEqual(NAMES)
  })

  test('are not computed twice', () => {
    expect(createEvaluated().evaluate()).toEqual([])
  })

  type Scene = ReturnType<typeof createEvaluated>
  const changes: Record<string, readonly [(scene: Scene) => void, readonly string[]]> = {
    'a position': [({ world }) => world.q.fill(-2e-6, 0, 1), NAMES],
    'a sign of zero': [({ world }) => world.q.fill(-0, 1, 2), NAMES],
    'a position that is not finite': [({ world }) => world.q.fill(Number.NaN, 0, 1), NAMES],
    'a velocity': [({ world }) => world.v.fill(0.1, 0, 1), ['velocities', 'forces', 'accelerations']],
    'the time': [({ inputs }) => inputs.time.stamp++, ['forces', 'accelerations']],
    'the memory of elements': [({ inputs }) => inputs.events.stamp++, ['forces', 'accelerations']],
    'the set of active elements': [({ inputs }) => inputs.acting.stamp++, ['forces', 'accelerations']],
    'the set of contacts': [
      ({ contacts }) => startContacts(contacts.model, contacts.data),
      ['contacts', 'forces', 'accelerations'],
    ],
    'the force in a flange': [({ flanges }) => flanges.setForces([2]), ['accelerations']],
    'the acceleration of a flange': [
      ({ flanges }) => flanges.setAccelerations([2]),
      ['inertias', 'accelerations'],
    ],
    'the set of prescribed accelerations': [
      ({ flanges }) => flanges.prescribeAll(),
      ['inertias', 'accelerations'],
    ],
    'the validity of the forces': [({ stages }) => stages.forces.discard(), ['forces', 'accelerations']],
  }

  test.each(Object.entries(changes))('are computed if they depend on %s', (_name, [change, expected]) => {
    const scene = createEvaluated()
    change(scene)
    expect(scene.evaluate()).toEqual(expected)
    // NaN never equals itself
    if (scene.world.q.every(Number.isFinite)) expect(scene.evaluate()).toEqual([])
  })

  test('are computed for a flange acceleration only if it changes', () => {
    const scene = createEvaluated()
    scene.flanges.setForces([0])
    expect(scene.evaluate()).toEqual([])
    scene.flanges.setAccelerations([0])
    expect(scene.evaluate()).toEqual(['inertias', 'accelerations'])
    scene.flanges.setAccelerations([0])
    expect(scene.evaluate()).toEqual([])
  })

  test('are computed only as far as requested', () => {
    const { world, inputs, stages, data, evaluate } = createEvaluated()
    const { stamp } = stages.forces
    world.q[0] = -3e-6
    inputs.states.stamp++
    const before = data.stamps.positions.stamp
    stages.update(stages.velocities)
    expect(data.stamps.positions.stamp).toBeGreaterThan(before)
    expect(stages.forces.stamp).toBe(stamp)
    expect(evaluate()).toEqual(['contacts', 'forces', 'inertias', 'accelerations'])
  })

  it('are computed again after an error', () => {
    const input = { stamp: 0 }
    let n = 0
    const stage = new Stage('fragile', [input], () => {
      if (n++ === 0) throw new Error('broken')
    })
    expect(() => updateStages([stage], stage)).toThrow('broken')
    updateStages([stage], stage)
    updateStages([stage], stage)
    expect(n).toBe(2)
  })
})

describe('geometry of contacts', () => {
  it('is computed for the pairs that have moved', () => {
    const body: BodyDeclaration = { parent: -1, kind: PRISMATIC, mass: 1, I_C: sphereInertia(1, 0.1) }
    const tree = createTree([body, { ...body, R_PJ: [1, 0, 0, 0, 1, 0, 0, 0, 1], p_PJ: [1, 0, 0] }])
    const data = createTreeData(tree)
    const contacts = new SceneContacts(tree, data, {
      shapes: [sphere(0, 0.2), sphere(1, 0.2), plate(10, 1, 0.1)],
      rules: { mayMeet: () => true, material: () => STEEL_STEEL },
    })
    const q = Float64Array.of(0.1 - 1e-6, 0.1 - 1e-6)
    updatePositions(tree, data, q)
    updateVelocities(tree, data, new Float64Array(2))
    contacts.start()
    expect(contacts.nContact).toBe(2)
    contacts.addForces()
    const { stamps } = contacts.data.contacts
    const before = stamps.slice(0, 2)
    q[1] -= 1e-6
    updatePositions(tree, data, q)
    contacts.addForces()
    expect(stamps[0]).toBe(before[0])
    expect(stamps[1]).toBeGreaterThan(before[1])
  })
})

describe('motion of a tree', () => {
  const inertia = { mass: 1, I_C: sphereInertia(1, 0.1) }
  const tree = createTree([
    { parent: -1, kind: REVOLUTE, ...inertia, p_PJ: [0.3, 0.1, 0] },
    { parent: 0, kind: PRISMATIC, ...inertia, p_PJ: [0, 0.2, 0] },
    { parent: -1, kind: FREE, ...inertia },
    { parent: 1, kind: REVOLUTE, ...inertia, p_PJ: [0, 0, 0.4] },
    { parent: 2, kind: REVOLUTE, ...inertia },
  ])
  const start = (): Float64Array => {
    const q = new Float64Array(tree.nq).fill(0.1)
    q.set([1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5, 0.6, 0.7], tree.qStart[2])
    return q
  }
  const bits = (data: ReturnType<typeof createTreeData>): string[] =>
    [data.R_WB, data.p_WB, data.V_WB_B, data.A_bias, data.F_bias].map(bitsOf)

  test.each(Array.from(tree.parent.keys()))(
    'is computed for body %i if it moves, and for the bodies that it carries',
    (body) => {
      const [q, v] = [start(), new Float64Array(tree.nv).fill(0.3)]
      const data = createTreeData(tree)
      const update = (to: typeof data): void => {
        updatePositions(tree, to, q)
        updateVelocities(tree, to, v)
      }
      for (const [values, place] of [
        [q, tree.qStart[body + 1] - 1],
        [v, tree.vStart[body]],
      ] as const) {
        update(data)
        const before = data.stamps.bodyVelocities.slice()
        values[place] += 0.05
        update(data)
        const isCarried = (i: number): boolean =>
          i === body || (tree.parent[i] >= 0 && isCarried(tree.parent[i]))
        for (let i = 0; i < tree.nBody; i++)
          expect(data.stamps.bodyVelocities[i] > before[i], `body ${i}`).toBe(isCarried(i))
        const fresh = createTreeData(tree)
        update(fresh)
        expect(bits(data)).toEqual(bits(fresh))
      }
    },
  )
})
