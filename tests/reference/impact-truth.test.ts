/** Impacts against closed forms and independent computations: pendulums, rods, spheres, balls, boxes, cradles. */
import { type SignalTable, simulate } from 'vario'
import {
  Box,
  ContactResult,
  MassProperties,
  Model3D,
  Object3D,
  Revolute,
  type SceneArguments,
  Solid,
  Sphere,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import {
  type AnyModel,
  createScene,
  createTip,
  createWall,
  impactsOf,
  TIP_RADIUS,
} from './support/impact-model.ts'

/** Gravity of the report, and zero gravity. */
const G = [0, -9.81, 0]
const NONE = [0, 0, 0]
/** Closed forms of one impact have 14 digits or more; velocities and inverses of masses lose some of the last ones. */
const EXACT = 2e-13

function last(result: SignalTable, name: string): number[] {
  return [1, 2, 3].map((i) => {
    const values = result.values(`${name}[${i}]`)
    return values[values.length - 1]
  })
}

function lastOf(result: SignalTable, name: string): number {
  const values = result.values(name)
  return values[values.length - 1]
}

function expectVector(found: readonly number[], expected: readonly number[], error = EXACT): void {
  const difference = Math.hypot(...found.map((x, i) => x - expected[i]))
  expect(difference, `${found.join()} is not ${expected.join()}`).toBeLessThan(error)
}

/** A free body. */
const free = (
  translation: readonly number[],
  velocity: readonly number[],
  angularVelocity: readonly number[],
) => ({
  parent: 'world',
  fixedToParent: false,
  translation: [...translation],
  velocity: [...velocity],
  angularVelocity: [...angularVelocity],
})

describe('pendulum of the report (2.5, 7.1, 7.2)', () => {
  /** At phi = 0 the bar of 1 m points upwards. */
  const pendulum = (n: readonly number[], d: number): AnyModel =>
    Model3D({
      world: createScene({ e: 0.5, gravity: G, threshold: 1e-5 }),
      wall: createWall(n, d),
      bar: Object3D({
        feature: Solid({
          massProperties: MassProperties({ mass: 50, centerOfMass: [0, 0.5, 0], Ixx: 0, Iyy: 0, Izz: 0 }),
        }),
      }),
      tip: createTip('bar', [0, 1, 0]),
      rev: Revolute({ obj1: 'world', obj2: 'bar', axis: 'z', phi: 1, canCollide: true }),
      contact: ContactResult({ obj1: 'wall', obj2: 'tip' }),
    })

  const HITS = {
    x: {
      model: pendulum([-1, 0, 0], -0.5),
      angle: 3.665191429188092,
      times: [
        0.5637569187413614, 1.575868605344085, 2.713164913949409, 3.980023845299397, 5.33079147298877,
        6.727073709662712,
      ],
      before: 7.428613553467877,
      impulse: 160.8342013050143,
      energy: [344.9018707922915, 86.22546769807288],
    },
    rest: {
      model: pendulum([0, 1, 0], -0.4),
      angle: 1.982313172862385,
      times: [
        0.3337309615061273, 0.6539552681943225, 0.8199789174867902, 0.9040439776462452, 0.9462200203101775,
        0.9673263726158542,
      ],
      before: 6.074328150690042,
      impulse: 124.2681631541886,
      energy: [230.6091405141594, 57.65228512853985],
    },
  }

  describe.each(Object.entries(HITS))('%s', (_, { model, angle, times, before, impulse, energy }) => {
    test.each([1e-10, 1e-6])('hits the obstacle at tolerance %s', (tolerance) => {
      const result = simulate(model, { stopTime: times[5] + 1e-4, tolerance })
      const impacts = impactsOf(result).slice(0, 6)
      // errors of one step, 0.1 tolerance, accumulate over some hundred steps
      const error = 20 * tolerance
      const arm = Math.abs(angle > Math.PI ? Math.cos(angle) : Math.sin(angle))
      impacts.forEach((impact, k) => {
        expect(Math.abs(impact.time - times[k])).toBeLessThan(error)
        expect(Math.abs(impact.velocity / arm - before / 2 ** k)).toBeLessThan(error)
        expect(Math.abs(impact.normalImpulse / (impulse / 2 ** k) - 1)).toBeLessThan(error * 2 ** k)
        expect(Math.abs(impact.lostEnergy - (energy[0] - energy[1]) / 4 ** k)).toBeLessThan(energy[0] * error)
      })
      expect(impacts).toHaveLength(6)
    })
  })

  test('comes to rest on the obstacle', () => {
    const result = simulate(HITS.rest.model, { stopTime: 1.05, tolerance: 1e-10 })
    const times = [
      0.977881852567752, 0.983159880908378, 0.985798931136467, 0.987118460758115, 0.987778226132401,
    ]
    const impacts = impactsOf(result)
    for (const [k, time] of times.entries()) expect(Math.abs(impacts[6 + k].time - time)).toBeLessThan(1e-9)
    // 5.57 m/s · 2^-k > 1e-5 m/s for k <= 19
    expect(impacts).toHaveLength(20)
    // 1e-14 m of the position are 1e-9 s at the last speed, and accumulate
    expect(Math.abs(impacts[19].time - 0.988436703063064)).toBeLessThan(1e-8)
    expect(Math.abs(lastOf(result, 'contact.normalForce') / 245.25 - 1)).toBeLessThan(1e-6)
    // a hundred newtons press steel by some 1e-6 m
    expect(Math.abs(lastOf(result, 'rev.phi') - HITS.rest.angle)).toBeLessThan(1e-5)
  })
})

describe('a free rod whose lower end hits the floor', () => {
  interface Rod {
    readonly mass: number
    readonly inertia: number
    readonly v: readonly number[]
    readonly w: number
    readonly e: number
    /** Vector from the center of mass to the end. */
    readonly tip: readonly number[]
  }
  const hit = ({ mass, inertia, v, w, e, tip }: Rod, mu: number): SignalTable => {
    const model = Model3D({
      world: createScene({ e, mu, gravity: NONE }),
      wall: createWall([0, 1, 0], TIP_RADIUS),
      rod: Object3D({
        ...free([0, -tip[1], 0], [...v, 0], [0, 0, w]),
        feature: Solid({
          massProperties: MassProperties({ mass, Ixx: inertia, Iyy: inertia, Izz: inertia }),
        }),
      }),
      // the lowest point of the ball is the end
      tip: createTip('rod', [tip[0], tip[1] + TIP_RADIUS, 0]),
    })
    return simulate(model, { stopTime: 1e-3 })
  }
  const check = (
    result: SignalTable,
    expected: { impulse: number[]; v: number[]; w: number; energy: number[] },
  ): void => {
    const [impact] = impactsOf(result)
    expectVector(impact.impulse, [...expected.impulse, 0])
    expectVector(last(result, 'rod.velocity'), [...expected.v, 0])
    expectVector(last(result, 'rod.angularVelocity'), [0, 0, expected.w])
    expect(Math.abs(impact.lostEnergy - (expected.energy[0] - expected.energy[1]))).toBeLessThan(EXACT)
  }
  const FALLING: Rod = {
    ...{ mass: 2, inertia: 1 / 6, v: [0, -3], w: 0, e: 0.6 },
    tip: [-0.4126678074548392, -0.2823212366975177],
  }
  const SPINNING: Rod = {
    ...{ mass: 1.5, inertia: 0.08, v: [1.2, -2], w: -3, e: 0.5 },
    tip: [-0.1814384485702309, -0.3564829440245742],
  }
  const SLIPPING: Rod = { ...SPINNING, v: [3, -2], w: -1 }

  test('bounces without friction', () => {
    check(hit(FALLING, 0), {
      ...{ impulse: [0, 3.154225219425229], v: [0, -1.422887390287386], w: -7.80988323311381 },
      energy: [9, 7.107464868344865],
    })
    check(hit(SPINNING, 0), {
      ...{ impulse: [0, 2.025224217770794], v: [1.2, -0.649850521486137], w: -7.593169250989906 },
      energy: [4.44, 3.702978046173998],
    })
    check(hit(SLIPPING, 0), {
      ...{ impulse: [0, 2.530077434429302], v: [3, -0.3132817103804653], w: -6.738166555817534 },
      energy: [9.79, 8.6397246139017],
    })
  })

  test('sticks with high friction', () => {
    check(hit(SPINNING, 5), {
      impulse: [0.9138475914968691, 2.710501624165222],
      ...{ v: [1.809231727664579, -0.1929989172231856], w: -5.075226621613233 },
      energy: [4.44, 3.513243030257378],
    })
    check(hit(SLIPPING, 5), {
      impulse: [-0.3626427978847281, 2.258138307714521],
      ...{ v: [2.758238134743515, -0.4945744615236529], w: -7.737363542849824 },
      energy: [9.79, 8.28403291322746],
    })
  })

  test('slips with low friction', () => {
    check(hit(SLIPPING, 0.1), {
      impulse: [-0.2353586347415505, 2.353586347415505],
      ...{ v: [2.843094243505633, -0.4309424350563298], w: -7.386654930817726 },
      energy: [9.79, 8.384179037519313],
    })
  })
})

describe('two free spheres', () => {
  const ball = (radius: number, mass: number) =>
    Solid({
      shape: Sphere({ diameter: 2 * radius }),
      massProperties: mass,
      contactMaterial: 'Steel',
      collision: true,
    })
  const hit = (
    { e, mu }: { e: number; mu: number },
    first: { r: number; m: number; p: number[]; v: number[]; w: number[] },
    second: typeof first,
  ): SignalTable =>
    simulate(
      Model3D({
        world: createScene({ e, mu, gravity: NONE }),
        one: Object3D({ ...free(first.p, first.v, first.w), feature: ball(first.r, first.m) }),
        two: Object3D({ ...free(second.p, second.v, second.w), feature: ball(second.r, second.m) }),
      }),
      { stopTime: 1, tolerance: 1e-10 },
    )
  const A = { r: 0.1, m: 1, p: [0, 0, 0], v: [1, 0, 0], w: [0, 0, 0] }
  const B = { r: 0.15, m: 2.5, p: [1, 0.08, 0.05], v: [0, 0, 0], w: [0, 0, 0] }
  const SPIN_A = { r: 0.1, m: 1, p: [0, 0, 0], v: [1, 0.1, 0], w: [0, 5, 20] }
  const SPIN_B = { r: 0.1, m: 1, p: [0.8, 0.1, 0.05], v: [-0.5, 0, 0], w: [3, 0, -10] }

  // an oblique impact amplifies errors of the positions, which have 1e-13 from the location of the event
  const ERROR = 2e-11

  test.each([
    [
      0,
      [1.102628571428574, 0.3810104032004101, 0.2381315020002563],
      [-0.1026285714285737, -0.3810104032004101, -0.2381315020002563],
      [0.4410514285714295, 0.152404161280164, 0.09525260080010253],
      [0, 0, 0],
      [0, 0, 0],
      0.3897371428571444,
    ],
    [
      0.03,
      [1.116107740009486, 0.3529595884448405, 0.2205997427780254],
      [-0.1161077400094859, -0.3529595884448405, -0.2205997427780254],
      [0.4464430960037943, 0.1411838353779362, 0.08823989711121014],
      [0, -0.47328541365563, 0.7572566618490073],
      [0, -0.1262094436415011, 0.201935109826402],
      0.379383926276232,
    ],
  ])('collide obliquely, mu = %s', (mu, impulse, v1, v2, w1, w2, energy) => {
    const result = hit({ e: 0.8, mu }, A, B)
    const [impact] = impactsOf(result)
    expect(Math.abs(impact.time - 0.7684832619441953)).toBeLessThan(1e-12)
    expectVector(impact.position, [0.8610899571665172, 0.032, 0.02], ERROR)
    expectVector(impact.impulse, impulse, ERROR)
    expectVector(last(result, 'one.velocity'), v1, ERROR)
    expectVector(last(result, 'two.velocity'), v2, ERROR)
    expectVector(last(result, 'one.angularVelocity'), w1, ERROR)
    expectVector(last(result, 'two.angularVelocity'), w2, ERROR)
    expect(Math.abs(lastOf(result, 'world.kineticEnergy') - energy)).toBeLessThan(ERROR)
  })

  test.each([
    [
      0,
      [1.237910510364214, 0.3957173445368913, 0.3355606898349397],
      [0, 5, 20],
      [3, 0, -10],
      1.603178125000007,
    ],
    [
      0.5,
      [1.241784551926719, 0.4715352925278599, 0.2318590499552677],
      [1.238189962740494, 2.584763912751526, 18.28043756224208],
      [4.238189962740494, -2.41523608724848, -11.7195624377579],
      1.545367226577377,
    ],
  ])('collide with spin, mu = %s', (mu, impulse, w1, w2, energy) => {
    const result = hit({ e: 0.9, mu }, SPIN_A, SPIN_B)
    const [impact] = impactsOf(result)
    expect(Math.abs(impact.time - 0.4103639721155325)).toBeLessThan(1e-12)
    expectVector(impact.impulse, impulse, ERROR)
    expectVector(last(result, 'one.angularVelocity'), w1, 50 * ERROR)
    expectVector(last(result, 'two.angularVelocity'), w2, 50 * ERROR)
    expect(Math.abs(lastOf(result, 'world.kineticEnergy') - energy)).toBeLessThan(ERROR)
    expectVector(last(result, 'world.momentum'), [0.5, 0.1, 0], 1e-14)
    expectVector(last(result, 'world.angularMomentum'), [0.012, -0.005, 0.09], 1e-13)
  })
})

describe('a spinning ball on the floor', () => {
  test.each([
    [
      'slips',
      { mu: 0.1, v: [1, 0, 0.5], w: [0, 3, 40] },
      [-0.3746344753209586, 3.765029880359517, -0.03746344753209586],
      [0.2507310493580828, 0, 0.4250731049358083],
      [1.873172376604793, 3, 21.26827623395207],
    ],
    [
      'sticks',
      { mu: 0.6, v: [0.4, 0, -0.2], w: [1, 0, 5] },
      [-0.1285714285714286, 3.765029880359517, 0.04285714285714286],
      [0.1428571428571428, 0, -0.1142857142857143],
      [-1.142857142857143, 0, -1.428571428571428],
    ],
  ])('%s', (_, { mu, v, w }, impulse, after, spin) => {
    const model = Model3D({
      world: createScene({ e: 0.7, mu, gravity: G }),
      wall: createWall([0, 1, 0], TIP_RADIUS),
      ball: Object3D({
        ...free([0, 1.1, 0], v, w),
        feature: Solid({
          ...{ shape: Sphere({ diameter: 0.2 }), massProperties: 0.5 },
          ...{ contactMaterial: 'Steel', collision: true },
        }),
      }),
    })
    const result = simulate(model, { stopTime: 0.6, tolerance: 1e-10 })
    const [impact] = impactsOf(result)
    expect(Math.abs(impact.time - 0.4515236409857309)).toBeLessThan(1e-12)
    expectVector(impact.impulse, impulse, 1e-12)
    const [x, y, z] = last(result, 'ball.velocity')
    expectVector([x, z], [after[0], after[2]], 1e-12)
    // it rises for the remaining time
    expect(Math.abs(y - (3.100612842649014 - 9.81 * (0.6 - 0.4515236409857309)))).toBeLessThan(1e-11)
    expectVector(last(result, 'ball.angularVelocity'), spin, 1e-11)
  })
})

test('a ball with a shell of 0.01 m bounces on its shell', () => {
  const model = Model3D({
    world: createScene(
      { e: 0.7, gravity: G },
      {
        contactPairs: {
          'Steel-Steel': {
            ...{ coefficientOfRestitution: 0.7, slidingFrictionCoefficient: 0 },
            ...{ rotationalResistanceCoefficient: 0, detectionDistance: 0.01 },
          },
        },
      },
    ),
    wall: createWall([0, 1, 0], TIP_RADIUS),
    ball: Object3D({
      ...free([0, 1, 0], [0, 0, 0], [0, 0, 0]),
      feature: Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: 'Steel', collision: true }),
    }),
  })
  const result = simulate(model, { stopTime: 2.34 })
  const times = [
    0.4259665509736885, 1.022319722336853, 1.439766942291067, 1.731979996259017, 1.936529134036583,
    2.079713530480878, 2.179942607991885, 2.25010296224959, 2.299215210229983, 2.333593783816259,
  ]
  const impacts = impactsOf(result)
  expect(impacts).toHaveLength(10)
  impacts.forEach(({ time, velocity }, k) => {
    // rounding errors of 1e-13 m are 1e-12 s at the last speed of 0.2 m/s, and accumulate
    expect(Math.abs(time - times[k])).toBeLessThan(2e-11)
    expect(Math.abs(velocity / (4.178731865051884 * 0.7 ** k) - 1)).toBeLessThan(1e-10)
  })
  // finally it rests on its shell, (m g/k)^(2/3) deep with k = 4/3 E* √R; the tolerance resolves 1e-2 of that
  const atRest = simulate(model, { stopTime: 3 })
  const weight = 8000 * (4 / 3) * Math.PI * 1e-3 * 9.81
  const depth = (weight / ((4 / 3) * (2e11 / 1.82) * Math.sqrt(0.1))) ** (2 / 3)
  expect(Math.abs(0.11 - atRest.final('ball.r_abs[2]') - depth)).toBeLessThan(0.02 * depth)
})

