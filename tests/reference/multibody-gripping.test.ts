/** Cases of the multibody reference: a robot grips and carries a sphere, by contacts, by changes of the structure, or both (thesis 12.2). */
import { instantiate, type SignalTable } from 'vario'
import { type ActionProgram, Box, Object3D, SensorResult, Solid } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { type Scenario, simulateScenario } from '../../examples/gripping-robot.ts'
import { GrippingRobot, Robot } from '../../examples/support/gripping-robot-model.ts'
import { CASE_RTOL, expectNormClose, finalStates, solveOde } from './support/final-states.ts'

const results: Readonly<Record<Scenario, SignalTable>> = {
  S1: simulateScenario('S1'),
  S2: simulateScenario('S2'),
  S3: simulateScenario('S3'),
  S4: simulateScenario('S4'),
}

/** States of arm and controllers, in the order of the reference. */
const ARM = [
  ...[1, 2, 3, 4, 5].flatMap((k) => [`robot.link${k}.axis.phi`, `robot.link${k}.axis.w`]),
  ...[1, 2, 3, 4, 5].map((k) => `robot.servo${k}.ppi.PI.x`),
]
/** States of the gripper: integral part of its controller, opening, velocity. */
const GRIP = ['robot.servo6.PI.x', 'robot.grip.s', 'robot.grip.v']
const SPHERE = ['translation', 'velocity', 'rotation', 'angularVelocity'].map((name) => `sphere.${name}`)

/** Published final states of arm and gripper, and of the sphere. */
const PUBLISHED = {
  S1: {
    arm: [
      ...[3.1415926560840615, 3.433146484584177e-9, 0.680594288222518, -0.09565765972236899],
      ...[0.7909095512391782, 0.10951973678968051, 1.0327025824769411, -0.14501158461595007],
      ...[4.8430503980790146e-8, -5.084105210479976e-8, 9.524808086169992e-8, -0.4161959543409354],
      ...[-0.3634865967325259, -0.11218706237664271, 0.00028351404040694717],
    ],
    grip: [-0.06875187949659926, 0.04978878982947555, -4.130665462558622e-6],
    sphere: [
      ...[-0.784280256433898, 0.005105609558166718, 0.21862297071743714],
      ...[-0.009658532695902744, 2.0584489985929135e-6, 0.02110848366792953],
      ...[-0.1983447342409089, 0.11866492473473893, 0.023777554594603637],
      ...[-5.754371782338561e-8, 0.1304905069106358, 3.6548193401444445e-8],
    ],
  },
  S2: {
    arm: [
      ...[3.1415926561937666, 3.180307603613472e-9, 0.6805942902151595, -0.09565769212815624],
      ...[0.7909095547559756, 0.10951974466588697, 1.0327025949882498, -0.14501161390073966],
      ...[4.834365439536424e-8, -5.083589168175532e-8, 9.482986225093542e-7, -0.41623125840706904],
      ...[-0.3635339629899328, -0.11224029745945692, 0.000283221896408894],
    ],
    grip: [-0.06877832213561617, 0.04978954930374486, -2.2467894719281828e-6],
  },
  S3: {
    arm: [
      ...[3.1415926570363713, -1.3013458081419306e-7, 0.6805942873976024, -0.09565764991241311],
      ...[0.7909095517856483, 0.10951972995434828, 1.032702591771644, -0.14501158670555986],
      ...[5.492377676162606e-8, -5.981922191949395e-8, 7.757643552277316e-6, -0.4162469942033338],
      ...[-0.3635507982892172, -0.11225051653570566, 0.0002829193229775221],
    ],
    grip: [-0.045836985439091864, 0.04707287716612709, 0.0014854402731197453],
  },
  S4: {
    arm: [
      ...[3.1415926553482936, 3.940308425576264e-9, 0.6805942761756493, -0.0956576899775176],
      ...[0.7909095290954901, 0.10951977177943406, 1.0327025673843655, -0.14501159844620148],
      ...[1.9286175287484307e-8, -3.283069277920548e-8, -4.1609409172268536e-6, -0.41631100515552766],
      ...[-0.36361306819749833, -0.1122726475747107, 0.0003657180323440799],
    ],
    grip: [6.003535500656957e-5, 0.04800122492323228, -1.2243878275181126e-6],
  },
} as const

