/** `assemble`: configurations without a run. */
import { expr, Model, Par, simulate, type VarioError } from 'vario'
import {
  type AssembleOptions,
  assemble,
  type Configuration,
  MassProperties,
  Model3D,
  Object3D,
  type ObjectPose,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  Spherical,
  type TargetMiss,
  type TargetPose,
  Universal,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../support/random.ts'
import { createFourBar, locateTip } from './four-bars.ts'

/** Gaps end at 1e-13 of the nominal length of 1 m; two orders for their amplification by the joints. */
const REACHED = 1e-11

/** A chain of revolute joints `axis1`, `axis2`, …, each followed by a translation [m]; the last one leads to `tool`. */
function createArm(axes: readonly string[], offsets: readonly (readonly number[])[]) {
  const members: Record<string, unknown> = { world: Object3D({ feature: Scene() }) }
  axes.forEach((axis, k) => {
    const before = k === 0 ? 'world' : `end${k}`
    members[`link${k + 1}`] = Object3D()
    members[k + 1 === axes.length ? 'tool' : `end${k + 1}`] = Object3D({
      parent: `link${k + 1}`,
      translation: [...offsets[k]],
    })
    members[`axis${k + 1}`] = Revolute({ obj1: before, obj2: `link${k + 1}`, axis: axis as 'x' })
  })
  return Model3D(members as never)
}

const [L1, L2] = [1, 0.7]
const planar = createArm(
  ['z', 'z'],
  [
    [L1, 0, 0],
    [L2, 0, 0],
  ],
)

describe('a planar arm with two axes', () => {
  it.each([
    ['elbow down', 1],
    ['elbow up', -1],
  ])('reaches the closed form, %s', (_, sign) => {
    const [x, y] = [0.9, 0.8]
    // law of cosines
    const elbow = sign * Math.acos((x * x + y * y - L1 * L1 - L2 * L2) / (2 * L1 * L2))
    const shoulder = Math.atan2(y, x) - Math.atan2(L2 * Math.sin(elbow), L1 + L2 * Math.cos(elbow))
    const found = assemble(planar, { tool: { translation: [x, y, 0] } }, { start: { 'axis2.phi': sign } })
    expect(Math.abs(found.value('axis1.phi') - shoulder)).toBeLessThan(REACHED)
    expect(Math.abs(found.value('axis2.phi') - elbow)).toBeLessThan(REACHED)
  })

  it('reports the miss and the nearest configuration out of reach', () => {
    const target = { tool: { translation: [3, 4, 0] } }
    const run = () => assemble(planar, target)
    // 5 m away, 1.7 m long
    expect(run).toThrow(
      'assemble: expected targets within reach, got misses in the nearest configuration: tool by 3.300 m and 0.000 rad',
    )
    try {
      run()
    } catch (error) {
      expect((error as VarioError).code).toBe('OUT_OF_REACH')
    }
    const nearest = assemble(planar, target, { nearest: true })
    // the distance is flat there: an error of 1e-5 of the angles gives one of 1e-9
    const miss: TargetMiss = nearest.targets.tool
    expect(Math.abs(miss.distance - 3.3)).toBeLessThan(1e-8)
    expect(Math.abs(nearest.value('axis1.phi') - Math.atan2(4, 3))).toBeLessThan(1e-4)
  })

  it('takes the other branch, or stops, at limits', () => {
    const target = { tool: { translation: [0.9, 0.8, 0] } }
    const limited = (range: readonly [number, number]): AssembleOptions => ({
      limits: { 'axis2.phi': range },
    })
    expect(assemble(planar, target, limited([-2, 0])).value('axis2.phi')).toBeLessThan(-1.5)
    const nearest = assemble(planar, target, { ...limited([-0.5, 0.5]), nearest: true })
    expect(Math.abs(Math.abs(nearest.value('axis2.phi')) - 0.5)).toBeLessThan(1e-12)
    // the tool moves on a circle about the base, whose radius the limit sets
    const reach = Math.sqrt(L1 * L1 + L2 * L2 + 2 * L1 * L2 * Math.cos(0.5))
    expect(Math.abs(nearest.targets.tool.distance - (reach - Math.hypot(0.9, 0.8)))).toBeLessThan(1e-9)
  })

  it('keeps given joints', () => {
    const found = assemble(
      planar,
      { tool: { rotation: [0, 0, 1] } },
      { start: { 'axis1.phi': 0.3 }, fixed: ['axis1.phi'] },
    )
    expect(found.value('axis1.phi')).toBe(0.3)
    expect(Math.abs(found.value('axis2.phi') - 0.7)).toBeLessThan(REACHED)
  })
})

describe('an arm with six axes', () => {
  // shoulder, elbow and a wrist whose axes intersect
  const arm = createArm(
    ['z', 'y', 'y', 'x', 'y', 'x'],
    [
      [0, 0, 0.4],
      [0.5, 0, 0],
      [0.4, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [0.1, 0, 0],
    ],
  )
  const random = createRandom(7)
  const draw = () => Array.from({ length: 6 }, () => 2 * random() - 1)

  it('reaches 30 random poses from a guess nearby, with the angles that generated them', () => {
    for (let k = 0; k < 30; k++) {
      const phi = draw()
      // away from singular wrists and elbows
      phi[2] = 0.8 + 0.5 * phi[2]
      phi[4] = 0.8 + 0.5 * phi[4]
      const at = (values: readonly number[]) =>
        Object.fromEntries(values.map((x, i) => [`axis${i + 1}.phi`, x]))
      const keep = Object.keys(at(phi))
      const { translation, quaternion } = assemble(arm, {}, { start: at(phi), fixed: keep }).pose('tool')
      const guess = at(phi.map((x) => x + 0.1 * (2 * random() - 1)))
      const found = assemble(arm, { tool: { translation, quaternion } }, { start: guess })
      expect(found.targets.tool.distance).toBeLessThan(1e-12)
      expect(found.targets.tool.angle).toBeLessThan(1e-12)
      phi.forEach((x, i) => {
        // the wrist is at least 0.3 rad from singular: gaps of 1e-13 are amplified by less than 100
        expect(Math.abs(found.value(`axis${i + 1}.phi`) - x)).toBeLessThan(1e-10)
      })
    }
  })

  it('reaches random poses from zero, where wrist and elbow are stretched', () => {
    for (let k = 0; k < 20; k++) {
      const guess = Object.fromEntries(draw().map((x, i) => [`axis${i + 1}.phi`, 2 * x]))
      const { translation, rotation } = assemble(arm, {}, { start: guess, fixed: Object.keys(guess) }).pose(
        'tool',
      )
      const found = assemble(arm, { tool: { translation, rotation } })
      expect(found.targets.tool.distance).toBeLessThan(1e-9)
      expect(found.targets.tool.angle).toBeLessThan(1e-9)
    }
  })
})

it('takes the configuration nearest to the guess if it has seven axes', () => {
  const axes = ['z', 'y', 'z', 'y', 'z', 'y', 'z']
  const arm = createArm(axes, [
    [0, 0, 0.3],
    [0, 0, 0.3],
    [0, 0, 0.3],
    [0, 0, 0.3],
    [0, 0, 0.2],
    [0, 0, 0.1],
    [0, 0, 0.1],
  ])
  const start = [0.1, 0.6, -0.2, 0.9, 0.3, 0.7, 0.2]
  const name = (i: number): string => `axis${i + 1}.phi`
  const guess = Object.fromEntries(start.map((x, i) => [name(i), x]))
  const { translation, rotation } = assemble(arm, {}, { start: guess }).pose('tool')
  const target = { tool: { translation: translation.map((x, i) => x + [0.05, -0.1, 0.05][i]), rotation } }
  const distanceOf = (values: readonly number[]): number => Math.hypot(...values.map((x, i) => x - start[i]))
  const read = (found: Configuration): number[] => start.map((_, i) => found.value(name(i)))
  const best = read(assemble(arm, target, { start: guess }))
  // a second computation: one axis is fixed at values around, the other six have one solution nearby
  for (const step of [-0.02, -0.005, 0.005, 0.02]) {
    const held = Object.fromEntries(best.map((x, i) => [name(i), i === 2 ? x + step : x]))
    const other = read(assemble(arm, target, { start: held, fixed: [name(2)] }))
    // the distance grows with the square of the step
    expect(distanceOf(other) - distanceOf(best)).toBeGreaterThan(0.1 * step * step)
  }
})

it('a Stewart platform has the lengths of its legs', () => {
  const base = [0, 1, 2, 3, 4, 5].map((k) => {
    const angle = (Math.floor((k + 1) / 2) * 2 * Math.PI) / 3 + (k % 2 === 0 ? 0.2 : -0.2)
    return [Math.cos(angle), Math.sin(angle), 0]
  })
  const plate = [0, 1, 2, 3, 4, 5].map((k) => {
    const angle = (Math.floor(k / 2) * 2 * Math.PI) / 3 + Math.PI / 3 + (k % 2 === 0 ? -0.2 : 0.2)
    return [0.6 * Math.cos(angle), 0.6 * Math.sin(angle), 0]
  })
  const members: Record<string, unknown> = {
    world: Object3D({ feature: Scene() }),
    platform: Object3D({ parent: 'world', fixedToParent: false, translation: { start: [0, 0, 1] } as never }),
  }
  base.forEach((point, k) => {
    // the leg is along z of a frame that points from base to plate while the platform is at its guess
    const way = plate[k].map((x, i) => x - point[i] + (i === 2 ? 1 : 0))
    const rotation = [Math.atan2(-way[1], way[2]), Math.atan2(way[0], Math.hypot(way[1], way[2])), 0]
    Object.assign(members, {
      [`foot${k}`]: Object3D({ parent: 'world', translation: point, rotation }),
      [`lower${k}`]: Object3D(),
      [`upper${k}`]: Object3D(),
      [`top${k}`]: Object3D({ parent: 'platform', translation: plate[k] }),
      [`cardan${k}`]: Universal({ obj1: `foot${k}`, obj2: `lower${k}` }),
      [`leg${k}`]: Prismatic({ obj1: `lower${k}`, obj2: `upper${k}`, axis: 'z', s: { start: 1.2 } }),
      [`ball${k}`]: Spherical({ obj1: `upper${k}`, obj2: `top${k}` }),
    })
  })
  const stewart = Model3D(members as never)
  const target = { translation: [0.1, -0.05, 1.1], rotation: [0.1, -0.2, 0.3] } satisfies TargetPose
  const found = assemble(stewart, { platform: target })
  const [a, b, c] = target.rotation
  // R = Rx(a) Ry(b) Rz(c)
  const turn = ([x, y]: readonly number[]): number[] => {
    const [x1, y1] = [Math.cos(c) * x - Math.sin(c) * y, Math.sin(c) * x + Math.cos(c) * y]
    const [x2, z2] = [Math.cos(b) * x1, -Math.sin(b) * x1]
    return [x2, Math.cos(a) * y1 - Math.sin(a) * z2, Math.sin(a) * y1 + Math.cos(a) * z2]
  }
  base.forEach((point, k) => {
    const length = Math.hypot(...turn(plate[k]).map((x, i) => x + target.translation[i] - point[i]))
    expect(Math.abs(found.value(`leg${k}.s`) - length)).toBeLessThan(REACHED)
  })
})

describe('an initial configuration', () => {
  it('gives cut joints, distances and angles', () => {
    const lengths = [0.5, 1.1, 0.9, 1.2] as const
    const found = assemble(
      createFourBar(lengths, {
        crank: { phi: 1 },
        coupler: { phi: { start: 0 } },
        rocker: { phi: { start: 1.5 } },
      }),
    )
    const [x, y] = locateTip(lengths, 1, 1)
    const rocker = Math.atan2(y, x - 1.2)
    const coupler = Math.atan2(y - 0.5 * Math.sin(1), x - 0.5 * Math.cos(1))
    expect(Math.abs(found.value('rocker.phi') - rocker)).toBeLessThan(REACHED)
    expect(Math.abs(found.value('coupler.phi') - (coupler - 1))).toBeLessThan(REACHED)
    expect(Math.abs(found.value('tip.phi') - (coupler - rocker))).toBeLessThan(REACHED)
    expect(Math.abs(found.distance('world', 'bar2.end2') - Math.hypot(x, y))).toBeLessThan(REACHED)
    expect(Math.abs(found.planarAngle('base', 'bar2.end2') - rocker)).toBeLessThan(REACHED)
    expect(Math.abs(found.planarAngle('base', 'bar2.end2', 'x'))).toBeLessThan(REACHED)
    // in the axes of the bar it lies along x
    const own: ObjectPose = found.pose('bar2.end2', 'bar2.end1')
    expect(Math.abs(own.translation[0] - 1.1)).toBeLessThan(REACHED)
  })

  it('fits a four-bar for any value of its parameter (2018 paper, Fourbar2)', () => {
    const bar = (length: number) =>
      Model({
        body: Object3D({
          feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }) }),
        }),
        obj1: Object3D({ parent: 'body', translation: [-length / 2, 0, 0] }),
        obj2: Object3D({ parent: 'body', translation: [length / 2, 0, 0] }),
      })
    const createHalf = (Lx: number) =>
      Model3D({
        world: Object3D({ feature: Scene() }),
        pos1: Object3D({ parent: 'world', translation: [Lx / 2, 0, Lx / 2] }),
        pos2: Object3D({ parent: 'pos1', translation: [2 * Lx, 0, 0] }),
        bar1: bar(Lx)(),
        bar2: bar(Lx)(),
        rev1: Revolute({ obj1: 'pos1', obj2: 'bar1.obj1', phi: Math.PI / 2 }),
        rev2: Revolute({ obj1: 'bar1.obj2', obj2: 'bar2.obj1', phi: -Math.PI / 2 }),
      })
    for (const Lx of [0.5, 10.1]) {
      const half = createHalf(Lx)
      const start = assemble(half)
      const fourBar = half.extend({
        bar3: bar(start.distance('pos2', 'bar2.obj2'))(),
        rev3: Revolute({ obj1: 'bar3.obj2', obj2: 'bar2.obj2', phi: Number.NaN }),
        rev4: Revolute({ obj1: 'pos2', obj2: 'bar3.obj1', phi: start.planarAngle('pos2', 'bar2.obj2') }),
      })
      const result = simulate(fourBar, { stopTime: 0 })
      expect(Math.abs(result.final('rev1.phi') - Math.PI / 2)).toBe(0)
      // bar 3 from (2 Lx, 0) to (Lx, Lx)
      expect(Math.abs(result.final('rev4.phi') - 0.75 * Math.PI)).toBeLessThan(1e-14)
      expect(Math.abs(result.final('rev3.phi') + 0.75 * Math.PI)).toBeLessThan(REACHED)
    }
  })

  it('is evaluated in an expression of parameters, for every value of them', () => {
    const createLink = (length: number) =>
      Model3D({
        world: Object3D({ feature: Scene() }),
        post: Object3D({ parent: 'world', translation: [3, 4 * length, 0] }),
      })
    const measure = (length: number): number => assemble(createLink(length)).distance('world', 'post')
    const model = Model({ length: Par(1), rod: Par(expr`${measure}(length)`) })
    expect(simulate(model, { stopTime: 0 }).parameter('rod')).toBe(5)
    expect(simulate(model, { stopTime: 0, merge: { length: 0 } }).parameter('rod')).toBe(3)
  })

  it('is the start of a run', () => {
    const arm = Model({
      link: Object3D({
        feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }) }),
      }),
    })
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      a: arm(),
      b: arm(),
      far: Object3D({ parent: 'a.link', translation: [1, 0, 0] }),
      tool: Object3D({ parent: 'b.link', translation: [0.2, 0, 0] }),
      rev: RevoluteWithFlange({ obj1: 'world', obj2: 'a.link' }),
      slide: Prismatic({ obj1: 'far', obj2: 'b.link', axis: 'x' }),
    })
    const found = assemble(model, { tool: { translation: [1.2, 0.9, 0] } })
    const result = simulate(model, { stopTime: 0, merge: found.merge })
    const tool = result.finalVector('tool.r_abs')
    for (const [i, x] of [1.2, 0.9, 0].entries()) expect(Math.abs(tool[i] - x)).toBeLessThan(REACHED)
    expect(Math.abs(found.value('slide.s') - 0.3)).toBeLessThan(REACHED)
  })

  it('respects limits of joints with flanges, which are those of their variables', () => {
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      a: Object3D(),
      slide: PrismaticWithFlange({
        obj1: 'world',
        obj2: 'a',
        axis: 'x',
        s: { init: 0, min: -0.5, max: 0.5 } as never,
      }),
    })
    expect(() => assemble(model, { a: { translation: [2, 0, 0] } })).toThrow('a by 1.500 m and 0.000 rad')
  })
})