describe('rows of touching balls', () => {
  const row = (n: number, e: number, moving: number, more: SceneArguments = {}): SignalTable => {
    const balls = Array.from({ length: n }, (_, k) => [
      `ball${k + 1}`,
      Object3D({
        ...free([0.1 * k, 0, 0], [k < moving ? 1 : 0, 0, 0], [0, 0, 0]),
        feature: Solid({
          ...{ shape: Sphere({ diameter: 0.1 }), massProperties: 1 },
          ...{ contactMaterial: 'Steel', collision: true },
        }),
      }),
    ])
    const world = createScene({ e, gravity: NONE }, more)
    return simulate(Model3D({ world, ...Object.fromEntries(balls) } as Parameters<typeof Model3D>[0]), {
      stopTime: 1e-9,
    })
  }
  const velocitiesOf = (result: SignalTable, n: number): number[] =>
    Array.from({ length: n }, (_, k) => last(result, `ball${k + 1}.velocity`)[0])

  test.each([
    [
      3,
      1,
      1,
      [0, 0, 1],
      [
        [1, 2, 1],
        [2, 3, 1],
      ],
    ],
    [
      5,
      1,
      1,
      [0, 0, 0, 0, 1],
      [
        [1, 2, 1],
        [2, 3, 1],
        [3, 4, 1],
        [4, 5, 1],
      ],
    ],
    [
      5,
      1,
      2,
      [0, 0, 0, 1, 1],
      [
        [2, 3, 1],
        [1, 2, 1],
        [3, 4, 1],
        [2, 3, 1],
        [4, 5, 1],
        [3, 4, 1],
      ],
    ],
    [
      ...([3, 0.9, 1, [0.047625, 0.049875, 0.9025]] as const),
      [
        [1, 2, 0.95],
        [2, 3, 0.9025],
        [1, 2, 0.002375],
      ],
    ],
  ])('%i balls have the exact velocities: e = %d, %i moving balls', (n, e, moving, velocities, sequence) => {
    const result = row(n, e, moving)
    expectVector(velocitiesOf(result, n), velocities, 1e-14)
    const impacts = impactsOf(result).map(({ obj1, obj2, normalImpulse }) => [
      ...[obj1, obj2].map((name) => Number(name.slice(4))),
      normalImpulse,
    ])
    expect(impacts).toHaveLength(sequence.length)
    for (const [k, impact] of impacts.entries()) expectVector(impact, sequence[k], 1e-14)
  })

  test('three balls share the motion with simultaneous impacts', () => {
    // λ1 = 4/3, λ2 = 2/3 solve 2 λ1 - λ2 = 2, 2 λ2 - λ1 = 0
    expectVector(
      velocitiesOf(row(3, 1, 1, { simultaneousImpacts: 'together' }), 3),
      [-1 / 3, 2 / 3, 2 / 3],
      1e-14,
    )
    // without restitution they stay together
    expectVector(
      velocitiesOf(row(3, 0, 1, { simultaneousImpacts: 'together' }), 3),
      [1 / 3, 1 / 3, 1 / 3],
      1e-14,
    )
  })
})