/** Wood, a sphere of 0.05 m, its contacts with boxes: Hertz' law with the published reduction of the stiffness. */
const MASS = 700 * (Math.PI / 6) * 0.05 ** 3
const STIFFNESS = ((0.001 * (1.1e10 / (1 - 0.4 ** 2))) / 2) * (4 / 3) * Math.sqrt(0.025)
const [MU, V_SMALL, GRAVITY] = [0.3, 0.01, 9.81]
/** Opening at which the fingers touch the sphere: their faces are 0.2 mm further apart than the opening. */
const TOUCHING = 0.05 - 0.0002

/** Force of the gripper: controllers with k1 = 50, k2 = 10; reference 0.048 m. */
const gripForce = ([x, s, v]: readonly number[]): number => -10 * (x + 50 * (0.048 - s) - v)

/** Ratio by which the published depth of the fingers in the sphere is too small for the published force. */
function publishedScale(scenario: 'S1' | 'S2'): number {
  const { grip } = PUBLISHED[scenario]
  return (2 * (gripForce(grip) / STIFFNESS) ** (2 / 3)) / (TOUCHING - grip[1])
}

describe('published final states', () => {
  it('segmented.ScenarioSegmentedOnly: S4', () => {
    const { arm, grip } = PUBLISHED.S4
    expectNormClose(finalStates(results.S4, [...ARM, ...GRIP]), [...arm, ...grip], CASE_RTOL)
  })

  it.each([
    ['segmented.ScenarioSegmentedCollisionOn: S2', 'S2'],
    ['segmented.ScenarioSegmentedCollisionOff: S3', 'S3'],
  ] as const)('%s: all states except the gripper agree', (_, scenario) => {
    expectNormClose(finalStates(results[scenario], ARM), PUBLISHED[scenario].arm, CASE_RTOL)
  })

  it('robot.ScenarioCollisionOnly: S1, with the tolerance of the case', () => {
    const { arm, grip, sphere } = PUBLISHED.S1
    const found = finalStates(results.S1, [...ARM, ...GRIP, ...SPHERE])
    expectNormClose(found, [...arm, ...grip, ...sphere], 0.01)
    expectNormClose(finalStates(results.S1, ARM), arm, CASE_RTOL)
  })

  it.each(['S1', 'S2'] as const)('%s: the fingers press the sphere by the depth of Hertz', (scenario) => {
    const found = finalStates(results[scenario], GRIP)
    const depth = 2 * (gripForce(found) / STIFFNESS) ** (2 / 3)
    // the force grows, and damping takes up to 4 % of it
    expect(Math.abs(TOUCHING - found[1] - depth) / depth).toBeLessThan(0.04)
    // The reference measures distances in units of the largest relative coordinate of the shapes, between the distance
    // of their centers, 0.03 m, and that of their farthest points, 0.06 m (design 10, defect 1): its sphere is harder
    // by that ratio.
    const scale = publishedScale(scenario)
    expect(scale).toBeGreaterThan(1 / 0.06)
    expect(scale).toBeLessThan(1 / 0.03)
  })

  it('S3: with contacts switched off the finger moves freely to its reference', () => {
    // since the sphere was attached; across the arm, which moves in a plane, no other force acts on the finger of 0.01
    // kg and the motor of 0.1 kg
    const result = results.S3
    const start = result.segments[result.segments.length - 1].startTime
    const free = (_t: number, [x, s, v]: Float64Array, dx: Float64Array): void => {
      const u = 50 * (0.048 - s) - v
      dx[0] = u
      dx[1] = v
      dx[2] = (10 * (x + u)) / 0.11
    }
    const before = GRIP.map((name) => result.at(name, start))
    const exact = solveOde(free, before, 13.5 - start)
    // a hundred times the tolerance of 1e-7, whose scale is 0.3 m
    finalStates(result, GRIP).forEach((value, i) => {
      expect(Math.abs(value - exact[i])).toBeLessThan(3e-6)
    })
  })

  it('S1: the published sphere slips out of the gripper, with the default laws a hundred times slower', () => {
    const { sphere, grip } = PUBLISHED.S1
    const found = finalStates(results.S1, SPHERE)
    const difference = sphere.map((value, i) => value - found[i])
    // their friction is proportional to the velocity near rest, so that a weight between two fingers sinks: thesis eq.
    // 7.9
    const sinking = (v: number): number =>
      (MU * gripForce(grip) * v) / ((v * v * (1 - v / (3 * V_SMALL))) / V_SMALL + V_SMALL / 3)
    let [low, high] = [0, V_SMALL]
    for (let k = 0; k < 60; k++) {
      const middle = (low + high) / 2
      if (sinking(middle) < (MASS * GRAVITY) / 2) low = middle
      else high = middle
    }
    expect(low).toBeGreaterThan(1e-3)
    // Velocities differ by that, and because the hand rotates about y with the spheres apart. The weight is that at
    // rest; the arm accelerates by a few percent of gravity.
    const w = found[10]
    const slip = [difference[3] - w * difference[2], difference[4], difference[5] + w * difference[0]]
    expect(Math.abs(slip[2] + low)).toBeLessThan(0.05 * low)
    expect(Math.hypot(slip[0], slip[1])).toBeLessThan(0.05 * low)
  })
})

