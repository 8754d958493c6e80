/**
 * `createDynamics` with closed loops: against the simulation of the same mechanism, which eliminates multipliers in
 * another way, against differences, and against the reduced equation of a four-bar.
 */
import { equations, type SignalTable, simulate } from 'vario'
import { Torque } from 'vario/library/rotational'
import {
  createDynamics,
  type Dynamics,
  GearConstraint,
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Rod,
  Scene,
  Solid,
  Spherical,
  UniformGravityField,
  Universal,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { campaignSeeds } from '../../support/campaign-seeds.ts'
import {
  buildRandomMechanism,
  createRandomMechanism,
  type MechanismKind,
} from '../loops/support/random-mechanism.ts'

/** Values of named elements at the end of a run, or their derivatives. */
function readFinal(result: SignalTable, names: readonly string[], isDerivative = false): Float64Array {
  return Float64Array.from(names, (name) =>
    result.final(isDerivative ? name.replace(/\.(\w+)(\[\d+\])?$/, '.der($1)$2') : name),
  )
}

const norm = (x: ArrayLike<number>): number => Math.hypot(...Array.from(x))
const minus = (a: ArrayLike<number>, b: ArrayLike<number>): number[] => Array.from(a, (x, i) => x - b[i])
const times = ({ rows, cols, data }: ReturnType<Dynamics['massMatrix']>, x: ArrayLike<number>): number[] =>
  Array.from({ length: rows }, (_, i) => {
    let sum = 0
    for (let k = 0; k < cols; k++) sum += data[cols * i + k] * x[k]
    return sum
  })
const transposed = ({ rows, cols, data }: ReturnType<Dynamics['massMatrix']>) => ({
  ...{ rows: cols, cols: rows },
  data: Float64Array.from(data, (_, k) => data[cols * (k % rows) + Math.floor(k / rows)]),
})

/** A bar along x; sizes, masses and gravity by one factor. */
const createBar = (length: number, size = 1) => {
  const I = 0.1 * size ** 2
  const massProperties = { mass: 1, centerOfMass: [(length / 2) * size, 0, 0], Ixx: I, Iyy: I, Izz: I }
  return Object3D({ feature: Solid({ massProperties: MassProperties(massProperties) }) })
}
const createWorld = (size = 1) =>
  Object3D({
    feature: Scene({
      nominalLength: size,
      gravityField: UniformGravityField({ g: 9.81 * size, n: [0, -1, 0] }),
    }),
  })

function createFourBar(size = 1, more: Readonly<Record<string, unknown>> = {}) {
  const at = (parent: string, x: number) => Object3D({ parent, translation: [x * size, 0, 0] })
  return Model3D({
    world: createWorld(size),
    ...{ crank: createBar(1, size), rod: createBar(2, size), rocker: createBar(1.5, size) },
    crankEnd: at('crank', 1),
    rodEnd: at('rod', 2),
    rockerEnd: at('rocker', 1.5),
    base: at('world', 2),
    A: Revolute({ obj1: 'world', obj2: 'crank', axis: 'z', phi: 1.2 }),
    B: Revolute({ obj1: 'crankEnd', obj2: 'rod', axis: 'z' }),
    C: Revolute({ obj1: 'rodEnd', obj2: 'rockerEnd', axis: 'z' }),
    D: Revolute({ obj1: 'base', obj2: 'rocker', axis: 'z', phi: { start: 1.8 } }),
    ...more,
  })
}

describe.each(['planar', 'spatial', 'several loops', 'free'] as const)(
  'random mechanisms: %s',
  (kind: MechanismKind) => {
    it('have the accelerations of the simulation, and forces for them', () => {
      for (const seed of campaignSeeds(100, 8)) {
        const model = buildRandomMechanism(createRandomMechanism(kind, seed), new Set())
        const result = simulate(model, { stopTime: 0.2, tolerance: 1e-8 })
        const robot = createDynamics(model)
        const q = readFinal(result, robot.positions)
        const v = readFinal(result, robot.velocities)
        const wanted = readFinal(result, robot.velocities, true)
        const n = v.length
        const a = robot.forwardDynamics(q, v, new Float64Array(n))
        const size = 1 + norm(wanted)
        expect(norm(minus(a, wanted)) / size, `seed ${seed}`).toBeLessThan(1e-10)

        // constraints: velocities and accelerations fulfill them, and those without mass in the way are the simulation's
        const J = robot.constraintJacobian(q)
        expect(robot.constraints).toHaveLength(J.rows)
        expect(norm(times(J, v)), `seed ${seed}`).toBeLessThan(1e-10 * (1 + norm(v)))
        const sum = times(J, a).map((x, i) => x + robot.constraintBias(q, v)[i])
        expect(norm(sum) / size, `seed ${seed}`).toBeLessThan(1e-10)

        // forces: the smallest ones for an acceleration have its effect
        const push = Float64Array.from({ length: n }, (_, i) => Math.sin(seed + 2 * i))
        const pushed = robot.forwardDynamics(q, v, push)
        const tau = robot.inverseDynamics(q, v, pushed)
        expect(norm(minus(robot.forwardDynamics(q, v, tau), pushed)) / (1 + norm(pushed))).toBeLessThan(1e-10)
        // Gauss: M a + h - tau is a force of constraints, without power in permitted motions
        const rest = minus(times(robot.massMatrix(q), pushed), minus(push, robot.biasForces(q, v)))
        expect(Math.abs(rest.reduce((power, f, i) => power + f * v[i], 0))).toBeLessThan(
          1e-9 * (1 + norm(rest)) * (1 + norm(v)),
        )
      }
    })

    it('have the Jacobian and bias of differences', () => {
      for (const seed of campaignSeeds(20, 3)) {
        const model = buildRandomMechanism(createRandomMechanism(kind, seed), new Set())
        const result = simulate(model, { stopTime: 0.1, tolerance: 1e-8 })
        const robot = createDynamics(model)
        const q = readFinal(result, robot.positions)
        const v = readFinal(result, robot.velocities)
        // der(J v) = J' v for constant v, and J' v is the bias where coordinates and velocities belong together
        const rates = robot.positionRates(q, v)
        const h = 1e-5
        const [above, below] = [h, -h].map((step) =>
          times(robot.constraintJacobian(q.map((x, i) => x + step * rates[i])), v),
        )
        const slope = above.map((x, i) => (x - below[i]) / (2 * h))
        // of central differences: third derivatives times 1e-10, and rounding 1e-16/1e-5
        expect(norm(minus(slope, robot.constraintBias(q, v))), `seed ${seed}`).toBeLessThan(
          1e-6 * (1 + norm(v) ** 3),
        )
      }
    })
  },
)

describe('a four-bar', () => {
  it.each([1e-6, 1, 1e6])('has the reduced equation of its crank, at the scale %d', (size) => {
    const robot = createDynamics(createFourBar(size), { joints: ['A', 'D'] })
    // independent: joints from the intersection of two circles, energies and their derivatives by differences
    const pose = (phi: number): readonly [number, number] => {
      const [x, y] = [Math.cos(phi), Math.sin(phi)]
      const [dx, dy] = [2 - x, -y]
      const d = Math.hypot(dx, dy)
      const along = (4 - 2.25 + d * d) / (2 * d)
      const across = Math.sqrt(4 - along * along)
      const [px, py] = [x + (along * dx - across * dy) / d, y + (along * dy + across * dx) / d]
      return [Math.atan2(py - y, px - x), Math.atan2(py, px - 2)]
    }
    const slopeOf = (f: (x: number) => number, x: number, h = 1e-3): number =>
      (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h)
    const massAt = (phi: number): number => {
      const [b, d] = [0, 1].map((k) => slopeOf((x) => pose(x)[k], phi))
      const beta = pose(phi)[0]
      const rod = [-Math.sin(phi) - Math.sin(beta) * b, Math.cos(phi) + Math.cos(beta) * b]
      return size ** 2 * (0.25 + 0.1 + 0.1 * b * b + rod[0] ** 2 + rod[1] ** 2 + (0.75 ** 2 + 0.1) * d * d)
    }
    const heightAt = (phi: number): number => {
      const [b, d] = pose(phi)
      return 9.81 * size ** 2 * (0.5 * Math.sin(phi) + Math.sin(phi) + Math.sin(b) + 0.75 * Math.sin(d))
    }
    for (const [phi, w] of [
      [1.2, 3],
      [0.7, -2],
      [2.1, 5],
    ]) {
      const q = robot.createPositions({ 'A.phi': phi })
      const [, d] = pose(phi)
      expect(q[robot.positions.indexOf('D.phi')]).toBeCloseTo(d, 11)
      const v = robot.completeVelocities(q, { 'A.w': w })
      const T = robot.velocityMatrix(q, ['A.w'])
      expect(v[robot.velocities.indexOf('D.w')]).toBeCloseTo(w * slopeOf((x) => pose(x)[1], phi), 8)
      const mass = times(transposed(T), times(robot.massMatrix(q), T.data))[0]
      // differences of fourth order with h = 1e-3: 1e-12 and rounding 1e-13
      expect(mass / massAt(phi)).toBeCloseTo(1, 9)
      // m a + m'/2 w² + V' = tau
      const tau = new Float64Array(v.length)
      tau[robot.velocities.indexOf('A.w')] = 2 * size ** 2
      const wanted =
        (2 * size ** 2 - 0.5 * slopeOf(massAt, phi) * w * w - slopeOf(heightAt, phi)) / massAt(phi)
      const a = robot.forwardDynamics(q, v, tau)
      expect(a[robot.velocities.indexOf('A.w')] / wanted).toBeCloseTo(1, 7)
      const back = robot.inverseDynamics(q, v, a, ['A.w'])
      expect(norm(minus(back, tau)) / size ** 2).toBeLessThan(1e-9)
      const completed = robot.completeAccelerations(q, v, { 'A.w': a[robot.velocities.indexOf('A.w')] })
      expect(norm(minus(completed, a)) / norm(a)).toBeLessThan(1e-10)
    }
  })

  it('is held by the torque of its rocker, computed in the equations of the model', () => {
    const model = createFourBar(1, {
      D: RevoluteWithFlange({ obj1: 'base', obj2: 'rocker', axis: 'z', phi: { init: 1.8 } }),
      A: Revolute({ obj1: 'world', obj2: 'crank', axis: 'z', phi: { start: 1.2 } }),
      motor: Torque(),
      connect: [['motor.flange', 'D.flange']],
    })
    const robot = createDynamics(model, { joints: ['A', 'B'] })
    const q = robot.createPositions({ 'D.phi': 1.8 })
    const n = q.length
    const tau = robot.inverseDynamics(q, new Float64Array(n), new Float64Array(n), ['D.w'])
    const held = model.extend({
      tau0: tau[robot.velocities.indexOf('D.w')],
      equations: equations`motor.tau = tau0`,
    })
    const result = simulate(held, { stopTime: 0.2, tolerance: 1e-10 })
    expect(result.final('D.phi')).toBeCloseTo(1.8, 9)
    expect(result.final('A.phi')).toBeCloseTo(q[robot.positions.indexOf('A.phi')], 8)
  })

  it('reports open loops, contradicting motions, and joints that do not determine it', () => {
    const robot = createDynamics(createFourBar())
    const q = robot.createPositions()
    const zero = new Float64Array(q.length)
    const open = q.map((x) => x + 0.01)
    expect(() => robot.forwardDynamics(open, zero, zero)).toThrow(
      /q: expected positions .* closed, got a gap of/,
    )
    expect(() => robot.forwardDynamics(q, [1, 0, 0], zero)).toThrow(
      /v: expected velocities that keep the loops closed/,
    )
    expect(() => robot.inverseDynamics(q, zero, [1, 0, 0])).toThrow(/a: expected accelerations that keep/)
    expect(() => robot.velocityMatrix(q, [])).toThrow(/velocities: expected 1 that determine/)
    expect(() => robot.completeVelocities(q, { 'A.w': 1, 'B.w': 2 })).toThrow(/expected 1 that determine/)
    expect(() => robot.inverseDynamics(q, zero, zero, [])).toThrow(/actuators: expected joints whose forces/)
    expect(() => robot.createPositions({ 'A.phi': 1, 'D.phi': 3 })).toThrow(/loops that close/)
    expect(() => createDynamics(createFourBar(), { joints: ['A', 'B', 'C', 'D'] })).toThrow(
      /joints of which at least one of every closed loop/,
    )
    expect(() => createDynamics(createFourBar(), { joints: ['E'] })).toThrow(/createDynamics: joints/)
  })
})

/** A platform on six legs, each between a universal joint of the base and a spherical one of the platform. */
function createHexapod(size = 1) {
  const members: Record<string, unknown> = {
    world: createWorld(size),
    platform: Object3D({
      feature: Solid({
        massProperties: MassProperties({
          mass: 5,
          Ixx: 0.3 * size ** 2,
          Iyy: 0.5 * size ** 2,
          Izz: 0.4 * size ** 2,
        }),
      }),
    }),
  }
  for (let k = 0; k < 6; k++) {
    const [low, high] = [(Math.PI / 3) * k, (Math.PI / 3) * k + (k % 2 === 0 ? 0.4 : -0.4)]
    const at = (r: number, angle: number, y: number) =>
      [r * Math.cos(angle), y, r * Math.sin(angle)].map((x) => x * size)
    const I = 0.01 * size ** 2
    const part = Solid({
      massProperties: MassProperties({ mass: 0.3, centerOfMass: [0, 0.2 * size, 0], Ixx: I, Iyy: I, Izz: I }),
    })
    Object.assign(members, {
      [`foot${k}`]: Object3D({ parent: 'world', translation: at(1, low, 0) }),
      [`head${k}`]: Object3D({ parent: 'platform', translation: at(0.6, high, 0) }),
      [`tube${k}`]: Object3D({ feature: part }),
      [`piston${k}`]: Object3D({ feature: part }),
      [`end${k}`]: Object3D({ parent: `piston${k}`, translation: [0, 0.5 * size, 0] }),
      [`u${k}`]: Universal({
        obj1: `foot${k}`,
        obj2: `tube${k}`,
        axis1: 'x',
        axis2: 'z',
        phi: { start: [0, 0] },
      }),
      [`leg${k}`]: Prismatic({ obj1: `tube${k}`, obj2: `piston${k}`, axis: 'y', s: { start: 0.6 * size } }),
      [`b${k}`]: Spherical({ obj1: `head${k}`, obj2: `end${k}` }),
    })
  }
  return Model3D(members as Parameters<typeof Model3D>[0])
}

it.each([1e-6, 1, 1e6])(
  'a hexapod reaches a pose, is held by its legs, and moves as in a run, at the scale %d',
  (size) => {
    const legs = Array.from({ length: 6 }, (_, k) => `leg${k}.v`)
    const model = createHexapod(size)
    const robot = createDynamics(model, { joints: legs.map((name) => name.replace('.v', '')) })
    const target = { translation: [0.05 * size, 1.1 * size, -0.03 * size], rotation: [0.1, 0.05, -0.08] }
    const q = robot.inverseKinematics({ platform: target })
    const { translation, rotation } = robot.pose('platform', q)
    expect(norm(minus(translation, target.translation)) / size).toBeLessThan(1e-9)
    expect(norm(minus(rotation, target.rotation))).toBeLessThan(1e-9)
    // lengths of the legs: closed form
    for (let k = 0; k < 6; k++) {
      const distance = norm(minus(robot.position(`head${k}`, q), robot.position(`foot${k}`, q)))
      expect(q[robot.positions.indexOf(`leg${k}.s`)] / size + 0.5).toBeCloseTo(distance / size, 9)
    }
    const n = robot.velocities.length
    // statics: virtual work of all weights in every motion of the legs
    const rest = new Float64Array(n)
    const tau = robot.inverseDynamics(q, rest, rest, legs)
    const T = robot.velocityMatrix(q, legs)
    const weights = times(transposed(T), robot.gravityForces(q))
    expect(
      norm(
        minus(
          legs.map((name) => tau[robot.velocities.indexOf(name)]),
          weights,
        ),
      ) / norm(weights),
    ).toBeLessThan(1e-10)
    const still = robot.forwardDynamics(q, rest, tau)
    expect(norm(still.map((a, i) => (legs.includes(robot.velocities[i]) ? a / size : a)))).toBeLessThan(1e-9)
    // in motion, against the simulation
    const run = simulate(model, { stopTime: 0.1, tolerance: 1e-8 })
    const own = createDynamics(model)
    const [at, v, a] = [
      readFinal(run, own.positions),
      readFinal(run, own.velocities),
      readFinal(run, own.velocities, true),
    ]
    const computed = own.forwardDynamics(at, v, new Float64Array(n))
    expect(norm(minus(computed, a)) / norm(a)).toBeLessThan(1e-10)
  },
)

describe('other constraints', () => {
  it('redundant loops have the accelerations of those without: a parallelogram with three cranks', () => {
    const crank = (x: number) => ({
      [`crank${x}`]: createBar(1),
      [`foot${x}`]: Object3D({ parent: 'world', translation: [x, 0, 0] }),
      [`head${x}`]: Object3D({ parent: 'beam', translation: [x, 0, 0] }),
      [`end${x}`]: Object3D({ parent: `crank${x}`, translation: [1, 0, 0] }),
      [`low${x}`]: Revolute({ obj1: `foot${x}`, obj2: `crank${x}`, axis: 'z', phi: { start: 1 } }),
      [`high${x}`]: Revolute({ obj1: `head${x}`, obj2: `end${x}`, axis: 'z', phi: { start: 1 } }),
    })
    const model = Model3D({ world: createWorld(), beam: createBar(2), ...crank(0), ...crank(1), ...crank(2) })
    const robot = createDynamics(model, { joints: ['low0'] })
    const q = robot.createPositions({ 'low0.phi': 1 })
    const v = robot.completeVelocities(q, { 'low0.w': 2 })
    const a = robot.forwardDynamics(q, v, new Float64Array(v.length))
    // (3 (0.25 + 0.1) + 1) φ″ = -g cos φ (3/2 + 1): the beam does not turn
    expect(a[robot.velocities.indexOf('low0.w')]).toBeCloseTo(
      (-9.81 * Math.cos(1) * 2.5) / (3 * 0.35 + 1),
      10,
    )
    const actuators = ['low0.w', ...robot.velocities.filter((name) => /low[12]\.w/.test(name))]
    const tau = robot.inverseDynamics(q, v, a.fill(0, 0, 0), actuators)
    expect(norm(tau)).toBeLessThan(1e-9)
    // three actuators share alike
    const rest = new Float64Array(v.length)
    const shared = robot.inverseDynamics(q, rest, rest, actuators)
    for (const name of actuators)
      expect(shared[robot.velocities.indexOf(name)]).toBeCloseTo(
        (9.81 * Math.cos(1) * 2.5) / actuators.length,
        9,
      )
  })

  it('a parallelogram near a line, where its cranks may turn together or apart, is an error', () => {
    for (const size of [1e-6, 1, 1e6]) {
      const at = (parent: string, x: number) => Object3D({ parent, translation: [x * size, 0, 0] })
      const model = Model3D({
        world: createWorld(size),
        ...{ crank: createBar(1, size), beam: createBar(2, size), rocker: createBar(1, size) },
        ...{
          crankEnd: at('crank', 1),
          beamEnd: at('beam', 2),
          foot: at('world', 2),
          rockerEnd: at('rocker', 1),
        },
        A: Revolute({ obj1: 'world', obj2: 'crank', phi: 0.5 }),
        B: Revolute({ obj1: 'crankEnd', obj2: 'beam', phi: { start: -0.5 } }),
        C: Revolute({ obj1: 'foot', obj2: 'rocker', phi: { start: 0.5 } }),
        D: Revolute({ obj1: 'beamEnd', obj2: 'rockerEnd', phi: { start: 0.5 } }),
      })
      const robot = createDynamics(model, { joints: ['A', 'C'] })
      // errors of the positions, 1e-14, relative to the square of the distance from the line
      for (const phi of [0.5, 0.01, 1e-3]) {
        const v = robot.completeVelocities(robot.createPositions({ 'A.phi': phi }), { 'A.w': 2 })
        expect(v[robot.velocities.indexOf('C.w')], `${size} ${phi}`).toBeCloseTo(2, 6)
      }
      const names = robot.velocities.length
      for (const phi of [0, 1e-8, 1e-6, 1e-5, Math.PI]) {
        const q = robot.createPositions({ 'A.phi': phi })
        const complete = () => robot.completeVelocities(q, { 'A.w': 2 })
        expect(complete, `${size} ${phi}`).toThrow(
          /rank of a closed loop drops.* loop through D: its motion may/,
        )
        expect(() => robot.forwardDynamics(q, new Float64Array(names), new Float64Array(names))).toThrow(
          /rank/,
        )
      }
      // exactly on the line both motions are permitted
      const q = new Float64Array(robot.positions.length)
      expect(() => robot.completeVelocities(q, { 'A.w': 2 })).toThrow(/expected 2 that determine/)
    }
  })

  it('gears and rods are constraints, rods with a mass an error', () => {
    const geared = Model3D({
      world: createWorld(),
      ...{ first: createBar(1), second: createBar(1) },
      A: Revolute({ obj1: 'world', obj2: 'first', axis: 'z', phi: 0.3 }),
      B: Revolute({ obj1: 'world', obj2: 'second', axis: 'z', phi: 0.1 }),
      gear: GearConstraint({ joint1: 'A', joint2: 'B', ratio: 2 }),
    })
    const robot = createDynamics(geared)
    const q = robot.createPositions()
    const v = robot.completeVelocities(q, { 'B.w': 1 })
    expect(Array.from(v, Math.abs)).toEqual([expect.closeTo(2, 12), expect.closeTo(1, 12)])
    const run = simulate(geared, { stopTime: 0.2, tolerance: 1e-8 })
    const names = robot.velocities
    const [at, speed] = [readFinal(run, robot.positions), readFinal(run, names)]
    expect(norm(minus(robot.forwardDynamics(at, speed, [0, 0]), readFinal(run, names, true)))).toBeLessThan(
      1e-10,
    )

    const withRod = (mass: object) =>
      createFourBar(1, {
        ...{
          B: Object3D({ parent: 'world' }),
          C: Object3D({ parent: 'world' }),
          rod: Object3D({ parent: 'world' }),
        },
        link: Rod({ obj1: 'crankEnd', obj2: 'rockerEnd', ...mass }),
      })
    const rod = createDynamics(withRod({}))
    const turned = rod.createPositions({ 'A.phi': 1.3 })
    const length = (x: ArrayLike<number>) =>
      norm(minus(rod.position('crankEnd', x), rod.position('rockerEnd', x)))
    // a length that is not given is that of the start values
    expect(length(turned)).toBeCloseTo(length(rod.createPositions()), 12)
    const motion = rod.completeVelocities(turned, { 'A.w': 2 })
    const still = simulate(withRod({}), {
      stopTime: 0.1,
      tolerance: 1e-8,
    })
    const [x, w] = [readFinal(still, rod.positions), readFinal(still, rod.velocities)]
    expect(
      norm(minus(rod.forwardDynamics(x, w, [0, 0]), readFinal(still, rod.velocities, true))),
    ).toBeLessThan(1e-9)
    expect(motion).toHaveLength(2)
    expect(() => createDynamics(withRod({ mass: 2 }))).toThrow(
      /expected rods without mass, got a mass of link/,
    )
  })
})