test('five pendulums form a cradle', () => {
  const [R, L, ANGLE] = [0.05, 1, Math.PI / 3]
  const members: Record<string, unknown> = { world: createScene({ e: 1, gravity: G }) }
  for (let k = 0; k < 5; k++) {
    members[`ball${k}`] = Object3D({
      feature: Solid({
        shape: Sphere({ diameter: 2 * R }),
        massProperties: MassProperties({ mass: 1, Ixx: 0, Iyy: 0, Izz: 0 }),
        ...{ contactMaterial: 'Steel', collision: true },
      }),
    })
    members[`pivot${k}`] = Object3D({ parent: `ball${k}`, translation: [0, L, 0] })
    members[`hook${k}`] = Object3D({ parent: 'world', translation: [2 * R * k, L, 0] })
    members[`rev${k}`] = Revolute({
      ...{ obj1: `hook${k}`, obj2: `pivot${k}`, axis: 'z', phi: k === 0 ? -ANGLE : 0 },
    })
  }
  const cradle = Model3D(members as Parameters<typeof Model3D>[0])
  const half = simulate(cradle, { stopTime: 1.076437333440258, tolerance: 1e-10 })
  const impacts = impactsOf(half)
  expect(impacts).toHaveLength(4)
  for (const { time, velocity } of impacts) {
    expect(Math.abs(time - 0.538218666720129)).toBeLessThan(1e-9)
    expect(Math.abs(velocity - 3.132091952673165)).toBeLessThan(1e-8)
  }
  expect(Math.abs(lastOf(half, 'rev4.phi') - ANGLE)).toBeLessThan(1e-8)
  const period = simulate(cradle, { stopTime: 2.152874666880516, tolerance: 1e-10 })
  expect(Math.abs(impactsOf(period)[4].time - 1.614656000160387)).toBeLessThan(1e-9)
  expect(Math.abs(lastOf(period, 'rev0.phi') + ANGLE)).toBeLessThan(1e-8)
  expect(Math.abs(lastOf(period, 'rev0.w'))).toBeLessThan(1e-7)
})