const [SPHERE_LOCK, PLATE, GRIPPER] = ['sphereLock', 'robot.plateLock', 'robot.gripperLock']
const QUARTER = Math.PI / 4
const point = (shoulder: number, elbow: number, wrist: number, opening: number): number[] => [
  ...[Math.PI, shoulder, elbow, wrist, 0],
  opening,
]
const upright = (opening: number): number[] => point(0, 2 * QUARTER, 0, opening)
const around = (opening: number): number[] => point(QUARTER, QUARTER, 1.04, opening)

it('segmented.YouBotFixSphere: the sphere is carried without being lifted first', () => {
  const program: ActionProgram = function* (act) {
    yield act.attach(SPHERE_LOCK, PLATE)
    yield act.ptpJointSpace('robot.path', [point(QUARTER, QUARTER, 0, 0.06), around(0.06), around(0.048)])
    yield act.releaseAndAttach(SPHERE_LOCK, GRIPPER, { impulse: true })
    yield act.ptpJointSpace('robot.path', [upright(0.048), around(0.048), around(0.06)])
    yield act.releaseAndAttach(SPHERE_LOCK, PLATE, { impulse: true })
    yield act.ptpJointSpace('robot.path', [upright(0.06), around(0.06), around(0.048)])
    yield act.releaseAndAttach(SPHERE_LOCK, GRIPPER, { impulse: true })
    yield act.ptpJointSpace('robot.path', [upright(0.048)])
  }
  const model = GrippingRobot(program, false)({ sphere: { translation: [-0.78, 0, 0.1792] } })
  const result = instantiate(model).simulate({ stopTime: 13.5, tolerance: 1e-7 })
  // of these, PI.x of the axes 2 to 4 were used to find the centers of mass of the links, to a tenth of a millimeter
  const published = [
    ...[3.1415926520586592, 5.686031281508212e-9, 0.06412362163909635, -0.3805226293938952],
    ...[1.50666605638018, 0.3805172766429968, 0.08493911074550455, -0.5038817608300088],
    ...[-2.2152092866639697e-8, 1.3239270185771387e-8, 8.717940146436583e-7, -0.3769087845467734],
    ...[-0.39014966339476387, -0.14159770836684699, 0.00041636157883075207],
    ...[2.9200010867799453e-5, 0.04800059578682383, -5.955842412850578e-7],
  ]
  expectNormClose(finalStates(result, [...ARM, ...GRIP]), published, CASE_RTOL)
})

