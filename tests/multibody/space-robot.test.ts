/** The relocatable space robot (thesis 12.3): an arm that walks, which reverses its kinematic chain. */
import { equations, instantiate, merge, type SignalTable, Var } from 'vario'
import { signedDistance } from 'vario/collision'
import { type ActionProgram, Box, Cylinder, printTree } from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { createSpaceRobot, SpaceRobot, STOP_TIME, simulateSpaceRobot } from '../../examples/space-robot.ts'
import { LINKS } from '../../examples/support/arm-kinematics.ts'
import { planWays, START } from '../../examples/support/space-robot-ways.ts'

type Tree = Parameters<typeof printTree>[0]

const AXES = START.map((_, i) => `axis${i + 1}`)
const BOXES = ['X1Y1Z1', 'X1Y1Z2', 'X1Y2Z1', 'X1Y2Z2', 'X5Y1Z1', 'X5Y2Z1'].map((place) => `box${place}.body`)

/**
 * After a motion the arm oscillates with J a/c = 60 kg.m2 * 0.4 rad/s2/2e4 N.m/rad, 2 mm at a reach of 1.7 m; during
 * the pause of two seconds this decays by exp(-2 s * d/2J) = exp(-8).
 */
const SWING = 2e-3 * Math.exp(-8)

/** Output points are at whole and half seconds: values between them are interpolated. */
const interval = 0.5
const result = simulateSpaceRobot({ interval })
const treeOf = (k: number): Tree => result.segments[k].tree!

function expectNear(actual: ArrayLike<number>, expected: ArrayLike<number>, limit: number): void {
  expect(actual.length).toBe(expected.length)
  for (let i = 0; i < actual.length; i++) expect(Math.abs(actual[i] - expected[i])).toBeLessThan(limit)
}

describe('the structure of the segments', () => {
  // the carrier of each box, and the end on which the arm stands
  const expected = [
    { foot: 'blueLock', carried: null },
    { foot: 'blueLock', carried: 'boxX1Y1Z2.body' },
    { foot: 'blueLock', carried: null },
    { foot: 'greenLock', carried: null },
    { foot: 'greenLock', carried: 'boxX1Y2Z2.body' },
    { foot: 'greenLock', carried: null },
    { foot: 'blueLock', carried: null },
  ]

  test('has one segment per phase of the work, each with the degrees of freedom of the axes', () => {
    expect(result.segments).toHaveLength(expected.length)
    for (const segment of result.segments) expect(segment).toMatchObject({ dof: 7, states: 14 })
    expect(result.segments[expected.length - 1]).toMatchObject({ endTime: STOP_TIME })
  })

  test.each(expected.map((segment, k) => [k, segment] as const))('segment %d: %o', (k, { foot, carried }) => {
    const [bodies, joints]: [string[][], string[]] = [[], []]
    const walk = ({ objects, joint, children }: Tree): void => {
      bodies.push([...objects])
      if (joint !== null) joints.push(joint.path)
      expect(children.length).toBeLessThanOrEqual(1)
      children.forEach(walk)
    }
    walk(treeOf(k))
    const isFlipped = foot === 'greenLock'
    expect(joints).toEqual(isFlipped ? AXES.toReversed() : AXES)
    const [world, hand] = [bodies[0], bodies[7]]
    expect(world).toContain(foot)
    expect(world).toContain('platform.lockX3Y1')
    expect(hand).toContain(isFlipped ? 'blueLock' : 'greenLock')
    for (const box of BOXES) expect(box === carried ? hand : world).toContain(box)
    // as text: one line per body
    const lines = printTree(treeOf(k)).split('\n')
    expect(lines).toHaveLength(8)
    expect(lines[1]).toMatch(isFlipped ? /^ {2}\S+ axis7 \(1\): / : /^ {2}\S+ axis1 \(1\): /)
  })

  test('is explained by the log', () => {
    const actions = result.attributes['actions'] as readonly { time: number; text: string }[]
    const texts = [result.segments[3].startTime, result.segments[6].startTime].map((start) =>
      actions.filter(({ time, text }) => time === start && !text.startsWith('path')).map(({ text }) => text),
    )
    expect(texts.map((segmentTexts) => segmentTexts.join('; '))).toEqual([
      'blueLock is released from platform.lockX3Y2; greenLock is attached to platform.lockX3Y1',
      'greenLock is released from platform.lockX3Y1; blueLock is attached to platform.lockX3Y2',
    ])
  })
})

