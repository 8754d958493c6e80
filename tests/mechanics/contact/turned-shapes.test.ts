/**
 * Shapes rotated and moved against the frames of their bodies: contacts equal those of the same solids on bodies whose
 * frames are the frames of the shapes. Poses and motions of the bodies are composed here, independently of the code.
 */
import {
  type ConvexShape,
  computeSignedDistance,
  createConvexShape,
  createDistanceQuery,
  RESULT_DISTANCE,
  RESULT_LENGTH,
  RESULT_NORMAL,
} from 'vario/collision'
import { clearForces, createTree, createTreeData, FREE, type TreeData } from 'vario/mechanics'
import { describe, expect, it } from 'vitest'
import { CONTACT_RESULT_SIZE } from '../../../src/mechanics/contact-forces/result-layout.ts'
import {
  createRandom,
  mulRotation,
  randomRotation,
  randomShape,
  rotate,
  rotateBack,
  SHAPE_NAMES,
  type Vector,
} from '../../collision/distance/poses.ts'
import { STEEL_STEEL } from './materials.ts'
import { SceneContacts } from './scene-contacts.ts'
import { IDENTITY, plate } from './shapes.ts'

const DEPTH = 1e-4
const PLATE = plate(20, 20, 2)
const UPRIGHT = Float64Array.from(IDENTITY)

/** A solid in the world: pose and motion of its frame S. */
interface Solid {
  readonly convex: ConvexShape
  readonly R_WS: Float64Array
  readonly p_WS: Vector
  readonly v: Vector
  readonly w: Vector
  readonly a: Vector
  readonly alpha: Vector
}

/** The frame B of the body that carries a solid, in its frame S. */
interface Frame {
  readonly R_SB: Float64Array
  readonly p_SB: Vector
}

const SAME: Frame = { R_SB: UPRIGHT, p_SB: [0, 0, 0] }

const random = createRandom(3)
const vector = (size: number): Vector => [0, 0, 0].map(() => size * (2 * random() - 1)) as Vector
const add = (...terms: readonly Vector[]): Vector =>
  [0, 1, 2].map((c) => terms.reduce((sum, term) => sum + term[c], 0)) as Vector
const cross = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [b * z - c * y, c * x - a * z, a * y - b * x]
/** R_AB R_BC; `mulRotation` has the transpose of its first argument. */
const compose = (R_AB: Float64Array, R_BC: Float64Array): Float64Array => mulRotation(transpose(R_AB), R_BC)
const transpose = ([a, b, c, d, e, f, g, h, i]: Float64Array): Float64Array =>
  Float64Array.of(a, d, g, b, e, h, c, f, i)

function randomSolid(name: (typeof SHAPE_NAMES)[number]): Solid {
  const convex = createConvexShape(randomShape(name, random), 0.001)
  const R_WS = randomRotation(random)
  return { convex, R_WS, p_WS: vector(1), v: vector(1), w: vector(2), a: vector(5), alpha: vector(5) }
}

/** The solid, moved along the normal until its distance from a shape in the world is `distance`. */
function moveTo(solid: Solid, convex: ConvexShape, R: Float64Array, p: Vector, distance: number): Solid {
  const result = new Float64Array(RESULT_LENGTH)
  const shapes = {
    convex: [convex, solid.convex],
    R_WS: Float64Array.of(...R, ...solid.R_WS),
    p_WS: Float64Array.of(...p, ...solid.p_WS),
  }
  computeSignedDistance(createDistanceQuery(), shapes, 0, 1, result, 0)
  const n = result.slice(RESULT_NORMAL, RESULT_NORMAL + 3)
  const way = distance - result[RESULT_DISTANCE]
  return { ...solid, p_WS: add(solid.p_WS, [way * n[0], way * n[1], way * n[2]]) }
}

interface Outcome {
  /** Result of the contact. */
  readonly contact: Float64Array
  /** Forces on the solids, and torques about the origins of S, in the world (6 each). */
  readonly loads: number[]
  readonly maxStep: number
}

