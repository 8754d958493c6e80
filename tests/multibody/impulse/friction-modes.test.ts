/**
 * Impulses of mechanisms with friction that sticks or slides: finite torques have no impulse. Velocities after impacts
 * and plastic locks are those of the mechanism without friction, computed by a dense KKT system.
 */
import { equations, type simulate } from 'vario'
import {
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Revolute,
  Scene,
  Solid,
  Sphere,
  UniformGravityField,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { campaignSeeds } from '../../support/campaign-seeds.ts'
import { createRandom } from '../../support/random.ts'
import {
  aroundEvent,
  between,
  computeMotion,
  createKkt,
  createLinks,
  drawLinks,
  type Link,
  type Motion,
  pin,
  type Row,
  run,
  scaleLinks,
  solveImpulse,
} from './planar-mechanism.ts'

/** Radius of balls [m]. */
const R = 0.02
/** Velocities from solutions of two linear systems with condition numbers up to 1e6. */
const ROUNDING = 1e-8

const SOLVERS = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const
/** Impulses do not depend on the accuracy of the run before them. */
const TOLERANCES = [1e-3, 1e-6, 1e-8, 1e-10] as const

const scene = (e: number, g: number, unit = 1): ReturnType<typeof Object3D> =>
  Object3D({
    feature: Scene({
      ...{ contactResponse: 'impulse', gap: 0.1 * unit, nominalLength: unit },
      gravityField: g > 0 ? UniformGravityField({ g: g * unit }) : NoGravityField(),
      contactPairs: {
        'Steel-Steel': {
          ...{ coefficientOfRestitution: e, slidingFrictionCoefficient: 0 },
          ...{ rotationalResistanceCoefficient: 0, impactThreshold: 1e-6 * unit },
        },
      },
    }),
  })

function build(
  links: readonly Link[],
  world: unknown,
  more: Record<string, unknown>,
): Parameters<typeof simulate>[0] {
  const { members, connect, equations: lines } = createLinks(links)
  return Model3D({
    ...{ world, ...members, ...more },
    ...(connect.length > 0 && { connect }),
    ...(lines.length > 0 && { equations: equations(lines.join('\n')) }),
  } as Parameters<typeof Model3D>[0])
}

/** Rates of links and rotors, before and after. */
function readRates(
  links: readonly Link[],
  read: (name: string) => readonly [number, number],
  rotors: ReadonlyMap<number, number>,
): { motion: Motion; before: number[]; after: number[] } {
  const phi = links.map((_, i) => read(`rev${i + 1}.phi`)[0])
  const rates = [0, 1].map((side) => {
    const w = links.map((_, i) => read(`rev${i + 1}.w`)[side])
    const motion = computeMotion(links, phi, w)
    return { motion, all: [...motion.rates, ...[...rotors.keys()].map((i) => read(`rotor${i + 1}.w`)[side])] }
  })
  return { motion: rates[0].motion, before: rates[0].all, after: rates[1].all }
}

function expectSame(found: readonly number[], expected: readonly number[], label: string): void {
  const size = Math.max(...expected.map(Math.abs), ...found.map(Math.abs), 1e-3)
  found.forEach((value, i) => {
    expect(
      Math.abs(value - expected[i]) / size,
      `${label}, rate ${i}: ${value}, ${expected[i]}`,
    ).toBeLessThan(ROUNDING)
  })
}

/** A ball hits the end of the last link, in units of length and mass. */
function checkImpact(seed: number, isLoop: boolean, unit = 1, unitMass = 1): boolean {
  const random = createRandom(seed + (isLoop ? 10_000 : 0))
  const n = isLoop ? 3 : 1 + Math.floor(4 * random())
  const drawn = drawLinks(random, n)
  // a loop begins at rest
  const scaled = scaleLinks(drawn, unit, unitMass)
  const links = isLoop ? scaled.map((link) => ({ ...link, w: 0 })) : scaled
  const g = random() < 0.5 ? 0 : 9.81
  const e = random()
  const mass = unitMass * 10 ** between(random, -1, 1)
  const start = computeMotion(
    links,
    links.map(({ phi }) => phi),
    links.map(({ w }) => w),
  )
  const struck = isLoop ? 1 : n - 1
  const [x, y] = start.joints[struck + 1]
  const direction = between(random, 0, 2 * Math.PI)
  const [c, s] = [Math.cos(direction), Math.sin(direction)]
  const speed = unit * between(random, 2, 6)
  const inertia = unitMass * unit ** 2
  const diameter = 2 * R * unit
  const ball = Solid({ shape: Sphere({ diameter }), contactMaterial: 'Steel', collision: true })
  const model = build(links, scene(e, g, unit), {
    tip: Object3D({ parent: `end${struck + 1}`, feature: ball }),
    ball: Object3D({
      ...{ parent: 'world', fixedToParent: false },
      ...{
        translation: [x + 0.05 * unit * c, y + 0.05 * unit * s, 0],
        velocity: [-speed * c, -speed * s, 0],
      },
      feature: Solid({
        ...{ shape: Sphere({ diameter }), contactMaterial: 'Steel', collision: true },
        massProperties: MassProperties({ mass, Ixx: inertia, Iyy: inertia, Izz: inertia }),
      }),
    }),
    ...(isLoop && {
      anchor: Object3D({ parent: 'world', translation: [...start.joints[3], 0] }),
      closing: Revolute({ obj1: 'anchor', obj2: 'end3', axis: 'z', phi: NaN, w: NaN }),
    }),
  })
  const result = run(model, {
    // loops: until contact
    stopTime: isLoop ? 0.006 : 0.05,
    interval: 0.01,
    // loops are closed up to the tolerance
    tolerance: isLoop ? 1e-10 : TOLERANCES[seed % 4],
    solver: isLoop ? 'auto' : SOLVERS[seed % 5],
  })
  if (result === null) return false
  expect(result.warnings.map(({ code }) => code)).not.toContain('IMPULSE_MODES')
  const impacts = (result.attributes['impacts'] ?? []) as unknown as { time: number; normalImpulse: number }[]
  if (impacts.length === 0) return false
  const read = aroundEvent(result, impacts[0].time)
  const { rotors } = createKkt(links, start)
  const { motion, before, after } = readRates(links, read, rotors)
  const kkt = createKkt(links, motion)
  if (isLoop) kkt.rows.push(...pin(start.joints[3], -1, 2, motion.centers))
  const place = [0, 1].map((i) => read(`ball.translation[${i + 1}]`)[0])
  const [px, py] = motion.joints[struck + 1]
  const distance = Math.hypot(place[0] - px, place[1] - py)
  const normal = [(place[0] - px) / distance, (place[1] - py) / distance]
  // velocity of the ball relative to the tip, along the normal
  const b = kkt.masses.push(mass, mass) - 2
  const arm = [px - motion.centers[struck][0], py - motion.centers[struck][1]]
  const row: Row = new Map([
    [b, normal[0]],
    [b + 1, normal[1]],
    [3 * struck, -normal[0]],
    [3 * struck + 1, -normal[1]],
    [3 * struck + 2, normal[0] * arm[1] - normal[1] * arm[0]],
  ])
  const velocity = [0, 1].map((i) => read(`ball.velocity[${i + 1}]`))
  const all = [...before, ...velocity.map(([old]) => old)]
  const approach = [...row].reduce((sum, [i, value]) => sum + value * all[i], 0)
  const expected = solveImpulse(kkt, all, [{ row, target: -e * approach }])
  expect(Math.abs(impacts[0].normalImpulse / expected.impulses[0] - 1), `seed ${seed}`).toBeLessThan(ROUNDING)
  // angular velocities, and velocities in units of the length
  const isAngular = (i: number) => (i < 3 * n ? i % 3 === 2 : i < b)
  const inUnits = (value: number, i: number) => (isAngular(i) ? value : value / unit)
  expectSame(
    [...after, ...velocity.map(([, now]) => now)].map(inUnits),
    expected.after.map(inUnits),
    `seed ${seed}`,
  )
  // modes are those of the velocities after the impact
  links.forEach(({ kind }, i) => {
    const [, w] = read(`rev${i + 1}.w`)
    if (!['bearing', 'brake', 'own'].includes(kind) || Math.abs(w) < 1e-6) return
    expect(read(`f${i + 1}.mode`)[1], `seed ${seed}: ${kind} of joint ${i + 1} with ${w} rad/s`).toBe(
      Math.sign(w),
    )
  })
  return true
}

/** A joint without friction is locked. */
function checkLock(seed: number): boolean {
  const random = createRandom(seed + 20_000)
  const n = 2 + Math.floor(3 * random())
  const locked = Math.floor(n * random())
  const links = drawLinks(random, n).map((link, i) =>
    i === locked ? { ...link, kind: 'plain' as const, w: between(random, 1, 4) } : link,
  )
  const model = build(links, scene(0, random() < 0.5 ? 0 : 9.81), {
    actions: function* (act: { wait(t: number): never; lock(joint: string, options: unknown): never }) {
      yield act.wait(0.01)
      yield act.lock(`rev${locked + 1}`, { impulse: true })
    },
  })
  const result = run(model, { stopTime: 0.02, tolerance: 1e-8, interval: 0.01 })
  if (result === null) return false
  expect(result.warnings.map(({ code }) => code)).not.toContain('IMPULSE_MODES')
  const read = aroundEvent(result, 0.01)
  const { rotors } = createKkt(links, computeMotion(links, Array(n).fill(0), Array(n).fill(0)))
  const { motion, before, after } = readRates(links, read, rotors)
  const row: Row = new Map([[3 * locked + 2, 1], ...(locked > 0 ? [[3 * locked - 1, -1] as const] : [])])
  expectSame(
    after,
    solveImpulse(createKkt(links, motion), before, [{ row, target: 0 }]).after,
    `seed ${seed}`,
  )
  return true
}

/** The last link catches a part in flight. */
function checkAttach(seed: number): boolean {
  const random = createRandom(seed + 30_000)
  const n = 1 + Math.floor(4 * random())
  const links = drawLinks(random, n)
  const start = computeMotion(
    links,
    links.map(({ phi }) => phi),
    links.map(({ w }) => w),
  )
  const [x, y] = start.joints[n]
  const [mass, inertia] = [10 ** between(random, -1, 1), 10 ** between(random, -2, 0)]
  const [vx, vy, spin] = [between(random, -4, 4), between(random, -4, 4), between(random, -4, 4)]
  const model = build(links, scene(0, random() < 0.5 ? 0 : 9.81), {
    hand: Object3D({ parent: `end${n}`, lockable: true }),
    part: Object3D({
      ...{ parent: 'world', fixedToParent: false, assemblyRoot: true, lockable: true },
      ...{ translation: [x, y, 0], velocity: [vx, vy, 0], angularVelocity: [0, 0, spin] },
      feature: Solid({ massProperties: MassProperties({ mass, Ixx: inertia, Iyy: inertia, Izz: inertia }) }),
    }),
    actions: function* (act: {
      wait(t: number): never
      attach(a: string, b: string, options: unknown): never
    }) {
      yield act.wait(0.001)
      yield act.attach('part', 'hand', { impulse: true })
    },
  })
  const result = run(model, { stopTime: 0.002, tolerance: 1e-8, interval: 0.001 })
  if (result === null) return false
  expect(result.warnings.map(({ code }) => code)).not.toContain('IMPULSE_MODES')
  const read = aroundEvent(result, 0.001)
  const { rotors } = createKkt(links, start)
  const { motion, before, after } = readRates(links, read, rotors)
  const kkt = createKkt(links, motion)
  const b = kkt.masses.push(mass, mass, inertia) - 3
  const place = [0, 1].map((i) => read(`part.translation[${i + 1}]`)[0])
  const [ax, ay] = [place[0] - motion.centers[n - 1][0], place[1] - motion.centers[n - 1][1]]
  const j = 3 * (n - 1)
  const strikes: Row[] = [
    new Map([
      [b, 1],
      [j, -1],
      [j + 2, ay],
    ]),
    new Map([
      [b + 1, 1],
      [j + 1, -1],
      [j + 2, -ax],
    ]),
    new Map([
      [b + 2, 1],
      [j + 2, -1],
    ]),
  ]
  const own = [read('part.velocity[1]')[0], read('part.velocity[2]')[0], read('part.angularVelocity[3]')[0]]
  const { after: expected } = solveImpulse(
    kkt,
    [...before, ...own],
    strikes.map((row) => ({ row, target: 0 })),
  )
  expectSame(after, expected.slice(0, before.length), `seed ${seed}`)
  return true
}

describe('friction', () => {
  // some balls miss moving ends
  test.each([
    ['impacts on chains', 600, 20, 0.6, (seed: number) => checkImpact(seed, false)],
    ['impacts on four-bar linkages', 40, 4, 0.6, (seed: number) => checkImpact(seed, true)],
    ['locks of joints', 200, 10, 0.9, checkLock],
    ['catches of flying parts', 200, 10, 0.9, checkAttach],
  ] as const)(
    'has no impulse in %s',
    (_, all, part, least, check) => {
      const seeds = campaignSeeds(all, part)
      const checked = seeds.filter((seed) => check(seed))
      expect(checked.length).toBeGreaterThanOrEqual(least * seeds.length)
    },
    300_000,
  )
})

// torques of 1e-18 N.m beside accelerations of 1 rad/s², where elements stick in series or share a load
test.each([62, 76, 112])('friction has no impulse in chains of micrometers and milligrams: %i', (seed) => {
  expect(checkImpact(seed, false, 1e-6, 1e-6)).toBe(true)
})