it('segmented.YouBotSegmentedCollisionGripping: the sphere falls, and is gripped at its rest position', () => {
  // The published final state has the arm stretched out at rest with 3.7 N.m in axis 2, and the sphere on the plate. The program of the
  // case ends 0.044 s before the arm is upright, with the sphere in the gripper; and stretched out, at rest, axis 2 has 0.03 N.m in
  // robot.YouBotsGripping. The state is not that of this program. Only consequences of the program are tested.
  let fall = { time: 0, height: 0 }
  const landed: number[][] = []
  const program: ActionProgram = function* (act) {
    yield act.attach(SPHERE_LOCK, PLATE)
    yield act.ptpJointSpace('robot.path', [point(QUARTER, QUARTER, 0, 0.06), around(0.06)])
    yield act.release(SPHERE_LOCK)
    yield act.ptpJointSpace('robot.path', [around(0.048), point(QUARTER - 0.1, QUARTER, 1.04, 0.048)])
    yield act.attach(SPHERE_LOCK, GRIPPER, { impulse: true })
    yield act.ptpJointSpace('robot.path', [upright(0.048)])
    yield act.release(SPHERE_LOCK)
    const opened = yield act.ptpJointSpace('robot.path', [upright(0.06)])
    fall = { time: opened.time, height: opened.position('sphere')[2] }
    landed.push((yield act.eventAfterPeriod(0.6)).position('sphere'))
    yield act.attach(SPHERE_LOCK, PLATE, { impulse: true })
    yield act.ptpJointSpace('robot.path', [
      point(QUARTER, QUARTER, 0, 0.06),
      point(QUARTER, QUARTER, 1.1, 0.06),
    ])
    yield act.release(SPHERE_LOCK)
    yield act.ptpJointSpace('robot.path', [point(QUARTER, QUARTER, 1.1, 0.048), upright(0.048)])
  }
  const result = instantiate(GrippingRobot(program)).simulate({ stopTime: 13.1, tolerance: 1e-7 })
  // it leaves the fingers while they open, without an impulse
  const contacts = result.attributes['contacts'] as unknown as readonly { obj2: string; end: number }[]
  const free = Math.max(
    ...contacts.filter(({ obj2, end }) => /Finger/.test(obj2) && end < fall.time).map(({ end }) => end),
  )
  const [z0, v0] = ['sphere.translation[3]', 'sphere.velocity[3]'].map((name) => result.at(name, free))
  const t = fall.time - free
  expect(t).toBeGreaterThan(0.1)
  // a hundred times the tolerance
  expect(Math.abs(fall.height - (z0 + v0 * t - (GRAVITY / 2) * t * t))).toBeLessThan(1e-5)
  // after 0.6 s it lies on the plate, as deep as under its weight
  const depth = ((MASS * GRAVITY) / STIFFNESS) ** (2 / 3)
  expect(Math.abs(landed[0][2] - (0.1842 - depth))).toBeLessThan(1e-4)
  // and at the end in the gripper, 0.21 m higher
  expect(result.final('sphere.translation[3]') - landed[0][2]).toBeGreaterThan(0.2)
  // the path has 0.044 s to go and brakes with 1.5 rad/s2: 1.4e-3 rad, and the drives are 0.02 s behind it
  for (const [k, angle] of [Math.PI, 0, 2 * QUARTER, 0, 0].entries())
    expect(Math.abs(result.final(`robot.link${k + 1}.axis.phi`) - angle)).toBeLessThan(5e-3)
})

