/** Joints composed of simple ones with massless bodies between, and missing inertia. */
import {
  type BodyDeclaration,
  computeForwardDynamics,
  computeMassMatrix,
  computePositions,
  computeVelocities,
  createTree,
  createTreeData,
  FREE,
  factorMassMatrix,
  PRISMATIC,
  REVOLUTE,
  SingularInertiaError,
  SPHERICAL,
} from 'vario/mechanics'
import { describe, expect, test } from 'vitest'
import { computeArticulatedInertias } from '../../src/mechanics/index.ts'
import { product, rodrigues, transposed } from '../support/geometry.ts'
import { createRandom, randomInertia, randomVector, relativeDifference } from './support/random-tree.ts'

/** R_PJ of a joint whose z is x, y or z of the parent. */
const ALONG = {
  x: rodrigues([0, 1, 0], Math.PI / 2),
  y: rodrigues([1, 0, 0], -Math.PI / 2),
  z: [1, 0, 0, 0, 1, 0, 0, 0, 1],
}

const random = createRandom(4)
const BODY = { mass: 1.3, p_BC: randomVector(random, 3), I_C: randomInertia(random) }

/** The end of the chain of 1 + … joints moves like a body with one joint of another kind. */
function expectSameAcceleration(chain: readonly BodyDeclaration[], kind: number): void {
  const tree = createTree(chain)
  const data = createTreeData(tree)
  const last = tree.nBody - 1
  computePositions(tree, data, randomVector(random, tree.nq))
  computeVelocities(tree, data, randomVector(random, tree.nv))
  const F = randomVector(random, 6)
  data.F_ext.set(F, 6 * last)
  computeForwardDynamics(tree, data, new Float64Array(tree.nv), new Float64Array(tree.nv))

  const single = createTree([{ ...BODY, parent: -1, kind }])
  const other = createTreeData(single)
  const R = data.R_WB.slice(9 * last)
  const q = kind === FREE ? [...R, ...data.p_WB.slice(3 * last)] : R
  computePositions(single, other, Float64Array.from(q))
  computeVelocities(single, other, data.V_WB_B.slice(6 * last, 6 * last + single.nv))
  other.F_ext.set(F)
  computeForwardDynamics(single, other, new Float64Array(single.nv), new Float64Array(single.nv))
  // angles up to 1 rad: at least cos(1) away from the singularity of the chain
  expect(relativeDifference(data.A_WB_B.slice(6 * last), other.A_WB_B)).toBeLessThan(1e-12)
}

describe('massless bodies', () => {
  const wrist = (parent: number): BodyDeclaration[] => [
    { parent, kind: REVOLUTE, R_PJ: ALONG.x },
    { parent: parent + 1, kind: REVOLUTE, R_PJ: product(transposed(ALONG.x), ALONG.y, 3) },
    { ...BODY, parent: parent + 2, kind: REVOLUTE, R_PJ: product(transposed(ALONG.y), ALONG.z, 3) },
  ]

  test('three revolute joints through a point equal a spherical joint', () => {
    for (let k = 0; k < 10; k++) expectSameAcceleration(wrist(-1), SPHERICAL)
  })

  test('three prismatic and three revolute joints equal a free joint', () => {
    const slides: BodyDeclaration[] = [
      { parent: -1, kind: PRISMATIC, R_PJ: ALONG.x },
      { parent: 0, kind: PRISMATIC, R_PJ: product(transposed(ALONG.x), ALONG.y, 3) },
      { parent: 1, kind: PRISMATIC, R_PJ: product(transposed(ALONG.y), ALONG.z, 3) },
    ]
    for (let k = 0; k < 10; k++) expectSameAcceleration([...slides, ...wrist(2)], FREE)
  })

  test('three prismatic joints and a spherical one equal a free joint', () => {
    const bodies: BodyDeclaration[] = [
      { parent: -1, kind: PRISMATIC, R_PJ: ALONG.y },
      { parent: 0, kind: PRISMATIC, R_PJ: product(transposed(ALONG.y), ALONG.x, 3) },
      { parent: 1, kind: PRISMATIC, R_PJ: product(transposed(ALONG.x), ALONG.z, 3) },
    ]
    const tree = createTree([...bodies, { ...BODY, parent: 2, kind: SPHERICAL }])
    const data = createTreeData(tree)
    const single = createTree([{ ...BODY, parent: -1, kind: FREE }])
    const other = createTreeData(single)
    const R = rodrigues([0.6, 0, 0.8], 1.1)
    const v = randomVector(random, 6)
    computePositions(tree, data, Float64Array.of(0.1, 0.2, 0.3, ...R))
    computeVelocities(tree, data, v)
    computePositions(single, other, Float64Array.of(...R, ...data.p_WB.slice(9)))
    computeVelocities(single, other, data.V_WB_B.slice(18))
    const F = randomVector(random, 6)
    data.F_ext.set(F, 18)
    other.F_ext.set(F)
    computeForwardDynamics(tree, data, new Float64Array(6), new Float64Array(6))
    computeForwardDynamics(single, other, new Float64Array(6), new Float64Array(6))
    expect(relativeDifference(data.A_WB_B.slice(18), other.A_WB_B)).toBeLessThan(1e-12)
  })
})