describe('the motion', () => {
  test('puts the boxes where the grid requires, upside down', () => {
    const places = [
      ['boxX1Y1Z2', -0.25],
      ['boxX1Y2Z2', 0.25],
    ] as const
    for (const [box, y] of places) {
      expectNear(result.finalVector(`${box}.body.r_abs`), [1, y, 0.6], SWING)
      expectNear(result.finalVector(`${box}.lockZpos.r_abs`), [1, y, 0.4], SWING)
      expectNear(result.finalVector(`${box}.lockXpos.r_abs`), [0.8, y, 0.6], SWING)
    }
    // the other boxes have not moved
    expectNear(result.finalVector('boxX5Y1Z1.body.r_abs'), [1, -0.25, 0.2], 1e-15)
    expectNear(result.finalVector('boxX1Y2Z1.body.r_abs'), [-1, 0.25, 0.2], 1e-15)
  })

  test('the arm is in its initial posture again', () => {
    START.forEach((angle, i) => {
      expect(Math.abs(result.final(`axis${i + 1}.phi`) - angle)).toBeLessThan(SWING)
    })
    expectNear(result.finalVector('greenLock.r_abs'), result.vectorAt('greenLock.r_abs', 0), 2 * SWING)
  })

  test('is continuous where the structure changes', () => {
    const { time } = result
    for (const { startTime } of result.segments.slice(1)) {
      // values before and after: the same time appears twice
      const after = time.lastIndexOf(startTime)
      const before = time.indexOf(startTime)
      expect(after).toBe(before + 1)
      for (const axis of AXES) {
        const [phi, w] = [`${axis}.phi`, `${axis}.w`].map((name) => result.values(name))
        // angles are taken over unchanged; a lock stops the remaining oscillation, at about 20 rad/s
        expect(phi[after]).toBe(phi[before])
        expect(Math.abs(w[after] - w[before])).toBeLessThan(20 * SWING)
      }
      for (let k = 0; k < LINKS.length; k++) {
        const values = result.values(`link${k}.body.r_abs`)
        // positions are summed from the other end: rounding errors of sums of about 1 m
        for (let i = 0; i < 3; i++)
          expect(Math.abs(values[3 * after + i] - values[3 * before + i])).toBeLessThan(1e-14)
      }
    }
  })

  test('is the same on the green end of the arm as on the blue one, with the axes counted from there', () => {
    // The arm is symmetric. Seen from the other end, rotated about x by half a turn, the same axes rotate by the same
    // angles in reverse order. So this run, in which nothing is flipped, must give the result of the other one after
    // its step.
    const ways = planWays()
    const reverse = (angles: readonly number[]): number[] => angles.toReversed()
    const start = reverse(ways.greenDown[ways.greenDown.length - 1])
    const { startTime, endTime } = result.segments[3]
    const actions: ActionProgram = function* (act) {
      yield act.attach('blueLock', 'platform.lockX3Y2')
      yield act.wait(startTime)
      yield act.ptpJointSpace('path', ways.toSecond.map(reverse))
    }
    const axes = Object.fromEntries(AXES.map((axis, i) => [axis, { phi: { init: start[i] } }]))
    const model = instantiate(merge(SpaceRobot, { ...axes, path: { start }, actions }))
    const options = { tolerance: 1e-8, interval }
    const [flipped, plain] = [
      simulateSpaceRobot(options),
      model.simulate({ ...options, stopTime: STOP_TIME }),
    ]
    const swing: number[] = []
    for (let t = Math.ceil(startTime); t < endTime; t += interval) {
      AXES.forEach((axis, i) => {
        const angles = [flipped.at(`${axis}.phi`, t), plain.at(`${AXES[6 - i]}.phi`, t)]
        swing.push(Math.abs(angles[0] - flipped.at(`path.position[${i + 1}]`, t)))
        // ten times the tolerance; the oscillation left before the step is smaller
        expect(Math.abs(angles[0] - angles[1])).toBeLessThan(1e-7)
      })
    }
    // the gears are bent by much more than that
    expect(Math.max(...swing)).toBeGreaterThan(5e-5)
  })

  test('makes the gears oscillate, which decays before anything is locked', () => {
    const peak = Math.max(...result.values('drive2.gear.phi_rel').map(Math.abs))
    // box and arm: about J a/c
    expect(peak).toBeGreaterThan(1e-4)
    expect(peak).toBeLessThan(2e-3)
    for (const { endTime } of result.segments) {
      for (let k = 1; k <= 7; k++)
        expect(Math.abs(result.at(`drive${k}.gear.phi_rel`, endTime, 'left'))).toBeLessThan(SWING)
    }
  })

  test('keeps arm and boxes clear of everything that they do not hold', () => {
    const box = Box({ lengthX: 0.4, lengthY: 0.4, lengthZ: 0.4 })
    const slab = { shape: Box({ lengthX: 2.5, lengthY: 1, lengthZ: 0.1 }), path: 'platform.slab' }
    const boxes = BOXES.map((path) => ({ shape: box, path }))
    const links = LINKS.map((length, k) => ({
      shape: Cylinder({ axis: 'z', diameter: 0.09, length }),
      path: `link${k}.body`,
    }))
    const [nearest, deepest] = [[0.05], [0]]
    for (let t = 0; t <= STOP_TIME; t += interval) {
      const pose = (path: string) => ({
        p: [...result.vectorAt(`${path}.r_abs`, t)],
        q: [...result.vectorAt(`${path}.q_abs`, t)],
      })
      const things = [slab, ...boxes, ...links].map((thing) => ({ ...thing, pose: pose(thing.path) }))
      for (const [i, a] of things.entries()) {
        for (const b of things.slice(i + 1)) {
          if (a.path.startsWith('link') && b.path.startsWith('link')) continue
          const { distance } = signedDistance(a.shape, a.pose, b.shape, b.pose)
          if (mayTouch(a.path, b.path)) deepest[0] = Math.min(deepest[0], distance)
          else nearest[0] = Math.min(nearest[0], distance)
        }
      }
    }
    // 5 cm between the boxes of two rows, and so on
    expect(nearest[0]).toBeGreaterThan(0.02)
    // a box that is put down oscillates: at most as deep as the gap of the scene, within which locks may close
    expect(deepest[0]).toBeGreaterThan(-1e-3)
  })
})