/** Contact of the last two of: plate, solids; the solids on bodies with the frames B. */
function evaluate(solids: readonly Solid[], frames: readonly Frame[], isPlate: boolean): Outcome {
  const body = { parent: -1, kind: FREE, mass: 1, I_C: [1, 0, 0, 0, 1, 0, 0, 0, 1] }
  const tree = createTree(solids.map(() => body))
  const data = createTreeData(tree)
  const shapes = solids.map(({ convex }, i) => {
    const { R_SB, p_SB } = frames[i]
    const p_BS = rotateBack(R_SB, p_SB).map((x) => -x)
    return { body: i, convex, R_BS: transpose(R_SB), p_BS, path: `solid${i}` }
  })
  const rules = { mayMeet: () => true, material: () => STEEL_STEEL }
  const contacts = new SceneContacts(tree, data, {
    shapes: isPlate ? [PLATE, ...shapes] : shapes,
    rules,
  })
  solids.forEach((solid, i) => {
    setBody(data, i, solid, frames[i])
  })
  contacts.start()
  clearForces(data)
  contacts.addForces()
  const contact = new Float64Array(CONTACT_RESULT_SIZE)
  contacts.read(0, 1, contact, 0)
  const loads = solids.flatMap(({ R_WS }, i) => {
    const R_WB = compose(R_WS, frames[i].R_SB)
    const [torque, force] = [0, 3].map((c) => rotate(R_WB, data.F_ext.slice(6 * i + c, 6 * i + c + 3)))
    return [...add(torque, cross(rotate(R_WS, frames[i].p_SB), force)), ...force]
  })
  return { contact, loads, maxStep: contacts.computeMaxStep() }
}

/** Pose, velocities and accelerations of a body from those of its solid. */
function setBody(data: TreeData, i: number, solid: Solid, { R_SB, p_SB }: Frame): void {
  const { R_WS, p_WS, v, w, a, alpha } = solid
  const R_WB = compose(R_WS, R_SB)
  const arm = rotate(R_WS, p_SB)
  data.R_WB.set(R_WB, 9 * i)
  data.p_WB.set(add(p_WS, arm), 3 * i)
  data.V_WB_B.set([...rotateBack(R_WB, w), ...rotateBack(R_WB, add(v, cross(w, arm)))], 6 * i)
  const acceleration = add(a, cross(alpha, arm), cross(w, cross(w, arm)))
  data.A_WB_B.set([...rotateBack(R_WB, alpha), ...rotateBack(R_WB, acceleration)], 6 * i)
}

function randomFrame(): Frame {
  return { R_SB: randomRotation(random), p_SB: vector(0.5) }
}

/**
 * Rounding errors of coordinates of 1 m are 1e-12 of the depth; forces of rims have, in addition, differences over a
 * thousandth of the depth: 1e-9.
 */
function expectSame(x: ArrayLike<number>, y: ArrayLike<number>): void {
  for (let k = 0; k < x.length; k++)
    expect(Math.abs(x[k] - y[k]), `${k}`).toBeLessThan(
      1e-8 * Math.max(1, Math.abs(y[k]), Math.abs(y[4] ?? 0)),
    )
}

describe('shapes rotated against their bodies', () => {
  it.each(SHAPE_NAMES)('%s has the same contact on a plate, in either order', (name) => {
    for (let k = 0; k < 10; k++) {
      const start = randomSolid(name)
      const frame = randomFrame()
      for (const distance of [-DEPTH, 0.05]) {
        const solid = moveTo({ ...start, p_WS: [0, 0, 3] }, PLATE.convex, UPRIGHT, [0, 0, -1], distance)
        const [expected, found] = [SAME, frame].map((f) => evaluate([solid], [f], true))
        expect(expected.contact[0] > 0).toBe(distance < 0)
        expectSame(found.contact, expected.contact)
        const largest = Math.max(1, ...expected.loads.map(Math.abs))
        found.loads.forEach((load, c) => {
          expect(Math.abs(load - expected.loads[c])).toBeLessThan(1e-8 * largest)
        })
        if (distance > 0) expect(found.maxStep / expected.maxStep).toBeCloseTo(1, 10)
      }
    }
  })

  it.each(SHAPE_NAMES)('%s has the same contact with any other shape', (name) => {
    for (const other of SHAPE_NAMES) {
      const fixed = randomSolid(other)
      const moved = moveTo(
        { ...randomSolid(name), p_WS: add(fixed.p_WS, [3, 1, 2]) },
        fixed.convex,
        fixed.R_WS,
        fixed.p_WS,
        -DEPTH,
      )
      const frames = [randomFrame(), randomFrame()]
      const expected = evaluate([fixed, moved], [SAME, SAME], false)
      const found = evaluate([fixed, moved], frames, false)
      expect(expected.contact[0]).toBeGreaterThan(0.5 * DEPTH)
      expectSame(found.contact, expected.contact)
      const largest = Math.max(1, ...expected.loads.map(Math.abs))
      found.loads.forEach((load, c) => {
        expect(Math.abs(load - expected.loads[c])).toBeLessThan(1e-8 * largest)
      })
    }
  })
})