describe('missing inertia', () => {
  const POINT = { mass: 1, p_BC: [0, 0, 1] }
  const IN_LINE = Float64Array.of(0.3, 0, 0.2)
  const TILTED = rodrigues([0.6, 0.8, 0], 0.8)

  test.each<[string, BodyDeclaration[], number]>([
    [
      'a massless end',
      [
        { ...BODY, parent: -1, kind: REVOLUTE },
        { parent: 0, kind: REVOLUTE },
      ],
      1,
    ],
    ['a massless slide', [{ parent: -1, kind: PRISMATIC }], 0],
    ['a massless free body', [{ parent: -1, kind: FREE }], 0],
    ['a point mass that may turn', [{ mass: 1, parent: -1, kind: FREE }], 0],
    ['a point mass on a ball joint', [{ ...POINT, parent: -1, kind: SPHERICAL }], 0],
    ['a point mass on the axis', [{ ...POINT, parent: -1, kind: REVOLUTE }], 0],
    [
      'two slides in line',
      [
        { parent: -1, kind: PRISMATIC, R_PJ: TILTED },
        { ...BODY, parent: 0, kind: PRISMATIC },
      ],
      0,
    ],
    [
      'a gimbal in its lock',
      [
        { parent: -1, kind: REVOLUTE, R_PJ: TILTED },
        { parent: 0, kind: REVOLUTE, R_PJ: ALONG.x },
        { ...BODY, parent: 1, kind: REVOLUTE, R_PJ: transposed(ALONG.x) },
      ],
      0,
    ],
  ])('%s is an error that names the body', (_what, bodies, body) => {
    const tree = createTree(bodies)
    const data = createTreeData(tree)
    const q = new Float64Array(tree.nq)
    if (tree.kind[0] >= SPHERICAL) q.set(TILTED)
    else q.set(IN_LINE.subarray(0, tree.nq))
    computePositions(tree, data, q)
    computeVelocities(tree, data, new Float64Array(tree.nv))
    const vectors = [new Float64Array(tree.nv), new Float64Array(tree.nv)]
    const expected = expect.objectContaining({ code: 'SINGULAR_INERTIA', body })
    const solve = (): void => computeForwardDynamics(tree, data, vectors[0], vectors[1])
    expect(solve).toThrow(SingularInertiaError)
    expect(solve).toThrow(expected)
    expect(solve).toThrow(`bodies[${body}]`)

    const M = new Float64Array(tree.nv ** 2)
    computeMassMatrix(tree, data, M)
    expect(() => factorMassMatrix(tree, M)).toThrow(SingularInertiaError)
    expect(() => computeArticulatedInertias(tree, data)).toThrow(expected)
  })

  test('differs from a small one: a tether of 20 km and 2 mm rotates about its axis', () => {
    const [mass, length, radius] = [60, 20e3, 1e-3]
    const across = (mass * length ** 2) / 12
    const along = 0.5 * mass * radius ** 2
    const I_C = [across, 0, 0, 0, across, 0, 0, 0, along]
    const tree = createTree([{ parent: -1, kind: REVOLUTE, mass, p_BC: [0, 0, length / 2], I_C }])
    const data = createTreeData(tree)
    computePositions(tree, data, new Float64Array(1))
    computeVelocities(tree, data, new Float64Array(1))
    const vdot = new Float64Array(1)
    computeForwardDynamics(tree, data, Float64Array.of(1), vdot)
    expect(vdot[0] * along).toBeCloseTo(1, 14)
  })

  test('does not matter for a prescribed motion', () => {
    const tree = createTree([{ parent: -1, kind: REVOLUTE }])
    const data = createTreeData(tree)
    data.isPrescribed[0] = 1
    computePositions(tree, data, new Float64Array(1))
    computeVelocities(tree, data, new Float64Array(1))
    const tau = Float64Array.of(7)
    computeForwardDynamics(tree, data, tau, Float64Array.of(3))
    expect(tau[0]).toBe(0)
  })
})