/** True if two parts are ever locked to each other, or adjacent when they are. */
function mayTouch(a: string, b: string): boolean {
  const isBox = (path: string): boolean => path.startsWith('box')
  const isEnd = (path: string): boolean => path === 'link0.body' || path === 'link7.body'
  if (a === 'platform.slab') return isBox(b) || isEnd(b)
  if (isEnd(b)) return a === (b === 'link0.body' ? 'boxX1Y2Z2.body' : 'boxX1Y1Z2.body')
  const row = (path: string): string => path.slice(5, 7)
  return isBox(a) && isBox(b) && row(a) === row(b)
}

describe('a lock shortly after a motion', () => {
  /**
   * Grips the first box, which floats. At the end of its path the arm is bent but at rest; 20 ms later it oscillates.
   */
  const grip = (impulse: boolean) => {
    const actions: ActionProgram = function* (act) {
      yield act.attach('blueLock', 'platform.lockX3Y2')
      yield act.ptpJointSpace('path', planWays().toFirst)
      yield act.wait(0.02)
      yield act.attach('boxX1Y1Z2.lockXpos', 'greenLock', { impulse })
    }
    return instantiate(merge(SpaceRobot, { actions })).simulate({ stopTime: 10 })
  }

  test('is rejected while the gears oscillate', () => {
    expect(() => grip(false)).toThrow(
      // 1000 tolerances of 0.1 m/s, and as many of the velocity
      /lockXpos and greenLock move with respect to each other.* relative velocity 0\.00\d+ m\/s \(allowed: 0\.000102\)/,
    )
  })

  test('closes with an impulse, whose energy loss is in the log', () => {
    const gripped = grip(true)
    const { time } = gripped
    const log = gripped.attributes['actions'] as readonly { time: number; lostEnergy?: number }[]
    const lock = log.find(({ lostEnergy }) => lostEnergy !== undefined)!
    const kinetic = gripped.values('world.kineticEnergy')
    const loss = kinetic[time.indexOf(lock.time)] - kinetic[time.lastIndexOf(lock.time)]
    expect(loss).toBeGreaterThan(0)
    // rounding errors of energies, and of the response to unit impulses
    expect(Math.abs(lock.lostEnergy! - loss)).toBeLessThan(1e-9 * kinetic[time.indexOf(lock.time)] + 1e-16)
  })
})