describe('robot.YouBotGripping: the sphere is put on a table', () => {
  const published = {
    arm: [
      ...[4.2011734561066174e-8, -4.201103244596915e-8, -1.063832585127709e-5, 1.0639999372966745e-5],
      ...[-2.3965302699898037e-5, 2.3968259468563075e-5, -1.4870924852600011e-5, 1.4873303088912784e-5],
      ...[4.1869119717698346e-8, -4.187253910283875e-8, 0.0003211427502594542, -0.08295899990404772],
      ...[-0.11820931385891074, -0.052667116936133275, 0.0001456503325694727],
    ],
    grip: [-0.014729947217068787, 0.029699457641467846, 0.0003004755441908893],
    sphere: [
      ...[-0.0034273855231864306, -0.005096473590029367, 0.38499191752542034],
      ...[-8.308652133848577e-9, -4.898676211750926e-13, 3.2869896808950215e-7],
      ...[0.000809988970997737, -1.0294968671955382, 3.1424201174565463],
      ...[2.2642356396554504e-11, -2.914351970926744e-7, 2.4301354388930345e-17],
    ],
  }
  const program: ActionProgram = function* (act) {
    const [above, elbow] = [(opening: number) => point(QUARTER, QUARTER, 0, opening), 2 * QUARTER - 0.3]
    yield act.ptpJointSpace('robot.path', [
      ...[above(0.06), around(0.06), around(0.048), above(0.048), [0, 0, elbow, 0, 0, 0.048]],
      ...[0.048, 0.06].map((opening) => [0, 0.3, elbow, 0, 0, opening]),
      ...[
        [0, 0, 2 * QUARTER, 0, 0, 0.06],
        [0, 0, 0, 0, 0, 0.03],
      ],
    ])
  }
  const table = Object3D({
    parent: 'world',
    translation: [0, 0, 0.355],
    feature: Solid({
      shape: Box({ lengthX: 0.3, lengthY: 0.3, lengthZ: 0.01 }),
      solidMaterial: 'DryWood',
      collision: true,
    }),
  })
  const simulateCase = (scene: object): SignalTable => {
    const model = GrippingRobot(program)({
      world: { feature: { nominalLength: 0.6, ...scene } },
      robot: { base: { translation: [-0.585, 0, 0.084] } },
      sphere: { translation: [-0.799, 0.005, 0.1842] },
    }).extend({
      ...{
        table,
        inHand: SensorResult({
          object: 'sphere',
          objectOrigin: 'robot.hand',
          objectCoordinateRef: 'robot.hand',
        }),
      },
    })
    return instantiate(model).simulate({ stopTime: 14, tolerance: 1e-7, solver: 'bdf' })
  }

  it('reaches all states with the laws of the reference', () => {
    // Two properties differ: contacts are harder, by the ratio of another case (design 10, defect 1; the force grows
    // with the power 3/2 of the depth), and friction is as flat near rest as in the thesis, so that the sphere slips
    // for 5.7 s.
    const pair = {
      coefficientOfRestitution: 0.6,
      slidingFrictionCoefficient: MU,
      rotationalResistanceCoefficient: 0.001,
      vsmallFriction: V_SMALL,
    }
    const result = simulateCase({
      elasticContactReductionFactor: 0.001 * publishedScale('S1') ** 1.5,
      contactPairs: { 'DryWood-DryWood': pair },
    })
    const { arm, grip, sphere } = published
    // the tolerance of the case
    expectNormClose(finalStates(result, [...ARM, ...GRIP, ...SPHERE]), [...arm, ...grip, ...sphere], 1e-3)
    // its norm is that of the angles; positions were integrated with a tolerance of 1e-5, in meters
    finalStates(result, ['sphere.translation']).forEach((value, i) => {
      expect(Math.abs(value - sphere[i])).toBeLessThan(2e-5)
    })
  })

  it('keeps the sphere from slipping with the default laws: 1.4 mm and 0.016 rad from the reference', () => {
    const result = simulateCase({})
    // the tolerance of the case
    const difference = finalStates(result, ARM).map((value, i) => value - published.arm[i])
    expect(Math.hypot(...difference)).toBeLessThan(1e-3)
    // along the fingers it slips as in S1, a hundred times slower than in the reference: 5.1 s with at most 17 um/s
    const [gripped, opening] = [5.2, 10.3].map((t) => result.vectorAt('inHand.translation', t))
    expect(Math.hypot(gripped[0] - opening[0], gripped[2] - opening[2])).toBeLessThan(5.1 * 17e-6)
    // across, the right finger penetrates it increasingly, by half of the motion of the left one
    const [before, after] = [5.2, 10.3].map((t) => result.at('robot.grip.s', t))
    expect(Math.abs(gripped[1] - opening[1] - (before - after) / 2)).toBeLessThan(1e-5)
    // on the table it is at rest, as deep as under its weight
    const depth = ((MASS * GRAVITY) / STIFFNESS) ** (2 / 3)
    expect(Math.abs(result.final('sphere.translation[3]') - (0.385 - depth))).toBeLessThan(1e-5)
    expect(Math.hypot(...result.finalVector('sphere.velocity'))).toBeLessThan(1e-6)
  })
})