describe('errors', () => {
  const target = { tool: { translation: [1, 0, 0] } }
  it.each([
    [
      'an object',
      () => assemble(planar, { tol: { translation: [1, 0, 0] } }),
      /assemble: targets: expected the path of an Object3D: .*did you mean 'tool'/,
    ],
    [
      'a key',
      () => assemble(planar, { tool: { position: [1, 0, 0] } as never }),
      /tool: expected one of the names translation, rotation, quaternion/,
    ],
    [
      'nothing',
      () => assemble(planar, { tool: {} }),
      /tool: expected a translation, a rotation or a quaternion/,
    ],
    [
      'two orientations',
      () => assemble(planar, { tool: { rotation: [0, 0, 0], quaternion: [0, 0, 0, 1] } }),
      /a rotation or a quaternion, not both/,
    ],
    [
      'two numbers',
      () => assemble(planar, { tool: { translation: [1, 0] } }),
      /tool.translation: expected a vector of 3 finite numbers/,
    ],
    [
      'a quaternion of zeros',
      () => assemble(planar, { tool: { quaternion: [0, 0, 0, 0] } }),
      /tool.quaternion: expected a non-zero quaternion/,
    ],
    [
      'a joint',
      () => assemble(planar, target, { start: { 'axis3.phi': 1 } }),
      /assemble: start: expected one of the names axis1.phi, axis2.phi/,
    ],
    [
      'a start position',
      () => assemble(planar, target, { start: { 'axis1.phi': Number.NaN } }),
      /start.axis1.phi: expected a finite number/,
    ],
    [
      'limits',
      () => assemble(planar, target, { limits: { 'axis1.phi': [1, -1] } }),
      /limits.axis1.phi: expected \[minimum, maximum\]/,
    ],
    [
      'fixed',
      () => assemble(planar, target, { fixed: ['axis9.phi'] }),
      /assemble: fixed: expected one of the names/,
    ],
    [
      'an unknown option',
      () => assemble(planar, target, { tolerance: 1 } as never),
      /assemble: options: expected one of the names start, limits/,
    ],
    ['targets', () => assemble(planar, 'tool' as never), /assemble: targets: expected a map/],
    [
      'a model without 3D',
      () => assemble(Model({ x: Par(1) })),
      /assemble: expected a model with one 3D model, got 0/,
    ],
    [
      'a signal',
      () => assemble(planar).value('axis1.psi'),
      /configuration.value: expected the position of a joint: axis1.phi, axis2.phi/,
    ],
    [
      'an unknown axis',
      () => assemble(planar).planarAngle('world', 'tool', 'w' as never),
      /planarAngle: axis: expected 'x' \| 'y' \| 'z'/,
    ],
    [
      'a direction of length zero',
      () => assemble(planar).planarAngle('tool', 'tool'),
      /planarAngle: b: expected an object that is not on the axis z of tool/,
    ],
  ])('name the wrong argument: %s', (_, run, message) => {
    expect(run).toThrow(message)
  })

  it('name loops that cannot be closed', () => {
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      far: Object3D({ parent: 'world', translation: [3, 4, 0] }),
      a: Object3D(),
      b: Object3D({ parent: 'a', translation: [2, 0, 0] }),
      left: Revolute({ obj1: 'world', obj2: 'a' }),
      right: Revolute({ obj1: 'far', obj2: 'b' }),
    })
    expect(() => assemble(model)).toThrow(/expected loops that close.*(left|right) 3\.00 m, /)
  })
})