describe('balances', () => {
  test('energy: the work of the motors is kinetic, elastic in the gears, or dissipated in them', () => {
    const drives = START.map((_, i) => `drive${i + 1}.gear`)
    const sum = (term: (gear: string, k: number) => string): string =>
      drives.map((gear, i) => term(gear, i + 1)).join(' + ')
    const model = merge(SpaceRobot, {
      given: Var({ init: 0, unit: 'J' }),
      lost: Var({ init: 0, unit: 'J' }),
      stored: Var({ unit: 'J' }),
      equations: equations(
        [
          `der(given) = -(${sum((gear, k) => `${gear}.tau*path.velocity[${k}]`)})`,
          `der(lost) = ${sum((gear, k) => `${gear}.d*(axis${k}.w - path.velocity[${k}])^2`)}`,
          `stored = ${sum((gear) => `${gear}.c*${gear}.phi_rel^2/2`)}`,
        ].join('\n'),
      ),
    })
    const balance = instantiate(model).simulate({ stopTime: STOP_TIME, tolerance: 1e-8 })
    const [given, lost, stored, kinetic] = ['given', 'lost', 'stored', 'world.kineticEnergy'].map((name) =>
      balance.values(name),
    )
    expect(Math.max(...kinetic)).toBeGreaterThan(1)
    expect(lost[lost.length - 1]).toBeGreaterThan(0.01)
    // a hundred times the tolerance: errors of seven motions of up to 2 J
    for (let i = 0; i < given.length; i++)
      expect(Math.abs(kinetic[i] + stored[i] + lost[i] - given[i])).toBeLessThan(2e-6)
  })

  test('momentum, angular momentum and the center of mass stay constant on a floating platform', () => {
    const model = instantiate(createSpaceRobot({ isFloating: true }))
    const floating = model.simulate({ stopTime: STOP_TIME, tolerance: 1e-8, interval })
    // about 10 N.s and 10 N.m.s flow through every motion: tolerance of the masses of 700 kg, and the rest at locks
    const largest = (name: string): number => Math.max(...floating.values(name).map(Math.abs))
    expect(largest('world.momentum')).toBeLessThan(1e-6)
    expect(largest('world.angularMomentum')).toBeLessThan(1e-6)
    const masses = new Map([
      ['platform.slab', 600],
      ...BOXES.map((box) => [box, 12] as const),
      ...LINKS.map((length, k) => [`link${k}.body`, 2 + 10 * length] as const),
    ])
    const center = (t: number): number[] => {
      const moment = [0, 0, 0]
      for (const [path, mass] of masses)
        floating.vectorAt(`${path}.r_abs`, t).forEach((x, i) => {
          moment[i] += mass * x
        })
      return moment.map((x) => x / 700)
    }
    const first = center(0)
    for (const t of [10, 20, 30, 40, 50, 60, 70, 80, STOP_TIME]) expectNear(center(t), first, 1e-7)
    // the platform does move and rotate, and the boxes still reach their places on it
    expect(Math.hypot(...floating.finalVector('platform.top.r_abs'))).toBeGreaterThan(0.01)
    const distance = (a: string, b: string): number =>
      Math.hypot(
        ...floating.finalVector(`${a}.r_abs`).map((x, i) => x - floating.finalVector(`${b}.r_abs`)[i]),
      )
    expect(Math.abs(distance('boxX1Y1Z2.lockZneg', 'platform.lockX5Y1') - 0.8)).toBeLessThan(SWING)
    expect(Math.abs(distance('boxX1Y2Z2.lockZneg', 'platform.lockX5Y2') - 0.8)).toBeLessThan(SWING)
    expect(distance('boxX1Y2Z2.lockZpos', 'boxX5Y2Z1.lockZpos')).toBeLessThan(SWING)
  })

  test('another solver and a smaller tolerance give the same motion', () => {
    const fine = simulateSpaceRobot({ solver: 'bdf', tolerance: 1e-9, interval })
    const same = (a: SignalTable, b: SignalTable): number => {
      let worst = 0
      for (let t = 0; t < STOP_TIME; t += interval)
        for (const axis of AXES)
          worst = Math.max(worst, Math.abs(a.at(`${axis}.phi`, t) - b.at(`${axis}.phi`, t)))
      return worst
    }
    // a tolerance of 1e-6 of angles up to 2 rad, and damping that removes errors
    expect(same(result, fine)).toBeLessThan(1e-5)
    expect(same(simulateSpaceRobot({ solver: 'radau5', tolerance: 1e-8, interval }), fine)).toBeLessThan(1e-7)
    expect(fine.segments).toHaveLength(result.segments.length)
  })
})