describe('corners', () => {
  const box = (lengths: readonly number[], mass: number) =>
    Solid({
      shape: Box({ lengthX: lengths[0], lengthY: lengths[1], lengthZ: lengths[2] }),
      ...{ massProperties: mass, contactMaterial: 'Steel' },
      ...{ collision: true, collisionSmoothingRadius: 0 },
    })

  test.each([
    [
      0,
      [0, 5.111877015446006, 0],
      [0.5, 0.555938507723003, 0.1],
      [0.1505206946043959, -1.810799591410432, -6.163898872625134],
      2.16224038548722,
    ],
    [
      5,
      [1.063014705259705, 5.95403077264579, -0.01212697707873811],
      [1.031507352629852, 0.9770153863228952, 0.09393651146063095],
      [-0.2877602598837873, -1.494503833082435, -2.902908990857608],
      2.415382694820335,
    ],
  ])('a box hits the floor, mu = %d', (mu, impulse, v, w, energy) => {
    const model = Model3D({
      world: createScene({ e: 0.6, mu, gravity: NONE }),
      wall: createWall([0, 1, 0], TIP_RADIUS),
      box: Object3D({
        ...free([0, 0.3506013852082643, 0], [0.5, -2, 0.1], [0.3, -1, 2]),
        rotation: [0.4, 0.3, 0.5],
        feature: box([0.6, 0.4, 0.2], 2),
      }),
    })
    const result = simulate(model, { stopTime: 1e-9 })
    const [impact] = impactsOf(result)
    expect(Math.abs(impact.velocity - 2.263481656882662)).toBeLessThan(EXACT)
    expectVector(impact.impulse, impulse)
    expectVector(last(result, 'box.velocity'), v)
    // it rotates slightly: 1e-9 s times the angular acceleration of a body that is not a ball
    expectVector(last(result, 'box.angularVelocity'), w, 1e-7)
    expect(Math.abs(lastOf(result, 'world.kineticEnergy') - energy)).toBeLessThan(2 * EXACT)
  })

  test('the corner of a cube hits a face of another one (Engelson 7.3)', () => {
    const edge = Math.sqrt(0.8)
    const [x, y, z] = [0.7745966692414833 + edge / 2, -0.1, -0.05]
    const model = Model3D({
      world: createScene({ e: 1, gravity: NONE }),
      A: Object3D({
        ...free([0, 0, 0], [1, 0.2, 0], [0, 0, 0]),
        // its diagonal is along x
        rotation: [0, Math.atan(Math.SQRT1_2), -Math.PI / 4],
        feature: box([edge, edge, edge], 1),
      }),
      B: Object3D({ ...free([x, y, z], [0, 0, 0], [0, 0, 0]), feature: box([edge, edge, edge], 1) }),
    })
    const result = simulate(model, { stopTime: 1e-6 })
    const [impact] = impactsOf(result)
    expect(Math.abs(impact.normalImpulse - 0.9552238805970149)).toBeLessThan(EXACT)
    expectVector(last(result, 'A.velocity'), [0.04477611940298509, 0.2, 0])
    expectVector(last(result, 'A.angularVelocity'), [0, 0, 0])
    expectVector(last(result, 'B.velocity'), [0.9552238805970149, 0, 0])
    expectVector(last(result, 'B.angularVelocity'), [0, 0.3582089552238806, -0.7164179104477613])
    expect(Math.abs(lastOf(result, 'world.kineticEnergy') - 0.52)).toBeLessThan(EXACT)
  })
})