it('robot.YouBotsGripping_boxContact: a robot puts the sphere on a table, another one takes it', () => {
  const still = [0, 0, 0, 0, 0]
  const move = (path: string, ...points: number[][]): ActionProgram =>
    function* (act) {
      yield act.ptpJointSpace(path, points)
    }
  const [above, stretched] = [(s: number) => point(QUARTER, QUARTER, 0, s), (s: number) => [...still, s]]
  const [first, second] = ['robot.path', 'other.path']
  const atTable = (shoulder: number, elbow: number, opening: number): number[] => [
    ...[0, shoulder, elbow, 0, 0],
    opening,
  ]
  const program: ActionProgram = function* (act) {
    yield act.parallel(move(first, stretched(0.05)), move(second, stretched(0.05)))
    const deep = (opening: number) => point(QUARTER, QUARTER, 1.057, opening)
    yield act.ptpJointSpace(first, [above(0.06), deep(0.06), deep(0.048), above(0.048)])
    const elbow = 2 * QUARTER - 0.2
    yield act.ptpJointSpace(first, [
      ...[atTable(0, elbow, 0.048), atTable(0.2, elbow, 0.048), atTable(0.2, elbow, 0.06)],
      ...[atTable(0, 2 * QUARTER, 0.06), stretched(0.001)],
    ])
    const other = 2 * QUARTER - 0.3
    yield act.ptpJointSpace(second, [
      ...[atTable(0, 2 * QUARTER, 0.06), atTable(0.3, other, 0.06), atTable(0.3, other, 0.048)],
      ...[atTable(0, other, 0.048), above(0.048), point(QUARTER, QUARTER, 1, 0.048)],
      ...[point(QUARTER, QUARTER, 1, 0.06), above(0.06), stretched(0.01)],
    ])
  }
  const table = Object3D({
    parent: 'world',
    translation: [0, 0, 0.365],
    feature: Solid({
      shape: Box({ lengthX: 0.3, lengthY: 0.3, lengthZ: 0.01 }),
      solidMaterial: 'DryWood',
      collision: true,
    }),
  })
  const base = { translation: [0, 0.575, 0.084], rotation: [0, 0, -Math.PI / 2] }
  // the published sphere starts 5 mm inside the plate
  const model = GrippingRobot(program)({ sphere: { translation: [-0.78, 0, 0.1842] } }).extend({
    ...{ table, other: Robot({ base }) },
  })
  const result = instantiate(model).simulate({ stopTime: 28, tolerance: 1e-7, solver: 'bdf' })
  expect(result.warnings).toEqual([])
  const published = [
    ...[6.626036032444092e-14, -6.625937921803225e-14, -1.2190637002942868e-11, 1.219255639304887e-11],
    ...[-2.7736194512872756e-11, 2.7739781453199694e-11, -1.721911423238536e-11, 1.722185259213342e-11],
    ...[3.7964989396855374e-14, -3.79626957385797e-14, 5.065018594629937e-10, -0.0016527210478103193],
    ...[-0.0007949871312746726, -0.0009396447443010905, 1.3208833922710134e-10],
    ...[-1.9522808771237002e-8, 0.0009999996016665366, 3.9824410340217393e-10],
    ...[1.7593355332875133e-6, -1.7597152222807876e-6, -1.121428727254605e-5, 1.1215595105886919e-5],
    ...[-1.6104289373934256e-5, 1.610661215757139e-5, -9.610673174743719e-6, 9.612450911470863e-6],
    ...[1.779037161133729e-8, -1.779016601717162e-8, 0.01344834037824163, -0.08736378440155342],
    ...[-0.0796938518093969, -0.0343688377368504, 6.189342032026106e-5],
    ...[-0.0027012995965528266, 0.009944884090430062, 5.510242274722822e-5],
  ]
  const names = ['robot', 'other'].flatMap((robot) =>
    [...ARM, ...GRIP].map((name) => name.replace('robot', robot)),
  )
  // the tolerance of the case
  const found = finalStates(result, names)
  expect(Math.hypot(...found.map((value, i) => value - published[i]))).toBeLessThan(0.002)
  // The sphere lies on the plate of the other robot. Friction determines its position: the published one has slipped
  // for 6 s with 1 to 2 mm/s.
  const [x, y, z] = result.finalVector('sphere.translation')
  expect(Math.hypot(x - 0.0050971594906382, y - 0.7904184475839454)).toBeLessThan(0.012)
  expect(Math.abs(z - (0.1842 - ((MASS * GRAVITY) / STIFFNESS) ** (2 / 3)))).toBeLessThan(1e-5)
})
